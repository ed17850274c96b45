//! The raw command line of `goldrush balance`.

use clap::Args;

use super::args::RunArgs;
use crate::study::Design;

/// Arguments of `balance`.
#[derive(Args, Debug, Clone)]
#[command(
    after_help = "Examples:\n  goldrush balance --factor tents=1,0,2 --games 20000\n  goldrush balance --factor farmers=yes,no --factor locomotives=exactly-one,never --players 2,4 --out study1\n  goldrush balance --restrict tents,mining,farmers --games 20000\n  goldrush balance --agents heuristic,rollout:playouts=40 --factor tents=1,0 --games 4000 --dry-run\n\nThe first level of a factor is the base. A block is one deal, played under all rules and by all line-ups, so that\nwhat is compared has the same luck. Each agent plays against itself in all seats; besides, each alone against the\none before it, which shows whether an element favours skill. An effect is claimed only where at least two agents\nof different strength agree, after Holm's correction over the whole table; \"balanced\" is what lies inside the\nmargin with its whole interval.\n\nFactors: farmers=yes,no  tents=0..3  locomotives=exactly-one,never,at-least-one  cowboys=1..7  take-back=no,yes\n  locomotive-tiles=11,0,6,22 (tiles with a locomotive)  tokens=printed,2=63,0=31+4=32  tiles=NAME or FILE  mining-interval=1..255  players=2..5  seat=0..4\n  game=carcassonne,carcassonne+gold-mines"
)]
pub struct BalanceArgs {
    /// Agents of different strength, the weaker first [default: greedy,heuristic; with the cards memory,perfect]
    #[arg(long, value_name = "A,B,…")]
    pub agents: Option<String>,
    /// What is varied: NAME=LEVEL,LEVEL,… (base first); may be given again
    #[arg(long, value_name = "FACTOR")]
    pub factor: Vec<String>,
    /// What one seat may not do, each in turn: tents, mining, farmers, railwaymen, miners, merchants, take-back
    #[arg(long, value_name = "WHAT,…")]
    pub restrict: Option<String>,
    /// Numbers of players, 2 to 5; everything is played with each
    #[arg(long, value_name = "P,…", default_value = "2")]
    pub players: String,
    /// Which levels go together
    #[arg(long, value_enum, default_value_t = Design::OneAtATime)]
    pub design: Design,
    /// Differences of win shares that are too small to matter
    #[arg(long, allow_negative_numbers = true, value_name = "SHARE", default_value_t = 0.01)]
    pub margin: f64,
    /// Differences in points, turns and features that are too small to matter
    #[arg(long, allow_negative_numbers = true, value_name = "POINTS", default_value_t = 1.0)]
    pub margin_points: f64,
    /// Print what would be played, and stop
    #[arg(long)]
    pub dry_run: bool,
    /// The run.
    #[command(flatten)]
    pub run: RunArgs,
}
