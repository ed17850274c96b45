//! What can be at stake in a feature, and what it is worth.

use goldrush_engine::carcassonne::{FeatureKind, Table, scoring};
use goldrush_engine::landscape::components::FeatureWord;
use goldrush_engine::player::Player;

use super::fields::Cities;
use crate::landscape::{self, Totals};

/// A feature in which somebody has a stake, or could have.
#[derive(Clone, Copy, Debug)]
pub struct Stake {
    /// What it is.
    pub kind: FeatureKind,
    /// Its totals.
    pub word: FeatureWord,
    /// How hard the cells at its open ends are to fill: sum of [`landscape::Worth::hardness`]. Roads and cities.
    pub hardness: i32,
    /// What the cities it touches are worth to it: sum of [`Worth::city`]. Fields.
    pub cities: i32,
    /// These cities. Fields.
    pub beside: Cities,
    /// Tiles around it. Monasteries.
    pub neighbors: u8,
    /// Ingots on its tiles, as far as somebody looks ahead.
    pub ingots: u8,
}

impl Stake {
    /// Returns a feature with these totals, nothing else known of it.
    pub fn new(kind: FeatureKind, word: FeatureWord) -> Stake {
        Stake { kind, word, hardness: 0, cities: 0, beside: 0, neighbors: 0, ingots: 0 }
    }

    /// Returns true if it is scored when the turn ends.
    #[inline]
    pub fn is_complete(&self) -> bool {
        scoring::is_complete(self.kind, self.word, self.neighbors)
    }
}

/// What the features and ingots of Carcassonne are worth.
pub trait Worth: landscape::Worth<Stake = Stake> {
    /// So many ingots collected.
    fn ingots(&self, collected: u8) -> i32;

    /// Returns a city, to a field that touches it.
    fn city(&self, city: &Stake) -> i32;

    /// Returns a feature that is not complete, to the seat of a follower who is alone in it.
    fn alone(&self, stake: &Stake, seat: Player) -> i32;

    /// What each seat has in points and ingots.
    fn seats(&self, table: &Table) -> Totals {
        let mut seats = Totals::default();
        for seat in Player::all(table.players()) {
            seats[seat.index()] =
                self.point() * i32::from(table.feature_points(seat)) + self.ingots(table.collected(seat));
        }
        seats
    }

    /// What a completed feature scores by the rules.
    #[inline]
    fn scored(&self, stake: &Stake) -> i32 {
        self.point() * i32::from(scoring::completed_points(stake.kind, stake.word, stake.neighbors))
    }

    /// What a feature would score if the game ended now (C5).
    #[inline]
    fn scored_at_the_end(&self, stake: &Stake) -> i32 {
        if stake.kind == FeatureKind::Field {
            return stake.cities;
        }
        self.point() * i32::from(scoring::incomplete_points(stake.kind, stake.word, stake.neighbors))
    }

    /// What a feature is worth to all when the turn ends, complete or not: adds it to `to`, times `sign`.
    #[inline]
    fn settle(&self, stake: &Stake, to: &mut Totals, sign: i32) {
        if !stake.is_complete() {
            return self.unfinished(stake, to, sign);
        }
        let each = sign * self.scored(stake);
        stake.word.pieces().majority().iter().for_each(|seat| to[seat.index()] += each);
    }
}
