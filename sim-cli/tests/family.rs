//! Every game of the family with every command that plays many games, as used by a person.

use std::fs;
use std::path::Path;

use crate::command::{goldrush, ok, one_line, path, refused};
use assert_cmd::cargo::cargo_bin;

/// Games with their options, and two of their agents, weaker first.
const GAMES: [(&str, &str, &str); 5] = [
    ("gold-rush --tents 2", "random", "greedy"),
    ("carcassonne", "random", "greedy"),
    (
        "carcassonne+gold-mines --no-choose-ingots",
        "greedy",
        "heuristic",
    ),
    ("knizia-gold", "random", "memory:p=1"),
    ("knizia-gold --whole-match", "memory:p=0.5", "perfect"),
];

fn game(options: &str) -> Vec<&str> {
    std::iter::once("--game")
        .chain(options.split(' '))
        .collect()
}

fn column(line: &str, header: &str, name: &str) -> String {
    let at = header.split(',').position(|column| column == name).unwrap();
    line.split(',').nth(at).unwrap().to_owned()
}

fn numbers(file: &Path, of: &[&str]) -> Vec<Vec<i64>> {
    let text = fs::read_to_string(file).unwrap();
    let (header, rows) = text.split_once('\n').unwrap();
    rows.lines()
        .map(|row| {
            of.iter()
                .map(|name| column(row, header, name).parse().unwrap())
                .collect()
        })
        .collect()
}

fn same(one: &Path, other: &Path) {
    for name in [
        "games.csv",
        "seats.csv",
        "records.jsonl",
        "run.toml",
        "summary.json",
    ] {
        assert!(
            fs::read(one.join(name)).unwrap() == fs::read(other.join(name)).unwrap(),
            "{name} differs"
        );
    }
}

#[test]
fn stronger_agent_wins_in_every_game_and_every_point_has_a_source() {
    let folder = tempfile::tempdir().unwrap();
    for (number, (options, weaker, stronger)) in GAMES.into_iter().enumerate() {
        let out = folder.path().join(number.to_string());
        let contest = [
            "match",
            "--a",
            stronger,
            "--b",
            weaker,
            "--games",
            "60",
            "--seed",
            "3",
            "--out",
            path(&out),
        ];
        let text = ok(&[&contest[..], &game(options)].concat());
        assert!(text.contains("A is stronger"), "{options}: {text}");
        let sources: &[&str] = match options.split(['+', ' ']).next().unwrap() {
            "gold-rush" => &["railroad", "mountain", "city", "prairie", "tokens"],
            "carcassonne" => &["road", "city", "monastery", "field", "gold"],
            _ => &["dug", "received", "rush"],
        };
        for row in numbers(&out.join("seats.csv"), &[&["score"], sources].concat()) {
            assert_eq!(row[0], row[1..].iter().sum::<i64>(), "{options}");
        }
        let text = ok(&["report", path(&out)]);
        assert!(text.contains("points per game"), "{options}: {text}");
    }
}

#[test]
fn same_bytes_with_any_threads_in_parts_and_resumed() {
    let folder = tempfile::tempdir().unwrap();
    for (number, (options, weaker, stronger)) in GAMES.into_iter().enumerate() {
        let at = |name: &str| folder.path().join(format!("{name}-{number}"));
        let agents = format!("{weaker},{stronger}");
        let run = |games: &str, out: &Path, more: &[&str]| {
            let words = [
                "simulate",
                "--agents",
                &agents,
                "--games",
                games,
                "--records",
                "every=4",
                "--out",
                path(out),
            ];
            ok(&[&words[..], &game(options), more].concat());
        };
        run("40", &at("one"), &["--threads", "1"]);
        run("40", &at("two"), &["--threads", "2"]);
        same(&at("one"), &at("two"));
        run("20", &at("short"), &[]);
        ok(&["resume", path(&at("short")), "--more", "20"]);
        same(&at("one"), &at("short"));
        for part in 0..3 {
            run("40", &at("parts"), &["--shard", &format!("{part}/3")]);
        }
        ok(&["merge", path(&at("parts")), "--out", path(&at("merged"))]);
        same(&at("one"), &at("merged"));
    }
}

#[test]
fn games_are_replayed_from_plan_and_from_record() {
    let folder = tempfile::tempdir().unwrap();
    for (number, (options, weaker, _)) in GAMES.into_iter().enumerate() {
        let out = folder.path().join(number.to_string());
        let words = [
            "simulate",
            "--agents",
            weaker,
            "--players",
            "3",
            "--games",
            "6",
            "--records",
            "all",
        ];
        ok(&[&words[..], &game(options), &["--out", path(&out)]].concat());
        let scores = numbers(&out.join("seats.csv"), &["score"]);
        let records = out.join("records.jsonl");
        for of in [["--run", path(&out)].as_slice(), &[path(&records)]] {
            let text = ok(&[&["replay", "--number", "1"], of].concat());
            for score in &scores[3..6] {
                assert!(text.contains(&score[0].to_string()), "{options}: {text}");
            }
            assert!(ok(&[&["replay", "--turn", "3"], of].concat()).contains("After 3 of"));
        }
    }
    // A record that breaks the rules.
    let records = folder.path().join("1/records.jsonl");
    let text = fs::read_to_string(&records).unwrap();
    fs::write(
        &records,
        text.replacen("\"rotation\":", "\"rotation\":9", 1),
    )
    .unwrap();
    let output = goldrush()
        .args(["replay", path(&records)])
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(
        String::from_utf8(output.stderr)
            .unwrap()
            .contains("not by the rules")
    );
}

#[test]
fn child_process_bot_plays_every_game() {
    let folder = tempfile::tempdir().unwrap();
    let bot = folder.path().join("bot.py");
    // Answers with the last move offered.
    let program = "import json, sys
for line in sys.stdin:
    said = json.loads(line)
    if said['t'] == 'hello':
        print(json.dumps({'t': 'ready', 'name': 'last'}), flush=True)
    elif said['t'] == 'decide':
        assert len(said['moves']) == said['count'] and said['observation'] and said['events'] is not None
        print(json.dumps({'t': 'move', 'id': said['count'] - 1}), flush=True)
";
    fs::write(&bot, program).unwrap();
    for (options, weaker, _) in GAMES {
        let command = format!("exec:python3 {}", path(&bot));
        let words = [
            "match",
            "--a",
            &command,
            "--b",
            weaker,
            "--games",
            "4",
            "--players",
            "3",
        ];
        let text = ok(&[&words[..], &game(options)].concat());
        assert!(
            text.contains("6 games ") && !text.contains("games lost through"),
            "{options}: {text}"
        );
    }
}

#[test]
fn gold_mines_expansion_is_a_level_of_a_study() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("mines");
    let factor = "game=carcassonne,carcassonne+gold-mines";
    let words = [
        "balance",
        "--game",
        "carcassonne",
        "--agents",
        "random,greedy",
        "--factor",
        factor,
        "--games",
        "400",
    ];
    ok(&[&words[..], &["--out", path(&out)]].concat());
    let effects = fs::read_to_string(out.join("effects.csv")).unwrap();
    let gold: Vec<&str> = effects
        .lines()
        .filter(|line| line.contains(",gold,"))
        .collect();
    assert_eq!(gold.len(), 2, "{effects}");
    assert!(
        gold.iter()
            .any(|line| line.contains("greedy") && line.contains("larger")),
        "{gold:?}"
    );
    let arms = fs::read_to_string(out.join("arms.csv")).unwrap();
    assert!(
        arms.contains(",true,true,true,") && arms.contains(",true,false,true,"),
        "{arms}"
    );
    let report = ok(&["report", path(&out)]);
    assert!(
        report.contains("In Carcassonne with The Gold Mines instead of Carcassonne"),
        "{report}"
    );
    refused(
        &[
            "balance",
            "--agents",
            "random",
            "--game",
            "carcassonne",
            "--factor",
            "game=carcassonne,knizia-gold",
        ],
        &["cannot be compared"],
    );
}

#[test]
fn ties_in_a_card_match_are_broken_by_the_last_game() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("cards");
    let words = [
        "simulate",
        "--game",
        "knizia-gold",
        "--agents",
        "memory:p=0.9",
        "--games",
        "1000",
    ];
    ok(&[&words[..], &["--out", path(&out)]].concat());
    let rows = numbers(&out.join("seats.csv"), &["score", "tie_break", "rank"]);
    let ties: Vec<_> = rows
        .chunks(2)
        .filter(|seats| seats[0][0] == seats[1][0])
        .collect();
    assert!(ties.len() > 10, "ties are frequent");
    for seats in ties {
        let expected = match seats[0][1].cmp(&seats[1][1]) {
            std::cmp::Ordering::Greater => [1, 2],
            std::cmp::Ordering::Equal => [1, 1],
            std::cmp::Ordering::Less => [2, 1],
        };
        assert_eq!([seats[0][2], seats[1][2]], expected, "{seats:?}");
    }
}

#[test]
fn options_and_agents_of_another_game_are_refused() {
    refused(
        &["simulate", "--game", "carcassone"],
        &["did you mean carcassonne?", "knizia-gold"],
    );
    refused(
        &["simulate", "--game", "carcassonne", "--tents", "0"],
        &["--tents is an option of gold-rush"],
    );
    refused(
        &["simulate", "--whole-match"],
        &["--whole-match is an option of knizia-gold"],
    );
    refused(
        &["simulate", "--game", "knizia-gold", "--no-farmers"],
        &["--no-farmers"],
    );
    refused(
        &["simulate", "--game", "knizia-gold", "--agents", "greedy"],
        &["there is no agent \"greedy\""],
    );
    refused(
        &[
            "lab",
            "perft",
            "--game",
            "knizia-gold",
            "--depth",
            "1",
            "--deal",
            "",
        ],
        &["nothing to compare"],
    );
    refused(
        &[
            "lab",
            "perft",
            "--game",
            "carcassonne",
            "--depth",
            "1",
            "--deal",
            "D 12a",
        ],
        &["\"12a\"", "there are A B C"],
    );
    let many = vec!["D"; 200].join(" ");
    refused(
        &[
            "lab",
            "perft",
            "--game",
            "carcassonne",
            "--depth",
            "1",
            "--deal",
            &many,
        ],
        &["--deal: 200 tiles", "at most"],
    );
    refused(
        &["lab", "tune", "--game", "knizia-gold"],
        &["no weights that could be tuned"],
    );
    refused(
        &["lab", "serve", "--game", "knizia-gold", "--agent", "greedy"],
        &["there is no agent \"greedy\""],
    );
    refused(
        &["lab", "check-bot", "true", "--game", "chess"],
        &["--game", "knizia-gold"],
    );
}

#[test]
fn games_rules_and_agents_are_listed() {
    let games = ok(&["games"]);
    for part in [
        "carcassonne+gold-mines",
        "--no-choose-ingots",
        "memory",
        "level4",
        "2 to 5",
        "--mining-interval",
    ] {
        assert!(games.contains(part), "{part}: {games}");
    }
    assert!(ok(&["agents", "--game", "knizia-gold"]).contains("chance to remember a card"));
    let has_mines = ["carcassonne", "carcassonne+gold-mines"]
        .map(|game| ok(&["rules", "--game", game]).contains("M7"));
    assert_eq!(has_mines, [false, true]);
    assert!(ok(&["rules", "k10"]).contains("As many games as players"));
    assert!(
        ok(&["lab", "bench", "--game", "knizia-gold", "--games", "50"]).contains("fingerprint")
    );
}

/// The numbers are those of the engine's table of counts.
#[test]
fn first_turns_of_carcassonne_are_counted() {
    let perft = |more: &[&str]| {
        ok(&[
            &[
                "lab",
                "perft",
                "--game",
                "carcassonne",
                "--deal",
                "D E V",
                "--depth",
                "2",
            ][..],
            more,
        ]
        .concat())
    };
    assert_eq!(perft(&[]), "568\n");
    let parts = perft(&["--divide"]);
    assert!(
        parts.starts_with("place ") && parts.ends_with("\n568\n"),
        "{parts}"
    );
    let sum: u64 = parts
        .lines()
        .filter_map(|line| line.rsplit_once(": ")?.1.parse::<u64>().ok())
        .sum();
    assert_eq!(sum, 568);
}

/// The weights of Carcassonne's heuristic are tuned and fitted as those of Gold Rush are.
#[test]
fn weights_of_carcassonne_are_tuned() {
    let tuned = ok(&[
        "lab",
        "tune",
        "--game",
        "carcassonne",
        "--iterations",
        "2",
        "--games",
        "4",
        "--test",
        "8",
    ]);
    let spec = tuned.lines().last().unwrap();
    assert!(
        tuned.contains("monastery_growth") && spec.starts_with("heuristic:fill="),
        "{tuned}"
    );
    ok(&[
        "match",
        "--game",
        "carcassonne",
        "--a",
        spec,
        "--b",
        "heuristic",
        "--games",
        "2",
    ]);
    let fitted = ok(&[
        "lab",
        "fit",
        "--game",
        "carcassonne",
        "--games",
        "20",
        "--steps",
        "1",
    ]);
    assert!(
        fitted.contains("in 4 games not used for fitting"),
        "{fitted}"
    );
}

/// A built-in agent follows the protocol in every game, and plays the same through it.
#[test]
fn built_in_agents_serve_as_outside_bots_in_every_game() {
    let program = cargo_bin("goldrush");
    for (game, agent) in [
        ("carcassonne", "greedy"),
        ("carcassonne+gold-mines", "random"),
        ("knizia-gold", "perfect"),
    ] {
        let serve = format!(
            "{} lab serve --game {game} --agent {agent}",
            program.display()
        );
        let text = ok(&["lab", "check-bot", &serve, "--game", game]);
        assert!(text.contains("all 14 checks passed"), "{text}");
    }
    // The heuristic beats greedy in nearly all games, also through the protocol.
    let serve = format!(
        "exec:{} lab serve --game carcassonne --agent heuristic",
        program.display()
    );
    let text = ok(&[
        "match",
        "--game",
        "carcassonne",
        "--a",
        &serve,
        "--b",
        "greedy",
        "--games",
        "40",
    ]);
    assert!(
        text.contains("A is stronger than B") && !text.contains("games lost through"),
        "{text}"
    );
}

#[test]
fn server_declares_which_game_it_plays() {
    let serve = format!(
        "{} lab serve --game knizia-gold --agent perfect",
        cargo_bin("goldrush").display()
    );
    assert!(
        ok(&["lab", "check-bot", &serve])
            .contains("not tested: gold-rush, carcassonne, carcassonne+gold-mines")
    );
    let output = goldrush()
        .args(["lab", "check-bot", &serve, "--game", "gold-rush"])
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(1));
    let text = one_line(&String::from_utf8(output.stdout).unwrap());
    assert!(
        text.contains("says that it plays knizia-gold, and not gold-rush"),
        "{text}"
    );
    // Checks that could only fail for the same reason are skipped.
    assert!(
        text.contains("skipped") && text.contains("plain games failed"),
        "{text}"
    );
}

/// Positions and whole games of every kind; moves within a turn have letters.
#[test]
#[ignore = "slow"]
fn positions_and_games_of_the_family_are_analyzed() {
    let folder = tempfile::tempdir().unwrap();
    for (options, agents, word) in [
        ("carcassonne+gold-mines", "greedy", "tile"),
        ("knizia-gold", "memory:p=0.5,random", "card"),
    ] {
        let run = folder.path().join(options);
        let simulate = [
            "--games",
            "1",
            "--agents",
            agents,
            "--players",
            "2",
            "--records",
            "all",
            "--out",
            path(&run),
        ];
        ok(&[&["simulate"], &game(options)[..], &simulate].concat());
        let records = run.join("records.jsonl");
        let analyze =
            |more: &[&str]| ok(&[&["analyze", path(&records), "--worlds", "8"], more].concat());
        let text = analyze(&["--turn", "7", "--moves", "3"]);
        assert!(
            text.starts_with("After 7 turns: ")
                && text.contains(word)
                && text.contains("behind first"),
            "{text}"
        );
        assert!(text.contains("* was played"), "{text}");
        assert_eq!(
            text,
            analyze(&["--turn", "7", "--moves", "3", "--threads", "1"])
        );
        let text = analyze(&["--turn", "8a", "--moves", "3"]);
        assert!(
            text.starts_with("After move 8a: ") && text.contains("* was played"),
            "{text}"
        );
        refused(
            &["analyze", path(&records), "--turn", "8z"],
            &["--turn 8z: turn 8 has", "moves"],
        );
        let json: serde_json::Value =
            serde_json::from_str(&analyze(&["--turn", "7", "--json"])).unwrap();
        assert!(
            json["phase"].is_string() && json["moves"][0]["margin"]["mean"].is_number(),
            "{json}"
        );
        // A turn chosen by the user, written as it is shown, is measured as it would be among others.
        let mine = &json["moves"][1];
        let words: Vec<&str> = mine["turn"]
            .as_array()
            .unwrap()
            .iter()
            .filter_map(|mv| mv.as_str())
            .collect();
        let alone: serde_json::Value = serde_json::from_str(&analyze(&[
            "--turn",
            "7",
            "--json",
            "--moves",
            "0",
            "--also",
            &words.join(", "),
        ]))
        .unwrap();
        assert_eq!(
            (
                alone["moves"].as_array().unwrap().len(),
                &alone["moves"][0]["turn"]
            ),
            (1, &mine["turn"])
        );
        assert_eq!(alone["moves"][0]["margin"], mine["margin"]);
        let refused_turn = |turn: &str, words: &[&str]| {
            refused(
                &["analyze", path(&records), "--turn", "7", "--also", turn],
                words,
            );
        };
        refused_turn(
            &[&words.join(", "), ", none"].concat(),
            &["--also", "the turn is over before 'none'"],
        );
        refused_turn(
            "nonsense",
            &["--also \"nonsense\"", "write it as analyze shows it"],
        );
        refused(
            &["analyze", path(&records), "--moves", "0"],
            &["--moves 0", "--also"],
        );
        if word == "tile" {
            refused_turn(words[0], &["the turn has another move after it"]);
        }

        let svg = folder.path().join("margin.svg");
        let text = analyze(&["--mistakes", "--svg", path(&svg)]);
        assert!(
            text.contains("the clear errors in ") && text.contains("turn "),
            "{text}"
        );
        assert!(
            fs::read_to_string(&svg)
                .unwrap()
                .contains("Who was ahead, turn by turn")
        );
        // The record is checked before it is analyzed.
        let broken = folder.path().join("broken.jsonl");
        fs::write(
            &broken,
            fs::read_to_string(&records)
                .unwrap()
                .replace("\"scores\":[", "\"scores\":[1"),
        )
        .unwrap();
        refused(
            &["analyze", path(&broken)],
            &["broken.jsonl", "game 0", "scores [1"],
        );
        refused(
            &["analyze", path(&records), "--turn", "999"],
            &["--turn 999", "turns were played"],
        );
    }
}

/// A record must match the deal: no tile, token or card is exchanged, and no seat has points from elsewhere.
#[test]
fn forged_deal_is_refused() {
    use serde_json::Value;
    type Forgery = (fn(&mut Value), &'static str);
    const OTHER_TILES: Forgery = (
        |r| {
            let tiles = r["deal"]["tiles"].as_array_mut().unwrap();
            let other = tiles
                .iter()
                .find(|tile| **tile != tiles[70])
                .unwrap()
                .clone();
            tiles[70] = other;
        },
        "the deal: it ",
    );
    const OTHER_POINTS: Forgery = (|r| r["scores"][0] = 999.into(), "scores");
    let folder = tempfile::tempdir().unwrap();
    for (name, forgeries) in [
        (
            "gold-rush",
            &[
                OTHER_TILES,
                OTHER_POINTS,
                (
                    |r| r["deal"]["tokens"][0] = 9.into(),
                    "the deal: the tokens",
                ),
            ][..],
        ),
        (
            "carcassonne",
            &[
                OTHER_TILES,
                OTHER_POINTS,
                (|r| r["sources"][1]["road"] = 99.into(), "points by source"),
            ],
        ),
        ("carcassonne+gold-mines", &[OTHER_TILES, OTHER_POINTS]),
        (
            "knizia-gold",
            &[
                OTHER_POINTS,
                (
                    |r| r["deal"]["cards"][0][3] = "g4".into(),
                    "the deal: game 0 does not have the 64 cards",
                ),
                (
                    |r| r["turns"][3]["taken"] = serde_json::json!([{ "seat": 1, "value": 4 }]),
                    "turn 4: gold dug",
                ),
            ],
        ),
    ] {
        let run = folder.path().join(name);
        let simulate = [
            "--games",
            "1",
            "--agents",
            "random",
            "--seed",
            "2",
            "--records",
            "all",
            "--out",
            path(&run),
        ];
        ok(&[&["simulate", "--game", name], &simulate[..]].concat());
        let record: Value = fs::read_to_string(run.join("records.jsonl"))
            .unwrap()
            .lines()
            .next()
            .unwrap()
            .parse()
            .unwrap();
        let forged = folder.path().join("forged.jsonl");
        for (forge, says) in forgeries {
            let mut other = record.clone();
            forge(&mut other);
            fs::write(&forged, other.to_string()).unwrap();
            let output = goldrush().args(["replay", path(&forged)]).output().unwrap();
            let error = String::from_utf8(output.stderr).unwrap();
            assert!(
                output.status.code() == Some(1) && error.contains(says),
                "{name} {says}: {error}"
            );
        }
    }
}
