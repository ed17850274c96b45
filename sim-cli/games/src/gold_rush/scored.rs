//! Scored features of Gold Rush, for scenes.

use goldrush_engine::gold_rush::{Evaluation, FeatureKind, Table};

use crate::scored::times;
use crate::viewer::count;

/// Describes how the points add up: `4 tiles × 2 for the locomotive`.
pub(super) fn sum(table: &Table, evaluation: &Evaluation) -> String {
    let word = table.word(evaluation.feature);
    let scoring = table.setup().scoring();
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
            let mut parts = Vec::new();
            for (n, thing, each) in [
                (word.camps(), "camp", scoring.camp),
                (word.herds(), "herd", scoring.herd),
            ] {
                if n > 0 {
                    parts.push(times(count(n.into(), thing), each));
                }
            }
            parts.join(" + ")
        }
    }
}
