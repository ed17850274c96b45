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
        let is_on = |segment: &&SegmentId| table.feature(**segment) == feature;
        let Some(&part) = (self.figures)(table, first).iter().rev().find(is_on) else {
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
    let (mut state, mut scores) = (
        before.clone(),
        Scores::<G> {
            scored: Vec::new(),
            sum,
            figures,
        },
    );
    moves
        .iter()
        .for_each(|&mv| G::play_observed(&mut state, mv, &mut scores));
    scene.scored.append(&mut scores.scored);
}

/// Describes what a feature would score, to be appended to its description: `; 8 points once complete, 4 if not`.
pub(super) fn potential((completed, at_the_end): (Option<Points>, Points)) -> String {
    let points = |points: Points| count(points.into(), "point");
    match completed {
        Some(completed) if completed == at_the_end && completed > 0 => {
            format!("; {}, complete or not", points(completed))
        }
        Some(completed) if completed > 0 => {
            format!("; {} once complete, {at_the_end} if not", points(completed))
        }
        None if at_the_end > 0 => format!("; {} at the end", points(at_the_end)),
        _ => String::new(),
    }
}
