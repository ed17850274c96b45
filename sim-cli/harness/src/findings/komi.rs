//! Komi (V21): the points at the start with which every seat would win its fair share, found in the scores of games without such
//! points.
//!
//! Shares of wins are smooth functions of the points, since every score is moved by a fraction of a point that differs from game
//! to game. Newton's method finds where they are equal; the intervals follow from the multinomial variance of the shares.

use goldrush_engine::komi::Komi;
use goldrush_engine::player::MAX_PLAYERS;
use goldrush_support::stats::confidence::Confidence;
use goldrush_support::stats::distribution::normal_quantile;
use goldrush_support::stats::interval::{MIN_BLOCKS, student_quantile};
use goldrush_support::stats::linear::Cholesky;
use serde::{Deserialize, Serialize};

use crate::sim::result::GameResult;

/// Steps of Newton's method, and the largest change of one in points.
const STEPS: usize = 8;
const MOST: f64 = 8.0;
/// Distance in points over which slopes are measured.
const AROUND: f64 = 2.0;
/// Chance that a mean lies beyond either end of its interval.
const TAIL: f64 = 0.025;
/// Irrational numbers whose multiples move the scores of the seats by fractions of a point.
const FRACTIONS: [f64; 5] = [
    0.618_033_988,
    0.754_877_666,
    0.569_840_291,
    0.819_172_513,
    0.671_043_607,
];

/// Scores of all seats, game by game.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct SeatScores {
    scores: Vec<u16>,
    players: usize,
}

/// Points at the start, besides those that a game has already, with which every seat would win its fair share. The seat that
/// needs least has 0.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct KomiEstimate {
    /// Points by seat.
    pub points: Vec<f64>,
    /// Half the widths of their 95% intervals; 0 for the seat that has 0.
    pub half_widths: Vec<f64>,
}

impl KomiEstimate {
    /// Returns the points of the seats that are shown to need any, and 0 for the others; `None` if no seat does. The seat that
    /// needs least is chosen by the same games, so that all pairs of seats are allowed for (Bonferroni).
    pub fn advised(&self) -> Option<Vec<f64>> {
        let wider = self.wider();
        let needs = self.points.iter().zip(&self.half_widths);
        let advised: Vec<f64> = needs
            .map(|(points, half)| points * f64::from(u8::from(*points > wider * half)))
            .collect();
        advised
            .iter()
            .any(|points| *points > 0.0)
            .then_some(advised)
    }

    /// Returns the most points that any seat may need.
    pub fn most(&self) -> f64 {
        let needs = self.points.iter().zip(&self.half_widths);
        needs
            .map(|(points, half)| points + self.wider() * half)
            .fold(0.0, f64::max)
    }

    /// Returns the multiple of the games after which a need of one point would be shown.
    pub fn times_to_show_a_point(&self) -> f64 {
        let widest = self
            .half_widths
            .iter()
            .fold(0.0_f64, |most, half| most.max(*half));
        (self.wider() * widest).powi(2)
    }

    /// Returns how much wider the intervals of all pairs of seats are together.
    fn wider(&self) -> f64 {
        let seats = self.points.len();
        let pairs = (seats * seats.saturating_sub(1) / 2).max(1) as f64;
        normal_quantile(1.0 - TAIL / pairs) / normal_quantile(1.0 - TAIL)
    }

    /// Returns the nearest whole numbers of the points that are advised, or `None` if they are all 0.
    pub fn rounded(&self) -> Option<Komi> {
        let points: Vec<u8> = self
            .advised()?
            .into_iter()
            .map(|points| points.round_ties_even() as u8)
            .collect();
        Komi::by_seat(&points).filter(|komi| *komi != Komi::default())
    }
}

impl SeatScores {
    /// Counts a game without faults: a seat with a fault has no points that others could be compared with.
    pub(super) fn add(&mut self, game: &GameResult) {
        if game.has_fault() {
            return;
        }
        self.scores.extend(game.seats.iter().map(|seat| seat.score));
        self.players = game.seats.len();
    }

    /// Returns the komi from all games, each of which must be a block; `None` if they are too few, or a seat hardly ever wins.
    pub(super) fn komi(&self, confidence: Confidence) -> Option<KomiEstimate> {
        let games = (self.scores.len() / self.players.max(1)) as u64;
        if games < MIN_BLOCKS {
            return None;
        }
        // The first seat keeps 0 until the end.
        let mut komi = vec![0.0; self.players];
        for _ in 0..STEPS {
            let missing: Vec<f64> = self.shares(&komi)[1..]
                .iter()
                .map(|share| 1.0 / self.players as f64 - share)
                .collect();
            let step = Cholesky::new(&self.slopes(&komi))?.solve(&missing);
            komi[1..]
                .iter_mut()
                .zip(step)
                .for_each(|(points, step)| *points += step.clamp(-MOST, MOST));
        }
        let factor = Cholesky::new(&self.slopes(&komi))?;
        let shares = self.shares(&komi);
        // Far from even, the steps have led nowhere.
        let fair = 1.0 / self.players as f64;
        let most = 4.0 * (fair * (1.0 - fair) / games as f64).sqrt();
        if shares.iter().any(|share| (share - fair).abs() > most) {
            return None;
        }
        let covariance = ShareCovariance::new(&factor, shares, games);
        let least = (0..self.players).min_by(|one, other| komi[*one].total_cmp(&komi[*other]))?;
        let quantile = student_quantile(confidence, games - 1);
        Some(KomiEstimate {
            points: komi.iter().map(|points| points - komi[least]).collect(),
            half_widths: (0..self.players)
                .map(|seat| quantile * covariance.of_difference(seat, least).max(0.0).sqrt())
                .collect(),
        })
    }

    /// Returns the share of games that each seat wins with these points more.
    fn shares(&self, komi: &[f64]) -> Vec<f64> {
        let mut wins = vec![0_u64; self.players];
        for (game, scores) in self.scores.chunks_exact(self.players).enumerate() {
            let mut totals = [f64::NEG_INFINITY; MAX_PLAYERS];
            for (seat, score) in scores.iter().enumerate() {
                let moved = ((game + 1) as f64 * FRACTIONS[seat]).fract();
                totals[seat] = f64::from(*score) + komi[seat] + moved;
            }
            let best =
                (0..self.players).max_by(|one, other| totals[*one].total_cmp(&totals[*other]));
            wins[best.expect("a game has seats")] += 1;
        }
        let games = (self.scores.len() / self.players) as f64;
        wins.into_iter().map(|wins| wins as f64 / games).collect()
    }

    /// Returns the same if one seat has `by` more points.
    fn shares_moved(&self, komi: &[f64], seat: usize, by: f64) -> Vec<f64> {
        let mut komi = komi.to_vec();
        komi[seat] += by;
        self.shares(&komi)
    }

    /// Returns the change of the shares of all seats but the first by their points: a symmetric matrix, as for all choices of
    /// the largest sum of points and chance.
    fn slopes(&self, komi: &[f64]) -> Vec<Vec<f64>> {
        let columns: Vec<Vec<f64>> = (1..self.players)
            .map(|seat| {
                let more = self.shares_moved(komi, seat, AROUND);
                let fewer = self.shares_moved(komi, seat, -AROUND);
                (1..self.players)
                    .map(|at| (more[at] - fewer[at]) / (2.0 * AROUND))
                    .collect()
            })
            .collect();
        let others = 0..self.players - 1;
        others
            .clone()
            .map(|i| {
                others
                    .clone()
                    .map(|j| (columns[i][j] + columns[j][i]) / 2.0)
                    .collect()
            })
            .collect()
    }
}

/// Covariance of the points of all seats but the first, whose points are fixed.
struct ShareCovariance {
    /// Inverse of the slopes: by seat, the change of its points by the shares.
    inverse: Vec<Vec<f64>>,
    shares: Vec<f64>,
    games: f64,
}

impl ShareCovariance {
    /// Creates it from the factored slopes and the shares of all seats in a number of games.
    fn new(slopes: &Cholesky, shares: Vec<f64>, games: u64) -> ShareCovariance {
        let others = shares.len() - 1;
        let inverse = (0..others)
            .map(|row| {
                let mut unit = vec![0.0; others];
                unit[row] = 1.0;
                slopes.solve(&unit)
            })
            .collect();
        ShareCovariance {
            inverse,
            shares,
            games: games as f64,
        }
    }

    /// Returns the covariance of the points of two seats, counted without the first.
    fn of(&self, one: usize, other: usize) -> f64 {
        let mut sum = 0.0;
        for (i, x) in self.inverse[one].iter().enumerate() {
            for (j, y) in self.inverse[other].iter().enumerate() {
                let same = if i == j { self.shares[i + 1] } else { 0.0 };
                sum += x * y * (same - self.shares[i + 1] * self.shares[j + 1]);
            }
        }
        sum / self.games
    }

    /// Returns the variance of the difference between the points of two seats.
    fn of_difference(&self, one: usize, other: usize) -> f64 {
        match (one.checked_sub(1), other.checked_sub(1)) {
            (Some(one), Some(other)) => {
                self.of(one, one) + self.of(other, other) - 2.0 * self.of(one, other)
            }
            (Some(one), None) | (None, Some(one)) => self.of(one, one),
            (None, None) => 0.0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns scores of games in which each seat has points around a mean of its own.
    fn games(means: &[u16], count: usize) -> SeatScores {
        let mut state = 1_u64;
        let mut random = || {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as u16 % 21
        };
        let scores = (0..count * means.len())
            .map(|at| means[at % means.len()] + random() + random())
            .collect();
        SeatScores {
            scores,
            players: means.len(),
        }
    }

    #[test]
    fn komi_makes_up_for_what_the_seats_are_ahead() {
        for means in [
            &[54, 50][..],
            &[52, 53, 48],
            &[51, 50, 50, 50],
            &[50, 57, 50, 55, 53],
        ] {
            let komi = games(means, 20_000).komi(Confidence::SINGLE_LOOK).unwrap();
            let most = *means.iter().max().unwrap();
            for (seat, mean) in means.iter().enumerate() {
                let points = komi.points[seat];
                let half = komi.half_widths[seat];
                assert!(
                    (points - f64::from(most - mean)).abs() <= 1.5 * half + 0.01,
                    "{means:?}: {komi:?}"
                );
                assert!(
                    half < 0.6 && (half > 0.0) == (*mean < most),
                    "{means:?}: {komi:?}"
                );
            }
        }
        let komi = games(&[54, 50], 20_000)
            .komi(Confidence::SINGLE_LOOK)
            .unwrap();
        assert_eq!(komi.rounded(), "B4".parse().ok());
        assert_eq!(games(&[54, 50], 10).komi(Confidence::SINGLE_LOOK), None);
    }

    /// Seats that are equal, or nearly so for the number of games, get no advice.
    #[test]
    fn komi_is_advised_only_where_it_is_shown() {
        let estimate = |points: &[f64], half: f64| KomiEstimate {
            points: points.to_vec(),
            half_widths: points
                .iter()
                .map(|points| if *points > 0.0 { half } else { 0.0 })
                .collect(),
        };
        assert_eq!(estimate(&[6.3, 0.0], 7.5).rounded(), None);
        assert_eq!(estimate(&[0.0, 4.0], 1.0).rounded(), "B4".parse().ok());
        assert_eq!(
            estimate(&[0.0, 4.0, 1.1], 1.0).advised(),
            Some(vec![0.0, 4.0, 0.0]),
            "one of three pairs of seats may be 1.1 apart by chance"
        );
        let unclear = estimate(&[6.3, 0.0], 7.5);
        assert!((unclear.most() - 13.8).abs() < 1e-9);
        assert!((unclear.times_to_show_a_point() - 56.25).abs() < 1e-9);
    }

    #[test]
    fn a_seat_that_never_wins_has_no_komi_nearby() {
        assert_eq!(games(&[900, 50], 100).komi(Confidence::SINGLE_LOOK), None);
    }
}
