//! Carcassonne: Gold Rush. The modules follow the rulebook; `goldrush rules` prints the rules they cite.

// Components and preparation: G1–G3, V1–V9.
pub mod catalogue;
mod restriction;
pub mod rules;
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
mod consequences;
pub mod mountain;
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

pub use actions::{ACTION_KINDS, Actions, Allowed};
pub use catalogue::{Catalogue, FeatureKind};
pub use consequences::{Acquired, Consequences, Evaluation, Observer};
pub use moves::{Action, Move};
pub use observation::{Observation, PileSeen, Place, SeatSeen, TileSeen};
pub use perft::{divide, perft};
pub use record::{ActionRecord, DealRecord, Recorder, Sources, TakenRecord, TurnRecord};
pub use restriction::{Denied, Restriction};
pub use rules::{Locomotives, Rules};
pub use scenario::Scenario;
pub use setup::{Deal, Setup};
pub use state::{SOURCES, State};
pub use table::{Phase, Table};

/// The game's name on the command line and in records.
pub const GAME: &str = "gold-rush";

/// The game, for code that is written for all of the family.
#[derive(Clone, Copy, Debug)]
pub struct GoldRush;

impl crate::game::Game for GoldRush {
    type Setup = Setup;
    type Move = Move;
    type State<'s> = State<'s>;

    const NAME: &'static str = GAME;

    fn deal<'s, R: rand::Rng>(setup: &'s Setup, rng: &mut R) -> State<'s> {
        crate::game::State::deal(setup, rng)
    }
}
