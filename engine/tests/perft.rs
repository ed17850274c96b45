//! Perft counts against a table made by an independent referee.

use goldrush_engine::gold_rush::{Deal, Setup, divide, perft};

/// Parses the deal of a line of kinds.
fn deal(setup: &Setup, names: &str) -> Deal {
    let kinds: Vec<_> = names
        .split_whitespace()
        .map(|n| setup.catalogue().find(n).expect("a kind"))
        .collect();
    Deal::new(setup, &kinds, &setup.tokens().values().collect::<Vec<_>>()).expect("a small deal")
}

#[test]
fn perft_matches_the_table() {
    let table = include_str!("data/perft.txt");
    let lines: Vec<_> = table
        .lines()
        .filter(|l| !l.is_empty() && !l.starts_with('#'))
        .collect();
    assert!(lines.len() >= 10);
    for line in lines {
        let [players, names, counts] = line.split('|').collect::<Vec<_>>()[..] else {
            panic!("bad line: {line}")
        };
        let setup = Setup::printed(players.trim().parse().expect("a number"));
        let deal = deal(&setup, names);
        for (i, count) in counts.split_whitespace().enumerate() {
            let depth = i as u32 + 1;
            assert_eq!(
                perft(&setup, &deal, depth).to_string(),
                count,
                "{line}, depth {depth}"
            );
        }
    }
}

#[test]
fn divide_adds_up_to_perft() {
    let setup = Setup::printed(3);
    let deal = deal(&setup, "27 33 72");
    let mut parts = Vec::new();
    divide(&setup, &deal, 2, |turn, count| parts.push((turn, count)));
    assert_eq!(parts.len() as u64, perft(&setup, &deal, 1));
    assert_eq!(
        parts.iter().map(|(_, n)| n).sum::<u64>(),
        perft(&setup, &deal, 2)
    );
}

#[test]
fn perft_of_depth_zero_or_a_finished_game_is_one() {
    let setup = Setup::printed(2);
    let deal = deal(&setup, "12a");
    assert_eq!(perft(&setup, &deal, 0), 1);
    assert_eq!(perft(&setup, &deal, 1), perft(&setup, &deal, 5));
}
