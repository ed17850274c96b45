//! Game-specific part of the agents for landscape games.

use std::fmt::Debug;

use goldrush_engine::fingerprint::Fingerprint;
use goldrush_engine::game::{Game, View};
use goldrush_engine::landscape::grid::{Cell, Rotation};
use goldrush_engine::player::Player;

use super::{Board, Cells, Placement, Totals, Worth};
use crate::weights::WeightSet;

/// Game in which tiles are laid side by side and form features.
pub trait LandscapeGame: Game {
    /// Public table.
    type Table<'s>: Board + Clone + Send;
    /// Decision after the placement; may group several decisions of equal value.
    type Deed: Copy + PartialEq + Debug + Send + Sync;
    /// Expected values of hidden information, as far as it scores.
    type Expectation: Copy + Default + Send + Sync;
    /// Weights of the heuristic.
    type Weights: WeightSet;
    /// Forward-looking values.
    type Outlook: Outlook<Self>;
    /// Values as if the game ended now.
    type EndsNow: Worth;
    /// Evaluator of turns.
    type Turns: Basis + Valuer<Self, Self::Outlook> + Valuer<Self, Self::EndsNow> + Clone + Default + Send + Sync;

    /// Returns the public table of a state.
    fn table<'t, 's>(state: &'t Self::State<'s>) -> &'t Self::Table<'s>;

    /// Returns the public table of a view.
    fn seen<'v, 's>(view: &View<'v, Self::State<'s>>) -> &'v Self::Table<'s>;

    /// Returns the observer's expectation of hidden information.
    fn expectation(view: &View<Self::State<'_>>) -> Self::Expectation;

    /// Returns the observer's private points beyond what others expect of it.
    fn luck(_view: &View<Self::State<'_>>, _expected: Self::Expectation) -> f32 {
        0.0
    }

    /// Returns the expectation of hidden information from public information alone.
    fn shared_expectation(state: &Self::State<'_>) -> Self::Expectation;

    /// Reports draws other than tiles, starting with the one numbered `after`: the seat that drew, and its points minus
    /// the mean over all possible draws. Returns the total number of such draws.
    fn other_draws(_state: &Self::State<'_>, _after: usize, _told: impl FnMut(Player, f64)) -> usize {
        0
    }

    /// Returns values as if the game ended now, from the observer's view.
    fn ends_now(view: &View<Self::State<'_>>) -> Self::EndsNow;

    /// Returns the placement of the tile in hand.
    fn place(cell: Cell, rotation: Rotation) -> Self::Move;

    /// Returns the decisions of an action, in order; `nth`, from 0, selects one of a group.
    fn decisions(table: &Self::Table<'_>, deed: Self::Deed, nth: u32) -> (Self::Move, Option<Self::Move>);

    /// Adds to a key all public information other than tiles, hand, seat and the start of a turn.
    fn tell(table: &Self::Table<'_>, key: &mut Fingerprint);
}

/// Returns a placement as a move.
#[inline]
pub(super) fn place<G: LandscapeGame>(table: &G::Table<'_>, (slot, rotation): Placement) -> G::Move {
    G::place(table.landscape().frontier().cell(slot), rotation)
}

/// Forward-looking values of one table after another.
pub trait Outlook<G: LandscapeGame>: Worth + Clone + Send + Sync {
    /// Creates values from weights; call `set` before use.
    fn new(weights: &G::Weights) -> Self;

    /// Prepares for a table, with an expectation of hidden information.
    fn set(&mut self, table: &G::Table<'_>, expected: G::Expectation);
}

/// A table with values and the seat to decide.
pub struct Seen<'t, T, W> {
    /// The table.
    pub table: &'t T,
    /// Values of its features.
    pub worth: &'t W,
    /// Seat to decide.
    pub seat: Player,
    /// Number of seats.
    pub players: usize,
}

impl<'t, T: Board, W: Worth> Seen<'t, T, W> {
    /// Creates the perspective of the seat to decide.
    pub fn new(table: &'t T, worth: &'t W) -> Seen<'t, T, W> {
        Seen { table, worth, seat: table.seat(), players: table.players() }
    }

    /// Returns the lead of the seat with these totals.
    #[inline]
    pub fn margin(&self, totals: &Totals) -> i32 {
        self.worth.margin(totals, self.seat, self.players)
    }
}

/// Evaluation of a table before its turns.
pub trait Basis {
    /// Returns its value to each seat.
    fn base(&self) -> &Totals;

    /// Returns its open cells, for values that look ahead.
    fn cells(&self) -> &Cells;

    /// Uses these cells as the reference for later tables on which tiles were laid since.
    fn follow(&mut self, before: &Cells);
}

/// Effects of a turn that do not depend on the placement, as long as the tile touches nothing involved.
#[derive(Clone, Copy, Default, Debug)]
pub struct Anywhere {
    /// Gain in margin by the best action elsewhere; at least 0.
    pub gain: i32,
    /// Cost of a piece leaving the supply; prohibitive if there is none.
    pub price: i32,
}

impl Anywhere {
    /// More than a piece can ever gain.
    const NO_PIECE: i32 = 1 << 24;

    /// Creates the effects for a number of pieces in supply.
    #[inline]
    pub(crate) fn new(gain: i32, supply: usize, worth: &impl Worth) -> Anywhere {
        let price = supply.checked_sub(1).map_or(Anywhere::NO_PIECE, |then| worth.supply(supply) - worth.supply(then));
        Anywhere { gain, price }
    }

    /// Returns an upper bound on a turn's improvement since `before`, if the tile joins the same features.
    #[inline]
    pub(crate) fn better_by(self, before: Anywhere) -> i32 {
        (self.gain - before.gain).max(before.price - self.price).max(0)
    }
}

/// Evaluates the turns of a seat on a table by the changes they make. Reused between turns so that nothing is
/// allocated.
pub trait Valuer<G: LandscapeGame, W> {
    /// Prepares for the turns on a table.
    fn look(&mut self, seen: &Seen<G::Table<'_>, W>);

    /// Prepares for a different tile in hand on the same table.
    fn look_at_tile(&mut self, seen: &Seen<G::Table<'_>, W>);

    /// Returns the effects that do not depend on the placement.
    fn anywhere(&self, seen: &Seen<G::Table<'_>, W>) -> Anywhere;

    /// Returns the value of a table to each seat.
    fn worth(&mut self, seen: &Seen<G::Table<'_>, W>) -> Totals;

    /// Evaluates every action after laying the tile in hand: calls `each` with the action, its value, and the number of
    /// equally good ones it stands for. Actions come in the order of the moves.
    fn after_placing(
        &mut self,
        seen: &Seen<G::Table<'_>, W>,
        placement: Placement,
        each: impl FnMut(G::Deed, i32, u32),
    );

    /// Like [`TurnEvaluator::after_placing`], for a turn whose tile is already laid.
    fn after_placed(&mut self, seen: &Seen<G::Table<'_>, W>, each: impl FnMut(G::Deed, i32, u32));
}
