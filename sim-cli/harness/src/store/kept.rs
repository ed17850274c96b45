//! Results that take long, kept between runs in the user's cache folder, each in a file named by all that decides it.

use std::path::{Path, PathBuf};
use std::{fs, io};

use goldrush_support::build;
use goldrush_support::system::make_private;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::digest::Digest;
use super::disk::{make_folder, remove};
use super::file::write_shared;
use super::seal::{sealed_json, unsealed_json};

/// Most results of a kind that are kept: that of a review takes about half a megabyte.
const MOST: usize = 50;

/// The place of a result; nothing is kept without one.
pub struct Kept(Option<PathBuf>);

/// Content of a file.
#[derive(Serialize, Deserialize)]
struct Content<T> {
    result: T,
}

impl Kept {
    /// Returns the place of a result of a kind, which depends on nothing but these parts and the program. There is none without a
    /// cache folder, or if the program was built from files that no commit names.
    pub fn of(kind: &str, parts: &[&str]) -> Kept {
        let commit = build::current().commit;
        let is_known = commit.bytes().all(|byte| byte.is_ascii_hexdigit());
        let mut digest = Digest::default();
        for part in [&[commit], parts].concat() {
            digest.update(part.as_bytes());
            digest.update(b"\n");
        }
        let folder = folder(kind).filter(|_| is_known);
        Kept(folder.map(|folder| folder.join(format!("{}.json", digest.hex()))))
    }

    /// Returns the result; `None` if it is not there, or its file was changed.
    pub fn read<T: DeserializeOwned>(&self) -> Option<T> {
        let text = fs::read_to_string(self.0.as_deref()?).ok()?;
        let content: Content<T> = serde_json::from_str(&unsealed_json(&text)?).ok()?;
        Some(content.result)
    }

    /// Keeps the result, if it can; otherwise it is computed again. Of more than `MOST` results, the oldest are removed.
    pub fn write(&self, result: &impl Serialize) {
        let text = serde_json::to_string(&Content { result });
        let sealed = text.map_err(Into::into).and_then(|text| sealed_json(&text));
        if let (Some(file), Ok(text)) = (&self.0, sealed) {
            let _ = write_shared(file, &text);
            let _ = file.parent().map(remove_oldest);
        }
    }
}

/// Removes the oldest results of a folder, so that [`MOST`] are left.
fn remove_oldest(folder: &Path) -> io::Result<()> {
    let mut results = Vec::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if entry
            .path()
            .extension()
            .is_some_and(|ending| ending == "json")
        {
            results.push((entry.metadata()?.modified()?, entry.path()));
        }
    }
    results.sort();
    let too_many = results.len().saturating_sub(MOST);
    for (_, oldest) in &results[..too_many] {
        remove(oldest)?;
    }
    Ok(())
}

/// Returns the folder of a kind of results, by the XDG Base Directory Specification, which only its owner may read; `None` if it is
/// not known or cannot be created.
fn folder(kind: &str) -> Option<PathBuf> {
    let named = std::env::var_os("XDG_CACHE_HOME")
        .map(PathBuf::from)
        .filter(|path| path.is_absolute());
    let folder = named
        .or_else(|| Some(std::env::home_dir()?.join(".cache")))?
        .join("goldrush")
        .join(kind);
    make_folder(&folder).ok()?;
    make_private(&folder).ok()?;
    Some(folder)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_newest_results_are_kept() {
        let folder = tempfile::tempdir().unwrap();
        let file = |number: usize| folder.path().join(format!("{number}.json"));
        for number in 0..MOST + 3 {
            Kept(Some(file(number))).write(&number);
            let age = std::time::Duration::from_secs(1000 - number as u64);
            let written = std::time::SystemTime::now() - age;
            let handle = fs::File::options().append(true).open(file(number));
            handle.unwrap().set_modified(written).unwrap();
        }
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), MOST);
        assert_eq!(
            [2, 3, MOST + 2].map(|number| file(number).exists()),
            [false, true, true]
        );
    }

    #[test]
    fn changed_result_is_computed_again() {
        let folder = tempfile::tempdir().unwrap();
        let kept = Kept(Some(folder.path().join("result.json")));
        assert_eq!(kept.read::<f64>(), None);
        kept.write(&2.5);
        assert_eq!(kept.read(), Some(2.5));
        let file = kept.0.as_deref().unwrap();
        let text = fs::read_to_string(file).unwrap();
        fs::write(file, text.replace("2.5", "9.5")).unwrap();
        assert_eq!(kept.read::<f64>(), None);
        // Nowhere to keep it.
        let lost = Kept(None);
        lost.write(&2.5);
        assert_eq!(lost.read::<f64>(), None);
    }
}
