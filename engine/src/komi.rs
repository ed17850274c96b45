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
    Values::Text("points for all seats but the first, or by seat", "B4"),
    "Points of the seats at the start (komi)",
    &[
        ("0", "Without points at the start"),
        (NOBODY, "Without points at the start"),
        (
            "*",
            "With points at the start (komi {level}) instead of {base}",
        ),
    ],
);

/// Text for points of nobody.
const NOBODY: &str = "none";
/// Text before the points of all seats but the first.
const LATER: &str = "later";
/// Letters of the seats, in playing order.
const LETTERS: [char; MAX_PLAYERS] = ['A', 'B', 'C', 'D', 'E'];

/// V21: points that seats have from the start. Text: seats with their points, such as `B4` or `A1+C5`; seats that are not named
/// have none. A number, such as `4`, is for all seats but the first, and is written as `later4`. So no reader of tables takes the
/// text for a number or a date.
///
/// # Examples
///
/// ```
/// use goldrush_engine::komi::Komi;
/// use goldrush_engine::player::Player;
///
/// let points = |komi: Komi| Player::all(3).map(|seat| komi.of(seat)).collect::<Vec<_>>();
/// assert_eq!(points("4".parse()?), [0, 4, 4]);
/// assert_eq!(points("A1+C5".parse()?), [1, 0, 5]);
/// assert!("B100".parse::<Komi>().is_err());
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Komi([u8; MAX_PLAYERS]);

impl Komi {
    /// Creates it from the points of the seats in playing order; `None` if one is more than [`MAX_KOMI`], or there are too many.
    pub fn by_seat(points: &[u8]) -> Option<Komi> {
        let mut komi = Komi::default();
        komi.0.get_mut(..points.len())?.copy_from_slice(points);
        points
            .iter()
            .all(|points| *points <= MAX_KOMI)
            .then_some(komi)
    }

    /// Gives these points to all seats but the first.
    fn later(points: u8) -> Komi {
        Komi([0, points, points, points, points])
    }

    /// Returns the points of a seat.
    #[inline]
    pub fn of(self, seat: Player) -> Points {
        self.0[seat.index()].into()
    }

    /// Checks that all seats with points are in the game.
    ///
    /// # Errors
    /// Names the seat that is not.
    pub fn check(self, players: usize) -> Result<(), String> {
        let beyond = (players..MAX_PLAYERS).rev().find(|seat| self.0[*seat] > 0);
        match beyond.filter(|_| self != Komi::later(self.0[1])) {
            Some(seat) => {
                let seat = LETTERS[seat];
                let last = LETTERS[players - 1];
                Err(format!(
                    "komi: {self} gives points to seat {seat}; there are seats A to {last}"
                ))
            }
            None => Ok(()),
        }
    }
}

impl fmt::Display for Komi {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if *self == Komi::default() {
            return f.write_str(NOBODY);
        }
        if *self == Komi::later(self.0[1]) {
            return write!(f, "{LATER}{}", self.0[1]);
        }
        let named = LETTERS.iter().zip(self.0).filter(|(_, points)| *points > 0);
        f.write_str(
            &named
                .map(|(seat, points)| format!("{seat}{points}"))
                .collect::<Vec<_>>()
                .join("+"),
        )
    }
}

impl FromStr for Komi {
    type Err = String;
    fn from_str(text: &str) -> Result<Komi, String> {
        let text = text.trim();
        let read = match text.strip_prefix(LATER).unwrap_or(text) {
            NOBODY => Some(Komi::default()),
            number => points(number).map(Komi::later).or_else(|| by_name(text)),
        };
        read.ok_or_else(|| {
            format!(
                "\"{text}\" is wrong; points from 0 to {MAX_KOMI} for all seats but the first, such as 4, or for seats by their \
                 letters, such as B4 or A1+C5, are possible"
            )
        })
    }
}

/// Parses the points of seats that are named, such as `A1+C5`; a comma may stand for the plus.
fn by_name(text: &str) -> Option<Komi> {
    let mut all = [None; MAX_PLAYERS];
    for part in text.split(['+', ',']).map(str::trim) {
        let letter = part.chars().next()?.to_ascii_uppercase();
        let seat = LETTERS.iter().position(|seat| *seat == letter)?;
        if all[seat].replace(points(&part[1..])?).is_some() {
            return None;
        }
    }
    Some(Komi(all.map(Option::unwrap_or_default)))
}

/// Parses the points of a seat.
fn points(text: &str) -> Option<u8> {
    let is_number = text.bytes().all(|digit| digit.is_ascii_digit());
    text.parse()
        .ok()
        .filter(|points| is_number && *points <= MAX_KOMI)
}

impl Serialize for Komi {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Komi {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Komi, D::Error> {
        String::deserialize(deserializer)?
            .parse()
            .map_err(serde::de::Error::custom)
    }
}

options::option_values!(Komi);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_parse_back() {
        for text in [
            "none",
            "later4",
            "B4",
            "A1",
            "B3+C5",
            "A1+B3+C5",
            "E1",
            "A99+B99+C99+D99+E99",
        ] {
            assert_eq!(
                text.parse::<Komi>().map(|komi| komi.to_string()),
                Ok(text.to_owned())
            );
        }
        for (text, same) in [
            ("0", "none"),
            ("4", "later4"),
            ("B4+C4+D4+E4", "4"),
            ("C5,a1", "A1+C5"),
            ("A0+B4", "B4"),
            (" B3 + C5 ", "B3+C5"),
        ] {
            assert_eq!(text.parse::<Komi>(), same.parse(), "{text}");
        }
        for wrong in [
            "", "-1", "4/", "0/3/5", "1-3-5", "F1", "A", "B4+B5", "B4+", "100", "B100", "B+4", "x",
            "later", "żB4",
        ] {
            assert!(wrong.parse::<Komi>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn points_of_a_seat_that_is_not_in_the_game_are_refused() {
        for (text, players) in [("C5", 2), ("B3+C5", 2), ("A1+E1", 4), ("B4+C4+D4", 3)] {
            let komi: Komi = text.parse().unwrap();
            assert!(
                komi.check(players).is_err() && komi.check(players + 1).is_ok(),
                "{text}"
            );
        }
        for text in ["none", "4", "A1+B3"] {
            assert_eq!(text.parse::<Komi>().unwrap().check(2), Ok(()), "{text}");
        }
    }
}
