//! What Gold Rush lends to search: turns ranked by the heuristic, a fast policy for playouts, and estimates.

use goldrush_engine::fingerprint::Fingerprint;
use goldrush_engine::game::{State as _, View};
use goldrush_engine::gold_rush::{Move, Phase, State};
use goldrush_engine::player::Player;

use super::greedy::Greedy;
use super::heuristic::{Estimator, Heuristic, Weights, mean_token};
use crate::search::{Dice, Estimates, Guide, Policy, Turn};

/// The guide.
#[derive(Clone)]
pub struct GoldRushGuide {
    policy: Policy,
    heuristic: Heuristic,
    greedy: Greedy,
    estimator: Estimator,
    /// Mean value of a token not seen, in points.
    token: f32,
    /// The seat that searches, and what its tokens are worth above the mean, in points.
    luck: (Player, f32),
}

impl GoldRushGuide {
    /// A guide whose policy looks at about `width` placements a turn. Policy and ranking go by the weights of `play`,
    /// estimates by those of `estimate`.
    pub fn new(policy: Policy, width: u32, play: &Weights, estimate: &Weights) -> GoldRushGuide {
        let (heuristic, greedy) = (Heuristic::new(play, width), Greedy::default());
        let estimator = Estimator::new(estimate);
        GoldRushGuide { policy, heuristic, greedy, estimator, token: 0.0, luck: (Player::FIRST, 0.0) }
    }
}

impl<'s> Guide<State<'s>> for GoldRushGuide {
    fn look(&mut self, view: &View<State<'s>>) {
        self.token = mean_token(view);
        let expected = self.token * f32::from(view.table().held(view.observer()));
        self.luck = (view.observer(), f32::from(view.own_token_points()) - expected);
    }

    fn key(&self, world: &State<'s>) -> u64 {
        let table = world.table();
        let mut key = Fingerprint::EMPTY;
        key.push(u64::from(table.hand().0) << 8 | table.seat().index() as u64);
        key.push(u64::from(table.phase() == Phase::Act));
        for tile in table.landscape().tiles() {
            let cell = tile.cell();
            let place = u64::from(cell.x as u8) << 8 | u64::from(cell.y as u8);
            key.push(place << 16 | u64::from(tile.kind().0) << 8 | tile.rotation() as u64);
        }
        for seat in Player::all(table.players()) {
            key.push(u64::from(table.held(seat)) << 16 | u64::from(table.feature_points(seat)));
            for figure in table.cowboys(seat).iter().chain(table.tents(seat)) {
                key.push(u64::from(figure.0));
            }
        }
        key.value()
    }

    fn turns(&mut self, world: &State<'s>, most: usize, turns: &mut Vec<Turn<Move>>) {
        self.heuristic.rank(world.table(), self.token, most, turns);
    }

    fn play_turn(&mut self, world: &mut State<'s>, dice: &mut Dice) {
        match self.policy {
            Policy::Heuristic => {
                let (place, action) = self.heuristic.best_turn(world.table(), self.token, dice);
                if let Some(place) = place {
                    world.play_unchecked(place);
                }
                world.play_unchecked(Move::Act(action));
            }
            Policy::Greedy => self.greedy.play_turn(world, dice),
            Policy::Random => {
                let seat = world.to_move();
                while world.to_move() == seat && world.table().phase() != Phase::Over {
                    let placed = world.table().phase() == Phase::Act;
                    let mv = world.random_move(dice).expect("the game goes on");
                    world.play_unchecked(mv);
                    if placed {
                        break;
                    }
                }
            }
        }
    }

    fn estimate(&mut self, world: &State<'s>) -> Estimates {
        let mut estimates = self.estimator.estimate(world.table(), self.token);
        estimates[self.luck.0.index()] += self.luck.1;
        estimates
    }

    fn chance(&self, world: &State<'s>) -> u32 {
        u32::from(world.table().hand().0)
    }
}
