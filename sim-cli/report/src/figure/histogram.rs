//! Distributions of whole numbers, one strip below the other on a common axis.

use goldrush_support::stats::histogram::Histogram;
use maud::html;

use super::mark::{axis, bar, fit, line, text};
use super::scale::Scale;
use super::{Drawing, WIDTH};

/// One distribution.
pub struct Row<'h> {
    /// Name of the distribution.
    pub label: String,
    /// Summary in words.
    pub value: String,
    /// Numbers to draw.
    pub histogram: &'h Histogram,
}

/// Maximum number of bars in a strip.
const MOST_BARS: usize = 44;

/// Draws the strips; a line marks each median. All strips have the same area.
pub fn draw(rows: &[Row], unit: &str) -> Drawing {
    const LABEL: f64 = 18.0;
    const STRIP: f64 = 44.0;
    const ROW: f64 = LABEL + STRIP + 8.0;
    let ranges: Vec<(u16, u16)> = rows
        .iter()
        .filter_map(|row| row.histogram.range())
        .collect();
    let low = ranges.iter().map(|range| range.0).min().unwrap_or(0);
    let high = ranges.iter().map(|range| range.1).max().unwrap_or(0);
    let width = bar_width(usize::from(high - low) + 1);
    let from = usize::from(low) / width * width;
    let bars = (usize::from(high) + 1 - from).div_ceil(width);
    let end = from + bars * width;
    // A whole number covers the unit around it.
    let scale = Scale::between(from as f64 - 0.5, end as f64 - 0.5, 0.0, WIDTH);
    let height = |row: &Row, i: usize| {
        let at = from + i * width;
        row.histogram.count(at, at + width) as f64 / row.histogram.total().max(1) as f64
    };
    let most = rows
        .iter()
        .flat_map(|row| (0..bars).map(move |i| height(row, i)))
        .fold(1e-9, f64::max);
    let bottom = ROW * rows.len() as f64;
    let marks = html! {
        (axis(&scale, 0.0, bottom, |value| format!("{value:.0}")))
        @for (r, row) in rows.iter().enumerate() {
            @let top = ROW * r as f64;
            @let base = top + LABEL + STRIP;
            @let room = WIDTH - 7.0 * row.value.chars().count() as f64 - 12.0;
            (text(0.0, top + 13.0, "label halo", &fit(&row.label, room, 12.5)))
            (text(WIDTH, top + 13.0, "value end halo", &row.value))
            @for i in 0..bars {
                @let tall = height(row, i) / most * STRIP;
                @if tall > 0.0 {
                    @let left = scale.at((from + i * width) as f64 - 0.5);
                    @let right = scale.at((from + (i + 1) * width) as f64 - 0.5);
                    (bar(left + 0.3, base - tall, right - left - 0.6, tall, "count"))
                }
            }
            (line((0.0, base), (WIDTH, base), "base"))
            @if let Some(median) = row.histogram.quantile(0.5) {
                (line((scale.at(median.into()), base - STRIP - 2.0), (scale.at(median.into()), base), "median"))
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

/// Returns the number of whole numbers in a bar: 1, 2 or 5 times a power of ten.
fn bar_width(numbers: usize) -> usize {
    let widths = (0..).flat_map(|power| [1, 2, 5].map(|m| m * 10_usize.pow(power)));
    widths
        .take(12)
        .find(|width| numbers.div_ceil(*width) <= MOST_BARS)
        .unwrap_or(numbers)
}

#[cfg(test)]
mod tests {
    #[test]
    fn bars_are_few_and_round() {
        assert_eq!(
            [1, 44, 45, 180, 400].map(super::bar_width),
            [1, 1, 2, 5, 10]
        );
    }
}
