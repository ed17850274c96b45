//! Nothing from outside controls the terminal: neither bots nor records nor file names.
#![cfg(unix)]

use std::fs;
use std::path::{Path, PathBuf};

use crate::command::{goldrush, ok, path, refused};
use serde_json::Value;
use tempfile::TempDir;

/// Clears the screen, sets the terminal's title, changes its color and reverses the text direction.
const EVIL: &str = "\u{1b}[2J\u{1b}]0;evil\u{7}\u{9b}31m\u{202e}";
/// The escaped form of [`EVIL`].
const SHOWN: &str = r"\u{1b}[2J\u{1b}]0;evil\u{7}\u{9b}31m\u{202e}";

fn folder() -> TempDir {
    tempfile::tempdir().unwrap()
}

/// Checks that the malicious text is visible, though a table may fold it, and harmless.
#[track_caller]
fn harmless(text: &str) {
    let unfolded: String = text.split_whitespace().collect();
    assert!(unfolded.contains(SHOWN), "{text}");
    nothing_steers(text);
}

/// Checks that line ends are the only control characters.
#[track_caller]
fn nothing_steers(text: &str) {
    let steers = |c: char| c != '\n' && (c.is_control() || c == '\u{202e}');
    assert!(!text.contains(steers), "{text:?}");
}

/// Creates a bot, a shell script that runs these commands when greeted and at each decision.
fn bot(folder: &Path, on_hello: &str, on_decide: &str) -> String {
    let file = folder.join("bot.sh");
    let script = format!(
        "while read -r line; do\ncase $line in\n*'\"t\":\"hello\"'*) {on_hello};;\n*'\"t\":\"decide\"'*) {on_decide};;\n\
         esac\ndone\n"
    );
    fs::write(&file, script).unwrap();
    format!("sh {}", path(&file))
}

fn both(args: &[&str]) -> String {
    let output = goldrush()
        .args(args)
        .write_stdin("1\n".repeat(9))
        .output()
        .unwrap();
    format!(
        "{}{}",
        String::from_utf8(output.stdout).unwrap(),
        String::from_utf8(output.stderr).unwrap()
    )
}

#[test]
fn bot_output_is_escaped_everywhere() {
    let folder = folder();
    let name: String = EVIL
        .escape_default()
        .to_string()
        .replace("\\u{1b}", "\\u001b")
        .replace("\\u{7}", "\\u0007");
    let name = name
        .replace("\\u{9b}", "\\u009b")
        .replace("\\u{202e}", "\\u202e");
    let ready = r#"echo '{"t":"ready","name":"x","send":[]}'"#;
    let named = format!("printf '%s\\n' '{{\"t\":\"ready\",\"name\":\"{name}\",\"send\":[]}}'");
    harmless(&both(&[
        "lab",
        "check-bot",
        &bot(folder.path(), &named, "echo '{\"t\":\"move\",\"id\":0}'"),
    ]));

    let save = folder.path().join("game.json");
    for (on_hello, on_decide) in [
        (ready, format!("printf '%s\\n' 'thinking {EVIL}'")),
        (
            ready,
            format!("printf '%s\\n' 'out of ideas {EVIL}' >&2; exit 1"),
        ),
        (
            &format!("printf '%s\\n' 'no licence {EVIL}' >&2; exit 1"),
            String::new(),
        ),
    ] {
        let command = bot(folder.path(), on_hello, &on_decide);
        let agent = format!("exec:{command}");
        harmless(&both(&["lab", "check-bot", &command]));
        harmless(&both(&[
            "match", "--a", &agent, "--b", "random", "--games", "2",
        ]));
        harmless(&both(&[
            "play",
            "--plain",
            "--seed",
            "1",
            "--opponents",
            &agent,
            "--save",
            path(&save),
        ]));
        let _ = fs::remove_file(&save);
    }
}

#[test]
fn seat_names_in_records_are_escaped() {
    let folder = folder();
    for game in ["gold-rush", "knizia-gold"] {
        let out = folder.path().join(game);
        ok(&[
            "simulate",
            "--game",
            game,
            "--agents",
            "random",
            "--games",
            "1",
            "--records",
            "all",
            "--out",
            path(&out),
        ]);
        let text = fs::read_to_string(out.join("records.jsonl")).unwrap();
        let mut record: Value = serde_json::from_str(text.lines().next().unwrap()).unwrap();
        record["seats"][0] = format!("{EVIL}\nB random").into();
        let (file, svg) = (out.join("evil.json"), out.join("evil.svg"));
        fs::write(&file, format!("{record}\n")).unwrap();
        harmless(&ok(&["replay", path(&file)]));
        harmless(&ok(&["replay", path(&file), "--as-seat", "0"]));
        // The cards have the shortest games.
        if game == "knizia-gold" {
            harmless(&ok(&[
                "analyze",
                path(&file),
                "--mistakes",
                "--worlds",
                "2",
                "--svg",
                path(&svg),
            ]));
            let svg = fs::read_to_string(svg).unwrap();
            nothing_steers(&svg);
            assert!(svg.contains("A \\u{1b}[2J"), "cut, since it is long: {svg}");
        }
    }
}

#[test]
fn file_names_are_escaped_on_the_terminal_and_in_reports() {
    let folder = folder();
    let tiles = folder.path().join(format!("tiles{EVIL}.toml"));
    let built_in = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../engine/data/gold_rush.toml");
    let changed = fs::read_to_string(built_in)
        .unwrap()
        .replacen("copies = 4", "copies = 3", 1);
    fs::write(&tiles, changed).unwrap();
    harmless(&ok(&["tiles", path(&tiles)]));
    let run = folder.path().join(format!("run{EVIL}"));
    harmless(&ok(&[
        "simulate",
        "--tiles",
        path(&tiles),
        "--games",
        "20",
        "--out",
        path(&run),
    ]));
    harmless(&ok(&["report", path(&run)]));
    harmless(&ok(&["verify", path(&run)]));
    harmless(&ok(&["man", "--out", path(&folder.path().join(EVIL))]));
    harmless(&fs::read_to_string(run.join("report.html")).unwrap());
    harmless(
        &fs::read_to_string(run.join("report.md"))
            .unwrap()
            .replace("\\[", "[")
            .replace("\\]", "]"),
    );
    refused(&["tiles", &format!("no{EVIL}")], &[&format!("no{SHOWN}")]);
    refused(&["simulate", "--agents", EVIL], &[SHOWN]);
}
