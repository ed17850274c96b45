//! Arguments of the commands that help to make bots and to look around.

use clap::Args;

use super::{BotArgs, RuleArgs};
use crate::cli::fit_args::FitArgs;
use crate::paint::ColorChoice;

/// Arguments of `tune`.
#[derive(Args, Debug)]
#[command(
    after_help = "Examples:\n  goldrush tune --iterations 20000\n  goldrush tune --players 4 --iterations 10000 --seed 7\n  goldrush tune --game carcassonne\n  goldrush tune --estimate --players 3 --seed 50\n\nSPSA: in each iteration two settings of all weights, moved in opposite directions, play each other over common\ndeals in all seats, and every weight follows the margin. The mean of the second half of the iterations then plays\nthe first setting on deals of the next seed. The last line is a specification that every command takes as an agent.\n\n--estimate: games are played, and the weights are fitted by least squares so that the estimate of a position is how\nthe game ends. These are the weights of `rollout:estimate=fitted`."
)]
pub struct TuneArgs {
    /// Number of players, 2 to 5
    #[arg(long, allow_negative_numbers = true, value_name = "P", default_value_t = 2)]
    pub players: usize,
    /// Iterations
    #[arg(long, allow_negative_numbers = true, value_name = "K", default_value_t = 2000)]
    pub iterations: u64,
    /// Games of an iteration, rounded up to whole blocks
    #[arg(long, allow_negative_numbers = true, value_name = "N", default_value_t = 64)]
    pub games: u64,
    /// Games of the test at the end, rounded up to whole blocks
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
    /// The game.
    #[command(flatten)]
    pub rules: RuleArgs,
}

/// Arguments of `agents`.
#[derive(Args, Debug)]
pub struct AgentsArgs {
    /// Which game
    #[arg(long, value_name = "GAME", default_value = "gold-rush")]
    pub game: String,
}

/// Arguments of `bench`.
#[derive(Args, Debug)]
#[command(
    after_help = "Examples:\n  goldrush bench\n  goldrush bench --agents greedy --games 100\n  goldrush bench --playouts --game knizia-gold\n\nThe fingerprint is a hash of every move and score of the games: it changes exactly when behaviour does\n(with --playouts: of every score).\nInstructions per game are the difference between two lengths under callgrind:\n  valgrind --tool=callgrind --callgrind-out-file=/dev/null goldrush bench --threads 1 --games 1000\n  valgrind --tool=callgrind --callgrind-out-file=/dev/null goldrush bench --threads 1 --games 2000"
)]
pub struct BenchArgs {
    /// The line-up: one agent for each seat, or one that fills all seats
    #[arg(long, value_name = "A,B,…", default_value = "random")]
    pub agents: String,
    /// Games that the engine plays at random by itself, without agents: what engines are compared by
    #[arg(long, conflicts_with = "agents")]
    pub playouts: bool,
    /// Number of players, 2 to 5 [default: as many as agents are given, or 2]
    #[arg(long, allow_negative_numbers = true, value_name = "P")]
    pub players: Option<usize>,
    /// Games to play, each with a deal of its own
    #[arg(long, allow_negative_numbers = true, value_name = "N", default_value_t = 10_000)]
    pub games: u64,
    /// Seed of all chance, 0 to 2^63-1
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
#[command(
    after_help = "Examples:\n  goldrush perft --players 2 --depth 3 --deal \"12a 27 39\"        174856\n  goldrush perft --game carcassonne --depth 2 --deal \"D U\" --divide\n\nA turn is every distinct placement and every legal action. A tile that fits nowhere costs no depth; a game that\nis over counts 1. The deal need not be a subset of the catalogue."
)]
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

/// Arguments of `tiles`.
#[derive(Args, Debug)]
#[command(
    after_help = "Examples:\n  goldrush tiles\n  goldrush tiles gold_rush_alt\n  goldrush tiles my-box.toml\n\n\u{2550}\u{2551}\u{2554}\u{2557}\u{255a}\u{255d} railroad   L locomotive   ^ mountain   digit nuggets   [#] city   + junction   \u{b7} prairie   t tipi camp   h herd"
)]
pub struct TilesArgs {
    /// Catalogue file, or the name of a built-in one
    #[arg(value_name = "FILE", default_value = "gold_rush")]
    pub file: String,
    /// Colours
    #[arg(long, value_enum, default_value_t = ColorChoice::Auto)]
    pub color: ColorChoice,
}

/// Arguments of `check-bot`.
#[derive(Args, Debug)]
#[command(
    after_help = "Examples:\n  goldrush check-bot \"python3 mybot.py\"\n  goldrush check-bot ./mybot --bot-move-ms 100\n  goldrush check-bot ./mybot --game carcassonne\n\nPlays games of 2 to 5 players with the bot in one seat and random play in the others, and whatever else a host may\ndo. The exit code is 1 if a check fails. sim-cli/PROTOCOL.md is the specification."
)]
pub struct CheckBotArgs {
    /// The bot's command, as for a shell
    #[arg(value_name = "CMD")]
    pub command: String,
    /// Which game
    #[arg(long, value_name = "GAME", default_value = "gold-rush")]
    pub game: String,
    /// Seed of the games
    #[arg(long, allow_negative_numbers = true, value_name = "S", default_value_t = 1)]
    pub seed: u64,
    /// Its limits.
    #[command(flatten)]
    pub bots: BotArgs,
}

/// Arguments of `serve`.
#[derive(Args, Debug)]
#[command(
    after_help = "Examples:\n  goldrush serve --agent best\n  goldrush serve --game knizia-gold --agent perfect\n\nReads messages from standard input and answers on standard output: see sim-cli/PROTOCOL.md."
)]
pub struct ServeArgs {
    /// Who plays
    #[arg(long, value_name = "AGENT")]
    pub agent: String,
    /// Which game
    #[arg(long, value_name = "GAME", default_value = "gold-rush")]
    pub game: String,
    /// Tile catalogue of games of gold-rush, if it is not a built-in one
    #[arg(long, value_name = "FILE")]
    pub tiles: Option<String>,
}

/// Arguments of `rules`.
#[derive(Args, Debug)]
#[command(
    after_help = "Examples:\n  goldrush rules\n  goldrush rules G13\n  goldrush rules tents\n  goldrush rules --game carcassonne farmer\n  goldrush rules --game knizia-gold"
)]
pub struct RulesArgs {
    /// Number of a rule of any game, such as G13, V2 or K10, or words to look for
    #[arg(value_name = "WORD")]
    pub words: Vec<String>,
    /// Which game [default: gold-rush; where words are looked for, all]
    #[arg(long, value_name = "GAME")]
    pub game: Option<String>,
}
