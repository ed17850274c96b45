//! Scored features of Carcassonne, for scenes.

use goldrush_engine::carcassonne::{Evaluation, FeatureKind, Table};
use goldrush_engine::game::Points;

use super::words::tile_count;
use crate::scored::times;
use crate::viewer::count;

/// Describes how the points add up: `3 tiles × 2`.
pub(super) fn sum(table: &Table, evaluation: &Evaluation) -> String {
    let Evaluation {
        kind,
        feature,
        complete,
        ..
    } = *evaluation;
    let rules = table.rules();
    let tiles = tile_count(table, feature);
    match kind {
        FeatureKind::Road => times(tiles, rules.road_points.into()),
        FeatureKind::City => {
            let part = if complete { 1 } else { 2 };
            let each = Points::from(rules.city_points / part);
            let pennant = Points::from(rules.pennant_points / part);
            match table.word(feature).pennants() {
                0 => times(tiles, each),
                pennants => {
                    let pennants = count(pennants.into(), "pennant");
                    if each != pennant {
                        return format!("{} + {}", times(tiles, each), times(pennants, pennant));
                    }
                    let sum = format!("{tiles} + {pennants}");
                    if each == 1 {
                        sum
                    } else {
                        format!("({sum}) × {each}")
                    }
                }
            }
        }
        FeatureKind::Monastery => {
            let each = rules.monastery_points;
            let tiles = evaluation.points / Points::from(each.max(1));
            let sum = format!(
                "1 + {} around it",
                count(usize::from(tiles).saturating_sub(1), "tile")
            );
            if each == 1 {
                sum
            } else {
                format!("({sum}) × {each}")
            }
        }
        FeatureKind::Field => {
            let cities = usize::from(table.cities_of(feature));
            let cities = if cities == 1 {
                "1 city".into()
            } else {
                format!("{cities} cities")
            };
            times(cities, rules.field_points.into())
        }
    }
}
