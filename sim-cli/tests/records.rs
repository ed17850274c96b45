//! Records of all games for other readers: their schema, their use as deals for custom games, and times beside them.

use std::fs;
use std::path::{Path, PathBuf};

use crate::command::{goldrush, ok, path, refused};
use serde_json::{Value, json};

/// Games with their options, and one of their agents that searches.
const GAMES: [(&str, &str); 7] = [
    ("gold-rush", "rollout:playouts=8"),
    ("gold-rush --tents 2 --take-back", "rollout:playouts=8"),
    ("carcassonne", "rollout:playouts=8"),
    ("carcassonne+gold-mines", "rollout:playouts=8"),
    ("knizia-gold", "mcts:playouts=8"),
    ("knizia-gold --whole-match", "mcts:playouts=8"),
    // Places without a card.
    (
        "knizia-gold --whole-match --rule dynamite=0",
        "mcts:playouts=8",
    ),
];

fn game(options: &str) -> Vec<&str> {
    std::iter::once("--game")
        .chain(options.split(' '))
        .collect()
}

/// Returns the records in a folder.
fn records(run: &Path) -> Vec<Value> {
    let text = fs::read_to_string(run.join("records.jsonl")).unwrap();
    text.lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

/// Plays a run of a few recorded two-player games, a searching agent against `random`.
fn played(folder: &Path, number: usize) -> PathBuf {
    let ((options, agent), run) = (GAMES[number], folder.join(format!("run{number}")));
    let agents = format!("{agent},random");
    let words = [
        "simulate",
        "--agents",
        &agents,
        "--games",
        "4",
        "--seed",
        "5",
        "--records",
        "all",
        "--out",
        path(&run),
    ];
    ok(&[&words[..], &game(options)].concat());
    run
}

/// Returns the schema in strict form, which rejects what it does not describe.
fn schema() -> jsonschema::Validator {
    fn close(value: &mut Value) {
        match value {
            Value::Object(fields) => {
                let is_whole = fields.contains_key("required");
                if is_whole
                    && fields.get("type") == Some(&"object".into())
                    && fields.contains_key("properties")
                {
                    fields.entry("additionalProperties").or_insert(false.into());
                }
                fields.values_mut().for_each(close);
            }
            Value::Array(values) => values.iter_mut().for_each(close),
            _ => {}
        }
    }
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("records.schema.json");
    let mut schema: Value = serde_json::from_str(&fs::read_to_string(file).unwrap()).unwrap();
    close(&mut schema);
    // The rules define their options.
    for of in ["goldRush", "carcassonne", "cards"] {
        schema["$defs"][of]["properties"]["rules"]["additionalProperties"] = true.into();
    }
    jsonschema::validator_for(&schema).unwrap()
}

#[test]
fn every_record_follows_the_schema() {
    let (folder, schema) = (tempfile::tempdir().unwrap(), schema());
    for number in 0..GAMES.len() {
        let records = records(&played(folder.path(), number));
        for record in &records {
            if let Err(e) = schema.validate(record) {
                panic!("{}: {e} at {}", record["game"], e.instance_path());
            }
        }
        let mut wrong = records[0].clone();
        wrong["turns"][3]["seat"] = "first".into();
        assert!(!schema.is_valid(&wrong));
        wrong = records[0].clone();
        wrong["game"] = "chess".into();
        assert!(!schema.is_valid(&wrong));
        wrong = records[0].clone();
        wrong["turns"][0]["more"] = 1.into();
        assert!(!schema.is_valid(&wrong), "nothing is undescribed");
    }
}

#[test]
fn searching_agents_record_evaluations_and_times() {
    let folder = tempfile::tempdir().unwrap();
    for number in 0..GAMES.len() {
        let run = played(folder.path(), number);
        let times = fs::read_to_string(run.join("times.jsonl")).unwrap();
        let times: Vec<Value> = times
            .lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect();
        assert_eq!(times.len(), 4);
        for (game, (record, time)) in records(&run).iter().zip(&times).enumerate() {
            let (turns, values) = (
                record["turns"].as_array().unwrap(),
                record["values"].as_array().unwrap(),
            );
            assert_eq!((values.len(), &time["game"]), (turns.len(), &json!(game)));
            assert_eq!(time["ms"].as_array().unwrap().len(), turns.len());
            let searches =
                |seat: &Value| record["seats"][seat.as_u64().unwrap() as usize] != "random";
            let told = turns
                .iter()
                .zip(values)
                .filter(|(_, value)| value.is_number())
                .count();
            assert!(
                turns
                    .iter()
                    .zip(values)
                    .all(|(turn, value)| searches(&turn["seat"]) || value.is_null())
            );
            let own = turns.iter().filter(|turn| searches(&turn["seat"])).count();
            // A turn without a choice needs no evaluation; with the cards there are many.
            assert!(told * 4 >= own, "{told} of {own}");
        }
        ok(&["verify", path(&run)]);
        // Times are not verified.
        fs::write(run.join("times.jsonl"), "x").unwrap();
        ok(&["verify", path(&run)]);
    }
}

#[test]
#[ignore = "slow"]
fn record_file_serves_as_a_book_of_deals_and_openings() {
    let folder = tempfile::tempdir().unwrap();
    for (number, (options, agent)) in GAMES.into_iter().enumerate() {
        let run = played(folder.path(), number);
        let at = |name: &str| folder.path().join(format!("{name}{number}"));
        // The same deals, and the first turns of the same games.
        let mut book: Vec<Value> = records(&run).into_iter().step_by(2).collect();
        let opening = 5 + number % 2;
        book.iter_mut()
            .for_each(|line| line["opening"] = opening.into());
        let file = at("book");
        fs::write(
            &file,
            book.iter()
                .map(|line| format!("{line}\n"))
                .collect::<String>(),
        )
        .unwrap();
        let deals = ["--deals", path(&file), "--records", "all"];
        let words = ["match", "--a", agent, "--b", "random"];
        let play = |out: &Path, more: &[&str]| {
            ok(&[
                &words[..],
                &game(options),
                &deals,
                &["--out", path(out)],
                more,
            ]
            .concat());
        };
        play(&at("match"), &["--threads", "1"]);
        let games = records(&at("match"));
        assert_eq!(
            games.len(),
            4,
            "all deals of the book are played, in both seatings"
        );
        for (game, record) in games.iter().enumerate() {
            let given = &book[game / 2];
            assert_eq!(
                (&record["deal"], &record["opening"]),
                (&given["deal"], &json!(opening))
            );
            let first = |record: &Value| record["turns"].as_array().unwrap()[..opening].to_vec();
            assert_eq!(first(record), first(given));
            assert!(
                record["values"].as_array().unwrap()[..opening]
                    .iter()
                    .all(Value::is_null)
            );
            let time = fs::read_to_string(at("match").join("times.jsonl")).unwrap();
            let time: Value = serde_json::from_str(time.lines().nth(game).unwrap()).unwrap();
            assert_eq!(
                time["ms"].as_array().unwrap().len() + opening,
                record["turns"].as_array().unwrap().len()
            );
        }
        ok(&["verify", path(&at("match"))]);
        for game in 0..4 {
            ok(&[
                "replay",
                path(&at("match").join("records.jsonl")),
                "--number",
                &game.to_string(),
            ]);
            ok(&[
                "replay",
                "--run",
                path(&at("match")),
                "--number",
                &game.to_string(),
            ]);
        }
        // The file may be deleted: the run has its own copy.
        play(&at("parts"), &["--shard", "0/2"]);
        play(&at("parts"), &["--shard", "1/2"]);
        fs::remove_file(&file).unwrap();
        ok(&["merge", path(&at("parts")), "--out", path(&at("merged"))]);
        for name in [
            "games.csv",
            "seats.csv",
            "records.jsonl",
            "summary.json",
            "run.toml",
        ] {
            assert_eq!(
                fs::read(at("merged").join(name)).unwrap(),
                fs::read(at("match").join(name)).unwrap(),
                "{name}"
            );
        }
        let times = fs::read_to_string(at("merged").join("times.jsonl")).unwrap();
        assert_eq!(times.lines().count(), 4);
        refused(
            &["resume", path(&at("match")), "--more", "2"],
            &["has 2 deals, enough for 4 games and not for more"],
        );
    }
}

#[test]
fn invalid_book_is_refused_with_the_line() {
    let folder = tempfile::tempdir().unwrap();
    let run = played(folder.path(), 2);
    let file = folder.path().join("book.jsonl");
    let all = records(&run);
    let command = [
        "match",
        "--game",
        "carcassonne",
        "--a",
        "greedy",
        "--b",
        "random",
        "--deals",
        path(&file),
    ];
    let refused_with = |lines: &[Value], more: &[&str], says: &str| {
        fs::write(
            &file,
            lines
                .iter()
                .map(|line| format!("{line}\n"))
                .collect::<String>(),
        )
        .unwrap();
        refused(&[&command[..], more].concat(), &[says]);
    };
    let changed = |change: &dyn Fn(&mut Value)| {
        let mut line = all[0].clone();
        change(&mut line);
        vec![all[1].clone(), line]
    };
    refused_with(
        &all,
        &["--games", "1000"],
        "has 4 deals, enough for 8 games and not for more",
    );
    refused_with(&[], &[], "is empty");
    refused_with(
        &changed(&|line| line["deal"] = json!([])),
        &[],
        "line 2: an object with a deal is expected",
    );
    refused_with(
        &changed(&|line| line["deal"]["tiles"][3] = "zz".into()),
        &[],
        "line 2: the deal: no kind of tile",
    );
    refused_with(
        &changed(&|line| line["opening"] = 100.into()),
        &[],
        "line 2: opening of 100 turns; it has 71",
    );
    let moved = |line: &mut Value| (line["opening"], line["turns"][2]["x"]) = (5.into(), 50.into());
    refused_with(&changed(&moved), &[], "line 2: turn 3: ");
    let over = |line: &mut Value| line["opening"] = line["turns"].as_array().unwrap().len().into();
    refused_with(
        &changed(&over),
        &[],
        "line 2: the game is over before anybody decides",
    );
    fs::write(&file, "nonsense\n").unwrap();
    refused(
        &command,
        &["line 1: not a deal: column 2: a value of JSON is expected"],
    );
    // A record of another game.
    fs::write(
        &file,
        format!("{}\n", records(&played(folder.path(), 4))[0]),
    )
    .unwrap();
    refused(&command, &["line 1: the key tiles is missing"]);
}

#[test]
fn short_deal_is_played_and_marked_chosen() {
    let folder = tempfile::tempdir().unwrap();
    for number in [0, 2, 3] {
        let (options, _) = GAMES[number];
        let (run, out) = (
            played(folder.path(), number),
            folder.path().join(format!("short{number}")),
        );
        let mut deal = json!({ "deal": records(&run)[0]["deal"] });
        deal["deal"]["tiles"].as_array_mut().unwrap().truncate(12);
        let file = folder.path().join("short.jsonl");
        fs::write(&file, deal.to_string()).unwrap();
        let words = [
            "simulate",
            "--agents",
            "greedy",
            "--deals",
            path(&file),
            "--records",
            "all",
            "--luck",
        ];
        ok(&[&words[..], &game(options), &["--out", path(&out)]].concat());
        for record in records(&out) {
            assert_eq!(record["chosen"], true);
            let discarded = |turn: &Value| turn["discarded"].as_array().unwrap().len();
            let turns = record["turns"].as_array().unwrap();
            assert!(turns.len() + turns.iter().map(discarded).sum::<usize>() <= 12);
        }
        ok(&["verify", path(&out)]);
        // A record that does not say so is refused.
        let text = fs::read_to_string(out.join("records.jsonl")).unwrap();
        let file = folder.path().join("silent.jsonl");
        fs::write(&file, text.replacen("\"chosen\":true,", "", 1)).unwrap();
        let error = goldrush()
            .args(["replay", path(&file)])
            .assert()
            .code(1)
            .get_output()
            .stderr
            .clone();
        assert!(
            String::from_utf8(error)
                .unwrap()
                .contains("does not say that it was chosen")
        );
    }
}

#[test]
fn resumed_run_has_every_time_once() {
    let folder = tempfile::tempdir().unwrap();
    let run = folder.path().join("run");
    ok(&[
        "simulate",
        "--agents",
        "greedy",
        "--games",
        "20",
        "--records",
        "every=3",
        "--out",
        path(&run),
    ]);
    ok(&["resume", path(&run), "--more", "10"]);
    let text = fs::read_to_string(run.join("times.jsonl")).unwrap();
    let games: Vec<u64> = text
        .lines()
        .map(|line| {
            serde_json::from_str::<Value>(line).unwrap()["game"]
                .as_u64()
                .unwrap()
        })
        .collect();
    assert_eq!(games, (0..30).step_by(3).collect::<Vec<_>>());
}

#[test]
fn replay_shows_what_each_score_was_for() {
    let folder = tempfile::tempdir().unwrap();
    for (number, says) in [
        (0, " for a completed railroad of "),
        (2, " for a completed road of "),
        (4, "gold worth "),
    ] {
        let run = played(folder.path(), number);
        let text: String = (0..4)
            .map(|game| ok(&["replay", "--run", path(&run), "--number", &game.to_string()]))
            .collect();
        // Lines are wrapped.
        assert!(
            text.split_whitespace()
                .collect::<Vec<_>>()
                .join(" ")
                .contains(says.trim()),
            "{says}: {text}"
        );
    }
}

/// A place without a card is no dynamite, which that game does not have.
#[test]
fn places_without_a_card_have_a_mark_of_their_own() {
    let folder = tempfile::tempdir().unwrap();
    let (run, book) = (folder.path().join("run"), folder.path().join("book.jsonl"));
    let game = [
        "--game",
        "knizia-gold",
        "--whole-match",
        "--rule",
        "dynamite=0",
        "--seed",
        "5",
    ];
    let words = [
        "simulate",
        "--agents",
        "random",
        "--games",
        "1",
        "--records",
        "all",
        "--out",
        path(&run),
    ];
    ok(&[&words[..], &game].concat());
    let file = run.join("records.jsonl");
    let text = fs::read_to_string(&file).unwrap();
    assert!(!text.contains("\"xx\""), "{text}");
    let record: Value = serde_json::from_str(text.lines().next().unwrap()).unwrap();
    for cards in record["deal"]["cards"].as_array().unwrap() {
        let cards: Vec<&str> = cards
            .as_array()
            .unwrap()
            .iter()
            .map(|card| card.as_str().unwrap())
            .collect();
        assert!(
            cards.len() == 64 && cards[59..] == ["--"; 5] && !cards[..59].contains(&"--"),
            "{cards:?}"
        );
    }
    ok(&["replay", path(&file)]);
    ok(&["verify", path(&run)]);
    // As a deal, it is played with the same cards; dynamite at those places is refused.
    let again = [
        "match",
        "--a",
        "random",
        "--b",
        "memory",
        "--deals",
        path(&file),
    ];
    ok(&[&again[..], &game].concat());
    fs::write(&book, text.replace("\"--\"", "\"xx\"")).unwrap();
    let wrong = [
        "match",
        "--a",
        "random",
        "--b",
        "memory",
        "--deals",
        path(&book),
    ];
    refused(
        &[&wrong[..], &game].concat(),
        &["59 cards of the game", "-- at the other 5 places"],
    );
}

/// Counts come from the deal and not from all tiles of the game.
#[test]
fn short_deals_of_ones_own_are_counted_by_their_own_tiles() {
    let folder = tempfile::tempdir().unwrap();
    for (game, tile) in [
        ("carcassonne", "U"),
        ("carcassonne+gold-mines", "U"),
        ("gold-rush", "27"),
    ] {
        let (run, book) = (
            folder.path().join(format!("run-{game}")),
            folder.path().join("book.jsonl"),
        );
        let source = folder.path().join(format!("source-{game}"));
        let words = [
            "simulate",
            "--game",
            game,
            "--agents",
            "random",
            "--games",
            "1",
            "--records",
            "all",
        ];
        ok(&[&words[..], &["--out", path(&source)]].concat());
        let text = fs::read_to_string(source.join("records.jsonl")).unwrap();
        let mut record: Value = serde_json::from_str(text.lines().next().unwrap()).unwrap();
        record["deal"]["tiles"] = json!([tile]);
        record["chosen"] = true.into();
        record["turns"] = json!([]);
        fs::write(&book, record.to_string() + "\n").unwrap();
        let words = [
            "match",
            "--game",
            game,
            "--a",
            "greedy",
            "--b",
            "random",
            "--deals",
            path(&book),
        ];
        ok(&[&words[..], &["--out", path(&run)]].concat());
        let games = fs::read_to_string(run.join("games.csv")).unwrap();
        let column = games
            .lines()
            .next()
            .unwrap()
            .split(',')
            .position(|name| name == "discarded")
            .unwrap();
        let discarded: Vec<&str> = games
            .lines()
            .skip(1)
            .map(|row| row.split(',').nth(column).unwrap())
            .collect();
        assert_eq!(discarded, ["0", "0"], "{game}: {games}");
    }
}
