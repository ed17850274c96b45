//! Effects of a balance study: the difference between a level and its base, how certain it is, and whether it matters.

use serde::{Deserialize, Serialize};
use statrs::distribution::{ContinuousCDF, Normal};

use super::response::Unit;
use crate::games::ask::Topic;
use crate::stats::interval::{Estimate, MIN_BLOCKS};
use crate::study::QuestionKind;

/// Joint error rate of all effects in a table.
const LEVEL: f64 = 0.05;
/// Smallest change that counts, as a share of the margin. A significant but smaller change stays open until its whole
/// interval lies inside the margin.
const MATTERS: f64 = 0.75;

/// Advantage of an agent that sits alone against the one before it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct StrengthSummary {
    /// Name of the agent that should be stronger, and its opponent.
    pub agent: String,
    /// Number of players.
    pub players: usize,
    /// Win share minus 1 / players.
    #[serde(flatten)]
    pub advantage: Estimate,
    /// Position of the weaker one in the list of agents.
    #[serde(skip)]
    pub weaker: usize,
}

/// Difference that a level makes, for one agent and one response.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Effect {
    /// `rule`, `seat`, `restriction` or `habit`.
    pub question: QuestionKind,
    /// Name of the factor that is varied.
    pub factor: String,
    /// Level it is changed to.
    pub level: String,
    /// Level it is changed from.
    pub base: String,
    /// Agent that plays.
    pub agent: String,
    /// Number of players.
    pub players: usize,
    /// Topic it answers.
    pub about: Topic,
    /// Name of the response.
    pub response: String,
    /// Mean at the base.
    pub base_mean: f64,
    /// Mean difference: level minus base.
    pub mean: f64,
    /// Half the width of its 95% interval, or `None` with fewer than two blocks.
    pub half_width: Option<f64>,
    /// Two-sided p value of the paired t test.
    pub p: Option<f64>,
    /// Same p value after Holm's correction over all effects of the study.
    pub p_holm: Option<f64>,
    /// Largest difference that is too small to matter.
    pub margin: f64,
    /// Conclusion from interval and p value.
    pub verdict: Verdict,
    /// Approximate number of additional games that would settle it, if it is open.
    pub more_games: Option<u64>,
    /// Unit of the response.
    #[serde(skip)]
    pub unit: Unit,
    /// Position of the agent in the list of agents.
    #[serde(skip)]
    pub rank: usize,
}

/// Conclusion about an effect.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// Larger than at the base, after the correction.
    Larger,
    /// Smaller than at the base, after the correction.
    Smaller,
    /// The whole interval lies inside the margin, whether or not it contains 0.
    Balanced,
    /// None of the above is shown.
    Unclear,
    /// Too few blocks to trust the estimate.
    TooFewBlocks,
}

impl Verdict {
    /// Judges an estimate by its interval, its corrected p value and the margin.
    pub(super) fn new(estimate: &Estimate, p_holm: Option<f64>, margin: f64, blocks: u64) -> Verdict {
        let (Some(half), Some(p)) = (estimate.half_width, p_holm) else { return Verdict::TooFewBlocks };
        match () {
            () if blocks < MIN_BLOCKS => Verdict::TooFewBlocks,
            () if estimate.mean.abs() + half <= margin => Verdict::Balanced,
            // A difference that seems too small to matter stays open until its whole interval is.
            () if p >= LEVEL || estimate.mean.abs() < MATTERS * margin => Verdict::Unclear,
            () if estimate.mean > 0.0 => Verdict::Larger,
            () => Verdict::Smaller,
        }
    }
}

impl Verdict {
    /// True if more games are not expected to change the verdict.
    pub fn is_settled(self) -> bool {
        !matches!(self, Verdict::Unclear | Verdict::TooFewBlocks)
    }
}

/// Returns the multiple of the blocks played that would settle an estimate, assuming it stays about where it is: until its
/// interval lies inside the margin or, if the estimate is larger, excludes 0 even after correction for the number of
/// effects. Returns `None` if no number of games would.
pub(super) fn times_to_settle(estimate: &Estimate, margin: f64, effects: usize) -> Option<f64> {
    let normal = Normal::standard();
    let (single, corrected) = (LEVEL / 2.0, LEVEL / 2.0 / effects as f64);
    let wider = normal.inverse_cdf(corrected) / normal.inverse_cdf(single);
    let size = estimate.mean.abs();
    let enough = if size < MATTERS * margin { margin - size } else { size / wider };
    let half = estimate.half_width.filter(|_| enough > 0.0)?;
    Some((half / enough).powi(2))
}

/// Rounds up to two significant digits.
pub(super) fn rounded(games: f64) -> u64 {
    let unit = 10_f64.powf((games.max(1.0).log10().floor() - 1.0).max(0.0));
    ((games / unit).ceil() * unit) as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_to_settle_match_a_hand_calculation() {
        let times = |mean, half, margin, effects| times_to_settle(&Estimate::around(mean, Some(half)), margin, effects);
        // A single effect is shown once the half-width of its interval is as small as the effect.
        assert!((times(2.0, 4.0, 1.0, 1).unwrap() - 4.0).abs() < 1e-9);
        // It lies within the margin once the half-width is as small as the rest of the margin.
        assert!((times(0.25, 1.5, 1.0, 1).unwrap() - 4.0).abs() < 1e-9);
        // With ten effects the interval has 2.807 instead of 1.960 standard errors.
        assert!((times(2.0, 4.0, 1.0, 10).unwrap() - 4.0 * (2.807_f64 / 1.960).powi(2)).abs() < 0.01);
        assert_eq!(times(0.0, 1.0, 0.0, 1), None);
        assert_eq!([1.0, 99.2, 12_345.0, 0.0].map(rounded), [1, 100, 13_000, 0]);
    }

    #[test]
    fn the_verdict_follows_interval_and_test() {
        let verdict = |mean, half_width, p, blocks| Verdict::new(&Estimate::around(mean, half_width), p, 1.0, blocks);
        assert_eq!(verdict(3.0, Some(1.0), Some(0.001), 100), Verdict::Larger);
        assert_eq!(verdict(-3.0, Some(1.0), Some(0.001), 100), Verdict::Smaller);
        assert_eq!(verdict(3.0, Some(1.0), Some(0.06), 100), Verdict::Unclear, "after the correction");
        assert_eq!(verdict(0.5, Some(0.5), Some(0.001), 100), Verdict::Balanced, "shown, but it does not matter");
        assert_eq!(verdict(0.5, Some(0.6), Some(1.0), 100), Verdict::Unclear);
        assert_eq!(verdict(0.7, Some(0.4), Some(0.001), 100), Verdict::Unclear, "shown, and perhaps too small");
        assert_eq!(verdict(0.8, Some(0.4), Some(0.001), 100), Verdict::Larger);
        assert_eq!(verdict(3.0, Some(1.0), Some(0.001), MIN_BLOCKS - 1), Verdict::TooFewBlocks);
        assert_eq!(verdict(3.0, None, None, 1), Verdict::TooFewBlocks);
    }
}
