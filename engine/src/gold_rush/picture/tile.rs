//! Picture of one tile, with the segment that each character belongs to.

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
}

/// Picture of one tile.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TilePicture {
    places: Vec<(Glyph, Option<usize>)>,
    width: usize,
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
        let width = scale.width();
        let columns = scale.columns();
        let rows = scale.rows();
        let mut places = vec![(Glyph::Nothing, None); width * scale.height()];
        let on_tile = |place: usize| (columns[place % width], rows[place / width]);
        for (place, drawn) in places.iter_mut().enumerate() {
            let (column, row) = on_tile(place);
            let corner = (row == 0 || row == HEIGHT - 1) && (column == 0 || column == WIDTH - 1);
            let Some(at) = owner(segments, rotation, column, row).filter(|_| !corner) else {
                continue;
            };
            let glyph = match segments[at].kind {
                FeatureKind::Prairie => Glyph::Prairie,
                FeatureKind::Mountain => Glyph::Mountain,
                FeatureKind::City => Glyph::City(['[', '#', ']'][column - 3]),
                FeatureKind::Railroad => Glyph::Track(track(segments, rotation, at, column, row)),
            };
            *drawn = (glyph, Some(at));
        }
        if kind.center == Some(Center::Junction) {
            places[width * (scale.height() / 2) + width / 2] = (Glyph::Junction, None);
        }
        // A narrow segment missed by all places of the small picture takes the nearest place that can be spared.
        for (at, segment) in segments.iter().enumerate() {
            if places.iter().any(|p| p.1 == Some(at)) {
                continue;
            }
            let spare = |place: &usize| {
                let (glyph, owner) = places[*place];
                let shared = places.iter().filter(|p| p.1 == owner).count() > 1;
                owner.is_some() && shared && matches!(glyph, Glyph::Prairie | Glyph::Mountain)
            };
            let nearest = (0..places.len()).filter(spare).min_by_key(|&place| {
                let (column, row) = on_tile(place);
                distance_from_home(segment, rotation, column, row)
            });
            if let Some(place) = nearest {
                let mountain = segment.kind == FeatureKind::Mountain;
                places[place] = (
                    if mountain {
                        Glyph::Mountain
                    } else {
                        Glyph::Prairie
                    },
                    Some(at),
                );
            }
        }
        for (at, segment) in segments.iter().enumerate() {
            let mut marks = marks(at);
            marks.extend((segment.nuggets > 0).then_some(Glyph::Nuggets(segment.nuggets)));
            marks.extend(std::iter::repeat_n(
                Glyph::Locomotive,
                segment.locomotives.into(),
            ));
            marks.extend(std::iter::repeat_n(Glyph::Camp, segment.camps.into()));
            marks.extend(std::iter::repeat_n(Glyph::Herd, segment.herds.into()));
            let free = |&place: &usize| {
                let (glyph, owner) = places[place];
                owner == Some(at) && !matches!(glyph, Glyph::City('[' | ']'))
            };
            let mut own: Vec<usize> = (0..places.len()).filter(free).collect();
            own.sort_by_key(|&place| {
                let (column, row) = on_tile(place);
                distance_from_home(segment, rotation, column, row)
            });
            // Places that do not touch first, so that numbers do not run together, then the rest.
            let touch =
                |one: usize, other: usize| one / width == other / width && one.abs_diff(other) < 2;
            let mut spread: Vec<usize> = Vec::new();
            for &place in &own {
                if !spread.iter().any(|&other| touch(place, other)) {
                    spread.push(place);
                }
            }
            spread.extend(
                own.iter()
                    .filter(|place| !spread.contains(place))
                    .copied()
                    .collect::<Vec<_>>(),
            );
            for (mark, place) in marks.into_iter().zip(spread) {
                places[place].0 = mark;
            }
        }
        TilePicture { places, width }
    }

    /// Iterates over the rows, top first: glyph of each place, and its segment in catalogue order.
    pub fn rows(&self) -> impl Iterator<Item = &[(Glyph, Option<usize>)]> {
        self.places.chunks(self.width)
    }
}

/// Returns the offset from the middle to the east and to the south; the rim is at 10.
fn offset(column: usize, row: usize) -> (i32, i32) {
    ((column as i32 - 4) * 10 / 4, (row as i32 - 2) * 10 / 2)
}

/// Returns the sides a place is nearest to: one, or two on a diagonal; all in the middle.
fn nearest_sides(column: usize, row: usize) -> Vec<Side> {
    let (x, y) = offset(column, row);
    let reach = [-y, x, y, -x];
    let most = reach.into_iter().max().unwrap_or(0);
    Side::ALL
        .into_iter()
        .filter(|&s| reach[s as usize] == most)
        .collect()
}

/// Returns the segment that a place of the tile belongs to.
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
            let opposite =
                rotation.turn_sides(s.sides) & 5 == 5 || rotation.turn_sides(s.sides) & 10 == 10;
            let through = sides >= 3 || sides == 2 && opposite;
            s.kind == FeatureKind::Mountain
                && (if near.len() == 4 {
                    through
                } else {
                    near.iter().all(|&side| reaches(s, side)) && (outer || sides >= 2)
                })
        })
    };
    let city = || {
        segments
            .iter()
            .position(|s| s.kind == FeatureKind::City && row == 2 && (3..=5).contains(&column))
    };
    city()
        .or(track)
        .or_else(mountain)
        .or_else(|| nearest_prairie(segments, rotation, column, row))
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
    let (x, y) = offset(column, row);
    let halves = (0..8).filter_map(|h| {
        let prairie = segments
            .iter()
            .position(|s| rotation.turn_halves(s.halves) >> h & 1 == 1)?;
        Some(((HALVES[h].0 - x).pow(2) + (HALVES[h].1 - y).pow(2), prairie))
    });
    halves
        .min_by_key(|&(distance, _)| distance)
        .map(|(_, prairie)| prairie)
}

/// Returns the distance of a place from the start of a segment's marks, slightly inside its first side or half-edge.
fn distance_from_home(segment: &Segment, rotation: Rotation, column: usize, row: usize) -> i32 {
    let (x, y) = offset(column, row);
    let (hx, hy) = match segment.kind {
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
    (hx - x).pow(2) + (hy - y).pow(2)
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
