//! `goldrush balance` as used by a person or a script.

use std::collections::HashMap;
use std::fs::{self, OpenOptions};
use std::path::{Path, PathBuf};

use crate::command::{ok, one_line, path, refused};
use crate::runs::assert_same;
use serde_json::Value;
use tempfile::TempDir;

/// Plays a study into a folder with this name.
fn play(folder: &TempDir, name: &str, args: &str) -> PathBuf {
    let out = folder.path().join(name);
    let args: Vec<&str> = ["balance"].into_iter().chain(args.split(' ')).collect();
    ok(&[&args[..], &["--out", path(&out)]].concat());
    out
}

fn summary(run: &Path) -> Value {
    serde_json::from_str(&fs::read_to_string(run.join("summary.json")).unwrap()).unwrap()
}

/// Returns the only entry of a list with these fields.
#[track_caller]
fn only<'v>(list: &'v Value, fields: &[(&str, &str)]) -> &'v Value {
    let is = |value: &&Value| {
        fields
            .iter()
            .all(|(name, text)| value[name].as_str() == Some(text))
    };
    let found: Vec<&Value> = list.as_array().unwrap().iter().filter(is).collect();
    assert_eq!(found.len(), 1, "{fields:?}");
    found[0]
}

type Row = HashMap<String, String>;

fn rows(table: &Path) -> Vec<Row> {
    csv::Reader::from_path(table)
        .unwrap()
        .deserialize()
        .map(Result::unwrap)
        .collect()
}

const STUDY: &str = "--agents random,greedy --factor tents=1,0 --factor seat=0,1 --players 2,3 --games 300 --records every=7";

#[test]
fn same_plan_gives_same_bytes_with_any_threads() {
    let folder = tempfile::tempdir().unwrap();
    let [one, three] = ["1", "3"].map(|n| play(&folder, n, &format!("{STUDY} --threads {n}")));
    assert!(one.join("effects.csv").exists() && one.join("arms.csv").exists());
    assert_same(&three, &one);
}

#[test]
fn torn_study_resumes_to_the_same_bytes() {
    let folder = tempfile::tempdir().unwrap();
    let [torn, reference] = ["torn", "reference"].map(|name| play(&folder, name, STUDY));
    for name in ["summary.json", "machine.json", "effects.csv"] {
        fs::remove_file(torn.join(name)).unwrap();
    }
    let seats = OpenOptions::new()
        .write(true)
        .open(torn.join("seats.csv"))
        .unwrap();
    seats.set_len(seats.metadata().unwrap().len() / 2).unwrap();
    ok(&["resume", path(&torn)]);
    assert_same(&torn, &reference);
    let [short, long] =
        ["100", "300"].map(|games| play(&folder, games, &STUDY.replace("300", games)));
    // 6 blocks of 18 games, and 11 more.
    ok(&["resume", path(&short), "--more", "190"]);
    assert_same(&short, &long);
}

#[test]
fn any_game_of_a_study_can_be_replayed() {
    let folder = tempfile::tempdir().unwrap();
    let run = play(&folder, "run", STUDY);
    // With every seventh game recorded, game 140 is line 20.
    let from_plan = ok(&["replay", "--run", path(&run), "--number", "140"]);
    assert_eq!(
        from_plan,
        ok(&["replay", path(&run.join("records.jsonl")), "--number", "20"])
    );
    let plan = fs::read_to_string(run.join("run.toml")).unwrap();
    for (from, to, says) in [
        (
            "level_cells = [\"3\"]",
            "level_cells = [\"99\"]",
            "99, which is no arm",
        ),
        (
            "level_cells = [\"3\"]",
            "level_cells = [\"2\"]",
            "arms of different kinds",
        ),
        (
            "level_cells = [\"3\"]",
            "level_cells = [\"x\"]",
            "no number",
        ),
        ("shares = 0.02", "shares = 0.03", "changed since the run"),
    ] {
        assert!(plan.contains(from), "{from}");
        fs::write(run.join("run.toml"), plan.replacen(from, to, 1)).unwrap();
        refused(&["replay", "--run", path(&run)], &["run.toml", says]);
    }
}

#[test]
fn effects_match_the_tables() {
    let folder = tempfile::tempdir().unwrap();
    let args = "--agents random,greedy --factor tents=1,0 --factor farmers=yes,no --design full --players 3 --games 600";
    let run = play(&folder, "run", args);
    let (seats, summary) = (rows(&run.join("seats.csv")), summary(&run));
    let arms: Vec<String> = rows(&run.join("arms.csv"))
        .into_iter()
        .map(|mut arm| arm.remove("name").unwrap())
        .collect();
    let blocks = summary["blocks"].as_f64().unwrap();
    assert_eq!((arms.len(), blocks), (12, 30.0));
    // Mean score of greedy against itself under these rules, by block.
    let score = |rules: &str, block: usize| {
        let arm = arms
            .iter()
            .position(|name| *name == format!("{rules}, greedy, 3 players"))
            .unwrap();
        let of = |row: &&Row| row["arm"] == arm.to_string() && row["block"] == block.to_string();
        seats
            .iter()
            .filter(of)
            .map(|row| row["score"].parse::<f64>().unwrap())
            .sum::<f64>()
            / 3.0
    };
    let by_block = |level: [&str; 2], base: [&str; 2]| -> Vec<f64> {
        let mean = |rules: [&str; 2], block| {
            rules.map(|rules| score(rules, block)).iter().sum::<f64>() / 2.0
        };
        (0..30)
            .map(|block| mean(level, block) - mean(base, block))
            .collect()
    };
    for (factor, level, differences) in [
        (
            "tents",
            "0",
            by_block(["tents=0", "tents=0 farmers=no"], ["base", "farmers=no"]),
        ),
        (
            "farmers",
            "no",
            by_block(["farmers=no", "tents=0 farmers=no"], ["base", "tents=0"]),
        ),
        (
            "tents × farmers",
            "0 × no",
            by_block(["base", "tents=0 farmers=no"], ["tents=0", "farmers=no"]),
        ),
    ] {
        let fields = [
            ("factor", factor),
            ("level", level),
            ("agent", "greedy"),
            ("response", "score"),
        ];
        let effect = only(&summary["effects"], &fields);
        let mean = differences.iter().sum::<f64>() / blocks;
        let variance = differences.iter().map(|d| (d - mean).powi(2)).sum::<f64>() / (blocks - 1.0);
        // Student's t with 29 degrees of freedom.
        let half = 2.045_23 * (variance / blocks).sqrt();
        assert!(
            (effect["mean"].as_f64().unwrap() - mean).abs() < 1e-9,
            "{effect} {mean}"
        );
        assert!(
            (effect["half_width"].as_f64().unwrap() - half).abs() < 1e-4 * half,
            "{effect} {half}"
        );
    }
    let table = rows(&run.join("effects.csv"));
    assert_eq!(table.len(), summary["effects"].as_array().unwrap().len());
    assert_eq!(table.len(), 3 * (2 * 17 + 1));
    for (row, effect) in table.iter().zip(summary["effects"].as_array().unwrap()) {
        assert!(
            (row["mean"].parse::<f64>().unwrap() - effect["mean"].as_f64().unwrap()).abs() < 1e-12
        );
        assert_eq!(row["verdict"], effect["verdict"].as_str().unwrap());
    }
}

#[test]
fn unchanged_rules_have_no_effect() {
    let folder = tempfile::tempdir().unwrap();
    let factor =
        "--factor tokens=printed,0=10+1=10+2=30+3=10+5=3 --factor tiles=gold_rush,gold_rush_alt";
    let run = play(
        &folder,
        "run",
        &format!("--agents random,greedy {factor} --games 200"),
    );
    let effects = summary(&run)["effects"].as_array().unwrap().clone();
    let (same, others): (Vec<_>, Vec<_>) = effects
        .iter()
        .partition(|effect| effect["factor"] == "tokens");
    assert_eq!((same.len(), others.len()), (35, 35));
    for effect in same {
        let number = |name: &str| effect[name].as_f64().unwrap();
        assert_eq!((number("mean"), number("p")), (0.0, 1.0), "{effect}");
        // Even if no game of 17 deals was won by another seat, that says little about the next.
        let is_share = ["first_seat", "skill"].contains(&effect["response"].as_str().unwrap());
        let half = if is_share {
            1.0 - libm::pow(0.025, 1.0 / 17.0)
        } else {
            0.0
        };
        assert!((number("half_width") - half).abs() < 1e-9, "{effect}");
        assert_eq!(
            effect["verdict"],
            if is_share { "unclear" } else { "balanced" }
        );
    }
    assert!(
        others
            .iter()
            .any(|effect| effect["mean"].as_f64().unwrap() != 0.0)
    );
}

#[test]
fn known_effect_is_found_and_claimed() {
    let folder = tempfile::tempdir().unwrap();
    // All tokens are worth nothing: points from tokens vanish, while points from railroads in random play stay the same.
    let args = "--agents random,greedy --factor tokens=printed,0=63 --games 400";
    let run = play(&folder, "run", args);
    let summary = summary(&run);
    let tokens = only(
        &summary["effects"],
        &[("response", "tokens"), ("agent", "random")],
    );
    assert_eq!(
        (tokens["verdict"].as_str(), tokens["question"].as_str()),
        (Some("smaller"), Some("rule"))
    );
    assert!(
        (tokens["mean"].as_f64().unwrap() + tokens["base_mean"].as_f64().unwrap()).abs() < 1e-9,
        "{tokens}"
    );
    let railroads = only(
        &summary["effects"],
        &[("response", "railroad"), ("agent", "random")],
    );
    assert_eq!(
        (railroads["mean"].as_f64(), railroads["verdict"].as_str()),
        (Some(0.0), Some("balanced"))
    );
    let claim = only(&summary["claims"], &[("response", "tokens")]);
    assert_eq!(claim["verdict"], "smaller");
    assert!(
        claim["about"] == "sources" && claim["more_games"].is_null(),
        "{claim}"
    );
    assert_eq!(
        only(&summary["claims"], &[("response", "score")])["verdict"],
        "smaller"
    );
}

#[test]
fn one_agent_or_two_equal_agents_make_no_claim() {
    let folder = tempfile::tempdir().unwrap();
    for agents in ["greedy", "heuristic,heuristic:tent_token=0.5"] {
        let run = play(
            &folder,
            agents,
            &format!("--agents {agents} --factor tokens=printed,0=63 --games 128"),
        );
        let summary = summary(&run);
        assert!(
            summary["effects"]
                .as_array()
                .unwrap()
                .iter()
                .any(|effect| effect["verdict"] == "smaller")
        );
        for claim in summary["claims"].as_array().unwrap() {
            assert_eq!(claim["verdict"], "no_second_agent", "{claim}");
        }
    }
}

#[test]
fn each_seat_is_restricted_in_turn_and_obeys() {
    let folder = tempfile::tempdir().unwrap();
    let args = "--agents random,greedy --restrict tents,farmers --players 3 --games 1000 --records every=97";
    let run = play(&folder, "run", args);
    let (arms, seats, summary) = (
        rows(&run.join("arms.csv")),
        rows(&run.join("seats.csv")),
        summary(&run),
    );
    for row in &seats {
        let restriction = &arms[row["arm"].parse::<usize>().unwrap()]["restriction"];
        let is = |denied: &str| *restriction == format!("{}:{denied}", row["seat"]);
        assert!(
            !is("tents") || row["tents_pitched"] == "0" && row["tokens_mined"] == "0",
            "{row:?}"
        );
        assert!(!is("farmers") || row["farmers"] == "0", "{row:?}");
    }
    for seat in ["0", "1", "2"] {
        let others = |row: &&Row| {
            let arm = &arms[row["arm"].parse::<usize>().unwrap()];
            arm["restriction"] == format!("{seat}:tents")
                && row["seat"] != seat
                && row["tents_pitched"] != "0"
        };
        assert!(seats.iter().any(|row| others(&row)), "others pitch tents");
    }
    let effect = |factor, response| {
        only(
            &summary["effects"],
            &[
                ("factor", factor),
                ("agent", "greedy"),
                ("response", response),
            ],
        )
    };
    let tents = effect("tents", "win_share");
    assert_eq!(
        (tents["question"].as_str(), tents["base_mean"].as_f64()),
        (Some("restriction"), Some(0.0))
    );
    assert_eq!(tents["verdict"], "smaller");
    // Over the three arms, one per seat: the score of the restricted seat minus the mean score of the base.
    let mean = |arm: &str, picks: &dyn Fn(&Row, &str) -> bool| {
        let of = |row: &&Row| {
            let arm_row = &arms[row["arm"].parse::<usize>().unwrap()];
            arm_row["name"].ends_with(", greedy, 3 players")
                && arm_row["name"].contains(arm)
                && picks(row, &arm_row["restriction"])
        };
        let scores: Vec<f64> = seats
            .iter()
            .filter(of)
            .map(|row| row["score"].parse().unwrap())
            .collect();
        scores.iter().sum::<f64>() / scores.len() as f64
    };
    let denied = mean("without tents", &|row, restriction| {
        restriction.starts_with(&row["seat"])
    });
    let difference = denied - mean("base", &|_, _| true);
    assert!(
        (effect("tents", "score")["mean"].as_f64().unwrap() - difference).abs() < 1e-9,
        "{difference}"
    );
    // Line 5 is game 485, in which a seat is restricted.
    let from_record = ok(&["replay", path(&run.join("records.jsonl")), "--number", "5"]);
    assert_eq!(
        ok(&["replay", "--run", path(&run), "--number", "485"]),
        from_record
    );
    let record = fs::read_to_string(run.join("records.jsonl")).unwrap();
    assert!(
        record
            .lines()
            .nth(5)
            .unwrap()
            .contains("\"restriction\":{\"seat\":")
    );
    assert!(
        !record.lines().next().unwrap().contains("restriction"),
        "records of other games are as before"
    );
}

#[test]
fn derived_catalogues_are_saved_with_the_plan() {
    let folder = tempfile::tempdir().unwrap();
    let args =
        "--agents random,greedy --factor locomotive-tiles=11,0,22 --games 400 --records every=15";
    let run = play(&folder, "run", args);
    let arms = rows(&run.join("arms.csv"));
    let catalogues: Vec<&str> = arms
        .iter()
        .step_by(3)
        .map(|arm| arm["catalogue"].as_str())
        .collect();
    assert_eq!(
        catalogues,
        [
            "gold_rush",
            "gold_rush-0-locomotive-tiles.toml",
            "gold_rush-22-locomotive-tiles.toml"
        ]
    );
    let tiles = |file: &fs::DirEntry| {
        file.file_name()
            .into_string()
            .unwrap()
            .starts_with("tiles-")
    };
    assert_eq!(
        fs::read_dir(&run)
            .unwrap()
            .filter(|file| tiles(file.as_ref().unwrap()))
            .count(),
        2
    );
    let effects = &summary(&run)["effects"];
    let railroad = |level| {
        let fields = [
            ("level", level),
            ("agent", "greedy"),
            ("response", "railroad"),
        ];
        only(effects, &fields)["mean"].as_f64().unwrap()
    };
    assert!(railroad("0") < 0.0, "railroads are never doubled");
    let from_record = ok(&["replay", path(&run.join("records.jsonl")), "--number", "6"]);
    assert_eq!(
        ok(&["replay", "--run", path(&run), "--number", "90"]),
        from_record
    );
}

#[test]
fn output_shows_effects_and_verdicts() {
    let text = ok(&[
        "balance",
        "--agents",
        "random,greedy",
        "--factor",
        "tents=1,0",
        "--games",
        "100",
        "--threads",
        "1",
    ]);
    for part in [
        "104 games: 13 deals, 8 games each.",
        "No intervals and verdicts follow from 13 deals: 16 are needed.",
        "Without tents: there are too few deals to tell anything about",
        "Played by random and greedy;",
        "For a first verdict, run the same command with --games 128.",
        "104 were played so that every deal is complete",
    ] {
        assert!(text.contains(part), "{part}\n{text}");
    }
    assert!(
        !text.contains("before   after"),
        "rows of nothing but too few deals: {text}"
    );
}

#[test]
fn bots_in_the_wrong_order_are_pointed_out() {
    let study = |agents| {
        ok(&[
            "balance",
            "--agents",
            agents,
            "--factor",
            "tents=1,0",
            "--about",
            "skill",
            "--games",
            "400",
        ])
    };
    let warning = "The bots are not listed by strength: random against greedy wins less";
    assert!(study("greedy,random").replace('\n', " ").contains(warning));
    let sorted = study("random,greedy");
    assert!(!sorted.contains("not listed by strength"), "{sorted}");
    assert!(
        sorted
            .replace('\n', " ")
            .contains("The bots were not retuned for the changed rules"),
        "{sorted}"
    );
}

#[test]
#[ignore = "slow"]
fn a_bot_retuned_for_a_rule_is_better_at_it() {
    let folder = tempfile::tempdir().unwrap();
    let study =
        "--agents greedy,heuristic --factor farmers=yes,no --about points --adapt --games 4500";
    let run = folder.path().join("run");
    let text = ok(&["balance"]
        .into_iter()
        .chain(study.split(' '))
        .chain(["--out", path(&run)])
        .collect::<Vec<_>>());
    assert!(
        text.contains("Without retuning, heuristic misjudges the new rules"),
        "{text}"
    );
    let plan: toml::Table =
        toml::from_str(&fs::read_to_string(run.join("run.toml")).unwrap()).unwrap();
    let text = plan.to_string();
    let retuned = text
        .split("\"farmers=no, 2 players\"")
        .nth(1)
        .expect("the retuned bot is in the plan");
    let gain: f64 = retuned
        .split("gain = ")
        .nth(1)
        .unwrap()
        .split_whitespace()
        .next()
        .unwrap()
        .parse()
        .unwrap();
    assert!(gain > 2.0, "{gain}");
    let summary = summary(&run);
    let score = |agent| {
        only(
            &summary["effects"],
            &[("agent", agent), ("response", "score")],
        )["mean"]
            .as_f64()
            .unwrap()
    };
    assert!(
        score("heuristic retuned") > score("heuristic"),
        "it loses less without farmers"
    );
}

#[test]
fn skill_has_a_row_for_each_pair() {
    let agents = "random,greedy,heuristic";
    let text = ok(&[
        "balance",
        "--agents",
        agents,
        "--factor",
        "tents=1,0",
        "--about",
        "skill",
        "--games",
        "400",
    ]);
    for pair in [
        "Wins of greedy against random",
        "Wins of heuristic against greedy",
    ] {
        assert!(text.contains(pair), "{text}");
    }
}

#[test]
fn dry_run_plays_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("run");
    let args = [
        "balance",
        "--factor",
        "tents=1,0",
        "--games",
        "1000000000",
        "--dry-run",
        "--out",
        path(&out),
    ];
    assert!(ok(&args).contains("50,000,000 deals, 20 games each"));
    assert!(!out.exists());
}

#[test]
fn bad_input_is_one_clear_line_and_exit_code_2() {
    let wrong = |args: &str, parts: &[&str]| {
        refused(
            &["balance"]
                .into_iter()
                .chain(args.split(' '))
                .collect::<Vec<_>>(),
            parts,
        );
    };
    refused(&["balance"], &["--factor tents=1,0 or --restrict tents"]);
    wrong(
        "--factor tents=1,0 --agents heuristic,greedy --adapt",
        &["--adapt retunes `heuristic`", "the last is greedy"],
    );
    wrong(
        "--restrict weather",
        &["--restrict", "\"weather\" cannot be denied", "take-back"],
    );
    wrong(
        "--restrict tents,tents",
        &["--restrict: tents is given twice"],
    );
    wrong(
        "--restrict take-back",
        &["--restrict take-back", "nobody may"],
    );
    wrong(
        "--restrict mining --tents 0",
        &["--restrict mining", "nobody may"],
    );
    wrong(
        "--factor locomotive-tiles=11,99",
        &["locomotive-tiles", "99 tiles", "11 to 38"],
    );
    wrong(
        "--factor locomotive-tiles=11,x",
        &["locomotive-tiles", "whole number"],
    );
    wrong("--factor tents", &["--factor tents", "NAME=BEFORE"]);
    wrong("--factor tents=1", &["NAME=BEFORE", "tents=1,0,2"]);
    wrong("--factor tents=1,,2", &["NAME=BEFORE"]);
    wrong("--factor tents=1,1", &["1 is given twice"]);
    wrong("--factor tents=1,9", &["--factor tents=9", "0 to 5"]);
    wrong("--factor tents=1,x", &["--factor tents=x", "whole number"]);
    wrong(
        "--factor farmers=1,0",
        &["--factor farmers", "yes and no are possible"],
    );
    wrong(
        "--factor locomotives=never,two",
        &["--factor locomotives", "exactly-one"],
    );
    wrong(
        "--factor tokens=printed,2",
        &["--factor tokens", "value=count"],
    );
    wrong(
        "--factor tiles=gold_rush,nowhere.toml",
        &["nowhere.toml", "gold_rush_alt"],
    );
    wrong("--factor weather=1,2", &["\"weather\"", "mining-interval"]);
    wrong(
        "--factor tents=1,0 --factor tents=1,2",
        &["--factor tents is given twice"],
    );
    wrong("--factor players=2,6", &["6 players", "2 to 5"]);
    wrong(
        "--factor players=2,3 --players 2,3",
        &["--factor players", "exclude"],
    );
    wrong(
        "--factor players=2,3 --design full",
        &["--factor players", "--design full"],
    );
    wrong("--factor seat=0,2", &["no seat 2 of 2 players"]);
    wrong("--factor tents=1,0 --players 2,7", &["7 players"]);
    wrong("--factor tents=1,0 --players 2,2", &["2 is given twice"]);
    wrong("--factor tents=1,0 --players two", &["--players two"]);
    wrong(
        "--factor tents=1,0 --agents gredy",
        &["did you mean greedy"],
    );
    wrong(
        "--factor tents=1,0 --agents greedy,greedy",
        &["greedy is given twice"],
    );
    wrong("--factor tents=1,0 --margin -1", &["--margin"]);
    wrong(
        "--factor tents=1,0 --margin nan",
        &["--margin", "a number from 0 to 1"],
    );
    wrong(
        "--factor tents=1,0 --margin 2",
        &["--margin 2", "a number from 0 to 1"],
    );
    wrong(
        "--factor tents=1,0 --records all",
        &["--records needs --out"],
    );
    wrong("--factor tents=1,0 --games 0", &["--games 0"]);
}

#[test]
fn report_sentences_name_change_and_player_count() {
    let folder = tempfile::tempdir().unwrap();
    let args = "--agents random,greedy --factor tents=1,2 --players 2,3 --games 400 --margin-points 200 --margin 0";
    let run = play(&folder, "run", args);
    ok(&["report", path(&run)]);
    let page = fs::read_to_string(run.join("report.html")).unwrap();
    for players in [2, 3] {
        let said = format!("{players} players: With 2 tents instead of 1, no change in points");
        assert!(page.contains(&said), "{said}");
    }
}

#[test]
fn open_answer_says_how_large_the_change_may_be() {
    let folder = TempDir::new().unwrap();
    let run = play(
        &folder,
        "open",
        "--factor tents=1,2 --agents greedy,heuristic --games 400",
    );
    let report = ok(&["report", path(&run)]);
    let text = one_line(&report);
    let range = text.split_once("tell yet about points (a change between ");
    let (range, _) = range
        .and_then(|(_, rest)| rest.split_once(')'))
        .unwrap_or_else(|| panic!("{report}"));
    let ends: Vec<f64> = range
        .split(" and ")
        .map(|end| end.replace('−', "-").parse().unwrap())
        .collect();
    assert!(
        ends[0] < 0.0 && ends[1] > 0.0 && range.contains('+'),
        "{range}"
    );
    let page = fs::read_to_string(run.join("report.html")).unwrap();
    assert!(
        page.contains(&format!("between {range}")) && page.contains("Points: cannot tell yet"),
        "{range}"
    );
}
