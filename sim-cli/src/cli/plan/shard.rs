//! A part of a run: some of its blocks, which depend on nothing but the plan and the part's number.

use std::fmt;
use std::ops::Range;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// Part `index` of `of` parts, from 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Shard {
    /// Which part, from 0.
    pub index: u64,
    /// How many parts there are.
    pub of: u64,
}

/// More parts than this are a mistake: nobody wants as many folders.
const MOST: u64 = 100_000;

impl Shard {
    /// Whether the numbers make sense.
    pub fn is_possible(self) -> bool {
        self.index < self.of && self.of <= MOST
    }

    /// Its blocks; the parts differ by at most one block.
    pub fn blocks(self, all: u64) -> Range<u64> {
        let bound = |part: u64| (u128::from(all) * u128::from(part) / u128::from(self.of)) as u64;
        bound(self.index)..bound(self.index + 1)
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index, self.of)
    }
}

impl FromStr for Shard {
    type Err = String;
    fn from_str(text: &str) -> Result<Shard, String> {
        let parse = |(index, of): (&str, &str)| Some(Shard { index: index.parse().ok()?, of: of.parse().ok()? });
        text.split_once('/').and_then(parse).filter(|shard| shard.is_possible()).ok_or_else(|| {
            format!("\"{text}\" is no part; I/N is expected, I from 0 to N-1, such as 0/8 (N at most {MOST})")
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_parts_are_the_whole_in_order() {
        for (all, of) in [(10, 3), (3, 10), (1 << 59, 7), (100, 1)] {
            let mut next = 0;
            for index in 0..of {
                let blocks = Shard { index, of }.blocks(all);
                assert_eq!(blocks.start, next);
                assert!((all / of..=all / of + 1).contains(&(blocks.end - blocks.start)));
                next = blocks.end;
            }
            assert_eq!(next, all);
        }
    }

    #[test]
    fn parts_that_do_not_exist_are_refused() {
        assert_eq!("3/8".parse(), Ok(Shard { index: 3, of: 8 }));
        for text in ["8/8", "0/0", "-1/2", "1", "1/2/3", "a/b", "0/100001"] {
            assert!(text.parse::<Shard>().is_err(), "{text}");
        }
    }
}
