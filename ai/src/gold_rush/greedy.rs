//! Values of Gold Rush's features as if the game ended now.
//!
//! ```
//! use goldrush_ai::agent::Agent;
//! use goldrush_ai::gold_rush::greedy::Greedy;
//! use goldrush_engine::game::{Game, State, View};
//! use goldrush_engine::gold_rush::{GoldRush, Setup};
//! use goldrush_engine::rng::{agent_stream, deal_stream};
//!
//! // A game of greedy against itself.
//! let setup = Setup::printed(2);
//! let mut game = GoldRush::deal(&setup, &mut deal_stream(7, 0));
//! let (mut greedy, mut rng) = (Greedy::default(), agent_stream(7, 0, 0, 0));
//! while let Some(seat) = game.to_move() {
//!     let mv = greedy.choose(&View::new(&game, seat), &mut rng);
//!     game.play(mv)?;
//! }
//! assert!(game.scores().iter().all(|(_, points)| points > 30));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use goldrush_engine::game::{Points, View};
use goldrush_engine::gold_rush::scoring::Scoring;
use goldrush_engine::gold_rush::{FeatureKind, GoldRush, State, Table, final_scoring};
use goldrush_engine::landscape::ties::Ties;
use goldrush_engine::player::Player;

use super::feature_values::{ContestedFeature, FeatureValues};
use crate::landscape::{self, Totals};

/// Greedy agent.
pub type Greedy = landscape::Greedy<GoldRush>;

/// Values as if the game ended now. The observer's own tokens count with their values; tokens of others, and tokens
/// that change hands in this turn, with the mean of the unseen values. The unit is a point divided by the number of
/// unseen tokens, so that all values are whole numbers. Tents and cowboys in supply are worth nothing.
pub struct ImmediateValues {
    /// Number of unseen values, at least 1.
    point: i32,
    /// Sum of the unseen values.
    token: i32,
    /// Observing seat.
    observer: Player,
    /// Value of its own tokens, minus that of as many unseen ones.
    surplus: i32,
    /// Points of features.
    scoring: Scoring,
    /// Values in incomplete features: of a tile of a railroad, a nugget, a railroad of a city, a camp and a herd.
    each: [i32; 5],
}

impl ImmediateValues {
    /// Creates the values for an observer.
    pub(super) fn new(view: &View<State>) -> ImmediateValues {
        let (sum, count) = view.unseen_tokens();
        let point = count.max(1) as i32;
        let tokens = i32::from(view.table().token_count(view.observer()));
        let surplus = point * i32::from(view.own_token_points()) - sum as i32 * tokens;
        let scoring = *view.table().setup().scoring();
        let sure = Points::from(scoring.incomplete);
        let each = [
            sure * scoring.railroad_tile,
            sure * scoring.nugget,
            sure * scoring.city_railroad,
            scoring.camp,
            scoring.herd,
        ];
        let each = each.map(|points| point * i32::from(points));
        ImmediateValues {
            point,
            token: sum as i32,
            observer: view.observer(),
            surplus,
            scoring,
            each,
        }
    }

    /// V17: out of line, so that games by the printed rule pay only for the check.
    #[cold]
    fn unfinished_if_tied(&self, contested: &ContestedFeature, to: &mut Totals, sign: i32) {
        let points = final_scoring::points(contested.kind, contested.word, &self.scoring);
        let (scorers, [points]) = self.scoring.ties.shared(contested.word.pieces(), [points]);
        scorers
            .iter()
            .for_each(|seat| to[seat.index()] += sign * self.point * i32::from(points));
    }
}

impl landscape::FeatureValues for ImmediateValues {
    type ContestedFeature = ContestedFeature;

    const LOOKS_AHEAD: bool = false;

    #[inline]
    fn point(&self) -> i32 {
        self.point
    }

    // Called for each feature that a placement changes, from several places.
    #[inline(always)]
    fn unfinished(&self, contested: &ContestedFeature, to: &mut Totals, sign: i32) {
        if self.scoring.ties != Ties::All {
            return self.unfinished_if_tied(contested, to, sign);
        }
        let each = sign * self.alone(contested);
        contested
            .word
            .pieces()
            .majority()
            .iter()
            .for_each(|seat| to[seat.index()] += each);
    }
}

impl FeatureValues for ImmediateValues {
    #[inline]
    fn token_value(&self) -> i32 {
        self.token
    }

    fn seats(&self, table: &Table) -> Totals {
        let mut seats = Totals::default();
        for seat in Player::all(table.players()) {
            let tokens = self.token * i32::from(table.token_count(seat));
            seats[seat.index()] = self.point * i32::from(table.feature_points(seat)) + tokens;
        }
        seats[self.observer.index()] += self.surplus;
        seats
    }

    #[inline]
    fn alone(&self, contested: &ContestedFeature) -> i32 {
        let [tile, nugget, city, camp, herd] = self.each;
        let word = contested.word;
        match contested.kind {
            FeatureKind::Railroad => i32::from(word.tiles()) * tile,
            FeatureKind::Mountain => i32::from(word.nuggets()) * nugget,
            FeatureKind::City => i32::from(word.railroads()) * city,
            FeatureKind::Prairie => i32::from(word.camps()) * camp + i32::from(word.herds()) * herd,
        }
    }

    #[inline]
    fn tent(&self, _: &ContestedFeature, _: usize) -> i32 {
        0
    }

    #[inline]
    fn tents(&self, _: &ContestedFeature, _: &mut Totals, _: i32) {}
}
