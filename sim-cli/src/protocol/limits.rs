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
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { start_s: 10, move_ms: 10_000, game_s: 600, memory_mb: None, cpu_s: None, sandbox: false }
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

    /// Returns the command-line options that set these limits, omitting defaults.
    pub fn options(&self) -> Vec<String> {
        let usual = Limits::default();
        let options = [
            ("--bot-start-s", Some(self.start_s), Some(usual.start_s)),
            ("--bot-move-ms", Some(self.move_ms), Some(usual.move_ms)),
            ("--bot-game-s", Some(self.game_s), Some(usual.game_s)),
            ("--bot-memory-mb", self.memory_mb, usual.memory_mb),
            ("--bot-cpu-s", self.cpu_s, usual.cpu_s),
        ];
        let given = options.into_iter().filter(|(_, value, usual)| value != usual);
        let given = given.flat_map(|(option, value, _)| [Some(option.to_owned()), value.map(|v| v.to_string())]);
        given.flatten().chain(self.sandbox.then(|| "--sandbox".to_owned())).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_omit_defaults() {
        let free = Limits::default();
        let tight = Limits { memory_mb: Some(2), cpu_s: Some(7), sandbox: true, ..free };
        assert!(free.options().is_empty());
        assert_eq!(tight.options(), ["--bot-memory-mb", "2", "--bot-cpu-s", "7", "--sandbox"]);
    }
}
