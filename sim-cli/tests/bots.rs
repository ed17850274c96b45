//! Bots that run as child processes: well-behaved ones, and every way to misbehave. None hangs or ends a run.
#![cfg(unix)]

use std::fs;
use std::path::Path;
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::bot::{Case, FIRST_MOVE, READY, SALT};
use crate::command::{goldrush, ok, one_line, path, refused};
use assert_cmd::cargo::cargo_bin;
use serde_json::Value;

#[test]
fn bot_plays_the_same_with_any_threads_and_when_resumed() {
    let case = Case::new(READY, FIRST_MOVE);
    let (agents, small, whole, threads) = (
        case.agents(),
        case.file("small"),
        case.file("whole"),
        case.file("threads"),
    );
    let run = [
        "simulate",
        "--players",
        "2",
        "--agents",
        &agents,
        "--seed",
        "3",
        "--bot-salt",
        SALT,
    ];
    ok(&[
        &run[..],
        &["--games", "4", "--threads", "1", "--out", path(&small)],
    ]
    .concat());
    ok(&[
        &run[..],
        &["--games", "8", "--threads", "1", "--out", path(&whole)],
    ]
    .concat());
    ok(&[
        &run[..],
        &["--games", "8", "--threads", "3", "--out", path(&threads)],
    ]
    .concat());
    ok(&["resume", path(&small), "--more", "4"]);
    for file in ["games.csv", "seats.csv", "summary.json", "run.toml"] {
        let expected = fs::read_to_string(whole.join(file)).unwrap();
        assert_eq!(
            fs::read_to_string(small.join(file)).unwrap(),
            expected,
            "{file}"
        );
        assert_eq!(
            fs::read_to_string(threads.join(file)).unwrap(),
            expected,
            "{file}"
        );
    }
    let replay = ["replay", "--run", path(&small), "--number", "5"];
    let replayed = ok(&replay);
    assert!(
        replayed.contains(": A random, B test\n") && !replayed.contains("bot.sh"),
        "{replayed}"
    );
    // A bot that plays otherwise now is not passed off as the one that played.
    let script = fs::read_to_string(case.file("bot.sh")).unwrap();
    fs::write(
        case.file("bot.sh"),
        script.replace(r#""id":0"#, r#""id":1"#),
    )
    .unwrap();
    refused(
        &replay,
        &["game 5 ended ", "when it was played again", "--records all"],
    );
    // Games of another version are not mixed in, and the run stays as it is.
    let newer = script.replace(r#""name":"test","#, r#""name":"test","version":"2","#);
    fs::write(case.file("bot.sh"), newer).unwrap();
    let other = ["the bot now says \"test 2\"; this run was started with \"test\""];
    refused(&["resume", path(&small), "--more", "2"], &other);
    ok(&["verify", path(&small)]);
    fs::remove_file(small.join("summary.json")).unwrap();
    fs::write(
        small.join("games.csv"),
        &fs::read(small.join("games.csv")).unwrap()[..200],
    )
    .unwrap();
    refused(&["resume", path(&small)], &other);
}

/// A recorded game needs no bot to be shown, and shows what happened to it.
#[test]
fn recorded_game_shows_the_fault_of_its_bot() {
    let mortal = Case::new(
        READY,
        &format!("if [ $n = 9 ]; then exit 7; fi; {FIRST_MOVE}"),
    );
    mortal
        .play(&["--records", "all"])
        .lost_by("crash", &["exit code 7"]);
    fs::remove_file(mortal.file("bot.sh")).unwrap();
    let faults = fs::read_to_string(mortal.file("run/faults.jsonl")).unwrap();
    for (game, line) in faults.lines().enumerate() {
        let fault: Value = serde_json::from_str(line).unwrap();
        // Two players take turns of one or two decisions each.
        let turn = fault["turn"].as_u64().unwrap();
        assert!(
            turn >= 8 && turn % 2 == (1 + fault["seat"].as_u64().unwrap()) % 2,
            "{fault}"
        );
        let number = game.to_string();
        for from in [
            vec!["--run", path(&mortal.file("run"))],
            vec![path(&mortal.file("run/records.jsonl"))],
        ] {
            let text = ok(&[&["replay"], &from[..], &["--number", &number]].concat());
            let text = one_line(&text);
            let words = [
                format!("test (crash in turn {turn})"),
                "greedy plays on for it. crash: ended with exit code 7".into(),
            ];
            assert!(words.iter().all(|words| text.contains(words)), "{text}");
        }
    }
    ok(&["verify", path(&mortal.file("run"))]);
}

#[test]
fn slow_bot_loses_by_timeout() {
    let slow = Case::new(
        READY,
        &format!("if [ $n = 7 ]; then sleep 60; fi; {FIRST_MOVE}"),
    );
    slow.play(&["--bot-move-ms", "300"])
        .lost_by("timeout", &["waited 300 ms for a move (--bot-move-ms)"]);
}

#[test]
fn bot_that_uses_up_its_game_time_loses_by_timeout() {
    let slow = Case::new(READY, &format!("sleep 0.3; {FIRST_MOVE}"));
    slow.play(&["--bot-game-s", "1"]).lost_by(
        "timeout",
        &["used up its 1 s for the game (--bot-game-s); "],
    );
    fs::remove_dir_all(slow.file("run")).unwrap();
    let words = [
        "its clock of 1 s + 0.05 s a decision ran out (--bot-game-s); ",
        " ms were left for this decision",
    ];
    slow.play(&["--bot-game-s", "1+0.05"])
        .lost_by("timeout", &words);
}

#[test]
fn bot_that_neither_reads_nor_answers_loses_by_timeout() {
    let deaf = Case::new(
        r#"echo '{"t":"ready","name":"deaf","send":["then","observation"]}'; sleep 60"#,
        ":",
    );
    deaf.play(&["--bot-move-ms", "200"])
        .lost_by("timeout", &["waited 200 ms"]);
}

#[test]
fn bot_that_fails_to_start_twice_stops_the_run_with_its_stderr() {
    let stops = |case: &Case, options: &[&str], words: &[&str]| {
        let ran = case.play(options);
        assert_eq!((ran.code, ran.stdout.as_str()), (1, ""));
        for word in words {
            assert!(ran.stderr.contains(word), "{word}: {}", ran.stderr);
        }
    };
    let count = Case::new(":", ":");
    let dead = "echo start >> starts; echo no licence here >&2; exit 3";
    fs::write(
        count.file("bot.sh"),
        format!("cd {}\n{dead}\n", path(count.folder.path())),
    )
    .unwrap();
    stops(
        &count,
        &[],
        &[
            "could not be started, twice",
            "exit code 3",
            "no licence here",
        ],
    );
    assert_eq!(
        fs::read_to_string(count.file("starts")).unwrap(),
        "start\nstart\n"
    );

    let silent = Case::new(":", ":");
    stops(
        &silent,
        &["--bot-start-s", "1"],
        &[
            "could not be started, twice",
            "timeout",
            "waited 1000 ms to be ready (--bot-start-s)",
        ],
    );

    let future = Case::new(r#"echo '{"t":"ready","name":"x","proto":1}'"#, ":");
    stops(&future, &[], &["speaks version 1 of the protocol"]);
}

#[test]
fn bot_that_starts_at_second_attempt_plays() {
    let case = Case::new(":", FIRST_MOVE);
    let flag = case.file("tried");
    let late = format!(
        "[ -e {0} ] || {{ touch {0}; exit 1; }}; {READY}",
        path(&flag)
    );
    let script = fs::read_to_string(case.file("bot.sh")).unwrap();
    fs::write(
        case.file("bot.sh"),
        script.replace("'*) :;;", &format!("'*) {late};;")),
    )
    .unwrap();
    case.play(&[]).faultless();
    assert!(flag.exists());
}

#[test]
fn bot_that_dies_in_a_game_loses_by_crash() {
    let mortal = Case::new(
        READY,
        &format!(
            "if [ $n = 9 ]; then echo Traceback >&2; echo out of ideas >&2; exit 7; fi; {FIRST_MOVE}"
        ),
    );
    mortal
        .play(&[])
        .lost_by("crash", &["exit code 7", "standard error: out of ideas"]);
}

#[test]
fn end_of_a_bot_is_reported_though_a_child_holds_its_pipes() {
    let patient = ["--bot-move-ms", "30000", "--bot-start-s", "30"];
    for (end, words) in [
        ("exit 3", "ended with exit code 3"),
        ("kill -9 $$", "was ended by signal 9"),
    ] {
        let mortal = Case::new(
            READY,
            &format!("if [ $n = 9 ]; then sleep 1000 & {end}; fi; {FIRST_MOVE}"),
        );
        mortal.play(&patient).lost_by("crash", &[words]);
    }
    // The last move that a bot wrote before its end still counts.
    let last = Case::new(
        READY,
        &format!("{FIRST_MOVE}; if [ $n = 9 ]; then sleep 1000 & exit 3; fi"),
    );
    let ran = last.play(&[&patient[..], &["--records", "all"]].concat());
    ran.lost_by("crash", &["ended with exit code 3"]);
    let faults = fs::read_to_string(last.file("run/faults.jsonl")).unwrap();
    assert!(
        faults.lines().all(|fault| fault.contains("\"decision\":9")),
        "{faults}"
    );
    let never = r#"exec:"sh -c 'sleep 1000 & exit 3'",random"#;
    let stopped = goldrush()
        .args(["simulate", "--games", "2", "--agents", never])
        .args(patient)
        .assert()
        .code(1);
    let error = String::from_utf8_lossy(&stopped.get_output().stderr).into_owned();
    assert!(
        error.contains("could not be started, twice: crash: ended with exit code 3"),
        "{error}"
    );
}

#[test]
fn bot_that_dies_between_games_is_restarted() {
    let one_game = Case::new(READY, FIRST_MOVE);
    let script = fs::read_to_string(one_game.file("bot.sh")).unwrap();
    let ends = script.replace("esac", "*'\"t\":\"over\"'*) exit 0;;\nesac");
    fs::write(one_game.file("bot.sh"), ends).unwrap();
    one_game.play(&[]).faultless();
}

#[test]
fn bot_that_prints_to_stdout_loses_by_protocol() {
    let chatty = Case::new(READY, &format!("echo thinking about move $n; {FIRST_MOVE}"));
    chatty.play(&[]).lost_by(
        "protocol",
        &["wrote a line that is no message: thinking about move 1"],
    );
}

#[test]
fn bot_that_floods_stdout_loses_by_protocol() {
    let flood = Case::new(READY, r"yes | tr -d '\n'");
    flood
        .play(&[])
        .lost_by("protocol", &["without an end of line"]);
}

#[test]
fn bot_that_floods_with_unknown_messages_loses_by_timeout() {
    let flood = Case::new(READY, r#"yes '{"t":"info"}'"#);
    flood
        .play(&["--bot-move-ms", "200"])
        .lost_by("timeout", &[]);
}

#[test]
fn bot_may_write_any_amount_to_stderr() {
    let noisy = Case::new(
        READY,
        &format!("head -c 200000 /dev/zero | tr '\\0' x >&2; {FIRST_MOVE}"),
    );
    noisy.play(&[]).faultless();
}

#[test]
fn illegal_move_id_loses_by_illegal() {
    let wild = Case::new(
        READY,
        r#"if [ $n = 5 ]; then echo '{"t":"move","id":99999}'; else echo '{"t":"move","id":0}'; fi"#,
    );
    wild.play(&[]).lost_by(
        "illegal",
        &[
            "its decision 4, its seed",
            "answered move 99999 to decision 4",
        ],
    );
}

#[test]
fn answer_to_another_decision_loses_by_protocol() {
    let twice = Case::new(READY, r#"echo '{"t":"move","n":0,"id":0}'"#);
    twice.play(&[]).lost_by(
        "protocol",
        &["answered decision 0 when asked for decision 1"],
    );
}

/// Answers a question twice: the second answer is there before the next question.
#[test]
fn move_sent_before_the_question_loses_by_protocol() {
    let unasked = ["sent a move before it was asked for one"];
    let twice = r#"printf '%s\n' '{"t":"move","id":0}' '{"t":"move","id":0}'"#;
    Case::new(
        READY,
        &format!("if [ $n = 5 ]; then {twice}; else {FIRST_MOVE}; fi"),
    )
    .play(&[])
    .lost_by("protocol", &unasked);
    // The same if the answer has only been started.
    let begun = r#"printf '%s\n{"t":' '{"t":"move","id":0}'"#;
    let goes_on = r#"echo '"move","id":0}'"#;
    let halves = format!("case $n in 5) {begun};; 6) {goes_on};; *) {FIRST_MOVE};; esac");
    Case::new(READY, &halves)
        .play(&[])
        .lost_by("protocol", &unasked);
    let eager = r#"printf '%s\n' '{"t":"ready","name":"eager","send":[]}' '{"t":"move","id":0}'"#;
    Case::new(eager, FIRST_MOVE)
        .play(&[])
        .lost_by("protocol", &unasked);
    // Messages other than moves may be sent at any time.
    let talkative =
        r#"printf '%s\n' '{"t":"move","id":0}' '{"t":"info","nodes":12}' '{"t":"info"}'"#;
    Case::new(READY, talkative).play(&[]).faultless();
}

#[test]
fn faults_can_be_allowed_and_the_run_continues() {
    let case = Case::new(READY, r#"echo '{"t":"move","id":-1}'"#);
    let ran = case.play(&["--allow-faults"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    assert_eq!(ran.column("fault"), ["protocol", "", "", "protocol"]);
    let out = case.file("run");
    goldrush()
        .args(["resume", path(&out), "--more", "2"])
        .assert()
        .code(1);
    let table = fs::read_to_string(out.join("seats.csv")).unwrap();
    assert_eq!(table.matches(",protocol\n").count(), 4);
}

#[test]
fn merged_run_keeps_the_faults_of_its_parts() {
    let case = Case::new(READY, r#"echo '{"t":"move","id":-1}'"#);
    let (agents, parts) = (case.agents(), case.file("parts"));
    let run = [
        "simulate",
        "--agents",
        &agents,
        "--games",
        "2",
        "--seed",
        "3",
        "--bot-salt",
        SALT,
    ];
    goldrush()
        .args(run)
        .args(["--shard", "0/1", "--out", path(&parts)])
        .assert()
        .code(1);
    let [strict, lenient] = ["strict", "lenient"].map(|name| case.file(name));
    let output = goldrush()
        .args(["merge", path(&parts), "--out", path(&strict)])
        .assert()
        .code(1)
        .get_output()
        .clone();
    let (text, error) = (
        String::from_utf8(output.stdout).unwrap(),
        String::from_utf8(output.stderr).unwrap(),
    );
    assert!(
        text.contains("Merged ") && error.contains("bots had 2 faults"),
        "{text}{error}"
    );
    ok(&[
        "merge",
        path(&parts),
        "--out",
        path(&lenient),
        "--allow-faults",
    ]);
    let summary = |folder: &Path| fs::read(folder.join("summary.json")).unwrap();
    assert!(
        summary(&strict) == summary(&lenient),
        "the run is merged all the same"
    );
}

/// Every seat has a fault: nobody wins, and nothing breaks.
#[test]
fn game_lost_by_all_seats_is_saved() {
    let case = Case::new(READY, "exit 0");
    let (agents, out) = (format!("exec:{}", case.command()), case.file("run"));
    let args = [
        "match",
        "--a",
        &agents,
        "--b",
        &agents,
        "--games",
        "2",
        "--out",
        path(&out),
    ];
    let output = goldrush()
        .args(args)
        .args(["--append", path(&case.file("table.csv"))])
        .assert()
        .code(1)
        .get_output()
        .clone();
    let table = fs::read_to_string(out.join("seats.csv")).unwrap();
    assert_eq!(table.matches(",crash\n").count(), 4);
    // Nothing is claimed about the stronger bot, the better seat, or a fair share.
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(
        text.contains("Nobody won 2 of 2 games")
            && text.contains("Cannot tell yet whether A or B is stronger"),
        "{text}"
    );
    ok(&["report", path(&out)]);
    let report = fs::read_to_string(out.join("report.md")).unwrap();
    let wins = [
        "is weaker than",
        "is stronger than",
        "fair share is",
        "wins 0.0%",
        "seat wins",
        "NaN",
    ];
    for claim in wins.into_iter().chain(["average lead", "most come from"]) {
        assert!(
            !text.contains(claim) && !report.contains(claim),
            "{claim}: {text}\n{report}"
        );
    }
    let appended = fs::read_to_string(case.file("table.csv")).unwrap();
    let row: Vec<&str> = appended.lines().nth(1).unwrap().split(',').collect();
    assert_eq!(row[6..12], [""; 6], "{appended}");
}

/// Bots that lose every game by faults are told apart neither from each other nor by their order.
#[test]
fn tournament_of_bots_that_only_have_faults_ranks_none_of_them() {
    let (one, other) = (
        Case::new(READY, "exit 0"),
        Case::new(&READY.replace("test", "other"), "exit 0"),
    );
    let played = |agents: String, games: &str| {
        let args = [
            "tournament",
            "--players",
            "2",
            "--threads",
            "1",
            "--games",
            games,
            "--agents",
            &agents,
        ];
        String::from_utf8(
            goldrush()
                .args(args)
                .assert()
                .code(1)
                .get_output()
                .stdout
                .clone(),
        )
        .unwrap()
    };
    let both = format!("exec:{},exec:{}", one.command(), other.command());
    let text = played(both.clone(), "2");
    for claim in ["is stronger than", "of 2 seats", "NaN"] {
        assert!(!text.contains(claim), "{claim}: {text}");
    }
    let text = played(format!("{both},random"), "6");
    for name in ["test", "other"] {
        assert!(
            text.contains(&format!(
                "Warning: {name} never finished ahead of a rated bot"
            )),
            "{text}"
        );
    }
    assert!(!text.contains("met no rated bot"), "{text}");
}

#[test]
fn no_bot_process_is_left_behind() {
    let parent = Case::new(
        &format!("sleep 1000 & echo $! > CHILD; {READY}"),
        FIRST_MOVE,
    );
    let (script, child) = (
        fs::read_to_string(parent.file("bot.sh")).unwrap(),
        parent.file("child"),
    );
    fs::write(parent.file("bot.sh"), script.replace("CHILD", path(&child))).unwrap();
    parent.play(&[]).faultless();
    let pid: i32 = fs::read_to_string(&child).unwrap().trim().parse().unwrap();
    // A killed child may remain a zombie for a while, but no longer runs.
    let runs =
        || fs::read_to_string(format!("/proc/{pid}/stat")).is_ok_and(|stat| !stat.contains(") Z "));
    let patience = Instant::now() + Duration::from_secs(20);
    while runs() {
        assert!(Instant::now() < patience, "process {pid} is still there");
        sleep(Duration::from_millis(10));
    }
}

#[test]
fn memory_and_cpu_limits_apply_to_the_bot() {
    let case = Case::new(READY, FIRST_MOVE);
    let script = fs::read_to_string(case.file("bot.sh")).unwrap();
    let seen = case.file("seen");
    fs::write(
        case.file("bot.sh"),
        format!(
            "echo $(ulimit -v) $(ulimit -t) >> {}\n{script}",
            path(&seen)
        ),
    )
    .unwrap();
    case.play(&["--bot-memory-mb", "300", "--bot-cpu-s", "50"])
        .faultless();
    // One start to learn its name, and one per game: the processor time is limited per game.
    assert_eq!(fs::read_to_string(seen).unwrap(), "307200 50\n".repeat(3));
    let busy = Case::new(
        READY,
        &format!("while [ $n = 3 ]; do :; done; {FIRST_MOVE}"),
    );
    busy.play(&["--bot-cpu-s", "1"])
        .lost_by("crash", &["after 1 s of processor time (--bot-cpu-s)"]);
}

#[test]
fn built_in_agent_plays_as_an_outside_bot() {
    let serve = format!(
        "exec:{} lab serve --agent greedy",
        cargo_bin("goldrush").display()
    );
    let text = ok(&[
        "match",
        "--a",
        &serve,
        "--b",
        "random",
        "--games",
        "6",
        "--threads",
        "1",
    ]);
    assert!(
        text.contains("A goldrush greedy 0.1.0") && !text.contains("games lost through"),
        "{text}"
    );
    let tournament = [
        "tournament",
        "--players",
        "3",
        "--games",
        "6",
        "--threads",
        "2",
        "--agents",
        &format!("{serve},random"),
    ];
    assert!(ok(&tournament).contains("goldrush greedy 0.1.0"));
}

/// The example of a custom bot; `cargo test` builds examples together with the tests.
#[test]
#[ignore = "slow"]
fn rust_example_passes_and_beats_random_in_every_game() {
    let example = Path::new(env!("CARGO_BIN_EXE_goldrush"))
        .with_file_name("examples")
        .join("custom_agent");
    assert!(example.exists(), "build it: cargo test --no-run");
    for game in [
        "gold-rush",
        "carcassonne",
        "carcassonne+gold-mines",
        "knizia-gold",
    ] {
        let command = format!("{} {game}", example.display());
        assert!(
            ok(&["lab", "check-bot", "--game", game, &command]).contains("checks passed"),
            "{game}"
        );
        let bot = format!("exec:{command}");
        let text = ok(&[
            "match", "--game", game, "--a", &bot, "--b", "random", "--games", "20",
        ]);
        let share = text
            .split_once("A wins ")
            .and_then(|(_, rest)| rest.split('%').next()?.parse::<f64>().ok());
        assert!(share.is_some_and(|share| share > 70.0), "{game}: {text}");
    }
}

#[test]
fn invalid_bot_names_are_refused() {
    refused(
        &["simulate", "--agents", "exec:"],
        &["--agents", "names no command"],
    );
    refused(
        &["lab", "bench", "--agents", "exec:true"],
        &["bench measures agents of this program"],
    );
    refused(
        &["lab", "serve", "--agent", "exec:true"],
        &["an agent of this program is expected"],
    );
    refused(&["simulate", "--bot-move-ms", "0"], &["--bot-move-ms"]);
    let own = "a program of your own is exec:\"python3 v1.py\"";
    refused(
        &["match", "--a", "python3 v1.py", "--b", "random"],
        &["--a: ", own],
    );
    refused(
        &[
            "lab",
            "tune",
            "--bot",
            "python3 v1.py",
            "--parameter",
            "a=1..2",
        ],
        &["--bot: ", own],
    );
    let unquoted = goldrush()
        .args(["match", "--a", "exec:./nowhere:how=x", "--b", "random"])
        .assert()
        .code(1);
    let error = String::from_utf8_lossy(&unquoted.get_output().stderr).into_owned();
    assert!(
        error.contains("options follow a quoted command: 'exec:\"./nowhere\":how=x'"),
        "{error}"
    );
}
