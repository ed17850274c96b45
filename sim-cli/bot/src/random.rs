//! Random numbers that follow from a seed.

/// A small generator (SplitMix64): the same seed gives the same numbers on every machine.
///
/// # Examples
///
/// ```
/// use goldrush_bot::Random;
///
/// let mut random = Random::new(7);
/// let numbers: Vec<usize> = (0..4).map(|_| random.below(6)).collect();
/// assert!(numbers.iter().all(|number| *number < 6));
/// assert_eq!(Random::new(7).below(6), numbers[0]);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Random {
    state: u64,
}

impl Random {
    /// Starts with a seed, such as that of a game.
    pub fn new(seed: u64) -> Random {
        Random { state: seed }
    }

    /// Returns a number from 0 to `count` - 1; 0 if `count` is 0.
    pub fn below(&mut self, count: usize) -> usize {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.state ^ (self.state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        let mixed = mixed ^ (mixed >> 31);
        ((u128::from(mixed) * count as u128) >> 64) as usize
    }
}
