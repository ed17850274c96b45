//! Numbers and lists in words. What belongs together is not parted at the end of a line.

use crate::report::estimate::spread;
use crate::report::figure::interval::Row;
use crate::report::number::{self, number};
use crate::stats::interval::Estimate;

/// A mean with its interval, of values shown so many times: "55.4 ± 0.3".
pub(super) fn estimate(estimate: &Estimate, factor: f64, least_digits: usize) -> String {
    let digits = digits(estimate, factor, least_digits);
    let spread = spread(estimate, |value| number(value * factor, digits));
    format!("{}{}", number(estimate.mean * factor, digits), tied(&spread))
}

/// The same of a difference.
pub(super) fn signed(estimate: &Estimate, factor: f64, least_digits: usize) -> String {
    let digits = digits(estimate, factor, least_digits);
    let spread = spread(estimate, |value| number(value * factor, digits));
    format!("{}{}", number::signed(estimate.mean * factor, digits).replace('-', "−"), tied(&spread))
}

/// A spread whose parts stay on one line.
fn tied(spread: &str) -> String {
    spread.replace('±', "±\u{a0}").replace(' ', "\u{a0}")
}

/// A share with its interval: "55.4 ± 0.3 %".
pub(super) fn percent(share: &Estimate) -> String {
    format!("{}\u{a0}%", estimate(share, 100.0, 1))
}

/// Points with their interval.
pub(super) fn points(points: &Estimate) -> String {
    estimate(points, 1.0, 1)
}

/// The mean alone, and its interval: half of it with a ±, or `84 to 98`; empty if there is none.
pub(super) fn apart(estimate: &Estimate, factor: f64, unit: &str) -> (String, String) {
    let digits = digits(estimate, factor, 1);
    let mean = format!("{}{unit}", number(estimate.mean * factor, digits));
    let spread = spread(estimate, |value| number(value * factor, digits));
    (mean, spread.trim_start().trim_start_matches('(').trim_end_matches(')').replace('±', "± "))
}

/// As many digits as show that an interval has a width.
fn digits(estimate: &Estimate, factor: f64, least: usize) -> usize {
    number::digits(estimate, factor, least..=5, 0.5)
}

/// A row of a figure of shares.
pub(super) fn share_row(label: String, share: &Estimate, fair: f64) -> Row {
    Row { reference: Some(fair), strong: differs(share, fair), ..row(label, share, percent(share)) }
}

/// A row of a figure.
pub(super) fn row(label: String, estimate: &Estimate, value: String) -> Row {
    let (mean, ends) = (estimate.mean, estimate.ends());
    Row { heading: None, label, mean, ends, reference: None, value, strong: true }
}

/// Whether an interval leaves a value out.
pub(super) fn differs(estimate: &Estimate, value: f64) -> bool {
    estimate.ends().is_some_and(|(low, high)| value < low || value > high)
}

/// A share of the win among equals: "50 %", "33.3 %".
pub(super) fn fair(share: f64) -> String {
    let text = format!("{:.1}", 100.0 * share);
    format!("{}\u{a0}%", text.strip_suffix(".0").unwrap_or(&text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_interval_is_never_shown_without_width() {
        let of = |mean, half| percent(&Estimate::around(mean, half));
        assert_eq!(of(0.5543, Some(0.0031)), "55.4\u{a0}±\u{a0}0.3\u{a0}%");
        assert_eq!(of(0.5543, Some(0.000_21)), "55.43\u{a0}±\u{a0}0.02\u{a0}%");
        assert_eq!(of(-0.5, Some(0.0)), "−50.0\u{a0}±\u{a0}0.0\u{a0}%");
        assert_eq!(of(1.0, None), "100.0\u{a0}%");
        let uneven = Estimate::within(0.99, (0.95, 1.0), (0.0, 1.0));
        assert_eq!(percent(&uneven), "99.0\u{a0}(95.0\u{a0}to\u{a0}100.0)\u{a0}%");
        assert_eq!(apart(&uneven, 100.0, " %"), ("99.0 %".to_owned(), "95.0 to 100.0".to_owned()));
        assert_eq!(fair(0.5), "50\u{a0}%");
    }
}
