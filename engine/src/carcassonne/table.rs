//! What lies on the table; all of it is face up.

use rand::Rng;

use super::catalogue::{FeatureKind, Segment};
use super::rules::{FOLLOWERS, INGOTS, Rules};
use super::setup::Setup;
use super::tiles::Tiles;
use super::watched::Watched;
use crate::game::Points;
use crate::landscape::components::{FeatureId, FeatureWord, SegmentId};
use crate::landscape::deck;
use crate::landscape::frontier::Slot;
use crate::landscape::grid::Rotation;
use crate::landscape::piece_positions::PiecePositions;
use crate::landscape::tile::{KindId, MAX_KINDS};
use crate::landscape::{LaidTile, Landscape, TileId};
use crate::player::{PerPlayer, Player};

/// What is to be decided.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Phase {
    /// Where to lay the drawn tile.
    Place,
    /// Where the second ingot goes (M2).
    Ingot,
    /// True if to place a follower.
    Follow,
    /// Which ingot to take (M5).
    Take,
    /// Nothing: the next tile is to be drawn.
    Draw,
    /// Nothing: the game has ended.
    Over,
}

impl Phase {
    /// Lower-case name, as programs elsewhere are told.
    pub fn name(self) -> &'static str {
        ["place", "ingot", "follow", "take", "draw", "over"][self as usize]
    }
}

/// Everything on the table.
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
/// // The road is worth two points, completed as it is or at the end.
/// assert_eq!(table.potential_points(follower), (Some(2), 2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Table<'s> {
    pub(super) setup: &'s Setup,
    pub(super) landscape: Landscape,
    pub(super) followers: PerPlayer<PiecePositions<FOLLOWERS>>,
    pub(super) watched: Watched,
    /// By kind of feature.
    pub(super) points: [PerPlayer<Points>; 4],
    /// Ingots on each tile, by the order laid.
    pub(super) ingots: [u8; 128],
    pub(super) ingot_supply: u8,
    /// Ingots each player has collected.
    pub(super) collected: PerPlayer<u8>,
    /// Tiles from which each player may take ingots.
    pub(super) claims: PerPlayer<Tiles>,
    /// Number of tiles of each kind are left to draw.
    pub(super) left: [u8; MAX_KINDS],
    pub(super) tiles_left: u8,
    pub(super) hand: KindId,
    /// Whose turn it is.
    pub(super) active: Player,
    /// Whose decision it is: another's only while ingots are taken.
    pub(super) to_move: Player,
    pub(super) phase: Phase,
}

impl Clone for Table<'_> {
    #[inline]
    fn clone(&self) -> Self {
        Table { landscape: self.landscape.clone(), ..*self }
    }

    /// Copies only what is in use.
    #[inline]
    fn clone_from(&mut self, source: &Self) {
        let Table {
            setup,
            landscape,
            followers,
            watched,
            points,
            ingots,
            ingot_supply,
            collected,
            claims,
            left,
            tiles_left,
            hand,
            active,
            to_move,
            phase,
        } = source;
        self.landscape.clone_from(landscape);
        (self.setup, self.followers, self.watched, self.points) = (setup, *followers, *watched, *points);
        (self.ingots, self.ingot_supply, self.collected, self.claims) = (*ingots, *ingot_supply, *collected, *claims);
        (self.left, self.tiles_left, self.hand) = (*left, *tiles_left, *hand);
        (self.active, self.to_move, self.phase) = (*active, *to_move, *phase);
    }
}

impl<'s> Table<'s> {
    /// Returns the start tile and nothing else (C1).
    pub(super) fn new(setup: &'s Setup) -> Table<'s> {
        let mut table = Table::empty(setup);
        let start = table.landscape.frontier().slot(crate::landscape::grid::Cell::START);
        let start = start.expect("an empty table has its first cell open");
        table.landscape.lay(setup.catalogue().tiles(), setup.catalogue().start(), start, Rotation::R0);
        table
    }

    pub(super) fn empty(setup: &'s Setup) -> Table<'s> {
        let players = setup.players();
        Table {
            setup,
            landscape: Landscape::new(),
            followers: PerPlayer::new(players, PiecePositions::EMPTY),
            watched: Watched::NONE,
            points: [PerPlayer::new(players, 0); 4],
            ingots: [0; 128],
            ingot_supply: INGOTS,
            collected: PerPlayer::new(players, 0),
            claims: PerPlayer::new(players, 0),
            left: [0; MAX_KINDS],
            tiles_left: 0,
            hand: setup.catalogue().start(),
            active: Player::FIRST,
            to_move: Player::FIRST,
            phase: Phase::Draw,
        }
    }

    /// Tiles, options and players.
    #[inline]
    pub fn setup(&self) -> &'s Setup {
        self.setup
    }

    /// Returns the options of this game.
    #[inline]
    pub fn rules(&self) -> &'s Rules {
        self.setup.rules()
    }

    /// Returns the number of seats.
    #[inline]
    pub fn players(&self) -> usize {
        self.collected.players()
    }

    /// Tiles, open cells and features.
    #[inline]
    pub fn landscape(&self) -> &Landscape {
        &self.landscape
    }

    /// What is to be decided.
    #[inline]
    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// Whose turn it is.
    #[inline]
    pub fn active(&self) -> Player {
        self.active
    }

    /// Whose decision it is.
    #[inline]
    pub fn seat(&self) -> Player {
        self.to_move
    }

    /// Returns the kind drawn and to be laid, or just laid.
    #[inline]
    pub fn hand(&self) -> KindId {
        self.hand
    }

    /// Returns the tile laid last.
    #[inline]
    pub fn newest(&self) -> TileId {
        TileId(self.landscape.tiles().len() as u8 - 1)
    }

    /// Returns the number of tiles of a kind are left to draw, the drawn one not counted.
    #[inline]
    pub fn left(&self, kind: KindId) -> u8 {
        self.left[kind.index()]
    }

    /// Returns the number of tiles are left to draw, the drawn one not counted.
    #[inline]
    pub fn tiles_left(&self) -> usize {
        usize::from(self.tiles_left)
    }

    /// Where a player's followers stand, in the order placed.
    #[inline]
    pub fn followers(&self, player: Player) -> &[SegmentId] {
        self.followers[player].as_slice()
    }

    /// Followers a player has in supply.
    #[inline]
    pub fn follower_supply(&self, player: Player) -> usize {
        FOLLOWERS - self.followers(player).len()
    }

    /// Points of a player so far from features of a kind.
    #[inline]
    pub fn points(&self, source: FeatureKind, player: Player) -> Points {
        self.points[source as usize][player]
    }

    /// Points of a player so far from all features, ingots not included.
    #[inline]
    pub fn feature_points(&self, player: Player) -> Points {
        self.points.iter().map(|points| points[player]).sum()
    }

    /// Ingots each player has collected.
    #[inline]
    pub fn ingots_collected(&self) -> PerPlayer<u8> {
        self.collected
    }

    /// Ingots on a tile.
    #[inline]
    pub fn ingots_on(&self, tile: TileId) -> u8 {
        self.ingots[tile.index()]
    }

    /// Ingots a player has collected; open (M7).
    #[inline]
    pub fn collected(&self, player: Player) -> u8 {
        self.collected[player]
    }

    /// Returns the legal placements of the tile in hand.
    #[inline]
    pub fn placements(&self) -> impl Iterator<Item = (Slot, Rotation)> + '_ {
        self.landscape.frontier().placements(self.setup.catalogue().tiles(), self.hand)
    }

    /// Returns the number of there are.
    #[inline]
    pub fn count_placements(&self) -> u32 {
        self.landscape.frontier().count_placements(self.setup.catalogue().tiles(), self.hand)
    }

    /// Returns a placement of a tile at random, each equally likely; `None` if there is none.
    #[inline]
    pub(super) fn random_placement<R: Rng>(&self, kind: KindId, rng: &mut R) -> Option<(Slot, Rotation)> {
        self.landscape.frontier().random_placement(self.setup.catalogue().tiles(), kind, rng)
    }

    /// Returns a tile has left the deck.
    #[inline]
    pub(super) fn count_off(&mut self, kind: KindId) {
        self.left[kind.index()] -= 1;
        self.tiles_left -= 1;
    }

    /// Takes a tile in hand to be laid next. False, and nothing is changed, if it fits nowhere (C2).
    #[inline]
    pub(super) fn try_hand(&mut self, kind: KindId) -> bool {
        let fits = self.landscape.frontier().has_placement(self.setup.catalogue().tiles(), kind);
        if fits {
            (self.hand, self.phase) = (kind, Phase::Place);
        }
        fits
    }

    /// What could have been drawn instead of the tile in hand, and that tile: each kind with the number of its copies, which
    /// were all as likely to those who saw the table before the draw (C2).
    pub fn possible_draws(&self) -> impl Iterator<Item = (KindId, u8)> + '_ {
        let left = |kind| self.left(kind) + u8::from(kind == self.hand);
        deck::possible_draws(self.landscape.frontier(), self.setup.catalogue().tiles(), left)
    }

    /// Puts the tile in hand back among those that can be drawn, to look at what another would have been worth
    /// ([`Table::set_hypothetical_draw`]). How many tiles are left is still as after the draw.
    #[inline]
    pub fn return_hand(&mut self) {
        self.left[self.hand.index()] += 1;
    }

    /// Imagines that this seat has this tile to lay, which has to fit somewhere.
    #[inline]
    pub fn set_hypothetical_draw(&mut self, seat: Player, kind: KindId) {
        (self.hand, self.to_move, self.phase) = (kind, seat, Phase::Place);
        self.active = seat;
    }

    /// Returns the feature a segment belongs to.
    #[inline]
    pub fn feature(&self, segment: SegmentId) -> FeatureId {
        self.landscape.features().find(segment)
    }

    /// Returns a feature's totals.
    #[inline]
    pub fn word(&self, feature: FeatureId) -> FeatureWord {
        self.landscape.features().word(feature)
    }

    /// Returns the segments of a tile that was laid.
    #[inline]
    pub fn segments(&self, tile: LaidTile) -> &'s [Segment] {
        &self.setup.catalogue().kind(tile.kind()).segments
    }

    /// Returns a segment that was laid.
    #[inline]
    pub fn segment(&self, segment: SegmentId) -> &'s Segment {
        &self.segments(self.landscape.tile_of(segment))[self.landscape.index_on_tile(segment)]
    }

    /// Returns the tile a segment lies on.
    #[inline]
    pub(super) fn tile_id(&self, segment: SegmentId) -> TileId {
        TileId(self.landscape.features().tile(segment) as u8)
    }
}
