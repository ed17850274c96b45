//! Bots that run as child processes cannot know a deal: no process gets one twice, and no seed gives one away.
#![cfg(unix)]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use goldrush_engine::rng::bot_stream;
use rand::Rng as _;
use serde_json::Value;

use crate::bot::{Case, FIRST_MOVE, READY, SALT};
use crate::command::{goldrush, ok, path, refused};

/// Creates a bot that writes its process and the seed of each of its games to the file `met`.
fn witness() -> Case {
    let case = Case::new(READY, FIRST_MOVE);
    let script = fs::read_to_string(case.file("bot.sh")).unwrap();
    let told = format!(
        r#"*'"t":"game"'*) seed=${{line#*\"seed\":}}; echo $$ ${{seed%%,*}} >> {};;"#,
        path(&case.file("met"))
    );
    fs::write(
        case.file("bot.sh"),
        script.replace("esac", &format!("{told}\nesac")),
    )
    .unwrap();
    case
}

/// Returns the processes and seeds of a bot's games, in no particular order.
fn met(case: &Case) -> Vec<(u32, u64)> {
    let text = fs::read_to_string(case.file("met")).unwrap();
    let pair = |line: &str| {
        let (process, seed) = line.split_once(' ').unwrap();
        (process.parse().unwrap(), seed.parse().unwrap())
    };
    text.lines().map(pair).collect()
}

/// Checks that no process got a deal twice, and returns how many games were played by how many processes. The deal of a
/// game follows from its seed and the salt.
fn check_deals(case: &Case) -> (usize, usize) {
    let salt = u128::from_str_radix(SALT, 16).unwrap();
    let mut deals = BTreeMap::new();
    for block in 0..40 {
        for (seating, seat) in (0..5).flat_map(|seating| (0..5).map(move |seat| (seating, seat))) {
            deals.insert(
                bot_stream(salt, block, seating, seat).next_u64() % (1 << 53),
                block,
            );
        }
    }
    let met = met(case);
    let mut pairs = BTreeSet::new();
    // Other games were played beforehand, to measure how long games take.
    let met: Vec<(u32, u64)> = met
        .into_iter()
        .filter_map(|(process, seed)| Some((process, *deals.get(&seed)?)))
        .collect();
    for (process, deal) in &met {
        assert!(
            pairs.insert((process, deal)),
            "process {process} met deal {deal} twice"
        );
    }
    let processes: BTreeSet<u32> = met.iter().map(|(process, _)| *process).collect();
    (met.len(), processes.len())
}

#[test]
fn no_process_gets_a_deal_twice_in_any_kind_of_run() {
    for (run, agents) in [
        (
            &["simulate", "--players", "2", "--agents"][..],
            "BOT,random",
        ),
        (&["match", "--b", "random", "--a"], "BOT"),
        (
            &[
                "match",
                "--players",
                "4",
                "--mirror",
                "--b",
                "random",
                "--a",
            ],
            "BOT",
        ),
        (
            &["tournament", "--players", "3", "--agents"],
            "BOT,random,greedy",
        ),
        (
            &[
                "balance",
                "--factor",
                "tents=0,1",
                "--about",
                "points",
                "--agents",
            ],
            "BOT,random",
        ),
    ] {
        let case = witness();
        let agents = agents.replace("BOT", &format!("exec:{}", case.command()));
        let common = [
            "--games",
            "24",
            "--threads",
            "2",
            "--seed",
            "7",
            "--bot-salt",
            SALT,
        ];
        ok(&[run, &[&agents], &common].concat());
        let (games, processes) = check_deals(&case);
        assert!(
            games >= 24 && processes < games,
            "{run:?}: {processes} processes played {games} games"
        );
    }
}

#[test]
fn no_process_gets_a_deal_twice_in_parts_and_resumed_runs() {
    let case = witness();
    let bot = format!("exec:{}", case.command());
    let run = [
        "match",
        "--a",
        &bot,
        "--b",
        "random",
        "--seed",
        "7",
        "--bot-salt",
        SALT,
        "--threads",
        "2",
    ];
    let (parts, whole) = (case.file("parts"), case.file("whole"));
    for part in ["0/2", "1/2"] {
        ok(&[
            &run[..],
            &["--games", "12", "--shard", part, "--out", path(&parts)],
        ]
        .concat());
    }
    ok(&[&run[..], &["--games", "8", "--out", path(&whole)]].concat());
    ok(&["resume", path(&whole), "--more", "8"]);
    assert_eq!(check_deals(&case).0, 12 + 16);
}

#[test]
fn deals_from_a_file_get_fresh_processes() {
    let case = witness();
    let deals = case.file("deals.jsonl");
    let recorded = case.file("recorded");
    ok(&[
        "simulate",
        "--games",
        "1",
        "--records",
        "all",
        "--out",
        path(&recorded),
    ]);
    let record = fs::read_to_string(recorded.join("records.jsonl")).unwrap();
    let deal: Value = serde_json::from_str(record.lines().next().unwrap()).unwrap();
    let deal = serde_json::json!({ "catalogue": deal["catalogue"], "deal": deal["deal"] });
    fs::write(&deals, format!("{deal}\n{deal}\n{deal}\n")).unwrap();
    let bot = format!("exec:{}", case.command());
    ok(&[
        "match",
        "--a",
        &bot,
        "--b",
        "random",
        "--deals",
        path(&deals),
        "--threads",
        "1",
    ]);
    let met = met(&case);
    let processes: BTreeSet<u32> = met.iter().map(|(process, _)| *process).collect();
    assert_eq!((met.len(), processes.len()), (6, 6));
}

/// Seeds sent to bots depend only on the salt, which is never sent; deals depend only on the seed of the run.
#[test]
fn bot_seeds_come_from_a_salt_drawn_for_each_run() {
    let case = witness();
    let bot = format!("exec:{}", case.command());
    let play = |out: &str, options: &[&str]| {
        let _ = fs::remove_file(case.file("met"));
        let out = case.file(out);
        let run = [
            "match",
            "--a",
            &bot,
            "--b",
            "random",
            "--games",
            "2",
            "--threads",
            "1",
            "--out",
            path(&out),
        ];
        ok(&[&run[..], options].concat());
        let deal = |line: &str| serde_json::from_str::<Value>(line).unwrap()["deal"].clone();
        let records = fs::read_to_string(out.join("records.jsonl")).unwrap();
        let seeds: Vec<u64> = met(&case).into_iter().map(|(_, seed)| seed).collect();
        (seeds, records.lines().map(deal).collect::<Vec<_>>())
    };
    let seeded = ["--records", "all", "--seed", "5"];
    let (first, second) = (play("first", &seeded), play("second", &seeded));
    assert_ne!(first.0, second.0, "the salt is drawn anew");
    assert_eq!(first.1, second.1, "the deals are those of the seed");
    let salted = [&seeded[..], &["--bot-salt", SALT]].concat();
    let (one, other) = (play("one", &salted), play("other", &salted));
    assert_eq!(one, other, "the same salt gives the same seeds");
    assert_ne!(
        play("drawn", &["--records", "all"]).1,
        play("again", &["--records", "all"]).1,
        "so is the seed"
    );
}

#[test]
fn run_prints_how_to_play_its_games_again() {
    let case = Case::new(READY, FIRST_MOVE);
    let agents = case.agents();
    let run = [
        "simulate",
        "--agents",
        &agents,
        "--games",
        "2",
        "--threads",
        "1",
    ];
    let text = ok(&run);
    let again = text
        .lines()
        .find_map(|line| line.strip_prefix("To play the same games again, add "))
        .unwrap();
    let again: Vec<&str> = again.split(' ').collect();
    let table = |text: &str| {
        text.lines()
            .filter(|line| !line.contains("games/s"))
            .collect::<Vec<_>>()
            .join("\n")
    };
    assert_eq!(table(&ok(&[&run[..], &again].concat())), table(&text));
    // The plan of a run has both, and the command.
    let out = case.file("run");
    ok(&[&run[..], &["--out", path(&out)]].concat());
    let plan = fs::read_to_string(out.join("run.toml")).unwrap();
    assert!(
        plan.contains("bot_salt = \"") && plan.contains("seed = "),
        "{plan}"
    );
    let other = plan
        .replace("bot_salt = \"", "bot_salt = \"0")
        .replacen('0', "", 0);
    fs::write(out.join("run.toml"), other).unwrap();
    refused(
        &["report", path(&out)],
        &["run.toml", "32 hexadecimal digits"],
    );
}

#[test]
fn parts_need_one_seed_and_one_salt() {
    let case = Case::new(READY, FIRST_MOVE);
    let (agents, parts) = (case.agents(), case.file("parts"));
    let run = [
        "simulate",
        "--agents",
        &agents,
        "--games",
        "4",
        "--shard",
        "0/2",
        "--out",
        path(&parts),
    ];
    refused(&run, &["--shard", "--seed ", "--bot-salt "]);
    refused(
        &[&run[..], &["--seed", "3"]].concat(),
        &["--shard", "--bot-salt "],
    );
    refused(
        &["simulate", "--bot-salt", "12"],
        &["--bot-salt", "32 hexadecimal digits"],
    );
}

#[test]
fn faults_are_saved_with_text_decision_and_seed() {
    let case = Case::new(
        READY,
        r#"echo "no $n" >&2; if [ $n = 3 ]; then echo nonsense; else echo '{"t":"move","id":0}'; fi"#,
    );
    let out = case.file("run");
    let agents = case.agents();
    let run = [
        "simulate",
        "--agents",
        &agents,
        "--games",
        "4",
        "--threads",
        "1",
        "--seed",
        "7",
        "--bot-salt",
        SALT,
    ];
    let assert = goldrush()
        .args(run)
        .args(["--out", path(&out)])
        .assert()
        .code(1);
    let told = String::from_utf8(assert.get_output().stderr.clone()).unwrap();
    assert!(
        told.contains("(seat 0, its decision 2, its seed "),
        "{told}"
    );
    let faults = |folder: &Path| -> Vec<Value> {
        let text = fs::read_to_string(folder.join("faults.jsonl")).unwrap();
        text.lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect()
    };
    let of_run = faults(&out);
    assert_eq!(
        of_run
            .iter()
            .map(|fault| fault["game"].as_u64().unwrap())
            .collect::<Vec<_>>(),
        [0, 1, 2, 3]
    );
    let salt = u128::from_str_radix(SALT, 16).unwrap();
    for (fault, (block, seating)) in of_run.iter().zip([(0, 0), (0, 1), (1, 0), (1, 1)]) {
        let seed = bot_stream(salt, block, seating, seating).next_u64() % (1 << 53);
        assert_eq!(
            (&fault["block"], &fault["seat"]),
            (&block.into(), &seating.into())
        );
        assert_eq!(
            (&fault["decision"], &fault["seed"], &fault["fault"]),
            (&2.into(), &seed.into(), &"protocol".into())
        );
        assert!(
            fault["what"].as_str().unwrap().contains("nonsense")
                && fault["stderr"].as_str().unwrap().contains("no 3")
        );
    }
    // The agent that took over scored for nobody.
    let seats = fs::read_to_string(out.join("seats.csv")).unwrap();
    let lost: Vec<&str> = seats
        .lines()
        .filter(|line| line.ends_with(",protocol"))
        .collect();
    assert!(
        lost.len() == 4 && lost.iter().all(|row| row.contains(",0,2,0.0,0,0,0,")),
        "{lost:?}"
    );
    goldrush()
        .args(["resume", path(&out), "--more", "2"])
        .assert()
        .code(1);
    assert_eq!(faults(&out).len(), 6);
    // The report shows them, and so do the parts of a run.
    ok(&["report", path(&out)]);
    let report = fs::read_to_string(out.join("report.md")).unwrap();
    assert!(
        report.contains("## Faults")
            && report.contains("nonsense")
            && report.contains("lost 6 games through faults"),
        "{report}"
    );
    let (parts, merged) = (case.file("parts"), case.file("merged"));
    for part in ["0/2", "1/2"] {
        goldrush()
            .args(run)
            .args(["--shard", part, "--out", path(&parts)])
            .assert()
            .code(1);
    }
    ok(&[
        "merge",
        path(&parts),
        "--out",
        path(&merged),
        "--allow-faults",
    ]);
    assert_eq!(faults(&merged), of_run);
}

#[test]
fn bot_that_loses_by_faults_is_not_called_equal() {
    let case = Case::new(
        READY,
        r#"if [ $n = 30 ]; then exit 3; fi; echo '{"t":"move","id":0}'"#,
    );
    let out = case.file("run");
    let agents = format!("exec:{},random", case.command());
    goldrush()
        .args([
            "tournament",
            "--agents",
            &agents,
            "--games",
            "8",
            "--out",
            path(&out),
        ])
        .assert()
        .code(1);
    ok(&["report", path(&out)]);
    let report = fs::read_to_string(out.join("report.md")).unwrap();
    let is_undecided =
        |line: &str| line.contains("Cannot tell whether") && line.contains("is the strongest");
    assert!(!report.lines().any(is_undecided), "{report}");
}

#[test]
#[cfg(target_os = "linux")]
fn bot_that_kills_its_guard_has_a_fault_and_leaves_nothing_behind() {
    for turn_action in ["kill -KILL $PPID", "kill -STOP $PPID; exit 1"] {
        let case = Case::new(READY, ":");
        let daemon = case.file("daemon");
        let (script, daemon) = (
            fs::read_to_string(case.file("bot.sh")).unwrap(),
            path(&daemon),
        );
        let turn_action = format!(
            "(setsid sh -c 'echo $$ > {daemon}; exec sleep 1000' &); sleep 0.2; {turn_action}; sleep 30"
        );
        fs::write(
            case.file("bot.sh"),
            script.replace("n=$((n+1)); :", &turn_action),
        )
        .unwrap();
        let ran = case.play(&["--bot-move-ms", "2000"]);
        assert!(
            ran.seats
                .iter()
                .filter(|row| ["protocol", "timeout"].contains(&&**row.last().unwrap()))
                .count()
                == 2
        );
        if turn_action.contains("KILL") {
            assert!(
                ran.stderr.contains("killed the process that guards it"),
                "{}",
                ran.stderr
            );
        }
        let pid: i32 = fs::read_to_string(daemon).unwrap().trim().parse().unwrap();
        let stat = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
        assert!(
            stat.is_empty() || stat.contains(") Z "),
            "the daemon still runs: {stat}"
        );
    }
}

/// A bot that thinks for 30 milliseconds a decision, and writes on how many processors it may run.
#[test]
#[ignore = "slow"]
fn clocks_have_increments_and_margins_and_bots_are_pinned() {
    let folder = tempfile::tempdir().unwrap();
    let [bot, seen] = ["bot.py", "seen"].map(|name| folder.path().join(name));
    let source = r#"
import json, os, sys, time
open(sys.argv[1], "a").write(f"{len(os.sched_getaffinity(0))}\n")
for line in sys.stdin:
    message = json.loads(line)
    if message["t"] == "hello":
        print(json.dumps({"t": "ready", "name": "slow", "send": []}), flush=True)
    elif message["t"] == "decide":
        time.sleep(0.03)
        print(json.dumps({"t": "move", "id": 0}), flush=True)
"#;
    fs::write(&bot, source).unwrap();
    let slow = format!("exec:\"python3 {} {}\"", path(&bot), path(&seen));
    let game = [
        "simulate",
        "--agents",
        &format!("{slow},random"),
        "--games",
        "1",
        "--threads",
        "1",
    ];
    let plays = |limits: &[&str]| {
        goldrush()
            .args([&game[..], limits].concat())
            .output()
            .unwrap()
            .status
            .code()
    };
    // More than 60 decisions take longer than a second.
    assert_eq!(plays(&["--bot-game-s", "1"]), Some(1));
    assert_eq!(plays(&["--bot-game-s", "1+0.1"]), Some(0));
    let tight = ["--bot-move-ms", "25"];
    assert_eq!(plays(&tight), Some(1));
    let free: usize = fs::read_to_string(&seen)
        .unwrap()
        .lines()
        .next()
        .unwrap()
        .parse()
        .unwrap();
    fs::write(&seen, "").unwrap();
    assert_eq!(
        plays(&[&tight[..], &["--bot-margin-ms", "5000", "--pin"]].concat()),
        Some(0)
    );
    let pinned = fs::read_to_string(&seen).unwrap();
    assert!(
        free >= 1 && pinned.lines().all(|cpus| cpus == "1"),
        "{free} {pinned}"
    );
}
