//! Arguments of the commands that explore games, and of the manual.

use std::path::PathBuf;

use clap::Args;
use goldrush_support::paint::ColorChoice;

use super::examples;
use crate::cli::complete;
use crate::cli::values::one_of;

/// Arguments of `agents`.
#[derive(Args, Debug)]
pub struct AgentsArgs {
    /// Game whose bots to list: gold-rush, carcassonne, carcassonne+gold-mines or knizia-gold
    #[arg(long, value_name = "GAME", default_value = "gold-rush", add = complete::games())]
    pub game: String,
}

/// Arguments of `tiles`.
#[derive(Args, Debug)]
#[command(after_help = examples::TILES)]
pub struct TilesArgs {
    /// Catalogue file, or a built-in catalogue: gold_rush or gold_rush_alt
    #[arg(value_name = "FILE", default_value = "gold_rush", add = complete::tiles())]
    pub file: String,
    /// When to use color; auto: on a terminal, unless NO_COLOR is set
    #[arg(long, value_parser = one_of(&ColorChoice::ALL, ColorChoice::name), default_value = ColorChoice::Auto.name())]
    pub color: ColorChoice,
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
    /// Command whose page to print, such as play or lab tune [default: goldrush itself]
    #[arg(value_name = "COMMAND")]
    pub command: Vec<String>,
    /// Write the pages of all commands to this folder
    #[arg(long, value_name = "DIR", conflicts_with = "command")]
    pub out: Option<PathBuf>,
}
