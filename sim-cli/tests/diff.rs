//! `goldrush diff`: in what two runs differ.

mod command;

use std::path::{Path, PathBuf};

use command::{goldrush, ok, path, refused};

fn play(folder: &Path, name: &str, args: &str) -> PathBuf {
    let out = folder.join(name);
    let words: Vec<&str> = args.split(' ').collect();
    ok(&[&words[..], &["--out", path(&out)]].concat());
    out
}

/// What is said of two runs that differ.
#[track_caller]
fn differ(left: &Path, right: &Path) -> String {
    let output = goldrush().args(["diff", path(left), path(right)]).assert().code(1).stderr("").get_output().clone();
    String::from_utf8(output.stdout).unwrap()
}

/// The line that begins so, without what fills it.
#[track_caller]
fn line(text: &str, begins: &str) -> Vec<String> {
    let line = text
        .lines()
        .map(str::trim_start)
        .find(|line| line.starts_with(begins))
        .unwrap_or_else(|| panic!("{begins}\n{text}"));
    line[begins.len()..].split_whitespace().map(Into::into).collect()
}

#[test]
fn the_same_run_twice_does_not_differ() {
    let folder = tempfile::tempdir().unwrap();
    let args = "simulate --agents greedy,random --games 20";
    let [one, two] = ["one", "two"].map(|name| play(folder.path(), name, args));
    let text = ok(&["diff", path(&one), path(&two)]);
    assert_eq!(text, "10 deals are in both; they are compared deal by deal\nthe results are the same\n");
    // Another plan with the same results: nobody can take back what nobody would.
    let packed = play(folder.path(), "packed", &format!("{args} --compress"));
    let text = differ(&one, &packed);
    assert_eq!(line(&text, "compress"), ["nothing", "true"]);
    assert!(text.contains("the results are the same"), "{text}");
}

#[test]
fn runs_that_share_their_deals_are_compared_deal_by_deal() {
    let folder = tempfile::tempdir().unwrap();
    let with = play(folder.path(), "with", "simulate --agents greedy --games 60");
    let without = play(folder.path(), "without", "simulate --agents greedy --games 80 --tents 0");
    let text = differ(&with, &without);
    assert!(text.contains("60 deals are in both"), "{text}");
    assert_eq!(line(&text, "arms.0.rules.tents"), ["1", "0"]);
    assert_eq!(line(&text, "blocks"), ["60", "80"]);
    let pitched = line(&text, "greedy: tents_pitched");
    assert_eq!((&pitched[1][..], &pitched[4][..], pitched.last().unwrap().as_str()), ("0.000", "<", "*"));
    assert!(pitched[2].starts_with('-'), "{text}");
    // An agent against itself always wins half of it, and takes nothing back.
    assert!(!text.contains("greedy: win_share") && text.contains("seat 0: win_share"), "{text}");
    assert!(!text.contains("take_backs"), "{text}");
    assert_eq!(line(&text, "greedy: score")[2..4], difference(&scores(&with, 2), &scores(&without, 2)));
}

/// The score of a result in each block of a run, in blocks of so many results.
fn scores(run: &Path, per_block: usize) -> Vec<f64> {
    let mut rows = csv::Reader::from_path(run.join("seats.csv")).unwrap();
    let at = rows.headers().unwrap().iter().position(|column| column == "score").unwrap();
    let scores: Vec<f64> = rows.records().map(|row| row.unwrap()[at].parse().unwrap()).collect();
    scores.chunks(per_block).map(|block| block.iter().sum::<f64>() / per_block as f64).collect()
}

/// What the second has more than the first in their first 60 blocks, and half of its 95 % interval, as they are printed.
fn difference(first: &[f64], second: &[f64]) -> [String; 2] {
    let differences: Vec<f64> = first.iter().zip(second).take(60).map(|(first, second)| second - first).collect();
    let mean = differences.iter().sum::<f64>() / 60.0;
    let variance = differences.iter().map(|d| (d - mean).powi(2)).sum::<f64>() / 59.0;
    // Student's t with 59 degrees of freedom.
    let half = 2.000_995 * (variance / 60.0).sqrt();
    [format!("{mean:+.3}"), format!("±{half:.3}")]
}

/// A block of two players has two results of the agent, one of three players three: the larger block does not count more.
#[test]
fn blocks_of_unequal_size_are_compared_by_their_means() {
    let folder = tempfile::tempdir().unwrap();
    let two = play(folder.path(), "two", "simulate --agents greedy --games 60");
    let three = play(folder.path(), "three", "simulate --agents greedy --games 60 --players 3");
    let [text, back] = [differ(&two, &three), differ(&three, &two)];
    assert!(text.contains("60 deals are in both"), "{text}");
    let [share, share_back] = [&text, &back].map(|text| line(text, "greedy: win_share"));
    assert_eq!(share[..4], ["0.5000", "0.3333", "-0.1667", "±0.0000"]);
    assert_eq!(share_back[..4], ["0.3333", "0.5000", "+0.1667", "±0.0000"]);
    let [of_two, of_three] = [scores(&two, 2), scores(&three, 3)];
    assert_eq!(line(&text, "greedy: score")[2..4], difference(&of_two, &of_three));
    assert_eq!(line(&back, "greedy: score")[2..4], difference(&of_three, &of_two));
}

#[test]
fn runs_of_other_deals_and_other_agents() {
    let folder = tempfile::tempdir().unwrap();
    let random = play(folder.path(), "random", "match --a greedy --b random --games 40");
    let greedy = play(folder.path(), "greedy", "match --a greedy --b greedy --games 60 --seed 2");
    let text = differ(&random, &greedy);
    assert!(text.contains("20 deals and 30 others are compared"), "{text}");
    let share = line(&text, "A greedy: win_share");
    assert_eq!((&share[..2], share.last().unwrap().as_str()), (&["1.0000".to_owned(), "0.5000".to_owned()][..], "*"));
    assert!(text.contains("B random → B greedy: score"), "{text}");
    // Of the same deals and as strong: no difference is significant.
    let other = play(folder.path(), "other", "match --a random --b random --games 100 --seed 3");
    let another = play(folder.path(), "another", "match --a random --b random --games 120 --seed 4");
    let text = differ(&other, &another);
    assert!(text.contains("* 0 of "), "{text}");
}

#[test]
fn what_cannot_be_compared_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let run = play(folder.path(), "run", "simulate --agents random --games 8");
    for shard in ["0/2", "1/2"] {
        play(folder.path(), "parts", &format!("simulate --agents random --games 8 --shard {shard}"));
    }
    let [first, second] = [0, 1].map(|i| folder.path().join(format!("parts/shard-0000{i}-of-00002")));
    refused(&["diff", path(&first), path(&second)], &["different parts", "goldrush merge"]);
    assert!(differ(&first, &run).contains("4 deals are in both"));
    refused(&["diff", path(&run), path(folder.path())], &["run.toml"]);
    std::fs::write(second.join("seats.csv"), "x\n").unwrap();
    refused(&["diff", path(&second), path(&second)], &["seats.csv: line 1", "header"]);
    std::fs::remove_file(second.join("summary.json")).unwrap();
    refused(&["diff", path(&second), path(&second)], &["is not finished"]);
}
