//! Games in which a careless player takes an occasional turn, so that they also reach the kind of positions a search
//! looks at, not only those of good play.

use goldrush_ai::registry::{BoxedAgent, Spec};
use goldrush_engine::game::{Points, State as _, View, win_shares};
use goldrush_engine::player::PerPlayer;
use goldrush_engine::rng::{StreamRng, agent_stream, below, deal_stream};
use goldrush_games::Observers;
use goldrush_games::protocol::Protocol;

use crate::surroundings::environment;

/// The players of such a game.
#[derive(Clone, Debug)]
pub struct Samplers {
    /// Agent that takes most turns.
    pub regular: Spec,
    /// Agent that takes the other turns.
    pub exploratory: Spec,
    /// One turn in this many is careless.
    pub every: u32,
}

impl Samplers {
    /// Uses one agent for every turn.
    pub fn alike(player: Spec) -> Samplers {
        Samplers {
            regular: player.clone(),
            exploratory: player,
            every: u32::MAX,
        }
    }
}

/// A finished game that can be replayed.
#[derive(Clone, Debug)]
pub struct SampledGame<M> {
    seed: u64,
    block: u64,
    moves: Vec<M>,
    /// Final score of each seat, in points.
    pub scores: PerPlayer<Points>,
    /// Share of the win of each seat, in sixtieths.
    pub win_shares: PerPlayer<u8>,
}

/// Deals the game of a block.
fn dealt<'s, G: Protocol>(
    setup: &'s G::Setup,
    seed: u64,
    block: u64,
    observers: &mut Observers<G>,
) -> G::State<'s> {
    G::dealt(setup, &mut deal_stream(seed, block), observers)
}

impl<M: Copy> SampledGame<M> {
    /// Plays a game of a block to its end.
    pub fn play<G: Protocol<Move = M>>(
        setup: &G::Setup,
        samplers: &Samplers,
        seed: u64,
        block: u64,
    ) -> SampledGame<M> {
        let mut state = dealt::<G>(setup, seed, block, &mut Observers::new(false, false));
        let players = state.players();
        let env = environment(players);
        let mut seats: Vec<(BoxedAgent<G>, StreamRng)> = (0..players)
            .map(|seat| {
                (
                    samplers.regular.build::<G>(&env),
                    agent_stream(seed, block, 0, seat),
                )
            })
            .collect();
        let mut exploratory: BoxedAgent<G> = samplers.exploratory.build::<G>(&env);
        let mut moves = Vec::new();
        let mut explores = false;
        while let Some(player) = state.to_move() {
            let (agent, rng) = &mut seats[player.index()];
            if G::begins_turn(&state) {
                explores = below(rng, samplers.every) == 0;
            }
            let chooser = if explores { &mut exploratory } else { agent };
            let mv = chooser.choose(&View::new(&state, player), rng);
            state.play_unchecked(mv);
            moves.push(mv);
        }
        SampledGame {
            seed,
            block,
            moves,
            scores: state.scores(),
            win_shares: win_shares(&state.standings()),
        }
    }

    /// Returns the moves in order.
    pub fn moves(&self) -> &[M] {
        &self.moves
    }

    /// Returns the position before the first move.
    pub fn dealt<'s, G: Protocol<Move = M>>(&self, setup: &'s G::Setup) -> G::State<'s> {
        self.dealt_observed(setup, &mut Observers::<G>::new(false, false))
    }

    /// Returns the position before the first move, and reports to the observers what happened while it was dealt.
    pub fn dealt_observed<'s, G: Protocol<Move = M>>(
        &self,
        setup: &'s G::Setup,
        observers: &mut Observers<G>,
    ) -> G::State<'s> {
        dealt::<G>(setup, self.seed, self.block, observers)
    }

    /// Replays the game and calls `each` with the number of turns and the position after every turn except the last.
    pub fn replay<'s, G: Protocol<Move = M>>(
        &self,
        setup: &'s G::Setup,
        mut each: impl FnMut(usize, &G::State<'s>),
    ) {
        let mut state = self.dealt::<G>(setup);
        let mut turns = 0;
        for &mv in &self.moves {
            state.play_unchecked(mv);
            if state.to_move().is_some() && G::begins_turn(&state) {
                turns += 1;
                each(turns, &state);
            }
        }
    }
}
