//! Playing one game of a plan.

use goldrush_ai::registry::GoldRushAgent;
use goldrush_engine::fingerprint::Fingerprint;
use goldrush_engine::game::{State as _, View};
use goldrush_engine::gold_rush::{Deal, Move, Observer, Record, Recorder, Setup, State, Table};
use goldrush_engine::player::Player;
use goldrush_engine::rng::{StreamRng, deal_stream};

use super::bots::{Bots, SeatFault};
use super::effort::Stopwatch;
use super::lineup::Lineup;
use super::result::{Counter, GameResult};
use super::surroundings::surroundings;
use crate::cli::plan::Plan;
use crate::protocol::bot::CannotStart;
use crate::protocol::event::EventLog;

/// Which game of a run: a deal, rules and line-up, and who of them sits where.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameId {
    /// The deal.
    pub block: u64,
    /// The arm.
    pub arm: usize,
    /// The seating.
    pub seating: usize,
}

/// Agents and their streams of chance, by seat.
struct Seats {
    agents: Vec<(GoldRushAgent, StreamRng)>,
}

impl Seats {
    fn new(lineup: &Lineup, seed: u64, id: GameId) -> Seats {
        let around = surroundings(lineup.players());
        let agent = |s| lineup.agent(id.seating, s).build(&around).expect("no commands play");
        let seat = |s| (agent(s), lineup.stream(seed, id.block, id.seating, s));
        Seats { agents: (0..lineup.players()).map(seat).collect() }
    }

    fn play<O: Observer, W: Stopwatch>(&mut self, state: &mut State, observer: &mut O, watch: &mut W) {
        while let Some(player) = state.to_move() {
            let (agent, rng) = &mut self.agents[player.index()];
            let mv = watch.decide(player, || agent.choose(&View::new(state, player), rng));
            debug_assert!(state.is_legal(mv), "an agent of ours played {mv:?}");
            state.play_observed(mv, observer);
        }
        for (player, (agent, _)) in Player::all(self.agents.len()).zip(&self.agents) {
            watch.playouts(player, agent.playouts());
        }
    }
}

fn deal(setup: &Setup, seed: u64, block: u64) -> Deal {
    Deal::shuffled(setup, &mut deal_stream(seed, block))
}

/// A table to play game after game on.
pub struct Arena<'s> {
    undealt: State<'s>,
    state: State<'s>,
}

impl<'s> Arena<'s> {
    /// A table for games of a setup.
    pub fn new(setup: &'s Setup) -> Arena<'s> {
        let undealt = State::undealt(setup);
        Arena { state: undealt.clone(), undealt }
    }

    /// A game of agents of this program.
    fn play<O: Observer, W: Stopwatch>(
        &mut self,
        lineup: &Lineup,
        seed: u64,
        id: GameId,
        observer: &mut O,
        watch: &mut W,
    ) -> &State<'s> {
        let setup = self.undealt.table().setup();
        self.state.begin(&self.undealt, &deal(setup, seed, id.block), observer);
        Seats::new(lineup, seed, id).play(&mut self.state, observer, watch);
        &self.state
    }

    /// A game of whoever the plan says.
    fn play_planned<O: Observer, W: Stopwatch>(
        &mut self,
        plan: &Plan,
        bots: &mut Bots,
        id: GameId,
        observer: &mut O,
        watch: &mut W,
    ) -> Result<(&State<'s>, Vec<SeatFault>), CannotStart> {
        let lineup = &plan.arm(id).lineup;
        if !lineup.has_commands() {
            return Ok((self.play(lineup, plan.seed, id, observer, watch), Vec::new()));
        }
        let mut observers = (observer, EventLog::default());
        let deal = deal(self.undealt.table().setup(), plan.seed, id.block);
        self.state.begin(&self.undealt, &deal, &mut observers);
        let faults = bots.play(lineup, plan.seed, id, &mut self.state, observers, watch)?;
        Ok((&self.state, faults))
    }
}

/// How a game of a plan went.
pub struct Outcome {
    /// What is known of it.
    pub result: GameResult,
    /// The faults of its bots.
    pub faults: Vec<SeatFault>,
}

/// Plays a game on a table of its arm and counts what happens.
///
/// # Errors
/// If a bot cannot be started.
pub fn play<W: Stopwatch>(
    plan: &Plan,
    arena: &mut Arena,
    bots: &mut Bots,
    id: GameId,
    watch: &mut W,
) -> Result<Outcome, CannotStart> {
    let mut counter = Counter::default();
    let (state, faults) = arena.play_planned(plan, bots, id, &mut counter, watch)?;
    Ok(Outcome { result: GameResult::new(state, &counter, &faults), faults })
}

/// As [`play`], and writes the game down.
///
/// # Errors
/// If a bot cannot be started.
pub fn play_recorded<W: Stopwatch>(
    plan: &Plan,
    arena: &mut Arena,
    bots: &mut Bots,
    id: GameId,
    watch: &mut W,
) -> Result<(Outcome, Record), CannotStart> {
    let mut observer = (Counter::default(), Recorder::default());
    let (state, faults) = arena.play_planned(plan, bots, id, &mut observer, watch)?;
    let (counter, recorder) = observer;
    let lineup = &plan.arm(id).lineup;
    let seats = (0..lineup.players()).map(|s| lineup.agent(id.seating, s).to_string()).collect();
    let record = recorder.finish(state, plan.seed, id.block, id.seating, seats);
    Ok((Outcome { result: GameResult::new(state, &counter, &faults), faults }, record))
}

/// Hashes the moves of a game.
struct Moves {
    fingerprint: Fingerprint,
    turns: u64,
}

impl Observer for Moves {
    #[inline]
    fn moving(&mut self, _: &Table, mv: Move) {
        self.fingerprint.push(mv.code());
        self.turns += u64::from(matches!(mv, Move::Place { .. }));
    }
}

/// Plays a game of agents of this program for speed: returns the fingerprint of its moves and scores, and the number of turns.
pub fn play_hashed(arena: &mut Arena, lineup: &Lineup, seed: u64, block: u64) -> (Fingerprint, u64) {
    let mut moves = Moves { fingerprint: Fingerprint::EMPTY, turns: 0 };
    let state = arena.play(lineup, seed, GameId { block, arm: 0, seating: 0 }, &mut moves, &mut ());
    for &score in state.scores().as_slice() {
        moves.fingerprint.push(u64::from(score));
    }
    (moves.fingerprint, moves.turns)
}

/// Plays a game of agents of this program for its result alone: how far the first side, where it sits first, is ahead of the mean of the others,
/// in points times their number. Among equals that is 0 on average, for any number of players.
pub fn play_lead(arena: &mut Arena, lineup: &Lineup, seed: u64, id: GameId) -> i64 {
    let scores = arena.play(lineup, seed, id, &mut (), &mut ()).scores();
    let seat = (0..lineup.players()).find(|&seat| lineup.side(id.seating, seat) == 0).expect("the side sits somewhere");
    let sum: i64 = scores.as_slice().iter().map(|&score| i64::from(score)).sum();
    lineup.players() as i64 * i64::from(scores.as_slice()[seat]) - sum
}
