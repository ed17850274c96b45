//! The smallest drawing of the tiles of Gold Rush, three characters wide, so that a whole landscape fits on a screen of 80
//! by 24 characters.

use goldrush_engine::gold_rush::FeatureKind;
use goldrush_engine::gold_rush::catalogue::{Center, Kind, Segment};
use goldrush_engine::gold_rush::picture::Glyph;
use goldrush_engine::landscape::grid::Rotation;

use crate::games::tile_scene::track;

/// Columns and rows.
pub(super) const SMALLEST: (usize, usize) = (3, 1);

const EAST: u8 = 2;
const WEST: u8 = 8;

/// A glyph, and the index of its segment.
type Place = (Glyph, Option<usize>);

/// Draws a tile: its west edge, the most important thing on it, and its east edge. `on` returns the marks on a segment.
pub(super) fn smallest(
    kind: &Kind,
    rotation: Rotation,
    on: impl Fn(usize) -> Vec<Glyph>,
) -> [Place; 3] {
    let segments = || kind.segments.iter().enumerate();
    let sides = |segment: &Segment| rotation.turn_sides(segment.sides);
    let of = |of_kind: FeatureKind| segments().filter(move |(_, segment)| segment.kind == of_kind);
    let edge = |side: u8, half: u8| {
        let reaches = |(_, segment): &(usize, &Segment)| sides(segment) & side > 0;
        let railroad = of(FeatureKind::Railroad)
            .find(reaches)
            .map(|(at, _)| (Glyph::Track('═'), Some(at)));
        let mountain = || {
            of(FeatureKind::Mountain)
                .find(reaches)
                .map(|(at, _)| (Glyph::Mountain, Some(at)))
        };
        let prairie = || {
            segments().find(|(_, segment)| rotation.turn_halves(segment.halves) >> half & 1 == 1)
        };
        let prairie = || (Glyph::Prairie, prairie().map(|(at, _)| at));
        railroad.or_else(mountain).unwrap_or_else(prairie)
    };
    let marks =
        || segments().flat_map(|(at, _)| on(at).into_iter().map(move |mark| (mark, Some(at))));
    let piece = marks().find(|(mark, _)| !matches!(mark, Glyph::Pile(_)));
    let city = of(FeatureKind::City)
        .next()
        .map(|(at, _)| (Glyph::City('#'), Some(at)));
    let nuggets = segments().find(|(_, segment)| segment.nuggets > 0);
    let nuggets = nuggets.map(|(at, segment)| (Glyph::Nuggets(segment.nuggets), Some(at)));
    let tracks = of(FeatureKind::Railroad).fold(0, |all, (_, segment)| all | sides(segment));
    let railroad = of(FeatureKind::Railroad)
        .next()
        .map(|(at, _)| match kind.center {
            Some(Center::Junction) => (Glyph::Junction, None),
            _ => (Glyph::Track(track(tracks)), Some(at)),
        });
    let other = || {
        (
            Glyph::Prairie,
            of(FeatureKind::Prairie).next().map(|(at, _)| at),
        )
    };
    let inside = piece
        .or_else(|| marks().next())
        .or(city)
        .or(nuggets)
        .or(railroad)
        .unwrap_or_else(other);
    [edge(WEST, 7), inside, edge(EAST, 3)]
}

#[cfg(test)]
mod tests {
    use goldrush_engine::gold_rush::Catalogue;
    use goldrush_engine::gold_rush::picture::{Scale, TilePicture};
    use goldrush_engine::player::Player;

    use super::*;

    /// A choice, nuggets and tokens beside each other would read as one number.
    #[test]
    fn numbers_on_a_large_tile_do_not_touch() {
        let is_number =
            |glyph: Glyph| matches!(glyph, Glyph::Label(_) | Glyph::Pile(_) | Glyph::Nuggets(_));
        for kind in Catalogue::built_in("gold_rush").unwrap().kinds() {
            for rotation in Rotation::ALL {
                let on = |at: usize| match kind.segments[at].kind {
                    FeatureKind::Mountain => vec![Glyph::Label('4'), Glyph::Pile(3)],
                    _ => Vec::new(),
                };
                for row in TilePicture::new(kind, rotation, Scale::Large, on).rows() {
                    let touch = row
                        .windows(2)
                        .any(|pair| pair.iter().all(|(glyph, _)| is_number(*glyph)));
                    assert!(!touch, "{} {rotation}: {row:?}", kind.name);
                }
            }
        }
    }

    #[test]
    fn smallest_tile_shows_pieces_before_print() {
        let cowboy = Glyph::Cowboy(Player::FIRST);
        for kind in Catalogue::built_in("gold_rush").unwrap().kinds() {
            for (at, rotation) in Rotation::ALL
                .into_iter()
                .flat_map(|r| (0..kind.segments.len()).map(move |at| (at, r)))
            {
                let on = |segment| {
                    if segment == at {
                        vec![cowboy]
                    } else {
                        vec![Glyph::Pile(2)]
                    }
                };
                assert_eq!(
                    smallest(kind, rotation, on)[1],
                    (cowboy, Some(at)),
                    "{}",
                    kind.name
                );
            }
        }
    }
}
