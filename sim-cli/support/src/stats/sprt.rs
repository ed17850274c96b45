//! Sequential test of a match: stops as soon as the games distinguish between two win shares.
//!
//! A generalized sequential probability ratio test on the shares of the blocks, which assumes nothing about their
//! distribution: the likelihood of a mean is that of the most likely distribution with this mean on the values that occurred
//! (Owen, "Empirical likelihood", 2001), LLR is the logarithm of the ratio of the two likelihoods, and Wald's bounds ln((1 −
//! β) / α) and ln(β / (1 − α)) end the test ("Sequential tests of statistical hypotheses", 1945; Li, Liu and Ying,
//! "Generalized sequential probability ratio test for separate families of hypotheses", 2014). To allow for values that have
//! not occurred yet, a tenth of a block won in full and a tenth of one lost in full are counted as well. For symmetric
//! shares this is the usual test on mean and variance, which is wrong too often otherwise. Not handled: the estimate of a
//! test that stops early is biased.

use serde::{Deserialize, Serialize};

use crate::stats::share::{Shares, Weighted};

/// Hypotheses of a sequential test, and its allowed error rates.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sprt {
    /// Smaller win share of A, above 0.
    pub s0: f64,
    /// Larger win share of A, below 1.
    pub s1: f64,
    /// Probability of deciding for the larger share if the smaller is true.
    pub alpha: f64,
    /// Probability of deciding for the smaller share if the larger is true.
    pub beta: f64,
}

/// Default error rate of a test.
pub const USUAL_ERROR: f64 = 0.05;

fn parse_pair(text: &str) -> Option<(f64, f64)> {
    let (low, high) = text.split_once(',')?;
    Some((low.trim().parse().ok()?, high.trim().parse().ok()?))
}

impl Sprt {
    /// Parses two win shares, `0.5,0.55`, or two differences in Elo, `elo:0,20`, for an agent alone among `players` players.
    ///
    /// # Errors
    /// Fails if the text is neither; the message shows valid examples.
    pub fn parse(text: &str, players: usize, [alpha, beta]: [f64; 2]) -> Result<Sprt, String> {
        let shares = match text.strip_prefix("elo:") {
            None => parse_pair(text),
            Some(elos) => parse_pair(elos)
                .map(|(low, high)| (share_of_elo(low, players), share_of_elo(high, players))),
        };
        let sprt = shares.map(|(s0, s1)| Sprt {
            s0,
            s1,
            alpha,
            beta,
        });
        sprt.filter(Sprt::has_shares).ok_or_else(|| {
            format!(
                "\"{text}\" is not two win shares between 0 and 1, the smaller first, such as 0.5,0.55, nor two differences in \
                 Elo such as elo:0,20"
            )
        })
    }

    fn has_shares(&self) -> bool {
        0.0 < self.s0 && self.s0 < self.s1 && self.s1 < 1.0
    }

    /// True if the shares are valid and both errors lie between 0 and one half.
    pub fn is_possible(&self) -> bool {
        self.has_shares()
            && [self.alpha, self.beta]
                .iter()
                .all(|error| *error > 0.0 && *error < 0.5)
    }
}

/// Returns the win share of an agent `elo` points stronger than each of its opponents, by Luce's choice axiom: its strength
/// is 10^(elo / 400) times theirs, and it wins in proportion. For two players this is the logistic curve of chess.
pub fn share_of_elo(elo: f64, players: usize) -> f64 {
    let odds = libm::pow(10.0, elo / 400.0);
    odds / (odds + (players - 1) as f64)
}

/// Returns the Elo difference for a win share, the inverse of [`share_of_elo`]; infinite at 0 and 1.
pub fn elo_of_share(share: f64, players: usize) -> f64 {
    400.0 * libm::log10(share * (players - 1) as f64 / (1.0 - share))
}

/// Decision of a sequential test.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Decision {
    /// The smaller share.
    S0,
    /// The larger share.
    S1,
}

impl Sprt {
    /// Returns the bounds between which the LLR is undecided: the lower one, below 0, and the upper one, above 0.
    pub fn bounds(&self) -> (f64, f64) {
        (
            libm::log(self.beta / (1.0 - self.alpha)),
            libm::log((1.0 - self.beta) / self.alpha),
        )
    }

    /// Returns the log-likelihood ratio (LLR) after the given blocks, 0 if nobody won a game of them; `whole` is the value of a
    /// block won in full.
    pub fn llr(&self, shares: &Shares, whole: i64) -> f64 {
        /// Weight of an additional block won in full, and of one lost in full.
        const UNSEEN: f64 = 0.1;
        // The unseen tenths alone would favor one of the shares.
        if shares.blocks() == 0 {
            return 0.0;
        }
        let values = shares.weighted(whole, &[0.0, 1.0], UNSEEN);
        neg_log_likelihood(&values, self.s0) - neg_log_likelihood(&values, self.s1)
    }

    /// Returns the decision after the given blocks, or `None` while undecided.
    pub fn decide(&self, shares: &Shares, whole: i64) -> Option<Decision> {
        let llr = self.llr(shares, whole);
        let (low, high) = self.bounds();
        match () {
            () if llr >= high => Some(Decision::S1),
            () if llr <= low => Some(Decision::S0),
            () => None,
        }
    }
}

/// Returns how far the maximum log-likelihood drops when the mean is fixed at `mean`: the maximum of the sum of w·ln(1 + λ(x
/// − mean)) over λ, which is concave in λ.
fn neg_log_likelihood(values: &[Weighted], mean: f64) -> f64 {
    // Beyond these bounds a value would have a negative probability; the bounds themselves are poles.
    let mut low = -1.0 / (1.0 - mean);
    let mut high = 1.0 / mean;
    let mut lambda = 0.0;
    for _ in 0..200 {
        let mut slope = 0.0;
        let mut curvature = 0.0;
        for block in values {
            let part = block.above(mean) / (1.0 + lambda * block.above(mean));
            slope += block.weight * part;
            curvature += block.weight * part * part;
        }
        *(if slope > 0.0 { &mut low } else { &mut high }) = lambda;
        let step = lambda + slope / curvature;
        let next = if step > low && step < high {
            step
        } else {
            (low + high) / 2.0
        };
        if (next - lambda).abs() <= 1e-12 * (1.0 + lambda.abs()) {
            break;
        }
        lambda = next;
    }
    values
        .iter()
        .map(|block| block.weight * libm::log1p(lambda * block.above(mean)))
        .sum()
}

#[cfg(test)]
mod tests {
    use goldrush_engine::rng::{StreamRng, below, tool_stream};

    use super::*;

    fn sprt(shares: &str, alpha: f64, beta: f64) -> Sprt {
        Sprt::parse(shares, 2, [alpha, beta]).unwrap()
    }

    /// Returns the decision, and the number of blocks it took, for blocks of `games` games, each won with probability `wins`
    /// in ten thousand.
    fn test(sprt: &Sprt, games: i64, wins: u32, rng: &mut StreamRng) -> (Decision, u64) {
        let mut shares = Shares::default();
        for blocks in 1.. {
            shares.push(
                (0..games).filter(|_| below(rng, 10_000) < wins).count() as i64,
                games,
            );
            if let Some(decision) = sprt.decide(&shares, games) {
                return (decision, blocks);
            }
        }
        unreachable!("the sequential test terminates with probability 1")
    }

    /// Also holds where one of the two nearly always wins, and for other error rates.
    #[test]
    fn error_rates_are_as_low_as_requested() {
        for (hypotheses, alpha, beta, games, [smaller, larger]) in [
            ("0.5,0.56", 0.05, 0.05, 2, [5000, 5600]),
            ("0.97,0.985", 0.05, 0.05, 2, [9700, 9850]),
            ("0.98,0.99", 0.05, 0.05, 2, [9800, 9900]),
            ("0.99,0.998", 0.05, 0.05, 5, [9900, 9980]),
            ("0.5,0.6", 0.01, 0.1, 3, [5000, 6000]),
        ] {
            let sprt = sprt(hypotheses, alpha, beta);
            let mut rng = tool_stream(11);
            for (wins, wrong, allowed) in
                [(smaller, Decision::S1, alpha), (larger, Decision::S0, beta)]
            {
                let runs = 600;
                let errors = (0..runs)
                    .filter(|_| test(&sprt, games, wins, &mut rng).0 == wrong)
                    .count() as f64;
                let expected = f64::from(runs) * allowed;
                let most = expected + 2.33 * (expected * (1.0 - allowed)).sqrt();
                assert!(
                    errors <= most,
                    "{hypotheses}, {wins}: {errors} of {runs}, {expected} allowed"
                );
            }
        }
    }

    #[test]
    fn the_test_needs_fewer_blocks_than_one_of_fixed_length() {
        let sprt = sprt("0.5,0.56", 0.05, 0.05);
        let mut rng = tool_stream(12);
        let length = (0..300)
            .map(|_| test(&sprt, 2, 5000, &mut rng).1)
            .sum::<u64>()
            / 300;
        // A test of fixed length needs about 375 blocks.
        assert!((100..300).contains(&length), "{length} blocks");
    }

    #[test]
    fn a_few_equal_blocks_do_not_prove_equality() {
        let mut shares = Shares::default();
        (0..16).for_each(|_| shares.push(60, 120));
        assert_eq!(sprt("0.5,0.51", 0.05, 0.05).decide(&shares, 120), None);
    }

    #[test]
    fn blocks_that_nobody_won_say_nothing() {
        let mut shares = Shares::default();
        (0..100).for_each(|_| shares.push(0, 0));
        for hypotheses in ["elo:0,200", "0.2,0.3"] {
            let sprt = sprt(hypotheses, 0.05, 0.05);
            assert_eq!(
                (sprt.llr(&shares, 120), sprt.decide(&shares, 120)),
                (0.0, None),
                "{hypotheses}"
            );
        }
    }

    /// Blocks won or lost in full, enough for the unseen tenths not to matter: Wald's own ratio.
    #[test]
    fn blocks_won_or_lost_in_full_give_walds_ratio() {
        let mut shares = Shares::default();
        (0..1000).for_each(|block| shares.push(i64::from(block % 5 != 0), 1));
        let expected = 800.0 * libm::log(0.8 / 0.7) + 200.0 * libm::log(0.2 / 0.3);
        let llr = sprt("0.7,0.8", 0.05, 0.05).llr(&shares, 1);
        assert!((llr - expected).abs() < 0.1, "{llr} {expected}");
    }

    #[test]
    fn bounds_match_walds_test() {
        let (low, high) = sprt("0.5,0.6", 0.05, 0.05).bounds();
        assert!((high - libm::log(19.0)).abs() < 1e-12 && (low + libm::log(19.0)).abs() < 1e-12);
        let (low, high) = sprt("0.5,0.6", 0.01, 0.1).bounds();
        assert!(
            (high - libm::log(90.0)).abs() < 1e-12 && (low - libm::log(0.1 / 0.99)).abs() < 1e-12
        );
    }

    #[test]
    fn elo_and_shares_are_inverses() {
        assert!((share_of_elo(400.0, 2) - 10.0 / 11.0).abs() < 1e-12);
        assert_eq!(share_of_elo(0.0, 4), 0.25);
        for players in 2..=5 {
            for elo in [-300.0, 0.0, 17.0, 900.0] {
                assert!((elo_of_share(share_of_elo(elo, players), players) - elo).abs() < 1e-9);
            }
        }
        assert_eq!(elo_of_share(1.0, 2), f64::INFINITY);
        assert_eq!(elo_of_share(0.0, 3), f64::NEG_INFINITY);
    }

    #[test]
    fn shares_and_elo_are_parsed_and_invalid_ones_rejected() {
        let read = |text: &str| Sprt::parse(text, 2, [0.05, 0.1]);
        assert_eq!(
            read("0.5, 0.55"),
            Ok(Sprt {
                s0: 0.5,
                s1: 0.55,
                alpha: 0.05,
                beta: 0.1
            })
        );
        assert_eq!(
            read("elo:0,400").map(|sprt| (sprt.s0, sprt.s1)),
            Ok((0.5, 10.0 / 11.0))
        );
        let wrong = [
            "0.5", "0.5,0.5", "0.6,0.5", "a,b", "-1,0.5", "0.5,1", "0,0.5", "0.5,2", "nan,1", "",
        ];
        for wrong in wrong
            .into_iter()
            .chain(["elo:5,0", "elo:0", "elo:0,inf", "elo:0,nan"])
        {
            assert!(read(wrong).is_err(), "{wrong}");
        }
        assert!(
            read("0.5,0.6").unwrap().is_possible()
                && !Sprt {
                    beta: 0.5,
                    ..read("0.5,0.6").unwrap()
                }
                .is_possible()
        );
    }
}
