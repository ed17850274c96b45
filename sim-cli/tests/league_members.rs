//! Members of a league that return, whose games are voided, and that are compared.

use std::fs;

use crate::command::{ok, one_line, path, refused};
use crate::league::{Case, play, rounds, standings};

/// A voided game is kept and shown, and counts nowhere; undone, everything is as before.
#[test]
fn voided_games_are_shown_and_do_not_count() {
    let case = Case::new();
    let bots = ["random", "memory", "level1"];
    let league = case.begin("cup", &["--game", "knizia-gold"], &bots);
    let cup = path(&league);
    refused(
        &["league", "void", cup, "random", "--reason", "cheated"],
        &["has played no games"],
    );
    play(&league, "40");
    let before = standings(&league);
    let told = ok(&[
        "league",
        "void",
        cup,
        "random",
        "--reason",
        "read the deals",
    ]);
    assert!(told.contains("stay visible, but do not count"), "{told}");
    let after = standings(&league);
    let games = before["games"].as_u64().unwrap();
    let voided = after["voided_games"].as_u64().unwrap();
    assert!(voided > 0 && after["games"].as_u64().unwrap() + voided == games);
    assert_eq!(after["members"][0]["seats"], 0);
    assert_eq!(after["members"][0]["voided"][0]["reason"], "read the deals");
    assert!(after["ratings"]["agents"][0]["elo"]["mean"].is_null());
    let pairs = after["pairs"].as_array().unwrap();
    assert!(
        pairs
            .iter()
            .all(|pair| pair["one"] != "random" && pair["other"] != "random")
    );
    let table = one_line(&ok(&["league", "table", cup]));
    for words in [
        &format!("{voided} more do not count")[..],
        "Games that do not count",
        "read the deals",
    ] {
        assert!(table.contains(words), "{words}: {table}");
    }
    let listed = one_line(&ok(&["league", "games", cup, "--of", "random"]));
    assert!(
        listed.contains("does not count: read the deals"),
        "{listed}"
    );
    // A league none of whose games count is played all the same.
    for other in ["memory", "level1"] {
        ok(&["league", "void", cup, other, "--reason", "x"]);
    }
    assert_eq!(standings(&league)["games"], 0);
    play(&league, "3");
    for other in ["memory", "level1"] {
        ok(&["league", "void", cup, other, "--undo"]);
    }
    // The games of later rounds count.
    play(&league, "3");
    refused(
        &[
            "league", "void", cup, "random", "--reason", "x", "--rounds", "1..99",
        ],
        &["the league has rounds 1 to "],
    );
    ok(&["league", "void", cup, "random", "--undo"]);
    let undone = standings(&league);
    assert_eq!(undone["voided_games"], 0);
    assert!(undone["games"].as_u64().unwrap() > games);
}

#[test]
fn games_of_a_tournament_all_count() {
    let case = Case::new();
    let options = [
        "--game",
        "knizia-gold",
        "--format",
        "knockout",
        "--deals",
        "1",
    ];
    let league = case.begin("cup", &options, &["random", "memory"]);
    let cup = path(&league);
    ok(&["league", "play", cup, "--threads", "1"]);
    refused(
        &["league", "void", cup, "random", "--reason", "cheated"],
        &["all count", "retire the member"],
    );
    let table = ok(&["league", "table", cup]);
    for empty in ["above ,", "below ,", "any number"] {
        assert!(!table.contains(empty), "{table}");
    }
}

#[test]
fn members_are_compared_with_each_other_and_with_the_same_opponents() {
    let case = Case::new();
    let options = ["--game", "knizia-gold", "--players", "2,3,4"];
    let league = case.begin("cup", &options, &["random", "memory", "level1", "level2"]);
    let cup = path(&league);
    let compare = ["league", "compare", cup, "random", "memory"];
    refused(&compare, &["no round has been finished"]);
    play(&league, "60");
    let text = ok(&compare);
    for words in [
        "random and memory",
        "Side by side",
        "Elo, 3 players",
        "Against each other",
        "How often each finished ahead of the same opponents",
        "level1",
    ] {
        assert!(text.contains(words), "{words}: {text}");
    }
    refused(
        &["league", "compare", cup, "random", "random"],
        &["give two members"],
    );
    refused(
        &["league", "compare", cup, "random", "x"],
        &["is no member"],
    );
    // One list of the numbers of players.
    let page = fs::read_to_string(league.join("index.md")).unwrap();
    assert!(
        page.contains("Two-, three- and four-player games of"),
        "{page}"
    );
}

/// Each member has a page with its rating over the rounds, whether they are played at once or one after another.
#[test]
fn members_have_pages_with_their_ratings_over_the_rounds() {
    let case = Case::new();
    let begin = |name: &str| case.begin(name, &["--game", "knizia-gold"], &["random", "level1"]);
    let one_by_one = begin("cup");
    let first = play(&one_by_one, "1");
    assert!(first.contains("The page:"), "{first}");
    let round = standings(&one_by_one)["games"].as_u64().unwrap();
    play(&one_by_one, "1");
    play(&one_by_one, "1");
    let at_once = case.league("again").join("cup");
    fs::create_dir(case.league("again")).unwrap();
    let at_once = case.begin(
        path(&at_once),
        &["--game", "knizia-gold"],
        &["random", "level1"],
    );
    play(&at_once, &(3 * round).to_string());
    assert_eq!(standings(&at_once)["rounds"], 3);
    for page in ["member-0.html", "member-1.html"] {
        let [one, other] = [&one_by_one, &at_once]
            .map(|league| fs::read_to_string(league.join("figures").join(page)).unwrap());
        assert!(one == other, "{page} differs");
        for words in ["over the rounds", "<polyline", "Against each other member"] {
            assert!(one.contains(words), "{words}: {one}");
        }
        let standings = fs::read_to_string(one_by_one.join("index.html")).unwrap();
        assert!(standings.contains(&format!("figures/{page}")), "{page}");
    }
}

/// A bot of the card game that takes the first move, and sleeps before if it has an argument. Its version is the number of CPUs that it
/// gets when it takes as many as it can.
const SLEEPER: &str = r#"
import json, os, sys, time

try:
    os.sched_setaffinity(0, range(64))
except OSError:
    pass
ready = {"t": "ready", "name": "cpus", "version": str(len(os.sched_getaffinity(0))), "games": ["knizia-gold"], "send": []}
for line in sys.stdin:
    message = json.loads(line)
    if message["t"] == "hello":
        print(json.dumps(ready), flush=True)
    if message["t"] == "decide":
        time.sleep(len(sys.argv) - 1)
        print(json.dumps({"t": "move", "n": message["n"], "id": 0}), flush=True)
"#;

#[test]
fn members_have_limits_of_their_own() {
    let case = Case::new();
    let options = ["--game", "knizia-gold"];
    let league = case.begin("cup", &options, &["random"]);
    let cup = path(&league);
    // Beside the league, which bots do not see.
    let bots = case.league("bots");
    fs::create_dir(&bots).unwrap();
    let file = bots.join("sleeper.py");
    fs::write(&file, SLEEPER).unwrap();
    let quick = format!("exec:python3 {}", path(&file));
    let slow = format!("{quick} slow");
    let add = ["league", "add", cup];
    ok(&[&add[..], &["quick", "--bot", &quick]].concat());
    let limits = ["--bot-move-ms", "200", "--bot-cpus", "1"];
    ok(&[&add[..], &["slow", "--bot", &slow], &limits].concat());
    let roster = league.join("league.toml");
    let written = fs::read_to_string(&roster).unwrap();
    assert!(
        written.contains("title = \"cpus 1\"") && written.contains("move_ms = 200"),
        "{written}"
    );
    play(&league, "1");
    let members = standings(&league)["members"].clone();
    assert_eq!(members[1]["faults"], 0);
    assert!(members[2]["faults"].as_u64() > Some(0), "{members}");
    assert_eq!(members[2]["faults"], members[2]["seats"]);
    let plan = fs::read_to_string(rounds(&league)[0].join("run.toml")).unwrap();
    assert!(
        plan.contains("[bots.own.") && plan.contains("cpus = 1"),
        "{plan}"
    );
    let page = fs::read_to_string(league.join("figures/member-2.html")).unwrap();
    assert!(
        page.contains("At most 200 ms per decision") && page.contains("1 CPU."),
        "{page}"
    );
    let change = ["league", "change", cup];
    refused(
        &[&change[..], &["random", "--bot-move-ms", "5"]].concat(),
        &["random: only a bot of your own has limits"],
    );
    refused(&[&change[..], &["slow"]].concat(), &["nothing to change"]);
    let told = ok(&[&change[..], &["slow", "--usual-limits"]].concat());
    assert!(told.contains("At most 10,000 ms per decision, "), "{told}");
    let written = fs::read_to_string(&roster).unwrap();
    assert!(!written.contains("move_ms = 200"), "{written}");
}
