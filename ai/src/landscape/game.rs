//! Game-specific part of the agents for landscape games.

use std::fmt::Debug;

use goldrush_engine::fingerprint::Fingerprint;
use goldrush_engine::game::View;
use goldrush_engine::landscape::frontier::Slot;
use goldrush_engine::landscape::grid::Rotation;
use goldrush_engine::landscape::table::{Table, TileGame};
use goldrush_engine::player::Player;

use super::chances::JoinValues;
use super::{FeatureValues, OpenCells, Totals};
use crate::weights::WeightSet;

/// Open cell and rotation for the tile in hand.
pub type Placement = (Slot, Rotation);

/// Game in which tiles are laid side by side and form features.
pub trait LandscapeGame: TileGame {
    /// Decision after the placement; may group several decisions of equal value.
    type TurnAction: Copy + PartialEq + Debug + Send + Sync;
    /// Expected values of hidden information, as far as it scores.
    type Expectation: Copy + Default + Send + Sync;
    /// Weights of the heuristic.
    type Weights: WeightSet;
    /// Forward-looking values.
    type Evaluator: Evaluator<Self>;
    /// Values as if the game ended now.
    type ImmediateValues: FeatureValues;
    /// Evaluator of turns.
    type Turns: BaseEvaluation
        + TurnEvaluator<Self, Self::Evaluator>
        + TurnEvaluator<Self, Self::ImmediateValues>
        + Clone
        + Default
        + Send
        + Sync;

    /// Returns the observer's expectation of hidden information.
    fn expectation(view: &View<Self::State<'_>>) -> Self::Expectation;

    /// Returns the observer's private points beyond what others expect of it.
    fn private_surplus(_view: &View<Self::State<'_>>, _expected: Self::Expectation) -> f32 {
        0.0
    }

    /// Returns the expectation of hidden information from public information alone.
    fn public_expectation(state: &Self::State<'_>) -> Self::Expectation;

    /// Reports draws other than tiles, starting with the one numbered `after`: the seat that drew, and its points minus
    /// the mean over all possible draws. Returns the total number of such draws.
    fn other_draws(
        _state: &Self::State<'_>,
        _after: usize,
        _report: impl FnMut(Player, f64),
    ) -> usize {
        0
    }

    /// Returns values as if the game ended now, from the observer's view.
    fn immediate_values(view: &View<Self::State<'_>>) -> Self::ImmediateValues;

    /// Returns false for moves that are worth as much as another one.
    fn is_distinct(_table: &Table<'_, Self>, _mv: Self::Move) -> bool {
        true
    }

    /// Returns the decisions of an action, in order; `nth`, from 0, selects one of a group.
    fn decisions(
        table: &Table<'_, Self>,
        action: Self::TurnAction,
        nth: u32,
    ) -> (Self::Move, Option<Self::Move>);

    /// Adds to a key all public information other than tiles, hand, seat and the start of a turn.
    fn hash_public(table: &Table<'_, Self>, key: &mut Fingerprint);
}

/// Types of [`LandscapeGame`] for a game whose types have the usual names.
macro_rules! agent_types {
    () => {
        type TurnAction = TurnAction;
        type Weights = Weights;
        type Evaluator = Evaluator;
        type ImmediateValues = ImmediateValues;
        type Turns = Turns;
    };
}
pub(crate) use agent_types;

/// Returns a placement as a move.
#[inline]
pub(super) fn place<G: LandscapeGame>(
    table: &Table<'_, G>,
    (slot, rotation): Placement,
) -> G::Move {
    G::place(table.landscape().frontier().cell(slot), rotation)
}

/// Forward-looking values of one table after another.
pub trait Evaluator<G: LandscapeGame>: FeatureValues + Clone + Send + Sync {
    /// Creates values from weights; call `set` before use.
    fn new(weights: &G::Weights) -> Self;

    /// Prepares for a table, with an expectation of hidden information.
    fn set(&mut self, table: &Table<'_, G>, expected: G::Expectation);
}

/// A table with values and the seat to decide.
pub struct Perspective<'t, T, W> {
    /// The table.
    pub table: &'t T,
    /// Values of its features.
    pub values: &'t W,
    /// Seat to decide.
    pub seat: Player,
    /// Number of seats.
    pub players: usize,
}

impl<'t, 's, G: TileGame, W: FeatureValues> Perspective<'t, Table<'s, G>, W> {
    /// Creates the perspective of the seat to decide.
    pub fn new(table: &'t Table<'s, G>, values: &'t W) -> Perspective<'t, Table<'s, G>, W> {
        Perspective {
            table,
            values,
            seat: table.seat(),
            players: table.players(),
        }
    }

    /// Returns the lead of the seat with these totals.
    #[inline]
    pub fn margin(&self, totals: &Totals) -> i32 {
        self.values.margin(totals, self.seat, self.players)
    }

    /// Returns true if joins by later tiles count.
    #[inline]
    pub(crate) fn counts_joins(&self) -> bool {
        self.values
            .common()
            .is_some_and(|common| common.joins != JoinValues::default())
    }
}

/// Evaluation of a table before its turns.
pub trait BaseEvaluation {
    /// Returns its value to each seat, and its open cells, for values that look ahead.
    fn totals_and_cells(&mut self) -> (&Totals, &mut OpenCells);

    /// Returns its value to each seat.
    #[inline]
    fn totals(&mut self) -> &Totals {
        self.totals_and_cells().0
    }

    /// Returns its open cells.
    #[inline]
    fn cells(&mut self) -> &mut OpenCells {
        self.totals_and_cells().1
    }
}

/// Upper bound on the value of a piece where none is known; far from overflow.
pub(crate) const NO_BOUND: i32 = 1 << 28;

/// Effects of a turn that do not depend on the placement, as long as the tile touches nothing involved.
#[derive(Clone, Copy, Default, Debug)]
pub struct PlacementIndependent {
    /// Gain in margin by the best action elsewhere; at least 0.
    pub gain: i32,
    /// Cost of a piece leaving the supply; prohibitive if there is none.
    pub price: i32,
}

impl PlacementIndependent {
    /// More than a piece can ever gain.
    const NO_PIECE: i32 = 1 << 24;

    /// Creates the effects for a number of pieces in supply.
    #[inline]
    pub(crate) fn new(
        gain: i32,
        supply: usize,
        values: &impl FeatureValues,
    ) -> PlacementIndependent {
        let price = supply
            .checked_sub(1)
            .map_or(PlacementIndependent::NO_PIECE, |then| {
                values.supply(supply) - values.supply(then)
            });
        PlacementIndependent { gain, price }
    }

    /// Returns an upper bound on a turn's improvement since `before`, if the tile joins the same features.
    #[inline]
    pub(crate) fn improvement_bound(self, before: PlacementIndependent) -> i32 {
        (self.gain - before.gain)
            .max(before.price - self.price)
            .max(0)
    }
}

/// Evaluates the turns of a seat on a table by the changes they make. Reused between turns so that nothing is
/// allocated.
pub trait TurnEvaluator<G: LandscapeGame, W> {
    /// Prepares for the turns on a table.
    fn set_table(&mut self, perspective: &Perspective<Table<'_, G>, W>);

    /// Prepares for a different tile in hand on the same table.
    fn set_tile_in_hand(&mut self, perspective: &Perspective<Table<'_, G>, W>);

    /// Returns the effects that do not depend on the placement.
    fn placement_independent(
        &self,
        perspective: &Perspective<Table<'_, G>, W>,
    ) -> PlacementIndependent;

    /// Returns the value of a table to each seat.
    fn table_value(&mut self, perspective: &Perspective<Table<'_, G>, W>) -> Totals;

    /// Evaluates every action after laying the tile in hand: calls `each` with the action, its value, and the number of
    /// equally good ones it stands for. Actions come in the order of the moves; those whose value is below `at_least` may
    /// be left out.
    fn evaluate_placement(
        &mut self,
        perspective: &Perspective<Table<'_, G>, W>,
        placement: Placement,
        at_least: i32,
        each: impl FnMut(G::TurnAction, i32, u32),
    );

    /// Like [`TurnEvaluator::evaluate_placement`], for a turn whose tile is already laid.
    fn evaluate_actions(
        &mut self,
        perspective: &Perspective<Table<'_, G>, W>,
        each: impl FnMut(G::TurnAction, i32, u32),
    );
}
