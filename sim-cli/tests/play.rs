//! `goldrush play` as numbered choices, and `goldrush analyze`, as used by a person or a script.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use crate::command::{goldrush, kept_in, ok, path, refused};

/// A short game: a dozen tiles of the built-in catalogue.
const FEW_TILES: &str = r#"
[tokens]
0 = 2
1 = 2
2 = 4
3 = 2

[[tile]]
id = "01"
copies = 6
edges = "PPRR"
rails = ["SW"]
locomotives = 1
mountains = []
prairies = [[0,1,2,3,4,7],[5,6]]

[[tile]]
id = "12"
copies = 4
start = true
edges = "MRPR"
rails = ["EW"]
locomotives = 0
mountains = [{ edges = "N", nuggets = 1 }]
prairies = [[2,7],[3,4,5,6]]

[[tile]]
id = "71"
copies = 3
edges = "PMPM"
rails = []
locomotives = 0
mountains = [{ edges = "EW", nuggets = 3 }]
prairies = [[0,1],[4,5]]
"#;

struct Game {
    folder: tempfile::TempDir,
}

impl Game {
    fn new() -> Game {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("few.toml"), FEW_TILES).unwrap();
        Game { folder }
    }

    fn file(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Returns the output of `goldrush play` for these input lines.
    fn play(&self, args: &[&str], lines: &str) -> String {
        let mut command = goldrush();
        command
            .current_dir(self.folder.path())
            .arg("play")
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

    fn json(&self, name: &str) -> serde_json::Value {
        serde_json::from_str(&fs::read_to_string(self.file(name)).unwrap()).unwrap()
    }
}

/// Repeats an answer many times.
fn always(answer: &str) -> String {
    format!("{answer}\n").repeat(400)
}

#[test]
fn scripted_game_ends_with_the_table_and_leaves_a_record() {
    let game = Game::new();
    let text = game.play(
        &[
            "--seed",
            "3",
            "--opponents",
            "level2,level1",
            "--tiles",
            "few.toml",
        ],
        &always("1"),
    );
    for part in [
        "A you",
        "B level2",
        "C level1",
        "railroad   mountain   city   prairie   tokens   points",
    ] {
        assert!(text.contains(part), "{part}\n{text}");
    }
    assert!(
        text.contains("win") && text.contains("The moves that mattered:\n"),
        "{text}"
    );
    assert!(
        text.contains("The record of the game: goldrush-3.json\n"),
        "{text}"
    );
    assert!(
        text.lines().all(|line| line.chars().count() <= 80),
        "{text}"
    );
    assert!(
        text.contains("\n> 1\n") && !text.contains('\u{1b}'),
        "answers are shown, without colors"
    );
    let replayed = ok(&[
        "replay",
        path(&game.file("goldrush-3.json")),
        "--tiles",
        path(&game.file("few.toml")),
    ]);
    // The saved game carries its tiles.
    assert_eq!(
        ok(&["replay", path(&game.file("goldrush-3.json"))]),
        replayed
    );
    assert!(
        replayed.contains("After 12 of 12 turns") && replayed.contains("A human"),
        "{replayed}"
    );
    let again = game.play(&["--resume", "goldrush-3.json"], "");
    assert!(
        again.contains("points") && again.contains("The record of the game"),
        "{again}"
    );
}

#[test]
fn same_answers_make_the_same_game_when_resumed() {
    let game = Game::new();
    let args = [
        "--seed",
        "4",
        "--seat",
        "1",
        "--opponents",
        "level3",
        "--tiles",
        "few.toml",
        "--save",
    ];
    let whole = game.play(&[&args[..], &["whole.json"]].concat(), &always("2"));
    // Left in the middle of a turn, repeatedly.
    let left = game.play(&[&args[..], &["parts.json"]].concat(), "2\n2\n2\n");
    assert!(
        left.ends_with("The game is saved. Resume it with: goldrush play --resume parts.json\n"),
        "{left}"
    );
    for _ in 0..3 {
        game.play(&["--resume", "parts.json"], "2\n2\nq\n");
    }
    let end = game.play(&["--resume", "parts.json"], &always("2"));
    let result = |text: &str| {
        text[text.find("\n             railroad").unwrap()..].replace("parts", "whole")
    };
    assert_eq!(result(&end), result(&whole));
    let turns = |name| game.json(name)["turns"].clone();
    assert_eq!(turns("parts.json"), turns("whole.json"));
}

#[test]
fn killed_game_resumes_where_it_was() {
    let game = Game::new();
    let mut child = Command::new(assert_cmd::cargo::cargo_bin("goldrush"))
        .current_dir(game.folder.path())
        .args([
            "play",
            "--seed",
            "5",
            "--opponents",
            "level1",
            "--tiles",
            "few.toml",
            "--save",
            "goldrush-5.json",
        ])
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    input.write_all(b"1\n1\n1\n1\n1\n1\n").unwrap();
    input.flush().unwrap();
    let file = game.file("goldrush-5.json");
    let turns = || {
        let json: Option<serde_json::Value> = fs::read_to_string(&file)
            .ok()
            .and_then(|text| serde_json::from_str(&text).ok());
        json.and_then(|json| json["turns"].as_array().map(Vec::len))
            .unwrap_or(0)
    };
    for _ in 0..600 {
        if turns() >= 2 {
            break;
        }
        std::thread::sleep(Duration::from_millis(100));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let before = turns();
    assert!(before >= 1, "nothing was kept");
    let text = game.play(&["--resume", "goldrush-5.json"], "q\n");
    // It resumes after the last saved turn, which may have been the person's: then the bot's turn comes first.
    let goes_on = (1..=2).any(|more| text.contains(&format!("Turn {} of", before + more)));
    assert!(
        goes_on || text.contains("Cowboy, tent, mine or pass?"),
        "{text}"
    );
}

#[test]
fn wrong_answers_are_asked_again_and_help_is_available() {
    let game = Game::new();
    let text = game.play(
        &["--seed", "6", "--opponents", "level1"],
        "0\n99\nfoo\n\n?\ns\nt\nd\nl\nm\nu\nb\n1\n",
    );
    // The terminal would break longer lines within words.
    let (_, help) = text.split_once("Answer with the number of").unwrap();
    for line in help.lines().take(20) {
        assert!(line.chars().count() <= 80, "{line}");
    }
    for wrong in ["\"0\"", "\"99\"", "\"foo\"", "\"\""] {
        assert!(
            text.contains(&format!(
                "{wrong} is not an answer. Type a number from 1 to"
            )),
            "{wrong}\n{text}"
        );
    }
    for part in [
        "the five best moves",
        "B level1: 0 points",
        "No tokens yet.",
        "70 tiles:",
        "B: nothing on the board.",
        "Undo works only in practice games",
    ] {
        assert!(text.contains(part), "{part}\n{text}");
    }
}

#[test]
fn turns_can_be_undone_in_practice_games() {
    let game = Game::new();
    let text = game.play(
        &["--seed", "7", "--opponents", "level1", "--practice"],
        "u\n1\n1\n1\n1\n",
    );
    assert!(text.contains("There is no turn to undo."));
    let (turns, left) = (
        game.json("goldrush-7.json")["turns"]
            .as_array()
            .unwrap()
            .len(),
        "goldrush-7.json",
    );
    game.play(&["--resume", left], "u\nu\nq\n");
    let json = game.json(left);
    assert!(json["turns"].as_array().unwrap().len() < turns);
    assert!(json["session"]["undone"].as_u64().unwrap() >= 1);
}

#[test]
fn several_people_see_their_own_tokens_only_on_request() {
    let game = Game::new();
    // Each person mines if possible; the choice is found in the previous output.
    let mut lines = String::new();
    for _ in 0..40 {
        let args = [
            "--seed",
            "8",
            "--opponents",
            "human",
            "--no-lessons",
            "--save",
        ];
        let _ = fs::remove_file(game.file("two.json"));
        let text = game.play(&[&args[..], &["two.json"]].concat(), &lines);
        if text.contains("mines 1 token.") {
            break;
        }
        let question = text.rsplit("\n> ").nth(1).unwrap_or(&text);
        let numbered = |word: &str| {
            question
                .lines()
                .rev()
                .find(|line| line.contains(word))
                .and_then(|line| line.split_whitespace().next())
        };
        let answer = numbered("  mine the")
            .or_else(|| numbered("  tent on"))
            .unwrap_or("1");
        lines += &format!("{answer}\n");
    }
    let text = game.play(&["--resume", "two.json"], "l\nt\nq\n");
    assert!(
        text.contains("mines 1 token.\n") && !text.contains("mines 1 token:"),
        "{text}"
    );
    assert!(
        text.contains("No tokens yet.") || text.contains("'s tokens: "),
        "{text}"
    );
}

#[test]
fn colors_are_used_only_on_request() {
    let game = Game::new();
    let map = |color: &str| {
        game.play(
            &["--seed", "9", "--opponents", "level1", "--color", color],
            "m\n",
        )
    };
    assert!(map("always").contains('\u{1b}'));
    assert!(!map("never").contains('\u{1b}') && !map("auto").contains('\u{1b}'));
}

#[test]
fn position_analysis_is_repeatable() {
    let game = Game::new();
    game.play(
        &["--seed", "10", "--opponents", "level1"],
        &"1\n".repeat(30),
    );
    let file = game.file("goldrush-10.json");
    let args = [
        "analyze",
        path(&file),
        "--turn",
        "6",
        "--moves",
        "4",
        "--worlds",
        "40",
    ];
    let table = ok(&args);
    assert!(
        table.contains("After 6 turns: A (seat 0) to move, "),
        "{table}"
    );
    assert!(
        table.contains("win rate, %") && table.contains("* was played") && table.contains("place "),
        "{table}"
    );
    let json = |threads| ok(&[&args[..], &["--json", "--threads", threads]].concat());
    assert_eq!(json("1"), json("3"));
    let value: serde_json::Value = serde_json::from_str(&json("2")).unwrap();
    let moves = value["moves"].as_array().unwrap();
    let margin = |m: &serde_json::Value| m["margin"]["mean"].as_f64().unwrap();
    assert!((4..=5).contains(&moves.len()), "{value}");
    assert_eq!(moves.iter().filter(|m| m["played"] == true).count(), 1);
    for m in moves {
        assert!((0.0..=1.0).contains(&m["win_share"]["mean"].as_f64().unwrap()));
        assert!(
            (margin(&moves[0]) - margin(m) - m["behind"]["mean"].as_f64().unwrap()).abs() < 1e-9
        );
        assert!(m["margin"]["half_width"].as_f64().unwrap() > 0.0 && m["margins"].is_null());
    }
    // Turns are chosen and measured in different worlds: with more worlds, the same turns are measured.
    let more: serde_json::Value = serde_json::from_str(&ok(&[
        &args[..6],
        &["--worlds", "60", "--json", "--by-world"],
    ]
    .concat()))
    .unwrap();
    let more = more["moves"].as_array().unwrap();
    let turns =
        |moves: &[serde_json::Value]| moves.iter().map(|m| m["turn"].clone()).collect::<Vec<_>>();
    assert_eq!(turns(more), turns(moves));
    for (m, fewer) in more.iter().zip(moves) {
        let margins: Vec<f64> = m["margins"]
            .as_array()
            .unwrap()
            .iter()
            .map(|x| x.as_f64().unwrap())
            .collect();
        assert_eq!(margins.len(), 60);
        assert!(
            (margins[..40].iter().sum::<f64>() / 40.0 - margin(fewer)).abs() < 1e-6,
            "the first 40 are the same"
        );
    }
}

#[test]
fn whole_game_is_analyzed_with_a_graph() {
    let game = Game::new();
    game.play(
        &[
            "--seed",
            "11",
            "--opponents",
            "level1",
            "--tiles",
            "few.toml",
        ],
        &always("1"),
    );
    let (file, svg, tiles) = (
        game.file("goldrush-11.json"),
        game.file("graph.svg"),
        game.file("few.toml"),
    );
    let args = [
        "analyze",
        path(&file),
        "--mistakes",
        "--worlds",
        "60",
        "--svg",
        path(&svg),
        "--tiles",
        path(&tiles),
    ];
    let text = ok(&args);
    assert!(
        text.contains("A human: ") && text.contains("B level1: ") && text.contains("graph.svg"),
        "{text}"
    );
    let drawing = fs::read_to_string(&svg).unwrap();
    assert!(drawing.starts_with("<svg ") && drawing.ends_with("</svg>\n"));
    // A line and its entry in the key, for each of two seats.
    assert_eq!(drawing.matches("<polyline").count(), 4);
    let value: serde_json::Value =
        serde_json::from_str(&ok(&[&args[..], &["--json"]].concat())).unwrap();
    let turns = value["turns"].as_array().unwrap();
    assert_eq!(turns.len(), 12);
    // Always taking the first choice includes mistakes.
    let mistakes = |seat: u64| {
        turns
            .iter()
            .filter(move |t| t["seat"] == seat && t["mistake"] == true)
    };
    assert!(
        mistakes(0).count() >= 1
            && mistakes(0).all(|t| t["gave_away"]["mean"].as_f64().unwrap() > 0.0)
    );
    assert!(
        turns
            .iter()
            .all(|t| t["better"].is_array() == (t["mistake"] == true))
    );
    assert_eq!(drawing, fs::read_to_string(&svg).unwrap());
    // Its last turn, in which everything can be tried.
    let last = [
        "analyze",
        path(&file),
        "--worlds",
        "20",
        "--tiles",
        path(&tiles),
    ];
    let text = ok(&last);
    assert!(text.contains("leads are exact"), "{text}");
    let value: serde_json::Value =
        serde_json::from_str(&ok(&[&last[..], &["--json"]].concat())).unwrap();
    let moves = value["moves"].as_array().unwrap();
    assert!(
        moves
            .iter()
            .all(|mv| mv["exact"] == true && mv["margin"]["half_width"] == 0.0),
        "{value}"
    );
}

#[test]
fn bad_input_is_one_clear_line() {
    let game = Game::new();
    let here = |name: &str| game.file(name).display().to_string();
    refused(
        &["play", "--opponents", "levl4"],
        &["--opponents", "did you mean level4?"],
    );
    refused(&["play", "--opponents", "a,b,c,d,e,f"], &["--opponents"]);
    refused(&["play", "--seat", "2"], &["--seat 2", "seats 0 to 1"]);
    refused(&["play", "--seed", "9999999999999999999"], &["--seed"]);
    refused(&["play", "--resume", "nowhere.json"], &["nowhere.json"]);
    refused(
        &["play", "--resume", "x", "--tents", "2"],
        &["--resume", "--tents"],
    );
    fs::write(game.file("there.json"), "{}").unwrap();
    refused(
        &["play", "--save", &here("there.json")],
        &["--save", "exists already", "--resume"],
    );
    refused(
        &["play", "--resume", &here("there.json")],
        &["there.json", "not a record"],
    );
    game.play(&["--seed", "12", "--opponents", "level1"], &"1\n".repeat(6));
    let text = fs::read_to_string(game.file("goldrush-12.json")).unwrap();
    for (from, to, says) in [
        (
            "goldrush-session/1",
            "goldrush-session/9",
            "goldrush-session/1 is expected",
        ),
        (
            "\"session\":",
            "\"other\":",
            "not of a game of goldrush play",
        ),
        ("\"human\"", "\"level1\"", "nobody is human"),
        ("\"level1\"", "\"level99\"", "seats: there is no agent"),
        (
            "\"rotation\":",
            "\"rotation\":1",
            "not by the rules: turn 1",
        ),
    ] {
        assert!(text.contains(from), "{from}: {text}");
        fs::write(game.file("bent.json"), text.replacen(from, to, 1)).unwrap();
        refused(
            &["play", "--resume", &here("bent.json")],
            &["bent.json", says],
        );
    }
    refused(&["analyze", "nowhere.json"], &["nowhere.json"]);
    refused(
        &["analyze", &here("goldrush-12.json"), "--turn", "50"],
        &["--turn 50", "turns were played"],
    );
    refused(
        &["analyze", &here("goldrush-12.json"), "--number", "1"],
        &["has 1 game,"],
    );
    refused(
        &["analyze", &here("goldrush-12.json"), "--worlds", "0"],
        &["--worlds"],
    );
    refused(
        &["analyze", &here("goldrush-12.json"), "--svg", "x"],
        &["--mistakes"],
    );
}

/// A game file that cannot be written is reported before anything is played.
#[test]
fn unwritable_folder_is_reported_at_once() {
    goldrush()
        .args(["play", "--save", "/proc/nothing/game.json"])
        .write_stdin("")
        .assert()
        .code(1)
        .stderr(predicates::str::contains(
            "cannot write /proc/nothing/game.json",
        ));
    assert!(!Path::new("/proc/nothing").exists());
}

#[test]
fn names_of_people_are_told_and_kept_with_the_game() {
    let game = Game::new();
    let tiles = ["--tiles", "few.toml", "--no-lessons"];
    let begin = [
        &[
            "--seed",
            "3",
            "--opponents",
            "human,level1",
            "--names",
            "Ann, Bo",
        ][..],
        &tiles,
    ]
    .concat();
    let text = game.play(&begin, "1\n1\n1\n1\nq\n");
    assert!(
        text.contains("Ann has a tile") && text.contains("Ann lays a "),
        "{text}"
    );
    let file = "goldrush-3.json";
    assert_eq!(
        game.json(file)["names"],
        serde_json::json!(["Ann", "Bo", "level1"])
    );
    let resumed = game.play(&["--resume", file], &always("1"));
    assert!(
        resumed.contains("Bo lays a ") && resumed.contains("A Ann"),
        "{resumed}"
    );
    assert!(
        resumed.contains("C lays a "),
        "bots keep their letters: {resumed}"
    );
    let replayed = ok(&["replay", path(&game.file(file))]);
    assert!(
        replayed.contains("A Ann") && replayed.contains("B Bo"),
        "{replayed}"
    );
    let second = ok(&["replay", path(&game.file(file)), "--turn", "2"]);
    assert!(second.contains("Bo lays a "), "{second}");
    // Others take over under their own names.
    game.play(&["--resume", file, "--names", "Cy,Dee"], "");
    assert_eq!(game.json(file)["names"][0], "Cy");
    for (names, problem) in [
        ("Ann,Bo,Cy", "3 names, but 2 people"),
        ("Ann,ann", "ann looks like another name"),
        ("Ann,", "enter your name"),
        ("<b>", "letters and digits"),
    ] {
        refused(
            &["play", "--opponents", "human", "--names", names],
            &["--names", problem],
        );
    }
    refused(
        &["play", "--lan", "--names", "Ann,Bo"],
        &["your own name alone"],
    );
}
