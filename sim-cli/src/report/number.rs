//! Numbers as people read them: no sign at what rounds to nothing, no more digits than an interval deserves.

use std::ops::RangeInclusive;

use crate::stats::interval::Estimate;

/// A number with so many digits after the point.
pub fn plain(value: f64, digits: usize) -> String {
    let text = format!("{value:.digits$}");
    match text.strip_prefix('-') {
        Some(zeros) if is_nothing(zeros) => zeros.into(),
        _ => text,
    }
}

/// The same of a difference: what is more has a plus.
pub fn signed(value: f64, digits: usize) -> String {
    let text = plain(value, digits);
    if value > 0.0 && !is_nothing(&text) { format!("+{text}") } else { text }
}

fn is_nothing(text: &str) -> bool {
    text.bytes().all(|byte| matches!(byte, b'0' | b'.'))
}

/// The same with a real minus, for pages.
pub fn number(value: f64, digits: usize) -> String {
    plain(value, digits).replace('-', "−")
}

/// A share from 0 to 1 in percent.
pub fn percent(share: f64, digits: usize) -> String {
    format!("{} %", plain(100.0 * share, digits))
}

/// How likely something is, in percent: nothing that is only expected is certain.
pub fn chance(share: f64) -> String {
    match share {
        _ if share > 0.99 => "over 99 %".into(),
        _ if share < 0.01 => "under 1 %".into(),
        _ => percent(share, 0),
    }
}

/// How many digits show half of an interval's width as `least` units of the last or more; the fewest where there is none.
pub fn digits(estimate: &Estimate, factor: f64, of: RangeInclusive<usize>, least: f64) -> usize {
    let half = estimate.half_width.unwrap_or(0.0) * factor;
    if half < 1e-6 {
        return *of.start();
    }
    let most = *of.end();
    of.into_iter().find(|digits| half * 10_f64.powi(*digits as i32) >= least).unwrap_or(most)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_has_no_sign() {
        assert_eq!([-0.004, 0.004, -0.006].map(|value| signed(value, 2)), ["0.00", "0.00", "-0.01"]);
        assert_eq!([-0.4, -0.0, 10.0].map(|value| signed(value, 0)), ["0", "0", "+10"]);
        assert_eq!([-0.001, -0.01].map(|value| number(value, 2)), ["0.00", "−0.01"]);
        assert_eq!([plain(f64::NEG_INFINITY, 1), plain(-0.04, 1)], ["-inf", "0.0"]);
    }

    #[test]
    fn no_chance_is_certain() {
        assert_eq!([0.624, 0.999, 1.0, 0.0, 0.01].map(chance), ["62 %", "over 99 %", "over 99 %", "under 1 %", "1 %"]);
    }

    #[test]
    fn digits_are_as_many_as_an_interval_deserves() {
        let of = |half, least| digits(&Estimate::around(0.0, half), 1.0, 1..=3, least);
        assert_eq!([None, Some(0.0), Some(7.0)].map(|half| of(half, 2.0)), [1, 1, 1]);
        assert_eq!([of(Some(0.11), 2.0), of(Some(0.06), 0.5), of(Some(1e-5), 0.5)], [2, 1, 3]);
    }
}
