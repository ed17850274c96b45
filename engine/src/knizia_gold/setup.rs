//! Setup from which a game or match is dealt (K1, K10).

use super::rules::Rules;
use crate::player::MAX_PLAYERS;

/// Number of players, and a single game or a match.
///
/// # Examples
///
/// ```
/// use goldrush_engine::knizia_gold::Setup;
///
/// assert_eq!(Setup::new(3, true)?.games(), 3);
/// assert_eq!(Setup::new(3, false)?.games(), 1);
/// assert!(Setup::new(6, false).is_err());
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Setup {
    players: u8,
    is_match: bool,
}

impl Setup {
    /// Creates a setup.
    ///
    /// # Errors
    /// If the number of players is not 2 to 5.
    pub fn new(players: usize, is_match: bool) -> Result<Setup, String> {
        if !(2..=MAX_PLAYERS).contains(&players) {
            return Err(format!("{players} players; 2 to 5 are possible"));
        }
        Ok(Setup { players: players as u8, is_match })
    }

    /// Returns the number of seats.
    #[inline]
    pub fn players(self) -> usize {
        self.players.into()
    }

    /// Returns the rule options.
    pub fn rules(self) -> Rules {
        Rules { whole_match: self.is_match }
    }

    /// Returns true for a match (K10).
    pub fn is_match(self) -> bool {
        self.is_match
    }

    /// Returns the number of games to play: one, or the number of players in a match (K10).
    #[inline]
    pub fn games(self) -> usize {
        if self.is_match { self.players() } else { 1 }
    }
}
