//! Rule options (V1–V9) and the printed numbers.
//!
//! ```
//! use goldrush_engine::gold_rush::{Locomotives, Rules};
//!
//! let printed = Rules::default();
//! assert_eq!((printed.tents, printed.cowboys, printed.farmers), (1, 4, true));
//! let rules = Rules { locomotives: Locomotives::Never, tokens: Some("2=63".parse()?), ..printed };
//! assert_eq!(rules.tokens.map(|tokens| tokens.to_string()), Some("2=63".to_string()));
//! # Ok::<(), String>(())
//! ```

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::catalogue::{FeatureKind, TokenMix};
use super::restriction::{Denied, Restriction};
use crate::game::Points;
use crate::landscape::pieces::MAX_PIECES;
use crate::options::{self, Values};
use crate::player::Player;

/// G21: points for a tipi camp.
pub const CAMP_POINTS: Points = 2;
/// G21: points for a herd of wild horses.
pub const HERD_POINTS: Points = 4;
/// G16: points for each completed railroad of a city.
pub const CITY_RAILROAD_POINTS: Points = 3;
/// V2: maximum number of tents per player.
pub const MAX_TENTS: usize = 3;
/// V4: maximum number of cowboys per player; all may end up in one feature.
pub const MAX_COWBOYS: usize = MAX_PIECES;

/// V3: effect of locomotives on a completed railroad.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Locomotives {
    /// Exactly one doubles its points: the printed rule.
    #[default]
    ExactlyOne,
    /// Locomotives never double.
    Never,
    /// One or more double its points.
    AtLeastOne,
}

impl Locomotives {
    /// All values.
    pub const ALL: [Locomotives; 3] = [Locomotives::ExactlyOne, Locomotives::Never, Locomotives::AtLeastOne];
}

impl fmt::Display for Locomotives {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(["exactly-one", "never", "at-least-one"][*self as usize])
    }
}

impl FromStr for Locomotives {
    type Err = String;
    fn from_str(text: &str) -> Result<Locomotives, String> {
        Locomotives::ALL
            .into_iter()
            .find(|l| l.to_string() == text)
            .ok_or_else(|| format!("\"{text}\" is unknown; exactly-one, never and at-least-one are possible"))
    }
}

options::option_values!(Locomotives);

/// Default for records of programs that predate V8.
fn each_turn() -> u8 {
    1
}

options::rules! {
    /// Rule options of Gold Rush. The default is the printed game.
    {
        /// V1: true if cowboys may be farmers.
        farmers: bool = true; "V1", Values::Switch, User, "No farmers",
            [("false", "Without farmers"), ("true", "With farmers")];
        /// V2: tents per player, 0 to 3.
        tents: u8 = 1; "V2", Values::Number(0, MAX_TENTS as u8), User, "Tents per player",
            [
                ("0", "Without tents"),
                ("1", "With 1 tent instead of {base}"),
                ("*", "With {level} tents instead of {base}"),
            ];
        /// V3: when a railroad counts double.
        locomotives: Locomotives = Locomotives::ExactlyOne;
            "V3", Values::Words(&["exactly-one", "never", "at-least-one"]), User,
            "Locomotives that double a railroad",
            [
                ("exactly-one", "If exactly one locomotive doubles a railroad"),
                ("never", "If locomotives never double a railroad"),
                ("at-least-one", "If one or more locomotives double a railroad"),
            ];
        /// V4: playable cowboys per player, 1 to 7.
        cowboys: u8 = 4; "V4", Values::Number(1, MAX_COWBOYS as u8), User, "Playable cowboys per player",
            [("1", "With 1 cowboy instead of {base}"), ("*", "With {level} cowboys instead of {base}")];
        /// V5: true if a cowboy may be taken back instead of placed.
        take_back: bool = false; "V5", Values::Switch, User, "Let players take back a cowboy instead of placing one",
            [("true", "If players may take cowboys back"), ("false", "If players may not take cowboys back")];
        /// V8: a player mines at most once in this many of their turns, 1 or more.
        #[serde(default = "each_turn")]
        mining_interval: u8 = 1;
            "V8", Values::Number(1, u8::MAX), User, "Let players mine once every N turns",
            [("1", "If players may mine every turn"), ("*", "If players may mine only once in {level} turns")];
        /// V6: mining tokens that replace the catalogue's.
        #[serde(skip_serializing_if = "Option::is_none")]
        tokens: Option<TokenMix> = None;
            "V6", Values::Text("value=count,…", "2=63"), User, "Replace the mining tokens",
            [
                ("printed", "With the printed mining tokens"),
                ("*", "With the mining tokens {level} instead of {base}"),
            ];
        /// V9: element denied to one seat.
        #[serde(skip_serializing_if = "Option::is_none")]
        restriction: Option<Restriction> = None;
            "V9", Values::Text("a seat and what it may not do", "0:tents"), Denial, "Element denied to one seat", [];
    }
}

impl Rules {
    /// V9: returns what a seat is denied, if anything.
    #[inline]
    pub fn denied(&self, seat: Player) -> Option<Denied> {
        self.restriction.filter(|restriction| restriction.seat == seat.index()).map(|restriction| restriction.denied)
    }

    /// V1: returns true if cowboys may stand on this kind of feature.
    #[inline]
    pub fn admits(&self, kind: FeatureKind) -> bool {
        self.farmers || kind != FeatureKind::Prairie
    }
}

impl fmt::Display for TokenMix {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_empty() {
            // An empty text would mean the printed tokens.
            return f.write_str("0=0");
        }
        let parts: Vec<_> = self.counts().map(|(value, count)| format!("{value}={count}")).collect();
        f.write_str(&parts.join(","))
    }
}

impl FromStr for TokenMix {
    type Err = String;
    fn from_str(text: &str) -> Result<TokenMix, String> {
        let pair = |part: &str| -> Option<(u32, u32)> {
            let (value, count) = part.trim().split_once('=')?;
            Some((value.trim().parse().ok()?, count.trim().parse().ok()?))
        };
        if text.trim().is_empty() {
            return TokenMix::new([]);
        }
        let read = |part: &str| pair(part).ok_or_else(|| format!("\"{part}\" is not value=count, such as 2=63"));
        let pairs = text.split(',').map(read).collect::<Result<Vec<_>, _>>()?;
        if let Some((value, _)) =
            pairs.iter().enumerate().find(|(i, p)| pairs[..*i].iter().any(|q| q.0 == p.0)).map(|(_, p)| p)
        {
            return Err(format!("the value {value} is given twice"));
        }
        TokenMix::new(pairs)
    }
}

impl Serialize for TokenMix {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.counts().map(|(value, count)| (value.to_string(), count)))
    }
}

impl<'de> Deserialize<'de> for TokenMix {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<TokenMix, D::Error> {
        use serde::de::Error;
        let mut pairs = Vec::new();
        for (value, count) in BTreeMap::<String, u32>::deserialize(deserializer)? {
            let value = value.parse().map_err(|_| D::Error::custom(format!("\"{value}\" is no token value")))?;
            pairs.push((value, count));
        }
        TokenMix::new(pairs).map_err(D::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn token_mixes_parse_back() {
        let mix: TokenMix = "0=10,1=10,2=30,3=10,5=3".parse().unwrap();
        assert_eq!(mix.len(), 63);
        assert_eq!(mix.to_string().parse(), Ok(mix));
        let none = TokenMix::new([]).unwrap();
        assert_eq!(none.to_string(), "0=0");
        assert_eq!("0=0".parse(), Ok(none));
        for wrong in ["2", "2=x", "99=1", "1=300", "2=1,2=2", "2=1,,3=1"] {
            assert!(wrong.parse::<TokenMix>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn options_out_of_range_are_refused() {
        let rules = Rules::default();
        assert!(options::validate(&rules).is_ok());
        assert!(options::validate(&Rules { tents: 4, ..rules.clone() }).is_err());
        assert!(options::validate(&Rules { cowboys: 0, ..rules.clone() }).is_err());
        assert!(options::validate(&Rules { cowboys: 8, ..rules.clone() }).is_err());
        assert!(options::validate(&Rules { mining_interval: 0, ..rules }).is_err());
    }
}
