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
use rand::Rng;

pub(super) use outlook::Outlook;
pub use weights::{WEIGHTS, Weight, Weights};

use super::turns::{Deed, Seen, Turns};
use crate::agent::Agent;
use crate::search::{Estimates, Turn};

/// The heuristic agent.
#[derive(Clone)]
pub struct Heuristic {
    outlook: Outlook,
    turns: Turns,
    /// Placement, none if the tile lies already, and action of the turns that are equally good.
    best: Vec<(Option<(Slot, Rotation)>, Action)>,
}

impl Heuristic {
    /// An agent with these weights.
    pub fn new(weights: &Weights) -> Heuristic {
        Heuristic { outlook: Outlook::new(weights), turns: Turns::default(), best: Vec::new() }
    }

    /// Tells `each` every turn and its value: placement, none if the tile lies already, action, value.
    #[inline]
    fn value_turns(&mut self, table: &Table, token: f32, mut each: impl FnMut(Option<(Slot, Rotation)>, Action, i32)) {
        let Heuristic { outlook, turns, .. } = self;
        outlook.set(table, token);
        let seen = &Seen { table, worth: &*outlook };
        turns.look(seen, &outlook.seats(table));
        let mut tell = |placement, deed, value| {
            if let Deed::Act(action) = deed {
                each(placement, action, value);
            }
        };
        if table.phase() == Phase::Act {
            turns.after_placed(seen, |deed, value, _| tell(None, deed, value));
        } else {
            table.each_placement(|slot, rotation| {
                turns.after_placing(seen, slot, rotation, |deed, value, _| tell(Some((slot, rotation)), deed, value));
            });
        }
    }

    /// One of the best turns, or of the best actions if the tile lies already.
    pub(super) fn best_turn<R: Rng>(&mut self, table: &Table, token: f32, rng: &mut R) -> (Option<Move>, Action) {
        let mut best = std::mem::take(&mut self.best);
        best.clear();
        let mut highest = i32::MIN;
        self.value_turns(table, token, |placement, action, value| {
            if value > highest {
                best.clear();
                highest = value;
            }
            if value == highest {
                best.push((placement, action));
            }
        });
        let (placement, action) = best[choose(rng, best.len() as u32) as usize];
        self.best = best;
        (placement.map(|(slot, rotation)| place(table, slot, rotation)), action)
    }

    /// Replaces the content of `turns` by the best turns, at most so many, the best first.
    pub(super) fn rank(&mut self, table: &Table, token: f32, most: usize, turns: &mut Vec<Turn<Move>>) {
        turns.clear();
        self.value_turns(table, token, |placement, action, value| {
            let value = Outlook::points(value);
            let act = Move::Act(action);
            turns.push(match placement {
                Some((slot, rotation)) => Turn { first: place(table, slot, rotation), second: Some(act), value },
                None => Turn { first: act, second: None, value },
            });
        });
        turns.sort_by(|x, y| y.value.total_cmp(&x.value));
        turns.truncate(most);
    }

    /// The points that each seat is expected to have at the end.
    pub(super) fn estimate(&mut self, table: &Table, token: f32) -> Estimates {
        let Heuristic { outlook, turns, .. } = self;
        outlook.set(table, token);
        let seats = outlook.seats(table);
        let totals = match table.phase() {
            Phase::Over => seats,
            _ => turns.worth(&Seen { table, worth: &*outlook }, &seats),
        };
        totals.map(Outlook::points)
    }
}

impl<'s> Agent<State<'s>> for Heuristic {
    fn choose(&mut self, view: &View<State<'s>>, rng: &mut StreamRng) -> Move {
        match self.best_turn(view.table(), mean_token(view), rng) {
            (Some(place), _) => place,
            (None, action) => Move::Act(action),
        }
    }
}

fn place(table: &Table, slot: Slot, rotation: Rotation) -> Move {
    Move::Place { cell: table.landscape().frontier().cell(slot), rotation }
}

/// The mean value of the tokens that a seat has not seen, in points.
pub(super) fn mean_token(view: &View<State>) -> f32 {
    let (sum, count) = view.unseen_tokens();
    sum as f32 / count.max(1) as f32
}
