//! Generator of playouts: SplitMix64 (Steele, Lea, Flood: Fast splittable pseudorandom number generators, 2014). One
//! word of state, so a separate stream for every world costs nothing.

use std::convert::Infallible;

use rand::TryRng;

/// Random stream of a playout.
///
/// # Examples
///
/// ```
/// use goldrush_ai::search::PlayoutRng;
/// use goldrush_engine::rng::below;
///
/// let numbers = |n| {
///     let mut playout_rng = PlayoutRng::new(7, n);
///     [0; 8].map(|_| below(&mut playout_rng, 1000))
/// };
/// assert_eq!(numbers(0), numbers(0));
/// assert_ne!(numbers(0), numbers(1));
/// ```
#[derive(Clone, Debug)]
pub struct PlayoutRng(u64);

impl PlayoutRng {
    /// Returns the n-th stream of a search with this seed.
    pub fn new(seed: u64, n: u64) -> PlayoutRng {
        let mut playout_rng = PlayoutRng(seed ^ n.wrapping_mul(0xd134_2543_de82_ef95));
        playout_rng.next();
        playout_rng
    }

    #[inline]
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }
}

impl TryRng for PlayoutRng {
    type Error = Infallible;

    #[inline]
    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        Ok((self.next() >> 32) as u32)
    }

    #[inline]
    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        Ok(self.next())
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
        for chunk in bytes.chunks_mut(8) {
            chunk.copy_from_slice(&self.next().to_le_bytes()[..chunk.len()]);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// First numbers of the reference implementation from seed 1234567.
    #[test]
    fn golden_first_numbers() {
        let mut playout_rng = PlayoutRng(1_234_567);
        assert_eq!(
            [playout_rng.next(), playout_rng.next()],
            [6_457_827_717_110_365_317, 3_203_168_211_198_807_973]
        );
    }

    #[test]
    fn streams_differ() {
        assert_ne!(PlayoutRng::new(1, 0).next(), PlayoutRng::new(1, 1).next());
        assert_ne!(PlayoutRng::new(1, 0).next(), PlayoutRng::new(2, 0).next());
    }
}
