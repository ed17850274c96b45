//! Results of a league as JSON, for other programs.

use serde_json::Value;

use crate::command::{ok, path};
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
