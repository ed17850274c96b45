//! What Carcassonne lends to search: turns ranked by the heuristic, a fast policy for playouts, and estimates.

use goldrush_engine::carcassonne::{Move, Phase, State};
use goldrush_engine::fingerprint::Fingerprint;
use goldrush_engine::game::{State as _, View};
use goldrush_engine::player::Player;

use super::greedy::Greedy;
use super::heuristic::{Estimator, Heuristic, Weights};
use crate::search::{Dice, Estimates, Guide, Policy, Turn};

/// The guide. A turn is played with the ingots that are taken when it ends, whoever takes them.
#[derive(Clone)]
pub struct CarcassonneGuide {
    policy: Policy,
    heuristic: Heuristic,
    greedy: Greedy,
    estimator: Estimator,
}

impl CarcassonneGuide {
    /// A guide whose policy looks at about `width` placements a turn. Policy and ranking go by the weights of `play`,
    /// estimates by those of `estimate`.
    pub fn new(policy: Policy, width: u32, play: &Weights, estimate: &Weights) -> CarcassonneGuide {
        CarcassonneGuide {
            policy,
            heuristic: Heuristic::new(play, width),
            greedy: Greedy::default(),
            estimator: Estimator::new(estimate),
        }
    }
}

impl<'s> Guide<State<'s>> for CarcassonneGuide {
    fn look(&mut self, _: &View<State<'s>>) {}

    fn key(&self, world: &State<'s>) -> u64 {
        let table = world.table();
        let mut key = Fingerprint::EMPTY;
        key.push(u64::from(table.hand().0) << 8 | table.seat().index() as u64);
        key.push(table.phase() as u64);
        for (at, tile) in table.landscape().tiles().iter().enumerate() {
            let cell = tile.cell();
            let place = u64::from(cell.x as u8) << 8 | u64::from(cell.y as u8);
            let ingots = u64::from(table.ingots_on(goldrush_engine::landscape::TileId(at as u8)));
            key.push(ingots << 32 | place << 16 | u64::from(tile.kind().0) << 8 | tile.rotation() as u64);
        }
        for seat in Player::all(table.players()) {
            key.push(u64::from(table.collected(seat)) << 16 | u64::from(table.feature_points(seat)));
            for follower in table.followers(seat) {
                key.push(u64::from(follower.0));
            }
        }
        key.value()
    }

    fn turns(&mut self, world: &State<'s>, most: usize, turns: &mut Vec<Turn<Move>>) {
        self.heuristic.rank(world.table(), most, turns);
    }

    fn play_turn(&mut self, world: &mut State<'s>, dice: &mut Dice) {
        match self.policy {
            Policy::Heuristic => self.heuristic.play_turn(world, dice),
            Policy::Greedy => self.greedy.play_turn(world, dice),
            Policy::Random => loop {
                let mv = world.random_move(dice).expect("the game goes on");
                world.play_unchecked(mv);
                if matches!(world.table().phase(), Phase::Place | Phase::Over) {
                    break;
                }
            },
        }
    }

    fn estimate(&mut self, world: &State<'s>) -> Estimates {
        self.estimator.estimate(world.table())
    }

    fn chance(&self, world: &State<'s>) -> u32 {
        u32::from(world.table().hand().0) << 8 | world.table().phase() as u32
    }
}
