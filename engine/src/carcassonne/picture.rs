//! Text picture of the landscape, seven by three characters per tile.
//!
//! `═║╔╗╚╝` road · `╬╲╱` two roads · `+` where roads end · `#` city · `*` pennant · `M` monastery · `·` field · a digit: ingots ·
//! `A`–`E` followers of seats 0–4.
//!
//! ```
//! use std::sync::Arc;
//!
//! use goldrush_engine::carcassonne::picture::Picture;
//! use goldrush_engine::carcassonne::{Catalogue, Rules, Setup, State};
//! use goldrush_engine::game::Text;
//!
//! let setup = Setup::new(Arc::new(Catalogue::printed()), Rules::default(), 2)?;
//! let text = "tile D 0,0 0\ntile U 1,0 0\nfollower 1 1,0 road\nturn 0 0 over D\ncoming\n";
//! let state = State::from_text(&setup, text)?;
//! let drawn = Picture::of_table(state.table()).to_string();
//! // The road continues, with a follower of seat 1 on it.
//! assert!(drawn.contains("════════════B═"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::fmt;

use super::catalogue::{FeatureKind, Kind, Segment};
use super::table::Table;
use crate::landscape::TileId;
use crate::landscape::components::SegmentId;
use crate::landscape::grid::{Bounds, Rotation, Side};
use crate::player::Player;

/// Columns per tile.
pub const WIDTH: usize = 7;
/// Rows per tile.
pub const HEIGHT: usize = 3;
/// Columns left of the landscape.
const MARGIN: usize = 4;

/// Meaning of one character of a picture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Glyph {
    /// No tile.
    Nothing,
    /// Part of a segment of this kind, with its shape.
    Land(FeatureKind, char),
    /// A pennant.
    Pennant,
    /// Number of ingots.
    Ingots(u8),
    /// Follower of a player.
    Follower(Player),
    /// Text beside the tiles.
    Label(char),
}

impl Glyph {
    /// Returns the character.
    pub fn symbol(self) -> char {
        match self {
            Glyph::Nothing => ' ',
            Glyph::Land(_, c) | Glyph::Label(c) => c,
            Glyph::Pennant => '*',
            Glyph::Ingots(n) => char::from_digit(u32::from(n), 10).unwrap_or('$'),
            Glyph::Follower(player) => player.letter(),
        }
    }
}

/// Text picture: rows of equal length, top first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Picture(Vec<Vec<Glyph>>);

impl Picture {
    /// Draws everything on the table, with the coordinates of columns and rows.
    pub fn of_table(table: &Table) -> Picture {
        let tiles = table.landscape().tiles();
        let bounds = Bounds::of(tiles.iter().map(|tile| tile.cell()));
        let mut picture = Picture(vec![
            vec![Glyph::Nothing; MARGIN + WIDTH * bounds.width()];
            1 + HEIGHT * bounds.height()
        ]);
        for (x, left) in (bounds.west..=bounds.east).zip((MARGIN..).step_by(WIDTH)) {
            picture.write(&format!("{x:^WIDTH$}"), left, 0);
        }
        for (y, top) in (bounds.north..=bounds.south).zip((1..).step_by(HEIGHT)) {
            picture.write(&format!("{y:>3}"), 0, top + HEIGHT / 2);
        }
        for (number, &tile) in tiles.iter().enumerate() {
            let left = MARGIN + WIDTH * bounds.column(tile.cell());
            let top = 1 + HEIGHT * bounds.row(tile.cell());
            let kind = table.setup().catalogue().kind(tile.kind());
            let ingots = table.ingots_on(TileId(number as u8));
            let places = places(kind, tile.rotation(), ingots, |at| {
                piece_on(table, tile.segment(at))
            });
            for (row, line) in places.chunks(WIDTH).enumerate() {
                for (glyph, place) in picture.0[top + row][left..].iter_mut().zip(line) {
                    *glyph = place.0;
                }
            }
        }
        picture
    }

    /// Draws a rotated tile of a kind.
    pub fn of_kind(kind: &Kind, rotation: Rotation) -> Picture {
        let places = places(kind, rotation, 0, |_| None);
        Picture(
            places
                .chunks(WIDTH)
                .map(|row| row.iter().map(|place| place.0).collect())
                .collect(),
        )
    }

    /// Returns the rows, top first, all of equal length.
    pub fn rows(&self) -> &[Vec<Glyph>] {
        &self.0
    }

    fn write(&mut self, text: &str, left: usize, top: usize) {
        for (glyph, c) in self.0[top][left..].iter_mut().zip(text.chars()) {
            *glyph = Glyph::Label(c);
        }
    }
}

impl fmt::Display for Picture {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in &self.0 {
            let line: String = row.iter().map(|glyph| glyph.symbol()).collect();
            writeln!(f, "{}", line.trim_end())?;
        }
        Ok(())
    }
}

/// Returns the follower on a segment; there is never more than one.
pub fn piece_on(table: &Table, segment: SegmentId) -> Option<Glyph> {
    Player::all(table.players())
        .find(|player| table.followers(*player).contains(&segment))
        .map(Glyph::Follower)
}

/// Glyph at a place of a tile, and its segment in catalogue order.
pub type Place = (Glyph, Option<usize>);

/// Draws a tile row by row, [`WIDTH`] places each. `mark` is an extra glyph on a segment.
pub fn places(
    kind: &Kind,
    rotation: Rotation,
    ingots: u8,
    mark: impl Fn(usize) -> Option<Glyph>,
) -> Vec<Place> {
    let segments = &kind.segments;
    let mut places: Vec<Place> = (0..WIDTH * HEIGHT)
        .map(|at| place(segments, rotation, at))
        .collect();
    // A narrow segment missed by all places takes the nearest one that can be spared.
    for (at, segment) in segments.iter().enumerate() {
        if places.iter().any(|place| place.1 == Some(at)) {
            continue;
        }
        if let Some(place) = (0..places.len())
            .filter(|place| is_spare(&places, *place))
            .min_by_key(|place| distance_from_home(segment, rotation, *place))
        {
            places[place] = (Glyph::Land(segment.kind, shape(segment.kind)), Some(at));
        }
    }
    for (at, segment) in segments.iter().enumerate() {
        let pennants = std::iter::repeat_n(Glyph::Pennant, segment.pennants.into());
        let mut own: Vec<usize> = (0..places.len())
            .filter(|place| places[*place].1 == Some(at))
            .collect();
        own.sort_by_key(|place| distance_from_home(segment, rotation, *place));
        for (mark, place) in mark(at).into_iter().chain(pennants).zip(own) {
            places[place].0 = mark;
        }
    }
    if ingots > 0 {
        // To the right of the middle, where there is most space.
        let place = (0..places.len())
            .filter(|place| is_spare(&places, *place))
            .min_by_key(|place| (place % WIDTH).abs_diff(5) + 2 * (place / WIDTH).abs_diff(2));
        places[place.unwrap_or(WIDTH + 5)].0 = Glyph::Ingots(ingots);
    }
    places
}

/// Returns true if a place can be overwritten because its segment shows the same glyph elsewhere.
fn is_spare(places: &[Place], place: usize) -> bool {
    let (glyph, owner) = places[place];
    let shared = places
        .iter()
        .filter(|other| **other == (glyph, owner))
        .count()
        > 1;
    shared
        && matches!(
            glyph,
            Glyph::Land(FeatureKind::Field | FeatureKind::City, _)
        )
}

fn shape(kind: FeatureKind) -> char {
    match kind {
        FeatureKind::Road => '═',
        FeatureKind::City => '#',
        FeatureKind::Monastery => 'M',
        FeatureKind::Field => '·',
    }
}

/// Returns the offset from the middle to the east and to the south; the rim is at 10.
fn offset(place: usize) -> (i32, i32) {
    (
        (place % WIDTH) as i32 * 10 / 3 - 10,
        (place / WIDTH) as i32 * 10 - 10,
    )
}

/// Returns the sides that a place is nearest to: one, or two on a diagonal; all in the middle.
fn nearest_sides(place: usize) -> impl Iterator<Item = Side> + Clone {
    let (x, y) = offset(place);
    let reach = [-y, x, y, -x];
    let most = reach.into_iter().max().unwrap_or(0);
    Side::ALL
        .into_iter()
        .filter(move |side| reach[*side as usize] == most)
}

/// Segments of a tile as they lie on the table.
#[derive(Clone, Copy)]
struct RotatedSegments<'s> {
    segments: &'s [Segment],
    rotation: Rotation,
}

impl RotatedSegments<'_> {
    fn sides(self, at: usize) -> u8 {
        self.rotation.turn_sides(self.segments[at].sides)
    }

    /// Returns the first segment of a kind whose sides fit.
    fn find(self, kind: FeatureKind, fits: impl Fn(u8) -> bool) -> Option<usize> {
        (0..self.segments.len()).find(|&at| self.segments[at].kind == kind && fits(self.sides(at)))
    }

    fn land(self, at: usize, shape: char) -> Place {
        (Glyph::Land(self.segments[at].kind, shape), Some(at))
    }

    /// Returns the content of the middle: a monastery, or a segment that joins several sides, which a city does unless it
    /// only cuts off a corner.
    fn middle(self) -> Option<Place> {
        if let Some(monastery) = self.find(FeatureKind::Monastery, |_| true) {
            return Some(self.land(monastery, 'M'));
        }
        if let Some(city) = self.find(FeatureKind::City, joins_across) {
            return Some(self.land(city, '#'));
        }
        let roads = self.segments.iter().filter(|s| s.kind == FeatureKind::Road);
        if let Some(road) = self.find(FeatureKind::Road, |sides| sides.count_ones() == 2) {
            let through = roads.filter(|s| s.sides.count_ones() == 2).count();
            return Some(self.land(road, bend(self.sides(road), through > 1)));
        }
        (roads.count() > 1).then_some((Glyph::Land(FeatureKind::Road, '+'), None))
    }

    /// Returns the content of a place that the middle does not claim.
    fn outside(self, place: usize) -> Place {
        let (x, y) = offset(place);
        let near = nearest_sides(place).fold(0, |sides, side| sides | 1 << side as u8);
        let outer = x.abs().max(y.abs()) >= 5;
        if let Some(city) = self.find(FeatureKind::City, |sides| {
            sides & near == near && (outer || sides.count_ones() > 1)
        }) {
            return self.land(city, '#');
        }
        if let Some(road) = self.find(FeatureKind::Road, |sides| {
            (x == 0 || y == 0) && sides & near == near
        }) {
            return self.land(road, if x == 0 { '║' } else { '═' });
        }
        nearest_field(self.segments, self.rotation, place)
            .map_or((Glyph::Nothing, None), |field| self.land(field, '·'))
    }
}

/// Returns true if these sides are opposite each other, or more than two.
fn joins_across(sides: u8) -> bool {
    sides.count_ones() > 2 || sides == 0b0101 || sides == 0b1010
}

/// Returns the printed content of a place.
fn place(segments: &[Segment], rotation: Rotation, place: usize) -> Place {
    const MIDDLE: usize = WIDTH * (HEIGHT / 2) + WIDTH / 2;
    let tile = RotatedSegments { segments, rotation };
    let middle = if place == MIDDLE { tile.middle() } else { None };
    middle.unwrap_or_else(|| tile.outside(place))
}

/// Returns the shape of a road in the middle of a tile; `another` is true if a second road passes too.
fn bend(sides: u8, another: bool) -> char {
    match sides {
        0b0101 | 0b1010 if another => '╬',
        0b0011 | 0b1100 if another => '╲',
        _ if another => '╱',
        0b0101 => '║',
        0b1010 => '═',
        0b0011 => '╚',
        0b0110 => '╔',
        0b1100 => '╗',
        _ => '╝',
    }
}

/// Centers of the half-edges, as offsets from the middle.
const HALVES: [(i32, i32); 8] = [
    (-5, -10),
    (5, -10),
    (10, -5),
    (10, 5),
    (5, 10),
    (-5, 10),
    (-10, 5),
    (-10, -5),
];

fn nearest_field(segments: &[Segment], rotation: Rotation, place: usize) -> Option<usize> {
    (0..8)
        .filter_map(|half| {
            let field = segments
                .iter()
                .position(|segment| rotation.turn_halves(segment.halves) >> half & 1 == 1)?;
            Some((half, field))
        })
        .min_by_key(|&(half, _)| squared_distance(HALVES[half], offset(place)))
        .map(|(_, field)| field)
}

/// Returns the distance of a place from the start of a segment's marks, slightly inside its first side or half-edge.
fn distance_from_home(segment: &Segment, rotation: Rotation, place: usize) -> i32 {
    const SIDES: [(i32, i32); 4] = [(0, -10), (7, 0), (0, 10), (-7, 0)];
    let home = match segment.kind {
        FeatureKind::Monastery => (0, 0),
        FeatureKind::Field => {
            HALVES[rotation.turn_halves(segment.halves).trailing_zeros() as usize & 7]
        }
        FeatureKind::Road | FeatureKind::City => {
            SIDES[rotation.turn_sides(segment.sides).trailing_zeros() as usize & 3]
        }
    };
    squared_distance(home, offset(place))
}

fn squared_distance(one: (i32, i32), other: (i32, i32)) -> i32 {
    (one.0 - other.0).pow(2) + (one.1 - other.1).pow(2)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::carcassonne::{Catalogue, Rules, Setup, State};
    use crate::game::Text;

    #[test]
    fn every_segment_is_visible_in_every_rotation() {
        let seat = Player::FIRST;
        for (_, kind) in Catalogue::printed().kinds() {
            for rotation in Rotation::ALL {
                for at in 0..kind.segments.len() {
                    let places = places(kind, rotation, 2, |segment| {
                        (segment == at).then_some(Glyph::Follower(seat))
                    });
                    let seen = places.contains(&(Glyph::Follower(seat), Some(at)));
                    assert!(
                        seen,
                        "{} at {rotation}: {}",
                        kind.id,
                        kind.label(at, rotation)
                    );
                    assert_eq!(
                        places
                            .iter()
                            .filter(|place| place.0 == Glyph::Ingots(2))
                            .count(),
                        1,
                        "{}",
                        kind.id
                    );
                }
                for at in 0..kind.segments.len() {
                    assert!(
                        places(kind, rotation, 0, |_| None)
                            .iter()
                            .any(|place| place.1 == Some(at)),
                        "{}",
                        kind.id
                    );
                }
            }
        }
    }

    #[test]
    fn a_landscape_is_drawn_with_followers_and_ingots() {
        let rules = Rules {
            gold_mines: true,
            ..Rules::default()
        };
        let setup = Setup::new(Arc::new(Catalogue::printed()), rules, 2).unwrap();
        let text = "tile D 0,0 0\ntile C 0,-1 0\ntile U 1,0 0\ntile X 2,0 0\ntile V 0,1 0 1\nfollower 0 0,-1 city\n\
                    follower 1 1,0 road\nfollower 0 2,0 field NNE\nturn 0 0 over D\ncoming\n";
        let state = State::from_text(&setup, text).unwrap();
        assert_eq!(Picture::of_table(state.table()).to_string(), DRAWN);
    }

    const DRAWN: &str = "       0      1      2
    ###A*##
 -1 #######
    #######
    ·#####···········║·A·
  0 ════════════B════+═══
    ·················║···
    ·······
  1 ═══╗···
    ···║·1·
";

    #[test]
    fn crossing_and_passing_roads_look_different() {
        let catalogue = Catalogue::printed();
        let drawn = |id: &str| {
            let kind = catalogue.kind(catalogue.find(id).unwrap());
            Picture::of_kind(kind, Rotation::R0).to_string()
        };
        assert_eq!(drawn("GM8"), "···║···\n═══╬═══\n···║···\n");
        assert_eq!(drawn("GM5"), "···║···\n═══╱═══\n···║···\n");
        assert_eq!(drawn("X"), "···║···\n═══+═══\n···║···\n");
    }
}
