//! What a game of landscapes lends to search: turns ranked by the heuristic, a fast policy for playouts, and estimates.

use goldrush_engine::game::{State as _, View};
use goldrush_engine::player::Player;

use super::plan::key_of;
use super::playout::Playout;
use super::{Board, Estimator, Greedy, Heuristic, LandscapeGame};
use crate::search::{Dice, Estimates, Guide, Policy, Turn};

/// The guide.
#[derive(Clone)]
pub struct LandscapeGuide<G: LandscapeGame> {
    policy: Policy,
    heuristic: Heuristic<G>,
    playout: Playout<G>,
    /// True if there is a root to which playouts go back.
    begun: bool,
    greedy: Greedy<G>,
    estimator: Estimator<G>,
    /// What the seat that searches expects of what it does not see.
    expected: G::Expectation,
    /// That seat, and what it has above what others expect of it, in points.
    luck: (Player, f32),
}

impl<G: LandscapeGame> LandscapeGuide<G> {
    /// Returns a guide whose policy and ranking go by the weights of `play`, and its estimates by those of `estimate`.
    pub fn new(policy: Policy, play: &G::Weights, estimate: &G::Weights) -> LandscapeGuide<G> {
        LandscapeGuide {
            policy,
            heuristic: Heuristic::new(play, u32::MAX),
            playout: Playout::new(play),
            begun: false,
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
                let table = G::table(world);
                let turn = if self.begun {
                    self.playout.best_turn(table, self.expected, dice)
                } else {
                    self.heuristic.best_turn(table, self.expected, dice)
                };
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

    fn begin(&mut self, view: &View<G::State<'s>>) {
        self.look(view);
        let mut table = G::seen(view).clone();
        self.playout.begin(&mut table, self.expected);
        self.begun = true;
    }

    fn begin_playout(&mut self) {
        self.playout.begin_playout();
    }

    fn key(&self, world: &G::State<'s>) -> u64 {
        key_of::<G>(G::table(world))
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

    fn draws_left(&self, world: &G::State<'s>) -> u16 {
        G::table(world).tiles_left() as u16
    }

    fn chance(&self, world: &G::State<'s>) -> u32 {
        let table = G::table(world);
        u32::from(table.hand().0) << 1 | u32::from(table.is_placing())
    }
}
