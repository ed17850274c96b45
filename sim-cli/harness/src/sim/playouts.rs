//! Playouts by agents: each seat's agent sees only what its seat may know, as in a game.

use goldrush_ai::registry::{BoxedAgent, Spec};
use goldrush_ai::search::analyzer::BoxedAnalyzer;
use goldrush_ai::search::{Estimates, PlayoutRng, PlayoutStrategy};
use goldrush_engine::game::{State as _, View};
use goldrush_engine::rng::{StreamRng, agent_stream};
use goldrush_games::analyzable::Analyzable;
use rand::Rng as _;

use crate::surroundings::environment;

/// Plays worlds on for some turns.
pub struct PlayoutBatch<'a, G: Analyzable> {
    analyzer: BoxedAnalyzer<G>,
    player: &'a Spec,
    turns: usize,
}

impl<G: Analyzable> PlayoutBatch<'_, G> {
    /// Plays `turns` turns, counting all seats, with `player`; then `analyzer` estimates the result.
    pub fn new(analyzer: BoxedAnalyzer<G>, player: &Spec, turns: usize) -> PlayoutBatch<'_, G> {
        PlayoutBatch {
            analyzer,
            player,
            turns,
        }
    }
}

impl<'s, G: Analyzable> PlayoutStrategy<G::State<'s>> for PlayoutBatch<'_, G> {
    fn begin(&mut self, view: &View<G::State<'s>>) {
        self.analyzer.set_root(view);
    }

    fn run_playout(
        &mut self,
        world: &mut G::State<'s>,
        _candidate: usize,
        world_rng: &mut PlayoutRng,
    ) -> Estimates {
        let seed = world_rng.next_u64();
        let env = environment(world.players());
        let mut seats: Vec<(BoxedAgent<G>, StreamRng)> = (0..world.players())
            .map(|seat| (self.player.build::<G>(&env), agent_stream(seed, 0, 0, seat)))
            .collect();
        for _ in 0..self.turns {
            while let Some(seat) = world.to_move() {
                let (agent, rng) = &mut seats[seat.index()];
                let mv = agent.choose(&View::new(world, seat), rng);
                world.play_unchecked(mv);
                if G::begins_turn(world) {
                    break;
                }
            }
        }
        self.analyzer.estimate(world)
    }
}
