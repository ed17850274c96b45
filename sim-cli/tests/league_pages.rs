//! The pages of a league follow every change of its members and of what counts.

use std::fs;

use crate::command::{ok, path};
use crate::league::{Case, play};

#[test]
fn pages_show_changes_at_once() {
    let case = Case::new();
    let bots = ["random", "memory", "level1"];
    let league = case.begin("cup", &["--game", "knizia-gold"], &bots);
    let cup = path(&league);
    let pages = ["index.html", "index.md"].map(|page| league.join(page));
    ok(&["league", "retire", cup, "level1"]);
    ok(&["league", "return", cup, "level1"]);
    assert!(!pages[0].exists(), "before the first round there are none");
    play(&league, "40");
    let mut figures = fs::read_dir(league.join("figures")).unwrap().flatten();
    assert!(
        figures.all(|file| !file.file_name().to_string_lossy().starts_with("game-")),
        "pages of games are made on demand"
    );
    let change = |words: &[&str], is_shown: bool, what: &str| {
        ok(&[&["league", words[0], cup], &words[1..]].concat());
        for page in &pages {
            let shown = fs::read_to_string(page).unwrap();
            assert_eq!(shown.contains(what), is_shown, "{words:?}: {shown}");
        }
    };
    change(
        &["void", "random", "--reason", "read the deals"],
        true,
        "read the deals",
    );
    change(&["void", "random", "--undo"], false, "read the deals");
    change(&["retire", "random"], true, "random (retired)");
    change(&["return", "random"], false, "random (retired)");
    change(&["change", "random", "--name", "dice"], true, "dice");
    change(&["add", "level2"], true, "level2");
    let roster = league.join("league.toml");
    let text = fs::read_to_string(&roster).unwrap();
    fs::write(&roster, text.replace("\"dice\"", "\"chance\"")).unwrap();
    change(&["accept"], true, "chance");
    let member = fs::read_to_string(league.join("figures/member-0.html")).unwrap();
    assert!(member.contains("chance"), "{member}");
    // None of the games counts any more.
    for name in bots.map(|bot| if bot == "random" { "chance" } else { bot }) {
        ok(&["league", "void", cup, name, "--reason", "a power cut"]);
    }
    let shown = fs::read_to_string(&pages[1]).unwrap();
    assert!(
        shown.contains("0 games in ") && shown.contains("no rating"),
        "{shown}"
    );
}

#[test]
fn changes_that_change_nothing_say_so() {
    let case = Case::new();
    let league = case.begin("cup", &["--game", "knizia-gold"], &["random", "memory"]);
    let cup = path(&league);
    for (command, says) in [
        ("return", "random had not retired; 2 play.\n"),
        (
            "retire",
            "random has retired, and its games still count; 1 play.\n",
        ),
        (
            "retire",
            "random had retired before, and its games still count; 1 play.\n",
        ),
        ("return", "random plays again; 2 play.\n"),
    ] {
        assert_eq!(ok(&["league", command, cup, "random"]), says);
    }
}
