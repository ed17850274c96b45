//! The subcommands and their exit codes: 0 done, 1 failed, 2 bad input, 130 interrupted.

mod agents;
mod analyze;
mod ask;
mod bench;
mod board;
mod check_bot;
mod choices;
mod design;
mod documents;
mod endings;
mod equal_games;
mod fit;
mod game_of_run;
mod games;
mod history;
mod leads;
mod league;
mod luck;
mod man;
mod menu;
mod merge;
mod new_bot;
mod pager;
mod perft;
mod play;
mod points;
mod puzzle;
mod regret;
mod replay;
mod report;
mod results;
mod resume;
mod retuning;
mod rules;
mod runs;
mod sampled;
mod serve;
mod shell;
mod shells;
#[cfg(test)]
mod stopping;
mod studio;
mod tile_values;
mod tiles;
mod train;
mod tune;
mod tuned_bot;
mod value;
mod verify;

use std::ffi::OsString;
use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::process::ExitCode;

use clap::error::{ContextKind, ErrorKind};
use clap::{CommandFactory, Parser};
use goldrush_harness::protocol::cannot_start::{CannotStart, Obstacle};
use goldrush_harness::protocol::{guard, transcript};
use goldrush_screens::tui;
use goldrush_support::error::{BadInput, bad_input};
use goldrush_support::interrupt::{self, Interrupted};
use goldrush_support::printable::printable;
use goldrush_support::system::ignore_file_size_signal;

use crate::cli::args::{BotArgs, Cli, Command, Lab, LabArgs};
use crate::cli::options_file::{self, Expanded};
use crate::cli::wording::NoQuestion;

/// Runs the command line.
pub fn main() -> ExitCode {
    let words: Vec<_> = std::env::args_os().collect();
    if let Some(code) = guard::called(&words) {
        return code;
    }
    ignore_file_size_signal();
    match shell::answer(&words) {
        Ok(false) => {}
        Ok(true) => return ExitCode::SUCCESS,
        Err(e) => return usage(&e, None),
    }
    if words.len() > 1 || !tui::is_possible() {
        return perform(words).err().unwrap_or(ExitCode::SUCCESS);
    }
    loop {
        let chosen = match menu::ask() {
            Ok(Some(chosen)) => chosen,
            Ok(None) => return ExitCode::SUCCESS,
            Err(e) => return failed(&e),
        };
        let returns = menu::returns_from(&chosen);
        match perform(chosen.into_iter().map(Into::into).collect()) {
            Ok(()) if returns => {}
            Ok(()) => return ExitCode::SUCCESS,
            Err(code) => return code,
        }
    }
}

/// Performs a command.
///
/// # Errors
/// The exit code, if that is not success; the reason has been printed.
fn perform(words: Vec<OsString>) -> Result<(), ExitCode> {
    let expanded = match options_file::expand(&Cli::command(), words) {
        Ok(expanded) => expanded,
        Err(e) => return Err(failed(&e)),
    };
    let cli = match Cli::try_parse_from(&expanded.words) {
        Ok(cli) => cli,
        Err(e) => return Err(usage(&e, Some(&expanded))),
    };
    let mut out = BufWriter::new(io::stdout().lock());
    let result = run(cli.command, &mut out).and_then(|()| Ok(out.flush()?));
    match result {
        Ok(()) => Ok(()),
        Err(e) if is_broken_pipe(&e) => {
            // The reader has closed the pipe; drop what is still buffered.
            drop(out.into_parts());
            Ok(())
        }
        Err(e) if e.is::<Interrupted>() => {
            let _ = writeln!(io::stderr(), "{}", printable(&e));
            Err(ExitCode::from(interrupt::EXIT_CODE))
        }
        Err(e) => {
            let _ = out.flush();
            let text = format!("{e:#}");
            Err(
                match expanded.place_of(&text).filter(|_| e.is::<BadInput>()) {
                    Some(place) => failed(&bad_input(format!("{place}: {text}"))),
                    None => failed(&e),
                },
            )
        }
    }
}

fn failed(error: &anyhow::Error) -> ExitCode {
    let text = without_numbers(&format!("{error:#}"));
    let _ = writeln!(io::stderr(), "error: {}", printable(once(&text)));
    let unknown = error.downcast_ref::<NoQuestion>();
    for line in unknown.iter().flat_map(|unknown| &unknown.suggestions) {
        let _ = writeln!(io::stderr(), "  {}", printable(line));
    }
    let refused = error
        .downcast_ref::<CannotStart>()
        .is_some_and(|bot| bot.obstacle != Obstacle::Failure);
    ExitCode::from(if refused || unknown.is_some() || error.is::<BadInput>() {
        2
    } else {
        1
    })
}

/// Returns a message without the numbers that a system gives its errors: ` (os error 20)`.
fn without_numbers(message: &str) -> String {
    let mut parts = message.split(" (os error ");
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        match part.split_once(')') {
            Some((number, rest)) if number.parse::<i32>().is_ok() => text.push_str(rest),
            _ => text.extend([" (os error ", part]),
        }
    }
    text
}

/// Returns a message that names its place once: each of a chain of errors may begin with it, or with the folder that it is in.
fn once(mut message: &str) -> &str {
    while let Some((place, rest)) = message.split_once(": ")
        && let Some(after) = rest.strip_prefix(place)
        && after.starts_with([':', '/'])
    {
        message = rest;
    }
    message
}

/// Returns a command's arguments for outside bots, if it may start any.
fn bots(command: &Command) -> Option<&BotArgs> {
    match command {
        Command::Play(args) => Some(&args.bots),
        Command::Watch(args) => Some(&args.bots),
        Command::Simulate(args) => Some(&args.run.bots),
        Command::Match(args) => Some(&args.run.bots),
        Command::Tournament(args) => Some(&args.run.bots),
        Command::Ask(args) => Some(&args.run.bots),
        Command::Balance(args) => Some(&args.run.bots),
        Command::Lab(LabArgs {
            command: Lab::CheckBot(args),
        }) => Some(&args.bots),
        _ => None,
    }
}

/// Returns files and folders in a command that no bot in a sandbox may see: those with games, deals and messages of other bots.
fn private(command: &Command) -> Vec<&Path> {
    let run = match command {
        Command::Simulate(args) => Some(&args.run),
        Command::Match(args) => Some(&args.run),
        Command::Tournament(args) => Some(&args.run),
        Command::Ask(args) => Some(&args.run),
        Command::Balance(args) => Some(&args.run),
        _ => None,
    };
    let resumed = match command {
        Command::Resume(args) => Some(args.folder.as_path()),
        _ => None,
    };
    let log = bots(command).and_then(|bots| bots.bot_log.as_deref());
    let of_run = run
        .map(|run| [run.out.as_deref(), run.deals.as_deref()])
        .unwrap_or_default();
    of_run.into_iter().chain([resumed, log]).flatten().collect()
}

fn run(command: Command, out: &mut dyn Write) -> anyhow::Result<()> {
    if let Some(folder) = bots(&command).and_then(|bots| bots.bot_log.as_ref()) {
        transcript::keep_in(folder)?;
    }
    // Outside bots meet before the folder of a run is opened, which may hold games from earlier.
    private(&command).into_iter().for_each(guard::hide);
    match command {
        Command::Play(args) => play::run(&args, out),
        Command::Watch(args) => play::watch(&args, out),
        Command::Train(args) => train::run(&args, out),
        Command::History(args) => history::run(&args, out),
        Command::Simulate(args) => runs::play(args.plan()?, &args.run, None, out),
        Command::Match(args) => runs::play(args.plan()?, &args.run, args.append.as_deref(), out),
        Command::Tournament(args) => runs::announce(args.plan()?, &args.run, args.dry_run, out),
        Command::Ask(args) if args.browser => studio::open(&args, out),
        Command::Ask(args) => ask::run(&args, out),
        Command::Balance(args) => ask::balance(&args, out),
        Command::Design(args) => design::run(&args, out),
        Command::Resume(args) => resume::run(&args, out),
        Command::Merge(args) => merge::run(&args, out),
        Command::Verify(args) => verify::run(&args, out),
        Command::Report(args) => report::run(&args, out),
        Command::Replay(args) => replay::run(&args, out),
        Command::Board(args) => board::run(&args, out),
        Command::Analyze(args) => analyze::run(&args, out),
        Command::Tiles(args) => tiles::run(&args, out),
        Command::Rules(args) => rules::run(&args, out),
        Command::Games => games::run(out),
        Command::League(args) => league::run(&args.command, out),
        Command::Agents(args) => agents::run(&args, out),
        Command::Lab(LabArgs { command }) => lab(command, out),
        Command::Completions { shell } => shell::completions(shell, out),
        Command::Man(args) => man::run(&args, out),
    }
}

fn lab(command: Lab, out: &mut dyn Write) -> anyhow::Result<()> {
    match command {
        Lab::NewBot(args) => new_bot::run(&args, out),
        Lab::CheckBot(args) => check_bot::run(&args, out),
        Lab::Serve(args) => serve::run(&args, out),
        Lab::Tune(args) => tune::run(&args, out),
        Lab::Fit(args) => fit::run(&args, out),
        Lab::Value(args) => value::run(&args, out),
        Lab::Regret(args) => regret::run(&args, out),
        Lab::Endings(args) => endings::run(&args, out),
        Lab::Bench(args) => bench::run(&args, out),
        Lab::Perft(args) => perft::run(&args, out),
        Lab::Results(args) => results::run(&args, out),
    }
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        cause
            .downcast_ref::<io::Error>()
            .is_some_and(|e| e.kind() == io::ErrorKind::BrokenPipe)
    })
}

/// Prints help as it is; reports a wrong command line in one line, with the place in the plan file that an option comes from.
fn usage(error: &clap::Error, expanded: Option<&Expanded>) -> ExitCode {
    match error.kind() {
        ErrorKind::DisplayHelp
        | ErrorKind::DisplayVersion
        | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            let _ = error.print();
            ExitCode::from(if error.use_stderr() { 2 } else { 0 })
        }
        _ => {
            let argument = error.get(ContextKind::InvalidArg).map(ToString::to_string);
            let place = argument.and_then(|argument| expanded?.place_of(&argument));
            let place = place.map_or(String::new(), |place| format!("{place}: "));
            let what = one_line(error);
            let command = subcommand(error);
            let _ = writeln!(
                io::stderr(),
                "error: {} ({command} --help tells more)",
                printable(place + &what)
            );
            ExitCode::from(2)
        }
    }
}

/// True if a word of a usage can be the name of a command.
fn is_command_name(word: &str) -> bool {
    word.chars().all(|c| c.is_ascii_lowercase() || c == '-') && !word.starts_with('-')
}

/// Returns the command whose arguments are wrong, as its usage begins: `goldrush league add`.
fn subcommand(error: &clap::Error) -> String {
    let text = error.render().to_string();
    let usage = text
        .lines()
        .find_map(|line| line.trim().strip_prefix("Usage:"))
        .unwrap_or(env!("CARGO_PKG_NAME"));
    usage
        .split_whitespace()
        .take_while(|word| is_command_name(word))
        .collect::<Vec<_>>()
        .join(" ")
}

/// Returns what is wrong with a command line, in one line.
fn one_line(error: &clap::Error) -> String {
    let text = error.render().to_string();
    let parts: Vec<&str> = text
        .lines()
        .map(str::trim)
        .filter(|line| {
            !line.is_empty() && !line.starts_with("Usage:") && !line.starts_with("For more")
        })
        .collect();
    let line = parts.join(" ");
    let line = line.strip_prefix("error: ").unwrap_or(&line);
    // An option that a command does not have is hardly ever meant as a value.
    let line = line.split(" tip: to pass ").next().unwrap_or(line);
    match line.rsplit_once(": ") {
        Some((what, problem)) => format!("{what}: {}", plain_problem(problem)),
        None => line.to_owned(),
    }
}

/// Returns what is wrong with the value of an option in plain words: the parser passes on those of the programming language.
fn plain_problem(problem: &str) -> String {
    if let Some((_, range)) = problem.split_once(" is not in ") {
        let (least, most) = range.split_once("..").unwrap_or((range, ""));
        let most = most.trim_start_matches('=');
        // The largest number of its type.
        return match most.len() < u64::MAX.to_string().len() && !most.is_empty() {
            true => format!("{least} to {most} are possible"),
            false => format!("a whole number from {least} is expected"),
        };
    }
    match problem {
        "invalid digit found in string" | "cannot parse integer from empty string" => {
            "a whole number is expected".into()
        }
        "number too large to fit in target type" => "a smaller number is expected".into(),
        "number too small to fit in target type" => "a larger number is expected".into(),
        "invalid float literal" | "cannot parse float from empty string" => {
            "a number is expected".into()
        }
        _ => problem.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_have_no_numbers_of_systems() {
        for (from, to) in [
            ("a: No such file (os error 2)", "a: No such file"),
            ("a (os error 2); b (os error -7)", "a; b"),
            ("a (os error x)", "a (os error x)"),
            ("a (os error ", "a (os error "),
        ] {
            assert_eq!(without_numbers(from), to);
        }
    }

    #[test]
    fn problems_of_options_are_in_plain_words() {
        for (words, says) in [
            (
                "simulate --games x",
                "'--games <N>': a whole number is expected",
            ),
            (
                "league play cup --games 0",
                "'--games <N>': 1 to 1099511627776 are possible",
            ),
            (
                "simulate --gmes 5",
                "unexpected argument '--gmes' found tip: a similar argument exists: '--games'",
            ),
            ("simulate --until 5", "unexpected argument '--until' found"),
        ] {
            let error = Cli::try_parse_from(["goldrush"].into_iter().chain(words.split(' ')))
                .map(drop)
                .unwrap_err();
            let line = one_line(&error);
            assert!(line.ends_with(says), "{line} instead of {says}");
        }
        for (problem, says) in [
            (
                "0 is not in 1..18446744073709551615",
                "a whole number from 1 is expected",
            ),
            ("9 is not in 1..=5", "1 to 5 are possible"),
            ("invalid float literal", "a number is expected"),
            ("anything else", "anything else"),
        ] {
            assert_eq!(plain_problem(problem), says);
        }
    }

    #[test]
    fn messages_name_their_place_once() {
        for (from, to) in [
            ("run: run/run.toml: wrong", "run/run.toml: wrong"),
            ("run: run: run: wrong", "run: wrong"),
            ("run: runs/run.toml: wrong", "run: runs/run.toml: wrong"),
            ("wrong", "wrong"),
        ] {
            assert_eq!(once(from), to);
        }
    }
}
