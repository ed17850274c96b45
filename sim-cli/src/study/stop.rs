//! Ending a run as soon as it has told what was asked. Looks are taken after fixed numbers of whole blocks, so that neither
//! threads nor interruptions decide where it ends; every interval is wide enough to hold at all of them together.

use serde::{Deserialize, Serialize};

use crate::error::bad_input;
use crate::stats::confidence::Confidence;

/// What ends a run before its last block.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stop {
    /// Every answer to what was asked is settled: something changes, does not, or the bots disagree.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub settled: bool,
    /// Intervals of shares reach no farther than this from their means, 0 to 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub share: Option<f64>,
    /// Intervals of points, turns and counts reach no farther than this.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub points: Option<f64>,
}

/// More looks cost more width than they save games.
const MOST_LOOKS: usize = 10;
/// Fewer blocks than this are not looked at.
const FEWEST: u64 = 64;

impl Stop {
    /// Reads `share=0.5%,points=0.5`; a share is a per cent, or a number from 0 to 1.
    ///
    /// # Errors
    /// Says what would be right.
    pub fn parse_precision(text: &str) -> anyhow::Result<Stop> {
        let form = "share=0.5% or points=0.5, or both with a comma between them, is expected";
        let wrong = || bad_input(format!("--precision {text}: {form}"));
        let mut stop = Stop::default();
        for part in text.split(',') {
            let (name, value) = part.split_once('=').ok_or_else(wrong)?;
            let (number, unit) = match value.trim().strip_suffix('%') {
                Some(number) => (number.trim(), 100.0),
                None => (value.trim(), 1.0),
            };
            let number = number.parse::<f64>().ok().filter(|number| number.is_finite() && *number > 0.0);
            let number = number.ok_or_else(wrong)? / unit;
            match (name.trim(), unit) {
                ("share", _) if stop.share.is_none() && number < 1.0 => stop.share = Some(number),
                ("points", 1.0) if stop.points.is_none() => stop.points = Some(number),
                _ => return Err(wrong()),
            }
        }
        Ok(stop)
    }

    /// As it is written after `--precision`; empty if there is none.
    pub fn precision(&self) -> String {
        let share = self.share.map(|share| format!("share={share}"));
        let points = self.points.map(|points| format!("points={points}"));
        share.into_iter().chain(points).collect::<Vec<_>>().join(",")
    }

    /// Whether it is one that can have been asked for.
    pub fn is_possible(&self) -> bool {
        let positive = |half: Option<f64>| half.is_none_or(|half| half.is_finite() && half > 0.0);
        positive(self.share) && positive(self.points) && (self.settled || self.share.or(self.points).is_some())
    }

    /// After how many blocks of a run of so many results are looked at: each time after 1.6 times as many.
    pub fn looks(&self, blocks: u64) -> Vec<u64> {
        let mut looks: Vec<u64> = std::iter::successors(Some(blocks), |later| Some(later * 5 / 8))
            .take(MOST_LOOKS)
            .take_while(|&look| look == blocks || look >= FEWEST)
            .collect();
        looks.reverse();
        looks
    }

    /// How sure each interval of a run of so many blocks is.
    pub fn confidence(&self, blocks: u64) -> Confidence {
        Confidence::over(self.looks(blocks).len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_precision_is_read_back() {
        let stop = Stop::parse_precision("share=0.5%, points=0.25").unwrap();
        assert_eq!((stop.share, stop.points, stop.settled), (Some(0.005), Some(0.25), false));
        assert_eq!(Stop::parse_precision(&stop.precision()).unwrap(), stop);
        assert_eq!(Stop::parse_precision("share=0.01").unwrap().share, Some(0.01));
        for wrong in
            ["", "share", "share=", "share=0", "share=-1%", "share=150%", "points=5%", "points=1,points=2", "x=1"]
        {
            assert!(Stop::parse_precision(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn looks_end_with_the_last_block() {
        let looks = Stop::default().looks(10_000);
        assert_eq!((looks.len(), looks[0], looks[9]), (MOST_LOOKS, 144, 10_000));
        assert!(looks.is_sorted_by(|one, next| next * 5 / 8 == *one));
        assert_eq!(Stop::default().looks(100), [100]);
        assert_eq!(Stop::default().looks(3), [3]);
    }
}
