//! A seat played by a bot that runs as a child process, in a game with people.

use goldrush_ai::registry::{BoxedAgent, Spec};
use goldrush_engine::game::View;
use goldrush_engine::player::Player;
use goldrush_engine::rng::StreamRng;
use goldrush_games::protocol::Protocol;
use goldrush_harness::protocol::bot::Bot;
use goldrush_harness::protocol::cannot_start::CannotStart;
use goldrush_harness::protocol::fault::Fault;
use goldrush_harness::protocol::limits::Limits;
use goldrush_harness::study::spec::Command;

use super::seats::agent;

/// A seat's bot, and the agent that plays on for it after a fault.
pub(super) struct BotSeat<G: Protocol> {
    command: Command,
    limits: Limits,
    /// Seed sent to the bot, from which the deal cannot be computed.
    seed: u64,
    /// The running bot; `None` before it is started and after a fault.
    bot: Option<Bot>,
    /// Number of turns that had been undone when the bot was sent this game; `None` if it has not been sent one.
    known_undone: Option<usize>,
    fallback: BoxedAgent<G>,
}

impl<G: Protocol> BotSeat<G> {
    /// Starts the bot's process.
    ///
    /// # Errors
    /// Fails if the process cannot be started in two attempts, or does not support the options or the game; then the
    /// fallback plays.
    pub(super) fn start_anew(&mut self, setup: &G::Setup) -> Result<(), CannotStart> {
        let bot = Bot::start(&self.command.line, &self.limits)?;
        bot.check_options(&self.command.line, &self.command.options)?;
        bot.check_game::<G>(&self.command.line, setup)?;
        self.bot = Some(bot);
        Ok(())
    }

    /// Creates a seat whose bot is not started yet and will be sent `seed`.
    pub(super) fn absent(
        command: &Command,
        seed: u64,
        players: usize,
        limits: &Limits,
    ) -> BotSeat<G> {
        let fallback = Spec::read::<G>(G::FALLBACK).expect("the agent is registered");
        let fallback = agent::<G>(&fallback, players, None);
        BotSeat {
            command: command.clone(),
            limits: limits.clone(),
            seed,
            bot: None,
            known_undone: None,
            fallback,
        }
    }

    /// Returns the bot's move, or the fallback's move with the fault that made it take over. `undone` is the number of
    /// turns undone so far: if it has changed since the bot was sent the game, the bot is sent a new game with all that
    /// happened in it.
    pub(super) fn choose(
        &mut self,
        view: &View<G::State<'_>>,
        setup: &G::Setup,
        log: &G::Log,
        undone: usize,
        rng: &mut StreamRng,
    ) -> (G::Move, Option<Fault>) {
        let decided = self.bot.as_mut().map(|bot| {
            if self.known_undone != Some(undone) {
                bot.begin_game::<G>(
                    setup,
                    view.observer().index(),
                    self.seed,
                    &self.command.options,
                )?;
                self.known_undone = Some(undone);
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

    /// Sends the bot the result of the game, and ends it.
    pub(super) fn leave(self, state: &G::State<'_>, seat: Player, log: &G::Log, undone: usize) {
        if let Some(mut bot) = self.bot
            && self.known_undone == Some(undone)
        {
            // The game is over, so a fault in the bot's answer no longer matters.
            let _ = bot.end_game::<G>(state, seat, log);
        }
    }
}
