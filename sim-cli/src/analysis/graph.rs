//! The margin of each seat over a game, as SVG: a line a seat with its 95 % interval, its mistakes as circles.

use std::fmt::Write;

use goldrush_engine::player::Player;

use super::review::Review;
use crate::play::seats::letter;

const WIDTH: f64 = 960.0;
const HEIGHT: f64 = 480.0;
const LEFT: f64 = 60.0;
const RIGHT: f64 = 20.0;
const TOP: f64 = 50.0;
const BOTTOM: f64 = 50.0;
/// By seat.
const COLORS: [&str; 5] = ["#c62828", "#1565c0", "#6a1b9a", "#00838f", "#616161"];
const DASHES: [&str; 5] = ["", "8 4", "2 3", "12 3 2 3", "5 5"];

/// Where values are on the drawing.
struct Scale {
    turns: f64,
    /// The largest margin, in points, a multiple of ten.
    most: f64,
}

impl Scale {
    fn x(&self, turn: usize) -> f64 {
        LEFT + (WIDTH - LEFT - RIGHT) * (turn as f64 + 0.5) / self.turns
    }

    fn y(&self, margin: f64) -> f64 {
        TOP + (HEIGHT - TOP - BOTTOM) * (self.most - margin) / (2.0 * self.most)
    }
}

/// The expected final margin after each turn, as the seat whose turn it was could know it.
pub(super) fn margins(seats: &[String], reviews: &[Review]) -> String {
    let reach = |review: &Review| review.played.margin.mean.abs() + half(review);
    let most = reviews.iter().map(reach).fold(10.0, f64::max);
    let scale = Scale { turns: reviews.len().max(1) as f64, most: (most / 10.0).ceil() * 10.0 };
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" font-family=\"sans-serif\" \
         font-size=\"13\">\n<title>Expected margin over the game</title>\n\
         <rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"white\"/>\n"
    );
    axes(&scale, reviews.len(), &mut svg);
    for (at, name) in seats.iter().enumerate() {
        if let Some(seat) = Player::new(at) {
            let own: Vec<&Review> = reviews.iter().filter(|review| review.seat == seat).collect();
            line(&scale, seat, name, &own, &mut svg);
        }
    }
    svg + "</svg>\n"
}

fn half(review: &Review) -> f64 {
    review.played.margin.half_width.unwrap_or_default()
}

fn axes(scale: &Scale, turns: usize, svg: &mut String) {
    let step = if scale.most > 60.0 { 20 } else { 10 };
    let most = scale.most as i32;
    for margin in (-most..=most).filter(|margin| margin % step == 0) {
        let y = scale.y(f64::from(margin));
        let color = if margin == 0 { "#555" } else { "#ddd" };
        put(
            svg,
            &format!("<line x1=\"{LEFT}\" y1=\"{y:.1}\" x2=\"{}\" y2=\"{y:.1}\" stroke=\"{color}\"/>", WIDTH - RIGHT),
        );
        put(svg, &format!("<text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{margin:+}</text>", LEFT - 8.0, y + 4.0));
    }
    for turn in (0..turns).filter(|turn| (turn + 1) % 10 == 0 || *turn == 0) {
        let (x, y) = (scale.x(turn), HEIGHT - BOTTOM + 20.0);
        put(svg, &format!("<text x=\"{x:.1}\" y=\"{y}\" text-anchor=\"middle\">{}</text>", turn + 1));
    }
    let middle = (LEFT + WIDTH - RIGHT) / 2.0;
    put(svg, &format!("<text x=\"{middle}\" y=\"{}\" text-anchor=\"middle\">turn</text>", HEIGHT - 10.0));
    let y = (TOP + HEIGHT - BOTTOM) / 2.0;
    put(
        svg,
        &format!(
            "<text transform=\"translate(16 {y}) rotate(-90)\" text-anchor=\"middle\">expected lead at the end, points</text>"
        ),
    );
}

fn line(scale: &Scale, seat: Player, name: &str, own: &[&Review], svg: &mut String) {
    let (color, dash) = (COLORS[seat.index()], DASHES[seat.index()]);
    let point = |review: &&Review, by: f64| {
        format!("{:.1},{:.1}", scale.x(review.turn), scale.y(review.played.margin.mean + by * half(review)))
    };
    let upper = own.iter().map(|review| point(review, 1.0));
    let lower = own.iter().rev().map(|review| point(review, -1.0));
    let band: Vec<_> = upper.chain(lower).collect();
    put(svg, &format!("<polygon points=\"{}\" fill=\"{color}\" fill-opacity=\"0.12\"/>", band.join(" ")));
    let middle: Vec<_> = own.iter().map(|review| point(review, 0.0)).collect();
    let style = format!("fill=\"none\" stroke=\"{color}\" stroke-width=\"2\" stroke-dasharray=\"{dash}\"");
    put(svg, &format!("<polyline points=\"{}\" {style}/>", middle.join(" ")));
    for review in own.iter().filter(|review| review.is_clear()) {
        let (x, y) = (scale.x(review.turn), scale.y(review.played.margin.mean));
        let radius = 2.0 + review.drop().sqrt();
        put(
            svg,
            &format!(
                "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius:.1}\" fill=\"{color}\" fill-opacity=\"0.6\"><title>turn {}: {:.1} points given away</title></circle>",
                review.turn + 1,
                review.drop()
            ),
        );
    }
    let x = LEFT + 170.0 * seat.index() as f64;
    put(
        svg,
        &format!(
            "<line x1=\"{x}\" y1=\"22\" x2=\"{}\" y2=\"22\" stroke=\"{color}\" stroke-width=\"2\" stroke-dasharray=\"{dash}\"/>",
            x + 28.0
        ),
    );
    put(svg, &format!("<text x=\"{}\" y=\"26\">{} {}</text>", x + 34.0, letter(seat), escaped(name)));
}

fn put(svg: &mut String, element: &str) {
    writeln!(svg, "{element}").expect("a string takes everything");
}

fn escaped(text: &str) -> String {
    text.chars().take(18).collect::<String>().replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
