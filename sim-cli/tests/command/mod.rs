//! Runs the command as a person or a script would.

use std::path::Path;

use assert_cmd::Command;

/// Returns the command.
pub fn goldrush() -> Command {
    let mut command = Command::cargo_bin("goldrush").unwrap();
    // Games saved without a given place must not end up in anybody's home, and no bot comes from an earlier build.
    command
        .env_remove("NO_COLOR")
        .env("XDG_DATA_HOME", env!("CARGO_TARGET_TMPDIR"))
        .env("XDG_CACHE_HOME", "/dev/null");
    command
}

/// Returns arguments that save a game in a folder, as `goldrush-SEED.json`, if a test says neither where to save it nor which one
/// to resume.
pub fn kept_in(folder: &Path, args: &[&str]) -> Vec<String> {
    let seed = args
        .iter()
        .position(|arg| *arg == "--seed")
        .and_then(|at| args.get(at + 1));
    match seed {
        Some(seed) if !args.iter().any(|arg| ["--save", "--resume"].contains(arg)) => {
            let name = |n: u32| {
                if n == 1 {
                    format!("goldrush-{seed}.json")
                } else {
                    format!("goldrush-{seed}-{n}.json")
                }
            };
            let free = (1..)
                .map(name)
                .find(|name| !folder.join(name).exists())
                .unwrap();
            vec!["--save".into(), free]
        }
        _ => Vec::new(),
    }
}

/// Returns the standard output of a command that succeeds.
pub fn ok(args: &[&str]) -> String {
    let output = goldrush()
        .args(args)
        .assert()
        .success()
        .get_output()
        .stdout
        .clone();
    String::from_utf8(output).unwrap()
}

/// Checks for exit code 2 and one line on standard error that contains all of `parts`, and returns it.
#[track_caller]
pub fn refused(args: &[&str], parts: &[&str]) -> String {
    let assert = goldrush().args(args).assert().code(2).stdout("");
    let error = String::from_utf8(assert.get_output().stderr.clone()).unwrap();
    assert_eq!(error.lines().count(), 1, "{error}");
    for part in parts {
        assert!(error.contains(part), "{part}: {error}");
    }
    error
}

/// Returns a path as an argument.
pub fn path(path: &Path) -> &str {
    path.to_str().unwrap()
}

/// Returns a text without the line ends and spaces that fold it.
pub fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
