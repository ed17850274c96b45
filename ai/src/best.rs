//! Random choice among equally good candidates.

use goldrush_engine::rng::choose;
use rand::Rng;

/// Best candidates so far; a candidate may stand for several equally good ones.
#[derive(Clone)]
pub(crate) struct Best<T> {
    value: i32,
    weight: u32,
    candidates: Vec<(u32, T)>,
}

impl<T> Default for Best<T> {
    fn default() -> Best<T> {
        Best {
            value: i32::MIN,
            weight: 0,
            candidates: Vec::new(),
        }
    }
}

impl<T: Copy> Best<T> {
    /// Removes all candidates.
    pub(crate) fn clear(&mut self) {
        self.value = i32::MIN;
        self.weight = 0;
        self.candidates.clear();
    }

    /// Adds a candidate of this value that stands for `weight` equally good ones.
    #[inline]
    pub(crate) fn add(&mut self, value: i32, weight: u32, candidate: T) {
        if value < self.value {
            return;
        }
        if value > self.value {
            self.clear();
            self.value = value;
        }
        self.weight += weight;
        self.candidates.push((weight, candidate));
    }

    /// Adds the best of other candidates.
    #[inline]
    pub(crate) fn append(&mut self, others: &Best<T>) {
        for &(weight, candidate) in &others.candidates {
            self.add(others.value, weight, candidate);
        }
    }

    /// Returns the value of the best candidate, or `i32::MIN` without one.
    #[inline]
    pub(crate) fn value(&self) -> i32 {
        self.value
    }

    /// Draws one of the best, with probability proportional to its weight, and the index among those it stands for.
    pub(crate) fn pick<R: Rng>(&self, rng: &mut R) -> (T, u32) {
        let mut at = choose(rng, self.weight);
        for &(weight, candidate) in &self.candidates {
            if at < weight {
                return (candidate, at);
            }
            at -= weight;
        }
        unreachable!("candidate weights add up to the total weight")
    }
}
