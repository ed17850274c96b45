//! The questions of `goldrush ask` that games between equal bots answer: `leads` and `draws`.

use std::fs;
use std::io::Write;

use goldrush_ai::registry::Spec;
use rayon::ThreadPool;

use super::{draws, leads};
use crate::cli::ask::{AskArgs, DRAWS};
use crate::error::bad_input;
use crate::games::analyzable::Analyzable;
use crate::games::registry::{with_game, with_setup};
use crate::report::figure::Figure;
use crate::sim::batch;
use crate::sim::sampled_game::{SampledGame, Samplers};
use crate::stats::interval::Estimate;
use crate::store::file::write_atomically;
use crate::study::check_seed;
use crate::study::lineup::{parse, split_names};

/// An answer: the text to print, its table as CSV, and its chart.
pub(super) struct Answer {
    pub(super) text: String,
    pub(super) csv: String,
    pub(super) figure: Figure,
}

/// Games in which all seats have the same bot.
pub(super) struct EqualGames {
    pub(super) players: usize,
    pub(super) games: u64,
    /// The bots, by name.
    pub(super) bots: Vec<(String, Spec)>,
    seed: u64,
    pool: ThreadPool,
}

impl EqualGames {
    fn read(args: &AskArgs) -> anyhow::Result<EqualGames> {
        let (run, game) = (&args.run, args.run.rules.game()?);
        let (players, games, seed) = (args.players.as_deref().unwrap_or("2"), run.games.unwrap_or(1000), run.seed);
        let one_number =
            |_| bad_input(format!("--players {players}: expected one number for this question, such as 3"));
        if !(2..=10_000_000).contains(&games) {
            return Err(bad_input(format!("--games {games}: 2 to 10000000 are possible")));
        }
        check_seed(seed.unwrap_or(1))?;
        let names = split_names(args.agents.as_deref().unwrap_or(with_game!(game, G => G::POLICY)));
        let read = |name: String| Ok((name.clone(), parse(game, "--agents", &name)?.built_in("--agents")?));
        Ok(EqualGames {
            players: players.trim().parse().map_err(one_number)?,
            games,
            bots: names.into_iter().map(read).collect::<anyhow::Result<_>>()?,
            seed: seed.unwrap_or(1),
            pool: batch::pool(run.threads)?,
        })
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

/// Answers a question; with `--out`, also writes the table and the chart.
///
/// # Errors
/// Bad input if an option is wrong or does not apply; fails if the files cannot be written.
pub(super) fn answer(question: &str, args: &AskArgs, out: &mut dyn Write) -> anyhow::Result<()> {
    let run = &args.run;
    let given = [
        ("--precision", args.precision.is_some()),
        ("--dry-run", args.dry_run),
        ("--deals", run.deals.is_some()),
        ("--records", run.records != "none"),
        ("--compress", run.compress),
        ("--shard", run.shard.is_some()),
        ("--luck", run.luck),
        ("--no-luck", run.no_luck),
    ];
    if let Some((option, _)) = given.iter().find(|(_, given)| *given) {
        return Err(bad_input(format!("{option} does not apply to the question `{question}`")));
    }
    let games = EqualGames::read(args)?;
    let setup = run.rules.setup(games.players)?;
    if let Some(folder) = &run.out {
        let cannot = |e| bad_input(format!("--out {}: cannot be made: {e}", folder.display()));
        fs::create_dir_all(folder).map_err(cannot)?;
    }
    let Answer { text, csv, figure } = with_setup!(&setup, G, setup => match question {
        DRAWS => draws::answer::<G>(&games, setup),
        _ => leads::answer::<G>(&games, setup),
    })?;
    write!(out, "{text}")?;
    if let Some(folder) = &run.out {
        write_atomically(&folder.join(format!("{question}.csv")), &csv)?;
        write_atomically(&folder.join(format!("{question}.svg")), &figure.file())?;
    }
    Ok(())
}

/// Formats the mean of an estimate and the ends of its interval for a table; cells without a value are empty.
pub(super) fn cells(estimate: Option<Estimate>) -> [String; 3] {
    let (low, high) = estimate.and_then(|estimate| estimate.ends()).unzip();
    let mean = estimate.map(|estimate| estimate.mean);
    [mean, low, high].map(|value| value.map_or_else(String::new, |value| format!("{value:.5}")))
}
