//! `goldrush diff`: how two runs differ.

use std::path::{Path, PathBuf};

use crate::command::{goldrush, ok, path, refused};

fn play(folder: &Path, name: &str, args: &str) -> PathBuf {
    let out = folder.join(name);
    let words: Vec<&str> = args.split(' ').collect();
    ok(&[&words[..], &["--out", path(&out)]].concat());
    out
}

/// Returns the output for two runs that differ, checked to fit a terminal.
#[track_caller]
fn differ(left: &Path, right: &Path) -> String {
    let output = goldrush()
        .args(["diff", path(left), path(right)])
        .assert()
        .code(1)
        .stderr("")
        .get_output()
        .clone();
    let text = String::from_utf8(output.stdout).unwrap();
    let long: Vec<&str> = text
        .lines()
        .filter(|line| line.chars().count() > 80)
        .collect();
    assert!(long.is_empty(), "{long:#?}");
    text
}

/// Returns the words of the line that starts with `begins`, without fill characters.
#[track_caller]
fn line(text: &str, begins: &str) -> Vec<String> {
    let line = text
        .lines()
        .map(str::trim_start)
        .find(|line| line.starts_with(begins))
        .unwrap_or_else(|| panic!("{begins}\n{text}"));
    line[begins.len()..]
        .split_whitespace()
        .map(Into::into)
        .collect()
}

#[test]
fn run_does_not_differ_from_itself() {
    let folder = tempfile::tempdir().unwrap();
    let args = "simulate --agents greedy,random --games 20";
    let [one, two] = ["one", "two"].map(|name| play(folder.path(), name, args));
    let text = ok(&["diff", path(&one), path(&two)]);
    assert_eq!(
        text,
        "The runs share 10 deals, which are compared deal by deal.\nThe results are the same.\n"
    );
    // Another plan with the same results.
    let packed = play(folder.path(), "packed", &format!("{args} --compress"));
    let text = differ(&one, &packed);
    assert_eq!(line(&text, "compress:"), ["nothing", "→", "true"]);
    assert!(text.contains("The results are the same."), "{text}");
}

/// A match has the same line-up, but its agents have different random streams.
#[test]
fn runs_with_shared_deals_are_compared_deal_by_deal() {
    let folder = tempfile::tempdir().unwrap();
    let one = play(
        folder.path(),
        "one",
        "simulate --agents greedy,random --games 120",
    );
    let two = play(
        folder.path(),
        "two",
        "match --a random --b greedy --games 160",
    );
    let text = differ(&one, &two);
    assert!(
        text.contains("The runs share 60 deals, which are compared deal by deal."),
        "{text}"
    );
    assert_eq!(line(&text, "question:"), ["simulation", "→", "match"]);
    assert_eq!(line(&text, "blocks:"), ["60", "→", "80"]);
    // Each agent is compared with itself, wherever it stands in the line-up.
    let of_random = &text[text.find("\nrandom\n").unwrap()..];
    assert_eq!(
        line(of_random, "score")[2..4],
        difference(&scores(&one, "random"), &scores(&two, "random"))
    );
    assert!(
        text.contains("\nfirst seat\n") && text.contains("\nsecond seat\n"),
        "{text}"
    );
}

/// Returns the score of an agent in each block of a run with two seatings.
fn scores(run: &Path, agent: &str) -> Vec<f64> {
    let mut rows = csv::Reader::from_path(run.join("seats.csv")).unwrap();
    let at = |column: &str, headers: &csv::StringRecord| {
        headers.iter().position(|other| other == column).unwrap()
    };
    let [who, score] = ["agent", "score"].map(|column| at(column, rows.headers().unwrap()));
    let rows = rows
        .records()
        .map(Result::unwrap)
        .filter(|row| &row[who] == agent);
    let scores: Vec<f64> = rows.map(|row| row[score].parse().unwrap()).collect();
    scores
        .chunks(2)
        .map(|block| block.iter().sum::<f64>() / 2.0)
        .collect()
}

/// Returns the second minus the first in their first 60 blocks, and half the 95% interval of the difference, as
/// printed.
fn difference(first: &[f64], second: &[f64]) -> [String; 2] {
    let differences: Vec<f64> = first
        .iter()
        .zip(second)
        .take(60)
        .map(|(first, second)| second - first)
        .collect();
    let mean = differences.iter().sum::<f64>() / 60.0;
    let variance = differences.iter().map(|d| (d - mean).powi(2)).sum::<f64>() / 59.0;
    // Student's t with 59 degrees of freedom.
    let half = 2.000_995 * (variance / 60.0).sqrt();
    [format!("{mean:+.3}"), format!("±{half:.3}")]
}

#[test]
fn equal_bots_on_different_deals_differ_only_by_luck() {
    let folder = tempfile::tempdir().unwrap();
    let one = play(
        folder.path(),
        "one",
        "match --a random --b random --games 100 --seed 3",
    );
    let two = play(
        folder.path(),
        "two",
        "match --a random --b random --games 120 --seed 4",
    );
    let text = differ(&one, &two);
    assert!(
        text.contains("50 deals of the first run are compared with 60 other deals of the second."),
        "{text}"
    );
    assert!(text.contains(" 0 of "), "{text}");
    let share = line(&text[text.find("A random").unwrap()..], "win rate, %");
    assert!(share[0].parse::<f64>().unwrap() > 20.0, "{text}");
}

#[test]
fn only_chosen_deals_are_independent_of_the_seed() {
    let folder = tempfile::tempdir().unwrap();
    let run = play(
        folder.path(),
        "run",
        "simulate --agents random --games 8 --records all",
    );
    let deals = run.join("records.jsonl");
    let [one, two] = [1, 2].map(|seed| {
        let args = format!(
            "simulate --agents random --games 8 --seed {seed} --deals {}",
            path(&deals)
        );
        play(folder.path(), &format!("chosen{seed}"), &args)
    });
    assert!(
        differ(&one, &two).contains("The runs share 8 deals, which are compared deal by deal.")
    );
    assert!(
        differ(&run, &one)
            .contains("8 deals of the first run are compared with 8 other deals of the second.")
    );
}

#[test]
fn rules_and_lineups_are_matched_in_any_order_and_unmatched_ones_named() {
    let folder = tempfile::tempdir().unwrap();
    let two = play(
        folder.path(),
        "two",
        "tournament --agents greedy,random --games 40",
    );
    let three = play(
        folder.path(),
        "three",
        "tournament --agents random,casual,greedy --games 40",
    );
    let text = differ(&two, &three);
    assert!(text.contains("Only in the second run: random"), "{text}");
    assert!(!text.contains("Only in the first run"), "{text}");
    let back = differ(&three, &two);
    assert!(
        back.contains("Only in the first run: random") && !back.contains("Only in the second run"),
        "{back}"
    );
    // A catalogue changed between two studies is a different rule with the same name.
    let tiles = folder.path().join("box.toml");
    let printed = std::fs::read_to_string(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../engine/data/gold_rush.toml"
    ))
    .unwrap();
    let study = |name: &str, text: &str| {
        std::fs::write(&tiles, text).unwrap();
        let args = format!(
            "balance --agents random --factor tiles=gold_rush,{} --games 8",
            path(&tiles)
        );
        play(folder.path(), name, &args)
    };
    let before = study("before", &printed.replace("0 = 10", "0 = 9"));
    let after = study("after", &printed.replace("0 = 10", "0 = 8"));
    let text = differ(&before, &after);
    assert!(text.contains("Different in the two runs: tiles="), "{text}");
    assert_eq!(line(&text, "tiles.tokens.0:"), ["9", "→", "8"]);
    assert!(text.contains("The results are the same."), "{text}");
}

#[test]
fn runs_with_different_rules_or_agents_are_refused_with_advice() {
    let folder = tempfile::tempdir().unwrap();
    let run = |name: &str, args: &str| play(folder.path(), name, args);
    let base = run("base", "simulate --agents random --games 8");
    for (name, args, parts) in [
        (
            "tents",
            "simulate --agents random --games 8 --tents 0",
            ["(tents: 1 → 0)", "goldrush balance"],
        ),
        (
            "tiles",
            "simulate --agents random --games 8 --tiles gold_rush_alt",
            ["(tiles.tile.", " more); "],
        ),
        (
            "players",
            "simulate --agents random --games 9 --players 3",
            ["players: 2 → 3", "goldrush balance"],
        ),
        (
            "agents",
            "simulate --agents random,greedy --games 8",
            ["random, random → random, greedy", "goldrush match"],
        ),
        (
            "match",
            "match --a random --b random --games 8",
            ["(games of a deal: 1 → 2)", "goldrush tournament"],
        ),
        (
            "cards",
            "simulate --agents random --games 8 --game knizia-gold",
            ["gold-rush → knizia-gold", "cannot be compared"],
        ),
    ] {
        refused(
            &["diff", path(&base), path(&run(name, args))],
            &[&["share no rules and line-up"][..], &parts].concat(),
        );
    }
}

#[test]
fn incomparable_runs_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let run = play(folder.path(), "run", "simulate --agents random --games 8");
    for shard in ["0/2", "1/2"] {
        play(
            folder.path(),
            "parts",
            &format!("simulate --agents random --games 8 --shard {shard}"),
        );
    }
    let [first, second] =
        [0, 1].map(|i| folder.path().join(format!("parts/shard-0000{i}-of-00002")));
    refused(
        &["diff", path(&first), path(&second)],
        &["different parts", "goldrush merge"],
    );
    assert!(differ(&first, &run).contains("The runs share 4 deals"));
    refused(&["diff", path(&run), path(folder.path())], &["run.toml"]);
    std::fs::write(second.join("seats.csv"), "x\n").unwrap();
    refused(
        &["diff", path(&second), path(&second)],
        &["seats.csv: line 1", "header"],
    );
    std::fs::remove_file(second.join("summary.json")).unwrap();
    refused(
        &["diff", path(&second), path(&second)],
        &["is not finished"],
    );
}
