//! Games in which now and then a careless player takes a turn: their positions are those a search looks at, not only
//! those good play leads to.

use goldrush_ai::registry::Spec;
use goldrush_engine::game::State as _;
use goldrush_engine::game::View;
use goldrush_engine::gold_rush::{Deal, GoldRush, Move, Setup, State};
use goldrush_engine::player::PerPlayer;
use goldrush_engine::rng::{agent_stream, below, deal_stream};

use super::surroundings::surroundings;

/// Who plays.
#[derive(Clone, Debug)]
pub struct Explorers {
    /// Who takes most turns.
    pub careful: Spec,
    /// Who takes the others.
    pub careless: Spec,
    /// One turn in so many is careless.
    pub every: u32,
}

/// A game that was played, to be looked at again.
#[derive(Clone, Debug)]
pub struct Explored {
    deal: Deal,
    moves: Vec<Move>,
    /// What each seat had at the end, in points.
    pub scores: PerPlayer<u16>,
}

impl Explored {
    /// Plays a game.
    pub fn play(setup: &Setup, explorers: &Explorers, seed: u64, block: u64) -> Explored {
        let deal = Deal::shuffled(setup, &mut deal_stream(seed, block));
        let mut state = State::with_deal(setup, &deal, &mut ());
        let around = surroundings(setup.players());
        let mut seats: Vec<_> = (0..setup.players())
            .map(|seat| (explorers.careful.build::<GoldRush>(&around), agent_stream(seed, block, 0, seat)))
            .collect();
        let mut careless = explorers.careless.build::<GoldRush>(&around);
        let (mut moves, mut is_careless) = (Vec::new(), false);
        while let Some(player) = state.to_move() {
            let (agent, rng) = &mut seats[player.index()];
            if !matches!(moves.last(), Some(Move::Place { .. })) {
                is_careless = below(rng, explorers.every) == 0;
            }
            let chooser = if is_careless { &mut careless } else { agent };
            let mv = chooser.choose(&View::new(&state, player), rng);
            state.play_unchecked(mv);
            moves.push(mv);
        }
        Explored { deal, moves, scores: state.scores() }
    }

    /// Plays it again and shows the position after every turn but the last.
    pub fn replay<'s>(&self, setup: &'s Setup, mut each: impl FnMut(usize, &State<'s>)) {
        let mut state = State::with_deal(setup, &self.deal, &mut ());
        let mut turns = 0;
        for &mv in &self.moves {
            state.play_unchecked(mv);
            if matches!(mv, Move::Act(_)) && state.to_move().is_some() {
                turns += 1;
                each(turns, &state);
            }
        }
    }
}
