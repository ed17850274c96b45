//! Results adjusted for the luck of draws: exact sums, and the means and intervals computed from them.
//!
//! Subtracts from a seat's points a fixed multiple of the luck of its own draws relative to the mean of the other seats, and
//! from its share of the win a fixed multiple of what all draws changed about its chance to win (`goldrush_ai::value`). Luck
//! averages 0, so the expected value is unchanged and the interval is narrower (`goldrush_ai::luck`). Intervals are
//! Student's, from means of blocks; those of shares are clamped to 0 and 1.

use goldrush_games::schema::{MARGIN, WIN_SHARE};
use goldrush_support::stats::confidence::Confidence;
use goldrush_support::stats::interval::Estimate;
use goldrush_support::stats::sums::Sums;
use serde::{Deserialize, Serialize};

use super::group::Group;
use super::luck_tally::{Contestant, LuckTally};
use super::tally::Tally;
use crate::sim::game_luck::PARTS;
use crate::study::{Plan, Question};

/// Results of a run, adjusted for the luck of draws.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct LuckSummary {
    /// Each agent, over all arms; in a match each side. Empty in a balance study.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub agents: Vec<LuckRow>,
    /// Effects of a balance study on what a seat scores or wins.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub effects: Vec<LuckEffect>,
}

/// Luck-adjusted results of an agent.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct LuckRow {
    /// Name of the agent.
    pub name: String,
    /// Luck minus the mean of the other seats, in points per game.
    pub luck: Estimate,
    /// Adjusted margin, in points.
    pub margin: WithoutLuck,
    /// Adjusted share of the win.
    pub win_share: WithoutLuck,
}

/// A luck-adjusted mean.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct WithoutLuck {
    /// Adjusted mean.
    #[serde(flatten)]
    pub estimate: Estimate,
    /// Multiple of the games that would give the same precision without the adjustment, or `None` if blocks do not vary.
    pub worth: Option<f64>,
}

/// Luck-adjusted effect of a balance study.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct LuckEffect {
    /// Name of the factor that is varied.
    pub factor: String,
    /// Level it is changed to.
    pub level: String,
    /// Agent that plays.
    pub agent: String,
    pub players: usize,
    pub response: String,
    /// Number of decimals to print.
    #[serde(skip)]
    pub digits: usize,
    /// Level minus base, unadjusted.
    pub plain: Estimate,
    /// Level minus base, adjusted.
    #[serde(flatten)]
    pub without: WithoutLuck,
}

impl WithoutLuck {
    /// Computes the mean from adjusted and unadjusted sums, each with the value that 1 has in them.
    fn new(
        confidence: Confidence,
        blocks: u64,
        (sums, unit): (&Sums, f64),
        (plain, plain_unit): (&Sums, f64),
    ) -> WithoutLuck {
        let error = sums
            .standard_error(blocks, unit)
            .zip(plain.standard_error(blocks, plain_unit));
        let worth = error
            .filter(|(error, _)| *error > 0.0)
            .map(|(error, plain)| (plain / error).powi(2));
        WithoutLuck {
            estimate: Estimate::new(confidence, blocks, sums, unit),
            worth,
        }
    }

    /// Clamps the estimate of a share to 0 and 1.
    fn cut(self) -> WithoutLuck {
        let Estimate {
            mean, half_width, ..
        } = self.estimate;
        let mut cut = Estimate::around(mean.clamp(0.0, 1.0), half_width);
        if let Some((low, high)) = self.estimate.ends()
            && (low < 0.0 || high > 1.0)
        {
            let low = low.clamp(0.0, 1.0);
            let high = high.clamp(0.0, 1.0);
            cut.low = Some(low);
            cut.high = Some(high);
            cut.half_width = Some((high - low) / 2.0);
        }
        WithoutLuck {
            estimate: cut,
            ..self
        }
    }
}

impl LuckSummary {
    /// Computes the results, or returns `None` if luck was not estimated.
    pub fn new(plan: &Plan, tally: &Tally) -> Option<LuckSummary> {
        let luck = tally.luck.as_ref()?;
        let mut agents = Vec::new();
        if !matches!(plan.question, Question::Balance(_)) {
            for ((name, sums), plain) in plan
                .contestants
                .titles
                .iter()
                .zip(&luck.contestants)
                .zip(&tally.contestants)
            {
                agents.push(LuckRow::new(
                    name,
                    plan.confidence(),
                    tally.blocks,
                    sums,
                    plain,
                ));
            }
        }
        Some(LuckSummary {
            agents,
            effects: effects(plan, tally, luck),
        })
    }
}

impl LuckRow {
    /// Computes the results of an agent from its sums with and without the adjustment.
    fn new(
        name: &str,
        confidence: Confidence,
        blocks: u64,
        sums: &Contestant,
        plain: &Group,
    ) -> LuckRow {
        let parts = f64::from(PARTS);
        let (margin, unit) = plain.metric(MARGIN);
        let (_, unit_of_share) = plain.metric(WIN_SHARE);
        let win_share = WithoutLuck::new(
            confidence,
            sums.won,
            (&sums.share, unit_of_share * parts),
            (&sums.plain_share, unit_of_share),
        );
        LuckRow {
            name: name.to_owned(),
            luck: Estimate::new(
                confidence,
                blocks,
                &sums.luck,
                parts * plain.per_block as f64,
            ),
            margin: WithoutLuck::new(
                confidence,
                blocks,
                (&sums.margin, unit * parts),
                (margin, unit),
            ),
            win_share: win_share.cut(),
        }
    }
}

/// Returns the adjusted effects of a balance study on what a seat scores or wins.
fn effects(plan: &Plan, tally: &Tally, luck: &LuckTally) -> Vec<LuckEffect> {
    let (Question::Balance(balance), Some(plain), Some(paired)) =
        (&plan.question, &tally.paired, &luck.paired)
    else {
        return Vec::new();
    };
    let confidence = plan.confidence();
    let mut effects = Vec::new();
    for (number, comparison) in balance.comparisons.iter().enumerate() {
        let (plain_sums, plain_unit) = plain.differences(number);
        let (sums, unit) = paired.differences(number);
        for (i, response) in paired
            .responses(number)
            .iter()
            .enumerate()
            .filter(|(_, response)| response.is_of_a_seat())
        {
            let blocks = plain.blocks(number, i);
            effects.push(LuckEffect {
                factor: comparison.factor.clone(),
                level: comparison.level.clone(),
                agent: comparison.agent.clone(),
                players: comparison.players,
                response: response.name.into(),
                digits: response.unit.digits(),
                plain: Estimate::new(confidence, blocks, &plain_sums[i], plain_unit),
                without: WithoutLuck::new(
                    confidence,
                    blocks,
                    (&sums[i], unit),
                    (&plain_sums[i], plain_unit),
                ),
            });
        }
    }
    effects
}

#[cfg(test)]
mod tests {
    use goldrush_games::{Choice, GameName};

    use super::*;
    use crate::sim::bots::BotPool;
    use crate::sim::bots::titles;
    use crate::sim::play::game_runner;
    use crate::study::arm::Arm;
    use crate::study::lineup::Lineup;
    use crate::study::{Contest, Draft, Run};

    fn plan(game: GameName, a: &str, b: &str, players: usize) -> Plan {
        let run = Run {
            games: Some(100_000),
            seed: Some(5),
            luck: Some(true),
            ..Run::default()
        };
        let lineup = Lineup::of_match(game, a, b, players, false).unwrap();
        let arm = Arm::only(lineup, &Choice::printed(game)).unwrap();
        Draft::new(Question::Match(Contest::default()), vec![arm], &run)
            .and_then(|draft| Ok(draft.complete(titles)?))
            .unwrap()
    }

    /// Matches of the cheapest agents that draw: intervals are narrower, but still contain the mean over all matches.
    #[test]
    fn intervals_without_luck_cover_the_truth() {
        const BLOCKS: u64 = 25;
        for (players, matches) in [(2, 80), (4, 40)] {
            let plan = plan(
                GameName::KniziaGold,
                "memory:p=0.95",
                "memory:p=0.9",
                players,
            );
            let (mut game_runner, mut bots) =
                (game_runner(&plan.arms[0].setup), BotPool::of(&plan));
            let (mut all, mut parts) = (Tally::new(&plan), vec![Tally::new(&plan); matches]);
            for block in 0..BLOCKS * matches as u64 {
                let numbers = block * plan.games_per_block()..(block + 1) * plan.games_per_block();
                let games: Vec<_> = numbers
                    .map(|number| {
                        let id = plan.game(number);
                        let (played, _) =
                            game_runner.play(&plan, &mut bots, id, false, None).unwrap();
                        (id, played.result)
                    })
                    .collect();
                all.add_block(&plan, &games);
                parts[(block / BLOCKS) as usize].add_block(&plan, &games);
            }
            let of = |tally: &Tally| LuckSummary::new(&plan, tally).unwrap().agents.remove(0);
            let truth = of(&all);
            assert!(
                truth.margin.worth.unwrap() > 1.1 && truth.win_share.worth.unwrap() > 1.05,
                "{truth:?}"
            );
            assert!(
                truth.luck.mean.abs() < 2.0 * truth.luck.half_width.unwrap(),
                "{truth:?}"
            );
            let [mut margin, mut share] = [0, 0];
            for part in &parts {
                let covers = |found: Estimate, truth: Estimate| {
                    let (low, high) = found.ends().unwrap();
                    u32::from((low..=high).contains(&truth.mean))
                };
                let found = of(part);
                margin += covers(found.margin.estimate, truth.margin.estimate);
                share += covers(found.win_share.estimate, truth.win_share.estimate);
            }
            // 93%, minus an allowance for chance with so few matches (one-sided 1%).
            let least = matches as f64 * (0.93 - 2.33 * (0.93 * 0.07 / matches as f64).sqrt());
            assert!(
                f64::from(margin.min(share)) >= least,
                "{margin} and {share} of {matches}"
            );
        }
    }

    #[test]
    fn shares_are_clamped_to_0_and_1() {
        let cut = |mean, half| {
            WithoutLuck {
                estimate: Estimate::around(mean, Some(half)),
                worth: None,
            }
            .cut()
            .estimate
        };
        assert_eq!(cut(0.5, 0.1), Estimate::around(0.5, Some(0.1)));
        assert_eq!(cut(0.75, 0.5).ends(), Some((0.25, 1.0)));
        assert_eq!(cut(-0.01, 0.02).ends(), Some((0.0, 0.01)));
        assert_eq!(cut(1.02, 0.01).mean, 1.0);
    }
}
