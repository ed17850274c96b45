//! Deals that were chosen, and turns that are given: what chess calls an opening book.

use std::path::Path;

use goldrush_engine::fingerprint::fnv1a;
use goldrush_engine::record::Recordable;
use serde_json::Value;

use super::arm::Arm;
use crate::error::{bad_input, read_input};
use crate::games::record::{Begun, Start};
use crate::games::registry::with_setup;

/// Deals, one for each block of a run.
#[derive(Clone, Debug)]
pub struct Deals {
    /// The file they are from, for complaints.
    place: String,
    text: String,
    lines: Vec<Value>,
}

impl Deals {
    /// Reads a file of deals, one a line; records are deals too.
    ///
    /// # Errors
    /// If it cannot be read or a line is no JSON: bad input.
    pub fn read(file: &Path) -> anyhow::Result<Deals> {
        let (place, text) = (file.display().to_string(), read_input(file)?);
        let read = |(at, line): (usize, &str)| {
            serde_json::from_str(line).map_err(|e| bad_input(format!("{place}: line {}: not JSON: {e}", at + 1)))
        };
        let lines = text.lines().enumerate().map(read).collect::<Result<Vec<Value>, _>>()?;
        if lines.is_empty() {
            return Err(bad_input(format!("{place}: has no deals; one is expected a line, as records have them")));
        }
        Ok(Deals { place, text, lines })
    }

    /// How many there are.
    pub fn len(&self) -> u64 {
        self.lines.len() as u64
    }

    /// Whether there are none; there is at least one.
    pub fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// The name of their file in a run's folder, and its text.
    pub fn file(&self) -> (String, &str) {
        (file_name(&self.hash()), &self.text)
    }

    /// Their hash, in hexadecimal.
    pub fn hash(&self) -> String {
        format!("{:016x}", fnv1a(self.text.as_bytes()))
    }

    /// Checks the first of them, as many as a run has blocks.
    ///
    /// # Errors
    /// If there are fewer, or one cannot be played by the rules of an arm: bad input.
    pub fn check(&self, arms: &[Arm], blocks: u64, games_per_block: u64) -> anyhow::Result<()> {
        let Deals { place, .. } = self;
        if blocks > self.len() {
            let (deals, games) = (self.len(), self.len() * games_per_block);
            return Err(bad_input(format!("{place}: has {deals} deals, enough for {games} games and not for more")));
        }
        for block in 0..blocks {
            for arm in arms {
                let begun = with_setup!(&arm.setup, G, setup => self.begin::<G>(setup, block).map(drop));
                begun.map_err(|e| bad_input(format!("{place}: line {}: {e}", block + 1)))?;
            }
        }
        Ok(())
    }

    /// Begins the game of a block; those after the last are the first again, for whoever tries how long games take.
    ///
    /// # Errors
    /// If it is not by the rules.
    pub fn begin<'s, G: Recordable>(&self, setup: &'s G::Setup, block: u64) -> Result<Begun<'s, G>, String> {
        Start::<G>::read(&self.lines[(block % self.len()) as usize])?.begin(setup)
    }
}

/// The name of such a file in a run's folder, by its hash.
pub fn file_name(hash: &str) -> String {
    format!("deals-{hash}.jsonl")
}
