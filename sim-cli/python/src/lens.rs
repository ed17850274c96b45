//! What a program that learns sees of a game: numbered actions, arrays, and features of what a turn leads to.

use goldrush::games::playable::{Playable, StateOf};
use goldrush_engine::game::View;

/// A run of numbers for actions of one kind.
#[derive(Clone)]
pub struct Section {
    /// What they do: `place`.
    pub name: &'static str,
    /// How many there are.
    pub size: usize,
    /// How they are numbered.
    pub meaning: String,
}

/// The arrays of a setup: what each entry stands for.
pub struct Layout {
    /// The kinds of actions, in the order of their numbers.
    pub sections: Vec<Section>,
    /// The planes of the board.
    pub planes: Vec<String>,
    /// Rows and columns of a plane.
    pub side: usize,
    /// The entries of the table: what does not lie on the board.
    pub table: Vec<String>,
    /// The features of what a turn leads to.
    pub features: Vec<String>,
}

impl Layout {
    /// How many actions have numbers.
    pub fn actions(&self) -> usize {
        self.sections.iter().map(|section| section.size).sum()
    }

    /// Entries of all planes.
    pub fn board(&self) -> usize {
        self.planes.len() * self.side * self.side
    }
}

/// A game that programs can learn.
pub trait Lens: Playable {
    /// The arrays; `window` cells on a side have numbers, around the one where the game began.
    fn layout(setup: &Self::Setup, window: usize) -> Layout;

    /// The number of a legal move, or `None` if it concerns a cell outside the window.
    fn action(state: &StateOf<Self>, mv: Self::Move, window: usize) -> Option<usize>;

    /// Writes what a seat sees over arrays of zeros.
    fn observe(view: &View<StateOf<Self>>, window: usize, board: &mut [u8], table: &mut [f32]);

    /// Writes the features of a position, as the seat sees it that looks, over zeros.
    fn features(view: &View<StateOf<Self>>, features: &mut [f32]);
}

/// The numbers of all legal moves. A move outside the window has the number of actions plus its place in the list.
pub fn numbers<G: Lens>(
    state: &StateOf<G>,
    moves: &[G::Move],
    window: usize,
    actions: usize,
) -> impl Iterator<Item = usize> {
    moves.iter().enumerate().map(move |(at, mv)| G::action(state, *mv, window).unwrap_or(actions + at))
}
