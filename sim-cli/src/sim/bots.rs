//! BotPool in processes of their own at the table of a game: who begins, who is asked, and what happens after a fault.
//!
//! A process plays game after game, one seat at a time. A bot with a fault is ended; an agent of this program plays the rest of the game
//! for its seat, which has lost whatever the score is, and the next game begins with a new process.

use std::collections::BTreeMap;
use std::time::Duration;

use goldrush_ai::registry::{self, BoxedAgent};
use goldrush_engine::game::{State as _, View};
use goldrush_engine::player::Player;
use goldrush_engine::record::BotEvaluation;
use goldrush_engine::rng::StreamRng;
use rand::Rng as _;

use super::effort::Stopwatch;
use super::luck::Followers;
use crate::games::protocol::Protocol;
use crate::games::registry::with_setup;
use crate::protocol::bot::{Bot, CannotStart};
use crate::protocol::fault::{Fault, FaultKind};
use crate::protocol::limits::Limits;
use crate::study::GameId;
use crate::study::Plan;
use crate::study::lineup::Lineup;
use crate::study::spec::Command;
use crate::surroundings::surroundings;

/// Whoever plays with bots in processes of their own listens for them.
const LOGGED: &str = "bots are told what happens";

/// Starts each bot of a plan once and sees to it that it plays all that is planned for it; what they call themselves, and what they
/// are to go by, by their names in plans.
///
/// # Errors
/// If one cannot be started, or does not play it.
pub fn titles(plan: &Plan, limits: Limits) -> Result<BTreeMap<String, String>, CannotStart> {
    let mut titles = BTreeMap::new();
    for arm in &plan.arms {
        for spec in arm.lineup.agents() {
            let Some(Command { line, options }) = spec.command() else { continue };
            let bot = Bot::start(line, limits)?;
            with_setup!(arm.setup_of(0), G, setup => bot.check_game::<G>(line, setup)?);
            let told: Vec<String> = options.iter().map(|(name, value)| format!(" {name}={value}")).collect();
            titles.insert(spec.to_string(), bot.ready().title() + &told.concat());
        }
    }
    Ok(titles)
}

/// A seat and its bot's fault.
pub type SeatFault = (usize, Fault);

/// The bots of one thread, between games.
pub struct BotPool {
    limits: Limits,
    /// With the lines that started them.
    idle: Vec<(String, Bot)>,
}

/// Who sits in a seat.
enum Seat<G: Protocol> {
    Agent(BoxedAgent<G>),
    Bot(Box<SeatedBot<G>>),
}

/// A bot in its seat.
struct SeatedBot<G: Protocol> {
    command: Command,
    /// What its chance comes from in this game.
    seed: u64,
    /// None after a fault.
    bot: Option<Bot>,
    /// Whether it has played before and nothing was heard of it in this game: if it is gone, it ended between the games.
    unheard: bool,
    fallback: BoxedAgent<G>,
}

impl BotPool {
    /// The bots of a plan, none of them started yet.
    pub fn of(plan: &Plan) -> BotPool {
        BotPool { limits: plan.bots.unwrap_or_default(), idle: Vec::new() }
    }

    /// Plays a game that has begun; `followers` hear what happens, and tell bots. Returns the faults in the order of seats.
    ///
    /// # Errors
    /// If a bot cannot be started.
    pub fn play<'s, G: Protocol, W: Stopwatch>(
        &mut self,
        plan: &Plan,
        id: GameId,
        setup: &G::Setup,
        state: &mut G::State<'s>,
        followers: &mut Followers<'_, 's, G>,
        watch: &mut W,
    ) -> Result<Vec<SeatFault>, CannotStart> {
        let (lineup, seed) = (&plan.arm(id).lineup, plan.seed);
        let mut faults = Vec::new();
        let mut seats: Vec<(Seat<G>, StreamRng)> = Vec::new();
        for seat in 0..lineup.players() {
            let mut rng = lineup.stream(seed, id.block, id.seating, seat);
            seats.push((self.seat(lineup, id.seating, seat, setup, &mut rng, &mut faults)?, rng));
        }
        let mut busy: Vec<Option<Duration>> = seats.iter_mut().map(|(seat, _)| processor_time::<G, W>(seat)).collect();
        while let Some(player) = state.to_move() {
            let (seat, rng) = &mut seats[player.index()];
            let (view, begins) = (View::new(&*state, player), G::begins_turn(state));
            let mut problem = None;
            let mv = watch.decide(player, begins, || match seat {
                Seat::Agent(agent) => agent.choose(&view, rng),
                Seat::Bot(seated) => {
                    let decided = seated.decide(&view, setup, followers.ears, self.limits, &mut faults);
                    let decided = decided.map_err(|e| problem = Some(e)).unwrap_or_default();
                    decided.unwrap_or_else(|| seated.fallback.choose(&view, rng))
                }
            });
            if let Some(problem) = problem {
                return Err(problem);
            }
            followers.play(state, mv, || match seat {
                Seat::Agent(agent) => BotEvaluation { value: agent.value(), remark: None },
                Seat::Bot(seated) => seated.bot.as_mut().map_or_else(BotEvaluation::default, Bot::take_thought),
            });
        }
        for (player, (mut seat, _)) in Player::all(lineup.players()).zip(seats) {
            let before = busy[player.index()].take();
            if let Some(time) = processor_time::<G, W>(&mut seat).and_then(|now| now.checked_sub(before?)) {
                watch.processor(player, time);
            }
            match seat {
                Seat::Agent(agent) => watch.playouts(player, agent.playouts()),
                Seat::Bot(seated) => self.dismiss(*seated, state, player, followers.ears),
            }
        }
        faults.sort_by_key(|(seat, _)| *seat);
        Ok(faults)
    }

    fn seat<G: Protocol>(
        &mut self,
        lineup: &Lineup,
        seating: usize,
        seat: usize,
        setup: &G::Setup,
        rng: &mut StreamRng,
        faults: &mut Vec<SeatFault>,
    ) -> Result<Seat<G>, CannotStart> {
        let spec = lineup.agent(seating, seat);
        let around = surroundings(lineup.players());
        let Some(command) = spec.command() else {
            let agent = spec.build::<G>(&around).expect("what is no command is an agent");
            return Ok(Seat::Agent(agent));
        };
        let seed = rng.next_u64();
        let fallback = registry::Spec::read::<G>(G::FALLBACK).expect("it is registered").build::<G>(&around);
        let mut seated = SeatedBot { command: command.clone(), seed, bot: None, unheard: false, fallback };
        if let Some(at) = self.idle.iter().position(|(idle, _)| *idle == command.line) {
            let (_, mut bot) = self.idle.swap_remove(at);
            bot.check_game::<G>(&command.line, setup)?;
            // It may have ended since its last game: that is no fault.
            if bot.begin_game::<G>(setup, seat, seed, &command.options).is_ok() {
                (seated.bot, seated.unheard) = (Some(bot), true);
                return Ok(Seat::Bot(Box::new(seated)));
            }
        }
        seated.start(setup, seat, self.limits, faults)?;
        Ok(Seat::Bot(Box::new(seated)))
    }

    /// After a game: the process waits for the next one.
    fn dismiss<G: Protocol>(&mut self, seated: SeatedBot<G>, state: &G::State<'_>, player: Player, ears: &G::Ears) {
        let Some(mut bot) = seated.bot else { return };
        // What is wrong with it now does not change the game; it is found out when the next one begins.
        let told = bot.end_game::<G>(state, player, G::log(ears).expect(LOGGED));
        if told.is_ok() && self.limits.cpu_s.is_none() {
            self.idle.push((seated.command.line, bot));
        }
    }
}

/// Processor time of a seat's bot so far, if somebody watches.
fn processor_time<G: Protocol, W: Stopwatch>(seat: &mut Seat<G>) -> Option<Duration> {
    match seat {
        Seat::Bot(seated) if W::WATCHES => seated.bot.as_mut()?.processor_time(),
        Seat::Bot(_) | Seat::Agent(_) => None,
    }
}

impl<G: Protocol> SeatedBot<G> {
    /// Starts a process for this game.
    fn start(
        &mut self,
        setup: &G::Setup,
        seat: usize,
        limits: Limits,
        faults: &mut Vec<SeatFault>,
    ) -> Result<(), CannotStart> {
        self.unheard = false;
        let Command { line, options } = &self.command;
        let mut bot = Bot::start(line, limits)?;
        bot.check_game::<G>(line, setup)?;
        match bot.begin_game::<G>(setup, seat, self.seed, options) {
            Ok(()) => self.bot = Some(bot),
            Err(fault) => faults.push((seat, fault)),
        }
        Ok(())
    }

    /// Its move; none after a fault.
    fn decide(
        &mut self,
        view: &View<G::State<'_>>,
        setup: &G::Setup,
        ears: &G::Ears,
        limits: Limits,
        faults: &mut Vec<SeatFault>,
    ) -> Result<Option<G::Move>, CannotStart> {
        let seat = view.observer().index();
        while let Some(bot) = &mut self.bot {
            match bot.decide::<G>(view, G::log(ears).expect(LOGGED)) {
                Ok(mv) => {
                    self.unheard = false;
                    return Ok(Some(mv));
                }
                Err(fault) => {
                    self.bot = None;
                    if self.unheard && fault.kind == FaultKind::Crash {
                        self.start(setup, seat, limits, faults)?;
                    } else {
                        faults.push((seat, fault));
                    }
                }
            }
        }
        Ok(None)
    }
}
