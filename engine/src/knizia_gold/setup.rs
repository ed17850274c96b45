//! Setup from which a game or match is dealt (K1, K10).

use super::cards::{Card, Code};
use super::deck::{self, Deck};
use super::rules::Rules;
use crate::options;
use crate::player::MAX_PLAYERS;

/// Number of players and rule options.
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
    rules: Rules,
}

impl Setup {
    /// Creates the setup of the printed game, or of a match of such games.
    ///
    /// # Errors
    /// If the number of players is not 2 to 5.
    pub fn new(players: usize, is_match: bool) -> Result<Setup, String> {
        Setup::with_rules(
            players,
            Rules {
                whole_match: is_match,
                ..Rules::default()
            },
        )
    }

    /// Creates a setup.
    ///
    /// # Errors
    /// If the number of players is not 2 to 5, or an option or the number of cards is out of range.
    pub fn with_rules(players: usize, rules: Rules) -> Result<Setup, String> {
        if !(2..=MAX_PLAYERS).contains(&players) {
            return Err(format!("{players} players; 2 to 5 are possible"));
        }
        options::validate(&rules)?;
        rules.komi.check(players)?;
        deck::check(&rules)?;
        Ok(Setup {
            players: players as u8,
            rules,
        })
    }

    /// Returns the number of seats.
    #[inline]
    pub fn players(self) -> usize {
        self.players.into()
    }

    /// Returns the rule options.
    pub fn rules(self) -> Rules {
        self.rules
    }

    /// Returns the cards of a game, in order (K1, V28–V30).
    pub fn cards(self) -> impl Iterator<Item = Card> {
        let deck = Deck::new(&self.rules);
        deck.cards.into_iter().take(deck.count).map(Code::card)
    }

    /// Returns true for a match (K10).
    pub fn is_match(self) -> bool {
        self.rules.whole_match
    }

    /// Returns the number of games to play: one, or the number of players in a match (K10).
    #[inline]
    pub fn games(self) -> usize {
        if self.is_match() { self.players() } else { 1 }
    }
}
