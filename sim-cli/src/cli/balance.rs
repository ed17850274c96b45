//! The raw command line of `goldrush balance`.

use clap::Args;

use super::args::RunArgs;
use crate::study::Design;
use crate::study::factor::Element;

const EXAMPLES: &str = "\
Examples:
  goldrush balance --factor tents=1,0,2 --games 20000
  goldrush balance --factor farmers=yes,no --factor locomotives=exactly-one,never --players 2,4 --out study1
  goldrush balance --restrict tents,mining,farmers --games 20000
  goldrush balance --agents heuristic,rollout:playouts=40 --factor tents=1,0 --games 4000 --dry-run

The first level of a factor is the base. A block is one deal, played under all rules and by all line-ups, so that
what is compared has the same luck. Each agent plays against itself in all seats; besides, each alone against the
one before it, which shows whether an element favours skill. An effect is claimed only where at least two agents
of different strength agree, after Holm's correction over the whole table; \"balanced\" is what lies inside the
margin with its whole interval.";

/// Examples, how to read them, and what can be varied.
fn help() -> String {
    let factors = Element::all().into_iter().map(|element| format!("\n  {element}={}", element.levels()));
    format!("{EXAMPLES}\n\nFactors:{}", factors.collect::<String>())
}

/// Arguments of `balance`.
#[derive(Args, Debug, Clone)]
#[command(after_help = help())]
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
