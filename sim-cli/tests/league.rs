//! `goldrush league`, as used by an organizer.

use std::collections::BTreeSet;
use std::fs;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use crate::command::{goldrush, ok, path, refused};
use crate::runs::assert_same;
use serde_json::Value;
use tempfile::TempDir;

/// A folder for leagues.
pub struct Case {
    folder: TempDir,
}

impl Case {
    pub fn new() -> Case {
        Case {
            folder: tempfile::tempdir().unwrap(),
        }
    }

    pub fn league(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Begins a league of these bots.
    pub fn begin(&self, name: &str, options: &[&str], bots: &[&str]) -> PathBuf {
        let league = self.league(name);
        ok(&[&["league", "init", path(&league), "--seed", "5"], options].concat());
        bots.iter()
            .for_each(|bot| drop(ok(&["league", "add", path(&league), bot])));
        league
    }
}

pub fn play(league: &Path, games: &str) -> String {
    ok(&[
        "league",
        "play",
        path(league),
        "--games",
        games,
        "--threads",
        "1",
    ])
}

pub fn standings(league: &Path) -> Value {
    serde_json::from_str(&ok(&["league", "table", path(league), "--json"])).unwrap()
}

pub fn rounds(league: &Path) -> Vec<PathBuf> {
    let folders = fs::read_dir(league.join("rounds"))
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let mut rounds: Vec<PathBuf> = folders.filter(|path| path.is_dir()).collect();
    rounds.sort();
    rounds
}

#[test]
#[ignore = "slow"]
fn members_are_rated_through_late_entries_and_retirements() {
    let case = Case::new();
    let league = case.begin("cup", &[], &["greedy", "random", "heuristic:width=3"]);
    let text = play(&league, "100");
    assert!(
        text.contains("Round 1: ") && text.contains("The page: "),
        "{text}"
    );
    assert!(
        fs::read_to_string(league.join("index.md"))
            .unwrap()
            .starts_with("# cup\n")
    );
    let names = |league: &Path| -> Vec<String> {
        let members = standings(league)["members"].as_array().unwrap().clone();
        members
            .iter()
            .map(|member| member["name"].as_str().unwrap().to_owned())
            .collect()
    };
    assert_eq!(names(&league), ["greedy", "random", "heuristic:width=3"]);
    let agents = &standings(&league)["ratings"]["agents"];
    let elo = |agent: usize| agents[agent]["elo"]["mean"].as_f64();
    assert!(
        elo(0).is_some() && elo(2).is_some() && elo(1).is_none(),
        "random has only a bound: {agents}"
    );
    // No two rounds have the same deals.
    let plan = |round: &PathBuf| fs::read_to_string(round.join("run.toml")).unwrap();
    let seed = |round: &PathBuf| {
        plan(round)
            .lines()
            .find(|line| line.starts_with("seed = "))
            .unwrap()
            .to_owned()
    };
    let seeds: BTreeSet<String> = rounds(&league).iter().map(seed).collect();
    assert!(
        seeds.len() > 2 && seeds.len() == rounds(&league).len(),
        "{seeds:?}"
    );
    // The newcomer, whose strength nobody knows, plays in the next round.
    ok(&[
        "league",
        "add",
        path(&league),
        "new",
        "--bot",
        "heuristic:width=2",
        "--from",
        "greedy",
    ]);
    let text = play(&league, "1");
    assert!(text.lines().next().unwrap().contains("new"), "{text}");
    assert!(text.contains(" new (after greedy) "), "{text}");
    // A round is no larger than all that is asked for, once that is more than its least size.
    play(&league, "1000");
    let games = |league: &Path| standings(league)["games"].as_u64().unwrap();
    let before = games(&league);
    play(&league, "40");
    assert_eq!(games(&league), before + 40, "and not a tenth of all");
    ok(&["league", "retire", path(&league), "random"]);
    let text = play(&league, "60");
    assert!(
        text.lines()
            .filter(|line| line.starts_with("Round "))
            .all(|line| !line.contains("random")),
        "{text}"
    );
    assert!(
        text.contains(" random (retired) "),
        "its games still count: {text}"
    );
    let standings = standings(&league);
    let seats = standings["members"]
        .as_array()
        .unwrap()
        .iter()
        .map(|member| member["seats"].as_u64().unwrap());
    assert_eq!(seats.sum::<u64>(), 2 * standings["games"].as_u64().unwrap());
    for file in ["index.html", "index.md", "figures/ratings.svg"] {
        assert!(
            fs::read_to_string(league.join(file))
                .unwrap()
                .contains("heuristic"),
            "{file}"
        );
    }
    // The page links to those of games.
    let page = fs::read_to_string(league.join("index.html")).unwrap();
    let pages: Vec<PathBuf> = fs::read_dir(league.join("figures"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    let names: Vec<&str> = pages
        .iter()
        .map(|path| path.file_name().unwrap().to_str().unwrap())
        .collect();
    let games: Vec<_> = names
        .iter()
        .filter(|name| name.starts_with("game-"))
        .collect();
    assert!(
        !games.is_empty() && games.iter().all(|game| page.contains(**game)),
        "{names:?}"
    );
    // Each round is a run.
    ok(&["verify", path(&rounds(&league)[0])]);
}

#[test]
fn games_are_found_and_shown() {
    let case = Case::new();
    let league = case.begin(
        "cup",
        &["--players", "3", "--game", "knizia-gold"],
        &["memory", "random"],
    );
    play(&league, "1");
    let games: Value = serde_json::from_str(&ok(&[
        "league",
        "games",
        path(&league),
        "--of",
        "random",
        "--lost",
        "--most",
        "999",
        "--json",
    ]))
    .unwrap();
    let leads: Vec<i64> = games
        .as_array()
        .unwrap()
        .iter()
        .map(|game| {
            let seats = game["members"]
                .as_array()
                .unwrap()
                .iter()
                .zip(game["leads"].as_array().unwrap());
            seats
                .filter(|(member, _)| member.as_str() == Some("random"))
                .map(|(_, lead)| lead.as_i64().unwrap())
                .min()
                .unwrap()
        })
        .collect();
    assert!(
        leads.len() > 5 && leads.is_sorted(),
        "the worst first: {leads:?}"
    );
    let text = ok(&[
        "league",
        "games",
        path(&league),
        "--of",
        "random",
        "--lost",
        "--most",
        "2",
    ]);
    let command = text
        .lines()
        .find_map(|line| line.strip_prefix("The first as a page: goldrush "))
        .unwrap();
    let page = case.folder.path().join("game.html");
    let words: Vec<&str> = command
        .split(' ')
        .map(|word| {
            if word == "game.html" {
                path(&page)
            } else {
                word
            }
        })
        .collect();
    ok(&words);
    assert!(page.exists());
    // The records of the same games, in a file of their own.
    let file = case.folder.path().join("lost.jsonl");
    ok(&[
        "league",
        "export",
        path(&league),
        path(&file),
        "--of",
        "random",
        "--lost",
    ]);
    assert_eq!(
        fs::read_to_string(&file).unwrap().lines().count(),
        leads.len()
    );
    ok(&[
        "replay",
        path(&file),
        "--number",
        &(leads.len() - 1).to_string(),
    ]);
    ok(&[
        "league",
        "export",
        path(&league),
        path(&file),
        "--of",
        "random",
        "--lost",
    ]);
    // A file of one's own is kept.
    fs::write(&file, "mine").unwrap();
    refused(
        &["league", "export", path(&league), path(&file)],
        &["lost.jsonl", "exists"],
    );
    assert_eq!(fs::read_to_string(&file).unwrap(), "mine");
}

/// Each game has one tile C, the city on all four sides.
#[test]
fn games_are_found_by_tile_and_lead() {
    let case = Case::new();
    let league = case.begin("cup", &["--game", "carcassonne"], &["greedy", "random"]);
    play(&league, "1");
    let found = |words: &[&str]| -> Vec<Value> {
        serde_json::from_str(&ok(&[
            &["league", "games", path(&league), "--most", "999", "--json"],
            words,
        ]
        .concat()))
        .unwrap()
    };
    let all = found(&[]);
    let [one, other] = ["greedy", "random"].map(|member| found(&["--tile", "C", "--of", member]));
    assert!(
        !one.is_empty() && !other.is_empty(),
        "every game has one tile C: {}",
        all.len()
    );
    assert_eq!(one.len() + other.len(), all.len());
    assert!(one.iter().all(|game| !other.contains(game)));
    let lead = |game: &Value| {
        game["leads"]
            .as_array()
            .unwrap()
            .iter()
            .filter_map(Value::as_i64)
            .max()
            .unwrap()
    };
    let close = found(&["--lead", "0..30"]);
    assert_eq!(
        close.len(),
        all.iter().filter(|game| lead(game) <= 30).count()
    );
}

#[test]
fn faults_are_counted_and_found() {
    let case = Case::new();
    let league = case.begin("cup", &["--no-sandbox"], &["greedy"]);
    let bot = case.folder.path().join("bot.sh");
    let ready = r#"{"t":"ready","name":"faulty","send":[]}"#;
    fs::write(
        &bot,
        format!("read -r line\necho '{ready}'\nread -r line\nread -r line\nexit 3\n"),
    )
    .unwrap();
    ok(&[
        "league",
        "add",
        path(&league),
        "faulty",
        "--bot",
        &format!("exec:sh {}", path(&bot)),
    ]);
    play(&league, "1");
    let member = &standings(&league)["members"][1];
    assert_eq!(
        (member["faults"].as_u64(), member["win_share"].as_f64()),
        (member["seats"].as_u64(), Some(0.0))
    );
    let text = ok(&[
        "league",
        "games",
        path(&league),
        "--faults",
        "--of",
        "faulty",
    ]);
    assert!(
        text.contains("faulty 0 (") && text.contains(": faulty, its decision 0, its seed "),
        "{text}"
    );
    assert!(text.contains(": ended with exit code 3"), "{text}");
    let page = fs::read_to_string(league.join("index.html")).unwrap();
    assert!(
        page.contains("Last faults") && page.contains("ended with exit code 3"),
        "{page}"
    );
    let text = ok(&[
        "league",
        "games",
        path(&league),
        "--faults",
        "--of",
        "greedy",
    ]);
    assert!(text.contains("0 of 0 games"), "{text}");
    // The game shows the fault, and the bot by the name of its member.
    let game = rounds(&league)[0].join("records.jsonl.gz");
    let text = ok(&["replay", path(&game)]);
    assert!(
        text.contains("faulty (crash in turn ") && text.contains("loses the game by a fault"),
        "{text}"
    );
    assert!(!text.contains("exec:"), "{text}");
    ok(&["verify", path(&rounds(&league)[0])]);
    let pages = fs::read_dir(league.join("figures"))
        .unwrap()
        .map(|file| file.unwrap().path());
    let shown: Vec<String> = pages
        .filter(|file| file.extension().is_some_and(|of| of == "html"))
        .map(|file| fs::read_to_string(file).unwrap())
        .collect();
    assert!(!shown.is_empty() && shown.iter().all(|page| !page.contains("exec:")));
}

/// One bot that is gone, or has changed, does not stop the others.
#[test]
#[ignore = "slow"]
fn bots_that_cannot_be_started_lose_and_changed_ones_are_reported() {
    let case = Case::new();
    let league = case.begin("cup", &["--no-sandbox"], &["greedy", "random"]);
    let bot = case.folder.path().join("bot.sh");
    let write = |version: &str| {
        let ready = format!(r#"{{"t":"ready","name":"sh","version":"{version}","send":[]}}"#);
        let answer = r#"{"t":"move","id":0}"#;
        fs::write(
            &bot,
            format!(
                "echo '{ready}'\nwhile read -r line; do case $line in *decide*) echo '{answer}';; esac; done\n"
            ),
        )
    };
    let round = |code: i32| {
        let assert = goldrush()
            .args([
                "league",
                "play",
                path(&league),
                "--games",
                "1",
                "--threads",
                "1",
            ])
            .assert()
            .code(code);
        String::from_utf8(assert.get_output().stderr.clone()).unwrap()
    };
    write("1").unwrap();
    ok(&[
        "league",
        "add",
        path(&league),
        "mine",
        "--bot",
        &format!("exec:sh {}", path(&bot)),
    ]);
    assert!(!round(0).contains("warning: mine"), "nothing has changed");
    write("2").unwrap();
    let warned = round(0);
    assert!(
        warned.contains("mine calls itself \"sh 2\", and \"sh 1\" when it joined"),
        "{warned}"
    );
    let faults = |league: &Path| standings(league)["members"][2]["faults"].as_u64().unwrap();
    assert_eq!(faults(&league), 0);
    fs::remove_file(&bot).unwrap();
    let warned = round(1);
    assert!(
        warned.contains("mine cannot be started; it loses the games of this round"),
        "{warned}"
    );
    assert!(faults(&league) > 0);
    ok(&["league", "retire", path(&league), "mine"]);
    round(0);
}

#[test]
#[ignore = "slow"]
fn lost_rounds_are_noticed() {
    let case = Case::new();
    let league = case.begin("cup", &[], &["greedy", "random", "level1"]);
    play(&league, "100");
    let all = rounds(&league);
    assert!(all.len() > 3);
    fs::rename(all[1].join("summary.json"), all[1].join("lost")).unwrap();
    refused(
        &["league", "table", path(&league)],
        &["00002", "not complete any more"],
    );
    fs::rename(all[1].join("lost"), all[1].join("summary.json")).unwrap();
    ok(&["league", "table", path(&league)]);
    fs::rename(&all[2], league.join("elsewhere")).unwrap();
    refused(
        &["league", "play", path(&league)],
        &["round 3 of ", "is missing"],
    );
}

#[test]
fn wrong_requests_are_refused() {
    let case = Case::new();
    let league = case.begin("cup", &[], &["greedy"]);
    let cup = path(&league);
    refused(&["league", "play", cup], &["at least two members"]);
    assert_eq!(
        ok(&["league", "table", cup]),
        "No round has been finished. Members: greedy\n"
    );
    refused(&["league", "init", cup], &["is a league already"]);
    assert_eq!(
        ok(&["league", "add", cup, "greedy"]),
        "greedy is a member already; 1 play.\n"
    );
    refused(
        &["league", "add", cup, "greedy", "--bot", "random"],
        &["is a member already"],
    );
    refused(
        &["league", "add", cup, "grееdy", "--bot", "random"],
        &["looks like greedy"],
    );
    refused(
        &["league", "add", cup, "other", "--bot", "greedy"],
        &["greedy plays this bot already"],
    );
    refused(&["league", "add", cup, "nobody"], &["no agent", "nobody"]);
    refused(
        &["league", "add", cup, "a b", "--bot", "random"],
        &["1 to 40 letters"],
    );
    goldrush()
        .args(["league", "add", cup, "mine", "--bot", "exec:/nowhere/bot"])
        .assert()
        .code(1);
    assert!(
        !fs::read_to_string(league.join("league.toml"))
            .unwrap()
            .contains("nowhere")
    );
    refused(
        &["league", "retire", cup, "nobody"],
        &["nobody is no member of the league; playing: greedy"],
    );
    refused(
        &["league", "games", cup, "--of", "nobody"],
        &["is no member"],
    );
    ok(&["league", "add", cup, "gone", "--bot", "random"]);
    ok(&["league", "retire", cup, "gone"]);
    refused(
        &["league", "play", cup, "--focus", "gone"],
        &["gone has retired"],
    );
    refused(
        &["league", "games", cup, "--of", "nobody"],
        &["playing: greedy; retired: gone"],
    );
    refused(
        &["league", "add", cup, "gone", "--bot", "heuristic"],
        &["gone is the name of a member that has retired; goldrush league return"],
    );
    refused(
        &["league", "add", cup, "other", "--bot", "random"],
        &["this is the bot of gone, which has retired"],
    );
    assert_eq!(
        ok(&["league", "return", cup, "gone"]),
        "gone plays again; 2 play.\n"
    );
    assert_eq!(
        ok(&["league", "retire", cup, "gone"]),
        "gone has retired, and its games still count; 1 play.\n"
    );
    refused(
        &["league", "table", path(case.folder.path())],
        &["holds no league", "league init"],
    );
    refused(
        &["league", "init", path(case.folder.path())],
        &["not empty"],
    );
    goldrush()
        .args(["league", "play", cup, "--for", "8"])
        .assert()
        .code(2);
    refused(&["league", "change", cup, "greedy"], &["--name", "--bot"]);
    refused(
        &["league", "change", cup, "nobody", "--name", "mine"],
        &["is no member"],
    );
    refused(
        &["league", "change", cup, "greedy", "--name", "gone"],
        &["gone is the name of a member that has retired"],
    );
    refused(
        &["league", "change", cup, "greedy", "--bot", "heuristic"],
        &["a changed bot is a new member"],
    );
    fs::write(league.join("league.toml"), "players = 2").unwrap();
    refused(&["league", "table", cup], &["league.toml", "was changed"]);
    refused(
        &["league", "accept", cup],
        &["league.toml", "players: 2 where a list is expected"],
    );
}

/// Rounds take turns, and ratings rest on games of all numbers of players.
#[test]
#[ignore = "slow"]
fn games_of_several_numbers_of_players_are_rated_together_and_apart() {
    let case = Case::new();
    let league = case.begin(
        "mixed",
        &["--players", "2,3", "--game", "carcassonne"],
        &["greedy", "random", "level1"],
    );
    let text = play(&league, "100");
    assert!(
        text.contains("Elo, 2 players") && text.contains("Elo, 3 players"),
        "{text}"
    );
    let games = |players: &str| {
        let words = [
            "league",
            "games",
            path(&league),
            "--players",
            players,
            "--most",
            "9999",
            "--json",
        ];
        let games: Vec<Value> = serde_json::from_str(&ok(&words)).unwrap();
        let rounds: BTreeSet<u64> = games
            .iter()
            .map(|game| game["round"].as_u64().unwrap())
            .collect();
        let seats: BTreeSet<usize> = games
            .iter()
            .map(|game| game["members"].as_array().unwrap().len())
            .collect();
        (games.len() as u64, rounds, seats)
    };
    let ((two, of_two, seats_of_two), (three, of_three, seats_of_three)) = (games("2"), games("3"));
    assert!(seats_of_two.iter().eq([&2]) && seats_of_three.iter().eq([&3]));
    assert!(
        of_two.iter().all(|round| round % 2 == 1) && of_three.iter().all(|round| round % 2 == 0)
    );
    let all = standings(&league);
    assert_eq!(two + three, all["games"].as_u64().unwrap());
    // Three members sit at the tables of three.
    let words = ["league", "games", path(&league), "--players", "3", "--json"];
    let games: Vec<Value> = serde_json::from_str(&ok(&words)).unwrap();
    let members = |game: &Value| {
        game["members"]
            .as_array()
            .unwrap()
            .iter()
            .map(ToString::to_string)
            .collect()
    };
    assert!(
        games
            .iter()
            .all(|game| BTreeSet::<String>::len(&members(game)) == 3)
    );
    let by_players = all["by_players"].as_array().unwrap();
    assert_eq!(
        by_players
            .iter()
            .map(|of| of["players"].as_u64().unwrap())
            .collect::<Vec<_>>(),
        [2, 3]
    );
    assert_eq!(all["ratings"]["seats"].as_array().unwrap().len(), 5);
    for pair in all["pairs"].as_array().unwrap() {
        let [won, tied, lost] = ["won", "tied", "lost"].map(|key| pair[key].as_f64().unwrap());
        let share = (won + tied / 2.0) / (won + tied + lost);
        let (low, high) = (
            pair["share"]["low"].as_f64(),
            pair["share"]["high"].as_f64(),
        );
        assert!(
            low.is_none_or(|low| low <= share) && high.is_none_or(|high| share <= high),
            "{pair}"
        );
    }
    for wrong in ["", "2,2", "6", "1", "2;3"] {
        refused(
            &[
                "league",
                "init",
                path(&case.league("none")),
                "--players",
                wrong,
            ],
            &["--players"],
        );
    }
}

/// Every round of a tournament depends on the results before it.
#[test]
#[ignore = "slow"]
fn swiss_and_knockout_tournaments_are_played_to_their_end() {
    let case = Case::new();
    let bots = [
        "greedy",
        "random",
        "heuristic:width=3",
        "heuristic:width=2",
        "heuristic",
    ];
    for (format, rounds_of_it, duels) in [("swiss", 3, 6), ("knockout", 3, 4)] {
        let league = case.begin(format, &["--format", format, "--deals", "4"], &bots);
        let text = play(&league, "1");
        assert!(text.contains("More rounds follow."), "{text}");
        let text = ok(&["league", "play", path(&league), "--threads", "1"]);
        assert!(text.contains("The tournament has ended."), "{text}");
        let ended = standings(&league);
        assert_eq!(
            (rounds(&league).len(), ended["games"].as_u64()),
            (rounds_of_it, Some(duels * 8)),
            "{ended}"
        );
        let last = ended["places"].as_array().unwrap().last().unwrap();
        assert_eq!(
            last["points"],
            if format == "swiss" { 1.0 } else { 0.0 },
            "{ended}"
        );
        let page = fs::read_to_string(league.join("index.md")).unwrap();
        assert!(
            page.contains("Final standings") && page.contains("## Duels"),
            "{page}"
        );
        assert_eq!(ended["duels"].as_array().unwrap().len() as u64, duels);
        refused(
            &["league", "add", path(&league), "level1"],
            &[if format == "swiss" {
                "has ended"
            } else {
                "has begun"
            }],
        );
        // Nothing is left to play.
        play(&league, "100");
        assert_eq!(rounds(&league).len(), rounds_of_it);
        refused(
            &["league", "play", path(&league), "--focus", "top=3"],
            &["Swiss or knockout"],
        );
    }
    refused(
        &["league", "init", path(&case.league("none")), "--deals", "4"],
        &["--deals", "no such number"],
    );
    refused(
        &[
            "league",
            "init",
            path(&case.league("none")),
            "--format",
            "knockout",
            "--rounds",
            "4",
        ],
        &["--rounds"],
    );
}

/// A round that is played in parts, one of them killed, is that of one process.
#[test]
#[ignore = "slow"]
fn parts_of_a_round_are_played_by_several_processes() {
    let case = Case::new();
    let bots = ["greedy", "random", "heuristic:width=3"];
    let [whole, parted] = ["whole", "parted"].map(|name| case.begin(name, &[], &bots));
    play(&whole, "1");
    let part = |part: &str| {
        ok(&[
            "league",
            "play",
            path(&parted),
            "--shard",
            part,
            "--threads",
            "1",
        ])
    };
    let text = part("0/3");
    assert!(
        text.contains("Part 0/3 of round 1 is complete.") && text.contains("Parts to play: 1-2"),
        "{text}"
    );
    refused(
        &["league", "play", path(&parted)],
        &["is played in parts", "--shard"],
    );
    refused(
        &["league", "play", path(&parted), "--shard", "3/3"],
        &["--shard", "3/3"],
    );
    part("2/3");
    assert!(
        part("0/3").contains("Parts to play: 1"),
        "a complete part is not played again"
    );
    let text = part("1/3");
    assert!(text.contains("16 games in 1 round\n"), "{text}");
    assert_same(&rounds(&parted)[0], &rounds(&whole)[0]);
    assert_eq!(standings(&parted), standings(&whole));
    // The next round has at least as many games as are asked for.
    let words = ["league", "play", path(&parted), "--games", "100", "--shard"];
    for part in ["0/2", "1/2"] {
        ok(&[&words[..], &[part]].concat());
    }
    assert!(standings(&parted)["games"].as_u64().unwrap() >= 116);
}

/// Tiles of one's own come with the records of a league that is played with them.
#[test]
fn exported_games_are_shown_with_tiles_of_ones_own() {
    let case = Case::new();
    let tiles = case.league("mine.toml");
    let printed = include_str!("../../engine/data/gold_rush.toml");
    fs::write(&tiles, printed.replacen("count = 2", "count = 3", 1)).unwrap();
    let league = case.begin("cup", &["--tiles", path(&tiles)], &["greedy", "random"]);
    play(&league, "1");
    fs::remove_file(&tiles).unwrap();
    let file = case.league("elsewhere/games.jsonl");
    fs::create_dir(file.parent().unwrap()).unwrap();
    ok(&[
        "league",
        "export",
        path(&league),
        path(&file),
        "--of",
        "greedy",
    ]);
    ok(&["replay", path(&file), "--number", "0"]);
}

/// Every page is served to callers who know its address, and shows rounds that are played meanwhile.
#[test]
fn league_is_served_with_all_its_games() {
    let case = Case::new();
    let league = case.begin("cup", &[], &["greedy", "random"]);
    let mut server = std::process::Command::new(env!("CARGO_BIN_EXE_goldrush"))
        .args(["league", "serve", path(&league)])
        .env("XDG_DATA_HOME", case.folder.path())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut printed = String::new();
    BufReader::new(server.stdout.take().unwrap())
        .read_line(&mut printed)
        .unwrap();
    let address = printed
        .trim_end()
        .strip_prefix("The league: http://")
        .unwrap();
    let (host, secret) = address.split_once('/').unwrap();
    let ask = |path: &str, more: &str| {
        let mut connection = TcpStream::connect(host).unwrap();
        write!(
            connection,
            "GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n{more}\r\n"
        )
        .unwrap();
        let mut answer = String::new();
        connection.read_to_string(&mut answer).unwrap();
        answer
    };
    let page = |name: &str| ask(&format!("/{secret}{name}"), "");
    assert!(page("").contains("No round has been finished yet."));
    play(&league, "1");
    let shown = page("");
    assert!(
        shown.contains("href=\"./member-0.html\"") && shown.contains("href=\"./games-0-1.html\""),
        "{shown}"
    );
    for list in ["games-1.html", "games-0-1.html"] {
        let shown = page(list);
        let links: BTreeSet<&str> = shown
            .split("href=\"./")
            .skip(1)
            .filter_map(|rest| rest.split('"').next())
            .collect();
        assert_eq!(
            links.len() as u64,
            standings(&league)["games"].as_u64().unwrap(),
            "{links:?}"
        );
        let game = page(links.first().unwrap());
        assert!(
            game.starts_with("HTTP/1.1 200") && game.len() > 50_000,
            "{list}"
        );
    }
    for missing in [
        "games-2.html",
        "game-1-999.html",
        "game-2-0.html",
        "league.toml",
        "..%2Fleague.toml",
    ] {
        assert!(page(missing).starts_with("HTTP/1.1 404"), "{missing}");
    }
    for (path, more) in [
        ("/", ""),
        (&format!("/{}/", "0".repeat(32)), ""),
        (&format!("/{secret}"), "Sec-Fetch-Site: cross-site\r\n"),
    ] {
        assert!(ask(path, more).starts_with("HTTP/1.1 403"), "{path} {more}");
    }
    server.kill().unwrap();
    server.wait().unwrap();
}

/// A bot in a sandbox does not see the league, even if it lies in the bot's own folder.
#[test]
fn league_is_hidden_from_its_bots() {
    let case = Case::new();
    let league = case.begin("bots/cup", &[], &["random"]);
    let (bot, data) = (case.league("bots/bot.sh"), case.league("bots/data"));
    let ready = r#"{"t":"ready","name":"spy","send":[]}"#;
    let secret = path(&league).to_owned() + "/league.toml";
    let answer = r#"echo '{"t":"move","id":0}'"#;
    let script = format!(
        "[ -e {secret} ] && exit 3\nread -r line\necho '{ready}'\nwhile read -r line; do case $line in *decide*) {answer};; esac; done\n"
    );
    fs::write(&bot, script).unwrap();
    fs::write(data, "").unwrap();
    ok(&[
        "league",
        "add",
        path(&league),
        "spy",
        "--bot",
        &format!("exec:sh {}", path(&bot)),
    ]);
    play(&league, "1");
    assert_eq!(standings(&league)["members"][1]["faults"], 0);
}
