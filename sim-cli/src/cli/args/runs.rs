//! Arguments of the commands that play many games or combine runs.

use std::path::PathBuf;

use clap::Args;

use super::{BotArgs, RuleArgs, examples};
use crate::cli::complete;
use crate::study::{Format, Salt};

/// Arguments of `simulate`.
#[derive(Args, Debug, Clone)]
#[command(after_help = examples::SIMULATE)]
pub struct SimulateArgs {
    /// The line-up: one bot for each seat, or one that fills all seats [default: greedy,random; with the cards
    /// memory,random]
    #[arg(long, value_name = "A,B,…", add = complete::agents())]
    pub agents: Option<String>,
    /// Number of players, 2 to 5 [default: as many as bots are given, or 2]
    #[arg(long, allow_negative_numbers = true, value_name = "P")]
    pub players: Option<usize>,
    /// Stop as soon as every win share and score is known as closely as this, such as share=0.5%,points=0.5; --games is then
    /// how many are played at most
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
    /// The bot that sits alone
    #[arg(long, value_name = "AGENT", add = complete::agent())]
    pub a: String,
    /// The bot in all other seats
    #[arg(long, value_name = "AGENT", add = complete::agent())]
    pub b: String,
    /// Number of players, 2 to 5
    #[arg(long, allow_negative_numbers = true, value_name = "P", default_value_t = 2)]
    pub players: usize,
    /// Play each deal also with one B against As; for 3 to 5 players
    #[arg(long)]
    pub mirror: bool,
    /// What A does without: tents, mining, farmers, railwaymen, miners, merchants, one-cowboy (A has one fewer), or take-back,
    /// which with --take-back B alone then has
    #[arg(long, value_name = "WHAT")]
    pub handicap: Option<String>,
    /// Append the result as a row to this CSV file
    #[arg(long, value_name = "FILE")]
    pub append: Option<PathBuf>,
    /// Stop as soon as the games tell these two win shares of A apart, or these two differences in Elo: elo:0,20
    #[arg(long, allow_hyphen_values = true, value_name = "S0,S1")]
    pub sprt: Option<String>,
    /// How often the test may decide for S1 where S0 is true [default: 0.05]
    #[arg(long, allow_negative_numbers = true, value_name = "P")]
    pub alpha: Option<f64>,
    /// How often the test may decide for S0 where S1 is true [default: 0.05]
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
    /// The bots, each once
    #[arg(long, value_name = "A,B,…", add = complete::agents())]
    pub agents: String,
    /// Players at a table, 2 to 5
    #[arg(long, allow_negative_numbers = true, value_name = "P", default_value_t = 2)]
    pub players: usize,
    /// Who meets whom
    #[arg(long, value_enum, default_value_t = Format::RoundRobin)]
    pub format: Format,
    /// A bot whose Elo is given; ratings are counted from it [default: the mean of all is 0]
    #[arg(long, allow_hyphen_values = true, value_name = "AGENT=ELO")]
    pub anchor: Option<String>,
    /// Print the schedule and what it will take, and stop
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
    /// Folder of a run of `simulate`, `match`, `tournament` or `balance`
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
    /// Games to add to a complete run, rounded up to whole deals
    #[arg(long, allow_negative_numbers = true, value_name = "N")]
    pub more: Option<u64>,
    /// Cut a damaged table off before the damage and play the rest again
    #[arg(long, conflicts_with = "more")]
    pub repair: bool,
    /// Threads [default: all cores]
    #[arg(long, allow_negative_numbers = true, value_name = "T")]
    pub threads: Option<usize>,
    /// End with exit code 0 even if bots have faults
    #[arg(long)]
    pub allow_faults: bool,
}

/// What every run of many games has.
#[derive(Args, Debug, Clone)]
pub struct RunArgs {
    /// TOML file of options, with their long names as keys; what is given beside it overrides it
    #[arg(long, value_name = "FILE")]
    pub plan: Option<PathBuf>,
    /// Games to play, rounded up to whole deals, each of which every bot plays in every seat [default: 1000, or all of --deals]
    #[arg(long, allow_negative_numbers = true, value_name = "N")]
    pub games: Option<u64>,
    /// Random seed: the same seed gives the same games, 0 to 2^63-1 [default: 1; drawn anew where bots of your own play, since
    /// they could know the deals of a seed]
    #[arg(long, allow_negative_numbers = true, value_name = "S")]
    pub seed: Option<u64>,
    /// Secret from which the seeds of your own bots are made: with it and --seed they play the same games again [default:
    /// drawn anew]
    #[arg(long, value_name = "HEX")]
    pub bot_salt: Option<Salt>,
    /// Threads [default: all cores]
    #[arg(long, allow_negative_numbers = true, value_name = "T")]
    pub threads: Option<usize>,
    /// Deals to play instead of those of the seed, one a line as records have them, with the first turns if they are given
    /// (an opening book)
    #[arg(long, value_name = "FILE")]
    pub deals: Option<PathBuf>,
    /// Folder to write, which must not exist or be empty unless --shard is given: games.csv, seats.csv, summary.json, run.toml, machine.json
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Games to write down move by move, into records.jsonl: none, all, every=K
    #[arg(long, value_name = "WHICH", default_value = "none")]
    pub records: String,
    /// Pack the tables with gzip when the run is complete
    #[arg(long)]
    pub compress: bool,
    /// Play part I of N, from 0, into a folder of its own within --out; auto/N: I is the index of the array task
    #[arg(long, value_name = "I/N")]
    pub shard: Option<String>,
    /// Also show results with the luck of the draw taken out [default: on where bots or rules are compared and it takes less
    /// than a tenth of the time]
    #[arg(long)]
    pub luck: bool,
    /// Leave the luck of draws in
    #[arg(long, conflicts_with = "luck")]
    pub no_luck: bool,
    /// End with exit code 0 even if bots have faults
    #[arg(long)]
    pub allow_faults: bool,
    /// The game.
    #[command(flatten)]
    pub rules: RuleArgs,
    /// Limits of bots.
    #[command(flatten)]
    pub bots: BotArgs,
}

/// Arguments of `merge`.
#[derive(Args, Debug)]
#[command(after_help = examples::MERGE)]
pub struct MergeArgs {
    /// Folders that collect the parts
    #[arg(value_name = "DIR", required = true)]
    pub folders: Vec<PathBuf>,
    /// Folder of the run to write, which must not exist or be empty
    #[arg(long, value_name = "DIR")]
    pub out: PathBuf,
    /// End with exit code 0 even if bots had faults
    #[arg(long)]
    pub allow_faults: bool,
}

/// Arguments of `verify`.
#[derive(Args, Debug)]
#[command(after_help = examples::VERIFY)]
pub struct VerifyArgs {
    /// Folder of a run, or one that collects the parts of a run
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
    /// Threads [default: all cores]
    #[arg(long, allow_negative_numbers = true, value_name = "T")]
    pub threads: Option<usize>,
}

/// Arguments of `diff`.
#[derive(Args, Debug)]
#[command(after_help = examples::DIFF)]
pub struct DiffArgs {
    /// Folder of a complete run
    #[arg(value_name = "FIRST")]
    pub first: PathBuf,
    /// Folder of another of the same rules and line-up
    #[arg(value_name = "SECOND")]
    pub second: PathBuf,
}
