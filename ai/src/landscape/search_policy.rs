//! Search policy of landscape games: candidates ranked by the heuristic, a fast playout policy, and estimates.

use goldrush_engine::game::{State as _, View};
use goldrush_engine::player::Player;

use super::ending;
use super::plan::key_of;
use super::playout::Playout;
use super::{Estimator, Greedy, Heuristic, LandscapeGame};
use crate::search::{
    Estimates, PlayoutPolicy, PlayoutRng, SearchPolicy, SolvedMove, Turn, Utility,
};
use crate::weights::SearchWeights;

/// Search policy of a landscape game.
#[derive(Clone)]
pub struct LandscapeSearchPolicy<G: LandscapeGame> {
    policy: PlayoutPolicy,
    heuristic: Heuristic<G>,
    playout: Playout<G>,
    /// True if a root for playouts is set.
    has_root: bool,
    greedy: Greedy<G>,
    /// Memory for solving last turns.
    last_turns: G::Turns,
    estimator: Estimator<G>,
    /// The searching seat's expectation of hidden information.
    expected: G::Expectation,
    /// The searching seat, and its private points beyond what others expect of it.
    surplus: (Player, f32),
}

impl<G: LandscapeGame> LandscapeSearchPolicy<G> {
    /// Creates a search policy with a policy for playouts.
    pub fn new(
        policy: PlayoutPolicy,
        weights: SearchWeights<G::Weights>,
    ) -> LandscapeSearchPolicy<G> {
        LandscapeSearchPolicy {
            policy,
            heuristic: Heuristic::new(&weights.turns, u32::MAX),
            playout: Playout::new(&weights.playouts),
            has_root: false,
            greedy: Greedy::default(),
            last_turns: G::Turns::default(),
            estimator: Estimator::new(&weights.estimates),
            expected: G::Expectation::default(),
            surplus: (Player::FIRST, 0.0),
        }
    }

    /// Plays the next decision, or those of a whole turn.
    #[inline]
    fn play(&mut self, world: &mut G::State<'_>, playout_rng: &mut PlayoutRng) {
        let mv = match self.policy {
            PlayoutPolicy::Heuristic => {
                let table = G::table(world);
                let turn = if self.has_root {
                    self.playout.best_turn(table, self.expected, playout_rng)
                } else {
                    self.heuristic.best_turn(table, self.expected, playout_rng)
                };
                return turn.moves().for_each(|mv| world.play_unchecked(mv));
            }
            PlayoutPolicy::Greedy => self
                .greedy
                .best_move(&View::new(world, G::table(world).seat()), playout_rng),
            PlayoutPolicy::Random => world
                .random_move(playout_rng)
                .expect("the game is in progress"),
        };
        world.play_unchecked(mv);
    }
}

impl<'s, G: LandscapeGame> SearchPolicy<G::State<'s>> for LandscapeSearchPolicy<G> {
    fn set_root(&mut self, view: &View<G::State<'s>>) {
        self.expected = G::expectation(view);
        self.surplus = (view.observer(), G::private_surplus(view, self.expected));
    }

    fn begin(&mut self, view: &View<G::State<'s>>) {
        self.set_root(view);
        let mut table = G::visible_table(view).clone();
        self.playout.begin(&mut table, self.expected);
        self.has_root = true;
    }

    fn begin_playout(&mut self) {
        self.playout.begin_playout();
    }

    fn position_key(&self, world: &G::State<'s>) -> u64 {
        key_of::<G>(G::table(world))
    }

    fn best_turns(&mut self, world: &G::State<'s>, most: usize, turns: &mut Vec<Turn<G::Move>>) {
        self.heuristic
            .rank(G::table(world), self.expected, most, turns);
    }

    /// Includes decisions of other seats before the next tile is laid.
    fn play_turn(&mut self, world: &mut G::State<'s>, playout_rng: &mut PlayoutRng) {
        loop {
            self.play(world, playout_rng);
            let table = G::table(world);
            if table.is_placing() || table.is_over() {
                break;
            }
        }
    }

    fn estimate(&mut self, world: &G::State<'s>) -> Estimates {
        let mut estimates = self.estimator.estimate(G::table(world), self.expected);
        estimates[self.surplus.0.index()] += self.surplus.1;
        estimates
    }

    fn solve(
        &mut self,
        view: &View<G::State<'s>>,
        utility: Utility,
        most: u64,
        moves: &mut Vec<SolvedMove<G::Move>>,
    ) -> bool {
        ending::solve::<G>(&mut self.last_turns, view, utility, most, moves)
    }

    fn draws_left(&self, world: &G::State<'s>) -> u16 {
        G::table(world).tiles_left() as u16
    }

    fn chance_key(&self, world: &G::State<'s>) -> u32 {
        let table = G::table(world);
        u32::from(table.hand().0) << 1 | u32::from(table.is_placing())
    }
}
