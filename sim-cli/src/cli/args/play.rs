//! Arguments of `play`, `watch` and `history`, and shared ones for colors and limits of bots.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use crate::paint::ColorChoice;

use super::{RuleArgs, examples};
use crate::cli::{complete, rule_args};
use crate::protocol::limits::Limits;

/// Returns the arguments that apply only to a new game.
fn of_a_new_game() -> Vec<&'static str> {
    [&["opponents", "seat", "seed", "practice", "no_lessons", "assist", "save"][..], &rule_args::ids()].concat()
}

/// Arguments of `play`.
#[derive(Args, Debug, Clone)]
#[command(after_help = examples::PLAY)]
pub struct PlayArgs {
    /// One to four opponents: bots, or human for another person at this terminal [default: level4]
    #[arg(long, value_name = "A,B,…", add = complete::opponents())]
    pub opponents: Option<String>,
    /// Your seat, from 0, which begins; the opponents take the others in their order [default: 0]
    #[arg(long, allow_negative_numbers = true, value_name = "K")]
    pub seat: Option<usize>,
    /// Random seed: the same seed gives the same deal, 0 to 2^63-1 [default: drawn anew]
    #[arg(long, allow_negative_numbers = true, value_name = "S")]
    pub seed: Option<u64>,
    /// Allow to take turns back
    #[arg(long)]
    pub practice: bool,
    /// Do not explain rules when they first matter
    #[arg(long)]
    pub no_lessons: bool,
    /// knizia-gold: mark cards that were seen
    #[arg(long)]
    pub assist: bool,
    /// File to keep the game in, which must not exist; it and the seed give the whole deal away [default: one in your data folder, ~/.local/share/goldrush]
    #[arg(long, value_name = "FILE")]
    pub save: Option<PathBuf>,
    /// Go on with a game that was kept
    #[arg(long, value_name = "FILE", conflicts_with_all = of_a_new_game())]
    pub resume: Option<PathBuf>,
    /// Numbered choices in plain text instead of the full screen
    #[arg(long)]
    pub plain: bool,
    /// A board in the browser of this machine instead of the full screen
    #[arg(long, conflicts_with = "plain")]
    pub browser: bool,
    /// Seconds for which each opponent's move is shown; 0 shows none
    #[arg(long, allow_negative_numbers = true, value_name = "SECONDS", default_value = "0.6", value_parser = seconds)]
    pub pace: Duration,
    /// Colours
    #[arg(long, value_enum, default_value_t = ColorChoice::Auto)]
    pub color: ColorChoice,
    /// The game.
    #[command(flatten)]
    pub rules: RuleArgs,
    /// Limits of bots.
    #[command(flatten)]
    pub bots: BotArgs,
}

impl PlayArgs {
    /// True if nothing was given that says what to play.
    pub fn is_bare(&self) -> bool {
        let PlayArgs { opponents, seat, seed, practice, no_lessons, assist, save, resume, plain, browser, .. } = self;
        let files = save.is_none() && resume.is_none();
        let seats = opponents.is_none() && seat.is_none() && seed.is_none();
        files && seats && !practice && !no_lessons && !assist && !plain && !browser && !self.rules.is_given()
    }
}

/// Arguments of `watch`.
#[derive(Args, Debug, Clone)]
#[command(after_help = examples::WATCH)]
pub struct WatchArgs {
    /// Two to five bots, in the order of their seats
    #[arg(long, value_name = "A,B,…", default_value = "best,level4", add = complete::agents())]
    pub agents: String,
    /// Random seed: the same seed gives the same game, 0 to 2^63-1 [default: drawn anew]
    #[arg(long, allow_negative_numbers = true, value_name = "S")]
    pub seed: Option<u64>,
    /// File to keep the game in, which must not exist, as a record for goldrush replay and analyze
    #[arg(long, value_name = "FILE")]
    pub save: Option<PathBuf>,
    /// Tell the turns in text instead of the full screen
    #[arg(long)]
    pub plain: bool,
    /// A board in the browser of this machine instead of the full screen
    #[arg(long, conflicts_with = "plain")]
    pub browser: bool,
    /// Seconds for which each turn is shown; 0 shows the end
    #[arg(long, allow_negative_numbers = true, value_name = "SECONDS", default_value = "0.6", value_parser = seconds)]
    pub pace: Duration,
    /// Colours
    #[arg(long, value_enum, default_value_t = ColorChoice::Auto)]
    pub color: ColorChoice,
    /// The game.
    #[command(flatten)]
    pub rules: RuleArgs,
    /// Limits of bots.
    #[command(flatten)]
    pub bots: BotArgs,
}

/// Arguments of `history`.
#[derive(Args, Debug, Clone)]
#[command(after_help = examples::HISTORY)]
pub struct HistoryArgs {
    /// Where the games lie [default: your data folder, ~/.local/share/goldrush]
    #[arg(long, value_name = "DIR")]
    pub folder: Option<PathBuf>,
}

/// Parses a time in seconds, up to a minute.
fn seconds(text: &str) -> Result<Duration, String> {
    let wrong = || "seconds from 0 to 60 are right, such as 0.6".to_owned();
    let seconds: f64 = text.parse().map_err(|_| wrong())?;
    if (0.0..=60.0).contains(&seconds) { Ok(Duration::from_secs_f64(seconds)) } else { Err(wrong()) }
}

/// Limits of bots that are programs of their own.
#[derive(Args, Debug, Clone)]
#[command(next_help_heading = "Bots that are programs of their own")]
pub struct BotArgs {
    /// Seconds a bot may take to start
    #[arg(long, value_name = "S", default_value_t = Limits::default().start_s, value_parser = clap::value_parser!(u64).range(1..=86_400))]
    pub bot_start_s: u64,
    /// Milliseconds a bot may take for a decision
    #[arg(long, value_name = "MS", default_value_t = Limits::default().move_ms, value_parser = clap::value_parser!(u64).range(1..=86_400_000))]
    pub bot_move_ms: u64,
    /// Seconds a bot may take for all its decisions in a game
    #[arg(long, value_name = "S", default_value_t = Limits::default().game_s, value_parser = clap::value_parser!(u64).range(1..=86_400))]
    pub bot_game_s: u64,
    /// Memory of each process of a bot, in MiB of address space [default: no limit]
    #[arg(long, value_name = "MIB", value_parser = clap::value_parser!(u64).range(1..=1 << 40))]
    pub bot_memory_mb: Option<u64>,
    /// Processor seconds of each process of a bot in a game; the bot is then started anew for each [default: no limit]
    #[arg(long, value_name = "S", value_parser = clap::value_parser!(u64).range(1..=1 << 40))]
    pub bot_cpu_s: Option<u64>,
    /// Folder for what is said with each bot, and what it writes to standard error: a file a process
    #[arg(long, value_name = "DIR")]
    pub bot_log: Option<PathBuf>,
}

impl BotArgs {
    /// Returns the limits.
    pub fn limits(&self) -> Limits {
        Limits {
            start_s: self.bot_start_s,
            move_ms: self.bot_move_ms,
            game_s: self.bot_game_s,
            memory_mb: self.bot_memory_mb,
            cpu_s: self.bot_cpu_s,
        }
    }
}
