//! Golden playthroughs: whole random games of 2 to 5 players. Any change of behavior shows as a difference in
//! `data/carcassonne-playthrough-N.txt`. To accept one: `GOLDRUSH_BLESS=1 cargo test playthroughs`.

#![expect(clippy::disallowed_methods, reason = "a test reads its golden files")]

use std::fmt::Write as _;
use std::path::PathBuf;

use goldrush_engine::carcassonne::Phase;
use goldrush_engine::rng::{agent_stream, deal_stream};

use super::*;

/// Games of 3 and 5 players include The Gold Mines.
fn playthrough(players: usize) -> String {
    let rules = Rules {
        gold_mines: players % 2 == 1,
        ..Rules::default()
    };
    let setup = setup(rules, players);
    let mut state = State::deal(setup, &mut deal_stream(1, players as u64));
    let mut rng = agent_stream(1, players as u64, 0, 0);
    let mut text = String::new();
    let mut before = state.clone();
    while let Some(mv) = state.random_move(&mut rng) {
        let table = state.table();
        match table.phase() {
            Phase::Place => {
                before = state.clone();
                write!(
                    text,
                    "{} {} {}",
                    table.seat(),
                    setup.catalogue().kind(table.hand()).id,
                    state.move_text(mv)
                )
            }
            Phase::Take => write!(text, ", {} {}", table.seat(), state.move_text(mv)),
            _ => write!(text, ", {}", state.move_text(mv)),
        }
        .unwrap();
        state.play(mv).expect("a legal move");
        if matches!(state.table().phase(), Phase::Place | Phase::Over) {
            for seat in
                Player::all(players).filter(|seat| state.sources(*seat) != before.sources(*seat))
            {
                write!(text, "  [{seat}: {:?}]", state.sources(seat)).unwrap();
            }
            text.push('\n');
        }
    }
    write!(
        text,
        "scores {:?}, put aside {}\n\n{}",
        state.scores().as_slice(),
        state.discarded(),
        state.to_text()
    )
    .unwrap();
    text
}

#[test]
fn playthroughs_match_the_golden_files() {
    for players in 2..=5 {
        let name = format!("carcassonne-playthrough-{players}.txt");
        let file = PathBuf::from(format!("{}/tests/data/{name}", env!("CARGO_MANIFEST_DIR")));
        let played = playthrough(players);
        if std::env::var_os("GOLDRUSH_BLESS").is_some() {
            std::fs::write(&file, &played).unwrap();
        }
        let golden = std::fs::read_to_string(&file).unwrap();
        for (i, (was, is)) in golden.lines().zip(played.lines()).enumerate() {
            assert_eq!(was, is, "{}: line {}", file.display(), i + 1);
        }
        assert_eq!(golden.lines().count(), played.lines().count());
    }
}
