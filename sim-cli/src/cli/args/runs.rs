//! Arguments of the commands that play many games, and of those that put runs together.

use std::path::PathBuf;

use clap::Args;

use super::{BotArgs, RuleArgs};
use crate::study::Format;

/// Arguments of `simulate`.
#[derive(Args, Debug, Clone)]
#[command(
    after_help = "Examples:\n  goldrush simulate                                         a thousand games, greedy against random\n  goldrush simulate --agents greedy --players 3 --games 30000\n  goldrush simulate --agents random --games 1000000 --out run1\n  goldrush simulate --agents greedy --tents 0 --records every=100 --out no-tents\n\nA block is one deal of tiles and tokens, played in every cyclic seating of the line-up, so that luck and seats\nare shared fairly. The intervals are 95 % intervals from the means of the blocks. The same command gives the same\nfiles, whatever the number of threads."
)]
pub struct SimulateArgs {
    /// The line-up: one agent for each seat, or one that fills all seats [default: greedy,random; with the cards
    /// memory,random]
    #[arg(long, value_name = "A,B,…")]
    pub agents: Option<String>,
    /// Number of players, 2 to 5 [default: as many as agents are given, or 2]
    #[arg(long, allow_negative_numbers = true, value_name = "P")]
    pub players: Option<usize>,
    /// The run.
    #[command(flatten)]
    pub run: RunArgs,
}

/// Arguments of `match`.
#[derive(Args, Debug, Clone)]
#[command(
    after_help = "Examples:\n  goldrush match --a greedy --b random\n  goldrush match --a greedy --b random --players 4 --mirror --games 4000\n  goldrush match --a greedy --b random --games 100000 --sprt 0.5,0.52 --out match1\n  goldrush match --a rollout --b heuristic --games 100000 --sprt elo:0,20 --alpha 0.01\n  goldrush match --a rollout:playouts=50 --b heuristic --luck   with the luck of the draw taken out, as sure as more games\n\nOne A plays against Bs in all other seats. A block is one deal, played with A in each seat once; with --mirror it\nis then played with one B against As. An agent's chance depends on its seat and the deal, not on who sits where, so\nthat an agent against itself has exactly its fair share. --sprt S0,S1 looks after each block whether the games\ntell a win share of S0 from one of S1, wrong at most as often as --alpha and --beta allow, and stops then; what is\nprinted is then biased."
)]
pub struct MatchArgs {
    /// The agent that sits alone
    #[arg(long, value_name = "AGENT")]
    pub a: String,
    /// The agent in all other seats
    #[arg(long, value_name = "AGENT")]
    pub b: String,
    /// Number of players, 2 to 5
    #[arg(long, allow_negative_numbers = true, value_name = "P", default_value_t = 2)]
    pub players: usize,
    /// Play each deal also with one B against As; for 3 to 5 players
    #[arg(long)]
    pub mirror: bool,
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
#[command(
    after_help = "Examples:\n  goldrush tournament --agents greedy,heuristic,rollout:playouts=20 --games 600\n  goldrush tournament --agents random,greedy,heuristic --players 4 --format all-lineups --games 3000 --out cup\n  goldrush tournament --plan cup.toml --games 20000        options from a file, one of them overridden\n  goldrush tournament --agents greedy,heuristic,rollout --anchor greedy=0\n  goldrush tournament --agents level1,level2,level3,level4 --games 40000 --dry-run\n\nEvery deal is played by every line-up in all its cyclic seatings: that is a block. The ratings are one fit to the\norders in which all games ended (Plackett and Luce's model with a term for the seat, on the Elo scale), their\nintervals come from weighing blocks anew. An agent that never wins, or always does, has a bound and no rating."
)]
pub struct TournamentArgs {
    /// The agents, each once
    #[arg(long, value_name = "A,B,…")]
    pub agents: String,
    /// Players at a table, 2 to 5
    #[arg(long, allow_negative_numbers = true, value_name = "P", default_value_t = 2)]
    pub players: usize,
    /// Who meets whom
    #[arg(long, value_enum, default_value_t = Format::RoundRobin)]
    pub format: Format,
    /// An agent whose Elo is given; ratings are counted from it [default: the mean of all is 0]
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
#[command(
    after_help = "Examples:\n  goldrush resume run1                  goes on where the run was interrupted, to the same files\n  goldrush resume run1 --more 10000     adds games to a run that is complete"
)]
pub struct ResumeArgs {
    /// Folder of a run of `simulate`, `match`, `tournament` or `balance`
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
    /// Games to add to a complete run, rounded up to whole blocks
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
    /// Games to play, rounded up to whole deals, each of which every agent plays in every seat [default: 1000, or all of --deals]
    #[arg(long, allow_negative_numbers = true, value_name = "N")]
    pub games: Option<u64>,
    /// Seed of all chance in the run, 0 to 2^63-1
    #[arg(long, allow_negative_numbers = true, value_name = "S", default_value_t = 1)]
    pub seed: u64,
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
    /// Also show results with the luck of the draw taken out [default: on where agents or rules are compared and it takes less
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
#[command(
    after_help = "Examples:\n  goldrush simulate --agents greedy --games 1000000 --shard 17/400 --out parts      one part of 400\n  goldrush merge parts --out run1                                                   when all are complete\n  missing=$(goldrush merge parts --out run1) || sbatch --array=\"$missing\" …         or what is not, once more\n\nThe files are the same as those of one run without --shard. If parts are missing, their numbers are printed as\nschedulers take them (3,7-9), and the exit code is 1. A merge that was ended is done again by the same command."
)]
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
#[command(
    after_help = "Example:\n  goldrush verify run1\n\nChecks that every row follows from the plan, that every table has the SHA-256 kept in summary.json, and that the\nsummary is what the tables come to. Every recorded game is dealt again from the seed and its moves are played again by\nthe rules: record and result must come out the same. Exit code 0: all is well; 2: something is not, and one line says what."
)]
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
#[command(
    after_help = "Example:\n  goldrush diff before after\n\nRuns of the same seed share their deals and are compared deal by deal. Agents belong together by name, and those\nleft over in their order. Exit code 0: the runs have the same plan and the same results (version and commit may differ);\n1: they differ; 2: it cannot be told."
)]
pub struct DiffArgs {
    /// Folder of a complete run
    #[arg(value_name = "FIRST")]
    pub first: PathBuf,
    /// Folder of another
    #[arg(value_name = "SECOND")]
    pub second: PathBuf,
}
