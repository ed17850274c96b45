//! Interface that every game offers to agents, search and simulation.
//!
//! Code written for all games is generic over [`Game`]:
//!
//! ```
//! use goldrush_engine::game::{Game, State};
//! use goldrush_engine::gold_rush::{self, GoldRush};
//! use goldrush_engine::knizia_gold::{self, KniziaGold};
//! use goldrush_engine::rng::{deal_stream, tool_stream};
//!
//! /// Returns the total points of all seats after a random game.
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

/// Largest number of sources of points.
pub const MAX_SOURCES: usize = 5;

/// Returns each seat's share of the win in sixtieths of a win. Shares add up to [`WHOLE_WIN`] and are split evenly
/// among the highest standings (G22); a sixtieth divides exactly among two to five seats.
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

/// Game in progress, including hidden information: a plain value without heap or generator, cheap to clone.
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
/// // The tile is on the table: it cannot be laid again, and a refused move changes nothing.
/// assert!(state.play(moves[0]).is_err());
///
/// // A clone continues independently.
/// let mut playout = state.clone();
/// playout.play_out(&mut tool_stream(1));
/// assert_eq!(playout.to_move(), None);
/// assert_ne!(state, before);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait State: Clone + PartialEq + Debug {
    /// Description from which a game is dealt: components, rules, number of players.
    type Setup: Copy;
    /// One decision.
    type Move: Copy + Eq + Debug;
    /// Information available to one seat, in a form that can be sent to another program.
    type Observation: Serialize + PartialEq + Debug;

    /// Deals a new game, shuffling with `rng`.
    fn deal<R: Rng>(setup: Self::Setup, rng: &mut R) -> Self;

    /// Returns the number of seats.
    fn players(&self) -> usize;

    /// Returns the seat to decide next, or `None` when the game is over.
    fn to_move(&self) -> Option<Player>;

    /// Replaces the content of `moves` with the legal moves, always in the same order; empty when the game is over.
    fn legal_moves(&self, moves: &mut Vec<Self::Move>);

    /// Plays a move known to be legal. An illegal move may corrupt the state or panic.
    fn play_unchecked(&mut self, mv: Self::Move);

    /// Returns every seat's points so far, hidden ones included, without unfinished features; the result when the game
    /// is over.
    fn scores(&self) -> PerPlayer<Points>;

    /// Returns every seat's points if the game ended now, hidden ones included; unfinished features count as at the
    /// end.
    ///
    /// # Examples
    ///
    /// ```
    /// use goldrush_engine::carcassonne::{Catalogue, Rules, Setup, State};
    /// use goldrush_engine::game::{State as _, Text};
    ///
    /// let setup = Setup::new(Catalogue::printed().into(), Rules::default(), 2)?;
    /// // A knight in the city of the start tile, worth 1 point while the city is incomplete.
    /// let state = State::from_text(&setup, "tile D 0,0 0\nfollower 0 0,0 city\nturn 1 1 place U\ncoming U\n")?;
    /// assert_eq!((state.scores().as_slice(), state.scores_if_over().as_slice()), (&[0, 0][..], &[1, 0][..]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn scores_if_over(&self) -> PerPlayer<Points> {
        self.scores()
    }

    /// Returns a seat's points so far by source, in the order of the columns of the result tables; the
    /// unused places are 0. By default
    /// all points, also those from the start, are of one source.
    fn sources(&self, seat: Player) -> [Points; MAX_SOURCES] {
        let mut sources = [0; MAX_SOURCES];
        sources[0] = self.scores()[seat];
        sources
    }

    /// Redeals the information hidden from `observer`, uniformly among all possibilities.
    fn determinize<R: Rng>(&mut self, observer: Player, rng: &mut R);

    /// Takes over the deal of a later state of the same game whose hidden information has been changed: the moves between
    /// the two then lead from here to that state.
    fn adopt_deal(&mut self, later: &Self);

    /// Returns the information available to `observer`.
    fn observation(&self, observer: Player) -> Self::Observation;

    /// Returns the numbers that rank the seats: points first, then the game's tie-breaks. Equal numbers share a rank.
    fn standings(&self) -> PerPlayer<u32> {
        let scores = self.scores();
        let mut standings = PerPlayer::new(scores.players(), 0);
        for (seat, score) in scores.iter() {
            standings[seat] = score.into();
        }
        standings
    }

    /// Returns true if the move is legal.
    fn is_legal(&self, mv: Self::Move) -> bool {
        let mut moves = Vec::new();
        self.legal_moves(&mut moves);
        moves.contains(&mv)
    }

    /// Plays a move.
    ///
    /// # Errors
    /// Returns an illegal move unchanged and leaves the state as it was.
    fn play(&mut self, mv: Self::Move) -> Result<(), IllegalMove<Self::Move>> {
        if !self.is_legal(mv) {
            return Err(IllegalMove(mv));
        }
        self.play_unchecked(mv);
        Ok(())
    }

    /// Draws a legal move at random, or `None` when the game is over. Each game defines its distribution.
    fn random_move<R: Rng>(&self, rng: &mut R) -> Option<Self::Move> {
        let mut moves = Vec::new();
        self.legal_moves(&mut moves);
        (!moves.is_empty()).then(|| moves[choose(rng, moves.len() as u32) as usize])
    }

    /// Plays random moves to the end (a playout). Moves have the same distribution as [`State::random_move`], but not
    /// necessarily the same draws.
    fn play_out<R: Rng>(&mut self, rng: &mut R) {
        while let Some(mv) = self.random_move(rng) {
            self.play_unchecked(mv);
        }
    }
}

/// Returns every legal move with the state after it.
///
/// # Examples
///
/// ```
/// use goldrush_engine::game::{Game, State, successors};
/// use goldrush_engine::knizia_gold::{KniziaGold, Setup};
/// use goldrush_engine::rng::deal_stream;
///
/// let state = KniziaGold::deal(&Setup::new(2, false)?, &mut deal_stream(7, 0));
/// // The first player may flip any of the 64 cards and then flips another.
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

/// A game of the family, for code that is generic over games.
pub trait Game: Copy + Debug + Send + Sync + 'static {
    /// Setup that outlives the states dealt from it.
    type Setup: Clone + Send + Sync;
    /// One decision.
    type Move: Copy + Eq + Debug + Send + Sync;
    /// Game in progress.
    type State<'s>: State<Move = Self::Move> + Text + Send + Sync;

    /// Name in records, plans and on the command line.
    const NAME: &'static str;

    /// Deals a new game, shuffling with `rng`.
    fn deal<'s, R: Rng>(setup: &'s Self::Setup, rng: &mut R) -> Self::State<'s>;
}

/// Text form of moves and states; parses back to the same value.
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
    /// Formats a move of this state.
    fn move_text(&self, mv: Self::Move) -> String;

    /// Parses a move of this state; it need not be legal.
    ///
    /// # Errors
    /// If the text is not a move; names the line.
    fn parse_move(&self, text: &str) -> Result<Self::Move, TextError>;

    /// Formats the whole state.
    fn to_text(&self) -> String;

    /// Parses a state.
    ///
    /// # Errors
    /// If the text does not describe a state of this setup; names the line.
    fn from_text(setup: Self::Setup, text: &str) -> Result<Self, TextError>;
}

/// Parse error with its line.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub struct TextError {
    /// Line number, from 1.
    pub line: usize,
    /// Problem, and what is expected instead.
    pub problem: String,
}

impl fmt::Display for TextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.problem)
    }
}

/// An illegal move, returned to the caller.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("illegal move {0:?}")]
pub struct IllegalMove<M: Debug>(pub M);

/// View of a game from one seat. Agents get this and never the state behind it.
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
/// // Legal moves are public, and so is the table.
/// let mut moves = Vec::new();
/// view.legal_moves(&mut moves);
/// assert!(!moves.is_empty());
/// assert_eq!(view.table().tiles_left(), 70);
///
/// // Future tiles are hidden: a sample is another game that looks the same from this seat.
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
    /// Creates the view of `observer`.
    pub fn new(state: &'a S, observer: Player) -> View<'a, S> {
        View { state, observer }
    }

    /// Returns the seat whose view this is.
    pub fn observer(&self) -> Player {
        self.observer
    }

    /// Returns the number of seats.
    pub fn players(&self) -> usize {
        self.state.players()
    }

    /// Returns the seat to decide next, or `None` when the game is over.
    pub fn to_move(&self) -> Option<Player> {
        self.state.to_move()
    }

    /// See [`State::legal_moves`]; legal moves are public.
    pub fn legal_moves(&self, moves: &mut Vec<S::Move>) {
        self.state.legal_moves(moves);
    }

    /// See [`State::random_move`].
    pub fn random_move<R: Rng>(&self, rng: &mut R) -> Option<S::Move> {
        self.state.random_move(rng)
    }

    /// Draws a state uniformly from those consistent with the observer's information.
    pub fn sample<R: Rng>(&self, rng: &mut R) -> S {
        let mut world = self.state.clone();
        world.determinize(self.observer, rng);
        world
    }

    /// Like [`View::sample`], but overwrites an existing state; cheaper.
    pub fn sample_into<R: Rng>(&self, world: &mut S, rng: &mut R) {
        world.clone_from(self.state);
        world.determinize(self.observer, rng);
    }

    /// Returns the observer's information in a form that can be sent.
    pub fn observation(&self) -> S::Observation {
        self.state.observation(self.observer)
    }

    /// See [`Text::move_text`]; legal moves are public.
    pub fn move_text(&self, mv: S::Move) -> String
    where
        S: Text,
    {
        self.state.move_text(mv)
    }

    /// Returns the full state, for games that extend the view.
    pub(crate) fn state(&self) -> &'a S {
        self.state
    }
}
