//! Bots that think on a thread of their own, and may be interrupted.

use std::time::{Duration, Instant};

use goldrush_ai::registry::{self, BoxedAgent};
use goldrush_engine::game::{State as _, View};
use goldrush_engine::gold_rush::{GoldRush, Move, State};
use goldrush_engine::player::Player;
use goldrush_engine::rng::StreamRng;

use super::guest::Guest;
use super::seats::{Sitter, agent};
use super::session::Session;
use super::thinking::{Progress, Task, hurry};
use crate::games::gold_rush::event::EventLog;
use crate::protocol::bot::CannotStart;
use crate::protocol::fault::Fault;
use crate::protocol::limits::Limits;
use crate::study::spec::Spec;

/// A bot that was interrupted has so long to play the best it has found.
const PATIENCE: Duration = Duration::from_millis(500);
/// Who plays for a bot that did not answer.
const QUICK: &str = "heuristic";

/// A bot of the game.
enum Thinker {
    Agent(BoxedAgent<GoldRush>),
    Guest(Box<Guest<GoldRush>>),
}

/// What a bot thinks about.
struct Position {
    state: State<'static>,
    /// What happened up to there.
    events: EventLog,
    /// Turns that were taken back up to there.
    undone: usize,
    rng: StreamRng,
}

/// What came of it.
struct Thought {
    bot: Thinker,
    moves: Vec<Move>,
    fault: Option<Fault>,
}

/// The bots of a game.
#[derive(Default)]
pub struct Bots {
    /// Of those in processes of their own.
    limits: Limits,
    /// By seat; none before the first turn, while the bot thinks, and after it was left to itself.
    thinkers: Vec<Option<Thinker>>,
    thinking: Option<(Player, Task<Thought>)>,
    interrupted: Option<Instant>,
}

/// What a bot plays.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Decision {
    /// The whole turn.
    pub moves: Vec<Move>,
    /// Whether somebody else played for it, because it did not answer or played nonsense.
    pub replaced: bool,
    /// Why somebody else plays for it from now on, if it is a process with a fault.
    pub fault: Option<Fault>,
}

impl Bots {
    /// Starts those bots that are processes of their own.
    ///
    /// # Errors
    /// If one cannot be started.
    pub fn start(session: &Session, limits: Limits) -> Result<Bots, CannotStart> {
        let mut bots = Bots { limits, ..Bots::default() };
        if session.is_over() {
            return Ok(bots);
        }
        for seat in Player::all(session.seats().players()) {
            bots.thinkers.push(match session.seats().sitter(seat) {
                Sitter::Bot(Spec::Command(command)) => Some(Thinker::Guest(Box::new(Guest::start(
                    command,
                    session.seed(),
                    session.seats().players(),
                    seat,
                    limits,
                )?))),
                Sitter::Bot(Spec::BuiltIn(_)) | Sitter::Human => None,
            });
        }
        Ok(bots)
    }

    /// Has the bot think whose turn it is.
    pub fn begin(&mut self, session: &Session) {
        let Some(seat) = session.to_move() else { return };
        let Sitter::Bot(spec) = session.seats().sitter(seat) else { return };
        self.thinkers.resize_with(session.seats().players(), || None);
        let bot = self.thinkers[seat.index()].take();
        let position = Position::of(session);
        self.interrupted = None;
        hurry(false);
        self.thinking = Some((
            seat,
            match (bot, spec) {
                (Some(bot), _) => Task::begin(move |_| decide(bot, position, None)),
                (None, Spec::BuiltIn(spec)) => {
                    let bot = Thinker::Agent(agent::<GoldRush>(spec, session.seats().players()));
                    Task::begin(move |_| decide(bot, position, None))
                }
                // It was left to itself, and may still be busy with what nobody wants to know any more.
                (None, Spec::Command(command)) => {
                    let mut guest =
                        Guest::absent(command, session.seed(), session.seats().players(), seat, self.limits);
                    Task::begin(move |_| {
                        let fault = guest.start_anew().err().map(|problem| problem.fault);
                        decide(Thinker::Guest(Box::new(guest)), position, fault)
                    })
                }
            },
        ));
    }

    /// When the game is over: tells the bots in processes of their own, in the background.
    pub fn end(&mut self, session: &Session) {
        for (seat, bot) in Player::all(session.seats().players()).zip(self.thinkers.drain(..)) {
            if let Some(Thinker::Guest(guest)) = bot {
                let position = Position::of(session);
                drop(Task::begin(move |_| guest.leave(&position.state, seat, &position.events, position.undone)));
            }
        }
    }

    /// Which bot thinks.
    pub fn thinking(&self) -> Option<Player> {
        self.thinking.as_ref().map(|&(seat, _)| seat)
    }

    /// Asks the bot that thinks to play what it has.
    pub fn interrupt(&mut self) {
        if self.thinking.is_some() {
            hurry(true);
            self.interrupted = self.interrupted.or_else(|| Some(Instant::now()));
        }
    }

    /// Leaves the bot that thinks to itself.
    pub fn forget(&mut self) {
        self.thinking = None;
    }

    /// Waits so long at most for the bot that thinks, then for a quick choice if it was interrupted and does not answer.
    pub fn wait(&mut self, session: &Session, time: Duration) -> Option<Decision> {
        let (seat, task) = self.thinking.as_mut()?;
        let seat = *seat;
        let decision = match task.wait(time) {
            Progress::Working => {
                self.interrupted.filter(|since| since.elapsed() > PATIENCE)?;
                Decision { moves: quick_choice(session), replaced: true, fault: None }
            }
            Progress::Failed => Decision { moves: quick_choice(session), replaced: true, fault: None },
            Progress::Done(Thought { bot, moves, fault }) => {
                self.thinkers[seat.index()] = Some(bot);
                if is_turn(session.state(), &moves) {
                    Decision { moves, replaced: false, fault }
                } else {
                    Decision { moves: quick_choice(session), replaced: true, fault }
                }
            }
        };
        self.forget();
        hurry(false);
        Some(decision)
    }
}

impl Position {
    fn of(session: &Session) -> Position {
        Position {
            state: session.state().clone(),
            events: session.events().clone(),
            undone: session.undone(),
            rng: session.chance(),
        }
    }
}

/// The rest of the turn of the seat to move, by a bot that may have had a fault already.
fn decide(mut bot: Thinker, position: Position, mut fault: Option<Fault>) -> Thought {
    let Position { mut state, mut events, undone, mut rng } = position;
    let mut moves = Vec::new();
    while let Some(seat) = state.to_move() {
        let view = View::new(&state, seat);
        let mv = match &mut bot {
            Thinker::Agent(agent) => agent.choose(&view, &mut rng),
            Thinker::Guest(guest) => {
                let (mv, found) = guest.choose(&view, view.table().setup(), &events, undone, &mut rng);
                fault = fault.or(found);
                mv
            }
        };
        moves.push(mv);
        // What is not legal is found out by whoever gets it.
        if matches!(mv, Move::Act(_)) || !state.is_legal(mv) {
            break;
        }
        state.play_observed(mv, &mut events);
    }
    Thought { bot, moves, fault }
}

fn is_turn(state: &State<'static>, moves: &[Move]) -> bool {
    let mut state = state.clone();
    matches!(moves.last(), Some(Move::Act(_))) && moves.iter().all(|&mv| state.play(mv).is_ok())
}

fn quick_choice(session: &Session) -> Vec<Move> {
    let quick = registry::Spec::read::<GoldRush>(QUICK).expect("it is registered");
    let quick = agent::<GoldRush>(&quick, session.seats().players());
    decide(Thinker::Agent(quick), Position::of(session), None).moves
}

#[cfg(test)]
mod tests {
    use goldrush_engine::gold_rush::Setup;

    use super::super::seats::Seats;
    use super::super::session::Manner;
    use super::*;

    fn session(opponent: &str, folder: &std::path::Path) -> Session {
        let seats = Seats::of_options(crate::games::GameName::GoldRush, opponent, 1).unwrap();
        let manner = Manner { practice: false, lessons: false };
        Session::new(Setup::printed(2), 1, seats, manner, folder.join("game.json"))
    }

    #[test]
    fn a_bot_plays_whole_turns() {
        let folder = tempfile::tempdir().unwrap();
        let session = session("level1", folder.path());
        let mut bots = Bots::default();
        bots.begin(&session);
        assert_eq!(bots.thinking(), session.to_move());
        let decision = bots.wait(&session, Duration::from_secs(60)).unwrap();
        assert!(!decision.replaced && is_turn(session.state(), &decision.moves));
        assert_eq!(bots.thinking(), None);
    }

    /// One that thinks by the clock answers; one that counts playouts would need hours and is replaced.
    #[test]
    fn whoever_is_interrupted_plays_at_once() {
        let folder = tempfile::tempdir().unwrap();
        for (spec, replaced) in [("rollout:ms=3600000", false), ("rollout:playouts=100000000,threads=2", true)] {
            let session = session(spec, folder.path());
            let mut bots = Bots::default();
            bots.begin(&session);
            assert_eq!(bots.wait(&session, Duration::from_millis(50)), None);
            bots.interrupt();
            let decision = (0..600).find_map(|_| bots.wait(&session, Duration::from_millis(100))).unwrap();
            assert!(is_turn(session.state(), &decision.moves));
            assert!(!decision.replaced || replaced, "{spec}");
        }
    }
}
