//! Digests of the rounds of a league, which reveal rounds that were changed, replaced or removed since they were played.

use std::path::Path;

use serde::{Deserialize, Serialize};

use goldrush_harness::store::file::write_atomically;
use goldrush_harness::store::seal::{sealed_toml, unsealed_toml};
use goldrush_support::error::bad_input;
use goldrush_support::input::read_input;

/// Name of the ledger in the folder of a league.
pub const LEDGER_FILE: &str = "rounds.toml";

/// Rounds that have been finished.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ledger {
    /// SHA-256 of the plan and the summary of each round, in order. The last round finished may be missing.
    pub sha256: Vec<String>,
}

impl Ledger {
    /// Reads the ledger of a league.
    ///
    /// # Errors
    /// Bad input if it is missing or was changed.
    pub fn read(league: &Path) -> anyhow::Result<Ledger> {
        let path = league.join(LEDGER_FILE);
        let advice = format!(
            "restore it, or accept the rounds as they are with: goldrush league accept {}",
            league.display()
        );
        let problem = match read_input(&path) {
            Ok(text) => match unsealed_toml(&text).and_then(|text| toml::from_str(text).ok()) {
                Some(ledger) => return Ok(ledger),
                None => "was changed since goldrush wrote it",
            },
            Err(_) if !path.exists() => "is missing",
            Err(e) => return Err(bad_input(format!("{e}; {advice}"))),
        };
        Err(bad_input(format!(
            "{}: {problem}; {advice}",
            path.display()
        )))
    }

    /// Writes the ledger.
    pub fn write(&self, league: &Path) -> anyhow::Result<()> {
        write_atomically(
            &league.join(LEDGER_FILE),
            &sealed_toml(&toml::to_string(self)?),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changed_ledger_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let error = || Ledger::read(folder.path()).unwrap_err().to_string();
        assert!(error().contains("rounds.toml: is missing"));
        for ledger in [
            Ledger::default(),
            Ledger {
                sha256: vec!["ab".into(), "cd".into()],
            },
        ] {
            ledger.write(folder.path()).unwrap();
            assert_eq!(Ledger::read(folder.path()).unwrap(), ledger);
        }
        let path = folder.path().join(LEDGER_FILE);
        let text = std::fs::read_to_string(&path).unwrap();
        std::fs::write(&path, text.replace("ab", "ad")).unwrap();
        assert!(
            error().contains("was changed") && error().contains("league accept"),
            "{}",
            error()
        );
    }
}
