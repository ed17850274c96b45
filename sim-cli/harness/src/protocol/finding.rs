//! Orders to check a bot, and the findings.

use goldrush_games::GameName;

use super::limits::Limits;

/// Bot to check, and with what.
pub struct Order<'c> {
    pub command: &'c str,
    pub limits: &'c Limits,
    /// The only game it is tested with; `None` for those that it says it plays.
    pub game: Option<GameName>,
    /// The only number of players it is tested with; `None` for all that it says it plays with.
    pub players: Option<usize>,
    /// Seed of the games.
    pub seed: u64,
    /// Words in the names of the only checks to run, besides the start; `None` for all.
    pub only: Option<&'c str>,
}

/// Watches an examination, and may end it.
pub trait Watcher {
    /// Takes note of a finding.
    fn found(&mut self, finding: &Finding);
    /// Takes note of a decision: the number of those in this game so far.
    fn decided(&mut self, check: &str, decisions: usize);
    /// True if the examination is to end.
    fn is_stopped(&self) -> bool;
}

/// Result of a check.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    pub check: String,
    /// Observation.
    pub seen: String,
    /// Place in a game where it failed; empty if it did not, or not in a game.
    pub place: String,
    /// The end of its standard error, if it failed.
    pub stderr: Vec<String>,
    /// Verdict of the check.
    pub verdict: Verdict,
    /// Game and number of players, if the check was a game by the printed rules.
    pub game: Option<(GameName, usize)>,
}

/// Verdict of a check.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// Well.
    Passed,
    /// Skipped, because an earlier failure would make it fail too.
    LeftOut,
    /// Failed; holds advice on what to change.
    Failed(String),
}

/// Results of all checks, and a list of what was not tested.
pub struct Report {
    /// One finding per check.
    pub findings: Vec<Finding>,
    /// Games and options that were not tested, in sentences.
    pub untested: Vec<String>,
    /// Names of the checks that were to be run.
    pub planned: Vec<String>,
}
