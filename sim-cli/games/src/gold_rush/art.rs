//! Line art of the tiles of Gold Rush, drawn from the catalogue.

use std::iter;

use goldrush_engine::gold_rush::FeatureKind;
use goldrush_engine::gold_rush::catalogue::{Catalogue, Center, Kind, Segment};
use goldrush_support::drawing::square::{
    CENTER, Point, area, land, slopes, spots_on_area, spots_on_land, spots_on_track, track,
};
use maud::html;

use crate::scene::{Art, KindArt, SegmentArt, Shape};

/// Symbols for 1 to 5 nuggets side by side; larger numbers get the last one.
const NUGGETS: [&str; 5] = ["nugget-1", "nugget-2", "nugget-3", "nugget-4", "nugget-5"];

/// Draws all kinds of a catalogue.
pub(super) fn art(catalogue: &Catalogue) -> Art {
    let nuggets = NUGGETS.into_iter().zip(1u8..).map(|(name, count)| {
        let xs = (0..count).map(|n| 9.0 * (f64::from(n) - f64::from(count - 1) / 2.0));
        (
            name,
            html! { @for x in xs { circle class="tile-nugget" cx=(x) r="4.6" {} } },
        )
    });
    let others = [
        (
            "locomotive",
            html! {
                path class="tile-smoke" d="M8-14a3 3 0 1 1 3-4 3.6 3.6 0 1 1 2 5z" {}
                path class="tile-locomotive" d="M-15 4V-9h-1.5v-3H1v3H-.5V-5H4l-1.5-7h8L9-5h3a4 4 0 0 1 3 4V1l4 6H-15z" {}
                path class="tile-cab" d="M-11.5-8h7v6h-7zM2-4.5V3.5" {}
                @for (x, y, r) in [(-9.0, 6, 4.2), (1.5, 7, 3.2), (9.5, 7, 3.2)] { circle class="tile-wheel" cx=(x) cy=(y) r=(r) {} }
            },
        ),
        (
            "camp",
            html! {
                path class="tile-poles" d="M-3-16L2-8M3-16L-2-8" {}
                path class="tile-camp" d="M0-11L11 9Q0 12-11 9z" {}
                path class="tile-band" d="M-4.4-3Q0-1.5 4.4-3" {}
                path class="tile-opening" d="M0 0L4 10.3Q0 11-4 10.3z" {}
            },
        ),
        // Buildings do not turn with their tiles.
        (
            "houses",
            html! { path class="tile-house" d="M-16 4V-5l7-7 7 7v9zM2 4V-9l7-7 7 7v13zM-8 15V6l8-7 8 7v9z" {} },
        ),
        (
            "herd",
            html! {
                path class="tile-herd" d="M-14-4l1-4-2.5-2.5 3.5.5 2-.8 2.2-2.2.3 3.2 3.5 2H7q4.5 0 5 4l1 6-1.2.3L10 1V9H6.5V3.5Q1.5 5-3 3.5V9h-3.5V2Q-9 .5-9.5-2l-2.5 1q-3 0-2-3z" {}
                path class="tile-hide" d="M-1-6h5q2.5 2 .5 5t-5-1z" {}
            },
        ),
    ];
    Art {
        symbols: nuggets.chain(others).collect(),
        kinds: catalogue.kinds().iter().map(kind).collect(),
    }
}

fn kind(kind: &Kind) -> KindArt {
    let end = end_of_tracks(kind);
    let printed = html! {
        @for rail in segments(kind, FeatureKind::Railroad) {
            @let path = track(rail.sides, end);
            path class="tile-sleepers" d=(path) {}
            path class="tile-rails" d=(path) {}
            path class="tile-between-rails" d=(path) {}
        }
        @for mountain in segments(kind, FeatureKind::Mountain) {
            path class="tile-rock" d=(area(mountain.sides)) {}
            path class="tile-slope" d=(slopes(mountain.sides)) {}
        }
        @if kind.center == Some(Center::Junction) { circle class="tile-junction" cx="50" cy="50" r="9" {} }
        @if kind.center == Some(Center::City) {
            circle class="tile-city-ground" cx="50" cy="50" r="21" {}
        }
    };
    let mut art = KindArt::new(
        printed,
        kind.segments.iter().map(|segment| sketch(kind, segment)),
    );
    if kind.center == Some(Center::City) {
        art.things.push(("houses", CENTER));
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

/// Returns the point where a kind's tracks end; `None` if that is the center of the tile.
fn end_of_tracks(kind: &Kind) -> Option<Point> {
    let mountains = segments(kind, FeatureKind::Mountain);
    let largest = mountains.max_by_key(|mountain| mountain.sides.count_ones());
    largest
        .filter(|_| kind.center.is_none())
        .map(|mountain| spots_on_area(mountain.sides)[0])
}

/// Returns the line art of a segment.
pub(super) fn sketch(kind: &Kind, segment: &Segment) -> SegmentArt {
    let (shape, spots) = match segment.kind {
        FeatureKind::Railroad => (
            Shape::Line(track(segment.sides, end_of_tracks(kind))),
            spots_on_track(segment.sides),
        ),
        FeatureKind::Mountain => (
            Shape::Area(area(segment.sides)),
            spots_on_area(segment.sides),
        ),
        FeatureKind::City => (
            Shape::Area("M29 50a21 21 0 1 0 42 0a21 21 0 1 0-42 0z".into()),
            vec![CENTER],
        ),
        FeatureKind::Prairie => {
            let tracks = sides(kind, FeatureKind::Railroad);
            let areas = sides(kind, FeatureKind::Mountain);
            (
                Shape::Land(land(segment.halves, &tracks, &areas)),
                spots_on_land(segment.halves),
            )
        }
    };
    let mut things = vec!["herd"; usize::from(segment.herds)];
    things.extend(iter::repeat_n("camp", segment.camps.into()));
    things.extend(iter::repeat_n("locomotive", segment.locomotives.into()));
    if segment.nuggets > 0 {
        things.push(NUGGETS[usize::from(segment.nuggets).min(NUGGETS.len()) - 1]);
    }
    SegmentArt {
        shape,
        spots,
        things,
    }
}

#[cfg(test)]
mod tests {
    use goldrush_engine::gold_rush::catalogue::BUILT_IN;

    use super::*;
    use crate::tile_scene::check_art;

    #[test]
    fn every_kind_is_drawn_inside_its_square() {
        for (name, _) in BUILT_IN {
            check_art(&art(&Catalogue::built_in(name).unwrap()));
        }
    }
}
