//! Small drawings of the tiles of Carcassonne, so that a whole landscape fits on a screen: at five by two characters
//! every segment with a mark on it is visible, at three by one only the most important things.

use goldrush_engine::carcassonne::FeatureKind;
use goldrush_engine::carcassonne::catalogue::{Kind, Segment};
use goldrush_engine::carcassonne::picture::{Glyph, Place};
use goldrush_engine::landscape::grid::Rotation;

use crate::tile_scene::track;

/// Columns and rows of the middle scale.
pub(super) const MIDDLE: (usize, usize) = (5, 2);
/// Columns and rows of the smallest scale.
pub(super) const SMALLEST: (usize, usize) = (3, 1);
/// Two cities that face each other, north and south, at the smallest scale.
pub(super) const TWO_CITIES: char = ':';

/// Returns the mark to be drawn on a segment, by its index, on top of the print.
type Mark<'m> = &'m dyn Fn(usize) -> Option<Glyph>;

const NORTH: u8 = 1;
const EAST: u8 = 2;
const SOUTH: u8 = 4;
const WEST: u8 = 8;

/// Places of the middle scale: the center of the upper row, of the lower row, and one next to them.
const ABOVE: usize = 2;
const BELOW: usize = 7;
const BESIDE: usize = 3;
/// Place of each half-edge, clockwise from the north-west corner.
const HALVES: [usize; 8] = [1, 3, 4, 9, 8, 6, 5, 0];
/// Places where roads run to the west and to the east.
const TO_THE_WEST: [usize; 2] = [5, 6];
const TO_THE_EAST: [usize; 2] = [8, 9];
/// Places for pieces, in order of preference: as far from the edge as possible.
const INSIDE: [usize; 10] = [BELOW, ABOVE, 1, 3, 6, 8, 0, 4, 5, 9];
/// Places for segments that have none yet, in order of preference: not at the edge if avoidable.
const SPARE: [usize; 10] = [6, 8, 1, 3, 0, 4, 5, 9, ABOVE, BELOW];

struct RotatedTile<'k> {
    segments: &'k [Segment],
    rotation: Rotation,
}

impl RotatedTile<'_> {
    fn sides(&self, at: usize) -> u8 {
        self.rotation.turn_sides(self.segments[at].sides)
    }

    fn find(&self, kind: FeatureKind, fits: impl Fn(u8) -> bool) -> Option<usize> {
        (0..self.segments.len()).find(|&at| self.segments[at].kind == kind && fits(self.sides(at)))
    }

    /// Returns the city that reaches a side.
    fn city(&self, side: u8) -> Option<usize> {
        self.find(FeatureKind::City, |sides| sides & side > 0)
    }

    /// Returns the road that reaches a side.
    fn road(&self, side: u8) -> Option<usize> {
        self.find(FeatureKind::Road, |sides| sides & side > 0)
    }

    fn monastery(&self) -> Option<usize> {
        self.find(FeatureKind::Monastery, |_| true)
    }

    /// True if a city other than this one reaches a side.
    fn has_other_city(&self, city: usize, side: u8) -> bool {
        self.city(side).is_some_and(|other| other != city)
    }

    /// Returns the field at a half-edge, or else at the nearest one that has a field.
    fn field(&self, half: usize) -> Option<usize> {
        [0, 1, 7, 2, 6, 3, 5, 4]
            .into_iter()
            .find_map(|step| self.field_at((half + step) & 7))
    }

    fn field_at(&self, half: usize) -> Option<usize> {
        self.segments
            .iter()
            .position(|segment| self.rotation.turn_halves(segment.halves) >> half & 1 == 1)
    }

    fn land(&self, at: Option<usize>, symbol: char) -> Place {
        (
            at.map_or(Glyph::Nothing, |at| {
                Glyph::Land(self.segments[at].kind, symbol)
            }),
            at,
        )
    }

    /// Returns the city that goes through the center of the tile, if any.
    fn city_through(&self) -> Option<usize> {
        self.find(FeatureKind::City, |sides| {
            sides.count_ones() > 2 || sides == NORTH | SOUTH || sides == EAST | WEST
        })
    }

    fn roads(&self) -> impl Iterator<Item = usize> {
        (0..self.segments.len()).filter(|&at| self.segments[at].kind == FeatureKind::Road)
    }

    /// Returns the sides that roads reach.
    fn road_sides(&self) -> u8 {
        self.roads()
            .map(|at| self.sides(at))
            .fold(0, |all, sides| all | sides)
    }

    /// Returns the road through the center (`None` inside if several end there), and the character for the center. `None`
    /// if no road goes through the center and at most one ends there.
    fn crossing(&self) -> Option<(Option<usize>, char)> {
        match self.roads().find(|&at| self.sides(at).count_ones() > 1) {
            Some(road) if self.roads().count() == 1 => Some((Some(road), track(self.sides(road)))),
            Some(road) if self.sides(road) == NORTH | SOUTH || self.sides(road) == EAST | WEST => {
                Some((Some(road), '╬'))
            }
            Some(road) => Some((Some(road), '╱')),
            None if self.roads().count() > 1 => Some((None, '+')),
            None => None,
        }
    }
}

/// Draws a tile at the middle scale, row by row.
pub(super) fn middle(kind: &Kind, rotation: Rotation, ingots: u8, mark: Mark) -> Vec<Place> {
    let tile = RotatedTile {
        segments: &kind.segments,
        rotation,
    };
    let mut places = printed(&tile);
    draw_slivers(&tile, &mut places, mark);
    for (at, segment) in tile.segments.iter().enumerate() {
        let own = INSIDE
            .into_iter()
            .filter(|&place| places[place].1 == Some(at))
            .collect::<Vec<_>>();
        let pennants = (segment.pennants > 0).then_some(Glyph::Pennant);
        for (mark, &place) in mark(at).into_iter().chain(pennants).zip(&own) {
            places[place].0 = mark;
        }
    }
    if ingots > 0 {
        let place = SPARE
            .into_iter()
            .find(|&place| matches!(places[place].0, Glyph::Land(..)) && is_spare(&places, place));
        places[place.unwrap_or(SPARE[0])].0 = Glyph::Ingots(ingots);
    }
    places
}

/// Draws the print of a tile, except segments that find no place.
fn printed(tile: &RotatedTile) -> Vec<Place> {
    let mut places = vec![(Glyph::Nothing, None); MIDDLE.0 * MIDDLE.1];
    for (half, &place) in HALVES.iter().enumerate() {
        // The side of the half-edge, and the next side around the corner.
        let around = if half % 2 == 0 { 3 } else { 1 };
        let side = 1 << (half / 2);
        let beside = 1 << ((half / 2 + around) % 4);
        let city = tile.city(side);
        // Two cities that touch at a corner are drawn apart there.
        let other = tile.city(beside).filter(|other| Some(*other) != city);
        let inside = matches!(place, 1 | 3 | 6 | 8);
        places[place] = match city.filter(|_| other.is_none() || !inside) {
            Some(city) => tile.land(Some(city), city_shape(tile, city)),
            None => tile.land(tile.field(half), '·'),
        };
    }
    for (side, run) in [(WEST, TO_THE_WEST), (EAST, TO_THE_EAST)] {
        for place in run {
            if let Some(road) = tile.road(side) {
                places[place] = tile.land(Some(road), '═');
            }
        }
    }
    let through = tile.city_through();
    let city_south = tile.city(SOUTH);
    places[ABOVE] = match (tile.city(NORTH), tile.road(NORTH), through) {
        (Some(city), ..) => tile.land(Some(city), city_shape(tile, city)),
        (None, Some(road), _) => tile.land(Some(road), '║'),
        (None, None, Some(city)) if city_south.is_none() => tile.land(Some(city), '#'),
        (None, None, _) => tile.land(tile.field(0), '·'),
    };
    places[BELOW] = match (city_south, tile.road(SOUTH), tile.crossing()) {
        (Some(city), ..) => tile.land(Some(city), city_shape(tile, city)),
        (_, Some(road), Some((_, symbol))) => tile.land(Some(road), symbol),
        (_, Some(road), None) => tile.land(Some(road), '║'),
        (.., Some((Some(road), symbol))) => tile.land(Some(road), symbol),
        (.., Some((None, symbol))) => (Glyph::Land(FeatureKind::Road, symbol), None),
        _ if through.is_some() => tile.land(through, '#'),
        _ => tile.land(tile.field(4), '·'),
    };
    if let Some(monastery) = tile.monastery() {
        let place = match (tile.road(SOUTH), tile.road(NORTH)) {
            (None, _) => BELOW,
            (_, None) => ABOVE,
            (Some(_), Some(_)) => BESIDE,
        };
        places[place] = tile.land(Some(monastery), 'M');
    }
    places
}

/// True if the segment that owns a place owns other places too.
fn is_spare(places: &[Place], place: usize) -> bool {
    let owner = places[place].1;
    owner.is_some() && places.iter().filter(|other| other.1 == owner).count() > 1
}

/// Gives each segment without a place one that can be spared; for a field, one of its own half-edges if possible. A field
/// without a mark is left out instead, so that it does not interrupt a road.
fn draw_slivers(tile: &RotatedTile, places: &mut [Place], mark: Mark) {
    // Where several roads end, the field beyond them tells that none leaves there.
    let needs_fields = tile.roads().count() > 1;
    for (at, segment) in tile.segments.iter().enumerate() {
        let is_field = segment.kind == FeatureKind::Field;
        if places.iter().any(|place| place.1 == Some(at))
            || (is_field && !needs_fields && mark(at).is_none())
        {
            continue;
        }
        let mut spare = SPARE.into_iter().filter(|&place| is_spare(places, place));
        let nearest = spare
            .clone()
            .find(|&place| !is_field || field_at_place(tile, place) == Some(at))
            .or_else(|| spare.next());
        if let Some(place) = nearest {
            let symbol = if is_field {
                '·'
            } else {
                track(tile.sides(at))
            };
            places[place] = tile.land(Some(at), symbol);
        }
    }
}

/// Returns the field nearest to the half-edge at a place; `None` if no half-edge is there.
fn field_at_place(tile: &RotatedTile, place: usize) -> Option<usize> {
    let half = HALVES.iter().position(|p| *p == place)?;
    tile.field(half)
}

/// Returns the character for a city. One that faces another city across the tile is drawn half as high, to keep them
/// apart.
fn city_shape(tile: &RotatedTile, city: usize) -> char {
    match tile.sides(city) {
        NORTH if tile.has_other_city(city, SOUTH) => '▀',
        SOUTH if tile.has_other_city(city, NORTH) => '▄',
        _ => '#',
    }
}

/// Draws a tile at the smallest scale: its west edge, its center and its east edge.
pub(super) fn smallest(kind: &Kind, rotation: Rotation, ingots: u8, mark: Mark) -> Vec<Place> {
    let tile = RotatedTile {
        segments: &kind.segments,
        rotation,
    };
    let marked = (0..tile.segments.len()).find_map(|at| Some((mark(at)?, Some(at))));
    vec![
        edge(&tile, WEST, 7),
        marked.unwrap_or_else(|| center(&tile, ingots)),
        edge(&tile, EAST, 3),
    ]
}

/// Draws the edge on a side; `half` is one of the side's half-edges.
fn edge(tile: &RotatedTile, side: u8, half: usize) -> Place {
    match (tile.city(side), tile.road(side)) {
        (Some(city), _) => tile.land(Some(city), '#'),
        (None, Some(road)) => tile.land(Some(road), '═'),
        (None, None) => tile.land(tile.field(half), '·'),
    }
}

/// Draws the most important thing on a tile.
fn center(tile: &RotatedTile, ingots: u8) -> Place {
    if ingots > 0 {
        return (Glyph::Ingots(ingots), tile.field(0));
    }
    if let Some(monastery) = tile.monastery() {
        return tile.land(Some(monastery), 'M');
    }
    let pennant = tile
        .segments
        .iter()
        .position(|segment| segment.pennants > 0);
    if let Some(city) = tile.city_through() {
        return if pennant == Some(city) {
            (Glyph::Pennant, pennant)
        } else {
            tile.land(Some(city), '#')
        };
    }
    let city = city_beside(tile);
    let roads = tile.road_sides();
    // A road that merely passes a city is left out here, as it shows at both edges.
    if roads & (NORTH | SOUTH) > 0 || roads > 0 && city.is_none() {
        return road(tile);
    }
    if pennant.is_some() {
        return (Glyph::Pennant, pennant);
    }
    city.unwrap_or_else(|| tile.land(tile.field(0), '·'))
}

/// Draws a city only to the north or south, which takes half a character; two such cities share one.
fn city_beside(tile: &RotatedTile) -> Option<Place> {
    match (tile.city(NORTH), tile.city(SOUTH)) {
        (Some(north), Some(_)) => Some(tile.land(Some(north), TWO_CITIES)),
        (Some(north), None) => Some(tile.land(Some(north), '▀')),
        (None, Some(south)) => Some(tile.land(Some(south), '▄')),
        (None, None) => None,
    }
}

/// Draws the roads of a tile that has some.
fn road(tile: &RotatedTile) -> Place {
    let sides = tile.road_sides();
    let (at, symbol) = match tile.crossing() {
        Some((at, '+')) => (at, track(sides)),
        Some(crossing) => crossing,
        None => (tile.roads().next(), track(sides)),
    };
    (Glyph::Land(FeatureKind::Road, symbol), at)
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use goldrush_engine::carcassonne::Catalogue;
    use goldrush_engine::carcassonne::picture::{self, WIDTH, places};
    use goldrush_engine::player::Player;

    use super::*;

    fn each_way(mut look: impl FnMut(&Kind, Rotation)) {
        let catalogue = Catalogue::printed();
        for (_, kind) in catalogue.kinds() {
            Rotation::ALL
                .into_iter()
                .for_each(|rotation| look(kind, rotation));
        }
    }

    fn text(places: &[Place], width: usize) -> Vec<String> {
        places
            .chunks(width)
            .map(|row| row.iter().map(|place| place.0.symbol()).collect())
            .collect()
    }

    #[test]
    fn middle_scale_shows_every_segment_but_fields_and_all_pieces_and_ingots() {
        let figure = Glyph::Follower(Player::FIRST);
        each_way(|kind, rotation| {
            let drawn = middle(kind, rotation, 0, &|_| None);
            let owners: BTreeSet<_> = drawn.iter().filter_map(|place| place.1).collect();
            let is_shown = |(at, segment): (usize, &Segment)| {
                segment.kind == FeatureKind::Field || owners.contains(&at)
            };
            assert!(
                kind.segments.iter().enumerate().all(is_shown),
                "{} {rotation}",
                kind.id
            );
            for at in 0..kind.segments.len() {
                let drawn = middle(kind, rotation, 2, &|segment| {
                    (segment == at).then_some(figure)
                });
                let shown = text(&drawn, MIDDLE.0);
                assert!(
                    drawn.contains(&(figure, Some(at))),
                    "{} {rotation}: {shown:?}",
                    kind.id
                );
                assert_eq!(
                    drawn
                        .iter()
                        .filter(|place| place.0 == Glyph::Ingots(2))
                        .count(),
                    1,
                    "{shown:?}"
                );
            }
        });
    }

    /// The middle of each side shows the same segment in the small drawings as in the large one.
    #[test]
    fn edges_agree_with_the_large_picture() {
        each_way(|kind, rotation| {
            let large = places(kind, rotation, 0, |_| None);
            let (middle, smallest) = (
                middle(kind, rotation, 0, &|_| None),
                smallest(kind, rotation, 0, &|_| None),
            );
            let sides: [(usize, &[usize], Option<usize>); 4] = [
                (WIDTH / 2, &[1, 2, 3], None),
                (2 * WIDTH - 1, &[4, 9], Some(2)),
                (WIDTH * (picture::HEIGHT - 1) + WIDTH / 2, &[6, 7, 8], None),
                (WIDTH, &[0, 5], Some(0)),
            ];
            for (of_large, of_middle, of_smallest) in sides {
                let owner = large[of_large].1.unwrap();
                let segments = &kind.segments;
                let is_field = segments[owner].kind == FeatureKind::Field;
                let is_left_out = is_field && middle.iter().all(|place| place.1 != Some(owner));
                let there = is_left_out
                    || of_middle
                        .iter()
                        .any(|&place| middle[place].1 == Some(owner));
                assert!(
                    there,
                    "{} {rotation}: {:?}",
                    kind.id,
                    text(&middle, MIDDLE.0)
                );
                let kind_of = |place: usize| smallest[place].1.map(|at| segments[at].kind);
                assert!(
                    of_smallest.is_none_or(|place| kind_of(place) == Some(segments[owner].kind)),
                    "{}",
                    kind.id
                );
            }
        });
    }

    #[test]
    fn smallest_scale_shows_the_most_important_thing_in_the_center() {
        let catalogue = Catalogue::printed();
        let kind = |id: &str| catalogue.kind(catalogue.find(id).unwrap());
        let drawn =
            |id, rotation| text(&smallest(kind(id), rotation, 0, &|_| None), SMALLEST.0).concat();
        let (r0, r90) = (Rotation::R0, Rotation::R90);
        let shown = [
            drawn("B", r0),
            drawn("U", r0),
            drawn("U", r90),
            drawn("X", r0),
            drawn("C", r0),
            drawn("E", r0),
        ];
        assert_eq!(shown, ["·M·", "═══", "·║·", "═╬═", "#*#", "·▀·"]);
        // Two cities across the tile are neither one city nor one that fills it.
        let facing: Vec<_> = catalogue
            .kinds()
            .filter(|(_, kind)| kind.id == "H")
            .map(|(_, kind)| kind)
            .collect();
        let across = facing
            .iter()
            .flat_map(|kind| [r0, r90].map(|way| text(&smallest(kind, way, 0, &|_| None), 3)));
        assert_eq!(
            across.map(|rows| rows.concat()).collect::<BTreeSet<_>>(),
            BTreeSet::from(["#·#", "·:·"].map(String::from))
        );
        let figure = |at: usize| (at == 0).then_some(Glyph::Follower(Player::FIRST));
        assert_eq!(
            text(&smallest(kind("U"), r0, 0, &figure), SMALLEST.0),
            ["═A═"]
        );
        assert_eq!(
            text(&smallest(kind("U"), r0, 1, &|_| None), SMALLEST.0),
            ["═1═"]
        );
    }

    #[test]
    fn different_tiles_look_different_at_the_middle_scale() {
        let mut large = BTreeMap::new();
        each_way(|kind, rotation| {
            let shown = text(&places(kind, rotation, 0, |_| None), WIDTH);
            let small = text(&middle(kind, rotation, 0, &|_| None), MIDDLE.0);
            assert_eq!(
                large.entry(small.clone()).or_insert_with(|| shown.clone()),
                &shown,
                "{} {small:?}",
                kind.id
            );
        });
        let catalogue = Catalogue::printed();
        let drawn = |id| {
            text(
                &middle(
                    catalogue.kind(catalogue.find(id).unwrap()),
                    Rotation::R0,
                    0,
                    &|_| None,
                ),
                MIDDLE.0,
            )
        };
        assert_eq!(drawn("X"), ["··║··", "═·+·═"]);
        assert_eq!(
            drawn("D"),
            ["·###·", "═════"],
            "a field does not interrupt a road"
        );
    }
}
