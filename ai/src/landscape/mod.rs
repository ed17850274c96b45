//! The player of landscapes: what greedy, heuristic and search have in common in the games where tiles are laid.
//!
//! A game lends it how its tables are read ([`Board`]), what its features are worth ([`Worth`]) and how turns are valued
//! by what they change ([`Valuer`]); [`LandscapeGame`] ties these together. Everything is compiled once for each game.

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
