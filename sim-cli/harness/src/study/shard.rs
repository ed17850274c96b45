//! A shard: a part of the blocks of a run, which depends only on the plan and the shard's number.

use std::fmt;
use std::ops::Range;
use std::str::FromStr;

use goldrush_support::error::bad_input;
use serde::{Deserialize, Serialize};

/// Part `index` of `of` parts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Shard {
    /// Number of the part, from 0.
    pub index: u64,
    /// Number of parts.
    pub of: u64,
}

/// Maximum number of parts; more are taken for a mistake, since nobody wants that many folders.
const MOST: u64 = 100_000;

/// Environment variables in which schedulers give the index of a task, all from 0: Slurm, HyperQueue, Kubernetes. (GNU
/// parallel counts jobs from 1, and starts over when some are sent again.)
const INDEX_VARIABLES: [&str; 3] = ["SLURM_ARRAY_TASK_ID", "HQ_TASK_ID", "JOB_COMPLETION_INDEX"];

impl Shard {
    /// Parses I/N, or auto/N: then the index comes from the scheduler, which sets it in an environment variable; `variable`
    /// looks one up.
    ///
    /// # Errors
    /// Returns a message that says what is wrong.
    fn from_argument(
        text: &str,
        variable: impl Fn(&str) -> Option<String>,
    ) -> Result<Shard, String> {
        let Some(of) = text.strip_prefix("auto/") else {
            return text.parse();
        };
        let mut set = INDEX_VARIABLES
            .iter()
            .filter_map(|name| Some((name, variable(name)?)));
        let Some((name, index)) = set.next() else {
            return Err(format!(
                "\"{text}\": no task of an array; none of {} is set",
                INDEX_VARIABLES.join(", ")
            ));
        };
        if let Some((other, another)) = set.find(|(_, another)| *another != index) {
            return Err(format!(
                "\"{text}\": {name} is {index}, but {other} is {another}; give the index"
            ));
        }
        format!("{index}/{of}")
            .parse()
            .map_err(|e| format!("{name} is {index}: {e}"))
    }

    /// Parses the argument of `--shard`, with the variables of this process.
    ///
    /// # Errors
    /// Bad input if it is wrong.
    pub fn of_task(text: &str) -> anyhow::Result<Shard> {
        Shard::from_argument(text, |name| std::env::var(name).ok())
            .map_err(|e| bad_input(format!("--shard: {e}")))
    }

    /// True if the numbers make sense.
    pub fn is_possible(self) -> bool {
        self.index < self.of && self.of <= MOST
    }

    fn first_block(self, index: u64, all: u64) -> u64 {
        (u128::from(all) * u128::from(index) / u128::from(self.of)) as u64
    }

    /// Returns the blocks of this part, given the number of all; sizes of parts differ by at most one block.
    pub fn blocks(self, all: u64) -> Range<u64> {
        self.first_block(self.index, all)..self.first_block(self.index + 1, all)
    }
}

/// Formats indices for a scheduler: in order, with consecutive ones as a range.
pub fn array(indices: &[u64]) -> String {
    let mut parts: Vec<String> = Vec::new();
    for run in indices.chunk_by(|a, b| a + 1 == *b) {
        match run {
            [.., last] if run.len() > 1 => parts.push(format!("{}-{last}", run[0])),
            _ => parts.push(run[0].to_string()),
        }
    }
    parts.join(",")
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index, self.of)
    }
}

impl FromStr for Shard {
    type Err = String;
    fn from_str(text: &str) -> Result<Shard, String> {
        text.split_once('/')
            .and_then(|(index, of)| {
                Some(Shard {
                    index: index.parse().ok()?,
                    of: of.parse().ok()?,
                })
            })
            .filter(|shard| shard.is_possible())
            .ok_or_else(|| {
                format!(
                    "\"{text}\" is no part; I/N is expected, I from 0 to N-1, such as 0/8 (N at most {MOST})"
                )
            })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_cover_the_whole_in_order() {
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
    fn the_index_of_an_array_task_comes_from_the_environment() {
        let read = |set: &[(&str, &str)]| {
            let variable = |name: &str| {
                set.iter()
                    .find(|(n, _)| *n == name)
                    .map(|(_, value)| (*value).to_owned())
            };
            Shard::from_argument("auto/8", variable)
        };
        assert_eq!(
            read(&[("SLURM_ARRAY_TASK_ID", "7")]),
            Ok(Shard { index: 7, of: 8 })
        );
        assert_eq!(
            read(&[("HQ_TASK_ID", "2"), ("SLURM_ARRAY_TASK_ID", "2")]),
            Ok(Shard { index: 2, of: 8 })
        );
        for (set, message) in [
            (
                &[][..],
                "SLURM_ARRAY_TASK_ID, HQ_TASK_ID, JOB_COMPLETION_INDEX is set",
            ),
            (&[("PARALLEL_SEQ", "1")], "is set"),
            (
                &[("HQ_TASK_ID", "2"), ("SLURM_ARRAY_TASK_ID", "3")],
                "HQ_TASK_ID is 2; give the index",
            ),
            (
                &[("JOB_COMPLETION_INDEX", "8")],
                "JOB_COMPLETION_INDEX is 8: \"8/8\" is no part",
            ),
        ] {
            let error = read(set).unwrap_err();
            assert!(error.contains(message), "{message}: {error}");
        }
    }

    #[test]
    fn consecutive_indices_become_ranges() {
        for (indices, text) in [
            (&[3, 7, 8, 9][..], "3,7-9"),
            (&[0], "0"),
            (&[0, 1, 3, 4], "0-1,3-4"),
            (&[], ""),
        ] {
            assert_eq!(array(indices), text);
        }
    }

    #[test]
    fn invalid_parts_are_rejected() {
        assert_eq!("3/8".parse(), Ok(Shard { index: 3, of: 8 }));
        for text in ["8/8", "0/0", "-1/2", "1", "1/2/3", "a/b", "0/100001"] {
            assert!(text.parse::<Shard>().is_err(), "{text}");
        }
    }
}
