//! Selection of the games of a run that are recorded move by move.

use std::fmt;
use std::str::FromStr;

/// Games that are recorded move by move.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Records {
    /// No games.
    #[default]
    None,
    /// Every k-th game, starting with game 0; all if k is 1.
    Every(u64),
}

impl Records {
    /// True if the game with this number is recorded.
    pub fn include(self, game: u64) -> bool {
        match self {
            Records::None => false,
            Records::Every(k) => game.is_multiple_of(k),
        }
    }
}

impl fmt::Display for Records {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Records::None => f.write_str("none"),
            Records::Every(1) => f.write_str("all"),
            Records::Every(k) => write!(f, "every={k}"),
        }
    }
}

impl FromStr for Records {
    type Err = String;
    fn from_str(text: &str) -> Result<Records, String> {
        match text {
            "none" => Ok(Records::None),
            "all" => Ok(Records::Every(1)),
            _ => text
                .strip_prefix("every=")
                .and_then(|k| k.parse().ok())
                .filter(|&k| k > 0)
                .map(Records::Every)
                .ok_or_else(|| {
                    format!("\"{text}\" is unknown; none, all and every=K (K from 1) are possible")
                }),
        }
    }
}
