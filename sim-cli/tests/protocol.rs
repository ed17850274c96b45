//! Traffic with bots: it follows the schema, suffices to follow a game, and is logged on request; bot options, and
//! their tuning.
#![cfg(unix)]

use std::fs;
use std::io::Read;
use std::path::Path;

use assert_cmd::cargo::cargo_bin;
use flate2::read::MultiGzDecoder;
use goldrush_bot::FromHost;
use serde_json::Value;

use crate::bot::{Case, FIRST_MOVE};
use crate::command::{goldrush, ok, path, refused};

/// Returns the schema in strict form, which rejects what it does not describe.
fn schema(side: &str) -> jsonschema::Validator {
    fn close(value: &mut Value) {
        match value {
            Value::Object(fields) => {
                if fields.get("type") == Some(&"object".into()) && fields.contains_key("properties")
                {
                    fields.entry("additionalProperties").or_insert(false.into());
                }
                fields.values_mut().for_each(close);
            }
            Value::Array(values) => values.iter_mut().for_each(close),
            _ => {}
        }
    }
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("protocol.schema.json");
    let mut schema: Value = serde_json::from_str(&fs::read_to_string(file).unwrap()).unwrap();
    close(&mut schema);
    schema["$ref"] = format!("#/$defs/{side}").into();
    schema.as_object_mut().unwrap().remove("anyOf");
    jsonschema::validator_for(&schema).unwrap()
}

/// Checks the messages in a file and returns their kinds.
fn validate(schema: &jsonschema::Validator, file: &Path) -> Vec<String> {
    let text = fs::read_to_string(file).unwrap();
    let kind = |line: &str| {
        let message: Value = serde_json::from_str(line).unwrap();
        if let Err(e) = schema.validate(&message) {
            panic!("{}: {e} at {}: {line}", file.display(), e.instance_path());
        }
        message["t"].as_str().unwrap().to_owned()
    };
    text.lines().map(kind).collect()
}

/// Checks that bots in Rust understand every message to a bot, and that its types leave out nothing.
fn understood_in_rust(file: &Path) {
    let text = fs::read_to_string(file).unwrap();
    for line in text.lines() {
        let message: FromHost =
            serde_json::from_str(line).unwrap_or_else(|e| panic!("{e}: {line}"));
        let known = format!("{message:?}");
        assert!(!known.contains("Unknown"), "{line}");
        let asked: Value = serde_json::from_str(line).unwrap();
        if let FromHost::Decide(decision) = message {
            let count = |key: &str| asked[key].as_array().map_or(0, Vec::len);
            assert_eq!(decision.moves.len(), count("moves"));
            assert_eq!(
                (decision.features.len(), decision.events.len()),
                (count("features"), count("events"))
            );
            assert_eq!(
                decision.observation.is_some(),
                asked.get("observation").is_some()
            );
            for (mv, sent) in decision
                .moves
                .iter()
                .zip(asked["moves"].as_array().unwrap())
            {
                let home = sent
                    .get("comes_home")
                    .map_or(0, |pieces| pieces.as_array().unwrap().len());
                let then = sent
                    .get("then")
                    .map_or(0, |then| then.as_array().unwrap().len());
                assert_eq!((mv.outcome.comes_home.len(), mv.then.len()), (home, then));
                assert_eq!(mv.outcome.scores.is_empty(), sent.get("scores").is_none());
            }
        }
    }
}

/// Plays a game between a bot that requests everything and a served agent; logs the traffic with both in `host.jsonl`,
/// `bot.jsonl`, `host2.jsonl` and `bot2.jsonl`.
fn kept_traffic(game: &str, options: &[&str]) -> Case {
    let all = r#"echo '{"t":"ready","name":"all","send":["catalogue","events","observation","features","effects","then"]}'"#;
    let pick = r#"case $line in *'"count":1,'*) id=0;; *) id=$((n%2));; esac"#;
    let case = Case::new(
        all,
        &format!(r#"{pick}; echo "{{\"t\":\"move\",\"n\":$((n-1)),\"id\":$id}}""#),
    );
    let script = fs::read_to_string(case.file("bot.sh")).unwrap();
    fs::write(
        case.file("bot.sh"),
        script.replace("esac", "*'\"t\":\"game\"'*) n=0;;\nesac"),
    )
    .unwrap();
    let kept = |name: &str, command: &str| {
        let (host, bot) = (
            case.file(&format!("host{name}.jsonl")),
            case.file(&format!("bot{name}.jsonl")),
        );
        // Each game of a deal has a process of its own.
        format!(
            "exec:tee -a {} | {command} | tee -a {}",
            path(&host),
            path(&bot)
        )
    };
    let serve = format!(
        "{} lab serve --agent random --game {game}",
        cargo_bin("goldrush").display()
    );
    let agents = format!("{},{},random", kept("", &case.command()), kept("2", &serve));
    let words = [
        "simulate",
        "--game",
        game,
        "--agents",
        &agents,
        "--games",
        "1",
        "--threads",
        "1",
    ];
    ok(&[&words[..], options].concat());
    case
}

#[test]
fn real_traffic_follows_the_schema() {
    let variants = [
        "--tents",
        "2",
        "--take-back",
        "--mining-interval",
        "2",
        "--tokens",
        "1=20,3=20",
    ];
    let case = kept_traffic("gold-rush", &variants);
    let (host, bot) = (case.file("host.jsonl"), case.file("bot.jsonl"));
    let (host2, bot2) = (case.file("host2.jsonl"), case.file("bot2.jsonl"));
    let (to_bot, from_bot) = (schema("to_bot"), schema("from_bot"));
    let kinds = validate(&to_bot, &host);
    assert_eq!(
        kinds[..4],
        ["hello", "hello", "catalogue", "game"],
        "the first process is only asked its name"
    );
    assert!(kinds.iter().filter(|kind| *kind == "decide").count() > 100);
    assert!(kinds.contains(&"over".into()));
    assert_eq!(validate(&from_bot, &bot)[..3], ["ready", "ready", "move"]);
    understood_in_rust(&host);
    validate(&to_bot, &host2);
    validate(&from_bot, &bot2);
    // All kinds of moves and events occurred.
    let text = fs::read_to_string(&host).unwrap();
    for kind in [
        "place",
        "none",
        "cowboy",
        "tent",
        "mine",
        "take_back",
        "placed",
        "acted",
        "token",
        "scored",
    ] {
        assert!(text.contains(&format!("\"kind\":\"{kind}\"")), "{kind}");
    }
    // The schema is not so permissive that anything passes.
    for (schema, wrong) in [
        (
            &to_bot,
            r#"{"t":"hello","proto":"1","program":"x","version":"1"}"#,
        ),
        (&to_bot, r#"{"t":"decide","n":0}"#),
        (&from_bot, r#"{"t":"move"}"#),
        (&from_bot, r#"{"t":"move","id":-1}"#),
    ] {
        assert!(
            !schema.is_valid(&serde_json::from_str(wrong).unwrap()),
            "{wrong}"
        );
    }
}

/// Returns the messages of the last game in a file.
fn last_game(file: &Path) -> Vec<Value> {
    let text = fs::read_to_string(file).unwrap();
    let mut said: Vec<Value> = text
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let began = said
        .iter()
        .rposition(|message| message["t"] == "game")
        .unwrap();
    said.split_off(began)
}

/// Returns all events in the messages, in order.
fn events(messages: &[Value]) -> Vec<&Value> {
    messages
        .iter()
        .filter_map(|message| message.get("events")?.as_array())
        .flatten()
        .collect()
}

/// Returns the points of each seat by the events of one kind.
fn points_told(events: &[&Value], kind: &str, seats: usize) -> Vec<u64> {
    let mut points = vec![0; seats];
    for event in events.iter().filter(|event| event["kind"] == kind) {
        let worth = event
            .get("points")
            .or(event.get("value"))
            .unwrap()
            .as_u64()
            .unwrap();
        let to = event.get("seats").map_or_else(
            || vec![event["seat"].clone()],
            |seats| seats.as_array().unwrap().clone(),
        );
        to.iter()
            .for_each(|seat| points[seat.as_u64().unwrap() as usize] += worth);
    }
    points
}

/// A bot that reads only the events knows what lies where, and what every seat has.
#[test]
fn games_can_be_followed_from_events_alone() {
    let (to_bot, from_bot) = (schema("to_bot"), schema("from_bot"));
    for game in ["carcassonne", "carcassonne+gold-mines", "knizia-gold"] {
        let case = kept_traffic(game, &[]);
        for name in ["", "2"] {
            let kinds = validate(&to_bot, &case.file(&format!("host{name}.jsonl")));
            assert!(
                kinds.contains(&"over".into())
                    && (name == "2") != kinds.contains(&"catalogue".into()),
                "{game}"
            );
            validate(&from_bot, &case.file(&format!("bot{name}.jsonl")));
            understood_in_rust(&case.file(&format!("host{name}.jsonl")));
        }
        let said = last_game(&case.file("host.jsonl"));
        let told = events(&said);
        let scores: Vec<u64> = said.last().unwrap()["scores"]
            .as_array()
            .unwrap()
            .iter()
            .map(|n| n.as_u64().unwrap())
            .collect();
        let seen = &said
            .iter()
            .rev()
            .find(|message| message["t"] == "decide")
            .unwrap()["observation"];
        if game == "knizia-gold" {
            assert_eq!(points_told(&told, "dug", 3), scores);
            let gone = told
                .iter()
                .filter(|event| event["kind"] == "removed")
                .count();
            let later = events(&said[said.len() - 1..])
                .iter()
                .filter(|event| event["kind"] == "removed")
                .count();
            let gaps = seen["grid"]
                .as_array()
                .unwrap()
                .iter()
                .filter(|card| card.is_null())
                .count();
            assert_eq!(gone - later, gaps);
            continue;
        }
        let laid = |event: &&&Value| event["kind"] == "placed";
        let placed: Vec<_> = told
            .iter()
            .filter(laid)
            .map(|event| [&event["tile"], &event["x"], &event["y"]])
            .collect();
        let tiles = seen["landscape"].as_array().unwrap();
        let shown: Vec<_> = tiles[1..]
            .iter()
            .map(|tile| [&tile["tile"], &tile["x"], &tile["y"]])
            .collect();
        assert_eq!(placed[..shown.len()], shown, "{game}");
        let mut points = points_told(&told, "scored", 3);
        // Rule M7: value of the ingots taken.
        for (seat, points) in points.iter_mut().enumerate() {
            let ingots = told
                .iter()
                .filter(|event| event["kind"] == "taken" && event["seat"] == seat)
                .count() as u8;
            *points += u64::from(goldrush_engine::carcassonne::ingots::ingot_points(ingots));
        }
        assert_eq!(points, scores, "{game}");
        let then = said
            .iter()
            .filter_map(|message| message.get("moves")?.as_array())
            .flatten();
        assert!(
            then.into_iter().any(|offer| offer.get("then").is_some()),
            "{game}"
        );
    }
}

#[test]
fn bot_is_not_asked_to_play_an_unsupported_game() {
    let ready =
        r#"echo '{"t":"ready","name":"one","games":["gold-rush"],"rules":["tents"],"send":[]}'"#;
    let case = Case::new(ready, FIRST_MOVE);
    ok(&[
        "simulate",
        "--agents",
        &case.agents(),
        "--games",
        "2",
        "--tents",
        "2",
    ]);
    let stopped = |options: &[&str], words: &[&str]| {
        let output = goldrush()
            .args(["simulate", "--agents", &case.agents(), "--games", "2"])
            .args(options)
            .output();
        let output = output.unwrap();
        assert_eq!(output.status.code(), Some(2));
        let told = String::from_utf8(output.stderr).unwrap();
        words
            .iter()
            .for_each(|word| assert!(told.contains(word), "{word}: {told}"));
    };
    stopped(
        &["--game", "carcassonne"],
        &["cannot play this", "plays gold-rush, and not carcassonne"],
    );
    stopped(
        &["--no-farmers"],
        &["cannot play this", "farmers", "but with tents"],
    );
    let checked = |case: &Case| {
        ok(&["lab", "check-bot", &case.command()])
            .split_whitespace()
            .collect::<Vec<_>>()
            .join(" ")
    };
    let text = checked(&case);
    assert!(
        text.contains("plays variants of the rules") && text.contains("all 14 checks passed"),
        "{text}"
    );
    assert!(
        text.contains("not tested: carcassonne, carcassonne+gold-mines, knizia-gold"),
        "{text}"
    );
    assert!(
        text.contains("not tested: gold-rush with values of tiles, farmers,"),
        "{text}"
    );
    let two = Case::new(
        r#"echo '{"t":"ready","name":"two","games":["knizia-gold","carcassonne"],"send":[]}'"#,
        FIRST_MOVE,
    );
    let text = checked(&two);
    assert!(
        text.contains("plays with 5 players at carcassonne: ")
            && text.contains("plays with 5 players at knizia-gold: "),
        "{text}"
    );
    assert!(text.contains("all 19 checks passed"), "{text}");
}

#[test]
fn traffic_with_a_bot_is_logged_on_request() {
    let case = Case::new(
        "echo thinking >&2; echo '{\"t\":\"ready\",\"name\":\"test\",\"send\":[]}'",
        FIRST_MOVE,
    );
    let logs = case.file("logs");
    ok(&[
        "simulate",
        "--agents",
        &case.agents(),
        "--games",
        "2",
        "--threads",
        "1",
        "--bot-log",
        path(&logs),
    ]);
    // The first process gives its name, the second plays.
    let mut text = String::new();
    MultiGzDecoder::new(fs::File::open(logs.join("bot-2.txt.gz")).unwrap())
        .read_to_string(&mut text)
        .unwrap();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], format!("# {}", case.command()));
    assert!(lines[1].starts_with("> {\"t\":\"hello\""), "{text}");
    assert!(
        lines.contains(&"! thinking") && lines.contains(&"< {\"t\":\"move\",\"id\":0}"),
        "{text}"
    );
    assert!(
        lines.last().unwrap().starts_with("> {\"t\":\"over\""),
        "{text}"
    );
    // Another run adds its own files.
    ok(&[
        "lab",
        "check-bot",
        &case.command(),
        "--bot-log",
        path(&logs),
    ]);
    assert!(logs.join("bot-3.txt.gz").exists());
    refused(
        &["lab", "check-bot", "true", "--bot-log", "/dev/null/logs"],
        &["--bot-log /dev/null/logs"],
    );
}

#[test]
fn bot_comments_are_saved_and_its_name_is_shown() {
    let ready = r#"echo '{"t":"ready","name":"talker","version":"2.1","send":[]}'"#;
    let said = r#"echo '{"t":"move","id":0,"value":3.256,"pv":["here","there"],"note":"because"}'"#;
    let case = Case::new(ready, said);
    let (out, agents) = (case.file("run"), case.agents());
    let words = [
        "simulate",
        "--agents",
        &agents,
        "--games",
        "2",
        "--threads",
        "1",
        "--records",
        "all",
    ];
    let text = ok(&[&words[..], &["--out", path(&out)]].concat());
    assert!(
        text.contains("talker 2.1") && !text.contains("exec:"),
        "{text}"
    );
    let plan = fs::read_to_string(out.join("run.toml")).unwrap();
    assert!(
        plan.contains("[bot_names]") && plan.contains("talker 2.1"),
        "{plan}"
    );
    let record: Value = serde_json::from_str(
        fs::read_to_string(out.join("records.jsonl"))
            .unwrap()
            .lines()
            .next()
            .unwrap(),
    )
    .unwrap();
    let (values, remarks) = (
        record["values"].as_array().unwrap(),
        record["remarks"].as_array().unwrap(),
    );
    assert_eq!((&values[0], &values[1]), (&Value::from(3.26), &Value::Null));
    assert_eq!(remarks[0]["pv"], Value::from(vec!["here", "there"]));
    assert!(remarks[0]["note"].as_str().unwrap().starts_with("because") && remarks[1].is_null());
    let text = ok(&["replay", path(&out.join("records.jsonl"))])
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ");
    assert!(
        text.contains(
            "(expected a lead of +3.3; comment: because; because; expected moves: here, there)"
        ),
        "{text}"
    );
    // In a match between two bots of the same name, their commands are shown.
    let twin = Case::new(ready, said);
    let (a, b) = (
        format!("exec:{}", case.command()),
        format!("exec:{}", twin.command()),
    );
    assert!(ok(&["match", "--a", &a, "--b", &b, "--games", "2"]).contains("A talker 2.1"));
    let three = format!("{a},{b},greedy");
    assert!(ok(&["simulate", "--agents", &three, "--games", "3"]).contains("exec:"));
    ok(&["verify", path(&out)]);
}

/// A bot that reads its name from its options: they win nothing, but its processes take time.
#[test]
fn bot_receives_its_options_and_its_processor_time_is_reported() {
    let keep = "printf '%s\\n' \"$line\" | grep -o '\"options\":{[^}]*}' >> \"$0.heard\"";
    let case = Case::new(
        r#"echo '{"t":"ready","name":"test","options":{"bold":false,"depth":1},"send":[]}'"#,
        FIRST_MOVE,
    );
    let script = fs::read_to_string(case.file("bot.sh")).unwrap();
    let script = script.replace(
        "*'\"t\":\"decide\"'*)",
        &format!("*'\"t\":\"game\"'*) {keep};;\n*'\"t\":\"decide\"'*)"),
    );
    fs::write(case.file("bot.sh"), script).unwrap();
    let [a, b] = [3, 5].map(|depth| format!("exec:\"{}\":bold=true,depth={depth}", case.command()));
    let out = case.file("run");
    let text = ok(&[
        "match",
        "--a",
        &a,
        "--b",
        &b,
        "--games",
        "40",
        "--threads",
        "1",
        "--out",
        path(&out),
    ]);
    assert!(
        text.contains("A test bold=true depth=3") && text.contains("B test bold=true depth=5"),
        "{text}"
    );
    let heard = fs::read_to_string(case.file("bot.sh.heard")).unwrap();
    for depth in [3, 5] {
        let line = format!("\"options\":{{\"bold\":true,\"depth\":{depth}}}");
        assert_eq!(
            heard.lines().filter(|heard| *heard == line).count(),
            40,
            "{heard}"
        );
    }
    // If the system reports it.
    if fs::exists("/proc/self/stat").unwrap() {
        assert!(text.contains("processor ms"), "{text}");
        let machine: Value =
            serde_json::from_str(&fs::read_to_string(out.join("machine.json")).unwrap()).unwrap();
        assert!(
            machine["effort"][0]["processor_ms_per_turn"].is_number(),
            "{machine}"
        );
    }
    ok(&["verify", path(&out)]);
    refused(
        &["match", "--a", "exec:\"a\":b", "--b", "random"],
        &["NAME=VALUE", ":depth=3"],
    );
}

#[test]
fn options_that_a_bot_does_not_declare_are_refused() {
    let options = r#","options":{"bold":false,"depth":3}"#;
    let bot = |options: &str| {
        Case::new(
            &format!(r#"echo '{{"t":"ready","name":"a","send":[]{options}}}'"#),
            FIRST_MOVE,
        )
    };
    let (some, none) = (bot(options), bot(""));
    let named = |case: &Case, options: &str| format!("exec:\"{}\":{options}", case.command());
    ok(&[
        "match",
        "--a",
        &named(&some, "depth=5"),
        "--b",
        "random",
        "--games",
        "2",
    ]);
    let [missing, typed, silent] = [
        named(&some, "dept=5"),
        named(&some, "depth=deep"),
        named(&none, "depth=5"),
    ];
    for (agent, part) in [
        (
            &missing,
            "cannot play this: it has no option \"dept\"; its options are: bold, depth",
        ),
        (
            &typed,
            "\"deep\" is given for its option \"depth\"; a value such as 3 is expected",
        ),
        (
            &silent,
            "it has no option \"depth\"; its options are: nothing",
        ),
    ] {
        refused(
            &["match", "--a", agent, "--b", "random", "--games", "2"],
            &[part],
        );
        refused(
            &[
                "simulate",
                "--agents",
                &format!("{agent},random"),
                "--games",
                "2",
            ],
            &[part],
        );
        refused(&["play", "--plain", "--opponents", agent], &[part]);
    }
    let tuned = [
        "lab",
        "tune",
        "--bot",
        &named(&none, "depth=5"),
        "--parameter",
        "depth=2..8",
        "--games",
        "2",
    ];
    refused(&tuned, &["it has no option \"depth\""]);
}

/// The bot plays better the closer its number is to 7.
#[test]
#[ignore = "slow"]
fn bot_parameters_are_tuned() {
    let folder = tempfile::tempdir().unwrap();
    let bot = folder.path().join("bot.py");
    let source = r#"
import json, random, sys
for line in sys.stdin:
    message = json.loads(line)
    if message["t"] == "hello":
        print(json.dumps({"t": "ready", "name": "tuned", "options": {"number": 1, "idle": 0.5}, "send": ["moves", "scores"]}), flush=True)
    elif message["t"] == "game":
        number, chance, seat = message["options"]["number"], random.Random(message["seed"]), message["seat"]
    elif message["t"] == "decide":
        moves = message["moves"]
        best = max(moves, key=lambda move: move["scores"][seat])
        careless = chance.random() < abs(number - 7) / 8
        print(json.dumps({"t": "move", "id": chance.randrange(len(moves)) if careless else best["id"]}), flush=True)
"#;
    fs::write(&bot, source).unwrap();
    let named = format!("exec:\"python3 {}\":number=3", path(&bot));
    let tune = [
        "lab",
        "tune",
        "--bot",
        &named,
        "--parameter",
        "number=1..9",
        "--games",
        "4",
        "--test",
        "4",
    ];
    let text = ok(&[
        &tune[..],
        &["--iterations", "4", "--step", "0.2", "--threads", "2"],
    ]
    .concat());
    assert!(text.contains("number               3.0000 ->"), "{text}");
    let found = text.lines().last().unwrap();
    assert!(
        found.starts_with("exec:\"python3 ") && found.contains("\":number="),
        "{text}"
    );
    ok(&["match", "--a", found, "--b", "random", "--games", "2"]);
    // Without a given number it starts at the bot's own; the log belongs to this version.
    let (bare, log) = (
        format!("exec:python3 {}", path(&bot)),
        folder.path().join("log.csv"),
    );
    let short = [
        "lab",
        "tune",
        "--bot",
        &bare,
        "--parameter",
        "number=0..9",
        "--iterations",
        "1",
        "--games",
        "2",
    ];
    let logged = [
        &short[..],
        &["--test", "2", "--threads", "1", "--out", path(&log)],
    ]
    .concat();
    let text = ok(&logged);
    assert!(text.contains("number               1.0000 ->"), "{text}");
    assert!(
        text.contains("untuned bots play with number=1 (the bot's default)"),
        "{text}"
    );
    fs::write(&bot, source.replace("\"tuned\"", "\"newer\"")).unwrap();
    refused(
        &logged,
        &["the bot now says \"newer\"; this log was started with \"tuned\""],
    );
    let idle = [
        &tune[..],
        &["--parameter", "idle=0.0..1.0", "--threads", "2"],
    ]
    .concat();
    refused(
        &idle,
        &[
            "--parameter idle",
            "plays the same with idle=0 and idle=1",
            "nothing to tune",
        ],
    );
    refused(
        &["lab", "tune", "--bot", "greedy", "--parameter", "a=1..2"],
        &["--bot greedy", "a command is expected"],
    );
    refused(
        &["lab", "tune", "--bot", &named, "--parameter", "number"],
        &["--parameter number", "NAME=LOW..HIGH"],
    );
    refused(&["lab", "tune", "--bot", &named], &["--parameter"]);
}
