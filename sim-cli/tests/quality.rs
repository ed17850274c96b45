//! Studies of how games go: leads, decisions, luck and contact between players.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use crate::command::{ok, one_line, path, refused};
use crate::runs::assert_same;
use serde_json::Value;
use tempfile::TempDir;

const ABOUT: &str = "lead-changes,decided,drama,leader,relative-closeness,decisions,choices,near-equal,interaction,luck,draw-size";
const RESPONSES: [&str; 14] = [
    "lead_changes",
    "decided_turn",
    "drama",
    "deficit",
    "leader_wins",
    "decisions",
    "choices",
    "near_equal",
    "free_turns",
    "interaction",
    "luck_spread",
    "luckiest_wins",
    "draw_size",
    "relative_margin",
];

type Row = BTreeMap<String, String>;

/// Plays a study into a folder with this name.
fn play(folder: &TempDir, name: &str, args: &str) -> PathBuf {
    let out = folder.path().join(name);
    let args: Vec<&str> = ["balance"].into_iter().chain(args.split(' ')).collect();
    ok(&[&args[..], &["--about", ABOUT, "--out", path(&out)]].concat());
    out
}

fn games(run: &Path) -> Vec<Row> {
    csv::Reader::from_path(run.join("games.csv"))
        .unwrap()
        .deserialize()
        .map(Result::unwrap)
        .collect()
}

fn effects(run: &Path) -> Vec<Value> {
    let summary: Value =
        serde_json::from_str(&fs::read_to_string(run.join("summary.json")).unwrap()).unwrap();
    summary["effects"].as_array().unwrap().clone()
}

fn number(row: &Row, column: &str) -> f64 {
    row[column].parse().unwrap()
}

#[test]
#[ignore = "slow"]
fn every_game_is_measured_as_its_effects_say() {
    let folder = tempfile::tempdir().unwrap();
    for (game, players, agent, factor) in [
        ("gold-rush", 3, "greedy", "farmers=yes,no"),
        ("carcassonne", 2, "greedy", "farmers=yes,no"),
        ("carcassonne+gold-mines", 2, "greedy", "farmers=yes,no"),
        ("knizia-gold", 4, "perfect", "whole-match=no,yes"),
    ] {
        let args = format!(
            "--game {game} --agents random,{agent} --factor {factor} --players {players} --games 96 --records all"
        );
        let run = play(&folder, game, &args);
        assert!(
            ok(&["verify", path(&run)]).contains("the summary matches the tables"),
            "{game}"
        );
        let games: Vec<Row> = games(&run)
            .into_iter()
            .filter(|row| row["arm"] == "1")
            .collect();
        for row in &games {
            let [turns, decided, changes] =
                ["turns", "decided_turn", "lead_changes"].map(|column| number(row, column));
            assert!(
                decided <= turns && changes <= turns / f64::from(players),
                "{game}: {row:?}"
            );
            assert!(
                number(row, "choices") >= 2.0 && number(row, "decisions") >= turns / 2.0,
                "{game}: {row:?}"
            );
            for share in [
                "drama",
                "leader_wins",
                "free_turns",
                "interaction",
                "luckiest_wins",
            ] {
                assert!((0.0..=1.0).contains(&number(row, share)), "{game}: {row:?}");
            }
        }
        for (response, most) in [
            ("lead_changes", 1.0),
            ("drama", 0.1),
            ("deficit", 1.0),
            ("near_equal", 0.1),
            ("interaction", 0.01),
            ("draw_size", 0.1),
        ] {
            let mean =
                games.iter().map(|row| number(row, response)).sum::<f64>() / games.len() as f64;
            assert!(mean > most, "{game}: {response} {mean}");
        }
        let effects: Vec<Value> = effects(&run)
            .into_iter()
            .filter(|effect| effect["agent"] == agent)
            .collect();
        let names: Vec<&str> = effects
            .iter()
            .map(|effect| effect["response"].as_str().unwrap())
            .collect();
        assert_eq!(names, RESPONSES, "{game}");
        for effect in &effects {
            let value = |row: &Row| match effect["response"].as_str().unwrap() {
                name @ ("leader_wins" | "luckiest_wins") => {
                    number(row, name) - 1.0 / f64::from(players)
                }
                "relative_margin" => number(row, "winning_margin") / number(row, "best_score"),
                name => number(row, name),
            };
            let mean = games.iter().map(value).sum::<f64>() / games.len() as f64;
            assert!(
                (effect["base_mean"].as_f64().unwrap() - mean).abs() < 1e-4,
                "{game}: {effect} {mean}"
            );
        }
    }
}

/// The luck of each seat is in `seats.csv`.
#[test]
#[ignore = "slow"]
fn luck_of_a_game_follows_from_that_of_its_seats() {
    let folder = tempfile::tempdir().unwrap();
    for (game, players, agent, factor) in [
        ("gold-rush", 3, "greedy", "farmers=yes,no"),
        ("carcassonne", 2, "greedy", "farmers=yes,no"),
        ("carcassonne+gold-mines", 4, "greedy", "farmers=yes,no"),
        ("knizia-gold", 2, "perfect", "whole-match=no,yes"),
    ] {
        let run = play(
            &folder,
            game,
            &format!(
                "--game {game} --agents {agent} --factor {factor} --players {players} --games 200 --luck"
            ),
        );
        let seats: Vec<Row> = csv::Reader::from_path(run.join("seats.csv"))
            .unwrap()
            .deserialize()
            .map(Result::unwrap)
            .collect();
        let (mut luckiest_win, mut games_of_equals) = (0.0, 0.0);
        for (row, seats) in games(&run).iter().zip(seats.chunks(players)) {
            let luck: Vec<f64> = seats.iter().map(|seat| number(seat, "luck")).collect();
            let most = luck.iter().copied().fold(f64::MIN, f64::max);
            let spread = most - (luck.iter().sum::<f64>() - most) / (players as f64 - 1.0);
            assert!(
                (number(row, "luck_spread") - spread).abs() < 0.001,
                "{game}: {row:?} {luck:?}"
            );
            let is_luckiest = |luck: &f64| (luck - most).abs() < 1e-9;
            let shares: Vec<f64> = seats
                .iter()
                .zip(&luck)
                .filter(|(_, luck)| is_luckiest(luck))
                .map(|(seat, _)| number(seat, "win_share"))
                .collect();
            let share = shares.iter().sum::<f64>() / shares.len() as f64;
            assert!(
                (number(row, "luckiest_wins") - share).abs() < 0.001,
                "{game}: {row:?} {luck:?}"
            );
            luckiest_win += share;
            games_of_equals += 1.0;
        }
        let share = luckiest_win / games_of_equals;
        assert!(
            share > 1.05 / players as f64,
            "{game}: the luckiest player wins {share}"
        );
    }
}

const STUDY: &str = "--agents greedy,heuristic --factor tents=1,0 --players 2,3 --games 160";

#[test]
#[ignore = "slow"]
fn measures_are_the_same_with_any_threads_and_after_a_crash() {
    let folder = tempfile::tempdir().unwrap();
    let [one, three] =
        ["1", "3"].map(|threads| play(&folder, threads, &format!("{STUDY} --threads {threads}")));
    assert_same(&three, &one);
    for name in ["summary.json", "machine.json", "effects.csv"] {
        fs::remove_file(three.join(name)).unwrap();
    }
    let games = fs::OpenOptions::new()
        .write(true)
        .open(three.join("games.csv"))
        .unwrap();
    games.set_len(games.metadata().unwrap().len() / 2).unwrap();
    ok(&["resume", path(&three)]);
    assert_same(&three, &one);
}

#[test]
#[ignore = "slow"]
fn shards_are_merged_to_the_same_bytes() {
    let folder = tempfile::tempdir().unwrap();
    let whole = play(&folder, "whole", STUDY);
    for shard in ["0/2", "1/2"] {
        play(&folder, "parts", &format!("{STUDY} --shard {shard}"));
    }
    let merged = folder.path().join("merged");
    ok(&[
        "merge",
        path(&folder.path().join("parts")),
        "--out",
        path(&merged),
    ]);
    assert_same(&merged, &whole);
}

#[test]
#[ignore = "slow"]
fn rules_that_change_nothing_change_no_measure() {
    let folder = tempfile::tempdir().unwrap();
    let run = play(
        &folder,
        "run",
        "--agents greedy,heuristic --factor tokens=printed,0=10+1=10+2=30+3=10+5=3 --games 200",
    );
    let effects = effects(&run);
    assert_eq!(effects.len(), 2 * RESPONSES.len());
    for effect in effects {
        assert_eq!(
            (effect["mean"].as_f64(), effect["p"].as_f64()),
            (Some(0.0), Some(1.0)),
            "{effect}"
        );
        assert!(
            ["balanced", "unclear"].contains(&effect["verdict"].as_str().unwrap()),
            "{effect}"
        );
    }
}

#[test]
fn other_studies_measure_nothing_more() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("run");
    ok(&[
        "balance",
        "--agents",
        "random,greedy",
        "--factor",
        "tents=1,0",
        "--games",
        "32",
        "--out",
        path(&out),
    ]);
    assert!(!games(&out)[0].contains_key("drama"));
    assert!(
        effects(&out)
            .iter()
            .all(|effect| !RESPONSES.contains(&effect["response"].as_str().unwrap()))
    );
    let some = folder.path().join("some");
    ok(&[
        "balance",
        "--agents",
        "greedy",
        "--factor",
        "tents=1,0",
        "--about",
        "drama,points",
        "--games",
        "32",
        "--out",
        path(&some),
    ]);
    let columns: Vec<String> = games(&some).swap_remove(0).into_keys().collect();
    assert!(
        columns.contains(&"drama".into())
            && columns.contains(&"deficit".into())
            && !columns.contains(&"choices".into())
    );
    refused(
        &["balance", "--factor", "tents=1,0", "--about", "excitement"],
        &[
            "\"excitement\" is none of the questions",
            "lead-changes, decided, drama",
        ],
    );
}

#[test]
#[ignore = "slow"]
fn answers_name_the_measures_in_words() {
    let text = ok(&[
        "balance",
        "--agents",
        "greedy,heuristic",
        "--factor",
        "farmers=yes,no",
        "--about",
        ABOUT,
        "--games",
        "400",
    ]);
    let text = one_line(&text);
    for words in [
        "Changes of the lead",
        "Turns until a game is decided",
        "Half-time leader's wins",
        "choices at a decision",
        "uckiest player",
        "a draw helps or hurts",
    ] {
        assert!(text.contains(words), "{words}\n{text}");
    }
    assert!(
        !text.contains("lead_changes")
            && !text.contains("luck_spread")
            && !text.contains("near_equal"),
        "{text}"
    );
}
