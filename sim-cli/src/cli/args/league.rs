//! The commands of a league, and their arguments.

use crate::cli::values::one_of;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use clap::{Args, Subcommand};

use super::{BotArgs, OwnLimitArgs, RuleArgs, examples};
use crate::cli::complete;
use crate::league::Format;

/// Arguments of `league`.
#[derive(Args, Debug)]
#[command(
    arg_required_else_help = true,
    subcommand_required = true,
    disable_help_subcommand = true
)]
#[command(after_help = examples::LEAGUE)]
pub struct LeagueArgs {
    /// Command to run.
    #[command(subcommand)]
    pub command: League,
}

/// The commands of `league`, in the order of help.
#[derive(Subcommand, Debug)]
pub enum League {
    /// Begin a league in a new or empty folder
    Init(LeagueInitArgs),
    /// Add a member
    Add(LeagueAddArgs),
    /// Rename a member, or give its bot another command or other limits
    Change(LeagueChangeArgs),
    /// Let a member play no more games; its games still count
    Retire {
        /// Folder of the league
        #[arg(value_name = "DIR")]
        league: PathBuf,
        /// Name of the member
        name: String,
    },
    /// Let a retired member play again
    Return {
        /// Folder of the league
        #[arg(value_name = "DIR")]
        league: PathBuf,
        /// Name of the member
        name: String,
    },
    /// Let games of a member not count, with a reason that everybody sees; they are kept
    Void(LeagueVoidArgs),
    /// Keep changes made by hand to league.toml or to rounds, if they fit together
    Accept {
        /// Folder of the league
        #[arg(value_name = "DIR")]
        league: PathBuf,
    },
    /// Play rounds, and write the standings to DIR/index.html
    Play(LeaguePlayArgs),
    /// Print the standings
    Table(LeagueTableArgs),
    /// Compare two members: against each other, and against the same opponents
    Compare(LeagueCompareArgs),
    /// Show the standings and all games in a browser on this machine, also while it is played
    Serve {
        /// Folder of the league
        #[arg(value_name = "DIR")]
        league: PathBuf,
    },
    /// Find games
    Games(LeagueGamesArgs),
    /// Write the records of games to a file
    Export(LeagueExportArgs),
}

/// Arguments of `league init`.
#[derive(Args, Debug)]
pub struct LeagueInitArgs {
    /// Folder of the league
    #[arg(value_name = "DIR")]
    pub league: PathBuf,
    /// Players per game, 2 to 5; with several numbers the rounds take turns: 2,3,5
    #[arg(long, value_name = "P,…", default_value = "2")]
    pub players: String,
    /// Pairings: those that tell most about the ratings, or a tournament. In a Swiss tournament the duels between members with equally
    /// many points decide their order if all of them have met, then their opponents' points
    #[arg(long, value_parser = one_of(&Format::ALL, Format::name), default_value = Format::Ratings.name())]
    pub format: Format,
    /// Rounds of a Swiss tournament [default: until one bot can be without a loss]
    #[arg(long, value_name = "R", value_parser = clap::value_parser!(u16).range(1..=100))]
    pub rounds: Option<u16>,
    /// Deals of each pair in a round of a Swiss or knockout tournament [default: 20]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1 << 40))]
    pub deals: Option<u64>,
    /// Random seed [default: a new one, which no bot can know]
    #[arg(long, allow_negative_numbers = true, value_name = "S")]
    pub seed: Option<u64>,
    /// The game.
    #[command(flatten)]
    pub rules: RuleArgs,
    /// Limits of bots.
    #[command(flatten)]
    pub bots: BotArgs,
    /// Run bots of your own without a sandbox: trust them
    #[arg(long, conflicts_with = "sandbox")]
    pub no_sandbox: bool,
}

/// Arguments of `league add`.
#[derive(Args, Debug)]
pub struct LeagueAddArgs {
    /// Folder of the league
    #[arg(value_name = "DIR")]
    pub league: PathBuf,
    /// Name of the new member
    pub name: String,
    /// Bot that plays; a command is always started from the current folder [default: the built-in bot of that name]
    #[arg(long, value_name = "AGENT", add = complete::agent())]
    pub bot: Option<String>,
    /// Member of which it is a later version
    #[arg(long, value_name = "NAME")]
    pub from: Option<String>,
    /// Limits of its bot.
    #[command(flatten)]
    pub limits: OwnLimitArgs,
}

/// Arguments of `league change`.
#[derive(Args, Debug)]
pub struct LeagueChangeArgs {
    /// Folder of the league
    #[arg(value_name = "DIR")]
    pub league: PathBuf,
    /// Name of the member
    #[arg(value_name = "NAME")]
    pub member: String,
    /// Changes.
    #[command(flatten)]
    pub changes: LeagueChanges,
}

/// Changes of a member.
#[derive(Args, Debug)]
pub struct LeagueChanges {
    /// Another name
    #[arg(long, value_name = "NAME")]
    pub name: Option<String>,
    /// Another command that starts the same bot, such as one that has been moved, from the current folder
    #[arg(long, value_name = "AGENT")]
    pub bot: Option<String>,
    /// Give its bot the limits of the league again
    #[arg(long)]
    pub usual_limits: bool,
    /// Limits of its bot.
    #[command(flatten)]
    pub limits: OwnLimitArgs,
}

/// Arguments of `league void`.
#[derive(Args, Debug)]
pub struct LeagueVoidArgs {
    /// Folder of the league
    #[arg(value_name = "DIR")]
    pub league: PathBuf,
    /// Name of the member
    pub name: String,
    /// Why, in a line
    #[arg(long, value_name = "TEXT", required_unless_present = "undo")]
    pub reason: Option<String>,
    /// Only games in these rounds: 3 or 1..4 [default: all so far]
    #[arg(long, value_name = "N", value_parser = range::<usize>)]
    pub rounds: Option<(usize, usize)>,
    /// Let all games of the member count again
    #[arg(long, conflicts_with_all = ["reason", "rounds"])]
    pub undo: bool,
}

/// Arguments of `league table`.
#[derive(Args, Debug)]
pub struct LeagueTableArgs {
    /// Folder of the league
    #[arg(value_name = "DIR")]
    pub league: PathBuf,
    /// Also show how places have changed since this round
    #[arg(long, value_name = "ROUND", value_parser = clap::value_parser!(u32).range(1..))]
    pub since: Option<u32>,
    /// Print them as JSON
    #[arg(long)]
    pub json: bool,
    /// Print the members as CSV, the best first
    #[arg(long, conflicts_with = "json")]
    pub csv: bool,
}

/// Arguments of `league compare`.
#[derive(Args, Debug)]
pub struct LeagueCompareArgs {
    /// Folder of the league
    #[arg(value_name = "DIR")]
    pub league: PathBuf,
    /// Name of a member
    #[arg(value_name = "NAME")]
    pub one: String,
    /// Name of another member
    #[arg(value_name = "OTHER")]
    pub other: String,
}

/// Arguments of `league play`.
#[derive(Args, Debug)]
pub struct LeaguePlayArgs {
    /// Folder of the league
    #[arg(value_name = "DIR")]
    pub league: PathBuf,
    /// Games to play, rounded up to whole rounds [default: 1000, or a tournament to its end]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1 << 40), conflicts_with = "duration")]
    pub games: Option<u64>,
    /// Begin no round after this long, such as 8h, 30m or 90s
    #[arg(long = "for", value_name = "TIME", value_parser = duration)]
    pub duration: Option<Duration>,
    /// Choose the games that tell most about a member, or the order of the best: NAME or top=3
    #[arg(long, value_name = "WHICH")]
    pub focus: Option<String>,
    /// Play only part I of N of the next round, from 0; auto/N takes I from the array task
    #[arg(long, value_name = "I/N", conflicts_with = "duration")]
    pub shard: Option<String>,
    /// Number of threads [default: all cores]
    #[arg(long, allow_negative_numbers = true, value_name = "T")]
    pub threads: Option<usize>,
}

/// Selection of games of a league.
#[derive(Args, Debug)]
pub struct LeagueQueryArgs {
    /// Only games of this member
    #[arg(long, value_name = "NAME")]
    pub of: Option<String>,
    /// Only games in which this member plays, too
    #[arg(long, value_name = "NAME")]
    pub against: Option<String>,
    /// Only games that the member won
    #[arg(long, requires = "of")]
    pub won: bool,
    /// Only games that it lost, the worst first
    #[arg(long, requires = "of", conflicts_with = "won")]
    pub lost: bool,
    /// Only games with a fault of a bot, or of that member
    #[arg(long)]
    pub faults: bool,
    /// Only games with this many players
    #[arg(long, value_name = "P")]
    pub players: Option<usize>,
    /// Only games that were won by this many points: 3 or 0..5
    #[arg(long, value_name = "N", value_parser = range::<i32>)]
    pub lead: Option<(i32, i32)>,
    /// Only games of this many turns: 60 or 40..60
    #[arg(long, value_name = "N", value_parser = range::<u16>)]
    pub turns: Option<(u16, u16)>,
    /// Only games in which a bot, or that member, laid this tile
    #[arg(long, value_name = "TILE")]
    pub tile: Option<String>,
}

/// Arguments of `league games`.
#[derive(Args, Debug)]
pub struct LeagueGamesArgs {
    /// Folder of the league
    #[arg(value_name = "DIR")]
    pub league: PathBuf,
    /// Which games.
    #[command(flatten)]
    pub query: LeagueQueryArgs,
    /// Most games to show [default: 20, as JSON all]
    #[arg(long, value_name = "N")]
    pub most: Option<usize>,
    /// Print them as JSON
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `league export`.
#[derive(Args, Debug)]
pub struct LeagueExportArgs {
    /// Folder of the league
    #[arg(value_name = "DIR")]
    pub league: PathBuf,
    /// New file, to which the records are written, one per line
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// Which games.
    #[command(flatten)]
    pub query: LeagueQueryArgs,
}

fn duration(text: &str) -> Result<Duration, String> {
    for (unit, seconds) in [('h', 3600), ('m', 60), ('s', 1)] {
        if let Some(number) = text.strip_suffix(unit)
            && let Ok(number) = number.parse::<u64>()
            && let Some(seconds) = number.checked_mul(seconds)
        {
            return Ok(Duration::from_secs(seconds));
        }
    }
    Err("8h, 30m or 90s is expected".into())
}

fn range<N: FromStr + PartialOrd>(text: &str) -> Result<(N, N), String> {
    let (least, most) = text.split_once("..").unwrap_or((text, text));
    match (least.parse(), most.parse()) {
        (Ok(least), Ok(most)) if least <= most => Ok((least, most)),
        _ => Err("a number such as 60, or a range such as 40..60, is expected".into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_and_ranges_are_read() {
        assert_eq!(
            ["8h", "30m", "90s"].map(|text| duration(text).unwrap().as_secs()),
            [28_800, 1800, 90]
        );
        assert_eq!([range("60"), range("40..60")], [Ok((60, 60)), Ok((40, 60))]);
        for wrong in [
            "8",
            "h",
            "-1h",
            "1.5h",
            "99999999999999999999h",
            "9999999999999999999h",
        ] {
            assert!(duration(wrong).is_err(), "{wrong}");
        }
        for wrong in ["", "60..40", "..", "x"] {
            assert!(range::<u16>(wrong).is_err(), "{wrong}");
        }
    }
}
