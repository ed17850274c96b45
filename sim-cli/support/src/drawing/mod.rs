//! Vector drawings in units of their own, independent of where they are shown.

pub mod square;

use std::fmt::Write as _;

use maud::{Markup, Render};

/// A drawing and its size.
pub struct Drawing {
    /// Width in units.
    pub width: f64,
    /// Height in units.
    pub height: f64,
    /// Its SVG elements.
    pub marks: Markup,
}

/// A length or coordinate, printed to a tenth of a unit.
#[derive(Clone, Copy)]
pub struct Px(f64);

/// Wraps a length or coordinate to be printed to a tenth of a unit.
pub fn px(value: f64) -> Px {
    Px(value)
}

impl Render for Px {
    fn render_to(&self, to: &mut String) {
        // Exact decimals of a float are slow to find, and differ from its tenths only if it lies between two of them.
        let scaled = self.0 * 10.0;
        let tenths = scaled.round_ties_even();
        if (scaled - tenths).abs() < 0.499 && tenths.abs() < 1e9 {
            write_tenths(tenths as i64, to);
            return;
        }
        let text = format!("{:.1}", self.0);
        let short = text.strip_suffix(".0").unwrap_or(&text);
        to.push_str(if short == "-0" { "0" } else { short });
    }
}

fn write_tenths(tenths: i64, to: &mut String) {
    let sign = if tenths < 0 { "-" } else { "" };
    let whole = tenths.abs() / 10;
    // Writing to a string does not fail.
    let _ = match tenths.abs() % 10 {
        0 => write!(to, "{sign}{whole}"),
        tenth => write!(to, "{sign}{whole}.{tenth}"),
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn coordinates_are_printed_short() {
        let text = |v: f64| px(v).render().into_string();
        assert_eq!(
            [12.0, 3.12, -0.01, -2.5].map(text),
            ["12", "3.1", "0", "-2.5"]
        );
    }

    #[test]
    fn tenths_are_those_of_the_exact_decimals() {
        for step in -40_000..40_000 {
            let value = f64::from(step) / 400.0;
            let exact = format!("{value:.1}");
            let exact = exact.strip_suffix(".0").unwrap_or(&exact);
            let exact = if exact == "-0" { "0" } else { exact };
            assert_eq!(px(value).render().into_string(), exact, "{value}");
        }
    }
}
