//! Formats a mean and its interval: `55.4 ±0.3`, or `93.3 (84.1 to 98.0)` if the mean is not in the middle.

use super::number::{plain, signed as number, with_unit};
use crate::findings::row::Row;
use crate::games::schema::Metric;
use crate::stats::interval::Estimate;

/// Formats the mean and its interval with `digits` decimals; for an asymmetric interval with as many as it needs, if these
/// are fewer.
pub fn text(estimate: &Estimate, digits: usize) -> String {
    let digits = enough(estimate, digits);
    format!(
        "{}{}",
        plain(estimate.mean, digits),
        spread(estimate, |value| plain(value, digits))
    )
}

/// Formats a share as a percentage, and its interval: `55.4% (±0.3)`, or `93.3% (84.1 to 98.0)`.
pub fn percent(share: &Estimate, digits: usize) -> String {
    let share = share.times(100.0);
    let digits = enough(&share, digits);
    let interval = spread(&share, |value| plain(value, digits));
    let interval = if interval.starts_with(" ±") {
        format!(" ({})", interval.trim())
    } else {
        interval
    };
    with_unit(plain(share.mean, digits), "%") + &interval
}

/// Formats the same where two ends do not fit: an asymmetric interval gets its longer side on both sides.
pub fn short(estimate: &Estimate, digits: usize) -> String {
    let longer = |(low, high): (f64, f64)| (estimate.mean - low).max(high - estimate.mean);
    text(
        &Estimate::around(estimate.mean, estimate.ends().map(longer)),
        digits,
    )
}

/// Formats a mean and its interval: both ends for a share, where they matter most.
pub(super) fn cell(row: &Row, metric: Metric, digits: usize) -> String {
    let mean = row.mean(metric);
    if metric == Metric::WIN_SHARE {
        text(&mean.times(100.0), digits)
    } else {
        short(&mean, digits)
    }
}

/// Formats the same for a difference: positive numbers have a plus sign.
pub fn signed(estimate: &Estimate, digits: usize) -> String {
    let digits = enough(estimate, digits);
    format!(
        "{}{}",
        number(estimate.mean, digits),
        spread(estimate, |value| number(value, digits))
    )
    .replace("±+", "±")
}

/// Limits an asymmetric interval to the decimals that show its half-width to two digits, since two ends take room.
fn enough(estimate: &Estimate, digits: usize) -> usize {
    match (estimate.half_width, estimate.low) {
        (Some(half), Some(_)) if half > 0.0 => {
            digits.min((1.0 - libm::log10(half).floor()).max(0.0) as usize)
        }
        _ => digits,
    }
}

/// Formats the interval alone, after a space; empty if there is none.
pub fn spread(estimate: &Estimate, number: impl Fn(f64) -> String) -> String {
    match (estimate.half_width, estimate.low.zip(estimate.high)) {
        (None, _) => String::new(),
        (Some(half), None) => format!(" ±{}", number(half)),
        (Some(_), Some((low, high))) => format!(" ({} to {})", number(low), number(high)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intervals_are_written_with_a_half_width_or_both_ends() {
        assert_eq!(text(&Estimate::around(0.5, None), 4), "0.5000");
        assert_eq!(text(&Estimate::around(0.5, Some(0.01)), 2), "0.50 ±0.01");
        let uneven = Estimate::within(0.99, (0.95, 1.0), (0.0, 1.0));
        assert_eq!(text(&uneven, 2), "0.99 (0.95 to 1.00)");
        assert_eq!(text(&uneven, 4), "0.990 (0.950 to 1.000)");
        assert_eq!(short(&uneven, 2), "0.99 ±0.04");
        assert_eq!(
            percent(&Estimate::around(0.5, Some(0.01)), 1),
            "50.0% (±1.0)"
        );
        assert_eq!(percent(&uneven, 1), "99.0% (95.0 to 100.0)");
        assert_eq!(signed(&uneven.plus(-0.97), 2), "+0.02 (-0.02 to +0.03)");
        assert_eq!(signed(&Estimate::around(-3.0, Some(1.0)), 1), "-3.0 ±1.0");
    }
}
