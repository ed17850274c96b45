//! What a balance study shows: all effects, how strong the agents are, and what may be claimed.

use serde::Serialize;

use super::claim::{Claim, claims};
use super::effect::{Effect, StrengthSummary, Verdict};
use super::paired::Paired;
use crate::stats::holm::holm;
use crate::stats::interval::{Estimate, p_value};
use crate::study::{Balance, Margins};

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
            let [weaker, stronger] = [0, 1].map(|i| &balance.agents[strength.weaker + i]);
            StrengthSummary {
                agent: format!("{stronger} against {weaker}"),
                players: strength.players,
                advantage: paired.advantage(strength.cell),
                weaker: strength.weaker,
            }
        });
        let strengths: Vec<StrengthSummary> = strengths.collect();
        BalanceSummary { margins: balance.margins, claims: claims(&effects, &strengths), effects, strengths }
    }
}
