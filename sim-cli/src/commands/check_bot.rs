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
    let groups = alike(&findings);
    let rows = groups.iter().map(|group| row(group));
    documents::print_narrow_table(&Table::of_texts(["check", "result", "observed"], rows), out)?;
    writeln!(out)?;
    for untested in &untested {
        wrap::write(untested, "", "", out)?;
    }
    for group in &groups {
        write_failure(group, out)?;
    }
    let failed: Vec<&Finding> = groups
        .iter()
        .flatten()
        .copied()
        .filter(|finding| has_failed(finding))
        .collect();
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
            "To play the game with {players} players alone:\n  goldrush lab check-bot {words}"
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

fn has_failed(finding: &Finding) -> bool {
    matches!(finding.verdict, Verdict::Failed(_))
}

/// Groups checks that failed for the same reason, so that it is told once; each other check is alone.
fn alike(findings: &[Finding]) -> Vec<Vec<&Finding>> {
    let mut groups: Vec<Vec<&Finding>> = Vec::new();
    for finding in findings {
        match groups.iter_mut().find(|group| is_alike(group[0], finding)) {
            Some(group) => group.push(finding),
            None => groups.push(vec![finding]),
        }
    }
    groups
}

/// True if both checks failed for the same reason: a bot that ends may do so in several ways, otherwise the advice tells them apart.
fn is_alike(one: &Finding, other: &Finding) -> bool {
    let may_differ = !one.seen.starts_with("crash: ") || !one.stderr.is_empty();
    has_failed(one) && one.verdict == other.verdict && (may_differ || one.seen == other.seen)
}

/// Returns the row of a table for checks that are alike.
fn row(group: &[&Finding]) -> Vec<String> {
    let (result, seen) = match group[0].verdict {
        Verdict::Passed => ("pass", &group[0].seen[..]),
        Verdict::LeftOut => ("skipped", &group[0].seen[..]),
        Verdict::Failed(_) => ("FAIL", "see below"),
    };
    vec![names(group), result.into(), seen.into()]
}

/// Writes what happened in checks that failed alike, where it did first, and what to change.
fn write_failure(group: &[&Finding], out: &mut dyn Write) -> anyhow::Result<()> {
    let first = group[0];
    let Verdict::Failed(advice) = &first.verdict else {
        return Ok(());
    };
    wrap::write(&format!("FAIL: {}", names(group)), "", "  ", out)?;
    wrap::write(&first.seen, "  observed: ", "    ", out)?;
    if !first.place.is_empty() {
        wrap::write(&first.place, "  where: ", "    ", out)?;
    }
    wrap::write(advice, "  to change: ", "    ", out)?;
    if !first.stderr.is_empty() {
        writeln!(out, "  the end of its standard error:")?;
    }
    for line in &first.stderr {
        writeln!(out, "    {line}")?;
    }
    Ok(())
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
