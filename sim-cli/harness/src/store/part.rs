//! Folder of a part of a run, which gets its final name when the part is complete.

use std::path::{Path, PathBuf};

use anyhow::Context;

use super::disk::rename;
use super::file::beside;
use crate::study::Shard;

/// Prefix of the folder names of parts.
pub const PREFIX: &str = "shard-";

/// Returns the folder name of a complete part.
pub fn folder_name(shard: Shard) -> String {
    format!("{PREFIX}{:05}-of-{:05}", shard.index, shard.of)
}

/// Returns the folder of an incomplete part.
pub fn partial(complete: &Path) -> PathBuf {
    beside(complete, ".partial")
}

/// Marks a part as complete by giving its folder the final name.
///
/// # Errors
/// Fails if the folder cannot be renamed.
pub fn rename_complete(partial: &Path, complete: PathBuf) -> anyhow::Result<PathBuf> {
    rename(partial, &complete).with_context(|| format!("cannot rename {}", partial.display()))?;
    Ok(complete)
}
