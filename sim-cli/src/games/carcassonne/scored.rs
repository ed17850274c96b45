//! Scored features of for scenes.

use goldrush_engine::carcassonne::{Evaluation, FeatureKind, Table, field};

use crate::games::viewer::count;

/// Describes how the points add up: `3 tiles × 2`.
pub(super) fn sum(table: &Table, evaluation: &Evaluation) -> String {
    let Evaluation { kind, feature, points, complete, .. } = *evaluation;
    let tiles = count(table.landscape().features().tile_set(feature).count_ones() as usize, "tile");
    match kind {
        FeatureKind::Road => tiles,
        FeatureKind::City => {
            let (sum, is_one) = match table.word(feature).pennants() {
                0 => (tiles, true),
                pennants => (format!("{tiles} + {}", count(pennants.into(), "pennant")), false),
            };
            match (complete, is_one) {
                (false, _) => sum,
                (true, true) => format!("{sum} × 2"),
                (true, false) => format!("({sum}) × 2"),
            }
        }
        FeatureKind::Monastery => format!("1 + {} around it", count(usize::from(points) - 1, "tile")),
        FeatureKind::Field => {
            let cities = usize::from(table.cities_of(feature));
            let cities = if cities == 1 { "1 city".into() } else { format!("{cities} cities") };
            format!("{cities} × {}", field::CITY_POINTS)
        }
    }
}
