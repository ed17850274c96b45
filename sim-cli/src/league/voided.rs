//! Rounds in which a member's games do not count.

use serde::{Deserialize, Serialize};

/// Rounds in which a member's games do not count, by their numbers from 1.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct VoidedRounds {
    /// The first of them.
    pub first: usize,
    /// The last of them.
    pub last: usize,
    /// Reason, in a line.
    pub reason: String,
}

impl VoidedRounds {
    /// True if the rounds and the reason can be those of a command.
    pub(super) fn is_possible(&self) -> bool {
        (1..=self.last).contains(&self.first) && self.check().is_ok()
    }

    /// Checks the reason.
    ///
    /// # Errors
    /// Says what is expected, if it is no line of 1 to 200 characters.
    pub(super) fn check(&self) -> Result<(), String> {
        let is_line = (1..=200).contains(&self.reason.trim().chars().count())
            && !self.reason.chars().any(char::is_control);
        if !is_line {
            return Err("--reason: a line of 1 to 200 characters is expected".into());
        }
        Ok(())
    }

    /// Names rounds: `round 3`, or `rounds 1 to 4`.
    pub fn words(first: usize, last: usize) -> String {
        if first == last {
            format!("round {first}")
        } else {
            format!("rounds {first} to {last}")
        }
    }
}
