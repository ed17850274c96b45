//! Reward that a search maximizes: the lead over the rivals in points, squashed so that a bigger win is worth little
//! more.

use goldrush_engine::player::Player;

use super::Estimates;

/// Conversion of margins to rewards.
///
/// # Examples
///
/// ```
/// use goldrush_ai::search::Reward;
/// use goldrush_engine::player::Player;
///
/// let reward = Reward { scale: 40.0, near: 5.0 };
/// let of = |own, other| reward.of(Player::FIRST, 2, &[own, other, 0.0, 0.0, 0.0]);
/// assert_eq!((of(60.0, 60.0), of(100.0, 60.0)), (0.0, 0.5));
/// // A step from 40 to 80 points ahead is worth less than from 0 to 40.
/// assert!(of(140.0, 60.0) < 2.0 * of(100.0, 60.0));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Reward {
    /// Margin in points at which the reward is one half; beyond it the reward flattens.
    pub scale: f32,
    /// Distance behind the best rival, in points, at which another rival counts half as much; positive.
    pub near: f32,
}

/// Returns the lead of a seat over its rivals, in points: the margin over the best rival, and more if the others trail that
/// one, because estimates err and any close rival may win. With two players it is the margin.
pub(super) fn lead(near: f32, seat: Player, players: usize, estimates: &Estimates) -> f32 {
    let margin = Reward::margin_of(seat, players, estimates);
    let best = estimates[seat.index()] - margin;
    // Average over the rivals; how far behind a distant rival is hardly matters.
    let count: f32 = rivals(seat, players, estimates)
        .map(|points| near / (near + best - points))
        .sum();
    margin + near * ((players - 1) as f32 / count - 1.0)
}

/// Iterates over the points of the other seats.
fn rivals(seat: Player, players: usize, estimates: &Estimates) -> impl Iterator<Item = f32> {
    let others = estimates[..players]
        .iter()
        .enumerate()
        .filter(move |&(i, _)| i != seat.index());
    others.map(|(_, &points)| points)
}

/// Default of `near`.
pub(super) const NEAR: f32 = 5.0;

/// Fixed-point unit of rewards: integer sums do not depend on the order of summation.
pub(super) const FIXED_POINT_UNIT: f32 = (1 << 24) as f32;

impl Reward {
    /// Returns the reward of a seat, −1 to 1: m / (scale + |m|), where m is its lead over its rivals.
    pub fn of(&self, seat: Player, players: usize, estimates: &Estimates) -> f32 {
        self.squash(lead(self.near, seat, players, estimates))
    }

    /// Returns the margin of a seat over the best rival, in points: a [`Utility`](super::Utility).
    pub fn margin_of(seat: Player, players: usize, estimates: &Estimates) -> f32 {
        estimates[seat.index()] - rivals(seat, players, estimates).fold(f32::MIN, f32::max)
    }

    /// Returns the margin with a reward, in points.
    pub(super) fn margin(&self, reward: f32) -> f32 {
        self.scale * reward / (1.0 - reward.abs())
    }

    /// Converts a margin in points to a reward.
    pub fn squash(&self, margin: f32) -> f32 {
        margin / (self.scale + margin.abs())
    }
}

/// Converts a reward to fixed point.
pub(super) fn to_fixed_point(reward: f32) -> i64 {
    (reward * FIXED_POINT_UNIT) as i64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn closer_rivals_count_more_and_the_best_counts_most() {
        let seat = Player::FIRST;
        let lead = |others: &[f32]| {
            let mut estimates = [50.0; 5];
            estimates[1..=others.len()].copy_from_slice(others);
            lead(NEAR, seat, others.len() + 1, &estimates)
        };
        assert_eq!(lead(&[40.0]), 10.0);
        assert_eq!(lead(&[40.0, 40.0, 40.0]), 10.0);
        assert_eq!(lead(&[40.0, 35.0]), 10.0 + 5.0 / 3.0);
        assert_eq!(lead(&[35.0, 40.0]), 10.0 + 5.0 / 3.0);
        // More points for a rival never help.
        for (less, more) in [
            ([40.0, 30.0], [40.0, 31.0]),
            ([40.0, 30.0], [41.0, 30.0]),
            ([40.0, 39.0], [40.0, 40.0]),
        ] {
            assert!(lead(&less) > lead(&more), "{less:?}");
        }
    }
}
