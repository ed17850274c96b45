//! Values of Carcassonne's features as if the game ended now.
//!
//! ```
//! use goldrush_ai::agent::Agent;
//! use goldrush_ai::carcassonne::greedy::Greedy;
//! use goldrush_engine::carcassonne::{Catalogue, Rules, Setup, State};
//! use goldrush_engine::game::{Text, View};
//! use goldrush_engine::player::Player;
//! use goldrush_engine::rng::agent_stream;
//!
//! // The last tile lies beside the start tile: a follower on its road scores two points, one on a field none.
//! let setup = Setup::new(Catalogue::printed().into(), Rules::default(), 2)?;
//! let state = State::from_text(&setup, "tile D 0,0 0\ntile U 1,0 0\nturn 0 0 follow U\ncoming\n")?;
//! let mv = Greedy::default().choose(&View::new(&state, Player::FIRST), &mut agent_stream(7, 0, 0, 0));
//! assert_eq!(state.move_text(mv), "follower road");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use goldrush_engine::carcassonne::{Carcassonne, Rules, field, ingots};
use goldrush_engine::game::Points;
use goldrush_engine::player::Player;

use super::feature_values::{ContestedFeature, FeatureValues};
use crate::landscape::{self, Totals};

/// Greedy agent.
pub type Greedy = landscape::Greedy<Carcassonne>;

/// Values as if the game ended now, in points: final scoring (C5) and collected ingots (M7). Shared ingots are taken by
/// the automatic rule (M5). Followers in supply and ingots on the table are worth nothing.
pub struct ImmediateValues {
    rules: Rules,
}

impl ImmediateValues {
    /// Creates the values under these rules.
    pub(super) fn new(rules: &Rules) -> ImmediateValues {
        ImmediateValues { rules: *rules }
    }
}

impl landscape::FeatureValues for ImmediateValues {
    type ContestedFeature = ContestedFeature;

    const LOOKS_AHEAD: bool = false;

    #[inline]
    fn point(&self) -> i32 {
        1
    }

    #[inline]
    fn unfinished(&self, contested: &ContestedFeature, to: &mut Totals, sign: i32) {
        let scorers = self.rules.ties.scorers(contested.word.pieces());
        let each = sign
            * i32::from(
                self.rules
                    .ties
                    .share(self.scored_at_the_end(contested) as Points, scorers),
            );
        scorers.iter().for_each(|seat| to[seat.index()] += each);
    }
}

impl FeatureValues for ImmediateValues {
    #[inline]
    fn rules(&self) -> &Rules {
        &self.rules
    }

    #[inline]
    fn ingots(&self, collected: u8) -> i32 {
        ingots::ingot_points(collected).into()
    }

    #[inline]
    fn city(&self, city: &ContestedFeature) -> i32 {
        if city.is_complete() {
            field::points(1, &self.rules).into()
        } else {
            0
        }
    }

    #[inline]
    fn alone(&self, contested: &ContestedFeature, _: Player) -> i32 {
        self.scored_at_the_end(contested)
    }
}
