//! Places and duels of Swiss and knockout tournaments, down to ties, rests and retirements.

use std::fs;
use std::path::PathBuf;

use crate::command::{ok, one_line, path};
use crate::league::{Case, standings};

/// A bot that takes the first move, so that bots of this kind tie every duel.
const BOT: &str = r#"
echo '{"t":"ready","name":"first","send":[]}'
while read -r line; do case $line in *decide*) echo '{"t":"move","id":0}';; esac; done
"#;

/// Begins a tournament of five equal bots.
fn of_equals(case: &Case, format: &str) -> PathBuf {
    let options = [
        "--game",
        "carcassonne",
        "--no-sandbox",
        "--format",
        format,
        "--deals",
        "1",
    ];
    let league = case.begin(format, &options, &[]);
    let bot = case.league("bot.sh");
    fs::write(&bot, BOT).unwrap();
    for name in ["z1", "z2", "z3", "z4", "z5"] {
        let command = format!("exec:sh {} {name}", path(&bot));
        ok(&["league", "add", path(&league), name, "--bot", &command]);
    }
    league
}

#[test]
fn equal_members_of_a_swiss_tournament_share_a_place() {
    let case = Case::new();
    let league = of_equals(&case, "swiss");
    ok(&["league", "play", path(&league), "--threads", "1"]);
    let ended = standings(&league);
    let places = ended["places"].as_array().unwrap();
    let key = |at: usize| {
        (
            places[at]["points"].as_f64(),
            places[at]["buchholz"].as_f64(),
        )
    };
    let mut shared = 0;
    for at in 1..places.len() {
        // All duels are tied, so these decide nothing.
        let is_shared = places[at]["place"] == places[at - 1]["place"];
        assert_eq!(is_shared, key(at) == key(at - 1), "{places:?}");
        shared += u64::from(is_shared);
        let own = places[at]["place"].as_u64().unwrap();
        assert!(is_shared || own == at as u64 + 1, "{places:?}");
    }
    assert!(shared > 0, "{places:?}");
    let table = one_line(&ok(&["league", "table", path(&league)]));
    assert!(table.contains("still level share a place"), "{table}");
    assert_eq!(
        table.matches(" rests ").count(),
        3,
        "one of five in each round: {table}"
    );
}

#[test]
fn knockout_shows_who_advanced_and_how() {
    let case = Case::new();
    let league = of_equals(&case, "knockout");
    let cup = path(&league);
    let first = one_line(&ok(&[
        "league",
        "play",
        cup,
        "--games",
        "1",
        "--threads",
        "1",
    ]));
    for name in ["z1", "z2", "z3"] {
        assert!(first.contains(&format!("; {name} rests")), "{first}");
        assert!(first.contains(&format!(" 1 {name} rests ")), "{first}");
    }
    assert!(first.contains(" z4 tied, advances z5 1:1 "), "{first}");
    let points = standings(&league)["duels"][0]["points"].clone();
    assert_eq!(points[0], points[1]);
    assert!(
        first.contains(&format!(" 1:1 {0}:{0} ", points[0])),
        "{first}"
    );
    ok(&["league", "retire", cup, "z1"]);
    let last = one_line(&ok(&["league", "play", cup, "--threads", "1"]));
    for says in [
        "z4 advances, since z1 has retired",
        " 2 z4 advances z1 (retired) ",
        "z1 (retired) ",
    ] {
        assert!(last.contains(says), "{says}: {last}");
    }
    let ended = standings(&league);
    let retired = ended["places"].as_array().unwrap();
    let retired = retired.iter().find(|place| place["name"] == "z1").unwrap();
    assert_eq!(retired["retired"], true);
    // The losers of the same stage share a place.
    let numbers: Vec<u64> = ended["places"]
        .as_array()
        .unwrap()
        .iter()
        .map(|place| place["place"].as_u64().unwrap())
        .collect();
    assert_eq!(numbers, [1, 2, 3, 3, 5]);
}
