//! Forgets nothing, and flips what is worth most on average over the cards nobody has looked at: the first card by what the
//! best second will bring once the first is seen, the second by what it brings with the first. The gold rush it plays as it is
//! solved.

use goldrush_engine::game::View;
use goldrush_engine::knizia_gold::{Flip, State, Table};
use goldrush_engine::player::Player;
use goldrush_engine::rng::StreamRng;

use super::prospect::{Choice, Prospect, WEIGHTS};
use crate::agent::Agent;

/// Returns the number of points more than the mean of its rivals the seat to move gets from here on by a flip in the gold rush (K7), if
/// all forget nothing and take what brings them most on average: solved, not estimated.
///
/// # Examples
///
/// ```
/// use goldrush_ai::knizia_gold::perfect::worth_in_rush;
/// use goldrush_engine::game::Text;
/// use goldrush_engine::knizia_gold::{Flip, Setup, State};
/// use goldrush_engine::player::Player;
///
/// // Two cards are left, and both have been seen: gold of 4 at a1 and of 1 at b1.
/// let text = format!("turns 30\nseat 0\nrush 1\ngold 0/0 0/0\n+g4@1 +g1@1 {}", "-- ".repeat(62));
/// let game = State::from_text(Setup::new(2, false)?, &text)?;
/// assert_eq!(worth_in_rush(game.table(), Player::FIRST, Flip(0)), 3.0);
/// assert_eq!(worth_in_rush(game.table(), Player::FIRST, Flip(1)), -3.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn worth_in_rush(table: Table, seat: Player, flip: Flip) -> f32 {
    Prospect::new(table, seat, WEIGHTS).rush_worth(table, flip)
}

/// The agent; draws nothing.
#[derive(Clone, Copy, Default, Debug)]
pub struct Perfect;

impl Agent<State> for Perfect {
    fn choose(&mut self, view: &View<State>, _: &mut StreamRng) -> Flip {
        let table = view.table();
        let prospect = Prospect::new(table, view.observer(), WEIGHTS);
        let mut best = (f32::MIN, Choice::Unseen);
        let mut consider = |card, worth| {
            if worth > best.0 {
                best = (worth, card);
            }
        };
        match table.open().and_then(|open| table.seen(open)) {
            _ if table.is_rush() => prospect.rush(consider),
            Some(open) => prospect.seconds(open.kind(), consider),
            None => prospect.firsts(|card, _, worth| consider(card, worth)),
        }
        prospect.flip(table, best.1)
    }
}
