//! A graph of each seat's margin over a game: one line per seat with its 95% interval, mistakes as circles.

use goldrush_engine::player::Player;
use goldrush_report::figure::Figure;
use goldrush_report::figure::lead_curve::{LeadCurve, LeadCurves, Point};

use super::review::Review;

/// Draws the expected final margin after each turn, as the seat to move could know it; returns an SVG file. `name`
/// returns the name of the choice a review (by index) is about.
pub(super) fn margins<M>(
    seats: &[String],
    reviews: &[Review<M>],
    worlds: usize,
    name: &dyn Fn(usize) -> String,
) -> String {
    let players = Player::all(seats.len());
    let curves = players.zip(seats).map(|(seat, title)| LeadCurve {
        label: format!("{} {title}", seat.letter()),
        points: reviews
            .iter()
            .enumerate()
            .filter(|(_, review)| review.seat == seat)
            .map(|(index, review)| point(review, &name(index)))
            .collect(),
    });
    let curves = LeadCurves {
        curves: curves.collect(),
        turns: reviews.last().map_or(0, |review| review.turn + 1),
        unit: "turn",
        axis: "expected lead at the end, points",
    };
    let figure = Figure {
        name: "margin".into(),
        title: "Who was ahead, turn by turn".into(),
        caption: format!(
            "Expected final lead of each seat over its best opponent, after each of its turns ({worlds} playouts); bands are 95% \
             intervals. Circles mark clear errors; the larger the circle, the more points it cost."
        ),
        drawing: curves.draw(),
    };
    figure.file()
}

fn point<M>(review: &Review<M>, name: &str) -> Point {
    let margin = review.played.margin;
    let given = review.mistake.as_ref().map(|mistake| mistake.drop.mean);
    Point {
        turn: review.turn + 1,
        mean: margin.mean,
        half_width: margin.half_width.unwrap_or_default(),
        note: given.map(|points| (points, format!("turn {name}: cost {points:.1} points"))),
    }
}
