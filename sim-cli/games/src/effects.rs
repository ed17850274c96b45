//! Effects of a turn in tile games, as sent to bots.

use goldrush_engine::game::Points;
use goldrush_engine::landscape::table::{Evaluation, Observer, Table};
use goldrush_engine::player::Player;
use serde::Serialize;

use super::features::{FeatureGame, PieceSent, pieces_on};

/// A feature that a turn completes.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Completed {
    /// Id of the feature after the placement.
    pub id: u16,
    /// Kind of the feature.
    pub feature: &'static str,
    /// Points of each seat that scores it.
    pub points: Points,
    /// Seats that score it; empty if nobody stands there.
    pub seats: Vec<usize>,
}

/// Points scored, features completed and pieces returned by a turn.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Effects {
    /// Points of each seat from the completed features.
    pub points: Vec<Points>,
    /// Completed features.
    pub completes: Vec<Completed>,
    /// Pieces that return to their owners.
    pub comes_home: Vec<PieceSent>,
}

impl Effects {
    /// Creates the effects of a turn that does nothing.
    pub fn new(players: usize) -> Effects {
        Effects {
            points: vec![0; players],
            completes: Vec::new(),
            comes_home: Vec::new(),
        }
    }

    /// Adds a feature that was evaluated, if it was completed; its pieces are still on it.
    pub fn evaluated<G: FeatureGame>(
        &mut self,
        table: &Table<G>,
        evaluation: &Evaluation<G::FeatureKind>,
    ) {
        let Evaluation {
            kind,
            feature,
            seats,
            points,
            ..
        } = *evaluation;
        if !evaluation.complete {
            return;
        }
        seats
            .iter()
            .for_each(|seat| self.points[seat.index()] += points);
        self.comes_home.extend(pieces_on(table, feature));
        self.completes.push(Completed {
            id: feature.segment().0,
            feature: kind.into(),
            points,
            seats: seats.iter().map(Player::index).collect(),
        });
    }
}

impl<G: FeatureGame> Observer<G> for Effects {
    fn on_evaluation(&mut self, table: &Table<G>, evaluation: &Evaluation<G::FeatureKind>) {
        self.evaluated(table, evaluation);
    }
}
