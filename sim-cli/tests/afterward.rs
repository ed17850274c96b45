//! Output of bots after their last answer of a game: it costs them that game and no other, whatever the threads.
#![cfg(target_os = "linux")]

use std::collections::BTreeSet;
use std::fs;
use std::process::Command;

use serde_json::Value;
use tempfile::TempDir;

use crate::bot::SALT;
use crate::command::{goldrush, one_line, path};

const MOVE: &str = r#"echo '{"t":"move","id":0}'"#;

/// Output of bots after a game, each with a part of the fault.
const STRAYS: [(&str, &str); 7] = [
    (MOVE, "sent a move before it was asked for one"),
    (
        r#"sleep 0.2; echo '{"t":"move","id":0}'"#,
        "sent a move before it was asked for one",
    ),
    (r#"printf '{"t":"mo'"#, "wrote a line that does not end"),
    (
        "echo good game",
        "wrote a line that is no message: good game",
    ),
    (
        r#"(sleep 0.3; echo '{"t":"move","id":0}') &"#,
        "sent a move before it was asked for one",
    ),
    (
        r#"(setsid sh -c 'sleep 0.2; echo late' &)"#,
        "wrote a line that is no message: late",
    ),
    (
        r#"i=0; while [ $i -lt 20000 ]; do i=$((i+1)); done; echo computed"#,
        "wrote a line that is no message: computed",
    ),
];

/// A bot that takes the first move, writes down the seed of each game, and does something after those whose seed is a multiple of
/// `every`.
fn bot(folder: &TempDir, every: u32, stray: &str) -> String {
    let (script, seeds) = (folder.path().join("bot.sh"), folder.path().join("seeds"));
    let text = format!(
        "while read -r line; do case $line in\n\
         *'\"t\":\"hello\"'*) echo '{{\"t\":\"ready\",\"name\":\"test\",\"send\":[]}}';;\n\
         *'\"t\":\"game\"'*) seed=${{line#*\\\"seed\\\":}}; seed=${{seed%%[,\\}}]*}}; echo $seed >> {seeds};;\n\
         *'\"t\":\"decide\"'*) {MOVE};;\n\
         *'\"t\":\"over\"'*) if [ $((seed % {every})) = 0 ]; then {stray}\nfi;;\n\
         esac; done\n",
        seeds = path(&seeds)
    );
    fs::write(&script, text).unwrap();
    format!("sh {}", path(&script))
}

/// Plays some games. Returns the seeds of those in which the bot did something afterward, and of those that it lost by a fault, with
/// the texts of the faults.
fn played(every: u32, stray: &str, threads: &str) -> (BTreeSet<u64>, BTreeSet<u64>, Vec<String>) {
    let folder = tempfile::tempdir().unwrap();
    let (agents, out) = (
        format!("exec:{},random", bot(&folder, every, stray)),
        folder.path().join("run"),
    );
    let args = [
        "simulate",
        "--agents",
        &agents,
        "--games",
        "16",
        "--seed",
        "5",
        "--bot-salt",
        SALT,
        "--allow-faults",
    ];
    goldrush()
        .args(args)
        .args(["--threads", threads, "--out", path(&out)])
        .assert()
        .success();
    let seeds = fs::read_to_string(folder.path().join("seeds")).unwrap();
    let seeds = seeds
        .lines()
        .map(|seed| seed.parse::<u64>().unwrap())
        .filter(|seed| seed % u64::from(every) == 0);
    let faults = fs::read_to_string(out.join("faults.jsonl")).unwrap_or_default();
    let faults: Vec<Value> = faults
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let lost = faults
        .iter()
        .map(|fault| fault["seed"].as_u64().unwrap())
        .collect();
    let texts = faults
        .iter()
        .map(|fault| fault["what"].as_str().unwrap().to_owned())
        .collect();
    (seeds.collect(), lost, texts)
}

#[test]
fn output_after_the_last_answer_costs_the_game_that_is_over_on_any_number_of_threads() {
    for (stray, what) in STRAYS {
        let (guilty, lost, texts) = played(3, stray, "1");
        assert!(guilty.len() > 1 && guilty.len() < 16, "{stray}: {guilty:?}");
        assert_eq!(lost, guilty, "{stray}: {texts:?}");
        let what = format!("after its last answer of the game it {what}");
        assert!(
            texts.iter().all(|text| text.contains(&what)),
            "{stray}: {texts:?}"
        );
        let (_, with_threads, _) = played(3, stray, "3");
        assert_eq!(with_threads, lost, "{stray}");
    }
}

/// Bots in several languages that write something late, by a helper thread or a timer: their commands, the code that does it, and the
/// rest.
const HELPERS: [(&str, &str, &str); 5] = [
    (
        "python3 bot.py",
        "def later(): threading.Timer(DELAY / 1000, write).start()",
        PYTHON,
    ),
    (
        "python3 bot.py",
        "def sleep(): time.sleep(DELAY / 1000); write()\n\
         def later(): threading.Thread(target=sleep).start()",
        PYTHON,
    ),
    // A thread that waits for work, for a time, and for work again.
    (
        "python3 bot.py",
        "def work():\n while waiting.get(): threading.Event().wait(DELAY / 1000); write()\n\
         waiting = queue.Queue()\n\
         threading.Thread(target=work, daemon=True).start()\n\
         def later(): waiting.put(1)",
        PYTHON,
    ),
    (
        "node bot.js",
        "function later() { setTimeout(() => console.log('late'), DELAY) }",
        NODE,
    ),
    (
        "java Bot.java",
        "static java.util.Timer timer = new java.util.Timer(true);\n\
         static void later() { timer.schedule(new java.util.TimerTask() {\n\
         public void run() { System.out.println(\"late\"); } }, DELAY); }",
        JAVA,
    ),
];
const PYTHON: &str = r#"
import json, queue, sys, threading, time
def write(): print("late", flush=True)
LATER
for line in sys.stdin:
    message = json.loads(line)
    if message["t"] == "hello": print(json.dumps({"t": "ready", "name": "late", "send": []}), flush=True)
    elif message["t"] == "game": seed = message["seed"]
    elif message["t"] == "decide": print(json.dumps({"t": "move", "id": 0}), flush=True)
    elif message["t"] == "over" and seed % EVERY == 0: later()
"#;
const NODE: &str = r#"
LATER
let seed;
require('readline').createInterface({ input: process.stdin }).on('line', line => {
  const message = JSON.parse(line);
  if (message.t == 'hello') console.log(JSON.stringify({ t: 'ready', name: 'late', send: [] }));
  else if (message.t == 'game') seed = message.seed;
  else if (message.t == 'decide') console.log(JSON.stringify({ t: 'move', id: 0 }));
  else if (message.t == 'over' && seed % EVERY == 0) later();
});
"#;
const JAVA: &str = r#"
public class Bot {
  LATER
  public static void main(String[] words) throws Exception {
    var in = new java.io.BufferedReader(new java.io.InputStreamReader(System.in));
    long seed = 0;
    for (String line; (line = in.readLine()) != null; ) {
      if (line.contains("\"t\":\"hello\"")) System.out.println("{\"t\":\"ready\",\"name\":\"late\",\"send\":[]}");
      else if (line.contains("\"t\":\"game\"")) seed = Long.parseLong(line.replaceAll(".*\"seed\":([0-9]+).*", "$1"));
      else if (line.contains("\"t\":\"decide\"")) System.out.println("{\"t\":\"move\",\"id\":0}");
      else if (line.contains("\"t\":\"over\"") && seed % EVERY == 0) later();
    }
  }
}
"#;

/// Writes a bot that writes something this long after the games whose seed is a multiple of `every`. Returns its command, or nothing if
/// its interpreter is not installed.
fn helper(
    folder: &TempDir,
    (command, later, text): (&str, &str, &str),
    every: u32,
    delay_ms: u32,
) -> Option<String> {
    let (interpreter, file) = command.split_once(' ').unwrap();
    let is_installed = Command::new(interpreter).arg("--version").output();
    if !is_installed.is_ok_and(|output| output.status.success()) {
        return None;
    }
    let file = folder.path().join(file);
    let text = text
        .replace("LATER", later)
        .replace("DELAY", &delay_ms.to_string())
        .replace("EVERY", &every.to_string());
    fs::write(&file, text).unwrap();
    Some(format!("{interpreter} {}", path(&file)))
}

#[test]
fn helper_threads_and_timers_cost_the_game_that_is_over_on_any_number_of_threads() {
    for bot in HELPERS {
        let folder = tempfile::tempdir().unwrap();
        let Some(command) = helper(&folder, bot, 3, 300) else {
            continue;
        };
        let agents = format!("exec:{command},random");
        let mut lost: Vec<Vec<u64>> = Vec::new();
        for threads in ["1", "3"] {
            let out = folder.path().join(threads);
            let words = "simulate --games 8 --seed 5 --allow-faults --bot-start-s 60 --bot-salt";
            goldrush()
                .args(words.split(' '))
                .args([SALT, "--agents", &agents, "--threads", threads])
                .args(["--out", path(&out)])
                .assert()
                .success();
            let faults = fs::read_to_string(out.join("faults.jsonl")).unwrap_or_default();
            let faults: Vec<Value> = faults
                .lines()
                .map(|line| serde_json::from_str(line).unwrap())
                .collect();
            for fault in &faults {
                let what = fault["what"].as_str().unwrap();
                assert!(
                    what.contains("after its last answer of the game"),
                    "{command}: {what}"
                );
                assert_eq!(fault["seed"].as_u64().unwrap() % 3, 0, "{command}");
            }
            let games = faults.iter().map(|fault| fault["game"].as_u64().unwrap());
            lost.push(games.collect());
        }
        assert!(
            lost[0].len() > 1 && lost[0].len() < 8,
            "{command}: {lost:?}"
        );
        assert_eq!(lost[0], lost[1], "{command}");
    }
}

/// A helper thread may write soon, or later than goldrush waits.
#[test]
#[ignore = "slow"]
fn check_bot_names_helper_threads_and_timers() {
    for bot in HELPERS {
        for (delay_ms, says) in [
            (
                300,
                "after its last answer of the game it wrote a line that is no message: late",
            ),
            (30_000, "a thread wakes up by itself"),
        ] {
            let folder = tempfile::tempdir().unwrap();
            let Some(command) = helper(&folder, bot, 1, delay_ms) else {
                continue;
            };
            let output = goldrush()
                .args(["lab", "check-bot", &command, "--players", "2"])
                .args(["--bot-start-s", "60"])
                .output()
                .unwrap();
            let text = String::from_utf8(output.stdout).unwrap();
            let text = one_line(&text);
            assert!(text.contains(says), "{command}, {delay_ms}: {text}");
        }
    }
}

#[test]
fn messages_of_its_own_and_the_end_of_a_bot_cost_no_game() {
    for harmless in [
        r#"echo '{"t":"info","nodes":7}'"#,
        "echo words >&2",
        "exit 0",
        "sleep 0.1",
    ] {
        let (guilty, lost, texts) = played(1, harmless, "2");
        assert!(
            guilty.len() == 16 && lost.is_empty(),
            "{harmless}: {texts:?}"
        );
    }
}

#[test]
fn output_of_a_bot_that_was_busy_for_two_seconds_costs_no_game() {
    for stray in [
        r#"sleep 2.5; echo '{"t":"move","id":0}'"#,
        r#"(sleep 2.5; echo late) &"#,
    ] {
        for threads in ["1", "3"] {
            let (guilty, lost, texts) = played(3, stray, threads);
            assert!(guilty.len() > 1 && lost.is_empty(), "{stray}: {texts:?}");
        }
    }
}

#[test]
fn bot_that_ends_between_two_games_passes_check_bot() {
    let folder = tempfile::tempdir().unwrap();
    for end in ["exit 0", "exit 3", "sleep 0.1; exit 0"] {
        let command = bot(&folder, 1, end);
        let output = goldrush()
            .args(["lab", "check-bot", &command])
            .output()
            .unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        assert_eq!(output.status.code(), Some(0), "{end}: {text}");
    }
}

/// However many players there are, and although the next game is played by another process.
#[test]
fn check_bot_names_output_after_the_last_answer() {
    let folder = tempfile::tempdir().unwrap();
    for (stray, what) in STRAYS {
        for players in ["2", "3"] {
            let command = bot(&folder, 1, stray);
            let output = goldrush()
                .args(["lab", "check-bot", &command, "--players", players])
                .output()
                .unwrap();
            let text = String::from_utf8(output.stdout).unwrap();
            assert_eq!(output.status.code(), Some(1), "{stray}: {text}");
            let text = one_line(&text);
            assert!(
                text.contains(what) && text.contains("after its last answer of the game"),
                "{stray}: {text}"
            );
        }
    }
}
