//! Checks that the agents' strength and cost in the documents are those that were measured.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use goldrush_ai::benchmarks::{agent_benchmarks, two_player_benchmark};
use goldrush_ai::registry::{Roster, Spec};
use goldrush_engine::carcassonne::Carcassonne;
use goldrush_engine::gold_rush::GoldRush;
use goldrush_engine::knizia_gold::KniziaGold;

use crate::command::{ok, path};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn check_roster<G: Roster>() {
    let names = || {
        G::ENTRIES
            .iter()
            .map(|entry| entry.name)
            .chain(G::ALIASES.iter().map(|alias| alias.name))
    };
    for name in names() {
        assert!(
            two_player_benchmark(G::NAME, name).is_some(),
            "{}: {name} was not measured",
            G::NAME
        );
    }
    for row in agent_benchmarks().iter().filter(|row| row.game == G::NAME) {
        assert!(
            names().any(|name| name == row.agent),
            "{}: {} is no agent",
            G::NAME,
            row.agent
        );
        Spec::read::<G>(&row.played).unwrap();
        if let Some(against) = &row.against {
            Spec::read::<G>(against).unwrap();
        }
    }
}

#[test]
fn every_agent_is_in_the_table_and_nobody_else() {
    check_roster::<GoldRush>();
    check_roster::<Carcassonne>();
    check_roster::<KniziaGold>();
}

/// A row of a table in a document, by heading.
type Row = BTreeMap<String, String>;

/// Returns the rows of all tables of a document that have these headings.
fn rows(document: &str, headings: &[&str]) -> Vec<Row> {
    let text = fs::read_to_string(root().join(document)).unwrap();
    let cells = |line: &str| -> Vec<String> {
        line.trim_matches('|')
            .split('|')
            .map(|cell| cell.trim().replace('`', ""))
            .collect()
    };
    let mut found = Vec::new();
    let mut names: Vec<String> = Vec::new();
    for line in text.lines() {
        if !line.starts_with('|') {
            names.clear();
        } else if names.is_empty() {
            names = cells(line);
        } else if !line.starts_with("|-")
            && headings
                .iter()
                .all(|heading| names.iter().any(|name| name == heading))
        {
            found.push(names.iter().cloned().zip(cells(line)).collect());
        }
    }
    assert!(!found.is_empty(), "{document}: no table has {headings:?}");
    found
}

/// A share and the ends of its interval.
type Share = [f64; 3];

/// Parses `0.552 ± 0.053`, or `0.997 (0.990 to 1.000)`.
fn read_share(text: &str) -> Share {
    let number = |text: &str| -> f64 {
        text.parse()
            .unwrap_or_else(|_| panic!("{text} is no number"))
    };
    if let Some((mean, half)) = text.split_once(" ± ") {
        let (mean, half) = (number(mean), number(half));
        return [mean, mean - half, mean + half];
    }
    let uneven = text
        .strip_suffix(')')
        .and_then(|text| text.split_once(" ("));
    let (mean, ends) = uneven.unwrap_or_else(|| panic!("{text} is no share"));
    let (low, high) = ends
        .split_once(" to ")
        .unwrap_or_else(|| panic!("{text} is no share"));
    [number(mean), number(low), number(high)]
}

/// True if one is the other, rounded to three digits from four; ends may have been rounded with the mean.
fn is_rounded(said: Share, measured: Share) -> bool {
    let [mean, low, high] = [0, 1, 2].map(|at| (said[at] - measured[at]).abs());
    mean < 0.000_501 && low < 0.001_101 && high < 0.001_101
}

/// Games by their names in documents.
const GAMES: [(&str, &str); 4] = [
    ("gold-rush", "Gold Rush"),
    ("carcassonne", "Carcassonne"),
    ("carcassonne+gold-mines", "with The Gold Mines"),
    ("knizia-gold", "the card game"),
];

/// A match as a document names it (game, both sides, players, games and seed), and its result.
type Played = ([String; 6], Share);

/// Reads the matches from the tables in `results/bots`.
fn played() -> Vec<Played> {
    let mut played = Vec::new();
    for table in ["ladder", "depth"] {
        let path = root().join(format!("results/bots/{table}.csv"));
        for row in csv::Reader::from_path(path)
            .unwrap()
            .into_deserialize::<BTreeMap<String, String>>()
        {
            let row = row.unwrap();
            let number = |column: &str| row[column].parse().unwrap();
            let key =
                ["game", "a", "b", "players", "games", "seed"].map(|column| row[column].clone());
            played.push((
                key,
                ["win_share", "win_share_low", "win_share_high"].map(number),
            ));
        }
    }
    played
}

#[test]
fn matches_in_the_documents_are_those_that_were_played() {
    let played = played();
    for row in rows(
        "results/bots/README.md",
        &["A", "against", "players", "games", "seed", "win share of A"],
    ) {
        let game = row.get("game").map_or("Gold Rush", String::as_str);
        let id = GAMES
            .iter()
            .find(|(_, name)| *name == game)
            .unwrap_or_else(|| panic!("{game} is no game"))
            .0;
        let [a, b, players, games, seed] =
            ["A", "against", "players", "games", "seed"].map(|name| row[name].clone());
        let key = [id.to_owned(), a, b, players, games, seed];
        let found: Vec<_> = played.iter().filter(|(known, _)| *known == key).collect();
        assert!(!found.is_empty(), "{key:?} was never played");
        let said = &row["win share of A"];
        assert!(
            found
                .iter()
                .all(|(_, share)| is_rounded(read_share(said), *share)),
            "{key:?}: {said}, not {found:?}"
        );
    }
}

#[test]
fn costs_in_the_documents_are_those_that_were_measured() {
    let cost =
        |agent: &str| two_player_benchmark("gold-rush", agent).and_then(|row| row.ms_per_turn);
    for row in rows("README.md", &["bot", "a turn"]) {
        let unit = |ms: f64| {
            if ms < 1.0 {
                format!("{:.1} µs", 1e3 * ms).replace(".0 ", " ")
            } else {
                format!("{ms} ms")
            }
        };
        assert_eq!(
            row["a turn"],
            cost(&row["bot"]).map_or_else(String::new, unit),
            "{}",
            row["bot"]
        );
    }
}

/// The question how often better players win, and goals about skill, would be about nobody if two neighbors were equals.
#[test]
fn neighbors_of_default_ladders_differ_in_strength() {
    let folder = tempfile::tempdir().unwrap();
    for (game, _) in GAMES {
        let out = folder.path().join(game);
        let words = ["ask", "skill", "--game", game, "--games", "6000"];
        let text = ok(&[&words[..], &["--no-adapt", "--out", path(&out)]].concat());
        let rows = text
            .lines()
            .filter(|line| line.trim_end().ends_with("more"));
        assert_eq!(rows.count(), 3, "{text}");
    }
}
