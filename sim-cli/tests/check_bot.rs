//! `goldrush lab check-bot`: what passes, what fails and where, and what was not tested.
#![cfg(unix)]

use std::fs;
use std::io::{BufRead as _, BufReader};
use std::process::{Command, Stdio};

use crate::bot::{Case, FIRST_MOVE, READY};
use crate::command::{goldrush, ok, one_line, path, refused};
use assert_cmd::cargo::cargo_bin;

#[test]
fn check_bot_reports_passes_and_gives_advice() {
    let serve = format!(
        "{} lab serve --agent greedy",
        cargo_bin("goldrush").display()
    );
    let text = ok(&["lab", "check-bot", &serve]);
    assert!(text.contains("all 14 checks passed"), "{text}");

    let fails = |case: &Case, words: &[&str]| {
        let output = goldrush()
            .args(["lab", "check-bot", &case.command(), "--bot-start-s", "1"])
            .output()
            .unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        assert_eq!(output.status.code(), Some(1), "{text}");
        // Regardless of how the text is wrapped.
        let text = one_line(&text);
        for word in words {
            assert!(text.contains(word), "{word}: {text}");
        }
    };
    // Chooses one of the first two moves at random, or the only one.
    let random = r#"case $line in *'"count":1,'*) id=0;; *) id=$(($(od -An -N1 -tu1 /dev/urandom) % 2));; esac
        echo "{\"t\":\"move\",\"id\":$id}""#;
    fails(
        &Case::new(READY, random),
        &["plays the same with the same seed", "seed your generator"],
    );
    fails(
        &Case::new("exit 4", ":"),
        &["starts and is ready", "FAIL", "exit code 4"],
    );
    let alike = "FAIL: plays with 2, 3, 4, 5 players; plays variants of the rules observed: protocol: wrote a line that is no \
                 message: 3 where: in gold-rush with 2 players";
    fails(
        &Case::new(READY, "echo 3"),
        &[
            "FAIL plays with 2 players",
            alike,
            "to change: write only messages to standard output",
        ],
    );
    // Said in words for the author, once, with what is possible there.
    fails(
        &Case::new(READY, r#"echo '{"t":"move","id":-1}'"#),
        &[
            "wrote a message that is wrong (`id` is -1: a whole number from 0 to ",
            "to change: answer with the `id` of one of the moves offered",
        ],
    );
    fails(
        &Case::new(
            r#"echo '{"t":"ready","name":"x","options":{"depth":[1,2]}}'"#,
            FIRST_MOVE,
        ),
        &["`options.depth` is [1,2]: a number, a text, true or false is expected"],
    );
    let strict = Case::new(READY, FIRST_MOVE);
    let script = fs::read_to_string(strict.file("bot.sh")).unwrap();
    fs::write(
        strict.file("bot.sh"),
        script.replace("esac", "*']this'*) exit 1;;\nesac"),
    )
    .unwrap();
    fails(
        &strict,
        &[
            "ignores lines that are not messages",
            "ignore lines that are not JSON objects",
        ],
    );
    // Contents of `ready`: known words, and lists where lists are expected.
    let ready = |rest: &str| {
        Case::new(
            &format!(r#"echo '{{"t":"ready","name":"test",{rest}}}'"#),
            FIRST_MOVE,
        )
    };
    fails(
        &ready(r#""games":["Carcassonne"]"#),
        &[
            "\"Carcassonne\" in games",
            "gold-rush, carcassonne",
            "says that it plays Carcassonne",
        ],
    );
    fails(
        &ready(r#""games":[]"#),
        &["plays what is asked for", "plays nothing"],
    );
    fails(
        &ready(r#""send":["event","moves","score"],"players":[7,2]"#),
        &[
            "\"event\", \"score\" in send; 7 in players",
            "observation, features, events",
        ],
    );
    fails(
        &ready(r#""send":[],"rules":["no-farmers"]"#),
        &["\"no-farmers\" in rules", "farmers"],
    );
    fails(
        &ready(r#""games":"carcassonne""#),
        &[
            "(`games` is \"carcassonne\": a list of texts is expected)",
            "to change: let `games` be a list of texts",
        ],
    );
    // A game that the bot does not play is refused, as in a match.
    let cards = ready(r#""send":[],"games":["knizia-gold"]"#);
    let output = goldrush()
        .args([
            "lab",
            "check-bot",
            &cards.command(),
            "--game",
            "carcassonne",
        ])
        .output()
        .unwrap();
    let text = one_line(&String::from_utf8(output.stdout).unwrap());
    assert!(
        output.status.code() == Some(1) && text.contains("plays knizia-gold, and not carcassonne"),
        "{text}"
    );
    // It is tested only with the numbers of players it supports.
    let two = ready(r#""send":[],"players":[2]"#);
    let text = ok(&["lab", "check-bot", &two.command()]);
    assert!(
        text.contains("plays with 2 players") && !text.contains("plays with 3 players"),
        "{text}"
    );
    assert!(text.contains("not tested: 3, 4, 5 players"), "{text}");
    ok(&["simulate", "--agents", &two.agents(), "--games", "2"]);
    let named = format!("exec:{}", two.command());
    let three = goldrush()
        .args(["match", "--a", &named, "--b", "random", "--players", "3"])
        .output()
        .unwrap();
    let told = String::from_utf8(three.stderr).unwrap();
    assert!(
        !three.status.success() && told.contains("with 2 players, and not with 3"),
        "{told}"
    );
}

/// Shows where the bot failed, and its standard error below the table, which stays narrow.
#[test]
fn check_bot_shows_where_a_bot_failed() {
    let words = "for n in 1 2 3; do echo \"a word that takes room $n\" >&2; done";
    let case = Case::new(
        READY,
        &format!("if [ $n = 3 ]; then {words}; exit 1; fi; echo '{{\"t\":\"move\",\"id\":0}}'"),
    );
    let check = |more: &[&str]| {
        let output = goldrush()
            .args(["lab", "check-bot", &case.command()])
            .args(more)
            .output()
            .unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    let text = check(&[]);
    let place = "where: in gold-rush with 2 players, seat 0, seed 4708263778679887, decision 2";
    assert!(one_line(&text).contains(place), "{text}");
    // Said once for all the checks that it failed.
    assert_eq!(
        text.matches("\n    a word that takes room 3\n").count(),
        1,
        "{text}"
    );
    let alone =
        "alone:\n  goldrush lab check-bot \\\n    --only 'plays with 2 players' \\\n    'sh ";
    assert!(text.contains(alone), "{text}");
    let text = one_line(&check(&["--only", "plays with 2 players"]));
    assert!(
        text.contains(place) && !text.contains("3 players") && !text.contains("ignores"),
        "{text}"
    );
    let text = one_line(&check(&["--players", "2"]));
    assert!(
        text.contains("not tested: 3, 4, 5 players; --players named another number"),
        "{text}"
    );
    let output = goldrush()
        .args(["lab", "check-bot", &case.command(), "--only", "wins"])
        .output()
        .unwrap();
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(
        output.status.code() == Some(2) && told.contains("no check has these words"),
        "{told}"
    );
}

/// Each observation comes with what to change, whatever the check in which it was made.
#[test]
fn check_bot_says_what_to_change() {
    let ready = |rest: &str| format!(r#"echo '{{"t":"ready","name":"x","send":[]{rest}}}'"#);
    let says = |answer: &str| format!("echo '{answer}'");
    let plain = ready("");
    for (hello, decide, seen, advice) in [
        (
            &says("hello received!"),
            FIRST_MOVE,
            "wrote a line that is no message: hello received!",
            "write only messages to standard output, one per line and one per answer; write debug",
        ),
        (
            &ready(r#","proto":1"#),
            FIRST_MOVE,
            "speaks version 1 of the protocol",
            "write \"proto\":2 in ready, or leave it out",
        ),
        (
            &"exit 0".into(),
            ":",
            "ended with exit code 0",
            "read lines until standard input ends",
        ),
        (
            &plain,
            &says(r#"{"t":"Move","id":0}"#),
            "it wrote {\"t\":\"Move\",\"id\":0}, whose t is unknown and therefore ignored",
            "write \"t\":\"move\" in answers to decide",
        ),
        (
            &says(r#"{"t":"Ready","name":"x"}"#),
            ":",
            "it wrote {\"t\":\"Ready\",\"name\":\"x\"}, whose t is unknown",
            "write \"t\":\"ready\" in the answer to hello",
        ),
        (
            &plain,
            ":",
            "waited 200 ms for a move (--bot-move-ms)",
            "flush standard output after each message",
        ),
        (
            &plain,
            "printf '{\\n\"t\":\"move\"}\\n'",
            "wrote a line that is no message: {",
            "write each message on one line",
        ),
        (
            &plain,
            r#"echo '{"t":"move","id":0,"n":7}'"#,
            "answered decision 7 when asked for decision 0",
            "copy n from the decide that you answer",
        ),
        (
            &plain,
            r#"echo '{"t":"move","id":0}'; echo '{"t":"move","id":0}'"#,
            "sent a move before it was asked for one",
            "answer each decide once",
        ),
        (
            &plain,
            "kill -SEGV $$",
            "was ended by signal 11 (SIGSEGV: invalid memory access)",
            "find the access with a debugger",
        ),
    ] {
        let case = Case::new(hello, decide);
        let output = goldrush()
            .args(["lab", "check-bot", &case.command(), "--players", "2"])
            .args(["--bot-move-ms", "200", "--bot-start-s", "1"])
            .output()
            .unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        assert_eq!(output.status.code(), Some(1), "{text}");
        let text = one_line(&text);
        assert!(text.contains(seen), "{seen}: {text}");
        assert!(
            text.contains(&format!("to change: {advice}")),
            "{advice}: {text}"
        );
    }
}

/// A command that starts no bot is told as such, once; the protocol has nothing to do with it.
#[test]
fn check_bot_explains_commands_that_start_no_bot() {
    let folder = tempfile::tempdir().unwrap();
    let syntax = folder.path().join("bot.py");
    fs::write(&syntax, "import json\nimport nosuchmodule\n").unwrap();
    let file = path(&syntax).to_owned();
    for (command, seen, advice) in [
        (
            "./nosuch",
            "crash: there is no program ./nosuch in /",
            "check the path",
        ),
        (
            "exec:./nosuch",
            "crash: there is no program ./nosuch in /",
            "check the path",
        ),
        (
            "pyton3 bot.py",
            "crash: there is no program pyton3",
            "check its spelling",
        ),
        (
            "python3 nosuch.py",
            "crash: there is no file nosuch.py in /",
            "check the path",
        ),
        (
            "nosuch && true",
            "ended with exit code 127",
            "check the names and paths",
        ),
        (
            &file,
            "bot.py may not be executed",
            &format!("run chmod +x {file}, or start it with python3"),
        ),
        (
            &format!("python3 {file}"),
            "crash: ended with exit code 1",
            &format!("correct line 2 of {file}: ModuleNotFoundError"),
        ),
    ] {
        for sandbox in [&[][..], &["--sandbox"]] {
            let output = goldrush()
                .args(["lab", "check-bot", command])
                .args(sandbox)
                .output()
                .unwrap();
            let text = one_line(&String::from_utf8(output.stdout).unwrap());
            assert!(text.contains(seen), "{seen}: {text}");
            assert!(
                text.contains(&format!("to change: {advice}")),
                "{advice}: {text}"
            );
        }
    }
    for command in ["", " ", "exec:"] {
        refused(&["lab", "check-bot", command], &["python3 mybot.py"]);
    }
    let options = "exec:\"python3 bot.py\":depth=3";
    refused(&["lab", "check-bot", options], &["leave out the options"]);
    // In a match as well.
    let output = goldrush()
        .args(["match", "--a", "exec:./nosuch", "--b", "random"])
        .output()
        .unwrap();
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(
        told.contains("there is no program ./nosuch in /") && told.contains("; check the path"),
        "{told}"
    );
}

/// Results are shown as they are found, and what was found is kept at Ctrl-C; a bot that never answers is not asked again.
#[test]
fn check_bot_shows_what_it_has_found_so_far() {
    let slow = Case::new(READY, &format!("sleep 0.3; {FIRST_MOVE}"));
    let mut checked = Command::new(cargo_bin("goldrush"))
        .args(["lab", "check-bot", &slow.command()])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut shown = String::new();
    let mut lines = BufReader::new(checked.stdout.take().unwrap());
    lines.read_line(&mut shown).unwrap();
    assert!(
        shown.starts_with("pass     starts and is ready: test in "),
        "{shown}"
    );
    let number = checked.id().to_string();
    Command::new("kill")
        .args(["-INT", &number])
        .status()
        .unwrap();
    let output = checked.wait_with_output().unwrap();
    let told = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(130), "{told}");
    assert!(told.contains(" of 14 checks"), "{told}");

    let silent = Case::new(READY, ":");
    let output = goldrush()
        .args([
            "lab",
            "check-bot",
            &silent.command(),
            "--bot-move-ms",
            "100",
        ])
        .output()
        .unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(
        text.contains("skipped  plays with 3 players: it did not answer before"),
        "{text}"
    );
}

/// A move without a line end is told as such, and no line is wider than a terminal, except for a command to copy.
#[test]
fn check_bot_tells_a_move_without_a_line_end() {
    let case = Case::new(READY, r#"printf '{"t":"move","id":0}'"#);
    let output = goldrush()
        .args(["lab", "check-bot", &case.command(), "--players", "2"])
        .args(["--bot-move-ms", "200"])
        .output()
        .unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let wide = text.lines().filter(|line| line.chars().count() > 80);
    let wide: Vec<&str> = wide
        .filter(|line| !line.contains("goldrush lab check-bot "))
        .collect();
    assert!(wide.is_empty(), "{text}");
    let text = one_line(&text);
    for words in [
        "it wrote a line without a line end: {\"t\":\"move\",\"id\":0}",
        "to change: end each message with a line end, \"\\n\", and flush standard output",
    ] {
        assert!(text.contains(words), "{words}: {text}");
    }
}

/// A new bot passes its own tests and every check, and beats random in all games.
fn new_bot_plays_well(language: &str, [program, file, tests]: [&str; 3]) {
    let folder = tempfile::tempdir().unwrap();
    let made = folder.path().join(language);
    let told = ok(&["lab", "new-bot", language, path(&made)]);
    assert!(
        told.contains(&format!("{program} {tests}").replace("-m", "-m ")),
        "{told}"
    );
    let tested = Command::new(program).arg(tests).current_dir(&made).output();
    let tested = tested.unwrap();
    assert!(tested.status.success(), "{tested:?}");
    let command = format!("{program} {}", path(&made.join(file)));
    let checked = ok(&["lab", "check-bot", &command]);
    assert!(checked.contains(&format!("{language} in ")), "{checked}");
    assert!(!checked.contains("not tested"), "{checked}");
    let bot = format!("exec:{command}");
    for game in [
        "gold-rush",
        "carcassonne",
        "carcassonne+gold-mines",
        "knizia-gold",
    ] {
        let played = ["match", "--game", game, "--games", "4", "--threads", "1"];
        let text = ok(&[&played[..], &["--a", &bot, "--b", "random"]].concat());
        let share = text
            .split_once("A wins ")
            .and_then(|(_, rest)| rest.split('%').next()?.parse::<f64>().ok());
        assert!(share.is_some_and(|share| share > 70.0), "{text}");
    }
    refused(
        &["lab", "new-bot", language, path(&made)],
        &["is not empty; give a new folder"],
    );
}

#[test]
fn new_bot_in_python_plays_well() {
    new_bot_plays_well("python", ["python3", "bot.py", "-munittest"]);
}

#[test]
fn new_bot_in_javascript_plays_well() {
    new_bot_plays_well("javascript", ["node", "bot.js", "--test"]);
}

/// `.ci/steps.py` has checks of those that are built.
#[test]
fn new_bots_in_go_and_rust_have_the_name_of_their_folder() {
    let folder = tempfile::tempdir().unwrap();
    let made = folder.path().join("going");
    let told = ok(&["lab", "new-bot", "go", path(&made)]);
    assert!(told.contains("lab check-bot \"./going\""), "{told}");
    let module = fs::read_to_string(made.join("go.mod")).unwrap();
    assert!(module.starts_with("module going\n"), "{module}");
    let made = folder.path().join("rusty");
    ok(&["lab", "new-bot", "rust", path(&made)]);
    let package = fs::read_to_string(made.join("Cargo.toml")).unwrap();
    assert!(package.contains("name = \"rusty\""), "{package}");
    assert!(made.join("goldrush-bot/src/serve.rs").exists());
}
