//! Values of flips in the gold rush (K7): exact if the rest of the game is small enough to be solved, as with ten cards
//! or fewer, else estimated (V31).

use super::belief::{Belief, gold};
use super::known_cards::Kinds;
use super::rush_solution::{ByGold, RushSolution};

/// Values of the flips of one position, to the seat to move, in points against the mean of its rivals.
pub(super) struct RushValues<'b> {
    belief: &'b Belief,
    exact: Option<RushSolution>,
}

impl RushValues<'_> {
    pub(super) fn new(belief: &Belief) -> RushValues<'_> {
        let mut known = ByGold::default();
        belief.known.count.iter().enumerate().for_each(|(kind, count)| known[gold(kind)] += count);
        RushValues { belief, exact: RushSolution::solve(belief.players, known, belief.unseen_gold) }
    }

    /// Returns the value of flipping a known card.
    pub(super) fn known(&self, kind: usize) -> f32 {
        match &self.exact {
            Some(solution) => solution.known(gold(kind)),
            None => self.estimate(kind, self.belief.known.without(Some(kind), None)),
        }
    }

    /// Returns the value of flipping an unseen card.
    pub(super) fn unseen(&self) -> f32 {
        match &self.exact {
            Some(solution) => solution.unseen(),
            None => self.belief.mean_of_unseen(|kind| self.if_revealed(kind)),
        }
    }

    /// Returns the value once an unseen card turns out to be of a kind.
    pub(super) fn if_revealed(&self, kind: usize) -> f32 {
        match &self.exact {
            Some(solution) => solution.value_if_revealed(gold(kind)),
            None => self.estimate(kind, self.belief.known.kinds),
        }
    }

    /// Returns the gold of a kind of card minus what the next seat can expect.
    fn estimate(&self, kind: usize, kinds_left: Kinds) -> f32 {
        gold(kind) as f32 + self.belief.before_rush_turn(kinds_left)
    }
}
