//! Rule options (V1–V6, V8–V21).
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
use crate::komi::Komi;
use crate::landscape::pieces::{MAX_PIECES, PieceCounts};
use crate::landscape::ties::Ties;
use crate::options::{self, Values};
use crate::player::Player;

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

options::option_values!(Locomotives, TentPlaces);

/// V18: mountains on which tents may be pitched.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TentPlaces {
    /// Any: the printed rule.
    #[default]
    Any,
    /// Those without cowboys of other players.
    WithoutOthers,
    /// Those with a cowboy.
    WithCowboys,
    /// Those with a cowboy of the tent's owner.
    WithOwn,
}

impl TentPlaces {
    /// Names of the values.
    pub const NAMES: &'static [&'static str] = &["any", "without-others", "with-cowboys", "with-own"];
    const ALL: [TentPlaces; 4] =
        [TentPlaces::Any, TentPlaces::WithoutOthers, TentPlaces::WithCowboys, TentPlaces::WithOwn];

    /// Returns true if a player may pitch a tent on a mountain with these cowboys.
    #[inline]
    pub fn allow(self, owner: Player, cowboys: PieceCounts) -> bool {
        match self {
            TentPlaces::Any => true,
            TentPlaces::WithoutOthers => cowboys.without(owner).is_empty(),
            TentPlaces::WithCowboys => !cowboys.is_empty(),
            TentPlaces::WithOwn => cowboys.count(owner) > 0,
        }
    }
}

impl fmt::Display for TentPlaces {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(TentPlaces::NAMES[*self as usize])
    }
}

impl FromStr for TentPlaces {
    type Err = String;
    fn from_str(text: &str) -> Result<TentPlaces, String> {
        let known = TentPlaces::ALL.into_iter().find(|places| places.to_string() == text);
        known.ok_or_else(|| format!("\"{text}\" is unknown; {} are possible", TentPlaces::NAMES.join(", ")))
    }
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
        mining_interval: u8 = 1;
            "V8", Values::Number(1, u8::MAX), User, "Let players mine once every N turns",
            [("1", "If players may mine every turn"), ("*", "If players may mine only once in {level} turns")];
        /// V6: mining tokens that replace the catalogue's.
        tokens: Option<TokenMix> = None;
            "V6", Values::Text("value=count,…", "2=63"), User, "Replace the mining tokens",
            [
                ("printed", "With the printed mining tokens"),
                ("*", "With the mining tokens {level} instead of {base}"),
            ];
        /// V9: element denied to one seat.
        restriction: Option<Restriction> = None;
            "V9", Values::Text("a seat and what it may not do", "0:tents"), Denial, "Element denied to one seat", [];
        /// V10: points for each tile of a railroad.
        railroad_points: u8 = 1; "V10", Values::Number(0, 20), Number, "Points for each tile of a railroad",
            [("*", "With {level} points for a tile of a railroad instead of {base}")];
        /// V11: factor by which a locomotive multiplies a railroad.
        locomotive_factor: u8 = 2; "V11", Values::Number(1, 10), Number, "Factor of a locomotive",
            [("*", "If locomotives multiply a railroad by {level} instead of {base}")];
        /// V12: points for each nugget of a mountain.
        nugget_points: u8 = 1; "V12", Values::Number(0, 20), Number, "Points for each nugget of a mountain",
            [("*", "With {level} points for a nugget instead of {base}")];
        /// V13: points for each completed railroad of a city.
        city_points: u8 = 3; "V13", Values::Number(0, 20), Number, "Points for each completed railroad of a city",
            [("*", "With {level} points for a railroad of a city instead of {base}")];
        /// V14: points for each tipi camp of a prairie.
        camp_points: u8 = 2; "V14", Values::Number(0, 20), Number, "Points for each tipi camp",
            [("*", "With {level} points for a tipi camp instead of {base}")];
        /// V15: points for each herd of wild horses of a prairie.
        herd_points: u8 = 4; "V15", Values::Number(0, 20), Number, "Points for each herd of wild horses",
            [("*", "With {level} points for a herd instead of {base}")];
        /// V16: true if incomplete railroads, mountains and cities score at the end.
        incomplete: bool = true; "V16", Values::Switch, Number, "Incomplete features score at the end",
            [
                ("false", "If incomplete features score nothing"),
                ("true", "If incomplete features score at the end"),
            ];
        /// V17: points of tied seats.
        ties: Ties = Ties::All; "V17", Values::Words(Ties::NAMES), Number, "Points of players tied for a majority",
            [
                ("all", "If all tied players score in full"),
                ("nobody", "If tied players score nothing"),
                ("half", "If tied players score half"),
            ];
        /// V18: mountains on which tents may be pitched.
        tent_places: TentPlaces = TentPlaces::Any; "V18", Values::Words(TentPlaces::NAMES), Number,
            "Mountains open to tents",
            [
                ("any", "If tents may be pitched on any mountain"),
                ("without-others", "If tents may not be pitched beside cowboys of others"),
                ("with-cowboys", "If tents may only be pitched beside cowboys"),
                ("with-own", "If tents may only be pitched beside the player's own cowboys"),
            ];
        /// V19: tokens laid for each nugget.
        tokens_per_nugget: u8 = 1; "V19", Values::Number(0, 4), Number, "Tokens laid for each nugget",
            [("1", "With 1 token for each nugget instead of {base}"), ("*", "With {level} tokens for each nugget instead of {base}")];
        /// V20: tiles left out at random.
        tiles_left_out: u8 = 0; "V20", Values::Number(0, 60), Number, "Tiles left out at random",
            [("0", "With all tiles"), ("*", "With {level} tiles left out at random instead of {base}")];
        /// V21: points of the seats at the start.
        komi: Komi = Komi::default(); "V21", Values::Text("points for all seats but the first, or by seat", "0/4"), Number,
            "Points of the seats at the start",
            [("0", "Without points at the start"), ("*", "With {level} points at the start (komi) instead of {base}")];
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
