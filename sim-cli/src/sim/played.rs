//! Playouts by agents: each seat's agent sees only what its seat may know, as in a game.

use goldrush_ai::registry::{BoxedAgent, Spec};
use goldrush_ai::search::{Continuation, Dice, Estimates, Guide as _};
use goldrush_engine::game::{State as _, View};
use goldrush_engine::rng::{StreamRng, agent_stream};
use rand::Rng as _;

use crate::games::analyzable::Analyzable;
use crate::surroundings::surroundings;

/// Plays worlds on for some turns.
pub struct Played<'a, G: Analyzable> {
    guide: G::Guide,
    player: &'a Spec,
    turns: usize,
}

impl<G: Analyzable> Played<'_, G> {
    /// Plays `turns` turns, counting all seats, with `player`; then `guide` estimates the result.
    pub fn new(guide: G::Guide, player: &Spec, turns: usize) -> Played<'_, G> {
        Played { guide, player, turns }
    }
}

impl<'s, G: Analyzable> Continuation<G::State<'s>> for Played<'_, G> {
    fn begin(&mut self, view: &View<G::State<'s>>) {
        self.guide.look(view);
    }

    fn play_on(&mut self, world: &mut G::State<'s>, _candidate: usize, dice: &mut Dice) -> Estimates {
        let (seed, around) = (dice.next_u64(), surroundings(world.players()));
        let mut seats: Vec<(BoxedAgent<G>, StreamRng)> = (0..world.players())
            .map(|seat| (self.player.build::<G>(&around), agent_stream(seed, 0, 0, seat)))
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
        self.guide.estimate(world)
    }
}
