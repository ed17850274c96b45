//! Arguments of `goldrush design`.

use std::path::PathBuf;

use clap::Args;

use super::args::DESIGN;
use super::complete;
use super::rule_args::RuleArgs;

/// Arguments of `design`.
#[derive(Args, Debug, Clone)]
#[command(after_help = DESIGN)]
pub struct DesignArgs {
    /// Goals: NAME=VALUE±TOLERANCE, NAME>=VALUE, NAME<=VALUE, NAME=max or NAME=min, for any seat (first-seat), skill, one bot
    /// against another (level7>level4), lead, relative-lead, points, turns, a measure of how games go (lead-changes), or the
    /// mean of a column of seats.csv
    #[arg(long, value_name = "GOAL,…")]
    pub want: String,
    /// Rule that may vary: NAME=FIRST..LAST or NAME=VALUE,VALUE,…; repeatable
    #[arg(long, value_name = "RULE", required = true, add = complete::factors())]
    pub vary: Vec<String>,
    /// Numbers of players; the goals hold for each
    #[arg(long, value_name = "P,…", default_value = "2")]
    pub players: String,
    /// Bots, the weakest first: the last plays against itself, and for `skill` each plays alone against the one before it, in at
    /// least three pairs [default: those of `ask`]
    #[arg(long, value_name = "A,B,…")]
    pub agents: Option<String>,
    /// Games to play, without those of retuning
    #[arg(long, value_name = "N", default_value_t = 400_000)]
    pub games: u64,
    /// Random seed, 0 to 2^53-1
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
    /// Number of threads [default: all cores]
    #[arg(long, value_name = "T")]
    pub threads: Option<usize>,
    /// Play only part I of N of the next step, from 0; auto/N takes I from the array task
    #[arg(long, value_name = "I/N")]
    pub shard: Option<String>,
    /// Do not retune the bots for the settings that are confirmed
    #[arg(long)]
    pub no_adapt: bool,
    /// TOML file of options; the command line overrides it
    #[arg(long, value_name = "FILE")]
    pub plan: Option<PathBuf>,
    /// Folder of the search: new, empty, or that of a stopped search, to resume it [default: design- and a code for the search]
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// The game.
    #[command(flatten)]
    pub rules: RuleArgs,
}
