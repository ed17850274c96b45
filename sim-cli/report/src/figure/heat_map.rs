//! A heat map: a table of numbers, the darker the larger.

use goldrush_support::drawing::px;
use maud::html;

use super::mark::{fit, text};
use super::{Drawing, WIDTH};
use crate::number::number;

/// A heat map of numbers from 0.
pub struct HeatMap {
    /// Names of the rows, from top to bottom.
    pub rows: Vec<String>,
    /// Names of the columns, from left to right.
    pub columns: Vec<String>,
    /// Numbers by row and column; not negative.
    pub cells: Vec<Vec<f64>>,
    /// Label below the columns.
    pub axis: &'static str,
}

/// Smallest and largest width of the names of the rows.
const NAMES: (f64, f64) = (80.0, 140.0);
/// Width of a letter.
const LETTER: f64 = 7.0;
const ROW: f64 = 30.0;

impl HeatMap {
    /// Draws it.
    pub fn draw(&self) -> Drawing {
        let most = self.cells.iter().flatten().copied().fold(0.0, f64::max);
        let longest = self
            .rows
            .iter()
            .map(|name| name.chars().count())
            .max()
            .unwrap_or(0);
        let left = (LETTER * longest as f64 + 10.0).clamp(NAMES.0, NAMES.1);
        let cell = (WIDTH - left) / self.columns.len().max(1) as f64;
        let bottom = ROW * self.rows.len() as f64;
        let marks = html! {
            @for (i, (name, cells)) in self.rows.iter().zip(&self.cells).enumerate() {
                @let y = ROW * i as f64;
                (text(0.0, y + ROW / 2.0 + 4.0, "label", &fit(name, left - 6.0, 12.5)))
                @for (j, value) in cells.iter().enumerate() {
                    @let x = left + cell * j as f64;
                    @let strength = if most > 0.0 { value / most } else { 0.0 };
                    rect class="ahead" fill-opacity=(format!("{:.2}", 0.04 + 0.6 * strength)) x=(px(x + 1.0)) y=(px(y + 1.0)) width=(px(cell - 2.0)) height=(px(ROW - 2.0)) {}
                    (text(x + cell / 2.0, y + ROW / 2.0 + 4.0, "cell", &number(*value, usize::from(*value < 9.95))))
                }
            }
            @for (j, name) in self.columns.iter().enumerate() {
                (text(left + cell * (j as f64 + 0.5), bottom + 14.0, "tick middle", name))
            }
            (text(left, bottom + 30.0, "tick", self.axis))
        };
        Drawing {
            width: WIDTH,
            height: bottom + 36.0,
            marks,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_largest_number_is_darkest() {
        let map = HeatMap {
            rows: vec!["Roads".into(), "Cities".into()],
            columns: vec!["50%".into(), "100%".into()],
            cells: vec![vec![0.0, 2.5], vec![5.0, 1.0]],
            axis: "turns played",
        };
        let svg = map.draw().marks.into_string();
        let strengths: Vec<&str> = svg
            .split("fill-opacity=\"")
            .skip(1)
            .map(|rest| &rest[..4])
            .collect();
        assert_eq!(strengths, ["0.04", "0.34", "0.64", "0.16"]);
        assert!(
            svg.contains(">2.5<") && svg.contains(">Cities<") && svg.contains(">100%<"),
            "{svg}"
        );
        let nothing = HeatMap {
            cells: vec![vec![0.0; 2]; 2],
            ..map
        };
        assert!(
            nothing
                .draw()
                .marks
                .into_string()
                .contains("fill-opacity=\"0.04\"")
        );
    }
}
