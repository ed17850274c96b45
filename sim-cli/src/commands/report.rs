//! `goldrush report`.

use std::io::Write;
use std::path::Path;

use goldrush_harness::findings::read_back::ReadBack;
use goldrush_harness::findings::summary::Summary;
use goldrush_harness::store::faults::first_faults;
use goldrush_harness::store::file::write_shared;
use goldrush_harness::store::folder::{FIGURES, REPORT_FILES};
use goldrush_harness::store::written::{OnDamage, read_back};
use goldrush_harness::study::{PLAN_FILE, Plan};
use goldrush_report::content::{FAULTS_SHOWN, LoadedRun};
use goldrush_report::document::game_file;
use goldrush_report::wrap;
use goldrush_support::error::bad_input;
use goldrush_support::input::read_input;
use goldrush_support::printable::printable;

use super::{documents, replay};
use crate::cli::args::ReportArgs;
use crate::run::tables;

pub(super) fn run(args: &ReportArgs, out: &mut dyn Write) -> anyhow::Result<()> {
    write(
        &args.folder,
        args.out.as_ref().unwrap_or(&args.folder),
        true,
        out,
    )
}

/// Writes the report of a run to a folder, and prints its answers if `is_verbose` is set.
pub(super) fn write(
    run: &Path,
    to: &Path,
    is_verbose: bool,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let loaded = read(run)?;
    let document = loaded.document();
    let file = documents::write(&document, to, REPORT_FILES)?;
    if let Some(game) = document.notable {
        let path = to.join(FIGURES).join(game_file(game));
        write_shared(&path, &replay::page_of_run(&loaded.plan, game)?)?;
    }
    for (name, table) in tables(&loaded.summary) {
        write_shared(&to.join(name), &table)?;
    }
    if is_verbose {
        let answers = document.answers.iter().map(|answer| &answer.sentence);
        for sentence in document.warnings.iter().chain(answers) {
            wrap::write(sentence, "", "", out)?;
        }
    }
    writeln!(out, "The page: {}", printable(file.display()))?;
    Ok(())
}

/// Reads the summary of a run, or counts its games so far.
pub(super) fn read(folder: &Path) -> anyhow::Result<LoadedRun> {
    let plan = Plan::read(folder)?;
    let plan_text = read_input(&folder.join(PLAN_FILE))?;
    let complete = Summary::read(folder, &plan)?;
    let is_complete = complete.is_some();
    let summary = complete.map_or_else(|| so_far(folder, &plan), Ok)?;
    let faults = first_faults(folder, FAULTS_SHOWN)?;
    Ok(LoadedRun {
        plan,
        plan_text,
        summary,
        faults,
        is_complete,
    })
}

/// Counts the games of an unfinished run.
fn so_far(folder: &Path, plan: &Plan) -> anyhow::Result<Summary> {
    let mut reader = ReadBack::nothing(plan);
    read_back(folder, plan, OnDamage::Refused, &mut reader)?;
    if reader.tally.blocks == 0 {
        return Err(bad_input(format!(
            "{}: holds no whole deal yet",
            folder.display()
        )));
    }
    Ok(Summary::new(plan, &reader.tally))
}
