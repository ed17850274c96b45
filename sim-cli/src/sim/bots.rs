//! Bots in processes of their own at the table of a game: who begins, who is asked, and what happens after a fault.
//!
//! A process plays game after game, one seat at a time. A bot with a fault is ended; `greedy` plays the rest of the game
//! for its seat, which has lost whatever the score is, and the next game begins with a new process.

use goldrush_ai::registry::GoldRushAgent;
use goldrush_engine::game::{State as _, View};
use goldrush_engine::gold_rush::{Move, Observer, Setup, State};
use goldrush_engine::player::Player;
use goldrush_engine::rng::StreamRng;
use rand::Rng as _;

use super::effort::Stopwatch;
use super::lineup::Lineup;
use super::play::GameId;
use super::surroundings::surroundings;
use crate::protocol::bot::{Bot, CannotStart};
use crate::protocol::event::EventLog;
use crate::protocol::fault::{Fault, FaultKind};
use crate::protocol::limits::Limits;

/// Who plays for a bot with a fault.
pub const FALLBACK: &str = "greedy";

/// A seat and its bot's fault.
pub type SeatFault = (usize, Fault);

/// The bots of one thread, between games.
pub struct Bots {
    limits: Limits,
    /// With their commands.
    idle: Vec<(String, Bot)>,
}

/// Who sits in a seat.
enum Seat {
    Agent(GoldRushAgent),
    Bot(Box<SeatedBot>),
}

/// A bot in its seat.
struct SeatedBot {
    command: String,
    /// What its chance comes from in this game.
    seed: u64,
    /// None after a fault.
    bot: Option<Bot>,
    /// Whether it has played before and nothing was heard of it in this game: if it is gone, it ended between the games.
    unheard: bool,
    fallback: GoldRushAgent,
}

impl Bots {
    /// None started yet.
    pub fn new(limits: Limits) -> Bots {
        Bots { limits, idle: Vec::new() }
    }

    /// Plays a game that has begun; `observer` has logged its beginning. Returns the faults in the order of seats.
    ///
    /// # Errors
    /// If a bot cannot be started.
    pub fn play<O: Observer, W: Stopwatch>(
        &mut self,
        lineup: &Lineup,
        seed: u64,
        id: GameId,
        state: &mut State,
        mut observer: (&mut O, EventLog),
        watch: &mut W,
    ) -> Result<Vec<SeatFault>, CannotStart> {
        let mut faults = Vec::new();
        let mut seats: Vec<(Seat, StreamRng)> = Vec::new();
        for seat in 0..lineup.players() {
            let mut rng = lineup.stream(seed, id.block, id.seating, seat);
            seats.push((self.seat(lineup, id.seating, seat, state.setup(), &mut rng, &mut faults)?, rng));
        }
        while let Some(player) = state.to_move() {
            let (seat, rng) = &mut seats[player.index()];
            let view = View::new(state, player);
            let (log, mut problem) = (&observer.1, None);
            let mv = watch.decide(player, || match seat {
                Seat::Agent(agent) => agent.choose(&view, rng),
                Seat::Bot(seated) => {
                    let decided = seated.decide(&view, log, self.limits, &mut faults);
                    let decided = decided.map_err(|e| problem = Some(e)).unwrap_or_default();
                    decided.unwrap_or_else(|| seated.fallback.choose(&view, rng))
                }
            });
            if let Some(problem) = problem {
                return Err(problem);
            }
            state.play_observed(mv, &mut observer);
        }
        for (player, (seat, _)) in Player::all(lineup.players()).zip(seats) {
            match seat {
                Seat::Agent(agent) => watch.playouts(player, agent.playouts()),
                Seat::Bot(seated) => self.dismiss(*seated, state, player, &observer.1),
            }
        }
        faults.sort_by_key(|(seat, _)| *seat);
        Ok(faults)
    }

    fn seat(
        &mut self,
        lineup: &Lineup,
        seating: usize,
        seat: usize,
        setup: &Setup,
        rng: &mut StreamRng,
        faults: &mut Vec<SeatFault>,
    ) -> Result<Seat, CannotStart> {
        let spec = lineup.agent(seating, seat);
        let around = surroundings(lineup.players());
        let Some(command) = spec.command() else {
            let agent = spec.build(&around).expect("what is no command is an agent");
            return Ok(Seat::Agent(agent));
        };
        let seed = rng.next_u64();
        let fallback: goldrush_ai::registry::Spec = FALLBACK.parse().expect("it is registered");
        let fallback = fallback.build(&around);
        let mut seated = SeatedBot { command: command.into(), seed, bot: None, unheard: false, fallback };
        if let Some(at) = self.idle.iter().position(|(idle, _)| idle == command) {
            let (_, mut bot) = self.idle.swap_remove(at);
            // It may have ended since its last game: that is no fault.
            if bot.begin_game(setup, seat, seed).is_ok() {
                (seated.bot, seated.unheard) = (Some(bot), true);
                return Ok(Seat::Bot(Box::new(seated)));
            }
        }
        seated.start(setup, seat, self.limits, faults)?;
        Ok(Seat::Bot(Box::new(seated)))
    }

    /// After a game: the process waits for the next one.
    fn dismiss(&mut self, seated: SeatedBot, state: &State, player: Player, log: &EventLog) {
        let Some(mut bot) = seated.bot else { return };
        // What is wrong with it now does not change the game; it is found out when the next one begins.
        let told = bot.end_game(state, player.index(), log);
        if told.is_ok() && self.limits.cpu_s.is_none() {
            self.idle.push((seated.command, bot));
        }
    }
}

impl SeatedBot {
    /// Starts a process for this game.
    fn start(
        &mut self,
        setup: &Setup,
        seat: usize,
        limits: Limits,
        faults: &mut Vec<SeatFault>,
    ) -> Result<(), CannotStart> {
        self.unheard = false;
        let mut bot = Bot::start(&self.command, limits)?;
        match bot.begin_game(setup, seat, self.seed) {
            Ok(()) => self.bot = Some(bot),
            Err(fault) => faults.push((seat, fault)),
        }
        Ok(())
    }

    /// Its move; none after a fault.
    fn decide(
        &mut self,
        view: &View<State>,
        log: &EventLog,
        limits: Limits,
        faults: &mut Vec<SeatFault>,
    ) -> Result<Option<Move>, CannotStart> {
        let seat = view.observer().index();
        while let Some(bot) = &mut self.bot {
            match bot.decide(view, log) {
                Ok(mv) => {
                    self.unheard = false;
                    return Ok(Some(mv));
                }
                Err(fault) => {
                    self.bot = None;
                    if self.unheard && fault.kind == FaultKind::Crash {
                        self.start(view.table().setup(), seat, limits, faults)?;
                    } else {
                        faults.push((seat, fault));
                    }
                }
            }
        }
        Ok(None)
    }
}
