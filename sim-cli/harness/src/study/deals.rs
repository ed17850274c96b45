//! Chosen deals and prescribed turns, read from a file; chess calls this an opening book.

use std::path::Path;

use goldrush_engine::fingerprint::fnv1a;
use goldrush_engine::record::Recordable;
use goldrush_games::record::{RecordedStart, StartedGame};
use goldrush_games::registry::with_setup;
use goldrush_support::error::{bad_input, counted};
use goldrush_support::input::{json_line, read_input};
use serde_json::Value;

use super::arm::Arm;

/// Deals, one for each block of a run.
#[derive(Clone, Debug)]
pub struct Deals {
    /// Path of their file, for error messages.
    place: String,
    text: String,
    deals: Vec<Deal>,
}

#[derive(Clone, Debug)]
struct Deal {
    /// Number of its line, from 1.
    line: usize,
    deal: Value,
}

impl Deals {
    /// Reads a file of deals, one per line; records are deals too. Empty lines do not count.
    ///
    /// # Errors
    /// Bad input if the file cannot be read, has no deals, or a line is not JSON.
    pub fn read(file: &Path) -> anyhow::Result<Deals> {
        let place = file.display().to_string();
        let text = read_input(file)?;
        let mut deals = Vec::new();
        for (line, text) in (1..)
            .zip(text.lines())
            .filter(|(_, text)| !text.trim().is_empty())
        {
            let deal = json_line(text, "deal")
                .map_err(|e| bad_input(format!("{place}: line {line}: {e}")))?;
            deals.push(Deal { line, deal });
        }
        Ok(Deals { place, text, deals })
    }

    /// Returns the number of deals, at least 1.
    pub fn len(&self) -> u64 {
        self.deals.len() as u64
    }

    /// Always false, since there is at least one deal.
    pub fn is_empty(&self) -> bool {
        self.deals.is_empty()
    }

    /// Returns the name of their file in a run's folder, and its text.
    pub fn file(&self) -> (String, &str) {
        (file_name(&self.hash()), &self.text)
    }

    /// Returns their hash, in hexadecimal.
    pub fn hash(&self) -> String {
        format!("{:016x}", fnv1a(self.text.as_bytes()))
    }

    /// Checks the deals for the first `blocks` blocks.
    ///
    /// # Errors
    /// Bad input if there are fewer, or one cannot be played by the rules of an arm.
    pub fn check(&self, arms: &[Arm], blocks: u64, games_per_block: u64) -> anyhow::Result<()> {
        let Deals { place, .. } = self;
        if blocks > self.len() {
            let deals = counted(self.len(), "deal");
            let games = counted(self.len() * games_per_block, "game");
            return Err(bad_input(format!(
                "{place}: has {deals}, enough for {games} and not for more"
            )));
        }
        for block in 0..blocks {
            for arm in arms {
                let started =
                    with_setup!(&arm.setup, G, setup => self.begin::<G>(setup, block).map(drop));
                let line = self.deals[block as usize].line;
                started.map_err(|e| bad_input(format!("{place}: line {line}: {e}")))?;
            }
        }
        Ok(())
    }

    /// Starts the game of a block. After the last deal the first follows again, for runs that only measure how long games
    /// take.
    ///
    /// # Errors
    /// Fails if the deal breaks the rules.
    pub fn begin<'s, G: Recordable>(
        &self,
        setup: &'s G::Setup,
        block: u64,
    ) -> Result<StartedGame<'s, G>, String> {
        RecordedStart::<G>::read(&self.deals[(block % self.len()) as usize].deal)?.begin(setup)
    }
}

/// Returns the name of a file of deals in a run's folder, given its hash.
pub fn file_name(hash: &str) -> String {
    format!("deals-{hash}.jsonl")
}
