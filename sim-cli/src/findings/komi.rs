//! Komi (V21): the points for every seat but the first with which the first seat wins its fair share, found in the scores of
//! games without such points.

use std::collections::BTreeMap;

use goldrush_engine::game::WHOLE_WIN;
use goldrush_engine::komi::Komi;
use serde::{Deserialize, Serialize};

use crate::sim::result::GameResult;
use crate::stats::confidence::Confidence;
use crate::stats::interval::{Estimate, MIN_BLOCKS};
use crate::stats::sums::Sums;

/// First seat's margins over the best other seat.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct FirstSeatMargins {
    /// By margin: number of games, and number by how many others the first seat would share a win with.
    games: BTreeMap<i32, [u64; 5]>,
    players: usize,
}

/// Points for every seat but the first with which the first seat wins its fair share; negative if the first seat needs them.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct KomiEstimate {
    /// Points.
    pub points: f64,
    /// Lower end of the 95% interval.
    pub low: f64,
    /// Upper end of the 95% interval.
    pub high: f64,
}

impl KomiEstimate {
    /// Returns the nearest whole number of points, or `None` if that is none.
    pub fn rounded(self) -> Option<Komi> {
        let points = self.points.round();
        let text = if points > 0.0 { format!("{points}") } else { format!("{}/0", -points) };
        (points != 0.0).then(|| text.parse().ok()).flatten()
    }
}

impl FirstSeatMargins {
    /// Counts a game.
    pub(super) fn add(&mut self, game: &GameResult) {
        let (first, others) = game.seats.split_first().expect("a game has seats");
        let best = others.iter().map(|seat| seat.score).max().unwrap_or_default();
        let tied = others.iter().filter(|seat| seat.score == best).count();
        self.games.entry(i32::from(first.score) - i32::from(best)).or_default()[tied] += 1;
        self.players = game.seats.len();
    }

    /// Returns the komi from all games, each of which must be a block; `None` if they are too few or one side always wins.
    pub(super) fn komi(&self, confidence: Confidence) -> Option<KomiEstimate> {
        let blocks: u64 = self.games.values().flatten().sum();
        if blocks < MIN_BLOCKS {
            return None;
        }
        let (low, high) = (*self.games.keys().next()? - 1, *self.games.keys().next_back()? + 1);
        // By komi: the first seat's win share above a fair one.
        let shares: Vec<(f64, f64)> = (low..=high)
            .map(|komi| {
                let share = Estimate::new(confidence, blocks, &self.shares(komi), WHOLE_WIN.into());
                (share.mean - 1.0 / self.players as f64, share.half_width.unwrap_or_default())
            })
            .collect();
        let zero = |value: &dyn Fn(&(f64, f64)) -> f64| {
            let at = shares.windows(2).position(|pair| value(&pair[0]) > 0.0 && value(&pair[1]) <= 0.0)?;
            let [before, after] = [value(&shares[at]), value(&shares[at + 1])];
            Some(f64::from(low) + at as f64 + before / (before - after))
        };
        Some(KomiEstimate {
            points: zero(&|share| share.0)?,
            low: zero(&|share| share.0 - share.1)?,
            high: zero(&|share| share.0 + share.1)?,
        })
    }

    /// Returns the sums of the first seat's win shares, in sixtieths, if all others had this many points more.
    fn shares(&self, komi: i32) -> Sums {
        let mut sums = Sums::default();
        let mut add = |share: u8, games: u64| {
            let (share, games) = (i128::from(share), i128::from(games));
            sums.sum += share * games;
            sums.squares += share * share * games;
        };
        for (margin, by_tied) in self.games.range(komi..) {
            for (tied, games) in by_tied.iter().enumerate() {
                add(if *margin == komi { WHOLE_WIN / (tied as u8 + 1) } else { WHOLE_WIN }, *games);
            }
        }
        sums
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn margins(players: usize, games: &[(i32, usize, u64)]) -> FirstSeatMargins {
        let mut all = FirstSeatMargins { players, ..FirstSeatMargins::default() };
        for &(margin, tied, count) in games {
            all.games.entry(margin).or_default()[tied] += count;
        }
        all
    }

    #[test]
    fn komi_makes_the_first_seat_win_its_fair_share() {
        // Of 400 games the first seat leads by 10 in half and by 4 in half: with 7 points it wins half of them.
        let confidence = Confidence::SINGLE_LOOK;
        let komi = margins(2, &[(10, 1, 200), (4, 1, 200)]).komi(confidence).unwrap();
        assert!((4.0..10.0).contains(&komi.points), "{komi:?}");
        // Every margin from 0 to 99 once: half of the games are beyond 49.5, and the interval is about ten points each way.
        let all: Vec<_> = (0..100).map(|margin| (margin, 1, 1)).collect();
        let komi = margins(2, &all).komi(confidence).unwrap();
        assert!((komi.points - 49.5).abs() < 0.01 && (komi.low - 39.5).abs() < 1.0 && (komi.high - 59.5).abs() < 1.0);
        // With three players its fair share is a third; a tie with both others is a third of a win.
        let komi = margins(3, &[(3, 2, 300)]).komi(confidence).unwrap();
        assert_eq!(komi.points, 3.0);
    }
}
