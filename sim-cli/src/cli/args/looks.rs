//! Arguments of the commands that look at games already played.

use std::path::PathBuf;

use clap::Args;

use super::examples;
use crate::analysis::move_report::SEED;
use crate::cli::complete;
use crate::games::turn_index::TurnIndex;
use crate::paint::ColorChoice;

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
    /// File of records, one game a line; may be packed (.gz)
    #[arg(value_name = "FILE", required_unless_present = "run", conflicts_with = "run")]
    pub file: Option<PathBuf>,
    /// Folder of a run: its plan is played again, no record is needed
    #[arg(long, value_name = "DIR")]
    pub run: Option<PathBuf>,
    /// Which game: with FILE its line, with --run its number in games.csv, both from 0
    #[arg(long, allow_negative_numbers = true, value_name = "N", default_value_t = 0)]
    pub game: u64,
    /// Draw the position after this many turns instead of the end; 21a is after the first move of turn 21
    #[arg(long, allow_negative_numbers = true, value_name = "T")]
    pub turn: Option<TurnIndex>,
    /// Show what this seat could see, not the values of the tokens others hold
    #[arg(long, allow_negative_numbers = true, value_name = "K")]
    pub as_seat: Option<usize>,
    /// Write a page to step through the game in a browser, one file that needs nothing else
    #[arg(long, value_name = "FILE", conflicts_with = "turn")]
    pub html: Option<PathBuf>,
    /// Mark the clear mistakes on the page, and the lead expected turn by turn; it takes about 15 seconds a seat
    #[arg(long, requires = "html")]
    pub mistakes: bool,
    /// Tile catalogue the game was played with, if it is not a built-in one
    #[arg(long, value_name = "FILE", conflicts_with = "run", add = complete::tiles())]
    pub tiles: Option<String>,
    /// Colours
    #[arg(long, value_enum, default_value_t = ColorChoice::Auto)]
    pub color: ColorChoice,
}

/// Arguments of `analyze`.
#[derive(Args, Debug)]
#[command(after_help = examples::ANALYZE)]
pub struct AnalyzeArgs {
    /// File of records, or of a game of goldrush play
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// Which game of the file, from 0
    #[arg(long, allow_negative_numbers = true, value_name = "N", default_value_t = 0)]
    pub record: u64,
    /// Look at the position after this many turns; 21a is after the first move of turn 21 [default: where the game stands, or before its last turn]
    #[arg(long, allow_negative_numbers = true, value_name = "T", conflicts_with = "game")]
    pub turn: Option<TurnIndex>,
    /// Look at every turn: the mistakes of each seat, and the margin over the game as a graph
    #[arg(long)]
    pub game: bool,
    /// Where the graph goes [default: FILE with the ending svg, here]
    #[arg(long, value_name = "FILE", requires = "game")]
    pub svg: Option<PathBuf>,
    /// JSON instead of a table
    #[arg(long)]
    pub json: bool,
    /// Show at most this many turns; 0 shows only those of --also [default: 5, as a hint]
    #[arg(long, allow_negative_numbers = true, value_name = "N", conflicts_with = "game", value_parser = clap::value_parser!(u16).range(0..=20_000))]
    pub moves: Option<u16>,
    /// Measure this turn too, written as the table shows it: "place -1,2 0, none"; can be repeated
    #[arg(long, value_name = "TURN", conflicts_with = "game")]
    pub also: Vec<String>,
    /// Worlds in which they are measured [default: 200; with --game 128, and 6 times as many for what may be a mistake]
    #[arg(long, allow_negative_numbers = true, value_name = "N", value_parser = clap::value_parser!(u32).range(2..=1_000_000))]
    pub worlds: Option<u32>,
    /// Choose them by playing every legal turn to the end in this many worlds [default: in rounds, fewer turns and more worlds in each]
    #[arg(long, allow_negative_numbers = true, value_name = "N", conflicts_with = "game", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub choose_worlds: Option<u32>,
    /// With --json: the margin of every turn in every world
    #[arg(long, requires = "json", conflicts_with = "game")]
    pub by_world: bool,
    /// Seed of the worlds, 0 to 2^63-1
    #[arg(long, allow_negative_numbers = true, value_name = "S", default_value_t = SEED)]
    pub seed: u64,
    /// Threads [default: all cores]
    #[arg(long, allow_negative_numbers = true, value_name = "T")]
    pub threads: Option<usize>,
    /// Tile catalogue the game was played with, if it is not a built-in one
    #[arg(long, value_name = "FILE", add = complete::tiles())]
    pub tiles: Option<String>,
}
