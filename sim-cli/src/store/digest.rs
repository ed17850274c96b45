//! Digests of the tables of a run that is complete: whether they are still what was written.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use super::folder::SUMMARY_FILE;
use crate::error::{bad_input, read_input};

/// SHA-256 of what was seen so far.
#[derive(Clone, Default)]
pub struct Digest(Sha256);

impl Digest {
    /// Sees more.
    pub fn update(&mut self, bytes: &[u8]) {
        self.0.update(bytes);
    }

    /// In hexadecimal digits.
    pub fn hex(&self) -> String {
        self.0.clone().finalize().iter().fold(String::new(), |mut hex, byte| {
            let _ = write!(hex, "{byte:02x}");
            hex
        })
    }
}

/// What the summary of a complete run says of its tables.
#[derive(Clone, PartialEq, Debug, Deserialize)]
pub struct Seal {
    /// Blocks played.
    pub blocks: u64,
    /// SHA-256 of each table, unpacked, by name.
    pub sha256: BTreeMap<String, String>,
}

/// A summary with the digests of the tables it is of.
#[derive(Serialize)]
pub(super) struct Sealed<'a, S> {
    /// The summary.
    #[serde(flatten)]
    pub summary: &'a S,
    /// SHA-256 of each table, unpacked, by name.
    pub sha256: BTreeMap<String, String>,
}

impl Seal {
    /// The seal of the run in a folder; none if it is not complete.
    ///
    /// # Errors
    /// If the summary is none: bad input.
    pub fn of(folder: &Path) -> anyhow::Result<Option<Seal>> {
        let path = folder.join(SUMMARY_FILE);
        if !path.exists() {
            return Ok(None);
        }
        let wrong = |e: serde_json::Error| bad_input(format!("{}: not the summary of a run: {e}", path.display()));
        serde_json::from_str(&read_input(&path)?).map(Some).map_err(wrong)
    }
}
