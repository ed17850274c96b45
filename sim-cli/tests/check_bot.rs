//! `goldrush lab check-bot`: what passes, what fails and where, and what was not tested.
#![cfg(unix)]

use std::fs;

use crate::bot::{Case, FIRST_MOVE, READY};
use crate::command::{goldrush, ok, one_line};
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
    let alike = "plays with 2, 3, 4, 5 players; plays variants of the rules: write only messages to standard output";
    fails(
        &Case::new(READY, "echo 3"),
        &["plays with 2 players", "FAIL", alike],
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
        &ready(r#""send":["event"]"#),
        &["\"event\" in send", "observation, features, events"],
    );
    fails(
        &ready(r#""send":[],"rules":["no-farmers"]"#),
        &["\"no-farmers\" in rules", "farmers"],
    );
    fails(&ready(r#""send":[],"players":[7]"#), &["7 in players"]);
    fails(
        &ready(r#""games":"carcassonne""#),
        &["wrote a message that is wrong", "expected a sequence"],
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
    let place = "(in gold-rush with 2 players, seat 0, seed 4708263778679887, decision 2)";
    assert!(one_line(&text).contains(place), "{text}");
    // Said once for all the checks that it failed.
    assert_eq!(
        text.matches("\n  a word that takes room 3\n").count(),
        1,
        "{text}"
    );
    let alone = ["--game", "gold-rush", "--players", "2", "--seed", "1"];
    assert!(
        text.contains(&format!(
            "alone: goldrush lab check-bot {} 'sh ",
            alone.join(" ")
        )),
        "{text}"
    );
    let text = one_line(&check(&alone));
    assert!(
        text.contains(place) && !text.contains("plays with 3 players"),
        "{text}"
    );
    assert!(
        text.contains("not tested: 3, 4, 5 players; --players named another number"),
        "{text}"
    );
}
