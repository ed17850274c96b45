//! A bot in a process of its own at the table of a game with people.

use goldrush_ai::gold_rush::agents::GoldRushAgent;
use goldrush_ai::registry::Spec;
use goldrush_engine::game::View;
use goldrush_engine::gold_rush::{GoldRush, Move, State};
use goldrush_engine::player::Player;
use goldrush_engine::rng::{StreamRng, agent_stream};
use rand::Rng as _;

use super::seats::agent;
use super::session::Session;
use crate::family::Harnessed as _;
use crate::protocol::bot::{Bot, CannotStart};
use crate::protocol::event::EventLog;
use crate::protocol::fault::Fault;
use crate::protocol::limits::Limits;

/// A seat's bot, and who plays on for it after a fault.
pub(super) struct Guest {
    command: String,
    limits: Limits,
    /// What its chance comes from in this game.
    seed: u64,
    /// None after a fault.
    bot: Option<Bot>,
    /// How many turns had been taken back when it was told the game; none before that.
    told: Option<usize>,
    fallback: GoldRushAgent,
}

impl Guest {
    /// Starts a bot for a seat.
    ///
    /// # Errors
    /// If it cannot be started, twice.
    pub(super) fn start(command: &str, session: &Session, seat: Player, limits: Limits) -> Result<Guest, CannotStart> {
        let mut guest = Guest::absent(command, session, seat, limits);
        guest.start_anew()?;
        Ok(guest)
    }

    /// Starts its process.
    ///
    /// # Errors
    /// If it cannot be started, twice: the fallback plays.
    pub(super) fn start_anew(&mut self) -> Result<(), CannotStart> {
        self.bot = Some(Bot::start(&self.command, self.limits)?);
        Ok(())
    }

    /// One that was not started yet.
    pub(super) fn absent(command: &str, session: &Session, seat: Player, limits: Limits) -> Guest {
        let fallback = Spec::read::<GoldRush>(GoldRush::FALLBACK).expect("it is registered");
        let fallback = agent(&fallback, session.seats().players());
        // The same whenever the game is gone on with.
        let seed = agent_stream(session.seed(), 0, 0, seat.index()).next_u64();
        Guest { command: command.into(), limits, seed, bot: None, told: None, fallback }
    }

    /// Its move, or that of the fallback with the fault for which it plays from now on. `undone` is how many turns
    /// were taken back so far: a bot that knows of turns that were is told a new game, with all that happened in it.
    pub(super) fn choose(
        &mut self,
        view: &View<State>,
        events: &EventLog,
        undone: usize,
        rng: &mut StreamRng,
    ) -> (Move, Option<Fault>) {
        let decided = self.bot.as_mut().map(|bot| {
            if self.told != Some(undone) {
                bot.begin_game::<GoldRush>(view.table().setup(), view.observer().index(), self.seed)?;
                self.told = Some(undone);
            }
            bot.decide::<GoldRush>(view, events)
        });
        match decided {
            Some(Ok(mv)) => (mv, None),
            Some(Err(fault)) => {
                self.bot = None;
                (self.fallback.choose(view, rng), Some(fault))
            }
            None => (self.fallback.choose(view, rng), None),
        }
    }

    /// Tells it how the game ended, and ends it.
    pub(super) fn leave(self, state: &State, seat: Player, events: &EventLog, undone: usize) {
        if let Some(mut bot) = self.bot
            && self.told == Some(undone)
        {
            // The game is over, whatever it makes of it.
            let _ = bot.end_game::<GoldRush>(state, seat, events);
        }
    }
}
