//! `goldrush lab check-bot`.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use goldrush_games::GameName;
use goldrush_harness::protocol::check::{STARTS, check};
use goldrush_harness::protocol::finding::{Finding, Order, Report, Verdict, Watcher};
use goldrush_harness::protocol::limits::Limits;
use goldrush_harness::study::joined;
use goldrush_harness::study::lineup::check_players;
use goldrush_harness::study::spec::{COMMAND_PREFIX, Spec};
use goldrush_report::wrap;
use goldrush_support::error::bad_input;
use goldrush_support::interrupt::{Interrupt, Interrupted};

use crate::cli::args::CheckBotArgs;

pub(super) fn run(args: &CheckBotArgs, out: &mut dyn Write) -> anyhow::Result<()> {
    let game = args
        .game
        .as_ref()
        .map(|game| game.parse().map_err(|e| bad_input(format!("--game: {e}"))))
        .transpose()?;
    args.players.map_or(Ok(()), check_players)?;
    let limits = args.bots.limits()?;
    let command = command(&args.command)?;
    let order = Order {
        command: &command,
        limits: &limits,
        game,
        players: args.players,
        seed: args.seed,
        only: args.only.as_deref(),
    };
    let mut rows = Rows {
        out,
        interrupt: Interrupt::listen(),
        since: Instant::now(),
        shown: Instant::now(),
        failure: None,
    };
    let Report {
        findings,
        untested,
        planned,
    } = check(&order, &mut rows);
    let Rows {
        out,
        interrupt,
        failure,
        ..
    } = rows;
    failure.map_or(Ok(()), Err)?;
    let failed: Vec<&Finding> = findings
        .iter()
        .filter(|finding| has_failed(finding))
        .collect();
    if let (Some(words), [_], true) = (&args.only, &planned[..], failed.is_empty()) {
        return Err(bad_input(format!(
            "--only \"{words}\": no check has these words in its name; without --only, all are listed"
        )));
    }
    writeln!(out)?;
    if args.only.is_none() {
        for untested in &untested {
            wrap::write(untested, "", "", out)?;
        }
    }
    for group in alike(&findings) {
        write_failure(&group, out)?;
    }
    if let Some(first) = failed.iter().find(|finding| finding.check != STARTS) {
        writeln!(out, "To run the first of these checks alone:")?;
        write_command(args, &limits, &first.check, &command, out)?;
    }
    if interrupt.requested() {
        out.flush()?;
        return Err(Interrupted {
            done: findings.len() as u64,
            of: planned.len() as u64,
            units: "checks",
            advice: "the rest is unknown".into(),
        }
        .into());
    }
    let of = findings
        .iter()
        .filter(|finding| finding.verdict != Verdict::LeftOut)
        .count();
    match (failed.len(), of) {
        (0, 1) => writeln!(out, "1 check passed")?,
        (0, _) => writeln!(out, "all {of} checks passed")?,
        (failed, _) => anyhow::bail!("{failed} of {of} checks failed"),
    }
    Ok(())
}

/// Returns the command that starts the bot, which may be named as in other commands: `exec:./mybot`.
fn command(text: &str) -> anyhow::Result<String> {
    if text.starts_with(COMMAND_PREFIX) {
        let spec = Spec::read(GameName::default(), text).map_err(|e| bad_input(e.to_string()))?;
        let Spec::Command(command) = spec else {
            unreachable!("a name with this prefix is one of a command");
        };
        return match command.options.is_empty() {
            true => Ok(command.line),
            false => Err(bad_input(format!(
                "{text}: a bot is checked with its own defaults; leave out the options after the command"
            ))),
        };
    }
    let command = text.trim();
    if command.is_empty() || command.chars().any(char::is_control) {
        return Err(bad_input(
            "a command is expected that starts the bot, such as \"python3 mybot.py\"",
        ));
    }
    Ok(command.into())
}

/// Time between two lines of progress.
const PAUSE: Duration = Duration::from_secs(5);

/// Writes each result as it is found.
struct Rows<'o> {
    out: &'o mut dyn Write,
    interrupt: Interrupt,
    /// Beginning of the game in progress.
    since: Instant,
    /// Time of the last line.
    shown: Instant,
    /// Failure to write.
    failure: Option<io::Error>,
}

impl Watcher for Rows<'_> {
    fn found(&mut self, finding: &Finding) {
        self.shown = Instant::now();
        if let Err(e) = write_row(finding, self.out).and_then(|()| self.out.flush()) {
            self.failure.get_or_insert(e);
        }
    }

    fn decided(&mut self, check: &str, decisions: usize) {
        if decisions == 1 {
            self.since = Instant::now();
        }
        if self.shown.elapsed() < PAUSE {
            return;
        }
        self.shown = Instant::now();
        let each_s = self.since.elapsed().as_secs_f64() / (decisions as f64 - 1.0).max(1.0);
        // Standard error may be closed; that is no reason to stop.
        let _ = writeln!(
            io::stderr(),
            "{check}: {decisions} decisions so far, {each_s:.2} s each"
        );
    }

    fn is_stopped(&self) -> bool {
        self.failure.is_some() || self.interrupt.requested()
    }
}

/// Writes the result of a check; a failure is described after the last one.
fn write_row(finding: &Finding, out: &mut dyn Write) -> io::Result<()> {
    let Finding { check, seen, .. } = finding;
    let mark = match finding.verdict {
        Verdict::Passed => "pass     ",
        Verdict::LeftOut => "skipped  ",
        Verdict::Failed(_) => "FAIL     ",
    };
    let text = if seen.is_empty() || has_failed(finding) {
        check.clone()
    } else {
        format!("{check}: {seen}")
    };
    wrap::write(&text, mark, "         ", out)
}

/// Writes the command that runs one check alone, on several lines if it is long.
fn write_command(
    args: &CheckBotArgs,
    limits: &Limits,
    check: &str,
    command: &str,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let given = [
        ("--only", Some(check.to_owned())),
        ("--game", args.game.clone()),
        ("--players", args.players.map(|players| players.to_string())),
        ("--seed", (args.seed != 1).then(|| args.seed.to_string())),
    ];
    let mut parts = vec!["goldrush lab check-bot".to_owned()];
    for (option, value) in given {
        parts.extend(value.map(|value| joined(&[option.to_owned(), value])));
    }
    parts.extend((!limits.options().is_empty()).then(|| joined(&limits.options())));
    parts.push(joined(&[command.to_owned()]));
    let line = format!("  {}", parts.join(" "));
    let text = if line.chars().count() <= wrap::WIDTH {
        line
    } else {
        format!("  {}", parts.join(" \\\n    "))
    };
    writeln!(out, "{text}")?;
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
