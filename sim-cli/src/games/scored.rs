//! Scores of features in tile games, completed or expected, for scenes.

use goldrush_engine::game::Points;
use goldrush_engine::landscape::Landscape;
use goldrush_engine::landscape::components::{FeatureId, SegmentId};
use goldrush_engine::player::{Player, PlayerSet};

use super::scene::Scored;
use super::viewer::count;

/// A feature that was evaluated.
pub(super) struct Feature {
    /// Id of the feature.
    pub id: FeatureId,
    /// Kind of feature: `city`.
    pub what: &'static str,
    /// The seats that score it.
    pub seats: PlayerSet,
    /// Points for each of them.
    pub points: Points,
    /// Calculation of the points: `3 tiles × 2`.
    pub sum: String,
}

impl Feature {
    /// Converts it for a scene; `None` if nobody scores. `figures` returns the segments where a seat's pieces stand, in
    /// the order placed: the last one on the feature decided the score.
    pub(super) fn scored<'f>(
        self,
        landscape: &Landscape,
        figures: impl Fn(Player) -> &'f [SegmentId],
    ) -> Option<Scored> {
        let Feature { id, what, seats, points, sum } = self;
        let first = seats.iter().next().filter(|_| points > 0)?;
        let is_on = |segment: &&SegmentId| landscape.features().find(**segment) == id;
        let &part = figures(first).iter().rev().find(is_on)?;
        Some(Scored {
            seats: seats.iter().collect(),
            points,
            what,
            sum: format!("{sum} = {points}"),
            feature: id.index() as u16,
            part: part.0,
            cell: landscape.tile_of(part).cell(),
        })
    }
}

/// Describes what a feature would score, to be appended to its description: `; 8 points once complete, 4 if not`.
pub(super) fn potential((completed, at_the_end): (Option<Points>, Points)) -> String {
    let points = |points: Points| count(points.into(), "point");
    match completed {
        Some(completed) if completed == at_the_end && completed > 0 => {
            format!("; {}, complete or not", points(completed))
        }
        Some(completed) if completed > 0 => format!("; {} once complete, {at_the_end} if not", points(completed)),
        None if at_the_end > 0 => format!("; {} at the end", points(at_the_end)),
        _ => String::new(),
    }
}
