//! Parts of a run, each in its own folder within one that collects them. Any process can play them, in any order, one after the
//! other or at the same time. A part's folder gets its final name when the part is complete.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use goldrush_support::error::bad_input;
use goldrush_support::input::read_input;

use super::disk::make_folder;
use super::folder::{LockedFolder, PLAYING, RunFolder, is_complete};
use super::part::{PREFIX, folder_name, partial, rename_complete};
use super::written::{OnDamage, Reader};
use crate::protocol::guard::hide;
use crate::study::{Difference, PLAN_FILE, Plan, Shard, differences, shard_of};

/// A part of a run that was opened.
pub enum OpenedPart {
    /// Nothing is left to play.
    Complete(PathBuf),
    /// To be started or resumed.
    Unfinished(Box<RunFolder>),
}

/// Opens the part that a plan describes and reads back the games already played. A collection holds parts of one run only.
///
/// # Errors
/// Bad input if another process plays it, or there are parts of another run. Fails if nothing can be written.
pub fn open(
    collection: &Path,
    plan: &Plan,
    reader: &mut impl Reader,
) -> anyhow::Result<OpenedPart> {
    let shard = plan.shard.expect("the plan is a shard");
    let complete = collection.join(folder_name(shard));
    let partial = partial(&complete);
    make(collection)?;
    hide(collection);
    let others = parts(collection)?;
    // Checking one is enough: problems with the rest were reported when they started, or will be when they are merged.
    if let Some(other) = others
        .iter()
        .find(|other| **other != complete && **other != partial)
    {
        check_plan(other, plan)?;
    }
    if complete.exists() {
        check_plan(&complete, plan)?;
        return Ok(OpenedPart::Complete(complete));
    }
    make_folder(&partial).map_err(|e| cannot_make(&partial, &e))?;
    let locked = LockedFolder::take_new(&partial, PLAYING);
    if complete.exists() {
        // Another process has completed the part since. The folder with the old name was created just now.
        if let Ok(locked) = locked {
            locked.discard();
        }
        return Ok(OpenedPart::Complete(complete));
    }
    let locked = locked?;
    if !partial.join(PLAN_FILE).exists() {
        return Ok(OpenedPart::Unfinished(Box::new(locked.begin(plan)?)));
    }
    check_plan(&partial, plan)?;
    if is_complete(&partial) {
        return Ok(OpenedPart::Complete(rename_complete(&partial, complete)?));
    }
    let kept = locked.read_back(plan, OnDamage::Refused, reader)?;
    Ok(OpenedPart::Unfinished(Box::new(
        locked.truncate(plan, kept)?,
    )))
}

fn make(collection: &Path) -> anyhow::Result<()> {
    if collection.join(PLAN_FILE).exists() {
        let shown = collection.display();
        return Err(bad_input(format!(
            "--out {shown}: holds a run; parts need a folder of their own"
        )));
    }
    make_folder(collection).map_err(|e| cannot_make(collection, &e))
}

fn cannot_make(folder: &Path, error: &io::Error) -> anyhow::Error {
    bad_input(format!(
        "--out {}: cannot be made: {error}",
        folder.display()
    ))
}

/// Returns the folders of parts, complete or not, sorted by name, except those that have no plan yet.
///
/// # Errors
/// Bad input if the collection cannot be read.
pub fn parts(collection: &Path) -> anyhow::Result<Vec<PathBuf>> {
    if !collection.is_dir() {
        let problem = if collection.exists() {
            "is a file; the folder of the parts of a run is expected"
        } else {
            "no such folder"
        };
        return Err(bad_input(format!("{}: {problem}", collection.display())));
    }
    let mut parts = Vec::new();
    let entries: io::Result<Vec<fs::DirEntry>> =
        fs::read_dir(collection).and_then(Iterator::collect);
    for entry in entries.map_err(|e| bad_input(format!("{}: {e}", collection.display())))? {
        if entry.file_name().to_string_lossy().starts_with(PREFIX)
            && entry.path().join(PLAN_FILE).exists()
        {
            parts.push(entry.path());
        }
    }
    parts.sort_unstable();
    Ok(parts)
}

/// The parts of a run found in collections.
pub struct CollectedParts {
    /// Plan of the whole run.
    pub plan: Plan,
    /// Folders of the complete parts, by number.
    pub parts: BTreeMap<u64, PathBuf>,
    /// Number of parts of the run.
    pub of: u64,
    /// Numbers of the parts that are not complete.
    pub missing: Vec<u64>,
}

impl CollectedParts {
    /// Finds the parts of a run in collections.
    ///
    /// # Errors
    /// Bad input if there are none, or some belong to another run or another version of the program. Fails if a part is there
    /// twice.
    pub fn new(collections: &[PathBuf]) -> anyhow::Result<CollectedParts> {
        let mut folders = Vec::new();
        for collection in collections {
            folders.extend(parts(collection)?);
        }
        let Some(first) = folders.first() else {
            return Err(bad_input(format!(
                "{}: there are no parts of a run",
                collections[0].display()
            )));
        };
        let of = shard_in(first)?.of;
        let mut plan = Plan::read_to_resume(first)?;
        let mut parts = BTreeMap::new();
        for folder in &folders {
            check_plan(folder, &plan)?;
            let index = shard_in(folder)?.index;
            if !is_complete(folder) || folder.extension().is_some_and(|ending| ending == "partial")
            {
                continue;
            }
            if let Some(other) = parts.insert(index, folder.clone()) {
                let folders = format!("{} and {}", other.display(), folder.display());
                anyhow::bail!("part {index} is there twice, in {folders}; take one away");
            }
        }
        let missing = (0..of).filter(|index| !parts.contains_key(index)).collect();
        plan.shard = None;
        Ok(CollectedParts {
            plan,
            parts,
            of,
            missing,
        })
    }
}

/// Returns which part a folder holds.
///
/// # Errors
/// Bad input if it holds none.
pub fn shard_in(folder: &Path) -> anyhow::Result<Shard> {
    shard_of(folder)?.ok_or_else(|| bad_input(format!("{}: is no part of a run", folder.display())))
}

/// Checks that the part in a folder belongs to the run of `plan`, whichever part `plan` is of.
///
/// # Errors
/// Bad input if it does not, or the run is divided into another number of parts.
pub fn check_plan(folder: &Path, plan: &Plan) -> anyhow::Result<()> {
    let found_shard = shard_in(folder)?;
    let own_shard = plan.shard.expect("the plan is a shard");
    let path = folder.join(PLAN_FILE);
    let expected = plan.to_toml_of(Some(Shard {
        index: found_shard.index,
        of: own_shard.of,
    }));
    match differences(&read_input(&path)?, &expected).first() {
        Some(Difference { field, left, right }) => {
            let problem =
                format!("is a part of another run: {field} is {left} there, {right} here");
            Err(bad_input(format!("{}: {problem}", folder.display())))
        }
        None => Ok(()),
    }
}
