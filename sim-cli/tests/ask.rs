//! `goldrush ask`, and studies that stop once they have an answer.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use crate::command::{goldrush, ok, one_line, path, refused};
use serde_json::Value;

fn summary(run: &Path) -> Value {
    serde_json::from_str(&fs::read_to_string(run.join("summary.json")).unwrap()).unwrap()
}

/// A study that is settled long before its last game.
const SETTLES: &str = "balance --agents random,greedy --factor tents=1,0 --about points --games 40000 --until settled";

fn play(out: &Path, args: &str) -> String {
    ok(&args
        .split(' ')
        .chain(["--out", path(out)])
        .collect::<Vec<_>>())
}

#[test]
fn every_game_lists_its_questions() {
    for (game, asks) in [
        (
            "gold-rush",
            &[
                "tents",
                "locomotives",
                "farmers",
                "runaway",
                "tokens",
                "first-seat",
                "strategy",
                "FILE.toml",
                "styles",
            ][..],
        ),
        (
            "carcassonne",
            &["farmers", "runaway", "gold-mines", "first-seat", "strategy"],
        ),
        (
            "carcassonne+gold-mines",
            &[
                "farmers",
                "choose-ingots",
                "players",
                "strategy",
                "leads",
                "points",
            ],
        ),
        (
            "knizia-gold",
            &[
                "whole-match",
                "runaway",
                "first-seat",
                "players",
                "luck",
                "choices",
                "tiles",
            ],
        ),
    ] {
        let list = ok(&["ask", "--game", game]);
        for ask in asks {
            assert!(
                list.contains(&format!("\n  {ask} ")),
                "{game}, {ask}: {list}"
            );
        }
        assert!(
            list.lines().all(|line| line.chars().count() <= 80),
            "{list}"
        );
    }
    refused(
        &["ask", "weather"],
        &[
            "no question \"weather\"; goldrush ask lists all",
            ".toml file of tiles",
        ],
    );
    let error = goldrush().args(["ask", "tnets"]).assert().code(2);
    let error = String::from_utf8(error.get_output().stderr.clone()).unwrap();
    assert!(
        error.contains("Did you mean one of these?\n  goldrush ask tents: "),
        "{error}"
    );
    refused(&["ask", "six", "tents"], &["tents: 6", "0 to 5"]);
    refused(
        &["ask", "tents", "--game", "carcassonne"],
        &[
            "\"tents\" is a question about gold-rush, not carcassonne",
            "--game gold-rush",
        ],
    );
    refused(
        &["ask", "strategy", "--game", "knizia-gold"],
        &["knizia-gold", "no styles to vary"],
    );
    refused(
        &["ask", "strategy", "--agents", "greedy"],
        &["--agents greedy", "varies the play of `heuristic`"],
    );
    refused(
        &["ask", "strategy", "--players", "2,3"],
        &["--players 2,3: expected one number"],
    );
    refused(
        &["ask", "players", "--players", "3"],
        &["--players 3: the question `players` compares all numbers of players"],
    );
    refused(&["ask", "nowhere.toml"], &["nowhere.toml"]);
    for option in [
        "--factor=tents=1,0",
        "--games=100",
        "--bot-salt=0123456789abcdef0123456789abcdef",
        "--allow-faults",
        "--tents=2",
        "--rule=komi=4",
    ] {
        let name = option.split('=').next().unwrap();
        refused(
            &["ask", "--browser", option],
            &["--browser", "cannot be used with", name],
        );
    }
    refused(
        &["ask", "styles", "--game", "knizia-gold"],
        &["knizia-gold", "no styles to vary"],
    );
    refused(
        &["ask", "styles", "--agents", "greedy"],
        &["--agents", "question `styles`"],
    );
    refused(
        &["ask", "styles", "--players", "2,3"],
        &["--players 2,3: expected one number"],
    );
    refused(
        &["ask", "styles", "--factor", "players=2,3"],
        &["--factor players", "one number of players"],
    );
    refused(
        &["ask", "tiles", "--agents", "greedy,heuristic"],
        &["--agents", "one bot", "`tiles`"],
    );
    for (option, value) in [
        ("--precision", "points=1"),
        ("--records", "all"),
        ("--deals", "x.jsonl"),
        ("--bot-cpu-s", "3"),
    ] {
        refused(
            &["ask", "luck", option, value],
            &[option, "does not apply to the question `luck`"],
        );
    }
    for question in ["tents", "strategy", "first-seat"] {
        let parts = [
            "--factor farmers=yes,no",
            question,
            "runaway, leads, luck, choices, tiles, points, skill, depth, styles",
        ];
        refused(&["ask", question, "--factor", "farmers=yes,no"], &parts);
    }
    refused(
        &["ask", "luck", "--factor", "seat=0,1"],
        &["--factor seat=0,1", "first-seat"],
    );
    refused(
        &["ask", "luck", "--factor", "farmers=yes"],
        &["--factor farmers=yes", "BEFORE,AFTER"],
    );
    // The study would set it to other values, so the option would change nothing.
    refused(
        &["ask", "tents", "--tents", "2"],
        &[
            "--tents 2",
            "tries tents 1, 0, 2 itself",
            "leave it as printed",
        ],
    );
}

#[test]
#[ignore = "slow"]
fn every_number_of_players_has_its_seats() {
    let folder = tempfile::tempdir().unwrap();
    let args = [
        "ask",
        "first-seat",
        "--players",
        "2,3",
        "--agents",
        "random,greedy",
        "--games",
        "400",
    ];
    let out = goldrush()
        .current_dir(folder.path())
        .args(args)
        .assert()
        .success();
    let said = String::from_utf8(out.get_output().stdout.clone()).unwrap();
    let said = one_line(&said);
    for part in [
        "In two-player games between equal bots, the seats win",
        "They get 36 and 35 of the 71 turns.",
        "In three-player games between equal bots, the seats win",
        "They get 24, 24 and 23 of the 71 turns.",
        "The other seats compared with the first, 3 players",
        "cannot tell yet whether one needs points at the start",
        "3 players: Cannot tell yet whether a player wins more or less often",
    ] {
        assert!(said.contains(part), "{part}: {said}");
    }
}

/// Every built-in question is a study that can be played, and its output fits a terminal.
#[test]
#[ignore = "slow"]
fn every_question_is_answered() {
    let folder = tempfile::tempdir().unwrap();
    for (game, question, players) in [
        ("gold-rush", "tents", "2"),
        ("gold-rush", "mining", "2"),
        ("gold-rush", "locomotives", "2"),
        ("gold-rush", "cowboys", "2"),
        ("gold-rush", "tokens", "2"),
        ("gold-rush", "take-back", "2"),
        ("gold-rush", "runaway", "3"),
        ("gold-rush", "players", "2"),
        ("gold-rush", "first-seat", "4"),
        ("gold-rush", "strategy", "3"),
        ("carcassonne", "farmers", "2"),
        ("carcassonne", "gold-mines", "2"),
        ("carcassonne", "strategy", "2"),
        ("carcassonne+gold-mines", "choose-ingots", "3"),
        ("knizia-gold", "whole-match", "2"),
        ("knizia-gold", "first-seat", "3"),
        ("knizia-gold", "runaway", "2"),
    ] {
        // Enough deals for verdicts.
        let args = ["ask", question, "--game", game, "--games", "1000"];
        let players: &[&str] = if question == "players" {
            &[]
        } else {
            &["--players", players]
        };
        let agents: &[&str] = match (question, game) {
            ("strategy", _) | (_, "knizia-gold") => &[],
            _ => &["--agents", "random,greedy"],
        };
        let said = goldrush()
            .current_dir(folder.path())
            .args(args)
            .args(players)
            .args(agents)
            .assert()
            .success();
        let said = String::from_utf8(said.get_output().stdout.clone()).unwrap();
        assert!(
            said.lines().all(|line| line.chars().count() <= 100),
            "{game}, {question}: {said}"
        );
        let page = said
            .lines()
            .find_map(|line| line.strip_prefix("The page: "))
            .expect("a page is written");
        let text =
            fs::read_to_string(folder.path().join(page).with_file_name("report.md")).unwrap();
        assert!(
            !text.contains("Holm")
                || text.find("For statisticians").unwrap() < text.find("Holm").unwrap()
        );
        let rows = before_after_change(&text);
        assert!(
            question == "strategy" || !rows.is_empty(),
            "{game}, {question}: {text}"
        );
        for row in rows {
            let [before, after, change] = [0, 1, 2].map(|at| number(&row[at]));
            // Each number is rounded by itself, to as many digits as the change.
            let digits = row[2]
                .split(' ')
                .next()
                .unwrap()
                .split_once('.')
                .map_or(0, |(_, digits)| digits.len());
            let unit = 0.1_f64.powi(digits as i32);
            assert!(
                (before + change - after).abs() < 1.6 * unit,
                "{game}, {question}: {row:?}"
            );
        }
        assert_eq!(
            question == "players",
            text.contains("First player's wins above a fair share"),
            "{game}, {question}"
        );
    }
    // Running the same command again writes to another folder.
    let again = [
        "ask",
        "first-seat",
        "--players",
        "4",
        "--agents",
        "random,greedy",
        "--games",
        "200",
    ];
    goldrush()
        .current_dir(folder.path())
        .args(again)
        .assert()
        .success();
    assert!(
        folder
            .path()
            .join("ask-first-seat-4p-2/report.html")
            .exists()
    );
}

/// Returns before, after and change of every row in the tables with these columns.
fn before_after_change(page: &str) -> Vec<[String; 3]> {
    let cells = |line: &str| {
        line.split('|')
            .map(|cell| cell.replace('\u{a0}', " ").trim().to_owned())
            .collect::<Vec<_>>()
    };
    let tables = page
        .split("\n\n")
        .map(|table| table.lines().map(cells).collect::<Vec<_>>());
    let mut found = Vec::new();
    for table in tables.filter(|table| !table.is_empty()) {
        // Seats are compared with the first of the same games.
        let is_first = |heading: &String| ["before", "first seat"].contains(&&heading[..]);
        let Some(at) = table[0].iter().position(is_first) else {
            continue;
        };
        assert_eq!(table[0][at + 2], "change");
        found.extend(
            table[2..]
                .iter()
                .map(|row| [row[at].clone(), row[at + 1].clone(), row[at + 2].clone()]),
        );
    }
    found
}

/// Parses the number at the start of a cell.
fn number(cell: &str) -> f64 {
    cell.split(' ')
        .next()
        .unwrap()
        .trim_end_matches('%')
        .replace('−', "-")
        .parse()
        .unwrap()
}

#[test]
fn settled_study_stops_and_answers_its_question_first() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("run");
    let said = play(&out, SETTLES);
    let summary = summary(&out);
    let claims = summary["claims"].as_array().unwrap();
    assert!(
        claims.iter().all(|claim| claim["more_games"].is_null()),
        "{claims:?}"
    );
    assert!(claims.iter().all(|claim| claim["about"] == "points"));
    let games = summary["games"].as_u64().unwrap();
    assert!(games < 40_000 && summary["looks"] == 10, "{games}");
    let (headline, table) = (
        said.find("Without tents, players score").unwrap(),
        said.find("before").unwrap(),
    );
    assert!(headline < table, "{said}");
    for jargon in [
        "Holm", "arm", "level", "base", "response", "seat 0", "block",
    ] {
        assert!(!said.contains(jargon), "{jargon}: {said}");
    }
    let report = ok(&["report", path(&out)]);
    assert!(report.contains("Without tents, players score"), "{report}");
    assert!(ok(&["verify", path(&out)]).contains("match the plan"));
    refused(
        &["resume", path(&out), "--more", "100"],
        &["--more", "had a goal to end by"],
    );
}

/// Neither threads nor interruptions affect where a study stops.
#[test]
fn stopping_point_depends_only_on_the_plan() {
    let folder = tempfile::tempdir().unwrap();
    let [one, three] = [1, 3].map(|threads| {
        let out = folder.path().join(threads.to_string());
        play(&out, &format!("{SETTLES} --threads {threads}"));
        out
    });
    let table = |run: &Path| fs::read(run.join("seats.csv")).unwrap();
    assert!(table(&one) == table(&three));
    let summaries = [&one, &three].map(|run| fs::read(run.join("summary.json")).unwrap());
    assert!(summaries[0] == summaries[1]);
    for name in ["summary.json", "machine.json", "effects.csv"] {
        fs::remove_file(one.join(name)).unwrap();
    }
    for name in ["games.csv", "seats.csv"] {
        let file = fs::OpenOptions::new()
            .write(true)
            .open(one.join(name))
            .unwrap();
        file.set_len(file.metadata().unwrap().len() * 2 / 3)
            .unwrap();
    }
    ok(&["resume", path(&one)]);
    assert!(table(&one) == table(&three));
    assert!(fs::read(one.join("summary.json")).unwrap() == summaries[0]);
}

#[test]
fn precision_is_reached_or_all_games_are_played() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("run");
    let said = play(
        &out,
        "simulate --agents random,greedy --games 40000 --precision share=3%,points=2",
    );
    assert!(!said.contains("too few for --precision"), "{said}");
    let reached = summary(&out);
    assert!(reached["games"].as_u64().unwrap() < 40_000);
    for rows in [&reached["agents"], &reached["arms"][0]["seats"]] {
        for row in rows.as_array().unwrap() {
            for (metric, goal) in [("win_share", 0.03), ("score", 2.0)] {
                assert!(
                    row["metrics"][metric]["half_width"].as_f64().unwrap() <= goal,
                    "{row}"
                );
            }
        }
    }
    let all = folder.path().join("all");
    let said = play(
        &all,
        "simulate --agents random,greedy --games 400 --precision share=0.01%",
    );
    assert_eq!(summary(&all)["games"], 400);
    assert!(
        said.contains("These games were too few for --precision share=0.0001; give more --games"),
        "{said}"
    );
    let wrong = |args: &str, parts: &[&str]| refused(&args.split(' ').collect::<Vec<_>>(), parts);
    wrong(
        "simulate --precision share=5",
        &["--precision share=5", "share=0.5%"],
    );
    wrong(
        "simulate --precision tempo=1",
        &["--precision tempo=1", "points=0.5"],
    );
    wrong(
        "simulate --precision share=1% --shard 0/2 --out x",
        &["--shard", "--until or --precision"],
    );
    wrong(
        "balance --factor tents=1,0 --until bored",
        &["bored", "settled"],
    );
    wrong(
        "balance --factor tents=1,0 --about weather",
        &["--about", "\"weather\"", "closeness"],
    );
    wrong(
        "balance --restrict tents --about points",
        &["--restrict", "--about loss"],
    );
    wrong(
        "balance --factor tents=1,0 --about loss",
        &["--about loss", "--restrict"],
    );
    wrong(
        "balance --factor tents=1,0 --about skill --agents greedy",
        &["--about skill", "two bots"],
    );
    wrong("balance --habit tents", &["--habit tents", "NAME=AGENT"]);
    wrong(
        "balance --agents heuristic --habit same=heuristic",
        &["--habit same=heuristic", "another agent"],
    );
}

/// A bot with a different play style is compared with the others in its games; what winners do is counted among equals.
#[test]
fn play_styles_are_compared_and_actions_counted() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("run");
    let args = [
        "balance",
        "--agents",
        "greedy",
        "--habit",
        "guessing=random",
        "--players",
        "3",
        "--games",
        "600",
    ];
    let said = ok(&[&args[..], &["--out", path(&out)]].concat());
    let summary = summary(&out);
    let effects = summary["effects"].as_array().unwrap();
    let skill = effects
        .iter()
        .find(|effect| effect["response"] == "skill")
        .unwrap();
    assert!(
        skill["question"] == "habit" && skill["level"] == "guessing" && skill["base_mean"] == 0.0,
        "{skill}"
    );
    assert!(skill["mean"].as_f64().unwrap() < -0.3, "{skill}");
    // From the rows: how far random is above the two greedy bots in its games.
    let mut rows = csv::Reader::from_path(out.join("seats.csv")).unwrap();
    let head = rows.headers().unwrap().clone();
    let column = |name: &str| head.iter().position(|column| column == name).unwrap();
    let (mut own, mut others) = (Vec::new(), Vec::new());
    for row in rows
        .records()
        .map(Result::unwrap)
        .filter(|row| &row[column("arm")] == "1")
    {
        let tents: f64 = row[column("tents_pitched")].parse().unwrap();
        let thirds = ["first", "second", "last"].map(|third| {
            row[column(&format!("tents_{third}_third"))]
                .parse::<f64>()
                .unwrap()
        });
        assert_eq!(thirds.iter().sum::<f64>(), tents);
        (if &row[column("agent")] == "random" {
            &mut own
        } else {
            &mut others
        })
        .push(tents);
    }
    let mean = |all: &[f64]| all.iter().sum::<f64>() / all.len() as f64;
    let tents = effects
        .iter()
        .find(|effect| effect["response"] == "tents_pitched")
        .unwrap();
    assert!(
        (tents["mean"].as_f64().unwrap() - mean(&own) + mean(&others)).abs() < 1e-9,
        "{tents}"
    );
    assert!(
        said.contains("Guessing") && said.contains("What winners do"),
        "{said}"
    );
    let winners = summary["winners"].as_array().unwrap();
    let points = winners
        .iter()
        .find(|row| row["metric"] == "tokens")
        .unwrap();
    assert!(
        points["difference"]["mean"].as_f64().unwrap() > 0.0,
        "{points}"
    );
    let again = fs::read_to_string(out.join("run.toml")).unwrap();
    assert!(again.contains("question = \"habit\""));
}

/// A table of a run or an answer, by column.
fn rows(file: &Path) -> Vec<BTreeMap<String, String>> {
    csv::Reader::from_path(file)
        .unwrap()
        .deserialize()
        .map(Result::unwrap)
        .collect()
}

/// Games, each with a rule to vary and an agent that plays fast.
const GAMES: [(&str, &str, &str); 4] = [
    ("gold-rush", "farmers=yes,no", "greedy"),
    ("carcassonne", "farmers=yes,no", "greedy"),
    ("carcassonne+gold-mines", "choose-ingots=no,yes", "greedy"),
    ("knizia-gold", "whole-match=no,yes", "perfect"),
];

#[test]
#[ignore = "slow"]
fn questions_about_games_are_answered_for_every_game_and_rule() {
    let folder = tempfile::tempdir().unwrap();
    for (game, factor, agent) in GAMES {
        for question in ["leads", "luck", "choices", "tiles", "points"] {
            let out = folder.path().join(format!("{game}-{question}"));
            let args = [
                "ask",
                question,
                "--game",
                game,
                "--agents",
                agent,
                "--players",
                "3",
            ];
            let said = ok(&[&args[..], &["--games", "10", "--out", path(&out)]].concat());
            assert!(
                said.lines().all(|line| line.chars().count() <= 100),
                "{game}, {question}: {said}"
            );
            assert!(
                !rows(&out.join(format!("{question}.csv"))).is_empty(),
                "{game}, {question}"
            );
            assert!(
                fs::read_to_string(out.join(format!("figures/{question}.svg")))
                    .unwrap()
                    .contains("prefers-color-scheme")
            );
            let study = folder.path().join(format!("{game}-{question}-rule"));
            let said = ok(&[
                &args[..],
                &["--games", "32", "--factor", factor, "--out", path(&study)],
            ]
            .concat());
            assert!(said.contains("The page: "), "{game}, {question}: {said}");
            let effects = summary(&study)["effects"].as_array().unwrap().clone();
            let name = factor.split_once('=').unwrap().0;
            assert!(
                effects
                    .iter()
                    .all(|effect| effect["factor"] == name && effect["question"] == "rule")
            );
            let measured: Vec<&str> = effects
                .iter()
                .map(|effect| effect["response"].as_str().unwrap())
                .collect();
            match question {
                "luck" => assert_eq!(
                    measured,
                    ["luck_spread", "luckiest_wins", "draw_size"],
                    "{game}"
                ),
                "choices" => assert_eq!(
                    measured,
                    ["decisions", "choices", "near_equal", "free_turns"],
                    "{game}"
                ),
                "tiles" => assert_eq!(measured, ["draw_size"], "{game}"),
                "points" => assert_eq!(measured[0], "score", "{game}"),
                _ => assert!(measured.contains(&"leader_wins"), "{game}"),
            }
        }
        let study = folder.path().join(format!("{game}-runaway"));
        let args = [
            "ask",
            "runaway",
            "--game",
            game,
            "--agents",
            agent,
            "--games",
            "64",
            "--factor",
            "players=2,3",
        ];
        ok(&[&args[..], &["--out", path(&study)]].concat());
        let effects = summary(&study)["effects"].as_array().unwrap().clone();
        assert!(
            effects.iter().all(|effect| effect["factor"] == "players"),
            "{game}: {effects:?}"
        );
    }
}

/// `simulate` plays games of the same deals, in which bots only break ties differently; its tables have the points and the luck
/// of every seat.
#[test]
#[ignore = "slow"]
fn answers_about_games_agree_with_the_tables_of_other_games() {
    let folder = tempfile::tempdir().unwrap();
    let number = |row: &BTreeMap<String, String>, column: &str| row[column].parse::<f64>().unwrap();
    for (game, _, agent) in GAMES {
        let out = |name: &str| folder.path().join(format!("{game}-{name}"));
        let of = [
            "--game",
            game,
            "--agents",
            agent,
            "--players",
            "3",
            "--games",
            "300",
            "--seed",
            "5",
        ];
        ok(&[&["simulate", "--luck", "--out", path(&out("run"))], &of[..]].concat());
        for question in ["points", "luck", "choices"] {
            ok(&[&["ask", question, "--out", path(&out(question))], &of[..]].concat());
        }
        let seats = rows(&out("run").join("seats.csv"));
        let mut by_source: BTreeMap<String, f64> = BTreeMap::new();
        for cell in rows(&out("points").join("points.csv")) {
            *by_source.entry(cell["source"].clone()).or_default() += number(&cell, "points");
        }
        for (source, points) in &by_source {
            let mean =
                seats.iter().map(|seat| number(seat, source)).sum::<f64>() / seats.len() as f64;
            assert!(
                (points - mean).abs() < 0.4 + 0.06 * mean,
                "{game}: {points} points from {source}, {mean}"
            );
        }
        let (mut wins, mut spread) = (0.0, 0.0);
        for seats in seats.chunks(3) {
            let luck: Vec<f64> = seats.iter().map(|seat| number(seat, "luck")).collect();
            let most = (0..3).max_by(|x, y| luck[*x].total_cmp(&luck[*y])).unwrap();
            wins += number(&seats[most], "win_share") / 300.0;
            spread += (luck[most] - (luck.iter().sum::<f64>() - luck[most]) / 2.0) / 300.0;
        }
        let luck = rows(&out("luck").join("luck.csv"));
        for (measure, value) in [("luckiest_wins", wins), ("luck_spread", spread)] {
            let row = luck.iter().find(|row| row["measure"] == measure).unwrap();
            let width = number(row, "high") - number(row, "low");
            assert!(
                (number(row, "value") - value).abs() < width,
                "{game}: {row:?}, {value}"
            );
        }
        // Every decision is in one third of the game.
        let choices = rows(&out("choices").join("choices.csv"));
        let decisions: Vec<f64> = choices
            .iter()
            .filter(|row| row["measure"] == "decisions")
            .map(|row| number(row, "value"))
            .collect();
        assert!(
            (decisions[0] - decisions[1..].iter().sum::<f64>()).abs() < 1e-3,
            "{game}: {decisions:?}"
        );
    }
}

#[test]
#[ignore = "slow"]
fn styles_meet_and_show_whom_a_rule_helps() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("meet");
    let said = ok(&[
        "ask",
        "styles",
        "--players",
        "3",
        "--games",
        "300",
        "--out",
        path(&out),
    ]);
    for name in ["tent owner", "miner", "farmer", "railroader", "heuristic"] {
        assert!(said.contains(&format!(" {name} ")), "{name}: {said}");
    }
    assert!(
        !said.contains("heuristic:") && said.contains("Elo"),
        "{said}"
    );
    assert!(ok(&["verify", path(&out)]).contains("match the plan"));
    let arms = rows(&out.join("arms.csv"));
    assert!(
        arms.iter()
            .any(|arm| arm["name"].contains("miner") && arm["agents"].contains("mountain_growth="))
    );
    let rule = folder.path().join("rule");
    let args = [
        "ask",
        "styles",
        "--game",
        "carcassonne",
        "--factor",
        "farmers=yes,no",
        "--games",
        "400",
    ];
    let said = ok(&[&args[..], &["--out", path(&rule)]].concat());
    assert!(
        said.contains("Without farmers, 2 players, by style") && said.contains("highwayman"),
        "{said}"
    );
    let table: Vec<&str> = said.split("by style").nth(1).unwrap().lines().collect();
    let seats = rows(&rule.join("seats.csv"));
    let games = rows(&rule.join("arms.csv"));
    for (name, weight) in [("farmer", "field_growth="), ("monk", "monastery_growth=")] {
        // Means of the seats in the games before and after.
        let mean = |farmers: &str| {
            let is_of = |arm: &&BTreeMap<String, String>| {
                arm["agents"].contains(weight) && arm["farmers"] == farmers
            };
            let arm = &games.iter().find(is_of).unwrap()["arm"];
            let scores: Vec<f64> = seats
                .iter()
                .filter(|seat| &seat["arm"] == arm)
                .map(|seat| seat["score"].parse().unwrap())
                .collect();
            scores.iter().sum::<f64>() / scores.len() as f64
        };
        let line = table
            .iter()
            .find(|line| line.trim_start().starts_with(name))
            .unwrap();
        let told: Vec<&str> = line.split_whitespace().collect();
        assert_eq!(
            told[1..3],
            [
                format!("{:.1}", mean("true")),
                format!("{:.1}", mean("false"))
            ],
            "{line}"
        );
    }
    let page = fs::read_to_string(rule.join("report.md")).unwrap();
    assert!(!page.contains("not listed by strength"), "{page}");
    assert!(
        page.contains("goldrush ask styles --factor farmers=yes,no --players 2"),
        "{page}"
    );
}

#[test]
fn plan_without_a_question_asks_for_one() {
    let folder = tempfile::tempdir().unwrap();
    let plan = folder.path().join("plan.toml");
    fs::write(&plan, "players = \"2\"\n").unwrap();
    refused(
        &["ask", "--plan", path(&plan)],
        &["plan.toml: add the question", "goldrush ask tents --plan"],
    );
}

/// Returns the plan of a question in words, without playing it.
fn planned(words: &[&str]) -> String {
    ok(&[&["ask"], words, &["--dry-run"]].concat())
}

#[test]
fn questions_are_asked_in_the_words_of_the_user() {
    for (words, expected) in [
        (&["tent"][..], "tents=0"),
        (&["two", "tents"], "tents=2"),
        (&["komi"], "seat"),
        (&["no", "farmers"], "farmers=no"),
        (&["herd points"], "herd-points=3"),
    ] {
        let plan = planned(words);
        assert!(plan.contains(expected), "{words:?}: {plan}");
    }
    assert!(!planned(&["two", "tents"]).contains("tents=0"));
}

#[test]
fn own_question_is_answered_in_its_own_sentence() {
    let folder = tempfile::tempdir().unwrap();
    let reference =
        fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/REFERENCE.md")).unwrap();
    let (_, example) = reference.split_once("```toml\nquestion = ").unwrap();
    let (example, _) = example.split_once("```").unwrap();
    let text = format!("question = {example}");
    let file = folder.path().join("mine.toml");
    fs::write(&file, &text).unwrap();
    let args = [
        "ask",
        path(&file),
        "--agents",
        "random,greedy",
        "--games",
        "400",
    ];
    let out = folder.path().join("run");
    let said = one_line(&ok(&[&args[..], &["--out", path(&out)]].concat()));
    assert!(
        said.contains("Do games with fewer tiles stay close?"),
        "{said}"
    );
    assert!(
        said.contains(", a game lasts 51 turns instead of 71"),
        "{said}"
    );
    assert!(said.contains("and the winner leads by "), "{said}");
    for (wrong, parts) in [
        (
            text.replace("about", "abuot"),
            &["line 2", "abuot", "did you mean about?"][..],
        ),
        (
            text.replacen("question", "quetsion", 1),
            &["line 1", "did you mean question?"],
        ),
        (
            text.replace("{turns}", "{turns} turns"),
            &["{turns} comes with its unit"],
        ),
        (
            text.replace("{turns}", "{win-share}"),
            &["{win-share} is not measured in every answer"],
        ),
        (text.replace("\"length\"", "\"lenght\""), &["lenght"]),
        (
            text.replace("{turns}", "{tuns}"),
            &["{tuns}", "winning-margin"],
        ),
        (text.replace("[0, 20]", "[0]"), &["tiles-left-out=0"]),
        (text.replace("[0, 20]", "20"), &["tiles-left-out = [1, 0]"]),
        (
            format!("game = \"carcassonne\"\n{text}"),
            &["--game carcassonne"],
        ),
    ] {
        fs::write(&file, wrong).unwrap();
        refused(&args, parts);
    }
}

#[test]
fn longer_thought_wins_more_in_every_game() {
    for (game, search) in [
        ("gold-rush", "rollout"),
        ("carcassonne", "rollout"),
        ("carcassonne+gold-mines", "rollout"),
        ("knizia-gold", "mcts"),
    ] {
        let plan = planned(&["depth", "--game", game]);
        for part in [
            &format!("{search}:playouts=") as &str,
            "level3 against level2",
        ] {
            assert!(plan.contains(part), "{game}: {plan}");
        }
    }
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("run");
    let args = "ask depth --game knizia-gold --agents mcts:playouts=16 --games 240";
    let said = one_line(&play(&out, args));
    assert!(
        said.contains("mcts with 16 playouts") && said.contains("mcts with 2 playouts"),
        "{said}"
    );
    let found = summary(&out);
    let claims = found["claims"].as_array().unwrap();
    assert_eq!(claims.len(), 3, "one for each pair: {claims:?}");
    assert!(claims.iter().all(|claim| claim["question"] == "pair"));
    refused(
        &["ask", "depth", "--agents", "greedy"],
        &["--agents greedy", "playouts"],
    );
}

#[test]
fn the_better_player_is_asked_for_and_retuned() {
    let folder = tempfile::tempdir().unwrap();
    let agents = "--agents random,greedy,heuristic";
    let said = one_line(&play(
        &folder.path().join("run"),
        &format!("ask skill {agents} --games 400"),
    ));
    assert!(
        said.contains("heuristic wins") && said.contains("against greedy"),
        "{said}"
    );
    let said = one_line(&play(
        &folder.path().join("rule"),
        &format!("ask skill {agents} --games 400 --factor tents=1,0"),
    ));
    assert!(said.contains("pairs of bots"), "{said}");
}
