//! Built-in agents in the seats of a game.

use goldrush_ai::registry::BoxedAgent;
use goldrush_engine::game::{State as _, View};
use goldrush_engine::player::Player;
use goldrush_engine::rng::StreamRng;

use super::timing::Stopwatch;
use crate::games::protocol::Protocol;
use crate::study::GameId;
use crate::study::lineup::Lineup;
use crate::study::spec::Spec;
use crate::surroundings::environment;

/// Agents of a game, by seat. Those of the last game are used again, because building one can take as long as several turns.
pub struct SeatedAgents<G: Protocol>(Vec<Seat<G>>);

struct Seat<G: Protocol> {
    spec: Spec,
    /// Number of players that the agent was built for.
    players: usize,
    agent: BoxedAgent<G>,
    rng: StreamRng,
}

impl<G: Protocol> Default for SeatedAgents<G> {
    fn default() -> SeatedAgents<G> {
        SeatedAgents(Vec::new())
    }
}

impl<G: Protocol> SeatedAgents<G> {
    /// SeatedAgents the agents of a game, none of which is a command.
    pub fn sit(&mut self, lineup: &Lineup, seed: u64, id: GameId) {
        let (players, mut idle) = (lineup.players(), std::mem::take(&mut self.0));
        self.0.extend((0..players).map(|at| {
            let spec = lineup.agent(id.seating, at);
            let rng = lineup.stream(seed, id.block, id.seating, at);
            if let Some(known) = idle.iter().position(|seat| seat.spec == *spec && seat.players == players) {
                let mut seat = idle.swap_remove(known);
                seat.agent.new_game();
                return Seat { rng, ..seat };
            }
            let agent = spec.build::<G>(&environment(players)).expect("external bots are handled elsewhere");
            Seat { spec: spec.clone(), players, agent, rng }
        }));
    }

    /// Plays to the end; `play` is called to play each move.
    pub fn play<'s, W: Stopwatch>(
        &mut self,
        state: &mut G::State<'s>,
        timer: &mut W,
        mut play: impl FnMut(&mut G::State<'s>, G::Move, &BoxedAgent<G>),
    ) {
        while let Some(player) = state.to_move() {
            let Seat { agent, rng, .. } = &mut self.0[player.index()];
            let begins = G::begins_turn(state);
            let mv = timer.decide(player, begins, || agent.choose(&View::new(&*state, player), rng));
            debug_assert!(state.is_legal(mv), "an agent of ours played {mv:?}");
            play(state, mv, agent);
        }
        for (player, seat) in Player::all(self.0.len()).zip(&self.0) {
            timer.playouts(player, seat.agent.playouts());
        }
    }
}
