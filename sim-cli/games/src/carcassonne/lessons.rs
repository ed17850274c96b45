//! Conditions of the lessons of Carcassonne.

use goldrush_engine::carcassonne::{FeatureKind, Phase, Table};

use crate::lessons::Condition;

/// All lessons, by priority: of several that apply, the first is shown.
pub(super) const CONDITIONS: [Condition<Table>; 9] = [
    ("tile", |table| table.phase() == Phase::Place),
    ("ingots", |table| table.phase() == Phase::Ingot),
    ("taking", |table| table.phase() == Phase::Take),
    ("follower", |table| table.phase() == Phase::Follow),
    ("monastery", |table| {
        newest_has(table, FeatureKind::Monastery)
    }),
    ("castle", |table| newest_has(table, FeatureKind::City)),
    ("road", |table| newest_has(table, FeatureKind::Road)),
    ("field", |table| {
        table.rules().farmers && newest_has(table, FeatureKind::Field)
    }),
    ("final", |table| table.tiles_left() < 4 * table.players()),
];

/// True if the new tile has a segment of this kind and the decision about a follower is pending.
fn newest_has(table: &Table, kind: FeatureKind) -> bool {
    let tile = table.landscape().tile(table.newest());
    table.phase() == Phase::Follow
        && table
            .segments(tile)
            .iter()
            .any(|segment| segment.kind == kind)
}
