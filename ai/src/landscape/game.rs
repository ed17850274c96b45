//! What a game of landscapes lends to the player of all of them.

use std::fmt::Debug;

use goldrush_engine::fingerprint::Fingerprint;
use goldrush_engine::game::{Game, View};
use goldrush_engine::landscape::grid::{Cell, Rotation};
use goldrush_engine::player::Player;

use super::{Board, Cells, Placement, Totals, Worth};
use crate::weights::WeightSet;

/// A game in which tiles are laid side by side and form features.
pub trait LandscapeGame: Game {
    /// What lies on the table.
    type Table<'s>: Board + Clone + Send;
    /// What is decided in a turn once the tile lies; may stand for several decisions that are valued as one.
    type Deed: Copy + PartialEq + Debug + Send + Sync;
    /// What an observer expects of hidden things that count.
    type Expectation: Copy + Default + Send + Sync;
    /// The numbers by which the heuristic goes.
    type Weights: WeightSet;
    /// What things are worth with an eye on the turns to come.
    type Outlook: Outlook<Self>;
    /// What things would be worth if the game ended now.
    type EndsNow: Worth;
    /// Values turns.
    type Turns: Basis + Valuer<Self, Self::Outlook> + Valuer<Self, Self::EndsNow> + Clone + Default + Send + Sync;

    /// What all see of a state.
    fn table<'t, 's>(state: &'t Self::State<'s>) -> &'t Self::Table<'s>;

    /// Returns the same of a view.
    fn seen<'v, 's>(view: &View<'v, Self::State<'s>>) -> &'v Self::Table<'s>;

    /// What the observer expects of what it does not see.
    fn expectation(view: &View<Self::State<'_>>) -> Self::Expectation;

    /// What the observer has above what others expect of it, in points.
    fn luck(_view: &View<Self::State<'_>>, _expected: Self::Expectation) -> f32 {
        0.0
    }

    /// What everybody together expects of what nobody has seen.
    fn shared_expectation(state: &Self::State<'_>) -> Self::Expectation;

    /// Returns the draws besides tiles, from the one numbered `after` on: tells `told` who drew, and how many points more than the mean of
    /// what could have come. Returns how many there were in all.
    fn other_draws(_state: &Self::State<'_>, _after: usize, _told: impl FnMut(Player, f64)) -> usize {
        0
    }

    /// What things would be worth if the game ended now, to whoever looks.
    fn ends_now(view: &View<Self::State<'_>>) -> Self::EndsNow;

    /// Returns the placement of the tile in hand.
    fn place(cell: Cell, rotation: Rotation) -> Self::Move;

    /// Returns the decisions of a deed, in order: of the `nth` from 0 if it stands for several.
    fn decisions(table: &Self::Table<'_>, deed: Self::Deed, nth: u32) -> (Self::Move, Option<Self::Move>);

    /// Adds to a key of the table what else there is to see but tiles, hand, seat, and whether a turn begins.
    fn tell(table: &Self::Table<'_>, key: &mut Fingerprint);
}

/// Returns a placement as a move.
#[inline]
pub(super) fn place<G: LandscapeGame>(table: &G::Table<'_>, (slot, rotation): Placement) -> G::Move {
    G::place(table.landscape().frontier().cell(slot), rotation)
}

/// What things are worth with an eye on the turns to come, on one table after another.
pub trait Outlook<G: LandscapeGame>: Worth + Clone + Send + Sync {
    /// Goes by these weights; to be set to a table before it is asked.
    fn new(weights: &G::Weights) -> Self;

    /// Sets it to a table, as one sees it who expects this of what is hidden.
    fn set(&mut self, table: &G::Table<'_>, expected: G::Expectation);
}

/// A table and who looks at it how.
pub struct Seen<'t, T, W> {
    /// The table.
    pub table: &'t T,
    /// What things are worth.
    pub worth: &'t W,
    /// Whose decision it is.
    pub seat: Player,
    /// Number of seats.
    pub players: usize,
}

impl<'t, T: Board, W: Worth> Seen<'t, T, W> {
    /// Returns a table as the seat sees it whose decision it is.
    pub fn new(table: &'t T, worth: &'t W) -> Seen<'t, T, W> {
        Seen { table, worth, seat: table.seat(), players: table.players() }
    }

    /// How far the seat is ahead with these totals.
    #[inline]
    pub fn margin(&self, totals: &Totals) -> i32 {
        self.worth.margin(totals, self.seat, self.players)
    }
}

/// The table that turns are valued on, as it is before them.
pub trait Basis {
    /// What it is worth to the seats.
    fn base(&self) -> &Totals;

    /// Its open cells, to those who look ahead.
    fn cells(&self) -> &Cells;

    /// From now on looks at tables on which tiles were laid since these cells were read.
    fn follow(&mut self, before: &Cells);
}

/// What a turn brings or costs wherever its tile goes, as long as the tile touches nothing of it.
#[derive(Clone, Copy, Default, Debug)]
pub struct Anywhere {
    /// What the best that can be done elsewhere adds to the margin, 0 at least.
    pub gain: i32,
    /// What a piece costs that leaves the supply; more than it can bring if there is none.
    pub price: i32,
}

impl Anywhere {
    /// More than a piece can ever bring.
    const NO_PIECE: i32 = 1 << 24;

    /// With so many pieces in supply.
    #[inline]
    pub(crate) fn new(gain: i32, supply: usize, worth: &impl Worth) -> Anywhere {
        let price = supply.checked_sub(1).map_or(Anywhere::NO_PIECE, |then| worth.supply(supply) - worth.supply(then));
        Anywhere { gain, price }
    }

    /// How much more a turn may add to the margin now than it did `before`, if what the tile joins is the same.
    #[inline]
    pub(crate) fn better_by(self, before: Anywhere) -> i32 {
        (self.gain - before.gain).max(before.price - self.price).max(0)
    }
}

/// Values the turns a seat can take on a table, each by what it changes. Kept from turn to turn so that nothing is
/// allocated.
pub trait Valuer<G: LandscapeGame, W> {
    /// Looks at a table before the turns on it are valued.
    fn look(&mut self, seen: &Seen<G::Table<'_>, W>);

    /// Looks at the tile in hand of a table that was looked at with another one in hand.
    fn look_at_tile(&mut self, seen: &Seen<G::Table<'_>, W>);

    /// What there is to be had of the table looked at wherever the tile goes.
    fn anywhere(&self, seen: &Seen<G::Table<'_>, W>) -> Anywhere;

    /// What a table is worth to the seats.
    fn worth(&mut self, seen: &Seen<G::Table<'_>, W>) -> Totals;

    /// Values everything that can be decided after the tile in hand is laid: tells `each` the deed, its value and for how
    /// many equally good ones it stands. Deeds come in the order of the moves.
    fn after_placing(
        &mut self,
        seen: &Seen<G::Table<'_>, W>,
        placement: Placement,
        each: impl FnMut(G::Deed, i32, u32),
    );

    /// Returns the same for what is left of a turn whose tile lies.
    fn after_placed(&mut self, seen: &Seen<G::Table<'_>, W>, each: impl FnMut(G::Deed, i32, u32));
}
