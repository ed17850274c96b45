//! Public part of a game: everything but the order of the upcoming tiles.

use rand::Rng;

use super::catalogue::{FeatureKind, Segment};
use super::occupied_monasteries::OccupiedMonasteries;
use super::rules::{FOLLOWERS, INGOTS, Rules};
use super::setup::Setup;
use super::tiles::TileMask;
use crate::game::Points;
use crate::landscape::components::{FeatureId, FeatureWord, SegmentId};
use crate::landscape::deck;
use crate::landscape::frontier::Slot;
use crate::landscape::grid::Rotation;
use crate::landscape::piece_positions::PiecePositions;
use crate::landscape::tile::{KindId, MAX_KINDS};
use crate::landscape::{LaidTile, Landscape, TileId};
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
pub struct Table<'s> {
    pub(super) setup: &'s Setup,
    pub(super) landscape: Landscape,
    pub(super) followers: PerPlayer<PiecePositions<FOLLOWERS>>,
    pub(super) occupied_monasteries: OccupiedMonasteries,
    /// By kind of feature.
    pub(super) points: [PerPlayer<Points>; 4],
    /// Ingots on each tile, by the order laid.
    pub(super) ingots: [u8; 128],
    pub(super) ingot_supply: u8,
    /// Number of ingots collected by each player.
    pub(super) collected: PerPlayer<u8>,
    /// Tiles from which each player may take ingots.
    pub(super) claims: PerPlayer<TileMask>,
    /// Number of tiles left to draw, by kind.
    pub(super) left: [u8; MAX_KINDS],
    pub(super) tiles_left: u8,
    pub(super) hand: KindId,
    /// Seat whose turn it is.
    pub(super) active: Player,
    /// Seat to decide; differs from `active` only while ingots are taken.
    pub(super) to_move: Player,
    pub(super) phase: Phase,
}

impl Clone for Table<'_> {
    #[inline]
    fn clone(&self) -> Self {
        Table { landscape: self.landscape.clone(), ..*self }
    }

    /// Copies only the part in use.
    #[inline]
    fn clone_from(&mut self, source: &Self) {
        let Table {
            setup,
            landscape,
            followers,
            occupied_monasteries,
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
        (self.setup, self.followers, self.occupied_monasteries, self.points) =
            (setup, *followers, *occupied_monasteries, *points);
        (self.ingots, self.ingot_supply, self.collected, self.claims) = (*ingots, *ingot_supply, *collected, *claims);
        (self.left, self.tiles_left, self.hand) = (*left, *tiles_left, *hand);
        (self.active, self.to_move, self.phase) = (*active, *to_move, *phase);
    }
}

impl<'s> Table<'s> {
    /// Creates a table with only the start tile (C1).
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
            occupied_monasteries: OccupiedMonasteries::EMPTY,
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

    /// Returns tiles, rule options and players.
    #[inline]
    pub fn setup(&self) -> &'s Setup {
        self.setup
    }

    /// Returns the rule options.
    #[inline]
    pub fn rules(&self) -> &'s Rules {
        self.setup.rules()
    }

    /// Returns the number of seats.
    #[inline]
    pub fn players(&self) -> usize {
        self.collected.players()
    }

    /// Returns tiles, open cells and features.
    #[inline]
    pub fn landscape(&self) -> &Landscape {
        &self.landscape
    }

    /// Returns the kind of the next decision.
    #[inline]
    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// Returns the seat whose turn it is.
    #[inline]
    pub fn active(&self) -> Player {
        self.active
    }

    /// Returns the seat to decide.
    #[inline]
    pub fn seat(&self) -> Player {
        self.to_move
    }

    /// Returns the kind of tile to be laid, or just laid.
    #[inline]
    pub fn hand(&self) -> KindId {
        self.hand
    }

    /// Returns the tile laid last.
    #[inline]
    pub fn newest(&self) -> TileId {
        TileId(self.landscape.tiles().len() as u8 - 1)
    }

    /// Returns the number of tiles of a kind left to draw, without the one in hand.
    #[inline]
    pub fn left(&self, kind: KindId) -> u8 {
        self.left[kind.index()]
    }

    /// Returns the number of tiles left to draw, without the one in hand.
    #[inline]
    pub fn tiles_left(&self) -> usize {
        usize::from(self.tiles_left)
    }

    /// Returns the segments of a player's followers, in the order placed.
    #[inline]
    pub fn followers(&self, player: Player) -> &[SegmentId] {
        self.followers[player].as_slice()
    }

    /// Returns the number of followers in a player's supply.
    #[inline]
    pub fn follower_supply(&self, player: Player) -> usize {
        FOLLOWERS - self.followers(player).len()
    }

    /// Returns a player's points so far from features of a kind.
    #[inline]
    pub fn points(&self, source: FeatureKind, player: Player) -> Points {
        self.points[source as usize][player]
    }

    /// Returns a player's points so far from all features, without ingots.
    #[inline]
    pub fn feature_points(&self, player: Player) -> Points {
        self.points.iter().map(|points| points[player]).sum()
    }

    /// Returns the number of ingots collected by each player.
    #[inline]
    pub fn ingots_collected(&self) -> PerPlayer<u8> {
        self.collected
    }

    /// Returns the number of ingots on a tile.
    #[inline]
    pub fn ingots_on(&self, tile: TileId) -> u8 {
        self.ingots[tile.index()]
    }

    /// Returns the number of ingots collected by a player; public (M7).
    #[inline]
    pub fn collected(&self, player: Player) -> u8 {
        self.collected[player]
    }

    /// Returns the legal placements of the tile in hand.
    #[inline]
    pub fn placements(&self) -> impl Iterator<Item = (Slot, Rotation)> + '_ {
        self.landscape.frontier().placements(self.setup.catalogue().tiles(), self.hand)
    }

    /// Returns the number of legal placements of the tile in hand.
    #[inline]
    pub fn count_placements(&self) -> u32 {
        self.landscape.frontier().count_placements(self.setup.catalogue().tiles(), self.hand)
    }

    /// Draws a placement of a tile uniformly, or returns `None` if there is none.
    #[inline]
    pub(super) fn random_placement<R: Rng>(&self, kind: KindId, rng: &mut R) -> Option<(Slot, Rotation)> {
        self.landscape.frontier().random_placement(self.setup.catalogue().tiles(), kind, rng)
    }

    /// Removes a tile from the counts of the deck.
    #[inline]
    pub(super) fn count_off(&mut self, kind: KindId) {
        self.left[kind.index()] -= 1;
        self.tiles_left -= 1;
    }

    /// Takes a tile in hand to be laid next. Returns false, and changes nothing, if it fits nowhere (C2).
    #[inline]
    pub(super) fn try_hand(&mut self, kind: KindId) -> bool {
        let fits = self.landscape.frontier().has_placement(self.setup.catalogue().tiles(), kind);
        if fits {
            (self.hand, self.phase) = (kind, Phase::Place);
        }
        fits
    }

    /// Iterates over the kinds that could have been drawn, including the tile in hand, with their numbers of copies.
    /// All copies were equally likely given the table before the draw (C2).
    pub fn possible_draws(&self) -> impl Iterator<Item = (KindId, u8)> + '_ {
        let left = |kind| self.left(kind) + u8::from(kind == self.hand);
        deck::possible_draws(self.landscape.frontier(), self.setup.catalogue().tiles(), left)
    }

    /// Returns the tile in hand to the counts by kind, to evaluate other possible draws
    /// ([`Table::set_hypothetical_draw`]). The number of tiles left stays as after the draw.
    #[inline]
    pub fn return_hand(&mut self) {
        self.left[self.hand.index()] += 1;
    }

    /// Gives a seat the turn and a tile to lay, which must fit somewhere.
    #[inline]
    pub fn set_hypothetical_draw(&mut self, seat: Player, kind: KindId) {
        (self.hand, self.to_move, self.phase) = (kind, seat, Phase::Place);
        self.active = seat;
    }

    /// Returns the feature of a segment.
    #[inline]
    pub fn feature(&self, segment: SegmentId) -> FeatureId {
        self.landscape.features().find(segment)
    }

    /// Returns the totals of a feature.
    #[inline]
    pub fn word(&self, feature: FeatureId) -> FeatureWord {
        self.landscape.features().word(feature)
    }

    /// Returns the segments of a laid tile.
    #[inline]
    pub fn segments(&self, tile: LaidTile) -> &'s [Segment] {
        &self.setup.catalogue().kind(tile.kind()).segments
    }

    /// Returns a laid segment.
    #[inline]
    pub fn segment(&self, segment: SegmentId) -> &'s Segment {
        &self.segments(self.landscape.tile_of(segment))[self.landscape.index_on_tile(segment)]
    }

    /// Returns the tile of a segment.
    #[inline]
    pub(super) fn tile_id(&self, segment: SegmentId) -> TileId {
        TileId(self.landscape.features().tile(segment) as u8)
    }
}
