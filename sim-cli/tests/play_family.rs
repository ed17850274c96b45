//! `goldrush play` for the other games of the family, as used by a person or a script.

use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use crate::command::{goldrush, kept_in, ok, path, refused};
use serde_json::Value;

const MINES: [&str; 2] = ["--game", "carcassonne+gold-mines"];
const KNIZIA: [&str; 2] = ["--game", "knizia-gold"];

struct Case {
    folder: tempfile::TempDir,
}

impl Case {
    fn new() -> Case {
        Case {
            folder: tempfile::tempdir().unwrap(),
        }
    }

    fn file(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
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

    fn json(&self, name: &str) -> Value {
        serde_json::from_str(&fs::read_to_string(self.file(name)).unwrap()).unwrap()
    }

    /// Returns the moves of a saved game with their seats, as text, including ingots taken without a choice.
    fn moves(&self, name: &str) -> Vec<(u64, String)> {
        let (record, mut moves) = (self.json(name), Vec::new());
        let at = |place: &Value| format!("{},{}", place["x"], place["y"]);
        let list = |turn: &Value, key: &str| {
            turn[key]
                .as_array()
                .into_iter()
                .flatten()
                .cloned()
                .collect::<Vec<_>>()
        };
        for turn in record["turns"].as_array().unwrap() {
            let seat = turn["seat"].as_u64().unwrap();
            if turn["tile"].is_string() {
                moves.push((seat, format!("place {} {}", at(turn), turn["rotation"])));
                moves.extend(
                    turn["ingot"]
                        .as_array()
                        .map(|cell| (seat, format!("ingot {},{}", cell[0], cell[1]))),
                );
                let follow = turn["action"]["segment"]
                    .as_str()
                    .map(|segment| format!("follower {segment}"));
                moves.push((seat, follow.unwrap_or_else(|| "none".into())));
                let taken = list(turn, "taken");
                moves.extend(
                    taken
                        .iter()
                        .map(|one| (one["seat"].as_u64().unwrap(), format!("take {}", at(one)))),
                );
            }
            moves.extend(
                list(turn, "flipped")
                    .iter()
                    .map(|one| (seat, one["at"].as_str().unwrap().to_owned())),
            );
        }
        moves
    }

    /// Creates a bot that runs this command at each decision; `$n` counts its decisions.
    fn bot(&self, on_decide: &str) -> String {
        let script = format!(
            "n=0\nwhile read -r line; do\ncase $line in\n*'\"t\":\"hello\"'*) echo '{{\"t\":\"ready\",\"name\":\"test\"}}';;\n\
             *'\"t\":\"decide\"'*) n=$((n+1)); {on_decide};;\nesac\ndone\n"
        );
        fs::write(self.file("bot.sh"), script).unwrap();
        format!("exec:sh {}", path(&self.file("bot.sh")))
    }
}

/// Returns every position, repeatedly; an answer that cannot be flipped is asked again.
fn all_positions(rounds: usize) -> Vec<String> {
    let positions = (0..64).map(|at| format!("{}{}\n", char::from(b'a' + at % 8), at / 8 + 1));
    std::iter::repeat_n(positions, rounds).flatten().collect()
}

/// Plays a scripted game in one go, and again by its moves as text, interrupted and resumed twice; returns its record.
fn whole_and_in_parts(case: &Case, args: &[&str], answers: &[String], cuts: [usize; 2]) -> String {
    let whole = case.play(
        &[args, &["--save", "whole.json"]].concat(),
        &answers.concat(),
    );
    assert!(
        whole.contains("The record of the game: whole.json\n"),
        "{whole}"
    );
    assert!(
        whole.contains(" win.") || whole.contains(" wins.") || whole.contains("share the win."),
        "{whole}"
    );
    let seats = case.json("whole.json")["seats"].clone();
    let by_people = |(seat, _): &&(u64, String)| seats[*seat as usize] == "human";
    let lines: Vec<String> = case
        .moves("whole.json")
        .iter()
        .filter(by_people)
        .map(|(_, text)| format!("{text}\n"))
        .collect();
    let left = case.play(
        &[args, &["--save", "parts.json"]].concat(),
        &lines[..cuts[0]].concat(),
    );
    assert!(
        left.ends_with("The game is saved. Resume it with: goldrush play --resume parts.json\n"),
        "{left}"
    );
    let middle = format!("{}q\n", lines[cuts[0]..cuts[1]].concat());
    case.play(&["--resume", "parts.json"], &middle);
    let end = case.play(&["--resume", "parts.json"], &lines[cuts[1]..].concat());
    assert_eq!(case.moves("parts.json"), case.moves("whole.json"));
    let table = |text: &str| text[text.rfind("   points").unwrap()..].replace("parts", "whole");
    assert_eq!(table(&end), table(&whole));
    let again = case.play(&["--resume", "whole.json"], "");
    assert_eq!(table(&again), table(&whole));
    let replayed = ok(&["replay", path(&case.file("whole.json"))]);
    let after = replayed
        .lines()
        .find(|line| line.starts_with("After "))
        .unwrap();
    let words: Vec<_> = after.split(' ').collect();
    assert!(words[1] == words[3] && words[4] == "turns", "{replayed}");
    whole
}

#[test]
fn scripted_carcassonne_with_mines_is_the_same_when_resumed() {
    let case = Case::new();
    let lines: Vec<String> = ["2\n", "1\n", "3\n"]
        .iter()
        .cycle()
        .take(1500)
        .map(ToString::to_string)
        .collect();
    let args = [
        &MINES[..],
        &["--seed", "3", "--seat", "1", "--opponents", "level2,level1"],
    ]
    .concat();
    let text = whole_and_in_parts(&case, &args, &lines, [15, 30]);
    for part in [
        "A level2",
        "B you",
        "C level1",
        "road   city   monastery   field   gold   points",
        "C places a ",
    ] {
        assert!(text.contains(part), "{part}\n{text}");
    }
    assert!(
        text.contains(" for an unfinished ") && text.contains("second ingot"),
        "{text}"
    );
    assert!(
        !text.contains('\u{1b}') && text.contains("\n> 2\n"),
        "answers are shown, without colors"
    );
}

#[test]
fn scripted_card_game_is_the_same_when_resumed() {
    let case = Case::new();
    let args = [&KNIZIA[..], &["--seed", "5", "--opponents", "level3"]].concat();
    let text = whole_and_in_parts(&case, &args, &all_positions(60), [7, 18]);
    for part in [
        "A you",
        "B level3",
        "dug   received   rush   points",
        "You flip a1: ",
        "gold rush begins",
        "B gets ",
    ] {
        assert!(text.contains(part), "{part}\n{text}");
    }
}

#[test]
fn flipped_cards_are_hidden_again_unless_marked() {
    let case = Case::new();
    let shown = |seed: &str, name: &str, more: &[&str]| {
        let _ = fs::remove_file(case.file(name));
        let args = [
            &KNIZIA[..],
            &["--seed", seed, "--opponents", "level3", "--save", name],
            more,
        ]
        .concat();
        let text = case.play(&args, "d4\ne5\n");
        let grid = text
            .rsplit("    a   b   c   d   e   f   g   h\n")
            .next()
            .unwrap()
            .to_owned();
        grid.lines().take(8).collect::<Vec<_>>().join("\n")
    };
    let known = |grid: &str| {
        grid.split_whitespace()
            .filter(|word| word.len() == 2 && *word != "##")
            .count()
    };
    // In some deals, all flipped cards have left the game.
    let marked = |seed: &u32| known(&shown(&seed.to_string(), "marked.json", &["--assist"])) > 0;
    let seed = (1..20).find(marked).unwrap().to_string();
    let marked = shown(&seed, "marked.json", &["--assist"]);
    let hidden = shown(&seed, "hidden.json", &[]);
    assert_eq!(known(&hidden), 0, "{hidden}");
    assert!(known(&marked) <= 4, "{marked}");
    assert_eq!(
        marked.matches("##").count() + known(&marked),
        hidden.matches("##").count()
    );
    let text = case.play(&["--resume", "marked.json"], "");
    assert!(text.contains(&marked), "{text}");
}

#[test]
fn wrong_answers_are_asked_again_and_help_is_available() {
    let case = Case::new();
    let text = case.play(
        &[&MINES[..], &["--seed", "6", "--opponents", "level1"]].concat(),
        "0\n99\nfoo\n\nnone\nh 1\n?\nm\ns\nh\nh 9\nu\nb\n",
    );
    for wrong in ["0", "99", "foo", "", "none"] {
        assert!(
            text.contains(&format!(
                "\"{wrong}\" is not an answer. Type a number from 1 to "
            )),
            "{wrong}\n{text}"
        );
    }
    for part in [
        "save and quit",
        "Moves as text:",
        "  1  ",
        "Ask for hints first, with h.",
        "h 1  ",
        " of the start",
        "Hints go from h 1 to h 5.",
        "Undo works only in practice games",
    ] {
        assert!(text.contains(part), "{part}\n{text}");
    }
    assert!(case.moves("goldrush-6.json").is_empty());
    let text = case.play(
        &[&KNIZIA[..], &["--seed", "7", "--opponents", "level1"]].concat(),
        "1\ni9\nc4\nc4\n?\nh\n",
    );
    for wrong in ["1", "i9", "c4"] {
        assert!(
            text.contains(&format!(
                "\"{wrong}\" is not an answer. Type a move such as \"a1\""
            )),
            "{wrong}\n{text}"
        );
    }
    assert!(
        text.contains("You flip c4: ") && text.contains("h 1  "),
        "{text}"
    );
}

/// Returns the turn that an analysis is about, in the format of `--turn`.
fn moment(analysis: &Value) -> String {
    let turns = analysis["turn"].as_u64().unwrap();
    match analysis["moves_of_turn"].as_u64() {
        None => turns.to_string(),
        Some(moves) => format!("{}{}", turns + 1, char::from(b'a' + moves as u8 - 1)),
    }
}

/// In all games: typing the text before a hint plays that hint, with the rest of its turn; and its numbers are those of
/// `analyze`.
#[test]
#[ignore = "slow"]
fn hint_matches_analyze_and_can_be_played() {
    let ones = "1\n".repeat(75);
    let cards = all_positions(1)[..10].concat();
    for (game, before) in [
        ("gold-rush", &ones),
        ("carcassonne+gold-mines", &ones),
        ("knizia-gold", &cards),
    ] {
        let case = Case::new();
        case.play(
            &[
                "--game",
                game,
                "--seed",
                "21",
                "--opponents",
                "level1",
                "--save",
                "game.json",
            ],
            before,
        );
        let file = case.file("game.json");
        let analysis: Value =
            serde_json::from_str(&ok(&["analyze", path(&file), "--json"])).unwrap();
        let moves = analysis["moves"].as_array().unwrap();
        let chosen = moves.len().min(2);
        // A tile already placed is picked up: `analyze` evaluates the whole turn.
        let text = case.play(
            &["--resume", "game.json"],
            &format!("b\nh\nh {chosen}\nq\n"),
        );
        let chances: Vec<f64> = analysis["chances"]
            .as_array()
            .unwrap()
            .iter()
            .map(|chance| chance.as_f64().unwrap())
            .collect();
        assert!(
            (chances.iter().sum::<f64>() - 1.0).abs() < 1e-9,
            "{game}: {chances:?}"
        );
        // The chance to win comes from the same worlds as the lead.
        let own = match 100.0 * moves[0]["win_share"]["mean"].as_f64().unwrap() {
            own if own > 99.0 => "over 99".into(),
            own if own < 1.0 => "under 1".into(),
            own => format!("{own:.0}"),
        };
        // Turns in the same order, each with its lead; contradictions between order and leads are averaged out.
        let shown = |at: usize| {
            text[text.find(&format!("h {at}  ")).unwrap() + 5..]
                .split([':', ' ', ','])
                .next()
                .unwrap()
        };
        let shown: Vec<f64> = (1..=moves.len())
            .map(|at| shown(at).replace('−', "-").parse().unwrap())
            .collect();
        let leads: Vec<f64> = moves
            .iter()
            .map(|m| m["margin"]["mean"].as_f64().unwrap())
            .collect();
        assert!(
            text.contains(&format!(", {own}% to win: "))
                && shown.is_sorted_by(|one, next| one >= next),
            "{text}"
        );
        let apart = shown.iter().sum::<f64>() - leads.iter().sum::<f64>();
        assert!(
            apart.abs() < 0.06 * leads.len() as f64,
            "{game}: {shown:?} for {leads:?}"
        );
        let moment = moment(&analysis);
        let after: Value = serde_json::from_str(&ok(&[
            "analyze",
            path(&file),
            "--turn",
            &moment,
            "--json",
            "--worlds",
            "2",
        ]))
        .unwrap();
        let played: Vec<_> = after["moves"]
            .as_array()
            .unwrap()
            .iter()
            .filter(|m| m["played"] == true)
            .collect();
        let hint = moves[chosen - 1]["turn"].as_array().unwrap();
        // With cards, the second flip is a separate choice.
        let played = played[0]["turn"].as_array().unwrap();
        assert!(
            hint.starts_with(played) && (played == hint || game == "knizia-gold"),
            "{game}: {played:?}\n{text}"
        );
    }
}

#[test]
fn move_as_text_is_accepted() {
    let case = Case::new();
    let args = [
        "--game",
        "carcassonne",
        "--seed",
        "3",
        "--opponents",
        "level1",
    ];
    let text = case.play(&args, "place 0,1 0\nplace -1,0 270\nfollower monastery\n");
    assert!(
        text.contains("You lay a ") && case.moves("goldrush-3.json").len() >= 2,
        "{text}"
    );
}

/// Undone turns are replayed the same way, also by bots with randomness.
#[test]
fn turns_can_be_undone_in_practice_games() {
    let case = Case::new();
    let args = [
        "--game",
        "carcassonne",
        "--seed",
        "8",
        "--opponents",
        "level2",
        "--practice",
    ];
    let text = case.play(&args, &format!("u\n{}", "1\n".repeat(30)));
    assert!(text.contains("There is no turn to undo."), "{text}");
    let before = case.moves("goldrush-8.json");
    case.play(&["--resume", "goldrush-8.json"], "u\nu\nu\n");
    let taken_back = case.moves("goldrush-8.json");
    assert!(taken_back.len() < before.len() && before.starts_with(&taken_back));
    assert!(
        case.json("goldrush-8.json")["session"]["undone"]
            .as_u64()
            .unwrap()
            >= 3
    );
    case.play(&["--resume", "goldrush-8.json"], &"1\n".repeat(30));
    assert!(case.moves("goldrush-8.json").starts_with(&before));
}

#[cfg(unix)]
#[test]
fn child_process_bots_play_and_are_replaced_after_a_fault() {
    let case = Case::new();
    let first = r#"echo '{"t":"move","id":0}'"#;
    let bot = case.bot(first);
    let args = [&KNIZIA[..], &["--seed", "9", "--opponents", &bot]].concat();
    let text = case.play(&args, &all_positions(60).concat());
    assert!(
        text.contains("B bot.sh") && !text.contains("had a fault"),
        "{text}"
    );
    assert!(
        text.contains("The record of the game: goldrush-9.json\n"),
        "{text}"
    );
    let bot = case.bot(&format!("if [ $n -lt 4 ]; then {first}; else exit 1; fi"));
    let args = ["--game", "carcassonne", "--seed", "10", "--opponents", &bot];
    let text = case.play(&args, &"2\n1\n".repeat(300));
    assert_eq!(
        text.matches("B had a fault (").count(),
        2,
        "when it happens and at the end\n{text}"
    );
    assert!(
        text.replace('\n', " ")
            .contains("greedy takes over its seat."),
        "{text}"
    );
    assert!(
        text.contains("The record of the game: goldrush-10.json\n"),
        "{text}"
    );
}

#[test]
fn colors_are_used_only_on_request() {
    let case = Case::new();
    for game in ["carcassonne", "knizia-gold"] {
        let shown = |color: &str| {
            let save = format!("{game}-{color}.json");
            case.play(
                &[
                    "--game",
                    game,
                    "--seed",
                    "9",
                    "--opponents",
                    "level1",
                    "--color",
                    color,
                    "--save",
                    &save,
                ],
                "m\n",
            )
        };
        assert!(shown("always").contains('\u{1b}'));
        assert!(!shown("never").contains('\u{1b}') && !shown("auto").contains('\u{1b}'));
    }
}

#[test]
fn bad_input_is_one_clear_line() {
    let case = Case::new();
    let here = |name: &str| case.file(name).display().to_string();
    refused(
        &["play", "--game", "carcassonne", "--assist"],
        &["--assist", "knizia-gold, not of carcassonne"],
    );
    refused(
        &["play", "--game", "knizia-gold", "--opponents", "levl4"],
        &["--opponents", "did you mean level4?"],
    );
    refused(
        &["play", "--game", "knizia-gold", "--tents", "2"],
        &["--tents", "gold-rush"],
    );
    refused(
        &["play", "--game", "carcassonne", "--seat", "2"],
        &["--seat 2", "seats 0 to 1"],
    );
    refused(
        &["play", "--resume", "x", "--game", "carcassonne"],
        &["--resume", "--game"],
    );
    case.play(
        &[&MINES[..], &["--seed", "12", "--opponents", "level1"]].concat(),
        &"1\n".repeat(6),
    );
    let text = fs::read_to_string(case.file("goldrush-12.json")).unwrap();
    for (from, to, says) in [
        (
            "goldrush-session/1",
            "goldrush-session/9",
            "goldrush-session/1 is expected",
        ),
        (
            "goldrush-record/1",
            "goldrush-record/9",
            "goldrush-record/1 is expected",
        ),
        (
            "\"session\":",
            "\"other\":",
            "not of a game of goldrush play",
        ),
        ("\"human\"", "\"level1\"", "nobody is human"),
        ("\"level1\"", "\"level99\"", "seats: there is no agent"),
        (
            "carcassonne+gold-mines",
            "carcassonne",
            "these are rules of carcassonne+gold-mines",
        ),
        ("carcassonne+gold-mines", "chess", "game"),
        (
            "\"rotation\":",
            "\"rotation\":9",
            "not by the rules: turn 1: ",
        ),
        (
            "\"seat\":0",
            "\"seat\":1",
            "turn 1: seat 1 in the record, 0 by the rules",
        ),
        (
            "\"tiles\":[\"",
            "\"tiles\":[\"ZZ",
            "the deal: no kind of tile is called",
        ),
    ] {
        assert!(text.contains(from), "{from}: {text}");
        fs::write(case.file("bent.json"), text.replacen(from, to, 1)).unwrap();
        refused(
            &["play", "--resume", &here("bent.json")],
            &["bent.json", says],
        );
    }
}
