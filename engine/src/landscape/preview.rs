//! Features that a placement would join, computed without laying the tile.
//!
//! ```
//! use goldrush_engine::game::Game;
//! use goldrush_engine::gold_rush::{GoldRush, Setup};
//! use goldrush_engine::landscape::preview::Preview;
//! use goldrush_engine::rng::deal_stream;
//!
//! let setup = Setup::printed(2);
//! let state = GoldRush::deal(&setup, &mut deal_stream(7, 0));
//! let (table, tiles) = (state.table(), setup.catalogue().tiles());
//! let (kind, mut preview) = (table.hand(), Preview::default());
//! for (slot, rotation) in table.placements() {
//!     table.landscape().preview(tiles, kind, tiles.all_words(kind), slot, rotation, &mut preview);
//! // The start tile touches the new one on one side, so some features join groups of the new tile.
//!     assert!(!preview.joined().is_empty());
//!     for &(feature, group) in preview.joined() {
//!         assert_eq!(preview.group_of(feature), Some(usize::from(group)));
//!     }
//! }
//! ```

use std::num::NonZero;

use super::components::{Components, FeatureId, FeatureWord};
use super::frontier::{Slot, bits};
use super::grid::{Rotation, Side};
use super::tile::{KindId, MAX_TILE_SEGMENTS, SideLinks, TileSet};
use super::{LaidTile, Landscape, TILE_CAPACITY};

/// Capacity for joined features: a tile touches twelve, three on each side, and has sixteen segments of its own. The
/// next power of two, so that neither an index nor a count needs a check.
const MAX_JOINED: usize = 32;

const EACH_ITS_OWN: [u8; MAX_TILE_SEGMENTS] = {
    let mut groups = [0; MAX_TILE_SEGMENTS];
    let mut at = 0;
    while at < MAX_TILE_SEGMENTS {
        groups[at] = at as u8;
        at += 1;
    }
    groups
};

/// Features that contain, or would contain, the segments of one tile, as groups of segments. A group is named by one of
/// its segments.
#[derive(Clone, Default, Debug)]
pub struct Preview {
    /// By segment of the tile: the segment that names its group.
    groups: [u8; MAX_TILE_SEGMENTS],
    /// By group: totals of the whole feature.
    words: [FeatureWord; MAX_TILE_SEGMENTS],
    /// Features that join a group, with the group; the first `count` are valid.
    joined: [(FeatureId, u8); MAX_JOINED],
    count: usize,
    /// Groups joined by features, as bits.
    touched: u32,
}

impl Preview {
    /// Returns the group of a segment, named by one of its segments.
    #[inline]
    pub fn group(&self, segment: usize) -> usize {
        usize::from(self.groups[segment & (MAX_TILE_SEGMENTS - 1)])
    }

    /// Returns true if the segment names a group.
    #[inline]
    pub fn is_group(&self, segment: usize) -> bool {
        self.group(segment) == segment
    }

    /// Returns the totals of a group.
    #[inline]
    pub fn word(&self, group: usize) -> FeatureWord {
        self.words[group & (MAX_TILE_SEGMENTS - 1)]
    }

    /// Sets the totals of a group, for games whose counters are not simply additive.
    #[inline]
    pub fn set_word(&mut self, group: usize, word: FeatureWord) {
        self.words[group & (MAX_TILE_SEGMENTS - 1)] = word;
    }

    /// Returns the features that join groups, each once, with their groups.
    #[inline]
    pub fn joined(&self) -> &[(FeatureId, u8)] {
        &self.joined[..self.count & (MAX_JOINED - 1)]
    }

    /// Iterates over the features that join one group.
    #[inline]
    pub fn features_in(&self, group: usize) -> impl Iterator<Item = FeatureId> {
        self.joined()
            .iter()
            .filter(move |&&(_, of)| usize::from(of) == group)
            .map(|&(feature, _)| feature)
    }

    /// Returns the group that a feature joins, if any.
    #[inline]
    pub fn group_of(&self, feature: FeatureId) -> Option<usize> {
        self.joined()
            .iter()
            .find(|&&(joined, _)| joined == feature)
            .map(|&(_, group)| usize::from(group))
    }

    /// Returns the groups joined by features, as bits.
    #[inline]
    pub fn touched(&self) -> u32 {
        self.touched
    }

    /// Iterates over the groups joined by features.
    #[inline]
    pub fn touched_groups(&self) -> impl Iterator<Item = usize> + use<> {
        bits(self.touched.into()).map(usize::from)
    }

    /// Connects a segment of the tile to a touching feature with these totals.
    #[inline]
    fn touch(
        &mut self,
        features: &Components,
        segment: usize,
        (feature, word): (FeatureId, FeatureWord),
    ) {
        let group = self.groups[segment & (MAX_TILE_SEGMENTS - 1)];
        if let Some(&(_, other)) = self.joined().iter().find(|&&(known, _)| known == feature) {
            self.touch_again(features, group, other);
            return;
        }
        let at = usize::from(group) & (MAX_TILE_SEGMENTS - 1);
        let mut joined = self.words[at].joined(word);
        if self.words[at].is_shared() && word.is_shared() {
            joined = joined.without_tiles(self.common_tiles(features, group, feature));
        }
        self.words[at] = joined;
        self.push(feature, group);
    }

    /// Connects a group to a feature that already joined a group: the same one, or another that merges with it.
    #[cold]
    fn touch_again(&mut self, features: &Components, group: u8, other: u8) {
        let [at, gone] = [group, other].map(|group| usize::from(group) & (MAX_TILE_SEGMENTS - 1));
        if other == group {
            self.words[at] = self.words[at].with_ends_closed(2);
            return;
        }
        let word = self.words[gone];
        let mut joined = self.words[at].joined(word);
        if self.words[at].is_shared() && word.is_shared() {
            let common = self.tiles(features, group) & self.tiles(features, other);
            joined = joined.without_tiles(1 + common.count_ones());
        }
        self.words[at] = joined;
        self.touched = self.touched & !(1 << gone) | 1 << at;
        self.groups
            .iter_mut()
            .filter(|g| **g == other)
            .for_each(|g| *g = group);
        self.joined[..self.count]
            .iter_mut()
            .filter(|(_, g)| *g == other)
            .for_each(|(_, g)| *g = group);
    }

    #[inline]
    fn push(&mut self, feature: FeatureId, group: u8) {
        self.joined[self.count & (MAX_JOINED - 1)] = (feature, group);
        self.count += 1;
        self.touched |= 1 << (usize::from(group) & (MAX_TILE_SEGMENTS - 1));
    }

    /// Returns the laid tiles of a group, as bits in the order laid.
    fn tiles(&self, features: &Components, group: u8) -> u128 {
        let parts = self.joined().iter().filter(|&&(_, of)| of == group);
        parts.fold(0, |set, &(feature, _)| set | features.tile_set(feature))
    }

    /// Returns the number of laid tiles shared by a group and a feature.
    #[cold]
    fn common_tiles(&self, features: &Components, group: u8, feature: FeatureId) -> u32 {
        (self.tiles(features, group) & features.tile_set(feature)).count_ones()
    }
}

impl Landscape {
    /// Computes the groups that result from laying a tile where it fits. `words` are the contributions of its segments:
    /// those of the set, or more.
    #[inline]
    pub fn preview(
        &self,
        set: &TileSet,
        kind: KindId,
        words: &[FeatureWord; MAX_TILE_SEGMENTS],
        slot: Slot,
        rotation: Rotation,
        to: &mut Preview,
    ) {
        to.count = 0;
        to.touched = 0;
        to.groups = EACH_ITS_OWN;
        to.words = *words;
        let shape = set.shape(TileSet::shape_index(kind, rotation));
        for (side, beyond) in self.neighbors(slot) {
            let opposite_links = set.shape(beyond.shape).links[side.opposite() as usize];
            for (here, there) in shape.links[side as usize].touching(opposite_links) {
                to.touch(
                    &self.features,
                    here,
                    self.features.find_with_word(beyond.segment(there)),
                );
            }
        }
    }

    /// Iterates over the tiles around an open cell; most have one.
    #[inline]
    pub fn neighbors(&self, slot: Slot) -> impl Iterator<Item = (Side, &LaidTile)> {
        let mut rest = u32::from_le_bytes(self.frontier.neighbors(slot));
        std::iter::from_fn(move || {
            let side = NonZero::new(rest)?.trailing_zeros() / 8;
            let tile = (rest >> (8 * side)) as u8 - 1;
            rest &= !(255 << (8 * side));
            Some((
                Side::ALL[side as usize & 3],
                &self.tiles[usize::from(tile) & (TILE_CAPACITY - 1)],
            ))
        })
    }

    /// Computes the groups of a laid tile: one per feature that contains any of its segments.
    pub fn groups_of(&self, set: &TileSet, tile: LaidTile, to: &mut Preview) {
        to.count = 0;
        to.touched = 0;
        for at in 0..set.words(tile.kind()).len() {
            let (feature, word) = self.features.find_with_word(tile.segment(at));
            let group = match to.joined().iter().find(|&&(known, _)| known == feature) {
                Some(&(_, group)) => group,
                None => {
                    to.words[at] = word;
                    to.push(feature, at as u8);
                    at as u8
                }
            };
            to.groups[at] = group;
        }
    }

    /// Returns the segments that meet a side of a laid tile.
    #[inline]
    pub fn links(&self, set: &TileSet, tile: LaidTile, side: Side) -> SideLinks {
        set.shape(tile.shape).links[side as usize]
    }
}
