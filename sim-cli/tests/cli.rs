//! The commands as used by a person or a script.

use std::fs;

use crate::command::{goldrush, ok, path, refused};
use predicates::prelude::*;
use predicates::str::contains;

#[test]
fn first_command_of_the_readme_works() {
    let text = ok(&["simulate", "--games", "20"]);
    for part in [
        "20 games with 2 players: 10 deals, each played twice; seed 1.",
        "win rate",
        "greedy",
        "second seat",
        "railroad",
        "games/s",
    ] {
        assert!(text.contains(part), "{part}\n{text}");
    }
    let mut lines = text.lines();
    assert!(lines.all(|line| line.chars().count() <= 100), "{text}");
}

#[test]
fn games_are_rounded_up_to_whole_deals() {
    let text = ok(&[
        "simulate",
        "--agents",
        "random,random,greedy",
        "--games",
        "4",
    ]);
    assert!(
        text.contains("6 games with 3 players: 2 deals, each played 3 times"),
        "{text}"
    );
    assert!(
        text.contains("4 games were requested; 6 were played so that every deal is complete"),
        "{text}"
    );
}

#[test]
fn same_plan_gives_same_bytes_with_any_threads() {
    let folder = tempfile::tempdir().unwrap();
    for players in ["2", "3", "4", "5"] {
        let runs: Vec<_> = ["1", "2", "5"]
            .iter()
            .map(|threads| {
                let out = folder.path().join(format!("{players}-{threads}"));
                let args = [
                    "simulate",
                    "--agents",
                    "random",
                    "--players",
                    players,
                    "--games",
                    "300",
                    "--records",
                    "every=50",
                ];
                ok(&[&args[..], &["--threads", threads, "--out", path(&out)]].concat());
                out
            })
            .collect();
        let mut names: Vec<_> = fs::read_dir(&runs[0])
            .unwrap()
            .map(|f| f.unwrap().file_name().into_string().unwrap())
            .collect();
        names.retain(|name| name != ".lock");
        names.sort();
        let all = [
            "games.csv",
            "machine.json",
            "records.jsonl",
            "run.toml",
            "seats.csv",
            "summary.json",
            "times.jsonl",
        ];
        assert_eq!(names, all);
        for name in names
            .iter()
            .filter(|name| !["machine.json", "times.jsonl"].contains(&&name[..]))
        {
            let first = fs::read(runs[0].join(name)).unwrap();
            assert!(!first.is_empty());
            for other in &runs[1..] {
                assert!(
                    fs::read(other.join(name)).unwrap() == first,
                    "{players} players: {name} differs"
                );
            }
        }
        let games = fs::read_to_string(runs[0].join("games.csv")).unwrap();
        assert_eq!(games.lines().count(), 301);
        assert!(games.starts_with("run,game,block,arm,seating,players,turns,"));
        let seats = fs::read_to_string(runs[0].join("seats.csv")).unwrap();
        assert_eq!(
            seats.lines().count(),
            1 + 300 * players.parse::<usize>().unwrap()
        );
        assert_eq!(
            fs::read_to_string(runs[0].join("records.jsonl"))
                .unwrap()
                .lines()
                .count(),
            6
        );
    }
}

#[test]
fn rows_of_a_game_add_up() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("run");
    ok(&[
        "simulate",
        "--agents",
        "greedy,random,random",
        "--games",
        "30",
        "--out",
        path(&out),
    ]);
    let mut reader = csv::Reader::from_path(out.join("seats.csv")).unwrap();
    let rows: Vec<std::collections::HashMap<String, String>> =
        reader.deserialize().map(Result::unwrap).collect();
    assert_eq!(rows.len(), 90);
    for game in rows.chunks(3) {
        let number = |row: usize, column: &str| game[row][column].parse::<f64>().unwrap();
        let share: f64 = (0..3).map(|r| number(r, "win_share")).sum();
        assert!((share - 1.0).abs() < 1e-5);
        for row in 0..3 {
            let sources: f64 = ["railroad", "mountain", "city", "prairie", "tokens"]
                .map(|c| number(row, c))
                .iter()
                .sum();
            assert!((sources - number(row, "score")).abs() < 1e-9);
            let better = (0..3)
                .filter(|&r| number(r, "score") > number(row, "score"))
                .count();
            assert!((number(row, "rank") - 1.0 - better as f64).abs() < 1e-9);
        }
    }
    let summary: serde_json::Value =
        serde_json::from_str(&fs::read_to_string(out.join("summary.json")).unwrap()).unwrap();
    let mean = rows
        .iter()
        .filter(|r| r["agent"] == "greedy")
        .map(|r| r["score"].parse::<f64>().unwrap())
        .sum::<f64>()
        / 30.0;
    assert!(
        (summary["agents"][0]["metrics"]["score"]["mean"]
            .as_f64()
            .unwrap()
            - mean)
            .abs()
            < 1e-9
    );
}

#[test]
fn any_game_of_a_run_can_be_replayed_from_plan_or_record() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("run");
    let rules = ["--tents", "2", "--tiles", "gold_rush_alt", "--take-back"];
    ok(&[
        &[
            "simulate",
            "--agents",
            "random,greedy",
            "--games",
            "6",
            "--records",
            "all",
            "--out",
            path(&out),
        ],
        &rules[..],
    ]
    .concat());
    let records = out.join("records.jsonl");
    for game in ["0", "5"] {
        let from_plan = ok(&["replay", "--run", path(&out), "--number", game]);
        assert_eq!(from_plan, ok(&["replay", path(&records), "--number", game]));
        assert!(
            from_plan.contains("points") && from_plan.contains("unfinished"),
            "{from_plan}"
        );
        assert!(!from_plan.contains('\u{1b}'), "no colors in a pipe");
    }
    let turn = ok(&[
        "replay",
        path(&records),
        "--turn",
        "20",
        "--as-seat",
        "1",
        "--color",
        "always",
    ]);
    assert!(
        turn.contains("After 20 of")
            && turn.contains(" is to lay the tile: ")
            && turn.contains("+?")
            && turn.contains('\u{1b}')
    );
}

#[test]
fn changed_plan_is_not_replayed_as_the_run() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("run");
    ok(&[
        "simulate",
        "--agents",
        "random",
        "--games",
        "3",
        "--out",
        path(&out),
    ]);
    let plan = fs::read_to_string(out.join("run.toml")).unwrap();
    for (from, to, says) in [
        ("seed = 1", "seed = 2", "changed since the run"),
        ("games = 3", "games = 5", "changed since the run"),
        ("tents = 1", "tents = 2", "changed since the run"),
        ("blocks = 3", "blocks = 0", "0 blocks"),
        (
            "\"random\", \"random\"",
            "\"gredy\", \"random\"",
            "did you mean greedy",
        ),
        (
            "catalogue = \"gold_rush\"",
            "catalogue = \"/etc/passwd\"",
            "no catalogue /etc/passwd",
        ),
    ] {
        assert!(plan.contains(from), "{from}");
        fs::write(out.join("run.toml"), plan.replace(from, to)).unwrap();
        refused(&["replay", "--run", path(&out)], &["run.toml", says]);
    }
}

#[test]
fn run_with_custom_tiles_contains_them() {
    let folder = tempfile::tempdir().unwrap();
    let tiles = folder.path().join("mine.toml");
    let text = fs::read_to_string(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../engine/data/gold_rush.toml"
    ))
    .unwrap();
    fs::write(&tiles, text.replace("locomotives = 1", "locomotives = 2")).unwrap();
    let out = folder.path().join("run");
    ok(&[
        "simulate",
        "--agents",
        "random",
        "--games",
        "3",
        "--tiles",
        path(&tiles),
        "--records",
        "all",
        "--out",
        path(&out),
    ]);
    fs::remove_file(&tiles).unwrap();
    let from_plan = ok(&["replay", "--run", path(&out), "--number", "2"]);
    assert_eq!(
        from_plan,
        ok(&["replay", path(&out.join("records.jsonl")), "--number", "2"])
    );
}

#[test]
fn illegal_record_fails_loudly() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("run");
    ok(&[
        "simulate",
        "--agents",
        "random",
        "--games",
        "1",
        "--records",
        "all",
        "--out",
        path(&out),
    ]);
    let record = fs::read_to_string(out.join("records.jsonl")).unwrap();
    let mut json: serde_json::Value = serde_json::from_str(&record).unwrap();
    json["scores"][0] = 999.into();
    let wrong = folder.path().join("wrong.jsonl");
    fs::write(&wrong, json.to_string()).unwrap();
    goldrush()
        .args(["replay", path(&wrong)])
        .assert()
        .code(1)
        .stderr(contains("game 0 is not by the rules: scores"));
    fs::write(&wrong, "{\"format\": 3}\n").unwrap();
    refused(
        &["replay", path(&wrong)],
        &["wrong.jsonl", "line 1", "not a record"],
    );
    fs::write(&wrong, "").unwrap();
    refused(&["replay", path(&wrong)], &["wrong.jsonl", "is empty"]);
}

#[test]
fn perft_matches_published_numbers() {
    for (depth, count) in [("1", "30"), ("2", "2594"), ("3", "174856")] {
        assert_eq!(
            ok(&[
                "lab",
                "perft",
                "--players",
                "2",
                "--depth",
                depth,
                "--deal",
                "12a 27 39"
            ])
            .trim(),
            count
        );
    }
    let parts = ok(&["lab", "perft", "--depth", "1", "--deal", "12a", "--divide"]);
    assert_eq!(parts.lines().last(), Some("30"));
    assert!(
        parts.contains("place 1,0 0 cowboy railroad E: 1"),
        "{parts}"
    );
}

#[test]
fn bench_fingerprint_is_the_same_with_any_threads() {
    let fingerprint = |threads| {
        let text = ok(&["lab", "bench", "--games", "200", "--threads", threads]);
        text.lines()
            .find(|l| l.starts_with("fingerprint"))
            .unwrap()
            .to_owned()
    };
    let one = fingerprint("1");
    assert_eq!(one, fingerprint("3"));
    // Changes exactly when behavior does; a commit that changes it says why.
    assert_eq!(one, "fingerprint  e9d131059516bcef");
}

#[test]
fn bench_plays_random_games_of_every_game_without_agents() {
    for game in ["gold-rush", "carcassonne", "knizia-gold"] {
        let playouts = |more: &[&str]| {
            ok(&[
                &[
                    "lab",
                    "bench",
                    "--playouts",
                    "--games",
                    "50",
                    "--game",
                    game,
                ],
                more,
            ]
            .concat())
        };
        let fingerprint = |text: String| {
            text.lines()
                .find(|l| l.starts_with("fingerprint"))
                .unwrap()
                .to_owned()
        };
        let (one, three) = (playouts(&[]), playouts(&["--threads", "3"]));
        assert!(one.contains("games/s") && !one.contains("turns/s"), "{one}");
        assert_eq!(fingerprint(one), fingerprint(three));
        assert_ne!(
            fingerprint(playouts(&[])),
            fingerprint(playouts(&["--seed", "2"]))
        );
    }
    refused(
        &["lab", "bench", "--playouts", "--agents", "greedy"],
        &["--playouts", "--agents"],
    );
}

#[test]
fn tiles_rules_agents_version_completions_and_man_page_are_printed() {
    let tiles = ok(&["tiles"]);
    assert!(
        tiles.contains("35 kinds, 72 tiles (start tile 33)")
            && tiles.contains("63 nuggets, 11 locomotives"),
        "{tiles}"
    );
    assert!(
        tiles.contains("Inferred: three copies of design 66"),
        "{tiles}"
    );
    let rival = ok(&["tiles", "gold_rush_alt"]);
    assert!(
        rival.contains("19 camps") && rival.contains("Inferred: "),
        "{rival}"
    );
    assert!(ok(&["rules", "g13"]).starts_with("G13 Mountain\n"));
    let rules = ok(&["rules"]);
    assert!(
        rules.contains("V9 One seat restricted")
            && rules.contains("\n[community] marks an interpretation"),
        "{rules}"
    );
    assert!(!rules.contains("[outside]"), "{rules}");
    assert!(ok(&["rules", "c4"]).contains("\n[outside] marks what none of the texts at hand says"));
    assert_eq!(
        ok(&["rules", "g10"]),
        "G10 Action: none\n  It is always possible to do nothing.\n"
    );
    assert!(ok(&["agents"]).contains("greedy"));
    assert!(ok(&["--version"]).contains("catalogue gold_rush "));
    assert!(ok(&["completions", "bash"]).contains("goldrush"));
    assert!(ok(&["man"]).contains(".TH goldrush"));
}

#[test]
fn help_has_examples() {
    for command in [
        "play",
        "simulate",
        "match",
        "lab bench",
        "replay",
        "analyze",
        "lab perft",
        "tiles",
        "rules",
    ] {
        goldrush()
            .args(command.split(' ').chain(["--help"]))
            .assert()
            .success()
            .stdout(contains("Example"));
    }
}

#[test]
fn bad_input_is_one_clear_line_and_exit_code_2() {
    let folder = tempfile::tempdir().unwrap();
    let here = path(folder.path());
    fs::write(folder.path().join("notes.txt"), "mine").unwrap();
    refused(
        &["simulate", "--agents", "gredy"],
        &["--agents", "no agent \"gredy\"", "did you mean greedy?"],
    );
    refused(
        &[
            "simulate",
            "--agents",
            "random,random,random",
            "--players",
            "2",
        ],
        &["3 agents for 2 players"],
    );
    refused(&["simulate", "--players", "6"], &["--players", "2 to 5"]);
    refused(&["simulate", "--games", "0"], &["--games 0", "at least 1"]);
    refused(&["simulate", "--games", "many"], &["'many'", "--games"]);
    refused(&["simulate", "--seed", "9999999999999999999"], &["--seed"]);
    refused(&["simulate", "--threads", "0"], &["--threads"]);
    refused(
        &["simulate", "--tents", "9"],
        &["--tents", "0 to 5 are possible"],
    );
    refused(
        &["simulate", "--cowboys", "0"],
        &["--cowboys", "1 to 7 are possible"],
    );
    refused(
        &["simulate", "--locomotives", "two"],
        &["--locomotives", "exactly-one"],
    );
    refused(&["simulate", "--tokens", "2"], &["--tokens", "value=count"]);
    refused(
        &["simulate", "--mining-interval", "0"],
        &["--mining-interval", "1 to 255"],
    );
    refused(&["simulate", "--tents", "-1"], &["--tents", "-1"]);
    refused(&["simulate", "--games", "-5"], &["--games", "-5"]);
    refused(
        &["simulate", "--tokens", ""],
        &["--tokens", "nothing is given"],
    );
    refused(&["simulate", "--tokens", "2=1,2=3"], &["--tokens", "twice"]);
    refused(&["simulate", "--agents", "a\nb"], &["--agents", "a\\nb"]);
    refused(
        &["replay", "--run", here, "--tiles", "x"],
        &["--tiles", "--run"],
    );
    refused(
        &["simulate", "--tiles", "nowhere.toml"],
        &["nowhere.toml: no such file", "gold_rush_alt"],
    );
    refused(
        &["simulate", "--records", "some"],
        &["--records", "every=K"],
    );
    refused(
        &["simulate", "--records", "all"],
        &["--records needs --out"],
    );
    refused(&["simulate", "--out", here], &["exists already"]);
    refused(
        &["simulate", "--out", "/proc/nothing/here"],
        &["--out /proc/nothing/here", "cannot be made"],
    );
    refused(&["simulate", "--frobnicate"], &["--frobnicate"]);
    refused(
        &["lab", "perft", "--depth", "1", "--deal", "12a zz"],
        &["--deal", "\"zz\"", "12a"],
    );
    refused(
        &["lab", "perft", "--depth", "1", "--deal", &"31 ".repeat(100)],
        &["--deal", "at most 100"],
    );
    refused(&["rules", "G99"], &["\"G99\"", "G1 to G24"]);
    refused(&["tiles", here], &["error: "]);
    refused(&["replay", "--run", here], &["run.toml"]);
    refused(&["replay", "nowhere.jsonl"], &["nowhere.jsonl"]);
    fs::write(folder.path().join("run.toml"), "format = 3").unwrap();
    refused(&["replay", "--run", here], &["run.toml"]);
    let bad = folder.path().join("bad.toml");
    fs::write(&bad, "[tokens]\n[[tile]]\nid = 3\n").unwrap();
    refused(
        &["tiles", path(&bad)],
        &["bad.toml", "tile number 1", "id: 3 where a text"],
    );
}

#[test]
fn closed_output_pipe_is_not_an_error() {
    use std::process::{Command, Stdio};
    let mut child = Command::new(assert_cmd::cargo::cargo_bin("goldrush"))
        .args(["tiles"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert!(predicate::str::is_empty().eval(&String::from_utf8(output.stderr).unwrap()));
    assert!(output.status.success());
}
