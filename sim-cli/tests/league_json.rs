//! Results of a league as JSON and CSV, for other programs.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::command::{ok, path, refused};
use crate::league::{Case, play, standings};

#[test]
fn standings_name_members_from_the_beginning() {
    let case = Case::new();
    let league = case.begin(
        "cup",
        &["--game", "knizia-gold"],
        &["random", "memory", "level1"],
    );
    let before = standings(&league);
    assert_eq!(
        (before["rounds"].as_u64(), before["games"].as_u64()),
        (Some(0), Some(0))
    );
    assert_eq!(before["members"][2]["name"], "level1");
    assert!(
        before["members"][2]["place"].is_null()
            && before["ratings"]["agents"][0]["elo"]["mean"].is_null()
    );
    play(&league, "60");
    let after = standings(&league);
    let members = after["members"].as_array().unwrap();
    let mut places: Vec<u64> = members
        .iter()
        .map(|member| member["place"].as_u64().unwrap())
        .collect();
    places.sort_unstable();
    assert_eq!(places, [1, 2, 3]);
    let ratings = &after["ratings"];
    for matrix in ["ahead", "stronger"] {
        let [one, other] = [("random", "memory"), ("memory", "random")]
            .map(|(one, other)| ratings[matrix][one][other].as_f64().unwrap());
        assert!((one + other - 1.0).abs() < 0.01, "{matrix}: {one} {other}");
    }
}

#[test]
fn csv_has_the_numbers_of_the_standings() {
    let case = Case::new();
    let league = case.begin("cup", &["--game", "knizia-gold"], &["random", "memory"]);
    let cup = path(&league);
    let rows = |more: &[&str]| -> Vec<BTreeMap<String, String>> {
        let text = ok(&[&["league", "table", cup, "--csv"], more].concat());
        let mut table = csv::Reader::from_reader(text.as_bytes());
        table.deserialize().map(Result::unwrap).collect()
    };
    let before = rows(&[]);
    assert_eq!((&*before[0]["name"], &*before[0]["place"]), ("random", ""));
    play(&league, "60");
    let standings = standings(&league);
    let ratings = standings["ratings"]["agents"].as_array().unwrap();
    let rows = rows(&[]);
    assert_eq!(
        (&*rows[0]["name"], &*rows[0]["place"], &*rows[1]["place"]),
        ("memory", "1", "2"),
        "the best first"
    );
    for row in rows {
        let at = usize::from(row["name"] == "memory");
        let member = &standings["members"][at];
        let number = |column: &str| row[column].parse::<f64>().ok();
        assert_eq!(number("results"), member["seats"].as_f64());
        for column in ["expected", "win_share", "score", "lead"] {
            assert_eq!(number(column), member[column].as_f64(), "{column}");
        }
        for (column, key) in [("elo", "mean"), ("elo_low", "low"), ("elo_high", "high")] {
            assert_eq!(number(column), ratings[at]["elo"][key].as_f64(), "{column}");
        }
    }
}

#[test]
fn places_are_compared_with_those_after_an_earlier_round() {
    let case = Case::new();
    let league = case.begin("cup", &["--game", "knizia-gold"], &["random", "level1"]);
    let cup = path(&league);
    play(&league, "60");
    let rounds = standings(&league)["rounds"].as_u64().unwrap();
    ok(&["league", "add", cup, "memory"]);
    play(&league, "400");
    let since = rounds.to_string();
    let words = ["league", "table", cup, "--since", &since];
    let shown = ok(&words);
    let moved = |name: &str| {
        let of_member =
            |line: &&str| line.contains(name) && line.trim().starts_with(char::is_numeric);
        shown
            .lines()
            .find(of_member)
            .unwrap()
            .split_whitespace()
            .rev()
            .take(2)
            .collect::<Vec<_>>()
    };
    assert!(shown.contains(&format!("since round {rounds}")), "{shown}");
    assert_eq!(moved("memory")[0], "new", "{shown}");
    assert_eq!(moved("random"), ["1", "down"], "{shown}");
    let json: Value = serde_json::from_str(&ok(&[&words[..], &["--json"]].concat())).unwrap();
    let before = |at: usize| json["members"][at]["place_before"].as_u64();
    assert_eq!(
        (json["since"].as_u64(), before(0), before(2)),
        (Some(rounds), Some(2), None)
    );
    let csv = ok(&[&words[..], &["--csv"]].concat());
    assert!(
        csv.lines().next().unwrap().ends_with(",place_before"),
        "{csv}"
    );
    refused(
        &["league", "table", cup, "--since", "999"],
        &["--since 999: ", "rounds so far"],
    );
}

#[test]
fn all_games_are_listed_with_the_names_of_their_members() {
    let case = Case::new();
    let league = case.begin("cup", &["--game", "knizia-gold"], &["random", "memory"]);
    play(&league, "60");
    let games = |more: &[&str]| -> Vec<Value> {
        let words = [&["league", "games", path(&league), "--json"], more].concat();
        serde_json::from_str(&ok(&words)).unwrap()
    };
    let all = games(&[]);
    assert_eq!(
        all.len() as u64,
        standings(&league)["games"].as_u64().unwrap()
    );
    assert!(all.len() > 20 && games(&["--most", "3"]).len() == 3);
    let names = ["random", "memory"];
    for game in &all {
        let members = game["members"].as_array().unwrap();
        assert!(
            members
                .iter()
                .all(|member| names.contains(&member.as_str().unwrap())),
            "{game}"
        );
    }
}
