//! Whether a bot keeps to the protocol: one check after the other, each with what to change if it fails.

use std::time::{Duration, Instant};

use goldrush_engine::game::{State as _, Text as _, View};
use goldrush_engine::player::Player;
use goldrush_engine::rng::{agent_stream, deal_stream};

use super::bot::{Bot, Noise};
use super::fault::{Fault, FaultKind};
use super::limits::Limits;
use crate::games::protocol::Protocol;
use crate::games::registry::with_setup;
use crate::games::{GameName, Setup};

/// What a check found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    /// What was checked.
    pub check: String,
    /// What was seen.
    pub seen: String,
    /// How it ended.
    pub verdict: Verdict,
}

/// How a check ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// Well.
    Passed,
    /// It would only fail for what failed before.
    LeftOut,
    /// Badly; what to change.
    Failed(String),
}

/// Time a bot took for its decisions.
#[derive(Clone, Copy, Default, Debug)]
struct Times {
    decisions: u32,
    all: Duration,
    slowest: Duration,
}

/// A bot under examination.
struct Examination<'c> {
    game: GameName,
    command: &'c str,
    limits: Limits,
    seed: u64,
    findings: Vec<Finding>,
    times: Times,
}

/// How long a bot may take to end when its input ends.
const TO_END: Duration = Duration::from_secs(1);

/// Checks the bot of a command. The first finding is whether it starts; if not, there is no other.
pub fn check(game: GameName, command: &str, limits: Limits, seed: u64) -> Vec<Finding> {
    let mut examination = Examination { game, command, limits, seed, findings: Vec::new(), times: Times::default() };
    if examination.starts() {
        let plays = examination.plays();
        for (noise, check) in [(Noise::Unknown, IGNORES_UNKNOWN), (Noise::Garbage, IGNORES_GARBAGE)] {
            if plays {
                examination.ignores(noise, check);
            } else {
                examination.leave_out(check);
            }
        }
        if plays {
            examination.repeats_itself();
            examination.is_in_time();
        } else {
            examination.leave_out(REPEATS);
            examination.leave_out(IN_TIME);
        }
        examination.ends(plays);
    }
    examination.findings
}

const IGNORES_UNKNOWN: &str = "ignores fields and messages it does not know";
const IGNORES_GARBAGE: &str = "ignores lines that are no messages";
const REPEATS: &str = "plays the same with the same seed";
const IN_TIME: &str = "decides in time";

impl Examination<'_> {
    fn find(&mut self, check: impl Into<String>, seen: impl Into<String>, verdict: Verdict) {
        self.findings.push(Finding { check: check.into(), seen: seen.into(), verdict });
    }

    fn passed(&mut self, check: impl Into<String>, seen: impl Into<String>) {
        self.find(check, seen, Verdict::Passed);
    }

    fn failed(&mut self, check: impl Into<String>, seen: impl Into<String>, advice: impl Into<String>) {
        self.find(check, seen, Verdict::Failed(advice.into()));
    }

    fn leave_out(&mut self, check: &str) {
        self.find(check, "plain games fail already", Verdict::LeftOut);
    }

    /// Whether it passed.
    fn take(&mut self, check: impl Into<String>, result: Result<String, Fault>, advice: Option<&str>) -> bool {
        match result {
            Ok(seen) => {
                self.passed(check, seen);
                true
            }
            Err(fault) => {
                self.failed(check, fault.to_string(), advice.unwrap_or(usual_advice(fault.kind)));
                false
            }
        }
    }

    fn start(&self) -> Result<Bot, Fault> {
        Bot::start_once(self.command, self.limits)
    }

    fn starts(&mut self) -> bool {
        let began = Instant::now();
        let started = self.start();
        let took = began.elapsed().as_millis();
        let advice = "answer the line hello with {\"t\":\"ready\",\"name\":\"…\"} and flush standard output";
        let seen = started.map(|bot| format!("{} in {took} ms", bot.ready().name));
        self.take("starts and is ready", seen, Some(advice))
    }

    /// The printed game for so many players.
    fn printed(&self, players: usize) -> Setup {
        Setup::printed(self.game, players).expect("two to five can play every game")
    }

    /// Games against random play, with all numbers of players in one process, and one with variants; whether all went
    /// well.
    fn plays(&mut self) -> bool {
        let (mut bot, mut all) = (None, true);
        for players in 2..=5 {
            let played = self.play_on(&mut bot, &self.printed(players), players as u64);
            all &= self.take(format!("plays a game of {players}"), played, None);
        }
        let played = self.play_on(&mut bot, &Setup::varied(self.game), 6);
        all & self.take("plays variants of the rules", played, None)
    }

    /// Plays a game in the process there is, or a new one.
    fn play_on(&mut self, process: &mut Option<Bot>, setup: &Setup, block: u64) -> Result<String, Fault> {
        let mut bot = match process.take() {
            Some(bot) => bot,
            None => self.start()?,
        };
        let moves = self.play(&mut bot, setup, block)?;
        *process = Some(bot);
        Ok(format!("{} decisions", moves.len()))
    }

    /// Plays a game against random play; the bot's moves as text.
    fn play(&mut self, bot: &mut Bot, setup: &Setup, block: u64) -> Result<Vec<String>, Fault> {
        with_setup!(setup, G, setup => self.play_game::<G>(bot, setup, block))
    }

    fn play_game<G: Protocol>(&mut self, bot: &mut Bot, setup: &G::Setup, block: u64) -> Result<Vec<String>, Fault> {
        const LOGGED: &str = "the ears were made to tell";
        let seat = block as usize % G::players(setup);
        let mut ears = G::ears(false, true);
        let mut state = G::dealt(setup, &mut deal_stream(self.seed, block), &mut ears);
        let mut others = agent_stream(self.seed, block, 0, seat);
        let mut moves = Vec::new();
        bot.begin_game::<G>(setup, seat, self.seed.wrapping_add(block))?;
        while let Some(player) = state.to_move() {
            let mv = if player.index() == seat {
                let began = Instant::now();
                let mv = bot.decide::<G>(&View::new(&state, player), G::log(&ears).expect(LOGGED))?;
                self.times.add(began.elapsed());
                moves.push(state.move_text(mv));
                mv
            } else {
                state.random_move(&mut others).expect("the game goes on")
            };
            G::play(&mut state, mv, &mut ears);
        }
        let seat = Player::new(seat).expect("the game has the seat");
        bot.end_game::<G>(&state, seat, G::log(&ears).expect(LOGGED))?;
        Ok(moves)
    }

    fn ignores(&mut self, noise: Noise, check: &str) {
        let setup = self.printed(2);
        let result = self.start().and_then(|mut bot| {
            bot.add_noise(noise);
            self.play(&mut bot, &setup, 10)
        });
        let advice = "read each line as JSON; pass over lines that are none, or no object, or have no t, and over messages whose t you do not know";
        self.take(check, result.map(|moves| format!("{} decisions", moves.len())), Some(advice));
    }

    fn repeats_itself(&mut self) {
        let setup = self.printed(3);
        let mut play = || self.start().and_then(|mut bot| self.play(&mut bot, &setup, 20));
        match (play(), play()) {
            (Ok(first), Ok(second)) if first == second => self.passed(REPEATS, format!("{} decisions", first.len())),
            (Ok(first), Ok(second)) => {
                let at = first.iter().zip(&second).position(|(a, b)| a != b).unwrap_or(0);
                self.failed(
                    REPEATS,
                    format!("decision {at} was another one the second time"),
                    "seed your generator with the seed of each game message, and do not decide by the clock or by \
                     the order of a hash table; otherwise no result can be repeated",
                );
            }
            (Err(fault), _) | (_, Err(fault)) => {
                self.failed(REPEATS, fault.to_string(), usual_advice(fault.kind));
            }
        }
    }

    fn is_in_time(&mut self) {
        let Times { decisions, all, slowest } = self.times;
        let mean_ms = all.as_secs_f64() * 1e3 / f64::from(decisions.max(1));
        let seen = format!(
            "{mean_ms:.3} ms on average, {:.3} ms at most, {} ms allowed",
            slowest.as_secs_f64() * 1e3,
            self.limits.move_ms
        );
        if slowest * 2 > self.limits.decision() {
            self.failed(IN_TIME, seen, "stay below half of the limit: a busy machine takes its share");
        } else {
            self.passed(IN_TIME, seen);
        }
    }

    /// After a game, if it can play one: it may have started others to think.
    fn ends(&mut self, plays: bool) {
        let setup = self.printed(2);
        let played = self.start().and_then(|mut bot| {
            if plays {
                self.play(&mut bot, &setup, 30)?;
            }
            Ok(bot)
        });
        let ending = match played {
            Ok(bot) => bot.finish(TO_END),
            Err(fault) => return self.failed("ends when its input ends", fault.to_string(), usual_advice(fault.kind)),
        };
        match ending.killed {
            false => self.passed("ends when its input ends", ""),
            true => self.failed(
                "ends when its input ends",
                format!("still there after {} ms", TO_END.as_millis()),
                "end the program when standard input ends",
            ),
        }
        match ending.left_children {
            false => self.passed("leaves no process behind", ""),
            true => self.failed(
                "leaves no process behind",
                "children of it went on",
                "end the processes you started before you end",
            ),
        }
    }
}

impl Times {
    fn add(&mut self, time: Duration) {
        self.decisions += 1;
        self.all += time;
        self.slowest = self.slowest.max(time);
    }
}

fn usual_advice(kind: FaultKind) -> &'static str {
    match kind {
        FaultKind::Timeout => "answer every line decide with one line, and flush standard output after it",
        FaultKind::Illegal => "answer with the id of one of the moves offered, a whole number below count",
        FaultKind::Crash => "its last words on standard error say why it ended",
        FaultKind::Protocol => {
            "write nothing but messages to standard output, one a line and one an answer; print for yourself to \
             standard error"
        }
    }
}
