//! Carcassonne, the base game with fields, and its mini-expansion The Gold Mines. Rules C1–C5 and M1–M7.
//!
//! [`catalogue`] contains the tiles (C1), [`turn`] the sequence of a turn. [`road`], [`city`], [`monastery`] and
//! [`field`] score one kind of feature each, [`scoring`] any kind, [`final_scoring`] the end. [`ingots`] and [`ingot_distribution`]
//! are The Gold Mines. [`picture`] draws the landscape.
//!
//! ```
//! use std::sync::Arc;
//!
//! use goldrush_engine::carcassonne::{Catalogue, Move, Rules, Setup, State};
//! use goldrush_engine::game::State as _;
//! use goldrush_engine::player::Player;
//! use goldrush_engine::rng::{deal_stream, tool_stream};
//!
//! let catalogue = Arc::new(Catalogue::printed());
//! let setup = Setup::new(catalogue.clone(), Rules::default(), 2)?;
//! let mut game = State::deal(&setup, &mut deal_stream(7, 0));
//! assert_eq!(game.table().tiles_left(), 70);
//!
//! // A turn: a placement, then a follower or none.
//! let mut moves = Vec::new();
//! game.legal_moves(&mut moves);
//! game.play(moves[0])?;
//! game.play(Move::Pass)?;
//! assert_eq!(game.to_move(), Player::new(1));
//!
//! // The Gold Mines: eight more tiles, and ingots that score at the end.
//! let rules = Rules { gold_mines: true, ..Rules::default() };
//! let setup = Setup::new(catalogue, rules, 2)?;
//! let mut game = State::deal(&setup, &mut deal_stream(7, 0));
//! assert_eq!(game.table().tiles_left(), 78);
//! game.play_out(&mut tool_stream(1));
//! // Ingots lie on tiles or in the supply, or have been collected.
//! assert_eq!(game.table().count_ingots(), 16);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod audit;
pub mod catalogue;
pub mod city;
pub mod field;
pub mod final_scoring;
pub mod ingot_distribution;
pub mod ingots;
pub mod monastery;
pub mod moves;
mod observation;
mod occupied_monasteries;
mod perft;
pub mod picture;
mod play;
mod record;
pub mod road;
pub mod rules;
pub mod scoring;
pub mod setup;
pub mod state;
pub mod table;
mod text;
pub mod tiles;
mod totals;
pub mod turn;

pub use catalogue::{Catalogue, FeatureKind};
pub use moves::Move;
pub use observation::{Observation, ObservedSeat, TileWithIngots};
pub use perft::{divide, perft};
pub use record::{ActionRecord, DealRecord, Recorder, Sources, TokenRecord, TurnRecord};
pub use rules::Rules;
pub use setup::Setup;
pub use state::State;
pub use table::{Evaluation, Phase, Table};

pub use crate::landscape::table::Observer;

/// Name of the base game in records, plans and on the command line.
pub const GAME: &str = "carcassonne";
/// Name of the game with The Gold Mines.
pub const GAME_WITH_MINES: &str = "carcassonne+gold-mines";

/// Carcassonne, with or without The Gold Mines, for code that is generic over games.
#[derive(Clone, Copy, Debug)]
pub struct Carcassonne;

crate::landscape::tile_game::tile_game!(
    Carcassonne,
    GAME,
    hidden: (),
    gain: crate::landscape::grid::Cell,
    kinds: id,
    feature: |catalogue, kind, segment| catalogue.kind(kind).segments[segment].kind,
    label: |kind, segment, rotation| kind.label(segment, rotation)
);
