//! Bots that think on threads of their own and can be interrupted. When a game is resumed or a turn undone, a built-in
//! agent that remembers what it saw is shown the game again, so that it plays on as it would have.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use goldrush_ai::registry::{self, BoxedAgent};
use goldrush_engine::game::{State as _, Text as _, View};
use goldrush_engine::player::Player;
use goldrush_engine::rng::StreamRng;
use goldrush_games::Observers;
use goldrush_games::playable::{Playable, StateOf};
use goldrush_harness::protocol::fault::Fault;
use goldrush_harness::protocol::guard::keep_apart;
use goldrush_harness::protocol::limits::Limits;
use goldrush_harness::study::Salt;
use goldrush_harness::study::spec::{Command, Spec};
use goldrush_support::system::{PATIENCE, clock, sleep};
use serde::{Deserialize, Serialize};

use super::bot_seat::BotSeat;
use super::seats::{SeatOccupant, agent};
use super::session::{Session, chance};
use super::thinking::{DeadlineClock, Progress, Task, Waker};

/// Why a log can be expected: the observers of a session keep one.
const LOGGED: &str = "the observers log events for bots";

/// A bot ready to think: a built-in agent with its clock, or a child process.
enum BotThread<G: Playable> {
    Agent(BoxedAgent<G>, &'static DeadlineClock),
    BotSeat(Box<BotSeat<G>>),
}

/// The position that a bot thinks about.
struct Position<G: Playable> {
    setup: &'static G::Setup,
    state: StateOf<G>,
    /// Observers of the game up to this position.
    observers: Observers<G>,
    /// Number that differs whenever the game has gone back.
    undone: usize,
    rng: StreamRng,
    /// The game from the deal on, for a bot that has not seen it.
    past: Option<Past<G>>,
}

/// The moves from the deal to a position.
struct Past<G: Playable> {
    dealt: StateOf<G>,
    moves: Vec<G::Move>,
    seed: u64,
}

/// A bot that is thinking.
struct Thinking<G: Playable> {
    seat: Player,
    task: Task<ChosenTurn>,
    /// The bot, once it has chosen; none comes back from a copy of the program.
    returned: Arc<Mutex<Option<BotThread<G>>>>,
}

/// Result of a bot's thinking.
#[derive(Serialize, Deserialize)]
struct ChosenTurn {
    /// Moves as text.
    moves: Vec<String>,
    /// Fault of a bot's process, which no copy of the program has.
    #[serde(skip)]
    fault: Option<Fault>,
}

/// The bots of a game.
pub struct Bots<G: Playable> {
    /// Limits for bots that run as child processes.
    limits: Limits,
    /// Salt for the bots' seeds; `None` if no child process may be started.
    salt: Option<Salt>,
    /// Bots by seat; `None` before a bot's first turn, while it thinks, and after it was abandoned or has thought in a
    /// copy of the program.
    threads: Vec<Option<BotThread<G>>>,
    thinking: Option<Thinking<G>>,
    /// Clock that hurries the thinking bot, if that is a built-in agent.
    deadline_clock: Option<&'static DeadlineClock>,
    interrupted: Option<Duration>,
    /// Called when the thinking bot has answered, and when an interrupted bot has had its time.
    pub waker: Waker,
}

/// The moves that a bot plays.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Decision<M> {
    /// The rest of the turn, or the bot's part of it.
    pub moves: Vec<M>,
    /// True if another agent played for the bot, because it did not answer or played an illegal move.
    pub replaced: bool,
    /// Fault of a bot's process, because of which the fallback plays from now on.
    pub fault: Option<Fault>,
}

impl<G: Playable> Bots<G> {
    /// Creates the bots of a game; those that run as child processes need [`Bots::start`] instead.
    pub fn new(limits: Limits) -> Bots<G> {
        Bots {
            limits,
            salt: None,
            threads: Vec::new(),
            thinking: None,
            deadline_clock: None,
            interrupted: None,
            waker: Waker::default(),
        }
    }

    /// Starts the bots that run as child processes.
    ///
    /// # Errors
    /// Fails if one cannot be started.
    pub fn start(session: &Session<G>, limits: Limits) -> anyhow::Result<Bots<G>> {
        let mut bots = Bots {
            salt: Some(Salt::draw()?),
            ..Bots::new(limits)
        };
        if session.is_over() {
            return Ok(bots);
        }
        let occupants =
            Player::all(session.seats().players()).map(|seat| session.seats().occupant(seat));
        keep_apart(occupants.filter_map(SeatOccupant::command));
        for seat in Player::all(session.seats().players()) {
            bots.threads.push(match session.seats().occupant(seat) {
                SeatOccupant::Bot(Spec::Command(command)) => {
                    let mut bot_seat = bots.absent(command, session.seats().players(), seat);
                    bot_seat.start_anew(session.setup())?;
                    Some(BotThread::BotSeat(Box::new(bot_seat)))
                }
                SeatOccupant::Bot(Spec::BuiltIn(_)) | SeatOccupant::Human => None,
            });
        }
        Ok(bots)
    }

    /// Creates a bot that runs as a child process, not started yet.
    fn absent(&self, command: &Command, players: usize, seat: Player) -> BotSeat<G> {
        let seed = self
            .salt
            .expect("the salt is drawn when bots are started")
            .bot_seed(0, 0, seat.index());
        BotSeat::absent(command, seed, players, &self.limits)
    }

    /// Starts the thinking of the bot whose turn it is; does nothing if it is a person's turn or the game is over.
    pub fn begin(&mut self, session: &Session<G>) {
        let Some(seat) = session.to_move() else {
            return;
        };
        let Some(spec) = session.bot(seat) else {
            return;
        };
        self.threads.resize_with(session.seats().players(), || None);
        let mut position = Position::of(session);
        let players = session.seats().players();
        // An agent with parameters may think for as long as they say.
        let is_quick = matches!(&spec, Spec::BuiltIn(spec) if !spec.has_parameters());
        let bot = match (self.threads[seat.index()].take(), spec) {
            (Some(bot), _) => Ok(bot),
            (None, Spec::BuiltIn(spec)) => {
                let (deadline_clock, clock) = DeadlineClock::of_agent();
                position.past = Some(Past::of(session));
                Ok(BotThread::Agent(
                    agent::<G>(&spec, players, Some(clock)),
                    deadline_clock,
                ))
            }
            // The bot was abandoned, and may still be busy with a position that is no longer needed.
            (None, Spec::Command(command)) => Err(self.absent(&command, players, seat)),
        };
        self.deadline_clock = match &bot {
            Ok(BotThread::Agent(_, deadline_clock)) => Some(deadline_clock),
            Ok(BotThread::BotSeat(_)) | Err(_) => None,
        };
        self.interrupted = None;
        self.set_expired(false);
        let returned = Arc::new(Mutex::new(None));
        let giving_back = returned.clone();
        let task = if is_quick {
            Task::begin_waking(&self.waker, move |_| {
                choose_turn(bot, position, &giving_back)
            })
        } else {
            Task::begin_long(&self.waker, move |_| {
                choose_turn(bot, position, &giving_back)
            })
        };
        self.thinking = Some(Thinking {
            seat,
            task,
            returned,
        });
    }

    /// Sends the final result to the bots that run as child processes, in the background; returns the tasks of those that get it.
    pub fn end(&mut self, session: &Session<G>) -> Vec<Task<()>> {
        let seats = Player::all(session.seats().players());
        let mut farewells = Vec::new();
        for (seat, bot) in seats.zip(self.threads.drain(..)) {
            if let Some(BotThread::BotSeat(bot_seat)) = bot {
                let Position {
                    state,
                    observers,
                    undone,
                    ..
                } = Position::of(session);
                farewells.push(Task::begin(move |_| {
                    bot_seat.leave(&state, seat, observers.log.as_ref().expect(LOGGED), undone);
                }));
            }
        }
        farewells
    }

    /// Returns the seat of the bot that is thinking.
    pub fn thinking(&self) -> Option<Player> {
        self.thinking.as_ref().map(|thinking| thinking.seat)
    }

    /// Asks the thinking bot to play the best move it has found.
    pub fn interrupt(&mut self) {
        if self.thinking.is_some() {
            self.set_expired(true);
            if self.interrupted.is_none() {
                self.interrupted = Some(clock());
                drop(Task::begin_waking(&self.waker, |_| sleep(PATIENCE)));
            }
        }
    }

    /// True if the bot that thought last was asked to play.
    pub fn was_interrupted(&self) -> bool {
        self.interrupted.is_some()
    }

    /// Abandons the thinking bot and resets the built-in agents, after turns were undone.
    pub fn forget(&mut self) {
        self.set_expired(true);
        self.thinking = None;
        for bot_thread in &mut self.threads {
            bot_thread.take_if(|bot_thread| matches!(bot_thread, BotThread::Agent(..)));
        }
    }

    /// Abandons the bot of one seat, and what it remembers.
    pub fn forget_seat(&mut self, seat: Player) {
        if self.thinking() == Some(seat) {
            self.set_expired(true);
            self.thinking = None;
        }
        if let Some(bot_thread) = self.threads.get_mut(seat.index()) {
            *bot_thread = None;
        }
    }

    /// Waits at most `time` for the thinking bot. If it was interrupted and does not answer, a quick choice replaces
    /// its move.
    pub fn wait(&mut self, session: &Session<G>, time: Duration) -> Option<Decision<G::Move>> {
        let Thinking {
            seat,
            task,
            returned,
        } = self.thinking.as_mut()?;
        let decision = match task.wait(time) {
            Progress::Working => {
                self.interrupted
                    .filter(|since| clock() - *since >= PATIENCE)?;
                Decision {
                    moves: quick_choice(session),
                    replaced: true,
                    fault: None,
                }
            }
            Progress::Failed => Decision {
                moves: quick_choice(session),
                replaced: true,
                fault: None,
            },
            Progress::Done(ChosenTurn { moves, fault }) => {
                self.threads[seat.index()] = returned
                    .lock()
                    .unwrap_or_else(PoisonError::into_inner)
                    .take();
                match turn::<G>(session.state(), &moves) {
                    Some(moves) => Decision {
                        moves,
                        replaced: false,
                        fault,
                    },
                    None => Decision {
                        moves: quick_choice(session),
                        replaced: true,
                        fault,
                    },
                }
            }
        };
        self.thinking = None;
        self.set_expired(false);
        Some(decision)
    }

    fn set_expired(&self, expired: bool) {
        self.deadline_clock
            .iter()
            .for_each(|deadline_clock| deadline_clock.set_expired(expired));
    }
}

impl<G: Playable> Position<G> {
    fn of(session: &Session<G>) -> Position<G> {
        Position {
            setup: session.setup(),
            state: session.state().clone(),
            observers: session.observers().clone(),
            undone: session.times_gone_back(),
            rng: session.chance(),
            past: None,
        }
    }
}

impl<G: Playable> Past<G> {
    fn of(session: &Session<G>) -> Past<G> {
        Past {
            dealt: session.dealt().clone(),
            moves: session.moves().to_vec(),
            seed: session.seed(),
        }
    }

    /// Asks an agent again for each past decision of its seat, with the same random numbers, and plays the moves that
    /// were played then.
    fn show(self, agent: &mut BoxedAgent<G>, seat: Player) {
        let mut state = self.dealt;
        let mut rng = None;
        for (i, mv) in self.moves.into_iter().enumerate() {
            if state.to_move() == Some(seat) {
                let rng = rng.get_or_insert_with(|| chance(self.seed, i, Some(seat)));
                agent.choose(&View::new(&state, seat), rng);
            }
            state.play_unchecked(mv);
            if has_ended::<G>(&state, seat) {
                rng = None;
            }
        }
    }
}

/// True if another turn, or another seat's decision, has begun.
fn has_ended<G: Playable>(state: &StateOf<G>, seat: Player) -> bool {
    state.to_move() != Some(seat) || G::begins_turn(state)
}

/// Lets a bot choose its turn, and puts it into `returned` afterwards. A child process that has been abandoned is started
/// anew first.
fn choose_turn<G: Playable>(
    bot: Result<BotThread<G>, BotSeat<G>>,
    position: Position<G>,
    returned: &Mutex<Option<BotThread<G>>>,
) -> ChosenTurn {
    let (mut bot, fault) = match bot {
        Ok(bot) => (bot, None),
        Err(mut bot_seat) => {
            let started = bot_seat.start_anew(position.setup);
            let fault = started.err().map(|problem| problem.fault);
            (BotThread::BotSeat(Box::new(bot_seat)), fault)
        }
    };
    let state = position.state.clone();
    let (moves, fault) = decide(&mut bot, position, fault);
    *returned.lock().unwrap_or_else(PoisonError::into_inner) = Some(bot);
    ChosenTurn {
        moves: texts::<G>(state, &moves),
        fault,
    }
}

/// Chooses the rest of the turn of the seat to move, by a bot that may already have had a fault; returns its moves, and its first
/// fault.
fn decide<G: Playable>(
    bot: &mut BotThread<G>,
    position: Position<G>,
    mut fault: Option<Fault>,
) -> (Vec<G::Move>, Option<Fault>) {
    let Position {
        setup,
        mut state,
        mut observers,
        undone,
        mut rng,
        past,
    } = position;
    if let (BotThread::Agent(agent, _), Some(past), Some(seat)) = (&mut *bot, past, state.to_move())
        && agent.remembers()
    {
        past.show(agent, seat);
    }
    let mut moves = Vec::new();
    while let Some(seat) = state.to_move() {
        let view = View::new(&state, seat);
        let mv = match bot {
            BotThread::Agent(agent, _) => agent.choose(&view, &mut rng),
            BotThread::BotSeat(bot_seat) => {
                let log = observers.log.as_ref().expect(LOGGED);
                let (mv, found) = bot_seat.choose(&view, setup, log, undone, &mut rng);
                fault = fault.or(found);
                mv
            }
        };
        moves.push(mv);
        // The caller checks the moves and finds an illegal one.
        if !state.is_legal(mv) {
            break;
        }
        G::play(&mut state, mv, &mut observers);
        if has_ended::<G>(&state, seat) {
            break;
        }
    }
    (moves, fault)
}

/// Formats moves up to the first illegal one.
fn texts<G: Playable>(mut state: StateOf<G>, moves: &[G::Move]) -> Vec<String> {
    let mut texts = Vec::new();
    for &mv in moves {
        if !state.is_legal(mv) {
            break;
        }
        texts.push(state.move_text(mv));
        state.play_unchecked(mv);
    }
    texts
}

/// Parses the rest of a turn; `None` if it is not legal, or not all of it.
fn turn<G: Playable>(state: &StateOf<G>, moves: &[String]) -> Option<Vec<G::Move>> {
    let seat = state.to_move()?;
    let mut state = state.clone();
    let mut turn = Vec::new();
    for text in moves {
        let mv = state.parse_move(text).ok()?;
        state.play(mv).ok()?;
        turn.push(mv);
    }
    has_ended::<G>(&state, seat).then_some(turn)
}

/// Returns the rest of the turn as the quick built-in policy plays it.
fn quick_choice<G: Playable>(session: &Session<G>) -> Vec<G::Move> {
    let quick = registry::Spec::read::<G>(G::POLICY).expect("the agent is registered");
    let (deadline_clock, clock) = DeadlineClock::of_agent();
    let quick = agent::<G>(&quick, session.seats().players(), Some(clock));
    decide(
        &mut BotThread::Agent(quick, deadline_clock),
        Position::of(session),
        None,
    )
    .0
}

#[cfg(test)]
mod tests {
    use goldrush_engine::game::Game;
    use goldrush_engine::gold_rush::{GoldRush, Setup};

    use super::super::seats::Seats;
    use super::super::session::{GameSettings, NewGame};
    use super::*;

    fn session(opponent: &str, folder: &std::path::Path) -> Session<GoldRush> {
        let seats = Seats::of_options(goldrush_games::GameName::GoldRush, opponent, 1).unwrap();
        let settings = GameSettings {
            practice: false,
            lessons: false,
            assist: false,
        };
        let setup = Setup::printed(2);
        let file = Some(folder.join("game.json"));
        Session::new(NewGame {
            setup,
            seed: 1,
            seats,
            settings,
            file,
            components: None,
        })
    }

    fn is_turn(session: &Session<GoldRush>, decision: &Decision<<GoldRush as Game>::Move>) -> bool {
        let moves = texts::<GoldRush>(session.state().clone(), &decision.moves);
        turn::<GoldRush>(session.state(), &moves).as_ref() == Some(&decision.moves)
    }

    #[test]
    fn a_bot_plays_whole_turns() {
        let folder = tempfile::tempdir().unwrap();
        let session = session("level1", folder.path());
        let mut bots = Bots::new(Limits::default());
        bots.begin(&session);
        assert_eq!(bots.thinking(), session.to_move());
        let decision = bots.wait(&session, Duration::from_secs(60)).unwrap();
        assert!(!decision.replaced && is_turn(&session, &decision));
        assert_eq!(bots.thinking(), None);
    }

    /// A bot that thinks by the clock answers; one that counts playouts takes too long and is replaced.
    #[test]
    fn interrupted_bot_plays_at_once() {
        let folder = tempfile::tempdir().unwrap();
        for (spec, replaced) in [
            ("rollout:ms=3600000", false),
            ("rollout:playouts=100000", true),
        ] {
            let session = session(spec, folder.path());
            let mut bots = Bots::new(Limits::default());
            bots.begin(&session);
            assert_eq!(bots.wait(&session, Duration::from_millis(50)), None);
            bots.interrupt();
            let decision = (0..600)
                .find_map(|_| bots.wait(&session, Duration::from_millis(100)))
                .unwrap();
            assert!(is_turn(&session, &decision));
            assert!(!decision.replaced || replaced, "{spec}");
        }
    }
}
