//! Final scoring (G19–G22, V16, V17) of incomplete features.

use super::catalogue::FeatureKind;
use super::observers::{Evaluation, TableObserver};
use super::scoring::Scoring;
use super::table::{Phase, Table};
use super::{city, mountain, prairie, railroad};
use crate::game::Points;
use crate::landscape::components::{FeatureWord, SegmentId};
use crate::player::Player;

/// Returns the points of a completed feature, and how many of them are due to a locomotive.
#[inline]
pub fn completed_points(
    kind: FeatureKind,
    word: FeatureWord,
    scoring: &Scoring,
) -> (Points, Points) {
    match kind {
        FeatureKind::Railroad => railroad::completed_points(word, scoring),
        FeatureKind::Mountain => (mountain::points(word, scoring), 0),
        FeatureKind::City => (city::points(word, scoring), 0),
        FeatureKind::Prairie => (prairie::points(word, scoring), 0),
    }
}

/// G20, G21, V16: returns the points of a feature that is incomplete at the end of the game.
///
/// # Examples
///
/// ```
/// use goldrush_engine::gold_rush::scoring::Scoring;
/// use goldrush_engine::gold_rush::{FeatureKind, final_scoring};
/// use goldrush_engine::landscape::components::FeatureWord;
///
/// // An incomplete railroad scores its tiles; its locomotive has no effect.
/// let railroad = FeatureWord::new(1, 1, 0).counting_tiles(false);
/// assert_eq!(final_scoring::points(FeatureKind::Railroad, railroad, &Scoring::default()), 1);
/// ```
#[inline]
pub fn points(kind: FeatureKind, word: FeatureWord, scoring: &Scoring) -> Points {
    match kind {
        FeatureKind::Prairie => prairie::points(word, scoring),
        _ if !scoring.incomplete => 0,
        FeatureKind::Railroad => railroad::incomplete_points(word, scoring),
        FeatureKind::Mountain => mountain::points(word, scoring),
        FeatureKind::City => city::points(word, scoring),
    }
}

impl Table<'_> {
    /// Returns the points that the segment's feature offers its majority: if completed as it stands (`None` if that
    /// cannot happen or has been scored), and at the end of the game (0 once scored).
    pub fn potential_points(&self, segment: SegmentId) -> (Option<Points>, Points) {
        let kind = self.kind(segment);
        let word = self.word(self.feature(segment));
        if word.is_complete() && word.pieces().is_empty() && kind != FeatureKind::Prairie {
            return (None, 0);
        }
        let completed = match kind {
            FeatureKind::Railroad | FeatureKind::Mountain => {
                Some(completed_points(kind, word, self.setup.scoring()).0)
            }
            FeatureKind::City | FeatureKind::Prairie => None,
        };
        (completed, points(kind, word, self.setup.scoring()))
    }

    /// Evaluates every feature with a cowboy as if the game ended now (G20, G21).
    #[inline]
    pub fn evaluate_unfinished(&self, mut each: impl FnMut(&Evaluation)) {
        let cowboys = Player::all(self.players()).map(|player| self.cowboys(player));
        for &feature in &self.landscape.features().of_pieces(cowboys) {
            let kind = self.kind(feature.segment());
            let word = self.word(feature);
            let scoring = self.setup.scoring();
            let (seats, [points]) = scoring
                .ties
                .shared(word.pieces(), [points(kind, word, scoring)]);
            each(&Evaluation {
                kind,
                feature,
                seats,
                points,
                doubled: 0,
                complete: false,
            });
        }
    }

    /// G19: ends the game. Cowboys stay on the board for inspection.
    pub(super) fn end<C: TableObserver>(&mut self, to: &mut C) {
        let mut gained = self.points;
        self.evaluate_unfinished(|evaluation| {
            for seat in evaluation.seats.iter() {
                gained[evaluation.kind as usize][seat] += evaluation.points;
            }
            to.on_evaluation(self, evaluation);
        });
        self.points = gained;
        self.phase = Phase::Over;
    }
}
