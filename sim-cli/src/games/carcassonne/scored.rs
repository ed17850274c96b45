//! Scored features of Carcassonne, for scenes.

use goldrush_engine::carcassonne::{Carcassonne, Evaluation, FeatureKind, Observer, Table, field};

use crate::games::scene::Scored;
use crate::games::scored::Feature;
use crate::games::viewer::count;

/// Observer that collects the scored features.
#[derive(Default)]
pub(super) struct Scores(pub Vec<Scored>);

impl Observer<Carcassonne> for Scores {
    fn on_evaluation(&mut self, table: &Table, evaluation: &Evaluation) {
        let Evaluation { kind, feature: id, seats, points, .. } = *evaluation;
        let feature = Feature { id, what: kind.name(), seats, points, sum: sum(table, evaluation) };
        self.0.extend(feature.scored(table.landscape(), |seat| table.followers(seat)));
    }
}

/// Describes how the points add up: `3 tiles × 2`.
fn sum(table: &Table, evaluation: &Evaluation) -> String {
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
