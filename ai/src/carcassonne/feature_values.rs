//! Contested features of Carcassonne and their values.

use goldrush_engine::carcassonne::{FeatureKind, Rules, Table, scoring};
use goldrush_engine::landscape::components::FeatureWord;
use goldrush_engine::player::{Player, PlayerSet};

use super::fields::Cities;
use crate::landscape::{self, Totals};

/// Feature in which some seat has a claim, or could have.
#[derive(Clone, Copy, Debug)]
pub struct ContestedFeature {
    /// Kind of the feature.
    pub kind: FeatureKind,
    /// Its totals.
    pub word: FeatureWord,
    /// Total hardness of the cells at its open ends, by [`landscape::FeatureValues::hardness`]; for roads and cities.
    pub hardness: i32,
    /// Total value of the cities it touches, by [`FeatureValues::city`]; for fields.
    pub cities: i32,
    /// Cities that it touches; for fields.
    pub beside: Cities,
    /// Number of tiles around it; for monasteries.
    pub neighbors: u8,
    /// Number of ingots on its tiles; only for values that look ahead.
    pub ingots: u8,
}

impl ContestedFeature {
    /// Creates a feature with these totals and no further properties.
    pub fn new(kind: FeatureKind, word: FeatureWord) -> ContestedFeature {
        ContestedFeature {
            kind,
            word,
            hardness: 0,
            cities: 0,
            beside: 0,
            neighbors: 0,
            ingots: 0,
        }
    }

    /// Returns true if it scores at the end of the turn.
    #[inline]
    pub fn is_complete(&self) -> bool {
        scoring::is_complete(self.kind, self.word, self.neighbors)
    }
}

/// Values of the features and ingots of Carcassonne.
pub trait FeatureValues: landscape::FeatureValues<ContestedFeature = ContestedFeature> {
    /// Returns the rule options.
    fn rules(&self) -> &Rules;

    /// Returns the value of a number of collected ingots.
    fn ingots(&self, collected: u8) -> i32;

    /// Returns the value of a city to a field that touches it.
    fn city(&self, city: &ContestedFeature) -> i32;

    /// Returns the value of an incomplete feature to a seat whose follower is alone in it.
    fn alone(&self, contested: &ContestedFeature, seat: Player) -> i32;

    /// Returns an upper bound on the value of an incomplete road, city or field without ingots to a seat whose follower is
    /// alone in it, for any hardness; a field touches at most this number of cities. For values that look ahead.
    fn most(&self, _kind: FeatureKind, _word: FeatureWord, _cities: u32) -> i32 {
        landscape::NO_BOUND
    }

    /// Returns each seat's points and ingots.
    fn seats(&self, table: &Table) -> Totals {
        let mut seats = Totals::default();
        for seat in Player::all(table.players()) {
            seats[seat.index()] = self.point() * i32::from(table.feature_points(seat))
                + self.ingots(table.collected(seat));
        }
        seats
    }

    /// Returns the value of a completed feature to each of the seats that score it; a set of none stands for a seat
    /// alone.
    #[inline]
    fn scored(&self, contested: &ContestedFeature, scorers: PlayerSet) -> i32 {
        let rules = self.rules();
        let points =
            scoring::completed_points(contested.kind, contested.word, contested.neighbors, rules);
        self.point() * i32::from(rules.ties.share(points, scorers))
    }

    /// Returns the points of a feature if the game ended now (C5).
    #[inline]
    fn scored_at_the_end(&self, contested: &ContestedFeature) -> i32 {
        if contested.kind == FeatureKind::Field {
            return contested.cities;
        }
        let ContestedFeature {
            kind,
            word,
            neighbors,
            ..
        } = *contested;
        self.point()
            * i32::from(scoring::incomplete_points(
                kind,
                word,
                neighbors,
                self.rules(),
            ))
    }

    /// Adds the value of a feature at the end of the turn, complete or not, to each seat's total in `to`, times `sign`.
    #[inline]
    fn settle(&self, contested: &ContestedFeature, to: &mut Totals, sign: i32) {
        if !contested.is_complete() {
            return self.unfinished(contested, to, sign);
        }
        let scorers = self.rules().ties.scorers(contested.word.pieces());
        let each = sign * self.scored(contested, scorers);
        scorers.iter().for_each(|seat| to[seat.index()] += each);
    }
}
