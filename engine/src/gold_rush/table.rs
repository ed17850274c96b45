//! Public part of a game: everything that all players see (G23).
//!
//! It contains neither the order of the tiles nor token values, so code that only has a `Table` cannot peek.

use rand::Rng;

use super::catalogue::{FeatureKind, Segment};
use super::rules::{MAX_COWBOYS, MAX_TENTS, Rules};
use super::setup::Setup;
use crate::game::Points;
use crate::landscape::components::{FeatureId, FeatureWord, SegmentId};
use crate::landscape::deck;
use crate::landscape::frontier::Slot;
use crate::landscape::grid::Rotation;
use crate::landscape::piece_positions::PiecePositions;
use crate::landscape::segments::SegmentSet;
use crate::landscape::tile::{KindId, MAX_KINDS};
use crate::landscape::{LaidTile, Landscape, TileId};
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
pub struct Table<'s> {
    pub(super) setup: &'s Setup,
    pub(super) landscape: Landscape,
    /// G8: vacant mountain segments of open mountains, where a tent may be pitched.
    pub(super) vacant: SegmentSet,
    pub(super) cowboys: PerPlayer<PiecePositions<MAX_COWBOYS>>,
    pub(super) tents: PerPlayer<PiecePositions<MAX_TENTS>>,
    pub(super) points: [PerPlayer<Points>; 4],
    /// Number of tokens held by each player.
    pub(super) held: PerPlayer<u8>,
    pub(super) token_supply: u8,
    /// V8: turns since each player last mined, at most 255.
    pub(super) unmined_turns: PerPlayer<u8>,
    /// Number of tiles left to draw, by kind.
    pub(super) left: [u8; MAX_KINDS],
    pub(super) tiles_left: u8,
    pub(super) hand: KindId,
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
            vacant,
            cowboys,
            tents,
            points,
            held,
            token_supply,
            unmined_turns,
            left,
            tiles_left,
            hand,
            to_move,
            phase,
        } = source;
        self.landscape.clone_from(landscape);
        (self.setup, self.vacant, self.cowboys, self.tents, self.points) = (setup, *vacant, *cowboys, *tents, *points);
        (self.held, self.token_supply, self.unmined_turns) = (*held, *token_supply, *unmined_turns);
        (self.left, self.tiles_left, self.hand) = (*left, *tiles_left, *hand);
        (self.to_move, self.phase) = (*to_move, *phase);
    }
}

impl<'s> Table<'s> {
    /// Creates an empty table.
    pub(super) fn new(setup: &'s Setup) -> Table<'s> {
        Table::with(setup, Landscape::new(), SegmentSet::EMPTY, setup.tokens().len() as u8)
    }

    /// G3: creates the table before the first turn.
    pub(super) fn opening(setup: &'s Setup) -> Table<'s> {
        let opening = setup.opening();
        Table::with(setup, opening.landscape.clone(), opening.vacant, opening.token_supply)
    }

    #[inline]
    fn with(setup: &'s Setup, landscape: Landscape, vacant: SegmentSet, token_supply: u8) -> Table<'s> {
        let players = setup.players();
        Table {
            setup,
            landscape,
            vacant,
            cowboys: PerPlayer::new(players, PiecePositions::EMPTY),
            tents: PerPlayer::new(players, PiecePositions::EMPTY),
            points: [PerPlayer::new(players, 0); 4],
            held: PerPlayer::new(players, 0),
            token_supply,
            unmined_turns: PerPlayer::new(players, u8::MAX),
            left: [0; MAX_KINDS],
            tiles_left: 0,
            hand: setup.catalogue().start(),
            to_move: Player::FIRST,
            phase: Phase::Place,
        }
    }

    /// Returns the legal placements of the tile in hand.
    #[inline]
    pub fn placements(&self) -> impl Iterator<Item = (Slot, Rotation)> + '_ {
        self.landscape.frontier().placements(self.setup.catalogue().tiles(), self.hand)
    }

    /// Like [`Table::placements`], as internal iteration.
    #[inline]
    pub fn for_each_placement(&self, each: impl FnMut(Slot, Rotation)) {
        self.landscape.frontier().for_each_placement(self.setup.catalogue().tiles(), self.hand, each);
    }

    /// Returns the number of legal placements of the tile in hand.
    #[inline]
    pub fn count_placements(&self) -> u32 {
        self.landscape.frontier().count_placements(self.setup.catalogue().tiles(), self.hand)
    }

    /// Removes a tile from the counts of the deck.
    #[inline]
    pub(super) fn count_off(&mut self, kind: KindId) {
        self.left[kind.index()] -= 1;
        self.tiles_left -= 1;
    }

    /// Takes a tile in hand to be laid next. Returns false, and changes nothing, if it fits nowhere (G4).
    #[inline]
    pub(super) fn try_hand(&mut self, kind: KindId) -> bool {
        let fits = self.landscape.frontier().has_placement(self.setup.catalogue().tiles(), kind);
        if fits {
            (self.hand, self.phase) = (kind, Phase::Place);
        }
        fits
    }

    /// Iterates over the kinds that could have been drawn, including the tile in hand, with their numbers of copies.
    /// All copies were equally likely given the table before the draw (G4).
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
    }

    /// Draws a placement of a tile uniformly, or returns `None` if there is none.
    #[inline]
    pub(super) fn random_placement<R: Rng>(&self, kind: KindId, rng: &mut R) -> Option<(Slot, Rotation)> {
        self.landscape.frontier().random_placement(self.setup.catalogue().tiles(), kind, rng)
    }

    /// Returns catalogue, rules and players.
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
        self.held.players()
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

    /// Returns the seat to move; after the end, the seat whose turn it would be.
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

    /// Returns the segments of a player's cowboys, in the order placed.
    #[inline]
    pub fn cowboys(&self, player: Player) -> &[SegmentId] {
        self.cowboys[player].as_slice()
    }

    /// Returns the number of cowboys in a player's supply.
    #[inline]
    pub fn cowboy_supply(&self, player: Player) -> usize {
        usize::from(self.setup.cowboys(player)) - self.cowboys(player).len()
    }

    /// Returns the segments of a player's tents, in the order pitched.
    #[inline]
    pub fn tents(&self, player: Player) -> &[SegmentId] {
        self.tents[player].as_slice()
    }

    /// Returns the number of tents in a player's supply.
    #[inline]
    pub fn tent_supply(&self, player: Player) -> usize {
        usize::from(self.rules().tents) - self.tents(player).len()
    }

    /// Returns the number of tokens held by a player; their values are not public.
    #[inline]
    pub fn token_count(&self, player: Player) -> u8 {
        self.held[player]
    }

    /// Returns the number of tokens in the supply.
    #[inline]
    pub fn token_supply(&self) -> u8 {
        self.token_supply
    }

    /// Returns a player's points so far from features of a kind, without tokens.
    #[inline]
    pub fn points(&self, source: FeatureKind, player: Player) -> Points {
        self.points[source as usize][player]
    }

    /// Returns a player's points so far from all features, without tokens.
    #[inline]
    pub fn feature_points(&self, player: Player) -> Points {
        self.points.iter().map(|p| p[player]).sum()
    }

    /// V8: returns the number of turns a player has ended since last mining; 255 if never or longer ago.
    pub fn unmined_turns(&self, player: Player) -> u8 {
        self.unmined_turns[player]
    }

    /// Returns the mountain segments where a tent may be pitched.
    #[inline]
    pub fn vacant(&self) -> &SegmentSet {
        &self.vacant
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

    /// Returns the segments of a laid tile, as in the catalogue.
    #[inline]
    pub fn segments(&self, tile: LaidTile) -> &'s [Segment] {
        &self.setup.catalogue().kind(tile.kind()).segments
    }

    /// Returns a laid segment, as in the catalogue.
    #[inline]
    pub fn segment(&self, segment: SegmentId) -> &'s Segment {
        &self.segments(self.landscape.tile_of(segment))[self.landscape.index_on_tile(segment)]
    }

    /// Returns the kind of a segment's feature.
    #[inline]
    pub fn kind(&self, segment: SegmentId) -> FeatureKind {
        let tile = self.landscape.tile_of(segment);
        self.setup.catalogue().feature(tile.kind(), self.landscape.index_on_tile(segment))
    }

    /// Returns a segment's label in records.
    pub fn label(&self, segment: SegmentId) -> String {
        self.segment(segment).label(self.landscape.tile_of(segment).rotation())
    }
}
