//! The command line of the program. Completions and man pages are made from these structs too.

mod examples;
mod looks;
mod play;
mod runs;
mod tools;

use clap::{Parser, Subcommand};
use goldrush_engine::gold_rush::Catalogue;
use goldrush_engine::gold_rush::catalogue::BUILT_IN;

use super::ask::AskArgs;
use super::balance::BalanceArgs;
pub use super::rule_args::RuleArgs;
pub use examples::ASK;
pub use looks::{AnalyzeArgs, ReplayArgs, ReportArgs};
pub use play::{BotArgs, HistoryArgs, PlayArgs, WatchArgs};
pub use runs::{DiffArgs, MatchArgs, MergeArgs, ResumeArgs, RunArgs, SimulateArgs, TournamentArgs, VerifyArgs};
pub use tools::{
    AgentsArgs, BenchArgs, CheckBotArgs, CourseArgs, DrawsArgs, EqualsArgs, ManArgs, PerftArgs, RulesArgs, ServeArgs,
    TilesArgs, TuneArgs,
};

/// Play Carcassonne: Gold Rush and its family, let bots play each other, and find out what the rules do.
#[derive(Parser, Debug)]
#[command(name = "goldrush", version = version(), arg_required_else_help = true, propagate_version = true)]
#[command(after_help = examples::GOLDRUSH)]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// Returns the version, the commit and the hash of the built-in catalogue.
fn version() -> String {
    let catalogue = Catalogue::built_in(BUILT_IN[0].0).expect("it is built in");
    format!(
        "{} (commit {}, catalogue {} {:016x})",
        env!("CARGO_PKG_VERSION"),
        env!("GOLDRUSH_COMMIT"),
        catalogue.name(),
        catalogue.hash()
    )
}

/// The subcommands.
#[derive(Subcommand, Debug)]
pub enum Command {
    /// Play against bots, or with several people, in this terminal or your browser
    Play(PlayArgs),
    /// Watch bots play
    Watch(WatchArgs),
    /// List your finished games, and how you did against each opponent
    History(HistoryArgs),
    /// Let bots play many games, and say how they went
    Simulate(SimulateArgs),
    /// Let one bot play another, and say which is stronger
    Match(MatchArgs),
    /// Let several bots play each other, and rate them
    Tournament(TournamentArgs),
    /// Ask what designers ask often: what tents, farmers, seats … do to a game
    Ask(AskArgs),
    /// Change rules, and say what each change does
    Balance(BalanceArgs),
    /// Go on with a run that was interrupted, or add games to one
    Resume(ResumeArgs),
    /// Put the parts of a run together
    Merge(MergeArgs),
    /// Check that nothing in a run was damaged or changed, and that its games are by the rules
    Verify(VerifyArgs),
    /// Say in what two runs of the same rules and line-up differ by more than luck
    Diff(DiffArgs),
    /// Tune the weights of the heuristic bot by games against itself, or judge how a search spends its playouts
    Tune(TuneArgs),
    /// Measure how fast the program plays, and fingerprint what it plays
    Bench(BenchArgs),
    /// Write a page about a run, with pictures
    Report(ReportArgs),
    /// Look at a recorded game, and check it against the rules
    Replay(ReplayArgs),
    /// Say what turns are worth, or look for the mistakes of a game
    Analyze(AnalyzeArgs),
    /// Show what games between equals look like, and whether the leader runs away
    Course(CourseArgs),
    /// Say what each kind of tile or card is worth to whoever draws it
    Draws(DrawsArgs),
    /// Count in how many ways the first turns of a deal can be played
    Perft(PerftArgs),
    /// Check a tile catalogue, print its totals and draw every kind
    Tiles(TilesArgs),
    /// Print the rules of a game, one of them, or those that a word is in
    Rules(RulesArgs),
    /// List the games, with their options and bots
    Games,
    /// List the bots of a game
    Agents(AgentsArgs),
    /// Check whether a bot of your own keeps to the protocol
    CheckBot(CheckBotArgs),
    /// Play as a bot of another program, by the same protocol
    Serve(ServeArgs),
    /// Print completions for a shell: of commands, options, games, agents and rules
    #[command(after_help = examples::COMPLETIONS)]
    Completions {
        /// Which shell
        shell: clap_complete::Shell,
    },
    /// Print a man page, or write all of them
    Man(ManArgs),
}
