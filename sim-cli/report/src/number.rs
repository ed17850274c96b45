//! Numbers for people, each with its interval: `55.4% ± 0.3`, or `93.3% (84.1 to 98.0)` if the mean is off the center.
//!
//! No digit is shown that the interval does not justify, no interval without a width, and no sign on what rounds to zero.

use std::fmt::{self, Display};
use std::ops::RangeInclusive;

use goldrush_harness::findings::rating::Interval;
use goldrush_support::stats::interval::Estimate;

/// Text in place of a number that nothing is known about, such as wins in games that nobody won.
const UNKNOWN: &str = "?";

/// Most decimals that an interval can ask for.
const MOST_DIGITS: usize = 5;

/// A number with its interval, unit and sign.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Number {
    /// The mean and its interval, in the unit shown.
    estimate: Estimate,
    /// Text right after the mean, such as `%`.
    unit: &'static str,
    /// Number of decimals.
    digits: usize,
    /// True if positive numbers have a plus sign.
    is_signed: bool,
}

impl Number {
    /// Shows an estimate with at least `digits` decimals, and as many more as its interval needs to have a width.
    pub fn new(estimate: &Estimate, digits: usize) -> Number {
        Number {
            estimate: *estimate,
            unit: "",
            digits: decimals(estimate, digits..=MOST_DIGITS, 0.5),
            is_signed: false,
        }
    }

    /// Shows points, or another quantity of which tenths matter.
    pub fn points(estimate: &Estimate) -> Number {
        Number::new(estimate, 1)
    }

    /// Shows a share from 0 to 1 as a percentage.
    pub fn percent(share: &Estimate) -> Number {
        Number {
            unit: "%",
            ..Number::new(&share.times(100.0), 1)
        }
    }

    /// Shows a value without an interval.
    pub fn exact(value: f64, digits: usize) -> Number {
        Number::new(&Estimate::around(value, None), digits)
    }

    /// Shows a rating in Elo with both ends of its interval.
    pub fn elo(elo: &Interval) -> Number {
        Number::new(&elo.estimate(), 0).with_digits(0).signed()
    }

    /// Shows fewer decimals: at most two, and only those that the interval covers at least twice.
    pub fn briefly(mut self) -> Number {
        self.digits = brief_digits(&self.estimate);
        self
    }

    /// Shows this many decimals.
    pub fn with_digits(mut self, digits: usize) -> Number {
        self.digits = digits;
        self
    }

    /// Shows a plus sign before positive numbers, as for differences.
    pub fn signed(mut self) -> Number {
        self.is_signed = true;
        self
    }

    /// Appends a unit to the mean, with the space before it.
    pub fn with_unit(mut self, unit: &'static str) -> Number {
        self.unit = unit;
        self
    }

    /// Formats the mean alone, with its unit.
    pub fn mean(&self) -> String {
        with_unit(self.format(self.estimate.mean), self.unit)
    }

    /// Formats the interval alone: `± 0.3`, or `84.1 to 98.0`; empty if there is none.
    pub fn interval(&self) -> String {
        let Estimate {
            half_width,
            low,
            high,
            ..
        } = self.estimate;
        match (half_width, low.zip(high)) {
            (None, _) => String::new(),
            (Some(half), None) => format!("± {}", number(half, self.digits)),
            (Some(_), Some((low, high))) => {
                format!("{} to {}", self.format(low), self.format(high))
            }
        }
    }

    fn format(&self, value: f64) -> String {
        if self.is_signed {
            signed(value, self.digits)
        } else {
            number(value, self.digits)
        }
    }
}

impl Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let interval = self.interval();
        match self.estimate.low {
            _ if interval.is_empty() => f.pad(&self.mean()),
            None => f.pad(&format!("{} {interval}", self.mean())),
            Some(_) => f.pad(&format!("{} ({interval})", self.mean())),
        }
    }
}

/// Returns the number of decimals for a value beside its change: at most two, and only those that the interval covers at least
/// twice.
pub fn brief_digits(estimate: &Estimate) -> usize {
    decimals(estimate, 0..=2, 2.0)
}

/// Returns the number of decimals, within `of`, that show half of an interval's width as at least `least` units of the last
/// decimal; the fewest if there is no interval.
fn decimals(estimate: &Estimate, of: RangeInclusive<usize>, least: f64) -> usize {
    let half = estimate.half_width.unwrap_or(0.0);
    if half < 1e-6 {
        return *of.start();
    }
    let most = *of.end();
    of.into_iter()
        .find(|digits| half * 10_f64.powi(*digits as i32) >= least)
        .unwrap_or(most)
}

/// Formats a number with `digits` decimals and a true minus sign.
pub fn number(value: f64, digits: usize) -> String {
    if value.is_nan() {
        return UNKNOWN.into();
    }
    // The same number, computed in two ways, must not round in two ways: 4.75 and 4.749999999999999.
    let value = (value * 1e9).round() / 1e9;
    let text = format!("{value:.digits$}");
    match text.strip_prefix('-') {
        Some(zeros) if is_nothing(zeros) => zeros.into(),
        Some(digits) => format!("−{digits}"),
        None => text,
    }
}

/// Formats a difference: positive numbers have a plus sign.
pub fn signed(value: f64, digits: usize) -> String {
    let text = number(value, digits);
    if value > 0.0 && !is_nothing(&text) {
        format!("+{text}")
    } else {
        text
    }
}

fn is_nothing(text: &str) -> bool {
    text.bytes().all(|byte| matches!(byte, b'0' | b'.'))
}

/// Formats a share from 0 to 1 as a percentage.
pub fn percent(share: f64, digits: usize) -> String {
    with_unit(number(100.0 * share, digits), "%")
}

/// Formats a share of the win among equals: `50%`, `33.3%`.
pub fn fair(share: f64) -> String {
    let text = number(100.0 * share, 1);
    format!("{}%", text.trim_end_matches(".0"))
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

/// True if an interval excludes a value.
pub fn differs(estimate: &Estimate, value: f64) -> bool {
    estimate
        .ends()
        .is_some_and(|(low, high)| value < low || value > high)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zero_has_no_sign() {
        assert_eq!(
            [-0.004, 0.004, -0.006].map(|value| signed(value, 2)),
            ["0.00", "0.00", "−0.01"]
        );
        assert_eq!(
            [-0.4, -0.0, 10.0].map(|value| signed(value, 0)),
            ["0", "0", "+10"]
        );
        assert_eq!(
            [number(f64::NEG_INFINITY, 1), number(-0.04, 1)],
            ["−inf", "0.0"]
        );
        assert_eq!([percent(f64::NAN, 1), percent(0.5, 0)], ["?", "50%"]);
        assert_eq!([0.5, 1.0 / 3.0].map(fair), ["50%", "33.3%"]);
    }

    #[test]
    fn one_number_is_rounded_in_one_way() {
        let computed = 100.0 * (0.25 - 0.2025);
        assert!(computed < 4.75);
        assert_eq!([number(computed, 1), number(4.75, 1)], ["4.8", "4.8"]);
    }

    #[test]
    fn no_probability_is_shown_as_certain() {
        assert_eq!(
            [0.624, 0.999, 1.0, 0.0, 0.01].map(chance),
            ["62%", "over 99%", "over 99%", "under 1%", "1%"]
        );
    }

    #[test]
    fn an_interval_is_never_shown_without_width() {
        let share = |mean, half| Number::percent(&Estimate::around(mean, half)).to_string();
        assert_eq!(share(0.5543, Some(0.0031)), "55.4% ± 0.3");
        assert_eq!(share(0.5543, Some(0.000_21)), "55.43% ± 0.02");
        assert_eq!(share(-0.5, Some(0.0)), "−50.0% ± 0.0");
        assert_eq!(share(1.0, None), "100.0%");
        assert_eq!(share(f64::NAN, None), "?");
    }

    #[test]
    fn uneven_intervals_have_both_ends() {
        let uneven = Estimate::within(0.99, (0.95, 1.0), (0.0, 1.0));
        assert_eq!(
            Number::percent(&uneven).to_string(),
            "99.0% (95.0 to 100.0)"
        );
        assert_eq!(Number::percent(&uneven).interval(), "95.0 to 100.0");
        assert_eq!(
            Number::new(&uneven.plus(-0.97), 2).signed().to_string(),
            "+0.02 (−0.02 to +0.03)"
        );
        let elo = |mean, low, high| Number::elo(&Interval { mean, low, high }).to_string();
        assert_eq!(elo(12.3, Some(-1.0), Some(23.6)), "+12 (−1 to +24)");
        assert_eq!(elo(100.0, None, None), "+100");
    }

    #[test]
    fn brief_numbers_have_the_digits_that_their_interval_covers_twice() {
        let brief = |half| {
            Number::points(&Estimate::around(3.0, half))
                .briefly()
                .to_string()
        };
        assert_eq!(
            [None, Some(0.21), Some(0.02), Some(7.0)].map(brief),
            ["3", "3.0 ± 0.2", "3.00 ± 0.02", "3 ± 7"]
        );
    }
}
