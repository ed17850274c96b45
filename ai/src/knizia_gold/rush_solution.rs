//! Exact solution of the gold rush (K7): expected gold of each seat if everybody maximizes their own and forgets
//! nothing.
//!
//! All gold will be taken, so more for one seat is less for the others. Every successor has fewer known or unseen cards
//! and is solved first. Not handled: leads worth protecting and risks worth taking.

use goldrush_engine::player::MAX_PLAYERS;

/// Numbers of cards by gold value, 0 (anything else) to 4.
pub(super) type ByGold = [u8; GOLD];

/// Number of relevant kinds of cards.
const GOLD: usize = 5;

/// Maximum number of positions: with one card of each of ten kinds, each is either left or gone.
const POSITIONS: usize = 1 << 10;

/// Expected gold to come, for the seat to move first, then the others in order.
type Shares = [f32; MAX_PLAYERS];

/// Position of the gold rush with all its successors.
pub(super) struct RushSolution {
    players: usize,
    /// Known cards, then unseen ones.
    cards: [u8; 2 * GOLD],
    /// Index distance of positions that differ by one card, in the same order.
    strides: [usize; 2 * GOLD],
    shares: [Shares; POSITIONS],
}

impl RushSolution {
    /// Solves a position; returns `None` if it has too many successors, which happens only with more
    /// than ten cards.
    pub(super) fn solve(players: usize, known: ByGold, unseen: ByGold) -> Option<RushSolution> {
        let mut cards = [0; 2 * GOLD];
        let mut strides = [0; 2 * GOLD];
        cards[..GOLD].copy_from_slice(&known);
        cards[GOLD..].copy_from_slice(&unseen);
        let mut positions = 1;
        for (stride, &count) in strides.iter_mut().zip(&cards) {
            *stride = positions;
            positions *= usize::from(count) + 1;
            if positions > POSITIONS {
                return None;
            }
        }
        let mut solution = RushSolution {
            players,
            cards,
            strides,
            shares: [[0.0; MAX_PLAYERS]; POSITIONS],
        };
        let mut left = [0; 2 * GOLD];
        for position in 1..positions {
            // Counts up, each kind to the number of its cards.
            for (left, &count) in left.iter_mut().zip(&cards) {
                *left = if *left == count { 0 } else { *left + 1 };
                if *left > 0 {
                    break;
                }
            }
            solution.shares[position] = solution.best(position, &left);
        }
        Some(solution)
    }

    /// Returns the lead of the seat to move over the mean of its rivals, in points, after flipping a known card of this
    /// value.
    pub(super) fn known(&self, gold: usize) -> f32 {
        self.lead(&self.after(self.last(), gold, gold))
    }

    /// Returns the same lead after flipping an unseen card.
    pub(super) fn unseen(&self) -> f32 {
        self.lead(&self.draw(self.last(), &self.cards))
    }

    /// Returns the same lead after an unseen card turns out to have this value.
    pub(super) fn value_if_revealed(&self, gold: usize) -> f32 {
        self.lead(&self.after(self.last(), GOLD + gold, gold))
    }

    fn lead(&self, shares: &Shares) -> f32 {
        let others: f32 = shares[1..].iter().sum();
        shares[0] - others / (self.players - 1) as f32
    }

    /// Returns the index of the position to solve.
    fn last(&self) -> usize {
        self.cards
            .iter()
            .zip(self.strides)
            .map(|(&count, stride)| usize::from(count) * stride)
            .sum()
    }

    /// Returns the shares after a card of a kind with this value is flipped.
    fn after(&self, position: usize, kind: usize, gold: usize) -> Shares {
        let then = &self.shares[position - self.strides[kind]];
        let mut shares = [0.0; MAX_PLAYERS];
        // The seat that just moved is the last to move again.
        shares[0] = gold as f32 + then[self.players - 1];
        shares[1..self.players].copy_from_slice(&then[..self.players - 1]);
        shares
    }

    /// Returns the shares after a random unseen card is flipped.
    fn draw(&self, position: usize, left: &[u8; 2 * GOLD]) -> Shares {
        let unseen = &left[GOLD..];
        let all: u8 = unseen.iter().sum();
        let mut mean = [0.0; MAX_PLAYERS];
        for (gold, &count) in unseen.iter().enumerate().filter(|&(_, &count)| count > 0) {
            let chance = f32::from(count) / f32::from(all);
            let shares = self.after(position, GOLD + gold, gold);
            mean.iter_mut()
                .zip(shares)
                .for_each(|(mean, share)| *mean += chance * share);
        }
        mean
    }

    /// Returns the shares after the flip that is best for the seat to move.
    fn best(&self, position: usize, left: &[u8; 2 * GOLD]) -> Shares {
        let has_unseen = left[GOLD..].iter().any(|&count| count > 0);
        let mut best = if has_unseen {
            self.draw(position, left)
        } else {
            [f32::MIN; MAX_PLAYERS]
        };
        for gold in (0..GOLD).rev().filter(|&gold| left[gold] > 0) {
            let shares = self.after(position, gold, gold);
            if shares[0] > best[0] {
                best = shares;
            }
        }
        best
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_known_gold_is_taken_in_turn() {
        let solution = RushSolution::solve(2, [0, 0, 1, 1, 1], [0; GOLD]).unwrap();
        assert_eq!([4, 3, 2].map(|gold| solution.known(gold)), [3.0, 1.0, 1.0]);
        let solution = RushSolution::solve(3, [0, 0, 1, 1, 1], [0; GOLD]).unwrap();
        assert_eq!(solution.known(4), 4.0 - 2.5);
    }

    #[test]
    fn an_unseen_card_counts_its_mean() {
        let solution = RushSolution::solve(2, [0; GOLD], [1, 0, 0, 0, 1]).unwrap();
        // Either 4 and nothing, or nothing and 4.
        assert_eq!(
            (
                solution.unseen(),
                solution.value_if_revealed(4),
                solution.value_if_revealed(0)
            ),
            (0.0, 4.0, -4.0)
        );
    }

    #[test]
    fn looking_first_may_be_a_disadvantage() {
        // A known point, and two unseen cards of which one is worth four: a seat that looks and finds nothing leaves
        // four to the other, and a seat that takes the point leaves the choice.
        let solution = RushSolution::solve(2, [0, 1, 0, 0, 0], [1, 0, 0, 0, 1]).unwrap();
        assert_eq!(
            (solution.known(1), solution.unseen()),
            (1.0, 0.5 * (4.0 - 1.0) + 0.5 * (1.0 - 4.0))
        );
    }

    /// Every position of ten cards fits.
    #[test]
    fn ten_cards_of_ten_kinds_fit() {
        let solution = RushSolution::solve(5, [1; GOLD], [1; GOLD]).unwrap();
        assert!(solution.known(4) > solution.unseen());
        assert_eq!(solution.last(), POSITIONS - 1);
        assert!(RushSolution::solve(5, [1; GOLD], [2, 1, 1, 1, 1]).is_none());
    }
}
