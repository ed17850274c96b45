//! The effects of a balance study: what a level changes against its base, how sure that is, and whether it matters.

use serde::Serialize;
use statrs::distribution::{ContinuousCDF, Normal};

use super::response::Unit;
use crate::stats::interval::{Estimate, FEWEST_BLOCKS};
use crate::study::{Asked, Topic};

/// The error that all effects of a table together may make.
const LEVEL: f64 = 0.05;
/// A change that is shown counts as one if it is at least so much of what is too small to matter; a smaller one is waited for
/// until all of its interval is too small.
const MATTERS: f64 = 0.75;

/// An agent alone against the one before it.
#[derive(Clone, Debug, Serialize)]
pub struct StrengthSummary {
    /// The one that should be stronger, and its opponent.
    pub agent: String,
    /// Number of players.
    pub players: usize,
    /// Its win share less 1 / players.
    #[serde(flatten)]
    pub advantage: Estimate,
    /// Position of the weaker one in the list of agents.
    #[serde(skip)]
    pub weaker: usize,
}

/// What a level changes.
#[derive(Clone, Debug, Serialize)]
pub struct Effect {
    /// `rule`, `seat` or `restriction`.
    pub question: Asked,
    /// What is varied.
    pub factor: String,
    /// To which level.
    pub level: String,
    /// From which.
    pub base: String,
    /// Who plays.
    pub agent: String,
    /// Number of players.
    pub players: usize,
    /// The question it answers.
    pub about: Topic,
    /// What is looked at.
    pub response: &'static str,
    /// The mean at the base.
    pub base_mean: f64,
    /// The mean difference: level less base.
    pub mean: f64,
    /// Half the width of its 95 % interval; none with fewer than two blocks.
    pub half_width: Option<f64>,
    /// Two-sided p value of the paired t test.
    pub p: Option<f64>,
    /// After Holm's correction over all effects of the study.
    pub p_holm: Option<f64>,
    /// What is too small to matter.
    pub margin: f64,
    /// The same in a word.
    pub verdict: Verdict,
    /// About how many more games would settle it, if it is not.
    pub more_games: Option<u64>,
    /// What the response is counted in.
    #[serde(skip)]
    pub unit: Unit,
    /// Position of the agent in their list.
    #[serde(skip)]
    pub rank: usize,
}

/// What an effect shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// More than at the base, after the correction.
    Larger,
    /// Less than at the base, after the correction.
    Smaller,
    /// The whole interval lies inside the margin, whether it includes 0 or not.
    Balanced,
    /// Neither is shown.
    Unclear,
    /// So few blocks are not to be trusted.
    TooFewBlocks,
}

impl Verdict {
    /// The verdict on an estimate with its corrected p value.
    pub(super) fn new(estimate: &Estimate, p_holm: Option<f64>, margin: f64, blocks: u64) -> Verdict {
        let (Some(half), Some(p)) = (estimate.half_width, p_holm) else { return Verdict::TooFewBlocks };
        match () {
            () if blocks < FEWEST_BLOCKS => Verdict::TooFewBlocks,
            () if estimate.mean.abs() + half <= margin => Verdict::Balanced,
            // What seems too small to matter is told when all of its interval is.
            () if p >= LEVEL || estimate.mean.abs() < MATTERS * margin => Verdict::Unclear,
            () if estimate.mean > 0.0 => Verdict::Larger,
            () => Verdict::Smaller,
        }
    }
}

impl Verdict {
    /// Whether more games would not change it, or not in this way.
    pub fn is_settled(self) -> bool {
        !matches!(self, Verdict::Unclear | Verdict::TooFewBlocks)
    }
}

/// How many times the blocks that were played would settle an estimate, if it stays about where it is: until its interval lies
/// inside the margin or, where it is larger, leaves out 0 also as one of so many effects. None if that is never.
pub(super) fn times_to_settle(estimate: &Estimate, margin: f64, effects: usize) -> Option<f64> {
    let normal = Normal::standard();
    let (single, among) = (LEVEL / 2.0, LEVEL / 2.0 / effects as f64);
    let wider = normal.inverse_cdf(among) / normal.inverse_cdf(single);
    let size = estimate.mean.abs();
    let enough = if size < MATTERS * margin { margin - size } else { size / wider };
    let half = estimate.half_width.filter(|_| enough > 0.0)?;
    Some((half / enough).powi(2))
}

/// To two digits, upwards.
pub(super) fn rounded(games: f64) -> u64 {
    let unit = 10_f64.powf((games.max(1.0).log10().floor() - 1.0).max(0.0));
    ((games / unit).ceil() * unit) as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_to_settle_worked_by_hand() {
        let times = |mean, half, margin, effects| times_to_settle(&Estimate::around(mean, Some(half)), margin, effects);
        // Of one effect: to be shown, its interval has to be as narrow as it is large.
        assert!((times(2.0, 4.0, 1.0, 1).unwrap() - 4.0).abs() < 1e-9);
        // To lie within the margin: as narrow as what is left of that.
        assert!((times(0.25, 1.5, 1.0, 1).unwrap() - 4.0).abs() < 1e-9);
        // Of ten effects the interval is 2.807 instead of 1.960 standard errors.
        assert!((times(2.0, 4.0, 1.0, 10).unwrap() - 4.0 * (2.807_f64 / 1.960).powi(2)).abs() < 0.01);
        assert_eq!(times(0.0, 1.0, 0.0, 1), None);
        assert_eq!([1.0, 99.2, 12_345.0, 0.0].map(rounded), [1, 100, 13_000, 0]);
    }

    #[test]
    fn a_verdict_is_what_interval_and_test_say() {
        let verdict = |mean, half_width, p, blocks| Verdict::new(&Estimate::around(mean, half_width), p, 1.0, blocks);
        assert_eq!(verdict(3.0, Some(1.0), Some(0.001), 100), Verdict::Larger);
        assert_eq!(verdict(-3.0, Some(1.0), Some(0.001), 100), Verdict::Smaller);
        assert_eq!(verdict(3.0, Some(1.0), Some(0.06), 100), Verdict::Unclear, "after the correction");
        assert_eq!(verdict(0.5, Some(0.5), Some(0.001), 100), Verdict::Balanced, "shown, but it does not matter");
        assert_eq!(verdict(0.5, Some(0.6), Some(1.0), 100), Verdict::Unclear);
        assert_eq!(verdict(0.7, Some(0.4), Some(0.001), 100), Verdict::Unclear, "shown, and perhaps too small");
        assert_eq!(verdict(0.8, Some(0.4), Some(0.001), 100), Verdict::Larger);
        assert_eq!(verdict(3.0, Some(1.0), Some(0.001), FEWEST_BLOCKS - 1), Verdict::TooFewBlocks);
        assert_eq!(verdict(3.0, None, None, 1), Verdict::TooFewBlocks);
    }
}
