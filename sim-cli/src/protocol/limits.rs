//! Limits on a bot's time and memory.

use std::time::Duration;

use serde::{Deserialize, Serialize};

/// Limits for every bot of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Limits {
    /// Seconds from start until ready.
    pub start_s: u64,
    /// Milliseconds per decision.
    pub move_ms: u64,
    /// Seconds for all decisions of a game.
    pub game_s: u64,
    /// Milliseconds that each decision adds to the time for the game.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub increment_ms: u64,
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
    /// True if the bots of a game run on one CPU, different from those of games played at the same time.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub pin: bool,
}

fn is_zero(number: &u64) -> bool {
    *number == 0
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            start_s: 10,
            move_ms: 10_000,
            game_s: 600,
            increment_ms: 0,
            margin_ms: 0,
            memory_mb: None,
            cpu_s: None,
            sandbox: false,
            pin: false,
        }
    }
}

impl Limits {
    /// Returns the time until it must be ready.
    pub fn start(&self) -> Duration {
        Duration::from_secs(self.start_s)
    }

    /// Returns the time for a decision.
    pub fn decision(&self) -> Duration {
        Duration::from_millis(self.move_ms)
    }

    /// Returns the time for all decisions of a game.
    pub fn game(&self) -> Duration {
        Duration::from_secs(self.game_s)
    }

    /// Returns the time that each decision adds to that for the game.
    pub fn increment(&self) -> Duration {
        Duration::from_millis(self.increment_ms)
    }

    /// Returns the time by which a decision may take longer.
    pub fn margin(&self) -> Duration {
        Duration::from_millis(self.margin_ms)
    }

    /// Returns the command-line options that set these limits, omitting defaults.
    pub fn options(&self) -> Vec<String> {
        let usual = Limits::default();
        let options = [
            ("--bot-start-s", Some(self.start_s), Some(usual.start_s)),
            ("--bot-move-ms", Some(self.move_ms), Some(usual.move_ms)),
            ("--bot-game-s", Some(self.game_s), Some(usual.game_s)),
            ("--bot-increment-ms", Some(self.increment_ms), Some(usual.increment_ms)),
            ("--bot-margin-ms", Some(self.margin_ms), Some(usual.margin_ms)),
            ("--bot-memory-mb", self.memory_mb, usual.memory_mb),
            ("--bot-cpu-s", self.cpu_s, usual.cpu_s),
        ];
        let given = options.into_iter().filter(|(_, value, usual)| value != usual);
        let given = given.flat_map(|(option, value, _)| [Some(option.to_owned()), value.map(|v| v.to_string())]);
        let flags = [(self.sandbox, "--sandbox"), (self.pin, "--pin")];
        let flags = flags.into_iter().filter(|(is_set, _)| *is_set).map(|(_, flag)| flag.to_owned());
        given.flatten().chain(flags).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_omit_defaults() {
        let free = Limits::default();
        let tight = Limits { increment_ms: 5, memory_mb: Some(2), cpu_s: Some(7), sandbox: true, pin: true, ..free };
        assert!(free.options().is_empty());
        let expected = ["--bot-increment-ms", "5", "--bot-memory-mb", "2", "--bot-cpu-s", "7", "--sandbox", "--pin"];
        assert_eq!(tight.options(), expected);
    }
}
