//! Results of a match: who is stronger, how certain that is, and the smallest difference that could have been detected.

use goldrush_support::stats::interval::Estimate;
use goldrush_support::stats::sprt::{Decision, Sprt, elo_of_share};
use serde::{Deserialize, Serialize};

use super::group::Group;
use super::tally::Tally;
use crate::study::{Contest, Plan};

/// The part of `summary.json` that only a match has.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(from = "Written")]
pub struct ContestSummary {
    /// Win share of a seat among equals: 1 / players.
    pub baseline: f64,
    /// Result of A, alone against Bs.
    pub a: Standing,
    /// Result of B, alone against As; only with a mirror.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mirror_b: Option<Standing>,
    /// Advantage of A over each B in Elo.
    pub elo: Elo,
    /// Sequential test, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sprt: Option<SprtSummary>,
}

/// Parts that are read: Elo follows from them, and its infinite ends are null in JSON.
#[derive(Deserialize)]
struct Written {
    baseline: f64,
    a: Standing,
    mirror_b: Option<Standing>,
    sprt: Option<SprtSummary>,
}

impl From<Written> for ContestSummary {
    fn from(written: Written) -> ContestSummary {
        let Written {
            baseline,
            a,
            mirror_b,
            sprt,
        } = written;
        ContestSummary {
            elo: Elo::new(&a.difference, baseline),
            baseline,
            a,
            mirror_b,
            sprt,
        }
    }
}

/// Result of one agent against identical opponents.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Standing {
    /// Win share minus the baseline, over the games that somebody won.
    pub difference: Estimate,
    /// Smallest true difference that this many blocks detect with a probability of 80% in a two-sided test at 5%, or `None`
    /// if the blocks do not vary.
    pub smallest_difference: Option<f64>,
    /// Conclusion from the interval.
    pub verdict: MatchVerdict,
}

/// Conclusion from an interval.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MatchVerdict {
    /// The interval lies above 0.
    Stronger,
    /// The interval lies below 0.
    Weaker,
    /// The interval includes 0.
    NoDifferenceShown,
}

/// Advantage of A over each B in Elo, which is not read back, computed from its win share and the ends of its interval;
/// infinite (null in JSON) where the share is 0 or 1, and NaN (null, too) if nobody won a game.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Elo {
    /// Elo at the mean win share.
    pub mean: f64,
    /// Elo at the lower end of the win share's interval.
    pub low: f64,
    /// Elo at the upper end of the win share's interval.
    pub high: f64,
}

/// State of the sequential test.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct SprtSummary {
    /// Hypotheses and error rates.
    #[serde(flatten)]
    pub sprt: Sprt,
    /// Log-likelihood ratio.
    pub llr: f64,
    /// Lower bound; below it the test decides for the smaller share.
    pub low: f64,
    /// Upper bound; above it the test decides for the larger share.
    pub high: f64,
    /// Decision, if there is one yet.
    pub decision: Option<Decision>,
    /// True if the test decided before the last block; then every estimate is biased.
    pub stopped_early: bool,
}

impl ContestSummary {
    /// Computes the results after at least one block.
    pub fn new(plan: &Plan, contest: &Contest, tally: &Tally) -> ContestSummary {
        let players = plan.arms[0].lineup.players();
        let baseline = 1.0 / players as f64;
        let a = Standing::new(&tally.contestants[0], baseline);
        ContestSummary {
            baseline,
            elo: Elo::new(&a.difference, baseline),
            a,
            mirror_b: contest
                .mirror
                .then(|| Standing::new(&tally.contestants[2], baseline)),
            sprt: contest.sprt.map(|sprt| SprtSummary::new(sprt, plan, tally)),
        }
    }
}

impl SprtSummary {
    /// Computes the state of the test of a match so far.
    pub fn new(sprt: Sprt, plan: &Plan, tally: &Tally) -> SprtSummary {
        let (shares, whole) = tally.contestants[0].win_share();
        let (low, high) = sprt.bounds();
        let decision = sprt.decide(shares, whole);
        let stopped_early = decision.is_some() && tally.blocks < plan.blocks_here();
        SprtSummary {
            sprt,
            llr: sprt.llr(shares, whole),
            low,
            high,
            decision,
            stopped_early,
        }
    }
}

impl Standing {
    /// Computes the result of a side that is seated alone.
    fn new(side: &Group, baseline: f64) -> Standing {
        let difference = side.estimate(0).plus(-baseline);
        let verdict = match difference.ends() {
            Some((low, _)) if low > 0.0 => MatchVerdict::Stronger,
            Some((_, high)) if high < 0.0 => MatchVerdict::Weaker,
            _ => MatchVerdict::NoDifferenceShown,
        };
        // Quantiles of the normal distribution: 97.5% and 80%.
        let error = side.share_error().filter(|error| *error > 0.0);
        let smallest_difference = error.map(|error| (1.959_964 + 0.841_621) * error);
        Standing {
            difference,
            smallest_difference,
            verdict,
        }
    }
}

impl Elo {
    /// Computes it from the win share minus that among equals.
    fn new(difference: &Estimate, baseline: f64) -> Elo {
        let share = difference.plus(baseline);
        let players = (1.0 / baseline).round() as usize;
        let (low, high) = share.ends().unwrap_or((0.0, 1.0));
        Elo {
            mean: elo_of_share(share.mean.clamp(0.0, 1.0), players),
            low: elo_of_share(low.clamp(0.0, 1.0), players),
            high: elo_of_share(high.clamp(0.0, 1.0), players),
        }
    }
}

#[cfg(test)]
mod tests {
    use goldrush_games::schema::MAX_METRICS;

    use super::*;

    /// Returns the result of a side alone in two-player games whose blocks have these sixtieths of a win.
    fn standing(blocks: &[i64]) -> Standing {
        let mut group = Group::new(
            2,
            goldrush_support::stats::confidence::Confidence::SINGLE_LOOK,
        );
        for &sixtieths in blocks {
            let mut values = [0; MAX_METRICS];
            values[0] = sixtieths;
            group.add(&values, 30);
            // The other game of the block.
            group.add(&[0; MAX_METRICS], 30);
            group.end_block();
        }
        Standing::new(&group, 0.5)
    }

    #[test]
    fn the_verdict_follows_the_interval() {
        let mixed = |high: i64, low: i64| -> Vec<i64> { [high, low, 60, 60].repeat(25) };
        assert_eq!(standing(&mixed(120, 60)).verdict, MatchVerdict::Stronger);
        assert_eq!(standing(&mixed(60, 0)).verdict, MatchVerdict::Weaker);
        assert_eq!(
            standing(&mixed(120, 0)).verdict,
            MatchVerdict::NoDifferenceShown
        );
        assert_eq!(
            standing(&[60; 100]).verdict,
            MatchVerdict::NoDifferenceShown
        );
        // Six blocks can show it, if all are won; five cannot: one half to the fifth power is more than 2.5%.
        assert_eq!(standing(&[120; 6]).verdict, MatchVerdict::Stronger);
        assert_eq!(standing(&[120; 5]).verdict, MatchVerdict::NoDifferenceShown);
        assert_eq!(standing(&[120]).smallest_difference, None);
        assert_eq!(standing(&[60; 100]).smallest_difference, None);
    }

    #[test]
    fn the_smallest_difference_matches_a_hand_calculation() {
        // 100 blocks of 1, 0, ½ and ½: variance of a block 1/8 · 100/99.
        let expected = (1.959_964 + 0.841_621) * (0.125_f64 / 99.0).sqrt();
        let found = standing(&[120, 0, 60, 60].repeat(25))
            .smallest_difference
            .unwrap();
        assert!((found - expected).abs() < 1e-12, "{found} {expected}");
    }

    #[test]
    fn elo_matches_known_shares() {
        let elo = Elo::new(&Estimate::around(0.25, Some(0.25)), 0.5);
        assert!((elo.mean - 190.848).abs() < 0.001, "{elo:?}");
        assert!(elo.low.abs() < 1e-9 && elo.high == f64::INFINITY, "{elo:?}");
        // Among four, an agent that wins half of the games is three times as strong as each opponent.
        assert!((Elo::new(&Estimate::around(0.25, None), 0.25).mean - 190.848).abs() < 0.001);
    }

    /// An agent that wins every game is stronger by at least some finite amount.
    #[test]
    fn an_agent_that_always_wins_has_a_finite_lower_end_also_when_read() {
        let a = standing(&[120; 50]);
        let summary = ContestSummary {
            baseline: 0.5,
            elo: Elo::new(&a.difference, 0.5),
            a,
            mirror_b: None,
            sprt: None,
        };
        let written = serde_json::to_string(&summary).unwrap();
        let read: ContestSummary = serde_json::from_str(&written).unwrap();
        for elo in [summary.elo, read.elo] {
            assert!(elo.mean == f64::INFINITY && elo.high == f64::INFINITY);
            assert!((elo.low - 446.3).abs() < 0.5, "{elo:?}");
        }
    }
}
