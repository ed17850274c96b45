//! Arguments of `play`, and what others have in common with it: colours, and limits of bots.

use std::path::PathBuf;

use clap::Args;

use crate::paint::ColorChoice;

use super::RuleArgs;
use crate::cli::rule_args;
use crate::protocol::limits::Limits;

/// Arguments that a game which goes on has already.
fn of_a_new_game() -> Vec<&'static str> {
    [&["opponents", "seat", "seed", "practice", "no_lessons", "assist", "save"][..], &rule_args::ids()].concat()
}

/// Arguments of `play`.
#[derive(Args, Debug, Clone)]
#[command(
    after_help = "Examples:\n  goldrush play                                    against level4\n  goldrush play --opponents best,level3 --seat 1   two bots; you have the second turn\n  goldrush play --opponents human,best             two people and a bot\n  goldrush play --opponents exec:\"python3 mybot.py\"   a program of your own (sim-cli/PROTOCOL.md)\n  goldrush play --practice                         with undo\n  goldrush play --game carcassonne                 another game of the family\n  goldrush play --resume goldrush-7.json           go on with a game\n  goldrush play --plain < answers.txt              numbered choices, for scripts and screen readers\n\nOn a terminal games of tiles fill the screen; ? is help. Elsewhere, with --plain, and in the game of cards there are\nnumbered choices; a move as text is an answer there too.\nThe game is kept in a file after every move; at its end the file is a record for goldrush replay and analyze.\nLevels of bots: level1 (careless) to level6 (best), in the other games to level4; goldrush agents tells more."
)]
pub struct PlayArgs {
    /// One to four opponents: bots, or human for another person at this terminal
    #[arg(long, value_name = "A,B,…", default_value = "level4")]
    pub opponents: String,
    /// Your seat, from 0, which begins; the opponents take the others in their order
    #[arg(long, allow_negative_numbers = true, value_name = "K", default_value_t = 0)]
    pub seat: usize,
    /// Seed of the deal and of the bots' chance, 0 to 2^63-1 [default: from the time]
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
    /// File to keep the game in, which must not exist [default: goldrush-SEED.json here]
    #[arg(long, value_name = "FILE")]
    pub save: Option<PathBuf>,
    /// Go on with a game that was kept
    #[arg(long, value_name = "FILE", conflicts_with_all = of_a_new_game())]
    pub resume: Option<PathBuf>,
    /// Numbered choices in plain text instead of the full screen
    #[arg(long)]
    pub plain: bool,
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

/// Limits of bots that are programs of their own.
#[derive(Args, Debug, Clone, Copy)]
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
}

impl BotArgs {
    /// The limits.
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
