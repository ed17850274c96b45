//! What documents say of the agents' strength and cost is what was measured.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use goldrush_ai::measured::{Measured, measured, measured_with_two};
use goldrush_ai::registry::{Roster, Spec};
use goldrush_engine::carcassonne::Carcassonne;
use goldrush_engine::gold_rush::GoldRush;
use goldrush_engine::knizia_gold::KniziaGold;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn check_roster<G: Roster>() {
    let names = || G::ENTRIES.iter().map(|entry| entry.name).chain(G::ALIASES.iter().map(|alias| alias.name));
    for name in names() {
        assert!(measured_with_two(G::NAME, name).is_some(), "{}: {name} was not measured", G::NAME);
    }
    for row in measured().iter().filter(|row| row.game == G::NAME) {
        assert!(names().any(|name| name == row.agent), "{}: {} is no agent", G::NAME, row.agent);
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

/// The rows of all tables of a document that have these headings.
fn rows(document: &str, headings: &[&str]) -> Vec<Row> {
    let text = fs::read_to_string(root().join(document)).unwrap();
    let cells = |line: &str| -> Vec<String> {
        line.trim_matches('|').split('|').map(|cell| cell.trim().replace('`', "")).collect()
    };
    let mut found = Vec::new();
    let mut names: Vec<String> = Vec::new();
    for line in text.lines() {
        if !line.starts_with('|') {
            names.clear();
        } else if names.is_empty() {
            names = cells(line);
        } else if !line.starts_with("|-") && headings.iter().all(|heading| names.iter().any(|name| name == heading)) {
            found.push(names.iter().cloned().zip(cells(line)).collect());
        }
    }
    assert!(!found.is_empty(), "{document}: no table has {headings:?}");
    found
}

/// A share and the ends of its interval.
type Share = [f64; 3];

/// What is written as `0.552 ± 0.053`, or `0.997 (0.990 to 1.000)`.
fn read_share(text: &str) -> Share {
    let number = |text: &str| -> f64 { text.parse().unwrap_or_else(|_| panic!("{text} is no number")) };
    if let Some((mean, half)) = text.split_once(" ± ") {
        let (mean, half) = (number(mean), number(half));
        return [mean, mean - half, mean + half];
    }
    let uneven = text.strip_suffix(')').and_then(|text| text.split_once(" ("));
    let (mean, ends) = uneven.unwrap_or_else(|| panic!("{text} is no share"));
    let (low, high) = ends.split_once(" to ").unwrap_or_else(|| panic!("{text} is no share"));
    [number(mean), number(low), number(high)]
}

/// Whether the one is the other, rounded to three digits from four; ends may have been rounded with the mean.
fn is_rounded(said: Share, measured: Share) -> bool {
    let [mean, low, high] = [0, 1, 2].map(|at| (said[at] - measured[at]).abs());
    mean < 0.000_501 && low < 0.001_101 && high < 0.001_101
}

/// How the match of a row went.
fn measured_share(row: &Measured) -> Option<Share> {
    Some([row.win_share?, row.low?, row.high?])
}

/// What a short name of Gold Rush stands for.
fn spelt_out(agent: &str) -> String {
    GoldRush::ALIASES.iter().find(|alias| alias.name == agent).map_or(agent, |alias| alias.spec).to_owned()
}

/// A match as a document names it: game, both sides, players, games and seed, then what came of it.
type Played = ([String; 6], Share);

/// What the results' tables of matches say.
fn played() -> Vec<Played> {
    let mut played = Vec::new();
    for table in ["ladder", "levels", "longer", "carcassonne", "cards"] {
        let path = root().join(format!("results/bots/{table}.csv"));
        for row in csv::Reader::from_path(path).unwrap().into_deserialize::<BTreeMap<String, String>>() {
            let row = row.unwrap();
            let number = |column: &str| row[column].parse().unwrap();
            let key = ["game", "a", "b", "players", "games", "seed"].map(|column| row[column].clone());
            played.push((key, ["win_share", "win_share_low", "win_share_high"].map(number)));
        }
    }
    for row in measured() {
        let share = measured_share(&row);
        if let (Some(against), Some(games), Some(seed), Some(share)) = (row.against, row.games, row.seed, share) {
            let key = [row.game, row.played, against, row.players.to_string(), games.to_string(), seed.to_string()];
            played.push((key, share));
        }
    }
    played
}

#[test]
fn matches_in_the_documents_are_those_that_were_played() {
    let played = played();
    for row in rows("ai/README.md", &["A", "against", "players", "games", "seed", "win share of A"]) {
        let game = row.get("game").map_or("gold-rush", String::as_str).to_owned();
        let [a, b, players, games, seed] = ["A", "against", "players", "games", "seed"].map(|name| row[name].clone());
        let key = [game, a, b, players, games, seed];
        let same = |known: &[String; 6]| known.each_ref().map(|k| spelt_out(k)) == key.each_ref().map(|k| spelt_out(k));
        let found: Vec<_> = played.iter().filter(|(known, _)| same(known)).collect();
        assert!(!found.is_empty(), "{key:?} was never played");
        let said = &row["win share of A"];
        assert!(found.iter().all(|(_, share)| is_rounded(read_share(said), *share)), "{key:?}: {said}, not {found:?}");
    }
    for row in rows("ai/README.md", &["for people", "wins against the level below"]) {
        let measured = measured_with_two("gold-rush", &row["for people"]).unwrap();
        let said = &row["wins against the level below"];
        let (share, games) = said.rsplit_once(" (").unzip();
        assert_eq!(games, measured.games.map(|games| format!("{games} games)")).as_deref(), "{said}");
        let same =
            share.map(read_share).zip(measured_share(&measured)).is_none_or(|(said, share)| is_rounded(said, share));
        assert!(same, "{}: {said}, not {measured:?}", row["for people"]);
    }
}

#[test]
fn costs_in_the_documents_are_those_that_were_measured() {
    let measured = measured();
    let cost = |agent: &str, players: &str| {
        let is = |row: &&Measured| row.game == "gold-rush" && row.agent == agent && row.players.to_string() == players;
        measured.iter().find(is).and_then(|row| row.ms_per_turn)
    };
    for row in rows("ai/README.md", &["A", "players", "ms a turn"]) {
        let ms = cost(&row["A"], &row["players"]).map_or_else(String::new, |ms| ms.to_string());
        assert_eq!(row["ms a turn"], ms, "{} with {} players", row["A"], row["players"]);
    }
    for row in rows("README.md", &["bot", "a turn"]) {
        let unit =
            |ms: f64| if ms < 1.0 { format!("{:.1} µs", 1e3 * ms).replace(".0 ", " ") } else { format!("{ms} ms") };
        assert_eq!(row["a turn"], cost(&row["bot"], "2").map_or_else(String::new, unit), "{}", row["bot"]);
    }
}
