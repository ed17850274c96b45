//! Files of a league: changes made by hand are noticed, those that fit are accepted, and commands wait for each other.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::command::{ok, path, refused};
use crate::league::{Case, play, rounds, standings};
use crate::runs::Running;

/// Every command that reads a league notices what was changed by hand, says so in one line, and `league accept` keeps it if it fits.
#[test]
#[ignore = "slow"]
fn changes_made_by_hand_are_noticed() {
    let case = Case::new();
    let league = case.begin("cup", &[], &["greedy", "random", "level1"]);
    let cup = path(&league);
    play(&league, "100");
    let export = case.league("games.jsonl");
    let refuse = |says: &[&str]| {
        for words in [
            &["table"][..],
            &["games"],
            &["play", "--games", "1"],
            &["export", path(&export)],
        ] {
            refused(&[&["league", words[0], cup], &words[1..]].concat(), says);
        }
        assert!(!export.exists());
    };
    let [roster, ledger] = ["league.toml", "rounds.toml"].map(|name| league.join(name));
    let text = fs::read_to_string(&roster).unwrap();
    let swapped = text
        .replace("\"greedy\"", "\"x\"")
        .replace("\"random\"", "\"greedy\"")
        .replace("\"x\"", "\"random\"");
    for changed in [
        swapped,
        text.replace("\"gold-rush\"", "\"gold-rush\", \"--tents\", \"2\""),
        text.replace("players = [2]", "players = [3]"),
        text.replace("seed = 5", "seed = 6"),
        text.clone() + "\n",
    ] {
        assert!(changed != text);
        fs::write(&roster, changed).unwrap();
        refuse(&[
            "league.toml: was changed since goldrush wrote it",
            "league change",
            "league accept",
        ]);
    }
    // Line ends of an editor change nothing.
    fs::write(&roster, text.replace("\n", "\r\n")).unwrap();
    ok(&["league", "table", cup]);
    // Of these changes, none fits the rounds.
    for (from, to, says) in [
        (
            "seed = 5",
            "seed = 6",
            "00001: is not round 1 of this league",
        ),
        (
            "players = [2]",
            "players = [3]",
            "00001: was played by another number of players than 3",
        ),
        (
            "\"gold-rush\"",
            "\"gold-rush\", \"--tents\", \"2\"",
            "00001: was played by other rules",
        ),
        ("\"gold-rush\"", "\"carcassonne\"", "other tiles or cards"),
        (
            "bot = \"greedy\"",
            "bot = \"heuristic\"",
            "greedy played, but is no member",
        ),
        (
            "format = \"ratings\"",
            "format = \"swiss\"",
            "00001: was played as \"ratings\", but league.toml has format = \"swiss\"",
        ),
        (
            "name = \"random\"",
            "name = \"random\"\njoined = 1",
            "00001: random plays in this round, which does not fit joined = 1",
        ),
        (
            "start_s = 10",
            "start_s = 9223372036854775807",
            "limits: start_s = 9223372036854775807: a number from 1 to 86400",
        ),
    ] {
        fs::write(&roster, text.replace(from, to)).unwrap();
        refused(&["league", "accept", cup], &[says]);
    }
    fs::write(
        &roster,
        text.replace("name = \"greedy\"", "name = \"mine\""),
    )
    .unwrap();
    assert!(ok(&["league", "accept", cup]).contains("mine plays greedy"));
    assert!(ok(&["league", "table", cup]).contains(" mine "));
    ok(&["league", "change", cup, "mine", "--name", "greedy"]);
    assert_eq!(fs::read_to_string(&roster).unwrap(), text);
    // Rounds.
    let all = rounds(&league);
    assert!(all.len() > 3, "{all:?}");
    let plan = all[1].join("run.toml");
    let text = fs::read_to_string(&plan).unwrap();
    let line = |key: &str| text.lines().find(|line| line.starts_with(key)).unwrap();
    for (from, to) in [
        (line("seed = "), "seed = 7"),
        ("farmers = true", "farmers = false"),
        (line("commit = "), "commit = \"other\""),
    ] {
        assert!(text.contains(from), "{from}: {text}");
        fs::write(&plan, text.replacen(from, to, 1)).unwrap();
        refuse(&["00002", "changed since"]);
    }
    fs::write(&plan, text).unwrap();
    let next = league.join("rounds").join(format!("{:05}", all.len() + 1));
    ok(&["league", "table", cup]);
    copy(&all[0], &next);
    refuse(&["is not round ", "of this league: another seed dealt it"]);
    refused(&["league", "accept", cup], &["is not round "]);
    fs::remove_dir_all(&next).unwrap();
    // The last round is gone, and the league continues without it once that is accepted.
    fs::remove_dir_all(all.last().unwrap()).unwrap();
    refuse(&["is missing; restore it, or continue without it: goldrush league accept "]);
    ok(&["league", "accept", cup]);
    // A round of more games than the league has played.
    ok(&["resume", path(&all[0]), "--more", "8"]);
    refuse(&["00001: was changed since it was played", "league accept"]);
    ok(&["league", "accept", cup]);
    for change in [Some(""), Some("sha256 = []\n"), None] {
        match change {
            Some(text) => fs::write(&ledger, text).unwrap(),
            None => fs::remove_file(&ledger).unwrap(),
        }
        refuse(&["rounds.toml: ", "league accept"]);
    }
    ok(&["league", "accept", cup]);
    play(&league, "1");
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir(to).unwrap();
    for entry in fs::read_dir(from).unwrap().map(|entry| entry.unwrap()) {
        fs::copy(entry.path(), to.join(entry.file_name())).unwrap();
    }
}

/// A member keeps its games when its program is moved, and when it comes back.
#[test]
fn changed_members_keep_their_games() {
    let case = Case::new();
    let league = case.begin(
        "cup",
        &["--no-sandbox", "--game", "knizia-gold"],
        &["random"],
    );
    let cup = path(&league);
    let write = |folder: &str, name: &str| {
        let (bot, folder) = (case.league(folder).join("bot.sh"), case.league(folder));
        fs::create_dir_all(folder).unwrap();
        let ready = format!(r#"{{"t":"ready","name":"{name}","send":[]}}"#);
        let answer = r#"{"t":"move","id":0}"#;
        fs::write(
            &bot,
            format!("echo '{ready}'\nwhile read -r line; do case $line in *decide*) echo '{answer}';; esac; done\n"),
        )
        .unwrap();
        format!("exec:sh {}", path(&bot))
    };
    let [old, moved, other] =
        [("old", "mine"), ("new", "mine"), ("other", "other")].map(|(at, name)| write(at, name));
    ok(&["league", "add", cup, "mine", "--bot", &old]);
    play(&league, "1");
    let seats = |league: &Path| standings(league)["members"][1]["seats"].as_u64().unwrap();
    let before = seats(&league);
    refused(
        &["league", "change", cup, "mine", "--bot", &other],
        &["calls itself \"other", "a changed bot is a new member"],
    );
    fs::remove_dir_all(case.league("old")).unwrap();
    ok(&[
        "league", "change", cup, "mine", "--bot", &moved, "--name", "ours",
    ]);
    // Given again, as after a stop.
    assert!(
        ok(&[
            "league", "change", cup, "mine", "--bot", &moved, "--name", "ours"
        ])
        .contains("ours plays exec:")
    );
    assert_eq!(seats(&league), before);
    refused(
        &["league", "add", cup, "copy", "--bot", &old],
        &["ours plays this bot already"],
    );
    play(&league, "1");
    assert!(seats(&league) > before);
    assert_eq!(standings(&league)["members"][1]["faults"], 0);
    ok(&["league", "retire", cup, "ours"]);
    ok(&["league", "retire", cup, "ours"]);
    refused(
        &["league", "play", cup, "--focus", "ours"],
        &["has retired"],
    );
    ok(&["league", "return", cup, "ours"]);
    play(&league, "1");
}

/// Errors of reading `league.toml` name the file, the line, the key, and what would be right, in plain words.
#[test]
fn wrong_league_is_explained_in_plain_words() {
    let case = Case::new();
    let league = case.begin("cup", &["--game", "knizia-gold"], &["random", "memory"]);
    let (cup, roster) = (path(&league), league.join("league.toml"));
    let text = fs::read_to_string(&roster).unwrap();
    let line = |key: &str| 1 + text.lines().position(|line| line.starts_with(key)).unwrap();
    for (key, from, to, says) in [
        (
            "seed",
            "seed = 5",
            "seed = \"five\"",
            "seed: \"five\" where a whole number from 0 is expected",
        ),
        (
            "seed",
            "seed = 5",
            "seed = -5",
            "seed: -5 where a whole number from 0 is expected",
        ),
        (
            "seed",
            "seed = 5",
            "seed = 99999999999999999999",
            "seed: 99999999999999999999 where a whole number from 0",
        ),
        (
            "players",
            "players = [2]",
            "players = 2",
            "players: 2 where a list is expected",
        ),
        (
            "players",
            "players = [2]",
            "players = [2.5]",
            "players: 2.5 where a whole number from 0 is expected",
        ),
        (
            "format",
            "\"ratings\"",
            "\"cup\"",
            "format: \"cup\" is unknown; ratings, swiss, knockout are possible",
        ),
        ("seed", "seed = 5", "sede = 5", "\"sede\" is no key here"),
        ("seed", "seed = 5", "seed = five", "a text stands in quotes"),
    ] {
        assert!(text.contains(from), "{text}");
        fs::write(&roster, text.replacen(from, to, 1)).unwrap();
        let place = format!("error: {}: line {}: ", path(&roster), line(key));
        let error = refused(&["league", "accept", cup], &[says]);
        assert!(error.starts_with(&place), "{error} instead of {place}");
    }
    for (rules, says) in [
        ("\"--help\"", "unexpected argument '--help' found"),
        ("\"--game\", \"chess\"", "--game: "),
        (
            "\"--game\", \"knizia-gold\", \"--tiles\", \"mine.toml\"",
            "--tiles is an option of gold-rush",
        ),
    ] {
        let before = text.lines().find(|line| line.starts_with("rules")).unwrap();
        let changed = text.replacen(before, &format!("rules = [{rules}]"), 1);
        fs::write(&roster, changed).unwrap();
        let file = format!("{}: rules: ", path(&roster));
        refused(&["league", "accept", cup], &[&file, says]);
    }
    for command in ["table", "accept", "play"] {
        fs::write(&roster, "").unwrap();
        refused(
            &["league", command, cup],
            &["league.toml: is empty; restore it from a copy, or begin another league"],
        );
    }
}

/// A league's rounds say by themselves in which format they were played, whatever became of the list of rounds.
#[test]
fn changed_format_is_noticed_without_the_list_of_rounds() {
    let case = Case::new();
    let options = ["--game", "knizia-gold", "--format", "swiss", "--deals", "1"];
    let league = case.begin("cup", &options, &["random", "memory"]);
    let cup = path(&league);
    play(&league, "1");
    let roster = league.join("league.toml");
    let text = fs::read_to_string(&roster).unwrap();
    fs::write(&roster, text.replace("\"swiss\"", "\"knockout\"")).unwrap();
    for ledger in [Some("sha256 = []\n"), None] {
        match ledger {
            Some(text) => fs::write(league.join("rounds.toml"), text).unwrap(),
            None => fs::remove_file(league.join("rounds.toml")).unwrap(),
        }
        refused(
            &["league", "accept", cup],
            &["00001: was played as \"swiss\", but league.toml has format = \"knockout\""],
        );
    }
    fs::write(&roster, text).unwrap();
    ok(&["league", "accept", cup]);
    fs::remove_dir_all(league.join("rounds")).unwrap();
    refused(
        &["league", "table", cup],
        &["round 1 of 1 is missing; restore it, or continue without it"],
    );
}

/// Members who are added at the same time wait for each other, also while the league is played.
#[test]
fn members_are_added_one_after_the_other() {
    let case = Case::new();
    let league = case.begin("cup", &[], &["greedy", "random"]);
    let names: Vec<String> = (2..8)
        .map(|width| format!("heuristic:width={width}"))
        .collect();
    let play = [
        "league",
        "play",
        path(&league),
        "--games",
        "1000000",
        "--threads",
        "1",
    ]
    .map(String::from);
    let mut playing = Running::new(&play, league.join("rounds/00002"));
    playing.wait_for(0);
    let adding: Vec<Running> = names
        .iter()
        .map(|name| {
            Running::new(
                &["league", "add", path(&league), name].map(String::from),
                league.clone(),
            )
        })
        .collect();
    for running in adding {
        let output = running.end();
        assert!(
            output.status.success(),
            "{}",
            String::from_utf8_lossy(&output.stderr)
        );
    }
    refused(
        &["league", "play", path(&league)],
        &["another process is playing this league"],
    );
    // It waits for the end of the game.
    let mut accepting = Running::new(
        &["league", "accept", path(&league)].map(String::from),
        league.clone(),
    );
    std::thread::sleep(std::time::Duration::from_millis(500));
    assert!(accepting.child.try_wait().unwrap().is_none());
    playing.child.kill().unwrap();
    playing.end();
    let output = accepting.end();
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let roster = fs::read_to_string(league.join("league.toml")).unwrap();
    assert!(
        names
            .iter()
            .all(|name| roster.contains(&format!("name = \"{name}\""))),
        "{roster}"
    );
}

/// A league and a search whose first write finds the disk full begin once there is room.
#[test]
fn league_and_search_begin_after_a_full_disk() {
    let case = Case::new();
    let [cup, found] = ["cup", "found"].map(|name| case.league(name));
    let init = ["league", "init", path(&cup), "--seed", "5"];
    let goals = [
        "design",
        "--want",
        "first-seat=50%±2",
        "--vary",
        "komi=0..1",
        "--agents",
        "random,greedy",
    ];
    let design = [
        &goals[..],
        &["--games", "1000", "--no-adapt", "--out", path(&found)],
    ]
    .concat();
    let full = |words: &[&str]| {
        // Limits the size of a file, which looks like a full disk.
        let script = "ulimit -f 0; exec \"$@\"";
        let mut command = Command::new("sh");
        command
            .args(["-c", script, "sh", env!("CARGO_BIN_EXE_goldrush")])
            .args(words);
        let output = command.output().unwrap();
        let error = String::from_utf8(output.stderr).unwrap();
        assert!(
            output.status.code() == Some(1) && error.contains("cannot write"),
            "{error}"
        );
    };
    for words in [&init[..], &design, &["league", "add", path(&cup), "greedy"]] {
        full(words);
        ok(words);
    }
}
