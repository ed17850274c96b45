//! Arrays for programs that learn: numbered actions, observations, and features of the positions that turns lead to.

use goldrush_engine::game::{TextError, View};
use goldrush_engine::player::Player;
use goldrush_games::playable::{Playable, StateOf};

use crate::planes::Planes;
use crate::turns::Turns;

/// A range of numbers for actions of one kind.
#[derive(Clone)]
pub struct Section {
    /// Name of the kind, such as `place`.
    pub name: &'static str,
    /// Number of actions.
    pub size: usize,
    /// Explanation of the numbering.
    pub meaning: String,
}

impl Section {
    /// Creates a range of this many numbers.
    pub fn new(name: &'static str, size: usize, meaning: &str) -> Section {
        Section {
            name,
            size,
            meaning: meaning.into(),
        }
    }
}

/// Layout of the arrays of a setup: the meaning of each entry.
pub struct Layout {
    /// Kinds of actions, in the order of their numbers.
    pub sections: Vec<Section>,
    /// Names of the kinds of tiles or cards that chance brings, in the order of their numbers.
    pub draws: Vec<String>,
    /// Names of the planes of the board.
    pub planes: Vec<String>,
    /// Rows and columns of a plane.
    pub side: usize,
    /// Names of the entries of the table, which has everything that is not on the board.
    pub table: Vec<String>,
    /// Names of the features of the position that a turn leads to.
    pub features: Vec<String>,
    /// Number of those that come first and from which the others follow; see [`Lens::complete`].
    pub terms: usize,
}

impl Layout {
    /// Returns the number of actions that have numbers.
    pub fn actions(&self) -> usize {
        self.sections.iter().map(|section| section.size).sum()
    }

    /// Returns the number of entries of a summary: the table, then the features.
    pub fn summary(&self) -> usize {
        self.table.len() + self.features.len()
    }

    /// Returns the number of entries of all planes.
    pub fn board(&self) -> usize {
        self.planes.len() * self.side * self.side
    }
}

/// A game in arrays, for programs that learn.
pub trait Lens: Playable {
    /// Parses the text of a state.
    ///
    /// # Errors
    /// If the text does not describe a state of this setup.
    fn parse(setup: &'static Self::Setup, text: &str) -> Result<StateOf<Self>, TextError>;

    /// Returns the cards that moves from the deal turned over for all to see, as numbers of a layout's draws: an observation does
    /// not show those that have left the game. Empty in games of tiles.
    fn turned_over(_dealt: &StateOf<Self>, _moves: &[Self::Move]) -> Vec<usize> {
        Vec::new()
    }

    /// Returns the layout of the arrays. Cells are numbered in a square of `window` cells per side around the one where the game
    /// began.
    fn layout(setup: &Self::Setup, window: usize) -> Layout;

    /// Returns the number of a legal move, or `None` if it concerns a cell outside the window.
    fn action(state: &StateOf<Self>, mv: Self::Move, window: usize) -> Option<usize>;

    /// Writes what a seat sees of everything but the board, to every entry of the table.
    fn table(view: &View<StateOf<Self>>, table: &mut [f32]);

    /// Writes what a seat sees of the board, to planes without entries.
    fn board(view: &View<StateOf<Self>>, window: usize, board: &mut Planes);

    /// Writes the terms of a position from the viewpoint of a seat: the features from which the others follow. The array must hold
    /// zeros.
    fn describe(view: &View<StateOf<Self>>, terms: &mut [f32]);

    /// Writes the features that follow from the terms before them. Only turns that somebody looks at need them.
    fn complete(_features: &mut [f32]) {}

    /// Writes the terms that are expected after a turn of a seat, from its viewpoint: of the position `after` it in a possible
    /// world, but with the mean of all that is hidden `before` the turn and that it brings to light. `last` is its last move; the
    /// array must hold zeros.
    fn expect(
        before: &StateOf<Self>,
        _last: Self::Move,
        after: &StateOf<Self>,
        seat: Player,
        terms: &mut [f32],
    );

    /// Returns the same number for moves of a seat that end its turn with the same features; `None` if nothing is known.
    fn outcome(_state: &StateOf<Self>, _mv: Self::Move) -> Option<u32> {
        None
    }

    /// Lists the turns of the seat to move.
    fn list_turns(
        state: &StateOf<Self>,
        seat: Player,
        window: usize,
        layout: &Layout,
        turns: &mut Turns,
    ) {
        turns.play_each::<Self>(state, seat, window, layout);
    }

    /// Returns the lead of the seat over the mean of the others if the game ended in a position with these terms, in points.
    fn lead(terms: &[f32]) -> f32;
}

/// Writes the table and the features of a position from the viewpoint of a seat; `terms` are its terms, if they are known.
pub fn summarize<G: Lens>(
    view: &View<StateOf<G>>,
    layout: &Layout,
    terms: Option<&[f32]>,
    summary: &mut [f32],
) {
    let (table, features) = summary.split_at_mut(layout.table.len());
    G::table(view, table);
    features.fill(0.0);
    match terms {
        None => describe::<G>(view, layout, features),
        Some(terms) => {
            features[..layout.terms].copy_from_slice(terms);
            G::complete(features);
        }
    }
}

/// Writes the features of a position from the viewpoint of a seat; the array must hold zeros.
pub fn describe<G: Lens>(view: &View<StateOf<G>>, layout: &Layout, features: &mut [f32]) {
    G::describe(view, &mut features[..layout.terms]);
    G::complete(features);
}

/// Returns the numbers of all legal moves. A move outside the window has the number of actions plus its place in the list.
pub fn numbers<G: Lens>(
    state: &StateOf<G>,
    moves: &[G::Move],
    window: usize,
    actions: usize,
) -> impl Iterator<Item = usize> {
    moves
        .iter()
        .enumerate()
        .map(move |(at, mv)| G::action(state, *mv, window).unwrap_or(actions + at))
}
