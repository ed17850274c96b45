//! Arguments of `goldrush balance`.

use clap::{Args, ValueEnum};
use goldrush_engine::options::SetBy;
use goldrush_games::GameName;
use goldrush_games::ask::Element;
use goldrush_harness::study::{Design, Margins};

use super::args::RunArgs;
use super::complete;
use crate::cli::values::one_of;

const EXAMPLES: &str = "\
Examples:
  goldrush balance --factor cowboys=4,2 --adapt --until settled
  goldrush balance --restrict tents,mining,farmers --players 2,4

Every deal is played before and after each change, by each bot with itself and the next weaker one. \
`more` or `less`: two bots (skill: two pairs) show it; `the same`: too small to matter.";

/// Returns examples, how to read the answers, and the factors.
fn help() -> String {
    let factors = Element::all()
        .into_iter()
        .filter(|element| !is_number(*element));
    let factors: Vec<String> = factors
        .map(|element| format!("{element}={}", element.levels()))
        .collect();
    let numbers = "and the numbers of the rules, listed by goldrush games";
    format!(
        "{EXAMPLES}\n\nFactors and their values: {}; {numbers}.",
        factors.join("; ")
    )
}

/// True for a number of the rules that has no option of its own.
fn is_number(element: Element) -> bool {
    GameName::ALL
        .iter()
        .flat_map(|game| game.options_set_by(SetBy::Number))
        .any(|option| element == Element::Option(option.name))
}

/// Returns the help of `--restrict`, with what a seat can be denied in some game.
fn restrict_help() -> String {
    let denials: Vec<String> = GameName::ALL
        .iter()
        .flat_map(|game| game.denials())
        .collect();
    format!(
        "Element that one player must do without, each seat in turn: {}",
        denials.join(", ")
    )
}

/// Help of `--games`, whose default depends on other options.
const GAMES: &str = "Games [default: 1000; --until, --precision: 300,000; all of --deals]";

/// Goal that ends a study before its last game.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Until {
    /// Every answer is more, less, the same, or that the bots disagree
    Settled,
}

/// Arguments of `balance`.
#[derive(Args, Debug, Clone)]
#[command(after_help = help(), mut_arg("games", |games| games.help(GAMES)))]
#[command(mut_arg("restrict", |restrict| restrict.help(restrict_help())))]
pub struct BalanceArgs {
    /// Bots, weakest first [default: level3,greedy,level7,heuristic; knizia-gold: level2,level4,memory:p=1,perfect]
    #[arg(long, value_name = "A,B,…", add = complete::agents())]
    pub agents: Option<String>,
    /// Rule to change: NAME=BEFORE,AFTER,…; repeatable
    #[arg(long, value_name = "FACTOR", add = complete::factors())]
    pub factor: Vec<String>,
    /// Elements that one player must do without, each seat in turn
    #[arg(long, value_name = "WHAT,…", add = complete::denials())]
    pub restrict: Option<String>,
    /// Bot to play differently in one seat, each in turn: NAME=AGENT; repeatable
    #[arg(long, value_name = "HABIT")]
    pub habit: Vec<String>,
    /// Let A play alone against B; repeatable [default: each bot and the next]
    #[arg(long, value_name = "A>B", conflicts_with = "agents")]
    pub pair: Vec<String>,
    /// loss, seats, closeness, length, points, sources, skill, use [default: these], lead-changes, decided,
    /// drama, leader, relative-closeness, decisions, choices, near-equal, interaction, luck, draw-size
    #[arg(long, value_name = "WHAT,…")]
    pub about: Option<String>,
    /// Numbers of players, 2 to 5 each
    #[arg(long, value_name = "P,…", default_value = "2")]
    pub players: String,
    /// Vary rules one-at-a-time, or full: all combined
    #[arg(long, hide_possible_values = true, value_parser = one_of(&Design::ALL, Design::name), default_value = Design::OneAtATime.name())]
    pub design: Design,
    /// Changes of win rates that are too small to matter, 0 to 1
    #[arg(long, allow_negative_numbers = true, value_name = "SHARE", default_value_t = Margins::default().shares)]
    pub margin: f64,
    /// Changes of points, turns and counts too small to matter
    #[arg(long, allow_negative_numbers = true, value_name = "N", default_value_t = Margins::default().points)]
    pub margin_points: f64,
    /// Stop once every answer is settled
    #[arg(long, value_enum, value_name = "settled", hide_possible_values = true)]
    pub until: Option<Until>,
    /// Precision of effects to stop at, such as share=0.5%,points=0.5
    #[arg(long, value_name = "GOAL")]
    pub precision: Option<String>,
    /// Retune `heuristic`, the last bot, for each rule
    #[arg(long)]
    pub adapt: bool,
    /// Print the plan without playing
    #[arg(long)]
    pub dry_run: bool,
    /// The run.
    #[command(flatten)]
    pub run: RunArgs,
}
