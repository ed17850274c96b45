//! The effects of a balance study: what a level changes against its base, how sure that is, and whether it matters.

use serde::Serialize;

use super::claim::{Claim, claims};
use super::paired::Paired;
use super::response::Unit;
use crate::stats::holm::holm;
use crate::stats::interval::{Estimate, p_value};
use crate::stats::sprt::FEWEST_BLOCKS;
use crate::study::{Asked, Balance, Margins};

/// The error that all effects of a table together may make.
const LEVEL: f64 = 0.05;

/// The part of `summary.json` that only a balance study has.
#[derive(Clone, Debug, Serialize)]
pub struct BalanceSummary {
    /// What is too small to matter.
    pub margins: Margins,
    /// How much stronger each agent is than the one before it, under the rules of the base.
    pub strengths: Vec<StrengthSummary>,
    /// Every level, agent and response.
    pub effects: Vec<Effect>,
    /// What the agents say together.
    pub claims: Vec<Claim>,
}

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
    /// In a word.
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
    /// Of an estimate with its corrected p value.
    fn new(estimate: &Estimate, p_holm: Option<f64>, margin: f64, blocks: u64) -> Verdict {
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

impl BalanceSummary {
    /// Computes everything.
    pub fn new(balance: &Balance, paired: &Paired, blocks: u64) -> BalanceSummary {
        let mut effects: Vec<Effect> = Vec::new();
        for (number, comparison) in balance.comparisons.iter().enumerate() {
            let (sums, unit) = paired.differences(number);
            for (at, (sums, response)) in sums.iter().zip(paired.responses(number)).enumerate() {
                let Estimate { mean, half_width, .. } = Estimate::new(blocks, sums, unit);
                effects.push(Effect {
                    question: comparison.question,
                    factor: comparison.factor.clone(),
                    level: comparison.level.clone(),
                    base: comparison.base.clone(),
                    agent: comparison.agent.clone(),
                    players: comparison.players,
                    response: response.name,
                    base_mean: paired.base_mean(number, at, blocks),
                    mean,
                    half_width,
                    p: p_value(blocks, sums, unit),
                    p_holm: None,
                    margin: response.unit.margin(balance.margins),
                    verdict: Verdict::Unclear,
                    unit: response.unit,
                    rank: comparison.rank,
                });
            }
        }
        let p: Option<Vec<f64>> = effects.iter().map(|effect| effect.p).collect();
        let corrected = p.map(|p| holm(&p));
        for (at, effect) in effects.iter_mut().enumerate() {
            effect.p_holm = corrected.as_ref().map(|p| p[at]);
            let estimate = Estimate::around(effect.mean, effect.half_width);
            effect.verdict = Verdict::new(&estimate, effect.p_holm, effect.margin, blocks);
        }
        let strengths = balance.strengths.iter().map(|strength| {
            let (sums, unit) = paired.cell(strength.cell);
            let [weaker, stronger] = [0, 1].map(|i| &balance.agents[strength.weaker + i]);
            StrengthSummary {
                agent: format!("{stronger} against {weaker}"),
                players: strength.players,
                advantage: Estimate::new(blocks, sums, unit),
                weaker: strength.weaker,
            }
        });
        let strengths: Vec<StrengthSummary> = strengths.collect();
        BalanceSummary { margins: balance.margins, claims: claims(&effects, &strengths), effects, strengths }
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
