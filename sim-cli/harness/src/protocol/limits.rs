//! Limits on a bot's time, memory and processors.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Duration;

use serde::{Deserialize, Serialize};

/// Limits for every bot of a run.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Limits {
    /// Seconds from start until ready.
    pub start_s: u64,
    /// Milliseconds per decision.
    pub move_ms: u64,
    /// Time for all decisions of a game, in seconds.
    #[serde(rename = "game_s")]
    pub clock: Clock,
    /// Milliseconds by which a decision may take longer than allowed, for the system's own delays.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub margin_ms: u64,
    /// Address space of each of the bot's processes, in MiB.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub memory_mb: Option<u64>,
    /// Processor time of each of the bot's processes in a game, in seconds; with this limit the bot is restarted for every
    /// game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cpu_s: Option<u64>,
    /// True if bots run in a sandbox.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub sandbox: bool,
    /// Folders that bots in a sandbox see besides their own, such as that of a Python.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sandbox_show: Vec<PathBuf>,
    /// True if a bot that cannot be started loses the game, instead of ending the run.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub absent_loses: bool,
    /// True if the bots of a game run on one CPU, different from those of games played at the same time.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub pin: bool,
    /// Number of CPUs that all processes of a bot share.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cpus: Option<u64>,
    /// Limits that single bots have instead, by their names in plans.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub own: BTreeMap<String, OwnLimits>,
}

/// Limits of a single bot, in the units of [`Limits`]; `None` is the limit of all bots.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OwnLimits {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub start_s: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub move_ms: Option<u64>,
    #[serde(rename = "game_s", skip_serializing_if = "Option::is_none")]
    pub clock: Option<Clock>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub memory_mb: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cpu_s: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cpus: Option<u64>,
}

impl OwnLimits {
    /// True if it has the limits of all bots.
    pub fn is_empty(&self) -> bool {
        *self == OwnLimits::default()
    }

    /// Replaces those that others give.
    pub fn change(&mut self, others: &OwnLimits) {
        *self = OwnLimits {
            start_s: others.start_s.or(self.start_s),
            move_ms: others.move_ms.or(self.move_ms),
            clock: others.clock.or(self.clock),
            memory_mb: others.memory_mb.or(self.memory_mb),
            cpu_s: others.cpu_s.or(self.cpu_s),
            cpus: others.cpus.or(self.cpus),
        };
    }
}

/// Seconds that a bot may take to start.
pub const START_S: RangeInclusive<u64> = 1..=86_400;
/// Milliseconds that a bot may take per decision.
pub const MOVE_MS: RangeInclusive<u64> = 1..=86_400_000;
/// Milliseconds by which a decision may take longer.
pub const MARGIN_MS: RangeInclusive<u64> = 0..=86_400_000;
/// Address space in MiB, or processor time in seconds.
pub const AMOUNT: RangeInclusive<u64> = 1..=1 << 40;

/// CPUs that a bot may use.
pub const CPUS: RangeInclusive<u64> = 1..=4096;

/// Option that shows a folder to bots in a sandbox.
const SHOW: &str = "--sandbox-show";

fn is_zero(number: &u64) -> bool {
    *number == 0
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            start_s: 10,
            move_ms: 10_000,
            clock: Clock::default(),
            margin_ms: 0,
            memory_mb: None,
            cpu_s: None,
            sandbox: false,
            sandbox_show: Vec::new(),
            absent_loses: false,
            pin: false,
            cpus: None,
            own: BTreeMap::new(),
        }
    }
}

/// Checks that a folder may be shown to bots in a sandbox: it has a whole path, and is not one in which the sandbox has files of
/// its own.
///
/// # Errors
/// A description of what is wrong with it.
pub fn check_shown(folder: &Path) -> Result<(), String> {
    if !folder.is_absolute() {
        return Err("the whole path of a folder is expected".into());
    }
    let real = folder.canonicalize().unwrap_or_else(|_| folder.into());
    let own = ["/tmp", "/proc", "/sys", "/dev", "/usr", "/etc"].map(Path::new);
    match own
        .into_iter()
        .find(|own| own.starts_with(&real) || own.starts_with(folder))
    {
        Some(own) => Err(format!(
            "a sandbox has a folder {} of its own",
            own.display()
        )),
        None => Ok(()),
    }
}

impl Limits {
    /// Checks that a command line can give these limits.
    ///
    /// # Errors
    /// A description of the first one that it cannot give.
    pub fn check(&self) -> Result<(), String> {
        let numbers = [
            ("start_s", Some(self.start_s), START_S),
            ("move_ms", Some(self.move_ms), MOVE_MS),
            ("margin_ms", Some(self.margin_ms), MARGIN_MS),
            ("memory_mb", self.memory_mb, AMOUNT),
            ("cpu_s", self.cpu_s, AMOUNT),
            ("cpus", self.cpus, CPUS),
        ];
        for (name, number, possible) in numbers {
            if let Some(number) = number.filter(|number| !possible.contains(number)) {
                let (least, most) = possible.into_inner();
                return Err(format!(
                    "{name} = {number}: a number from {least} to {most} is expected"
                ));
            }
        }
        if self.pin && self.cpus.is_some() {
            return Err(
                "pin and cpus: all bots of a game run on one CPU, or each bot on some".into(),
            );
        }
        for bot in self.own.keys() {
            self.of(bot)
                .check()
                .map_err(|problem| format!("{bot}: {problem}"))?;
        }
        let wrong = self
            .sandbox_show
            .iter()
            .find_map(|folder| Some((folder, check_shown(folder).err()?)));
        wrong.map_or(Ok(()), |(folder, problem)| {
            Err(format!("sandbox_show: {}: {problem}", folder.display()))
        })
    }

    /// Returns the limits of a bot, by its name in plans.
    pub fn of(&self, bot: &str) -> Cow<'_, Limits> {
        match self.own.get(bot) {
            None if self.own.is_empty() => Cow::Borrowed(self),
            own => Cow::Owned(self.with(own.unwrap_or(&OwnLimits::default()))),
        }
    }

    /// Returns the limits of a bot that has some of its own.
    pub fn with(&self, own: &OwnLimits) -> Limits {
        Limits {
            start_s: own.start_s.unwrap_or(self.start_s),
            move_ms: own.move_ms.unwrap_or(self.move_ms),
            clock: own.clock.unwrap_or(self.clock),
            memory_mb: own.memory_mb.or(self.memory_mb),
            cpu_s: own.cpu_s.or(self.cpu_s),
            cpus: own.cpus.or(self.cpus),
            own: BTreeMap::new(),
            ..self.clone()
        }
    }

    /// Returns the time until it must be ready.
    pub fn start(&self) -> Duration {
        Duration::from_secs(self.start_s)
    }

    /// Returns the time for a decision.
    pub fn decision(&self) -> Duration {
        Duration::from_millis(self.move_ms)
    }

    /// Returns the time by which a decision may take longer.
    pub fn margin(&self) -> Duration {
        Duration::from_millis(self.margin_ms)
    }

    /// Returns the command-line options that set these limits, omitting defaults.
    pub fn options(&self) -> Vec<String> {
        let usual = Limits::default();
        let clock = (self.clock != usual.clock)
            .then(|| ["--bot-game-s".to_owned(), self.clock.to_string()]);
        let options = [
            ("--bot-start-s", Some(self.start_s), Some(usual.start_s)),
            ("--bot-move-ms", Some(self.move_ms), Some(usual.move_ms)),
            (
                "--bot-margin-ms",
                Some(self.margin_ms),
                Some(usual.margin_ms),
            ),
            ("--bot-memory-mb", self.memory_mb, usual.memory_mb),
            ("--bot-cpu-s", self.cpu_s, usual.cpu_s),
            ("--bot-cpus", self.cpus, usual.cpus),
        ];
        let given = options
            .into_iter()
            .filter(|(_, value, usual)| value != usual);
        let given = given
            .flat_map(|(option, value, _)| [Some(option.to_owned()), value.map(|v| v.to_string())]);
        let flags = [(self.sandbox, "--sandbox"), (self.pin, "--pin")];
        let flags = flags
            .into_iter()
            .filter(|(is_set, _)| *is_set)
            .map(|(_, flag)| flag.to_owned());
        let shown = self
            .sandbox_show
            .iter()
            .flat_map(|folder| [SHOW.to_owned(), folder.display().to_string()]);
        given
            .flatten()
            .chain(clock.into_iter().flatten())
            .chain(flags)
            .chain(shown)
            .collect()
    }
}

/// Time of a bot for all of its decisions in a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Clock {
    /// Time at the start, in seconds.
    pub start_s: u64,
    /// Time that each decision adds, in milliseconds.
    pub increment_ms: u64,
}

impl Default for Clock {
    fn default() -> Clock {
        Clock {
            start_s: 600,
            increment_ms: 0,
        }
    }
}

impl Clock {
    /// Returns the time at the start.
    pub fn start(self) -> Duration {
        Duration::from_secs(self.start_s)
    }

    /// Returns the time that each decision adds.
    pub fn increment(self) -> Duration {
        Duration::from_millis(self.increment_ms)
    }
}

impl fmt::Display for Clock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.start_s)?;
        if self.increment_ms > 0 {
            write!(f, "+{}", self.increment_ms as f64 / 1000.0)?;
        }
        Ok(())
    }
}

impl FromStr for Clock {
    type Err = String;

    fn from_str(text: &str) -> Result<Clock, String> {
        let (start, increment) = text.split_once('+').unwrap_or((text, "0"));
        let start = start
            .parse()
            .ok()
            .filter(|start| (1..=86_400).contains(start));
        let increment = increment
            .parse()
            .ok()
            .filter(|seconds: &f64| (0.0..=86_400.0).contains(seconds));
        match (start, increment) {
            (Some(start_s), Some(seconds)) => Ok(Clock {
                start_s,
                increment_ms: (seconds * 1000.0).round() as u64,
            }),
            _ => Err(
                "seconds from 1 to 86400 are expected, also with an increment per decision: 60+0.5"
                    .into(),
            ),
        }
    }
}

impl TryFrom<String> for Clock {
    type Error = String;

    fn try_from(text: String) -> Result<Clock, String> {
        text.parse()
    }
}

impl From<Clock> for String {
    fn from(clock: Clock) -> String {
        clock.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_survive_a_round_trip_through_text() {
        for text in ["600", "60+0.5", "1+2"] {
            assert_eq!(text.parse::<Clock>().unwrap().to_string(), text);
        }
        for wrong in ["", "0", "60+", "60+-1", "1.5", "60+x", "+1", "99999"] {
            assert!(wrong.parse::<Clock>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn limits_that_no_command_line_gives_are_refused() {
        let usual = Limits::default();
        assert_eq!(usual.check(), Ok(()));
        assert_eq!(
            Limits {
                sandbox_show: vec!["/opt/python".into()],
                cpu_s: Some(1),
                ..usual.clone()
            }
            .check(),
            Ok(())
        );
        for (wrong, says) in [
            (
                Limits {
                    start_s: u64::MAX >> 1,
                    ..usual.clone()
                },
                "start_s = 9223372036854775807: a number from 1 to 86400",
            ),
            (
                Limits {
                    move_ms: 0,
                    ..usual.clone()
                },
                "move_ms = 0: ",
            ),
            (
                Limits {
                    margin_ms: 86_400_001,
                    ..usual.clone()
                },
                "margin_ms",
            ),
            (
                Limits {
                    memory_mb: Some(0),
                    ..usual.clone()
                },
                "memory_mb",
            ),
            (
                Limits {
                    cpu_s: Some(u64::MAX),
                    ..usual.clone()
                },
                "cpu_s",
            ),
            (
                Limits {
                    sandbox_show: vec!["python".into()],
                    ..usual.clone()
                },
                "sandbox_show: python: the whole path",
            ),
            (
                Limits {
                    sandbox_show: vec!["/".into()],
                    ..usual
                },
                "a sandbox has a folder",
            ),
        ] {
            let error = wrong.check().unwrap_err();
            assert!(error.contains(says), "{error}");
        }
    }

    #[test]
    fn options_omit_defaults() {
        let free = Limits::default();
        let clock = "60+0.5".parse().unwrap();
        assert!(free.options().is_empty());
        let sandbox_show = vec!["/opt/python".into()];
        let tight = Limits {
            clock,
            memory_mb: Some(2),
            cpu_s: Some(7),
            sandbox: true,
            sandbox_show,
            pin: true,
            ..free
        };
        let expected = "--bot-memory-mb 2 --bot-cpu-s 7 --bot-game-s 60+0.5 --sandbox --pin --sandbox-show /opt/python";
        assert_eq!(tight.options().join(" "), expected);
    }
}
