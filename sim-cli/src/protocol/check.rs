//! Whether a bot keeps to the protocol: one check after the other, each with what to change if it fails.

use std::time::{Duration, Instant};

use goldrush_engine::game::{State as _, View};
use goldrush_engine::gold_rush::catalogue::BUILT_IN;
use goldrush_engine::gold_rush::{Catalogue, GoldRush, Rules, Setup, State};
use goldrush_engine::player::Player;
use goldrush_engine::rng::{agent_stream, deal_stream};

use super::bot::{Bot, Noise};
use super::event::EventLog;
use super::fault::{Fault, FaultKind};
use super::limits::Limits;

/// What a check found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    /// What was checked.
    pub check: String,
    /// What was seen.
    pub seen: String,
    /// What to change; none if it passed.
    pub advice: Option<String>,
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
    command: &'c str,
    limits: Limits,
    seed: u64,
    findings: Vec<Finding>,
    times: Times,
}

/// How long a bot may take to end when its input ends.
const TO_END: Duration = Duration::from_secs(1);

/// Checks the bot of a command. The first finding is whether it starts; if not, there is no other.
pub fn check(command: &str, limits: Limits, seed: u64) -> Vec<Finding> {
    let mut examination = Examination { command, limits, seed, findings: Vec::new(), times: Times::default() };
    if examination.starts() {
        examination.plays();
        examination.ignores(Noise::Unknown, "ignores fields and messages it does not know");
        examination.ignores(Noise::Garbage, "ignores lines that are no messages");
        examination.repeats_itself();
        examination.is_in_time();
        examination.ends();
    }
    examination.findings
}

impl Examination<'_> {
    fn passed(&mut self, check: impl Into<String>, seen: impl Into<String>) {
        self.findings.push(Finding { check: check.into(), seen: seen.into(), advice: None });
    }

    fn failed(&mut self, check: impl Into<String>, seen: impl Into<String>, advice: impl Into<String>) {
        self.findings.push(Finding { check: check.into(), seen: seen.into(), advice: Some(advice.into()) });
    }

    fn take(&mut self, check: impl Into<String>, result: Result<String, Fault>, advice: Option<&str>) {
        match result {
            Ok(seen) => self.passed(check, seen),
            Err(fault) => self.failed(check, fault.to_string(), advice.unwrap_or(usual_advice(fault.kind))),
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
        let starts = started.is_ok();
        let seen = started.map(|bot| format!("{} in {took} ms", bot.ready().name));
        self.take("starts and is ready", seen, Some(advice));
        starts
    }

    /// Games against random play, with all numbers of players in one process, and one with all variants.
    fn plays(&mut self) {
        let mut bot = None;
        for players in 2..=5 {
            let setup = Setup::printed(players);
            let played = self.play_on(&mut bot, &setup, players as u64);
            self.take(format!("plays a game of {players}"), played, None);
        }
        let variants = Rules { tents: 2, cowboys: 7, take_back: true, mining_interval: 3, ..Rules::default() };
        let (name, _) = BUILT_IN[BUILT_IN.len() - 1];
        let catalogue = Catalogue::built_in(name).expect("it is built in");
        let setup = Setup::new(catalogue.into(), variants, 2).expect("the variants are possible");
        let played = self.play_on(&mut bot, &setup, 6);
        self.take("plays variants of rules and tiles", played, None);
    }

    /// Plays a game in the process there is, or a new one.
    fn play_on(&mut self, process: &mut Option<Bot>, setup: &Setup, block: u64) -> Result<String, Fault> {
        let mut bot = match process.take() {
            Some(bot) => bot,
            None => self.start()?,
        };
        let game = self.play(&mut bot, setup, block)?;
        *process = Some(bot);
        Ok(format!("{} decisions", game.len()))
    }

    /// Plays a game against random play; the codes of the bot's moves.
    fn play(&mut self, bot: &mut Bot, setup: &Setup, block: u64) -> Result<Vec<u64>, Fault> {
        let seat = block as usize % setup.players();
        let mut state = State::deal(setup, &mut deal_stream(self.seed, block));
        let mut others = agent_stream(self.seed, block, 0, seat);
        let (mut log, mut codes) = (EventLog::default(), Vec::new());
        bot.begin_game::<GoldRush>(setup, seat, self.seed.wrapping_add(block))?;
        while let Some(player) = state.to_move() {
            let mv = if player.index() == seat {
                let began = Instant::now();
                let mv = bot.decide::<GoldRush>(&View::new(&state, player), &log)?;
                self.times.add(began.elapsed());
                codes.push(mv.code());
                mv
            } else {
                state.random_move(&mut others).expect("the game goes on")
            };
            state.play_observed(mv, &mut log);
        }
        let seat = Player::new(seat).expect("the game has the seat");
        bot.end_game::<GoldRush>(&state, seat, &log)?;
        Ok(codes)
    }

    fn ignores(&mut self, noise: Noise, check: &str) {
        let result = self.start().and_then(|mut bot| {
            bot.add_noise(noise);
            self.play(&mut bot, &Setup::printed(2), 10)
        });
        let advice = "read each line as JSON; pass over lines that are none, or no object, or have no t, and over messages whose t you do not know";
        self.take(check, result.map(|game| format!("{} decisions", game.len())), Some(advice));
    }

    fn repeats_itself(&mut self) {
        const CHECK: &str = "plays the same with the same seed";
        let setup = Setup::printed(3);
        let mut play = || self.start().and_then(|mut bot| self.play(&mut bot, &setup, 20));
        match (play(), play()) {
            (Ok(first), Ok(second)) if first == second => self.passed(CHECK, format!("{} decisions", first.len())),
            (Ok(first), Ok(second)) => {
                let at = first.iter().zip(&second).position(|(a, b)| a != b).unwrap_or(0);
                self.failed(
                    CHECK,
                    format!("decision {at} was another one the second time"),
                    "seed your generator with the seed of each game message, and do not decide by the clock or by \
                     the order of a hash table; otherwise no result can be repeated",
                );
            }
            (Err(fault), _) | (_, Err(fault)) => {
                self.failed(CHECK, fault.to_string(), usual_advice(fault.kind));
            }
        }
    }

    fn is_in_time(&mut self) {
        const CHECK: &str = "decides in time";
        let Times { decisions, all, slowest } = self.times;
        let mean_ms = all.as_secs_f64() * 1e3 / f64::from(decisions.max(1));
        let seen = format!(
            "{mean_ms:.3} ms on average, {:.3} ms at most, {} ms allowed",
            slowest.as_secs_f64() * 1e3,
            self.limits.move_ms
        );
        if slowest * 2 > self.limits.decision() {
            self.failed(CHECK, seen, "stay below half of the limit: a busy machine takes its share");
        } else {
            self.passed(CHECK, seen);
        }
    }

    fn ends(&mut self) {
        let ending = match self.start() {
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
