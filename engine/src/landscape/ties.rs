//! V17: majorities that several seats share.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::pieces::PieceCounts;
use crate::game::Points;
use crate::options;
use crate::player::PlayerSet;

/// V17: the points of tied seats.
///
/// # Examples
///
/// ```
/// use goldrush_engine::landscape::components::FeatureWord;
/// use goldrush_engine::landscape::ties::Ties;
/// use goldrush_engine::player::Player;
///
/// let tied = FeatureWord::EMPTY.with_piece(Player::FIRST).with_piece(Player::FIRST.next(2)).pieces();
/// let points = |ties: Ties| (ties.scorers(tied).len(), ties.share(5, ties.scorers(tied)));
/// assert_eq!([Ties::All, Ties::Nobody, Ties::Half].map(points), [(2, 5), (0, 5), (2, 2)]);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ties {
    /// All score in full: the printed rule.
    #[default]
    All,
    /// Nobody scores.
    Nobody,
    /// Each scores half, rounded down.
    Half,
}

impl Ties {
    /// Names of the values.
    pub const NAMES: &'static [&'static str] = &["all", "nobody", "half"];

    /// Returns the seats that score a feature with these pieces.
    #[inline]
    pub fn scorers(self, pieces: PieceCounts) -> PlayerSet {
        let leaders = pieces.majority();
        if self == Ties::Nobody && leaders.len() > 1 { PlayerSet::EMPTY } else { leaders }
    }

    /// Returns the points of each of the seats that score.
    #[inline]
    pub fn share(self, points: Points, scorers: PlayerSet) -> Points {
        if self == Ties::Half && scorers.len() > 1 { points / 2 } else { points }
    }

    /// Returns the part of a value that each of `leaders` seats with the majority gets.
    #[inline]
    pub fn lead(self, value: i32, leaders: usize) -> i32 {
        match self {
            _ if leaders <= 1 => value,
            Ties::All => value,
            Ties::Nobody => 0,
            Ties::Half => value / 2,
        }
    }
}

impl fmt::Display for Ties {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(Ties::NAMES[*self as usize])
    }
}

impl FromStr for Ties {
    type Err = String;
    fn from_str(text: &str) -> Result<Ties, String> {
        let known = [Ties::All, Ties::Nobody, Ties::Half].into_iter().find(|ties| ties.to_string() == text);
        known.ok_or_else(|| format!("\"{text}\" is unknown; {} are possible", Ties::NAMES.join(", ")))
    }
}

options::option_values!(Ties);
