//! Win shares: their mean, and an interval that is valid however skewed they are.
//!
//! The share of a block lies between 0 and 1, and nothing else is known about its distribution: games of one deal are
//! dependent, wins can be shared, some agents never lose. So each end is Gaffke's bound ("Three test statistics for a
//! nonparametric one-sided hypothesis on the mean of a nonnegative variable", Mathematical Methods of Statistics 14, 2005):
//! weight the blocks played, and one additional block lost in full, by a uniform Dirichlet vector; the lower end is the
//! 2.5% quantile of the weighted mean. The upper end is the same with an additional block won in full. If blocks are always
//! won or lost in full, this is Clopper and Pearson's exact interval; with many blocks it is Student's. No distribution on 0
//! to 1 is known for which it covers less than 95%; that there is none is a conjecture (Learned-Miller and Thomas, "A new
//! confidence interval for the mean of a bounded random variable", 2019). `results/coverage` has the measured coverage.
//!
//! The price: with few blocks it is conservative, since a block lost in full might not have been sampled.
//!
//! Games that nobody wins count for nobody. A block's share is what was won of what somebody won in it, and the mean is the
//! ratio of both over all blocks. For a ratio, what is bounded is not the share but what was won minus a possible ratio of what
//! could be won: the same bound, applied to that, says which ratios are possible. Blocks that nobody won say nothing.

use std::collections::BTreeMap;

use super::confidence::Confidence;
use super::interval::Estimate;
use super::sums::Sums;

/// Number of blocks with each share: what was won, and of how much.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Shares {
    counts: BTreeMap<(i64, i64), u64>,
}

/// A set of equal blocks, in whole blocks.
#[derive(Clone, Copy, Debug)]
pub(super) struct Weighted {
    won: f64,
    /// Wins possible: 1 if somebody won every game.
    of: f64,
    /// Number of blocks.
    pub(super) weight: f64,
}

impl Weighted {
    /// Returns what was won minus a share of what could be won.
    pub(super) fn above(&self, share: f64) -> f64 {
        self.won - share * self.of
    }
}

impl Shares {
    /// Counts a block by what was won in it, and of how much: all that somebody won, at most the value of a block won in full. A
    /// block that nobody won does not count.
    pub fn push(&mut self, part: i64, of: i64) {
        if of > 0 {
            *self.counts.entry((part, of)).or_default() += 1;
        }
    }

    /// Returns the shares of the other side of every block.
    pub fn turned(&self) -> Shares {
        Shares {
            counts: self
                .counts
                .iter()
                .map(|((part, of), n)| ((of - part, *of), *n))
                .collect(),
        }
    }

    /// Returns the number of blocks that count.
    pub fn blocks(&self) -> u64 {
        self.counts.values().sum()
    }

    /// Returns what could be won in all blocks.
    pub fn of(&self) -> i128 {
        self.sum(|(_, of)| of)
    }

    fn sum(&self, value: fn((i64, i64)) -> i64) -> i128 {
        self.counts
            .iter()
            .map(|(block, n)| i128::from(value(*block)) * i128::from(*n))
            .sum()
    }

    /// True if somebody won every game of the blocks that count, where `whole` is a block won in full.
    pub fn are_whole(&self, whole: i64) -> bool {
        self.counts.keys().all(|(_, of)| *of == whole)
    }

    /// Returns the mean share, 0 to 1, where `whole` is a block won in full; NaN if nobody won a game.
    pub fn mean(&self, whole: i64) -> f64 {
        let blocks = self.of() as f64 / whole as f64;
        self.sum(|(part, _)| part) as f64 / blocks / whole as f64
    }

    /// Returns the standard error of the mean share by the usual approximation for ratios, or `None` with fewer than two blocks
    /// that count.
    pub fn standard_error(&self, whole: i64) -> Option<f64> {
        if self.are_whole(whole) {
            let mut sums = Sums::default();
            sums.sum = self.sum(|(part, _)| part);
            sums.squares = self.sum(|(part, _)| part * part);
            return sums.standard_error(self.blocks(), whole as f64);
        }
        let mean = self.mean(whole);
        let blocks = self.weighted(whole, &[], 1.0);
        let n: f64 = blocks.iter().map(|block| block.weight).sum();
        let of: f64 = blocks.iter().map(|block| block.weight * block.of).sum();
        let squares: f64 = blocks
            .iter()
            .map(|block| block.weight * block.above(mean) * block.above(mean))
            .sum();
        (n >= 2.0).then(|| (squares * n / (n - 1.0)).sqrt() / of)
    }

    /// Returns the mean share and its 95% interval, which lies within 0 to 1; without blocks there is no interval.
    pub fn estimate(&self, confidence: Confidence, whole: i64) -> Estimate {
        let mean = self.mean(whole);
        if self.counts.is_empty() {
            return Estimate::around(mean, None);
        }
        let tail = confidence.tail();
        let low = quantile(&self.weighted(whole, &[0.0], 1.0), tail);
        let high = quantile(&self.weighted(whole, &[1.0], 1.0), 1.0 - tail);
        Estimate::within(mean, (low, high), (0.0, 1.0))
    }

    /// True if the interval contains a share, before any rounding to a symmetric interval; faster than computing its ends.
    pub fn includes(&self, confidence: Confidence, share: f64, whole: i64) -> bool {
        let tail = confidence.tail();
        self.probability_below_with(0.0, share, whole) >= tail
            && self.probability_below_with(1.0, share, whole) <= 1.0 - tail
    }

    /// Returns the probability that the mean is below a share, with one more block of the share `more`.
    fn probability_below_with(&self, more: f64, share: f64, whole: i64) -> f64 {
        let values = self.weighted(whole, &[more], 1.0);
        let (low, high) = ends(&values);
        if high - low < TOLERANCE {
            // All weight lies at one value: the mean equals it.
            0.5
        } else if share <= low {
            0.0
        } else if share >= high {
            1.0
        } else {
            probability_below(&values, share)
        }
    }

    /// Returns the blocks, and additional ones of the given shares and weight each, in which somebody won every game.
    pub(super) fn weighted(&self, whole: i64, more: &[f64], weight: f64) -> Vec<Weighted> {
        let whole = whole as f64;
        let blocks = self.counts.iter().map(|((part, of), n)| Weighted {
            won: *part as f64 / whole,
            of: *of as f64 / whole,
            weight: *n as f64,
        });
        blocks
            .chain(more.iter().map(|share| Weighted {
                won: *share,
                of: 1.0,
                weight,
            }))
            .collect()
    }
}

/// Returns the smallest and the largest share.
fn ends(values: &[Weighted]) -> (f64, f64) {
    let shares = values.iter().map(|block| block.won / block.of);
    shares.fold((f64::MAX, f64::MIN), |(low, high), share| {
        (low.min(share), high.max(share))
    })
}

/// Returns the quantile `tail` of the mean of these values under random weights with a Dirichlet distribution, whose
/// parameters are the values' own weights.
fn quantile(values: &[Weighted], tail: f64) -> f64 {
    // Regula falsi on a bracket, halving the function value of a retained end (Illinois algorithm).
    let (mut low, mut high) = ends(values);
    let mut retained_end = 0;
    if high - low < TOLERANCE {
        return low;
    }
    let mut below = -tail;
    let mut above = 1.0 - tail;
    while high - low > TOLERANCE {
        let step = (low * above - high * below) / (above - below);
        // Stays off the ends, where an evaluation would not shrink the bracket.
        let at = step.clamp(low + 0.1 * TOLERANCE, high - 0.1 * TOLERANCE);
        let value = probability_below(values, at) - tail;
        if value < 0.0 {
            low = at;
            below = value;
            above *= if retained_end < 0 { 0.5 } else { 1.0 };
            retained_end = -1;
        } else {
            high = at;
            above = value;
            below *= if retained_end > 0 { 0.5 } else { 1.0 };
            retained_end = 1;
        }
    }
    (low + high) / 2.0
}

/// Absolute tolerance of quantiles.
const TOLERANCE: f64 = 1e-7;

/// Returns the probability that the mean is below a value.
///
/// With gamma variables in place of the weights, this is the probability that a sum is below 0, given by an integral over
/// its characteristic function (Gil-Pelaez 1951; Imhof, "Computing the distribution of quadratic forms in normal variables",
/// Biometrika 48, 1961). On a logarithmic scale the integrand is smooth and short: the trapezoidal rule is exact to seven
/// digits for hundreds of blocks, and to three for tens of thousands of which all but one are alike.
fn probability_below(values: &[Weighted], at: f64) -> f64 {
    const STEP: f64 = 0.05;
    /// Logarithm of u below which the integrand is proportional to u.
    const LOG_U_MIN: f64 = -9.0;
    /// Logarithm of the integrand below which it is practically 0.
    const LOG_NEGLIGIBLE: f64 = -30.0;
    /// Distance from the mean, in standard deviations, beyond which the answer is 0 or 1; there the integrand would
    /// oscillate faster than the steps.
    const MAX_Z: f64 = 7.0;
    let squared_deviations: f64 = values
        .iter()
        .map(|block| block.weight * block.above(at) * block.above(at))
        .sum();
    let mean: f64 = values
        .iter()
        .map(|block| block.weight * block.above(at))
        .sum();
    let scale = 1.0 / squared_deviations.sqrt();
    if (mean * scale).abs() > MAX_Z {
        return if mean < 0.0 { 1.0 } else { 0.0 };
    }
    // The part below the first point in closed form: the steps form a geometric series.
    let ratio = libm::exp(-STEP);
    let mut sum = mean * scale * libm::exp(LOG_U_MIN) * ratio / (1.0 - ratio);
    for point in 0.. {
        let u = scale * libm::exp(LOG_U_MIN + STEP * f64::from(point));
        let mut angle = 0.0;
        let mut log_modulus = 0.0;
        for block in values {
            let scaled = u * block.above(at);
            angle += block.weight * libm::atan(scaled);
            log_modulus -= 0.5 * block.weight * libm::log1p(scaled * scaled);
        }
        if log_modulus < LOG_NEGLIGIBLE {
            break;
        }
        sum += libm::sin(angle) * libm::exp(log_modulus);
    }
    0.5 - sum * STEP / std::f64::consts::PI
}

#[cfg(test)]
mod tests {
    use statrs::distribution::{Beta, ContinuousCDF};

    use super::*;

    /// Returns the shares of blocks that somebody won in full: numbers of blocks by what was won of `whole`.
    fn shares(parts: &[(i64, u64)], whole: i64) -> Shares {
        Shares {
            counts: parts.iter().map(|(part, n)| ((*part, whole), *n)).collect(),
        }
    }

    fn ends_of(parts: &[(i64, u64)], whole: i64) -> (f64, f64) {
        shares(parts, whole)
            .estimate(Confidence::SINGLE_LOOK, whole)
            .ends()
            .unwrap()
    }

    /// Blocks won or lost in full: the quantiles of the beta distribution.
    #[test]
    fn blocks_won_or_lost_in_full_have_clopper_and_pearsons_interval() {
        for (lost, won) in [
            (1, 0),
            (0, 1),
            (5, 5),
            (50, 1),
            (1, 50),
            (0, 400),
            (300, 700),
            (1, 20_000),
        ] {
            let blocks = shares(&[(0, lost), (60, won)], 60);
            let estimate = blocks.estimate(Confidence::SINGLE_LOOK, 60);
            let (low, high) = exact_ends(&blocks, 60);
            let x = won as f64;
            let n = (lost + won) as f64;
            let expected_low = if won == 0 {
                0.0
            } else {
                Beta::new(x, n - x + 1.0).unwrap().inverse_cdf(0.025)
            };
            let expected_high = if lost == 0 {
                1.0
            } else {
                Beta::new(x + 1.0, n - x).unwrap().inverse_cdf(0.975)
            };
            assert!(
                (low - expected_low).abs() < 1e-5,
                "{lost} {won}: {low} {expected_low}"
            );
            assert!(
                (high - expected_high).abs() < 1e-5,
                "{lost} {won}: {high} {expected_high}"
            );
            let (outer_low, outer_high) = estimate.ends().unwrap();
            assert!(
                outer_low <= low + 1e-9 && outer_high >= high - 1e-9,
                "{estimate:?}"
            );
        }
    }

    /// Both ends before an almost symmetric interval is made symmetric.
    fn exact_ends(shares: &Shares, whole: i64) -> (f64, f64) {
        let of = |more: f64, tail| quantile(&shares.weighted(whole, &[more], 1.0), tail);
        (of(0.0, 0.025), of(1.0, 0.975))
    }

    /// Compares with the mean of uneven values under simulated Dirichlet weights.
    #[test]
    fn the_quantile_matches_randomly_drawn_weights() {
        use goldrush_engine::rng::{below, tool_stream};
        let parts = [(0, 3), (15, 4), (30, 2), (60, 5)];
        let values = shares(&parts, 60).weighted(60, &[0.0], 1.0);
        let mut rng = tool_stream(41);
        let mut gamma = |weight: f64| -> f64 {
            let exponential =
                |_| -libm::log((f64::from(below(&mut rng, 1 << 30)) + 0.5) / f64::from(1 << 30));
            (0..weight as usize).map(exponential).sum()
        };
        let mut means: Vec<f64> = (0..100_000)
            .map(|_| {
                let drawn: Vec<(f64, f64)> = values
                    .iter()
                    .map(|block| (block.won, gamma(block.weight)))
                    .collect();
                drawn.iter().map(|(x, w)| x * w).sum::<f64>()
                    / drawn.iter().map(|(_, w)| w).sum::<f64>()
            })
            .collect();
        means.sort_unstable_by(f64::total_cmp);
        for tail in [0.025, 0.5, 0.975] {
            let drawn = means[(tail * 100_000.0) as usize];
            let found = quantile(&values, tail);
            assert!((drawn - found).abs() < 0.003, "{tail}: {drawn} {found}");
        }
    }

    #[test]
    fn an_interval_stays_within_0_and_1_and_always_has_a_width() {
        for (parts, whole) in [
            (vec![(120, 50)], 120),
            (vec![(0, 50)], 120),
            (vec![(60, 50)], 120),
            (vec![(119, 1), (120, 999)], 120),
            (vec![(60, 1)], 60),
            (vec![(30, 1_000_000)], 60),
        ] {
            let (low, high) = ends_of(&parts, whole);
            let mean = shares(&parts, whole).mean(whole);
            assert!(
                0.0 <= low && low <= mean && mean <= high && high <= 1.0,
                "{parts:?}: {low} {mean} {high}"
            );
            assert!(high - low > 1e-6, "{parts:?}: {low} {high}");
        }
        // Fifty blocks, all won: 0.025^(1/50).
        assert!((ends_of(&[(120, 50)], 120).0 - 0.928_878).abs() < 1e-5);
    }

    #[test]
    fn included_shares_lie_between_the_ends() {
        for parts in [
            vec![(0, 3), (60, 9), (120, 88)],
            vec![(120, 50)],
            vec![(0, 7), (120, 7)],
            vec![(60, 30)],
        ] {
            let shares = shares(&parts, 120);
            let (low, high) = exact_ends(&shares, 120);
            for share in (1..1000).map(|thousandth| f64::from(thousandth) / 1000.0) {
                let inside = low <= share && share <= high;
                assert_eq!(
                    shares.includes(Confidence::SINGLE_LOOK, share, 120),
                    inside,
                    "{parts:?}: {share}, {low} to {high}"
                );
            }
        }
    }

    /// Losing one game more never raises an end.
    #[test]
    fn more_losses_never_raise_the_interval() {
        let mut last = (1.0, 1.0);
        for lost in 0..=20 {
            let next = exact_ends(&shares(&[(240, lost), (300, 20 - lost)], 300), 300);
            assert!(
                next.0 <= last.0 + 1e-7 && next.1 <= last.1 + 1e-7,
                "{lost}: {next:?} after {last:?}"
            );
            last = next;
        }
    }

    /// With many blocks the interval is Student's.
    #[test]
    fn with_many_blocks_the_interval_is_students() {
        let parts = [(0, 2100), (60, 5300), (120, 2600)];
        let mut sums = Sums::default();
        for (part, n) in parts {
            (0..n).for_each(|_| sums.push(part));
        }
        let half = Estimate::new(Confidence::SINGLE_LOOK, 10_000, &sums, 120.0)
            .half_width
            .unwrap();
        let found = shares(&parts, 120).estimate(Confidence::SINGLE_LOOK, 120);
        assert!(
            (found.half_width.unwrap() / half - 1.0).abs() < 0.02,
            "{found:?} {half}"
        );
        assert_eq!(found.low, None, "it is even: {found:?}");
    }

    /// Blocks of one side: (what it won, of how much, number of blocks).
    fn counted(blocks: &[(i64, i64, u64)]) -> Shares {
        let mut shares = Shares::default();
        blocks
            .iter()
            .for_each(|&(part, of, n)| (0..n).for_each(|_| shares.push(part, of)));
        shares
    }

    #[test]
    fn games_that_nobody_wins_count_for_nobody() {
        let look = Confidence::SINGLE_LOOK;
        let none = counted(&[(0, 0, 500)]);
        assert_eq!(none, Shares::default());
        assert!(none.mean(120).is_nan() && none.estimate(look, 120).half_width.is_none());
        // Blocks of nothing but such games change nothing.
        let played = counted(&[(120, 120, 9), (60, 120, 20), (0, 120, 4)]);
        let more = counted(&[(120, 120, 9), (60, 120, 20), (0, 120, 4), (0, 0, 300)]);
        assert_eq!(
            (more.estimate(look, 120), more.standard_error(120)),
            (played.estimate(look, 120), played.standard_error(120))
        );
        // Half of each block: the mean is that of the games that somebody won.
        assert_eq!(counted(&[(60, 60, 30), (0, 60, 10)]).mean(120), 0.75);
        assert_eq!(counted(&[(60, 60, 1), (0, 120, 1)]).mean(120), 1.0 / 3.0);
    }

    /// Two equal sides whose games are often won by nobody: the interval covers one half, and that of the other side is its mirror
    /// image.
    #[test]
    fn intervals_of_partly_won_blocks_cover_the_truth_and_are_mirrored() {
        use goldrush_engine::rng::{below, tool_stream};
        let mut rng = tool_stream(17);
        let runs = 1000;
        let mut covered = 0;
        for _ in 0..runs {
            let mut shares = Shares::default();
            for _ in 0..40 {
                let luck = below(&mut rng, 101);
                let mut part = 0;
                let mut of = 0;
                for _ in 0..2 {
                    if below(&mut rng, 100) < 30 {
                        continue;
                    }
                    of += 60;
                    part += if below(&mut rng, 101) <= luck { 60 } else { 0 };
                }
                shares.push(part, of);
            }
            let (low, high) = exact_ends(&shares, 120);
            covered += u32::from(low <= 0.505 && 0.505 <= high);
            let (other_low, other_high) = exact_ends(&shares.turned(), 120);
            assert!(
                (low + other_high - 1.0).abs() < 1e-6 && (high + other_low - 1.0).abs() < 1e-6,
                "{shares:?}"
            );
        }
        let share = f64::from(covered) / f64::from(runs);
        assert!((0.94..=0.98).contains(&share), "{share}");
    }

    #[test]
    fn standard_error_of_whole_blocks_is_that_of_their_mean() {
        let mut sums = Sums::default();
        [120, 0, 60, 60, 120]
            .iter()
            .for_each(|&part| sums.push(part));
        let shares = counted(&[(120, 120, 2), (0, 120, 1), (60, 120, 2)]);
        let expected = sums.standard_error(5, 120.0).unwrap();
        assert_eq!(shares.standard_error(120), Some(expected));
        // Every second game of each block.
        let halves = counted(&[(60, 60, 2), (0, 60, 1), (30, 60, 2)])
            .standard_error(120)
            .unwrap();
        assert!((halves - expected).abs() < 1e-12, "{halves} {expected}");
        assert!(shares.are_whole(120) && !counted(&[(60, 60, 1)]).are_whole(120));
        assert_eq!(counted(&[(60, 120, 1)]).standard_error(120), None);
    }
}
