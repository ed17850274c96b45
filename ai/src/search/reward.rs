//! What a search maximises: how far a seat is ahead of its rivals in points, squashed so that a game that is won need not
//! be won higher.

use goldrush_engine::player::Player;

use super::Estimates;

/// How margins become rewards.
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
/// // From 40 to 80 points ahead is less than from 0 to 40.
/// assert!(of(140.0, 60.0) < 2.0 * of(100.0, 60.0));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Reward {
    /// The margin, in points, from which on more counts clearly less.
    pub scale: f32,
    /// How far behind the best of the rivals one of them is who counts for half as much, in points; above 0.
    pub near: f32,
}

/// How far a seat is ahead of its rivals, in points: of the best of them, and more if the others are behind him, because
/// estimates err and any of those who are close may win. With two players it is the margin.
pub(super) fn ahead(near: f32, seat: Player, players: usize, estimates: &Estimates) -> f32 {
    let margin = Reward::margin_of(seat, players, estimates);
    let best = estimates[seat.index()] - margin;
    // The mean of who is how far behind, where it hardly matters how far somebody is who is far behind.
    let count: f32 = rivals(seat, players, estimates).map(|points| near / (near + best - points)).sum();
    margin + near * ((players - 1) as f32 / count - 1.0)
}

/// What the others have.
fn rivals(seat: Player, players: usize, estimates: &Estimates) -> impl Iterator<Item = f32> {
    let others = estimates[..players].iter().enumerate().filter(move |&(at, _)| at != seat.index());
    others.map(|(_, &points)| points)
}

/// `near` if nothing is said.
pub(super) const NEAR: f32 = 5.0;

/// Rewards are summed as whole numbers, so that the order of adding cannot matter: parts of a reward of 1.
pub(super) const PARTS: f32 = (1 << 24) as f32;

impl Reward {
    /// Returns the reward of a seat, −1 to 1: m / (scale + |m|), where m is how far it is ahead of its rivals.
    pub fn of(&self, seat: Player, players: usize, estimates: &Estimates) -> f32 {
        self.squash(ahead(self.near, seat, players, estimates))
    }

    /// Returns the margin of a seat to the best other, in points.
    pub(super) fn margin_of(seat: Player, players: usize, estimates: &Estimates) -> f32 {
        estimates[seat.index()] - rivals(seat, players, estimates).fold(f32::MIN, f32::max)
    }

    /// Returns a margin in points as a reward.
    pub fn squash(&self, margin: f32) -> f32 {
        margin / (self.scale + margin.abs())
    }
}

/// In whole parts.
pub(super) fn parts(reward: f32) -> i64 {
    (reward * PARTS) as i64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_rival_counts_most_and_the_others_the_more_the_closer_they_are() {
        let seat = Player::FIRST;
        let lead = |others: &[f32]| {
            let mut estimates = [50.0; 5];
            estimates[1..=others.len()].copy_from_slice(others);
            ahead(NEAR, seat, others.len() + 1, &estimates)
        };
        assert_eq!(lead(&[40.0]), 10.0);
        assert_eq!(lead(&[40.0, 40.0, 40.0]), 10.0);
        assert_eq!(lead(&[40.0, 35.0]), 10.0 + 5.0 / 3.0);
        assert_eq!(lead(&[35.0, 40.0]), 10.0 + 5.0 / 3.0);
        // Whoever of them gets more, it is never good.
        for (less, more) in [([40.0, 30.0], [40.0, 31.0]), ([40.0, 30.0], [41.0, 30.0]), ([40.0, 39.0], [40.0, 40.0])] {
            assert!(lead(&less) > lead(&more), "{less:?}");
        }
    }
}
