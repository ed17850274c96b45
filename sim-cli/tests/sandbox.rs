//! Bots in a sandbox, which try what they must not be able to do.
#![cfg(target_os = "linux")]

use std::fs;
use std::io::Read;
use std::path::PathBuf;
use std::process::Command;

use crate::command::{goldrush, ok, path};
use flate2::read::MultiGzDecoder;
use tempfile::TempDir;

/// Folders of a bot, of its messages and of somebody's secret.
struct Case {
    folder: TempDir,
}

impl Case {
    /// Creates a bot that makes these attempts when it starts, writes which succeeded, and then plays well.
    fn new(attempts: &str) -> Case {
        let case = Case { folder: tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap() };
        for (file, text) in [("mine/model", "of the bot"), ("secret/deals", "of the run")] {
            let file = case.file(file);
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(file, text).unwrap();
        }
        let script = format!(
            "try() {{ if sh -c \"$1\" > /dev/null 2>&1; then echo \"can $1\" >&2; else echo \"cannot $1\" >&2; fi; }}\n\
             cd {}\n{attempts}\n\
             while read -r line; do\ncase $line in\n*'\"t\":\"hello\"'*) echo '{{\"t\":\"ready\",\"name\":\"test\",\"send\":[]}}';;\n\
             *'\"t\":\"decide\"'*) echo '{{\"t\":\"move\",\"id\":0}}';;\nesac\ndone\n",
            path(case.folder.path())
        );
        fs::write(case.file("mine/bot.sh"), script).unwrap();
        case
    }

    fn file(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Plays a game between two such bots; returns what the second wrote to standard error, a line each.
    #[track_caller]
    fn play(&self, more: &[&str]) -> Vec<String> {
        let bot = format!("exec:sh {}", path(&self.file("mine/bot.sh")));
        let (agents, log) = (format!("{bot},{bot}"), self.file("log"));
        let words = ["simulate", "--games", "1", "--threads", "1", "--bot-log", path(&log), "--agents", &agents];
        let table = ok(&[&words[..], more].concat());
        assert!(!table.contains("faults"), "{table}");
        let mut files: Vec<PathBuf> = fs::read_dir(log).unwrap().map(|entry| entry.unwrap().path()).collect();
        files.sort();
        let mut log = String::new();
        let file = fs::File::open(files.last().unwrap()).unwrap();
        MultiGzDecoder::new(file).read_to_string(&mut log).unwrap();
        log.lines().filter_map(|line| line.strip_prefix("! ")).map(String::from).collect()
    }
}

/// Attempts of a bot, and whether they must succeed; `$$` stands for this process.
///
/// `grep -q` finds a word even where another process, and its file, ends meanwhile.
const ATTEMPTS: [(&str, bool); 12] = [
    ("cat mine/model", true),
    ("touch /tmp/file", true),
    ("touch mine/file", false),
    ("touch /file", false),
    ("touch /dev/file", false),
    ("touch /usr/file", false),
    ("cat secret/deals", false),
    ("cat /etc/passwd", false),
    ("grep -q [s]imulate /proc/*/cmdline", false),
    ("kill -0 $$", false),
    ("test $(grep -c : /proc/net/dev) -gt 1", false),
    ("head -c 70000000 /dev/zero > /tmp/large", false),
];

#[test]
fn bots_in_a_sandbox_reach_nothing_but_their_own_files() {
    let attempts = ATTEMPTS.map(|(attempt, _)| attempt.replace("$$", &std::process::id().to_string()));
    let script: Vec<String> = attempts.iter().map(|attempt| format!("try '{attempt}'")).collect();
    // The files of the other bot, or of an earlier start.
    let case = Case::new(&format!("try 'cat /tmp/file'\n{}", script.join("\n")));
    let found = case.play(&["--sandbox", "--bot-memory-mb", "500"]);
    let expected = attempts.iter().zip(ATTEMPTS).map(|(attempt, (_, can))| (attempt.as_str(), can));
    let expected = [("cat /tmp/file", false)].into_iter().chain(expected);
    let expected: Vec<String> =
        expected.map(|(attempt, can)| format!("{} {attempt}", if can { "can" } else { "cannot" })).collect();
    assert_eq!(found, expected);
}

/// Without a sandbox the same attempts succeed, so that the test above can fail.
#[test]
fn bots_without_a_sandbox_can_do_what_their_user_can() {
    let case = Case::new("try 'cat secret/deals'\ntry 'grep -q [s]imulate /proc/*/cmdline'\ntry 'touch file'");
    let found = case.play(&[]);
    assert_eq!(found.iter().filter(|line| line.starts_with("can ")).count(), 3, "{found:?}");
}

#[test]
fn processes_of_a_sandbox_end_with_it() {
    // A duration that no other process sleeps.
    let duration = format!("{}.25", 100_000 + std::process::id());
    let case = Case::new(&format!("sleep {duration} &\nsetsid sleep {duration} &"));
    case.play(&["--sandbox"]);
    let left = Command::new("pgrep").args(["-f", &format!("sleep {duration}")]).output().unwrap();
    assert_eq!(String::from_utf8_lossy(&left.stdout), "");
}

#[test]
fn missing_bubblewrap_is_one_clear_line() {
    let output = goldrush().args(["simulate", "--games", "1", "--sandbox"]).env("PATH", "/nowhere").output().unwrap();
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{error}");
    assert!(error.contains("--sandbox: bubblewrap (bwrap) is needed") && error.lines().count() == 1, "{error}");
    // Members of a league play in sandboxes.
    let folder = tempfile::tempdir().unwrap();
    let league = folder.path().join("league");
    ok(&["league", "init", path(&league)]);
    let add = ["league", "add", path(&league), "mine", "--bot", "exec:sh bot.sh"];
    let output = goldrush().args(add).env("PATH", "/nowhere").output().unwrap();
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{error}");
    assert!(error.contains("cannot run in a sandbox: bubblewrap (bwrap) is needed"), "{error}");
    assert!(error.contains("or begin a league with --no-sandbox") && error.lines().count() == 1, "{error}");
}
