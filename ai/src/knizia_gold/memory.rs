//! Agent that remembers part of what it saw, and digs the best pair it remembers.
//!
//! At the end of every turn it forgets each card with probability 1 − p; a card flipped again is fresh. So only the
//! time since a card was last flipped matters. If it remembers gold and a digger that gain points, it flips the best
//! such pair; otherwise it flips random cards it does not remember, and the best match for the first. It avoids
//! flipping a remembered card that would give gold to another seat. In the gold rush it flips the best gold it
//! remembers. With p = 0 it only knows the open card, and plays at random.

use goldrush_engine::game::View;
use goldrush_engine::knizia_gold::turn::{Outcome, outcome};
use goldrush_engine::knizia_gold::{Card, Flip, State, Table};
use goldrush_engine::player::Player;
use goldrush_engine::rng::{StreamRng, below, choose};
use rand::Rng;

use super::known_cards::{KnownCards, best_dig, diggers_for, each};
use crate::agent::Agent;

/// Agent with imperfect memory.
///
/// # Examples
///
/// ```
/// use goldrush_ai::agent::Agent;
/// use goldrush_ai::knizia_gold::memory::Memory;
/// use goldrush_engine::game::{Text, View};
/// use goldrush_engine::knizia_gold::{Setup, State};
/// use goldrush_engine::player::Player;
/// use goldrush_engine::rng::agent_stream;
///
/// // A digger is open and gold was seen at h8. An agent that forgets nothing digs it.
/// let text = format!(
///     "turns 30\nseat 0\nrush 0\ngold 0/0 0/0\nopen a1\n+a5@31 {}{}+g4@30",
///     "g1 g1 g2 g2 g3 g3 g4 b2 b3 b4 c2 c3 ",
///     "-- ".repeat(50)
/// );
/// let game = State::from_text(Setup::new(2, false)?, &text)?;
/// let flip = Memory::new(1.0).choose(&View::new(&game, Player::FIRST), &mut agent_stream(7, 0, 0, 0));
/// assert_eq!(game.move_text(flip), "h8");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Memory {
    keep: f32,
    /// Positions whose cards it remembers.
    remembered: u64,
    /// Game and number of finished turns at its last decision.
    last: (usize, u16),
}

impl Memory {
    /// Creates an agent that remembers each card from turn to turn with probability `keep`, 0 to 1.
    pub fn new(keep: f32) -> Memory {
        Memory {
            keep,
            remembered: 0,
            last: (0, 0),
        }
    }

    /// Updates the memory for the time since the last decision.
    fn recall(&mut self, table: Table, rng: &mut StreamRng) {
        let now = (table.game().0, table.turns());
        if now.0 != self.last.0 || now.1 < self.last.1 {
            self.remembered = 0;
            self.last = (now.0, 0);
        }
        let mut left = table.present() & !table.unseen();
        self.remembered &= left;
        while left != 0 {
            let at = left.trailing_zeros() as u8;
            let bit = left & left.wrapping_neg();
            left &= left - 1;
            let Some(flipped) = table.last_flipped(at) else {
                continue;
            };
            // Flipped in a turn that was not over at the last decision, so fresh since then.
            let fresh = flipped >= self.last.1;
            if fresh || self.remembered & bit != 0 {
                let turns = now.1 - if fresh { flipped } else { self.last.1 };
                self.remembered |= bit;
                if self.forgets(turns, rng) {
                    self.remembered &= !bit;
                }
            }
        }
        self.last = now;
    }

    /// Returns true if a card is forgotten within a number of turns.
    fn forgets(&self, turns: u16, rng: &mut StreamRng) -> bool {
        if turns == 0 || self.keep >= 1.0 {
            return false;
        }
        // 24 bits: the precision of `f32`.
        let chance = (rng.next_u32() >> 8) as f32 / (1 << 24) as f32;
        chance >= self.keep.powi(turns.into())
    }
}

/// Draws a position of a set uniformly.
fn random_position(mut positions: u64, rng: &mut StreamRng) -> Option<Flip> {
    let count = positions.count_ones();
    if count == 0 {
        return None;
    }
    for _ in 0..choose(rng, count) {
        positions &= positions - 1;
    }
    Some(Flip(positions.trailing_zeros() as u8))
}

/// Gold that two cards give to the seat that flips them; negative if they give it to another.
fn gain(table: Table, seat: Player, one: Card, other: Card) -> i8 {
    match outcome(one, other) {
        Outcome::Dug { value, color } if table.owner(color).is_none_or(|owner| owner == seat) => {
            value as i8
        }
        Outcome::Dug { value, .. } => -(value as i8),
        _ => 0,
    }
}

impl Memory {
    fn in_rush(&self, table: Table, known: &KnownCards, rng: &mut StreamRng) -> Option<Flip> {
        match each(known.kinds & 0b11110).last() {
            Some(gold) => Some(known.flip(gold)),
            None => random_position(table.present() & !self.remembered, rng),
        }
    }

    fn first(
        &self,
        table: Table,
        seat: Player,
        known: &KnownCards,
        rng: &mut StreamRng,
    ) -> Option<Flip> {
        match best_dig(known.kinds, diggers_for(seat, table.players())) {
            // The digger first: the gold has been seen, so it can follow.
            (1.., diggers) => Some(known.flip(diggers.trailing_zeros() as usize)),
            _ => random_position(table.present() & !self.remembered, rng),
        }
    }

    fn second(
        &self,
        table: Table,
        seat: Player,
        open: u8,
        known: &KnownCards,
        rng: &mut StreamRng,
    ) -> Option<Flip> {
        let card = table.seen(open)?;
        let mut best = (0, None, 0);
        for kind in each(known.kinds) {
            let gain = gain(table, seat, card, Card::of_kind(kind));
            // Equal gains are equally likely.
            best.2 = if gain > best.0 {
                1
            } else {
                best.2 + u32::from(gain == best.0)
            };
            if gain > best.0 || gain == best.0 && below(rng, best.2) == 0 {
                best = (gain, Some(kind), best.2);
            }
        }
        if best.0 > 0 {
            return best.1.map(|kind| known.flip(kind));
        }
        random_position(table.present() & !self.remembered & !(1 << open), rng)
            .or_else(|| best.1.map(|kind| known.flip(kind)))
    }
}

impl Agent<State> for Memory {
    fn choose(&mut self, view: &View<State>, rng: &mut StreamRng) -> Flip {
        let table = view.table();
        let seat = view.observer();
        self.recall(table, rng);
        let known = KnownCards::at(table, self.remembered);
        let flip = match table.open() {
            _ if table.is_rush() => self.in_rush(table, &known, rng),
            Some(open) => self.second(table, seat, open, &known, rng),
            None => self.first(table, seat, &known, rng),
        };
        flip.unwrap_or_else(|| {
            view.random_move(rng)
                .expect("agents are only asked while the game is in progress")
        })
    }

    fn new_game(&mut self) {
        *self = Memory::new(self.keep);
    }

    /// It depends on past decisions unless it forgets nothing; then the public table has all it needs.
    fn remembers(&self) -> bool {
        self.keep < 1.0
    }
}
