//! Implementation of the shared game interface.

use rand::Rng;

use super::catalogue::FeatureKind;
use super::moves::Move;
use super::observation::Observation;
use super::setup::{Deal, Setup};
use super::state::State;
use super::table::Phase;
use crate::game::{self, MAX_SOURCES, Points};
use crate::landscape::state::state_items;
use crate::player::{PerPlayer, Player};

impl<'s> game::State for State<'s> {
    state_items!('s);

    #[inline]
    fn deal<R: Rng>(setup: &'s Setup, rng: &mut R) -> State<'s> {
        State::with_deal(setup, &Deal::shuffled(setup, rng), &mut ())
    }

    fn legal_moves(&self, moves: &mut Vec<Move>) {
        moves.clear();
        match self.table.phase {
            Phase::Place => moves.extend(self.table.legal_placements()),
            Phase::Act => moves.extend(self.table.actions().iter().map(Move::Act)),
            Phase::Over => {}
        }
    }

    fn is_legal(&self, mv: Move) -> bool {
        match (mv, self.table.phase) {
            (Move::Place { cell, rotation }, Phase::Place) => self.table.allows(cell, rotation),
            (Move::Act(action), Phase::Act) => self.table.actions().allow(action),
            _ => false,
        }
    }

    fn scores(&self) -> PerPlayer<Points> {
        PerPlayer::from_fn(self.table.players(), |player| {
            self.table.feature_points(player) + self.token_points(player)
        })
    }

    /// In the order of [`SOURCES`](super::state::SOURCES).
    fn sources(&self, player: Player) -> [Points; MAX_SOURCES] {
        let [r, m, c, p] = FeatureKind::ALL.map(|kind| self.table.points(kind, player));
        [r, m, c, p, self.token_points(player)]
    }

    fn scores_if_over(&self) -> PerPlayer<Points> {
        let mut scores = self.scores();
        if self.table.phase() != Phase::Over {
            self.table.evaluate_unfinished(|feature| {
                feature
                    .seats
                    .iter()
                    .for_each(|seat| scores[seat] += feature.points);
            });
        }
        scores
    }

    fn determinize<R: Rng>(&mut self, observer: Player, rng: &mut R) {
        self.deck.shuffle_upcoming(rng);
        self.hidden.shuffle_unseen(observer, rng);
    }

    fn observation(&self, observer: Player) -> Observation {
        Observation::new(self, observer)
    }

    /// Draws a placement uniformly among the legal ones; an action by kind uniformly among those available, then
    /// uniformly within the kind.
    #[inline]
    fn random_move<R: Rng>(&self, rng: &mut R) -> Option<Move> {
        match self.table.phase {
            Phase::Place => Some(self.table.random_placement_move(rng)),
            Phase::Act => Some(Move::Act(self.table.random_action(rng))),
            Phase::Over => None,
        }
    }

    fn play_out<R: Rng>(&mut self, rng: &mut R) {
        let mut placement = match self.table.phase {
            Phase::Place => Some(self.table.random_hand_placement(rng)),
            Phase::Act => None,
            Phase::Over => return,
        };
        loop {
            if let Some((slot, rotation)) = placement {
                self.table.place_in_playout(slot, rotation);
            }
            let action = self.table.random_action(rng);
            self.finish_turn(action, &mut ());
            placement = self.draw_in_playout(rng);
            if placement.is_none() {
                return self.end(&mut ());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::conformance::check_scores_if_over;

    #[test]
    fn scores_if_over_equal_the_final_scores() {
        check_scores_if_over::<State>(&Setup::printed(3), |state| state.table.end(&mut ()));
    }
}
