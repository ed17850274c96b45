//! Runs the command as a person or a script would.

use std::path::Path;

use assert_cmd::Command;

/// The command.
pub fn goldrush() -> Command {
    let mut command = Command::cargo_bin("goldrush").unwrap();
    command.env_remove("NO_COLOR");
    command
}

/// What it writes when it succeeds.
pub fn ok(args: &[&str]) -> String {
    let output = goldrush().args(args).assert().success().get_output().stdout.clone();
    String::from_utf8(output).unwrap()
}

/// Exit code 2 and one line on standard error that contains all of `parts`.
#[track_caller]
pub fn refused(args: &[&str], parts: &[&str]) {
    let assert = goldrush().args(args).assert().code(2).stdout("");
    let error = String::from_utf8(assert.get_output().stderr.clone()).unwrap();
    assert_eq!(error.lines().count(), 1, "{error}");
    for part in parts {
        assert!(error.contains(part), "{part}: {error}");
    }
}

/// A path as an argument.
pub fn path(path: &Path) -> &str {
    path.to_str().unwrap()
}
