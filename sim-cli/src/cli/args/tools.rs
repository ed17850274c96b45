//! Arguments of the commands for making bots and exploring games.

use std::path::PathBuf;

use clap::Args;

use super::{BotArgs, RuleArgs, examples};
use crate::cli::complete;
use crate::cli::fit_args::FitArgs;
use crate::cli::regret_args::RegretArgs;
use crate::paint::ColorChoice;
use crate::study::Salt;

/// Arguments of `tune`.
#[derive(Args, Debug, Clone)]
#[command(after_help = examples::TUNE)]
pub struct TuneArgs {
    /// Number of players, 2 to 5
    #[arg(long, allow_negative_numbers = true, value_name = "P", default_value_t = 2)]
    pub players: usize,
    /// Outside bot to tune instead of the heuristic, as exec:"COMMAND"
    #[arg(long, value_name = "BOT", requires = "parameter")]
    pub bot: Option<String>,
    /// Number of --bot to tune: depth=2..8 (whole) or bold=0.0..1.0; repeatable
    #[arg(long, value_name = "RANGE", requires = "bot")]
    pub parameter: Vec<String>,
    /// Secret that makes the bot's seeds repeatable [default: a new one]
    #[arg(long, value_name = "HEX", requires = "bot")]
    pub bot_salt: Option<Salt>,
    /// Number of iterations
    #[arg(long, allow_negative_numbers = true, value_name = "K", default_value_t = 2000)]
    pub iterations: u64,
    /// Games per iteration, rounded up to whole deals
    #[arg(long, allow_negative_numbers = true, value_name = "N", default_value_t = 64)]
    pub games: u64,
    /// Games of the final test, rounded up to whole deals
    #[arg(long, allow_negative_numbers = true, value_name = "N", default_value_t = 10_000)]
    pub test: u64,
    /// First perturbation, as a share of each weight's range
    #[arg(long, value_name = "C", default_value_t = 0.06)]
    pub perturbation: f64,
    /// First step, in perturbations per point of margin
    #[arg(long, value_name = "A", default_value_t = 0.02)]
    pub step: f64,
    /// Random seed; the final test uses the next one
    #[arg(long, allow_negative_numbers = true, value_name = "S", default_value_t = 1)]
    pub seed: u64,
    /// Number of threads [default: all cores]
    #[arg(long, allow_negative_numbers = true, value_name = "T")]
    pub threads: Option<usize>,
    /// Estimates.
    #[command(flatten)]
    pub fit: FitArgs,
    /// Regret.
    #[command(flatten)]
    pub regret: RegretArgs,
    /// The game.
    #[command(flatten)]
    pub rules: RuleArgs,
}

/// Arguments of `agents`.
#[derive(Args, Debug)]
pub struct AgentsArgs {
    /// Game whose bots to list: gold-rush, carcassonne, carcassonne+gold-mines or knizia-gold
    #[arg(long, value_name = "GAME", default_value = "gold-rush", add = complete::games())]
    pub game: String,
}

/// Arguments of `bench`.
#[derive(Args, Debug)]
#[command(after_help = examples::BENCH)]
pub struct BenchArgs {
    /// One bot per seat, or one for all seats
    #[arg(long, value_name = "A,B,…", default_value = "random", add = complete::agents())]
    pub agents: String,
    /// Play random games inside the engine, without bots: the usual benchmark of engines
    #[arg(long, conflicts_with = "agents")]
    pub playouts: bool,
    /// Number of players, 2 to 5 [default: the number of bots, at least 2]
    #[arg(long, allow_negative_numbers = true, value_name = "P")]
    pub players: Option<usize>,
    /// Number of games, each with its own deal
    #[arg(long, allow_negative_numbers = true, value_name = "N", default_value_t = 10_000)]
    pub games: u64,
    /// Random seed: the same seed gives the same games, 0 to 2^63-1
    #[arg(long, allow_negative_numbers = true, value_name = "S", default_value_t = 1)]
    pub seed: u64,
    /// Number of threads
    #[arg(long, allow_negative_numbers = true, value_name = "T", default_value_t = 1)]
    pub threads: usize,
    /// The game.
    #[command(flatten)]
    pub rules: RuleArgs,
}

/// Arguments of `perft`.
#[derive(Args, Debug)]
#[command(after_help = examples::PERFT)]
pub struct PerftArgs {
    /// Number of players, 2 to 5
    #[arg(long, allow_negative_numbers = true, value_name = "P", default_value_t = 2)]
    pub players: usize,
    /// Number of turns to count
    #[arg(long, allow_negative_numbers = true, value_name = "D")]
    pub depth: u32,
    /// Tiles in the order they are drawn, after the start tile
    #[arg(long, value_name = "KINDS")]
    pub deal: String,
    /// Print a count for each first turn (in Carcassonne: each placement of the first tile)
    #[arg(long)]
    pub divide: bool,
    /// The game.
    #[command(flatten)]
    pub rules: RuleArgs,
}

/// Arguments of the tools that play games between equal bots.
#[derive(Args, Debug)]
pub struct EqualsArgs {
    /// Number of players, 2 to 5
    #[arg(long, allow_negative_numbers = true, value_name = "P", default_value_t = 2)]
    pub players: usize,
    /// Number of games
    #[arg(long, allow_negative_numbers = true, value_name = "N", default_value_t = 1000)]
    pub games: u64,
    /// Random seed: the same seed gives the same games
    #[arg(long, allow_negative_numbers = true, value_name = "S", default_value_t = 1)]
    pub seed: u64,
    /// Number of threads [default: all cores]
    #[arg(long, allow_negative_numbers = true, value_name = "T")]
    pub threads: Option<usize>,
    /// Also write the table to this file
    #[arg(long, value_name = "FILE")]
    pub csv: Option<PathBuf>,
    /// Draw the table as a chart to this file
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
    /// The game.
    #[command(flatten)]
    pub rules: RuleArgs,
}

/// Arguments of `course`.
#[derive(Args, Debug)]
#[command(after_help = examples::COURSE)]
pub struct CourseArgs {
    /// Bots to measure, each against itself [default: heuristic; knizia-gold: perfect]
    #[arg(long, value_name = "A,B,…", add = complete::agents())]
    pub agents: Option<String>,
    /// The games.
    #[command(flatten)]
    pub equals: EqualsArgs,
}

/// Arguments of `draws`.
#[derive(Args, Debug)]
#[command(after_help = examples::DRAWS)]
pub struct DrawsArgs {
    /// Bot that plays all seats [default: heuristic; knizia-gold: perfect]
    #[arg(long, value_name = "AGENT", add = complete::agent())]
    pub agent: Option<String>,
    /// The games.
    #[command(flatten)]
    pub equals: EqualsArgs,
}

/// Arguments of `tiles`.
#[derive(Args, Debug)]
#[command(after_help = examples::TILES)]
pub struct TilesArgs {
    /// Catalogue file, or a built-in catalogue: gold_rush or gold_rush_alt
    #[arg(value_name = "FILE", default_value = "gold_rush", add = complete::tiles())]
    pub file: String,
    /// When to use color; auto: on a terminal, unless NO_COLOR is set
    #[arg(long, value_enum, default_value_t = ColorChoice::Auto)]
    pub color: ColorChoice,
}

/// Arguments of `check-bot`.
#[derive(Args, Debug)]
#[command(after_help = examples::CHECK_BOT)]
pub struct CheckBotArgs {
    /// Command that starts the bot, quoted as for a shell
    #[arg(value_name = "CMD")]
    pub command: String,
    /// Game to test [default: the games the bot reports, or gold-rush]
    #[arg(long, value_name = "GAME", add = complete::games())]
    pub game: Option<String>,
    /// Random seed of the games
    #[arg(long, allow_negative_numbers = true, value_name = "S", default_value_t = 1)]
    pub seed: u64,
    /// Its limits.
    #[command(flatten)]
    pub bots: BotArgs,
}

/// Arguments of `serve`.
#[derive(Args, Debug)]
#[command(after_help = examples::SERVE)]
pub struct ServeArgs {
    /// Bot that plays
    #[arg(long, value_name = "AGENT", add = complete::agent())]
    pub agent: String,
    /// Game to play
    #[arg(long, value_name = "GAME", default_value = "gold-rush", add = complete::games())]
    pub game: String,
    /// Tile catalogue for gold-rush, if it is not built in
    #[arg(long, value_name = "FILE", add = complete::tiles())]
    pub tiles: Option<String>,
}

/// Arguments of `rules`.
#[derive(Args, Debug)]
#[command(after_help = examples::RULES)]
pub struct RulesArgs {
    /// A rule number of any game, such as G13, V2 or K10, or words to search for
    #[arg(value_name = "WORD", add = complete::rules())]
    pub words: Vec<String>,
    /// Game whose rules to print [default: gold-rush; when searching, all games]
    #[arg(long, value_name = "GAME", add = complete::games())]
    pub game: Option<String>,
}

/// Arguments of `man`.
#[derive(Args, Debug)]
#[command(after_help = examples::MAN)]
pub struct ManArgs {
    /// Command whose page to print [default: goldrush itself]
    #[arg(value_name = "COMMAND")]
    pub command: Option<String>,
    /// Write the pages of all commands to this folder
    #[arg(long, value_name = "DIR", conflicts_with = "command")]
    pub out: Option<PathBuf>,
}
