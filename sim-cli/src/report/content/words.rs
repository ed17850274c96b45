//! Formats numbers and intervals for pages. Line breaks never separate a number from its interval or unit.

use crate::report::estimate::spread;
use crate::report::figure::interval::Row;
use crate::report::number::{self, number, with_unit};
use crate::stats::interval::Estimate;

/// Formats a mean with its interval, multiplied by `factor`: "55.4 ± 0.3".
pub(super) fn estimate(estimate: &Estimate, factor: f64, least_digits: usize) -> String {
    let digits = digits(estimate, factor, least_digits);
    let spread = spread(estimate, |value| number(value * factor, digits));
    format!(
        "{}{}",
        number(estimate.mean * factor, digits),
        tied(&spread)
    )
}

/// Formats the same for a difference.
pub(super) fn signed(estimate: &Estimate, factor: f64, least_digits: usize) -> String {
    let digits = digits(estimate, factor, least_digits);
    let spread = spread(estimate, |value| number(value * factor, digits));
    format!(
        "{}{}",
        number::signed(estimate.mean * factor, digits).replace('-', "−"),
        tied(&spread)
    )
}

/// Makes the spaces of a spread non-breaking.
fn tied(spread: &str) -> String {
    spread.replace('±', "±\u{a0}").replace(' ', "\u{a0}")
}

/// Formats a share with its interval: `55.4% ± 0.3`.
pub(super) fn percent(share: &Estimate) -> String {
    let digits = digits(share, 100.0, 1);
    let spread = spread(share, |value| number(value * 100.0, digits));
    with_unit(number(share.mean * 100.0, digits), "%") + &tied(&spread)
}

/// Formats points with their interval.
pub(super) fn points(points: &Estimate) -> String {
    estimate(points, 1.0, 1)
}

/// Formats the mean alone, and its interval: the half-width after a ±, or `84 to 98`; the interval is empty if there is
/// none.
pub(super) fn apart(estimate: &Estimate, factor: f64, unit: &str) -> (String, String) {
    let digits = digits(estimate, factor, 1);
    let mean = with_unit(number(estimate.mean * factor, digits), unit);
    let spread = spread(estimate, |value| number(value * factor, digits));
    (
        mean,
        spread
            .trim_start()
            .trim_start_matches('(')
            .trim_end_matches(')')
            .replace('±', "± "),
    )
}

/// Returns enough decimals to show that an interval has a width.
fn digits(estimate: &Estimate, factor: f64, least: usize) -> usize {
    number::digits(estimate, factor, least..=5, 0.5)
}

/// Returns a row of a figure of shares.
pub(super) fn share_row(label: String, share: &Estimate, fair: f64) -> Row {
    Row {
        reference: Some(fair),
        strong: differs(share, fair),
        ..row(label, share, percent(share))
    }
}

/// Returns a row of a figure.
pub(super) fn row(label: String, estimate: &Estimate, value: String) -> Row {
    let (mean, ends) = (estimate.mean, estimate.ends());
    Row {
        heading: None,
        label,
        mean,
        ends,
        reference: None,
        value,
        strong: true,
    }
}

/// True if an interval excludes a value.
pub(super) fn differs(estimate: &Estimate, value: f64) -> bool {
    estimate
        .ends()
        .is_some_and(|(low, high)| value < low || value > high)
}

/// Formats a share of the win among equals: `50%`, `33.3%`.
pub(super) fn fair(share: f64) -> String {
    let text = format!("{:.1}", 100.0 * share);
    format!("{}%", text.strip_suffix(".0").unwrap_or(&text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_interval_is_never_shown_without_width() {
        let of = |mean, half| percent(&Estimate::around(mean, half));
        assert_eq!(of(0.5543, Some(0.0031)), "55.4%\u{a0}±\u{a0}0.3");
        assert_eq!(of(0.5543, Some(0.000_21)), "55.43%\u{a0}±\u{a0}0.02");
        assert_eq!(of(-0.5, Some(0.0)), "−50.0%\u{a0}±\u{a0}0.0");
        assert_eq!(of(1.0, None), "100.0%");
        let uneven = Estimate::within(0.99, (0.95, 1.0), (0.0, 1.0));
        assert_eq!(percent(&uneven), "99.0%\u{a0}(95.0\u{a0}to\u{a0}100.0)");
        assert_eq!(
            apart(&uneven, 100.0, "%"),
            ("99.0%".to_owned(), "95.0 to 100.0".to_owned())
        );
        assert_eq!(fair(0.5), "50%");
    }
}
