//! Contested features of Carcassonne and their values.

use goldrush_engine::carcassonne::{FeatureKind, Table, scoring};
use goldrush_engine::landscape::components::FeatureWord;
use goldrush_engine::player::Player;

use super::fields::Cities;
use crate::landscape::{self, Totals};

/// Feature in which some seat has a claim, or could have.
#[derive(Clone, Copy, Debug)]
pub struct Stake {
    /// Kind of the feature.
    pub kind: FeatureKind,
    /// Its totals.
    pub word: FeatureWord,
    /// Total hardness of the cells at its open ends, by [`landscape::Worth::hardness`]; for roads and cities.
    pub hardness: i32,
    /// Total value of the cities it touches, by [`Worth::city`]; for fields.
    pub cities: i32,
    /// Cities that it touches; for fields.
    pub beside: Cities,
    /// Number of tiles around it; for monasteries.
    pub neighbors: u8,
    /// Number of ingots on its tiles; only for values that look ahead.
    pub ingots: u8,
}

impl Stake {
    /// Creates a feature with these totals and no further properties.
    pub fn new(kind: FeatureKind, word: FeatureWord) -> Stake {
        Stake { kind, word, hardness: 0, cities: 0, beside: 0, neighbors: 0, ingots: 0 }
    }

    /// Returns true if it scores at the end of the turn.
    #[inline]
    pub fn is_complete(&self) -> bool {
        scoring::is_complete(self.kind, self.word, self.neighbors)
    }
}

/// Values of the features and ingots of Carcassonne.
pub trait Worth: landscape::Worth<Stake = Stake> {
    /// Returns the value of a number of collected ingots.
    fn ingots(&self, collected: u8) -> i32;

    /// Returns the value of a city to a field that touches it.
    fn city(&self, city: &Stake) -> i32;

    /// Returns the value of an incomplete feature to a seat whose follower is alone in it.
    fn alone(&self, stake: &Stake, seat: Player) -> i32;

    /// Returns each seat's points and ingots.
    fn seats(&self, table: &Table) -> Totals {
        let mut seats = Totals::default();
        for seat in Player::all(table.players()) {
            seats[seat.index()] =
                self.point() * i32::from(table.feature_points(seat)) + self.ingots(table.collected(seat));
        }
        seats
    }

    /// Returns the points of a completed feature.
    #[inline]
    fn scored(&self, stake: &Stake) -> i32 {
        self.point() * i32::from(scoring::completed_points(stake.kind, stake.word, stake.neighbors))
    }

    /// Returns the points of a feature if the game ended now (C5).
    #[inline]
    fn scored_at_the_end(&self, stake: &Stake) -> i32 {
        if stake.kind == FeatureKind::Field {
            return stake.cities;
        }
        self.point() * i32::from(scoring::incomplete_points(stake.kind, stake.word, stake.neighbors))
    }

    /// Adds the value of a feature at the end of the turn, complete or not, to each seat's total in `to`, times `sign`.
    #[inline]
    fn settle(&self, stake: &Stake, to: &mut Totals, sign: i32) {
        if !stake.is_complete() {
            return self.unfinished(stake, to, sign);
        }
        let each = sign * self.scored(stake);
        stake.word.pieces().majority().iter().for_each(|seat| to[seat.index()] += each);
    }
}
