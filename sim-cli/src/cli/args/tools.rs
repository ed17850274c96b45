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
    /// A bot of your own to tune, such as exec:"python3 mybot.py", instead of the heuristic
    #[arg(long, value_name = "BOT", requires = "parameter")]
    pub bot: Option<String>,
    /// A number of it to tune, and between what: depth=2..8 (whole numbers) or bold=0.0..1.0; may be given again. The bot finds
    /// it in options of the message game
    #[arg(long, value_name = "NAME=LOW..HIGH", requires = "bot")]
    pub parameter: Vec<String>,
    /// Secret from which the bot's seeds are made: with it and --seed the bot plays the same games again [default: drawn anew]
    #[arg(long, value_name = "HEX", requires = "bot")]
    pub bot_salt: Option<Salt>,
    /// Iterations
    #[arg(long, allow_negative_numbers = true, value_name = "K", default_value_t = 2000)]
    pub iterations: u64,
    /// Games of an iteration, rounded up to whole deals
    #[arg(long, allow_negative_numbers = true, value_name = "N", default_value_t = 64)]
    pub games: u64,
    /// Games of the test at the end, rounded up to whole deals
    #[arg(long, allow_negative_numbers = true, value_name = "N", default_value_t = 10_000)]
    pub test: u64,
    /// First perturbation, as a share of each weight's range
    #[arg(long, value_name = "C", default_value_t = 0.06)]
    pub perturbation: f64,
    /// First step, in perturbations for each point of margin
    #[arg(long, value_name = "A", default_value_t = 0.02)]
    pub step: f64,
    /// Seed of the tuning games; the test plays the next one
    #[arg(long, allow_negative_numbers = true, value_name = "S", default_value_t = 1)]
    pub seed: u64,
    /// Threads [default: all cores]
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
    /// Which game
    #[arg(long, value_name = "GAME", default_value = "gold-rush", add = complete::games())]
    pub game: String,
}

/// Arguments of `bench`.
#[derive(Args, Debug)]
#[command(after_help = examples::BENCH)]
pub struct BenchArgs {
    /// The line-up: one bot for each seat, or one that fills all seats
    #[arg(long, value_name = "A,B,…", default_value = "random", add = complete::agents())]
    pub agents: String,
    /// Games that the engine plays at random by itself, without agents: what engines are compared by
    #[arg(long, conflicts_with = "agents")]
    pub playouts: bool,
    /// Number of players, 2 to 5 [default: as many as bots are given, or 2]
    #[arg(long, allow_negative_numbers = true, value_name = "P")]
    pub players: Option<usize>,
    /// Games to play, each with a deal of its own
    #[arg(long, allow_negative_numbers = true, value_name = "N", default_value_t = 10_000)]
    pub games: u64,
    /// Random seed: the same seed gives the same games, 0 to 2^63-1
    #[arg(long, allow_negative_numbers = true, value_name = "S", default_value_t = 1)]
    pub seed: u64,
    /// Threads
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
    /// Turns to play
    #[arg(long, allow_negative_numbers = true, value_name = "D")]
    pub depth: u32,
    /// Kinds of tiles in the order drawn, after the start tile
    #[arg(long, value_name = "KINDS")]
    pub deal: String,
    /// Print the parts: every first turn (in Carcassonne: placement) with the ways to go on
    #[arg(long)]
    pub divide: bool,
    /// The game.
    #[command(flatten)]
    pub rules: RuleArgs,
}

/// What tools ask for that play games of equals and show what they found.
#[derive(Args, Debug)]
pub struct EqualsArgs {
    /// Number of players, 2 to 5
    #[arg(long, allow_negative_numbers = true, value_name = "P", default_value_t = 2)]
    pub players: usize,
    /// Games
    #[arg(long, allow_negative_numbers = true, value_name = "N", default_value_t = 1000)]
    pub games: u64,
    /// Random seed: the same seed gives the same games
    #[arg(long, allow_negative_numbers = true, value_name = "S", default_value_t = 1)]
    pub seed: u64,
    /// Threads [default: all cores]
    #[arg(long, allow_negative_numbers = true, value_name = "T")]
    pub threads: Option<usize>,
    /// Write the table to this file as well
    #[arg(long, value_name = "FILE")]
    pub csv: Option<PathBuf>,
    /// Draw it
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
    /// Bots to look at; each plays these games against itself [default: heuristic, with cards perfect]
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
    /// Who plays them [default: heuristic, with cards perfect]
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
    /// Catalogue file, or the name of a built-in one
    #[arg(value_name = "FILE", default_value = "gold_rush", add = complete::tiles())]
    pub file: String,
    /// Colours
    #[arg(long, value_enum, default_value_t = ColorChoice::Auto)]
    pub color: ColorChoice,
}

/// Arguments of `check-bot`.
#[derive(Args, Debug)]
#[command(after_help = examples::CHECK_BOT)]
pub struct CheckBotArgs {
    /// The bot's command, as for a shell
    #[arg(value_name = "CMD")]
    pub command: String,
    /// Which game [default: those the bot says it plays, or gold-rush]
    #[arg(long, value_name = "GAME", add = complete::games())]
    pub game: Option<String>,
    /// Seed of the games
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
    /// Who plays
    #[arg(long, value_name = "AGENT", add = complete::agent())]
    pub agent: String,
    /// Which game
    #[arg(long, value_name = "GAME", default_value = "gold-rush", add = complete::games())]
    pub game: String,
    /// Tile catalogue of games of gold-rush, if it is not a built-in one
    #[arg(long, value_name = "FILE", add = complete::tiles())]
    pub tiles: Option<String>,
}

/// Arguments of `rules`.
#[derive(Args, Debug)]
#[command(after_help = examples::RULES)]
pub struct RulesArgs {
    /// Number of a rule of any game, such as G13, V2 or K10, or words to look for
    #[arg(value_name = "WORD", add = complete::rules())]
    pub words: Vec<String>,
    /// Which game [default: gold-rush; where words are looked for, all]
    #[arg(long, value_name = "GAME", add = complete::games())]
    pub game: Option<String>,
}

/// Arguments of `man`.
#[derive(Args, Debug)]
#[command(after_help = examples::MAN)]
pub struct ManArgs {
    /// The command whose page is printed; without it, the page of goldrush
    #[arg(value_name = "COMMAND", add = complete::commands())]
    pub command: Option<String>,
    /// Write the pages of all commands into this folder
    #[arg(long, value_name = "DIR", conflicts_with = "command")]
    pub out: Option<PathBuf>,
}
