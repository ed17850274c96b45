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
use crate::komi::{KOMI, Komi};
use crate::landscape::options::{INCOMPLETE, TILES_LEFT_OUT};
use crate::landscape::pieces::{MAX_PIECES, PieceCounts};
use crate::landscape::ties::{TIES, Ties};
use crate::options::{self, Values, row};
use crate::player::Player;

/// V2: maximum number of tents per player.
pub const MAX_TENTS: usize = 5;
/// V4: maximum number of cowboys per player; all may end up in one feature.
pub const MAX_COWBOYS: usize = MAX_PIECES;

options::word_option! {
    /// V3: effect of locomotives on a completed railroad.
    Locomotives {
        /// Exactly one doubles its points: the printed rule.
        #[default]
        ExactlyOne = "exactly-one",
        /// Locomotives never double.
        Never = "never",
        /// One or more double its points.
        AtLeastOne = "at-least-one",
    }
}

options::word_option! {
    /// V18: mountains on which tents may be pitched.
    TentPlaces {
        /// Any: the printed rule.
        #[default]
        Any = "any",
        /// Those without cowboys of other players.
        WithoutOthers = "without-others",
        /// Those with a cowboy.
        WithCowboys = "with-cowboys",
        /// Those with a cowboy of the tent's owner.
        WithOwn = "with-own",
    }
}

impl TentPlaces {
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

options::rules! {
    /// Rule options of Gold Rush. The default is the printed game.
    {
        /// V1: true if cowboys may be farmers.
        farmers: bool = true; User, row("V1", Values::Switch, "No farmers",
            &[("false", "Without farmers"), ("true", "With farmers")]);
        /// V2: tents per player, 0 to 5.
        tents: u8 = 1; User, row("V2", Values::Number(0, MAX_TENTS as u8), "Tents per player",
            &[("0", "Without tents"), ("*", "With {level} tent{s} instead of {base}")]);
        /// V3: when a railroad counts double.
        locomotives: Locomotives = Locomotives::ExactlyOne;
            User, row("V3", Values::Words(Locomotives::WORDS), "Locomotives that double a railroad",
            &[
                ("exactly-one", "If exactly one locomotive doubles a railroad"),
                ("never", "If locomotives never double a railroad"),
                ("at-least-one", "If one or more locomotives double a railroad"),
            ]);
        /// V4: playable cowboys per player, 1 to 7.
        cowboys: u8 = 4; User, row("V4", Values::Number(1, MAX_COWBOYS as u8), "Playable cowboys per player",
            &[("*", "With {level} cowboy{s} instead of {base}")]);
        /// V5: true if a cowboy may be taken back instead of placed.
        take_back: bool = false;
            User, row("V5", Values::Switch, "Let players take back a cowboy instead of placing one",
            &[("true", "If players may take cowboys back"), ("false", "If players may not take cowboys back")]);
        /// V8: a player mines at most once in this many of their turns, 1 or more.
        mining_interval: u8 = 1; User, row("V8", Values::Number(1, u8::MAX), "Let players mine once every N turns",
            &[("1", "If players may mine every turn"), ("*", "If players may mine only once in {level} turns")]);
        /// V6: mining tokens that replace the catalogue's.
        tokens: Option<TokenMix> = None;
            User, row("V6", Values::Text("value=count,…", "2=63"), "Replace the mining tokens",
            &[
                ("printed", "With the printed mining tokens"),
                ("*", "With the mining tokens {level} instead of {base}"),
            ]);
        /// V9: element denied to one seat.
        restriction: Option<Restriction> = None;
            Denial, row("V9", Values::Text("a seat and what it may not do", "0:tents"), "Element denied to one seat", &[]);
        /// V10: points for each tile of a railroad.
        railroad_points: u8 = 1; Number, row("V10", Values::Number(0, 20), "Points for each tile of a railroad",
            &[("*", "With {level} point{s} for a tile of a railroad instead of {base}")]);
        /// V11: factor by which a locomotive multiplies a railroad.
        locomotive_factor: u8 = 2; Number, row("V11", Values::Number(1, 10), "Factor of a locomotive",
            &[("*", "If locomotives multiply a railroad by {level} instead of {base}")]);
        /// V12: points for each nugget of a mountain.
        nugget_points: u8 = 1; Number, row("V12", Values::Number(0, 20), "Points for each nugget of a mountain",
            &[("*", "With {level} point{s} for a nugget instead of {base}")]);
        /// V13: points for each completed railroad of a city.
        city_points: u8 = 3; Number, row("V13", Values::Number(0, 20), "Points for each completed railroad of a city",
            &[("*", "With {level} point{s} for a railroad of a city instead of {base}")]);
        /// V14: points for each tipi camp of a prairie.
        camp_points: u8 = 2; Number, row("V14", Values::Number(0, 20), "Points for each tipi camp",
            &[("*", "With {level} point{s} for a tipi camp instead of {base}")]);
        /// V15: points for each herd of wild horses of a prairie.
        herd_points: u8 = 4; Number, row("V15", Values::Number(0, 20), "Points for each herd of wild horses",
            &[("*", "With {level} point{s} for a herd instead of {base}")]);
        /// V16: true if incomplete railroads, mountains and cities score at the end.
        incomplete: bool = true; Number, INCOMPLETE;
        /// V17: points of tied seats.
        ties: Ties = Ties::All; Number, TIES;
        /// V18: mountains on which tents may be pitched.
        tent_places: TentPlaces = TentPlaces::Any;
            Number, row("V18", Values::Words(TentPlaces::WORDS), "Mountains open to tents",
            &[
                ("any", "If tents may be pitched on any mountain"),
                ("without-others", "If tents may not be pitched beside cowboys of others"),
                ("with-cowboys", "If tents may only be pitched beside cowboys"),
                ("with-own", "If tents may only be pitched beside the player's own cowboys"),
            ]);
        /// V19: tokens laid for each nugget.
        tokens_per_nugget: u8 = 1; Number, row("V19", Values::Number(0, 4), "Tokens laid for each nugget",
            &[("*", "With {level} token{s} for each nugget instead of {base}")]);
        /// V20: tiles left out at random.
        tiles_left_out: u8 = 0; Number, TILES_LEFT_OUT;
        /// V21: points of the seats at the start.
        komi: Komi = Komi::default(); Number, KOMI;
    }
}

impl Rules {
    /// V9: returns what a seat is denied, if anything.
    #[inline]
    pub fn denied(&self, seat: Player) -> Option<Denied> {
        self.restriction
            .filter(|restriction| restriction.seat == seat.index())
            .map(|restriction| restriction.denied)
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
        let parts: Vec<_> = self
            .counts()
            .map(|(value, count)| format!("{value}={count}"))
            .collect();
        f.write_str(&parts.join(","))
    }
}

/// Parses a value and its number of tokens: `2=63`.
fn parse_token_count(text: &str) -> Option<(u32, u32)> {
    let (value, count) = text.trim().split_once('=')?;
    Some((value.trim().parse().ok()?, count.trim().parse().ok()?))
}

impl FromStr for TokenMix {
    type Err = String;
    fn from_str(text: &str) -> Result<TokenMix, String> {
        if text.trim().is_empty() {
            return TokenMix::new([]);
        }
        let mut pairs = Vec::new();
        for part in text.split(',') {
            let pair = parse_token_count(part);
            pairs.push(pair.ok_or_else(|| format!("\"{part}\" is not value=count, such as 2=63"))?);
        }
        if let Some((value, _)) = pairs
            .iter()
            .enumerate()
            .find(|(i, p)| pairs[..*i].iter().any(|q| q.0 == p.0))
            .map(|(_, p)| p)
        {
            return Err(format!("the value {value} is given twice"));
        }
        TokenMix::new(pairs)
    }
}

impl Serialize for TokenMix {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(
            self.counts()
                .map(|(value, count)| (value.to_string(), count)),
        )
    }
}

impl<'de> Deserialize<'de> for TokenMix {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<TokenMix, D::Error> {
        use serde::de::Error;
        let mut pairs = Vec::new();
        for (value, count) in BTreeMap::<String, u32>::deserialize(deserializer)? {
            let value = value
                .parse()
                .map_err(|_| D::Error::custom(format!("\"{value}\" is no token value")))?;
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
        assert!(
            options::validate(&Rules {
                tents: MAX_TENTS as u8 + 1,
                ..rules.clone()
            })
            .is_err()
        );
        assert!(
            options::validate(&Rules {
                cowboys: 0,
                ..rules.clone()
            })
            .is_err()
        );
        assert!(
            options::validate(&Rules {
                cowboys: 8,
                ..rules.clone()
            })
            .is_err()
        );
        assert!(
            options::validate(&Rules {
                mining_interval: 0,
                ..rules
            })
            .is_err()
        );
    }
}
