//! Tiles (C1, M1): 24 designs with 72 tiles, and the 8 gold tiles. See `engine/data/carcassonne.toml` for the facts and
//! their sources.
//!
//! ```
//! use goldrush_engine::carcassonne::{Catalogue, FeatureKind};
//! use goldrush_engine::landscape::grid::Rotation;
//!
//! let catalogue = Catalogue::printed();
//! assert_eq!(catalogue.bag(false).len(), 71);
//!
//! // The start tile: a city in the north, a road from east to west, and a field on either side of it.
//! let start = catalogue.kind(catalogue.start());
//! assert_eq!(start.id, "D");
//! let kinds: Vec<_> = start.segments.iter().map(|segment| segment.kind).collect();
//! assert_eq!(kinds, [FeatureKind::Road, FeatureKind::City, FeatureKind::Field, FeatureKind::Field]);
//! assert_eq!(start.label(1, Rotation::R90), "city");
//! ```

use std::sync::OnceLock;

use serde::Deserialize;

use crate::fingerprint::fnv1a;
use crate::landscape::components::FeatureWord;
use crate::landscape::grid::{Rotation, Side};
use crate::landscape::tile::{KindDesign, KindId, SegmentDesign, Terrain, TileSet};

/// Kind of a segment and of its feature, in the order of a tile's segments.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub enum FeatureKind {
    /// A road.
    Road,
    /// A city.
    City,
    /// A monastery.
    Monastery,
    /// A field.
    #[default]
    Field,
}

impl FeatureKind {
    /// All values.
    pub const ALL: [FeatureKind; 4] = [
        FeatureKind::Road,
        FeatureKind::City,
        FeatureKind::Monastery,
        FeatureKind::Field,
    ];
    /// Names in the same order.
    pub const NAMES: [&str; 4] = ["road", "city", "monastery", "field"];

    /// Returns the name.
    pub fn name(self) -> &'static str {
        FeatureKind::NAMES[self as usize]
    }
}

/// A segment of a tile.
#[derive(Clone, Debug)]
pub struct Segment {
    /// Kind of its feature.
    pub kind: FeatureKind,
    /// Sides that it reaches at rotation 0 (bit 0 north, clockwise); for roads and cities.
    pub sides: u8,
    /// Half-edges that it reaches at rotation 0 (bit 0 is the first clockwise from the north-west corner); for fields.
    pub halves: u8,
    /// Number of pennants; for cities.
    pub pennants: u8,
    /// City segments of its tile that it touches, as bits; for fields.
    pub cities: u16,
}

impl Segment {
    fn empty(kind: FeatureKind) -> Segment {
        Segment {
            kind,
            sides: 0,
            halves: 0,
            pennants: 0,
            cities: 0,
        }
    }
}

/// Tile design.
#[derive(Clone, Debug)]
pub struct Kind {
    /// Letter of the design, or GM1 to GM8.
    pub id: String,
    /// Number of copies, including the start tile.
    pub count: u8,
    /// True if it has the ingot sign.
    pub gold: bool,
    /// Segments: roads, cities, monastery, fields.
    pub segments: Vec<Segment>,
}

impl Kind {
    /// Returns the label of a segment on a rotated tile: its kind and, unless it is the only one of that kind, the
    /// first side or half-edge that it reaches clockwise from the north-west corner.
    pub fn label(&self, segment: usize, rotation: Rotation) -> String {
        let Segment {
            kind,
            sides,
            halves,
            ..
        } = self.segments[segment];
        if self
            .segments
            .iter()
            .filter(|other| other.kind == kind)
            .count()
            == 1
        {
            return kind.name().into();
        }
        let first = match kind {
            FeatureKind::Field => {
                HALVES[rotation.turn_halves(halves).trailing_zeros() as usize & 7]
            }
            _ => SIDES[rotation.turn_sides(sides).trailing_zeros() as usize & 3],
        };
        [kind.name(), " ", first].concat()
    }
}

const SIDES: [&str; 4] = ["N", "E", "S", "W"];
const HALVES: [&str; 8] = ["NNW", "NNE", "ENE", "ESE", "SSE", "SSW", "WSW", "WNW"];

/// All tiles, including those of The Gold Mines.
pub struct Catalogue {
    kinds: Vec<Kind>,
    tiles: TileSet,
    start: KindId,
    start_copies: u8,
    /// Computed on first use, since every record contains it.
    hash: OnceLock<u64>,
}

#[derive(Deserialize)]
struct File {
    tile: Vec<TileFile>,
}

#[derive(Deserialize)]
struct TileFile {
    id: String,
    count: u8,
    edges: String,
    monastery: bool,
    #[serde(default)]
    start_copies: u8,
    gold: bool,
    cities: Vec<CityFile>,
    roads: Vec<String>,
    fields: Vec<FieldFile>,
}

#[derive(Deserialize)]
struct CityFile {
    edges: String,
    pennants: u8,
}

#[derive(Deserialize)]
struct FieldFile {
    halves: Vec<u8>,
    cities: Vec<u8>,
}

fn sides(letters: &str) -> u8 {
    letters
        .chars()
        .filter_map(Side::from_letter)
        .fold(0, |sides, side| sides | 1 << side as u8)
}

fn bits(numbers: &[u8]) -> u8 {
    numbers.iter().fold(0, |bits, number| bits | 1 << number)
}

impl TileFile {
    fn kind(&self) -> Kind {
        let mut segments = Vec::new();
        segments.extend(self.roads.iter().map(|edges| Segment {
            sides: sides(edges),
            ..Segment::empty(FeatureKind::Road)
        }));
        segments.extend(self.cities.iter().map(|city| Segment {
            sides: sides(&city.edges),
            pennants: city.pennants,
            ..Segment::empty(FeatureKind::City)
        }));
        segments.extend(
            self.monastery
                .then(|| Segment::empty(FeatureKind::Monastery)),
        );
        segments.extend(self.fields.iter().map(|field| Segment {
            halves: bits(&field.halves),
            cities: u16::from(bits(&field.cities)) << self.roads.len(),
            ..Segment::empty(FeatureKind::Field)
        }));
        Kind {
            id: self.id.clone(),
            count: self.count,
            gold: self.gold,
            segments,
        }
    }

    fn terrain(&self) -> [Terrain; 4] {
        let mut terrain = [0; 4];
        for (side, letter) in terrain.iter_mut().zip(self.edges.chars()) {
            *side = 1 + "FRC".find(letter).expect("each edge is F, R or C") as Terrain;
        }
        terrain
    }
}

/// Returns a segment's contribution to its feature. Roads and cities are open at their sides, and counter a of a city
/// is its pennants. A field touches a field side once and a road side once for each of its halves there.
fn word(kind: &Kind, segment: &Segment, terrain: [Terrain; 4]) -> FeatureWord {
    let several = kind
        .segments
        .iter()
        .filter(|other| other.kind == segment.kind)
        .count()
        > 1;
    let open = segment.sides.count_ones() as u8;
    match segment.kind {
        FeatureKind::Road | FeatureKind::City => {
            FeatureWord::new(open, segment.pennants, 0).counting_tiles(several)
        }
        // Neighboring tiles are not edges; see `monastery.rs`.
        FeatureKind::Monastery => FeatureWord::new(1, 0, 0),
        FeatureKind::Field => {
            let touches = (0..4).map(|side| {
                let halves = (segment.halves >> (2 * side) & 3).count_ones() as u8;
                if terrain[side] == FIELD_SIDE {
                    halves.min(1)
                } else {
                    halves
                }
            });
            FeatureWord::new(touches.sum(), 0, 0)
        }
    }
}

const FIELD_SIDE: Terrain = 1;

impl Catalogue {
    /// Returns the tiles of the base game and of The Gold Mines.
    pub fn printed() -> Catalogue {
        let file: File = toml::from_str(include_str!("../../data/carcassonne.toml"))
            .expect("the embedded catalogue is valid (checked by a test)");
        let kinds: Vec<Kind> = file.tile.iter().map(TileFile::kind).collect();
        let designs = kinds.iter().zip(&file.tile).map(|(kind, tile)| {
            let terrain = tile.terrain();
            let segments = kind.segments.iter().map(|segment| SegmentDesign {
                sides: segment.sides,
                halves: segment.halves,
                word: word(kind, segment, terrain),
                appearance: segment.kind as u32,
            });
            KindDesign {
                terrain,
                segments: segments.collect(),
            }
        });
        let tiles = TileSet::new(&designs.collect::<Vec<_>>());
        let start = file
            .tile
            .iter()
            .position(|tile| tile.start_copies > 0)
            .expect("the catalogue has a start tile");
        Catalogue {
            start: KindId(start as u8),
            start_copies: file.tile[start].start_copies,
            kinds,
            tiles,
            hash: OnceLock::new(),
        }
    }

    /// Returns a design.
    #[inline]
    pub fn kind(&self, id: KindId) -> &Kind {
        &self.kinds[id.index()]
    }

    /// Iterates over all designs with their ids.
    pub fn kinds(&self) -> impl Iterator<Item = (KindId, &Kind)> {
        (0..).map(KindId).zip(&self.kinds)
    }

    /// Returns the design of that name, if any.
    pub fn find(&self, id: &str) -> Option<KindId> {
        self.kinds()
            .find(|(_, kind)| kind.id == id)
            .map(|(id, _)| id)
    }

    /// Returns the kernel's tables.
    #[inline]
    pub fn tiles(&self) -> &TileSet {
        &self.tiles
    }

    /// Returns the start tile's design.
    pub fn start(&self) -> KindId {
        self.start
    }

    /// Returns a hash of everything relevant to play.
    pub fn hash(&self) -> u64 {
        *self.hash.get_or_init(|| {
            fnv1a(format!("{:?} {:?} {}", self.kinds, self.start, self.start_copies).as_bytes())
        })
    }

    /// Returns the tiles to shuffle: all but the start tile, with or without the gold tiles.
    pub fn bag(&self, gold_mines: bool) -> Vec<KindId> {
        self.kinds()
            .filter(|(_, kind)| gold_mines || !kind.gold)
            .flat_map(|(id, kind)| {
                let on_table = if id == self.start {
                    self.start_copies
                } else {
                    0
                };
                std::iter::repeat_n(id, usize::from(kind.count - on_table))
            })
            .collect()
    }
}
