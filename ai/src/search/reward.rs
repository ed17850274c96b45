//! What a search maximises: a margin in points, squashed so that a game that is won need not be won higher.

use goldrush_engine::player::Player;

use super::Estimates;

/// How margins become rewards.
#[derive(Clone, Copy, Debug)]
pub struct Reward {
    /// The margin, in points, from which on more counts clearly less.
    pub scale: f32,
}

/// Rewards are summed as whole numbers, so that the order of adding cannot matter: parts of a reward of 1.
pub(super) const PARTS: f32 = (1 << 24) as f32;

impl Reward {
    /// The reward of a seat, −1 to 1: m / (scale + |m|), where m is its margin to the best other seat.
    pub fn of(&self, seat: Player, players: usize, estimates: &Estimates) -> f32 {
        self.squash(Reward::margin_of(seat, players, estimates))
    }

    /// The margin of a seat to the best other, in points.
    pub(super) fn margin_of(seat: Player, players: usize, estimates: &Estimates) -> f32 {
        let others = estimates[..players].iter().enumerate().filter(|&(at, _)| at != seat.index());
        estimates[seat.index()] - others.map(|(_, &points)| points).fold(f32::MIN, f32::max)
    }

    /// The margin, in points, that has this reward; above −1 and below 1.
    pub fn margin(&self, reward: f64) -> f64 {
        f64::from(self.scale) * reward / (1.0 - reward.abs())
    }

    /// A margin in points as a reward.
    pub fn squash(&self, margin: f32) -> f32 {
        margin / (self.scale + margin.abs())
    }
}

/// In whole parts.
pub(super) fn parts(reward: f32) -> i64 {
    (reward * PARTS) as i64
}

/// A sum of rewards in whole parts as a reward.
pub(super) fn whole(parts: i64) -> f64 {
    parts as f64 / f64::from(PARTS)
}
