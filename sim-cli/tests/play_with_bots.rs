//! `goldrush play` against bots that run as child processes.
#![cfg(unix)]

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::command::{goldrush, kept_in, ok, one_line, path, refused};
use tempfile::TempDir;

const READY: &str = r#"echo '{"t":"ready","name":"test","send":["events"]}'"#;
const FIRST_MOVE: &str = r#"echo '{"t":"move","id":0}'"#;

/// A folder with a bot, a shell script that logs what it reads.
struct Case {
    folder: TempDir,
}

impl Case {
    /// Creates a bot that runs these commands when greeted and at each decision; `$n` counts the decisions of the process.
    fn new(on_hello: &str, on_decide: &str) -> Case {
        let case = Case {
            folder: tempfile::tempdir().unwrap(),
        };
        let heard = path(&case.file("heard")).to_owned();
        let script = format!(
            "n=0\nwhile read -r line; do\necho \"$line\" >> {heard}\ncase $line in\n*'\"t\":\"hello\"'*) {on_hello};;\n\
             *'\"t\":\"decide\"'*) n=$((n+1)); {on_decide};;\nesac\ndone\n"
        );
        fs::write(case.file("bot.sh"), script).unwrap();
        case
    }

    fn file(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn bot(&self) -> String {
        format!("exec:sh {}", path(&self.file("bot.sh")))
    }

    /// Returns the output of `goldrush play` for these input lines.
    fn play(&self, args: &[&str], lines: &str) -> String {
        let mut command = goldrush();
        command
            .current_dir(self.folder.path())
            .args(["play", "--no-review"])
            .args(args)
            .args(kept_in(self.folder.path(), args))
            .write_stdin(lines);
        let assert = command
            .timeout(Duration::from_secs(300))
            .assert()
            .success()
            .stderr("");
        String::from_utf8(assert.get_output().stdout.clone()).unwrap()
    }

    fn turns(&self, name: &str) -> serde_json::Value {
        let record: serde_json::Value =
            serde_json::from_str(&fs::read_to_string(self.file(name)).unwrap()).unwrap();
        record["turns"].clone()
    }

    /// Returns the kinds of messages that the bot read.
    fn heard(&self) -> Vec<String> {
        let text = fs::read_to_string(self.file("heard")).unwrap();
        let kind = |line| {
            serde_json::from_str::<serde_json::Value>(line).unwrap()["t"]
                .as_str()
                .unwrap()
                .to_owned()
        };
        text.lines().map(kind).collect()
    }
}

#[test]
fn whole_game_is_played_against_the_example_bot() {
    let case = Case::new(READY, FIRST_MOVE);
    let bot = Path::new(env!("CARGO_MANIFEST_DIR")).join("../scripts/bots/greedy.py");
    let opponents = format!("exec:python3 {}", path(&bot));
    let text = case.play(
        &["--seed", "3", "--opponents", &opponents],
        &"1\n".repeat(400),
    );
    assert!(
        text.contains("B greedy.py") && !text.contains("mattered"),
        "{text}"
    );
    assert!(!text.contains("had a fault"), "{text}");
    assert!(case.turns("goldrush-3.json").as_array().unwrap().len() > 60);
    // Every command can read the record.
    let replayed = ok(&["replay", path(&case.file("goldrush-3.json"))]);
    assert!(
        replayed.contains("B exec:python3 ") && replayed.contains("greedy.py"),
        "{replayed}"
    );
}

#[test]
fn game_against_a_bot_is_saved_with_its_command_and_resumes() {
    let case = Case::new(READY, FIRST_MOVE);
    let begin = ["--seed", "4", "--opponents", &case.bot(), "--save"];
    case.play(&[&begin[..], &["whole.json"]].concat(), &"2\n".repeat(400));
    let whole = case.heard();
    assert_eq!(whole[..3], ["hello", "game", "decide"]);
    assert_eq!(whole.last().unwrap(), "over");
    fs::remove_file(case.file("heard")).unwrap();
    case.play(&[&begin[..], &["parts.json"]].concat(), &"2\n".repeat(9));
    fs::remove_file(case.file("heard")).unwrap();
    let end = case.play(&["--resume", "parts.json"], &"2\n".repeat(400));
    assert!(
        end.contains("B bot.sh") && !end.contains("had a fault"),
        "{end}"
    );
    assert_eq!(case.turns("parts.json"), case.turns("whole.json"));
    // The new process is sent all past events, so it can play as if it had been there.
    let heard = fs::read_to_string(case.file("heard")).unwrap();
    let first = heard
        .lines()
        .find(|line| line.contains("\"decide\""))
        .unwrap();
    assert!(first.matches("\"kind\":\"placed\"").count() >= 5, "{first}");
}

#[test]
fn dead_bot_is_reported_and_greedy_plays_on() {
    let case = Case::new(
        READY,
        &format!("if [ $n = 9 ]; then echo out of ideas >&2; exit 7; fi; {FIRST_MOVE}"),
    );
    let text = case.play(
        &["--seed", "5", "--opponents", &case.bot()],
        &"1\n".repeat(400),
    );
    let told = one_line(&text);
    let sentence = "B had a fault (crash: ended with exit code 7; standard error: out of ideas); greedy takes over its seat.";
    // When it happens, and beside the result.
    assert_eq!(told.matches(sentence).count(), 2, "{text}");
    assert!(case.turns("goldrush-5.json").as_array().unwrap().len() > 60);
    assert_eq!(
        case.heard().iter().filter(|kind| *kind == "hello").count(),
        1,
        "it is not started again"
    );
}

#[test]
fn silent_bot_gets_exactly_its_time_limit() {
    let case = Case::new(
        READY,
        &format!("if [ $n = 3 ]; then sleep 60; fi; {FIRST_MOVE}"),
    );
    let text = case.play(
        &[
            "--seed",
            "6",
            "--opponents",
            &case.bot(),
            "--bot-move-ms",
            "300",
        ],
        &"1\n".repeat(12),
    );
    let told = one_line(&text);
    assert!(
        told.contains("B had a fault (timeout: waited 300 ms for a move (--bot-move-ms))"),
        "{text}"
    );
}

#[test]
fn bot_gets_a_new_game_message_after_undo() {
    let case = Case::new(READY, FIRST_MOVE);
    let lines = format!("{}u\nu\n{}q\n", "1\n".repeat(12), "1\n".repeat(9));
    let text = case.play(
        &["--seed", "7", "--opponents", &case.bot(), "--practice"],
        &lines,
    );
    assert!(!text.contains("had a fault"), "{text}");
    let heard = case.heard();
    assert_eq!(heard.iter().filter(|kind| *kind == "hello").count(), 1);
    assert_eq!(
        heard.iter().filter(|kind| *kind == "game").count(),
        2,
        "{heard:?}"
    );
}

#[test]
fn bot_that_cannot_start_ends_the_command_before_the_game() {
    let case = Case::new("echo no licence here >&2; exit 3", ":");
    let output = goldrush()
        .current_dir(case.folder.path())
        .args(["play", "--seed", "8", "--opponents", &case.bot()])
        .write_stdin("1\n")
        .output()
        .unwrap();
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!(
        (
            output.status.code(),
            output.stdout.len(),
            error.lines().count()
        ),
        (Some(1), 0, 1),
        "{error}"
    );
    assert!(
        error.contains("could not be started, twice") && error.contains("no licence here"),
        "{error}"
    );
    assert!(!case.file("goldrush-8.json").exists(), "no game was begun");
    refused(
        &["play", "--opponents", "exec:"],
        &["--opponents", "names no command"],
    );
}
