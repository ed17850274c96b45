//! Implementation of the shared game interface.

use rand::Rng;

use super::catalogue::FeatureKind;
use super::ingots::ingot_points;
use super::moves::Move;
use super::observation::Observation;
use super::setup::Setup;
use super::state::State;
use super::table::Phase;
use super::tiles::{TileMask, tiles_in};
use crate::game::{self, MAX_SOURCES, Points};
use crate::landscape::TileId;
use crate::landscape::frontier::bits;
use crate::landscape::state::state_items;
use crate::player::{PerPlayer, Player};
use crate::rng::{choose, shuffle};

impl<'s> game::State for State<'s> {
    state_items!('s);

    fn deal<R: Rng>(setup: &'s Setup, rng: &mut R) -> State<'s> {
        let mut tiles = setup.catalogue().bag(setup.rules().gold_mines);
        shuffle(rng, &mut tiles);
        State::with_deal(setup, &tiles, &mut ())
    }

    /// Placements by rotation and open cell; second ingots and ingots to take by tile in the order laid; passing first,
    /// then segments in catalogue order.
    fn legal_moves(&self, moves: &mut Vec<Move>) {
        moves.clear();
        let table = &self.table;
        match table.phase {
            Phase::Place => moves.extend(table.legal_placements()),
            Phase::Ingot => {
                moves.extend(tiles_in(table.ingot_targets()).map(|on| Move::Ingot { on }));
            }
            Phase::Follow => {
                moves.push(Move::Pass);
                moves
                    .extend(bits(table.claimable().into()).map(|segment| Move::Follow { segment }));
            }
            Phase::Take => {
                moves.extend(
                    tiles_in(table.claimable_ingots(table.to_move)).map(|from| Move::Take { from }),
                );
            }
            Phase::Draw | Phase::Over => {}
        }
    }

    fn is_legal(&self, mv: Move) -> bool {
        let table = &self.table;
        match (mv, table.phase) {
            (Move::Place { cell, rotation }, Phase::Place) => table.allows(cell, rotation),
            (Move::Ingot { on }, Phase::Ingot) => {
                on.0 < 128 && table.ingot_targets() >> on.0 & 1 == 1
            }
            (Move::Pass, Phase::Follow) => true,
            (Move::Follow { segment }, Phase::Follow) => {
                segment < 16 && table.claimable() >> segment & 1 == 1
            }
            (Move::Take { from }, Phase::Take) => {
                from.0 < 128 && table.claimable_ingots(table.to_move) >> from.0 & 1 == 1
            }
            _ => false,
        }
    }

    fn scores(&self) -> PerPlayer<Points> {
        let table = &self.table;
        PerPlayer::from_fn(table.players(), |player| {
            table.feature_points(player) + ingot_points(table.collected(player))
        })
    }

    /// The kinds of features, then ingots.
    fn sources(&self, player: Player) -> [Points; MAX_SOURCES] {
        let [r, c, m, f] = FeatureKind::ALL.map(|kind| self.table.points(kind, player));
        [r, c, m, f, ingot_points(self.table.collected(player))]
    }

    fn scores_if_over(&self) -> PerPlayer<Points> {
        let table = &self.table;
        let mut scores = self.scores();
        if table.phase() == Phase::Over {
            return scores;
        }
        for feature in table.occupied_features() {
            let points = [table.potential_points(feature.segment()).1];
            let (seats, [points]) = table
                .rules()
                .ties
                .shared(table.word(feature).pieces(), points);
            seats.iter().for_each(|seat| scores[seat] += points);
        }
        scores
    }

    fn determinize<R: Rng>(&mut self, _: Player, rng: &mut R) {
        self.deck.shuffle_upcoming(rng);
    }

    fn observation(&self, observer: Player) -> Observation {
        Observation::new(&self.table, observer)
    }

    /// Draws uniformly for each decision.
    #[inline]
    fn random_move<R: Rng>(&self, rng: &mut R) -> Option<Move> {
        let table = &self.table;
        match table.phase {
            Phase::Place => Some(table.random_placement_move(rng)),
            Phase::Follow => Some(
                table
                    .random_follower(rng)
                    .map_or(Move::Pass, |segment| Move::Follow { segment }),
            ),
            Phase::Ingot => Some(Move::Ingot {
                on: pick_tile(table.ingot_targets(), rng),
            }),
            Phase::Take => Some(Move::Take {
                from: pick_tile(table.claimable_ingots(table.to_move), rng),
            }),
            Phase::Draw | Phase::Over => None,
        }
    }

    fn play_out<R: Rng>(&mut self, rng: &mut R) {
        loop {
            let table = &mut self.table;
            match table.phase {
                Phase::Place => {
                    let (slot, rotation) = table.random_hand_placement(rng);
                    table.place_in_playout(slot, rotation);
                }
                Phase::Ingot => table.lay_second_ingot(pick_tile(table.ingot_targets(), rng)),
                Phase::Follow => {
                    table
                        .random_follower(rng)
                        .into_iter()
                        .for_each(|segment| table.follow(segment));
                    table.finish_turn(&mut ());
                }
                Phase::Take => table.take(
                    pick_tile(table.claimable_ingots(table.to_move), rng),
                    &mut (),
                ),
                Phase::Draw => match self.draw_in_playout(rng) {
                    Some((slot, rotation)) => self.table.place_in_playout(slot, rotation),
                    None => self.table.end(&mut ()),
                },
                Phase::Over => return,
            }
        }
    }
}

/// Draws a tile from a non-empty set.
fn pick_tile<R: Rng>(tiles: TileMask, rng: &mut R) -> TileId {
    let nth = choose(rng, tiles.count_ones()) as usize;
    tiles_in(tiles)
        .nth(nth)
        .expect("the index is within the number of tiles")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::carcassonne::{Catalogue, Rules};
    use crate::conformance::check_scores_if_over;

    #[test]
    fn scores_if_over_equal_the_final_scores() {
        let setup = Setup::new(Catalogue::printed().into(), Rules::default(), 3).unwrap();
        check_scores_if_over::<State>(&setup, |state| state.table.end(&mut ()));
    }
}
