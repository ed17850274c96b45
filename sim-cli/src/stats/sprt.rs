//! The sequential test of a match: stops as soon as the games tell two win shares apart.
//!
//! Generalised sequential probability ratio test on the means of the blocks, whose variance is estimated as the test
//! goes on: LLR = k (s1 − s0)(2x̄ − s0 − s1) / 2v after k blocks of mean x̄ and variance v, bounds ±ln 19 for errors of
//! 5 % each (Wald, "Sequential tests of statistical hypotheses", 1945; Li, Liu and Ying, "Generalized sequential
//! probability ratio test for separate families of hypotheses", 2014).
//!
//! So that some equal blocks in a row do not decide at once, v counts the squared deviations of two blocks more, one
//! that A won throughout and one that it lost: ½ in all. Not handled: what stops early is biased as an estimate.

use std::fmt;
use std::str::FromStr;

use serde::Serialize;

use crate::stats::sums::Sums;

/// No decision before so many blocks.
pub const FEWEST_BLOCKS: u64 = 16;

/// Two win shares of A to be told apart, between 0 and 1, the smaller first.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Hypotheses {
    /// The smaller.
    pub s0: f64,
    /// The larger.
    pub s1: f64,
}

impl fmt::Display for Hypotheses {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.s0, self.s1)
    }
}

impl FromStr for Hypotheses {
    type Err = String;
    fn from_str(text: &str) -> Result<Hypotheses, String> {
        let share = |part: &str| part.trim().parse().ok().filter(|s| (0.0..=1.0).contains(s));
        let shares = text.split_once(',').and_then(|(s0, s1)| Some((share(s0)?, share(s1)?)));
        match shares {
            Some((s0, s1)) if s0 < s1 => Ok(Hypotheses { s0, s1 }),
            _ => Err(format!("\"{text}\" is not two win shares from 0 to 1, the smaller first, such as 0.5,0.55")),
        }
    }
}

/// What a test decided.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Decision {
    /// For the smaller share.
    S0,
    /// For the larger share.
    S1,
}

impl Hypotheses {
    /// The logarithm of the likelihood ratio after some blocks; `unit` is a win share of 1 in `sums`. 0 without blocks.
    pub fn llr(&self, blocks: u64, sums: &Sums, unit: f64) -> f64 {
        if blocks < 2 {
            return 0.0;
        }
        let k = blocks as f64;
        let mean = sums.sum as f64 / k / unit;
        let deviations = sums.spread(blocks) as f64 / k / (unit * unit);
        let variance = (deviations + 0.5) / (k - 1.0);
        k * (self.s1 - self.s0) * (2.0 * mean - self.s0 - self.s1) / (2.0 * variance)
    }

    /// The decision after some blocks; none if it is open.
    pub fn decide(&self, blocks: u64, sums: &Sums, unit: f64) -> Option<Decision> {
        let llr = self.llr(blocks, sums, unit);
        match () {
            () if blocks < FEWEST_BLOCKS => None,
            () if llr >= bound() => Some(Decision::S1),
            () if llr <= -bound() => Some(Decision::S0),
            () => None,
        }
    }
}

/// Where the test ends, on both sides of 0: errors of 5 % each.
pub fn bound() -> f64 {
    19.0_f64.ln()
}

#[cfg(test)]
mod tests {
    use goldrush_engine::rng::{StreamRng, below, tool_stream};

    use super::*;

    /// The decision on blocks of two games, each with probability `wins` in ten thousand for A, and its length.
    fn test(hypotheses: Hypotheses, wins: u32, rng: &mut StreamRng) -> (Decision, u64) {
        let mut sums = Sums::default();
        for blocks in 1.. {
            let won = (0..2).filter(|_| below(rng, 10_000) < wins).count();
            sums.push(60 * won as i64);
            if let Some(decision) = hypotheses.decide(blocks, &sums, 120.0) {
                return (decision, blocks);
            }
        }
        unreachable!("the walk ends")
    }

    #[test]
    fn either_error_is_made_about_one_time_in_twenty() {
        let hypotheses: Hypotheses = "0.5,0.56".parse().unwrap();
        for (wins, wrong) in [(5000, Decision::S1), (5600, Decision::S0)] {
            let mut rng = tool_stream(11);
            let runs: Vec<_> = (0..1000).map(|_| test(hypotheses, wins, &mut rng)).collect();
            let errors = runs.iter().filter(|(decision, _)| *decision == wrong).count();
            let length = runs.iter().map(|(_, blocks)| blocks).sum::<u64>() / 1000;
            // 50 expected at most, standard deviation 7; a test of fixed length needs about 375 blocks.
            assert!((20..=70).contains(&errors), "{errors} of 1000");
            assert!((100..300).contains(&length), "{length} blocks");
        }
    }

    #[test]
    fn agents_that_seldom_differ_are_not_called_equal_after_a_few_equal_blocks() {
        let hypotheses: Hypotheses = "0.5,0.51".parse().unwrap();
        let mut sums = Sums::default();
        (0..FEWEST_BLOCKS).for_each(|_| sums.push(60));
        assert_eq!(hypotheses.decide(FEWEST_BLOCKS, &sums, 120.0), None);
    }

    #[test]
    fn one_ratio_worked_by_hand() {
        // 20 blocks, half of them 1 and half ½: mean ¾, deviations 20/16, variance (20/16 + ½)/19.
        let mut sums = Sums::default();
        (0..20).for_each(|i| sums.push(if i % 2 == 0 { 120 } else { 60 }));
        let llr = Hypotheses { s0: 0.5, s1: 0.6 }.llr(20, &sums, 120.0);
        assert!((llr - 20.0 * 0.1 * 0.4 / (2.0 * 1.75 / 19.0)).abs() < 1e-9, "{llr}");
    }

    #[test]
    fn hypotheses_parse_back_and_wrong_ones_are_refused() {
        assert_eq!("0.5, 0.55".parse::<Hypotheses>().unwrap().to_string(), "0.5,0.55");
        for wrong in ["0.5", "0.5,0.5", "0.6,0.5", "a,b", "-1,0.5", "0.5,2", "nan,1", ""] {
            assert!(wrong.parse::<Hypotheses>().is_err(), "{wrong}");
        }
    }
}
