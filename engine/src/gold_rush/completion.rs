//! Scoring common to all completed features (G11, G17, V17).

use super::catalogue::FeatureKind;
use super::observers::{Evaluation, TableObserver};
use super::table::Table;
use crate::game::Points;
use crate::landscape::components::FeatureId;
use crate::player::Player;

/// G11, G17: scores a completed feature for its majority and returns its cowboys.
#[inline]
pub(super) fn evaluate<C: TableObserver>(
    table: &mut Table,
    kind: FeatureKind,
    feature: FeatureId,
    points: Points,
    doubled: Points,
    to: &mut C,
) {
    let pieces = table.word(feature).pieces();
    let ties = table.setup.scoring().ties;
    let (seats, [points, doubled]) = ties.shared(pieces, [points, doubled]);
    for seat in seats.iter() {
        table.points[kind as usize][seat] += points;
    }
    to.on_evaluation(
        table,
        &Evaluation {
            kind,
            feature,
            seats,
            points,
            doubled,
            complete: true,
        },
    );
    if !pieces.is_empty() {
        let features = table.landscape.features();
        for player in Player::all(table.pieces.held.players()).filter(|&p| pieces.count(p) > 0) {
            table.pieces.cowboys[player].retain(|cowboy| features.find(cowboy) != feature);
        }
        table.landscape.features_mut().clear_pieces(feature);
    }
    table.landscape.features_mut().settle(feature);
}
