//! The smallest drawing of the tiles of Gold Rush, three characters wide, so that a whole landscape fits on a screen of 80
//! by 24 characters.

use goldrush_engine::gold_rush::FeatureKind;
use goldrush_engine::gold_rush::catalogue::{Center, Kind};
use goldrush_engine::gold_rush::picture::Glyph;
use goldrush_engine::landscape::grid::Rotation;

use crate::tile_scene::track;

/// Columns and rows.
pub(super) const SMALLEST: (usize, usize) = (3, 1);

const EAST: u8 = 2;
const WEST: u8 = 8;

/// A glyph, and the index of its segment.
type Place = (Glyph, Option<usize>);

struct RotatedTile<'k> {
    kind: &'k Kind,
    rotation: Rotation,
}

impl RotatedTile<'_> {
    /// Returns the indices of the segments of this kind.
    fn segments(&self, of: FeatureKind) -> impl Iterator<Item = usize> {
        (0..self.kind.segments.len()).filter(move |&at| self.kind.segments[at].kind == of)
    }

    fn sides(&self, at: usize) -> u8 {
        self.rotation.turn_sides(self.kind.segments[at].sides)
    }

    /// Draws the edge on a side; `half` is one of the side's half-edges.
    fn edge(&self, side: u8, half: u8) -> Place {
        for (kind, glyph) in [
            (FeatureKind::Railroad, Glyph::Track('═')),
            (FeatureKind::Mountain, Glyph::Mountain),
        ] {
            let segment = self.segments(kind).find(|&at| self.sides(at) & side > 0);
            if segment.is_some() {
                return (glyph, segment);
            }
        }
        let prairie = self
            .kind
            .segments
            .iter()
            .position(|segment| self.rotation.turn_halves(segment.halves) >> half & 1 == 1);
        (Glyph::Prairie, prairie)
    }

    /// Draws the most important thing that is printed on the tile.
    fn print(&self) -> Place {
        if let Some(city) = self.segments(FeatureKind::City).next() {
            return (Glyph::City('#'), Some(city));
        }
        for (at, segment) in self.kind.segments.iter().enumerate() {
            if segment.nuggets > 0 {
                return (Glyph::Nuggets(segment.nuggets), Some(at));
            }
        }
        if let Some(railroad) = self.segments(FeatureKind::Railroad).next() {
            if self.kind.center == Some(Center::Junction) {
                return (Glyph::Junction, None);
            }
            let railroads = self.segments(FeatureKind::Railroad);
            let sides = railroads.fold(0, |sides, at| sides | self.sides(at));
            return (Glyph::Track(track(sides)), Some(railroad));
        }
        (Glyph::Prairie, self.segments(FeatureKind::Prairie).next())
    }
}

/// Draws a tile: its west edge, the most important thing on it, and its east edge. `on` returns the marks on a segment.
pub(super) fn smallest(
    kind: &Kind,
    rotation: Rotation,
    on: impl Fn(usize) -> Vec<Glyph>,
) -> [Place; 3] {
    let tile = RotatedTile { kind, rotation };
    let mut marks: Vec<Place> = Vec::new();
    for at in 0..kind.segments.len() {
        marks.extend(on(at).into_iter().map(|mark| (mark, Some(at))));
    }
    let piece = marks
        .iter()
        .find(|(mark, _)| !matches!(mark, Glyph::Pile(_)));
    let center = piece.or(marks.first()).copied();
    [
        tile.edge(WEST, 7),
        center.unwrap_or_else(|| tile.print()),
        tile.edge(EAST, 3),
    ]
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
