//! Games in which all seats have the same bot, and what is learned from them.

use goldrush_ai::registry::Spec;
use goldrush_games::analyzable::Analyzable;
use goldrush_games::registry::with_game;
use goldrush_harness::sim::batch;
use goldrush_harness::sim::sampled_game::{SampledGame, Samplers};
use goldrush_harness::study::check_seed;
use goldrush_harness::study::lineup::{parse, split_names};
use goldrush_report::document::{Answer, Document, Part, Section, Table};
use goldrush_report::figure::Figure;
use goldrush_report::words::{count, player_games};
use goldrush_support::error::bad_input;
use goldrush_support::stats::interval::Estimate;
use rayon::ThreadPool;

use crate::cli::ask::AskArgs;

/// Results of such games, to read and as CSV.
pub(super) struct Sampled {
    pub(super) document: Document,
    pub(super) csv: String,
}

/// Games in which all seats have the same bot.
pub(super) struct EqualGames {
    pub(super) players: usize,
    pub(super) games: u64,
    /// The bots, by name.
    pub(super) bots: Vec<(String, Spec)>,
    /// Name of the agent by whose values turns are compared.
    pub(super) policy: &'static str,
    seed: u64,
    pool: ThreadPool,
}

impl EqualGames {
    pub(super) fn read(args: &AskArgs) -> anyhow::Result<EqualGames> {
        let run = &args.run;
        let game = run.rules.game()?;
        let players = args.players.as_deref().unwrap_or("2");
        let games = run.games.unwrap_or(1000);
        let seed = run.seed;
        let one_number = |_| {
            bad_input(format!(
                "--players {players}: expected one number for this question, such as 3"
            ))
        };
        if !(2..=10_000_000).contains(&games) {
            return Err(bad_input(format!(
                "--games {games}: 2 to 10000000 are possible"
            )));
        }
        check_seed(seed.unwrap_or(1))?;
        let policy = with_game!(game, G => G::POLICY);
        let names = split_names(args.agents.as_deref().unwrap_or(policy));
        let read = |name: String| {
            Ok((
                name.clone(),
                parse(game, "--agents", &name)?.built_in("--agents")?,
            ))
        };
        Ok(EqualGames {
            players: players.trim().parse().map_err(one_number)?,
            games,
            bots: names.into_iter().map(read).collect::<anyhow::Result<_>>()?,
            policy,
            seed: seed.unwrap_or(1),
            pool: batch::pool(run.threads)?,
        })
    }

    /// Returns the bot, for a question about the games of one.
    ///
    /// # Errors
    /// Bad input if there are several bots.
    pub(super) fn only_bot(&self, question: &str) -> anyhow::Result<(&str, &Spec)> {
        match &self.bots[..] {
            [(name, bot)] => Ok((name, bot)),
            _ => Err(bad_input(format!(
                "--agents: expected one bot for the question `{question}`"
            ))),
        }
    }

    /// Returns the answer to a question: sentences, how the numbers are to be read, tables and charts.
    pub(super) fn document(
        &self,
        title: &str,
        answers: Vec<Answer>,
        reading: &str,
        tables: Vec<Table>,
        figures: Vec<Figure>,
    ) -> Document {
        let mut parts = vec![Part::Figures(figures)];
        parts.extend(tables.into_iter().map(Part::Table));
        parts.push(Part::Text(reading.into()));
        Document {
            title: title.into(),
            subtitle: format!(
                "{} {} games by each bot against itself. Intervals are 95%.",
                count(self.games),
                player_games(self.players)
            ),
            answers,
            sections: vec![Section::new("In numbers", parts)],
            ..Document::default()
        }
    }

    /// Returns the name of a bot as the beginning of a sentence; empty if there is only one.
    pub(super) fn bot_before(&self, name: &str) -> String {
        if self.bots.len() == 1 {
            String::new()
        } else {
            format!("{name}: ")
        }
    }

    /// Plays the games of a bot, and passes what `look` sees in each to `take`, in order.
    pub(super) fn each<G: Analyzable, T: Send>(
        &self,
        setup: &G::Setup,
        bot: &Spec,
        look: impl Fn(&SampledGame<G::Move>) -> T + Sync,
        take: impl FnMut(T),
    ) {
        let players = Samplers::alike(bot.clone());
        let play = |block| look(&SampledGame::play::<G>(setup, &players, self.seed, block));
        batch::each(&self.pool, self.games, play, take);
    }
}

/// Formats the mean of an estimate and the ends of its interval for a table; cells without a value are empty.
pub(super) fn cells(estimate: Option<Estimate>) -> [String; 3] {
    let (low, high) = estimate.and_then(|estimate| estimate.ends()).unzip();
    let mean = estimate.map(|estimate| estimate.mean);
    [mean, low, high].map(|value| value.map_or_else(String::new, |value| format!("{value:.5}")))
}
