//! `goldrush ask`.

use std::io::Write;
use std::path::Path;

use goldrush_engine::komi::Komi;
use goldrush_engine::rng::SEEDS;
use goldrush_games::GameName;
use goldrush_harness::findings::summary::Summary;
use goldrush_harness::study::Plan;
use goldrush_report::answer::seat_arms;
use goldrush_report::by_agent;
use goldrush_report::wrap;
use goldrush_support::error::bad_input;

use super::retuning::{OTHER_DEALS, retune};
use super::{documents, report, runs, sampled};
use crate::cli::ask::{AskArgs, FIRST_SEAT, STYLES, game_questions, questions, rule_questions};
use crate::cli::balance::BalanceArgs;

/// Option of the points at the start.
const KOMI: &str = "komi";

pub(super) fn run(args: &AskArgs, out: &mut dyn Write) -> anyhow::Result<()> {
    let args = &args.named()?;
    let Some(question) = args.question() else {
        return match &args.run.plan {
            Some(file) => Err(bad_input(format!(
                "--plan {0}: add the question, such as goldrush ask tents --plan {0}",
                file.display()
            ))),
            None => list(args, out),
        };
    };
    if args.is_sampled(question) {
        return sampled::answer(question, args, out);
    }
    let (draft, run) = args.plan(
        question,
        &retune(args.run.threads, args.run.seed.unwrap_or(1))?,
    )?;
    runs::announce(draft, &run, args.dry_run, out)?;
    let Some(folder) = run.out.filter(|_| !args.dry_run) else {
        return Ok(());
    };
    report::write(&folder, &folder, false, out)?;
    if question == STYLES {
        return compare_styles(&folder, out);
    }
    for (heading, again) in confirmations(args, &folder)? {
        writeln!(out, "\n{heading}")?;
        self::run(&again, out)?;
    }
    Ok(())
}

/// Shows what a rule does to each style of play, if one was varied.
fn compare_styles(folder: &Path, out: &mut dyn Write) -> anyhow::Result<()> {
    let plan = Plan::read(folder)?;
    if let Some(balance) = Summary::read(folder, &plan)?.and_then(|summary| summary.balance) {
        writeln!(out)?;
        documents::print(&by_agent::document(plan.schema(), &balance), out)?;
    }
    Ok(())
}

/// Returns the studies that confirm what a study of the seats has found: with its komi, on other deals, one for each number of
/// players, each with its heading.
pub(super) fn confirmations(
    args: &AskArgs,
    folder: &Path,
) -> anyhow::Result<Vec<(String, AskArgs)>> {
    // A run that was given points at the start confirms them itself.
    let is_open = args.question() == Some(FIRST_SEAT)
        && args.run.deals.is_none()
        && args.run.rules.choice()?.given(KOMI).is_none();
    if !is_open {
        return Ok(Vec::new());
    }
    let plan = Plan::read(folder)?;
    let Some(summary) = Summary::read(folder, &plan)? else {
        return Ok(Vec::new());
    };
    let found = |(players, arm): (usize, usize)| {
        Some((players, summary.arms[arm].komi.as_ref()?.rounded()?))
    };
    let confirmation = |(players, komi): (usize, Komi)| {
        let mut again = args.clone();
        again.run.rules.add(KOMI, &format!("{komi}"));
        again.run.seed = Some((plan.seed + OTHER_DEALS) % SEEDS);
        again.run.out = Some(format!("{}-komi-{players}p", folder.display()).into());
        again.players = Some(players.to_string());
        // The same bots as before.
        again.no_adapt = true;
        (
            format!("The same with --rule komi={komi}, {players} players, on other deals:"),
            again,
        )
    };
    Ok(seat_arms(&plan)
        .into_iter()
        .filter_map(found)
        .map(confirmation)
        .collect())
}

pub(super) fn balance(args: &BalanceArgs, out: &mut dyn Write) -> anyhow::Result<()> {
    let retune = retune(args.run.threads, args.run.seed.unwrap_or(1))?;
    runs::announce(args.plan(&retune)?, &args.run, args.dry_run, out)
}

/// Lists all questions about a game.
fn list(args: &AskArgs, out: &mut dyn Write) -> anyhow::Result<()> {
    let game = args.run.rules.game()?;
    writeln!(out, "Questions about {game}:\n")?;
    let line = |name: &str, text: &str, out: &mut dyn Write| {
        wrap::write(text, &format!("  {name:<14} "), &" ".repeat(17), out)
    };
    for (name, question) in rule_questions(game) {
        line(name, question, out)?;
    }
    if game.options().iter().any(|option| option.name == "tiles") {
        line(
            "FILE.toml",
            "How do your own tiles change the game, compared with the built-in ones?",
            out,
        )?;
    }
    writeln!(
        out,
        "\nOf the game as it is or, with --factor NAME=BEFORE,AFTER, of a rule:\n"
    )?;
    for (name, question) in game_questions(game) {
        line(name, question, out)?;
    }
    let first = questions(game).next().map_or("", |ask| ask.name);
    let of_game = if game == GameName::default() {
        String::new()
    } else {
        format!(" --game {game}")
    };
    writeln!(out, "\nFor example: goldrush ask {first}{of_game}")?;
    Ok(())
}
