//! Numbers of cards by value or strength (V29, V30), as text: `1=5,2=7,3=7,4=5`.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::turn::MAX_CLASS_COUNT;
use crate::options::OptionValue;

/// V29: number of gold cards of the values 1 to 4.
pub type GoldCards = CardCounts<1, MAX_CLASS_COUNT>;
/// V30: number of diggers of the strengths 2 to 5 in each color.
pub type DiggerCards = CardCounts<2, 3>;

/// Numbers of cards, at most `MOST` each, of four values from `FIRST`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CardCounts<const FIRST: u8, const MOST: u8>([u8; 4]);

impl<const FIRST: u8, const MOST: u8> CardCounts<FIRST, MOST> {
    /// Creates the numbers for the four values in order.
    pub const fn new(counts: [u8; 4]) -> Self {
        CardCounts(counts)
    }

    /// Iterates over the values and their numbers of cards.
    pub fn counts(self) -> impl Iterator<Item = (u8, u8)> {
        (FIRST..).zip(self.0)
    }
}

impl<const FIRST: u8, const MOST: u8> fmt::Display for CardCounts<FIRST, MOST> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(
            &self
                .counts()
                .map(|(value, count)| format!("{value}={count}"))
                .collect::<Vec<_>>()
                .join(","),
        )
    }
}

impl<const FIRST: u8, const MOST: u8> FromStr for CardCounts<FIRST, MOST> {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        let mut counts = [None; 4];
        for part in text.split(',') {
            if read_count::<FIRST, MOST>(part, &mut counts).is_none() {
                return Err(format!(
                    "\"{text}\" is wrong; value=count for values from {FIRST} to {}, 0 to {MOST} cards each, are possible",
                    FIRST + 3
                ));
            }
        }
        Ok(CardCounts(counts.map(Option::unwrap_or_default)))
    }
}

/// Reads `value=count`; `None` if it is wrong or the value already has a count.
fn read_count<const FIRST: u8, const MOST: u8>(
    text: &str,
    counts: &mut [Option<u8>; 4],
) -> Option<()> {
    let (value, count) = text.split_once('=')?;
    let value: u8 = value.trim().parse().ok()?;
    let count: u8 = count.trim().parse().ok().filter(|count| *count <= MOST)?;
    let known = counts.get_mut(usize::from(value.checked_sub(FIRST)?))?;
    known.replace(count).is_none().then_some(())
}

impl<const FIRST: u8, const MOST: u8> Serialize for CardCounts<FIRST, MOST> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de, const FIRST: u8, const MOST: u8> Deserialize<'de> for CardCounts<FIRST, MOST> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?
            .parse()
            .map_err(serde::de::Error::custom)
    }
}

impl<const FIRST: u8, const MOST: u8> OptionValue for CardCounts<FIRST, MOST> {
    fn text(&self) -> String {
        self.to_string()
    }

    fn read(text: &str) -> Result<Self, String> {
        text.parse()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_parse_back() {
        assert_eq!(
            "1=5,3=2"
                .parse::<GoldCards>()
                .map(|cards| cards.to_string()),
            Ok("1=5,2=0,3=2,4=0".into())
        );
        assert_eq!(
            "5=3".parse::<DiggerCards>(),
            Ok(DiggerCards::new([0, 0, 0, 3]))
        );
        for wrong in ["", "5", "0=1", "5=1", "1=16", "1=1,1=1"] {
            assert!(wrong.parse::<GoldCards>().is_err(), "{wrong}");
        }
        assert!("2=4".parse::<DiggerCards>().is_err());
    }
}
