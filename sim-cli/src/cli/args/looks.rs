//! Arguments of the commands that look at games already played.

use std::path::PathBuf;

use clap::Args;
use goldrush_games::turn_index::TurnIndex;
use goldrush_support::paint::ColorChoice;
use goldrush_table::analysis::move_report::SEED;

use super::{SkinArgs, examples};
use crate::cli::complete;
use crate::cli::values::one_of;

/// Arguments of `report`.
#[derive(Args, Debug)]
#[command(after_help = examples::REPORT)]
pub struct ReportArgs {
    /// Folder of a run
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
    /// Folder to write to [default: the run's]
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
}

/// Arguments of `replay`.
#[derive(Args, Debug)]
#[command(after_help = examples::REPLAY)]
pub struct ReplayArgs {
    /// File of records, one game per line, optionally compressed (.gz)
    #[arg(
        value_name = "FILE",
        required_unless_present = "run",
        conflicts_with = "run"
    )]
    pub file: Option<PathBuf>,
    /// Folder of a run: replays the game from the plan, so no record is needed
    #[arg(long, value_name = "DIR")]
    pub run: Option<PathBuf>,
    /// Number of the game, from 0: its line in FILE, or its number in games.csv of the run
    #[arg(
        long = "number",
        allow_negative_numbers = true,
        value_name = "N",
        default_value_t = 0
    )]
    pub game: u64,
    /// Show the position after this many turns instead of the end; 21a is after the first move of turn 21
    #[arg(long, allow_negative_numbers = true, value_name = "T")]
    pub turn: Option<TurnIndex>,
    /// Show only what the player in this seat (from 0) could see, without the values of others' tokens
    #[arg(long, allow_negative_numbers = true, value_name = "K")]
    pub as_seat: Option<usize>,
    /// Write a web page that steps through the game: one file that works offline
    #[arg(long, value_name = "FILE", conflicts_with = "turn")]
    pub html: Option<PathBuf>,
    /// Mark clear mistakes and the expected lead at each turn on the page; takes about 15 seconds per seat
    #[arg(long, requires = "html")]
    pub mistakes: bool,
    /// Tile catalogue the game was played with, if it is not built in
    #[arg(long, value_name = "FILE", conflicts_with = "run", add = complete::tiles())]
    pub tiles: Option<String>,
    /// When to use color; auto: on a terminal, unless NO_COLOR is set
    #[arg(long, value_parser = one_of(&ColorChoice::ALL, ColorChoice::name), default_value = ColorChoice::Auto.name())]
    pub color: ColorChoice,
}

/// Arguments of `board`.
#[derive(Args, Debug)]
#[command(after_help = examples::BOARD, group = clap::ArgGroup::new("record").args(["file", "run"]))]
pub struct BoardArgs {
    /// File of records, one game per line, optionally compressed (.gz), or a game saved by goldrush play [default: a new
    /// game]
    #[arg(value_name = "FILE", conflicts_with = "run")]
    pub file: Option<PathBuf>,
    /// Folder of a run: replays the game from the plan, so no record is needed
    #[arg(long, value_name = "DIR")]
    pub run: Option<PathBuf>,
    /// Number of the game, from 0: its line in FILE, or its number in games.csv of the run
    #[arg(
        long,
        allow_negative_numbers = true,
        value_name = "N",
        default_value_t = 0,
        requires = "record"
    )]
    pub number: u64,
    /// Begin after this many turns, and play on from there [default: step through the game]
    #[arg(
        long,
        allow_negative_numbers = true,
        value_name = "T",
        requires = "record"
    )]
    pub turn: Option<usize>,
    /// Tile catalogue the game was played with, if it is not built in
    #[arg(long, value_name = "FILE", conflicts_with = "run", requires = "record", add = complete::tiles())]
    pub tiles: Option<String>,
    /// A new game: gold-rush, carcassonne, carcassonne+gold-mines or knizia-gold
    #[arg(long, value_name = "GAME", default_value = "gold-rush", conflicts_with_all = ["file", "run"], add = complete::games())]
    pub game: String,
    /// Players of a new game, 2 to 5
    #[arg(long, value_name = "N", default_value_t = 2, conflicts_with_all = ["file", "run"])]
    pub players: usize,
    /// Display.
    #[command(flatten)]
    pub skin: SkinArgs,
}

/// Arguments of `analyze`.
#[derive(Args, Debug)]
#[command(after_help = examples::ANALYZE)]
pub struct AnalyzeArgs {
    /// File of records, or a game saved by goldrush play
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// Number of the game: its line in FILE, from 0
    #[arg(
        long = "number",
        allow_negative_numbers = true,
        value_name = "N",
        default_value_t = 0
    )]
    pub record: u64,
    /// Analyze the position after this many turns; 21a is after the first move of turn 21 [default: the current position, or
    /// before
    /// the last turn of a finished game]
    #[arg(
        long,
        allow_negative_numbers = true,
        value_name = "T",
        conflicts_with = "game"
    )]
    pub turn: Option<TurnIndex>,
    /// Analyze every turn: list each seat's mistakes and draw the margin over the game
    #[arg(long = "mistakes")]
    pub game: bool,
    /// File for the graph of --mistakes [default: FILE with the extension svg, in the current folder]
    #[arg(long, value_name = "FILE", requires = "game")]
    pub svg: Option<PathBuf>,
    /// Print JSON instead of a table
    #[arg(long)]
    pub json: bool,
    /// Maximum number of turns to show; 0 shows only those of --also [default: 5, as in a hint]
    #[arg(long, allow_negative_numbers = true, value_name = "N", conflicts_with = "game", value_parser = clap::value_parser!(u16).range(0..=20_000))]
    pub moves: Option<u16>,
    /// Also evaluate this turn, written as in the table: "place -1,2 0, none"; repeatable
    #[arg(long, value_name = "TURN", conflicts_with = "game")]
    pub also: Vec<String>,
    /// Number of worlds to evaluate turns in [default: 200; with --mistakes at most 128, and at most six times as many for possible mistakes]
    #[arg(long, allow_negative_numbers = true, value_name = "N", value_parser = clap::value_parser!(u32).range(2..=1_000_000))]
    pub worlds: Option<u32>,
    /// Select the turns to show by playing every legal turn to the end in this many worlds [default: in rounds, dropping weak
    /// turns]
    #[arg(long, allow_negative_numbers = true, value_name = "N", conflicts_with = "game", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub choose_worlds: Option<u32>,
    /// With --json: include the margin of every turn in every world
    #[arg(long, requires = "json", conflicts_with = "game")]
    pub by_world: bool,
    /// Random seed of the worlds, 0 to 2^53-1
    #[arg(long, allow_negative_numbers = true, value_name = "S", default_value_t = SEED)]
    pub seed: u64,
    /// Number of threads [default: all cores]
    #[arg(long, allow_negative_numbers = true, value_name = "T")]
    pub threads: Option<usize>,
    /// Tile catalogue the game was played with, if it is not built in
    #[arg(long, value_name = "FILE", add = complete::tiles())]
    pub tiles: Option<String>,
}
