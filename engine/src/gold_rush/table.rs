//! What lies on the table, face up: everything that all players see (G23).
//!
//! The order of the tiles and the values of tokens are not here, so whatever works on a `Table` cannot peek.

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

/// What is to be decided.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Phase {
    /// Where to lay the drawn tile.
    Place,
    /// What to do after that.
    Act,
    /// Nothing: the game has ended.
    Over,
}

impl Phase {
    /// All values.
    pub const ALL: [Phase; 3] = [Phase::Place, Phase::Act, Phase::Over];

    /// Lower-case name, as programs elsewhere are told.
    pub fn name(self) -> &'static str {
        ["place", "act", "over"][self as usize]
    }
}

/// Everything that is public.
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
    /// G8: mountain segments where a tent may be pitched: the mountain is open, nobody stands there.
    pub(super) vacant: SegmentSet,
    pub(super) cowboys: PerPlayer<PiecePositions<MAX_COWBOYS>>,
    pub(super) tents: PerPlayer<PiecePositions<MAX_TENTS>>,
    pub(super) points: [PerPlayer<Points>; 4],
    /// Number of tokens each player holds.
    pub(super) held: PerPlayer<u8>,
    pub(super) token_supply: u8,
    /// V8: turns since each player's last mining, at most 255.
    pub(super) unmined_turns: PerPlayer<u8>,
    /// Number of tiles of each kind are left to draw.
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

    /// Copies only what is in use.
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
    /// Returns an empty table.
    pub(super) fn new(setup: &'s Setup) -> Table<'s> {
        Table::with(setup, Landscape::new(), SegmentSet::EMPTY, setup.tokens().len() as u8)
    }

    /// G3: returns the table before the first turn.
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

    /// Like [`Table::placements`], told one by one.
    #[inline]
    pub fn for_each_placement(&self, each: impl FnMut(Slot, Rotation)) {
        self.landscape.frontier().for_each_placement(self.setup.catalogue().tiles(), self.hand, each);
    }

    /// Returns the number of there are.
    #[inline]
    pub fn count_placements(&self) -> u32 {
        self.landscape.frontier().count_placements(self.setup.catalogue().tiles(), self.hand)
    }

    /// Returns a tile has left the deck.
    #[inline]
    pub(super) fn count_off(&mut self, kind: KindId) {
        self.left[kind.index()] -= 1;
        self.tiles_left -= 1;
    }

    /// Takes a tile in hand to be laid next. False, and nothing is changed, if it fits nowhere (G4).
    #[inline]
    pub(super) fn try_hand(&mut self, kind: KindId) -> bool {
        let fits = self.landscape.frontier().has_placement(self.setup.catalogue().tiles(), kind);
        if fits {
            (self.hand, self.phase) = (kind, Phase::Place);
        }
        fits
    }

    /// What could have been drawn instead of the tile in hand, and that tile: each kind with the number of its copies, which
    /// were all as likely to those who saw the table before the draw (G4).
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
    }

    /// Returns a placement of a tile at random, each equally likely; `None` if there is none.
    #[inline]
    pub(super) fn random_placement<R: Rng>(&self, kind: KindId, rng: &mut R) -> Option<(Slot, Rotation)> {
        self.landscape.frontier().random_placement(self.setup.catalogue().tiles(), kind, rng)
    }

    /// Catalogue, rules and players.
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
        self.held.players()
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

    /// Whose turn it is; whose it would be when the game is over.
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

    /// Where a player's cowboys stand, in the order placed.
    #[inline]
    pub fn cowboys(&self, player: Player) -> &[SegmentId] {
        self.cowboys[player].as_slice()
    }

    /// Cowboys a player has in supply.
    #[inline]
    pub fn cowboy_supply(&self, player: Player) -> usize {
        usize::from(self.setup.cowboys(player)) - self.cowboys(player).len()
    }

    /// Where a player's tents are pitched, in the order pitched.
    #[inline]
    pub fn tents(&self, player: Player) -> &[SegmentId] {
        self.tents[player].as_slice()
    }

    /// Tents a player has in supply.
    #[inline]
    pub fn tent_supply(&self, player: Player) -> usize {
        usize::from(self.rules().tents) - self.tents(player).len()
    }

    /// Returns the number of tokens a player holds; their values are not public.
    #[inline]
    pub fn token_count(&self, player: Player) -> u8 {
        self.held[player]
    }

    /// Returns the number of tokens lie in the supply.
    #[inline]
    pub fn token_supply(&self) -> u8 {
        self.token_supply
    }

    /// Points of a player so far from features of a kind, tokens not included.
    #[inline]
    pub fn points(&self, source: FeatureKind, player: Player) -> Points {
        self.points[source as usize][player]
    }

    /// Points of a player so far from all features, tokens not included.
    #[inline]
    pub fn feature_points(&self, player: Player) -> Points {
        self.points.iter().map(|p| p[player]).sum()
    }

    /// V8: returns the number of turns of his own a player has ended since he last mined; 255 if never or so long ago.
    pub fn unmined_turns(&self, player: Player) -> u8 {
        self.unmined_turns[player]
    }

    /// Mountain segments where a tent may be pitched.
    #[inline]
    pub fn vacant(&self) -> &SegmentSet {
        &self.vacant
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

    /// Returns the segments of a tile that was laid, as the catalogue describes them.
    #[inline]
    pub fn segments(&self, tile: LaidTile) -> &'s [Segment] {
        &self.setup.catalogue().kind(tile.kind()).segments
    }

    /// Returns a segment that was laid, as the catalogue describes it.
    #[inline]
    pub fn segment(&self, segment: SegmentId) -> &'s Segment {
        &self.segments(self.landscape.tile_of(segment))[self.landscape.index_on_tile(segment)]
    }

    /// What kind of feature a segment is part of.
    #[inline]
    pub fn kind(&self, segment: SegmentId) -> FeatureKind {
        let tile = self.landscape.tile_of(segment);
        self.setup.catalogue().feature(tile.kind(), self.landscape.index_on_tile(segment))
    }

    /// Returns a segment's name in records.
    pub fn label(&self, segment: SegmentId) -> String {
        self.segment(segment).label(self.landscape.tile_of(segment).rotation())
    }
}
