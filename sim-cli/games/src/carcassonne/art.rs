//! Line art of the tiles of Carcassonne, drawn from the catalogue.

use goldrush_engine::carcassonne::FeatureKind;
use goldrush_engine::carcassonne::catalogue::{Catalogue, Kind, Segment};
use goldrush_support::drawing::square::{
    CENTER, area, land, slopes, spots_on_area, spots_on_land, spots_on_track, track,
};
use maud::html;

use crate::scene::{Art, KindArt, SegmentArt, Shape};

/// Draws all kinds of a catalogue.
pub(super) fn art(catalogue: &Catalogue) -> Art {
    let pennant = html! { path class="tile-pennant" d="M-7-9H7V0C7 5 3 8 0 10C-3 8-7 5-7 0z" {} path class="tile-blazon" d="M-7-4L7 4" {} };
    // Buildings do not turn with their tiles.
    let monastery = html! {
        path class="tile-monastery" d="M-16 16V-4L0-15L16-4V16z" {}
        path class="tile-monastery-roof" d="M-20-2L0-17L20-2L16 1L0-11L-16 1z" {}
        path class="tile-monastery-tower" d="M-4-12V-28L0-35L4-28V-12zM-3 17V6a3 3 0 0 1 6 0V17z" {}
    };
    let sign = html! { path class="tile-gold-sign" d="M-8 4L-5-4H5L8 4z" {} };
    Art {
        symbols: vec![
            ("pennant", pennant),
            ("gold", sign),
            ("monastery", monastery),
        ],
        kinds: catalogue
            .kinds()
            .map(|(_, kind)| self::kind(kind))
            .collect(),
    }
}

fn kind(kind: &Kind) -> KindArt {
    let ends = segments(kind, FeatureKind::Road)
        .filter(|road| road.sides.count_ones() == 1)
        .count();
    let has_monastery = segments(kind, FeatureKind::Monastery).next().is_some();
    let printed = html! {
        @for road in segments(kind, FeatureKind::Road) {
            @let path = track(road.sides, None);
            path class="tile-road-rim" d=(path) {}
            path class="tile-road" d=(path) {}
        }
        @for city in segments(kind, FeatureKind::City) {
            path class="tile-town" d=(area(city.sides)) {}
            path class="tile-walls" d=(slopes(city.sides)) {}
            path class="tile-battlements" d=(slopes(city.sides)) {}
        }
        @if ends > 1 && !has_monastery {
            circle class="tile-village" cx="50" cy="50" r="8" {}
        }
    };
    let mut art = KindArt::new(
        printed,
        kind.segments.iter().map(|segment| sketch(kind, segment)),
    );
    if has_monastery {
        art.things.push(("monastery", CENTER));
    }
    if kind.gold {
        art.things.push(("gold", (86.0, 88.0)));
    }
    art
}

/// Returns the segments of a tile that belong to features of one kind.
fn segments(tile: &Kind, of: FeatureKind) -> impl Iterator<Item = &Segment> {
    tile.segments
        .iter()
        .filter(move |segment| segment.kind == of)
}

/// Returns the sides of each of those segments.
fn sides(tile: &Kind, of: FeatureKind) -> Vec<u8> {
    segments(tile, of).map(|segment| segment.sides).collect()
}

/// Returns the line art of a segment.
pub(super) fn sketch(kind: &Kind, segment: &Segment) -> SegmentArt {
    let (shape, spots) = match segment.kind {
        FeatureKind::Road => (
            Shape::Line(track(segment.sides, None)),
            spots_on_track(segment.sides),
        ),
        FeatureKind::City => (
            Shape::Area(area(segment.sides)),
            spots_on_area(segment.sides),
        ),
        FeatureKind::Monastery => (Shape::Area("M28 28H72V72H28z".into()), vec![CENTER]),
        FeatureKind::Field => {
            let roads = sides(kind, FeatureKind::Road);
            let cities = sides(kind, FeatureKind::City);
            (
                Shape::Land(land(segment.halves, &roads, &cities)),
                spots_on_land(segment.halves),
            )
        }
    };
    SegmentArt {
        shape,
        spots,
        things: (0..segment.pennants).map(|_| "pennant").collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tile_scene::check_art;

    #[test]
    fn every_kind_is_drawn_inside_its_square() {
        check_art(&art(&Catalogue::printed()));
    }
}
