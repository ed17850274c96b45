//! Landscapes in arrays: the code shared by both games of tiles.

use arrayvec::ArrayVec;
use goldrush_engine::landscape::LaidTile;
use goldrush_engine::landscape::components::{FeatureId, FeatureWord, SegmentId};
use goldrush_engine::landscape::grid::{Cell, Rotation, Side};
use goldrush_engine::landscape::pieces::MAX_PIECES;
use goldrush_engine::landscape::table::{Table, TileGame};
use goldrush_engine::landscape::tile::{KindId, MAX_TILE_SEGMENTS, TileSet};
use goldrush_engine::player::{MAX_PLAYERS, Player};

use crate::lens::Section;
use crate::planes::Planes;

const ROTATIONS: usize = Rotation::ALL.len();
/// Number of kinds of features.
pub const KINDS: usize = 4;

/// Queries of a table that the arrays need.
pub trait LandscapeArrays: TileGame {
    /// Names of the kinds of features, in the order of their numbers here.
    const KINDS: [&'static str; KINDS];
    /// Names of other things that a seat holds.
    const HOLDS: &'static [&'static str];

    /// Returns the segments where figures of a seat stand.
    fn figures<'t>(table: &'t Table<Self>, seat: Player) -> &'t [SegmentId];
    /// Returns the segments where tents of a seat are pitched.
    fn camps<'t>(table: &'t Table<Self>, seat: Player) -> &'t [SegmentId];
    /// Returns the number of a seat's figures in supply.
    fn supply(table: &Table<Self>, seat: Player) -> usize;
    /// Returns a seat's points so far from a kind of feature.
    fn points_from(table: &Table<Self>, kind: usize, seat: Player) -> u16;
    /// Returns the points that a feature offers its majority, if completed and at the end; see `potential_points` of the boards.
    fn worth(table: &Table<Self>, segment: SegmentId) -> (Option<u16>, u16);
    /// Returns how much a seat holds of an entry of [`LandscapeArrays::HOLDS`].
    fn holds(table: &Table<Self>, seat: Player, at: usize) -> f32;
    /// Calls `each` with the tokens or ingots on each tile.
    fn piles(table: &Table<Self>, each: impl FnMut(Cell, u8));
}

/// Returns the number of a cell, or `None` outside the window.
pub fn cell_in(cell: Cell, window: usize) -> Option<usize> {
    let half = (window / 2) as i16;
    Some(within(cell.y, half, window)? * window + within(cell.x, half, window)?)
}

/// Returns the number of a row or column in a window, half of which lies before 0; `None` outside of it.
fn within(at: i8, half: i16, window: usize) -> Option<usize> {
    usize::try_from(i16::from(at) + half)
        .ok()
        .filter(|at| *at < window)
}

/// Returns the number of a placement; placements come first in all landscapes.
pub fn placement(cell: Cell, rotation: Rotation, window: usize) -> Option<usize> {
    Some(cell_in(cell, window)? * ROTATIONS + rotation.quarters() as usize)
}

/// Returns the section of placements.
pub fn places(window: usize) -> Section {
    let half = window / 2;
    let meaning = format!("((y + {half}) * {window} + x + {half}) * 4 + quarter turns clockwise");
    Section {
        name: "place",
        size: window * window * ROTATIONS,
        meaning,
    }
}

/// Returns a section of figures by segment of the tile just laid, which all landscapes have.
pub fn figures(name: &'static str) -> Section {
    Section {
        name,
        size: MAX_TILE_SEGMENTS,
        meaning: "segment of the tile just laid, in catalogue order".into(),
    }
}

const SIDES: [&str; 4] = ["north", "east", "south", "west"];
const PARTS: [&str; 3] = ["first half", "middle", "second half"];

/// First plane of rotations that fit.
const FITS: usize = 2;
const TERRAIN: usize = FITS + ROTATIONS;
const LED: usize = TERRAIN + 4 * 3;
const INSIDE: usize = LED + 4 * 3 * 2;
const FIGURES: usize = INSIDE + 2;
const CAMPS: usize = FIGURES + 2;
const PILE: usize = CAMPS + 2;
const PLANES: usize = PILE + 1;

/// Returns the names of the planes of a landscape.
pub fn planes(terrains: [&str; 3]) -> Vec<String> {
    let mut planes: Vec<String> = vec!["a tile lies".into(), "the tile laid last".into()];
    planes.extend(
        Rotation::ALL
            .map(|rotation| format!("the tile in hand fits, turned by {}", rotation.degrees())),
    );
    for side in SIDES {
        planes.extend(terrains.map(|terrain| format!("{side} side: {terrain}")));
    }
    for side in SIDES {
        for part in PARTS {
            planes.push(format!(
                "{side} side, {part}: the seat leads the feature, alone or not"
            ));
            planes.push(format!(
                "{side} side, {part}: another seat leads it, alone or not"
            ));
        }
    }
    planes.push("a feature that reaches no side: the seat leads it".into());
    planes.push("a feature that reaches no side: another seat leads it".into());
    planes.extend(
        [
            "figures of the seat",
            "figures of others",
            "tents of the seat",
            "tents of others",
        ]
        .map(Into::into),
    );
    planes.push("tokens or ingots".into());
    assert_eq!(planes.len(), PLANES);
    planes
}

/// Returns the names of the entries of a landscape's table.
pub fn table_names<G: LandscapeArrays>(tiles: &[&str]) -> Vec<String> {
    let mut names: Vec<String> = vec![
        "tiles left, in hundreds".into(),
        "the seat decides".into(),
        "a tile is to be laid".into(),
    ];
    for seat in 0..MAX_PLAYERS {
        let whose = if seat == 0 {
            "the seat".into()
        } else {
            format!("seat {seat} after it")
        };
        names.push(format!("{whose}: plays"));
        names.extend(G::KINDS.map(|kind| format!("{whose}: points from {kind}, in hundreds")));
        names.push(format!("{whose}: figures in supply"));
        names.extend(G::HOLDS.iter().map(|held| format!("{whose}: {held}")));
    }
    names.extend(tiles.iter().map(|kind| format!("in hand: {kind}")));
    names.extend(tiles.iter().map(|kind| format!("left: {kind}")));
    names
}

/// Returns who leads the feature of a segment: bit 0 the observer, bit 1 another seat.
fn leaders<G: LandscapeArrays>(table: &Table<G>, segment: SegmentId, observer: Player) -> u8 {
    let features = table.landscape().features();
    let majority = features.word(features.find(segment)).pieces().majority();
    let others = majority.len() - usize::from(majority.contains(observer));
    u8::from(majority.contains(observer)) | u8::from(others > 0) << 1
}

/// Writes what a seat sees of a landscape.
pub fn board<G: LandscapeArrays>(
    ground: &Table<G>,
    observer: Player,
    window: usize,
    board: &mut Planes,
) {
    let area = window * window;
    let mut mark = |plane: usize, cell: Cell, value: u8| {
        // Cells outside the window are left out.
        if let Some(at) = cell_in(cell, window) {
            board.add(plane * area + at, value);
        }
    };
    let landscape = ground.landscape();
    let tiles = ground.tiles();
    for tile in landscape.tiles() {
        mark(0, tile.cell(), 1);
        look_at_tile(ground, tiles, *tile, observer, |plane| {
            mark(plane, tile.cell(), 1)
        });
    }
    if let Some(newest) = landscape.tiles().last() {
        mark(1, newest.cell(), 1);
    }
    if ground.is_placing() {
        landscape
            .frontier()
            .for_each_placement(tiles, ground.hand(), |slot, rotation| {
                mark(
                    FITS + rotation.quarters() as usize,
                    landscape.frontier().cell(slot),
                    1,
                );
            });
    }
    for seat in Player::all(ground.players()) {
        let other = usize::from(seat != observer);
        for (plane, list) in [
            (FIGURES, G::figures(ground, seat)),
            (CAMPS, G::camps(ground, seat)),
        ] {
            list.iter()
                .for_each(|segment| mark(plane + other, landscape.tile_of(*segment).cell(), 1));
        }
    }
    G::piles(ground, |cell, count| mark(PILE, cell, count));
}

fn look_at_tile<G: LandscapeArrays>(
    ground: &Table<G>,
    tiles: &TileSet,
    tile: LaidTile,
    observer: Player,
    mut mark: impl FnMut(usize),
) {
    let shape = tiles.shape(TileSet::shape_index(tile.kind(), tile.rotation()));
    let mut reached = 0_u16;
    for side in Side::ALL.map(|side| side as usize) {
        mark(TERRAIN + side * 3 + usize::from(shape.terrain[side]) - 1);
        for (part, segment) in shape.links[side].segments().enumerate() {
            reached |= 1 << segment;
            let led = leaders(ground, tile.segment(segment), observer);
            (0..2)
                .filter(|who| led >> who & 1 == 1)
                .for_each(|who| mark(LED + (side * 3 + part) * 2 + who));
        }
    }
    for segment in (0..ground.segments(tile).len()).filter(|segment| reached >> segment & 1 == 0) {
        let led = leaders(ground, tile.segment(segment), observer);
        (0..2)
            .filter(|who| led >> who & 1 == 1)
            .for_each(|who| mark(INSIDE + who));
    }
}

/// Writes what a seat sees beside the landscape.
pub fn table<G: LandscapeArrays>(ground: &Table<G>, observer: Player, table: &mut [f32]) {
    let mut entries = table.iter_mut();
    let mut put = |value: f32| *entries.next().expect("as many entries as names") = value;
    put(ground.tiles_left() as f32 / 100.0);
    put(f32::from(u8::from(
        !ground.is_over() && ground.seat() == observer,
    )));
    put(f32::from(u8::from(ground.is_placing())));
    let mut seat = observer;
    for nth in 0..MAX_PLAYERS {
        let plays = nth < ground.players();
        put(f32::from(u8::from(plays)));
        (0..KINDS).for_each(|kind| {
            put(if plays {
                f32::from(G::points_from(ground, kind, seat)) / 100.0
            } else {
                0.0
            })
        });
        put(if plays {
            G::supply(ground, seat) as f32
        } else {
            0.0
        });
        (0..G::HOLDS.len()).for_each(|at| {
            put(if plays {
                G::holds(ground, seat, at)
            } else {
                0.0
            })
        });
        seat = seat.next(ground.players());
    }
    let kinds = || (0..ground.tiles().kinds()).map(|kind| KindId(kind as u8));
    kinds().for_each(|kind| {
        put(f32::from(u8::from(
            !ground.is_over() && kind == ground.hand(),
        )))
    });
    kinds().for_each(|kind| put(f32::from(ground.left(kind))));
}

/// Number of terms of one side other than points: the observer, or the mean of the other seats.
const OF_A_SIDE: usize = 4 + 3 * KINDS;
/// Number of terms of one side.
const SIDE: usize = 1 + OF_A_SIDE;
/// Number of terms: 1, the tiles left, and those of both sides. Products of the latter, but for points, with the tiles left follow.
pub const TERMS: usize = 2 + 2 * SIDE;

/// Returns the lead if the game ended now: see [`Lens::lead`](crate::lens::Lens::lead).
pub fn lead(terms: &[f32]) -> f32 {
    points_of_side(terms, 0) - points_of_side(terms, 1)
}

/// Returns the points of a side if the game ended now.
fn points_of_side(terms: &[f32], side: usize) -> f32 {
    let at = 2 + side * SIDE;
    let of_claims = (0..KINDS).map(|kind| terms[at + 1 + 4 + 3 * kind + 1]);
    terms[at] + of_claims.sum::<f32>()
}

/// Writes the products that follow the terms; see [`Lens::complete`](crate::lens::Lens::complete).
pub fn complete(features: &mut [f32]) {
    let (terms, products) = features.split_at_mut(TERMS);
    let left = terms[1];
    let sides = terms[2..].chunks_exact(SIDE);
    for (products, side) in products.chunks_exact_mut(OF_A_SIDE).zip(sides) {
        for (product, term) in products.iter_mut().zip(&side[1..]) {
            *product = term * left;
        }
    }
}

/// Returns the names of the features of a landscape.
pub fn feature_names<G: LandscapeArrays>() -> Vec<String> {
    let mut names = vec!["1".to_owned(), "tiles left".into()];
    let mut products = Vec::new();
    for whose in ["the seat", "others, on average"] {
        names.push(format!("{whose}: points"));
        let mut told: Vec<String> = [
            "figures in supply",
            "a figure in supply",
            "two figures in supply",
            "tents pitched",
        ]
        .map(|what| format!("{whose}: {what}"))
        .to_vec();
        for kind in G::KINDS {
            told.push(format!("{whose}: features led, {kind}"));
            told.push(format!(
                "{whose}: their points if the game ended now, {kind}"
            ));
            told.push(format!(
                "{whose}: more if they were complete, by open ends, {kind}"
            ));
        }
        products.extend(told.iter().map(|told| format!("{told}, times tiles left")));
        names.extend(told);
    }
    names.extend(products);
    names
}

/// The two sides that features tell apart: the observer, and the mean of the other seats.
#[derive(Clone, Copy)]
pub struct Sides {
    observer: Player,
    players: usize,
}

impl Sides {
    /// Creates the sides of a game, as an observer sees them.
    pub fn new(observer: Player, players: usize) -> Sides {
        Sides { observer, players }
    }

    /// Returns the side of a seat.
    #[inline]
    fn of(self, seat: Player) -> SidePart {
        if seat == self.observer {
            SidePart {
                side: 0,
                weight: 1.0,
            }
        } else {
            SidePart {
                side: 1,
                weight: 1.0 / (self.players - 1) as f32,
            }
        }
    }

    /// Returns the shares of the sides in a claim.
    #[inline]
    pub fn share(self, claim: &Claim) -> Share {
        let (complete, now) = claim.worth;
        let more = complete.map_or(0.0, |complete| {
            (f32::from(complete) - f32::from(now)).max(0.0)
        });
        let more = more / (1.0 + f32::from(claim.word.open()));
        let mut weights = [0.0; 2];
        for seat in claim.word.pieces().majority().iter() {
            let SidePart { side, weight } = self.of(seat);
            weights[side] += weight;
        }
        Share {
            at: 4 + 3 * claim.kind,
            of_sides: weights.map(|weight| [weight, weight * f32::from(now), weight * more]),
        }
    }

    /// Sums a number of each seat by side.
    #[inline]
    pub fn sum(self, of_seats: &[f32; MAX_PLAYERS]) -> [f32; 2] {
        let mut sums = [0.0; 2];
        for seat in Player::all(self.players) {
            let part = self.of(seat);
            sums[part.side] += part.weight * of_seats[seat.index()];
        }
        sums
    }
}

/// Side of a seat.
#[derive(Clone, Copy)]
struct SidePart {
    /// Number of the side.
    side: usize,
    /// Weight of the seat there.
    weight: f32,
}

/// Figures in supply and tents pitched of each seat.
#[derive(Clone, Copy, Default)]
pub struct Holdings {
    pub supply: [usize; MAX_PLAYERS],
    pub camps: [usize; MAX_PLAYERS],
}

impl Holdings {
    /// Counts them on a table.
    pub fn of<G: LandscapeArrays>(ground: &Table<G>) -> Holdings {
        let mut holdings = Holdings::default();
        for seat in Player::all(ground.players()) {
            holdings.supply[seat.index()] = G::supply(ground, seat);
            holdings.camps[seat.index()] = G::camps(ground, seat).len();
        }
        holdings
    }
}

/// A feature on which figures stand.
#[derive(Clone, Copy)]
pub struct Claim {
    pub feature: FeatureId,
    pub kind: usize,
    pub word: FeatureWord,
    /// See [`LandscapeArrays::worth`].
    pub worth: (Option<u16>, u16),
}

/// Features on which figures stand, each once, in the order of the figures.
pub type Claims = ArrayVec<Claim, MOST_CLAIMS>;
const MOST_CLAIMS: usize = MAX_PLAYERS * MAX_PIECES;

/// Share of each side in a claim: features led, their points if the game ended now, and more if they were complete.
#[derive(Clone, Copy)]
pub struct Share {
    /// First of its three terms.
    at: usize,
    of_sides: [[f32; 3]; 2],
}

/// Shares in claims, in the same order.
pub type Shares = ArrayVec<Share, MOST_CLAIMS>;

/// Returns the features on which figures stand.
pub fn claims<G: LandscapeArrays>(ground: &Table<G>) -> Claims {
    let parts = ground.landscape().features();
    let mut claims = Claims::new();
    for segment in Player::all(ground.players()).flat_map(|seat| G::figures(ground, seat)) {
        let (feature, word) = parts.find_with_word(*segment);
        if claims.iter().all(|claim| claim.feature != feature) {
            claims.push(Claim {
                feature,
                kind: ground.kind(*segment).into(),
                word,
                worth: G::worth(ground, *segment),
            });
        }
    }
    claims
}

/// Features of a position other than points, by side.
#[derive(Clone, Copy)]
pub struct Tally {
    sides: Sides,
    told: [[f32; OF_A_SIDE]; 2],
}

impl Tally {
    /// Creates a tally without holdings and claims.
    #[inline]
    pub fn new(sides: Sides) -> Tally {
        Tally {
            sides,
            told: [[0.0_f32; OF_A_SIDE]; 2],
        }
    }

    /// Counts what the seats hold.
    #[inline]
    pub fn hold(&mut self, holdings: &Holdings) {
        let Tally { sides, told } = self;
        for seat in Player::all(sides.players) {
            let SidePart { side, weight } = sides.of(seat);
            let supply = holdings.supply[seat.index()];
            told[side][0] += weight * supply as f32;
            told[side][1] += weight * f32::from(u8::from(supply > 0));
            told[side][2] += weight * f32::from(u8::from(supply > 1));
            told[side][3] += weight * holdings.camps[seat.index()] as f32;
        }
    }

    /// Returns the same with other numbers of the observer's figures in supply and tents pitched.
    #[inline]
    pub fn with_own(mut self, supply: usize, camps: usize) -> Tally {
        self.told[0][0] = supply as f32;
        self.told[0][1] = f32::from(u8::from(supply > 0));
        self.told[0][2] = f32::from(u8::from(supply > 1));
        self.told[0][3] = camps as f32;
        self
    }

    /// Counts a feature with figures.
    #[inline]
    pub fn add(&mut self, claim: &Claim) {
        self.add_share(&self.sides.share(claim));
    }

    /// Counts a feature with figures, of which the sides have these shares.
    #[inline]
    pub fn add_share(&mut self, share: &Share) {
        for (told, of_side) in self.told.iter_mut().zip(&share.of_sides) {
            for (term, value) in told[share.at..][..3].iter_mut().zip(of_side) {
                *term += value;
            }
        }
    }

    /// Writes the terms of a position with these points by side and this number of tiles left.
    #[inline]
    pub fn write(&self, points: [f32; 2], tiles_left: usize, terms: &mut [f32]) {
        (terms[0], terms[1]) = (1.0, tiles_left as f32 / 72.0);
        let sides = terms[2..].chunks_exact_mut(SIDE);
        for ((of_side, told), points) in sides.zip(&self.told).zip(points) {
            of_side[0] = points;
            of_side[1..].copy_from_slice(told);
        }
    }
}

/// Writes the terms of a landscape for a seat; `points` are those of each seat so far, as the seat knows or expects them. The
/// tile in hand is ignored.
pub fn terms<G: LandscapeArrays>(
    ground: &Table<G>,
    observer: Player,
    points: &[f32; MAX_PLAYERS],
    terms: &mut [f32],
) {
    let sides = Sides::new(observer, ground.players());
    let mut tally = Tally::new(sides);
    tally.hold(&Holdings::of(ground));
    claims(ground).iter().for_each(|claim| tally.add(claim));
    tally.write(sides.sum(points), ground.tiles_left(), terms);
}
