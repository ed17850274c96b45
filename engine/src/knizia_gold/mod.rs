//! Knizia's gold-rush card game: 64 cards lie face down in a grid, a turn flips two, and memory wins the gold. Rules
//! K1–K11.
//!
//! [`cards`] contains the components (K1), [`turn`] the effect of two flipped cards (K3–K6), [`state`] a game in
//! progress (K2, K7, K8), `series` and `matches` a match (K10), [`table`] the public information (K9, K11).
//! [`game_stats`] collects statistics, [`picture`] draws the grid, and `playout` plays random games fast.
//!
//! ```
//! use goldrush_engine::game::{State as _, Text, View};
//! use goldrush_engine::knizia_gold::{Setup, State};
//! use goldrush_engine::rng::{deal_stream, tool_stream};
//!
//! // A match of two games between two players.
//! let setup = Setup::new(2, true)?;
//! let mut game = State::deal(setup, &mut deal_stream(7, 0));
//! assert_eq!(game.table().game(), (0, 2));
//!
//! // A turn flips two cards. From then on everybody knows them.
//! let flip = game.parse_move("a1")?;
//! let seat = game.to_move().ok_or("the game is over")?;
//! assert_eq!(View::new(&game, seat).table().seen(flip.0), None);
//! game.play(flip)?;
//! assert_eq!(game.table().seen(flip.0), Some(game.card_under(flip)));
//! game.play(game.parse_move("b1")?)?;
//! assert_ne!(game.to_move(), Some(seat));
//!
//! game.play_out(&mut tool_stream(1));
//! assert_eq!(game.to_move(), None);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod card_counts;
pub mod cards;
mod deck;
pub mod game_stats;
mod matches;
mod observation;
pub mod picture;
mod play;
mod playout;
mod record;
pub mod rules;
mod series;
pub mod setup;
pub mod state;
pub mod table;
mod text;
pub mod turn;

pub use cards::{COLORS, Card, GRID, KINDS};
pub use game_stats::GameStats;
pub use observation::{Observation, ObservedSeat};
pub use record::{
    DealRecord, EndRecord, FlippedRecord, GameRecord, Recorder, Sources, TokenRecord, TurnRecord,
};
pub use rules::{RUSH_CARDS, Rules};
pub use setup::Setup;
pub use state::{Flip, MAX_TURNS, State};
pub use table::Table;

/// Name of the game in records, plans and on the command line.
pub const GAME: &str = "knizia-gold";

/// Knizia's card game, for code that is generic over games.
#[derive(Clone, Copy, Debug)]
pub struct KniziaGold;

impl crate::game::Game for KniziaGold {
    type Setup = Setup;
    type Move = Flip;
    type State<'s> = State;

    const NAME: &'static str = GAME;

    fn deal<R: rand::Rng>(setup: &Setup, rng: &mut R) -> State {
        crate::game::State::deal(*setup, rng)
    }
}
