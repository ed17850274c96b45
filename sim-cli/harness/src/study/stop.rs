//! Ending a run as soon as its question is answered. Looks are taken after fixed numbers of whole blocks, so that the end
//! depends neither on threads nor on interruptions; every interval is wide enough to be valid at all looks together.

use serde::{Deserialize, Serialize};

use goldrush_support::error::bad_input;
use goldrush_support::stats::confidence::Confidence;

/// Conditions that end a run before its last block; all that are set must hold.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stop {
    /// Ends when every conclusion is settled: something changes, does not change, or the bots disagree.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub settled: bool,
    /// Ends when the intervals of shares reach no farther than this from their means, 0 to 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub share: Option<f64>,
    /// Ends when the intervals of points, turns and counts reach no farther than this from their means.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub points: Option<f64>,
}

/// Maximum number of looks; more would cost more width than they save games.
const MOST_LOOKS: usize = 10;
/// Minimum number of blocks at a look before the last.
const FEWEST: u64 = 64;

impl Stop {
    /// Parses `share=0.5%,points=0.5`; a share is a percentage, or a number from 0 to 1.
    ///
    /// # Errors
    /// Bad input, with a message that shows what would be valid.
    pub fn parse_precision(text: &str) -> anyhow::Result<Stop> {
        Stop::read_precision(text).ok_or_else(|| {
            bad_input(format!(
                "--precision {text}: share=0.5% or points=0.5, or both with a comma between them, is expected"
            ))
        })
    }

    fn read_precision(text: &str) -> Option<Stop> {
        let mut stop = Stop::default();
        for part in text.split(',') {
            let (name, value) = part.split_once('=')?;
            let (number, unit) = match value.trim().strip_suffix('%') {
                Some(number) => (number.trim(), 100.0),
                None => (value.trim(), 1.0),
            };
            let number = number
                .parse::<f64>()
                .ok()
                .filter(|number| number.is_finite() && *number > 0.0);
            let number = number? / unit;
            match (name.trim(), unit) {
                ("share", _) if stop.share.is_none() && number < 1.0 => stop.share = Some(number),
                ("points", 1.0) if stop.points.is_none() => stop.points = Some(number),
                _ => return None,
            }
        }
        Some(stop)
    }

    /// Returns the text after `--precision`; empty if there is none.
    pub fn precision(&self) -> String {
        let share = self.share.map(|share| format!("share={share}"));
        let points = self.points.map(|points| format!("points={points}"));
        share
            .into_iter()
            .chain(points)
            .collect::<Vec<_>>()
            .join(",")
    }

    /// True if it can have been entered on the command line.
    pub fn is_possible(&self) -> bool {
        let are_possible = [self.share, self.points]
            .into_iter()
            .flatten()
            .all(|half| half.is_finite() && half > 0.0);
        are_possible && (self.settled || self.share.or(self.points).is_some())
    }

    /// Returns the numbers of blocks after which the results of a run of `blocks` blocks are looked at, each 1.6 times the
    /// one before.
    pub fn looks(&self, blocks: u64) -> Vec<u64> {
        let mut looks: Vec<u64> = std::iter::successors(Some(blocks), |later| Some(later * 5 / 8))
            .take(MOST_LOOKS)
            .take_while(|&look| look == blocks || look >= FEWEST)
            .collect();
        looks.reverse();
        looks
    }

    /// Returns the confidence of each interval of a run of `blocks` blocks.
    pub fn confidence(&self, blocks: u64) -> Confidence {
        Confidence::over(self.looks(blocks).len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_precision_survives_a_round_trip() {
        let stop = Stop::parse_precision("share=0.5%, points=0.25").unwrap();
        assert_eq!(
            (stop.share, stop.points, stop.settled),
            (Some(0.005), Some(0.25), false)
        );
        assert_eq!(Stop::parse_precision(&stop.precision()).unwrap(), stop);
        assert_eq!(
            Stop::parse_precision("share=0.01").unwrap().share,
            Some(0.01)
        );
        for wrong in [
            "",
            "share",
            "share=",
            "share=0",
            "share=-1%",
            "share=150%",
            "points=5%",
            "points=1,points=2",
            "x=1",
        ] {
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
