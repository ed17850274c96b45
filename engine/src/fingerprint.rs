//! Hashes that are the same on every machine and in every version.
//!
//! ```
//! use goldrush_engine::fingerprint::{Fingerprint, fnv1a};
//!
//! assert_eq!(fnv1a(b"foobar"), 0x8594_4171_f739_67e8);
//!
//! let of = |moves: &[u64]| {
//!     let mut hash = Fingerprint::EMPTY;
//!     moves.iter().for_each(|&mv| hash.push(mv));
//!     hash
//! };
//! // Order matters within a game, but not between games.
//! assert_ne!(of(&[1, 2]), of(&[2, 1]));
//! let (mut one, mut other) = (of(&[1, 2]), of(&[3]));
//! one.merge(of(&[3]));
//! other.merge(of(&[1, 2]));
//! assert_eq!(one, other);
//! ```

/// Returns the 64-bit FNV-1a hash of bytes.
pub fn fnv1a(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &b| {
        (hash ^ u64::from(b)).wrapping_mul(0x100_0000_01b3)
    })
}

/// Running hash of whole numbers, cheap enough for every move of a benchmark.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fingerprint(u64);

impl Fingerprint {
    /// The hash of nothing; neutral element of [`Fingerprint::merge`].
    pub const EMPTY: Fingerprint = Fingerprint(0);

    /// Appends a number.
    #[inline]
    pub fn push(&mut self, number: u64) {
        self.0 = (self.0 ^ number)
            .wrapping_add(0x9e37_79b9_7f4a_7c15)
            .wrapping_mul(0xff51_afd7_ed55_8ccd);
        self.0 ^= self.0 >> 32;
    }

    /// Adds the fingerprint of another game; the order of merging does not matter.
    #[inline]
    pub fn merge(&mut self, other: Fingerprint) {
        self.0 = self.0.wrapping_add(other.0);
    }

    /// Returns the hash.
    pub fn value(self) -> u64 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fnv1a_matches_the_authors_test_vectors() {
        assert_eq!(fnv1a(b""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(fnv1a(b"a"), 0xaf63_dc4c_8601_ec8c);
        assert_eq!(fnv1a(b"foobar"), 0x8594_4171_f739_67e8);
    }

    #[test]
    fn order_matters_within_a_game_and_not_between_games() {
        let of = |numbers: &[u64]| {
            let mut f = Fingerprint::EMPTY;
            numbers.iter().for_each(|&n| f.push(n));
            f
        };
        assert_ne!(of(&[1, 2]), of(&[2, 1]));
        let mut x = of(&[1]);
        let mut y = of(&[2]);
        x.merge(of(&[2]));
        y.merge(of(&[1]));
        assert_eq!(x, y);
    }
}
