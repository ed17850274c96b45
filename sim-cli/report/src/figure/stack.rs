//! Stacked bars, one below the other: points by source, cowboys by role.

use maud::html;

use super::mark::{axis, bar, fit, text};
use super::scale::Scale;
use super::{Drawing, WIDTH};

/// One bar.
pub struct Row {
    /// Name of the bar.
    pub label: String,
    /// Length of the bar in words.
    pub value: String,
    /// Parts, as many as there are names.
    pub parts: Vec<f64>,
}

/// Kind of part: its name, and the CSS class that sets its color.
pub type PartName = (&'static str, &'static str);

/// Returns the width of an entry of the legend.
fn key_width(name: &str) -> f64 {
    18.0 + 6.6 * name.chars().count() as f64 + 8.0
}

/// Draws the bars, with a legend above the first.
pub fn draw(parts: &[PartName], rows: &[Row], unit: &str) -> Drawing {
    const ROW: f64 = 46.0;
    const KEY: f64 = 26.0;
    let sums = rows.iter().map(|row| row.parts.iter().sum());
    let scale = Scale::over(sums.chain([0.0]), 0.0, WIDTH - 1.0);
    let digits = scale.digits(1.0);
    let bottom = KEY + ROW * rows.len() as f64 + 2.0;
    let key = parts.iter().scan(0.0, |x, part| {
        let at = *x;
        *x += key_width(part.0);
        Some((at, part))
    });
    let marks = html! {
        @for (x, (name, class)) in key {
            (bar(x, 3.0, 11.0, 11.0, class))
            (text(x + 15.0, 12.5, "key", name))
        }
        (axis(&scale, KEY, bottom, |value| format!("{value:.digits$}")))
        @for (i, row) in rows.iter().enumerate() {
            @let y = KEY + ROW * i as f64;
            @let room = WIDTH - 7.0 * row.value.chars().count() as f64 - 12.0;
            (text(0.0, y + 13.0, "label halo", &fit(&row.label, room, 12.5)))
            (text(WIDTH, y + 13.0, "value end halo", &row.value))
            @for (part, (left, right)) in places(&row.parts).into_iter().enumerate() {
                @let (from, to) = (scale.at(left), scale.at(right));
                (bar(from, y + 19.0, (to - from - 1.0).max(0.0), 21.0, parts[part].1))
                @if to - from > 27.0 {
                    @let shown = format!("{:.1}", right - left);
                    (text(from.midpoint(to), y + 33.5, &format!("inside on-{}", parts[part].1), &shown))
                }
            }
        }
        (text(WIDTH, bottom + 29.0, "tick end", unit))
    };
    Drawing {
        width: WIDTH,
        height: bottom + 34.0,
        marks,
    }
}

/// Returns the start and end of each part, when each follows the one before.
fn places(parts: &[f64]) -> Vec<(f64, f64)> {
    let mut end = 0.0;
    parts
        .iter()
        .map(|part| {
            (end, {
                end += part;
                end
            })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    #[test]
    fn parts_follow_each_other() {
        assert_eq!(
            super::places(&[1.0, 0.0, 2.5]),
            [(0.0, 1.0), (1.0, 1.0), (1.0, 3.5)]
        );
    }
}
