//! Figure of values over the turns of a game with their intervals: a line for each seat, and circles with notes.

use goldrush_support::drawing::px;
use maud::{Markup, html};

use super::mark::{fit, line, text};
use super::scale::Scale;
use super::{Drawing, WIDTH};
use crate::number::number;

/// A value with its interval.
pub struct Point {
    /// Turn, from 1.
    pub turn: usize,
    pub mean: f64,
    /// Half the width of the 95% interval; 0 without one.
    pub half_width: f64,
    /// Circle around the value: its size, at least 0, and its text.
    pub note: Option<(f64, String)>,
}

/// Values of one seat.
pub struct LeadCurve {
    /// Name of the seat.
    pub label: String,
    /// Values, in the order of turns.
    pub points: Vec<Point>,
}

/// A figure of values over a game.
pub struct LeadCurves {
    /// Curves by seat; only five have different styles.
    pub curves: Vec<LeadCurve>,
    /// Number of turns of the game.
    pub turns: usize,
    /// Unit of the horizontal axis: `turn`, or whatever else `Point::turn` counts.
    pub unit: &'static str,
    /// Label of the vertical axis.
    pub axis: &'static str,
}

const HEIGHT: f64 = 230.0;
const LEFT: f64 = 36.0;
/// Number of legend entries in a row; `KEY` is the height of a row.
const KEYS: usize = 3;
const KEY: f64 = 18.0;

/// Positions of values in the picture.
struct Axes {
    turns: Scale,
    values: Scale,
}

impl Axes {
    fn place(&self, point: &Point, by: f64) -> String {
        let (x, y) = (
            self.turns.at(point.turn as f64),
            self.values.at(point.mean + by * point.half_width),
        );
        format!("{x:.1},{y:.1}")
    }
}

impl LeadCurves {
    /// Draws the figure.
    pub fn draw(&self) -> Drawing {
        let top = KEY * self.curves.len().div_ceil(KEYS) as f64 + 26.0;
        let bottom = top + HEIGHT;
        let points = self.curves.iter().flat_map(|curve| &curve.points);
        let values =
            points.flat_map(|point| [point.mean - point.half_width, point.mean + point.half_width]);
        let axes = Axes {
            turns: Scale::between(1.0, self.turns.max(2) as f64, LEFT + 8.0, WIDTH - 8.0),
            // Zero is always included: the question is who is ahead.
            values: Scale::over(values.chain([0.0]), bottom, top),
        };
        let digits = axes.values.digits(1.0);
        let marks = html! {
            @for (at, curve) in self.curves.iter().enumerate() { (key(at, &curve.label)) }
            (text(0.0, top - 12.0, "tick", self.axis))
            @for value in axes.values.ticks() {
                @let y = axes.values.at(value);
                (line((LEFT, y), (WIDTH, y), if value == 0.0 { "base" } else { "grid" }))
                (text(LEFT - 6.0, y + 4.0, "tick end", &signed(value, digits)))
            }
            @for turn in axes.turns.ticks() { (text(axes.turns.at(turn), bottom + 16.0, "tick middle", &number(turn, 0))) }
            (text(WIDTH, bottom + 32.0, "tick end", self.unit))
            @for (at, curve) in self.curves.iter().enumerate() {
                g class={ "course-" (at) } {
                    polygon class="around" points=(outline(&axes, curve)) {}
                    polyline points=(points_of(&axes, curve)) {}
                    @for point in &curve.points {
                        @if let Some((size, words)) = &point.note {
                            circle cx=(px(axes.turns.at(point.turn as f64))) cy=(px(axes.values.at(point.mean)))
                                r=(px(2.0 + size.max(0.0).sqrt())) { title { (words) } }
                        }
                    }
                }
            }
        };
        Drawing {
            width: WIDTH,
            height: bottom + 36.0,
            marks,
        }
    }
}

/// Returns a legend entry: a piece of the line and its label.
fn key(at: usize, label: &str) -> Markup {
    let room = WIDTH / KEYS as f64;
    let x = room * (at % KEYS) as f64;
    let y = KEY * (at / KEYS) as f64 + 10.0;
    html! {
        g class={ "course-" (at) } { polyline points=(format!("{x:.1},{:.1} {:.1},{:.1}", y - 4.0, x + 26.0, y - 4.0)) {} }
        (text(x + 32.0, y, "key", &fit(label, room - 38.0, 12.0)))
    }
}

fn points_of(axes: &Axes, curve: &LeadCurve) -> String {
    let places: Vec<String> = curve
        .points
        .iter()
        .map(|point| axes.place(point, 0.0))
        .collect();
    places.join(" ")
}

/// Returns the outline along the upper ends of the intervals and back along the lower ends.
fn outline(axes: &Axes, curve: &LeadCurve) -> String {
    let upper = curve.points.iter().map(|point| axes.place(point, 1.0));
    let lower = curve
        .points
        .iter()
        .rev()
        .map(|point| axes.place(point, -1.0));
    upper.chain(lower).collect::<Vec<_>>().join(" ")
}

fn signed(value: f64, digits: usize) -> String {
    let text = number(value, digits);
    if value > 0.0 {
        format!("+{text}")
    } else {
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn curves_span_all_turns_and_zero_is_visible() {
        let point = |turn, mean| Point {
            turn,
            mean,
            half_width: 2.0,
            note: None,
        };
        let curve = |label: &str, points| LeadCurve {
            label: label.into(),
            points,
        };
        let mut second = point(4, 12.0);
        second.note = Some((4.0, "turn 4 <b>".into()));
        let curves = vec![
            curve("A <you>", vec![point(1, 4.0), point(3, 8.0)]),
            curve("B", vec![point(2, 6.0), second]),
        ];
        let text = LeadCurves {
            curves,
            turns: 4,
            unit: "turn",
            axis: "lead",
        }
        .draw()
        .marks
        .into_string();
        assert!(
            text.contains("points=\"44.0,") && text.contains("cx=\"432\""),
            "{text}"
        );
        assert!(
            text.contains("class=\"base\"")
                && text.contains(">+10</text>")
                && text.contains("r=\"4\""),
            "{text}"
        );
        assert!(
            text.contains("A &lt;you&gt;") && text.contains("turn 4 &lt;b&gt;"),
            "{text}"
        );
    }
}
