//! What the features of Carcassonne would be worth if the game ended now.

use goldrush_engine::carcassonne::{Carcassonne, field, ingots};
use goldrush_engine::player::Player;

use super::worth::{Stake, Worth};
use crate::landscape::{self, Totals};

/// The greedy agent.
pub type Greedy = landscape::Greedy<Carcassonne>;

/// What things would be worth if the game ended now, in points: final scoring (C5) and the worth of collected ingots (M7).
/// Ingots that players share go by the rule that programs go by (M5). A follower in supply is worth nothing, an ingot on
/// the table neither.
pub struct EndsNow;

impl landscape::Worth for EndsNow {
    type Stake = Stake;

    const LOOKS_AHEAD: bool = false;

    #[inline]
    fn point(&self) -> i32 {
        1
    }

    #[inline]
    fn unfinished(&self, stake: &Stake, to: &mut Totals, sign: i32) {
        let each = sign * self.scored_at_the_end(stake);
        stake.word.figures().majority().iter().for_each(|seat| to[seat.index()] += each);
    }
}

impl Worth for EndsNow {
    #[inline]
    fn ingots(&self, collected: u8) -> i32 {
        ingots::worth(collected).into()
    }

    #[inline]
    fn city(&self, city: &Stake) -> i32 {
        if city.is_complete() { field::CITY_POINTS.into() } else { 0 }
    }

    #[inline]
    fn alone(&self, stake: &Stake, _: Player) -> i32 {
        self.scored_at_the_end(stake)
    }
}
