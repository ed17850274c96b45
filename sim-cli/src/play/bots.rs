//! Bots that think on a thread of their own, and may be interrupted.

use std::time::{Duration, Instant};

use goldrush_ai::gold_rush::agents::GoldRushAgent;
use goldrush_ai::registry::Spec;
use goldrush_engine::game::{State as _, View};
use goldrush_engine::gold_rush::{GoldRush, Move, State};
use goldrush_engine::player::Player;
use goldrush_engine::rng::StreamRng;

use super::seats::{Sitter, agent};
use super::session::Session;
use super::thinking::{Progress, Task, hurry};

/// A bot that was interrupted has so long to play the best it has found.
const PATIENCE: Duration = Duration::from_millis(500);
/// Who plays for a bot that did not answer.
const QUICK: &str = "heuristic";

type Thought = (GoldRushAgent, Vec<Move>);

/// The bots of a game.
#[derive(Default)]
pub struct Bots {
    /// By seat; none before the first turn, while the bot thinks, and after it was left to itself.
    agents: Vec<Option<GoldRushAgent>>,
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
}

impl Bots {
    /// Has the bot think whose turn it is.
    pub fn begin(&mut self, session: &Session) {
        let Some(seat) = session.to_move() else { return };
        let Sitter::Bot(spec) = session.seats().sitter(seat) else { return };
        self.agents.resize_with(session.seats().players(), || None);
        let bot = self.agents[seat.index()].take().unwrap_or_else(|| agent(spec, session.seats().players()));
        let (state, rng) = (session.state().clone(), session.chance());
        self.interrupted = None;
        hurry(false);
        self.thinking = Some((seat, Task::begin(move |_| decide(bot, state, rng))));
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
                Decision { moves: quick_choice(session), replaced: true }
            }
            Progress::Failed => Decision { moves: quick_choice(session), replaced: true },
            Progress::Done((bot, moves)) => {
                self.agents[seat.index()] = Some(bot);
                if is_turn(session.state(), &moves) {
                    Decision { moves, replaced: false }
                } else {
                    Decision { moves: quick_choice(session), replaced: true }
                }
            }
        };
        self.forget();
        hurry(false);
        Some(decision)
    }
}

/// The rest of the turn of the seat to move.
fn decide(mut bot: GoldRushAgent, mut state: State<'static>, mut rng: StreamRng) -> Thought {
    let mut moves = Vec::new();
    let Some(seat) = state.to_move() else { return (bot, moves) };
    loop {
        let mv = bot.choose(&View::new(&state, seat), &mut rng);
        moves.push(mv);
        // What is not legal is found out by whoever gets it.
        if matches!(mv, Move::Act(_)) || state.play(mv).is_err() {
            return (bot, moves);
        }
    }
}

fn is_turn(state: &State<'static>, moves: &[Move]) -> bool {
    let mut state = state.clone();
    matches!(moves.last(), Some(Move::Act(_))) && moves.iter().all(|&mv| state.play(mv).is_ok())
}

fn quick_choice(session: &Session) -> Vec<Move> {
    let spec = Spec::read::<GoldRush>(QUICK).expect("it is registered");
    decide(agent(&spec, session.seats().players()), session.state().clone(), session.chance()).1
}

#[cfg(test)]
mod tests {
    use goldrush_engine::gold_rush::Setup;

    use super::super::seats::Seats;
    use super::super::session::Manner;
    use super::*;

    fn session(opponent: &str, folder: &std::path::Path) -> Session {
        let seats = Seats::of_options(opponent, 1).unwrap();
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
