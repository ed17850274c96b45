//! Sequence of a turn: draw → place → ingot → follower → score → take ingots → next seat (C2–C4, M2, M4).

use rand::Rng;

use super::catalogue::{FeatureKind, Segment};
use super::table::Evaluation;
use super::table::{Phase, Table};
use super::{Carcassonne, Observer};
use super::{monastery, scoring};
use crate::game::Points;
use crate::landscape::TileId;
use crate::landscape::components::{FeatureId, SegmentId};
use crate::player::{Player, PlayerSet};
use crate::rng::pick_bit;

impl Table<'_> {
    /// C2, M2: updates the monasteries around the new tile, and lays its first ingot.
    #[inline]
    pub(super) fn laid(&mut self, id: TileId) {
        self.update_monasteries(self.landscape.tile(id).cell());
        self.phase = Phase::Follow;
        self.lay_first_ingot(id);
    }

    /// C3: returns the segments of the new tile that a follower may go to, as bits.
    ///
    /// # Examples
    ///
    /// ```
    /// use goldrush_engine::carcassonne::{Catalogue, FeatureKind, Rules, Setup, State};
    /// use goldrush_engine::game::Text;
    ///
    /// let setup = Setup::new(Catalogue::printed().into(), Rules::default(), 2)?;
    /// let text = "tile D 0,0 0\ntile U 1,0 0\nfollower 1 0,0 road\nturn 0 0 follow U\ncoming\n";
    /// let state = State::from_text(&setup, text)?;
    /// let (table, claimable) = (state.table(), state.table().claimable());
    /// // The road leads to one with a follower; the two fields are free.
    /// for (at, segment) in table.segments(table.landscape().tile(table.newest())).iter().enumerate() {
    ///     assert_eq!(claimable >> at & 1 == 1, segment.kind == FeatureKind::Field);
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn claimable(&self) -> u16 {
        if self.follower_supply(self.active) == 0 {
            return 0;
        }
        let tile = self.landscape.tile(self.newest());
        let mut free = 0;
        for (at, segment) in self.segments(tile).iter().enumerate() {
            let empty = self.rules().admits(segment.kind)
                && self
                    .word(self.feature(tile.segment(at)))
                    .pieces()
                    .is_empty();
            free |= u16::from(empty) << at;
        }
        free
    }

    /// C3: draws a free segment for a follower or `None`, each equally likely.
    #[inline]
    pub(super) fn random_follower<R: Rng>(&self, rng: &mut R) -> Option<u8> {
        if self.follower_supply(self.active) == 0 {
            return None;
        }
        let tile = self.landscape.tile(self.newest());
        let segments = self.segments(tile);
        let mut options = (2 << segments.len()) - 1;
        loop {
            // The option after the last segment is no follower.
            let at = usize::from(pick_bit(options, rng));
            let segment = segments.get(at)?;
            if self.rules().admits(segment.kind)
                && self
                    .word(self.feature(tile.segment(at)))
                    .pieces()
                    .is_empty()
            {
                return Some(at as u8);
            }
            options &= !(1 << at);
        }
    }

    /// C3: places a follower of the player to move on a segment of the new tile.
    #[inline]
    pub fn follow(&mut self, segment: u8) {
        let tile = self.landscape.tile(self.newest());
        let kind = self.segments(tile)[usize::from(segment)].kind;
        let segment = tile.segment(usize::from(segment));
        self.place_follower(self.active, segment);
        if kind == FeatureKind::Monastery {
            self.pieces
                .occupied_monasteries
                .push(segment, self.neighbors(tile.cell()));
        }
    }

    pub(super) fn place_follower(&mut self, player: Player, segment: SegmentId) {
        let feature = self.feature(segment);
        self.landscape.features_mut().add_piece(feature, player);
        self.pieces.followers[player].push(segment);
    }

    /// C4, M4: scores the features completed by the new tile, then starts taking ingots.
    #[inline]
    pub fn finish_turn<O: Observer<Carcassonne>>(&mut self, observer: &mut O) {
        if self.landscape.may_complete() {
            self.complete_joined(observer);
        }
        self.complete_monasteries(observer);
        self.start_taking(observer);
    }

    /// C4: scores the completed features that the new tile is part of.
    fn complete_joined<O: Observer<Carcassonne>>(&mut self, observer: &mut O) {
        let tile = self.landscape.tile(self.newest());
        for (at, segment) in self.segments(tile).iter().enumerate() {
            let feature = self.feature(tile.segment(at));
            let word = self.word(feature);
            if word.is_complete() && !word.pieces().is_empty() {
                self.complete(segment, feature, observer);
            }
        }
    }

    /// C4: scores a road or city that is complete; does nothing for a field.
    fn complete<O: Observer<Carcassonne>>(
        &mut self,
        segment: &Segment,
        feature: FeatureId,
        observer: &mut O,
    ) {
        let word = self.word(feature);
        if !scoring::is_complete(segment.kind, word, 0) {
            return;
        }
        let points = scoring::completed_points(segment.kind, word, 0, self.rules());
        let seats = self.score(segment.kind, feature, points, true, observer);
        if self.rules().gold_mines {
            let tiles = self.landscape.features().tile_set(feature);
            self.claim(seats, tiles);
        }
        let pieces = word.pieces();
        let features = self.landscape.features();
        for player in Player::all(self.pieces.collected.players()).filter(|&p| pieces.count(p) > 0)
        {
            self.pieces.followers[player].retain(|follower| features.find(follower) != feature);
        }
        self.landscape.features_mut().clear_pieces(feature);
    }

    /// C4: scores monasteries whose last neighbor was laid.
    #[inline]
    fn complete_monasteries<O: Observer<Carcassonne>>(&mut self, observer: &mut O) {
        let mut at = 0;
        while let Some(&(segment, neighbors)) = self.pieces.occupied_monasteries.as_slice().get(at)
        {
            if neighbors < monastery::NEIGHBORS {
                at += 1;
                continue;
            }
            let feature = self.feature(segment);
            let points = monastery::points(neighbors, self.rules());
            let seats = self.score(FeatureKind::Monastery, feature, points, true, observer);
            if self.rules().gold_mines {
                self.claim(
                    seats,
                    self.tiles_around(self.landscape.tile_of(segment).cell()),
                );
            }
            for seat in seats.iter() {
                self.pieces.followers[seat].retain(|follower| follower != segment);
            }
            self.landscape.features_mut().clear_pieces(feature);
            self.pieces.occupied_monasteries.remove(at);
        }
    }

    /// Scores a feature and returns the seats that score it: its majority (C4, as G11; V17).
    pub(super) fn score<O: Observer<Carcassonne>>(
        &mut self,
        kind: FeatureKind,
        feature: FeatureId,
        points: Points,
        complete: bool,
        observer: &mut O,
    ) -> PlayerSet {
        let (seats, [points]) = self
            .rules()
            .ties
            .shared(self.word(feature).pieces(), [points]);
        for seat in seats.iter() {
            self.points[kind as usize][seat] += points;
        }
        observer.on_evaluation(
            self,
            &Evaluation {
                kind,
                feature,
                seats,
                points,
                doubled: 0,
                complete,
            },
        );
        seats
    }

    /// Ends the turn; the next tile must be drawn.
    pub(super) fn end_turn(&mut self) {
        self.pass_turn();
        self.phase = Phase::Draw;
    }
}
