//! `goldrush tournament`, and options from a plan file, as used by a person.

use std::fs;
use std::path::Path;

use crate::command::{goldrush, ok, path, refused};

fn json(file: &Path) -> serde_json::Value {
    serde_json::from_str(&fs::read_to_string(file).unwrap()).unwrap()
}

const CUP: [&str; 9] = [
    "tournament",
    "--agents",
    "random,greedy,heuristic",
    "--players",
    "3",
    "--games",
    "90",
    "--seed",
    "4",
];

#[test]
fn agents_are_rated_in_order_of_strength() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("cup");
    let text = ok(&[&CUP[..], &["--out", path(&out)]].concat());
    for part in [
        "random - greedy - greedy × 3 seatings",
        "90 games: 5 deals, 18 games each.",
        "1 heuristic",
        "third of 3 seats",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    let summary = json(&out.join("summary.json"));
    let agents = summary["ratings"]["agents"].as_array().unwrap();
    let [random, greedy, heuristic] = [0, 1, 2].map(|agent| &agents[agent]["elo"]);
    let [weaker, stronger] = [greedy, heuristic].map(|elo| elo["mean"].as_f64().unwrap());
    assert!(
        weaker < stronger && (weaker + stronger).abs() < 1e-6,
        "{weaker} {stronger}"
    );
    // An agent that never finished ahead of another has only a bound, and is not part of the mean.
    assert!(
        random["mean"].is_null()
            && random["low"].is_null()
            && random["high"].as_f64().unwrap() < weaker,
        "{random}"
    );
    let line = text.lines().find(|line| line.contains("3 random")).unwrap();
    assert!(line.contains(" below −"), "{line}");
    assert!(
        text.contains(
            "Warning: random never finished ahead of a rated bot: its rating is only known"
        ),
        "{text}"
    );
    assert_eq!(summary["ratings"]["ahead"][2][0], 1.0);
    assert_eq!(summary["arms"].as_array().unwrap().len(), 6);
    let arms = fs::read_to_string(out.join("arms.csv")).unwrap();
    assert!(
        arms.contains("0,random - greedy - greedy,3,random greedy greedy,3,gold_rush,"),
        "{arms}"
    );
    // Every deal is played by every line-up in every seating, in this order.
    let games = fs::read_to_string(out.join("games.csv")).unwrap();
    for (number, line) in games.lines().skip(1).enumerate() {
        let fields: Vec<&str> = line.split(',').collect();
        let expected = [number, number / 18, number % 18 / 3, number % 3].map(|n| n.to_string());
        assert_eq!(fields[1..5], expected);
    }
    assert!(ok(&["replay", "--run", path(&out), "--number", "40"]).contains("unfinished"));
}

#[test]
fn same_tournament_gives_same_bytes_with_any_threads() {
    let folder = tempfile::tempdir().unwrap();
    let runs = ["1", "2", "5"].map(|threads| {
        let out = folder.path().join(threads);
        ok(&[&CUP[..], &["--threads", threads, "--out", path(&out)]].concat());
        out
    });
    for name in [
        "games.csv",
        "seats.csv",
        "arms.csv",
        "run.toml",
        "summary.json",
    ] {
        let files = runs.each_ref().map(|run| fs::read(run.join(name)).unwrap());
        assert!(
            files[0] == files[1] && files[0] == files[2],
            "{name} differs"
        );
    }
}

#[test]
fn ratings_are_relative_to_the_anchor() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("cup");
    let args = [&CUP[..], &["--anchor", "greedy=1500", "--out", path(&out)]].concat();
    let text = ok(&args);
    assert!(text.contains("Elo (greedy is +1500)"), "{text}");
    let summary = json(&out.join("summary.json"));
    let greedy = &summary["ratings"]["agents"][1]["elo"];
    assert_eq!(
        (greedy["mean"].as_f64(), greedy["low"].is_null()),
        (Some(1500.0), true)
    );
    assert!(
        summary["ratings"]["agents"][2]["elo"]["mean"]
            .as_f64()
            .unwrap()
            > 1500.0
    );
    assert!(
        fs::read_to_string(out.join("run.toml"))
            .unwrap()
            .contains("[anchor]\nagent = \"greedy\"\nelo = 1500.0")
    );
    ok(&["report", path(&out)]);
    assert!(
        fs::read_to_string(out.join("report.md"))
            .unwrap()
            .contains("--anchor greedy=1500")
    );
    for (anchor, says) in [
        ("greedy", "such as greedy=0"),
        ("level1=0", "level1 does not play"),
        ("greedy=x", "Elo"),
    ] {
        refused(
            &[&CUP[..], &["--anchor", anchor]].concat(),
            &["--anchor", says],
        );
    }
}

#[test]
fn dry_run_plays_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("cup");
    let cup = [
        "tournament",
        "--agents",
        "random,greedy,heuristic",
        "--players",
        "3",
        "--games",
        "1000000",
    ];
    let text = ok(&[&cup[..], &["--dry-run", "--out", path(&out)]].concat());
    assert!(
        text.contains("1,000,008 games: 55,556 deals") && text.contains("Takes about "),
        "{text}"
    );
    assert!(!out.exists());
}

/// The report names the command that plays the same again.
#[test]
fn gauntlet_of_several_challengers_is_repeated_by_its_command() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("cup");
    let agents = "greedy,random,heuristic:width=1,heuristic:width=2,heuristic:width=3";
    let cup = [
        "tournament",
        "--agents",
        agents,
        "--format",
        "gauntlet",
        "--challengers",
        "2",
        "--games",
        "12",
    ];
    let text = ok(&[&cup[..], &["--out", path(&out)]].concat());
    assert!(text.contains("12 games: 1 deals, 12 games each."), "{text}");
    ok(&["report", path(&out)]);
    let page = fs::read_to_string(out.join("report.md")).unwrap();
    let command = format!("--agents {agents} --format gauntlet --challengers 2");
    assert!(page.contains(&command), "{page}");
    refused(
        &[&cup[..4], &["round-robin"], &cup[5..]].concat(),
        &["--challengers", "only a gauntlet"],
    );
    refused(
        &[&cup[..6], &["5"]].concat(),
        &["--challengers 5", "left to play"],
    );
}

#[test]
fn options_come_from_a_plan_file_and_the_command_line_overrides_them() {
    let folder = tempfile::tempdir().unwrap();
    let plan = folder.path().join("cup.toml");
    let text = "agents = [\"random\", \"heuristic:width=1\"]\ngames = 10\nseed = 9\n\n[rules]\ntents = 0\n";
    fs::write(&plan, text).unwrap();
    let out = folder.path().join("cup");
    ok(&[
        "tournament",
        "--plan",
        path(&plan),
        "--games",
        "4",
        "--out",
        path(&out),
    ]);
    let run = fs::read_to_string(out.join("run.toml")).unwrap();
    for part in [
        "seed = 9",
        "games = 4\n",
        "tents = 0",
        "agents = [\"random\", \"heuristic:width=1\"]",
    ] {
        assert!(run.contains(part), "{part}: {run}");
    }
    fs::write(&plan, "agent = \"random\"\n").unwrap();
    refused(
        &["tournament", "--plan", path(&plan)],
        &["cup.toml", "agent is not an option of tournament"],
    );
    refused(&["simulate", "--plan", "nowhere.toml"], &["nowhere.toml"]);
}

#[test]
fn bad_input_is_reported_in_one_line() {
    let wrong = |args: &[&str], parts: &[&str]| refused(&[&["tournament"], args].concat(), parts);
    wrong(&["--agents", "greedy"], &["--agents", "at least two"]);
    wrong(
        &["--agents", "greedy,random,greedy"],
        &["greedy is named twice"],
    );
    wrong(&["--agents", "greedy,randm"], &["randm", "random"]);
    wrong(
        &["--agents", "greedy,random", "--players", "6"],
        &["--players", "2 to 5"],
    );
    wrong(
        &["--agents", "greedy,random", "--format", "league"],
        &["league", "round-robin"],
    );
    let many: Vec<String> = (1..=20)
        .map(|width| format!("heuristic:width={width}"))
        .collect();
    wrong(
        &[
            "--agents",
            &many.join(","),
            "--players",
            "5",
            "--format",
            "all-lineups",
        ],
        &["line-ups", "at most 1000"],
    );
    goldrush()
        .args(["tournament", "--agents", "random,greedy", "--games", "0"])
        .assert()
        .code(2);
}
