//! `goldrush verify`.

use std::io::Write;
use std::path::Path;

use goldrush_harness::findings::stop::is_decided;
use goldrush_harness::findings::summary::Summary;
use goldrush_harness::findings::tally::Tally;
use goldrush_harness::sim::batch;
use goldrush_harness::sim::play::game_runner;
use goldrush_harness::sim::result::{FaultKinds, GameResult};
use goldrush_harness::store::collection;
use goldrush_harness::store::folder::{ARMS_FILE, RECORDS_FILE, SUMMARY_FILE, is_complete};
use goldrush_harness::store::seal::{Seal, with_digests};
use goldrush_harness::store::written::{Written, WrittenBlock};
use goldrush_harness::store::{arms, record};
use goldrush_harness::study::{GameId, PLAN_FILE, Plan, array, no_run};
use goldrush_support::error::bad_input;
use goldrush_support::input::read_input;
use goldrush_support::parallel;
use goldrush_support::printable::printable;
use goldrush_support::progress::Progress;
use serde_json::Value;

use crate::cli::args::VerifyArgs;
use crate::run;

/// Number of games whose records are checked at a time.
const AT_ONCE: usize = 4096;

pub(super) fn run(args: &VerifyArgs, out: &mut dyn Write) -> anyhow::Result<()> {
    let pool = batch::pool(args.threads)?;
    if args.folder.join(PLAN_FILE).exists() {
        writeln!(out, "{}", pool.install(|| verify(&args.folder))?)?;
        return Ok(());
    }
    let parts = if args.folder.is_dir() {
        collection::parts(&args.folder)?
    } else {
        Vec::new()
    };
    if parts.is_empty() {
        return Err(no_run(&args.folder));
    }
    for part in &parts {
        writeln!(out, "{}", pool.install(|| verify(part))?)?;
    }
    let missing = collection::CollectedParts::new(std::slice::from_ref(&args.folder))?.missing;
    if !missing.is_empty() {
        writeln!(out, "missing or unfinished parts: {}", array(&missing))?;
    }
    Ok(())
}

/// A recorded game.
struct RecordedGame {
    number: u64,
    id: GameId,
    result: GameResult,
    record: String,
}

/// Verifies a run and returns the result.
fn verify(folder: &Path) -> anyhow::Result<String> {
    let shown = printable(folder.display());
    let wrong =
        |file: &str, what: &str| bad_input(format!("{}: {what}", folder.join(file).display()));
    let plan = Plan::read(folder)?;
    if plan.arms.len() > 1 && read_input(&folder.join(ARMS_FILE))? != arms::to_csv(&plan.arms) {
        return Err(wrong(
            ARMS_FILE,
            "is not what the plan says of its rules and line-ups",
        ));
    }
    let mut tally = Tally::new(&plan);
    let mut recorded = Vec::new();
    let mut records = 0;
    let mut written = Written::open(folder, &plan)?;
    let mut progress = Progress::new("games", plan.blocks_here() * plan.games_per_block());
    let mut first = plan.range().start * plan.games_per_block();
    while let Some(block) = written.next_block()? {
        tally.add_block(&plan, &block.games);
        progress.add(block.games.len() as u64);
        let count = recorded.len();
        recorded.extend(recorded_games(&plan, first, block));
        records += (recorded.len() - count) as u64;
        first += plan.games_per_block();
        if recorded.len() >= AT_ONCE {
            check_records(&plan, folder, &recorded)?;
            recorded.clear();
        }
        if is_decided(&plan, &tally) {
            written.check_end()?;
            break;
        }
    }
    check_records(&plan, folder, &recorded)?;
    progress.finish();
    let blocks = tally.blocks;
    let of = plan.blocks_here();
    let games = tally.games;
    let found = format!("{games} games match the plan, {records} records follow the rules");
    if !is_complete(folder) {
        return Ok(format!(
            "{shown}: not finished: {blocks} of {of} deals; {found}"
        ));
    }
    if blocks < of && !is_decided(&plan, &tally) {
        return Err(bad_input(format!(
            "{shown}: is called complete, but holds {blocks} of {of} deals"
        )));
    }
    // Another version may compute different statistics from the same games.
    let is_ours = Plan::read_to_resume(folder).is_ok();
    if is_ours {
        let summary = Summary::new(&plan, &tally);
        let digests = Seal::of(folder)?
            .map(|seal| seal.sha256)
            .unwrap_or_default();
        if read_input(&folder.join(SUMMARY_FILE))? != with_digests(&summary, digests)? {
            return Err(wrong(SUMMARY_FILE, "is not what the tables come to"));
        }
        for (name, table) in run::tables(&summary) {
            if read_input(&folder.join(name))? != table {
                return Err(wrong(name, "is not what the tables come to"));
            }
        }
    }
    let summed_up = if is_ours {
        ", the summary matches the tables"
    } else {
        "; the summary was not compared, since another version wrote it"
    };
    Ok(format!(
        "{shown}: complete and unchanged: {found}{summed_up}"
    ))
}

/// Returns the recorded games of a block; `first` is the number of its first game.
fn recorded_games(plan: &Plan, first: u64, block: WrittenBlock) -> Vec<RecordedGame> {
    let text = String::from_utf8(block.rows.records).unwrap_or_default();
    let mut lines = text.lines();
    let numbered = (first..)
        .zip(block.games)
        .filter(|(number, _)| plan.records.include(*number));
    let recorded = numbered.map(|(number, (id, result))| {
        let record = lines.next().unwrap_or_default().to_owned();
        RecordedGame {
            number,
            id,
            result,
            record,
        }
    });
    recorded.collect()
}

/// Replays the recorded games.
fn check_records(plan: &Plan, folder: &Path, recorded: &[RecordedGame]) -> anyhow::Result<()> {
    let file = folder.join(RECORDS_FILE);
    let check = |RecordedGame {
                     number,
                     id,
                     result,
                     record,
                 }: &RecordedGame| {
        // The records of a run carry no tiles.
        let components = record::components(None, Some(&file), &Value::Null);
        let mut faults = FaultKinds::default();
        faults
            .iter_mut()
            .zip(&result.seats)
            .for_each(|(fault, seat)| *fault = seat.fault);
        let wrong = |what: &str| bad_input(format!("{}: game {number}: {what}", file.display()));
        let again = game_runner(plan.arm(*id).setup_of(id.seating)).replay(
            plan,
            *id,
            record,
            &components,
            &faults,
        );
        let (mut again, line) = again.map_err(|e| wrong(&e))?;
        for (seat, written) in again.seats.iter_mut().zip(&result.seats) {
            seat.luck = written.luck;
        }
        if line.strip_suffix(b"\n") != Some(record.as_bytes()) {
            return Err(wrong("says something else than its moves"));
        }
        if again != *result {
            return Err(wrong("its result is not that of its row"));
        }
        Ok(())
    };
    parallel::map(recorded.len(), |nth| check(&recorded[nth]))
        .into_iter()
        .collect()
}
