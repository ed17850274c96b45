//! A bot in a game: the host's side of the protocol.

use std::time::{Duration, Instant};

use goldrush_engine::game::{State as _, View};
use goldrush_engine::player::Player;
use goldrush_engine::record::BotEvaluation;
use goldrush_games::log::Log as _;
use goldrush_games::protocol::Protocol;
use goldrush_games::requested::RequestedFields;
use goldrush_games::variants::asked;
use serde::Serialize;
use serde_json::{Value, json};

use super::VERSION;
use super::cannot_start::{CannotStart, Obstacle};
use super::fault::{Fault, FaultKind};
use super::guard::{check_sandbox, described, problem};
use super::limits::Limits;
use super::message::{BotOptions, Chosen, Components, Decide, FromBot, Game, Hello, Over, Ready};
use super::mistake::Mistake;
use super::pipe::{Activity, Ending, LONGEST_LINE, ProcessError};
use super::process::Process;
use super::refusal::{Misnamed, Refusal, misnamed, quoted, read};

/// Fault message for a bot that answers a question before it is asked.
const UNASKED: &str = "sent a move before it was asked for one";

/// Longest time that a bot has, after a game, until it is still.
pub const PATIENCE: Duration = Duration::from_secs(2);
/// Time without output after which a sleeping bot counts as still, if the system does not say that it waits for input. Also the
/// longest time that a bot has after a game if it was not still after an earlier one.
pub const QUIET: Duration = Duration::from_millis(10);
/// Looks in a row at which a bot waits for input until it counts as still: at a single one, a process may just have ended or started.
const LOOKS: u32 = 3;
/// First and longest pause between two looks at a bot that is not still.
const PAUSES: [Duration; 2] = [Duration::from_micros(50), Duration::from_millis(2)];

/// Output that nobody asked for.
enum Unasked {
    /// Nothing, or the beginning of a line.
    Nothing,
    /// A message that it may send at any time.
    Harmless,
    /// Something that it may not write.
    Wrong(Refusal),
    /// Its output cannot be read.
    Unreadable(ProcessError),
}

/// Reason to wait for a bot.
#[derive(Clone, Copy)]
enum Wait {
    /// It starts.
    Ready,
    /// It reads a message.
    Read,
    /// It decides.
    Move,
}

/// Noise that `goldrush lab check-bot` adds to messages to check that the bot ignores it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Noise {
    /// Nothing.
    #[default]
    None,
    /// Unknown fields and messages.
    Unknown,
    /// Lines that are not messages.
    Garbage,
}

/// A bot that has started and is ready to play.
pub struct Bot {
    process: Process,
    limits: Limits,
    ready: Ready,
    requested: RequestedFields,
    noise: Noise,
    /// The catalogue it was sent.
    catalogue: Option<String>,
    /// Number of this game's events it was sent.
    events_sent: usize,
    /// Decisions made in this game.
    decisions: u32,
    /// Number of moves that it was offered last.
    count: u32,
    /// Time left for this game.
    bank: Duration,
    /// Message since it was asked that looks like an answer, except for its type.
    misnamed: Option<Misnamed>,
    /// True if it was found still after its last game, or has ended since.
    is_still: bool,
    /// Its comment on its last move.
    evaluation: BotEvaluation,
    line: Vec<u8>,
}

impl Bot {
    /// Returns its limits.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Starts a command and shakes hands; on failure, tries once more.
    ///
    /// # Errors
    /// Fails if the second attempt fails.
    pub fn start(command: &str, limits: &Limits) -> Result<Bot, CannotStart> {
        Bot::start_once(command, limits)
            .or_else(|_| Bot::start_once(command, limits))
            .map_err(|fault| {
                let checked = limits.sandbox.then(|| check_sandbox(limits));
                match checked.and_then(Result::err) {
                    Some(why) => CannotStart::because(command, Obstacle::NoSandbox, why),
                    None => CannotStart {
                        command: command.into(),
                        obstacle: Obstacle::Failure,
                        fault,
                    },
                }
            })
    }

    /// Starts a command and shakes hands.
    ///
    /// # Errors
    /// Fails if the command does not run, or is not ready in time.
    pub fn start_once(command: &str, limits: &Limits) -> Result<Bot, Fault> {
        Bot::greet(command, limits).map_err(|fault| explained(fault, command, limits))
    }

    fn greet(command: &str, limits: &Limits) -> Result<Bot, Fault> {
        let deadline = Instant::now() + limits.start();
        let process = Process::start(command, limits).map_err(|e| Fault {
            kind: FaultKind::Crash,
            what: format!("no process: {e}"),
            stderr_tail: String::new(),
            advice: None,
        })?;
        let mut bot = Bot {
            process,
            limits: limits.clone(),
            ready: Ready::default(),
            requested: RequestedFields::new(None),
            noise: Noise::None,
            catalogue: None,
            events_sent: 0,
            decisions: 0,
            count: 0,
            misnamed: None,
            bank: Duration::ZERO,
            is_still: true,
            evaluation: BotEvaluation::default(),
            line: Vec::new(),
        };
        let program = "goldrush";
        let version = env!("CARGO_PKG_VERSION");
        let hello = Hello {
            proto: VERSION,
            program,
            version,
        };
        bot.send(&hello, deadline)
            .map_err(|process_error| bot.fault(process_error, Wait::Ready))?;
        loop {
            match bot.receive(Wait::Ready, deadline)? {
                FromBot::Ready(ready) => {
                    if let Some(proto) = ready.proto.filter(|proto| *proto != VERSION) {
                        let what =
                            format!("speaks version {proto} of the protocol; {VERSION} is needed");
                        return Err(bot.refuse(Mistake::Version.seen(what)));
                    }
                    bot.process.know_timers();
                    bot.requested = RequestedFields::new(ready.send.as_deref());
                    bot.ready = ready;
                    return Ok(bot);
                }
                FromBot::Move(_) => {
                    return Err(bot.refuse(Mistake::MoveForHello.seen(UNASKED)));
                }
                FromBot::Other => {}
            }
        }
    }

    /// Returns how it introduced itself.
    pub fn ready(&self) -> &Ready {
        &self.ready
    }

    /// Checks that the bot supports this setup, as far as it declares what it supports.
    ///
    /// # Errors
    /// Fails if it declares that it does not.
    pub fn check_game<G: Protocol>(
        &self,
        command: &str,
        setup: &G::Setup,
    ) -> Result<(), CannotStart> {
        let options: Vec<&str> = asked::<G>(setup)
            .iter()
            .map(|(option, _)| option.name)
            .collect();
        let Some(what) = self
            .ready
            .refuses(G::name(setup), G::players(setup), &options)
        else {
            return Ok(());
        };
        Err(CannotStart::because(command, Obstacle::Refusal, what))
    }

    /// Checks options against those that the bot declares.
    ///
    /// # Errors
    /// If it declares no option of that name and type.
    pub fn check_options(&self, command: &str, options: &BotOptions) -> Result<(), CannotStart> {
        let refused = |what| CannotStart::because(command, Obstacle::Refusal, what);
        self.ready.options_with(options).map(drop).map_err(refused)
    }

    /// Returns the number of decisions it has made in this game.
    pub fn decisions(&self) -> u32 {
        self.decisions
    }

    /// Returns its comment on its last move, and clears it.
    pub fn take_evaluation(&mut self) -> BotEvaluation {
        std::mem::take(&mut self.evaluation)
    }

    /// Returns what it wants to be sent.
    pub fn requested(&self) -> &RequestedFields {
        &self.requested
    }

    /// Returns the processor time of all its processes so far, if the system reports it.
    pub fn processor_time(&mut self) -> Option<Duration> {
        self.process.processor_time()
    }

    /// Adds noise to every message from now on.
    pub fn add_noise(&mut self, noise: Noise) {
        self.noise = noise;
    }

    /// Sends the start of a game; `seed` is below [`SEEDS`](goldrush_engine::rng::SEEDS).
    ///
    /// # Errors
    /// Fails if the bot does not read the message in time.
    pub fn begin_game<G: Protocol>(
        &mut self,
        setup: &G::Setup,
        seat: usize,
        seed: u64,
        options: &BotOptions,
    ) -> Result<(), Fault> {
        (self.events_sent, self.decisions, self.bank) = (0, 0, self.limits.clock.start());
        let deadline = Instant::now() + self.limits.decision();
        let (name, hash) = G::identity(setup);
        let hash = format!("{hash:016x}");
        // The game's name matters too: variants use different parts of the same tiles.
        let catalogue_id = format!("{hash} {}", G::name(setup));
        if self.requested.catalogue && self.catalogue.as_ref() != Some(&catalogue_id) {
            self.send_in_time(
                &Components {
                    name: &name,
                    hash: &hash,
                    all: G::catalogue(setup),
                },
                deadline,
            )?;
            self.catalogue = Some(catalogue_id);
        }
        let game = Game {
            game: G::name(setup),
            seat,
            players: G::players(setup),
            seed,
            catalogue: &name,
            catalogue_hash: &hash,
            rules: G::rules(setup),
            options,
            tokens: G::tokens(setup),
            move_ms: self.limits.move_ms,
            game_ms: self.limits.clock.start_s.saturating_mul(1000),
            increment_ms: self.limits.clock.increment_ms,
        };
        self.send_in_time(&game, deadline)
    }

    /// Asks for the move of the seat that `view` belongs to.
    ///
    /// # Errors
    /// Fails, and ends the bot, if it does not answer in time or its answer is not a legal move.
    pub fn decide<G: Protocol>(
        &mut self,
        view: &View<G::State<'_>>,
        log: &G::Log,
    ) -> Result<G::Move, Fault> {
        let mut moves = Vec::new();
        view.legal_moves(&mut moves);
        let limit = self.limits.decision().min(self.bank);
        let question = Decide {
            n: self.decisions,
            situation: G::situation(view),
            count: moves.len() as u32,
            time_ms: limit.as_millis() as u64,
            events: self
                .requested
                .events
                .then(|| log.since(self.events_sent, view.observer())),
            observation: self.requested.observation.then(|| view.observation()),
            features: if self.requested.features {
                G::features(view)
            } else {
                None
            },
            moves: self
                .requested
                .moves
                .then(|| G::offers(view, &moves, &self.requested)),
        };
        self.events_sent = log.count();
        self.count = question.count;
        self.misnamed = None;
        self.write(&question);
        let started_at = Instant::now();
        let deadline = started_at + limit + self.limits.margin();
        let in_a_line = self.skip_unsolicited(deadline)?;
        let sent = self.process.send(&self.line, deadline);
        sent.map_err(|process_error| self.fault(process_error, Wait::Move))?;
        let n = self.decisions;
        let chosen = self.answer(in_a_line, deadline)?;
        let id = chosen.id;
        self.evaluation = BotEvaluation {
            value: chosen.value.filter(|value| value.is_finite()),
            remark: chosen.remark(),
        };
        self.bank = self
            .bank
            .saturating_sub(started_at.elapsed())
            .saturating_add(self.limits.clock.increment());
        let Some(mv) = moves.get(id as usize).copied() else {
            let what = format!(
                "answered move {id} to decision {n}, which has the moves 0 to {}",
                moves.len() - 1
            );
            return Err(self.kill_with_fault(FaultKind::Illegal, Mistake::NotOffered.seen(what)));
        };
        self.decisions += 1;
        Ok(mv)
    }

    /// Skips unasked output; true if the bot has begun another line.
    fn skip_unsolicited(&mut self, deadline: Instant) -> Result<bool, Fault> {
        loop {
            match self.take_unasked() {
                Unasked::Nothing => return Ok(self.process.is_in_a_line()),
                Unasked::Harmless if Instant::now() > deadline => {
                    return Err(self.fault(ProcessError::Late, Wait::Move));
                }
                Unasked::Harmless => {}
                Unasked::Wrong(refusal) => return Err(self.refuse(refusal)),
                Unasked::Unreadable(process_error) => {
                    return Err(self.fault(process_error, Wait::Move));
                }
            }
        }
    }

    /// Reads a line that it has written already.
    fn take_unasked(&mut self) -> Unasked {
        match self.process.take_written() {
            Ok(None) => Unasked::Nothing,
            Ok(Some(line)) => match read(line, self.count) {
                Ok(FromBot::Move(_)) => Unasked::Wrong(Mistake::Unasked.seen(UNASKED)),
                Ok(FromBot::Ready(_) | FromBot::Other) => Unasked::Harmless,
                Err(refusal) => Unasked::Wrong(refusal),
            },
            Err(process_error) => Unasked::Unreadable(process_error),
        }
    }

    /// Waits after [`Bot::end_game`] until the bot has read the end of the game and is still: until all its processes wait for
    /// input, and none of its threads wakes up by itself within [`PATIENCE`]. What it writes until then, after its last answer,
    /// belongs to the game that is over. A bot that has ended is still. Waits no longer than `patience`, and for a timer no longer
    /// than [`PATIENCE`]; see [`Bot::is_still`].
    ///
    /// # Errors
    /// Fails, and ends the bot, if it writes a move, a line that is no message, or one that does not end.
    pub fn settle(&mut self, patience: Duration) -> Result<(), Fault> {
        let begun = Instant::now();
        let mut until = begun + patience;
        let mut is_extended = false;
        let ([mut pause, longest], mut looks, mut asleep_since) = (PAUSES, 0, None);
        loop {
            // Looked at before its output: what it wrote before it fell asleep is there by then.
            let activity = self.process.activity(PATIENCE);
            let wrote = match self.take_unasked() {
                Unasked::Nothing => false,
                Unasked::Harmless => true,
                Unasked::Wrong(refusal) => return Err(self.afterward(refusal)),
                Unasked::Unreadable(ProcessError::TooLong) => {
                    let refusal = Mistake::Unended.seen("wrote a line without end");
                    return Err(self.afterward(refusal));
                }
                Unasked::Unreadable(_) => return Ok(()),
            };
            let now = Instant::now();
            looks = if activity == Activity::Reading && !wrote {
                looks + 1
            } else {
                0
            };
            asleep_since = if activity == Activity::Busy || wrote {
                None
            } else {
                asleep_since.or(Some(now))
            };
            if looks == LOOKS
                || asleep_since.is_some_and(|since| now.duration_since(since) >= QUIET)
            {
                break;
            }
            if now >= until {
                // A timer is waited for once, even if the bot is never still: it may have been set for every game.
                let longest = begun + PATIENCE;
                let due = self.process.timer().map(|due| now + due);
                let Some(due) = due.filter(|due| !is_extended && *due <= longest) else {
                    self.is_still = false;
                    break;
                };
                (until, is_extended) = (due + QUIET, true);
            }
            if !wrote && self.process.await_output(pause).is_err() {
                return Ok(());
            }
            pause = (2 * pause).min(longest);
        }
        match self.process.is_in_a_line() {
            true => Err(self.afterward(Mistake::Unended.seen("wrote a line that does not end"))),
            false => Ok(()),
        }
    }

    /// False if it was busy to the end after its last game. It must play no other one: nobody can say to which game belongs what it
    /// writes from then on.
    pub fn is_still(&self) -> bool {
        self.is_still
    }

    /// Returns the time until one of its threads wakes up by itself, at most, if the system shows one.
    pub fn timer(&self) -> Option<Duration> {
        self.process.timer()
    }

    /// Ends the bot because of what it wrote after its last answer.
    fn afterward(&mut self, Refusal { what, advice }: Refusal) -> Fault {
        self.refuse(Refusal {
            what: format!("after its last answer of the game it {what}"),
            advice,
        })
    }

    /// True if it has written something wrong since its last game was over: too late for that game, and nothing that the next one
    /// should be lost for.
    pub fn spoke_up(&mut self) -> bool {
        loop {
            match self.take_unasked() {
                Unasked::Nothing => return self.process.is_in_a_line(),
                Unasked::Harmless => {}
                Unasked::Wrong(_) | Unasked::Unreadable(_) => return true,
            }
        }
    }

    /// Waits for the chosen move. A line started before the question was sent does not count as an answer.
    fn answer(&mut self, mut is_stale: bool, deadline: Instant) -> Result<Chosen, Fault> {
        loop {
            let unasked = std::mem::take(&mut is_stale);
            match self.receive(Wait::Move, deadline)? {
                FromBot::Move(_) if unasked => {
                    return Err(self.refuse(Mistake::Unasked.seen(UNASKED)));
                }
                FromBot::Move(chosen) if chosen.n.is_none_or(|n| n == self.decisions) => {
                    return Ok(chosen);
                }
                FromBot::Move(chosen) => {
                    let answered = chosen.n.unwrap_or(0);
                    let asked = self.decisions;
                    let what =
                        format!("answered decision {answered} when asked for decision {asked}");
                    return Err(self.refuse(Mistake::OtherDecision.seen(what)));
                }
                FromBot::Ready(_) | FromBot::Other if Instant::now() > deadline => {
                    return Err(self.fault(ProcessError::Late, Wait::Move));
                }
                FromBot::Ready(_) | FromBot::Other => {}
            }
        }
    }

    /// Sends the final result of the game.
    ///
    /// # Errors
    /// Fails if the bot does not read the message in time.
    pub fn end_game<G: Protocol>(
        &mut self,
        state: &G::State<'_>,
        seat: Player,
        log: &G::Log,
    ) -> Result<(), Fault> {
        let events = self
            .requested
            .events
            .then(|| log.since(self.events_sent, seat));
        let over = Over {
            scores: state.scores().as_slice().to_vec(),
            events,
        };
        self.send_in_time(&over, Instant::now() + self.limits.decision())
    }

    /// Asks the bot to end, and kills it if it has not within `grace`.
    pub fn finish(mut self, grace: Duration) -> Ending {
        self.process.finish(grace)
    }

    fn send_in_time(&mut self, message: &impl Serialize, deadline: Instant) -> Result<(), Fault> {
        self.send(message, deadline)
            .map_err(|process_error| self.fault(process_error, Wait::Read))
    }

    fn send(&mut self, message: &impl Serialize, deadline: Instant) -> Result<(), ProcessError> {
        self.write(message);
        self.process.send(&self.line, deadline)
    }

    /// Writes a message to `line`, which it clears first.
    fn write(&mut self, message: &impl Serialize) {
        self.line.clear();
        match self.noise {
            Noise::None => push(&mut self.line, message),
            Noise::Unknown => {
                let mut noisy =
                    serde_json::to_value(message).expect("a message serializes to JSON");
                if let Value::Object(fields) = &mut noisy {
                    fields.insert("x-unknown".into(), json!({ "depth": [1, 2, null] }));
                }
                push(&mut self.line, &json!({ "t": "x-unknown", "id": 0 }));
                push(&mut self.line, &noisy);
            }
            Noise::Garbage => {
                self.line
                    .extend_from_slice(b"\n]this is no JSON{\n[1, 2]\n");
                push(&mut self.line, message);
            }
        }
    }

    fn receive(&mut self, wait: Wait, deadline: Instant) -> Result<FromBot, Fault> {
        let line = match self.process.receive(deadline) {
            Ok(line) => line,
            Err(process_error) => return Err(self.fault(process_error, wait)),
        };
        let received = read(line, self.count);
        if received == Ok(FromBot::Other) {
            self.misnamed = misnamed(line).or(self.misnamed.take());
        }
        received.map_err(|refusal| self.refuse(refusal))
    }

    fn fault(&mut self, process_error: ProcessError, wait: Wait) -> Fault {
        let incomplete = quoted(self.process.incomplete_line());
        let is_late = matches!(process_error, ProcessError::Late);
        let is_unended = is_late || matches!(process_error, ProcessError::Gone);
        let mut fault = self.fault_of_process(process_error, wait);
        if !incomplete.is_empty() && is_unended {
            fault.what += &format!("; it wrote a line without a line end: {incomplete}");
            fault.advice = Some(Mistake::Unended.advice().into());
        } else if let Some(Misnamed { line, mistake }) = self.misnamed.take().filter(|_| is_late) {
            fault.what += &format!("; it wrote {line}, whose t is unknown and therefore ignored");
            fault.advice = Some(mistake.advice().into());
        }
        fault
    }

    fn fault_of_process(&mut self, process_error: ProcessError, wait: Wait) -> Fault {
        let kind = match process_error {
            ProcessError::Late => FaultKind::Timeout,
            ProcessError::Gone | ProcessError::System(_) => FaultKind::Crash,
            ProcessError::Unguarded | ProcessError::TooLong => FaultKind::Protocol,
        };
        let refusal = match process_error {
            ProcessError::Late => self.lateness(wait).seen(self.exceeded(wait)),
            ProcessError::Gone => self.process.exit_reason(),
            ProcessError::Unguarded => "killed the process that guards it".into(),
            ProcessError::TooLong => Mistake::Unended.seen(format!(
                "wrote more than {LONGEST_LINE} bytes without an end of line"
            )),
            ProcessError::System(e) => e.to_string().into(),
        };
        self.kill_with_fault(kind, refusal)
    }

    /// Returns why the bot is late, as far as the system shows what it does.
    fn lateness(&self, wait: Wait) -> Mistake {
        match (wait, self.process.activity(Duration::ZERO)) {
            (Wait::Ready, _) => Mistake::Unready,
            (Wait::Read, _) => Mistake::Unread,
            (Wait::Move, Activity::Reading) => Mistake::Unflushed,
            (Wait::Move, Activity::Busy) => Mistake::Slow,
            (Wait::Move, Activity::Asleep) => Mistake::Silent,
        }
    }

    /// Describes the limit that the bot has exceeded.
    fn exceeded(&self, wait: Wait) -> String {
        let Limits {
            start_s,
            move_ms,
            clock,
            ..
        } = self.limits;
        let left_ms = self.bank.as_millis();
        match wait {
            Wait::Ready => format!(
                "waited {} ms to be ready (--bot-start-s)",
                start_s.saturating_mul(1000)
            ),
            Wait::Read => format!("waited {move_ms} ms to be read (--bot-move-ms)"),
            Wait::Move if self.bank >= self.limits.decision() => {
                format!("waited {move_ms} ms for a move (--bot-move-ms)")
            }
            Wait::Move => {
                let spent = match clock.increment_ms {
                    0 => format!("used up its {} s for the game", clock.start_s),
                    increment_ms => {
                        format!(
                            "its clock of {} s + {} s a decision ran out",
                            clock.start_s,
                            increment_ms as f64 / 1000.0
                        )
                    }
                };
                format!("{spent} (--bot-game-s); {left_ms} ms were left for this decision")
            }
        }
    }

    /// Kills the bot because of a fault.
    fn kill_with_fault(&mut self, kind: FaultKind, refusal: Refusal) -> Fault {
        let stderr_tail = self.process.stderr_tail();
        self.process.kill();
        Fault {
            kind,
            what: refusal.what,
            stderr_tail,
            advice: refusal.advice,
        }
    }

    /// Kills the bot because of a line that it wrote.
    fn refuse(&mut self, refusal: Refusal) -> Fault {
        self.kill_with_fault(FaultKind::Protocol, refusal)
    }
}

/// Says more about a fault at the start: the command may be wrong, or the bot may miss what it does not see.
fn explained(fault: Fault, command: &str, limits: &Limits) -> Fault {
    let is_crash = fault.kind == FaultKind::Crash;
    if let Some(Refusal { what, advice }) = problem(command).filter(|_| is_crash) {
        // The bot did not run, so what stands there is of others, and says less.
        let stderr_tail = String::new();
        return Fault {
            what,
            advice,
            stderr_tail,
            ..fault
        };
    }
    match described(command, limits) {
        // A bot that is not ready in time may wait for what it does not find.
        Some(why) if is_crash || fault.kind == FaultKind::Timeout => Fault {
            what: format!("{}; in the sandbox, {why}", fault.what),
            ..fault
        },
        _ => fault,
    }
}

fn push(line: &mut Vec<u8>, message: &impl Serialize) {
    serde_json::to_writer(&mut *line, message).expect("a message serializes to JSON");
    line.push(b'\n');
}
