//! What a match shows: who is stronger, how sure that is, and what so many games could have shown.

use serde::Serialize;

use super::tally::{Group, Tally};
use crate::stats::interval::Estimate;
use crate::stats::sprt::{Decision, FEWEST_BLOCKS, Hypotheses, bound};
use crate::study::{Contest, Plan};
use goldrush_engine::game::WHOLE_WIN;

/// The part of `summary.json` that only a match has.
#[derive(Clone, Debug, Serialize)]
pub struct ContestSummary {
    /// Win share of a seat among equals: 1 / players.
    pub baseline: f64,
    /// A, alone against Bs.
    pub a: Standing,
    /// B, alone against As; only with a mirror.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mirror_b: Option<Standing>,
    /// How much stronger A is in Elo; only with two players.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub elo: Option<Elo>,
    /// The sequential test, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sprt: Option<SprtSummary>,
}

/// How one agent does against others that are all the same.
#[derive(Clone, Debug, Serialize)]
pub struct Standing {
    /// Its win share less the baseline.
    pub difference: Estimate,
    /// The smallest true difference that so many blocks show with a probability of 80 % in a two-sided test at 5 %;
    /// none if the blocks do not vary.
    pub smallest_difference: Option<f64>,
    /// The same in a word.
    pub verdict: Verdict,
}

/// What an interval says.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// The interval lies above 0.
    Stronger,
    /// The interval lies below 0.
    Weaker,
    /// The interval includes 0.
    NoDifferenceShown,
    /// An interval of so few blocks is not to be trusted.
    TooFewBlocks,
}

/// Elo difference, 400·log10(s / (1 − s)) of A's win share s, and the ends of its 95 % interval; infinite (null) where
/// the share is 0 or 1.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Elo {
    /// At the mean.
    pub mean: f64,
    /// At the lower end of the win share's interval; none with fewer than two blocks.
    pub low: Option<f64>,
    /// At its upper end.
    pub high: Option<f64>,
}

/// How the sequential test ended.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct SprtSummary {
    /// The smaller win share.
    pub s0: f64,
    /// The larger one.
    pub s1: f64,
    /// The ratio's logarithm at the end.
    pub llr: f64,
    /// Where it decides, on both sides of 0.
    pub bound: f64,
    /// For which share, if it did.
    pub decision: Option<Decision>,
    /// Whether that was before the last block; then every estimate is biased.
    pub stopped_early: bool,
}

impl ContestSummary {
    /// Computes everything.
    pub fn new(plan: &Plan, contest: &Contest, tally: &Tally) -> ContestSummary {
        let players = plan.arms[0].lineup.players();
        let standing = |side: usize| Standing::new(tally.blocks, &tally.contestants[side]);
        let sprt = |hypotheses: Hypotheses| {
            let (sums, unit) = tally.contestants[0].win_share();
            let decision = hypotheses.decide(tally.blocks, sums, unit);
            SprtSummary {
                s0: hypotheses.s0,
                s1: hypotheses.s1,
                llr: hypotheses.llr(tally.blocks, sums, unit),
                bound: bound(),
                decision,
                stopped_early: decision.is_some() && tally.blocks < plan.blocks_here(),
            }
        };
        let a = standing(0);
        ContestSummary {
            baseline: 1.0 / players as f64,
            elo: (players == 2).then(|| Elo::new(&a.difference)),
            a,
            mirror_b: contest.mirror.then(|| standing(2)),
            sprt: contest.sprt.map(sprt),
        }
    }
}

/// Whether the test of a match, if it has one, has decided.
pub fn is_decided(plan: &Plan, tally: &Tally) -> bool {
    let (sums, unit) = tally.contestants[0].win_share();
    plan.sprt().is_some_and(|hypotheses| hypotheses.decide(tally.blocks, sums, unit).is_some())
}

impl Standing {
    /// The standing of a side seated alone. A block has as many games as players, so among equals the side wins exactly one.
    fn new(blocks: u64, side: &Group) -> Standing {
        let (sums, unit) = side.win_share();
        let less = sums.less(blocks, i64::from(WHOLE_WIN));
        let difference = Estimate::new(blocks, &less, unit);
        let verdict = match difference.half_width {
            Some(half) if blocks >= FEWEST_BLOCKS => match difference.mean {
                mean if mean > half => Verdict::Stronger,
                mean if mean < -half => Verdict::Weaker,
                _ => Verdict::NoDifferenceShown,
            },
            _ => Verdict::TooFewBlocks,
        };
        // Quantiles of the normal distribution: 97.5 % and 80 %.
        let error = less.standard_error(blocks, unit).filter(|error| *error > 0.0);
        let smallest_difference = error.map(|error| (1.959_964 + 0.841_621) * error);
        Standing { difference, smallest_difference, verdict }
    }
}

impl Elo {
    fn new(difference: &Estimate) -> Elo {
        let elo = |difference: f64| {
            let share = (0.5 + difference).clamp(0.0, 1.0);
            400.0 * (share / (1.0 - share)).log10()
        };
        let mean = difference.mean;
        Elo {
            mean: elo(mean),
            low: difference.half_width.map(|half| elo(mean - half)),
            high: difference.half_width.map(|half| elo(mean + half)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn standing(blocks: &[i64]) -> Standing {
        let mut group = Group::new(2);
        for &sixtieths in blocks {
            group.metrics[0].push(sixtieths);
        }
        Standing::new(blocks.len() as u64, &group)
    }

    #[test]
    fn a_verdict_is_what_the_interval_says() {
        let mixed = |high: i64, low: i64| -> Vec<i64> { [high, low, 60, 60].repeat(25) };
        assert_eq!(standing(&mixed(120, 60)).verdict, Verdict::Stronger);
        assert_eq!(standing(&mixed(60, 0)).verdict, Verdict::Weaker);
        assert_eq!(standing(&mixed(120, 0)).verdict, Verdict::NoDifferenceShown);
        assert_eq!(standing(&[60; 100]).verdict, Verdict::NoDifferenceShown);
        assert_eq!(standing(&[120; 15]).verdict, Verdict::TooFewBlocks);
        assert_eq!(standing(&[120]).smallest_difference, None);
        assert_eq!(standing(&[60; 100]).smallest_difference, None);
    }

    #[test]
    fn the_smallest_difference_worked_by_hand() {
        // 100 blocks of 1, 0, ½ and ½: variance of a block 1/8 · 100/99.
        let expected = (1.959_964 + 0.841_621) * (0.125_f64 / 99.0).sqrt();
        let found = standing(&[120, 0, 60, 60].repeat(25)).smallest_difference.unwrap();
        assert!((found - expected).abs() < 1e-12, "{found} {expected}");
    }

    #[test]
    fn elo_of_known_shares() {
        let elo = Elo::new(&Estimate::around(0.25, Some(0.25)));
        assert!((elo.mean - 190.848).abs() < 0.001, "{elo:?}");
        assert_eq!(elo.low, Some(0.0));
        assert_eq!(elo.high, Some(f64::INFINITY));
    }
}
