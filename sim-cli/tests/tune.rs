//! `goldrush lab tune`, `fit`, `value`, `regret` and `endings`: weights of the heuristic and of estimates, how a search
//! spends its playouts, and what bots lose in last turns.

use std::fs;

use crate::command::{ok, path, refused};

/// Tuning gives the same result with any threads, and its last line is an agent.
#[test]
fn tuned_weights_can_be_played() {
    let tune = |threads| {
        ok(&[
            "lab",
            "tune",
            "--players",
            "3",
            "--iterations",
            "3",
            "--games",
            "6",
            "--test",
            "12",
            "--threads",
            threads,
        ])
    };
    let text = tune("1");
    assert_eq!(text, tune("2"));
    assert!(text.contains("lead of one tuned bot"), "{text}");
    let spec = text.lines().last().unwrap();
    ok(&[
        "match",
        "--a",
        spec,
        "--b",
        "heuristic",
        "--players",
        "3",
        "--games",
        "3",
    ]);
    let shortest = ok(&[
        "lab",
        "tune",
        "--iterations",
        "1",
        "--games",
        "2",
        "--test",
        "2",
    ]);
    assert!(!shortest.contains("fill=0.0000"), "{shortest}");
    refused(
        &["lab", "tune", "--perturbation", "nan"],
        &["--perturbation NaN", "above 0"],
    );
    refused(&["lab", "tune", "--step", "0"], &["--step 0"]);
}

/// The fit is the same with any threads; bad input is reported in one line.
#[test]
fn estimates_are_fitted_the_same_with_any_threads() {
    let fit = |threads| {
        let games = [
            "lab",
            "fit",
            "--players",
            "4",
            "--games",
            "70",
            "--steps",
            "2",
            "--seed",
            "9",
        ];
        ok(&[&games[..], &["--threads", threads]].concat())
    };
    let text = fit("1");
    assert_eq!(text, fit("2"));
    assert!(
        text.contains("first_in_supply") && text.contains("in 14 games not used for fitting"),
        "{text}"
    );
}

/// Win chances in every game, the same with any threads; a table keeps the rows of other games.
#[test]
fn win_chances_are_fitted_in_every_game_and_saved_in_tables() {
    let folder = tempfile::tempdir().unwrap();
    let [weights, curve, svg] =
        ["value.csv", "curve.csv", "chances.svg"].map(|name| folder.path().join(name));
    let fit = |game: &str, threads: &str| {
        let asked = [
            "lab",
            "value",
            "--game",
            game,
            "--players",
            "3",
            "--games",
            "40",
            "--threads",
            threads,
        ];
        ok(&[
            &asked[..],
            &[
                "--weights",
                path(&weights),
                "--curve",
                path(&curve),
                "--svg",
                path(&svg),
            ],
        ]
        .concat())
    };
    for game in [
        "gold-rush",
        "carcassonne",
        "carcassonne+gold-mines",
        "knizia-gold",
    ] {
        let text = fit(game, "1");
        assert!(
            text.contains("fitted to 32 games of") && text.contains("per point ahead"),
            "{text}"
        );
        assert_eq!(text, fit(game, "2"));
    }
    let rows = fs::read_to_string(&weights).unwrap();
    assert_eq!(rows.lines().count(), 1 + 4 * 7, "{rows}");
    assert!(
        rows.starts_with("game,players,draws_left,point,turn\ngold-rush,3,0,"),
        "{rows}"
    );
    assert!(
        fs::read_to_string(&curve)
            .unwrap()
            .starts_with("game,players,said,won,low,high,positions\n")
    );
    assert!(
        fs::read_to_string(&svg)
            .unwrap()
            .contains("8 three-player games by perfect")
    );
    refused(
        &["lab", "value", "--weights", path(&curve), "--games", "10"],
        &["curve.csv", "not a table of"],
    );
    refused(
        &["lab", "value", "--games", "4"],
        &["--games", "5 to 1000000 are possible"],
    );
    refused(&["lab", "fit", "--ridge=-1"], &["--ridge -1"]);
    refused(
        &["lab", "fit", "--game", "knizia-gold"],
        &["no weights that could be tuned"],
    );
}

/// Returns arguments that judge two allocations by a few samples, and further arguments.
fn asked<'a>(more: &[&'a str]) -> Vec<&'a str> {
    let few = [
        "--positions",
        "4",
        "--worlds",
        "8",
        "--measured",
        "4",
        "--measured-depth",
        "2",
        "--candidates",
        "6",
    ];
    let two = [
        "playouts=12,depth=1,candidates=6",
        "playouts=24,depth=2,candidates=6",
    ];
    let two = ["--allocation", two[0], "--allocation", two[1]];
    [&["lab", "regret"], &few[..], &two[..], more].concat()
}

/// The same with any threads, from fresh samples or from saved ones; incomplete ones are sampled again.
#[test]
fn regret_is_computed_from_saved_samples() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("tries.jsonl");
    let text = ok(&asked(&["--threads", "1"]));
    assert!(
        text.contains("in 4 positions") && text.contains("playouts=24,depth=2,candidates=6"),
        "{text}"
    );
    assert_eq!(text, ok(&asked(&["--threads", "2"])));
    let halved = "playouts=400,depth=1,candidates=2";
    let both = ok(&asked(&[
        "--allocation",
        halved,
        "--allocation",
        &format!("{halved},racing=0.1"),
    ]));
    let playouts = |row: usize| {
        both.lines()
            .nth(row)
            .unwrap()
            .split_whitespace()
            .nth(1)
            .unwrap()
            .parse::<u32>()
            .unwrap()
    };
    assert!(playouts(6) < playouts(5) && playouts(5) <= 400, "{both}");
    assert_eq!(text, ok(&asked(&["--tries", path(&file)])));
    let kept = fs::read_to_string(&file).unwrap();
    assert_eq!(kept.lines().count(), 5);
    fs::write(&file, &kept[..kept.len() - 9]).unwrap();
    assert_eq!(
        text,
        ok(&asked(&["--tries", path(&file)])),
        "the last position is tried again"
    );
    assert_eq!(kept, fs::read_to_string(&file).unwrap());
    refused(
        &asked(&["--tries", path(&file), "--seed", "2"]),
        &["holds tries of other positions"],
    );
    fs::write(&file, kept.replacen("\"turns\"", "\"turn\"", 1)).unwrap();
    refused(&asked(&["--tries", path(&file)]), &["line 2 is damaged"]);
    refused(
        &asked(&["--depths", "1,3"]),
        &["playouts=24,depth=2,candidates=6", "not among --depths"],
    );
    refused(
        &asked(&["--allocation", "playout=1"]),
        &["did you mean playouts?"],
    );
    refused(
        &asked(&["--allocation", "playouts=9,depth=1"]),
        &["40 candidates", "--candidates 6"],
    );
    refused(&["lab", "regret"], &["--allocation"]);
    let by_others = asked(&["--measured-by", "greedy"]);
    assert_ne!(ok(&by_others), text);
    assert!(ok(&by_others).contains("The choice of all tries together loses"));
    refused(
        &[&by_others[..], &["--tries", path(&file)]].concat(),
        &["holds tries of other positions"],
    );
    refused(
        &asked(&["--measured-by", "gredy"]),
        &["did you mean greedy?"],
    );
    for game in ["carcassonne+gold-mines", "knizia-gold"] {
        assert!(ok(&asked(&["--game", game, "--players", "3"])).contains("three-player games"));
    }
}

/// Returns the rows of the table of `lab endings`: bot, tiles left, turns, share of best turns, points lost.
fn endings(more: &[&str]) -> Vec<Vec<String>> {
    let text = ok(&[&["lab", "endings", "--games", "4"][..], more].concat());
    let table = text
        .lines()
        .skip_while(|line| !line.starts_with('─'))
        .skip(1);
    let rows = table.map(|row| row.split_whitespace().map(str::to_owned).collect());
    // A long name goes on in a line of its own.
    rows.filter(|row: &Vec<String>| row.len() > 1).collect()
}

#[test]
#[ignore = "slow"]
fn bots_are_judged_in_solved_last_turns() {
    let exact = "rollout:playouts=2,scale=10000,exact=1000000";
    let judged = |threads| endings(&["--agent", exact, "--agent", "random", "--threads", threads]);
    let rows = judged("1");
    assert_eq!(rows, judged("2"));
    // Each bot with two, one and no tiles left.
    assert_eq!(rows.len(), 6, "{rows:?}");
    for row in &rows {
        let (best, lost) = (
            row[3].trim_end_matches('%').parse::<f64>().unwrap(),
            row[4].parse::<f64>().unwrap(),
        );
        if exact.starts_with(&row[0]) {
            assert!(best == 100.0 && lost == 0.0, "{row:?}");
        } else {
            assert!(best < 90.0 && lost > 1.0, "{row:?}");
        }
    }
    assert!(
        endings(&[
            "--game",
            "carcassonne",
            "--players",
            "4",
            "--agent",
            "greedy"
        ])
        .len()
            >= 2
    );
    refused(
        &["lab", "endings", "--agent", "gredy"],
        &["did you mean greedy?"],
    );
    refused(
        &[
            "lab",
            "endings",
            "--game",
            "knizia-gold",
            "--agent",
            "perfect",
            "--games",
            "2",
        ],
        &["no last turn"],
    );
}
