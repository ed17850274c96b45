//! Picture of one tile, with the segment that each character belongs to.

use std::iter::repeat_n;

use super::Glyph;
use crate::gold_rush::catalogue::{Center, FeatureKind, Kind, Segment};
use crate::landscape::grid::{Rotation, Side};

/// Columns per tile.
pub const WIDTH: usize = 9;
/// Rows per tile.
pub const HEIGHT: usize = 5;

/// Size of a drawn tile.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scale {
    /// Nine by five: shows everything.
    Large,
    /// Five by three: a crowded segment shows only its most important marks.
    Small,
}

impl Scale {
    /// Returns the columns of the large picture that are drawn.
    const fn columns(self) -> &'static [usize] {
        match self {
            Scale::Large => &[0, 1, 2, 3, 4, 5, 6, 7, 8],
            Scale::Small => &[0, 2, 4, 6, 8],
        }
    }

    /// Returns the rows of the large picture that are drawn.
    const fn rows(self) -> &'static [usize] {
        match self {
            Scale::Large => &[0, 1, 2, 3, 4],
            Scale::Small => &[0, 2, 4],
        }
    }

    /// Returns the width in characters.
    pub const fn width(self) -> usize {
        self.columns().len()
    }

    /// Returns the height in characters.
    pub const fn height(self) -> usize {
        self.rows().len()
    }

    /// Returns column and row in the large picture of a place.
    const fn position(self, place: usize) -> (usize, usize) {
        (
            self.columns()[place % self.width()],
            self.rows()[place / self.width()],
        )
    }
}

/// Picture of one tile.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TilePicture {
    places: Vec<(Glyph, Option<usize>)>,
    scale: Scale,
}

impl TilePicture {
    /// Draws a kind in a rotation. `marks` are the extra glyphs on a segment; where space is short they take precedence
    /// over the printed ones.
    pub fn new(
        kind: &Kind,
        rotation: Rotation,
        scale: Scale,
        marks: impl Fn(usize) -> Vec<Glyph>,
    ) -> TilePicture {
        let segments = &kind.segments;
        let mut picture = TilePicture {
            places: (0..scale.width() * scale.height())
                .map(|place| printed(segments, rotation, scale.position(place)))
                .collect(),
            scale,
        };
        if kind.center == Some(Center::Junction) {
            let middle = scale.width() * (scale.height() / 2) + scale.width() / 2;
            picture.places[middle] = (Glyph::Junction, None);
        }
        // A narrow segment missed by all places of the small picture takes the nearest place that can be spared.
        for (at, segment) in segments.iter().enumerate() {
            if picture.places.iter().all(|place| place.1 != Some(at)) {
                picture.take_spare_place(at, segment, rotation);
            }
        }
        for (at, segment) in segments.iter().enumerate() {
            let mut marks = marks(at)
                .into_iter()
                .chain(printed_marks(segment))
                .peekable();
            if marks.peek().is_none() {
                continue;
            }
            let places = picture.places_for_marks(at, segment, rotation);
            for (mark, place) in marks.zip(places) {
                picture.places[place].0 = mark;
            }
        }
        picture
    }

    fn take_spare_place(&mut self, at: usize, segment: &Segment, rotation: Rotation) {
        let nearest = (0..self.places.len())
            .filter(|&place| self.is_spare(place))
            .min_by_key(|&place| distance_from_home(segment, rotation, self.scale.position(place)));
        if let Some(place) = nearest {
            let glyph = if segment.kind == FeatureKind::Mountain {
                Glyph::Mountain
            } else {
                Glyph::Prairie
            };
            self.places[place] = (glyph, Some(at));
        }
    }

    /// Returns true if a place can be overwritten because its prairie or mountain has others.
    fn is_spare(&self, place: usize) -> bool {
        let (glyph, owner) = self.places[place];
        let shared = self.places.iter().filter(|p| p.1 == owner).count() > 1;
        owner.is_some() && shared && matches!(glyph, Glyph::Prairie | Glyph::Mountain)
    }

    /// Returns the places of a segment in the order in which marks take them: by distance from its home, but those that
    /// do not touch first, so that numbers do not run together.
    fn places_for_marks(&self, at: usize, segment: &Segment, rotation: Rotation) -> Vec<usize> {
        let mut own: Vec<usize> = (0..self.places.len())
            .filter(|&place| {
                let (glyph, owner) = self.places[place];
                owner == Some(at) && !matches!(glyph, Glyph::City('[' | ']'))
            })
            .collect();
        own.sort_by_key(|&place| distance_from_home(segment, rotation, self.scale.position(place)));
        let mut apart: Vec<usize> = Vec::new();
        for &place in &own {
            if !apart.iter().any(|&other| self.touch(place, other)) {
                apart.push(place);
            }
        }
        own.retain(|place| !apart.contains(place));
        apart.extend(own);
        apart
    }

    /// Returns true if two places are the same or side by side in one row.
    fn touch(&self, one: usize, other: usize) -> bool {
        let width = self.scale.width();
        one / width == other / width && one.abs_diff(other) < 2
    }

    /// Iterates over the rows, top first: glyph of each place, and its segment in catalogue order.
    pub fn rows(&self) -> impl Iterator<Item = &[(Glyph, Option<usize>)]> {
        self.places.chunks(self.scale.width())
    }
}

/// Returns what is printed at a place: its glyph and segment.
fn printed(
    segments: &[Segment],
    rotation: Rotation,
    (column, row): (usize, usize),
) -> (Glyph, Option<usize>) {
    let corner = (row == 0 || row == HEIGHT - 1) && (column == 0 || column == WIDTH - 1);
    let Some(at) = owner(segments, rotation, column, row).filter(|_| !corner) else {
        return (Glyph::Nothing, None);
    };
    let glyph = match segments[at].kind {
        FeatureKind::Prairie => Glyph::Prairie,
        FeatureKind::Mountain => Glyph::Mountain,
        FeatureKind::City => Glyph::City(['[', '#', ']'][column - 3]),
        FeatureKind::Railroad => Glyph::Track(track(segments, rotation, at, column, row)),
    };
    (glyph, Some(at))
}

/// Iterates over the marks printed on a segment.
fn printed_marks(segment: &Segment) -> impl Iterator<Item = Glyph> {
    (segment.nuggets > 0)
        .then_some(Glyph::Nuggets(segment.nuggets))
        .into_iter()
        .chain(repeat_n(Glyph::Locomotive, segment.locomotives.into()))
        .chain(repeat_n(Glyph::Camp, segment.camps.into()))
        .chain(repeat_n(Glyph::Herd, segment.herds.into()))
}

/// Returns the offset from the middle to the east and to the south; the rim is at 10.
fn offset(column: usize, row: usize) -> (i32, i32) {
    ((column as i32 - 4) * 10 / 4, (row as i32 - 2) * 10 / 2)
}

/// All sides, as bits.
const ALL_SIDES: u8 = 0b1111;

/// Returns the sides a place is nearest to, as bits: one, or two on a diagonal; all in the middle.
fn nearest_sides(column: usize, row: usize) -> u8 {
    let (x, y) = offset(column, row);
    let reach = [-y, x, y, -x];
    let most = reach.into_iter().max().unwrap_or(0);
    Side::ALL
        .into_iter()
        .filter(|&side| reach[side as usize] == most)
        .fold(0, |sides, side| sides | 1 << side as u8)
}

/// Returns the segment that a place of the tile belongs to.
fn owner(segments: &[Segment], rotation: Rotation, column: usize, row: usize) -> Option<usize> {
    let in_city = row == 2 && (3..=5).contains(&column);
    let (x, y) = offset(column, row);
    let near = nearest_sides(column, row);
    let on_axis = near == ALL_SIDES || x == 0 || y == 0;
    let outer = x.abs().max(y.abs()) >= 5;
    segments
        .iter()
        .position(|s| s.kind == FeatureKind::City && in_city)
        .or_else(|| {
            segments.iter().position(|s| {
                s.kind == FeatureKind::Railroad && on_axis && has_track(s, rotation, near)
            })
        })
        .or_else(|| {
            segments
                .iter()
                .position(|s| s.kind == FeatureKind::Mountain && covers(s, rotation, near, outer))
        })
        .or_else(|| nearest_prairie(segments, rotation, column, row))
}

/// Returns true if a railroad runs from the middle to this one side, or through the middle.
fn has_track(railroad: &Segment, rotation: Rotation, near: u8) -> bool {
    if near == ALL_SIDES {
        railroad.sides.count_ones() == 2
    } else {
        near.count_ones() == 1 && rotation.turn_sides(railroad.sides) & near == near
    }
}

/// Returns true if a mountain covers the places nearest to these sides; `outer` if they are near the rim.
fn covers(mountain: &Segment, rotation: Rotation, near: u8, outer: bool) -> bool {
    let sides = rotation.turn_sides(mountain.sides);
    if near == ALL_SIDES {
        sides.count_ones() >= 3 || sides == 0b0101 || sides == 0b1010
    } else {
        sides & near == near && (outer || sides.count_ones() >= 2)
    }
}

fn nearest_prairie(
    segments: &[Segment],
    rotation: Rotation,
    column: usize,
    row: usize,
) -> Option<usize> {
    // Centers of the half-edges, as offsets from the middle.
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
    (0..8)
        .filter_map(|half| {
            let prairie = segments
                .iter()
                .position(|s| rotation.turn_halves(s.halves) >> half & 1 == 1)?;
            Some((half, prairie))
        })
        .min_by_key(|&(half, _)| squared_distance(HALVES[half], offset(column, row)))
        .map(|(_, prairie)| prairie)
}

fn squared_distance(one: (i32, i32), other: (i32, i32)) -> i32 {
    (one.0 - other.0).pow(2) + (one.1 - other.1).pow(2)
}

/// Returns the distance of a place from the start of a segment's marks, slightly inside its first side or half-edge.
fn distance_from_home(segment: &Segment, rotation: Rotation, (column, row): (usize, usize)) -> i32 {
    let home = match segment.kind {
        FeatureKind::City => (0, 0),
        FeatureKind::Prairie => {
            const HOMES: [(i32, i32); 8] = [
                (-5, -5),
                (5, -5),
                (8, -5),
                (8, 5),
                (5, 5),
                (-5, 5),
                (-8, 5),
                (-8, -5),
            ];
            HOMES[rotation.turn_halves(segment.halves).trailing_zeros() as usize & 7]
        }
        FeatureKind::Railroad | FeatureKind::Mountain => {
            const HOMES: [(i32, i32); 4] = [(0, -7), (7, 0), (0, 7), (-7, 0)];
            HOMES[rotation.turn_sides(segment.sides).trailing_zeros() as usize & 3]
        }
    };
    squared_distance(home, offset(column, row))
}

/// Returns the shape of a track at a place.
fn track(segments: &[Segment], rotation: Rotation, at: usize, column: usize, row: usize) -> char {
    if (column, row) != (4, 2) {
        return if column == 4 { '║' } else { '═' };
    }
    let through = segments
        .iter()
        .filter(|s| s.kind == FeatureKind::Railroad && s.sides.count_ones() == 2)
        .count();
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gold_rush::Catalogue;

    #[test]
    fn every_segment_is_visible_at_both_scales() {
        for (name, _) in crate::gold_rush::catalogue::BUILT_IN {
            let catalogue = Catalogue::built_in(name).unwrap();
            for (kind, rotation) in catalogue
                .kinds()
                .iter()
                .flat_map(|k| Rotation::ALL.map(|r| (k, r)))
            {
                for scale in [Scale::Large, Scale::Small] {
                    let pile = |at: usize| vec![Glyph::Pile(1 + at as u8)];
                    let picture = TilePicture::new(kind, rotation, scale, pile);
                    for at in 0..kind.segments.len() {
                        let seen = picture
                            .rows()
                            .flatten()
                            .any(|p| *p == (Glyph::Pile(1 + at as u8), Some(at)));
                        assert!(
                            seen,
                            "{name} {} at {rotation}, {scale:?}: segment {at}",
                            kind.name
                        );
                    }
                }
            }
        }
    }
}
