//! Luck of draws: the value of the actual draw minus the mean over all possible draws.
//!
//! The value of a draw to its player is an evaluation fixed before the draw from public information alone. So the luck
//! of every draw is 0 on average, however well anybody plays, and subtracting any part of it leaves the mean of a
//! result unchanged while reducing its variance. Burch, Schmid, Moravcik, Morrill, Bowling, "AIVAT: A New Variance
//! Reduction Technique for Agent Evaluation in Imperfect Information Games" (AAAI 2018). Not handled: randomness of the
//! agents, whose alternatives nobody else knows.
//!
//! ```
//! use goldrush_ai::luck::{LuckModel, LuckEstimator, coefficients};
//! use goldrush_engine::game::{Game, State};
//! use goldrush_engine::gold_rush::{GoldRush, Setup};
//! use goldrush_engine::rng::{deal_stream, tool_stream};
//!
//! let setup = Setup::printed(2);
//! let (mut game, mut rng) = (GoldRush::deal(&setup, &mut deal_stream(7, 0)), tool_stream(1));
//! let (mut estimator, mut luck) = (GoldRush::luck_estimator(2), [0.0; 2]);
//! estimator.begin();
//! estimator.after_move(&game, |draw| luck[draw.seat.index()] += draw.points);
//! for _ in 0..8 {
//!     let mv = game.random_move(&mut rng).ok_or("the game is over")?;
//!     estimator.before_move(&game, mv, |draw| luck[draw.seat.index()] += draw.points);
//!     game.play_unchecked(mv);
//!     estimator.after_move(&game, |draw| luck[draw.seat.index()] += draw.points);
//! }
//!
//! // Luck of both seats, as its effect on the first seat's lead in points.
//! let share = coefficients("gold-rush", 2).ok_or("nothing was fitted")?;
//! let lead = share.margin * (luck[0] - luck[1]);
//! assert!(lead != 0.0 && lead.abs() < 30.0);
//! # Ok::<(), &str>(())
//! ```

use goldrush_engine::game::{Game, State};
use goldrush_engine::player::Player;
use serde::Deserialize;

use crate::value::Standing;

/// Game that can estimate the luck of its draws.
pub trait LuckModel: Game {
    /// Estimator of the game.
    type LuckEstimator<'s>: LuckEstimator<Self::State<'s>> + Send;

    /// Creates an estimator for games with this number of players.
    fn luck_estimator<'s>(players: usize) -> Self::LuckEstimator<'s>;
}

/// Estimates the luck of each draw of a game, in points of the drawing seat against its rivals. Reused from game to
/// game so that nothing is allocated.
pub trait LuckEstimator<S: State> {
    /// Starts a game; [`LuckEstimator::after_move`] reports the draws of its deal.
    fn begin(&mut self);

    /// Called before a move is played.
    fn before_move(&mut self, state: &S, mv: S::Move, report: impl FnMut(Draw));

    /// Called after the deal and after each move.
    fn after_move(&mut self, state: &S, report: impl FnMut(Draw));
}

/// Draw with its luck.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Draw {
    /// Seat that drew.
    pub seat: Player,
    /// Number of the kind of tile or card drawn, if applicable.
    pub kind: Option<u8>,
    /// Value to this seat against its rivals, minus the mean over all possible draws, in points.
    pub points: f64,
    /// Public evaluation of the game before the draw.
    pub before: Standing,
}

/// Shares of luck to subtract from the results of a seat, where its luck is that of its own draws minus the mean of the
/// others'. Fitted on games used for nothing else; `scripts/measure.py --luck` writes them to `data/luck.csv`. Any
/// values leave the mean unchanged.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct LuckCoefficients {
    /// Points of margin per point of luck.
    pub margin: f64,
    /// Share of the win per share that luck seemed to bring ([`crate::value::WinModel::change`]).
    pub share: f64,
    /// Points of score per point of luck.
    pub score: f64,
    /// Points of the others' mean score per point of luck.
    pub others: f64,
}

/// Returns the coefficients of a game with this number of players, if fitted.
///
/// # Panics
/// If the built-in table is malformed; a test checks it.
pub fn coefficients(game: &str, players: usize) -> Option<LuckCoefficients> {
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
    let mut rows = rows.map(|row: Result<Row, _>| {
        row.expect("the built-in table is well formed (checked by a test)")
    });
    let row = rows.find(|row| row.game == game && row.players == players);
    row.map(
        |Row {
             margin,
             share,
             score,
             others,
             ..
         }| LuckCoefficients {
            margin,
            share,
            score,
            others,
        },
    )
}
