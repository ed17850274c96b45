//! Ratings of a league's members after earlier rounds.

use std::collections::BTreeMap;

/// Most rounds after which ratings are kept, apart from the last one.
const MOST_POINTS: usize = 64;

/// Ratings in Elo after some rounds, by their numbers from 1: those of all members that had joined.
#[derive(Clone, Default, Debug)]
pub struct RatingHistory {
    elos: BTreeMap<usize, Vec<f64>>,
}

/// Returns the distance between rounds after which ratings are kept if there are this many: the same whether they are read at once
/// or one after another.
fn step(rounds: usize) -> usize {
    rounds.div_ceil(MOST_POINTS).next_power_of_two()
}

impl RatingHistory {
    /// True if the ratings after a round are to be kept, of this many rounds in all.
    pub(super) fn wants(&self, round: usize, of: usize) -> bool {
        round.is_multiple_of(step(of))
    }

    /// Keeps the ratings after a round.
    pub(super) fn add(&mut self, round: usize, elos: Vec<f64>) {
        self.elos.insert(round, elos);
    }

    /// Returns a member's ratings after rounds of this many, as pairs of round and rating; those that are not finite are left out.
    pub fn of_member(&self, member: usize, rounds: usize) -> Vec<(usize, f64)> {
        let step = step(rounds);
        let kept = self.elos.iter();
        let kept = kept.filter(|(round, _)| round.is_multiple_of(step) || **round == rounds);
        kept.filter_map(|(round, elos)| Some((*round, *elos.get(member)?)))
            .filter(|(_, elo)| elo.is_finite())
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_rounds_are_all_kept_and_many_at_a_distance() {
        let mut history = RatingHistory::default();
        let mut at_once = RatingHistory::default();
        for round in 1..=200 {
            // Read one after another, and at once.
            for (history, of) in [(&mut history, round), (&mut at_once, 200)] {
                if history.wants(round, of) || round == 200 {
                    history.add(round, vec![round as f64, f64::NAN]);
                }
            }
        }
        let kept = history.of_member(0, 200);
        assert_eq!(kept, at_once.of_member(0, 200));
        assert_eq!((kept[0], kept.len()), ((4, 4.0), 50));
        assert!(history.of_member(1, 200).is_empty(), "it was not rated");
        assert!(history.of_member(2, 200).is_empty(), "it had not joined");
        assert_eq!((step(1), step(64), step(65)), (1, 1, 2));
    }
}
