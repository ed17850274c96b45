//! Features as a flat union-find: one 64-bit word a segment.
//!
//! Every segment is on a ring through all segments of its feature (`next`), and either points towards the
//! feature's root or is the root and carries the feature's totals. Joining two features adds their words.
//!
//! ```text
//! bits  0..9   next segment of the ring           all segments
//! bit   9      this is not the root
//! bits 10..19  towards the root                   non-roots
//! bits 10..18  open ends                          roots
//! bits 18..33  figures, three bits a seat
//! bits 33..41  distinct tiles
//! bits 41..49  counter a   } what they count is the game's business
//! bits 49..57  counter b   }
//! bit  57      some tile may be in it twice
//! bit  58      settled: evaluated, out of the game
//! ```

use super::figures::Figures;
use crate::player::Player;

/// The most segments that can be laid.
pub const MAX_SEGMENTS: usize = 512;

const NEXT: u64 = 511;
const CHILD: u64 = 1 << 9;
const PARENT_SHIFT: u32 = 10;
const OPEN_SHIFT: u32 = 10;
const FIGURES_SHIFT: u32 = 18;
const TILES_SHIFT: u32 = FIGURES_SHIFT + Figures::BITS;
const A_SHIFT: u32 = TILES_SHIFT + 8;
const B_SHIFT: u32 = A_SHIFT + 8;
const SHARED: u64 = 1 << (B_SHIFT + 8);
const SETTLED: u64 = SHARED << 1;
const STAKES: u64 = (SHARED - 1) & !((1 << FIGURES_SHIFT) - 1);
const TOTALS: u64 = (SHARED - 1) & !((1 << OPEN_SHIFT) - 1);

/// A segment of a tile that was laid: the tiles in the order laid, each with its segments in catalogue order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct SegmentId(pub u16);

impl SegmentId {
    /// Position among all segments laid.
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0) & (MAX_SEGMENTS - 1)
    }
}

/// A feature, named by its root segment; valid until the next tile is laid.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct FeatureId(u16);

impl FeatureId {
    /// Position of the root segment among all segments laid.
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0) & (MAX_SEGMENTS - 1)
    }

    /// The root segment.
    #[inline]
    pub fn segment(self) -> SegmentId {
        SegmentId(self.0)
    }
}

/// The totals of a feature (or what one segment brings to them).
///
/// # Examples
///
/// ```
/// use goldrush_engine::landscape::components::Word;
/// use goldrush_engine::player::{Player, PlayerSet};
///
/// // A segment with two open ends on a tile of its own, and a figure on it.
/// let word = Word::new(2, 0, 0).counting_tiles(false).with_figure(Player::FIRST);
/// assert_eq!((word.open(), word.tiles()), (2, 1));
/// assert_eq!(word.figures().majority(), PlayerSet::from_iter([Player::FIRST]));
/// assert!(word.less_open(2).is_complete());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Debug)]
pub struct Word(u64);

impl Word {
    /// No totals at all.
    pub const NOTHING: Word = Word(0);

    /// What a segment brings: its open ends and the two counters of the game.
    pub fn new(open: u8, a: u8, b: u8) -> Word {
        Word(u64::from(open) << OPEN_SHIFT | u64::from(a) << A_SHIFT | u64::from(b) << B_SHIFT)
    }

    /// Counts the tile it lies on; `shared` if the tile has other segments that could join the same feature.
    pub fn counting_tiles(self, shared: bool) -> Word {
        Word(self.0 | 1 << TILES_SHIFT | if shared { SHARED } else { 0 })
    }

    #[inline]
    fn byte(self, shift: u32) -> u8 {
        (self.0 >> shift) as u8
    }

    /// Ends that still lie at an empty cell (or whatever else the game counts as open).
    #[inline]
    pub fn open(self) -> u8 {
        self.byte(OPEN_SHIFT)
    }

    /// Whether nothing is open.
    #[inline]
    pub fn is_complete(self) -> bool {
        self.open() == 0
    }

    /// The figures of all seats.
    #[inline]
    pub fn figures(self) -> Figures {
        Figures::from_bits((self.0 >> FIGURES_SHIFT) as u16 & ((1 << Figures::BITS) - 1))
    }

    /// Distinct tiles, if the game has its segments count them.
    #[inline]
    pub fn tiles(self) -> u8 {
        self.byte(TILES_SHIFT)
    }

    /// The game's first counter. Games have names for what it counts.
    #[inline]
    pub(crate) fn a(self) -> u8 {
        self.byte(A_SHIFT)
    }

    /// The game's second counter. Games have names for what it counts.
    #[inline]
    pub(crate) fn b(self) -> u8 {
        self.byte(B_SHIFT)
    }

    /// Whether the game has evaluated it for good.
    #[inline]
    pub fn is_settled(self) -> bool {
        self.0 & SETTLED != 0
    }

    /// Whether some of its tiles may be in another feature too.
    #[inline]
    pub(super) fn is_shared(self) -> bool {
        self.0 & SHARED != 0
    }

    /// Joined at one end to a feature with which it has no tile in common; has no root's part itself.
    #[inline]
    pub(super) fn joined(self, other: Word) -> Word {
        Word((self.0 + (other.0 & TOTALS) - (2 << OPEN_SHIFT)) | other.0 & SHARED)
    }

    /// The figures and what the game counts, as a number that tells them from others; 0 if there is no figure.
    #[inline]
    pub fn stakes(self) -> u64 {
        if self.figures().is_empty() { 0 } else { self.0 & STAKES }
    }

    /// With so many open ends less.
    #[inline]
    pub fn less_open(self, ends: u8) -> Word {
        Word(self.0 - (u64::from(ends) << OPEN_SHIFT))
    }

    /// With so many tiles less.
    #[inline]
    pub(super) fn without_tiles(self, tiles: u32) -> Word {
        Word(self.0 - (u64::from(tiles) << TILES_SHIFT))
    }

    /// With another figure of a seat.
    #[inline]
    pub fn with_figure(self, player: Player) -> Word {
        Word(self.0 + (u64::from(Figures::one(player)) << FIGURES_SHIFT))
    }

    /// With a figure of a seat less.
    #[inline]
    pub fn without_figure(self, player: Player) -> Word {
        Word(self.0 - (u64::from(Figures::one(player)) << FIGURES_SHIFT))
    }

    /// With so much more in the first counter.
    #[inline]
    pub(crate) fn with_more_a(self, amount: u8) -> Word {
        Word(self.0 + (u64::from(amount) << A_SHIFT))
    }

    /// With another value of the second counter.
    #[inline]
    pub(crate) fn with_b(self, value: u8) -> Word {
        Word(self.0 & !(255 << B_SHIFT) | u64::from(value) << B_SHIFT)
    }

    /// The totals alone, without what is told of the root segment.
    #[inline]
    pub fn totals(self) -> Word {
        Word(self.0 & TOTALS)
    }
}

/// All features of a landscape.
pub struct Components {
    words: [u64; MAX_SEGMENTS],
    tiles: [u8; MAX_SEGMENTS],
    len: u16,
}

impl Clone for Components {
    #[inline]
    fn clone(&self) -> Components {
        Components { ..*self }
    }

    /// Copies only what is in use.
    #[inline]
    fn clone_from(&mut self, source: &Components) {
        let Components { words, tiles, len } = source;
        let used = usize::from(*len).min(MAX_SEGMENTS);
        self.words[..used].copy_from_slice(&words[..used]);
        self.tiles[..used].copy_from_slice(&tiles[..used]);
        self.len = *len;
    }
}

impl Components {
    pub(super) fn new() -> Components {
        Components { words: [0; MAX_SEGMENTS], tiles: [0; MAX_SEGMENTS], len: 0 }
    }

    /// How many segments were laid.
    #[inline]
    pub fn len(&self) -> usize {
        usize::from(self.len)
    }

    /// Whether nothing was laid.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Adds the segments of a tile, each a feature of its own so far.
    #[inline]
    pub(super) fn extend(&mut self, tile: u8, words: &[Word]) {
        let mut at = self.len();
        for word in words {
            self.words[at & (MAX_SEGMENTS - 1)] = word.0 | at as u64;
            self.tiles[at & (MAX_SEGMENTS - 1)] = tile;
            at += 1;
        }
        self.len = at as u16;
    }

    /// The feature a segment belongs to.
    #[inline]
    pub fn find(&self, segment: SegmentId) -> FeatureId {
        self.find_with_word(segment).0
    }

    /// The feature a segment belongs to, and its totals.
    #[inline]
    pub fn find_with_word(&self, segment: SegmentId) -> (FeatureId, Word) {
        let mut at = segment.index();
        loop {
            let word = self.words[at];
            if word & CHILD == 0 {
                return (FeatureId(at as u16), Word(word));
            }
            at = (word >> PARENT_SHIFT & NEXT) as usize;
        }
    }

    /// As [`Components::find`], shortening the way for the next time.
    #[inline]
    fn find_and_shorten(&mut self, segment: usize) -> usize {
        let mut at = segment;
        loop {
            let word = self.words[at];
            if word & CHILD == 0 {
                return at;
            }
            let parent = (word >> PARENT_SHIFT & NEXT) as usize;
            let above = self.words[parent];
            if above & CHILD == 0 {
                return parent;
            }
            self.words[at] = word & (NEXT | CHILD) | (above & NEXT << PARENT_SHIFT);
            at = (above >> PARENT_SHIFT & NEXT) as usize;
        }
    }

    /// A feature's totals.
    #[inline]
    pub fn word(&self, feature: FeatureId) -> Word {
        Word(self.words[feature.index()])
    }

    /// The tile a segment lies on, in the order laid.
    #[inline]
    pub fn tile(&self, segment: SegmentId) -> usize {
        usize::from(self.tiles[segment.index()])
    }

    /// The segments of a feature, beginning with its root.
    #[inline]
    pub fn ring(&self, feature: FeatureId) -> impl Iterator<Item = SegmentId> + '_ {
        let first = feature.index();
        let mut next = Some(first);
        std::iter::from_fn(move || {
            let at = next?;
            let after = (self.words[at] & NEXT) as usize;
            next = (after != first).then_some(after);
            Some(SegmentId(at as u16))
        })
    }

    /// Joins two touching segments: two open ends less, and one feature where there were two. Tells whether none is left.
    #[inline]
    pub(super) fn join(&mut self, one: usize, other: usize) -> bool {
        let (one, other) =
            (self.find_and_shorten(one & (MAX_SEGMENTS - 1)), self.find_and_shorten(other & (MAX_SEGMENTS - 1)));
        if one == other {
            self.words[one] -= 2 << OPEN_SHIFT;
            return Word(self.words[one]).is_complete();
        }
        let (root, child) = if one < other { (one, other) } else { (other, one) };
        let (kept, gone) = (self.words[root], self.words[child]);
        let mut joined = (gone & NEXT) | (kept & !NEXT);
        joined += gone & TOTALS;
        joined -= 2 << OPEN_SHIFT;
        if kept & gone & SHARED != 0 {
            joined -= self.common_tiles(root, child) << TILES_SHIFT;
        }
        joined |= gone & SHARED;
        self.words[root] = joined;
        self.words[child] = kept & NEXT | CHILD | (root as u64) << PARENT_SHIFT;
        Word(joined).is_complete()
    }

    /// On how many tiles both features lie.
    fn common_tiles(&self, one: usize, other: usize) -> u64 {
        let tiles = |root: usize| self.tile_set(FeatureId(root as u16));
        u64::from((tiles(one) & tiles(other)).count_ones())
    }

    /// The tiles of a feature, as bits in the order laid.
    pub fn tile_set(&self, feature: FeatureId) -> u128 {
        self.ring(feature).fold(0, |set, s| set | 1 << (self.tile(s) & 127))
    }

    /// Puts a figure of a seat into a feature.
    #[inline]
    pub fn add_figure(&mut self, feature: FeatureId, player: Player) {
        self.words[feature.index()] += u64::from(Figures::one(player)) << FIGURES_SHIFT;
    }

    /// Takes a figure of a seat out of a feature.
    #[inline]
    pub fn remove_figure(&mut self, feature: FeatureId, player: Player) {
        self.words[feature.index()] -= u64::from(Figures::one(player)) << FIGURES_SHIFT;
    }

    /// Takes all figures out of a feature.
    #[inline]
    pub fn clear_figures(&mut self, feature: FeatureId) {
        self.words[feature.index()] &= !(((1 << Figures::BITS) - 1) << FIGURES_SHIFT);
    }

    /// Changes a feature's totals, for games whose counters and openness do not only add up.
    #[inline]
    pub fn update(&mut self, feature: FeatureId, change: impl FnOnce(Word) -> Word) {
        let word = &mut self.words[feature.index()];
        *word = change(Word(*word)).0;
    }

    /// Marks a feature as evaluated for good.
    #[inline]
    pub fn settle(&mut self, feature: FeatureId) {
        self.words[feature.index()] |= SETTLED;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Random joins against naive sets.
    #[test]
    fn joining_adds_up_and_counts_each_tile_once() {
        use crate::rng::{below, tool_stream};
        let mut rng = tool_stream(11);
        for _ in 0..200 {
            let mut features = Components::new();
            let mut naive: Vec<Vec<usize>> = Vec::new();
            for segment in 0..60 {
                features.extend((segment / 3) as u8, &[Word::new(4, 1, 2).counting_tiles(true)]);
                naive.push(vec![segment]);
            }
            for _ in 0..50 {
                let (x, y) = (below(&mut rng, 60) as usize, below(&mut rng, 60) as usize);
                let (i, j) = (
                    naive.iter().position(|s| s.contains(&x)).unwrap(),
                    naive.iter().position(|s| s.contains(&y)).unwrap(),
                );
                if i == j {
                    continue;
                }
                features.join(x, y);
                let moved = naive[j].clone();
                naive[i].extend(moved);
                naive.remove(j);
            }
            for set in &naive {
                let feature = features.find(SegmentId(set[0] as u16));
                let word = features.word(feature);
                let mut tiles: Vec<_> = set.iter().map(|s| s / 3).collect();
                tiles.sort_unstable();
                tiles.dedup();
                let mut ring: Vec<_> = features.ring(feature).map(SegmentId::index).collect();
                ring.sort_unstable();
                let mut sorted = set.clone();
                sorted.sort_unstable();
                assert_eq!(ring, sorted);
                assert_eq!(usize::from(word.tiles()), tiles.len());
                assert_eq!(usize::from(word.a()), set.len());
                assert_eq!(usize::from(word.b()), 2 * set.len());
                assert_eq!(usize::from(word.open()), 4 * set.len() - 2 * (set.len() - 1));
                assert!(set.iter().all(|&s| features.find(SegmentId(s as u16)) == feature));
            }
        }
    }

    #[test]
    fn figures_are_counted_by_seat_and_survive_a_join() {
        let mut features = Components::new();
        (0..2).for_each(|tile| features.extend(tile, &[Word::new(2, 0, 0)]));
        let (a, b) = (features.find(SegmentId(0)), features.find(SegmentId(1)));
        let [p, q] = [Player::new(0).unwrap(), Player::new(4).unwrap()];
        features.add_figure(a, p);
        features.add_figure(b, q);
        features.add_figure(b, q);
        features.join(0, 1);
        let joined = features.find(SegmentId(1));
        assert_eq!((features.word(joined).figures().count(p), features.word(joined).figures().count(q)), (1, 2));
        features.remove_figure(joined, q);
        assert_eq!(features.word(joined).figures().count(q), 1);
        features.clear_figures(joined);
        assert!(features.word(joined).figures().is_empty());
        assert_eq!(features.word(joined).open(), 2);
    }
}
