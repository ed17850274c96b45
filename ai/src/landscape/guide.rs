//! What a game of landscapes lends to search: turns ranked by the heuristic, a fast policy for playouts, and estimates.

use goldrush_engine::fingerprint::Fingerprint;
use goldrush_engine::game::{State as _, View};
use goldrush_engine::player::Player;

use super::{Board, Estimator, Greedy, Heuristic, LandscapeGame};
use crate::search::{Dice, Estimates, Guide, Policy, Turn};

/// The guide.
#[derive(Clone)]
pub struct LandscapeGuide<G: LandscapeGame> {
    policy: Policy,
    heuristic: Heuristic<G>,
    greedy: Greedy<G>,
    estimator: Estimator<G>,
    /// What the seat that searches expects of what it does not see.
    expected: G::Expectation,
    /// That seat, and what it has above what others expect of it, in points.
    luck: (Player, f32),
}

impl<G: LandscapeGame> LandscapeGuide<G> {
    /// A guide whose policy looks at about `width` placements a turn. Policy and ranking go by the weights of `play`,
    /// estimates by those of `estimate`.
    pub fn new(policy: Policy, width: u32, play: &G::Weights, estimate: &G::Weights) -> LandscapeGuide<G> {
        LandscapeGuide {
            policy,
            heuristic: Heuristic::new(play, width),
            greedy: Greedy::default(),
            estimator: Estimator::new(estimate),
            expected: G::Expectation::default(),
            luck: (Player::FIRST, 0.0),
        }
    }

    /// Plays the next decision, or those of a whole turn.
    #[inline]
    fn play(&mut self, world: &mut G::State<'_>, dice: &mut Dice) {
        let mv = match self.policy {
            Policy::Heuristic => {
                let turn = self.heuristic.best_turn(G::table(world), self.expected, dice);
                return turn.moves().for_each(|mv| world.play_unchecked(mv));
            }
            Policy::Greedy => self.greedy.best_move(&View::new(world, G::table(world).seat()), dice),
            Policy::Random => world.random_move(dice).expect("the game goes on"),
        };
        world.play_unchecked(mv);
    }
}

impl<'s, G: LandscapeGame> Guide<G::State<'s>> for LandscapeGuide<G> {
    fn look(&mut self, view: &View<G::State<'s>>) {
        self.expected = G::expectation(view);
        self.luck = (view.observer(), G::luck(view, self.expected));
    }

    fn key(&self, world: &G::State<'s>) -> u64 {
        let table = G::table(world);
        let mut key = Fingerprint::EMPTY;
        key.push(u64::from(table.hand().0) << 8 | table.seat().index() as u64);
        for tile in table.landscape().tiles() {
            let cell = tile.cell();
            let place = u64::from(cell.x as u8) << 8 | u64::from(cell.y as u8);
            key.push(place << 16 | u64::from(tile.kind().0) << 8 | tile.rotation() as u64);
        }
        G::tell(table, &mut key);
        key.value()
    }

    fn turns(&mut self, world: &G::State<'s>, most: usize, turns: &mut Vec<Turn<G::Move>>) {
        self.heuristic.rank(G::table(world), self.expected, most, turns);
    }

    /// With what other seats decide before the next tile is laid.
    fn play_turn(&mut self, world: &mut G::State<'s>, dice: &mut Dice) {
        loop {
            self.play(world, dice);
            let table = G::table(world);
            if table.is_placing() || table.is_over() {
                break;
            }
        }
    }

    fn estimate(&mut self, world: &G::State<'s>) -> Estimates {
        let mut estimates = self.estimator.estimate(G::table(world), self.expected);
        estimates[self.luck.0.index()] += self.luck.1;
        estimates
    }

    fn chance(&self, world: &G::State<'s>) -> u32 {
        let table = G::table(world);
        u32::from(table.hand().0) << 1 | u32::from(table.is_placing())
    }
}
