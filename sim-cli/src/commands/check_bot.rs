//! `goldrush lab check-bot`.

use std::io::Write;

use goldrush_harness::protocol::check::{Finding, Report, Verdict, check};
use goldrush_harness::study::joined;
use goldrush_harness::study::lineup::check_players;
use goldrush_report::document::Table;
use goldrush_report::wrap;
use goldrush_support::error::bad_input;

use super::documents;
use crate::cli::args::CheckBotArgs;

pub(super) fn run(args: &CheckBotArgs, out: &mut dyn Write) -> anyhow::Result<()> {
    let game = args
        .game
        .as_ref()
        .map(|game| game.parse().map_err(|e| bad_input(format!("--game: {e}"))))
        .transpose()?;
    args.players.map_or(Ok(()), check_players)?;
    let limits = args.bots.limits()?;
    let Report { findings, untested } =
        check(game, args.players, &args.command, &limits, args.seed);
    let rows = findings.iter().map(|finding| {
        let result = match finding.verdict {
            Verdict::Passed => "pass",
            Verdict::LeftOut => "skipped",
            Verdict::Failed(_) => "FAIL",
        };
        vec![
            finding.check.clone(),
            result.into(),
            finding.seen.lines().next().unwrap_or_default().to_owned(),
        ]
    });
    documents::print_table(&Table::of_texts(["check", "result", "observed"], rows), out)?;
    writeln!(out)?;
    let failed: Vec<&Finding> = findings
        .iter()
        .filter(|finding| matches!(finding.verdict, Verdict::Failed(_)))
        .collect();
    for untested in &untested {
        wrap::write(untested, "", "", out)?;
    }
    for alike in alike(&failed) {
        let Verdict::Failed(advice) = &alike[0].verdict else {
            continue;
        };
        wrap::write(&format!("{}: {advice}", names(&alike)), "", "", out)?;
        for words in alike[0].seen.lines().skip(1) {
            writeln!(out, "  {words}")?;
        }
    }
    if let Some((game, players)) = failed.iter().find_map(|finding| finding.game) {
        let words = [
            "--game",
            &game.to_string(),
            "--players",
            &players.to_string(),
            "--seed",
            &args.seed.to_string(),
        ];
        let words = words
            .map(String::from)
            .into_iter()
            .chain(limits.options())
            .chain([args.command.clone()]);
        let words = joined(&words.collect::<Vec<_>>());
        writeln!(
            out,
            "To play the game with {players} players alone: goldrush lab check-bot {words}"
        )?;
    }
    if !failed.is_empty() {
        let left_out = findings
            .iter()
            .filter(|finding| finding.verdict == Verdict::LeftOut)
            .count();
        anyhow::bail!(
            "{} of {} checks failed",
            failed.len(),
            findings.len() - left_out
        );
    }
    writeln!(out, "all {} checks passed", findings.len())?;
    Ok(())
}

/// Groups failed checks whose advice and standard error are the same.
fn alike<'f>(failed: &[&'f Finding]) -> Vec<Vec<&'f Finding>> {
    let is_like = |one: &Finding, other: &Finding| {
        one.verdict == other.verdict && one.seen.lines().skip(1).eq(other.seen.lines().skip(1))
    };
    let mut groups: Vec<Vec<&Finding>> = Vec::new();
    for finding in failed {
        match groups.iter_mut().find(|group| is_like(group[0], finding)) {
            Some(group) => group.push(finding),
            None => groups.push(vec![finding]),
        }
    }
    groups
}

/// Returns the names of checks: `plays with 2, 3 players; plays variants of the rules`.
fn names(checks: &[&Finding]) -> String {
    let mut names: Vec<String> = Vec::new();
    for check in checks {
        let of_players = check
            .game
            .and_then(|(_, players)| check.check.split_once(&format!(" {players} players")));
        let (before, after) = of_players.unwrap_or((&check.check, ""));
        let last = names.last_mut().zip(check.game);
        match last.filter(|(last, _)| {
            of_players.is_some() && last.starts_with(before) && last.ends_with(after)
        }) {
            Some((last, (_, players))) => {
                *last = last.replace(" players", &format!(", {players} players"));
            }
            None => names.push(check.check.clone()),
        }
    }
    names.join("; ")
}
