//! Drawing one of the best, when several are equally good.

use goldrush_engine::rng::choose;
use rand::Rng;

/// The best candidates so far; a candidate may stand for several that are equally good.
#[derive(Clone)]
pub(crate) struct Best<T> {
    value: i32,
    weight: u32,
    candidates: Vec<(u32, T)>,
}

impl<T> Default for Best<T> {
    fn default() -> Best<T> {
        Best { value: i32::MIN, weight: 0, candidates: Vec::new() }
    }
}

impl<T: Copy> Best<T> {
    /// Forgets them.
    pub(crate) fn clear(&mut self) {
        self.value = i32::MIN;
        self.weight = 0;
        self.candidates.clear();
    }

    /// One more, of this value, that stands for `weight` equally good ones.
    #[inline]
    pub(crate) fn offer(&mut self, value: i32, weight: u32, candidate: T) {
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

    /// Returns the value of the best; the smallest there is without one.
    #[inline]
    pub(crate) fn value(&self) -> i32 {
        self.value
    }

    /// One of the best, with a probability in proportion to its weight; and which of those it stands for.
    pub(crate) fn pick<R: Rng>(&self, rng: &mut R) -> (T, u32) {
        let mut at = choose(rng, self.weight);
        for &(weight, candidate) in &self.candidates {
            if at < weight {
                return (candidate, at);
            }
            at -= weight;
        }
        unreachable!("the weights add up")
    }
}
