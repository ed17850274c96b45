//! Bots and runs when the program ends or is killed: no process of a bot outlives the program.
#![cfg(unix)]

use std::fs;
use std::path::PathBuf;
use std::process::{Child, Command, Output, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::command::{goldrush, ok, one_line, path, refused};
use assert_cmd::cargo::cargo_bin;
use tempfile::TempDir;

const READY: &str = r#"echo '{"t":"ready","name":"test","send":[]}'"#;
const FIRST_MOVE: &str = r#"echo '{"t":"move","id":0}'"#;
/// Time that killed processes have to disappear, on a busy machine.
const PATIENCE: Duration = Duration::from_secs(20);

/// A folder with a bot, a shell script.
struct Case {
    folder: TempDir,
}

impl Case {
    /// Creates a bot that runs these commands when greeted and at each decision; `$n` counts its decisions, and `note
    /// NAME PID` writes a process down.
    fn new(on_hello: &str, on_decide: &str) -> Case {
        let case = Case {
            folder: tempfile::tempdir().unwrap(),
        };
        let script = format!(
            "n=0\nnote() {{ echo $2 > {folder}/new-$1; mv {folder}/new-$1 {folder}/$1; }}\n\
             while read -r line; do\ncase $line in\n*'\"t\":\"hello\"'*) {on_hello};;\n\
             *'\"t\":\"decide\"'*) n=$((n+1)); {on_decide};;\nesac\ndone\n",
            folder = path(case.folder.path())
        );
        fs::write(case.file("bot.sh"), script).unwrap();
        case
    }

    /// Creates a bot that ignores termination signals and the end of its input, with one child in its process group and
    /// one in its own session. It notes them as `bot`, `child` and `session`, and its `guard`, before it stops
    /// answering.
    fn stubborn() -> Case {
        let children =
            "trap '' INT TERM HUP; sleep 1000 & note child $!; setsid sleep 1000 & note session $!";
        Case::new(
            &format!("{children}; note bot $$; note guard $PPID; {READY}"),
            "note asked 0; while :; do sleep 1; done",
        )
    }

    fn file(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn command(&self) -> String {
        format!("sh {}", path(&self.file("bot.sh")))
    }

    /// Returns the words of a command that plays against the bot.
    fn simulate(&self, games: u32) -> Vec<String> {
        let agents = format!("exec:{},random", self.command());
        let (program, games) = (
            cargo_bin("goldrush").display().to_string(),
            games.to_string(),
        );
        let words = [
            &program,
            "simulate",
            "--agents",
            &agents,
            "--threads",
            "1",
            "--games",
            &games,
        ];
        words.map(String::from).to_vec()
    }

    /// Returns the process that the bot wrote down under a name, waiting for it if need be.
    #[track_caller]
    fn noted(&self, name: &str) -> i32 {
        let file = self.file(name);
        wait_until(&format!("{name} is noted"), || file.exists());
        fs::read_to_string(file).unwrap().trim().parse().unwrap()
    }

    /// Returns the bot and its two children.
    fn family(&self) -> [i32; 3] {
        self.noted("asked");
        ["bot", "child", "session"].map(|name| self.noted(name))
    }
}

#[track_caller]
fn wait_until(what: &str, is_so: impl Fn() -> bool) {
    let until = Instant::now() + PATIENCE;
    while !is_so() {
        assert!(Instant::now() < until, "not so in time: {what}");
        sleep(Duration::from_millis(10));
    }
}

/// True if a process runs. A killed one may remain a zombie for a while, which no longer runs.
fn runs(process: i32) -> bool {
    fs::read_to_string(format!("/proc/{process}/stat")).is_ok_and(|stat| !stat.contains(") Z "))
}

#[track_caller]
fn all_end(processes: &[i32]) {
    for process in processes {
        wait_until(&format!("process {process} is gone"), || !runs(*process));
    }
}

fn start(words: &[String]) -> Child {
    let (program, arguments) = words.split_first().unwrap();
    let mut command = Command::new(program);
    command
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

fn signal(process: i32, name: &str) {
    assert!(
        Command::new("kill")
            .args([&format!("-{name}"), &process.to_string()])
            .status()
            .unwrap()
            .success()
    );
}

fn id(child: &Child) -> i32 {
    child.id() as i32
}

/// Checks that the program ended on a signal and explained how to resume the run.
#[track_caller]
fn ended_well(output: &Output, out: &str) {
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(130), "{error}");
    assert!(
        error.contains("finishing what is in progress")
            && error.contains(&format!("goldrush resume {out}")),
        "{error}"
    );
}

#[test]
fn bots_and_descendants_end_with_the_program_however_it_ends() {
    // The first cannot be caught; with limits, the bot is started in another way.
    for (name, limits) in [
        ("KILL", ""),
        ("QUIT", ""),
        ("TERM", "--bot-move-ms=300"),
        ("KILL", "--bot-cpu-s=1000"),
    ] {
        let case = Case::stubborn();
        let words = [
            case.simulate(2),
            limits.split_whitespace().map(String::from).collect(),
        ]
        .concat();
        let mut program = start(&words);
        let family = case.family();
        assert!(family.into_iter().all(runs));
        signal(id(&program), name);
        program.wait().unwrap();
        all_end(&family);
    }
}

#[test]
fn interrupted_run_without_a_folder_prints_its_results_so_far() {
    let case = Case::new(READY, &format!("note asked 0; {FIRST_MOVE}"));
    let program = start(&case.simulate(1_000_000));
    case.noted("asked");
    signal(id(&program), "TERM");
    let output = program.wait_with_output().unwrap();
    let (text, error) = (
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr),
    );
    assert_eq!(output.status.code(), Some(130), "{error}");
    assert!(
        text.starts_with("Incomplete: the results of ") && text.contains("win rate"),
        "{text}"
    );
    assert!(
        error.contains(" of 500000 deals; a run with --out could be resumed"),
        "{error}"
    );
}

/// As when someone kills all processes with the program's name, which guards must not have.
#[test]
fn bots_end_when_all_processes_with_the_program_name_are_killed() {
    let case = Case::stubborn();
    let mut program = start(&case.simulate(2));
    let family = case.family();
    let name = fs::read_to_string(format!("/proc/{}/comm", id(&program))).unwrap();
    let processes = fs::read_dir("/proc")
        .unwrap()
        .filter_map(|entry| entry.unwrap().file_name().into_string().ok());
    let descends = |process: &String| {
        let parent = |of: &str| {
            let stat = fs::read_to_string(format!("/proc/{of}/stat")).ok()?;
            Some(stat.rsplit_once(") ")?.1.split(' ').nth(1)?.to_owned())
        };
        let own = program.id().to_string();
        std::iter::successors(Some(process.clone()), |of| parent(of)).any(|of| of == own)
    };
    let below: Vec<String> = processes
        .filter(|name| name.parse::<i32>().is_ok())
        .filter(descends)
        .collect();
    assert!(below.len() >= 4, "{below:?}");
    let alike = |process: &&String| {
        fs::read_to_string(format!("/proc/{process}/comm")).is_ok_and(|comm| comm == name)
    };
    for process in below.iter().filter(alike) {
        signal(process.parse().unwrap(), "KILL");
    }
    program.wait().unwrap();
    all_end(&family);
}

#[test]
fn killing_a_bot_kills_its_descendants() {
    let case = Case::stubborn();
    let words = [case.simulate(2), vec!["--bot-move-ms".into(), "200".into()]].concat();
    let program = start(&words);
    let family = case.family();
    let output = program.wait_with_output().unwrap();
    assert!(String::from_utf8_lossy(&output.stderr).contains("bots had 2 faults"));
    all_end(&family);
}

/// Termination signals sent to every process also reach guards, which end only when the program does.
#[test]
fn guard_survives_termination_signals() {
    let case = Case::stubborn();
    let mut program = start(&case.simulate(2));
    let (family, guard) = (case.family(), case.noted("guard"));
    for name in ["INT", "TERM", "HUP"] {
        signal(guard, name);
    }
    program.kill().unwrap();
    program.wait().unwrap();
    all_end(&family);
    all_end(&[guard]);
}

#[test]
fn process_group_of_a_bot_without_guard_is_killed() {
    let case = Case::stubborn();
    let program = start(
        &[
            case.simulate(1),
            vec!["--bot-move-ms".into(), "3000".into()],
        ]
        .concat(),
    );
    let [bot, child, session] = case.family();
    signal(case.noted("guard"), "KILL");
    let output = program.wait_with_output().unwrap();
    assert!(
        String::from_utf8_lossy(&output.stderr)
            .contains("protocol: killed the process that guards it")
    );
    all_end(&[bot, child, session]);
}

#[test]
fn under_nohup_hangup_is_ignored_and_termination_is_clean() {
    let case = Case::new(
        &format!("grep ^SigIgn /proc/$$/status > FOLDER/ignored; {READY}"),
        FIRST_MOVE,
    );
    let script = fs::read_to_string(case.file("bot.sh")).unwrap();
    fs::write(
        case.file("bot.sh"),
        script.replace("FOLDER", path(case.folder.path())),
    )
    .unwrap();
    let out = case.file("run");
    let options = ["--out", path(&out)].map(String::from);
    let words = [
        vec!["nohup".into()],
        case.simulate(1_000_000),
        options.to_vec(),
    ]
    .concat();
    let program = start(&words);
    let games =
        || fs::read_to_string(out.join("games.csv")).map_or(0, |table| table.lines().count());
    wait_until("some games are written", || games() > 4);
    signal(id(&program), "HUP");
    let before = games();
    wait_until("it goes on", || games() > before + 20);
    signal(id(&program), "TERM");
    ended_well(&program.wait_with_output().unwrap(), path(&out));
    // The bot ignores it too.
    let ignored = fs::read_to_string(case.file("ignored")).unwrap();
    let mask = u64::from_str_radix(ignored.trim().rsplit('\t').next().unwrap(), 16).unwrap();
    assert_eq!(mask & 1, 1, "{ignored}");
}

#[test]
fn termination_is_clean_for_a_background_job() {
    let case = Case::new(READY, FIRST_MOVE);
    let (out, script) = (case.file("run"), case.file("run.sh"));
    let [program, words @ ..] = &case.simulate(1_000_000)[..] else {
        unreachable!()
    };
    let quoted: Vec<String> = words.iter().map(|word| format!("'{word}'")).collect();
    let line = format!(
        "{program} {} --out {} &\necho $! > {}\nwait $!\n",
        quoted.join(" "),
        path(&out),
        path(&case.file("pid"))
    );
    fs::write(&script, line).unwrap();
    let shell = start(&["sh".into(), path(&script).into()]);
    let games =
        || fs::read_to_string(out.join("games.csv")).map_or(0, |table| table.lines().count());
    wait_until("some games are written", || games() > 4);
    signal(case.noted("pid"), "INT");
    let before = games();
    wait_until("it goes on", || games() > before + 20);
    signal(case.noted("pid"), "TERM");
    ended_well(&shell.wait_with_output().unwrap(), path(&out));
}

#[test]
fn bot_that_closes_its_stdout_is_reported_at_once() {
    let case = Case::new(
        READY,
        &format!("if [ $n = 3 ]; then exec >&-; sleep 1000; fi; {FIRST_MOVE}"),
    );
    let [program, words @ ..] = &case.simulate(2)[..] else {
        unreachable!()
    };
    let hour = ["--bot-move-ms", "3600000", "--bot-game-s", "3600"];
    for limits in [&[][..], &["--bot-memory-mb", "500"]] {
        let mut command = assert_cmd::Command::new(program);
        let assert = command
            .args(words)
            .args(hour)
            .args(limits)
            .timeout(PATIENCE)
            .assert()
            .code(1);
        let error = String::from_utf8_lossy(&assert.get_output().stderr).into_owned();
        assert!(
            error.contains("crash: closed its standard output"),
            "{error}"
        );
    }
}

#[test]
fn shell_command_is_run_by_a_shell() {
    let case = Case::new(READY, FIRST_MOVE);
    let script = path(&case.file("bot.sh")).to_owned();
    for command in [
        format!("exec sh {script}"),
        format!("LEVEL=3 sh {script} 2> /dev/null"),
        format!("sh '{script}'"),
    ] {
        let agents = format!("exec:\"{command}\",random");
        ok(&["simulate", "--agents", &agents, "--games", "2"]);
    }
    let missing = goldrush()
        .args(["lab", "check-bot", "no-such-bot"])
        .output()
        .unwrap();
    let text = String::from_utf8(missing.stdout).unwrap();
    assert!(text.contains("there is no program no-such-bot"), "{text}");
}

#[test]
fn check_bot_finds_processes_left_in_another_session() {
    let tells = |case: &Case, code: i32, words: &[&str]| {
        let output = goldrush()
            .args(["lab", "check-bot", &case.command()])
            .output()
            .unwrap();
        let text = one_line(&String::from_utf8(output.stdout).unwrap());
        assert_eq!(output.status.code(), Some(code), "{text}");
        for word in words {
            assert!(text.contains(word), "{word}: {text}");
        }
    };
    let child = "setsid sleep 1000 & note session $!";
    for leaves in [
        Case::new(&format!("{child}; {READY}"), FIRST_MOVE),
        Case::new(
            READY,
            &format!("if [ $n = 5 ]; then {child}; fi; {FIRST_MOVE}"),
        ),
    ] {
        tells(
            &leaves,
            1,
            &[
                "leaves no process behind",
                "FAIL",
                "its child processes kept running",
            ],
        );
        all_end(&[leaves.noted("session")]);
    }
    tells(
        &Case::new(READY, FIRST_MOVE),
        0,
        &["leaves no process behind"],
    );
}

#[test]
fn guard_started_by_hand_explains_itself() {
    let order = r#"{"command":"true"}"#;
    refused(&["guard", order], &["started by goldrush"]);
    assert!(!ok(&["--help"]).contains("guard"), "it is hidden");
}
