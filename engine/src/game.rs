//! What every game of the family is to agents, search and simulation.
//!
//! Code that is written for all games asks for a [`Game`]:
//!
//! ```
//! use goldrush_engine::game::{Game, State};
//! use goldrush_engine::gold_rush::{self, GoldRush};
//! use goldrush_engine::knizia_gold::{self, KniziaGold};
//! use goldrush_engine::rng::{deal_stream, tool_stream};
//!
//! /// The points of all seats together after a random game.
//! fn points<G: Game>(setup: &G::Setup, seed: u64) -> u16 {
//!     let mut state = G::deal(setup, &mut deal_stream(seed, 0));
//!     state.play_out(&mut tool_stream(seed));
//!     state.scores().iter().map(|(_, points)| points).sum()
//! }
//!
//! assert!(points::<GoldRush>(&gold_rush::Setup::printed(2), 1) > 0);
//! // All the gold among the cards is worth 60.
//! assert!(points::<KniziaGold>(&knizia_gold::Setup::new(2, false)?, 1) <= 60);
//! # Ok::<(), String>(())
//! ```

use std::fmt::{self, Debug};

use rand::Rng;
use serde::Serialize;

use crate::player::{PerPlayer, Player};
use crate::rng::choose;

/// Points of a seat; never negative.
pub type Points = u16;

/// Each seat's share of the win: 1 in all, divided among those who stand highest (G22). In sixtieths, so that two to
/// five can share exactly.
///
/// # Examples
///
/// ```
/// use goldrush_engine::game::{WHOLE_WIN, win_shares};
/// use goldrush_engine::player::{PerPlayer, Player};
///
/// let mut scores = PerPlayer::new(3, 40);
/// scores[Player::FIRST] = 35;
/// assert_eq!(win_shares(&scores).as_slice(), [0, WHOLE_WIN / 2, WHOLE_WIN / 2]);
/// ```
pub fn win_shares<T: Copy + Ord>(standings: &PerPlayer<T>) -> PerPlayer<u8> {
    let best = standings.iter().map(|(_, s)| s).max();
    let winners = standings.iter().filter(|&(_, s)| Some(s) == best).count() as u8;
    let mut shares = PerPlayer::new(standings.players(), 0);
    for (seat, standing) in standings.iter() {
        if Some(standing) == best {
            shares[seat] = WHOLE_WIN / winners;
        }
    }
    shares
}

/// One win in the unit of [`win_shares`].
pub const WHOLE_WIN: u8 = 60;

/// One game in progress, hidden things included: a plain value without heap or generator, cheap to clone.
///
/// All chance is dealt at setup; play from then on is deterministic.
///
/// # Examples
///
/// ```
/// use goldrush_engine::game::{Game, State};
/// use goldrush_engine::gold_rush::{GoldRush, Setup};
/// use goldrush_engine::player::Player;
/// use goldrush_engine::rng::{deal_stream, tool_stream};
///
/// let setup = Setup::printed(2);
/// let mut state = GoldRush::deal(&setup, &mut deal_stream(7, 0));
/// assert_eq!(state.to_move(), Some(Player::FIRST));
///
/// let mut moves = Vec::new();
/// state.legal_moves(&mut moves);
/// let before = state.clone();
/// state.play(moves[0])?;
///
/// // The tile lies: it cannot be laid again, and a refused move changes nothing.
/// assert!(state.play(moves[0]).is_err());
///
/// // A clone is played on by itself.
/// let mut playout = state.clone();
/// playout.play_out(&mut tool_stream(1));
/// assert_eq!(playout.to_move(), None);
/// assert_ne!(state, before);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait State: Clone + PartialEq + Debug {
    /// What a game is dealt from: components, rules, number of players.
    type Setup: Copy;
    /// One decision.
    type Move: Copy + Eq + Debug;
    /// What one seat may know, as it is sent to a program elsewhere.
    type Observation: Serialize + PartialEq + Debug;

    /// Shuffles everything there is to shuffle.
    fn deal<R: Rng>(setup: Self::Setup, rng: &mut R) -> Self;

    /// How many seats there are.
    fn players(&self) -> usize;

    /// Whose decision is next; nobody's when the game is over.
    fn to_move(&self) -> Option<Player>;

    /// Replaces the content of `moves` by the legal moves, always in the same order; none when the game is over.
    fn legal_moves(&self, moves: &mut Vec<Self::Move>);

    /// Plays a move that is known to be legal. With another move the state may become nonsense or the call panic.
    fn play_unchecked(&mut self, mv: Self::Move);

    /// Points of every seat so far, hidden ones included, without what is unfinished; when the game is over, the result.
    fn scores(&self) -> PerPlayer<Points>;

    /// Points of every seat if the game ended now, hidden ones included: what is unfinished counts as it does at the end.
    ///
    /// # Examples
    ///
    /// ```
    /// use goldrush_engine::carcassonne::{Catalogue, Rules, Setup, State};
    /// use goldrush_engine::game::{State as _, Text};
    ///
    /// let setup = Setup::new(Catalogue::printed().into(), Rules::default(), 2)?;
    /// // A knight in the city of the start tile, which is worth a point as long as it is not complete.
    /// let state = State::from_text(&setup, "tile D 0,0 0\nfollower 0 0,0 city\nturn 1 1 place U\ncoming U\n")?;
    /// assert_eq!((state.scores().as_slice(), state.scores_if_over().as_slice()), (&[0, 0][..], &[1, 0][..]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn scores_if_over(&self) -> PerPlayer<Points> {
        self.scores()
    }

    /// Deals anew, uniformly among what is possible, whatever `observer` cannot know.
    fn determinize<R: Rng>(&mut self, observer: Player, rng: &mut R);

    /// What `observer` may know.
    fn observation(&self, observer: Player) -> Self::Observation;

    /// What decides who is ahead: points first, then whatever breaks ties by the rules. Seats with the same number share.
    fn standings(&self) -> PerPlayer<u32> {
        let scores = self.scores();
        let mut standings = PerPlayer::new(scores.players(), 0);
        for (seat, score) in scores.iter() {
            standings[seat] = score.into();
        }
        standings
    }

    /// Whether a move is among the legal ones.
    fn is_legal(&self, mv: Self::Move) -> bool {
        let mut moves = Vec::new();
        self.legal_moves(&mut moves);
        moves.contains(&mv)
    }

    /// Plays a move.
    ///
    /// # Errors
    /// If the move is not legal: gives it back and leaves the state as it was.
    fn play(&mut self, mv: Self::Move) -> Result<(), IllegalMove<Self::Move>> {
        if !self.is_legal(mv) {
            return Err(IllegalMove(mv));
        }
        self.play_unchecked(mv);
        Ok(())
    }

    /// A legal move at random; games say how it is drawn. None when the game is over.
    fn random_move<R: Rng>(&self, rng: &mut R) -> Option<Self::Move> {
        let mut moves = Vec::new();
        self.legal_moves(&mut moves);
        (!moves.is_empty()).then(|| moves[choose(rng, moves.len() as u32) as usize])
    }

    /// Plays to the end at random, a playout: moves have the chances that they have with [`State::random_move`], but need
    /// not be those that it would draw.
    fn play_out<R: Rng>(&mut self, rng: &mut R) {
        while let Some(mv) = self.random_move(rng) {
            self.play_unchecked(mv);
        }
    }
}

/// Every legal move and the state after it.
///
/// # Examples
///
/// ```
/// use goldrush_engine::game::{Game, State, successors};
/// use goldrush_engine::knizia_gold::{KniziaGold, Setup};
/// use goldrush_engine::rng::deal_stream;
///
/// let state = KniziaGold::deal(&Setup::new(2, false)?, &mut deal_stream(7, 0));
/// // The first player may flip any of the 64 cards, and then flips another.
/// assert_eq!(successors(&state).count(), 64);
/// assert!(successors(&state).all(|(_, after)| after.to_move() == state.to_move()));
/// # Ok::<(), String>(())
/// ```
pub fn successors<S: State>(state: &S) -> impl Iterator<Item = (S::Move, S)> + use<S> {
    let state = state.clone();
    let mut moves = Vec::new();
    state.legal_moves(&mut moves);
    moves.into_iter().map(move |mv| {
        let mut after = state.clone();
        after.play_unchecked(mv);
        (mv, after)
    })
}

/// One of the games of the family, for code that is written once for all of them.
pub trait Game: Copy + Debug + Send + Sync + 'static {
    /// What a game is dealt from, by which a state may be borrowed.
    type Setup: Clone + Send + Sync;
    /// One decision.
    type Move: Copy + Eq + Debug + Send + Sync;
    /// A game in progress.
    type State<'s>: State<Move = Self::Move> + Text + Send + Sync;

    /// Its name in records, plans and on the command line.
    const NAME: &'static str;

    /// Shuffles everything there is to shuffle.
    fn deal<'s, R: Rng>(setup: &'s Self::Setup, rng: &mut R) -> Self::State<'s>;
}

/// Moves and states as text that parses back to itself.
///
/// # Examples
///
/// ```
/// use goldrush_engine::game::{Game, State, Text};
/// use goldrush_engine::gold_rush::{self, GoldRush, Setup};
/// use goldrush_engine::rng::deal_stream;
///
/// let setup = Setup::printed(2);
/// let mut state = GoldRush::deal(&setup, &mut deal_stream(7, 0));
/// let mut moves = Vec::new();
/// state.legal_moves(&mut moves);
/// for &mv in &moves {
///     assert_eq!(state.parse_move(&state.move_text(mv))?, mv);
/// }
/// let mv = state.parse_move("place 1,0 90")?;
/// assert_eq!(state.is_legal(mv), moves.contains(&mv));
///
/// state.play(moves[0])?;
/// let read = gold_rush::State::from_text(&setup, &state.to_text())?;
/// assert_eq!(read, state);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Text: State {
    /// A move of this state.
    fn move_text(&self, mv: Self::Move) -> String;

    /// Reads a move of this state; it need not be legal.
    ///
    /// # Errors
    /// If the text names no move; says where.
    fn parse_move(&self, text: &str) -> Result<Self::Move, TextError>;

    /// The whole state.
    fn to_text(&self) -> String;

    /// Reads a state.
    ///
    /// # Errors
    /// If the text describes no state of this setup; says where.
    fn from_text(setup: Self::Setup, text: &str) -> Result<Self, TextError>;
}

/// Text that could not be read, with the place.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub struct TextError {
    /// Line, from 1.
    pub line: usize,
    /// What is wrong and what would be right.
    pub problem: String,
}

impl fmt::Display for TextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.problem)
    }
}

/// A move that was refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("illegal move {0:?}")]
pub struct IllegalMove<M: Debug>(pub M);

/// What one seat may see of a game. Agents get this and never the state behind it.
///
/// # Examples
///
/// ```
/// use goldrush_engine::game::{Game, State, View};
/// use goldrush_engine::gold_rush::{GoldRush, Setup};
/// use goldrush_engine::player::Player;
/// use goldrush_engine::rng::{deal_stream, tool_stream};
///
/// let setup = Setup::printed(2);
/// let state = GoldRush::deal(&setup, &mut deal_stream(7, 0));
/// let view = View::new(&state, Player::FIRST);
///
/// // What is legal is public, and so is the table.
/// let mut moves = Vec::new();
/// view.legal_moves(&mut moves);
/// assert!(!moves.is_empty());
/// assert_eq!(view.table().tiles_left(), 70);
///
/// // The tiles to come are hidden: a sample is another game that looks the same from this seat.
/// let world = view.sample(&mut tool_stream(1));
/// assert_ne!(world, state);
/// assert_eq!(world.observation(Player::FIRST), view.observation());
/// ```
pub struct View<'a, S> {
    state: &'a S,
    observer: Player,
}

impl<S> Clone for View<'_, S> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<S> Copy for View<'_, S> {}

impl<'a, S: State> View<'a, S> {
    /// The game as `observer` sees it.
    pub fn new(state: &'a S, observer: Player) -> View<'a, S> {
        View { state, observer }
    }

    /// The seat that looks.
    pub fn observer(&self) -> Player {
        self.observer
    }

    /// How many seats there are.
    pub fn players(&self) -> usize {
        self.state.players()
    }

    /// Whose decision is next.
    pub fn to_move(&self) -> Option<Player> {
        self.state.to_move()
    }

    /// See [`State::legal_moves`]; what is legal is public.
    pub fn legal_moves(&self, moves: &mut Vec<S::Move>) {
        self.state.legal_moves(moves);
    }

    /// See [`State::random_move`].
    pub fn random_move<R: Rng>(&self, rng: &mut R) -> Option<S::Move> {
        self.state.random_move(rng)
    }

    /// A world that is possible for all the observer knows, drawn uniformly.
    pub fn sample<R: Rng>(&self, rng: &mut R) -> S {
        let mut world = self.state.clone();
        world.determinize(self.observer, rng);
        world
    }

    /// As [`View::sample`], in the place of another world: cheaper.
    pub fn sample_into<R: Rng>(&self, world: &mut S, rng: &mut R) {
        world.clone_from(self.state);
        world.determinize(self.observer, rng);
    }

    /// All of it in a form that can be sent.
    pub fn observation(&self) -> S::Observation {
        self.state.observation(self.observer)
    }

    /// See [`Text::move_text`]; a legal move is public.
    pub fn move_text(&self, mv: S::Move) -> String
    where
        S: Text,
    {
        self.state.move_text(mv)
    }

    /// The state, for what games add to a view of theirs.
    pub(crate) fn state(&self) -> &'a S {
        self.state
    }
}
