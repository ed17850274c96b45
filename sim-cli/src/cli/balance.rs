//! Arguments of `goldrush balance`.

use clap::{Args, ValueEnum};

use super::args::RunArgs;
use super::complete;
use crate::study::Design;
use crate::study::factor::Element;

const EXAMPLES: &str = "\
Examples:
  goldrush balance --factor tents=1,0 --until settled --games 200000
  goldrush balance --factor locomotive-tiles=11,5 --about closeness
  goldrush balance --restrict tents,mining,farmers --players 2,4
  goldrush balance --agents heuristic --habit \"greedy=greedy\" --games 4000
  goldrush balance --factor farmers=yes,no --out study1 --dry-run

goldrush ask has the questions that are asked most, each in a word.

Every deal is played before and after each change, by all line-ups, so that what is compared has the same luck. Each \
bot plays against itself in all seats, and alone against the one before it, which shows how much skill counts. More or \
less is said where at least two bots of different strength show it, also after correction for the number of questions; \
the same, where the whole interval lies within what is too small to matter; else, how many more games it takes.";

/// Returns examples, how to read them, and what can be varied.
fn help() -> String {
    let factors = Element::all().into_iter().map(|element| format!("\n  {element}={}", element.levels()));
    format!("{EXAMPLES}\n\nFactors:{}", factors.collect::<String>())
}

/// What ends a study before its last game.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Until {
    /// Every answer says more, less or the same, or that the bots disagree
    Settled,
}

/// Arguments of `balance`.
#[derive(Args, Debug, Clone)]
#[command(after_help = help())]
pub struct BalanceArgs {
    /// Bots of different strength, the weaker first [default: greedy,heuristic; with the cards memory,perfect]
    #[arg(long, value_name = "A,B,…", add = complete::agents())]
    pub agents: Option<String>,
    /// A rule to change, and to what: NAME=BEFORE,AFTER,…; may be given again
    #[arg(long, value_name = "FACTOR", add = complete::factors())]
    pub factor: Vec<String>,
    /// What one player may not do, every seat in turn: tents, mining, farmers, railwaymen, miners, merchants, take-back,
    /// one-cowboy
    #[arg(long, value_name = "WHAT,…", add = complete::denials())]
    pub restrict: Option<String>,
    /// One bot that plays differently than the strongest of --agents around it, every seat in turn: NAME=AGENT, such as
    /// "more tents=heuristic:tent_token=0.7"; may be given again
    #[arg(long, value_name = "HABIT")]
    pub habit: Vec<String>,
    /// Ask only this of each change [default: everything]: loss (of whoever may not do something), seats (who wins from where),
    /// closeness (of games), length (of games), points, sources (of points), skill (does the better player win more?), use (how
    /// often players do what)
    #[arg(long, value_name = "WHAT,…")]
    pub about: Option<String>,
    /// Numbers of players, 2 to 5; everything is played with each
    #[arg(long, value_name = "P,…", default_value = "2")]
    pub players: String,
    /// Which changes are made together
    #[arg(long, value_enum, default_value_t = Design::OneAtATime)]
    pub design: Design,
    /// Changes of win shares that are too small to matter, 0 to 1
    #[arg(long, allow_negative_numbers = true, value_name = "SHARE", default_value_t = 0.01)]
    pub margin: f64,
    /// Changes of points, turns and counts that are too small to matter
    #[arg(long, allow_negative_numbers = true, value_name = "POINTS", default_value_t = 1.0)]
    pub margin_points: f64,
    /// Stop as soon as every answer is settled; --games is then how many are played at most
    #[arg(long, value_enum, value_name = "WHEN")]
    pub until: Option<Until>,
    /// Stop as soon as every interval is as narrow as this, such as share=0.5%,points=0.5
    #[arg(long, value_name = "GOAL")]
    pub precision: Option<String>,
    /// Print what would be played, and stop
    #[arg(long)]
    pub dry_run: bool,
    /// The run.
    #[command(flatten)]
    pub run: RunArgs,
}
