//! A league that was stopped at any moment continues by the same command.

use std::fs;

use crate::commands::stopping::Stopping;

/// Begins a league of two members, and plays some rounds.
fn league(options: &str, rounds: usize) -> Stopping {
    let stopping = Stopping::new();
    stopping
        .give(&format!("league init HERE/cup --seed 5 {options}"))
        .unwrap();
    let bots = if options.contains("knizia-gold") {
        ["random", "memory"]
    } else {
        ["random", "greedy"]
    };
    bots.iter().for_each(|bot| {
        stopping
            .give(&format!("league add HERE/cup {bot}"))
            .unwrap();
    });
    (0..rounds).for_each(|_| {
        stopping
            .give("league play HERE/cup --games 1 --threads 1")
            .unwrap();
    });
    stopping
}

#[test]
fn stopped_changes_of_members_are_made_by_the_same_command() {
    let stopping = Stopping::new();
    stopping.stop_everywhere("league init HERE/cup --players 2,3 --seed 5", false);
    let stopping = league("--game knizia-gold", 0);
    stopping.stop_everywhere("league add HERE/cup level1 --from random", false);
    stopping.stop_everywhere("league change HERE/cup random --name mine", false);
    stopping.stop_everywhere("league retire HERE/cup mine", false);
    stopping.stop_everywhere("league return HERE/cup mine", false);
    stopping
        .give("league play HERE/cup --games 1 --threads 1")
        .unwrap();
    stopping.stop_everywhere("league void HERE/cup mine --reason cheated", false);
    stopping.stop_everywhere("league void HERE/cup mine --undo", false);
    let roster = stopping.here().join("cup/league.toml");
    fs::write(
        &roster,
        fs::read_to_string(&roster)
            .unwrap()
            .replace("\"mine\"", "\"yours\""),
    )
    .unwrap();
    stopping.stop_everywhere("league accept HERE/cup", false);
}

#[test]
#[ignore = "slow"]
fn stopped_rounds_are_finished_by_the_same_command() {
    league("--game knizia-gold", 0)
        .stop_everywhere("league play HERE/cup --games 1 --threads 1", true);
    league("--game knizia-gold", 1)
        .stop_everywhere("league play HERE/cup --games 1 --threads 1", true);
}

#[test]
#[ignore = "slow"]
fn stopped_parts_are_finished_by_the_same_command() {
    let stopping = league("--game knizia-gold", 0);
    stopping.stop_everywhere("league play HERE/cup --threads 1 --shard 0/2", false);
    stopping.stop_everywhere("league play HERE/cup --threads 1 --shard 1/2", false);
}

#[test]
fn stopped_export_is_finished_by_the_same_command() {
    let tiles = tempfile::tempdir().unwrap();
    let file = tiles.path().join("mine.toml");
    let printed = include_str!("../../../../engine/data/gold_rush.toml");
    fs::write(&file, printed.replacen("count = 2", "count = 3", 1)).unwrap();
    let stopping = league(&format!("--tiles {}", file.display()), 1);
    stopping.stop_everywhere("league export HERE/cup HERE/games.jsonl --of greedy", false);
    stopping
        .give("league export HERE/cup HERE/games.jsonl --of greedy")
        .unwrap();
    // Another file of this name stays as it is.
    let games = stopping.here().join("games.jsonl");
    fs::write(&games, "mine\n").unwrap();
    stopping
        .give("league export HERE/cup HERE/games.jsonl --of greedy")
        .unwrap_err();
    assert_eq!(fs::read_to_string(&games).unwrap(), "mine\n");
    let names = fs::read_dir(stopping.here())
        .unwrap()
        .map(|file| file.unwrap().file_name().into_string().unwrap());
    assert_eq!(names.filter(|name| name.ends_with(".partial")).count(), 0);
}

#[test]
fn tournament_that_is_over_gets_its_pages() {
    let stopping = league("--game knizia-gold --format knockout --deals 1", 0);
    stopping.give("league play HERE/cup --threads 1").unwrap();
    // Stopped after the last round.
    let page = stopping.here().join("cup/index.html");
    fs::remove_file(&page).unwrap();
    stopping.give("league play HERE/cup --threads 1").unwrap();
    assert!(page.exists());
}
