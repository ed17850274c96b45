//! The sequential test of a match: stops as soon as the games tell two win shares apart.
//!
//! Generalised sequential probability ratio test on the shares of the blocks, of whose distribution nothing is assumed: the
//! likelihood of a mean is that of the most likely distribution with that mean on the values that occurred (Owen, "Empirical
//! likelihood", 2001), LLR is the logarithm of the ratio of the two, and Wald's bounds ln((1 − β) / α) and ln(β / (1 − α)) end
//! it ("Sequential tests of statistical hypotheses", 1945; Li, Liu and Ying, "Generalized sequential probability ratio test for
//! separate families of hypotheses", 2014). So that values which have not occurred yet are possible, a tenth of a block that was
//! won throughout and a tenth of one that was lost are counted too. Where shares are even that is the usual test on the mean and
//! the variance, which errs too often where they are not. Not handled: what stops early is biased as an estimate.

use serde::{Deserialize, Serialize};

use crate::stats::share::{Shares, Weighted};

/// What a test is to tell apart, and how often it may be wrong.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sprt {
    /// The smaller win share of A, more than 0.
    pub s0: f64,
    /// The larger, less than 1.
    pub s1: f64,
    /// How often it may decide for the larger share where the smaller is true.
    pub alpha: f64,
    /// How often it may decide for the smaller share where the larger is true.
    pub beta: f64,
}

/// The errors of a test if nothing is said.
pub const USUAL_ERROR: f64 = 0.05;

impl Sprt {
    /// From two win shares, `0.5,0.55`, or two differences in Elo, `elo:0,20`, of an agent that is alone among so many players.
    ///
    /// # Errors
    /// If the text is neither: says what would be right.
    pub fn parse(text: &str, players: usize, [alpha, beta]: [f64; 2]) -> Result<Sprt, String> {
        let two = |text: &str| {
            let (low, high) = text.split_once(',')?;
            Some((low.trim().parse().ok()?, high.trim().parse().ok()?))
        };
        let shares = match text.strip_prefix("elo:") {
            None => two(text),
            Some(elos) => two(elos).map(|(low, high)| (share_of_elo(low, players), share_of_elo(high, players))),
        };
        let sprt = shares.map(|(s0, s1)| Sprt { s0, s1, alpha, beta });
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

    /// Whether there are two shares, and errors between 0 and one half.
    pub fn is_possible(&self) -> bool {
        self.has_shares() && [self.alpha, self.beta].iter().all(|error| *error > 0.0 && *error < 0.5)
    }
}

/// The win share of an agent that is so many points of Elo stronger than each of its opponents, by Luce's choice axiom: its
/// worth is 10^(elo / 400) times theirs, and it wins in proportion. Among two that is the logistic curve of chess.
pub fn share_of_elo(elo: f64, players: usize) -> f64 {
    let worth = 10_f64.powf(elo / 400.0);
    worth / (worth + (players - 1) as f64)
}

/// The Elo of a win share, the inverse of [`share_of_elo`]; infinite at 0 and 1.
pub fn elo_of_share(share: f64, players: usize) -> f64 {
    400.0 * (share * (players - 1) as f64 / (1.0 - share)).log10()
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

impl Sprt {
    /// Between which bounds LLR is undecided: below 0, and above.
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// The logarithm of the likelihood ratio after some blocks, of which each has a share of so much.
    pub fn llr(&self, shares: &Shares, whole: i64) -> f64 {
        /// Of a block that was won throughout, and of one that was lost.
        const UNSEEN: f64 = 0.1;
        let values = shares.weighted(whole, &[0.0, 1.0], UNSEEN);
        unlikeliness(&values, self.s0) - unlikeliness(&values, self.s1)
    }

    /// The decision after some blocks; none if it is open.
    pub fn decide(&self, shares: &Shares, whole: i64) -> Option<Decision> {
        let (llr, (low, high)) = (self.llr(shares, whole), self.bounds());
        match () {
            () if llr >= high => Some(Decision::S1),
            () if llr <= low => Some(Decision::S0),
            () => None,
        }
    }
}

/// By how much the logarithm of the likelihood is less for distributions with this mean than for all: the largest sum of
/// w·ln(1 + λ(x − mean)) over λ, where that grows and then falls.
fn unlikeliness(values: &Weighted, mean: f64) -> f64 {
    // Beyond these a value would have a negative probability; at these there is a pole.
    let (mut low, mut high) = (-1.0 / (1.0 - mean), 1.0 / mean);
    let mut lambda = 0.0;
    for _ in 0..200 {
        let (mut slope, mut curvature) = (0.0, 0.0);
        for (x, weight) in values {
            let part = (x - mean) / (1.0 + lambda * (x - mean));
            slope += weight * part;
            curvature += weight * part * part;
        }
        *(if slope > 0.0 { &mut low } else { &mut high }) = lambda;
        let step = lambda + slope / curvature;
        let next = if step > low && step < high { step } else { (low + high) / 2.0 };
        if (next - lambda).abs() <= 1e-12 * (1.0 + lambda.abs()) {
            break;
        }
        lambda = next;
    }
    values.iter().map(|(x, weight)| weight * (lambda * (x - mean)).ln_1p()).sum()
}

#[cfg(test)]
mod tests {
    use goldrush_engine::rng::{StreamRng, below, tool_stream};

    use super::*;

    fn sprt(shares: &str, alpha: f64, beta: f64) -> Sprt {
        Sprt::parse(shares, 2, [alpha, beta]).unwrap()
    }

    /// The decision on blocks of some games, each won with a probability in ten thousand, and its length.
    fn test(sprt: &Sprt, games: i64, wins: u32, rng: &mut StreamRng) -> (Decision, u64) {
        let mut shares = Shares::default();
        for blocks in 1.. {
            shares.push((0..games).filter(|_| below(rng, 10_000) < wins).count() as i64);
            if let Some(decision) = sprt.decide(&shares, games) {
                return (decision, blocks);
            }
        }
        unreachable!("the walk ends")
    }

    /// Also where one of the two nearly always wins, and for errors of other sizes.
    #[test]
    fn errors_are_no_more_frequent_than_asked_for() {
        for (hypotheses, alpha, beta, games, [smaller, larger]) in [
            ("0.5,0.56", 0.05, 0.05, 2, [5000, 5600]),
            ("0.97,0.985", 0.05, 0.05, 2, [9700, 9850]),
            ("0.98,0.99", 0.05, 0.05, 2, [9800, 9900]),
            ("0.99,0.998", 0.05, 0.05, 5, [9900, 9980]),
            ("0.5,0.6", 0.01, 0.1, 3, [5000, 6000]),
        ] {
            let sprt = sprt(hypotheses, alpha, beta);
            let mut rng = tool_stream(11);
            for (wins, wrong, allowed) in [(smaller, Decision::S1, alpha), (larger, Decision::S0, beta)] {
                let runs = 600;
                let errors = (0..runs).filter(|_| test(&sprt, games, wins, &mut rng).0 == wrong).count() as f64;
                let expected = f64::from(runs) * allowed;
                let most = expected + 2.33 * (expected * (1.0 - allowed)).sqrt();
                assert!(errors <= most, "{hypotheses}, {wins}: {errors} of {runs}, {expected} allowed");
            }
        }
    }

    #[test]
    fn it_takes_fewer_blocks_than_a_test_of_fixed_length() {
        let (sprt, mut rng) = (sprt("0.5,0.56", 0.05, 0.05), tool_stream(12));
        let length = (0..300).map(|_| test(&sprt, 2, 5000, &mut rng).1).sum::<u64>() / 300;
        // A test of fixed length needs about 375 blocks.
        assert!((100..300).contains(&length), "{length} blocks");
    }

    #[test]
    fn agents_that_seldom_differ_are_not_called_equal_after_a_few_equal_blocks() {
        let mut shares = Shares::default();
        (0..16).for_each(|_| shares.push(60));
        assert_eq!(sprt("0.5,0.51", 0.05, 0.05).decide(&shares, 120), None);
    }

    /// Blocks that are won or lost as a whole, among so many that the unseen tenths do not matter: Wald's own ratio.
    #[test]
    fn whole_blocks_have_walds_ratio() {
        let mut shares = Shares::default();
        (0..1000).for_each(|block| shares.push(i64::from(block % 5 != 0)));
        let expected = 800.0 * (0.8_f64 / 0.7).ln() + 200.0 * (0.2_f64 / 0.3).ln();
        let llr = sprt("0.7,0.8", 0.05, 0.05).llr(&shares, 1);
        assert!((llr - expected).abs() < 0.1, "{llr} {expected}");
    }

    #[test]
    fn bounds_of_walds_test() {
        let (low, high) = sprt("0.5,0.6", 0.05, 0.05).bounds();
        assert!((high - 19_f64.ln()).abs() < 1e-12 && (low + 19_f64.ln()).abs() < 1e-12);
        let (low, high) = sprt("0.5,0.6", 0.01, 0.1).bounds();
        assert!((high - 90_f64.ln()).abs() < 1e-12 && (low - (0.1 / 0.99_f64).ln()).abs() < 1e-12);
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
    fn shares_and_elo_are_read_and_wrong_ones_are_refused() {
        let read = |text: &str| Sprt::parse(text, 2, [0.05, 0.1]);
        assert_eq!(read("0.5, 0.55"), Ok(Sprt { s0: 0.5, s1: 0.55, alpha: 0.05, beta: 0.1 }));
        assert_eq!(read("elo:0,400").map(|sprt| (sprt.s0, sprt.s1)), Ok((0.5, 10.0 / 11.0)));
        let wrong = ["0.5", "0.5,0.5", "0.6,0.5", "a,b", "-1,0.5", "0.5,1", "0,0.5", "0.5,2", "nan,1", ""];
        for wrong in wrong.into_iter().chain(["elo:5,0", "elo:0", "elo:0,inf", "elo:0,nan"]) {
            assert!(read(wrong).is_err(), "{wrong}");
        }
        assert!(
            read("0.5,0.6").unwrap().is_possible() && !Sprt { beta: 0.5, ..read("0.5,0.6").unwrap() }.is_possible()
        );
    }
}
