//! First steps and returning: saved games in the user's folder, the history, watching bots, finding rules by a word.

use std::fs;
use std::path::PathBuf;

use crate::command::{goldrush, ok, one_line, path, refused};

struct Home(tempfile::TempDir);

impl Home {
    fn new() -> Home {
        Home(tempfile::tempdir().unwrap())
    }

    fn data(&self) -> PathBuf {
        self.0.path().join("data")
    }

    fn run(&self, args: &[&str], lines: &str) -> String {
        let mut command = goldrush();
        command
            .current_dir(self.0.path())
            .env("XDG_DATA_HOME", self.data())
            .args(args)
            .write_stdin(lines);
        String::from_utf8(command.assert().success().get_output().stdout.clone()).unwrap()
    }

    fn files(&self) -> Vec<String> {
        let entries = fs::read_dir(self.data().join("goldrush"))
            .into_iter()
            .flatten()
            .flatten();
        let mut names: Vec<_> = entries
            .map(|entry| entry.file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }
}

/// Returns every position, repeatedly.
fn all_cards(rounds: usize) -> String {
    let positions = (0..64).map(|at| format!("{}{}\n", char::from(b'a' + at % 8), at / 8 + 1));
    std::iter::repeat_n(positions, rounds).flatten().collect()
}

#[test]
fn games_are_saved_in_the_user_folder_and_listed_in_the_history() {
    let home = Home::new();
    let none = home.run(&["history"], "");
    assert!(
        none.contains("No finished games") && one_line(&none).contains("goldrush play"),
        "{none}"
    );
    let cards = [
        "play",
        "--game",
        "knizia-gold",
        "--opponents",
        "level1,level3",
        "--seat",
        "1",
    ];
    for seed in ["5", "5", "6"] {
        let text = home.run(&[&cards[..], &["--seed", seed]].concat(), &all_cards(60));
        let again = format!(
            "goldrush play --opponents level1,level3 --seat 1 --game knizia-gold --seed {seed}"
        );
        assert!(
            text.contains("data/goldrush/knizia-gold-") && one_line(&text).contains(&again),
            "{text}"
        );
    }
    // An unfinished game, one elsewhere, and a file that is not a game.
    home.run(&["play", "--seed", "7"], "1\n1\n");
    home.run(&["play", "--seed", "8", "--save", "here.json"], "1\n");
    assert!(home.0.path().join("here.json").exists());
    fs::write(home.data().join("goldrush/other.json"), "{}\n").unwrap();
    let files = [
        "gold-rush-7.json",
        "knizia-gold-5-2.json",
        "knizia-gold-5.json",
        "knizia-gold-6.json",
        "other.json",
    ];
    assert_eq!(home.files(), files);
    let history = home.run(&["history"], "");
    assert_eq!(history.matches("level1, level3").count(), 3, "{history}");
    for opponent in ["level1, knizia-gold", "level3, knizia-gold"] {
        let row = history
            .lines()
            .find(|line| line.contains(opponent) && line.contains('%'))
            .unwrap();
        assert!(row.split_whitespace().any(|word| word == "3"), "{row}");
    }
    assert!(history.contains("1 game not finished"), "{history}");
    let there = ok(&["history", "--folder", path(&home.data().join("goldrush"))]);
    assert!(there.contains("knizia-gold-5-2.json"), "{there}");
    refused(
        &["history", "--folder", "nowhere"],
        &["--folder nowhere", "no such folder"],
    );
}

/// The command printed at the end of a game deals it again, with all its options.
#[test]
fn printed_command_gives_a_friend_the_same_deal() {
    let home = Home::new();
    let options = ["--tents", "2", "--no-farmers"];
    let watched = home.run(
        &[
            &["watch", "--agents", "greedy,level1", "--seed", "4"][..],
            &options,
        ]
        .concat(),
        "",
    );
    let said = one_line(&watched);
    let command = said.split("The same game again: ").nth(1).unwrap();
    assert!(
        command.contains("goldrush watch --agents greedy,level1")
            && command.contains("--no-farmers"),
        "{command}"
    );
    let words: Vec<&str> = command.split(' ').skip(1).collect();
    assert_eq!(home.run(&words, ""), watched);
    assert!(home.files().is_empty(), "what is watched is not kept");
}

#[test]
fn bots_are_watched_as_text_without_a_terminal() {
    for (game, first) in [
        ("gold-rush", "A lays a "),
        ("carcassonne", "A lays a "),
        ("knizia-gold", "A flips "),
    ] {
        let text = ok(&[
            "watch",
            "--agents",
            "level1,level2",
            "--game",
            game,
            "--seed",
            "3",
        ]);
        assert!(
            text.contains("A level1, B level2") && text.contains(first),
            "{text}"
        );
        assert!(
            text.contains(" win") && !text.contains("Answer with a number"),
            "{text}"
        );
        assert!(
            !text.contains("moves that mattered"),
            "nobody here made any: {text}"
        );
    }
    let home = Home::new();
    let text = home.run(
        &["watch", "--agents", "level1,level2", "--save", "w.json"],
        "",
    );
    assert!(text.contains("The record of the game: w.json"), "{text}");
    let record = home.run(&["replay", "w.json"], "");
    assert!(record.contains("A level1, B level2"), "{record}");
    refused(
        &["watch", "--agents", "level1"],
        &["--agents", "two to five"],
    );
    refused(
        &["watch", "--agents", "level1,levl2"],
        &["--agents", "did you mean level2?"],
    );
    refused(
        &["watch", "--pace", "fast"],
        &["--pace", "seconds from 0 to 60"],
    );
    refused(
        &["play", "--pace", "-1"],
        &["--pace", "seconds from 0 to 60"],
    );
}

#[test]
fn rules_are_found_by_number_and_by_word() {
    let tents = ok(&["rules", "tents"]);
    assert_eq!(tents, ok(&["rules", "Tent"]));
    assert!(tents.contains("Also in: "), "{tents}");
    assert!(ok(&["rules", "g13"]).starts_with("G13 "));
    let dynamite = ok(&["rules", "dynamite"]);
    assert!(
        dynamite.contains("\nK") || dynamite.starts_with('K'),
        "{dynamite}"
    );
    let farmers = ok(&["rules", "--game", "carcassonne", "farmer"]);
    assert!(
        !farmers.contains("\nG") && !farmers.starts_with('G'),
        "{farmers}"
    );
    refused(&["rules", "zeppelin"], &["zeppelin", "G1 to G24"]);
    refused(&["rules", "--game", "chess"], &["--game"]);
}

/// Without a terminal, the bare command prints what there is.
#[test]
fn bare_command_prints_help_without_a_terminal() {
    let assert = goldrush().assert().code(2);
    let help = String::from_utf8(assert.get_output().stderr.clone()).unwrap();
    for command in ["play", "watch", "history", "rules", "simulate"] {
        assert!(help.contains(&format!("\n  {command} ")), "{help}");
    }
}
