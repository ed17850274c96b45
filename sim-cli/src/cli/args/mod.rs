//! The raw command line. Completions and the man page come from these structs too.

mod looks;
mod play;
mod runs;
mod tools;

use clap::{Parser, Subcommand};
use goldrush_engine::gold_rush::Catalogue;
use goldrush_engine::gold_rush::catalogue::BUILT_IN;

use super::balance::BalanceArgs;
pub use super::rule_args::RuleArgs;
pub use looks::{AnalyzeArgs, ReplayArgs, ReportArgs};
pub use play::{BotArgs, HistoryArgs, PlayArgs, WatchArgs};
pub use runs::{DiffArgs, MatchArgs, MergeArgs, ResumeArgs, RunArgs, SimulateArgs, TournamentArgs, VerifyArgs};
pub use tools::{AgentsArgs, BenchArgs, CheckBotArgs, PerftArgs, RulesArgs, ServeArgs, TilesArgs, TuneArgs};

/// Engine, bots and simulation harness for the board game Carcassonne: Gold Rush.
#[derive(Parser, Debug)]
#[command(name = "goldrush", version = version(), arg_required_else_help = true, propagate_version = true)]
#[command(
    after_help = "Examples:\n  goldrush play                                        play yourself\n  goldrush watch --agents best,level4                  watch bots play\n  goldrush simulate                                    a thousand games, greedy against random\n  goldrush simulate --agents greedy --players 4 --out run1\n  goldrush match --a greedy --b random                 which is stronger?\n  goldrush resume run1                                 go on with a run that was interrupted\n  goldrush replay --run run1 --game 7                  draw a game of that run\n  goldrush rules G13                                   what the rules say of mountains\n  goldrush rules tents                                 and of tents\n\nOn a terminal, goldrush alone asks what you would like to do."
)]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// Version, commit and hash of the built-in catalogue.
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
    /// Play against bots, or with several people, at this terminal
    Play(PlayArgs),
    /// Watch bots play, at a pace
    Watch(WatchArgs),
    /// List your finished games, and how you did against each opponent
    History(HistoryArgs),
    /// Play many games in parallel, print the statistics, and with --out write them down
    Simulate(SimulateArgs),
    /// Play one agent against another and say which is stronger
    Match(MatchArgs),
    /// Play several agents against each other and rate them
    Tournament(TournamentArgs),
    /// Vary elements of the game over common deals and say what each does
    Balance(BalanceArgs),
    /// Go on with a run that was interrupted, or add games to one
    Resume(ResumeArgs),
    /// Put the parts of a run together
    Merge(MergeArgs),
    /// Check a run: that nothing in it was damaged or changed, and that its records are by the rules
    Verify(VerifyArgs),
    /// Say in what two runs differ: in their plans, and in their results by more than luck
    Diff(DiffArgs),
    /// Tune the weights of the heuristic agent by games against itself
    Tune(TuneArgs),
    /// Measure the speed of the engine and fingerprint its behaviour
    Bench(BenchArgs),
    /// Write a report of a run: one HTML file, and its figures
    Report(ReportArgs),
    /// Draw a recorded game and its scoring, and check it against the rules
    Replay(ReplayArgs),
    /// Say what the moves of a position are worth, or look for the mistakes of a game
    Analyze(AnalyzeArgs),
    /// Count in how many ways the first turns of a deal can be played
    Perft(PerftArgs),
    /// Check a tile catalogue, print its totals and draw every kind
    Tiles(TilesArgs),
    /// Print the rules of a game, one of them, or those that a word is in
    Rules(RulesArgs),
    /// List the games, with their options and agents
    Games,
    /// List the agents of a game
    Agents(AgentsArgs),
    /// Check whether a bot of your own keeps to the protocol
    CheckBot(CheckBotArgs),
    /// Play as a bot of another program, by the same protocol
    Serve(ServeArgs),
    /// Print completions for a shell
    Completions {
        /// Which shell
        shell: clap_complete::Shell,
    },
    /// Print the man page
    Man,
}
