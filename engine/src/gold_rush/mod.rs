//! Carcassonne: Gold Rush. The modules follow the rulebook; `goldrush rules` prints the rules they cite.
//!
//! Games are dealt from a [`Setup`]: a [`Catalogue`] of tiles, [`Rules`], and the number of players.
//!
//! ```
//! use goldrush_engine::game::State as _;
//! use goldrush_engine::gold_rush::{Action, Catalogue, Move, Phase, Rules, Setup, State};
//! use goldrush_engine::player::Player;
//! use goldrush_engine::rng::deal_stream;
//!
//! // Two tents per player, and no farmers.
//! let catalogue = Catalogue::built_in("gold_rush").ok_or("there is no such catalogue")?;
//! let rules = Rules { tents: 2, farmers: false, ..Rules::default() };
//! let setup = Setup::new(catalogue, rules, 4)?;
//! let mut game = State::deal(&setup, &mut deal_stream(7, 0));
//!
//! // A turn: a placement, then at most one action.
//! let mut moves = Vec::new();
//! game.legal_moves(&mut moves);
//! assert!(moves.iter().all(|mv| matches!(mv, Move::Place { .. })));
//! game.play(moves[0])?;
//! assert_eq!(game.table().phase(), Phase::Act);
//! game.play(Move::Act(Action::None))?;
//!
//! assert_eq!(game.to_move(), Player::new(1));
//! assert_eq!(game.table().landscape().tiles().len(), 2);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

// Components and preparation: G1–G3, V1–V9.
pub mod catalogue;
mod restriction;
pub mod rules;
pub mod scoring;
pub mod setup;
// The table and what is hidden: G4, G23, G24.
mod observation;
mod opening;
mod play;
mod state;
mod table;
// A turn: G4–G10, G18.
mod actions;
pub mod mining;
mod moves;
mod totals;
mod turn;
// Features: G11–G17, G20, G21.
pub mod city;
mod completion;
pub mod mountain;
mod observers;
pub mod prairie;
pub mod railroad;
// The end: G19–G22.
pub mod final_scoring;
// Writing games down.
mod notation;
pub mod picture;
mod record;
pub mod scenario;
// Checking.
pub mod audit;
mod perft;

pub use actions::{ACTION_KINDS, Actions, AllowedActions};
pub use catalogue::{Catalogue, FeatureKind};
pub use moves::{Action, Move};
pub use observation::{Observation, ObservedPile, ObservedSeat};
pub use observers::{AcquiredToken, Acquisition, Evaluation, TableObserver};
pub use perft::{divide, perft};
pub use record::{ActionRecord, DealRecord, Recorder, Sources, TokenRecord, TurnRecord};
pub use restriction::{Denied, Restriction};
pub use rules::{Locomotives, Rules, TentPlaces};
pub use scenario::Scenario;
pub use setup::{Deal, Setup};
pub use state::{SOURCES, State};
pub use table::{Phase, Table};

pub use crate::landscape::table::Observer;

/// Name on the command line and in records.
pub const GAME: &str = "gold-rush";

/// Gold Rush, for code that is generic over games.
#[derive(Clone, Copy, Debug)]
pub struct GoldRush;

crate::landscape::tile_game::tile_game!(
    GoldRush,
    GAME,
    hidden: state::Tokens,
    gain: AcquiredToken,
    kinds: name,
    feature: |catalogue, kind, segment| catalogue.feature(kind, segment),
    label: |kind, segment, rotation| kind.segments[segment].label(rotation)
);
