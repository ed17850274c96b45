//! Tile catalogue: kinds of tiles with their numbers of copies, and the mining tokens (G1, V7).
//!
//! ```
//! use goldrush_engine::gold_rush::{Catalogue, FeatureKind};
//!
//! let catalogue = Catalogue::built_in("gold_rush").ok_or("there is no such catalogue")?;
//! assert_eq!(catalogue.totals().tiles, 72);
//! assert_eq!(catalogue.tokens().len(), 63);
//!
//! let start = catalogue.kind(catalogue.start());
//! assert_eq!(start.name, "33");
//! assert!(start.segments.iter().any(|segment| segment.kind == FeatureKind::Mountain && segment.nuggets == 1));
//!
//! // V7: a custom catalogue is text of the same form.
//! let read = Catalogue::parse("mine", "mine.toml", &catalogue.to_toml())?;
//! assert_eq!(read.hash(), catalogue.hash());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod file;
mod geometry;
mod locomotives;
mod text;

pub use file::CatalogueError;

use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::{Arc, OnceLock};

use crate::fingerprint::fnv1a;
use crate::landscape::components::FeatureWord;
use crate::landscape::grid::{HALF_EDGES, Rotation, Side};
use crate::landscape::tile::{
    KindDesign, KindId, MAX_KINDS, MAX_TILE_SEGMENTS, SegmentDesign, Terrain, TileSet,
};

/// Maximum number of tokens in a game.
pub const MAX_TOKENS: usize = 255;
/// Highest value of a token.
pub const MAX_TOKEN_VALUE: u8 = 31;

/// Built-in catalogues by name; the first is the default.
pub const BUILT_IN: [(&str, &str); 2] = [
    ("gold_rush", include_str!("../../../data/gold_rush.toml")),
    (
        "gold_rush_alt",
        include_str!("../../../data/gold_rush_alt.toml"),
    ),
];

/// Kind of a segment and of its feature.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
#[repr(u8)]
pub enum FeatureKind {
    /// Railroad, claimed by railwaymen.
    Railroad,
    /// Mountain, claimed by gold miners.
    Mountain,
    /// City, claimed by merchants.
    City,
    /// Prairie, claimed by farmers.
    #[default]
    Prairie,
}

impl FeatureKind {
    /// All kinds, in the order of a tile's segments.
    pub const ALL: [FeatureKind; 4] = [
        FeatureKind::Railroad,
        FeatureKind::Mountain,
        FeatureKind::City,
        FeatureKind::Prairie,
    ];

    /// Returns the lower-case name, as in records.
    pub fn name(self) -> &'static str {
        ["railroad", "mountain", "city", "prairie"][self as usize]
    }

    /// Returns the kind of that name, if any.
    pub fn from_name(name: &str) -> Option<FeatureKind> {
        FeatureKind::ALL
            .into_iter()
            .find(|kind| kind.name() == name)
    }
}

/// A segment of a tile kind, at rotation 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Segment {
    /// Kind of its feature.
    pub kind: FeatureKind,
    /// Sides it reaches (bit 0 north, clockwise).
    pub sides: u8,
    /// Half-edges it reaches (bit 0 is the first clockwise from the north-west corner).
    pub halves: u8,
    /// Number of locomotives.
    pub locomotives: u8,
    /// Number of nugget symbols.
    pub nuggets: u8,
    /// Number of tipi camps.
    pub camps: u8,
    /// Number of herds of wild horses.
    pub herds: u8,
}

impl Segment {
    /// Returns its label on a rotated tile: the kind, and the first side or half-edge clockwise from north.
    pub fn label(&self, rotation: Rotation) -> String {
        let name = self.kind.name();
        match self.kind {
            FeatureKind::City => name.into(),
            FeatureKind::Prairie => [
                name,
                " ",
                HALF_EDGES[rotation.turn_halves(self.halves).trailing_zeros() as usize & 7],
            ]
            .concat(),
            FeatureKind::Railroad | FeatureKind::Mountain => {
                let first =
                    Side::ALL[rotation.turn_sides(self.sides).trailing_zeros() as usize & 3];
                [name, " ", first.letter().encode_utf8(&mut [0; 4])].concat()
            }
        }
    }
}

/// Center of a tile where railroads end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Center {
    /// A city.
    City,
    /// A junction.
    Junction,
}

/// Kind of tile: all copies look the same.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Kind {
    /// Id of the design, with a letter if its copies differ: `01a`, `27`.
    pub name: String,
    /// Number of copies.
    pub copies: u8,
    /// Edge letters clockwise from north: P, R or M.
    pub edges: [char; 4],
    /// Center at which its railroads end, if any.
    pub center: Option<Center>,
    /// Segments in catalogue order: railroads, mountains, city, prairies.
    pub segments: Vec<Segment>,
}

impl Kind {
    /// Adds up a number over the segments.
    fn sum(&self, number: impl Fn(&Segment) -> u8) -> u32 {
        self.segments.iter().map(|s| u32::from(number(s))).sum()
    }

    /// Returns the end of the segments up to and including those of a kind.
    fn end(&self, last: FeatureKind) -> u8 {
        self.segments.iter().filter(|s| s.kind <= last).count() as u8
    }
}

/// Number of tokens by value.
///
/// # Examples
///
/// ```
/// use goldrush_engine::gold_rush::catalogue::TokenMix;
///
/// let mix: TokenMix = "1=10,5=3".parse()?;
/// assert_eq!(mix.len(), 13);
/// assert_eq!(mix.values().map(u32::from).sum::<u32>(), 25);
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct TokenMix(BTreeMap<u8, u8>);

impl TokenMix {
    /// Creates a mix of at most 255 tokens, of values up to 31.
    ///
    /// # Errors
    /// If there are too many tokens or a value is too high.
    pub fn new(counts: impl IntoIterator<Item = (u32, u32)>) -> Result<TokenMix, String> {
        let mut mix = BTreeMap::new();
        let mut total = 0;
        for (value, count) in counts {
            if value > u32::from(MAX_TOKEN_VALUE) {
                return Err(format!(
                    "a token shows {value}; at most {MAX_TOKEN_VALUE} is allowed"
                ));
            }
            total += u64::from(count);
            if total > MAX_TOKENS as u64 {
                return Err(format!(
                    "more than {MAX_TOKENS} tokens; {MAX_TOKENS} are allowed"
                ));
            }
            if count > 0 {
                *mix.entry(value as u8).or_insert(0) += count as u8;
            }
        }
        Ok(TokenMix(mix))
    }

    /// Iterates over values and their numbers of tokens, lowest value first.
    pub fn counts(&self) -> impl Iterator<Item = (u8, u8)> + '_ {
        self.0.iter().map(|(&value, &count)| (value, count))
    }

    /// Iterates over the values of all tokens, lowest first.
    pub fn values(&self) -> impl Iterator<Item = u8> + '_ {
        self.counts()
            .flat_map(|(value, count)| std::iter::repeat_n(value, usize::from(count)))
    }

    /// Returns the number of tokens.
    pub fn len(&self) -> usize {
        self.counts().map(|(_, count)| usize::from(count)).sum()
    }

    /// Returns true if there are no tokens.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// Sums over all tiles of a catalogue.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Totals {
    /// Tiles, including the start tile.
    pub tiles: u32,
    /// Segments.
    pub segments: u32,
    /// Nugget symbols.
    pub nuggets: u32,
    /// Locomotives.
    pub locomotives: u32,
    /// Tipi camps.
    pub camps: u32,
    /// Herds of wild horses.
    pub herds: u32,
    /// City tiles.
    pub cities: u32,
    /// Junction tiles.
    pub junctions: u32,
}

impl Totals {
    /// Adds `copies` tiles of a kind.
    pub fn add(&mut self, kind: &Kind, copies: u32) {
        self.tiles += copies;
        self.segments += kind.segments.len() as u32 * copies;
        self.nuggets += copies * kind.sum(|segment| segment.nuggets);
        self.locomotives += copies * kind.sum(|segment| segment.locomotives);
        self.camps += copies * kind.sum(|segment| segment.camps);
        self.herds += copies * kind.sum(|segment| segment.herds);
        self.cities += u32::from(kind.center == Some(Center::City)) * copies;
        self.junctions += u32::from(kind.center == Some(Center::Junction)) * copies;
    }

    /// Returns the first sum that exceeds the capacity of a game: its name, its value, and the limit.
    pub fn over_capacity(&self) -> Option<(&'static str, u32, u32)> {
        [
            ("tiles", self.tiles, crate::landscape::MAX_TILES as u32),
            (
                "segments",
                self.segments,
                crate::landscape::components::MAX_SEGMENTS as u32,
            ),
            ("nuggets", self.nuggets, 255),
            ("locomotives", self.locomotives, 255),
            ("camps", self.camps, 255),
            ("herds", self.herds, 255),
        ]
        .into_iter()
        .find(|&(_, sum, most)| sum > most)
    }
}

/// Compact summary of a kind for use during a turn. Segments are numbered in catalogue order: railroads first, then
/// mountains, the city, prairies.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Outline {
    /// Number of railroads; they are segments 0 to `rails`.
    pub(super) rails: u8,
    /// End of the mountains, which follow the railroads.
    pub(super) mountains_end: u8,
    /// End of the city, if any; the prairies follow.
    pub(super) city_end: u8,
    /// Number of segments.
    pub(super) segments: u8,
    /// Nuggets of each mountain.
    pub(super) nuggets: [u8; 4],
}

impl Outline {
    fn new(kind: &Kind) -> Outline {
        let mut outline = Outline {
            rails: kind.end(FeatureKind::Railroad),
            mountains_end: kind.end(FeatureKind::Mountain),
            city_end: kind.end(FeatureKind::City),
            segments: kind.end(FeatureKind::Prairie),
            nuggets: [0; 4],
        };
        let mountains = kind
            .segments
            .iter()
            .filter(|s| s.kind == FeatureKind::Mountain);
        for (to, mountain) in outline.nuggets.iter_mut().zip(mountains) {
            *to = mountain.nuggets;
        }
        outline
    }
}

/// Validated catalogue.
pub struct Catalogue {
    name: String,
    kinds: Vec<Kind>,
    start: KindId,
    tokens: TokenMix,
    tiles: TileSet,
    outlines: [Outline; MAX_KINDS],
    /// Computed on first use, since every record contains it.
    hash: OnceLock<u64>,
    /// Kind of each segment, by tile kind and segment.
    features: Box<[[FeatureKind; MAX_TILE_SEGMENTS]; MAX_KINDS]>,
}

impl Catalogue {
    /// Parses a catalogue file. `name` is its name in records, `file` its name in errors.
    ///
    /// # Errors
    /// If the text is not a catalogue; names tile, field and what is expected.
    pub fn parse(name: &str, file: &str, text: &str) -> Result<Catalogue, CatalogueError> {
        file::parse(name, file, text)
    }

    /// Returns one of the catalogues in [`BUILT_IN`], which is read once and then shared.
    pub fn built_in(name: &str) -> Option<Arc<Catalogue>> {
        static READ: [OnceLock<Arc<Catalogue>>; BUILT_IN.len()] =
            [const { OnceLock::new() }; BUILT_IN.len()];
        let at = BUILT_IN.iter().position(|(known, _)| *known == name)?;
        let (name, text) = BUILT_IN[at];
        let catalogue = READ[at].get_or_init(|| {
            let read = Catalogue::parse(name, name, text);
            Arc::new(read.expect("built-in catalogues are valid (checked by a test)"))
        });
        Some(Arc::clone(catalogue))
    }

    fn new(name: String, kinds: Vec<Kind>, start: KindId, tokens: TokenMix) -> Catalogue {
        let designs: Vec<_> = kinds.iter().map(design).collect();
        let mut outlines = [Outline::default(); MAX_KINDS];
        for (outline, kind) in outlines.iter_mut().zip(&kinds) {
            *outline = Outline::new(kind);
        }
        let mut features = Box::new([[FeatureKind::Prairie; MAX_TILE_SEGMENTS]; MAX_KINDS]);
        for (of_kind, kind) in features.iter_mut().zip(&kinds) {
            of_kind
                .iter_mut()
                .zip(&kind.segments)
                .for_each(|(to, segment)| *to = segment.kind);
        }
        Catalogue {
            name,
            kinds,
            start,
            tokens,
            tiles: TileSet::new(&designs),
            outlines,
            hash: OnceLock::new(),
            features,
        }
    }

    /// Returns the name in records.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns all kinds, in the order of the file.
    pub fn kinds(&self) -> &[Kind] {
        &self.kinds
    }

    /// Returns a kind.
    pub fn kind(&self, id: KindId) -> &Kind {
        &self.kinds[id.index()]
    }

    #[inline]
    pub(super) fn outline(&self, id: KindId) -> &Outline {
        &self.outlines[id.index()]
    }

    /// Returns the kind of a segment of a tile kind.
    #[inline]
    pub fn feature(&self, id: KindId, segment: usize) -> FeatureKind {
        self.features[id.index()][segment & (MAX_TILE_SEGMENTS - 1)]
    }

    /// Returns the segment number of the city on a kind, if any.
    #[inline]
    pub fn city(&self, id: KindId) -> Option<usize> {
        let outline = self.outline(id);
        (outline.city_end > outline.mountains_end).then_some(usize::from(outline.mountains_end))
    }

    /// Returns the kind of that name, if any.
    pub fn find(&self, name: &str) -> Option<KindId> {
        self.kinds
            .iter()
            .position(|k| k.name == name)
            .map(|i| KindId(i as u8))
    }

    /// Returns the kind of the start tile.
    pub fn start(&self) -> KindId {
        self.start
    }

    /// Returns the mining tokens.
    pub fn tokens(&self) -> &TokenMix {
        &self.tokens
    }

    /// Returns the kernel's tables.
    #[inline]
    pub fn tiles(&self) -> &TileSet {
        &self.tiles
    }

    /// Returns the tiles to draw, in catalogue order: all but one copy of the start design.
    pub fn bag(&self) -> Vec<KindId> {
        let mut bag = Vec::new();
        for (i, kind) in self.kinds.iter().enumerate() {
            let id = KindId(i as u8);
            let copies = kind.copies - u8::from(id == self.start);
            bag.extend(std::iter::repeat_n(id, usize::from(copies)));
        }
        bag
    }

    /// Returns the sums over all tiles.
    pub fn totals(&self) -> Totals {
        let mut totals = Totals::default();
        self.kinds
            .iter()
            .for_each(|kind| totals.add(kind, u32::from(kind.copies)));
        totals
    }

    /// Returns a hash of everything relevant to play.
    pub fn hash(&self) -> u64 {
        *self.hash.get_or_init(|| self.hashed())
    }

    fn hashed(&self) -> u64 {
        let mut text = String::new();
        for (i, kind) in self.kinds.iter().enumerate() {
            let edges: String = kind.edges.iter().collect();
            let start = self.start.index() == i;
            write!(text, "{} {} {edges} {start}", kind.name, kind.copies)
                .expect("writing to a String cannot fail");
            for s in &kind.segments {
                write!(text, " {s:?}").expect("writing to a String cannot fail");
            }
            text.push('\n');
        }
        for (value, count) in self.tokens.counts() {
            writeln!(text, "{value} {count}").expect("writing to a String cannot fail");
        }
        fnv1a(text.as_bytes())
    }
}

/// Returns the kernel's description of a kind. Counter a holds locomotives, nuggets or camps, counter b herds; see each
/// feature's file for the meaning of the counters in play.
fn design(kind: &Kind) -> KindDesign {
    let terrain = kind.edges.map(|letter| match letter {
        'P' => 1 as Terrain,
        'R' => 2,
        _ => 3,
    });
    let rails = kind
        .segments
        .iter()
        .filter(|s| s.kind == FeatureKind::Railroad)
        .count();
    let segments = kind.segments.iter().map(|s| {
        let word = match s.kind {
            FeatureKind::Railroad => {
                let ends_at_city = kind.center == Some(Center::City);
                FeatureWord::new(
                    s.sides.count_ones() as u8,
                    s.locomotives,
                    u8::from(ends_at_city),
                )
                .counting_tiles(rails > 1)
            }
            FeatureKind::Mountain => FeatureWord::new(s.sides.count_ones() as u8, s.nuggets, 0),
            FeatureKind::City => FeatureWord::new(rails as u8, 0, 0),
            FeatureKind::Prairie => FeatureWord::new(prairie_ends(kind, s), s.camps, s.herds),
        };
        SegmentDesign {
            sides: s.sides,
            halves: s.halves,
            word,
            appearance: s.kind as u32,
        }
    });
    KindDesign {
        terrain,
        segments: segments.collect(),
    }
}

/// Returns the number of a prairie's ends: one for a P side, one for each half of an R side.
fn prairie_ends(kind: &Kind, prairie: &Segment) -> u8 {
    (0..4)
        .map(|side| {
            let halves = (prairie.halves >> (2 * side) & 3).count_ones() as u8;
            if kind.edges[side] == 'P' {
                halves.min(1)
            } else {
                halves
            }
        })
        .sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_reconstruction_has_the_totals_its_header_gives() {
        let catalogue = Catalogue::built_in("gold_rush").unwrap();
        let totals = catalogue.totals();
        assert_eq!(catalogue.kinds().len(), 35);
        assert_eq!(
            (totals.tiles, totals.nuggets, totals.locomotives),
            (72, 63, 11)
        );
        assert_eq!(
            (totals.cities, totals.junctions, totals.camps, totals.herds),
            (6, 7, 13, 9)
        );
        assert_eq!(catalogue.tokens().len(), 63);
        assert_eq!(catalogue.tokens().values().map(u32::from).sum::<u32>(), 115);
        assert_eq!(catalogue.bag().len(), 71);
        assert_eq!(catalogue.kind(catalogue.start()).name, "33");
    }

    #[test]
    fn the_second_reconstruction_has_the_totals_in_its_header() {
        let catalogue = Catalogue::built_in("gold_rush_alt").unwrap();
        let totals = catalogue.totals();
        assert_eq!(
            (totals.tiles, totals.nuggets, totals.locomotives),
            (72, 63, 10)
        );
        assert_eq!(
            (totals.cities, totals.junctions, totals.camps, totals.herds),
            (7, 6, 19, 10)
        );
    }

    #[test]
    fn copies_that_differ_become_lettered_kinds() {
        let catalogue = Catalogue::built_in("gold_rush").unwrap();
        let copies = |name: &str| {
            catalogue
                .kinds()
                .iter()
                .find(|k| k.name == name)
                .map(|k| k.copies)
        };
        assert_eq!(
            (copies("01a"), copies("01b"), copies("01c"), copies("01d")),
            (Some(2), Some(2), Some(1), Some(2))
        );
        assert_eq!(
            (copies("27"), copies("27a"), copies("01")),
            (Some(4), None, None)
        );
    }

    #[test]
    fn rotations_that_look_alike_are_one() {
        let catalogue = Catalogue::built_in("gold_rush").unwrap();
        let rotations = |name: &str| catalogue.tiles().rotations(catalogue.find(name).unwrap());
        assert_eq!(rotations("72"), 0b0001);
        assert_eq!(rotations("54"), 0b0011);
        assert_eq!(rotations("12a"), 0b1111);
        assert_eq!(rotations("12d"), 0b0011);
        assert_eq!(rotations("31"), 0b0001);
        assert_eq!(rotations("01a"), 0b1111);
    }
}
