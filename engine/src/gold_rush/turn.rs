//! Sequence of a turn: draw → place → tokens → at most one action → score → next seat.

use super::actions::holds_tents;
use super::moves::Action;
use super::observers::TableObserver;
use super::railroad::Cities;
use super::table::{Phase, Table};
use super::{city, mining, mountain, railroad};
use crate::landscape::TileId;
use crate::landscape::components::{FeatureId, SegmentId};

impl Table<'_> {
    /// G6: lays tokens on the mountains of the new tile.
    #[inline]
    pub(super) fn laid(&mut self, id: TileId) {
        let outline = self.setup.catalogue().outline(self.hand);
        let tile = self.landscape.tile(id);
        for at in outline.rails..outline.mountains_end {
            let nuggets = outline.nuggets[usize::from(at - outline.rails)];
            let segment = tile.segment(usize::from(at));
            let mountain = self.feature(segment);
            mining::lay_tokens(self, mountain, nuggets);
            self.pieces.vacant.insert(segment);
            if self.word(mountain).is_complete() {
                self.close_to_tents(mountain);
            }
        }
        self.phase = Phase::Act;
    }

    /// G8: closes a completed mountain to tents.
    fn close_to_tents(&mut self, mountain: FeatureId) {
        for segment in self.landscape.features().ring(mountain) {
            self.pieces.vacant.remove(segment);
        }
    }

    /// G7–G18: plays a legal action, scores, and passes the turn to the next seat. Drawing the next tile needs the
    /// hidden order, so a look-ahead on a table ends here.
    #[inline]
    pub fn finish_turn<C: TableObserver>(&mut self, action: Action, to: &mut C) {
        self.act(action, to);
        self.score(to);
        self.pass_turn();
    }

    /// G7–G10, V5: plays an action.
    #[inline]
    pub(super) fn act<C: TableObserver>(&mut self, action: Action, to: &mut C) {
        let player = self.to_move;
        let mut mined = false;
        match action {
            Action::None => {}
            Action::Cowboy { segment } => {
                let segment = self
                    .landscape
                    .tile(self.newest())
                    .segment(usize::from(segment));
                let feature = self.feature(segment);
                self.landscape.features_mut().add_piece(feature, player);
                self.pieces.cowboys[player].push(segment);
                self.pieces.vacant.remove(segment);
            }
            Action::Tent { tent, to: segment } => {
                if usize::from(tent) < self.tents(player).len() {
                    let from = self.pieces.tents[player].remove(usize::from(tent));
                    self.mark_vacant(from);
                }
                self.pieces.tents[player].push(segment);
                self.pieces.vacant.remove(segment);
            }
            Action::Mine { tent } => {
                mining::mine(self, usize::from(tent), to);
                mined = true;
            }
            Action::TakeBack { cowboy } => {
                let segment = self.pieces.cowboys[player].remove(usize::from(cowboy));
                let feature = self.feature(segment);
                self.landscape.features_mut().remove_piece(feature, player);
                self.mark_vacant(segment);
            }
        }
        let turns = &mut self.pieces.unmined_turns[player];
        *turns = if mined { 0 } else { turns.saturating_add(1) };
    }

    /// Marks a segment as vacant for tents if its mountain is open.
    fn mark_vacant(&mut self, segment: SegmentId) {
        let open = !self.word(self.feature(segment)).is_complete();
        if open && holds_tents(self.kind(segment)) {
            self.pieces.vacant.insert(segment);
        }
    }

    /// G18: scores the features completed by the new tile: railroads, then mountains, then cities.
    #[inline]
    pub(super) fn score<C: TableObserver>(&mut self, to: &mut C) {
        if !self.landscape.may_complete() {
            return;
        }
        let tile = self.landscape.tile(self.newest());
        let outline = self.setup.catalogue().outline(tile.kind());
        let mut cities = Cities::new();
        for at in 0..outline.mountains_end {
            let feature = self.feature(tile.segment(usize::from(at)));
            let word = self.word(feature);
            if !word.is_complete() || word.is_settled() {
                continue;
            }
            if at < outline.rails {
                railroad::complete(self, feature, &mut cities, to);
            } else {
                mountain::complete(self, feature, to);
            }
        }
        for &city in &cities {
            let city = self.feature(city);
            if self.word(city).is_complete() {
                city::complete(self, city, to);
            }
        }
    }
}
