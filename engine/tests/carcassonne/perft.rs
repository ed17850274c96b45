//! Perft counts against a table, and the table against an independent counter.

use goldrush_engine::carcassonne::{divide, perft};
use goldrush_engine::landscape::tile::KindId;

use super::*;

struct Line {
    players: usize,
    names: &'static str,
    counts: Vec<u64>,
}

fn table() -> Vec<Line> {
    let lines = include_str!("../data/perft-carcassonne.txt")
        .lines()
        .filter(|l| !l.is_empty() && !l.starts_with('#'));
    let read = |line: &'static str| {
        let [players, names, counts] = line.split('|').collect::<Vec<_>>()[..] else {
            panic!("bad line: {line}")
        };
        let counts = counts
            .split_whitespace()
            .map(|count| count.parse().expect("a number"))
            .collect();
        Line {
            players: players.trim().parse().expect("a number"),
            names: names.trim(),
            counts,
        }
    };
    lines.map(read).collect()
}

fn deal(names: &str) -> (Rules, Vec<KindId>) {
    let catalogue = Catalogue::printed();
    let tiles = names
        .split_whitespace()
        .map(|name| catalogue.find(name).expect("a kind"))
        .collect();
    (
        Rules {
            gold_mines: names.contains("GM"),
            ..Rules::default()
        },
        tiles,
    )
}

#[test]
fn perft_matches_the_table() {
    let table = table();
    assert!(table.len() >= 10);
    for Line {
        players,
        names,
        counts,
    } in table
    {
        let (rules, tiles) = deal(names);
        for (depth, count) in (1..).zip(counts) {
            assert_eq!(
                perft(setup(rules, players), &tiles, depth),
                count,
                "{names}, depth {depth}"
            );
        }
    }
}

#[test]
fn naive_counter_matches_the_table() {
    for Line { names, counts, .. } in table() {
        for (depth, count) in (1..).zip(counts) {
            assert_eq!(naive::count(names, depth), count, "{names}, depth {depth}");
        }
    }
}

#[test]
fn divide_adds_up_and_a_finished_game_counts_one() {
    let (rules, tiles) = deal("K GM5");
    let setup = setup(rules, 3);
    let mut sum = 0;
    divide(setup, &tiles, 2, |_, count| sum += count);
    assert_eq!(sum, perft(setup, &tiles, 2));
    assert_eq!(perft(setup, &tiles, 0), 1);
    assert_eq!(perft(setup, &tiles, 2), perft(setup, &tiles, 5));
}
