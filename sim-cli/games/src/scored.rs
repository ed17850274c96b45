//! Scores of features in tile games, completed or expected, for scenes.

use goldrush_engine::game::Points;
use goldrush_engine::landscape::components::SegmentId;
use goldrush_engine::landscape::table::Observer;
use goldrush_engine::landscape::table::{Evaluation, Table, TileGame};
use goldrush_engine::player::Player;

use super::scene::{Scene, Scored};
use super::viewer::count;

/// Observer that collects the scored features.
struct Scores<G: TileGame> {
    scored: Vec<Scored>,
    sum: Sum<G>,
    figures: Figures<G>,
}

/// Describes how the points of a feature add up: `3 tiles × 2`.
type Sum<G> = fn(&Table<G>, &Evaluation<<G as TileGame>::FeatureKind>) -> String;

/// Returns the segments where a seat's pieces stand, in the order placed: the last one on a feature decided its score.
type Figures<G> = for<'t> fn(&'t Table<G>, Player) -> &'t [SegmentId];

impl<G: TileGame<FeatureKind: Into<&'static str>>> Observer<G> for Scores<G> {
    fn on_evaluation(&mut self, table: &Table<G>, evaluation: &Evaluation<G::FeatureKind>) {
        let Evaluation {
            kind,
            feature,
            seats,
            points,
            ..
        } = *evaluation;
        let Some(first) = seats.iter().next().filter(|_| points > 0) else {
            return;
        };
        let mut latest_first = (self.figures)(table, first).iter().rev();
        let Some(&part) = latest_first.find(|segment| table.feature(**segment) == feature) else {
            return;
        };
        self.scored.push(Scored {
            seats: seats.iter().collect(),
            points,
            what: kind.into(),
            sum: format!("{} = {points}", (self.sum)(table, evaluation)),
            feature: feature.index() as u16,
            part: part.0,
            cell: table.landscape().tile_of(part).cell(),
        });
    }
}

/// Adds to a scene the features that these moves score.
pub(super) fn mark<G: TileGame<FeatureKind: Into<&'static str>>>(
    scene: &mut Scene,
    before: &G::State<'_>,
    moves: &[G::Move],
    sum: Sum<G>,
    figures: Figures<G>,
) {
    let mut state = before.clone();
    let mut scores = Scores::<G> {
        scored: Vec::new(),
        sum,
        figures,
    };
    for &mv in moves {
        G::play_observed(&mut state, mv, &mut scores);
    }
    scene.scored.append(&mut scores.scored);
}

/// Describes things that score the same: `3 tiles × 2`.
pub(super) fn times(things: String, each: Points) -> String {
    if each == 1 {
        things
    } else {
        format!("{things} × {each}")
    }
}

/// Describes what a feature would score, to be appended to its description: `; 8 points once complete, 4 if not`.
pub(super) fn potential((completed, at_the_end): (Option<Points>, Points)) -> String {
    match completed {
        Some(completed) if completed == at_the_end && completed > 0 => {
            format!("; {}, complete or not", count(completed.into(), "point"))
        }
        Some(completed) if completed > 0 => {
            let points = count(completed.into(), "point");
            format!("; {points} once complete, {at_the_end} if not")
        }
        None if at_the_end > 0 => {
            format!("; {} at the end", count(at_the_end.into(), "point"))
        }
        _ => String::new(),
    }
}
