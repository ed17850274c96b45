//! Luck of draws, reported and removed: `--luck`, as used by a person.

use std::fs;
use std::path::Path;

use crate::command::{goldrush, ok, one_line, path, refused};

fn json(file: &Path) -> serde_json::Value {
    serde_json::from_str(&fs::read_to_string(file).unwrap()).unwrap()
}

/// Returns the lines of a table without the run's name and its last columns.
fn lines(file: &Path, columns: usize) -> Vec<String> {
    let text = fs::read_to_string(file).unwrap();
    let line = |line: &str| {
        line.split_once(',')
            .unwrap()
            .1
            .rsplitn(columns + 1, ',')
            .last()
            .unwrap()
            .to_owned()
    };
    text.lines().map(line).collect()
}

/// Checks that the files of two runs have the same bytes.
#[track_caller]
fn assert_same(run: &Path, reference: &Path) {
    for name in ["games.csv", "seats.csv", "run.toml", "summary.json"] {
        assert!(
            fs::read(run.join(name)).unwrap() == fs::read(reference.join(name)).unwrap(),
            "{name} differs"
        );
    }
}

#[test]
fn measuring_luck_changes_nothing_else() {
    let folder = tempfile::tempdir().unwrap();
    for game in [
        "gold-rush",
        "carcassonne",
        "carcassonne+gold-mines",
        "knizia-gold",
    ] {
        let [with, without] = ["--luck", "--no-luck"].map(|luck| {
            let out = folder.path().join(format!("{game}{luck}"));
            let text = ok(&[
                "simulate",
                "--game",
                game,
                "--games",
                "6",
                luck,
                "--out",
                path(&out),
            ]);
            assert_eq!(
                text.contains("Adjusted for the luck of the draw"),
                luck == "--luck",
                "{text}"
            );
            out
        });
        assert_eq!(
            lines(&with.join("games.csv"), 1),
            lines(&without.join("games.csv"), 1)
        );
        assert_eq!(
            lines(&with.join("seats.csv"), 2),
            lines(&without.join("seats.csv"), 0)
        );
        let seats = fs::read_to_string(with.join("seats.csv")).unwrap();
        assert!(
            seats
                .lines()
                .next()
                .unwrap()
                .ends_with(",fault,luck,luck_wins"),
            "{seats}"
        );
        for (from_end, most) in [(0, 1.5), (1, 250.0)] {
            let luck = |line: &str| {
                line.rsplit(',')
                    .nth(from_end)
                    .unwrap()
                    .parse::<f64>()
                    .unwrap()
            };
            let luck: Vec<f64> = seats.lines().skip(1).map(luck).collect();
            assert!(
                luck.iter().all(|luck| luck.abs() < most) && luck.iter().any(|luck| *luck != 0.0),
                "{seats}"
            );
        }
        assert!(
            fs::read_to_string(with.join("run.toml"))
                .unwrap()
                .contains("luck = true\n")
        );
        assert!(
            !fs::read_to_string(without.join("run.toml"))
                .unwrap()
                .contains("luck")
        );
    }
}

#[test]
#[ignore = "slow"]
fn luck_read_back_is_what_was_played() {
    let folder = tempfile::tempdir().unwrap();
    let play = |options: &[&str], out: &Path| {
        let run = [
            "match",
            "--a",
            "greedy",
            "--b",
            "random",
            "--luck",
            "--players",
            "3",
            "--mirror",
            "--seed",
            "3",
        ];
        ok(&[&run[..], &["--out", path(out)], options].concat())
    };
    let [whole, parts, merged, resumed] =
        ["whole", "parts", "merged", "resumed"].map(|name| folder.path().join(name));
    play(&["--games", "60", "--threads", "1"], &whole);
    for part in ["0/2", "1/2"] {
        play(
            &["--games", "60", "--threads", "2", "--shard", part],
            &parts,
        );
    }
    ok(&["merge", path(&parts), "--out", path(&merged)]);
    assert_same(&merged, &whole);
    play(&["--games", "30"], &resumed);
    ok(&["resume", path(&resumed), "--more", "30"]);
    assert_same(&resumed, &whole);

    let report = folder.path().join("report");
    ok(&["report", path(&whole), "--out", path(&report)]);
    let report = fs::read_to_string(report.join("report.md")).unwrap();
    for part in [
        "## Adjusted for the luck of the draw",
        "times the games",
        "--no-luck",
        "--luck --out DIR",
    ] {
        assert!(
            report.contains(part) != (part == "--no-luck"),
            "{part}: {report}"
        );
    }
    let seats = fs::read_to_string(whole.join("seats.csv")).unwrap();
    let at = seats.rfind('.').unwrap();
    fs::write(whole.join("seats.csv"), format!("{}{}", &seats[..at], "\n")).unwrap();
    refused(
        &["verify", path(&whole)],
        &["the checksum of game 59 is wrong"],
    );
}

/// Equals on few deals: with luck removed, margin and share have narrower intervals that include the truth.
#[test]
#[ignore = "slow"]
fn removing_luck_is_worth_extra_games() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("run");
    let text = ok(&[
        "simulate",
        "--agents",
        "heuristic,level9",
        "--games",
        "1000",
        "--seed",
        "13",
        "--luck",
        "--out",
        path(&out),
    ]);
    assert!(
        text.contains("Adjusted for the luck of the draw") && text.contains(" times the games"),
        "{text}"
    );
    let summary = json(&out.join("summary.json"));
    for agent in summary["luck"]["agents"].as_array().unwrap() {
        let number = |result: &str, what: &str| agent[result][what].as_f64().unwrap();
        assert!(
            number("margin", "worth") > 1.15 && number("win_share", "worth") > 1.03,
            "{agent}"
        );
        assert!(
            number("margin", "mean").abs() < 2.0 * number("margin", "half_width"),
            "{agent}"
        );
        assert!(
            number("luck", "mean").abs() < 2.0 * number("luck", "half_width"),
            "{agent}"
        );
        assert!(
            (number("win_share", "mean") - 0.5).abs() < 2.0 * number("win_share", "half_width"),
            "{agent}"
        );
    }
}

/// By hand, from the rows: the margin minus a multiple of the seat's luck relative to the mean of the others, and the
/// share of the win minus a multiple of what all draws changed of the seat's win chance.
#[test]
fn adjusted_margin_matches_the_rows() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("run");
    ok(&[
        "tournament",
        "--agents",
        "greedy,random,heuristic",
        "--players",
        "3",
        "--games",
        "12",
        "--luck",
        "--out",
        path(&out),
    ]);
    let mut seats = csv::Reader::from_path(out.join("seats.csv")).unwrap();
    let columns = seats.headers().unwrap().clone();
    let column = |row: &csv::StringRecord, name: &str| {
        row[columns.iter().position(|c| c == name).unwrap()].to_owned()
    };
    let rows: Vec<_> = seats.records().map(Result::unwrap).collect();
    let coefficient = goldrush_ai::luck::coefficients("gold-rush", 3).unwrap();
    for (at, agent) in ["greedy", "random", "heuristic"].iter().enumerate() {
        let (mut margin, mut share, mut n) = (0.0, 0.0, 0.0);
        for game in rows.chunks(3) {
            for (seat, row) in game
                .iter()
                .enumerate()
                .filter(|(_, row)| column(row, "agent") == *agent)
            {
                let number =
                    |seat: usize, name: &str| column(&game[seat], name).parse::<f64>().unwrap();
                let others = || (0..3).filter(|&other| other != seat);
                let luck = number(seat, "luck")
                    - others().map(|other| number(other, "luck")).sum::<f64>() / 2.0;
                let best = others()
                    .map(|other| number(other, "score"))
                    .fold(f64::MIN, f64::max);
                margin += number(seat, "score") - best - coefficient.margin * luck;
                share += column(row, "win_share").parse::<f64>().unwrap()
                    - coefficient.share * number(seat, "luck_wins");
                n += 1.0;
            }
        }
        let summary = json(&out.join("summary.json"));
        let row = &summary["luck"]["agents"][at];
        assert!(
            (row["margin"]["mean"].as_f64().unwrap() - margin / n).abs() < 0.001,
            "{row} {}",
            margin / n
        );
        assert!(
            (row["win_share"]["mean"].as_f64().unwrap() - (share / n).clamp(0.0, 1.0)).abs()
                < 0.001,
            "{row}"
        );
    }
}

/// In every game, the same with any threads; a kind above average is balanced by others below it.
#[test]
#[ignore = "slow"]
fn every_drawn_kind_has_a_value() {
    let folder = tempfile::tempdir().unwrap();
    for (game, kinds, one) in [
        ("gold-rush", 35, "tile 27"),
        ("carcassonne", 24, "tile D"),
        ("carcassonne+gold-mines", 32, "tile GM1"),
        ("knizia-gold", 17, "own digger 5"),
    ] {
        let out = folder.path().join(game);
        let file = out.join("tiles.csv");
        let draws = |threads: &str| {
            // A second study gets no folder that has files.
            let _ = fs::remove_dir_all(&out);
            let asked = [
                "ask",
                "tiles",
                "--game",
                game,
                "--players",
                "3",
                "--games",
                "60",
                "--threads",
                threads,
            ];
            ok(&[&asked[..], &["--out", path(&out)]].concat())
        };
        let text = draws("1");
        assert_eq!(text, draws("2"));
        let words = one_line(&text);
        assert!(
            text.contains(one) && words.contains("60 three-player games"),
            "{text}"
        );
        assert!(
            words.contains("On average, a draw helps or hurts a player by "),
            "{text}"
        );
        let mut rows = csv::Reader::from_path(&file).unwrap();
        let rows: Vec<_> = rows.records().map(Result::unwrap).collect();
        assert_eq!(rows.len(), kinds, "{text}");
        let number = |row: &csv::StringRecord, at: usize| row[at].parse::<f64>().unwrap();
        let times: f64 = rows.iter().map(|row| number(row, 1)).sum();
        let mean = rows
            .iter()
            .map(|row| number(row, 1) * number(row, 2))
            .sum::<f64>()
            / times;
        let size = rows
            .iter()
            .map(|row| number(row, 1) * number(row, 2).abs())
            .sum::<f64>()
            / times;
        assert!(
            mean.abs() < 0.3 * size && size > 0.05,
            "{game}: {mean} of {size}"
        );
    }
    refused(
        &["ask", "tiles", "--games", "1"],
        &["--games 1", "2 to 10000000"],
    );
    refused(
        &["ask", "tiles", "--agents", "greedy,random"],
        &["--agents", "expected one bot"],
    );
    refused(
        &["ask", "tiles", "--dry-run"],
        &["--dry-run does not apply to the question `tiles`"],
    );
}

/// In every game, the same with any threads.
#[test]
fn leads_are_reported_for_every_bot() {
    let folder = tempfile::tempdir().unwrap();
    for (game, agents) in [
        ("gold-rush", "greedy,heuristic"),
        ("carcassonne", "random,greedy"),
        ("carcassonne+gold-mines", "random,greedy"),
        ("knizia-gold", "random,perfect"),
    ] {
        let leads = |threads: &str| {
            let asked = [
                "ask",
                "leads",
                "--game",
                game,
                "--agents",
                agents,
                "--players",
                "3",
                "--games",
                "80",
            ];
            let out = folder.path().join(format!("{game}-{threads}"));
            let kept = ["--threads", threads, "--out", path(&out)];
            ok(&[&asked[..], &kept].concat())
        };
        let out = folder.path().join(format!("{game}-1"));
        let file = out.join("leads.csv");
        let picture = out.join("figures/leads.svg");
        let points = out.join("figures/points.svg");
        let text = leads("1");
        let second = leads("2").replace(&format!("{game}-2"), &format!("{game}-1"));
        assert_eq!(text, second);
        assert!(
            text.contains("80 three-player games") && text.contains("leader wins"),
            "{text}"
        );
        let mut table = csv::Reader::from_path(&file).unwrap();
        let rows: Vec<_> = table.records().map(Result::unwrap).collect();
        // Five percentiles of four results, and three lead statistics after each tenth except the last.
        assert_eq!(rows.len(), 2 * (4 * 5 + 3 * 9), "{text}");
        for bot in agents.split(',') {
            let of = |what: &str, at: &str| -> f64 {
                let row = rows
                    .iter()
                    .find(|row| (&row[1], &row[2], &row[3]) == (bot, what, at))
                    .unwrap();
                row[4].parse().unwrap()
            };
            assert!(of("points of a player", "50") < of("points of the winner", "50"));
            assert!(of("winner's lead", "5") < of("winner's lead", "95"));
            assert!(
                of("leader wins", "90") > of("leader wins", "10") && of("leader wins", "90") > 0.5,
                "{text}"
            );
        }
        assert!(fs::read_to_string(&picture).unwrap().contains("polyline"));
        let scores = fs::read_to_string(&points).unwrap();
        assert!(
            agents.split(',').all(|bot| scores.contains(bot)) && scores.contains("nine in ten"),
            "{scores}"
        );
    }
    // A folder with the answer to another question is refused.
    let kept = folder.path().join("gold-rush-1");
    refused(
        &["ask", "luck", "--games", "2", "--out", path(&kept)],
        &["exists already"],
    );
    refused(
        &["ask", "leads", "--games", "1"],
        &["--games 1", "2 to 10000000"],
    );
    refused(
        &["ask", "leads", "--agents", "nobody"],
        &["--agents", "nobody"],
    );
    refused(
        &["ask", "leads", "--players", "2,3"],
        &["--players 2,3: expected one number"],
    );
}

#[test]
fn studies_report_effects_with_luck_removed() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("study");
    let study = [
        "balance",
        "--agents",
        "random,greedy",
        "--factor",
        "tents=1,0",
        "--restrict",
        "tents",
        "--games",
        "200",
    ];
    let text = ok(&[&study[..], &["--luck", "--out", path(&out)]].concat());
    assert!(!text.contains(" 1.0 times the games"), "{text}");
    let summary = json(&out.join("summary.json"));
    let effects = summary["luck"]["effects"].as_array().unwrap();
    assert!(
        effects
            .iter()
            .all(|effect| effect["plain"]["mean"].is_number() && effect["mean"].is_number())
    );
    let of = |response: &str| {
        effects
            .iter()
            .filter(|effect| effect["response"] == response)
            .count()
    };
    assert_eq!(
        [of("first_seat"), of("win_share"), of("score"), of("turns")],
        [2, 2, 2, 0],
        "{effects:?}"
    );
    let report = folder.path().join("report");
    ok(&["report", path(&out), "--out", path(&report)]);
    let page = fs::read_to_string(report.join("report.md")).unwrap();
    let (_, adjusted) = page
        .split_once("## Adjusted for the luck of the draw")
        .unwrap();
    let label =
        "| One player without tents, 2 players: a player's wins, in percentage points | greedy | −";
    assert!(
        adjusted.contains("| effect | bot | as played | adjusted | as precise as |")
            && adjusted.contains(label)
            && !adjusted.contains("win share, tents denied"),
        "{adjusted}"
    );
}

#[test]
fn luck_is_on_by_default_only_where_cheap() {
    let folder = tempfile::tempdir().unwrap();
    let mut number = 0;
    let mut is_told = |args: &[&str]| {
        number += 1;
        let out = folder.path().join(number.to_string());
        ok(&[
            args,
            &["--games", "2", "--game", "knizia-gold", "--out", path(&out)],
        ]
        .concat());
        fs::read_to_string(out.join("run.toml"))
            .unwrap()
            .contains("luck = true\n")
    };
    assert!(is_told(&[
        "match",
        "--a",
        "mcts:playouts=200",
        "--b",
        "perfect"
    ]));
    assert!(!is_told(&[
        "match",
        "--a",
        "mcts:playouts=200",
        "--b",
        "perfect",
        "--no-luck"
    ]));
    assert!(!is_told(&[
        "match",
        "--a",
        "mcts:playouts=20",
        "--b",
        "perfect"
    ]));
    assert!(!is_told(&["match", "--a", "perfect", "--b", "random"]));
    assert!(is_told(&[
        "match", "--a", "perfect", "--b", "random", "--luck"
    ]));
    assert!(!is_told(&["simulate", "--agents", "mcts:playouts=200"]));
    assert!(is_told(&["tournament", "--agents", "mcts:ms=3,random"]));
    goldrush()
        .args(["simulate", "--luck", "--no-luck"])
        .assert()
        .code(2);
}

/// A bot that cannot play has lost, and its luck is reported all the same: what it drew was not its fault.
#[test]
fn child_process_bots_have_luck_too() {
    let folder = tempfile::tempdir().unwrap();
    let serve = format!(
        "exec:{} lab serve --agent greedy",
        assert_cmd::cargo::cargo_bin("goldrush").display()
    );
    // Greets, and exits when it has to decide.
    let bot = r#"read -r hello; echo '{"t":"ready","name":"test","send":[]}'; read -r decide"#;
    fs::write(folder.path().join("bot.sh"), bot).unwrap();
    let crashing = format!("exec:sh {}", path(&folder.path().join("bot.sh")));
    for (a, faults) in [(&serve, 0), (&crashing, 4)] {
        let out = folder.path().join(faults.to_string());
        let run = [
            "match",
            "--a",
            a,
            "--b",
            "random",
            "--games",
            "4",
            "--luck",
            "--allow-faults",
            "--out",
            path(&out),
        ];
        ok(&run);
        let seats = fs::read_to_string(out.join("seats.csv")).unwrap();
        let luck: Vec<f64> = seats
            .lines()
            .skip(1)
            .map(|l| l.rsplit(',').next().unwrap().parse().unwrap())
            .collect();
        assert_eq!(luck.len(), 8);
        assert!(
            luck.iter().filter(|luck| **luck != 0.0).count() >= 7,
            "{luck:?}"
        );
        let summary = json(&out.join("summary.json"));
        assert_eq!(summary["faults"].as_array().is_some(), faults > 0);
        assert!(summary["luck"]["agents"][0]["margin"]["mean"].is_number());
    }
}
