//! The command line of the program. Completions and man pages are made from these structs too.

mod examples;
mod lab;
mod league;
mod looks;
mod play;
mod runs;
mod tools;

use clap::builder::Styles;
use clap::{CommandFactory, Parser, Subcommand};
use clap_complete::engine::{ArgValueCandidates, CompletionCandidate};
use goldrush_games::{GameName, Setup};
use goldrush_support::build;

use super::ask::AskArgs;
use super::balance::BalanceArgs;
use super::design::DesignArgs;
pub use super::rule_args::RuleArgs;
pub use examples::{ASK, DESIGN};
pub use lab::{
    BenchArgs, CheckBotArgs, EndingsArgs, FitArgs, Lab, LabArgs, Language, NewBotArgs, PerftArgs,
    RegretArgs, ResultsArgs, SampledArgs, ServeArgs, TuneArgs, ValueArgs,
};
pub use league::{
    League, LeagueAddArgs, LeagueArgs, LeagueChangeArgs, LeagueCompareArgs, LeagueExportArgs,
    LeagueGamesArgs, LeagueInitArgs, LeaguePlayArgs, LeagueQueryArgs, LeagueTableArgs,
    LeagueVoidArgs,
};
pub use looks::{AnalyzeArgs, BoardArgs, ReplayArgs, ReportArgs};
pub use play::{BotArgs, HistoryArgs, OwnLimitArgs, PlayArgs, SkinArgs, TrainArgs, WatchArgs};
pub use runs::{
    MatchArgs, MergeArgs, ResumeArgs, RunArgs, SimulateArgs, TournamentArgs, VerifyArgs,
};
pub use tools::{AgentsArgs, ManArgs, RulesArgs, TilesArgs};

/// Headings of a help, each with the first command of its group; the others follow in the order of the commands.
type Groups = [(&'static str, &'static str)];

/// Headings of `goldrush --help`.
const GROUPS: [(&str, &str); 5] = [
    ("Play and review games", "play"),
    ("Compare and build bots", "simulate"),
    ("Ask about the rules", "ask"),
    ("Manage runs", "resume"),
    ("Tools", "games"),
];

/// Play Carcassonne: Gold Rush and three related games, compare bots, and measure what the rules do
#[derive(Parser, Debug)]
#[command(name = "goldrush", version = version(), arg_required_else_help = true, propagate_version = true)]
#[command(help_template = template::<Command>(&GROUPS), after_help = examples::GOLDRUSH)]
pub struct Cli {
    /// Command to run.
    #[command(subcommand)]
    pub command: Command,
}

/// Returns the layout of a help that lists commands in groups.
fn template<C: Subcommand>(groups: &Groups) -> String {
    let styles = Styles::default();
    let header = styles.get_header();
    let literal = styles.get_literal();
    let commands = C::augment_subcommands(clap::Command::new(""));
    let width = commands
        .get_subcommands()
        .map(|command| command.get_name().len())
        .max()
        .unwrap_or_default();
    let mut text = "{about-with-newline}\n{usage-heading} {usage}\n".to_owned();
    for command in commands.get_subcommands() {
        let name = command.get_name();
        let about = command.get_about().cloned().unwrap_or_default();
        if let Some((heading, _)) = groups.iter().find(|(_, first)| *first == name) {
            text += &format!("\n{header}{heading}:{header:#}\n");
        }
        text += &format!("  {literal}{name:<width$}{literal:#}  {about}\n");
    }
    text + &format!("\n{header}Options:{header:#}\n{{options}}{{after-help}}")
}

/// Returns the version, the commit and the hash of the built-in catalogue.
fn version() -> String {
    let (name, hash) = Setup::printed(GameName::default(), 2)
        .expect("two can play")
        .components();
    format!(
        "{} (commit {}, catalogue {name} {hash})",
        env!("CARGO_PKG_VERSION"),
        build::current().commit
    )
}

/// The subcommands, in the order of help; `GROUPS` has their headings.
#[derive(Subcommand, Debug)]
pub enum Command {
    /// Play against bots or people, in this terminal or your browser
    Play(PlayArgs),
    /// Watch bots play
    Watch(WatchArgs),
    /// Show a recorded game, and check it against the rules
    Replay(ReplayArgs),
    /// Step through a recorded game and play on from any turn
    Board(BoardArgs),
    /// Evaluate the turns of a position, or find a game's mistakes
    Analyze(AnalyzeArgs),
    /// Solve puzzles from your own games and from games of bots
    Train(TrainArgs),
    /// List your finished games and your record against each opponent
    History(HistoryArgs),
    /// Play many games between bots and summarize the results
    Simulate(SimulateArgs),
    /// Find out which of two bots is stronger
    Match(MatchArgs),
    /// Rate several bots by games against each other
    Tournament(TournamentArgs),
    /// Keep a league that bots join and leave
    League(LeagueArgs),
    /// List the bots of a game
    Agents(AgentsArgs),
    /// Build bots: check, tune and measure them
    Lab(LabArgs),
    /// Answer common questions: tents, first seat, leads, lucky draws, …
    Ask(AskArgs),
    /// Measure the effect of any change to the rules
    Balance(BalanceArgs),
    /// Search for rules that meet your goals
    Design(DesignArgs),
    /// Print the rules of a game, or those that match a word
    Rules(RulesArgs),
    /// Resume an interrupted run, or add games to a finished one
    Resume(ResumeArgs),
    /// Merge the parts of a run
    Merge(MergeArgs),
    /// Check that a run is undamaged and its games follow the rules
    Verify(VerifyArgs),
    /// Write a page with charts about a run
    Report(ReportArgs),
    /// List the games with their rule options and bots
    Games,
    /// Check a tile catalogue, print its totals and draw every tile
    Tiles(TilesArgs),
    /// Print shell completions for commands, options, games and bots
    #[command(after_help = examples::COMPLETIONS)]
    Completions {
        /// Shell to print them for
        shell: clap_complete::Shell,
    },
    /// Print a man page, or write all of them to a folder
    #[command(mut_arg("command", |command| command.add(commands())))]
    Man(ManArgs),
}

/// Offers the commands of this program, those of `lab` too.
fn commands() -> ArgValueCandidates {
    ArgValueCandidates::new(|| {
        let command = Cli::command();
        let all = command
            .get_subcommands()
            .flat_map(|one| [one].into_iter().chain(one.get_subcommands()));
        all.map(|one| CompletionCandidate::new(one.get_name()).help(one.get_about().cloned()))
            .collect()
    })
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;

    use super::*;

    #[test]
    fn every_heading_is_shown_and_the_first_comes_first() {
        let mut program = Cli::command();
        let lab = program.find_subcommand_mut("lab").unwrap().clone();
        for (mut command, groups) in [(program, &GROUPS[..]), (lab, &lab::GROUPS)] {
            let help = command.render_help().to_string();
            for (heading, first) in groups {
                assert!(
                    help.contains(&format!("\n\n{heading}:\n  {first} ")),
                    "{help}"
                );
            }
            assert_eq!(
                command.get_subcommands().next().unwrap().get_name(),
                groups[0].1
            );
        }
    }
}
