//! Final scoring (C5).

use arrayvec::ArrayVec;

use super::catalogue::FeatureKind;
use super::table::{Phase, Table};
use super::{Carcassonne, Observer};
use super::{field, scoring};
use crate::game::Points;
use crate::landscape::components::{FeatureId, SegmentId};
use crate::landscape::pieces::MAX_PIECES;
use crate::player::{MAX_PLAYERS, Player};

impl Table<'_> {
    /// C5: scores incomplete features, then fields. Followers stay on the board for inspection.
    pub(super) fn end<O: Observer<Carcassonne>>(&mut self, observer: &mut O) {
        for feature in self.occupied_features() {
            let segment = feature.segment();
            let points = self.incomplete_points(segment, self.monk_neighbors(segment));
            self.score(self.segment(segment).kind, feature, points, false, observer);
        }
        self.phase = Phase::Over;
    }

    /// Returns the features with followers.
    pub(super) fn occupied_features(&self) -> ArrayVec<FeatureId, { MAX_PLAYERS * MAX_PIECES }> {
        let followers = Player::all(self.players()).map(|seat| self.followers(seat));
        self.landscape.features().of_pieces(followers)
    }

    /// Returns the points of an incomplete feature at the end; `neighbors` is the number of tiles around a monastery.
    fn incomplete_points(&self, segment: SegmentId, neighbors: u8) -> Points {
        let kind = self.segment(segment).kind;
        let feature = self.feature(segment);
        match kind {
            FeatureKind::Field => field::points(self.cities_of(feature), self.rules()),
            _ => scoring::incomplete_points(kind, self.word(feature), neighbors, self.rules()),
        }
    }

    /// Returns the points that the segment's feature offers its majority: if completed as it stands (`None` if that
    /// cannot happen or has been scored), and at the end of the game (0 once scored).
    ///
    /// # Examples
    ///
    /// ```
    /// use goldrush_engine::carcassonne::{Catalogue, Rules, Setup, State};
    /// use goldrush_engine::game::Text;
    ///
    /// let setup = Setup::new(Catalogue::printed().into(), Rules::default(), 2)?;
    /// let state = State::from_text(&setup, "tile D 0,0 0\nturn 0 0 over D\ncoming\n")?;
    /// let table = state.table();
    /// // The city of the start tile: two points if it were complete with this tile alone, one at the end.
    /// let city = table.landscape().tiles()[0].segment(1);
    /// assert_eq!((table.label(city).as_str(), table.potential_points(city)), ("city", (Some(2), 1)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn potential_points(&self, segment: SegmentId) -> (Option<Points>, Points) {
        let kind = self.segment(segment).kind;
        let word = self.word(self.feature(segment));
        let neighbors = match kind {
            FeatureKind::Monastery => self.neighbors(self.landscape.tile_of(segment).cell()),
            _ => 0,
        };
        if scoring::is_complete(kind, word, neighbors) && word.pieces().is_empty() {
            return (None, 0);
        }
        let completed = match kind {
            FeatureKind::Field | FeatureKind::Monastery => None,
            FeatureKind::Road | FeatureKind::City => Some(scoring::completed_points(
                kind,
                word,
                neighbors,
                self.rules(),
            )),
        };
        (completed, self.incomplete_points(segment, neighbors))
    }
}
