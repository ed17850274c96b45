//! Formats numbers for people: no sign on what rounds to zero, no more digits than an interval justifies.

use std::ops::RangeInclusive;

use crate::stats::interval::Estimate;

/// Text in place of a number that nothing is known about, such as wins in games that nobody won.
const UNKNOWN: &str = "?";

/// Formats a number with `digits` decimals.
pub fn plain(value: f64, digits: usize) -> String {
    if value.is_nan() {
        return UNKNOWN.into();
    }
    // The same number, computed in two ways, must not round in two ways: 4.75 and 4.749999999999999.
    let value = (value * 1e9).round() / 1e9;
    let text = format!("{value:.digits$}");
    match text.strip_prefix('-') {
        Some(zeros) if is_nothing(zeros) => zeros.into(),
        _ => text,
    }
}

/// Formats a difference: positive numbers have a plus sign.
pub fn signed(value: f64, digits: usize) -> String {
    let text = plain(value, digits);
    if value > 0.0 && !is_nothing(&text) {
        format!("+{text}")
    } else {
        text
    }
}

fn is_nothing(text: &str) -> bool {
    text.bytes().all(|byte| matches!(byte, b'0' | b'.'))
}

/// Formats a number with a true minus sign, for pages.
pub fn number(value: f64, digits: usize) -> String {
    plain(value, digits).replace('-', "−")
}

/// Formats a share from 0 to 1 as a percentage.
pub fn percent(share: f64, digits: usize) -> String {
    with_unit(plain(100.0 * share, digits), "%")
}

/// Returns a number to sort by: one that is unknown is below all others.
pub fn known(value: f64) -> f64 {
    if value.is_nan() {
        f64::NEG_INFINITY
    } else {
        value
    }
}

/// Appends a unit to a number, if it is known.
pub fn with_unit(number: String, unit: &str) -> String {
    if number == UNKNOWN {
        number
    } else {
        number + unit
    }
}

/// Formats a probability as a percentage; a prediction is never shown as certain.
pub fn chance(share: f64) -> String {
    match share {
        _ if share > 0.99 => "over 99%".into(),
        _ if share < 0.01 => "under 1%".into(),
        _ => percent(share, 0),
    }
}

/// Returns the number of decimals, within `of`, that show half of an interval's width as at least `least` units of the last
/// decimal; the fewest if there is no interval.
pub fn digits(estimate: &Estimate, factor: f64, of: RangeInclusive<usize>, least: f64) -> usize {
    let half = estimate.half_width.unwrap_or(0.0) * factor;
    if half < 1e-6 {
        return *of.start();
    }
    let most = *of.end();
    of.into_iter()
        .find(|digits| half * 10_f64.powi(*digits as i32) >= least)
        .unwrap_or(most)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zero_has_no_sign() {
        assert_eq!(
            [-0.004, 0.004, -0.006].map(|value| signed(value, 2)),
            ["0.00", "0.00", "-0.01"]
        );
        assert_eq!(
            [-0.4, -0.0, 10.0].map(|value| signed(value, 0)),
            ["0", "0", "+10"]
        );
        assert_eq!(
            [-0.001, -0.01].map(|value| number(value, 2)),
            ["0.00", "−0.01"]
        );
        assert_eq!(
            [plain(f64::NEG_INFINITY, 1), plain(-0.04, 1)],
            ["-inf", "0.0"]
        );
        assert_eq!([percent(f64::NAN, 1), percent(0.5, 0)], ["?", "50%"]);
    }

    #[test]
    fn one_number_is_rounded_in_one_way() {
        let computed = 100.0 * (0.25 - 0.2025);
        assert!(computed < 4.75);
        assert_eq!([plain(computed, 1), plain(4.75, 1)], ["4.8", "4.8"]);
    }

    #[test]
    fn no_probability_is_shown_as_certain() {
        assert_eq!(
            [0.624, 0.999, 1.0, 0.0, 0.01].map(chance),
            ["62%", "over 99%", "over 99%", "under 1%", "1%"]
        );
    }

    #[test]
    fn digits_follow_the_width_of_the_interval() {
        let of = |half, least| digits(&Estimate::around(0.0, half), 1.0, 1..=3, least);
        assert_eq!(
            [None, Some(0.0), Some(7.0)].map(|half| of(half, 2.0)),
            [1, 1, 1]
        );
        assert_eq!(
            [
                of(Some(0.11), 2.0),
                of(Some(0.06), 0.5),
                of(Some(1e-5), 0.5)
            ],
            [2, 1, 3]
        );
    }
}
