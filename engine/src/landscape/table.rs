//! Public part of every landscape game: everything but the order of the upcoming tiles and what else is hidden.

use std::fmt::Debug;

use rand::Rng;

use super::components::{FeatureId, FeatureWord, SegmentId};
use super::frontier::Slot;
use super::grid::{Cell, Rotation};
use super::tile::{KindId, MAX_KINDS, TileSet};
use super::{LaidTile, Landscape, TileId, deck};
use crate::game::{Game, Points, View};
use crate::komi::Komi;
use crate::player::{PerPlayer, Player, PlayerSet};

/// Evaluation of one feature of a kind (`K`), whether or not it scores.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Evaluation<K> {
    /// Kind of the feature.
    pub kind: K,
    /// The feature.
    pub feature: FeatureId,
    /// Seats with most pieces there, which score; empty if nobody stands there (G11).
    pub seats: PlayerSet,
    /// Points for each scoring seat.
    pub points: Points,
    /// Share of these points due to a locomotive (G12).
    pub doubled: Points,
    /// True if the feature was completed; false if evaluated at the end of the game.
    pub complete: bool,
}

/// Hidden information other than the upcoming tiles.
pub trait Hidden: Copy + Send + Sync {
    /// See [`State::adopt_deal`](crate::game::State::adopt_deal).
    fn adopt_deal(&mut self, later: &Self);
}

/// Nothing else is hidden.
impl Hidden for () {
    fn adopt_deal(&mut self, _: &()) {}
}

/// Game in which tiles are laid: what its table has beyond the landscape.
pub trait TileGame: Game {
    /// Rule options.
    type Rules;
    /// Kind of feature; its number is its place among the four.
    type FeatureKind: PartialEq + Copy + Into<usize>;
    /// Segment of a tile, as in the catalogue.
    type Segment;
    /// Kind of the next decision.
    type Phase: Copy + PartialEq + Debug + Send + Sync;
    /// Pieces on the table and in supply, and what else only this game has there.
    type Pieces: Copy + Send + Sync;
    /// Hidden information other than the upcoming tiles.
    type Hidden: Hidden;
    /// Token or ingot that a seat takes.
    type Gain: Copy;

    /// Phase in which the tile in hand is to be laid.
    const PLACE: Self::Phase;
    /// Phase after the end of the game.
    const OVER: Self::Phase;

    /// Returns the public table of a state.
    fn table<'t, 's>(state: &'t Self::State<'s>) -> &'t Table<'s, Self>;

    /// Returns the public table of a view.
    fn visible_table<'v, 's>(view: &View<'v, Self::State<'s>>) -> &'v Table<'s, Self>;

    /// See [`State::redraw`](super::state::State::redraw).
    fn redraw<R: Rng>(state: &mut Self::State<'_>, kind: KindId, rng: &mut R) -> bool;

    /// Plays a legal move and reports its effects to `observer`.
    fn play_observed<O: Observer<Self>>(
        state: &mut Self::State<'_>,
        mv: Self::Move,
        observer: &mut O,
    );

    /// Lays what a new tile brings (G6, M2), and goes on to the next decision.
    fn laid(table: &mut Table<Self>, tile: TileId);

    /// Returns the placement of the tile in hand.
    fn place(cell: Cell, rotation: Rotation) -> Self::Move;

    /// Returns the rule options.
    fn rules(setup: &Self::Setup) -> &Self::Rules;

    /// Returns the kernel's tables of all tiles in play.
    fn tiles(setup: &Self::Setup) -> &TileSet;

    /// Returns the number of tiles left out at random (V20).
    fn tiles_left_out(setup: &Self::Setup) -> u8;

    /// Returns the points of the seats at the start (V21).
    fn komi(setup: &Self::Setup) -> Komi;

    /// Returns the name of a kind of tile.
    fn kind_name(setup: &Self::Setup, kind: KindId) -> &str;

    /// Returns the segments of a kind of tile.
    fn segments(setup: &Self::Setup, kind: KindId) -> &[Self::Segment];

    /// Returns the kind of feature of a segment, by its index on a kind of tile.
    fn feature_kind(setup: &Self::Setup, kind: KindId, segment: usize) -> Self::FeatureKind;

    /// Returns the label in records of a segment, by its index on a kind of tile that lies rotated.
    fn label(setup: &Self::Setup, kind: KindId, segment: usize, rotation: Rotation) -> String;
}

/// Public part of a game.
pub struct Table<'s, G: TileGame> {
    pub(crate) setup: &'s G::Setup,
    pub(crate) landscape: Landscape,
    /// By kind of feature.
    pub(crate) points: [PerPlayer<Points>; 4],
    /// Number of tiles that nobody has seen, by kind: those left to draw, and those left out (V20).
    pub(crate) left: [u8; MAX_KINDS],
    pub(crate) tiles_left: u8,
    pub(crate) hand: KindId,
    /// Seat whose turn it is.
    pub(crate) active: Player,
    /// Seat to decide; may differ from `active` when a turn lets others decide.
    pub(crate) to_move: Player,
    pub(crate) phase: G::Phase,
    pub(crate) pieces: G::Pieces,
}

impl<G: TileGame> Clone for Table<'_, G> {
    #[inline]
    fn clone(&self) -> Self {
        Table {
            landscape: self.landscape.clone(),
            ..*self
        }
    }

    /// Copies only the part in use.
    #[inline]
    fn clone_from(&mut self, source: &Self) {
        let Table {
            setup,
            landscape,
            points,
            left,
            tiles_left,
            hand,
            active,
            to_move,
            phase,
            pieces,
        } = source;
        self.landscape.clone_from(landscape);
        (self.setup, self.points, self.left, self.tiles_left) =
            (setup, *points, *left, *tiles_left);
        self.hand = *hand;
        self.active = *active;
        self.to_move = *to_move;
        self.phase = *phase;
        self.pieces = *pieces;
    }
}

impl<'s, G: TileGame> Table<'s, G> {
    /// Creates the table before the first draw.
    #[inline]
    pub(crate) fn with(
        (setup, players, start): (&'s G::Setup, usize, KindId),
        landscape: Landscape,
        pieces: G::Pieces,
        phase: G::Phase,
    ) -> Table<'s, G> {
        Table {
            setup,
            landscape,
            points: [PerPlayer::new(players, 0); 4],
            left: [0; MAX_KINDS],
            tiles_left: 0,
            hand: start,
            active: Player::FIRST,
            to_move: Player::FIRST,
            phase,
            pieces,
        }
    }

    /// Returns tiles, rule options and players.
    #[inline]
    pub fn setup(&self) -> &'s G::Setup {
        self.setup
    }

    /// Returns the rule options.
    #[inline]
    pub fn rules(&self) -> &'s G::Rules {
        G::rules(self.setup)
    }

    /// Returns the kernel's tables of all tiles in play.
    #[inline]
    pub fn tiles(&self) -> &'s TileSet {
        G::tiles(self.setup)
    }

    /// Returns the name of a kind of tile.
    pub fn kind_name(&self, kind: KindId) -> &'s str {
        G::kind_name(self.setup, kind)
    }

    /// Returns the number of seats.
    #[inline]
    pub fn players(&self) -> usize {
        self.points[0].players()
    }

    /// Returns tiles, open cells and features.
    #[inline]
    pub fn landscape(&self) -> &Landscape {
        &self.landscape
    }

    /// Returns the kind of the next decision.
    #[inline]
    pub fn phase(&self) -> G::Phase {
        self.phase
    }

    /// Returns true at the start of a turn, when the tile in hand must be laid.
    #[inline]
    pub fn is_placing(&self) -> bool {
        self.phase == G::PLACE
    }

    /// Returns true if the game is over.
    #[inline]
    pub fn is_over(&self) -> bool {
        self.phase == G::OVER
    }

    /// Returns the seat whose turn it is.
    #[inline]
    pub fn active(&self) -> Player {
        self.active
    }

    /// Returns the seat to decide; after the end, the seat whose turn it would be.
    #[inline]
    pub fn seat(&self) -> Player {
        self.to_move
    }

    /// Returns the seat to decide, or `None` when the game is over.
    #[inline]
    pub fn to_move(&self) -> Option<Player> {
        (!self.is_over()).then_some(self.to_move)
    }

    /// Passes the turn to the next seat.
    #[inline]
    pub(crate) fn pass_turn(&mut self) {
        self.set_turn(self.active.next(self.players()));
    }

    /// Gives a seat the turn.
    #[inline]
    pub(crate) fn set_turn(&mut self, seat: Player) {
        self.active = seat;
        self.to_move = seat;
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

    /// Returns the number of tiles of a kind that nobody has seen: those left to draw, and those left out (V20).
    #[inline]
    pub fn left(&self, kind: KindId) -> u8 {
        self.left[kind.index()]
    }

    /// Returns the number of tiles left to draw, without the one in hand.
    #[inline]
    pub fn tiles_left(&self) -> usize {
        usize::from(self.tiles_left)
    }

    /// Iterates over the names of the kinds in [`Table::left`], with their numbers.
    pub(crate) fn names_left(&self) -> impl Iterator<Item = (String, u8)> {
        let kinds = (0..self.tiles().kinds() as u8)
            .map(KindId)
            .filter(|kind| self.left(*kind) > 0);
        kinds.map(|kind| (self.kind_name(kind).to_owned(), self.left(kind)))
    }

    /// Returns a player's points so far from features of a kind.
    #[inline]
    pub fn points(&self, source: G::FeatureKind, player: Player) -> Points {
        self.points[source.into()][player]
    }

    /// Returns a player's points so far: those from the start (V21), and those from all features.
    #[inline]
    pub fn feature_points(&self, player: Player) -> Points {
        G::komi(self.setup).of(player)
            + self
                .points
                .iter()
                .map(|points| points[player])
                .sum::<Points>()
    }

    /// Returns the legal placements of the tile in hand.
    #[inline]
    pub fn placements(&self) -> impl Iterator<Item = (Slot, Rotation)> + '_ {
        self.landscape
            .frontier()
            .placements(self.tiles(), self.hand)
    }

    /// Returns the legal placements of the tile in hand, as moves.
    pub(crate) fn legal_placements(&self) -> impl Iterator<Item = G::Move> {
        self.placements()
            .map(|(slot, rotation)| G::place(self.cell(slot), rotation))
    }

    /// Like [`Table::placements`], as internal iteration.
    #[inline]
    pub fn for_each_placement(&self, each: impl FnMut(Slot, Rotation)) {
        self.landscape
            .frontier()
            .for_each_placement(self.tiles(), self.hand, each);
    }

    /// Returns the number of legal placements of the tile in hand.
    #[inline]
    pub fn count_placements(&self) -> u32 {
        self.landscape
            .frontier()
            .count_placements(self.tiles(), self.hand)
    }

    /// Returns true if the tile in hand may be laid on a cell with a rotation.
    pub(crate) fn allows(&self, cell: Cell, rotation: Rotation) -> bool {
        let frontier = self.landscape.frontier();
        frontier
            .slot(cell)
            .is_some_and(|slot| frontier.allows(self.tiles(), self.hand, slot, rotation))
    }

    /// Draws a placement of a tile uniformly, or returns `None` if there is none.
    #[inline]
    pub(crate) fn random_placement<R: Rng>(
        &self,
        kind: KindId,
        rng: &mut R,
    ) -> Option<(Slot, Rotation)> {
        self.landscape
            .frontier()
            .random_placement(self.tiles(), kind, rng)
    }

    /// Like [`Table::random_hand_placement`], as a move.
    #[inline]
    pub(crate) fn random_placement_move<R: Rng>(&self, rng: &mut R) -> G::Move {
        let (slot, rotation) = self.random_hand_placement(rng);
        G::place(self.cell(slot), rotation)
    }

    /// Draws a placement of the tile in hand uniformly.
    #[inline]
    pub(crate) fn random_hand_placement<R: Rng>(&self, rng: &mut R) -> (Slot, Rotation) {
        self.random_placement(self.hand, rng)
            .expect("the tile in hand has a legal placement")
    }

    /// Returns the cell of an open slot.
    #[inline]
    pub(crate) fn cell(&self, slot: Slot) -> Cell {
        self.landscape.frontier().cell(slot)
    }

    /// Returns the open slot of a cell.
    ///
    /// # Panics
    /// If the cell is not open.
    #[inline]
    pub(crate) fn open_slot(&self, cell: Cell) -> Slot {
        self.landscape
            .frontier()
            .slot(cell)
            .expect("a legal placement is on an open cell")
    }

    /// Lays the tile in hand on an open cell where it fits.
    #[inline]
    pub(crate) fn lay(&mut self, slot: Slot, rotation: Rotation) -> TileId {
        self.landscape
            .lay(G::tiles(self.setup), self.hand, slot, rotation)
    }

    /// G5, C2: lays the tile in hand on an open cell where it fits, and what it brings.
    #[inline]
    pub fn place(&mut self, slot: Slot, rotation: Rotation) {
        let tile = self.lay(slot, rotation);
        G::laid(self, tile);
    }

    /// Like [`Table::place`], for playouts; see [`Landscape::lay_in_playout`].
    #[inline]
    pub(crate) fn place_in_playout(&mut self, slot: Slot, rotation: Rotation) {
        let tile = self.lay_in_playout(slot, rotation);
        G::laid(self, tile);
    }

    /// Like [`Table::lay`], for playouts; see [`Landscape::lay_in_playout`].
    #[inline]
    pub(crate) fn lay_in_playout(&mut self, slot: Slot, rotation: Rotation) -> TileId {
        self.landscape
            .lay_in_playout(G::tiles(self.setup), self.hand, slot, rotation)
    }

    /// Removes a tile from the counts of the deck.
    #[inline]
    pub(crate) fn remove_from_counts(&mut self, kind: KindId) {
        self.left[kind.index()] -= 1;
        self.tiles_left -= 1;
    }

    /// Takes a tile in hand to be laid next. Returns false, and changes nothing, if it fits nowhere (G4, C2).
    #[inline]
    pub(crate) fn try_hand(&mut self, kind: KindId) -> bool {
        let fits = self.landscape.frontier().has_placement(self.tiles(), kind);
        if fits {
            self.hand = kind;
            self.phase = G::PLACE;
        }
        fits
    }

    /// Exchanges the tile in hand for one that nobody has seen.
    pub(crate) fn exchange_hand(&mut self, kind: KindId) {
        self.left[self.hand.index()] += 1;
        self.left[kind.index()] -= 1;
        self.hand = kind;
    }

    /// Iterates over the kinds that could have been drawn, including the tile in hand, with their numbers of copies.
    /// All copies were equally likely given the table before the draw (G4, C2).
    pub fn possible_draws(&self) -> impl Iterator<Item = (KindId, u8)> + '_ {
        deck::possible_draws(self.landscape.frontier(), self.tiles(), |kind| {
            self.left(kind) + u8::from(kind == self.hand)
        })
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
        self.hand = kind;
        self.phase = G::PLACE;
        self.set_turn(seat);
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
    pub fn segments(&self, tile: LaidTile) -> &'s [G::Segment] {
        G::segments(self.setup, tile.kind())
    }

    /// Returns a laid segment, as in the catalogue.
    #[inline]
    pub fn segment(&self, segment: SegmentId) -> &'s G::Segment {
        &self.segments(self.landscape.tile_of(segment))[self.landscape.index_on_tile(segment)]
    }

    /// Returns the kind of a segment's feature.
    #[inline]
    pub fn kind(&self, segment: SegmentId) -> G::FeatureKind {
        let tile = self.landscape.tile_of(segment);
        G::feature_kind(
            self.setup,
            tile.kind(),
            self.landscape.index_on_tile(segment),
        )
    }

    /// Returns a segment's label in records: `road N`.
    pub fn label(&self, segment: SegmentId) -> String {
        let tile = self.landscape.tile_of(segment);
        G::label(
            self.setup,
            tile.kind(),
            self.landscape.index_on_tile(segment),
            tile.rotation(),
        )
    }

    /// Returns the tile of a segment.
    #[inline]
    pub(crate) fn tile_id(&self, segment: SegmentId) -> TileId {
        TileId(self.landscape.features().tile(segment) as u8)
    }
}

/// Observer of a fully known game, for logs, records and statistics.
///
/// # Examples
///
/// ```
/// use goldrush_engine::game::{Game, State};
/// use goldrush_engine::gold_rush::{Evaluation, GoldRush, Observer, Setup, Table};
/// use goldrush_engine::player::Player;
/// use goldrush_engine::rng::{deal_stream, tool_stream};
///
/// /// Sums the first seat's points for features.
/// #[derive(Default)]
/// struct Sum(u16);
///
/// impl Observer<GoldRush> for Sum {
///     fn on_evaluation(&mut self, _: &Table, evaluation: &Evaluation) {
///         if evaluation.seats.contains(Player::FIRST) {
///             self.0 += evaluation.points;
///         }
///     }
/// }
///
/// let setup = Setup::printed(2);
/// let mut state = GoldRush::deal(&setup, &mut deal_stream(7, 0));
/// let (mut sum, mut rng) = (Sum::default(), tool_stream(1));
/// while let Some(mv) = state.random_move(&mut rng) {
///     state.play_observed(mv, &mut sum);
/// }
/// assert_eq!(sum.0, state.table().feature_points(Player::FIRST));
/// ```
pub trait Observer<G: TileGame> {
    /// Called before a move is played on this table.
    fn on_move(&mut self, _table: &Table<G>, _mv: G::Move) {}
    /// Called when a drawn tile fits nowhere and leaves the game (G4, C2).
    fn on_discard(&mut self, _kind: KindId) {}
    /// Called when a seat acquires a token or takes an ingot, whether or not it has a choice (M5).
    fn on_gain(&mut self, _seat: Player, _gain: G::Gain) {}
    /// Called when a feature is evaluated.
    fn on_evaluation(&mut self, _table: &Table<G>, _evaluation: &Evaluation<G::FeatureKind>) {}
}

/// Observer that does nothing.
impl<G: TileGame> Observer<G> for () {}
