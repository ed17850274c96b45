//! Digests in files, which reveal later changes: those of a complete run's tables, and those of a file's own text.

use std::collections::BTreeMap;
use std::io::Read as _;
use std::path::Path;

use anyhow::Context;
use goldrush_engine::plain_error::plain;
use goldrush_support::error::bad_input;
use goldrush_support::input::{cause, open_text};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::digest::Digest;
use super::gzip::file_of;
use super::names::SUMMARY_FILE;

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

/// Start of a seal, up to the SHA-256 of everything before it: the last field of a JSON object, or a last line of TOML that is a
/// comment to other programs.
const JSON_SEAL: &str = ",\n  \"sha256_above\": \"";
const TOML_SEAL: &str = "# sha256_above = \"";
/// Ends of both.
const JSON_END: &str = "\"\n}\n";
const TOML_END: &str = "\"\n";

/// Returns the text of a summary with the SHA-256 of its tables, by name, and of its own text.
///
/// # Errors
/// Fails if the summary cannot be written as a JSON object.
pub fn with_digests(
    summary: &impl Serialize,
    sha256: BTreeMap<String, String>,
) -> anyhow::Result<String> {
    sealed_json(&serde_json::to_string_pretty(&Sealed { summary, sha256 })?)
}

/// Returns the text of a JSON object with a last field that has the SHA-256 of all before it.
///
/// # Errors
/// Fails if it is not an object with fields.
pub fn sealed_json(object: &str) -> anyhow::Result<String> {
    let above = object
        .strip_suffix('}')
        .context("the text is an object")?
        .trim_end();
    Ok([above, JSON_SEAL, &sha256_of(above), JSON_END].concat())
}

/// Returns the object that was sealed, or `None` if the text was changed since.
pub fn unsealed_json(text: &str) -> Option<String> {
    unsealed(text, JSON_SEAL, JSON_END).map(|above| above.to_owned() + "}")
}

/// Returns the text of a TOML file with a last line that has the SHA-256 of all lines before it.
pub fn sealed_toml(above: &str) -> String {
    [above, TOML_SEAL, &sha256_of(above), TOML_END].concat()
}

/// Returns the lines that were sealed, or `None` if the text was changed since.
pub fn unsealed_toml(text: &str) -> Option<&str> {
    unsealed(text, TOML_SEAL, TOML_END)
}

fn unsealed<'t>(text: &'t str, seal: &str, end: &str) -> Option<&'t str> {
    let (above, digest) = text.strip_suffix(end)?.rsplit_once(seal)?;
    (sha256_of(above) == digest).then_some(above)
}

/// Returns the SHA-256 of a text, in hexadecimal.
pub fn sha256_of(text: &str) -> String {
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
    let Some(text) = summary_text(folder)? else {
        return Ok(None);
    };
    let parsed = serde_json::from_str(&text);
    parsed.map(Some).map_err(|e| {
        let problem = plain(&e.to_string());
        wrong_summary(folder, &format!("is of another version: {problem}"))
    })
}

/// Returns the text of the summary of the run in a folder, packed or not; `None` if the run is not complete.
///
/// # Errors
/// Bad input if the summary was changed since it was written.
pub fn summary_text(folder: &Path) -> anyhow::Result<Option<String>> {
    let path = file_of(&folder.join(SUMMARY_FILE));
    if !path.exists() {
        return Ok(None);
    }
    let mut text = String::new();
    let read =
        open_text(&path).and_then(|file| file.reader.take(LONGEST).read_to_string(&mut text));
    read.map_err(|e| wrong_summary(folder, &cause(&e)))?;
    // An editor may have saved it with other line ends.
    let text = text.replace("\r\n", "\n");
    if unsealed_json(&text).is_none() {
        let advice = format!(
            "goldrush resume --repair {} makes it anew from the tables",
            folder.display()
        );
        return Err(wrong_summary(
            folder,
            &format!("was changed since it was written; {advice}"),
        ));
    }
    Ok(Some(text))
}

fn wrong_summary(folder: &Path, what: &str) -> anyhow::Error {
    bad_input(format!(
        "{}: {what}",
        file_of(&folder.join(SUMMARY_FILE)).display()
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_change_to_a_summary_is_detected() {
        let sha256 = BTreeMap::from([("games.csv".into(), "ab".into())]);
        let text = with_digests(&BTreeMap::from([("blocks", 7)]), sha256).unwrap();
        let seal: Seal = serde_json::from_str(&text).unwrap();
        assert!(
            unsealed_json(&text).is_some() && seal.blocks == 7 && seal.sha256["games.csv"] == "ab",
            "{text}"
        );
        every_change(&text)
            .for_each(|changed| assert!(unsealed_json(&changed).is_none(), "{changed}"));
    }

    #[test]
    fn sealed_files_are_read_until_they_are_changed() {
        let json = sealed_json("{\"a\":1}").unwrap();
        assert_eq!(unsealed_json(&json).as_deref(), Some("{\"a\":1}"));
        every_change(&json)
            .for_each(|changed| assert!(unsealed_json(&changed).is_none(), "{changed}"));
        let toml = sealed_toml("a = 1\n");
        assert_eq!(unsealed_toml(&toml), Some("a = 1\n"));
        assert_eq!(
            toml::from_str::<BTreeMap<String, u8>>(&toml).unwrap()["a"],
            1,
            "the seal is a comment"
        );
        every_change(&toml)
            .for_each(|changed| assert!(unsealed_toml(&changed).is_none(), "{changed}"));
        assert!(unsealed_toml("a = 1\n").is_none() && unsealed_json("{}").is_none());
    }

    /// Returns a text without each of its characters, with each replaced, and cut before each.
    fn every_change(text: &str) -> impl Iterator<Item = String> {
        (0..text.len()).flat_map(move |at| {
            let other = if text.as_bytes()[at] == b'1' {
                "2"
            } else {
                "1"
            };
            let without = [&text[..at], &text[at + 1..]].concat();
            [
                without,
                [&text[..at], other, &text[at + 1..]].concat(),
                text[..at].into(),
            ]
        })
    }
}
