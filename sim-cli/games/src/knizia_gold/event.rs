//! Events of the card game, as sent to bots.

use goldrush_engine::knizia_gold::{Flip, Recorder, State};
use goldrush_engine::player::Player;
use goldrush_engine::record::TurnRecorder as _;
use serde::Serialize;

use crate::log::Log;

/// An event.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum CardEvent {
    /// A card was flipped.
    Flipped {
        /// The seat that flipped it.
        seat: usize,
        /// Position of the card.
        at: String,
        card: String,
    },
    /// A card left the grid.
    Removed {
        /// Position it had.
        at: String,
    },
    /// Gold was dug.
    Dug {
        /// The seat that gets it.
        seat: usize,
        value: u8,
    },
}

/// Log of everything that happened in a game or match so far.
#[derive(Clone, Default, Debug)]
pub struct EventLog {
    events: Vec<CardEvent>,
    recorder: Recorder,
}

impl EventLog {
    /// Logs a legal move; call it before the move is played.
    pub fn on_move(&mut self, state: &State, mv: Flip) {
        self.recorder.on_move(state, mv);
        let Some(turn) = self.recorder.turns().last() else {
            return;
        };
        let flipped = turn.flipped.last().expect("a turn flips at least one card");
        self.events.push(CardEvent::Flipped {
            seat: turn.seat,
            at: flipped.at.clone(),
            card: flipped.card.clone(),
        });
        // Removed cards and dug gold are recorded with the last card of the turn.
        self.events.extend(
            turn.removed
                .iter()
                .map(|at| CardEvent::Removed { at: at.clone() }),
        );
        self.events
            .extend(turn.taken.iter().map(|taken| CardEvent::Dug {
                seat: taken.seat,
                value: taken.value,
            }));
    }
}

impl Log for EventLog {
    type Event = CardEvent;

    fn count(&self) -> usize {
        self.events.len()
    }

    fn since(&self, first: usize, _: Player) -> Vec<CardEvent> {
        self.events[first..].to_vec()
    }
}
