//! The commands for makers of bots, and their arguments.

use std::path::PathBuf;

use clap::{Args, Subcommand};
use goldrush_ai::search::regret::{Allocation, RegretConfig};
use goldrush_harness::study::Salt;
use goldrush_support::error::bad_input;

use super::{BotArgs, RuleArgs, examples, template};
use crate::cli::complete;
use crate::cli::values::one_of;

/// Headings of `goldrush lab --help`.
pub(super) const GROUPS: [(&str, &str); 3] = [
    ("Write a bot", "new-bot"),
    ("Tune and fit", "tune"),
    ("Measure the program", "bench"),
];

/// Arguments of `lab`.
#[derive(Args, Debug)]
#[command(
    arg_required_else_help = true,
    subcommand_required = true,
    disable_help_subcommand = true
)]
#[command(help_template = template::<Lab>(&GROUPS), after_help = examples::LAB)]
pub struct LabArgs {
    /// Command to run.
    #[command(subcommand)]
    pub command: Lab,
}

/// The commands of `lab`, in the order of help; `GROUPS` has their headings.
#[derive(Subcommand, Debug)]
pub enum Lab {
    /// Write a complete small bot with its tests into a new folder
    NewBot(NewBotArgs),
    /// Check that your own bot follows the protocol
    CheckBot(CheckBotArgs),
    /// Play as a bot for another program that speaks the protocol
    Serve(ServeArgs),
    /// Tune the weights of a bot by self-play
    Tune(TuneArgs),
    /// Fit the weights by which a search estimates positions
    Fit(FitArgs),
    /// Fit how likely a lead is to win, and test how reliable that is
    Value(ValueArgs),
    /// Compare ways to allocate the playouts of a search
    Regret(RegretArgs),
    /// Measure how much bots lose in last turns that can be solved
    Endings(EndingsArgs),
    /// Measure playing speed and fingerprint the games played
    Bench(BenchArgs),
    /// Count the ways to play the first turns of a deal
    Perft(PerftArgs),
    /// Write the tables of the pages of studies
    Results(ResultsArgs),
}

/// Language of a new bot.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Language {
    /// Python 3.8 or newer.
    Python,
    /// JavaScript for Node.js 18 or newer.
    JavaScript,
    /// Rust.
    Rust,
    /// Go 1.18 or newer.
    Go,
}

impl Language {
    /// All languages.
    pub const ALL: [Language; 4] = [
        Language::Python,
        Language::JavaScript,
        Language::Rust,
        Language::Go,
    ];

    /// Returns the name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Language::Python => "python",
            Language::JavaScript => "javascript",
            Language::Rust => "rust",
            Language::Go => "go",
        }
    }
}

/// Arguments of `new-bot`.
#[derive(Args, Debug)]
#[command(after_help = examples::NEW_BOT)]
pub struct NewBotArgs {
    /// Language of the bot; one in another language follows sim-cli/PROTOCOL.md
    #[arg(value_name = "LANGUAGE", value_parser = one_of(&Language::ALL, Language::name))]
    pub language: Language,
    /// New or empty folder. The bot gets its name if that has only a-z, 0-9, - and _, otherwise the name mybot
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
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
    /// Number of players to test with [default: all the bot reports, or 2 to 5]
    #[arg(long, allow_negative_numbers = true, value_name = "P")]
    pub players: Option<usize>,
    /// Run only the checks with these words in their names
    #[arg(long, value_name = "WORDS")]
    pub only: Option<String>,
    /// Random seed of the games
    #[arg(
        long,
        allow_negative_numbers = true,
        value_name = "S",
        default_value_t = 1
    )]
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

/// Arguments of `tune`.
#[derive(Args, Debug, Clone)]
#[command(after_help = examples::TUNE)]
pub struct TuneArgs {
    /// Outside bot to tune instead of the heuristic, as exec:"COMMAND"
    #[arg(long, value_name = "BOT", requires = "parameter")]
    pub bot: Option<String>,
    /// Number of --bot to tune: depth=2..8 (whole) or bold=0.0..1.0; repeatable. Starts at the value given with the bot, or at
    /// the bot's default
    #[arg(long, value_name = "RANGE", requires = "bot")]
    pub parameter: Vec<String>,
    /// Secret, 32 hex digits: repeats the bot's seeds [default: new]
    #[arg(long, value_name = "HEX", requires = "bot")]
    pub bot_salt: Option<Salt>,
    /// Number of iterations
    #[arg(
        long,
        allow_negative_numbers = true,
        value_name = "K",
        default_value_t = 2000
    )]
    pub iterations: u64,
    /// Games per iteration, rounded up to whole deals
    #[arg(
        long,
        allow_negative_numbers = true,
        value_name = "N",
        default_value_t = 64
    )]
    pub games: u64,
    /// Games of the final test, rounded up to whole deals
    #[arg(
        long,
        allow_negative_numbers = true,
        value_name = "N",
        default_value_t = 10_000
    )]
    pub test: u64,
    /// First perturbation, as a share of each weight's range
    #[arg(long, value_name = "C", default_value_t = 0.06)]
    pub perturbation: f64,
    /// First step, in perturbations per point of margin
    #[arg(long, value_name = "A", default_value_t = 0.02)]
    pub step: f64,
    /// Table of the iterations, written as it goes; the same command resumes it
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Games.
    #[command(flatten)]
    pub sampled: SampledArgs,
}

/// Games of the commands that tune and fit.
#[derive(Args, Debug, Clone)]
pub struct SampledArgs {
    /// Number of players, 2 to 5
    #[arg(
        long,
        allow_negative_numbers = true,
        value_name = "P",
        default_value_t = 2
    )]
    pub players: usize,
    /// Random seed
    #[arg(
        long,
        allow_negative_numbers = true,
        value_name = "S",
        default_value_t = 1
    )]
    pub seed: u64,
    /// Number of threads [default: all cores]
    #[arg(long, allow_negative_numbers = true, value_name = "T")]
    pub threads: Option<usize>,
    /// The game.
    #[command(flatten)]
    pub rules: RuleArgs,
}

/// Played games to fit to.
#[derive(Args, Debug, Clone)]
pub struct PlayedArgs {
    /// Games to play; four fifths are fitted, the rest are the test
    #[arg(long = "games", allow_negative_numbers = true, value_name = "N", default_value_t = 20_000,
          value_parser = clap::value_parser!(u64).range(5..=1_000_000))]
    pub number: u64,
    /// Bot that plays the games [default: heuristic; knizia-gold: perfect]
    #[arg(long, value_name = "AGENT", add = complete::agent())]
    pub player: Option<String>,
    /// Games.
    #[command(flatten)]
    pub sampled: SampledArgs,
}

/// Arguments of `lab fit`.
#[derive(Args, Debug)]
#[command(after_help = examples::FIT)]
pub struct FitArgs {
    /// Let `heuristic:width=3` play every K-th turn, to include weaker positions
    #[arg(long, allow_negative_numbers = true, value_name = "K", default_value_t = 8,
          value_parser = clap::value_parser!(u32).range(1..))]
    pub careless: u32,
    /// Number of fitting steps
    #[arg(
        long,
        allow_negative_numbers = true,
        value_name = "K",
        default_value_t = 5
    )]
    pub steps: u64,
    /// Ridge penalty that holds weights at their current values
    #[arg(
        long,
        allow_negative_numbers = true,
        value_name = "R",
        default_value_t = 100.0
    )]
    pub ridge: f64,
    /// Games.
    #[command(flatten)]
    pub played: PlayedArgs,
}

/// Arguments of `lab value`.
#[derive(Args, Debug)]
#[command(after_help = examples::VALUE)]
pub struct ValueArgs {
    /// Write the weights to this table, replacing this game and number of players
    #[arg(long, value_name = "FILE")]
    pub weights: Option<PathBuf>,
    /// Write predicted and actual win rates to this table, likewise
    #[arg(long, value_name = "FILE")]
    pub curve: Option<PathBuf>,
    /// Draw predicted and actual win rates to this file
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
    /// Games.
    #[command(flatten)]
    pub played: PlayedArgs,
}

/// Arguments of `lab regret`.
#[derive(Args, Debug)]
#[command(after_help = examples::REGRET)]
pub struct RegretArgs {
    /// Parameters of `rollout` to judge; repeat it to compare others with the first
    #[arg(long, required = true, value_name = "PARAMETERS")]
    pub allocation: Vec<String>,
    /// Number of positions, each from a different game
    #[arg(
        long,
        allow_negative_numbers = true,
        value_name = "N",
        default_value_t = 100
    )]
    pub positions: u64,
    /// Bot that plays the games
    #[arg(long, value_name = "AGENT", default_value = "level6", add = complete::agent())]
    pub by: String,
    /// Maximum number of turns to try per position
    #[arg(
        long,
        allow_negative_numbers = true,
        value_name = "N",
        default_value_t = 60
    )]
    pub candidates: usize,
    /// Number of worlds to try each turn in
    #[arg(
        long,
        allow_negative_numbers = true,
        value_name = "N",
        default_value_t = 256
    )]
    pub worlds: usize,
    /// Search depths to try, in turns [default: those of the allocations]
    #[arg(long, value_delimiter = ',', value_name = "D,…")]
    pub depths: Vec<usize>,
    /// Number of separate worlds to measure the choices in
    #[arg(
        long,
        allow_negative_numbers = true,
        value_name = "N",
        default_value_t = 128
    )]
    pub measured: usize,
    /// Bot that plays on in them [default: the same as for the trials]
    #[arg(long, value_name = "AGENT", add = complete::agent())]
    pub measured_by: Option<String>,
    /// Turns it plays on before estimating
    #[arg(
        long,
        allow_negative_numbers = true,
        value_name = "D",
        default_value_t = 16
    )]
    pub measured_depth: usize,
    /// File to save the trials in, and to resume from
    #[arg(long, value_name = "FILE")]
    pub tries: Option<PathBuf>,
    /// Games.
    #[command(flatten)]
    pub sampled: SampledArgs,
}

/// Arguments of `lab endings`.
#[derive(Args, Debug)]
#[command(after_help = examples::ENDINGS)]
pub struct EndingsArgs {
    /// Bot to judge; repeat it to judge others in the same positions
    #[arg(long, required = true, value_name = "AGENT", add = complete::agent())]
    pub agent: Vec<String>,
    /// Number of games from which positions are taken
    #[arg(long, allow_negative_numbers = true, value_name = "N", default_value_t = 100,
          value_parser = clap::value_parser!(u64).range(2..=1_000_000))]
    pub games: u64,
    /// Bot that plays the games [default: heuristic]
    #[arg(long, value_name = "AGENT", add = complete::agent())]
    pub by: Option<String>,
    /// Maximum number of ends of games tried per decision; a million takes seconds
    #[arg(long, allow_negative_numbers = true, value_name = "N", default_value_t = 1_000_000,
          value_parser = clap::value_parser!(u64).range(1..=1_000_000_000_000))]
    pub ends: u64,
    /// Games.
    #[command(flatten)]
    pub sampled: SampledArgs,
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
    #[arg(
        long,
        allow_negative_numbers = true,
        value_name = "N",
        default_value_t = 10_000
    )]
    pub games: u64,
    /// Random seed: the same seed gives the same games, 0 to 2^53-1
    #[arg(
        long,
        allow_negative_numbers = true,
        value_name = "S",
        default_value_t = 1
    )]
    pub seed: u64,
    /// Number of threads
    #[arg(
        long,
        allow_negative_numbers = true,
        value_name = "T",
        default_value_t = 1
    )]
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
    #[arg(
        long,
        allow_negative_numbers = true,
        value_name = "P",
        default_value_t = 2
    )]
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

/// Arguments of `results`.
#[derive(Args, Debug)]
#[command(after_help = examples::RESULTS)]
pub struct ResultsArgs {
    /// Folder with the studies; its tables.toml lists what stands where
    #[arg(value_name = "DIR", default_value = "results")]
    pub folder: PathBuf,
    /// Write nothing; fail if a page is out of date
    #[arg(long)]
    pub check: bool,
}

impl RegretArgs {
    /// Returns the allocations to judge, and how positions are tried out for them.
    ///
    /// # Errors
    /// Bad input if a number is out of range, or an allocation needs trials that --depths or --candidates leave out.
    pub fn read(&self, players: usize) -> anyhow::Result<(Vec<Allocation>, RegretConfig)> {
        let mut allocations = Vec::new();
        for text in &self.allocation {
            let allocation = Allocation::read(text, players)
                .map_err(|wrong| bad_input(format!("--allocation {text}: {wrong}")))?;
            allocations.push(allocation);
        }
        let mut depths = self.depths.clone();
        if depths.is_empty() {
            depths.extend(allocations.iter().map(Allocation::depth));
        }
        depths.sort_unstable();
        depths.dedup();
        for (allocation, text) in allocations.iter().zip(&self.allocation) {
            if !depths.contains(&allocation.depth()) {
                let depth = allocation.depth();
                return Err(bad_input(format!(
                    "--allocation {text}: its depth {depth} is not among --depths"
                )));
            }
        }
        for (allocation, text) in allocations.iter().zip(&self.allocation) {
            let asked = allocation.candidates();
            let tried = self.candidates;
            if asked > tried {
                return Err(bad_input(format!(
                    "--allocation {text}: its {asked} candidates are more than --candidates {tried}"
                )));
            }
        }
        let numbers = [
            ("--positions", self.positions as usize, 2, 100_000),
            ("--candidates", self.candidates, 2, 1000),
            ("--worlds", self.worlds, 1, 10_000),
            ("--measured", self.measured, 1, 10_000),
            ("--measured-depth", self.measured_depth, 0, 100),
            ("--depths", depths.last().copied().unwrap_or(0), 0, 100),
        ];
        for (option, number, low, high) in numbers {
            if !(low..=high).contains(&number) {
                return Err(bad_input(format!(
                    "{option} {number}: expected {low} to {high}"
                )));
            }
        }
        Ok((
            allocations,
            RegretConfig {
                candidates: self.candidates,
                worlds: self.worlds,
                depths,
                measured: self.measured,
            },
        ))
    }
}
