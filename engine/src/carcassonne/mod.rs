//! Carcassonne, the base game with fields, and its mini-expansion The Gold Mines. Rules C1–C5 and M1–M7.
//!
//! [`catalogue`] has the tiles (C1), [`turn`] the course of a turn; [`road`], [`city`], [`monastery`] and [`field`] what a
//! feature is worth, which [`scoring`] tells of any; [`ingots`] and [`taking`] The Gold Mines, [`final_scoring`] the end;
//! [`picture`] draws the landscape.

pub mod audit;
pub mod catalogue;
pub mod city;
pub mod consequences;
pub mod field;
pub mod final_scoring;
pub mod ingots;
pub mod monastery;
pub mod moves;
mod observation;
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
pub mod taking;
mod text;
pub mod tiles;
mod totals;
pub mod turn;
mod watched;

pub use catalogue::{Catalogue, FeatureKind};
pub use consequences::{Evaluation, Observer};
pub use moves::Move;
pub use observation::Observation;
pub use perft::{divide, perft};
pub use record::{ActionRecord, DealRecord, Recorder, Sources, TakenRecord, TurnRecord};
pub use rules::Rules;
pub use setup::Setup;
pub use state::State;
pub use table::{Phase, Table};

/// The name of the base game in records, plans and on the command line.
pub const GAME: &str = "carcassonne";
/// The same with The Gold Mines.
pub const GAME_WITH_MINES: &str = "carcassonne+gold-mines";

/// The game, with or without The Gold Mines, for code that is written for all of the family.
#[derive(Clone, Copy, Debug)]
pub struct Carcassonne;

impl crate::game::Game for Carcassonne {
    type Setup = Setup;
    type Move = Move;
    type State<'s> = State<'s>;

    const NAME: &'static str = GAME;

    fn deal<'s, R: rand::Rng>(setup: &'s Setup, rng: &mut R) -> State<'s> {
        crate::game::State::deal(setup, rng)
    }
}
