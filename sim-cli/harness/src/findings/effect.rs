//! Effects of a balance study: the difference between a level and its base, how certain it is, and whether it matters.

use goldrush_games::ask::Topic;
use goldrush_support::stats::confidence::Confidence;
use goldrush_support::stats::distribution::{normal_cdf, normal_quantile};
use goldrush_support::stats::interval::{Estimate, MIN_BLOCKS, nan_if_null};
use serde::{Deserialize, Serialize};

use super::response::{SKILL, Unit};
use crate::study::QuestionKind;

/// Joint error rate of all effects in a table.
const LEVEL: f64 = 0.05;
/// Predicted probability with which the number of games that is named settles an effect. It is a little above the 80% that are
/// promised, since the prediction rests on a variance that is estimated, too.
const POWER: f64 = 0.85;
/// Maximum number of games to suggest, as a multiple of the games played.
const MOST_TIMES: f64 = 8192.0;
/// Probability that a change of a rule changes nothing, before it is measured.
const NO_CHANGE: f64 = 0.5;
/// Size of the changes that there are, before they are measured: their standard deviation as a multiple of the margin.
const SIZE: f64 = 20.0;
/// Smallest change that counts, as a share of the margin. A significant but smaller change stays open until its whole
/// interval lies inside the margin.
const MATTERS: f64 = 0.75;

/// Advantage of an agent that sits alone against a weaker one.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct StrengthSummary {
    /// Name of the agent that should be stronger, and its opponent.
    pub agent: String,
    pub players: usize,
    /// Win share minus 1 / players, over the games that somebody won.
    #[serde(flatten)]
    pub advantage: Estimate,
    /// Number of the pair, from 0.
    #[serde(skip)]
    pub pair: usize,
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
    pub players: usize,
    /// Topic it answers.
    pub about: Topic,
    pub response: String,
    /// Mean at the base; NaN (null in JSON), as the difference, if it is of wins and nobody won a game.
    #[serde(deserialize_with = "nan_if_null")]
    pub base_mean: f64,
    /// Mean difference: level minus base.
    #[serde(deserialize_with = "nan_if_null")]
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
    /// Number of blocks that count.
    #[serde(skip)]
    pub blocks: u64,
    /// Unit of the response.
    #[serde(skip)]
    pub unit: Unit,
    /// Position of the agent in the list of agents; of two agents, the number of their pair.
    #[serde(skip)]
    pub rank: usize,
}

impl Effect {
    /// True if it is about how much the stronger of two agents wins.
    pub fn is_of_pair(&self) -> bool {
        self.question == QuestionKind::Rule && self.response == SKILL
    }
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
    pub(super) fn new(
        estimate: &Estimate,
        p_holm: Option<f64>,
        margin: f64,
        blocks: u64,
    ) -> Verdict {
        let (Some(half), Some(p)) = (estimate.half_width, p_holm) else {
            return Verdict::TooFewBlocks;
        };
        if blocks < MIN_BLOCKS {
            Verdict::TooFewBlocks
        } else if estimate.mean.abs() + half <= margin {
            Verdict::Balanced
        } else if p >= LEVEL || estimate.mean.abs() < MATTERS * margin {
            // A difference that seems too small to matter stays open until its whole interval is.
            Verdict::Unclear
        } else if estimate.mean > 0.0 {
            Verdict::Larger
        } else {
            Verdict::Smaller
        }
    }
}

impl Verdict {
    /// True if more games are not expected to change the verdict.
    pub fn is_settled(self) -> bool {
        !matches!(self, Verdict::Unclear | Verdict::TooFewBlocks)
    }
}

/// Returns the multiple of the blocks played after which an estimate is settled with a probability of [`POWER`]: its interval
/// lies inside the margin, or it matters and excludes 0 even after correction for the number of effects. What is still to
/// come is predicted from the estimate and its own error, so that an estimate that is large by luck does not promise an early
/// end; and an estimate that may well be of no change at all needs the games that show there is none, however few were
/// played. Returns `None` if no number of games below [`MOST_TIMES`] times as many would.
pub(super) fn times_to_settle(
    estimate: &Estimate,
    confidence: Confidence,
    margin: f64,
    effects: usize,
) -> Option<f64> {
    let forecast = Forecast {
        mean: estimate.mean,
        half_width: estimate.half_width.filter(|half| *half > 0.0)?,
        confidence,
        margin,
        effects,
    };
    // The chance does not always rise at first, so a doubling finds the range, and a bisection the number.
    let mut times = 1.0;
    while forecast.chance_to_settle(times) < POWER {
        times *= 2.0;
        if times > MOST_TIMES {
            return None;
        }
    }
    let mut low = f64::max(times / 2.0, 1.0);
    let mut high = times;
    while high > 1.01 * low {
        let middle = (low * high).sqrt();
        if forecast.chance_to_settle(middle) >= POWER {
            high = middle;
        } else {
            low = middle;
        }
    }
    Some(high)
}

/// Present knowledge of an estimate that is not settled.
struct Forecast {
    mean: f64,
    half_width: f64,
    confidence: Confidence,
    margin: f64,
    /// Number of effects in the table.
    effects: usize,
}

impl Forecast {
    /// Returns the probability that the estimate is settled after `times` as many blocks, whether or not there is a change.
    fn chance_to_settle(&self, times: f64) -> f64 {
        let error = self.error();
        let size = SIZE * self.margin;
        // Likelihoods of the estimate without a change, and with a change of that size.
        let without = NO_CHANGE * density(self.mean, error);
        let with = (1.0 - NO_CHANGE) * density(self.mean, libm::hypot(error, size));
        let unchanged = if with > 0.0 {
            without / (without + with)
        } else {
            0.0
        };
        let weight = size * size / (size * size + error * error);
        unchanged * self.chance_if(0.0, 0.0, times)
            + (1.0 - unchanged) * self.chance_if(weight * self.mean, weight.sqrt() * error, times)
    }

    /// Returns the same if the true effect is normal around `truth`. The mean then is that of the blocks now, whose mean is
    /// known, and of new ones.
    fn chance_if(&self, truth: f64, deviation: f64, times: f64) -> f64 {
        let new = (times - 1.0) / times;
        let mean = self.mean / times + new * truth;
        let spread = libm::hypot(new * deviation, self.error() * (new / times).sqrt());
        let later = self.error() / times.sqrt();
        let single = normal_quantile(1.0 - self.confidence.tail());
        let corrected = normal_quantile(1.0 - self.confidence.tail() / self.effects as f64);
        let too_small = chance_within(self.margin - single * later, mean, spread);
        let not_shown = chance_within(
            f64::max(corrected * later, MATTERS * self.margin),
            mean,
            spread,
        );
        (too_small + 1.0 - not_shown).min(1.0)
    }

    /// Returns the standard error of the estimate.
    fn error(&self) -> f64 {
        self.half_width / normal_quantile(1.0 - self.confidence.tail())
    }
}

/// Returns the density of a normal value around 0, but for a constant factor.
fn density(value: f64, deviation: f64) -> f64 {
    libm::exp(-0.5 * (value / deviation).powi(2)) / deviation
}

/// Returns the probability that a normal value is at most `bound` away from 0.
fn chance_within(bound: f64, mean: f64, spread: f64) -> f64 {
    if bound > 0.0 && spread > 0.0 {
        normal_cdf((bound - mean) / spread) - normal_cdf((-bound - mean) / spread)
    } else if bound > 0.0 {
        f64::from(mean.abs() <= bound)
    } else {
        0.0
    }
}

/// Rounds up to two significant digits.
pub(super) fn rounded(games: f64) -> u64 {
    let unit = libm::pow(10.0, (libm::log10(games.max(1.0)).floor() - 1.0).max(0.0));
    ((games / unit).ceil() * unit) as u64
}

#[cfg(test)]
mod tests {
    use goldrush_engine::rng::{below, tool_stream};

    use super::*;

    #[test]
    fn games_to_settle_match_a_hand_calculation() {
        let look = Confidence::SINGLE_LOOK;
        let times = |mean, half, margin, effects| {
            times_to_settle(&Estimate::around(mean, Some(half)), look, margin, effects)
        };
        let chance = |mean, half_width, margin, times| {
            let forecast = Forecast {
                mean,
                half_width,
                confidence: look,
                margin,
                effects: 1,
            };
            forecast.chance_to_settle(times)
        };
        // Twice as many blocks, and a true effect of 1 ± 1 standard errors of today: the mean then is 1 ± √½ of them, and
        // 1.96 / √2 show a change.
        let [above, below] = [1.0, -1.0]
            .map(|sign| normal_cdf((sign * 1.0 - 1.959_964 / 2.0_f64.sqrt()) / 0.5_f64.sqrt()));
        let plain = Forecast {
            mean: 1.0,
            half_width: 1.959_964,
            confidence: look,
            margin: 0.0,
            effects: 1,
        };
        assert!((plain.chance_if(1.0, 1.0, 2.0) - above - below).abs() < 1e-6);
        // With all games, everything is either inside the margin or large enough to matter.
        assert!(chance(1.0, 5.0, 1.0, 1e9) > 0.999);
        assert!(chance(2.0, 1.9, 1.0, 1.0) > 0.999 && chance(0.0, 1.1, 1.0, 1.0) < 0.001);
        assert!(times(0.0, 1.1, 1.0, 1).unwrap() < times(0.0, 2.2, 1.0, 1).unwrap());
        assert!(
            times(2.0, 2.5, 1.0, 1).unwrap() < times(2.0, 2.5, 1.0, 20).unwrap(),
            "more effects need more games"
        );
        assert_eq!(
            times_to_settle(&Estimate::around(1.0, None), look, 1.0, 1),
            None
        );
        assert_eq!([1.0, 99.2, 12_345.0, 0.0].map(rounded), [1, 100, 13_000, 0]);
    }

    /// Draws first estimates of effects from none to three times the margin, and counts how often the number of games named for those still open settles
    /// them.
    #[test]
    fn the_games_named_settle_four_of_five_open_effects() {
        let mut rng = tool_stream(9);
        let mut normal =
            || normal_quantile((f64::from(below(&mut rng, 1 << 30)) + 0.5) / 2.0_f64.powi(30));
        let effects = 6;
        let margin = 1.0;
        let error = 1.0;
        let mut open = 0;
        let mut settled = 0;
        for case in 0..4000 {
            let truth = f64::from(case % 31) / 10.0;
            let first: f64 = truth + error * normal();
            let judged = |mean: f64, error: f64| {
                let p = 2.0 * normal_cdf(-mean.abs() / error) * effects as f64;
                Verdict::new(
                    &Estimate::around(mean, Some(1.96 * error)),
                    Some(p),
                    margin,
                    1000,
                )
                .is_settled()
            };
            let times = times_to_settle(
                &Estimate::around(first, Some(1.96 * error)),
                Confidence::SINGLE_LOOK,
                margin,
                effects,
            );
            let Some(times) = times.filter(|_| !judged(first, error)) else {
                continue;
            };
            let later = truth + error / (times - 1.0).sqrt() * normal();
            open += 1;
            settled += usize::from(judged(
                (first + (times - 1.0) * later) / times,
                error / times.sqrt(),
            ));
        }
        let share = f64::from(settled as u32) / f64::from(open);
        assert!(
            open > 3000 && (0.7..0.9).contains(&share),
            "{share} of {open}"
        );
    }

    /// The games named in all for an effect that is none stay about the same while games are played, since they are those that show it.
    #[test]
    fn the_games_named_do_not_grow_with_the_games_played() {
        let margin = 0.02;
        let named = |blocks: f64, mean: f64| {
            let half = 1.96 * 0.9 / blocks.sqrt();
            let estimate = Estimate::around(mean * half, Some(half));
            let times = times_to_settle(&estimate, Confidence::SINGLE_LOOK, margin, 6);
            blocks * times.unwrap()
        };
        for mean in [0.0, 0.4, -0.8] {
            let first = named(16.0, mean);
            for blocks in [32.0, 128.0, 512.0] {
                let later = named(blocks, mean);
                assert!(
                    later < 1.3 * first,
                    "{mean}: {first} after 16, {later} after {blocks}"
                );
            }
        }
    }

    #[test]
    fn the_verdict_follows_interval_and_test() {
        let verdict = |mean, half_width, p, blocks| {
            Verdict::new(&Estimate::around(mean, half_width), p, 1.0, blocks)
        };
        assert_eq!(verdict(3.0, Some(1.0), Some(0.001), 100), Verdict::Larger);
        assert_eq!(verdict(-3.0, Some(1.0), Some(0.001), 100), Verdict::Smaller);
        assert_eq!(
            verdict(3.0, Some(1.0), Some(0.06), 100),
            Verdict::Unclear,
            "after the correction"
        );
        assert_eq!(
            verdict(0.5, Some(0.5), Some(0.001), 100),
            Verdict::Balanced,
            "shown, but it does not matter"
        );
        assert_eq!(verdict(0.5, Some(0.6), Some(1.0), 100), Verdict::Unclear);
        assert_eq!(
            verdict(0.7, Some(0.4), Some(0.001), 100),
            Verdict::Unclear,
            "shown, and perhaps too small"
        );
        assert_eq!(verdict(0.8, Some(0.4), Some(0.001), 100), Verdict::Larger);
        assert_eq!(
            verdict(3.0, Some(1.0), Some(0.001), MIN_BLOCKS - 1),
            Verdict::TooFewBlocks
        );
        assert_eq!(verdict(3.0, None, None, 1), Verdict::TooFewBlocks);
    }
}
