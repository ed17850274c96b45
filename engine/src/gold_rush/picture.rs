//! The landscape as a picture of characters, nine by five a tile.
//!
//! `═║╔╗╚╝` railroad · `L` locomotive · `^` mountain · a digit: nuggets (`*`: ten or more) · `[#]` city · `+` junction · `·` prairie ·
//! `t` tipi camp · `h` herd · `A`–`E` cowboys of seats 0–4 · `a`–`e` their tents.

use std::fmt;

use super::catalogue::{Center, FeatureKind, Kind, Segment};
use super::table::Table;
use crate::landscape::LaidTile;
use crate::landscape::grid::{Cell, Rotation, Side};
use crate::player::Player;

/// Columns of a tile.
pub const WIDTH: usize = 9;
/// Rows of a tile.
pub const HEIGHT: usize = 5;

/// What one character of a picture shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Glyph {
    /// No tile, or the corner of one.
    Nothing,
    /// Prairie.
    Prairie,
    /// Mountain.
    Mountain,
    /// A track, in the shape it has there.
    Track(char),
    /// A part of a city.
    City(char),
    /// A junction.
    Junction,
    /// A locomotive.
    Locomotive,
    /// So many nuggets.
    Nuggets(u8),
    /// A tipi camp.
    Camp,
    /// A herd of wild horses.
    Herd,
    /// A cowboy of a player.
    Cowboy(Player),
    /// A tent of a player.
    Tent(Player),
    /// Anything written beside the tiles.
    Label(char),
}

impl Glyph {
    /// The character.
    pub fn symbol(self) -> char {
        match self {
            Glyph::Nothing => ' ',
            Glyph::Prairie => '·',
            Glyph::Mountain => '^',
            Glyph::Track(c) | Glyph::City(c) | Glyph::Label(c) => c,
            Glyph::Junction => '+',
            Glyph::Locomotive => 'L',
            Glyph::Nuggets(n) => char::from_digit(u32::from(n), 10).unwrap_or('*'),
            Glyph::Camp => 't',
            Glyph::Herd => 'h',
            Glyph::Cowboy(player) => (b'A' + player.index() as u8) as char,
            Glyph::Tent(player) => (b'a' + player.index() as u8) as char,
        }
    }
}

/// A picture.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Picture {
    rows: Vec<Vec<Glyph>>,
}

impl Picture {
    fn blank(columns: usize, rows: usize) -> Picture {
        Picture { rows: vec![vec![Glyph::Nothing; columns]; rows] }
    }

    /// The rows, top first, all equally long.
    pub fn rows(&self) -> &[Vec<Glyph>] {
        &self.rows
    }

    fn copy(&mut self, tile: &[[Glyph; WIDTH]; HEIGHT], left: usize, top: usize) {
        for (row, line) in tile.iter().enumerate() {
            self.rows[top + row][left..left + WIDTH].copy_from_slice(line);
        }
    }

    fn write(&mut self, text: &str, left: usize, top: usize) {
        for (glyph, c) in self.rows[top][left..].iter_mut().zip(text.chars()) {
            *glyph = Glyph::Label(c);
        }
    }

    /// A tile kind at rotation 0.
    pub fn of_kind(kind: &Kind) -> Picture {
        let mut picture = Picture::blank(WIDTH, HEIGHT);
        picture.copy(&draw(kind, Rotation::R0, &vec![None; kind.segments.len()]), 0, 0);
        picture
    }

    /// Everything on the table, with the columns' and rows' coordinates.
    pub fn of_table(table: &Table) -> Picture {
        const MARGIN: usize = 4;
        let tiles = table.landscape().tiles();
        let range = |of: fn(&LaidTile) -> i8| {
            let all = || tiles.iter().map(of);
            (all().min().unwrap_or(0), all().max().unwrap_or(0))
        };
        let ((west, east), (north, south)) = (range(|t| t.cell().x), range(|t| t.cell().y));
        let at = |cell: Cell| {
            let steps = |n: i8, first: i8| (i32::from(n) - i32::from(first)) as usize;
            (MARGIN + WIDTH * steps(cell.x, west), 1 + HEIGHT * steps(cell.y, north))
        };
        let (right, bottom) = at(Cell { x: east, y: south });
        let mut picture = Picture::blank(right + WIDTH, bottom + HEIGHT);
        for x in west..=east {
            picture.write(&format!("{x:^WIDTH$}"), at(Cell { x, y: north }).0, 0);
        }
        for y in north..=south {
            picture.write(&format!("{y:>3}"), 0, at(Cell { x: west, y }).1 + HEIGHT / 2);
        }
        for &tile in tiles {
            let (left, top) = at(tile.cell());
            let kind = table.setup().catalogue().kind(tile.kind());
            let figures: Vec<_> = (0..kind.segments.len()).map(|i| standing(table, tile, i)).collect();
            picture.copy(&draw(kind, tile.rotation(), &figures), left, top);
        }
        picture
    }
}

impl fmt::Display for Picture {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in &self.rows {
            let line: String = row.iter().map(|g| g.symbol()).collect();
            writeln!(f, "{}", line.trim_end())?;
        }
        Ok(())
    }
}

fn standing(table: &Table, tile: LaidTile, segment: usize) -> Option<Glyph> {
    let id = tile.segment(segment);
    Player::all(table.players()).find_map(|p| {
        let cowboy = table.cowboys(p).contains(&id).then_some(Glyph::Cowboy(p));
        cowboy.or_else(|| table.tents(p).contains(&id).then_some(Glyph::Tent(p)))
    })
}

/// Distance from the middle, ten parts to the rim, to the east and to the south.
fn offset(column: usize, row: usize) -> (i32, i32) {
    ((column as i32 - 4) * 10 / 4, (row as i32 - 2) * 10 / 2)
}

/// The sides a place is nearest to: one, or two on a diagonal; all in the middle.
fn nearest_sides(column: usize, row: usize) -> Vec<Side> {
    let (x, y) = offset(column, row);
    let reach = [-y, x, y, -x];
    let most = reach.into_iter().max().unwrap_or(0);
    Side::ALL.into_iter().filter(|&s| reach[s as usize] == most).collect()
}

/// Which segment a place of the tile belongs to.
fn owner(segments: &[Segment], rotation: Rotation, column: usize, row: usize) -> Option<usize> {
    let (x, y) = offset(column, row);
    let near = nearest_sides(column, row);
    let reaches = |s: &Segment, side: Side| rotation.turn_sides(s.sides) >> side as u8 & 1 == 1;
    let outer = x.abs().max(y.abs()) >= 5;
    let track = segments.iter().position(|s| {
        s.kind == FeatureKind::Railroad
            && (if near.len() == 4 {
                s.sides.count_ones() == 2
            } else {
                near.len() == 1 && reaches(s, near[0]) && (x == 0 || y == 0)
            })
    });
    let mountain = || {
        segments.iter().position(|s| {
            let sides = s.sides.count_ones();
            let opposite = rotation.turn_sides(s.sides) & 5 == 5 || rotation.turn_sides(s.sides) & 10 == 10;
            let through = sides >= 3 || sides == 2 && opposite;
            s.kind == FeatureKind::Mountain
                && (if near.len() == 4 {
                    through
                } else {
                    near.iter().all(|&side| reaches(s, side)) && (outer || sides >= 2)
                })
        })
    };
    let city = || segments.iter().position(|s| s.kind == FeatureKind::City && row == 2 && (3..=5).contains(&column));
    city().or(track).or_else(mountain).or_else(|| nearest_prairie(segments, rotation, column, row))
}

fn nearest_prairie(segments: &[Segment], rotation: Rotation, column: usize, row: usize) -> Option<usize> {
    // Half-edges at an eighth of the rim each, in offsets from the middle.
    const HALVES: [(i32, i32); 8] = [(-5, -10), (5, -10), (10, -5), (10, 5), (5, 10), (-5, 10), (-10, 5), (-10, -5)];
    let (x, y) = offset(column, row);
    let halves = (0..8).filter_map(|h| {
        let prairie = segments.iter().position(|s| rotation.turn_halves(s.halves) >> h & 1 == 1)?;
        Some(((HALVES[h].0 - x).pow(2) + (HALVES[h].1 - y).pow(2), prairie))
    });
    halves.min_by_key(|&(distance, _)| distance).map(|(_, prairie)| prairie)
}

fn draw(kind: &Kind, rotation: Rotation, figures: &[Option<Glyph>]) -> [[Glyph; WIDTH]; HEIGHT] {
    let segments = &kind.segments;
    let mut tile = [[Glyph::Nothing; WIDTH]; HEIGHT];
    let mut owners = [[None; WIDTH]; HEIGHT];
    for row in 0..HEIGHT {
        for column in 0..WIDTH {
            let corner = (row == 0 || row == HEIGHT - 1) && (column == 0 || column == WIDTH - 1);
            let Some(at) = owner(segments, rotation, column, row).filter(|_| !corner) else { continue };
            owners[row][column] = Some(at);
            tile[row][column] = match segments[at].kind {
                FeatureKind::Prairie => Glyph::Prairie,
                FeatureKind::Mountain => Glyph::Mountain,
                FeatureKind::City => Glyph::City(['[', '#', ']'][column - 3]),
                FeatureKind::Railroad => Glyph::Track(track(segments, rotation, at, column, row)),
            };
        }
    }
    if kind.center == Some(Center::Junction) {
        tile[2][4] = Glyph::Junction;
        owners[2][4] = None;
    }
    for (at, segment) in segments.iter().enumerate() {
        let mut marks: Vec<Glyph> = figures[at].into_iter().collect();
        marks.extend((segment.nuggets > 0).then_some(Glyph::Nuggets(segment.nuggets)));
        marks.extend(std::iter::repeat_n(Glyph::Locomotive, segment.locomotives.into()));
        marks.extend(std::iter::repeat_n(Glyph::Camp, segment.camps.into()));
        marks.extend(std::iter::repeat_n(Glyph::Herd, segment.herds.into()));
        let mut places: Vec<(usize, usize)> = (0..HEIGHT)
            .flat_map(|r| (0..WIDTH).map(move |c| (r, c)))
            .filter(|&(r, c)| owners[r][c] == Some(at) && !matches!(tile[r][c], Glyph::City('[' | ']')))
            .collect();
        places.sort_by_key(|&(r, c)| distance_from_home(segment, rotation, c, r));
        // Every second place, so that marks stay apart, then the rest.
        let spread = places.iter().step_by(2).chain(places.iter().skip(1).step_by(2));
        for (mark, &(r, c)) in marks.into_iter().zip(spread) {
            tile[r][c] = mark;
        }
    }
    tile
}

/// How far a place is from where a segment's marks begin: a bit inside its first side or half-edge.
fn distance_from_home(segment: &Segment, rotation: Rotation, column: usize, row: usize) -> i32 {
    let (x, y) = offset(column, row);
    let (hx, hy) = match segment.kind {
        FeatureKind::City => (0, 0),
        FeatureKind::Prairie => {
            const HOMES: [(i32, i32); 8] = [(-5, -5), (5, -5), (8, -5), (8, 5), (5, 5), (-5, 5), (-8, 5), (-8, -5)];
            HOMES[rotation.turn_halves(segment.halves).trailing_zeros() as usize & 7]
        }
        FeatureKind::Railroad | FeatureKind::Mountain => {
            const HOMES: [(i32, i32); 4] = [(0, -7), (7, 0), (0, 7), (-7, 0)];
            HOMES[rotation.turn_sides(segment.sides).trailing_zeros() as usize & 3]
        }
    };
    (hx - x).pow(2) + (hy - y).pow(2)
}

/// The shape of a track at a place.
fn track(segments: &[Segment], rotation: Rotation, at: usize, column: usize, row: usize) -> char {
    if (column, row) != (4, 2) {
        return if column == 4 { '║' } else { '═' };
    }
    let through = segments.iter().filter(|s| s.kind == FeatureKind::Railroad && s.sides.count_ones() == 2).count();
    match rotation.turn_sides(segments[at].sides) {
        // Two tracks: crossing, or bending past each other.
        0b0101 | 0b1010 if through > 1 => '╬',
        0b0011 | 0b1100 if through > 1 => '╲',
        _ if through > 1 => '╱',
        0b0101 => '║',
        0b1010 => '═',
        0b0011 => '╚',
        0b0110 => '╔',
        0b1100 => '╗',
        _ => '╝',
    }
}
