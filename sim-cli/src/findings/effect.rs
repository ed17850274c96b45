//! The effects of a balance study: what a level changes against its base, how sure that is, and whether it matters.

use serde::Serialize;

use super::response::Unit;
use crate::stats::interval::{Estimate, FEWEST_BLOCKS};
use crate::study::Asked;

/// The error that all effects of a table together may make.
const LEVEL: f64 = 0.05;

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
            () if p >= LEVEL => Verdict::Unclear,
            () if estimate.mean > 0.0 => Verdict::Larger,
            () => Verdict::Smaller,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_verdict_is_what_interval_and_test_say() {
        let verdict = |mean, half_width, p, blocks| Verdict::new(&Estimate::around(mean, half_width), p, 1.0, blocks);
        assert_eq!(verdict(3.0, Some(1.0), Some(0.001), 100), Verdict::Larger);
        assert_eq!(verdict(-3.0, Some(1.0), Some(0.001), 100), Verdict::Smaller);
        assert_eq!(verdict(3.0, Some(1.0), Some(0.06), 100), Verdict::Unclear, "after the correction");
        assert_eq!(verdict(0.5, Some(0.5), Some(0.001), 100), Verdict::Balanced, "shown, but it does not matter");
        assert_eq!(verdict(0.5, Some(0.6), Some(1.0), 100), Verdict::Unclear);
        assert_eq!(verdict(3.0, Some(1.0), Some(0.001), FEWEST_BLOCKS - 1), Verdict::TooFewBlocks);
        assert_eq!(verdict(3.0, None, None, 1), Verdict::TooFewBlocks);
    }
}
