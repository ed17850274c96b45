//! V21: points that seats have from the start.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::game::Points;
use crate::options::{self, Row, Values, row};
use crate::player::{MAX_PLAYERS, Player};

/// Largest number of points that a seat may have from the start.
pub const MAX_KOMI: u8 = 99;

/// Row of the table of options.
pub const KOMI: Row = row(
    "V21",
    Values::Text("points for all seats but the first, or by seat", "0/4"),
    "Points of the seats at the start (komi)",
    &[("0", "Without points at the start"), ("*", "With {level} point{s} at the start (komi) instead of {base}")],
);

/// V21: points that seats have from the start. Text: one number for each seat but the first, such as `4`, or all seats
/// in playing order, such as `0/3/5`; seats that are not listed have none.
///
/// # Examples
///
/// ```
/// use goldrush_engine::komi::Komi;
/// use goldrush_engine::player::Player;
///
/// let points = |komi: Komi| Player::all(3).map(|seat| komi.of(seat)).collect::<Vec<_>>();
/// assert_eq!(points("4".parse()?), [0, 4, 4]);
/// assert_eq!(points("1/0/5".parse()?), [1, 0, 5]);
/// assert!("100".parse::<Komi>().is_err());
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Komi([u8; MAX_PLAYERS]);

impl Komi {
    /// Returns the points of a seat.
    #[inline]
    pub fn of(self, seat: Player) -> Points {
        self.0[seat.index()].into()
    }
}

impl fmt::Display for Komi {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [first, rest @ ..] = self.0;
        if first == 0 && rest.iter().all(|points| *points == rest[0]) {
            return write!(f, "{}", rest[0]);
        }
        let last = self.0.iter().rposition(|points| *points > 0).unwrap_or(0).max(1);
        f.write_str(&self.0[..=last].iter().map(u8::to_string).collect::<Vec<_>>().join("/"))
    }
}

impl FromStr for Komi {
    type Err = String;
    fn from_str(text: &str) -> Result<Komi, String> {
        let read = |part: &str| part.trim().parse().ok().filter(|points| *points <= MAX_KOMI);
        let parts: Option<Vec<u8>> = text.split('/').map(read).collect();
        match parts.as_deref() {
            Some([points]) => Ok(Komi([0, *points, *points, *points, *points])),
            Some(points) if points.len() <= MAX_PLAYERS => {
                let mut komi = Komi::default();
                komi.0[..points.len()].copy_from_slice(points);
                Ok(komi)
            }
            _ => Err(format!(
                "\"{text}\" is wrong; points from 0 to {MAX_KOMI} for all seats but the first, such as 4, or by seat, such as 0/3/5, are possible"
            )),
        }
    }
}

impl Serialize for Komi {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Komi {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Komi, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

options::option_values!(Komi);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_parse_back() {
        for text in ["0", "4", "0/4", "1/0", "0/3/5", "0/0/0/0/1"] {
            assert_eq!(text.parse::<Komi>().map(|komi| komi.to_string()), Ok(text.to_owned()));
        }
        assert_eq!("0/4/4/4/4".parse::<Komi>(), "4".parse());
        for wrong in ["", "-1", "4/", "0/1/2/3/4/5", "100", "x"] {
            assert!(wrong.parse::<Komi>().is_err(), "{wrong}");
        }
    }
}
