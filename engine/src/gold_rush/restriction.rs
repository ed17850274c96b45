//! V9: one seat may not do something the others may. A variant of this project, for measuring the value of an element
//! of the game to its owner, and for handicaps.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::catalogue::FeatureKind;

/// A seat and what it is denied.
///
/// # Examples
///
/// ```
/// use goldrush_engine::gold_rush::{Denied, Restriction, Rules};
/// use goldrush_engine::player::Player;
///
/// let rules = Rules { restriction: Some("0:tents".parse()?), ..Rules::default() };
/// assert_eq!(rules.denied(Player::FIRST), Some(Denied::Tents));
/// assert_eq!(rules.restriction, Some(Restriction { seat: 0, denied: Denied::Tents }));
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Restriction {
    /// Seat, from 0.
    pub seat: usize,
    /// Denied element of the game.
    pub denied: Denied,
}

/// Element of the game denied to a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub enum Denied {
    /// Placing a cowboy on a feature of this kind.
    Cowboys(FeatureKind),
    /// Pitching or moving a tent, and so mining.
    Tents,
    /// Mining.
    Mining,
    /// Taking a cowboy back (V5).
    TakeBack,
    /// Its last cowboy: it plays with one fewer (V4).
    Cowboy,
}

impl Denied {
    /// All values.
    pub const ALL: [Denied; 8] = [
        Denied::Cowboys(FeatureKind::Railroad),
        Denied::Cowboys(FeatureKind::Mountain),
        Denied::Cowboys(FeatureKind::City),
        Denied::Cowboys(FeatureKind::Prairie),
        Denied::Tents,
        Denied::Mining,
        Denied::TakeBack,
        Denied::Cowboy,
    ];
}

impl fmt::Display for Denied {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Denied::Cowboys(FeatureKind::Railroad) => "railwaymen",
            Denied::Cowboys(FeatureKind::Mountain) => "miners",
            Denied::Cowboys(FeatureKind::City) => "merchants",
            Denied::Cowboys(FeatureKind::Prairie) => "farmers",
            Denied::Tents => "tents",
            Denied::Mining => "mining",
            Denied::TakeBack => "take-back",
            Denied::Cowboy => "one-cowboy",
        })
    }
}

impl FromStr for Denied {
    type Err = String;
    fn from_str(text: &str) -> Result<Denied, String> {
        Denied::ALL
            .into_iter()
            .find(|denied| denied.to_string() == text)
            .ok_or_else(|| {
                let known = Denied::ALL.map(|denied| denied.to_string()).join(", ");
                format!("\"{text}\" cannot be denied; {known} can")
            })
    }
}

impl From<Denied> for String {
    fn from(denied: Denied) -> String {
        denied.to_string()
    }
}

impl TryFrom<String> for Denied {
    type Error = String;
    fn try_from(text: String) -> Result<Denied, String> {
        text.parse()
    }
}

/// Scenario notation: `0:tents`.
impl fmt::Display for Restriction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.seat, self.denied)
    }
}

impl FromStr for Restriction {
    type Err = String;
    fn from_str(text: &str) -> Result<Restriction, String> {
        let (seat, denied) = text
            .split_once(':')
            .ok_or("a seat and what it may not do are expected, such as 0:tents")?;
        let seat = seat.parse().map_err(|_| format!("\"{seat}\" is no seat"))?;
        Ok(Restriction {
            seat,
            denied: denied.parse()?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn restrictions_parse_back() {
        for denied in Denied::ALL {
            let restriction = Restriction { seat: 3, denied };
            assert_eq!(restriction.to_string().parse(), Ok(restriction));
        }
        for wrong in ["tents", "x:tents", "0:weather", ""] {
            assert!(wrong.parse::<Restriction>().is_err(), "{wrong}");
        }
    }
}
