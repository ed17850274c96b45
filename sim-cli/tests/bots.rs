//! Bots in processes of their own: those that play, and each way to misbehave. None hangs or ends a run.
#![cfg(unix)]

mod command;

use std::fs;
use std::path::{Path, PathBuf};
use std::thread::sleep;
use std::time::{Duration, Instant};

use assert_cmd::cargo::cargo_bin;
use command::{goldrush, ok, path, refused};
use serde_json::Value;
use tempfile::TempDir;

const READY: &str = r#"echo '{"t":"ready","name":"test","send":[]}'"#;
const FIRST_MOVE: &str = r#"echo '{"t":"move","id":0}'"#;

/// A folder with a bot in it, a script of the shell.
struct Case {
    folder: TempDir,
}

/// How a run ended.
struct Ran {
    code: i32,
    stdout: String,
    stderr: String,
    /// Rows of `seats.csv`, by column.
    seats: Vec<Vec<String>>,
    summary: Value,
}

impl Case {
    /// A bot that does this when it is greeted and when it is to decide; `$n` counts its decisions.
    fn new(on_hello: &str, on_decide: &str) -> Case {
        let case = Case { folder: tempfile::tempdir().unwrap() };
        let script = format!(
            "n=0\nwhile read -r line; do\ncase $line in\n*'\"t\":\"hello\"'*) {on_hello};;\n\
             *'\"t\":\"decide\"'*) n=$((n+1)); {on_decide};;\nesac\ndone\n"
        );
        fs::write(case.file("bot.sh"), script).unwrap();
        case
    }

    fn file(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn command(&self) -> String {
        format!("sh {}", path(&self.file("bot.sh")))
    }

    fn agents(&self) -> String {
        format!("exec:{},random", self.command())
    }

    /// Plays one block of two games against random play.
    fn play(&self, options: &[&str]) -> Ran {
        let out = self.file("run");
        let agents = self.agents();
        let args = ["simulate", "--agents", &agents, "--games", "2", "--threads", "1", "--out", path(&out)];
        let output = goldrush().args(args).args(options).output().unwrap();
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        let seats = fs::read_to_string(out.join("seats.csv")).unwrap_or_default();
        let summary = fs::read_to_string(out.join("summary.json")).unwrap_or_else(|_| "null".into());
        Ran {
            code: output.status.code().unwrap(),
            stdout: text(&output.stdout),
            stderr: text(&output.stderr),
            seats: seats.lines().map(|line| line.split(',').map(Into::into).collect()).collect(),
            summary: serde_json::from_str(&summary).unwrap(),
        }
    }
}

impl Ran {
    fn column(&self, name: &str) -> Vec<&str> {
        let at = self.seats[0].iter().position(|column| column == name).unwrap();
        self.seats[1..].iter().map(|row| row[at].as_str()).collect()
    }

    /// The game is kept, marked and lost for the bot in both seats, counted, and told with these words.
    #[track_caller]
    fn lost_by(&self, kind: &str, words: &[&str]) {
        assert_eq!(self.code, 1, "{}", self.stderr);
        assert_eq!(self.column("fault"), [kind, "", "", kind]);
        assert_eq!(self.column("rank"), ["2", "1", "1", "2"]);
        assert_eq!(self.column("win_share"), ["0.0", "1.0", "1.0", "0.0"]);
        assert!(self.column("score").iter().any(|score| *score != "0"), "the score is kept");
        assert_eq!(self.summary["faults"][0]["games"][kind], 2);
        assert!(self.stdout.contains("games lost by"), "{}", self.stdout);
        for word in words.iter().chain(&[kind, "bots had 2 faults"]) {
            assert!(self.stderr.contains(word), "{word}: {}", self.stderr);
        }
    }

    #[track_caller]
    fn faultless(&self) {
        assert_eq!(self.code, 0, "{}", self.stderr);
        assert_eq!(self.column("fault"), ["", "", "", ""]);
        assert!(self.summary.get("faults").is_none());
    }
}

#[test]
fn a_bot_that_plays_plays_the_same_whatever_the_threads_and_goes_on_later() {
    let case = Case::new(READY, FIRST_MOVE);
    let (agents, small, whole, threads) = (case.agents(), case.file("small"), case.file("whole"), case.file("threads"));
    let run = ["simulate", "--players", "2", "--agents", &agents];
    ok(&[&run[..], &["--games", "4", "--threads", "1", "--out", path(&small)]].concat());
    ok(&[&run[..], &["--games", "8", "--threads", "1", "--out", path(&whole)]].concat());
    ok(&[&run[..], &["--games", "8", "--threads", "3", "--out", path(&threads)]].concat());
    ok(&["resume", path(&small), "--more", "4"]);
    for file in ["games.csv", "seats.csv", "summary.json", "run.toml"] {
        let expected = fs::read_to_string(whole.join(file)).unwrap();
        assert_eq!(fs::read_to_string(small.join(file)).unwrap(), expected, "{file}");
        assert_eq!(fs::read_to_string(threads.join(file)).unwrap(), expected, "{file}");
    }
    let replayed = ok(&["replay", "--run", path(&small), "--game", "5"]);
    assert!(replayed.contains("bot.sh"), "{replayed}");
}

#[test]
fn a_bot_that_is_slow_loses_by_timeout() {
    let slow = Case::new(READY, &format!("if [ $n = 7 ]; then sleep 60; fi; {FIRST_MOVE}"));
    slow.play(&["--bot-move-ms", "300"]).lost_by("timeout", &["waited 300 ms for a move"]);
}

#[test]
fn a_bot_that_uses_up_the_time_of_the_game_loses_by_timeout() {
    let slow = Case::new(READY, &format!("sleep 0.3; {FIRST_MOVE}"));
    slow.play(&["--bot-game-s", "1"]).lost_by("timeout", &["for a move"]);
}

#[test]
fn a_bot_that_neither_reads_nor_answers_loses_by_timeout() {
    let deaf = Case::new(r#"echo '{"t":"ready","name":"deaf","send":["then","observation"]}'; sleep 60"#, ":");
    deaf.play(&["--bot-move-ms", "200"]).lost_by("timeout", &["waited 200 ms"]);
}

#[test]
fn a_bot_that_cannot_start_twice_stops_the_run_with_its_standard_error() {
    let stops = |case: &Case, options: &[&str], words: &[&str]| {
        let ran = case.play(options);
        assert_eq!((ran.code, ran.stdout.as_str()), (1, ""));
        for word in words {
            assert!(ran.stderr.contains(word), "{word}: {}", ran.stderr);
        }
    };
    let count = Case::new(":", ":");
    let dead = "echo start >> starts; echo no licence here >&2; exit 3";
    fs::write(count.file("bot.sh"), format!("cd {}\n{dead}\n", path(count.folder.path()))).unwrap();
    stops(&count, &[], &["could not be started, twice", "exit code 3", "no licence here"]);
    assert_eq!(fs::read_to_string(count.file("starts")).unwrap(), "start\nstart\n");

    let silent = Case::new(":", ":");
    stops(&silent, &["--bot-start-s", "1"], &["could not be started, twice", "timeout", "waited 1000 ms to be ready"]);

    let future = Case::new(r#"echo '{"t":"ready","name":"x","proto":2}'"#, ":");
    stops(&future, &[], &["speaks version 2 of the protocol"]);
}

#[test]
fn a_bot_that_starts_at_the_second_attempt_plays() {
    let case = Case::new(":", FIRST_MOVE);
    let flag = case.file("tried");
    let late = format!("[ -e {0} ] || {{ touch {0}; exit 1; }}; {READY}", path(&flag));
    let script = fs::read_to_string(case.file("bot.sh")).unwrap();
    fs::write(case.file("bot.sh"), script.replace("'*) :;;", &format!("'*) {late};;"))).unwrap();
    case.play(&[]).faultless();
    assert!(flag.exists());
}

#[test]
fn a_bot_that_dies_in_the_game_loses_by_crash() {
    let mortal = Case::new(READY, &format!("if [ $n = 9 ]; then echo out of ideas >&2; exit 7; fi; {FIRST_MOVE}"));
    mortal.play(&[]).lost_by("crash", &["exit code 7", "its last words: out of ideas"]);
}

#[test]
fn a_bot_that_dies_between_games_is_started_again() {
    let one_game = Case::new(READY, FIRST_MOVE);
    let script = fs::read_to_string(one_game.file("bot.sh")).unwrap();
    let ends = script.replace("esac", "*'\"t\":\"over\"'*) exit 0;;\nesac");
    fs::write(one_game.file("bot.sh"), ends).unwrap();
    one_game.play(&[]).faultless();
}

#[test]
fn a_bot_that_talks_on_standard_output_loses_by_protocol() {
    let chatty = Case::new(READY, &format!("echo thinking about move $n; {FIRST_MOVE}"));
    chatty.play(&[]).lost_by("protocol", &["wrote a line that is no message: thinking about move 1"]);
}

#[test]
fn a_bot_that_floods_standard_output_loses_by_protocol() {
    let flood = Case::new(READY, r"yes | tr -d '\n'");
    flood.play(&[]).lost_by("protocol", &["without an end of line"]);
}

#[test]
fn a_bot_that_floods_with_messages_nobody_knows_loses_by_timeout() {
    let flood = Case::new(READY, r#"yes '{"t":"info"}'"#);
    flood.play(&["--bot-move-ms", "200"]).lost_by("timeout", &[]);
}

#[test]
fn a_bot_may_write_as_much_as_it_likes_to_standard_error() {
    let noisy = Case::new(READY, &format!("head -c 200000 /dev/zero | tr '\\0' x >&2; {FIRST_MOVE}"));
    noisy.play(&[]).faultless();
}

#[test]
fn an_illegal_id_loses_by_illegal() {
    let wild =
        Case::new(READY, r#"if [ $n = 5 ]; then echo '{"t":"move","id":99999}'; else echo '{"t":"move","id":0}'; fi"#);
    wild.play(&[]).lost_by("illegal", &["answered move 99999 to decision 4"]);
}

#[test]
fn an_answer_to_another_decision_loses_by_protocol() {
    let twice = Case::new(READY, r#"echo '{"t":"move","n":0,"id":0}'"#);
    twice.play(&[]).lost_by("protocol", &["answered decision 0 when asked for decision 1"]);
}

/// Two answers to a question: the second is there before the next question.
#[test]
fn a_move_sent_before_the_question_loses_by_protocol() {
    let unasked = ["sent a move before it was asked for one"];
    let twice = r#"printf '%s\n' '{"t":"move","id":0}' '{"t":"move","id":0}'"#;
    Case::new(READY, &format!("if [ $n = 5 ]; then {twice}; else {FIRST_MOVE}; fi"))
        .play(&[])
        .lost_by("protocol", &unasked);
    // The same if it has only begun to say it.
    let begun = r#"printf '%s\n{"t":' '{"t":"move","id":0}'"#;
    let goes_on = r#"echo '"move","id":0}'"#;
    let halves = format!("case $n in 5) {begun};; 6) {goes_on};; *) {FIRST_MOVE};; esac");
    Case::new(READY, &halves).play(&[]).lost_by("protocol", &unasked);
    let eager = r#"printf '%s\n' '{"t":"ready","name":"eager","send":[]}' '{"t":"move","id":0}'"#;
    Case::new(eager, FIRST_MOVE).play(&[]).lost_by("protocol", &unasked);
    // What is no move may be said at any time.
    let talkative = r#"printf '%s\n' '{"t":"move","id":0}' '{"t":"info","nodes":12}' '{"t":"info"}'"#;
    Case::new(READY, talkative).play(&[]).faultless();
}

#[test]
fn faults_can_be_allowed_and_a_run_with_faults_goes_on() {
    let case = Case::new(READY, r#"echo '{"t":"move","id":-1}'"#);
    let ran = case.play(&["--allow-faults"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    assert_eq!(ran.column("fault"), ["protocol", "", "", "protocol"]);
    let out = case.file("run");
    goldrush().args(["resume", path(&out), "--more", "2"]).assert().code(1);
    let table = fs::read_to_string(out.join("seats.csv")).unwrap();
    assert_eq!(table.matches(",protocol\n").count(), 4);
}

#[test]
fn faults_in_parts_are_those_of_the_merged_run() {
    let case = Case::new(READY, r#"echo '{"t":"move","id":-1}'"#);
    let (agents, parts) = (case.agents(), case.file("parts"));
    let run = ["simulate", "--agents", &agents, "--games", "2", "--shard", "0/1", "--out", path(&parts)];
    goldrush().args(run).assert().code(1);
    let [strict, lenient] = ["strict", "lenient"].map(|name| case.file(name));
    let output = goldrush().args(["merge", path(&parts), "--out", path(&strict)]).assert().code(1).get_output().clone();
    let (text, error) = (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
    assert!(text.contains("parts put together") && error.contains("bots had 2 faults"), "{text}{error}");
    ok(&["merge", path(&parts), "--out", path(&lenient), "--allow-faults"]);
    let summary = |folder: &Path| fs::read(folder.join("summary.json")).unwrap();
    assert!(summary(&strict) == summary(&lenient), "the run is merged all the same");
}

/// Every seat at fault: nobody wins, and nothing breaks.
#[test]
fn a_game_that_all_lose_by_faults_is_kept_too() {
    let case = Case::new(READY, "exit 0");
    let (agents, out) = (format!("exec:{}", case.command()), case.file("run"));
    let args = ["match", "--a", &agents, "--b", &agents, "--games", "2", "--out", path(&out)];
    goldrush().args(args).assert().code(1);
    let table = fs::read_to_string(out.join("seats.csv")).unwrap();
    assert_eq!(table.matches(",crash\n").count(), 4);
}

#[test]
fn nothing_of_a_bot_is_left_behind() {
    let parent = Case::new(&format!("sleep 1000 & echo $! > CHILD; {READY}"), FIRST_MOVE);
    let (script, child) = (fs::read_to_string(parent.file("bot.sh")).unwrap(), parent.file("child"));
    fs::write(parent.file("bot.sh"), script.replace("CHILD", path(&child))).unwrap();
    parent.play(&[]).faultless();
    let pid: i32 = fs::read_to_string(&child).unwrap().trim().parse().unwrap();
    // A child that was killed may be a zombie for a while, which no longer runs.
    let runs = || fs::read_to_string(format!("/proc/{pid}/stat")).is_ok_and(|stat| !stat.contains(") Z "));
    let patience = Instant::now() + Duration::from_secs(20);
    while runs() {
        assert!(Instant::now() < patience, "process {pid} is still there");
        sleep(Duration::from_millis(10));
    }
}

#[test]
fn limits_of_memory_and_processor_time_hold_in_the_bot() {
    let case = Case::new(READY, FIRST_MOVE);
    let script = fs::read_to_string(case.file("bot.sh")).unwrap();
    let seen = case.file("seen");
    fs::write(case.file("bot.sh"), format!("echo $(ulimit -v) $(ulimit -t) >> {}\n{script}", path(&seen))).unwrap();
    case.play(&["--bot-memory-mb", "300", "--bot-cpu-s", "50"]).faultless();
    // Once to be asked its name, and once a game: the processor time is that of a game.
    assert_eq!(fs::read_to_string(seen).unwrap(), "307200 50\n".repeat(3));
}

#[test]
fn an_agent_of_this_program_plays_as_a_bot_of_another() {
    let serve = format!("exec:{} serve --agent greedy", cargo_bin("goldrush").display());
    let text = ok(&["match", "--a", &serve, "--b", "random", "--games", "6", "--threads", "1"]);
    assert!(text.contains("A goldrush greedy 0.1.0") && !text.contains("games lost by"), "{text}");
    let tournament =
        ["tournament", "--players", "3", "--games", "6", "--threads", "2", "--agents", &format!("{serve},random")];
    assert!(ok(&tournament).contains("goldrush greedy 0.1.0"));
}

/// The example of a bot of one's own: with the tests it is built, as `cargo test` builds examples.
#[test]
fn the_example_in_rust_passes_and_beats_random_in_every_game() {
    let example = cargo_bin("goldrush").with_file_name("examples").join("custom_agent");
    assert!(example.exists(), "build it: cargo test --no-run");
    for game in ["gold-rush", "carcassonne", "carcassonne+gold-mines", "knizia-gold"] {
        let command = format!("{} {game}", example.display());
        assert!(ok(&["check-bot", "--game", game, &command]).contains("checks passed"), "{game}");
        let bot = format!("exec:{command}");
        let text = ok(&["match", "--game", game, "--a", &bot, "--b", "random", "--games", "20"]);
        let share = text.split_once("A wins ").and_then(|(_, rest)| rest.split(' ').next()?.parse::<f64>().ok());
        assert!(share.is_some_and(|share| share > 70.0), "{game}: {text}");
    }
}

#[test]
fn check_bot_tells_what_passes_and_what_to_change() {
    let serve = format!("{} serve --agent greedy", cargo_bin("goldrush").display());
    let text = ok(&["check-bot", &serve]);
    assert!(text.contains("all 13 checks passed"), "{text}");

    let fails = |case: &Case, words: &[&str]| {
        let output = goldrush().args(["check-bot", &case.command(), "--bot-start-s", "1"]).output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        assert_eq!(output.status.code(), Some(1), "{text}");
        // However it is wrapped.
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        for word in words {
            assert!(text.contains(word), "{word}: {text}");
        }
    };
    // One of the first two moves; there may be one only.
    let random = r#"case $line in *'"count":1,'*) id=0;; *) id=$(($(od -An -N1 -tu1 /dev/urandom) % 2));; esac
        echo "{\"t\":\"move\",\"id\":$id}""#;
    fails(&Case::new(READY, random), &["plays the same with the same seed", "seed your generator"]);
    fails(&Case::new("exit 4", ":"), &["starts and is ready", "FAIL", "exit code 4"]);
    fails(&Case::new(READY, "echo 3"), &["plays a game of 2", "FAIL", "print for yourself to standard error"]);
    let strict = Case::new(READY, FIRST_MOVE);
    let script = fs::read_to_string(strict.file("bot.sh")).unwrap();
    fs::write(strict.file("bot.sh"), script.replace("esac", "*']this'*) exit 1;;\nesac")).unwrap();
    fails(&strict, &["ignores lines that are no messages", "pass over lines that are none"]);
    // What it says in ready: words there are, lists where lists are expected.
    let ready = |rest: &str| Case::new(&format!(r#"echo '{{"t":"ready","name":"test",{rest}}}'"#), FIRST_MOVE);
    fails(
        &ready(r#""games":["Carcassonne"]"#),
        &["\"Carcassonne\" in games", "gold-rush, carcassonne", "says that it plays Carcassonne"],
    );
    fails(&ready(r#""games":[]"#), &["plays what is asked for", "plays nothing"]);
    fails(&ready(r#""send":["event"]"#), &["\"event\" in send", "observation, events"]);
    fails(&ready(r#""send":[],"options":["no-farmers"]"#), &["\"no-farmers\" in options", "farmers"]);
    fails(&ready(r#""send":[],"players":[7]"#), &["7 in players"]);
    fails(&ready(r#""games":"carcassonne""#), &["wrote a message that is wrong", "expected a sequence"]);
    // Another game than it plays is refused as a match would.
    let cards = ready(r#""send":[],"games":["knizia-gold"]"#);
    let output = goldrush().args(["check-bot", &cards.command(), "--game", "carcassonne"]).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.code() == Some(1) && text.contains("plays knizia-gold, and not carcassonne"), "{text}");
    // It is asked for as many players as it says.
    let two = ready(r#""send":[],"players":[2]"#);
    let text = ok(&["check-bot", &two.command()]);
    assert!(text.contains("plays a game of 2") && !text.contains("plays a game of 3"), "{text}");
    assert!(text.contains("not tested: 3, 4, 5 players"), "{text}");
    ok(&["simulate", "--agents", &two.agents(), "--games", "2"]);
    let named = format!("exec:{}", two.command());
    let three = goldrush().args(["match", "--a", &named, "--b", "random", "--players", "3"]).output().unwrap();
    let told = String::from_utf8(three.stderr).unwrap();
    assert!(!three.status.success() && told.contains("with 2 players, and not with 3"), "{told}");
}

/// Where it failed, and its last words below the table, which stays narrow.
#[test]
fn check_bot_says_where_a_bot_failed() {
    let words = "for n in 1 2 3; do echo \"a word that takes room $n\" >&2; done";
    let case =
        Case::new(READY, &format!("if [ $n = 3 ]; then {words}; exit 1; fi; echo '{{\"t\":\"move\",\"id\":0}}'"));
    let output = goldrush().args(["check-bot", &case.command()]).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("(in a game of gold-rush of 2 players, seat 0, seed 3, decision 2)"), "{text}");
    assert!(text.contains("\n  a word that takes room 3\n"), "{text}");
}

#[test]
fn what_names_no_bot_is_refused() {
    refused(&["simulate", "--agents", "exec:"], &["--agents", "names no command"]);
    refused(&["bench", "--agents", "exec:true"], &["bench measures agents of this program"]);
    refused(&["serve", "--agent", "exec:true"], &["an agent of this program is expected"]);
    refused(&["simulate", "--bot-move-ms", "0"], &["--bot-move-ms"]);
}

/// The schema, strict: what it does not describe is refused.
fn schema(side: &str) -> jsonschema::Validator {
    fn close(value: &mut Value) {
        match value {
            Value::Object(fields) => {
                if fields.get("type") == Some(&"object".into()) && fields.contains_key("properties") {
                    fields.entry("additionalProperties").or_insert(false.into());
                }
                fields.values_mut().for_each(close);
            }
            Value::Array(values) => values.iter_mut().for_each(close),
            _ => {}
        }
    }
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("protocol.schema.json");
    let mut schema: Value = serde_json::from_str(&fs::read_to_string(file).unwrap()).unwrap();
    close(&mut schema);
    schema["$ref"] = format!("#/$defs/{side}").into();
    schema.as_object_mut().unwrap().remove("anyOf");
    jsonschema::validator_for(&schema).unwrap()
}

/// Checks the messages of a file and returns their kinds.
fn validate(schema: &jsonschema::Validator, file: &Path) -> Vec<String> {
    let text = fs::read_to_string(file).unwrap();
    let kind = |line: &str| {
        let message: Value = serde_json::from_str(line).unwrap();
        if let Err(e) = schema.validate(&message) {
            panic!("{}: {e} at {}: {line}", file.display(), e.instance_path());
        }
        message["t"].as_str().unwrap().to_owned()
    };
    text.lines().map(kind).collect()
}

/// Plays a game with a bot that wants all there is, and an agent that is served; keeps what was said with the bot, and with the agent, in
/// `host.jsonl`, `bot.jsonl`, `host2.jsonl` and `bot2.jsonl`.
fn kept_traffic(game: &str, options: &[&str]) -> Case {
    let all = r#"echo '{"t":"ready","name":"all","send":["catalogue","events","observation","then"]}'"#;
    let pick = r#"case $line in *'"count":1,'*) id=0;; *) id=$((n%2));; esac"#;
    let case = Case::new(all, &format!(r#"{pick}; echo "{{\"t\":\"move\",\"n\":$((n-1)),\"id\":$id}}""#));
    let script = fs::read_to_string(case.file("bot.sh")).unwrap();
    fs::write(case.file("bot.sh"), script.replace("esac", "*'\"t\":\"game\"'*) n=0;;\nesac")).unwrap();
    let kept = |name: &str, command: &str| {
        let (host, bot) = (case.file(&format!("host{name}.jsonl")), case.file(&format!("bot{name}.jsonl")));
        format!("exec:tee {} | {command} | tee {}", path(&host), path(&bot))
    };
    let serve = format!("{} serve --agent random --game {game}", cargo_bin("goldrush").display());
    let agents = format!("{},{},random", kept("", &case.command()), kept("2", &serve));
    let words = ["simulate", "--game", game, "--agents", &agents, "--games", "1", "--threads", "1"];
    ok(&[&words[..], options].concat());
    case
}

#[test]
fn real_traffic_is_as_the_schema_says() {
    let variants = ["--tents", "2", "--take-back", "--mining-interval", "2", "--tokens", "1=20,3=20"];
    let case = kept_traffic("gold-rush", &variants);
    let (host, bot) = (case.file("host.jsonl"), case.file("bot.jsonl"));
    let (host2, bot2) = (case.file("host2.jsonl"), case.file("bot2.jsonl"));
    let (to_bot, from_bot) = (schema("to_bot"), schema("from_bot"));
    let kinds = validate(&to_bot, &host);
    assert_eq!(kinds[..3], ["hello", "catalogue", "game"]);
    assert!(kinds.iter().filter(|kind| *kind == "decide").count() > 100);
    assert!(kinds.contains(&"over".into()));
    assert_eq!(validate(&from_bot, &bot)[..2], ["ready", "move"]);
    validate(&to_bot, &host2);
    validate(&from_bot, &bot2);
    // All kinds of moves and events occurred.
    let text = fs::read_to_string(&host).unwrap();
    for kind in ["place", "none", "cowboy", "tent", "mine", "take_back", "placed", "acted", "token", "scored"] {
        assert!(text.contains(&format!("\"kind\":\"{kind}\"")), "{kind}");
    }
    // The schema is not so wide that anything would pass.
    for (schema, wrong) in [
        (&to_bot, r#"{"t":"hello","proto":"1","program":"x","version":"1"}"#),
        (&to_bot, r#"{"t":"decide","n":0}"#),
        (&from_bot, r#"{"t":"move"}"#),
        (&from_bot, r#"{"t":"move","id":-1}"#),
    ] {
        assert!(!schema.is_valid(&serde_json::from_str(wrong).unwrap()), "{wrong}");
    }
}

/// The messages of the last game in a file.
fn last_game(file: &Path) -> Vec<Value> {
    let text = fs::read_to_string(file).unwrap();
    let mut said: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let began = said.iter().rposition(|message| message["t"] == "game").unwrap();
    said.split_off(began)
}

/// All events that were told, each with the message it came with.
fn events(messages: &[Value]) -> Vec<&Value> {
    messages.iter().filter_map(|message| message.get("events")?.as_array()).flatten().collect()
}

/// Points of each seat by the events of some kinds.
fn points_told(events: &[&Value], kind: &str, seats: usize) -> Vec<u64> {
    let mut points = vec![0; seats];
    for event in events.iter().filter(|event| event["kind"] == kind) {
        let worth = event.get("points").or(event.get("value")).unwrap().as_u64().unwrap();
        let to =
            event.get("seats").map_or_else(|| vec![event["seat"].clone()], |seats| seats.as_array().unwrap().clone());
        to.iter().for_each(|seat| points[seat.as_u64().unwrap() as usize] += worth);
    }
    points
}

/// Whoever hears the events and nothing else knows what lies where, and what every seat has.
#[test]
fn games_can_be_followed_by_their_events() {
    let (to_bot, from_bot) = (schema("to_bot"), schema("from_bot"));
    for game in ["carcassonne", "carcassonne+gold-mines", "knizia-gold"] {
        let case = kept_traffic(game, &[]);
        for name in ["", "2"] {
            let kinds = validate(&to_bot, &case.file(&format!("host{name}.jsonl")));
            assert!(kinds.contains(&"over".into()) && (name == "2") != kinds.contains(&"catalogue".into()), "{game}");
            validate(&from_bot, &case.file(&format!("bot{name}.jsonl")));
        }
        let said = last_game(&case.file("host.jsonl"));
        let told = events(&said);
        let scores: Vec<u64> =
            said.last().unwrap()["scores"].as_array().unwrap().iter().map(|n| n.as_u64().unwrap()).collect();
        let seen = &said.iter().rev().find(|message| message["t"] == "decide").unwrap()["observation"];
        if game == "knizia-gold" {
            assert_eq!(points_told(&told, "dug", 3), scores);
            let gone = told.iter().filter(|event| event["kind"] == "removed").count();
            let later = events(&said[said.len() - 1..]).iter().filter(|event| event["kind"] == "removed").count();
            let gaps = seen["grid"].as_array().unwrap().iter().filter(|card| card.is_null()).count();
            assert_eq!(gone - later, gaps);
            continue;
        }
        let laid = |event: &&&Value| event["kind"] == "placed";
        let placed: Vec<_> = told.iter().filter(laid).map(|event| [&event["tile"], &event["x"], &event["y"]]).collect();
        let tiles = seen["tiles"].as_array().unwrap();
        let shown: Vec<_> = tiles[1..].iter().map(|tile| [&tile["kind"], &tile["x"], &tile["y"]]).collect();
        assert_eq!(placed[..shown.len()], shown, "{game}");
        let mut points = points_told(&told, "scored", 3);
        // M7: what the ingots taken are worth.
        for (seat, points) in points.iter_mut().enumerate() {
            let ingots = told.iter().filter(|event| event["kind"] == "taken" && event["seat"] == seat).count() as u8;
            *points += u64::from(goldrush_engine::carcassonne::ingots::worth(ingots));
        }
        assert_eq!(points, scores, "{game}");
        let then = said.iter().filter_map(|message| message.get("moves")?.as_array()).flatten();
        assert!(then.into_iter().any(|offer| offer.get("then").is_some()), "{game}");
    }
}

#[test]
fn a_bot_is_not_asked_for_a_game_it_does_not_play() {
    let ready = r#"echo '{"t":"ready","name":"one","games":["gold-rush"],"options":["tents"],"send":[]}'"#;
    let case = Case::new(ready, FIRST_MOVE);
    ok(&["simulate", "--agents", &case.agents(), "--games", "2", "--tents", "2"]);
    let stopped = |options: &[&str], words: &[&str]| {
        let output = goldrush().args(["simulate", "--agents", &case.agents(), "--games", "2"]).args(options).output();
        let told = String::from_utf8(output.unwrap().stderr).unwrap();
        words.iter().for_each(|word| assert!(told.contains(word), "{word}: {told}"));
    };
    stopped(&["--game", "carcassonne"], &["cannot play this", "plays gold-rush, and not carcassonne"]);
    stopped(&["--no-farmers"], &["cannot play this", "farmers", "but with tents"]);
    let checked = |case: &Case| ok(&["check-bot", &case.command()]).split_whitespace().collect::<Vec<_>>().join(" ");
    let text = checked(&case);
    assert!(text.contains("plays variants of the rules") && text.contains("all 13 checks passed"), "{text}");
    assert!(text.contains("not tested: carcassonne, carcassonne+gold-mines, knizia-gold"), "{text}");
    assert!(text.contains("not tested: gold-rush with other than the printed tiles, farmers,"), "{text}");
    let two =
        Case::new(r#"echo '{"t":"ready","name":"two","games":["knizia-gold","carcassonne"],"send":[]}'"#, FIRST_MOVE);
    let text = checked(&two);
    assert!(text.contains("plays a game of 5 at carcassonne") && text.contains("at knizia-gold"), "{text}");
    assert!(text.contains("all 18 checks passed"), "{text}");
}

#[test]
fn what_is_said_with_a_bot_is_kept_if_asked_for() {
    let case = Case::new("echo thinking >&2; echo '{\"t\":\"ready\",\"name\":\"test\",\"send\":[]}'", FIRST_MOVE);
    let logs = case.file("logs");
    ok(&["simulate", "--agents", &case.agents(), "--games", "2", "--threads", "1", "--bot-log", path(&logs)]);
    // The first process is asked its name, the second plays.
    let text = fs::read_to_string(logs.join("bot-2.txt")).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], format!("# {}", case.command()));
    assert!(lines[1].starts_with("> {\"t\":\"hello\""), "{text}");
    assert!(lines.contains(&"! thinking") && lines.contains(&"< {\"t\":\"move\",\"id\":0}"), "{text}");
    assert!(lines.last().unwrap().starts_with("> {\"t\":\"over\""), "{text}");
    // Another run adds its own.
    ok(&["check-bot", &case.command(), "--bot-log", path(&logs)]);
    assert!(logs.join("bot-3.txt").exists());
    refused(&["check-bot", "true", "--bot-log", "/dev/null/logs"], &["--bot-log /dev/null/logs"]);
}

#[test]
fn what_a_bot_says_of_its_moves_is_kept_and_its_name_is_shown() {
    let ready = r#"echo '{"t":"ready","name":"talker","version":"2.1","send":[]}'"#;
    let said = r#"echo '{"t":"move","id":0,"value":3.256,"pv":["here","there"],"note":"because"}'"#;
    let case = Case::new(ready, said);
    let (out, agents) = (case.file("run"), case.agents());
    let words = ["simulate", "--agents", &agents, "--games", "2", "--threads", "1", "--records", "all"];
    let text = ok(&[&words[..], &["--out", path(&out)]].concat());
    assert!(text.contains("talker 2.1") && !text.contains("exec:"), "{text}");
    let plan = fs::read_to_string(out.join("run.toml")).unwrap();
    assert!(plan.contains("[bot_names]") && plan.contains("talker 2.1"), "{plan}");
    let record: Value =
        serde_json::from_str(fs::read_to_string(out.join("records.jsonl")).unwrap().lines().next().unwrap()).unwrap();
    let (values, remarks) = (record["values"].as_array().unwrap(), record["remarks"].as_array().unwrap());
    assert_eq!((&values[0], &values[1]), (&Value::from(3.26), &Value::Null));
    assert_eq!(remarks[0]["pv"], Value::from(vec!["here", "there"]));
    assert!(remarks[0]["note"].as_str().unwrap().starts_with("because") && remarks[1].is_null());
    let text = ok(&["replay", path(&out.join("records.jsonl"))]).split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(text.contains("(expected a lead of +3.3; said: because; because; looked ahead: here, there)"), "{text}");
    // A match of two who call themselves the same is told by their commands.
    let twin = Case::new(ready, said);
    let (a, b) = (format!("exec:{}", case.command()), format!("exec:{}", twin.command()));
    assert!(ok(&["match", "--a", &a, "--b", &b, "--games", "2"]).contains("A talker 2.1"));
    let three = format!("{a},{b},greedy");
    assert!(ok(&["simulate", "--agents", &three, "--games", "3"]).contains("exec:"));
    ok(&["verify", path(&out)]);
}

/// A bot that knows its name from its options: it wins nothing by them, but its processes take time.
#[test]
fn a_bot_goes_by_the_options_it_is_named_with_and_its_processor_time_is_told() {
    let keep = "printf '%s\\n' \"$line\" | grep -o '\"options\":{[^}]*}' >> \"$0.heard\"";
    let case = Case::new(READY, FIRST_MOVE);
    let script = fs::read_to_string(case.file("bot.sh")).unwrap();
    let script =
        script.replace("*'\"t\":\"decide\"'*)", &format!("*'\"t\":\"game\"'*) {keep};;\n*'\"t\":\"decide\"'*)"));
    fs::write(case.file("bot.sh"), script).unwrap();
    let [a, b] = [3, 5].map(|depth| format!("exec:\"{}\":bold=true,depth={depth}", case.command()));
    let out = case.file("run");
    let text = ok(&["match", "--a", &a, "--b", &b, "--games", "40", "--threads", "1", "--out", path(&out)]);
    assert!(text.contains("A test bold=true depth=3") && text.contains("B test bold=true depth=5"), "{text}");
    let heard = fs::read_to_string(case.file("bot.sh.heard")).unwrap();
    for depth in [3, 5] {
        let line = format!("\"options\":{{\"bold\":true,\"depth\":{depth}}}");
        assert_eq!(heard.lines().filter(|heard| *heard == line).count(), 40, "{heard}");
    }
    // Where the system tells it.
    if fs::exists("/proc/self/stat").unwrap() {
        assert!(text.contains("processor ms"), "{text}");
        let machine: Value = serde_json::from_str(&fs::read_to_string(out.join("machine.json")).unwrap()).unwrap();
        assert!(machine["effort"][0]["processor_ms_per_turn"].is_number(), "{machine}");
    }
    ok(&["verify", path(&out)]);
    refused(&["match", "--a", "exec:\"a\":b", "--b", "random"], &["NAME=VALUE", ":depth=3"]);
}

/// It plays better the closer its number is to 7.
#[test]
fn numbers_of_a_bot_are_tuned() {
    let folder = tempfile::tempdir().unwrap();
    let bot = folder.path().join("bot.py");
    let source = r#"
import json, random, sys
for line in sys.stdin:
    message = json.loads(line)
    if message["t"] == "hello":
        print(json.dumps({"t": "ready", "name": "tuned", "send": ["moves", "scores"]}), flush=True)
    elif message["t"] == "game":
        number, chance, seat = message["options"]["number"], random.Random(message["seed"]), message["seat"]
    elif message["t"] == "decide":
        moves = message["moves"]
        best = max(moves, key=lambda move: move["scores"][seat])
        careless = chance.random() < abs(number - 7) / 8
        print(json.dumps({"t": "move", "id": chance.randrange(len(moves)) if careless else best["id"]}), flush=True)
"#;
    fs::write(&bot, source).unwrap();
    let named = format!("exec:\"python3 {}\":number=3", path(&bot));
    let tune = ["tune", "--bot", &named, "--parameter", "number=1..9", "--games", "8", "--test", "8"];
    let text = ok(&[&tune[..], &["--iterations", "6", "--step", "0.2", "--threads", "2"]].concat());
    assert!(text.contains("number               3.0000 ->"), "{text}");
    let found = text.lines().last().unwrap();
    assert!(found.starts_with("exec:\"python3 ") && found.contains("\":number="), "{text}");
    ok(&["match", "--a", found, "--b", "random", "--games", "2"]);
    refused(&["tune", "--bot", "greedy", "--parameter", "a=1..2"], &["--bot greedy", "a command is expected"]);
    refused(&["tune", "--bot", &named, "--parameter", "number"], &["--parameter number", "NAME=LOW..HIGH"]);
    refused(&["tune", "--bot", &named], &["--parameter"]);
}
