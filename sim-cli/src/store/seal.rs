//! Digests of a complete run, which reveal later changes to its tables and its summary.

use std::collections::BTreeMap;
use std::io::Read as _;
use std::path::Path;

use anyhow::Context;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::digest::Digest;
use super::gzip::{file_of, open};
use super::names::SUMMARY_FILE;
use crate::error::bad_input;

/// Longest summary that is read, in bytes.
const LONGEST: u64 = 256 << 20;

/// Digests in the summary of a complete run.
#[derive(Clone, PartialEq, Debug, Deserialize)]
pub struct Seal {
    /// Blocks played.
    pub blocks: u64,
    /// SHA-256 of each uncompressed table, by file name.
    pub sha256: BTreeMap<String, String>,
}

/// A summary with the digests of its tables.
#[derive(Serialize)]
struct Sealed<'a, S> {
    #[serde(flatten)]
    summary: &'a S,
    sha256: BTreeMap<String, String>,
}

/// The last field of a summary: the SHA-256 of everything before it.
const OWN: &str = ",\n  \"sha256_above\": \"";
const END: &str = "\"\n}\n";

/// Returns the text of a summary with the SHA-256 of its tables, by name, and of its own text.
///
/// # Errors
/// Fails if the summary cannot be written as a JSON object.
pub fn with_digests(summary: &impl Serialize, sha256: BTreeMap<String, String>) -> anyhow::Result<String> {
    let text = serde_json::to_string_pretty(&Sealed { summary, sha256 })?;
    let above = text.strip_suffix("\n}").context("a summary is an object")?;
    Ok([above, OWN, &sha256_of(above), END].concat())
}

/// True if a summary is unchanged since it was written.
fn is_intact(text: &str) -> bool {
    let above = text.strip_suffix(END).and_then(|text| text.rsplit_once(OWN));
    above.is_some_and(|(text, digest)| sha256_of(text) == digest)
}

fn sha256_of(text: &str) -> String {
    let mut digest = Digest::default();
    digest.update(text.as_bytes());
    digest.hex()
}

impl Seal {
    /// Reads the seal of the run in a folder. Returns `None` if the run is not complete.
    ///
    /// # Errors
    /// Bad input if the summary was changed since it was written.
    pub fn of(folder: &Path) -> anyhow::Result<Option<Seal>> {
        read_summary(folder)
    }
}

/// Reads the summary of the run in a folder, packed or not; `None` if the run is not complete.
///
/// # Errors
/// Bad input if the summary was changed since it was written, or is of another version.
pub fn read_summary<S: DeserializeOwned>(folder: &Path) -> anyhow::Result<Option<S>> {
    let path = file_of(&folder.join(SUMMARY_FILE));
    if !path.exists() {
        return Ok(None);
    }
    let wrong = |what: &str| bad_input(format!("{}: {what}", path.display()));
    let mut text = String::new();
    open(&path).and_then(|file| file.take(LONGEST).read_to_string(&mut text)).map_err(|e| wrong(&e.to_string()))?;
    if !is_intact(&text) {
        let advice = format!("goldrush resume --repair {} makes it anew from the tables", folder.display());
        return Err(wrong(&format!("was changed since it was written; {advice}")));
    }
    serde_json::from_str(&text).map(Some).map_err(|e| wrong(&format!("is of another version: {e}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_change_to_a_summary_is_detected() {
        let sha256 = BTreeMap::from([("games.csv".into(), "ab".into())]);
        let text = with_digests(&BTreeMap::from([("blocks", 7)]), sha256).unwrap();
        let seal: Seal = serde_json::from_str(&text).unwrap();
        assert!(is_intact(&text) && seal.blocks == 7 && seal.sha256["games.csv"] == "ab", "{text}");
        for at in 0..text.len() {
            let changed = if text.as_bytes()[at] == b'1' { "2" } else { "1" };
            let without = [&text[..at], &text[at + 1..]].concat();
            for changed in [without, [&text[..at], changed, &text[at + 1..]].concat(), text[..at].into()] {
                assert!(!is_intact(&changed), "{changed}");
            }
        }
    }
}
