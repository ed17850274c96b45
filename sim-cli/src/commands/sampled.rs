//! The questions of `goldrush ask` about a game as it is, which games between equal bots answer.

use std::io::Write;

use goldrush_games::registry::with_setup;
use goldrush_harness::store::file::write_shared;
use goldrush_harness::store::folder::{REPORT_FILES, make_new};
use goldrush_support::error::bad_input;
use goldrush_support::interrupt::Interrupt;
use goldrush_support::printable::printable;

use super::equal_games::{EqualGames, Sampled};
use super::{choices, documents, leads, luck, points, tile_values};
use crate::cli::ask::AskArgs;

/// Plays the games that answer a question.
///
/// # Errors
/// Bad input if an option is wrong or does not apply.
pub(super) fn play(question: &str, args: &AskArgs) -> anyhow::Result<Sampled> {
    let run = &args.run;
    let limits = run.bots.limits()?;
    let given = [
        ("--precision", args.precision.is_some()),
        ("--no-adapt", args.no_adapt),
        ("--dry-run", args.dry_run),
        ("--deals", run.deals.is_some()),
        ("--records", run.records != "none"),
        ("--compress", run.compress),
        ("--shard", run.shard.is_some()),
        ("--luck", run.luck),
        ("--no-luck", run.no_luck),
        ("--bot-log", run.bots.bot_log.is_some()),
        ("--bot-salt", run.bot_salt.is_some()),
        ("--allow-faults", run.allow_faults),
    ];
    let given = given
        .iter()
        .filter(|(_, given)| *given)
        .map(|(option, _)| (*option).to_owned());
    // The options of limits come before their values.
    if let Some(option) = given.chain(limits.options()).next() {
        return Err(bad_input(format!(
            "{option} does not apply to the question `{question}`"
        )));
    }
    let games = EqualGames::read(args)?;
    let setup = run.rules.setup(games.players)?;
    with_setup!(&setup, G, setup => match question {
        "luck" => luck::answer::<G>(&games, setup),
        "choices" => choices::answer::<G>(&games, setup),
        "tiles" => tile_values::answer::<G>(&games, setup),
        "points" => points::answer::<G>(&games, setup),
        _ => leads::answer::<G>(&games, setup),
    })
}

/// Answers a question; with `--out`, also writes the table and the page.
///
/// # Errors
/// Bad input if an option is wrong or does not apply; fails if the files cannot be written.
pub(super) fn answer(question: &str, args: &AskArgs, out: &mut dyn Write) -> anyhow::Result<()> {
    Interrupt::exit_at_once("stopped; nothing is saved. Fewer --games take less time");
    let run = &args.run;
    if let Some(folder) = &run.out {
        make_new(folder)?;
    }
    let Sampled { document, csv } = play(question, args)?;
    documents::print(&document, out)?;
    if let Some(folder) = &run.out {
        let table = folder.join(format!("{question}.csv"));
        write_shared(&table, &csv)?;
        let page = documents::write(&document, folder, REPORT_FILES)?;
        writeln!(
            out,
            "\nThe table: {}\nThe page: {}",
            printable(table.display()),
            printable(page.display())
        )?;
    }
    Ok(())
}
