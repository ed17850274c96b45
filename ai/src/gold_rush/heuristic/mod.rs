//! Greedy with an eye on the turns to come: chances to complete a feature, cowboys in supply, tents.
//!
//! Of all pairs of placement and action it takes one with the best margin, where everything on the table counts what
//! [`Weights`] believe it to be worth. A margin is the own total less that of the rivals, of whom the best may count
//! more than the others.

mod outlook;
mod weights;

use goldrush_engine::game::View;
use goldrush_engine::gold_rush::{Action, Move, Phase, State, Table};
use goldrush_engine::landscape::frontier::Slot;
use goldrush_engine::landscape::grid::Rotation;
use goldrush_engine::rng::{StreamRng, choose};

pub(super) use outlook::Outlook;
pub use weights::{WEIGHTS, Weight, Weights};

use super::turns::{Deed, Seen, Turns};
use crate::agent::Agent;

/// The heuristic agent.
pub struct Heuristic {
    outlook: Outlook,
    turns: Turns,
    best: Vec<(Slot, Rotation, Action)>,
}

impl Heuristic {
    /// An agent with these weights.
    pub fn new(weights: &Weights) -> Heuristic {
        Heuristic { outlook: Outlook::new(weights), turns: Turns::default(), best: Vec::new() }
    }

    /// One of the best turns, or of the best actions if the tile lies already.
    pub(super) fn best_turn(&mut self, table: &Table, token: f32, rng: &mut StreamRng) -> (Slot, Rotation, Action) {
        let Heuristic { outlook, turns, best } = self;
        outlook.set(table, token);
        let seats = outlook.seats(table);
        let seen = &Seen { table, worth: &*outlook };
        turns.look(seen, &seats);
        let mut value = i32::MIN;
        best.clear();
        let mut offer = |slot, rotation, deed, offered| {
            if let Deed::Act(action) = deed
                && offered >= value
            {
                if offered > value {
                    best.clear();
                    value = offered;
                }
                best.push((slot, rotation, action));
            }
        };
        if table.phase() == Phase::Act {
            turns.after_placed(seen, |deed, value, _| offer(Slot::default(), Rotation::R0, deed, value));
        } else {
            table.each_placement(|slot, rotation| {
                turns.after_placing(seen, slot, rotation, |deed, value, _| offer(slot, rotation, deed, value));
            });
        }
        best[choose(rng, best.len() as u32) as usize]
    }
}

impl<'s> Agent<State<'s>> for Heuristic {
    fn choose(&mut self, view: &View<State<'s>>, rng: &mut StreamRng) -> Move {
        let table = view.table();
        let (slot, rotation, action) = self.best_turn(table, mean_token(view), rng);
        match table.phase() {
            Phase::Act => Move::Act(action),
            _ => Move::Place { cell: table.landscape().frontier().cell(slot), rotation },
        }
    }
}

/// The mean value of the tokens that a seat has not seen, in points.
pub(super) fn mean_token(view: &View<State>) -> f32 {
    let (sum, count) = view.unseen_tokens();
    sum as f32 / count.max(1) as f32
}
