//! Public part of a game: everything that all players see (G23).
//!
//! It contains neither the order of the tiles nor token values, so code that only has a `Table` cannot peek.

use super::GoldRush;
use super::rules::{MAX_COWBOYS, MAX_TENTS};
use super::setup::Setup;
use crate::landscape::components::SegmentId;
use crate::landscape::piece_positions::PiecePositions;
use crate::landscape::segments::SegmentSet;
use crate::landscape::{Landscape, table};
use crate::player::{PerPlayer, Player};

/// Kind of the next decision.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Phase {
    /// Placement of the drawn tile.
    Place,
    /// Action after the placement.
    Act,
    /// None: the game is over.
    Over,
}

impl Phase {
    /// All values.
    pub const ALL: [Phase; 3] = [Phase::Place, Phase::Act, Phase::Over];

    /// Returns the lower-case name used in messages to other programs.
    pub fn name(self) -> &'static str {
        ["place", "act", "over"][self as usize]
    }
}

/// Public part of a game.
///
/// # Examples
///
/// ```
/// use goldrush_engine::game::{Text, TextError};
/// use goldrush_engine::gold_rush::{FeatureKind, Phase, Setup, State};
/// use goldrush_engine::player::Player;
///
/// let setup = Setup::printed(2);
/// let text = "tile 33 0,0 0\ntile 12d 1,0 0\ncowboy 0 1,0 railroad E\nturn 1 act\n";
/// let state = State::from_text(&setup, text)?;
/// let table = state.table();
/// assert_eq!((table.phase(), table.seat()), (Phase::Act, Player::FIRST.next(2)));
///
/// // A cowboy stands on the railroad of two tiles, and three are in supply.
/// let cowboy = table.cowboys(Player::FIRST)[0];
/// assert_eq!((table.kind(cowboy), table.word(table.feature(cowboy)).tiles()), (FeatureKind::Railroad, 2));
/// assert_eq!(table.cowboy_supply(Player::FIRST), 3);
/// # Ok::<(), TextError>(())
/// ```
pub type Table<'s> = table::Table<'s, GoldRush>;

/// Cowboys, tents and tokens.
#[derive(Clone, Copy)]
pub struct Pieces {
    /// G8: vacant mountain segments of open mountains, where a tent may be pitched.
    pub(super) vacant: SegmentSet,
    pub(super) cowboys: PerPlayer<PiecePositions<MAX_COWBOYS>>,
    pub(super) tents: PerPlayer<PiecePositions<MAX_TENTS>>,
    /// Number of tokens held by each player.
    pub(super) held: PerPlayer<u8>,
    pub(super) token_supply: u8,
    /// V8: turns since each player last mined, at most 255.
    pub(super) unmined_turns: PerPlayer<u8>,
}

impl<'s> Table<'s> {
    /// Creates an empty table.
    pub(super) fn new(setup: &'s Setup) -> Table<'s> {
        Table::holding(
            setup,
            Landscape::new(),
            SegmentSet::EMPTY,
            setup.tokens().len() as u8,
        )
    }

    /// G3: creates the table before the first turn.
    pub(super) fn opening(setup: &'s Setup) -> Table<'s> {
        let opening = setup.opening();
        Table::holding(
            setup,
            opening.landscape.clone(),
            opening.vacant,
            opening.token_supply,
        )
    }

    #[inline]
    fn holding(
        setup: &'s Setup,
        landscape: Landscape,
        vacant: SegmentSet,
        token_supply: u8,
    ) -> Table<'s> {
        let players = setup.players();
        let pieces = Pieces {
            vacant,
            cowboys: PerPlayer::new(players, PiecePositions::EMPTY),
            tents: PerPlayer::new(players, PiecePositions::EMPTY),
            held: PerPlayer::new(players, 0),
            token_supply,
            unmined_turns: PerPlayer::new(players, u8::MAX),
        };
        Table::with(
            (setup, players, setup.catalogue().start()),
            landscape,
            pieces,
            Phase::Place,
        )
    }

    /// Returns the segments of a player's cowboys, in the order placed.
    #[inline]
    pub fn cowboys(&self, player: Player) -> &[SegmentId] {
        self.pieces.cowboys[player].as_slice()
    }

    /// Returns the number of cowboys in a player's supply.
    #[inline]
    pub fn cowboy_supply(&self, player: Player) -> usize {
        usize::from(self.setup.cowboys(player)) - self.cowboys(player).len()
    }

    /// Returns the segments of a player's tents, in the order pitched.
    #[inline]
    pub fn tents(&self, player: Player) -> &[SegmentId] {
        self.pieces.tents[player].as_slice()
    }

    /// Returns the number of tents in a player's supply.
    #[inline]
    pub fn tent_supply(&self, player: Player) -> usize {
        usize::from(self.rules().tents) - self.tents(player).len()
    }

    /// Returns the number of tokens held by a player; their values are not public.
    #[inline]
    pub fn token_count(&self, player: Player) -> u8 {
        self.pieces.held[player]
    }

    /// Returns the number of tokens in the supply.
    #[inline]
    pub fn token_supply(&self) -> u8 {
        self.pieces.token_supply
    }

    /// V8: returns the number of turns a player has ended since last mining; 255 if never or longer ago.
    pub fn unmined_turns(&self, player: Player) -> u8 {
        self.pieces.unmined_turns[player]
    }

    /// Returns the mountain segments where a tent may be pitched.
    #[inline]
    pub fn vacant(&self) -> &SegmentSet {
        &self.pieces.vacant
    }
}
