//! Scored features of Gold Rush, for scenes.

use goldrush_engine::game::Points;
use goldrush_engine::gold_rush::{Evaluation, FeatureKind, Table};

use crate::games::viewer::count;

/// Describes how the points add up: `4 tiles × 2 for the locomotive`.
pub(super) fn sum(table: &Table, evaluation: &Evaluation) -> String {
    let (word, scoring) = (table.word(evaluation.feature), table.setup().scoring());
    let times = |count: String, each: Points| {
        if each == 1 {
            count
        } else {
            format!("{count} × {each}")
        }
    };
    match evaluation.kind {
        FeatureKind::Railroad => {
            let tiles = times(count(word.tiles().into(), "tile"), scoring.railroad_tile);
            let factor = scoring.locomotive_factor;
            if evaluation.doubled > 0 {
                format!("{tiles} × {factor} for the locomotive")
            } else {
                tiles
            }
        }
        FeatureKind::Mountain => times(count(word.nuggets().into(), "nugget"), scoring.nugget),
        FeatureKind::City => times(
            count(word.railroads().into(), "railroad"),
            scoring.city_railroad,
        ),
        FeatureKind::Prairie => {
            let part =
                |n: u8, thing, points| (n > 0).then(|| times(count(n.into(), thing), points));
            let parts = [
                part(word.camps(), "camp", scoring.camp),
                part(word.herds(), "herd", scoring.herd),
            ];
            parts.into_iter().flatten().collect::<Vec<_>>().join(" + ")
        }
    }
}
