//! Linear axes: positions of values, and round values between the ends.

/// A linear axis between two positions.
pub(super) struct Scale {
    low: f64,
    high: f64,
    step: f64,
    left: f64,
    right: f64,
}

impl Scale {
    /// Creates an axis between two positions that covers all values and ends at round ones.
    pub(super) fn over(values: impl IntoIterator<Item = f64>, left: f64, right: f64) -> Scale {
        let mut low = f64::INFINITY;
        let mut high = f64::NEG_INFINITY;
        for value in values.into_iter().filter(|v| v.is_finite()) {
            (low, high) = (low.min(value), high.max(value));
        }
        if low > high {
            (low, high) = (0.0, 1.0);
        }
        if high - low < 1e-9 {
            let room = 0.05 * low.abs().max(1.0);
            (low, high) = (low - room, high + room);
        }
        let step = round_step((high - low) / 4.0);
        Scale {
            low: (low / step + 1e-9).floor() * step,
            high: (high / step - 1e-9).ceil() * step,
            step,
            left,
            right,
        }
    }

    /// Creates an axis between two positions with exactly these ends, and round values in between.
    pub(super) fn between(low: f64, high: f64, left: f64, right: f64) -> Scale {
        Scale {
            low,
            high,
            step: round_step((high - low) / 5.0),
            left,
            right,
        }
    }

    /// Returns the position of a value, clamped to the ends.
    pub(super) fn at(&self, value: f64) -> f64 {
        let part = (value - self.low) / (self.high - self.low);
        self.left + part.clamp(0.0, 1.0) * (self.right - self.left)
    }

    /// Returns the positions of the ends in the picture.
    pub(super) fn ends(&self) -> (f64, f64) {
        (self.left, self.right)
    }

    /// Returns the round values.
    pub(super) fn ticks(&self) -> impl Iterator<Item = f64> + '_ {
        let (first, last) = (
            (self.low / self.step - 1e-9).ceil() as i64,
            (self.high / self.step + 1e-9).floor() as i64,
        );
        (first..=last).map(|i| i as f64 * self.step)
    }

    /// Returns the number of decimals that distinguishes the round values, multiplied by `factor`.
    pub(super) fn digits(&self, factor: f64) -> usize {
        (0..6)
            .find(|&d| {
                let shown = self.step * factor * 10_f64.powi(d as i32);
                (shown - shown.round()).abs() < 1e-6
            })
            .unwrap_or(6)
    }
}

/// Returns the smallest of 1, 2, 2.5, 5, 10 and so on that is at least `least`.
fn round_step(least: f64) -> f64 {
    let mut power = 1.0;
    while power > least {
        power /= 10.0;
    }
    while power * 10.0 <= least {
        power *= 10.0;
    }
    [1.0, 2.0, 2.5, 5.0, 10.0]
        .into_iter()
        .map(|m| m * power)
        .find(|step| *step >= least * 0.999_999)
        .unwrap_or(power)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_round() {
        for (least, step) in [
            (0.013, 0.02),
            (1.0, 1.0),
            (2.2, 2.5),
            (30.0, 50.0),
            (99.0, 100.0),
        ] {
            assert!((round_step(least) - step).abs() < 1e-9, "{least}");
        }
    }

    #[test]
    fn an_axis_covers_all_values_and_ends_at_round_ones() {
        let scale = Scale::over([0.47, 0.552, f64::INFINITY], 0.0, 100.0);
        let ticks: Vec<String> = scale.ticks().map(|t| format!("{t:.3}")).collect();
        assert_eq!(
            ticks,
            ["0.450", "0.475", "0.500", "0.525", "0.550", "0.575"]
        );
        assert_eq!((scale.digits(1.0), scale.digits(100.0)), (3, 1));
        assert_eq!((scale.at(0.0), scale.at(1.0)), (0.0, 100.0));
    }
}
