//! `goldrush match` as used by a person or a script.

use std::collections::HashMap;
use std::fs;
use std::path::Path;
use std::time::Duration;

use crate::command::{goldrush, ok, one_line, path, refused};
use serde_json::Value;

type Row = HashMap<String, String>;

fn rows(table: &Path) -> Vec<Row> {
    csv::Reader::from_path(table)
        .unwrap()
        .deserialize()
        .map(Result::unwrap)
        .collect()
}

fn json(file: &Path) -> Value {
    serde_json::from_str(&fs::read_to_string(file).unwrap()).unwrap()
}

#[test]
fn output_shows_all_statistics() {
    let text = ok(&["match", "--a", "greedy", "--b", "random", "--games", "63"]);
    for part in [
        "64 games with 2 players: 32 deals, each played twice; seed 1.",
        "100.0% (89.1 to 100.0)",
        "B random",
        "points from",
        "per turn",
        "\nA is stronger than B: A wins 100.0% (89.1 to 100.0) of its games;",
        "Elo difference, A minus B: above +365, since A won every game;",
        "63 games were requested; 64 were played so that every deal is complete",
    ] {
        assert!(text.contains(part), "{part}\n{text}");
    }
    let text = ok(&[
        "match",
        "--a",
        "random",
        "--b",
        "greedy",
        "--players",
        "3",
        "--mirror",
        "--games",
        "96",
    ]);
    for part in [
        "16 deals, each played 6 times",
        "mirror B greedy",
        "mirror A random",
        "\nA is weaker than B: A wins 0.0% (0.0 to 20.6) of its games;",
        "\nB is stronger than A: B wins 100.0%",
    ] {
        assert!(text.contains(part), "{part}\n{text}");
    }
    // One of two equals wins five deals in a row more than 5% of the time, but not six.
    let verdict = |games| ok(&["match", "--a", "greedy", "--b", "random", "--games", games]);
    assert!(
        verdict("10").contains("Cannot tell yet whether A or B is stronger")
            && verdict("12").contains("A is stronger than B")
    );
}

#[test]
fn agent_against_itself_wins_its_fair_share_of_every_block() {
    let folder = tempfile::tempdir().unwrap();
    for players in 2..=5 {
        let out = folder.path().join(players.to_string());
        let (number, games) = (players.to_string(), (players * 24).to_string());
        let args = [
            "match",
            "--a",
            "greedy",
            "--b",
            "greedy",
            "--players",
            &number,
            "--games",
            &games,
        ];
        let mirror: &[&str] = if players > 2 { &["--mirror"] } else { &[] };
        ok(&[&args[..], mirror, &["--out", path(&out)]].concat());
        let seats = rows(&out.join("seats.csv"));
        let line_ups = 1 + mirror.len();
        assert_eq!(seats.len(), players * players * 24);
        for block in seats.chunks(players * players * line_ups) {
            for line_up in block.chunks(players * players) {
                let alone = |row: &&Row| {
                    let [seat, seating] =
                        ["seat", "seating"].map(|column| row[column].parse::<usize>().unwrap());
                    seat == seating % players
                };
                let share: f64 = line_up
                    .iter()
                    .filter(alone)
                    .map(|row| row["win_share"].parse::<f64>().unwrap())
                    .sum();
                assert!((share - 1.0).abs() < 1e-5, "{players} players: {share}");
            }
            // The same game in every seating: every seat does the same.
            let columns: Vec<&String> = block[0]
                .keys()
                .filter(|column| !["game", "seating"].contains(&column.as_str()))
                .collect();
            for (row, first) in block.iter().zip(block[..players].iter().cycle()) {
                assert!(
                    columns.iter().all(|column| row[*column] == first[*column]),
                    "{row:?}\n{first:?}"
                );
            }
        }
        let summary = json(&out.join("summary.json"));
        let difference = &summary["match"]["a"]["difference"];
        assert_eq!(difference["mean"], 0.0);
        assert!(
            difference["half_width"].as_f64().unwrap() > 0.05,
            "equal blocks are no proof: {difference}"
        );
        assert_eq!(
            summary["agents"][0]["metrics"]["win_share"]["mean"],
            1.0 / players as f64
        );
        assert_eq!(
            summary["agents"][0]["metrics"]["margin"],
            summary["agents"][1]["metrics"]["margin"]
        );
    }
}

#[test]
fn same_match_gives_same_bytes_with_any_threads_and_no_times() {
    let folder = tempfile::tempdir().unwrap();
    for sprt in [&["--sprt", "0.25,0.3"][..], &[]] {
        let runs = ["1", "3"].map(|threads| {
            let out = folder.path().join(format!("{threads}-{}", sprt.len()));
            let args = [
                "match",
                "--a",
                "random",
                "--b",
                "random",
                "--players",
                "4",
                "--games",
                "4000",
                "--seed",
                "8",
            ];
            ok(&[
                &args[..],
                sprt,
                &[
                    "--records",
                    "every=100",
                    "--threads",
                    threads,
                    "--out",
                    path(&out),
                ],
            ]
            .concat());
            out
        });
        for name in [
            "games.csv",
            "seats.csv",
            "records.jsonl",
            "run.toml",
            "summary.json",
        ] {
            let [one, three] = runs.each_ref().map(|run| fs::read(run.join(name)).unwrap());
            assert!(one == three, "{name} differs");
        }
        let timing = &json(&runs[0].join("machine.json"))["effort"];
        assert_eq!(timing[0]["name"], "A random");
        assert!(timing[1]["ms_per_turn"].as_f64().unwrap() > 0.0);
        let stopped = &json(&runs[0].join("summary.json"))["match"]["sprt"]["stopped_early"];
        assert_eq!(
            *stopped,
            if sprt.is_empty() {
                Value::Null
            } else {
                true.into()
            }
        );
    }
}

#[test]
fn sprt_stops_as_soon_as_the_games_decide() {
    let args = [
        "match",
        "--a",
        "greedy",
        "--b",
        "random",
        "--players",
        "3",
        "--games",
        "100000",
    ];
    let text = ok(&[&args[..], &["--sprt", "0.33,0.4"]].concat());
    for part in [
        "48 games with 3 players: 16 deals",
        "A's win rate is 40% rather than 33%; decided after 16 deals.",
        "A sequential test stopped this match early",
    ] {
        assert!(text.contains(part), "{part}\n{text}");
    }
    let text = ok(&[
        "match",
        "--a",
        "random",
        "--b",
        "random",
        "--games",
        "100",
        "--sprt",
        "0.5,0.501",
    ]);
    assert!(
        text.contains("Not decided after 50 deals") && text.contains("Cannot tell yet"),
        "{text}"
    );
}

/// A game that waits for the threads of a decision must not start playing others meanwhile.
#[test]
fn multithreaded_agents_do_not_block_the_run() {
    let folder = tempfile::tempdir().unwrap();
    let runs = ["1", "4"].map(|threads| {
        let out = folder.path().join(threads);
        let agents = [
            "--a",
            "rollout:playouts=8,candidates=4,threads=3",
            "--b",
            "heuristic",
        ];
        let args = [
            &["match"][..],
            &agents,
            &["--games", "80", "--threads", threads, "--out", path(&out)],
        ]
        .concat();
        goldrush()
            .args(args)
            .timeout(Duration::from_secs(60))
            .assert()
            .success();
        fs::read(out.join("seats.csv")).unwrap()
    });
    assert!(runs[0] == runs[1]);
}

#[test]
fn any_game_of_a_match_can_be_replayed_from_plan_or_record() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("run");
    let args = [
        "match",
        "--a",
        "greedy",
        "--b",
        "random",
        "--players",
        "3",
        "--mirror",
        "--games",
        "12",
    ];
    ok(&[
        &args[..],
        &["--sprt", "0.3,0.4", "--records", "all", "--out", path(&out)],
    ]
    .concat());
    for game in ["0", "4", "11"] {
        let from_plan = ok(&["replay", "--run", path(&out), "--number", game]);
        assert_eq!(
            from_plan,
            ok(&["replay", path(&out.join("records.jsonl")), "--number", game])
        );
    }
    let plan = fs::read_to_string(out.join("run.toml")).unwrap();
    for (from, to, says) in [
        ("s0 = 0.3", "s0 = 0.31", "changed since the run"),
        ("s0 = 0.3", "s0 = 0.5", "shares and errors that cannot be"),
        ("mirror = true", "mirror = false", "changed since the run"),
        (
            "agents = [\"greedy\", \"random\", \"random\"]",
            "agents = [\"greedy\"]",
            "two agents",
        ),
    ] {
        assert!(plan.contains(from), "{from}\n{plan}");
        fs::write(out.join("run.toml"), plan.replace(from, to)).unwrap();
        refused(&["replay", "--run", path(&out)], &["run.toml", says]);
    }
}

#[test]
fn bad_input_is_one_clear_line_and_exit_code_2() {
    let wrong = |more: &[&str], parts: &[&str]| {
        refused(&[&["match", "--a", "greedy"], more].concat(), parts)
    };
    wrong(&[], &["--b"]);
    wrong(&["--b", "gredy"], &["--b:", "did you mean greedy?"]);
    wrong(&["--b", "greedy,random"], &["--b:", "no agent"]);
    wrong(
        &["--b", "random", "--players", "6"],
        &["--players", "2 to 5"],
    );
    wrong(
        &["--b", "random", "--mirror"],
        &["--mirror", "leave it out"],
    );
    wrong(
        &["--b", "random", "--sprt", "0.6,0.5"],
        &["--sprt", "the smaller first"],
    );
    wrong(
        &["--b", "random", "--sprt", "-1,0.5"],
        &["--sprt", "between 0 and 1"],
    );
    wrong(
        &["--b", "random", "--sprt", "elo:20,0"],
        &["--sprt", "such as elo:0,20"],
    );
    wrong(
        &["--b", "random", "--alpha", "0.01"],
        &["--alpha", "needs --sprt"],
    );
    wrong(
        &["--b", "random", "--sprt", "0.5,0.6", "--beta", "0.7"],
        &["--beta 0.7", "between 0 and 0.5"],
    );
    wrong(
        &["--b", "random", "--games", "0"],
        &["--games 0", "at least 1"],
    );
    wrong(
        &["--b", "random", "--records", "all"],
        &["--records needs --out"],
    );
    goldrush().args(["match", "--help"]).assert().success();
}

#[test]
fn match_table_grows_by_one_row_per_match() {
    let folder = tempfile::tempdir().unwrap();
    let table = folder.path().join("ladder.csv");
    for (players, spec) in [("2", "rollout:playouts=4,candidates=2"), ("3", "greedy")] {
        ok(&[
            "match",
            "--a",
            spec,
            "--b",
            "random",
            "--players",
            players,
            "--games",
            "6",
            "--append",
            path(&table),
        ]);
    }
    let mut rows = csv::Reader::from_path(&table).unwrap();
    let at = |name: &str| {
        rows_header(&table)
            .iter()
            .position(|column| column == name)
            .unwrap()
    };
    let rows: Vec<_> = rows.records().map(Result::unwrap).collect();
    assert_eq!(rows.len(), 2);
    assert_eq!(
        (&rows[0][at("a")], &rows[0][at("b")]),
        ("rollout:playouts=4,candidates=2", "random")
    );
    assert_eq!(
        (
            &rows[0][at("players")],
            &rows[1][at("players")],
            &rows[1][at("blocks")]
        ),
        ("2", "3", "2")
    );
    assert!(rows[0][at("a_playouts_per_turn")].parse::<f64>().unwrap() >= 2.0);
    assert_eq!(&rows[1][at("a_playouts_per_turn")], "0.0");
    assert_eq!(
        &rows[1][at("win_share")],
        "1.0000",
        "greedy always beats random in these games"
    );
}

fn rows_header(table: &Path) -> Vec<String> {
    csv::Reader::from_path(table)
        .unwrap()
        .headers()
        .unwrap()
        .iter()
        .map(str::to_owned)
        .collect()
}

#[test]
fn time_and_thread_budgets_are_accepted() {
    let text = ok(&[
        "match",
        "--a",
        "rollout:ms=1,candidates=4",
        "--b",
        "mcts:playouts=8,threads=2",
        "--games",
        "2",
    ]);
    assert!(text.contains("2 games with 2 players"), "{text}");
}

#[test]
fn a_has_its_handicap_in_every_seat_and_b_has_none() {
    let folder = tempfile::tempdir().unwrap();
    let run = folder.path().join("run");
    let asked = [
        "match",
        "--a",
        "greedy",
        "--b",
        "greedy",
        "--games",
        "40",
        "--handicap",
        "tents",
        "--records",
        "all",
    ];
    let text = ok(&[&asked[..], &["--out", path(&run)]].concat());
    assert!(
        text.contains("A greedy without tents") && text.contains("A is weaker than B"),
        "{text}"
    );
    for row in rows(&run.join("seats.csv")) {
        assert_eq!(
            row["seating"] == row["seat"],
            row["tents_pitched"] == "0",
            "{row:?}"
        );
    }
    // A run that is read back is the same, and its page shows how to play it again.
    ok(&["verify", path(&run)]);
    ok(&["report", path(&run)]);
    assert!(
        fs::read_to_string(run.join("report.html"))
            .unwrap()
            .contains("--handicap tents")
    );
    let from_record = ok(&["replay", path(&run.join("records.jsonl")), "--number", "3"]);
    assert_eq!(
        ok(&["replay", "--run", path(&run), "--number", "3"]),
        from_record
    );
    let fewer = |handicap: &[&str]| {
        let asked = [
            "match",
            "--a",
            "greedy",
            "--b",
            "greedy",
            "--players",
            "3",
            "--games",
            "600",
        ];
        let text = ok(&[&asked[..], handicap].concat());
        let wins = text
            .split_once("A wins ")
            .unwrap()
            .1
            .split_once('%')
            .unwrap()
            .0;
        wins.parse::<f64>().unwrap()
    };
    assert!(fewer(&["--handicap", "one-cowboy"]) < 30.0 && (fewer(&[]) - 33.3).abs() < 0.1);
    let wrong = |handicap: &[&str], said: &[&str]| {
        refused(
            &[&["match", "--a", "greedy", "--b", "random"], handicap].concat(),
            said,
        );
    };
    wrong(
        &["--handicap", "weather"],
        &["--handicap weather", "cannot be denied", "one-cowboy"],
    );
    wrong(
        &["--handicap", "take-back"],
        &["--handicap take-back", "nobody may do that"],
    );
    wrong(
        &["--players", "3", "--handicap", "tents", "--mirror"],
        &["--handicap", "--mirror"],
    );
    wrong(
        &["--game", "carcassonne", "--handicap", "tents"],
        &["--handicap tents", "no element of this game can be denied"],
    );
}

/// The weakest level is there to be beaten, but not by playing at random.
#[test]
fn weakest_level_beats_random_play_and_loses_to_the_next() {
    for game in [
        "gold-rush",
        "carcassonne",
        "carcassonne+gold-mines",
        "knizia-gold",
    ] {
        let games = if game == "knizia-gold" { "4000" } else { "200" };
        for [a, b] in [["level0", "random"], ["level1", "level0"]] {
            let text = ok(&[
                "match", "--game", game, "--a", a, "--b", b, "--games", games,
            ]);
            assert!(text.contains("A is stronger than B"), "{game}: {text}");
        }
    }
}

#[test]
fn tables_in_a_pipe_are_as_wide_as_the_variable_says() {
    for width in [60, 80] {
        let output = goldrush()
            .args(["match", "--a", "greedy", "--b", "random", "--games", "2"])
            .env("COLUMNS", width.to_string())
            .output()
            .unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        let table = text.lines().filter(|line| line.starts_with("  A greedy"));
        let widest = table.map(|line| line.chars().count()).max();
        assert!(widest.is_some_and(|widest| widest <= width), "{text}");
        assert!(one_line(&text).contains("A wider terminal shows"), "{text}");
    }
}
