//! Agents for landscape games: greedy, heuristic and search, shared by the games in which tiles are laid.
//!
//! A game provides access to its tables, the values of its features ([`FeatureValues`]) and the evaluation
//! of turns by the changes they make ([`TurnEvaluator`]); [`LandscapeGame`] ties these together. Everything is compiled
//! once for each game.
//!
//! The same code plays all of these games:
//!
//! ```
//! use goldrush_ai::agent::Agent;
//! use goldrush_ai::landscape::{Heuristic, LandscapeGame};
//! use goldrush_ai::weights::WeightSet;
//! use goldrush_engine::carcassonne::{self, Carcassonne};
//! use goldrush_engine::game::{State, View};
//! use goldrush_engine::gold_rush::{self, GoldRush};
//! use goldrush_engine::rng::{agent_stream, deal_stream};
//!
//! /// Returns the first seat's points after a game of the heuristic against itself.
//! fn first_seat<G: LandscapeGame>(setup: &G::Setup) -> u16 {
//!     let mut game = G::deal(setup, &mut deal_stream(7, 0));
//!     let mut heuristic = Heuristic::<G>::new(&G::Weights::tuned(2), u32::MAX);
//!     let mut rng = agent_stream(7, 0, 0, 0);
//!     while let Some(seat) = game.to_move() {
//!         let mv = heuristic.choose(&View::new(&game, seat), &mut rng);
//!         game.play_unchecked(mv);
//!     }
//!     game.scores().as_slice()[0]
//! }
//!
//! assert!(first_seat::<GoldRush>(&gold_rush::Setup::printed(2)) > 30);
//! let rules = carcassonne::Rules::default();
//! let setup = carcassonne::Setup::new(carcassonne::Catalogue::printed().into(), rules, 2)?;
//! assert!(first_seat::<Carcassonne>(&setup) > 30);
//! # Ok::<(), String>(())
//! ```

pub(crate) mod agents;
mod casual;
pub(crate) mod chances;
mod contested_features;
mod ending;
mod estimator;
mod feature_values;
mod game;
mod greedy;
mod hardness_changes;
mod heuristic;
mod joins;
mod luck_model;
mod open_cells;
mod plan;
mod playout;
mod root_evaluations;
mod search_policy;
mod totals;

pub use casual::{Casual, ErrorModel};
pub(crate) use contested_features::ContestedFeatures;
pub use estimator::Estimator;
pub use feature_values::FeatureValues;
pub use game::{
    BaseEvaluation, Evaluator, LandscapeGame, Perspective, Placement, PlacementIndependent,
    TurnEvaluator,
};
pub(crate) use game::{NO_BOUND, agent_types};
pub use greedy::Greedy;
#[cfg(test)]
pub(crate) use heuristic::Choice;
pub use heuristic::Heuristic;
pub(crate) use joins::Joins;
pub use luck_model::DrawLuckEstimator;
pub use open_cells::OpenCells;
pub use search_policy::LandscapeSearchPolicy;
pub use totals::Totals;
pub(crate) use totals::add;
