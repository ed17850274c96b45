//! Arguments of `play`, `watch` and `history`, and the limits of outside bots.

use std::collections::BTreeMap;
use std::net::Ipv4Addr;
use std::path::{Component, PathBuf};
use std::time::Duration;

use clap::{Args, ValueHint};
use goldrush_harness::protocol::guard::{check_sandbox, check_shown_folder, unlimited};
use goldrush_harness::protocol::limits::{
    AMOUNT, CPUS, Clock, Limits, MARGIN_MS, MOVE_MS, OwnLimits, START_S, check_shown,
};
use goldrush_screens::web::server::{Meeting, Origin};
use goldrush_support::error::bad_input;
use goldrush_support::paint::ColorChoice;
use goldrush_table::person_name::names_of_option;
use goldrush_table::training::Difficulty;

use super::{RuleArgs, examples};
use crate::cli::values::one_of;
use crate::cli::{complete, rule_args};

/// Returns the arguments that apply only to a new game.
fn of_a_new_game() -> Vec<&'static str> {
    [
        &[
            "opponents",
            "seed",
            "practice",
            "no_lessons",
            "assist",
            "save",
        ][..],
        &rule_args::ids(),
    ]
    .concat()
}

/// Display of a game.
#[derive(Args, Debug, Clone)]
pub struct SkinArgs {
    /// Use plain text instead of the full screen; you choose by numbers
    #[arg(long)]
    pub plain: bool,
    /// Show the board in your browser instead of the full screen
    #[arg(long, conflicts_with = "plain")]
    pub browser: bool,
    /// Seconds to show each turn of a bot; 0 skips them
    #[arg(long, allow_negative_numbers = true, value_name = "SECONDS", default_value = "0.6", value_parser = seconds)]
    pub pace: Duration,
    /// When to use color; auto: on a terminal, unless NO_COLOR is set
    #[arg(long, value_parser = one_of(&ColorChoice::ALL, ColorChoice::name), default_value = ColorChoice::Auto.name())]
    pub color: ColorChoice,
}

/// Arguments of `play`.
#[derive(Args, Debug, Clone)]
#[command(after_help = examples::PLAY)]
pub struct PlayArgs {
    /// One to four opponents: bots, or human for another person at this terminal [default: level4]
    #[arg(long, value_name = "A,B,…", add = complete::opponents())]
    pub opponents: Option<String>,
    /// Your seat, from 0 (plays first); the opponents fill the others in order [default: 0]
    #[arg(long, allow_negative_numbers = true, value_name = "K")]
    pub seat: Option<usize>,
    /// Random seed: the same seed gives the same deal, 0 to 2^53-1 [default: a new one]
    #[arg(long, allow_negative_numbers = true, value_name = "S")]
    pub seed: Option<u64>,
    /// Allow undo
    #[arg(long)]
    pub practice: bool,
    /// Do not explain rules when they first matter
    #[arg(long)]
    pub no_lessons: bool,
    /// Do not look for your mistakes after a game in plain text
    #[arg(long, conflicts_with = "browser")]
    pub no_review: bool,
    /// Mark the cards seen so far (knizia-gold)
    #[arg(long)]
    pub assist: bool,
    /// New file to save the game in; it contains the whole deal, as the seed does [default: one in your data folder,
    /// ~/.local/share/goldrush]
    #[arg(long, value_name = "FILE")]
    pub save: Option<PathBuf>,
    /// Resume a saved game
    #[arg(long, value_name = "FILE", conflicts_with_all = of_a_new_game())]
    pub resume: Option<PathBuf>,
    /// Let friends join over your local network, each on their own device; ADDRESS is this computer's address there
    #[arg(long, group = "friends", value_name = "ADDRESS", num_args = 0..=1, require_equals = true, conflicts_with_all = ["practice", "plain"])]
    pub lan: Option<Option<Ipv4Addr>>,
    /// Let friends join at this address, which a tunnel or a reverse proxy of yours leads to this computer
    #[arg(long, group = "friends", value_name = "URL", conflicts_with_all = ["practice", "plain"])]
    pub public_address: Option<Origin>,
    /// Names of the people at this terminal, by seat; the log and the saved game have them
    #[arg(long, value_name = "A,B,…")]
    pub names: Option<String>,
    /// Minutes per person for the whole game; after that a bot plays for them [default: no limit]
    #[arg(long, value_name = "MINUTES", requires = "friends", value_parser = clap::value_parser!(u32).range(1..=600))]
    pub clock: Option<u32>,
    /// No messages at a table with friends
    #[arg(long, requires = "friends")]
    pub quiet: bool,
    /// Allow hints to everybody at a table with friends
    #[arg(long, requires = "friends")]
    pub hints: bool,
    /// Display.
    #[command(flatten)]
    pub skin: SkinArgs,
    /// The game.
    #[command(flatten)]
    pub rules: RuleArgs,
    /// Limits of bots.
    #[command(flatten)]
    pub bots: BotArgs,
}

impl PlayArgs {
    /// Returns where friends join, if they do from their own devices.
    pub fn meeting(&self) -> Option<Meeting> {
        match (&self.public_address, self.lan) {
            (Some(origin), _) => Some(Meeting::Public(origin.clone())),
            (None, address) => address.map(Meeting::Network),
        }
    }

    /// Returns the name of the person at this computer at a table with friends.
    ///
    /// # Errors
    /// Bad input if the name is not allowed, or there are several.
    pub fn own_name(&self) -> anyhow::Result<String> {
        let Some(names) = self.names.as_ref().filter(|_| self.meeting().is_some()) else {
            return Ok("Host".into());
        };
        let mut names = names_of_option(names)?;
        if names.len() > 1 {
            return Err(bad_input(
                "--names: with friends give your own name alone; they enter theirs",
            ));
        }
        Ok(names.remove(0))
    }

    /// Returns the names of the people who share this screen.
    pub fn names_here(&self) -> Option<&str> {
        self.names.as_deref().filter(|_| self.meeting().is_none())
    }

    /// True if no argument selects what to play.
    pub fn is_bare(&self) -> bool {
        let PlayArgs {
            opponents,
            seat,
            seed,
            practice,
            no_lessons,
            assist,
            save,
            resume,
            lan,
            public_address,
            names,
            skin,
            ..
        } = self;
        let friends = lan.is_some() || public_address.is_some();
        let files = save.is_none() && resume.is_none() && !friends;
        let seats = opponents.is_none() && seat.is_none() && seed.is_none() && names.is_none();
        files
            && seats
            && !practice
            && !no_lessons
            && !assist
            && !skin.plain
            && !skin.browser
            && !self.rules.is_given()
    }
}

/// Arguments of `watch`.
#[derive(Args, Debug, Clone)]
#[command(after_help = examples::WATCH)]
pub struct WatchArgs {
    /// Two to five bots, in seat order
    #[arg(long, value_name = "A,B,…", default_value = "best,level4", add = complete::agents())]
    pub agents: String,
    /// Random seed: the same seed gives the same game, 0 to 2^53-1 [default: a new one]
    #[arg(long, allow_negative_numbers = true, value_name = "S")]
    pub seed: Option<u64>,
    /// New file to save the game in, for goldrush replay and analyze
    #[arg(long, value_name = "FILE")]
    pub save: Option<PathBuf>,
    /// Display.
    #[command(flatten)]
    pub skin: SkinArgs,
    /// The game.
    #[command(flatten)]
    pub rules: RuleArgs,
    /// Limits of bots.
    #[command(flatten)]
    pub bots: BotArgs,
}

/// Arguments of `train`.
#[derive(Args, Debug, Clone)]
#[command(after_help = examples::TRAIN)]
pub struct TrainArgs {
    /// Game to train: gold-rush, carcassonne, carcassonne+gold-mines or knizia-gold
    #[arg(long, value_name = "GAME", default_value = "gold-rush", add = complete::games())]
    pub game: String,
    /// In games of bots, points by which the best turn is ahead of all others: easy at least 4, medium 2.5 to 4, hard 1.5 to
    /// 2.5
    #[arg(long, hide_possible_values = true, default_value = "medium", value_parser = Difficulty::ALL.map(Difficulty::name))]
    pub difficulty: String,
    /// Random seed of the games of bots: the same seed and answers give the same puzzles
    #[arg(
        long,
        allow_negative_numbers = true,
        value_name = "S",
        default_value_t = 1
    )]
    pub seed: u64,
    /// Display.
    #[command(flatten)]
    pub skin: SkinArgs,
}

/// Arguments of `history`.
#[derive(Args, Debug, Clone)]
#[command(after_help = examples::HISTORY)]
pub struct HistoryArgs {
    /// Folder of the saved games [default: your data folder, ~/.local/share/goldrush]
    #[arg(long, value_name = "DIR")]
    pub folder: Option<PathBuf>,
}

/// Parses a time in seconds, up to a minute.
fn seconds(text: &str) -> Result<Duration, String> {
    match text.parse::<f64>() {
        Ok(seconds) if (0.0..=60.0).contains(&seconds) => Ok(Duration::from_secs_f64(seconds)),
        _ => Err("expected seconds from 0 to 60, such as 0.6".into()),
    }
}

/// Address space of each process of a bot in a league, in MiB, unless another is given.
pub const LEAGUE_MEMORY_MB: u64 = 4096;

/// Parses a folder that is shown to bots in a sandbox: not one in which the sandbox has files of its own.
fn shown_folder(text: &str) -> Result<PathBuf, String> {
    let folder = std::path::absolute(text).map_err(|e| e.to_string())?;
    let real = folder.canonicalize().map_err(|e| e.to_string())?;
    if !real.is_dir() {
        return Err("a folder is expected".into());
    }
    // A path with `..` is another one there, where folders are missing.
    let has_parents = folder.components().any(|part| part == Component::ParentDir);
    let folder = if has_parents { real } else { folder };
    check_shown(&folder)?;
    check_shown_folder(&folder)?;
    Ok(folder)
}

/// Heading of the options of bots that run as separate programs.
pub(super) const OUTSIDE_BOTS: &str = "Outside bots";

/// Limits of bots that run as separate programs.
#[derive(Args, Debug, Clone)]
#[command(next_help_heading = OUTSIDE_BOTS)]
pub struct BotArgs {
    /// Seconds a bot may take to start
    #[arg(long, value_name = "S", default_value_t = Limits::default().start_s, value_parser = clap::value_parser!(u64).range(START_S))]
    pub bot_start_s: u64,
    /// Milliseconds a bot may take per decision
    #[arg(long, value_name = "MS", default_value_t = Limits::default().move_ms, value_parser = clap::value_parser!(u64).range(MOVE_MS))]
    pub bot_move_ms: u64,
    /// Seconds per game, or 60+0.5: more per decision
    #[arg(long, value_name = "S", default_value_t = Clock::default())]
    pub bot_game_s: Clock,
    /// Milliseconds a decision may take longer without a fault
    #[arg(long, value_name = "MS", default_value_t = Limits::default().margin_ms, value_parser = clap::value_parser!(u64).range(MARGIN_MS))]
    pub bot_margin_ms: u64,
    /// Address space of each bot process, in MiB [default: no limit]
    #[arg(long, value_name = "MIB", value_parser = clap::value_parser!(u64).range(AMOUNT))]
    pub bot_memory_mb: Option<u64>,
    /// CPU seconds of each bot process per game [default: no limit]
    #[arg(long, value_name = "S", value_parser = clap::value_parser!(u64).range(AMOUNT))]
    pub bot_cpu_s: Option<u64>,
    /// CPUs that each bot may use [default: all]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(CPUS), conflicts_with = "pin")]
    pub bot_cpus: Option<u64>,
    /// Run bots without network, and without files but their own (bubblewrap)
    #[arg(long)]
    pub sandbox: bool,
    /// Folder that bots in a sandbox see besides their own (repeatable)
    #[arg(long, value_name = "DIR", value_parser = shown_folder, value_hint = ValueHint::DirPath)]
    pub sandbox_show: Vec<PathBuf>,
    /// Run the bots of a game on one CPU, which other games do not use
    #[arg(long)]
    pub pin: bool,
    /// Folder for each bot's messages and standard error, per process
    #[arg(long, value_name = "DIR")]
    pub bot_log: Option<PathBuf>,
}

impl Default for BotArgs {
    fn default() -> BotArgs {
        let Limits {
            start_s,
            move_ms,
            clock,
            margin_ms,
            memory_mb,
            cpu_s,
            sandbox,
            sandbox_show,
            absent_loses: _,
            pin,
            cpus,
            own: _,
        } = Limits::default();
        BotArgs {
            bot_start_s: start_s,
            bot_move_ms: move_ms,
            bot_game_s: clock,
            bot_margin_ms: margin_ms,
            bot_memory_mb: memory_mb,
            bot_cpu_s: cpu_s,
            bot_cpus: cpus,
            sandbox,
            sandbox_show,
            pin,
            bot_log: None,
        }
    }
}

impl BotArgs {
    /// Returns the limits.
    ///
    /// # Errors
    /// Bad input if bots are to run in sandboxes, and this system has none.
    pub fn limits(&self) -> anyhow::Result<Limits> {
        let limits = self.values();
        if self.sandbox {
            check_sandbox(&limits).map_err(|what| bad_input(format!("--sandbox: {what}")))?;
            eprintln!(
                "note: not limited for a bot in the sandbox: {}",
                unlimited(&limits)
            );
        } else if !self.sandbox_show.is_empty() {
            return Err(bad_input(
                "--sandbox-show: bots see all files of yours unless --sandbox is given, too",
            ));
        }
        Ok(limits)
    }

    /// Returns the limits of a league, which confines bots and their memory unless it is told otherwise.
    ///
    /// # Errors
    /// Bad input if a folder is to be shown to bots that see all.
    pub fn league_limits(&self, sandbox: bool) -> anyhow::Result<Limits> {
        if !sandbox && !self.sandbox_show.is_empty() {
            return Err(bad_input(
                "--sandbox-show: bots see all files of yours with --no-sandbox",
            ));
        }
        let memory_mb = self.bot_memory_mb.or(Some(LEAGUE_MEMORY_MB));
        Ok(Limits {
            memory_mb,
            sandbox,
            absent_loses: true,
            ..self.values()
        })
    }

    fn values(&self) -> Limits {
        Limits {
            start_s: self.bot_start_s,
            move_ms: self.bot_move_ms,
            clock: self.bot_game_s,
            margin_ms: self.bot_margin_ms,
            memory_mb: self.bot_memory_mb,
            cpu_s: self.bot_cpu_s,
            sandbox: self.sandbox,
            sandbox_show: self.sandbox_show.clone(),
            absent_loses: false,
            pin: self.pin,
            cpus: self.bot_cpus,
            own: BTreeMap::new(),
        }
    }
}

/// Limits of one bot that runs as a separate program; those that are not given are those of its league.
#[derive(Args, Debug, Clone, Default)]
#[command(next_help_heading = "Limits of its own [default: those of the league]")]
pub struct OwnLimitArgs {
    /// Seconds it may take to start
    #[arg(long, value_name = "S", value_parser = clap::value_parser!(u64).range(START_S))]
    pub bot_start_s: Option<u64>,
    /// Milliseconds it may take per decision
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(MOVE_MS))]
    pub bot_move_ms: Option<u64>,
    /// Seconds per game, or 60+0.5: more per decision
    #[arg(long, value_name = "S")]
    pub bot_game_s: Option<Clock>,
    /// Address space of each of its processes, in MiB
    #[arg(long, value_name = "MIB", value_parser = clap::value_parser!(u64).range(AMOUNT))]
    pub bot_memory_mb: Option<u64>,
    /// CPU seconds of each of its processes per game
    #[arg(long, value_name = "S", value_parser = clap::value_parser!(u64).range(AMOUNT))]
    pub bot_cpu_s: Option<u64>,
    /// CPUs that it may use
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(CPUS))]
    pub bot_cpus: Option<u64>,
}

impl OwnLimitArgs {
    /// Returns the limits.
    pub fn limits(&self) -> OwnLimits {
        OwnLimits {
            start_s: self.bot_start_s,
            move_ms: self.bot_move_ms,
            clock: self.bot_game_s,
            memory_mb: self.bot_memory_mb,
            cpu_s: self.bot_cpu_s,
            cpus: self.bot_cpus,
        }
    }
}
