//! The bots of a game: agents of this program, and processes of their own.
//!
//! Not handled: what an agent of this program remembers beyond a turn is lost when a game is resumed.

use goldrush_ai::registry::BoxedAgent;
use goldrush_engine::game::View;
use goldrush_engine::player::Player;
use goldrush_engine::rng::StreamRng;

use super::session::Session;
use super::shown::Shown;
use crate::protocol::bot::CannotStart;
use crate::protocol::fault::Fault;
use crate::protocol::limits::Limits;
use crate::study::spec::Spec;
use crate::table::guest::Guest;
use crate::table::seats::{Sitter, agent};

enum Bot<G: Shown> {
    Agent(BoxedAgent<G>),
    Guest(Box<Guest<G>>),
}

/// By seat; none where people sit.
pub(super) struct Bots<G: Shown>(Vec<Option<Bot<G>>>);

impl<G: Shown> Bots<G> {
    /// All that a game has.
    ///
    /// # Errors
    /// If a process cannot be started.
    pub(super) fn start(session: &Session<G>, limits: Limits) -> Result<Bots<G>, CannotStart> {
        let players = session.seats().players();
        let bot = |seat| {
            Ok(match session.seats().sitter(seat) {
                _ if session.to_move().is_none() => None,
                Sitter::Human => None,
                Sitter::Bot(Spec::BuiltIn(spec)) => Some(Bot::Agent(agent::<G>(spec, players))),
                Sitter::Bot(Spec::Command(command)) => {
                    let guest = Guest::start(command, session.seed(), players, seat, limits)?;
                    Some(Bot::Guest(Box::new(guest)))
                }
            })
        };
        Player::all(players).map(bot).collect::<Result<_, _>>().map(Bots)
    }

    /// The move of the seat whose decision it is, and a fault for which somebody else plays for it from now on.
    pub(super) fn choose(
        &mut self,
        session: &Session<G>,
        seat: Player,
        rng: &mut StreamRng,
    ) -> (G::Move, Option<Fault>) {
        let view = View::new(session.state(), seat);
        match self.0[seat.index()].as_mut().expect("a bot sits where no person does") {
            Bot::Agent(agent) => (agent.choose(&view, rng), None),
            Bot::Guest(guest) => guest.choose(&view, session.setup(), session.diary(), session.undone(), rng),
        }
    }

    /// Turns were taken back: agents of this program know nothing of what is no more.
    pub(super) fn forget(&mut self, session: &Session<G>) {
        let players = session.seats().players();
        for (seat, bot) in Player::all(players).zip(&mut self.0) {
            if let (Some(Bot::Agent(old)), Sitter::Bot(Spec::BuiltIn(spec))) = (bot, session.seats().sitter(seat)) {
                *old = agent::<G>(spec, players);
            }
        }
    }

    /// The game is over: processes are told.
    pub(super) fn leave(self, session: &Session<G>) {
        for (seat, bot) in Player::all(session.seats().players()).zip(self.0) {
            if let Some(Bot::Guest(guest)) = bot {
                guest.leave(session.state(), seat, session.diary(), session.undone());
            }
        }
    }
}
