//! Tile geometry for the kernel: the segments that meet each side, in every rotation.
//!
//! A game describes its tiles by [`KindDesign`]s. This one has a road from north to south between two fields:
//!
//! ```
//! use goldrush_engine::landscape::components::FeatureWord;
//! use goldrush_engine::landscape::tile::{KindDesign, KindId, SegmentDesign, TileSet};
//!
//! let (field, road) = (1, 2);
//! let segment = |sides, halves, open| SegmentDesign { sides, halves, word: FeatureWord::new(open, 0, 0), appearance: 0 };
//! let segments = vec![segment(0b0101, 0, 2), segment(0, 0b0001_1110, 3), segment(0, 0b1110_0001, 3)];
//! let set = TileSet::new(&[KindDesign { terrain: [road, field, road, field], segments }]);
//!
//! // Half a turn looks the same, so only two rotations are distinct.
//! assert_eq!(set.rotations(KindId(0)), 0b0011);
//! // A cell that requires a road in the north (two bits per side, north lowest).
//! assert_eq!(set.fitting_rotations(KindId(0), road), 0b0001);
//! ```

use super::components::FeatureWord;
use super::grid::{Rotation, Side};

/// Maximum number of tile kinds in a catalogue.
pub const MAX_KINDS: usize = 64;
/// Maximum number of segments on a tile.
pub const MAX_TILE_SEGMENTS: usize = 16;

/// Terrain of a side, 1 to 3: sides of equal terrain may touch. 0 means unknown.
pub type Terrain = u8;

/// Tile kind, by its index in the catalogue.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct KindId(pub u8);

impl KindId {
    /// Returns the index in the catalogue, below [`MAX_KINDS`].
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0) & (MAX_KINDS - 1)
    }
}

/// Description of a tile kind for the kernel, at rotation 0.
#[derive(Clone, Debug)]
pub struct KindDesign {
    /// Terrain of each side, clockwise from north.
    pub terrain: [Terrain; 4],
    /// Segments in the game's order.
    pub segments: Vec<SegmentDesign>,
}

impl KindDesign {
    fn segment_at_side(&self, side: usize, rotation: Rotation) -> Option<usize> {
        self.segments
            .iter()
            .position(|s| rotation.turn_sides(s.sides) >> side & 1 == 1)
    }

    fn segment_at_half(&self, half: usize, rotation: Rotation) -> Option<usize> {
        self.segments
            .iter()
            .position(|s| rotation.turn_halves(s.halves) >> half & 1 == 1)
    }
}

/// Segment of a [`KindDesign`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SegmentDesign {
    /// Sides whose middle it reaches (bit 0 north, clockwise).
    pub sides: u8,
    /// Half-edges that it reaches (bit 0 is the first clockwise from the north-west corner).
    pub halves: u8,
    /// Contribution to its feature.
    pub word: FeatureWord,
    /// Anything else that distinguishes it in the picture.
    pub appearance: u32,
}

/// Segments that meet one side: one, or three where a line splits the side. Each takes a byte, the first lowest, with a
/// mark that distinguishes it from an empty byte.
#[derive(Clone, Copy, Default, Debug)]
pub struct SideLinks {
    clockwise: u32,
    counterclockwise: u32,
}

impl SideLinks {
    const MARK: u32 = 128;

    /// Packs segments given clockwise.
    fn new(segments: &[usize]) -> SideLinks {
        SideLinks {
            clockwise: segments.iter().rev().fold(0, SideLinks::packed_before),
            counterclockwise: segments.iter().fold(0, SideLinks::packed_before),
        }
    }

    /// Packs one more segment before others.
    fn packed_before(packed: u32, segment: &usize) -> u32 {
        packed << 8 | SideLinks::MARK | *segment as u32
    }

    #[inline]
    fn first(packed: u32) -> usize {
        packed as usize & (MAX_TILE_SEGMENTS - 1)
    }

    /// Returns the segment that meets the middle of the side.
    #[inline]
    pub fn middle(self) -> usize {
        let second = self.clockwise >> 8;
        SideLinks::first(if second == 0 { self.clockwise } else { second })
    }

    /// Iterates over all segments, clockwise.
    #[inline]
    pub fn segments(self) -> impl Iterator<Item = usize> {
        let mut rest = self.clockwise;
        std::iter::from_fn(move || {
            let segment = (rest != 0).then_some(SideLinks::first(rest));
            rest >>= 8;
            segment
        })
    }

    /// Iterates over all segments, counterclockwise.
    #[inline]
    fn counterclockwise(self) -> impl Iterator<Item = usize> {
        SideLinks {
            clockwise: self.counterclockwise,
            counterclockwise: self.clockwise,
        }
        .segments()
    }

    /// Iterates over the pairs of segments that touch across the side, this tile's clockwise; `beyond` are the links of
    /// the other tile's side.
    #[inline]
    pub fn touching(self, beyond: SideLinks) -> impl Iterator<Item = (usize, usize)> {
        let mut here = self.clockwise;
        let mut there = beyond.counterclockwise;
        std::iter::from_fn(move || {
            let pair = (here != 0).then_some((SideLinks::first(here), SideLinks::first(there)));
            here >>= 8;
            there >>= 8;
            pair
        })
    }
}

/// A tile kind in one rotation.
#[derive(Clone, Copy, Default, Debug)]
#[repr(align(64))]
pub struct Shape {
    /// Terrain of each side.
    pub terrain: [Terrain; 4],
    /// Segments that meet each side.
    pub links: [SideLinks; 4],
    /// Boards on which cells clash with the four sides, numbered by side and terrain.
    pub boards: [u8; 4],
    /// Constraint that each side puts on the cell beyond it.
    pub edge: [EdgeConstraint; 4],
}

/// Constraint that a side of a tile puts on the empty cell beyond it.
#[derive(Clone, Copy, Default, Debug)]
pub struct EdgeConstraint {
    /// Bits added to the cell's constraint.
    pub constraint: u8,
    /// Boards on which the cell clashes from then on: those of the two other terrains.
    pub boards: [u8; 2],
}

impl EdgeConstraint {
    fn new(side: Side, terrain: Terrain) -> EdgeConstraint {
        let beyond = side.opposite() as usize;
        let mut others = (1..=3).filter(|&t| t != terrain).map(|t| board(beyond, t));
        let boards = [(); 2].map(|()| others.next().unwrap_or_default());
        EdgeConstraint {
            constraint: terrain << (2 * beyond),
            boards,
        }
    }
}

/// Returns the number of the bitboard for a side and a terrain.
#[inline]
pub(super) fn board(side: usize, terrain: Terrain) -> u8 {
    (side as u8) << 2 | terrain
}

/// Number of values that [`board`] can return.
pub(super) const BOARDS: usize = 16;

impl Shape {
    fn new(kind: &KindDesign, rotation: Rotation) -> Shape {
        let mut shape = Shape::default();
        for side in Side::ALL {
            let at = side as usize;
            shape.terrain[at] = kind.terrain[(at + 4 - rotation.quarters() as usize) & 3];
            shape.boards[at] = board(at, shape.terrain[at]);
            shape.edge[at] = EdgeConstraint::new(side, shape.terrain[at]);
            let first = kind.segment_at_half(2 * at, rotation);
            let middle = kind.segment_at_side(at, rotation);
            let last = kind.segment_at_half(2 * at + 1, rotation);
            let segments = match (first, middle, last) {
                (Some(first), Some(middle), Some(last)) => [first, middle, last].to_vec(),
                (Some(whole), None, Some(_)) | (None, Some(whole), None) => vec![whole],
                _ => panic!("the catalogue was validated before shapes are built"),
            };
            shape.links[at] = SideLinks::new(&segments);
        }
        shape
    }

    /// Iterates over the pairs of places, on sides whose terrain the constraint tells, that one segment meets.
    fn joined_pairs(&self, constraint: u8) -> impl Iterator<Item = usize> {
        self.junctions(constraint).flat_map(move |(one, segment)| {
            self.junctions(constraint)
                .filter(move |&(other, same)| one.side < other.side && same == segment)
                .map(move |(other, _)| Junction::pair(one, other))
        })
    }

    /// Iterates over the places on sides whose terrain the constraint tells, each with its segment.
    fn junctions(&self, constraint: u8) -> impl Iterator<Item = (Junction, usize)> {
        Side::ALL
            .into_iter()
            .filter(move |side| constraint >> (2 * *side as u8) & 3 != 0)
            .flat_map(|side| {
                self.links[side as usize]
                    .counterclockwise()
                    .enumerate()
                    .map(move |(nth, segment)| (Junction { side, nth }, segment))
            })
    }
}

/// Place where one segment meets a side of a cell.
#[derive(Clone, Copy)]
struct Junction {
    /// Side of the cell.
    side: Side,
    /// Number of the segment there, counterclockwise; that is clockwise for the tile beyond. 0, or up to 2 where a line splits
    /// the side.
    nth: usize,
}

/// Number of pairs of places on different sides.
const JUNCTION_PAIRS: usize = 6 * 9;

impl Junction {
    /// Returns the number of a pair of places on different sides.
    fn pair(one: Junction, other: Junction) -> usize {
        let numbers = PairNumbers::new(one.side, other.side);
        numbers.first + numbers.one_step * one.nth + numbers.other_step * other.nth
    }
}

/// Numbers of the pairs of places on two different sides.
struct PairNumbers {
    first: usize,
    /// Step to the next place on one side.
    one_step: usize,
    /// Step to the next place on the other side.
    other_step: usize,
}

impl PairNumbers {
    #[inline]
    fn new(one: Side, other: Side) -> PairNumbers {
        // By the two sides, in either order.
        const SIDES: [[u8; 4]; 4] = [[0, 0, 1, 2], [0, 0, 3, 4], [1, 3, 0, 5], [2, 4, 5, 0]];
        PairNumbers {
            first: 9 * usize::from(SIDES[one as usize & 3][other as usize & 3]),
            one_step: if one < other { 3 } else { 1 },
            other_step: if one < other { 1 } else { 3 },
        }
    }
}

/// Flat tables with everything the kernel needs to lay the tiles of a catalogue.
pub struct TileSet {
    /// By kind and rotation; see [`TileSet::shape_index`].
    shapes: Box<[Shape; MAX_KINDS * 4]>,
    /// By kind and constraint: fitting rotations (bit r = rotation r).
    fits: Box<[[u8; 256]; MAX_KINDS]>,
    /// By constraint: kinds that fit in some rotation, as bits.
    fitting: Box<[u64; 256]>,
    /// By constraint and pair of places: kinds that fit in a rotation in which one segment meets both, as bits.
    joining: Box<[[u64; JUNCTION_PAIRS]; 256]>,
    /// By kind: the distinct rotations, represented by the smallest of each appearance.
    rotations: [u8; MAX_KINDS],
    /// By kind: contribution of each segment to its feature.
    words: Box<[[FeatureWord; MAX_TILE_SEGMENTS]; MAX_KINDS]>,
    segment_counts: [u8; MAX_KINDS],
    /// Kinds with a segment that has no open end, as bits.
    closed: u64,
    kinds: usize,
}

impl TileSet {
    /// Builds the tables.
    ///
    /// # Panics
    /// If there are too many kinds or segments, or a side is not covered; the game must validate first.
    pub fn new(kinds: &[KindDesign]) -> TileSet {
        assert!(kinds.len() <= MAX_KINDS);
        let mut set = TileSet {
            shapes: Box::new([Shape::default(); MAX_KINDS * 4]),
            fits: Box::new([[0; 256]; MAX_KINDS]),
            fitting: Box::new([0; 256]),
            joining: Box::new([[0; JUNCTION_PAIRS]; 256]),
            rotations: [0; MAX_KINDS],
            words: Box::new([[FeatureWord::default(); MAX_TILE_SEGMENTS]; MAX_KINDS]),
            segment_counts: [0; MAX_KINDS],
            closed: 0,
            kinds: kinds.len(),
        };
        for (k, kind) in kinds.iter().enumerate() {
            assert!(kind.segments.len() <= MAX_TILE_SEGMENTS);
            let mut looks = Vec::new();
            for rotation in Rotation::ALL {
                let shape = Shape::new(kind, rotation);
                set.shapes[k * 4 + rotation as usize] = shape;
                let appearance = appearance(kind, rotation);
                if !looks.contains(&appearance) {
                    looks.push(appearance);
                    set.rotations[k] |= 1 << rotation as u8;
                }
            }
            for constraint in 0..=255u8 {
                for rotation in Rotation::ALL {
                    let shape = &set.shapes[k * 4 + rotation as usize];
                    let fits = Side::ALL.iter().all(|&side| {
                        let required = constraint >> (2 * side as u8) & 3;
                        required == 0 || required == shape.terrain[side as usize]
                    });
                    if fits && set.rotations[k] >> rotation as u8 & 1 == 1 {
                        set.fits[k][usize::from(constraint)] |= 1 << rotation as u8;
                        set.fitting[usize::from(constraint)] |= 1 << k;
                        let joining = &mut set.joining[usize::from(constraint)];
                        shape
                            .joined_pairs(constraint)
                            .for_each(|pair| joining[pair] |= 1 << k);
                    }
                }
            }
            set.closed |= u64::from(
                kind.segments
                    .iter()
                    .any(|segment| segment.word.is_complete()),
            ) << k;
            set.segment_counts[k] = kind.segments.len() as u8;
            for (word, segment) in set.words[k].iter_mut().zip(&kind.segments) {
                *word = segment.word;
            }
        }
        set
    }

    /// Returns the number of kinds.
    pub fn kinds(&self) -> usize {
        self.kinds
    }

    /// Returns the distinct rotations of a kind as bits; among rotations that look alike, the smallest.
    #[inline]
    pub fn rotations(&self, kind: KindId) -> u8 {
        self.rotations[kind.index()]
    }

    /// Returns the rotations in which a kind fits a cell's constraint (two bits per side), as bits.
    #[inline]
    pub fn fitting_rotations(&self, kind: KindId, constraint: u8) -> u8 {
        self.fits[kind.index()][usize::from(constraint)]
    }

    /// Returns [`TileSet::fitting_rotations`] for all constraints.
    #[inline]
    pub(super) fn fits(&self, kind: KindId) -> &[u8; 256] {
        &self.fits[kind.index()]
    }

    /// Returns the kinds that fit a cell's constraint in some rotation, as bits.
    #[inline]
    pub fn fitting_kinds(&self, constraint: u8) -> u64 {
        self.fitting[usize::from(constraint)]
    }

    /// Calls `each` with every pair of segments beyond two different sides of a cell that a tile may join, and the kinds that
    /// do so, as bits. These fit the cell's constraint, which must tell the terrain of both sides. The links are those of the
    /// tiles beyond.
    #[inline]
    pub fn for_each_join(
        &self,
        constraint: u8,
        (one, here): (Side, SideLinks),
        (other, there): (Side, SideLinks),
        mut each: impl FnMut(usize, usize, u64),
    ) {
        let joining = &self.joining[usize::from(constraint)];
        let PairNumbers {
            mut first,
            one_step,
            other_step,
        } = PairNumbers::new(one, other);
        let mut here = here.clockwise;
        while here != 0 {
            let mut there = there.clockwise;
            let mut pair = first;
            while there != 0 {
                let kinds = joining[pair.min(JUNCTION_PAIRS - 1)];
                if kinds != 0 {
                    each(SideLinks::first(here), SideLinks::first(there), kinds);
                }
                there >>= 8;
                pair += other_step;
            }
            here >>= 8;
            first += one_step;
        }
    }

    /// Returns true if a kind has a segment without an open end.
    #[inline]
    pub(super) fn has_closed(&self, kind: KindId) -> bool {
        self.closed >> kind.index() & 1 == 1
    }

    /// Packs kind and rotation into one byte.
    #[inline]
    pub fn shape_index(kind: KindId, rotation: Rotation) -> u8 {
        kind.0 << 2 | rotation as u8
    }

    /// Returns a kind in a rotation.
    #[inline]
    pub fn shape(&self, index: u8) -> &Shape {
        &self.shapes[usize::from(index)]
    }

    /// Like [`TileSet::words`], padded with empty totals.
    #[inline]
    pub fn all_words(&self, kind: KindId) -> &[FeatureWord; MAX_TILE_SEGMENTS] {
        &self.words[kind.index()]
    }

    /// Returns the contribution of each segment of a kind to its feature.
    #[inline]
    pub fn words(&self, kind: KindId) -> &[FeatureWord] {
        let count = usize::from(self.segment_counts[kind.index()]);
        &self.words[kind.index()][..count.min(MAX_TILE_SEGMENTS)]
    }
}

/// Returns a key that is equal for two rotations exactly if they look alike: same edges, segments and contents.
fn appearance(kind: &KindDesign, rotation: Rotation) -> Vec<(u8, u8, FeatureWord, u32)> {
    let mut appearance: Vec<_> = kind
        .segments
        .iter()
        .map(|s| {
            (
                rotation.turn_sides(s.sides),
                rotation.turn_halves(s.halves),
                s.word,
                s.appearance,
            )
        })
        .collect();
    appearance.sort();
    appearance.push((
        0,
        0,
        FeatureWord::default(),
        u32::from(
            Shape::new(kind, rotation)
                .terrain
                .iter()
                .fold(0u8, |c, t| c << 2 | t),
        ),
    ));
    appearance
}
