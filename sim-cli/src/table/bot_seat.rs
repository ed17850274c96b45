//! A bot in a process of its own at the table of a game with people.

use goldrush_ai::registry::{BoxedAgent, Spec};
use goldrush_engine::game::View;
use goldrush_engine::player::Player;
use goldrush_engine::rng::StreamRng;

use super::seats::agent;
use crate::games::protocol::Protocol;
use crate::protocol::bot::{Bot, CannotStart};
use crate::protocol::fault::Fault;
use crate::protocol::limits::Limits;
use crate::study::spec::Command;

/// A seat's bot, and who plays on for it after a fault.
pub(super) struct BotSeat<G: Protocol> {
    command: Command,
    limits: Limits,
    /// The seed it is told, from which the deal cannot be computed.
    seed: u64,
    /// None after a fault.
    bot: Option<Bot>,
    /// How many turns had been taken back when it was told the game; none before that.
    told: Option<usize>,
    fallback: BoxedAgent<G>,
}

impl<G: Protocol> BotSeat<G> {
    /// Starts its process.
    ///
    /// # Errors
    /// If it cannot be started, twice: the fallback plays.
    pub(super) fn start_anew(&mut self, setup: &G::Setup) -> Result<(), CannotStart> {
        let bot = Bot::start(&self.command.line, self.limits)?;
        bot.check_options(&self.command.line, &self.command.options)?;
        bot.check_game::<G>(&self.command.line, setup)?;
        self.bot = Some(bot);
        Ok(())
    }

    /// A bot that is not started yet, and the seed it will be told.
    pub(super) fn absent(command: &Command, seed: u64, players: usize, limits: Limits) -> BotSeat<G> {
        let fallback = Spec::read::<G>(G::FALLBACK).expect("it is registered");
        let fallback = agent::<G>(&fallback, players, None);
        BotSeat { command: command.clone(), limits, seed, bot: None, told: None, fallback }
    }

    /// Its move, or that of the fallback with the fault for which it plays from now on. `undone` is how many turns
    /// were taken back so far: a bot that knows of turns that were is told a new game, with all that happened in it.
    pub(super) fn choose(
        &mut self,
        view: &View<G::State<'_>>,
        setup: &G::Setup,
        log: &G::Log,
        undone: usize,
        rng: &mut StreamRng,
    ) -> (G::Move, Option<Fault>) {
        let decided = self.bot.as_mut().map(|bot| {
            if self.told != Some(undone) {
                bot.begin_game::<G>(setup, view.observer().index(), self.seed, &self.command.options)?;
                self.told = Some(undone);
            }
            bot.decide::<G>(view, log)
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
    pub(super) fn leave(self, state: &G::State<'_>, seat: Player, log: &G::Log, undone: usize) {
        if let Some(mut bot) = self.bot
            && self.told == Some(undone)
        {
            // The game is over, whatever it makes of it.
            let _ = bot.end_game::<G>(state, seat, log);
        }
    }
}
