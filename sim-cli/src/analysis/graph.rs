//! The margin of each seat over a game as a picture: a line a seat with its 95 % interval, its mistakes as circles.

use goldrush_engine::player::Player;

use super::review::Review;
use crate::report::figure::Figure;
use crate::report::figure::course::{Course, Courses, Point};
use crate::table::seats::letter;

/// The expected final margin after each turn, as the seat whose turn it was could know it; a file in SVG.
pub(super) fn margins<M>(seats: &[String], reviews: &[Review<M>], worlds: usize, unit: &'static str) -> String {
    let players = Player::all(seats.len());
    let courses = players.zip(seats).map(|(seat, name)| Course {
        label: format!("{} {name}", letter(seat)),
        points: reviews.iter().filter(|review| review.seat == seat).map(|review| point(review, unit)).collect(),
    });
    let courses = Courses {
        courses: courses.collect(),
        turns: reviews.last().map_or(0, |review| review.number + 1),
        unit,
        axis: "expected lead at the end, points",
    };
    let figure = Figure {
        name: "margin".into(),
        title: format!("Who was ahead, {unit} by {unit}"),
        caption: format!(
            "The lead over the best other seat that each seat could expect after its turns, played to the end in {worlds} worlds; \
             bands are 95 % intervals. Circles are turns that were clearly not the best; the larger, the more they gave away."
        ),
        drawing: courses.draw(),
    };
    figure.file()
}

fn point<M>(review: &Review<M>, unit: &str) -> Point {
    let margin = review.played.margin;
    let words = || format!("{unit} {}: {:.1} points given away", review.number + 1, review.drop());
    Point {
        turn: review.number + 1,
        mean: margin.mean,
        half_width: margin.half_width.unwrap_or_default(),
        note: review.is_clear().then(|| (review.drop(), words())),
    }
}
