//! Golden playthroughs: whole random games of 2 to 5 players. Any change of behavior shows as a difference in
//! `data/playthrough-N.txt`. To accept one: `GOLDRUSH_BLESS=1 cargo test playthroughs`.

#![expect(clippy::disallowed_methods, reason = "a test reads its golden files")]

use std::fmt::Write as _;
use std::path::PathBuf;

use goldrush_engine::game::{State as _, Text};
use goldrush_engine::gold_rush::picture::Picture;
use goldrush_engine::gold_rush::{Deal, GoldRush, Phase, Recorder, Setup, State};
use goldrush_engine::record::{Recordable, ScoredRecord, TurnRecorder};
use goldrush_engine::rng::{agent_stream, deal_stream};

fn scored(events: &[ScoredRecord]) -> String {
    events
        .iter()
        .map(|e| {
            format!(
                "  [{} of {} tiles: {} for {:?}]",
                e.feature,
                e.tiles.len(),
                e.points,
                e.seats
            )
        })
        .collect()
}

fn playthrough(players: usize) -> String {
    let setup = Setup::printed(players);
    let mut recorder = Recorder::default();
    let deal = Deal::shuffled(&setup, &mut deal_stream(1, players as u64));
    let mut state = State::with_deal(&setup, &deal, &mut recorder);
    let mut rng = agent_stream(1, players as u64, 0, 0);
    let mut text = String::new();
    while let Some(mv) = state.random_move(&mut rng) {
        let hand = &setup.catalogue().kind(state.table().hand()).name;
        let line = match state.table().phase() {
            Phase::Place => format!("{} {hand} {}, ", state.table().seat(), state.move_text(mv)),
            _ => state.move_text(mv),
        };
        text += &line;
        let act = state.table().phase() == Phase::Act;
        state.play_observed(mv, &mut recorder);
        if act {
            let turn = recorder.turns().last().unwrap();
            let taken: String = turn
                .taken
                .iter()
                .map(|t| format!("  {}+{}", t.seat, t.value))
                .collect();
            writeln!(text, "{taken}{}", scored(&turn.scored)).unwrap();
        }
    }
    writeln!(text, "end{}", scored(&GoldRush::end(&recorder).scored)).unwrap();
    writeln!(text, "scores {:?}\n", state.scores().as_slice()).unwrap();
    text + &Picture::of_table(state.table()).to_string()
}

#[test]
fn playthroughs_match_the_golden_files() {
    for players in 2..=5 {
        let file = PathBuf::from(format!(
            "{}/tests/data/playthrough-{players}.txt",
            env!("CARGO_MANIFEST_DIR")
        ));
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
