//! `goldrush lab results`: the pages of this repository, and what a page, a file or a query can lack.

use std::fs;
use std::path::Path;

use predicates::str::contains;
use tempfile::TempDir;

use crate::command::{goldrush, ok, path, refused};

const TABLES: &str = r#"
[let]
run = "play"
[shared]
[[tables]]
page = "README.md"
mark = "wins"
columns = [{ head = "bot", cell = "`$bot`" }, { head = "wins", cell = "{@wins.csv:[bot=$bot].win_share | percent 1}" }]
rows = [{ bot = ["a", "b"] }]
"#;

/// Returns a folder with a page, a table, and what stands where.
fn folder(tables: &str) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    write("tables.toml", tables);
    write(
        "README.md",
        "# Wins\n\n<!-- wins -->\n<!-- end of wins -->\n",
    );
    write(
        "wins.csv",
        "bot,win_share,win_share_low,win_share_high\na,0.6,0.55,0.65\nb,0.99,0.95,1\n",
    );
    folder
}

#[test]
fn pages_of_this_repository_are_up_to_date() {
    let results = Path::new(env!("CARGO_MANIFEST_DIR")).join("../results");
    ok(&["lab", "results", "--check", path(&results)]);
}

#[test]
fn tables_are_written_once() {
    let folder = folder(TABLES);
    let page = folder.path().join("README.md");
    let before = fs::read_to_string(&page).unwrap();
    let check = ["lab", "results", "--check", path(folder.path())];
    goldrush()
        .args(check)
        .assert()
        .code(1)
        .stdout("")
        .stderr(contains("README.md: out of date; run goldrush lab results"));
    assert_eq!(fs::read_to_string(&page).unwrap(), before);
    assert!(ok(&["lab", "results", path(folder.path())]).contains("README.md"));
    assert_eq!(
        fs::read_to_string(&page).unwrap(),
        "# Wins\n\n<!-- wins -->\n| bot | wins |\n|---|---|\n| `a` | 60.0% ± 5.0 |\n| `b` | 99.0% (95.0 to 100.0) |\n\
         <!-- end of wins -->\n"
    );
    assert_eq!(ok(&check), "");
}

#[test]
fn what_is_missing_is_named() {
    for (from, to, says) in [
        (
            "mark = \"wins\"",
            "mark = \"losses\"",
            "no line <!-- losses -->; add it",
        ),
        (
            "[\"a\", \"b\"]",
            "\"c\"",
            "<!-- wins -->: wins.csv: there is no bot=c",
        ),
        ("wins.csv", "games.csv", "there is no file"),
        (
            "| percent 1",
            "| percents 1",
            "percents 1: there is no such form",
        ),
        ("$bot]", "$agent]", "$agent has no value"),
        (".win_share", ".bot", "\"a\" is no number"),
        ("[shared]", "[shred]", "shred"),
    ] {
        let folder = folder(&TABLES.replace(from, to));
        refused(&["lab", "results", path(folder.path())], &[says]);
    }
    let empty = tempfile::tempdir().unwrap();
    refused(&["lab", "results", path(empty.path())], &["tables.toml"]);
}
