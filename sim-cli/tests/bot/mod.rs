//! A bot that runs as a child process, written as a shell script, and the results of its games.

use std::fs;
use std::path::PathBuf;

use serde_json::Value;
use tempfile::TempDir;

use crate::command::{goldrush, one_line, path};

pub const READY: &str = r#"echo '{"t":"ready","name":"test","send":[]}'"#;
pub const SALT: &str = "000102030405060708090a0b0c0d0e0f";
pub const FIRST_MOVE: &str = r#"echo '{"t":"move","id":0}'"#;

/// A folder with a bot in it, a shell script.
pub struct Case {
    pub folder: TempDir,
}

/// Outcome of a run.
pub struct Ran {
    pub code: i32,
    pub stdout: String,
    pub stderr: String,
    /// Rows of `seats.csv`, by column.
    pub seats: Vec<Vec<String>>,
    pub summary: Value,
}

impl Case {
    /// Creates a bot that runs these commands when it is greeted and when it is to decide; `$n` counts its decisions.
    pub fn new(on_hello: &str, on_decide: &str) -> Case {
        let case = Case {
            folder: tempfile::tempdir().unwrap(),
        };
        let script = format!(
            "n=0\nwhile read -r line; do\ncase $line in\n*'\"t\":\"hello\"'*) {on_hello};;\n\
             *'\"t\":\"decide\"'*) n=$((n+1)); {on_decide};;\nesac\ndone\n"
        );
        fs::write(case.file("bot.sh"), script).unwrap();
        case
    }

    pub fn file(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub fn command(&self) -> String {
        format!("sh {}", path(&self.file("bot.sh")))
    }

    pub fn agents(&self) -> String {
        format!("exec:{},random", self.command())
    }

    /// Plays one block of two games against random play.
    pub fn play(&self, options: &[&str]) -> Ran {
        let out = self.file("run");
        let agents = self.agents();
        let args = [
            "simulate",
            "--agents",
            &agents,
            "--games",
            "2",
            "--threads",
            "1",
            "--out",
            path(&out),
        ];
        let output = goldrush().args(args).args(options).output().unwrap();
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        let seats = fs::read_to_string(out.join("seats.csv")).unwrap_or_default();
        let summary =
            fs::read_to_string(out.join("summary.json")).unwrap_or_else(|_| "null".into());
        Ran {
            code: output.status.code().unwrap(),
            stdout: text(&output.stdout),
            stderr: text(&output.stderr),
            seats: seats
                .lines()
                .map(|line| line.split(',').map(Into::into).collect())
                .collect(),
            summary: serde_json::from_str(&summary).unwrap(),
        }
    }
}

impl Ran {
    pub fn column(&self, name: &str) -> Vec<&str> {
        let at = self.seats[0]
            .iter()
            .position(|column| column == name)
            .unwrap();
        self.seats[1..].iter().map(|row| row[at].as_str()).collect()
    }

    /// Checks that the game is kept, marked and counted, that the bot loses it in both seats, and that it is reported with these
    /// words.
    #[track_caller]
    pub fn lost_by(&self, kind: &str, words: &[&str]) {
        assert_eq!(self.code, 1, "{}", self.stderr);
        assert_eq!(self.column("fault"), [kind, "", "", kind]);
        assert_eq!(self.column("rank"), ["2", "1", "1", "2"]);
        assert_eq!(self.column("win_share"), ["0.0", "1.0", "1.0", "0.0"]);
        assert!(
            self.column("score").iter().any(|score| *score != "0"),
            "the score is kept"
        );
        assert_eq!(self.summary["faults"][0]["games"][kind], 2);
        assert!(
            self.stdout.contains("games lost through"),
            "{}",
            self.stdout
        );
        let told = one_line(&self.stderr);
        let says = ["bots had 2 faults", "goldrush lab check-bot 'sh "];
        for word in words.iter().chain(&[kind]).chain(&says) {
            assert!(told.contains(word), "{word}: {told}");
        }
    }

    #[track_caller]
    pub fn faultless(&self) {
        assert_eq!(self.code, 0, "{}", self.stderr);
        assert_eq!(self.column("fault"), ["", "", "", ""]);
        assert!(self.summary.get("faults").is_none());
    }
}
