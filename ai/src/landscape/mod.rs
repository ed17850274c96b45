//! The player of landscapes: what greedy, heuristic and search have in common in the games where tiles are laid.
//!
//! A game lends it how its tables are read ([`Board`]), what its features are worth ([`Worth`]) and how turns are valued
//! by what they change ([`Valuer`]); [`LandscapeGame`] ties these together. Everything is compiled once for each game.
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
//! /// The points of the first seat after a game of the heuristic against itself.
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
mod board;
mod casual;
mod cells;
pub(crate) mod chances;
mod estimator;
mod fortune;
mod game;
mod greedy;
mod guide;
mod heuristic;
mod ledger;
mod memory;
mod narrowing;
mod plan;
mod playout;
mod worth;

pub(crate) use board::board;
pub use board::{Board, Placement};
pub use casual::{Casual, Habits};
pub use cells::Cells;
pub use estimator::Estimator;
pub use fortune::DrawTeller;
pub use game::{Anywhere, Basis, LandscapeGame, Outlook, Seen, Valuer};
pub use greedy::Greedy;
pub use guide::LandscapeGuide;
#[cfg(test)]
pub(crate) use heuristic::Choice;
pub use heuristic::Heuristic;
pub(crate) use ledger::Ledger;
pub use worth::{Totals, Worth};
pub(crate) use worth::{add, ahead};
