//! `goldrush man`: the pages, which refer only to pages that exist.

use std::collections::BTreeSet;
use std::fs;

use crate::command::{ok, path, refused};

#[test]
fn every_command_has_a_page_and_references_exist() {
    let folder = tempfile::tempdir().unwrap();
    let man1 = folder.path().join("share/man1");
    let told = ok(&["man", "--out", path(&man1)]);
    let names: BTreeSet<String> = fs::read_dir(&man1)
        .unwrap()
        .map(|file| file.unwrap().file_name().into_string().unwrap())
        .collect();
    assert!(
        told.starts_with(&format!("{} pages", names.len())),
        "{told}"
    );
    for name in [
        "goldrush.1",
        "goldrush-play.1",
        "goldrush-lab.1",
        "goldrush-lab-check-bot.1",
        "goldrush-man.1",
    ] {
        assert!(names.contains(name), "{names:?}");
    }
    for name in &names {
        let text = fs::read_to_string(man1.join(name)).unwrap();
        let page = name.strip_suffix(".1").unwrap();
        assert!(text.contains(&format!(".TH {page} 1 ")), "{text}");
        for part in text.split(|c: char| c.is_whitespace() || c == ',') {
            let Some(other) = part.strip_suffix("(1)").map(|other| {
                other
                    .replace("\\fB", "")
                    .replace("\\fR", "")
                    .replace('\\', "")
            }) else {
                continue;
            };
            assert!(
                names.contains(&format!("{other}.1")),
                "{name} names {other}"
            );
        }
        assert_eq!(
            text.contains(".SH \"SEE ALSO\""),
            page != "goldrush",
            "{name}"
        );
        let one = page.strip_prefix("goldrush-").map_or_else(
            || ok(&["man"]),
            |name| {
                let command = name
                    .strip_prefix("lab-")
                    .map_or_else(|| vec![name], |name| vec!["lab", name]);
                ok(&[&["man"], &command[..]].concat())
            },
        );
        assert_eq!(one, text, "{name}");
    }
    refused(&["man", "plya"], &["plya", "goldrush --help"]);
    refused(&["man", "--out", "/proc/nothing"], &["--out /proc/nothing"]);
}

#[test]
fn examples_keep_their_line_breaks() {
    let page = ok(&["man", "simulate"]);
    let examples = page.split(".SH EXAMPLES").nth(1).unwrap();
    let block = examples
        .split_once(".nf\n")
        .unwrap()
        .1
        .split_once(".fi")
        .unwrap()
        .0;
    assert_eq!(block.lines().count(), 4, "{block}");
    assert!(
        block
            .lines()
            .all(|line| line.starts_with("goldrush simulate")),
        "{block}"
    );
}
