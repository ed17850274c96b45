//! The luck of draws: what chance brought each seat, less the mean of what it could have brought.
//!
//! What a draw is worth to whoever gets it is an opinion, but one that is fixed before the draw and depends on nothing but
//! what had been seen until then. So the luck of every draw is 0 on average, whoever plays and however badly, and results
//! less any part of it have the same mean as before, with less chance in them. Burch, Schmid, Moravcik, Morrill, Bowling,
//! "AIVAT: A New Variance Reduction Technique for Agent Evaluation in Imperfect Information Games" (AAAI 2018). Not
//! handled: the chance of the agents themselves, of which nobody else knows what it could have been.
//!
//! ```
//! use goldrush_ai::luck::{Fortune, LuckTeller, coefficients};
//! use goldrush_engine::game::{Game, State};
//! use goldrush_engine::gold_rush::{GoldRush, Setup};
//! use goldrush_engine::rng::{deal_stream, tool_stream};
//!
//! let setup = Setup::printed(2);
//! let (mut game, mut rng) = (GoldRush::deal(&setup, &mut deal_stream(7, 0)), tool_stream(1));
//! let (mut teller, mut luck) = (GoldRush::teller(2), [0.0; 2]);
//! teller.begin();
//! teller.after(&game, |draw| luck[draw.seat.index()] += draw.points);
//! for _ in 0..8 {
//!     let mv = game.random_move(&mut rng).ok_or("the game is over")?;
//!     teller.before(&game, mv, |draw| luck[draw.seat.index()] += draw.points);
//!     game.play_unchecked(mv);
//!     teller.after(&game, |draw| luck[draw.seat.index()] += draw.points);
//! }
//!
//! // What the luck of both brought to the first seat, in points of its lead.
//! let share = coefficients("gold-rush", 2).ok_or("nothing was fitted")?;
//! let lead = share.margin * (luck[0] - luck[1]);
//! assert!(lead != 0.0 && lead.abs() < 30.0);
//! # Ok::<(), &str>(())
//! ```

use goldrush_engine::game::{Game, State};
use goldrush_engine::player::Player;
use serde::Deserialize;

use crate::value::Standing;

/// A game that tells the luck of its draws.
pub trait Fortune: Game {
    /// Who tells it.
    type Teller<'s>: LuckTeller<Self::State<'s>> + Send;

    /// Somebody who tells it, of games of so many players.
    fn teller<'s>(players: usize) -> Self::Teller<'s>;
}

/// Tells the luck of each draw of a game, in points of the seat that drew, against its rivals. Keeps what it needs from game
/// to game so that nothing is allocated.
pub trait LuckTeller<S: State> {
    /// Returns a game begins; what its deal drew is told by [`LuckTeller::after`].
    fn begin(&mut self);

    /// Returns a move is about to be played.
    fn before(&mut self, state: &S, mv: S::Move, told: impl FnMut(Draw));

    /// Returns the game was dealt, or a move was played.
    fn after(&mut self, state: &S, told: impl FnMut(Draw));
}

/// A draw whose luck is told.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Draw {
    /// Who drew.
    pub seat: Player,
    /// What came: the number of a kind of tile or card, if it is one.
    pub kind: Option<u8>,
    /// How much more it is worth to this seat against its rivals than what could have come is on average, in points.
    pub points: f64,
    /// How the game stood before it, as all see it.
    pub before: Standing,
}

/// How much of its luck is taken out of what a seat made of a game: its luck is that of its own draws less the mean of the
/// others'. Fitted to games that nobody reports on; `scripts/measure.py --luck` writes them to `data/luck.csv`. Whatever they
/// are, what is left has the mean that it had.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Coefficients {
    /// Points of margin for each point of luck.
    pub margin: f64,
    /// Share of the win for each share of it that luck seemed to bring ([`crate::value::Value::change`]).
    pub share: f64,
    /// Points of score for each point of luck.
    pub score: f64,
    /// Points of the others' mean score for each point of luck.
    pub others: f64,
}

/// Returns the coefficients of a game with so many players, if they were fitted.
///
/// # Panics
/// If the table, which is part of the program, cannot be read; a test reads it.
pub fn coefficients(game: &str, players: usize) -> Option<Coefficients> {
    #[derive(Deserialize)]
    struct Row {
        game: String,
        players: usize,
        margin: f64,
        share: f64,
        score: f64,
        others: f64,
    }
    let table = include_str!("../data/luck.csv");
    let rows = csv::Reader::from_reader(table.as_bytes()).into_deserialize();
    let mut rows = rows.map(|row: Result<Row, _>| row.expect("the table is well formed"));
    let row = rows.find(|row| row.game == game && row.players == players);
    row.map(|Row { margin, share, score, others, .. }| Coefficients { margin, share, score, others })
}
