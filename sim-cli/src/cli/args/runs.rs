//! Arguments of the commands that play many games or combine runs.

use std::path::PathBuf;

use clap::Args;
use goldrush_harness::study::{Format, Salt};

use super::play::OUTSIDE_BOTS;
use super::{BotArgs, RuleArgs, examples};
use crate::cli::complete;
use crate::cli::values::one_of;

/// Help of `--games` of `simulate`, whose default depends on another option.
const GAMES: &str = "Games to play, rounded up to whole deals [default: 1000; with \
                     --precision at most 300,000; with --deals all of them]";

/// Arguments of `simulate`.
#[derive(Args, Debug, Clone)]
#[command(after_help = examples::SIMULATE, mut_arg("games", |games| games.help(GAMES)))]
pub struct SimulateArgs {
    /// One bot per seat, or one for all seats [default: greedy,random; knizia-gold: memory,random]
    #[arg(long, value_name = "A,B,…", add = complete::agents())]
    pub agents: Option<String>,
    /// Number of players, 2 to 5 [default: the number of bots, at least 2]
    #[arg(long, allow_negative_numbers = true, value_name = "P")]
    pub players: Option<usize>,
    /// Stop once every win rate and average score is known to within this: share=0.5%, points=0.5 or both, separated by a comma
    #[arg(long, value_name = "GOAL")]
    pub precision: Option<String>,
    /// The run.
    #[command(flatten)]
    pub run: RunArgs,
}

/// Arguments of `match`.
#[derive(Args, Debug, Clone)]
#[command(after_help = examples::MATCH)]
pub struct MatchArgs {
    /// The bot that plays alone
    #[arg(long, value_name = "AGENT", add = complete::agent())]
    pub a: String,
    /// The bot in all other seats
    #[arg(long, value_name = "AGENT", add = complete::agent())]
    pub b: String,
    /// Number of players, 2 to 5
    #[arg(
        long,
        allow_negative_numbers = true,
        value_name = "P",
        default_value_t = 2
    )]
    pub players: usize,
    /// Also play each deal with one B against As, for 3 to 5 players
    #[arg(long)]
    pub mirror: bool,
    /// Element that A must do without: tents, mining, farmers, railwaymen, miners, merchants, one-cowboy (one of them) or
    /// take-back
    #[arg(long, value_name = "WHAT")]
    pub handicap: Option<String>,
    /// Append the result to this CSV file
    #[arg(long, value_name = "FILE")]
    pub append: Option<PathBuf>,
    /// Stop once the games decide between two win rates of A, such as 0.5,0.52, or two Elo gaps, such as elo:0,20
    #[arg(long, allow_hyphen_values = true, value_name = "S0,S1")]
    pub sprt: Option<String>,
    /// Probability that --sprt decides for S1 when S0 is true [default: 0.05]
    #[arg(long, allow_negative_numbers = true, value_name = "P")]
    pub alpha: Option<f64>,
    /// Probability that --sprt decides for S0 when S1 is true [default: 0.05]
    #[arg(long, allow_negative_numbers = true, value_name = "P")]
    pub beta: Option<f64>,
    /// The run.
    #[command(flatten)]
    pub run: RunArgs,
}

/// Arguments of `tournament`.
#[derive(Args, Debug, Clone)]
#[command(after_help = examples::TOURNAMENT)]
pub struct TournamentArgs {
    /// The bots to rate
    #[arg(long, value_name = "A,B,…", add = complete::agents())]
    pub agents: String,
    /// Players per game, 2 to 5
    #[arg(
        long,
        allow_negative_numbers = true,
        value_name = "P",
        default_value_t = 2
    )]
    pub players: usize,
    /// Pairings: every pair, the first bots against each other one, or every choice of different bots
    #[arg(long, value_parser = one_of(&Format::ALL, Format::name), default_value = Format::RoundRobin.name())]
    pub format: Format,
    /// Number of first bots that play the gauntlet, and not against each other
    #[arg(
        long,
        allow_negative_numbers = true,
        value_name = "N",
        default_value_t = 1
    )]
    pub challengers: usize,
    /// Fix this bot's rating [default: the average of all is 0]
    #[arg(long, allow_hyphen_values = true, value_name = "AGENT=ELO")]
    pub anchor: Option<String>,
    /// Print the schedule and the estimated time, without playing
    #[arg(long)]
    pub dry_run: bool,
    /// The run.
    #[command(flatten)]
    pub run: RunArgs,
}

/// Arguments of `resume`.
#[derive(Args, Debug, Clone)]
#[command(after_help = examples::RESUME)]
pub struct ResumeArgs {
    /// Folder of a run of simulate, match, tournament, ask or balance
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
    /// Games to add to a finished run, rounded up to whole deals
    #[arg(long, allow_negative_numbers = true, value_name = "N")]
    pub more: Option<u64>,
    /// Cut damaged tables off at the damage, and play the rest again
    #[arg(long, conflicts_with = "more")]
    pub repair: bool,
    /// Number of threads [default: all cores]
    #[arg(long, allow_negative_numbers = true, value_name = "T")]
    pub threads: Option<usize>,
    /// Exit with code 0 even if outside bots broke the protocol or their limits
    #[arg(long)]
    pub allow_faults: bool,
}

/// Arguments of every run of many games.
#[derive(Args, Debug, Clone)]
pub struct RunArgs {
    /// TOML file of options; the command line overrides it
    #[arg(long, value_name = "FILE")]
    pub plan: Option<PathBuf>,
    /// Games to play, rounded up to whole deals [default: 1000, or all of --deals]
    #[arg(long, allow_negative_numbers = true, value_name = "N")]
    pub games: Option<u64>,
    /// Random seed, 0 to 2^53-1 [default: 1, or a new one with outside bots]
    #[arg(long, allow_negative_numbers = true, value_name = "S")]
    pub seed: Option<u64>,
    /// Number of threads [default: all cores]
    #[arg(long, allow_negative_numbers = true, value_name = "T")]
    pub threads: Option<usize>,
    /// File of deals to play, as in records (may include first turns)
    #[arg(long, value_name = "FILE")]
    pub deals: Option<PathBuf>,
    /// New or empty folder for tables, summary.json, run.toml and records
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Games to record move by move: none, all or every=K
    #[arg(long, value_name = "WHICH", default_value = "none")]
    pub records: String,
    /// Compress the tables with gzip at the end
    #[arg(long)]
    pub compress: bool,
    /// Play only part I of N, from 0; auto/N takes I from the array task
    #[arg(long, value_name = "I/N")]
    pub shard: Option<String>,
    /// Show results without the luck of the draw, too [default: if it is cheap]
    #[arg(long)]
    pub luck: bool,
    /// Do not remove the luck of the draw
    #[arg(long, conflicts_with = "luck")]
    pub no_luck: bool,
    /// The game.
    #[command(flatten)]
    pub rules: RuleArgs,
    /// Limits of bots.
    #[command(flatten)]
    pub bots: BotArgs,
    /// Secret, 32 hex digits: repeats the bots' seeds [default: new]
    #[arg(long, value_name = "HEX", help_heading = OUTSIDE_BOTS)]
    pub bot_salt: Option<Salt>,
    /// Exit with code 0 even if bots broke the protocol or their limits
    #[arg(long, help_heading = OUTSIDE_BOTS)]
    pub allow_faults: bool,
}

/// Arguments of `merge`.
#[derive(Args, Debug)]
#[command(after_help = examples::MERGE)]
pub struct MergeArgs {
    /// Folders with the parts: the --out of the runs with --shard, or the folder with the copies of a search
    #[arg(value_name = "DIR", required = true)]
    pub folders: Vec<PathBuf>,
    /// New or empty folder for the merged run, or the folder of the search
    #[arg(long, value_name = "DIR")]
    pub out: PathBuf,
    /// Exit with code 0 even if outside bots broke the protocol or their limits
    #[arg(long)]
    pub allow_faults: bool,
}

/// Arguments of `verify`.
#[derive(Args, Debug)]
#[command(after_help = examples::VERIFY)]
pub struct VerifyArgs {
    /// Folder of a run, or of the parts of one
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
    /// Number of threads [default: all cores]
    #[arg(long, allow_negative_numbers = true, value_name = "T")]
    pub threads: Option<usize>,
}
