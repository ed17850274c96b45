//! Results of a balance study: all effects, how strong the agents are, and the conclusions.

use goldrush_support::stats::confidence::Confidence;
use goldrush_support::stats::holm::holm;
use goldrush_support::stats::interval::{Estimate, MIN_BLOCKS, p_value};
use serde::{Deserialize, Serialize};

use super::conclusion::{Conclusion, claims};
use super::effect::{Effect, StrengthSummary, Verdict, rounded, times_to_settle};
use super::luck::LuckSummary;
use super::paired::Paired;
use super::response::Unit;
use crate::study::{AGAINST, Balance, Comparison, Margins, Plan};

/// The part of `summary.json` that only a balance study has.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct BalanceSummary {
    /// Agents that played, the weaker first.
    #[serde(skip)]
    pub agents: Vec<String>,
    /// Largest differences that are too small to matter.
    pub margins: Margins,
    /// Maximum number of looks at the results for ending the run early; 1 if it could not end early.
    pub looks: usize,
    /// Advantage of each agent over the one before it, under the rules of the base.
    pub strengths: Vec<StrengthSummary>,
    /// One effect per level, agent and response.
    pub effects: Vec<Effect>,
    /// Conclusions from all agents together.
    pub claims: Vec<Conclusion>,
}

/// Returns how far a difference of shares may be from the value that all blocks have in common: another block might differ
/// by as much as shares can. This is Gaffke's bound where nothing varies (see [`goldrush_support::stats::share`]).
fn unseen_share(mean: f64, blocks: u64, confidence: Confidence) -> f64 {
    (1.0 + mean.abs()) * (1.0 - libm::pow(confidence.tail(), 1.0 / blocks as f64))
}

/// True if an effect is that of a comparison, for one of its responses.
fn is_effect_of(effect: &Effect, comparison: &Comparison) -> bool {
    effect.question == comparison.question
        && effect.players == comparison.players
        && effect.factor == comparison.factor
        && effect.level == comparison.level
        && effect.agent == comparison.agent
}

impl BalanceSummary {
    /// Restores what the plan says about a summary that was read; returns false if it is of another plan.
    pub(super) fn restore(
        &mut self,
        plan: &Plan,
        balance: &Balance,
        luck: Option<&mut LuckSummary>,
    ) -> bool {
        self.agents = balance.names();
        for effect in luck.into_iter().flat_map(|luck| &mut luck.effects) {
            effect.digits = Unit::of(plan.schema(), &effect.response).digits();
        }
        for (strength, planned) in self.strengths.iter_mut().zip(&balance.strengths) {
            strength.pair = planned.pair;
        }
        for effect in &mut self.effects {
            effect.unit = Unit::of(plan.schema(), &effect.response);
            let Some(comparison) = balance
                .comparisons
                .iter()
                .find(|comparison| is_effect_of(effect, comparison))
            else {
                return false;
            };
            effect.rank = comparison.rank;
        }
        true
    }

    /// Returns the strength of an agent that should be stronger than the one before it and is shown to be weaker.
    pub fn reversed(&self) -> Option<&StrengthSummary> {
        self.strengths.iter().find(|strength| {
            strength
                .advantage
                .ends()
                .is_some_and(|(_, high)| high < 0.0)
        })
    }

    /// Computes the results so far.
    pub fn new(plan: &Plan, balance: &Balance, paired: &Paired) -> BalanceSummary {
        let confidence = plan.confidence();
        let mut effects: Vec<Effect> = Vec::new();
        for (number, comparison) in balance.comparisons.iter().enumerate() {
            let (sums, unit) = paired.differences(number);
            let all = sums.iter().zip(paired.responses(number)).enumerate();
            for (index, (sums, response)) in all.filter(|(_, (_, response))| {
                response.fits(comparison.question) && balance.asks(comparison, response.topic)
            }) {
                let unit = unit * response.parts() as f64;
                let blocks = paired.blocks(number, index);
                let Estimate {
                    mean,
                    mut half_width,
                    ..
                } = Estimate::new(confidence, blocks, sums, unit);
                if response.unit.is_share() && half_width == Some(0.0) {
                    half_width = Some(unseen_share(mean, blocks, confidence));
                }
                effects.push(Effect {
                    question: comparison.question,
                    factor: comparison.factor.clone(),
                    level: comparison.level.clone(),
                    base: comparison.base.clone(),
                    agent: comparison.agent.clone(),
                    players: comparison.players,
                    about: comparison.question.topic(response.topic),
                    response: response.name.into(),
                    base_mean: paired.base_mean(number, index),
                    mean,
                    half_width,
                    p: p_value(blocks, sums, unit),
                    p_holm: None,
                    margin: response.unit.margin(balance.margins),
                    verdict: Verdict::Unclear,
                    more_games: None,
                    blocks,
                    unit: response.unit,
                    rank: comparison.rank,
                });
            }
        }
        let p: Vec<f64> = effects.iter().filter_map(|effect| effect.p).collect();
        let mut corrected = holm(&p).into_iter();
        let count = effects.len();
        for effect in &mut effects {
            effect.p_holm = effect
                .p
                .and_then(|_| corrected.next())
                .map(|p| confidence.correct(p));
            let estimate = Estimate::around(effect.mean, effect.half_width);
            let blocks = effect.blocks;
            effect.verdict = Verdict::new(&estimate, effect.p_holm, effect.margin, blocks);
            if effect.verdict == Verdict::TooFewBlocks {
                // Nothing can be predicted from so few: these are the games without which there is no verdict.
                let more = MIN_BLOCKS.saturating_sub(blocks).max(1) * plan.games_per_block();
                effect.more_games = Some(rounded(more as f64));
            } else if !effect.verdict.is_settled() {
                let times = times_to_settle(&estimate, confidence, effect.margin, count);
                let in_all = times.map(|times| times * blocks as f64);
                // Near the goal the little that is missing may turn out to be more, so the minimum is a tenth of the blocks.
                let more = in_all.map(|in_all| (in_all - blocks as f64).max(0.1 * blocks as f64));
                effect.more_games = more.map(|more| rounded(more * plan.games_per_block() as f64));
            }
        }
        let strengths = balance.strengths.iter().map(|strength| {
            let [weaker, stronger] =
                [strength.weaker, strength.stronger].map(|at| &balance.agents[at]);
            StrengthSummary {
                agent: format!("{stronger}{AGAINST}{weaker}"),
                players: strength.players,
                advantage: paired.advantage(strength.cell, confidence),
                pair: strength.pair,
            }
        });
        let strengths: Vec<StrengthSummary> = strengths.collect();
        let looks = plan.stop.map_or(1, |stop| stop.looks(plan.blocks).len());
        BalanceSummary {
            agents: balance.names(),
            margins: balance.margins,
            looks,
            claims: claims(&effects, &strengths),
            effects,
            strengths,
        }
    }
}
