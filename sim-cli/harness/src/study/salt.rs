//! Seeds, and the salt of bots' seeds: a secret of each run, so that the seed sent to a bot reveals no deal.

use std::fmt;
use std::str::FromStr;

use goldrush_engine::rng::{SEEDS, bot_stream};
use rand::Rng as _;
use serde::{Deserialize, Serialize};

use goldrush_support::error::bad_input;
use goldrush_support::system::fill_random;

/// Exclusive upper bound of numbers of games, so that every reader of the tables takes them for whole numbers.
pub const LIMIT: u64 = 1 << 63;

/// 128 random bits, written as 32 hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Salt(pub u128);

impl Salt {
    /// Draws a salt from the system's random number generator.
    ///
    /// # Errors
    /// Fails if the system has none.
    pub fn draw() -> anyhow::Result<Salt> {
        let mut bytes = [0; 16];
        fill_random(&mut bytes).map_err(|e| anyhow::anyhow!("no salt can be drawn: {e}"))?;
        Ok(Salt(u128::from_le_bytes(bytes)))
    }

    /// Returns the seed sent to the bot in a seat of a game, below [`SEEDS`].
    pub fn bot_seed(self, block: u64, seating: usize, seat: usize) -> u64 {
        bot_stream(self.0, block, seating, seat).next_u64() % SEEDS
    }
}

/// Draws an unpredictable seed, below [`SEEDS`].
///
/// # Errors
/// Fails if the system has no random number generator.
pub fn draw_seed() -> anyhow::Result<u64> {
    Ok(Salt::draw()?.0 as u64 % SEEDS)
}

/// Checks that every reader of tables and records keeps a seed as it is.
///
/// # Errors
/// Bad input if it is too large.
pub fn check_seed(seed: u64) -> anyhow::Result<()> {
    if seed >= SEEDS {
        return Err(bad_input(format!(
            "--seed {seed}: 0 to {} are possible",
            SEEDS - 1
        )));
    }
    Ok(())
}

impl fmt::Display for Salt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:032x}", self.0)
    }
}

impl FromStr for Salt {
    type Err = String;

    fn from_str(text: &str) -> Result<Salt, String> {
        let is_hexadecimal = text.len() == 32 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
        let salt = is_hexadecimal
            .then(|| u128::from_str_radix(text, 16).ok())
            .flatten();
        salt.map(Salt)
            .ok_or_else(|| format!("{text}: 32 hexadecimal digits are expected"))
    }
}

impl TryFrom<String> for Salt {
    type Error = String;

    fn try_from(text: String) -> Result<Salt, String> {
        text.parse()
    }
}

impl From<Salt> for String {
    fn from(salt: Salt) -> String {
        salt.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seeds_have_53_bits() {
        let drawn: Vec<u64> = (0..64).map(|_| draw_seed().unwrap()).collect();
        assert!(drawn.iter().all(|seed| *seed < 1 << 53));
        assert!(drawn.iter().any(|seed| *seed >= 1 << 50));
        assert!(check_seed((1 << 53) - 1).is_ok());
        let refused = check_seed(1 << 53).unwrap_err().to_string();
        assert_eq!(
            refused,
            "--seed 9007199254740992: 0 to 9007199254740991 are possible"
        );
    }

    #[test]
    fn salts_survive_a_round_trip_through_text() {
        for salt in [Salt(0), Salt(u128::MAX), Salt::draw().unwrap()] {
            assert_eq!(salt.to_string().parse(), Ok(salt));
        }
        for wrong in [
            "",
            "12",
            "+0000000000000000000000000000000",
            "g0000000000000000000000000000000",
        ] {
            assert!(wrong.parse::<Salt>().is_err(), "{wrong}");
        }
    }
}
