//! `goldrush ask`.

use std::io::Write;
use std::path::Path;

use super::retuning::{OTHER_DEALS, retune};
use super::{report, runs, sampled};
use crate::cli::ask::{AskArgs, FIRST_SEAT, SAMPLED, STRATEGY, questions};
use crate::cli::balance::BalanceArgs;
use crate::findings::summary::Summary;
use crate::games::GameName;
use crate::games::registry::with_game;
use crate::games::tunable::Tunable as _;
use crate::report::answer::seat_arms;
use crate::report::wrap;
use crate::study::{LIMIT, Plan};

/// Option of the points at the start.
const KOMI: &str = "komi";

pub(super) fn run(args: &AskArgs, out: &mut dyn Write) -> anyhow::Result<()> {
    let Some(question) = &args.question else { return list(args, out) };
    if SAMPLED.iter().any(|(name, _)| name == question) {
        return sampled::answer(question, args, out);
    }
    let (draft, run) = args.plan(question, &retune(args.run.threads, args.run.seed.unwrap_or(1))?)?;
    runs::announce(draft, &run, args.dry_run, out)?;
    let Some(folder) = run.out.filter(|_| !args.dry_run) else { return Ok(()) };
    report::write(&folder, &folder, false, out)?;
    if question == FIRST_SEAT { confirm_komi(args, &folder, out) } else { Ok(()) }
}

/// Plays with the komi that a study of the seats has found, on other deals, one study for each number of players.
fn confirm_komi(args: &AskArgs, folder: &Path, out: &mut dyn Write) -> anyhow::Result<()> {
    let plan = Plan::read(folder)?;
    let Some(summary) = Summary::read(folder, &plan)? else { return Ok(()) };
    // A run that was given points at the start confirms them itself.
    if args.run.rules.choice()?.given(KOMI).is_some() || args.run.deals.is_some() {
        return Ok(());
    }
    let found = |(players, arm): (usize, usize)| Some((players, summary.arms[arm].komi.as_ref()?.rounded()?));
    for (players, komi) in seat_arms(&plan).into_iter().filter_map(found) {
        let mut again = args.clone();
        again.run.rules.add(KOMI, &komi.to_string());
        again.run.seed = Some((plan.seed + OTHER_DEALS) % LIMIT);
        again.run.out = Some(format!("{}-komi-{players}p", folder.display()).into());
        again.players = Some(players.to_string());
        // The same bots as before.
        again.no_adapt = true;
        writeln!(out, "\nThe same with --rule komi={komi}, {players} players, on other deals:")?;
        run(&again, out)?;
    }
    Ok(())
}

pub(super) fn balance(args: &BalanceArgs, out: &mut dyn Write) -> anyhow::Result<()> {
    let retune = retune(args.run.threads, args.run.seed.unwrap_or(1))?;
    runs::announce(args.plan(&retune)?, &args.run, args.dry_run, out)
}

/// Lists all questions about a game.
fn list(args: &AskArgs, out: &mut dyn Write) -> anyhow::Result<()> {
    let game = args.run.rules.game()?;
    writeln!(out, "Questions about {game}:\n")?;
    for ask in questions(game) {
        wrap::write(ask.question, &format!("  {:<14} ", ask.name), &" ".repeat(17), out)?;
    }
    for (name, question) in SAMPLED {
        wrap::write(question, &format!("  {name:<14} "), &" ".repeat(17), out)?;
    }
    if with_game!(game, G => !G::HABITS.is_empty()) {
        let text = "What pays: what do winners do, and does a bot that does more of it win more?";
        wrap::write(text, &format!("  {STRATEGY:<14} "), &" ".repeat(17), out)?;
    }
    let own = game.options().iter().any(|option| option.name == "tiles");
    if own {
        wrap::write(
            "How do your own tiles change the game, compared with the built-in ones?",
            "  FILE.toml      ",
            &" ".repeat(17),
            out,
        )?;
    }
    let first = questions(game).next().map_or("", |ask| ask.name);
    let of_game = if game == GameName::default() { String::new() } else { format!(" --game {game}") };
    writeln!(out, "\nFor example: goldrush ask {first}{of_game}")?;
    Ok(())
}
