//! The gold rush (K7) solved: what each seat gets on average if all take what brings them most, and nobody forgets.
//!
//! All gold there is will be taken, so who takes more leaves less to the others. Every position that can follow is one of fewer
//! known or unseen cards, and is solved before it. Not handled: that a lead may be worth keeping and a risk worth taking.

use goldrush_engine::knizia_gold::RUSH_CARDS;
use goldrush_engine::player::MAX_PLAYERS;

/// Cards by the gold they are, 0 (anything else) to 4.
pub(super) type ByGold = [u8; GOLD];

/// Kinds of cards, as far as they matter.
const GOLD: usize = 5;

/// So many positions follow at most: if there is one card of each of ten kinds, each lies there or does not.
const POSITIONS: usize = 1 << RUSH_CARDS;

/// Average gold to come, to the seat to move first, then to the others in order.
type Shares = [f32; MAX_PLAYERS];

/// A position of the gold rush, and all that can follow.
pub(super) struct Ending {
    players: usize,
    /// Known cards, then those nobody has looked at.
    cards: [u8; 2 * GOLD],
    /// By kind of card, the same: how far apart positions are that differ by one of them.
    strides: [usize; 2 * GOLD],
    shares: [Shares; POSITIONS],
}

impl Ending {
    /// Solves a position; there are ten cards at most.
    pub(super) fn solve(players: usize, known: ByGold, unseen: ByGold) -> Ending {
        let (mut cards, mut strides) = ([0; 2 * GOLD], [0; 2 * GOLD]);
        cards[..GOLD].copy_from_slice(&known);
        cards[GOLD..].copy_from_slice(&unseen);
        let mut positions = 1;
        for (stride, &count) in strides.iter_mut().zip(&cards) {
            *stride = positions;
            positions *= usize::from(count) + 1;
        }
        let mut ending = Ending { players, cards, strides, shares: [[0.0; MAX_PLAYERS]; POSITIONS] };
        let mut left = [0; 2 * GOLD];
        for position in 1..positions {
            // Counts up, each kind to the number of its cards.
            for (left, &count) in left.iter_mut().zip(&cards) {
                *left = if *left == count { 0 } else { *left + 1 };
                if *left > 0 {
                    break;
                }
            }
            ending.shares[position] = ending.best(position, &left);
        }
        ending
    }

    /// Returns the number of points more than the mean of its rivals the seat to move gets if it flips a known card that is so much gold.
    pub(super) fn known(&self, gold: usize) -> f32 {
        self.lead(&self.after(self.last(), gold, gold))
    }

    /// Returns the same if it flips a card nobody has looked at.
    pub(super) fn unseen(&self) -> f32 {
        self.lead(&self.draw(self.last(), &self.cards))
    }

    /// Returns the same if that turns out to be so much gold.
    pub(super) fn turned_out(&self, gold: usize) -> f32 {
        self.lead(&self.after(self.last(), GOLD + gold, gold))
    }

    fn lead(&self, shares: &Shares) -> f32 {
        let others: f32 = shares[1..].iter().sum();
        shares[0] - others / (self.players - 1) as f32
    }

    /// Returns the position that was to be solved.
    fn last(&self) -> usize {
        self.cards.iter().zip(self.strides).map(|(&count, stride)| usize::from(count) * stride).sum()
    }

    /// After a card of a kind has gone that is so much gold.
    fn after(&self, position: usize, kind: usize, gold: usize) -> Shares {
        let then = &self.shares[position - self.strides[kind]];
        let mut shares = [0.0; MAX_PLAYERS];
        // Who moved now is the last to move again.
        shares[0] = gold as f32 + then[self.players - 1];
        shares[1..self.players].copy_from_slice(&then[..self.players - 1]);
        shares
    }

    /// With one of the unseen cards that are left, each as likely.
    fn draw(&self, position: usize, left: &[u8; 2 * GOLD]) -> Shares {
        let unseen = &left[GOLD..];
        let all: u8 = unseen.iter().sum();
        let mut mean = [0.0; MAX_PLAYERS];
        for (gold, &count) in unseen.iter().enumerate().filter(|&(_, &count)| count > 0) {
            let chance = f32::from(count) / f32::from(all);
            let shares = self.after(position, GOLD + gold, gold);
            mean.iter_mut().zip(shares).for_each(|(mean, share)| *mean += chance * share);
        }
        mean
    }

    /// With the flip that brings the seat to move most.
    fn best(&self, position: usize, left: &[u8; 2 * GOLD]) -> Shares {
        let has_unseen = left[GOLD..].iter().any(|&count| count > 0);
        let mut best = if has_unseen { self.draw(position, left) } else { [f32::MIN; MAX_PLAYERS] };
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
        let ending = Ending::solve(2, [0, 0, 1, 1, 1], [0; GOLD]);
        assert_eq!([4, 3, 2].map(|gold| ending.known(gold)), [3.0, 1.0, 1.0]);
        let ending = Ending::solve(3, [0, 0, 1, 1, 1], [0; GOLD]);
        assert_eq!(ending.known(4), 4.0 - 2.5);
    }

    #[test]
    fn an_unseen_card_is_worth_its_mean() {
        let ending = Ending::solve(2, [0; GOLD], [1, 0, 0, 0, 1]);
        // Either 4 and nothing, or nothing and 4.
        assert_eq!((ending.unseen(), ending.turned_out(4), ending.turned_out(0)), (0.0, 4.0, -4.0));
    }

    #[test]
    fn who_looks_first_may_lose_by_it() {
        // One point that all know, and of two cards one that is worth four: who looks and finds nothing leaves four to the
        // other, and who takes the point leaves the choice.
        let ending = Ending::solve(2, [0, 1, 0, 0, 0], [1, 0, 0, 0, 1]);
        assert_eq!((ending.known(1), ending.unseen()), (1.0, 0.5 * (4.0 - 1.0) + 0.5 * (1.0 - 4.0)));
    }

    /// Returns every position of ten cards has room.
    #[test]
    fn ten_cards_of_ten_kinds_are_the_most() {
        let ending = Ending::solve(5, [1; GOLD], [1; GOLD]);
        assert!(ending.known(4) > ending.unseen());
        assert_eq!(ending.last(), POSITIONS - 1);
    }
}
