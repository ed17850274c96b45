//! How sure intervals are when results are looked at more than once.
//!
//! Whoever may stop at the first of k looks that pleases him sees 95 % intervals miss more often than once in twenty. So each is
//! made so wide that all k of one figure hold together with 95 %: each is wrong with 5 / k % at most, by Bonferroni's
//! inequality, whatever the looks have to do with each other (repeated confidence intervals: Jennison and Turnbull, "Interim
//! analyses: the repeated confidence interval approach", J. R. Statist. Soc. B 51, 1989). It costs width, 43 % of it at ten
//! looks; in return it holds wherever one stops.

/// What intervals and tests may err by.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Confidence {
    /// How often results are looked at, at most.
    looks: u32,
}

/// How sure every interval is, over all looks.
pub const LEVEL: f64 = 0.95;

impl Confidence {
    /// Results are looked at once, at the end.
    pub const USUAL: Confidence = Confidence { looks: 1 };

    /// Results are looked at so many times, at least once, and any look may be the last.
    pub fn over(looks: usize) -> Confidence {
        Confidence { looks: looks.max(1) as u32 }
    }

    /// The probability with which an interval of one look may miss below, and that with which it may miss above.
    pub fn tail(self) -> f64 {
        (1.0 - LEVEL) / 2.0 / f64::from(self.looks)
    }

    /// A p value of one look, corrected for all of them.
    pub fn correct(self, p: f64) -> f64 {
        (p * f64::from(self.looks)).min(1.0)
    }
}

#[cfg(test)]
mod tests {
    use goldrush_engine::rng::{StreamRng, below, tool_stream};

    use super::*;
    use crate::stats::interval::Estimate;
    use crate::stats::sums::Sums;

    /// Looks at blocks of a true mean until a rule says stop; whether the interval at the end holds the mean.
    fn holds(mean: i64, looks: &[u64], stop: impl Fn(&Estimate) -> bool, rng: &mut StreamRng) -> bool {
        let confidence = Confidence::over(looks.len());
        let mut sums = Sums::default();
        let mut estimate = Estimate::around(0.0, None);
        for blocks in 1..=looks[looks.len() - 1] {
            let luck: i64 = (0..3).map(|_| i64::from(below(rng, 201)) - 100).sum();
            sums.push(mean + luck);
            if looks.contains(&blocks) {
                estimate = Estimate::new(confidence, blocks, &sums, 1.0);
                if stop(&estimate) {
                    break;
                }
            }
        }
        estimate.ends().is_some_and(|(low, high)| low <= mean as f64 && mean as f64 <= high)
    }

    /// Whatever ends a run, its interval holds as often as it says: a fixed width, a margin that is left or kept to, and even
    /// the first look that seems to show something where there is nothing.
    #[test]
    fn intervals_hold_wherever_a_run_may_stop() {
        let looks: Vec<u64> = [64, 102, 163, 261, 418, 670].to_vec();
        let shows = |e: &Estimate| e.ends().is_some_and(|(low, high)| low > 0.0 || high < 0.0);
        let narrow = |e: &Estimate| e.half_width.is_some_and(|half| half <= 20.0);
        let settled = |e: &Estimate| shows(e) || e.half_width.is_some_and(|half| e.mean.abs() + half <= 15.0);
        let mut rng = tool_stream(77);
        let runs = 2000;
        for (mean, stop) in [
            (0, &shows as &dyn Fn(&Estimate) -> bool),
            (0, &narrow),
            (0, &settled),
            (8, &settled),
            (15, &settled),
            (40, &narrow),
        ] {
            let held = (0..runs).filter(|_| holds(mean, &looks, stop, &mut rng)).count();
            assert!(held as f64 / f64::from(runs) >= 0.95 - 0.01, "{mean}: {held} of {runs}");
        }
        // As usual intervals are, the first look that shows something would be wrong far too often.
        let fooled = (0..runs).filter(|_| !one_look_at_a_time(&looks, &mut rng)).count();
        assert!(fooled > runs as usize / 8, "{fooled} of {runs}");
    }

    /// Whether intervals of one look each never show something where there is nothing.
    fn one_look_at_a_time(looks: &[u64], rng: &mut StreamRng) -> bool {
        let mut sums = Sums::default();
        (1..=looks[looks.len() - 1]).all(|blocks| {
            sums.push((0..3).map(|_| i64::from(below(rng, 201)) - 100).sum());
            let estimate = Estimate::new(Confidence::USUAL, blocks, &sums, 1.0);
            !looks.contains(&blocks) || estimate.ends().is_some_and(|(low, high)| low <= 0.0 && 0.0 <= high)
        })
    }
}
