//! Features as a flat union-find: one 64-bit word per segment.
//!
//! All segments of a feature form a ring (`next`). Each segment either points towards the root or is the root and
//! carries the feature's totals. Joining two features adds their words.
//!
//! ```text
//! bits  0..9   next segment of the ring           all segments
//! bit   9      this is not the root
//! bits 10..19  towards the root                   non-roots
//! bits 10..18  open ends                          roots
//! bits 18..33  pieces, three bits a seat
//! bits 33..41  distinct tiles
//! bits 41..49  counter a   } what they count is the game's business
//! bits 49..57  counter b   }
//! bit  57      some tile may be in it twice
//! bit  58      settled: evaluated, out of the game
//! ```

use arrayvec::ArrayVec;

use super::pieces::{MAX_PIECES, PieceCounts};
use crate::player::{MAX_PLAYERS, Player};

/// Maximum number of laid segments.
pub const MAX_SEGMENTS: usize = 512;

const NEXT: u64 = 511;
const CHILD: u64 = 1 << 9;
const PARENT_SHIFT: u32 = 10;
const OPEN_SHIFT: u32 = 10;
const PIECES_SHIFT: u32 = 18;
const TILES_SHIFT: u32 = PIECES_SHIFT + PieceCounts::BITS;
const A_SHIFT: u32 = TILES_SHIFT + 8;
const B_SHIFT: u32 = A_SHIFT + 8;
const SHARED: u64 = 1 << (B_SHIFT + 8);
const SETTLED: u64 = SHARED << 1;
const CLAIM_BITS: u64 = (SHARED - 1) & !((1 << PIECES_SHIFT) - 1);
const TOTALS: u64 = (SHARED - 1) & !((1 << OPEN_SHIFT) - 1);

/// Segment of a laid tile, numbered by tile in the order laid, then in catalogue order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct SegmentId(pub u16);

impl SegmentId {
    /// Returns the position among all laid segments.
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0) & (MAX_SEGMENTS - 1)
    }
}

/// Feature, named by its root segment; valid until the next tile is laid.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct FeatureId(u16);

impl FeatureId {
    /// Returns the position of the root segment among all laid segments.
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0) & (MAX_SEGMENTS - 1)
    }

    /// Returns the root segment.
    #[inline]
    pub fn segment(self) -> SegmentId {
        SegmentId(self.0)
    }
}

/// Packed totals of a feature, or the contribution of one segment to them.
///
/// # Examples
///
/// ```
/// use goldrush_engine::landscape::components::FeatureWord;
/// use goldrush_engine::player::{Player, PlayerSet};
///
/// // A segment with two open ends on its own tile, with a piece on it.
/// let word = FeatureWord::new(2, 0, 0).counting_tiles(false).with_piece(Player::FIRST);
/// assert_eq!((word.open(), word.tiles()), (2, 1));
/// assert_eq!(word.pieces().majority(), PlayerSet::from_iter([Player::FIRST]));
/// assert!(word.with_ends_closed(2).is_complete());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Debug)]
pub struct FeatureWord(u64);

impl FeatureWord {
    /// Empty totals.
    pub const EMPTY: FeatureWord = FeatureWord(0);

    /// Creates the contribution of a segment: its open ends and the two counters of the game.
    pub fn new(open: u8, a: u8, b: u8) -> FeatureWord {
        FeatureWord(
            u64::from(open) << OPEN_SHIFT | u64::from(a) << A_SHIFT | u64::from(b) << B_SHIFT,
        )
    }

    /// Counts the segment's tile; `shared` if other segments of the tile could join the same feature.
    pub fn counting_tiles(self, shared: bool) -> FeatureWord {
        FeatureWord(self.0 | 1 << TILES_SHIFT | if shared { SHARED } else { 0 })
    }

    #[inline]
    fn byte(self, shift: u32) -> u8 {
        (self.0 >> shift) as u8
    }

    /// Returns the number of ends at an empty cell (or whatever else the game counts as open).
    #[inline]
    pub fn open(self) -> u8 {
        self.byte(OPEN_SHIFT)
    }

    /// Returns true if nothing is open.
    #[inline]
    pub fn is_complete(self) -> bool {
        self.open() == 0
    }

    /// Returns the pieces of all seats.
    #[inline]
    pub fn pieces(self) -> PieceCounts {
        PieceCounts::from_bits((self.0 >> PIECES_SHIFT) as u16 & ((1 << PieceCounts::BITS) - 1))
    }

    /// Returns the number of distinct tiles, if the game counts them.
    #[inline]
    pub fn tiles(self) -> u8 {
        self.byte(TILES_SHIFT)
    }

    /// Returns the game's first counter; each game wraps it under a name of its own.
    #[inline]
    pub(crate) fn a(self) -> u8 {
        self.byte(A_SHIFT)
    }

    /// Returns the game's second counter; each game wraps it under a name of its own.
    #[inline]
    pub(crate) fn b(self) -> u8 {
        self.byte(B_SHIFT)
    }

    /// Returns true if the game has scored the feature for good.
    #[inline]
    pub fn is_settled(self) -> bool {
        self.0 & SETTLED != 0
    }

    /// Returns true if some of its tiles may also belong to another feature.
    #[inline]
    pub(super) fn is_shared(self) -> bool {
        self.0 & SHARED != 0
    }

    /// Joins at one end with a feature that shares no tile; `self` must not carry root data.
    #[inline]
    pub(super) fn joined(self, other: FeatureWord) -> FeatureWord {
        FeatureWord((self.0 + (other.0 & TOTALS) - (2 << OPEN_SHIFT)) | other.0 & SHARED)
    }

    /// Returns a key for the pieces and game counters: equal keys mean equal claims. 0 if there is no piece.
    #[inline]
    pub fn claim_key(self) -> u64 {
        if self.pieces().is_empty() {
            0
        } else {
            self.0 & CLAIM_BITS
        }
    }

    /// Returns the totals with `ends` fewer open ends.
    #[inline]
    pub fn with_ends_closed(self, ends: u8) -> FeatureWord {
        FeatureWord(self.0 - (u64::from(ends) << OPEN_SHIFT))
    }

    /// Returns the totals with `tiles` fewer tiles.
    #[inline]
    pub(super) fn without_tiles(self, tiles: u32) -> FeatureWord {
        FeatureWord(self.0 - (u64::from(tiles) << TILES_SHIFT))
    }

    /// Returns the totals with one more piece of a seat.
    #[inline]
    pub fn with_piece(self, player: Player) -> FeatureWord {
        FeatureWord(self.0 + (u64::from(PieceCounts::one(player).bits()) << PIECES_SHIFT))
    }

    /// Returns the totals with one piece of a seat fewer.
    #[inline]
    pub fn without_piece(self, player: Player) -> FeatureWord {
        FeatureWord(self.0 - (u64::from(PieceCounts::one(player).bits()) << PIECES_SHIFT))
    }

    /// Returns the totals with `amount` added to the first counter.
    #[inline]
    pub(crate) fn with_more_a(self, amount: u8) -> FeatureWord {
        FeatureWord(self.0 + (u64::from(amount) << A_SHIFT))
    }

    /// Returns the totals with the second counter set to `value`.
    #[inline]
    pub(crate) fn with_b(self, value: u8) -> FeatureWord {
        FeatureWord(self.0 & !(255 << B_SHIFT) | u64::from(value) << B_SHIFT)
    }

    /// Returns the totals without the links of the root segment.
    #[inline]
    pub fn totals(self) -> FeatureWord {
        FeatureWord(self.0 & TOTALS)
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

    /// Copies only the part in use.
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
        Components {
            words: [0; MAX_SEGMENTS],
            tiles: [0; MAX_SEGMENTS],
            len: 0,
        }
    }

    /// Returns the number of laid segments.
    #[inline]
    pub fn len(&self) -> usize {
        usize::from(self.len)
    }

    /// Returns true if no segment has been laid.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Adds the segments of a tile, each as a separate feature.
    #[inline]
    pub(super) fn extend(&mut self, tile: u8, words: &[FeatureWord]) {
        let mut at = self.len();
        for word in words {
            self.words[at & (MAX_SEGMENTS - 1)] = word.0 | at as u64;
            self.tiles[at & (MAX_SEGMENTS - 1)] = tile;
            at += 1;
        }
        self.len = at as u16;
    }

    /// Returns the features on which the pieces of some seats stand, each once, in the order of the pieces.
    #[inline]
    pub fn of_pieces<'p>(
        &self,
        seats: impl IntoIterator<Item = &'p [SegmentId]>,
    ) -> ArrayVec<FeatureId, { MAX_PLAYERS * MAX_PIECES }> {
        let mut features = ArrayVec::new();
        for pieces in seats {
            for &piece in pieces {
                let feature = self.find(piece);
                if !features.contains(&feature) {
                    features.push(feature);
                }
            }
        }
        features
    }

    /// Returns the feature of a segment.
    #[inline]
    pub fn find(&self, segment: SegmentId) -> FeatureId {
        self.find_with_word(segment).0
    }

    /// Returns the feature of a segment and its totals.
    #[inline]
    pub fn find_with_word(&self, segment: SegmentId) -> (FeatureId, FeatureWord) {
        let mut at = segment.index();
        loop {
            let word = self.words[at];
            if word & CHILD == 0 {
                return (FeatureId(at as u16), FeatureWord(word));
            }
            at = (word >> PARENT_SHIFT & NEXT) as usize;
        }
    }

    /// Returns the feature whose root is this segment, and its totals; `None` for other segments.
    #[inline]
    pub fn rooted_at(&self, segment: SegmentId) -> Option<(FeatureId, FeatureWord)> {
        let word = self.words[segment.index()];
        (word & CHILD == 0).then_some((FeatureId(segment.0), FeatureWord(word)))
    }

    /// Like [`Components::find`], with path compression.
    #[inline]
    fn find_compressing(&mut self, segment: usize) -> usize {
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

    /// Returns the totals of a feature.
    #[inline]
    pub fn word(&self, feature: FeatureId) -> FeatureWord {
        FeatureWord(self.words[feature.index()])
    }

    /// Returns the index of the segment's tile, in the order laid.
    #[inline]
    pub fn tile(&self, segment: SegmentId) -> usize {
        usize::from(self.tiles[segment.index()])
    }

    /// Iterates over the segments of a feature, starting at its root.
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

    /// Joins two touching segments, which closes two open ends. Returns true if no open end is left.
    #[inline]
    pub(super) fn join(&mut self, one: usize, other: usize) -> bool {
        let one = self.find_compressing(one & (MAX_SEGMENTS - 1));
        let other = self.find_compressing(other & (MAX_SEGMENTS - 1));
        if one == other {
            self.words[one] -= 2 << OPEN_SHIFT;
            return FeatureWord(self.words[one]).is_complete();
        }
        let root = if one < other { one } else { other };
        let child = if one < other { other } else { one };
        let root_word = self.words[root];
        let child_word = self.words[child];
        let mut joined = (child_word & NEXT) | (root_word & !NEXT);
        joined += child_word & TOTALS;
        joined -= 2 << OPEN_SHIFT;
        if root_word & child_word & SHARED != 0 {
            joined -= self.common_tiles(root, child) << TILES_SHIFT;
        }
        joined |= child_word & SHARED;
        self.words[root] = joined;
        self.words[child] = root_word & NEXT | CHILD | (root as u64) << PARENT_SHIFT;
        FeatureWord(joined).is_complete()
    }

    /// Returns the number of tiles shared by both features.
    fn common_tiles(&self, one: usize, other: usize) -> u64 {
        let tiles = self.tile_set(FeatureId(one as u16)) & self.tile_set(FeatureId(other as u16));
        u64::from(tiles.count_ones())
    }

    /// Returns the tiles of a feature as bits in the order laid.
    pub fn tile_set(&self, feature: FeatureId) -> u128 {
        self.ring(feature)
            .fold(0, |set, s| set | 1 << (self.tile(s) & 127))
    }

    /// Adds a piece of a seat to a feature.
    #[inline]
    pub fn add_piece(&mut self, feature: FeatureId, player: Player) {
        self.words[feature.index()] += u64::from(PieceCounts::one(player).bits()) << PIECES_SHIFT;
    }

    /// Removes a piece of a seat from a feature.
    #[inline]
    pub fn remove_piece(&mut self, feature: FeatureId, player: Player) {
        self.words[feature.index()] -= u64::from(PieceCounts::one(player).bits()) << PIECES_SHIFT;
    }

    /// Removes all pieces from a feature.
    #[inline]
    pub fn clear_pieces(&mut self, feature: FeatureId) {
        self.words[feature.index()] &= !(((1 << PieceCounts::BITS) - 1) << PIECES_SHIFT);
    }

    /// Changes the totals of a feature, for games whose counters or openness are not simply additive.
    #[inline]
    pub fn update(&mut self, feature: FeatureId, change: impl FnOnce(FeatureWord) -> FeatureWord) {
        let word = &mut self.words[feature.index()];
        *word = change(FeatureWord(*word)).0;
    }

    /// Marks a feature as scored for good.
    #[inline]
    pub fn settle(&mut self, feature: FeatureId) {
        self.words[feature.index()] |= SETTLED;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Compares random joins with naive sets.
    #[test]
    fn joining_adds_up_and_counts_each_tile_once() {
        use crate::rng::{below, tool_stream};
        let mut rng = tool_stream(11);
        for _ in 0..200 {
            let mut features = Components::new();
            let mut naive: Vec<Vec<usize>> = Vec::new();
            for segment in 0..60 {
                features.extend(
                    (segment / 3) as u8,
                    &[FeatureWord::new(4, 1, 2).counting_tiles(true)],
                );
                naive.push(vec![segment]);
            }
            for _ in 0..50 {
                let x = below(&mut rng, 60) as usize;
                let y = below(&mut rng, 60) as usize;
                let i = naive.iter().position(|s| s.contains(&x)).unwrap();
                let j = naive.iter().position(|s| s.contains(&y)).unwrap();
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
                assert_eq!(
                    usize::from(word.open()),
                    4 * set.len() - 2 * (set.len() - 1)
                );
                assert!(
                    set.iter()
                        .all(|&s| features.find(SegmentId(s as u16)) == feature)
                );
            }
        }
    }

    #[test]
    fn pieces_are_counted_by_seat_and_survive_a_join() {
        let mut features = Components::new();
        (0..2).for_each(|tile| features.extend(tile, &[FeatureWord::new(2, 0, 0)]));
        let a = features.find(SegmentId(0));
        let b = features.find(SegmentId(1));
        let [p, q] = [Player::new(0).unwrap(), Player::new(4).unwrap()];
        features.add_piece(a, p);
        features.add_piece(b, q);
        features.add_piece(b, q);
        features.join(0, 1);
        let joined = features.find(SegmentId(1));
        assert_eq!(
            (
                features.word(joined).pieces().count(p),
                features.word(joined).pieces().count(q)
            ),
            (1, 2)
        );
        features.remove_piece(joined, q);
        assert_eq!(features.word(joined).pieces().count(q), 1);
        features.clear_pieces(joined);
        assert!(features.word(joined).pieces().is_empty());
        assert_eq!(features.word(joined).open(), 2);
    }
}
