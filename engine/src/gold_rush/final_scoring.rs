//! Final scoring (G19–G22, V16, V17) of incomplete features.

use arrayvec::ArrayVec;

use super::catalogue::FeatureKind;
use super::observers::{Evaluation, TableObserver};
use super::rules::MAX_COWBOYS;
use super::table::{Phase, Table};
use crate::game::Points;
use crate::landscape::components::{FeatureId, SegmentId};
use crate::player::{MAX_PLAYERS, Player};

impl Table<'_> {
    /// Returns the points that the segment's feature offers its majority: if completed as it stands (`None` if that
    /// cannot happen or has been scored), and at the end of the game (0 once scored).
    pub fn potential_points(&self, segment: SegmentId) -> (Option<Points>, Points) {
        let (kind, word) = (self.kind(segment), self.word(self.feature(segment)));
        if word.is_complete() && word.pieces().is_empty() && kind != FeatureKind::Prairie {
            return (None, 0);
        }
        let completed = match kind {
            FeatureKind::Railroad | FeatureKind::Mountain => Some(self.setup.scoring().completed(kind, word).0),
            FeatureKind::City | FeatureKind::Prairie => None,
        };
        (completed, self.setup.scoring().incomplete(kind, word))
    }

    /// Evaluates every feature with a cowboy as if the game ended now (G20, G21).
    #[inline]
    pub fn unfinished(&self, mut each: impl FnMut(&Evaluation)) {
        let mut seen = ArrayVec::<FeatureId, { MAX_PLAYERS * MAX_COWBOYS }>::new();
        for player in Player::all(self.players()) {
            for &cowboy in self.cowboys(player) {
                let feature = self.feature(cowboy);
                if seen.contains(&feature) {
                    continue;
                }
                seen.push(feature);
                let (kind, word) = (self.kind(cowboy), self.word(feature));
                let scoring = self.setup.scoring();
                let seats = scoring.ties.scorers(word.pieces());
                let points = scoring.ties.share(scoring.incomplete(kind, word), seats);
                each(&Evaluation { kind, feature, seats, points, doubled: 0, complete: false });
            }
        }
    }

    /// G19: ends the game. Cowboys stay on the board for inspection.
    pub(super) fn end<C: TableObserver>(&mut self, to: &mut C) {
        let mut gained = self.points;
        self.unfinished(|evaluation| {
            for seat in evaluation.seats.iter() {
                gained[evaluation.kind as usize][seat] += evaluation.points;
            }
            to.on_evaluation(self, evaluation);
        });
        self.points = gained;
        self.phase = Phase::Over;
    }
}
