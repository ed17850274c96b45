//! Scored features of Gold Rush, for scenes.

use goldrush_engine::gold_rush::rules::{CAMP_POINTS, CITY_RAILROAD_POINTS, HERD_POINTS};
use goldrush_engine::gold_rush::{Evaluation, FeatureKind, Table};

use crate::games::viewer::count;

/// Describes how the points add up: `4 tiles × 2 for the locomotive`.
pub(super) fn sum(table: &Table, evaluation: &Evaluation) -> String {
    let word = table.word(evaluation.feature);
    match evaluation.kind {
        FeatureKind::Railroad => {
            let tiles = count(word.tiles().into(), "tile");
            if evaluation.doubled > 0 { format!("{tiles} × 2 for the locomotive") } else { tiles }
        }
        FeatureKind::Mountain => count(word.nuggets().into(), "nugget"),
        FeatureKind::City => format!("{} × {CITY_RAILROAD_POINTS}", count(word.railroads().into(), "railroad")),
        FeatureKind::Prairie => {
            let part = |n: u8, thing, points| (n > 0).then(|| format!("{} × {points}", count(n.into(), thing)));
            let parts = [part(word.camps(), "camp", CAMP_POINTS), part(word.herds(), "herd", HERD_POINTS)];
            parts.into_iter().flatten().collect::<Vec<_>>().join(" + ")
        }
    }
}
