//! Checks whether a bot follows the protocol. Each check comes with advice on what to change if it fails.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use goldrush_engine::game::{State as _, Text as _, View};
use goldrush_engine::player::Player;
use goldrush_engine::rng::{SEEDS, agent_stream, deal_stream, derived_seed};
use goldrush_games::protocol::Protocol;
use goldrush_games::registry::with_setup;
use goldrush_games::requested::RequestedFields;
use goldrush_games::{GameName, Observers, Setup};

use super::bot::{Bot, Noise, PATIENCE, QUIET};
use super::failure::Failure;
use super::fault::{Fault, FaultKind};
use super::finding::{Finding, Order, Report, Verdict, Watcher};
use super::guard::become_subreaper;
use super::message::{BotOptions, Ready};

/// Time a bot took for its decisions.
#[derive(Clone, Copy, Default, Debug)]
struct Times {
    decisions: u32,
    all: Duration,
    slowest: Duration,
}

/// Game in which a bot is checked.
struct Trial {
    check: String,
    setup: Setup,
    block: u64,
    /// Game and number of players, if it goes by the printed rules.
    printed: Option<(GameName, usize)>,
}

/// A bot under examination.
struct Examination<'c, W> {
    /// The bot's introduction of itself.
    ready: Ready,
    /// Games it is tested with.
    games: Vec<GameName>,
    order: &'c Order<'c>,
    watcher: &'c mut W,
    /// Name of the check in progress.
    current: String,
    findings: Vec<Finding>,
    times: Times,
    /// True if it was not still in time after a game.
    is_restless: bool,
    /// Longest time after which one of its threads wakes up by itself after a game.
    timer: Option<Duration>,
}

/// Time a bot has to exit when its input ends.
const TO_END: Duration = Duration::from_secs(1);

/// Checks a bot. The first finding is whether it starts; if it does not, there are no others.
pub fn check<W: Watcher>(order: &Order, watcher: &mut W) -> Report {
    become_subreaper();
    let mut examination = Examination {
        ready: Ready::default(),
        games: Vec::new(),
        order,
        watcher,
        current: String::new(),
        findings: Vec::new(),
        times: Times::default(),
        is_restless: false,
        timer: None,
    };
    let mut planned = vec![STARTS.to_owned()];
    if examination.starts() {
        examination.games = order
            .game
            .map_or_else(|| examination.supported_games(), |game| vec![game]);
        planned.extend(examination.planned());
        examination.examine();
    }
    Report {
        untested: examination.untested(),
        findings: examination.findings,
        planned,
    }
}

/// Name of the first check.
pub const STARTS: &str = "starts and is ready";
const ASKED: &str = "plays what is asked for";
const IGNORES_UNKNOWN: &str = "ignores fields and messages it does not know";
const IGNORES_GARBAGE: &str = "ignores lines that are not messages";
const REPEATS: &str = "plays the same with the same seed";
const IN_TIME: &str = "decides in time";
const STILL: &str = "is still after a game";
const KNOWN_WORDS: &str = "uses known words in ready";
const ENDS: &str = "ends when its input ends";
const NO_CHILDREN: &str = "leaves no process behind";

/// Checks after the games.
const LATER: [&str; 7] = [
    IGNORES_UNKNOWN,
    IGNORES_GARBAGE,
    REPEATS,
    IN_TIME,
    STILL,
    ENDS,
    NO_CHILDREN,
];
/// Reasons to skip a check.
const GAMES_FAILED: &str = "plain games failed";
const NO_ANSWER: &str = "it did not answer before";

impl<W: Watcher> Examination<'_, W> {
    /// True if a check of this name is to be run.
    fn wants(&self, check: &str) -> bool {
        self.order.only.is_none_or(|words| check.contains(words))
    }

    /// Returns the names of the checks to run after the start.
    fn planned(&self) -> Vec<String> {
        let trials = self.trials().into_iter().map(|trial| trial.check);
        let all = std::iter::once(KNOWN_WORDS.to_owned())
            .chain(trials)
            .chain(LATER.map(String::from));
        all.filter(|check| self.wants(check)).collect()
    }

    /// Runs the checks of a bot that has started.
    fn examine(&mut self) {
        if self.wants(KNOWN_WORDS) {
            self.uses_known_words();
        }
        let plays = self.plays();
        for check in LATER {
            match check {
                _ if !self.wants(check) || self.watcher.is_stopped() => {}
                // Looked at together with the one before.
                ENDS if self.wants(NO_CHILDREN) => {}
                ENDS => self.ends(plays),
                NO_CHILDREN => self.ends(plays),
                _ if !plays => self.leave_out(check, GAMES_FAILED),
                IGNORES_UNKNOWN => self.ignores(Noise::Unknown, check),
                IGNORES_GARBAGE => self.ignores(Noise::Garbage, check),
                REPEATS => self.repeats_itself(),
                IN_TIME => self.is_in_time(),
                _ => self.is_still(),
            }
        }
    }

    fn find(&mut self, check: impl Into<String>, seen: impl Into<String>, verdict: Verdict) {
        self.add(Finding {
            check: check.into(),
            seen: seen.into(),
            place: String::new(),
            stderr: Vec::new(),
            verdict,
            game: None,
        });
    }

    /// Adds a finding, unless the examination was ended: then it may be of half a game.
    fn add(&mut self, finding: Finding) {
        if !self.watcher.is_stopped() {
            self.watcher.found(&finding);
            self.findings.push(finding);
        }
    }

    fn passed(&mut self, check: impl Into<String>, seen: impl Into<String>) {
        self.find(check, seen, Verdict::Passed);
    }

    fn failed(
        &mut self,
        check: impl Into<String>,
        seen: impl Into<String>,
        advice: impl Into<String>,
    ) {
        self.find(check, seen, Verdict::Failed(advice.into()));
    }

    fn leave_out(&mut self, check: &str, why: &str) {
        self.find(check, why, Verdict::LeftOut);
    }

    /// Records the result of a check; true if it passed.
    fn take(
        &mut self,
        check: impl Into<String>,
        result: Result<String, Failure>,
        advice: Option<&str>,
    ) -> bool {
        match result {
            Ok(seen) => {
                self.passed(check, seen);
                true
            }
            Err(failure) => {
                self.failed_with(check, &failure, advice);
                false
            }
        }
    }

    /// Records a failure; without `advice`, the usual one for such a fault is given.
    fn failed_with(&mut self, check: impl Into<String>, failure: &Failure, advice: Option<&str>) {
        self.add(Finding {
            check: check.into(),
            seen: failure.seen(),
            place: failure.place.clone(),
            stderr: failure.stderr(),
            verdict: Verdict::Failed(failure.advice(advice)),
            game: None,
        });
    }

    fn start(&self) -> Result<Bot, Fault> {
        Bot::start_once(self.order.command, self.order.limits)
    }

    fn starts(&mut self) -> bool {
        let started_at = Instant::now();
        let started = self.start();
        let took = started_at.elapsed().as_millis();
        if let Ok(bot) = &started {
            self.ready = bot.ready().clone();
        }
        let seen = started
            .map(|bot| format!("{} in {took} ms", bot.ready().name))
            .map_err(Failure::from);
        self.take(STARTS, seen, None)
    }

    /// Returns the known games that it says it plays, or the default game if it does not say.
    fn supported_games(&self) -> Vec<GameName> {
        match &self.ready.games {
            None => vec![GameName::default()],
            Some(given) => GameName::ALL
                .iter()
                .copied()
                .filter(|game| given.contains(&game.to_string()))
                .collect(),
        }
    }

    /// Checks that every word in `ready` is known. Games ignore unknown words, so a typo would go unnoticed.
    fn uses_known_words(&mut self) {
        let games: Vec<String> = GameName::ALL.iter().map(GameName::to_string).collect();
        let options = GameName::ALL.iter().flat_map(|game| game.user_options());
        let options: BTreeSet<String> = options.map(|option| option.name.to_owned()).collect();
        let known = [
            ("games", &self.ready.games, games),
            ("rules", &self.ready.rules, options.into_iter().collect()),
            (
                "send",
                &self.ready.send,
                RequestedFields::WORDS.map(str::to_owned).to_vec(),
            ),
        ];
        let mut seen = Vec::new();
        let mut advice = Vec::new();
        for (field, given, known) in &known {
            let given = given.iter().flatten();
            let foreign = given.filter(|word| !known.contains(word));
            let foreign: Vec<String> = foreign.map(|word| format!("\"{word}\"")).collect();
            if !foreign.is_empty() {
                seen.push(format!("{} in {field}", foreign.join(", ")));
                advice.push(format!("{field} in ready may have {}", known.join(", ")));
            }
        }
        let players = self.ready.players.iter().flatten();
        let few = players.filter(|players| !(2..=5).contains(*players));
        let few: Vec<String> = few.map(usize::to_string).collect();
        if !few.is_empty() {
            seen.push(format!("{} in players", few.join(", ")));
            advice.push("players in ready may have 2, 3, 4, 5".into());
        }
        if seen.is_empty() {
            self.passed(KNOWN_WORDS, "");
        } else {
            self.failed(KNOWN_WORDS, seen.join("; "), advice.join("; "));
        }
    }

    /// Lists what is not tested.
    fn untested(&self) -> Vec<String> {
        if self.games.is_empty() {
            return Vec::new();
        }
        let others = GameName::ALL
            .iter()
            .filter(|game| !self.games.contains(game));
        let others: Vec<String> = others.map(GameName::to_string).collect();
        let players: Vec<String> = (2..=5)
            .filter(|&players| !self.plays_with(players))
            .map(|players| players.to_string())
            .collect();
        let why = match &self.ready.games {
            None => {
                "the bot does not list the games it plays (\"games\" in ready); name one with --game"
            }
            Some(_) => "the bot does not list them, or --game named another",
        };
        let mut untested = Vec::new();
        if !others.is_empty() {
            untested.push(format!("not tested: {}; {why}", others.join(", ")));
        }
        if !players.is_empty() {
            let players = players.join(", ");
            let why = match self.order.players {
                None => "the bot does not list them (\"players\" in ready)",
                Some(_) => "--players named another number",
            };
            untested.push(format!("not tested: {players} players; {why}"));
        }
        for game in &self.games {
            let options = game.user_options().map(|option| option.name);
            let left: Vec<&str> = options
                .filter(|option| !self.plays_option(option))
                .collect();
            if !left.is_empty() {
                let left = left.join(", ");
                untested.push(format!(
                    "not tested: {game} with values of {left} other than the defaults; the bot does not list these options (\"rules\" in ready)"
                ));
            }
        }
        untested
    }

    /// Returns the smallest number of players it is tested with.
    fn players(&self) -> usize {
        self.order.players.unwrap_or_else(|| {
            (2..=5)
                .find(|&players| self.ready.plays_with(players))
                .unwrap_or(2)
        })
    }

    fn plays_with(&self, players: usize) -> bool {
        self.ready.plays_with(players) && self.order.players.is_none_or(|only| only == players)
    }

    fn plays_option(&self, option: &str) -> bool {
        self.ready
            .rules
            .as_ref()
            .is_none_or(|played| played.iter().any(|own| own == option))
    }

    /// Returns the printed rules of the first game for this many players, or the fewest it plays with.
    fn printed(&self, players: usize) -> Setup {
        let players = if self.plays_with(players) {
            players
        } else {
            self.players()
        };
        Setup::printed(self.games[0], players).expect("every game supports two to five players")
    }

    /// Returns the games in which it is checked: with every number of players, and with variants of the rules.
    fn trials(&self) -> Vec<Trial> {
        let mut trials = Vec::new();
        for &game in &self.games {
            let of_several = if self.games.len() > 1 {
                format!(" at {game}")
            } else {
                String::new()
            };
            for players in (2..=5).filter(|&players| self.plays_with(players)) {
                trials.push(Trial {
                    check: format!("plays with {players} players{of_several}"),
                    setup: Setup::printed(game, players)
                        .expect("every game supports two to five players"),
                    block: players as u64,
                    printed: Some((game, players)),
                });
            }
            let varied = Setup::varied(game, |option| self.plays_option(option));
            if !varied.asked().is_empty() && self.plays_with(varied.players()) {
                trials.push(Trial {
                    check: format!("plays variants of the rules{of_several}"),
                    setup: varied,
                    block: 6,
                    printed: None,
                });
            }
        }
        trials
    }

    /// Plays games against random opponents in one process; true if all succeed. Once it does not answer at all, it is not asked
    /// again.
    fn plays(&mut self) -> bool {
        let first = self
            .games
            .first()
            .map_or_else(|| GameName::default().to_string(), GameName::to_string);
        if let Some(refused) = self.ready.refuses(&first, self.players(), &[]) {
            let names: Vec<String> = GameName::ALL.iter().map(GameName::to_string).collect();
            let advice = format!(
                "games in ready may have {}, players 2, 3, 4, 5",
                names.join(", ")
            );
            self.failed(ASKED, refused, advice);
            return false;
        }
        // These look at the games of the others.
        let wants_all = [IN_TIME, STILL].iter().any(|check| self.wants(check));
        let mut bot = None;
        let mut all = true;
        let mut is_silent = false;
        for trial in self.trials() {
            if !wants_all && !self.wants(&trial.check) || self.watcher.is_stopped() {
                continue;
            }
            if is_silent {
                self.leave_out(&trial.check, NO_ANSWER);
                continue;
            }
            self.current.clone_from(&trial.check);
            let played = self.play_on(&mut bot, &trial.setup, trial.block);
            is_silent = played.as_ref().is_err_and(Failure::is_silence);
            all &= self.take(trial.check, played, None);
            if let Some(finding) = self.findings.last_mut() {
                finding.game = trial.printed;
            }
        }
        all
    }

    /// Plays a game in the existing process, or in a new one. As in a match, it is no fault if the existing one has ended since its
    /// last game, or has written something.
    fn play_on(
        &mut self,
        process: &mut Option<Bot>,
        setup: &Setup,
        block: u64,
    ) -> Result<String, Failure> {
        let waiting = process
            .take()
            .filter(Bot::is_still)
            .and_then(|mut bot| (!bot.spoke_up()).then_some(bot));
        let is_reused = waiting.is_some();
        let mut bot = waiting.map_or_else(|| self.start(), Ok)?;
        let mut played = self.play(&mut bot, setup, block);
        if is_reused
            && bot.decisions() == 0
            && played
                .as_ref()
                .is_err_and(|failure| failure.fault.kind == FaultKind::Crash)
        {
            bot = self.start()?;
            played = self.play(&mut bot, setup, block);
        }
        let moves = played?;
        *process = Some(bot);
        Ok(format!("{} decisions", moves.len()))
    }

    /// Plays a game against random opponents and returns the bot's moves as text.
    fn play(&mut self, bot: &mut Bot, setup: &Setup, block: u64) -> Result<Vec<String>, Failure> {
        let mut place = format!(
            "in {} with {} players, seat {}",
            setup.game(),
            setup.players(),
            block as usize % setup.players()
        );
        let played =
            with_setup!(setup, G, setup => self.play_game::<G>(bot, setup, block, &mut place));
        played.map_err(|fault| Failure {
            fault,
            place,
            decisions: bot.decisions(),
        })
    }

    /// Keeps the current place in the game in `place`, for error messages.
    fn play_game<G: Protocol>(
        &mut self,
        bot: &mut Bot,
        setup: &G::Setup,
        block: u64,
        place: &mut String,
    ) -> Result<Vec<String>, Fault> {
        const LOGGED: &str = "the observers were created with a log";
        let seat = block as usize % G::players(setup);
        let mut observers = Observers::<G>::new(false, true);
        let mut state = G::dealt(
            setup,
            &mut deal_stream(self.order.seed, block),
            &mut observers,
        );
        let mut others = agent_stream(self.order.seed, block, 0, seat);
        let mut moves = Vec::new();
        let seed = derived_seed(self.order.seed, block) % SEEDS;
        *place += &format!(", seed {seed}");
        bot.begin_game::<G>(setup, seat, seed, &BotOptions::new())?;
        while let Some(player) = state.to_move() {
            if self.watcher.is_stopped() {
                return Ok(moves);
            }
            let mv = if player.index() == seat {
                let started_at = Instant::now();
                let decided = bot.decide::<G>(
                    &View::new(&state, player),
                    observers.log.as_ref().expect(LOGGED),
                );
                let mv =
                    decided.inspect_err(|_| *place += &format!(", decision {}", moves.len()))?;
                self.times.add(started_at.elapsed());
                moves.push(state.move_text(mv));
                self.watcher.decided(&self.current, moves.len());
                mv
            } else {
                state
                    .random_move(&mut others)
                    .expect("the game is in progress")
            };
            G::play(&mut state, mv, &mut observers);
        }
        let seat = Player::new(seat).expect("the seat number is in range");
        match bot.end_game::<G>(&state, seat, observers.log.as_ref().expect(LOGGED)) {
            // As in a match, a bot that ends with the game has no fault.
            Err(fault) if fault.kind == FaultKind::Crash => return Ok(moves),
            told => told?,
        }
        bot.settle(if self.is_restless { QUIET } else { PATIENCE })?;
        self.is_restless |= !bot.is_still();
        self.timer = self.timer.max(bot.timer());
        Ok(moves)
    }

    fn ignores(&mut self, noise: Noise, check: &str) {
        self.current = check.into();
        let setup = self.printed(2);
        let result = self.start().map_err(Failure::from).and_then(|mut bot| {
            bot.add_noise(noise);
            self.play(&mut bot, &setup, 10)
        });
        let advice = "read each line as JSON; ignore lines that are not JSON objects with a field t, and messages whose t you do not know";
        self.take(
            check,
            result.map(|moves| format!("{} decisions", moves.len())),
            Some(advice),
        );
    }

    fn repeats_itself(&mut self) {
        self.current = REPEATS.into();
        let setup = self.printed(3);
        match (self.play_anew(&setup, 20), self.play_anew(&setup, 20)) {
            (Ok(first), Ok(second)) if first == second => {
                self.passed(REPEATS, format!("{} decisions", first.len()));
            }
            (Ok(first), Ok(second)) => {
                let at = first
                    .iter()
                    .zip(&second)
                    .position(|(a, b)| a != b)
                    .unwrap_or(0);
                self.failed(
                    REPEATS,
                    format!("decision {at} differed the second time"),
                    "seed your generator with the seed of each game message, and do not depend on the clock or on \
                     the order of a hash table; otherwise results cannot be repeated",
                );
            }
            (Err(failure), _) | (_, Err(failure)) => self.failed_with(REPEATS, &failure, None),
        }
    }

    /// Plays a game in a new process.
    fn play_anew(&mut self, setup: &Setup, block: u64) -> Result<Vec<String>, Failure> {
        let mut bot = self.start()?;
        self.play(&mut bot, setup, block)
    }

    fn is_in_time(&mut self) {
        let Times {
            decisions,
            all,
            slowest,
        } = self.times;
        let mean_ms = all.as_secs_f64() * 1e3 / f64::from(decisions.max(1));
        let seen = format!(
            "{mean_ms:.3} ms on average, {:.3} ms at most, {} ms allowed",
            slowest.as_secs_f64() * 1e3,
            self.order.limits.move_ms
        );
        if slowest * 2 > self.order.limits.decision() {
            self.failed(
                IN_TIME,
                seen,
                "stay below half of the limit, because a busy machine is slower",
            );
        } else {
            self.passed(IN_TIME, seen);
        }
    }

    /// Checks that after its games it waits for the next one: otherwise nobody can say to which game belongs what it writes.
    fn is_still(&mut self) {
        let advice = "stop your threads and timers when over comes; goldrush ends a process that is still busy, and starts another for \
                      each game";
        match self.timer {
            _ if self.is_restless => {
                let seen = format!("still busy {} s after a game", PATIENCE.as_secs());
                self.failed(STILL, seen, advice);
            }
            // Nobody can tell a timer from a thread that ends unless it is given work.
            Some(due) => {
                let seen = format!(
                    "a thread wakes up by itself {} s after a game, perhaps one of the runtime: fine if it writes nothing then",
                    due.as_secs()
                );
                self.passed(STILL, seen);
            }
            None => self.passed(STILL, ""),
        }
    }

    /// Checks that it ends, after a game if it can play one: it may have started child processes to think.
    fn ends(&mut self, plays: bool) {
        self.current = ENDS.into();
        let played = self.start().map_err(Failure::from).and_then(|mut bot| {
            if plays {
                let setup = self.printed(2);
                self.play(&mut bot, &setup, 30)?;
            }
            Ok(bot)
        });
        let ending = match played {
            Ok(bot) => bot.finish(TO_END),
            Err(failure) => {
                self.failed_with("plays another game", &failure, None);
                self.leave_out(ENDS, GAMES_FAILED);
                return self.leave_out(NO_CHILDREN, GAMES_FAILED);
            }
        };
        match ending.killed {
            false => self.passed(ENDS, ""),
            true => self.failed(
                ENDS,
                format!("still running after {} ms", TO_END.as_millis()),
                "end the program when standard input ends",
            ),
        }
        match ending.left_children {
            false => self.passed(NO_CHILDREN, ""),
            true => self.failed(
                NO_CHILDREN,
                "its child processes kept running",
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
