//! Vector drawings in units of their own, independent of where they are shown.

pub mod square;

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
        let text = format!("{:.1}", self.0);
        let short = text.strip_suffix(".0").unwrap_or(&text);
        to.push_str(if short == "-0" { "0" } else { short });
    }
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
}
