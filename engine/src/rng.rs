//! Random numbers: named generators, separate streams, and draws independent of library versions.
//!
//! Each stream is a ChaCha8 generator keyed by its full identity, so the same run draws the same numbers whatever other
//! streams draw. Bounded draws and the shuffle are implemented here because a library may change its algorithms between minor
//! releases; `tests` pins the first numbers.
//!
//! ```
//! use goldrush_engine::rng::{agent_stream, deal_stream, shuffle};
//!
//! let shuffled = |seed, block| {
//!     let mut items: Vec<u8> = (0..12).collect();
//!     shuffle(&mut deal_stream(seed, block), &mut items);
//!     items
//! };
//! // The same deal of the same seed is identical on every machine; the next deal differs.
//! assert_eq!(shuffled(1, 0), [11, 8, 7, 3, 1, 0, 6, 2, 10, 9, 5, 4]);
//! assert_ne!(shuffled(1, 1), shuffled(1, 0));
//! // Each seat of each seating has its own numbers.
//! assert_ne!(agent_stream(1, 0, 0, 0), agent_stream(1, 0, 0, 1));
//! ```

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// Generator of every stream.
pub type StreamRng = ChaCha8Rng;

/// Exclusive upper bound of the seeds of games: every reader of JSON keeps whole numbers below it, also one that has no numbers but
/// those of 64 bits with a floating point.
pub const SEEDS: u64 = 1 << 53;

/// Returns the stream that shuffles the tiles and tokens of one deal.
pub fn deal_stream(seed: u64, block: u64) -> StreamRng {
    stream(seed, block, 0, *b"deal\0\0\0\0")
}

/// Returns the stream of the agent in `seat` of one seating of a deal. Extra draws by one agent change no other stream.
pub fn agent_stream(seed: u64, block: u64, seating: usize, seat: usize) -> StreamRng {
    stream(
        seed,
        block,
        (seating as u64) << 32 | seat as u64,
        *b"agent\0\0\0",
    )
}

/// Returns the stream of a bot in another process, which is sent numbers drawn from it. The deal cannot be derived from them: `salt` is
/// a secret of the run that is independent of its seed.
pub fn bot_stream(salt: u128, block: u64, seating: usize, seat: usize) -> StreamRng {
    let mut key = [0; 32];
    key[..16].copy_from_slice(&salt.to_le_bytes());
    key[16..24].copy_from_slice(&block.to_le_bytes());
    key[24..].copy_from_slice(&((seating as u64) << 32 | seat as u64).to_le_bytes());
    ChaCha8Rng::from_seed(key)
}

/// Returns a separate stream for tests and tools.
pub fn tool_stream(seed: u64) -> StreamRng {
    stream(seed, 0, 0, *b"tool\0\0\0\0")
}

/// Returns the seed of one of several things that follow from a seed, by its number. Other than with a sum, things of neighboring
/// seeds do not share theirs.
pub fn derived_seed(seed: u64, number: u64) -> u64 {
    stream(seed, number, 0, *b"derived\0").next_u64()
}

/// Returns the stream for an identity, which is the key itself, little-endian: seed, block, place, purpose.
fn stream(seed: u64, block: u64, place: u64, purpose: [u8; 8]) -> StreamRng {
    let mut key = [0; 32];
    key[..8].copy_from_slice(&seed.to_le_bytes());
    key[8..16].copy_from_slice(&block.to_le_bytes());
    key[16..24].copy_from_slice(&place.to_le_bytes());
    key[24..].copy_from_slice(&purpose);
    ChaCha8Rng::from_seed(key)
}

/// Draws uniformly from `0..n`, without bias. Lemire, "Fast Random Integer Generation in an Interval" (2019).
///
/// # Panics
/// If `n` is 0.
#[inline]
pub fn below<R: Rng>(rng: &mut R, n: u32) -> u32 {
    assert!(n > 0, "nothing to choose from");
    let mut product = u64::from(rng.next_u32()) * u64::from(n);
    if (product as u32) < n {
        let threshold = n.wrapping_neg() % n;
        while (product as u32) < threshold {
            product = u64::from(rng.next_u32()) * u64::from(n);
        }
    }
    (product >> 32) as u32
}

/// Like [`below`], but draws nothing if `n` is 1.
#[inline]
pub fn choose<R: Rng>(rng: &mut R, n: u32) -> u32 {
    if n == 1 { 0 } else { below(rng, n) }
}

/// Returns the position of a set bit, chosen uniformly.
///
/// # Panics
/// If no bit is set.
#[inline]
pub fn pick_bit<R: Rng>(mut set: u32, rng: &mut R) -> u8 {
    // For small sets a table is faster than `count_ones` on targets without a popcount instruction.
    const COUNTS: [u8; 32] = {
        let mut counts = [0; 32];
        let mut set = 1;
        while set < 32 {
            counts[set] = counts[set / 2] + (set & 1) as u8;
            set += 1;
        }
        counts
    };
    let count = if set < 32 {
        u32::from(COUNTS[set as usize])
    } else {
        set.count_ones()
    };
    for _ in 0..choose(rng, count) {
        set &= set.wrapping_sub(1);
    }
    set.trailing_zeros() as u8
}

/// Draws two different numbers from `0..n`, each ordered pair equally likely, from one word; see
/// [`shuffle_in_batches`].
///
/// `n` is 2 to 2¹⁶; checked in debug builds only, since every turn of a playout calls this.
#[inline]
pub fn choose_two<R: Rng>(rng: &mut R, n: usize) -> (usize, usize) {
    debug_assert!((2..=1 << 16).contains(&n), "no two to choose, or too many");
    let n = n as u64;
    let ways = (n * (n - 1)) as u32;
    loop {
        let first = u64::from(rng.next_u32()) * n;
        let second = u64::from(first as u32) * (n - 1);
        let rest = second as u32;
        if rest >= ways || !is_rejected(rest, ways) {
            let first = (first >> 32) as usize;
            let second = (second >> 32) as usize;
            return (first, second + usize::from(second >= first));
        }
    }
}

/// Returns true if the word must be rejected: `rest` is the remainder after a choice among `ways`. Rarely called.
#[cold]
#[inline(never)]
fn is_rejected(rest: u32, ways: u32) -> bool {
    rest < ways.wrapping_neg() % ways
}

/// Fisher–Yates shuffle from the end: every order is equally likely.
#[inline]
pub fn shuffle<T, R: Rng>(rng: &mut R, items: &mut [T]) {
    for i in (1..items.len()).rev() {
        items.swap(i, below(rng, i as u32 + 1) as usize);
    }
}

/// Like [`shuffle`], for the first `count` of 64 items and with fewer draws: one word yields several positions.
///
/// The positions are the leading parts of word · n, remainder · (n − 1) and so on; as in [`below`], the final remainder
/// decides whether the word is rejected. Brackett-Rozinsky, Lemire: Batched ranged random integer generation (2024).
///
/// # Panics
/// If `count` is more than 64.
#[inline]
pub fn shuffle_in_batches<T: Copy, R: Rng>(rng: &mut R, items: &mut [T; 64], count: usize) {
    let mut end = count;
    while end > 1 {
        let Batch { rest, product } = BATCHES[end];
        loop {
            let mut word = rng.next_u64();
            let mut n = end;
            while n > rest {
                let wide = u128::from(word) * n as u128;
                word = wide as u64;
                n -= 1;
                // The index is below n, which is below 64: the mask removes the bounds check.
                items.swap(n & 63, (wide >> 64) as usize & 63);
            }
            // Swaps made by a rejected word are harmless: the items are still shuffled uniformly.
            if word >= product || word >= product.wrapping_neg() % product {
                break;
            }
        }
        end = rest;
    }
}

/// Positions drawn from one word.
#[derive(Clone, Copy)]
struct Batch {
    /// Number of items left for other words.
    rest: usize,
    /// Number of ways to draw the positions.
    product: u64,
}

/// Indexed by the number of items left to shuffle. Sized so that fewer than 1 word in 100 is rejected.
const BATCHES: [Batch; 65] = {
    let mut batches = [Batch {
        rest: 0,
        product: 1,
    }; 65];
    let mut end = 1;
    while end < batches.len() {
        let mut rest = end;
        let mut product = 1;
        while rest > 1 && product * rest as u64 <= 1 << 57 {
            product *= rest as u64;
            rest -= 1;
        }
        batches[end] = Batch { rest, product };
        end += 1;
    }
    batches
};

#[cfg(test)]
mod tests {
    use super::*;

    /// Computed by another program, from the definition of ChaCha8.
    #[test]
    fn golden_first_numbers_of_the_streams() {
        let first = |mut rng: StreamRng| [rng.next_u32(), rng.next_u32(), rng.next_u32()];
        assert_eq!(
            first(deal_stream(1, 0)),
            [1672623232, 2049756429, 3988215363]
        );
        assert_eq!(
            first(agent_stream(1, 0, 0, 0)),
            [3908832892, 211785638, 2628517513]
        );
        assert_eq!(
            first(agent_stream(1, 0, 1, 0)),
            [3655678922, 1616010043, 3903692642]
        );
        assert_eq!(derived_seed(1, 0), 12765055619296847832);
    }

    #[test]
    fn neighboring_seeds_derive_no_seed_in_common() {
        let seeds: std::collections::BTreeSet<u64> = (0..50)
            .flat_map(|seed| (0..50).map(move |number| derived_seed(seed, number)))
            .collect();
        assert_eq!(seeds.len(), 50 * 50);
    }

    #[test]
    fn golden_shuffle() {
        let mut items: Vec<u8> = (0..12).collect();
        shuffle(&mut deal_stream(1, 0), &mut items);
        assert_eq!(items, [11, 8, 7, 3, 1, 0, 6, 2, 10, 9, 5, 4]);
    }

    #[test]
    fn bounded_draws_are_uniform() {
        let mut rng = tool_stream(7);
        let mut seen = [0u32; 7];
        for _ in 0..70_000 {
            seen[below(&mut rng, 7) as usize] += 1;
        }
        // 10,000 expected, standard deviation 93.
        assert!(seen.iter().all(|&n| n.abs_diff(10_000) < 500), "{seen:?}");
    }

    #[test]
    fn all_ordered_pairs_are_equally_likely() {
        let mut rng = tool_stream(8);
        let mut seen = [[0u32; 5]; 5];
        for _ in 0..40_000 {
            let (first, second) = choose_two(&mut rng, 5);
            seen[first][second] += 1;
        }
        for (first, row) in seen.iter().enumerate() {
            for (second, &n) in row.iter().enumerate() {
                // 2000 expected, standard deviation 44.
                assert!(
                    if first == second {
                        n == 0
                    } else {
                        n.abs_diff(2000) < 200
                    },
                    "{seen:?}"
                );
            }
        }
    }

    /// Computed by another program, from the first two numbers of the stream.
    #[test]
    fn golden_pairs() {
        let mut rng = deal_stream(1, 0);
        assert_eq!(
            [choose_two(&mut rng, 12), choose_two(&mut rng, 12)],
            [(4, 8), (5, 8)]
        );
    }

    #[test]
    fn every_order_of_a_shuffle_is_equally_likely() {
        let shuffles: [fn(&mut StreamRng, &mut [u8; 64]); 2] = [
            |rng, items| shuffle(rng, &mut items[..4]),
            |rng, items| shuffle_in_batches(rng, items, 4),
        ];
        for shuffle in shuffles {
            let mut rng = tool_stream(3);
            let mut seen = std::collections::BTreeMap::new();
            for _ in 0..24_000 {
                let mut items = std::array::from_fn(|index| index as u8);
                shuffle(&mut rng, &mut items);
                *seen.entry(items).or_insert(0u32) += 1;
            }
            assert_eq!(seen.len(), 24);
            assert!(seen.values().all(|&n| n.abs_diff(1000) < 200), "{seen:?}");
        }
    }

    /// With 64 items several words are needed; each item reaches each position equally often.
    #[test]
    fn batched_shuffle_reaches_every_position_equally_often() {
        let mut rng = tool_stream(4);
        let mut seen = vec![[0u32; 64]; 64];
        for _ in 0..64_000 {
            let mut items: [u8; 64] = std::array::from_fn(|index| index as u8);
            shuffle_in_batches(&mut rng, &mut items, 64);
            items
                .iter()
                .enumerate()
                .for_each(|(index, &item)| seen[index][usize::from(item)] += 1);
        }
        // 1000 expected, standard deviation 31.
        assert!(seen.iter().flatten().all(|&n| n.abs_diff(1000) < 200));
    }

    /// Computed by another program, from the first two numbers of the stream.
    #[test]
    fn golden_shuffle_in_batches() {
        let mut items: [u8; 64] = std::array::from_fn(|index| index as u8);
        shuffle_in_batches(&mut deal_stream(1, 0), &mut items, 12);
        assert_eq!(items[..12], [0, 10, 4, 2, 6, 1, 3, 11, 8, 9, 7, 5]);
    }
}
