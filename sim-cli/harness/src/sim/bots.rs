//! Bots that run as child processes, in the seats of a game: starting them, asking them for moves, and handling faults.
//!
//! A process plays game after game, one seat at a time, but never a deal it has seen before: it could remember it. A bot
//! with a fault is ended; a built-in agent plays the rest of the game for its seat, which loses whatever its score is.

use std::any::Any;
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use goldrush_ai::registry::{self, BoxedAgent};
use goldrush_engine::game::{State as _, View};
use goldrush_engine::player::Player;
use goldrush_engine::record::{BotEvaluation, BotFault};
use goldrush_engine::rng::StreamRng;
use goldrush_games::Observers;
use goldrush_games::analyzable::Analyzable;
use goldrush_games::protocol::Protocol;
use goldrush_games::registry::with_setup;
use goldrush_support::error::bad_input;
use goldrush_support::printable::printable;

use super::luck::Followers;
use super::seated_agents::SeatedAgents;
use super::timing::Stopwatch;
use crate::protocol::bot::{Bot, PATIENCE, QUIET};
use crate::protocol::cannot_start::{CannotStart, Obstacle};
use crate::protocol::fault::{Fault, FaultKind};
use crate::protocol::guard::{become_subreaper, keep_apart};
use crate::protocol::limits::Limits;
use crate::protocol::message::{BotOptions, Ready};
use crate::study::GameId;
use crate::study::Plan;
use crate::study::arm::Arm;
use crate::study::spec::Command;
use crate::surroundings::environment;

/// Games with child-process bots always keep a log of events.
const LOGGED: &str = "the observers log events for bots";

/// Starts each outside bot of some arms once and checks that it supports every game and declares its options. Returns each
/// bot's introduction of itself and the options it is given, by its name in plans; without those of bots that cannot be started,
/// if these only lose their games.
///
/// # Errors
/// Fails if a bot cannot be started or does not support a game.
pub fn introductions(
    arms: &[Arm],
    limits: &Limits,
) -> Result<BTreeMap<String, (Ready, BotOptions)>, CannotStart> {
    become_subreaper();
    keep_apart(commands(arms));
    let mut introductions = BTreeMap::new();
    for arm in arms {
        for spec in arm.lineup.agents() {
            let Some(Command { line, options }) = spec.command() else {
                continue;
            };
            let bot = match Bot::start(line, &limits.of(&spec.to_string())) {
                Err(CannotStart {
                    obstacle: Obstacle::Failure,
                    ..
                }) if limits.absent_loses => continue,
                started => started?,
            };
            bot.check_options(line, options)?;
            with_setup!(arm.setup_of(0), G, setup => bot.check_game::<G>(line, setup)?);
            introductions.insert(spec.to_string(), (bot.ready().clone(), options.clone()));
        }
    }
    Ok(introductions)
}

/// Returns the commands of the outside bots in some arms.
fn commands(arms: &[Arm]) -> impl Iterator<Item = &str> {
    let agents = arms.iter().flat_map(|arm| arm.lineup.agents());
    agents.filter_map(|spec| spec.command().map(|command| command.line.as_str()))
}

/// Like [`introductions`], but returns the name and version each bot reports, with its options.
///
/// # Errors
/// As [`introductions`].
pub fn titles(arms: &[Arm], limits: &Limits) -> Result<BTreeMap<String, String>, CannotStart> {
    let mut titles = BTreeMap::new();
    for (spec, (ready, options)) in introductions(arms, limits)? {
        let mut title = ready.title();
        for (name, value) in options {
            title += &format!(" {name}={value}");
        }
        titles.insert(spec, title);
    }
    Ok(titles)
}

/// Checks that the outside bots of a run that is resumed still report the names and versions that its plan holds: a result must
/// not mix versions.
///
/// # Errors
/// Bad input if one reports another. Fails if a bot cannot be started.
pub fn check_titles(plan: &Plan) -> anyhow::Result<()> {
    // In a league, bots have the names of its members, and a changed one is reported when a round begins.
    let Some(limits) = plan.bots.as_ref().filter(|limits| !limits.absent_loses) else {
        return Ok(());
    };
    for (spec, title) in titles(&plan.arms, limits)? {
        if let Some(known) = plan.titles.get(&spec).filter(|known| **known != title) {
            return Err(bad_input(other_version(&title, "run", known)));
        }
    }
    Ok(())
}

/// Describes that a bot is not the one with which something was started.
pub fn other_version(title: &str, started: &str, known: &str) -> String {
    format!("the bot now says \"{title}\"; this {started} was started with \"{known}\"")
}

/// A fault of the bot in a seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeatFault {
    pub seat: usize,
    /// Decision in which it happened, counting this bot's decisions in this game from 0.
    pub decision: u32,
    /// Turn of the game in which it happened, from 1; 0 before the first turn.
    pub turn: usize,
    /// Seed sent to the bot for this game.
    pub seed: u64,
    pub fault: Fault,
}

impl SeatFault {
    /// Returns the fault as a record keeps it.
    pub fn recorded(&self) -> BotFault {
        let SeatFault {
            seat, turn, fault, ..
        } = self;
        BotFault {
            seat: *seat,
            turn: *turn,
            kind: fault.kind.name().into(),
            what: printable(&fault.what).to_string(),
        }
    }
}

/// Most idle processes of a bot that one thread keeps between games. If a bot plays more games than this with one deal, processes
/// started for a single game play the others.
const KEPT: usize = 8;

/// Failures in a row after which a bot that only loses its games by them is not started any more.
const TRIED: usize = 3;

/// Idle bots of one thread.
pub struct BotPool {
    limits: Limits,
    idle: Vec<IdleBot>,
    /// [`SeatedAgents`] of the last game without outside bots.
    agents: Option<Box<dyn Any>>,
    /// Last failure to start and their number in a row, by command line.
    failures: BTreeMap<String, (usize, Fault)>,
    /// Command lines of bots that were not still after a game: these have less time after the next ones.
    restless: BTreeSet<String>,
}

/// A bot waiting for its next game.
struct IdleBot {
    /// Command line that started it.
    command: String,
    /// Block of its last game. A thread plays blocks in ascending order, so the bot has seen no later one.
    met: u64,
    bot: Bot,
}

impl IdleBot {
    /// True if its process can play for a bot with this command and these limits.
    fn plays(&self, command: &Command, limits: &Limits) -> bool {
        self.command == command.line && self.bot.limits() == limits
    }
}

/// A bot that was told that its game is over.
struct Goodbye {
    /// Command line that started it.
    command: String,
    seat: usize,
    /// Random seed sent to the bot for the game.
    seed: u64,
    bot: Bot,
}

/// Player of a seat.
enum Seat<G: Protocol> {
    Agent(BoxedAgent<G>),
    Bot(Box<SeatedBot<G>>),
}

/// An outside bot in its seat.
struct SeatedBot<G: Protocol> {
    command: Command,
    limits: Limits,
    /// Random seed sent to the bot for this game.
    seed: u64,
    /// `None` after a fault.
    bot: Option<Bot>,
    /// True if the process is reused and has not answered in this game yet.
    is_fresh_game: bool,
    fallback: BoxedAgent<G>,
}

impl BotPool {
    /// Creates an empty pool for a plan; starts no bot.
    pub fn of(plan: &Plan) -> BotPool {
        keep_apart(commands(&plan.arms));
        BotPool {
            limits: plan.bots.clone().unwrap_or_default(),
            idle: Vec::new(),
            agents: None,
            failures: BTreeMap::new(),
            restless: BTreeSet::new(),
        }
    }

    /// Returns the built-in agents of the last game, to be used again; empty if there are none for this game.
    pub fn take_agents<G: Protocol>(&mut self) -> Box<SeatedAgents<G>> {
        self.agents
            .take()
            .and_then(|agents| agents.downcast().ok())
            .unwrap_or_default()
    }

    /// Keeps the built-in agents of a game.
    pub fn keep_agents<G: Protocol>(&mut self, agents: Box<SeatedAgents<G>>) {
        self.agents = Some(agents);
    }

    /// Plays a game whose deal is done. `followers` observe it, and their log is what the bots are sent. Returns the
    /// faults, ordered by seat.
    ///
    /// # Errors
    /// Fails if a bot cannot be started.
    pub fn play<'s, G: Analyzable, W: Stopwatch>(
        &mut self,
        plan: &Plan,
        id: GameId,
        setup: &G::Setup,
        state: &mut G::State<'s>,
        followers: &mut Followers<'_, 's, G>,
        timer: &mut W,
    ) -> Result<Vec<SeatFault>, CannotStart> {
        let lineup = &plan.arm(id).lineup;
        let mut faults = Vec::new();
        let mut seats: Vec<(Seat<G>, StreamRng)> = Vec::new();
        for seat in 0..lineup.players() {
            let rng = lineup.stream(plan.seed, id.block, id.seating, seat);
            seats.push((self.seat(plan, id, seat, setup, &mut faults)?, rng));
        }
        let mut turn = 0;
        let mut busy: Vec<Option<Duration>> = seats
            .iter_mut()
            .map(|(seat, _)| processor_time::<G, W>(seat))
            .collect();
        while let Some(player) = state.to_move() {
            let (seat, rng) = &mut seats[player.index()];
            let view = View::new(&*state, player);
            let begins = G::begins_turn(state);
            let mut problem = None;
            let known = faults.len();
            turn += usize::from(begins);
            let mv = timer.decide(player, begins, || match seat {
                Seat::Agent(agent) => agent.choose(&view, rng),
                Seat::Bot(seated) => {
                    let decided = seated.decide(&view, setup, followers.observers, &mut faults);
                    let decided = decided.map_err(|e| problem = Some(e)).unwrap_or_default();
                    decided.unwrap_or_else(|| seated.fallback.choose(&view, rng))
                }
            });
            if let Some(problem) = problem {
                return Err(problem);
            }
            faults[known..]
                .iter_mut()
                .for_each(|fault| fault.turn = turn);
            followers.play(state, mv, || match seat {
                Seat::Agent(agent) => BotEvaluation {
                    value: agent.value(),
                    remark: None,
                },
                Seat::Bot(seated) => seated
                    .bot
                    .as_mut()
                    .map_or_else(BotEvaluation::default, Bot::take_evaluation),
            });
        }
        let mut goodbyes = Vec::new();
        for (player, (mut seat, _)) in Player::all(lineup.players()).zip(seats) {
            let before = busy[player.index()].take();
            if let Some(time) =
                processor_time::<G, W>(&mut seat).and_then(|now| now.checked_sub(before?))
            {
                timer.processor(player, time);
            }
            match seat {
                Seat::Agent(agent) => timer.playouts(player, agent.playouts()),
                Seat::Bot(seated) => {
                    goodbyes.extend(seated.take_leave(state, player, followers.observers));
                }
            }
        }
        // Only now: the bots read the end of the game at the same time.
        for goodbye in goodbyes {
            faults.extend(self.dismiss(goodbye, plan, id, turn));
        }
        faults.sort_by_key(|fault| fault.seat);
        Ok(faults)
    }

    fn seat<G: Protocol>(
        &mut self,
        plan: &Plan,
        id: GameId,
        seat: usize,
        setup: &G::Setup,
        faults: &mut Vec<SeatFault>,
    ) -> Result<Seat<G>, CannotStart> {
        let lineup = &plan.arm(id).lineup;
        let spec = lineup.agent(id.seating, seat);
        let env = environment(lineup.players());
        let Some(command) = spec.command() else {
            let agent = spec
                .build::<G>(&env)
                .expect("an occupant that is not a command is a built-in agent");
            return Ok(Seat::Agent(agent));
        };
        let salt = plan.salt.expect("a plan with external bots has a salt");
        let seed = lineup.bot_seed(salt, id.block, id.seating, seat);
        let fallback = registry::Spec::read::<G>(G::FALLBACK)
            .expect("the agent is registered")
            .build::<G>(&env);
        let mut seated = SeatedBot {
            command: command.clone(),
            limits: self.limits.of(&spec.to_string()).into_owned(),
            seed,
            bot: None,
            is_fresh_game: false,
            fallback,
        };
        if let Some(at) = self
            .idle
            .iter()
            .position(|idle| idle.plays(command, &seated.limits) && idle.met < id.block)
        {
            let IdleBot { mut bot, .. } = self.idle.swap_remove(at);
            bot.check_game::<G>(&command.line, setup)?;
            // The process may have ended since its last game: that is not a fault. Nor is this game lost by what a child of the bot
            // wrote long after the last one.
            if !bot.spoke_up()
                && bot
                    .begin_game::<G>(setup, seat, seed, &command.options)
                    .is_ok()
            {
                (seated.bot, seated.is_fresh_game) = (Some(bot), true);
                return Ok(Seat::Bot(Box::new(seated)));
            }
        }
        if let Some((TRIED.., fault)) = self.failures.get(&command.line) {
            faults.push(SeatFault {
                seat,
                decision: 0,
                turn: 0,
                seed,
                fault: fault.clone(),
            });
            return Ok(Seat::Bot(Box::new(seated)));
        }
        seated.start(setup, seat, faults)?;
        match faults.last() {
            Some(SeatFault { fault, .. }) if seated.bot.is_none() && self.limits.absent_loses => {
                let before = self
                    .failures
                    .get(&command.line)
                    .map_or(0, |(number, _)| *number);
                self.failures
                    .insert(command.line.clone(), (before + 1, fault.clone()));
            }
            _ => drop(self.failures.remove(&command.line)),
        }
        Ok(Seat::Bot(Box::new(seated)))
    }

    /// Dismisses a bot from a game that is over, with its fault if it wrote something after its last answer. Its process waits for the
    /// next deal, or is ended if enough are waiting, or if it is still busy. A file of deals may repeat a deal, so no process plays a second game from one.
    fn dismiss(
        &mut self,
        goodbye: Goodbye,
        plan: &Plan,
        id: GameId,
        turn: usize,
    ) -> Option<SeatFault> {
        let Goodbye {
            command,
            seat,
            seed,
            mut bot,
        } = goodbye;
        let patience = if self.restless.contains(&command) {
            QUIET
        } else {
            PATIENCE
        };
        if let Err(fault) = bot.settle(patience) {
            return Some(SeatFault {
                seat,
                decision: bot.decisions(),
                turn,
                seed,
                fault,
            });
        }
        if !bot.is_still() {
            self.restless.insert(command);
            return None;
        }
        let kept = self
            .idle
            .iter()
            .filter(|idle| idle.command == command)
            .count();
        if bot.limits().cpu_s.is_none() && plan.deals.is_none() && kept < KEPT {
            self.idle.push(IdleBot {
                command,
                met: id.block,
                bot,
            });
        }
        None
    }
}

/// Returns the processor time of a seat's bot so far, if timing is on.
fn processor_time<G: Protocol, W: Stopwatch>(seat: &mut Seat<G>) -> Option<Duration> {
    match seat {
        Seat::Bot(seated) if W::WATCHES => seated.bot.as_mut()?.processor_time(),
        Seat::Bot(_) | Seat::Agent(_) => None,
    }
}

impl<G: Protocol> SeatedBot<G> {
    /// Tells the bot that the game is over; returns nothing if it has gone.
    fn take_leave(
        self,
        state: &G::State<'_>,
        player: Player,
        observers: &Observers<G>,
    ) -> Option<Goodbye> {
        let mut bot = self.bot?;
        // A bot that ends with the game has no fault.
        bot.end_game::<G>(state, player, observers.log.as_ref().expect(LOGGED))
            .ok()?;
        Some(Goodbye {
            command: self.command.line,
            seat: player.index(),
            seed: self.seed,
            bot,
        })
    }

    /// Starts a process for this game.
    fn start(
        &mut self,
        setup: &G::Setup,
        seat: usize,
        faults: &mut Vec<SeatFault>,
    ) -> Result<(), CannotStart> {
        self.is_fresh_game = false;
        let Command { line, options } = &self.command;
        let limits = &self.limits;
        let started =
            Bot::start(line, limits).and_then(|bot| bot.check_game::<G>(line, setup).map(|()| bot));
        let fault = match started {
            Ok(mut bot) => match bot.begin_game::<G>(setup, seat, self.seed, options) {
                Ok(()) => {
                    self.bot = Some(bot);
                    return Ok(());
                }
                Err(fault) => fault,
            },
            Err(CannotStart {
                obstacle: Obstacle::Failure,
                fault,
                ..
            }) if limits.absent_loses => fault,
            Err(e) => return Err(e),
        };
        faults.push(SeatFault {
            seat,
            decision: 0,
            turn: 0,
            seed: self.seed,
            fault,
        });
        Ok(())
    }

    /// Asks the bot for a move; `None` after a fault.
    fn decide(
        &mut self,
        view: &View<G::State<'_>>,
        setup: &G::Setup,
        observers: &Observers<G>,
        faults: &mut Vec<SeatFault>,
    ) -> Result<Option<G::Move>, CannotStart> {
        let seat = view.observer().index();
        while let Some(bot) = &mut self.bot {
            match bot.decide::<G>(view, observers.log.as_ref().expect(LOGGED)) {
                Ok(mv) => {
                    self.is_fresh_game = false;
                    return Ok(Some(mv));
                }
                Err(fault) => {
                    let decision = bot.decisions();
                    self.bot = None;
                    // Until a reused process answers, a fault may come from an earlier game: a new process shows which.
                    if self.is_fresh_game && fault.kind != FaultKind::Timeout {
                        self.start(setup, seat, faults)?;
                    } else {
                        faults.push(SeatFault {
                            seat,
                            decision,
                            turn: 0,
                            seed: self.seed,
                            fault,
                        });
                    }
                }
            }
        }
        Ok(None)
    }
}
