//! Built-in agents in the seats of a game.

use goldrush_ai::registry::BoxedAgent;
use goldrush_engine::game::{State as _, View};
use goldrush_engine::player::Player;
use goldrush_engine::rng::StreamRng;
use goldrush_games::protocol::Protocol;

use super::timing::Stopwatch;
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
    /// Seats the agents of a game, none of which is a command.
    pub fn sit(&mut self, lineup: &Lineup, seed: u64, id: GameId) {
        let players = lineup.players();
        for at in 0..players {
            let spec = lineup.agent(id.seating, at);
            let rng = lineup.stream(seed, id.block, id.seating, at);
            // From here on are those of the last game that have no seat yet.
            match self.0[at..]
                .iter()
                .position(|seat| seat.spec == *spec && seat.players == players)
            {
                Some(found) => {
                    self.0.swap(at, at + found);
                    let seat = &mut self.0[at];
                    seat.agent.new_game();
                    seat.rng = rng;
                }
                None => {
                    let agent = spec
                        .build::<G>(&environment(players))
                        .expect("external bots are handled elsewhere");
                    self.0.insert(
                        at,
                        Seat {
                            spec: spec.clone(),
                            players,
                            agent,
                            rng,
                        },
                    );
                }
            }
        }
        self.0.truncate(players);
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
            let mv = timer.decide(player, begins, || {
                agent.choose(&View::new(&*state, player), rng)
            });
            debug_assert!(state.is_legal(mv), "an agent of ours played {mv:?}");
            play(state, mv, agent);
        }
        for (player, seat) in Player::all(self.0.len()).zip(&self.0) {
            timer.playouts(player, seat.agent.playouts());
        }
    }
}
