//! Public part of a game: everything but the order of the upcoming tiles.

use super::Carcassonne;
use super::catalogue::FeatureKind;
use super::occupied_monasteries::OccupiedMonasteries;
use super::rules::{FOLLOWERS, INGOTS};
use super::setup::Setup;
use super::tiles::TileMask;
use crate::landscape::components::SegmentId;
use crate::landscape::grid::{Cell, Rotation};
use crate::landscape::piece_positions::PiecePositions;
use crate::landscape::{Landscape, TileId, table};
use crate::player::{PerPlayer, Player};

/// Kind of the next decision.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Phase {
    /// Placement of the drawn tile.
    Place,
    /// Tile for the second ingot (M2).
    Ingot,
    /// Follower on the new tile, or none.
    Follow,
    /// Ingot to take (M5).
    Take,
    /// None: the next tile is about to be drawn.
    Draw,
    /// None: the game is over.
    Over,
}

impl Phase {
    /// Returns the lower-case name used in messages to other programs.
    pub fn name(self) -> &'static str {
        ["place", "ingot", "follow", "take", "draw", "over"][self as usize]
    }
}

/// Evaluation of one feature.
pub type Evaluation = table::Evaluation<FeatureKind>;

/// Public part of a game.
///
/// # Examples
///
/// ```
/// use goldrush_engine::carcassonne::{Catalogue, FeatureKind, Rules, Setup, State};
/// use goldrush_engine::game::Text;
/// use goldrush_engine::player::Player;
///
/// let setup = Setup::new(Catalogue::printed().into(), Rules::default(), 2)?;
/// let text = "tile D 0,0 0\ntile U 1,0 0\nfollower 1 1,0 road\nturn 0 0 over D\ncoming\n";
/// let state = State::from_text(&setup, text)?;
/// let (table, seat) = (state.table(), Player::FIRST.next(2));
///
/// // A follower stands on the road of two tiles, and six are in supply.
/// let follower = table.followers(seat)[0];
/// assert_eq!(table.segment(follower).kind, FeatureKind::Road);
/// assert_eq!(table.word(table.feature(follower)).tiles(), 2);
/// assert_eq!(table.follower_supply(seat), 6);
/// // The road scores two points, whether completed as it stands or at the end.
/// assert_eq!(table.potential_points(follower), (Some(2), 2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub type Table<'s> = table::Table<'s, Carcassonne>;

/// Followers and ingots.
#[derive(Clone, Copy)]
pub struct Pieces {
    pub(super) followers: PerPlayer<PiecePositions<FOLLOWERS>>,
    pub(super) occupied_monasteries: OccupiedMonasteries,
    /// Ingots on each tile, by the order laid.
    pub(super) ingots: [u8; 128],
    pub(super) ingot_supply: u8,
    /// Number of ingots collected by each player.
    pub(super) collected: PerPlayer<u8>,
    /// Tiles from which each player may take ingots.
    pub(super) claims: PerPlayer<TileMask>,
}

impl<'s> Table<'s> {
    /// Creates a table with only the start tile (C1).
    pub(super) fn new(setup: &'s Setup) -> Table<'s> {
        let mut table = Table::empty(setup);
        table.lay(table.open_slot(Cell::START), Rotation::R0);
        table
    }

    pub(super) fn empty(setup: &'s Setup) -> Table<'s> {
        let players = setup.players();
        let pieces = Pieces {
            followers: PerPlayer::new(players, PiecePositions::EMPTY),
            occupied_monasteries: OccupiedMonasteries::EMPTY,
            ingots: [0; 128],
            ingot_supply: INGOTS,
            collected: PerPlayer::new(players, 0),
            claims: PerPlayer::new(players, 0),
        };
        Table::with(
            (setup, players, setup.catalogue().start()),
            Landscape::new(),
            pieces,
            Phase::Draw,
        )
    }

    /// Returns the segments of a player's followers, in the order placed.
    #[inline]
    pub fn followers(&self, player: Player) -> &[SegmentId] {
        self.pieces.followers[player].as_slice()
    }

    /// Returns the number of followers in a player's supply.
    #[inline]
    pub fn follower_supply(&self, player: Player) -> usize {
        usize::from(self.rules().followers) - self.followers(player).len()
    }

    /// Returns the number of ingots collected by each player.
    #[inline]
    pub fn ingots_collected(&self) -> PerPlayer<u8> {
        self.pieces.collected
    }

    /// Returns the number of ingots on a tile.
    #[inline]
    pub fn ingots_on(&self, tile: TileId) -> u8 {
        self.pieces.ingots[tile.index()]
    }

    /// Returns the number of ingots collected by a player; public (M7).
    #[inline]
    pub fn collected(&self, player: Player) -> u8 {
        self.pieces.collected[player]
    }
}
