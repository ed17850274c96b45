//! `goldrush simulate`.

use std::io::Write;
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use serde::Serialize;

use crate::cli::args::SimulateArgs;
use crate::cli::bad_input;
use crate::cli::plan::{Plan, Records};
use crate::progress::Progress;
use crate::report::folder::RunFolder;
use crate::report::table;
use crate::sim::batch;
use crate::stats::summary::Summary;
use crate::stats::tally::Tally;

/// What may differ between two runs of one plan.
#[derive(Serialize)]
struct Machine {
    host: String,
    os: &'static str,
    architecture: &'static str,
    threads: usize,
    started_unix_s: u64,
    elapsed_s: f64,
    games_per_s: f64,
}

pub(super) fn run(args: &SimulateArgs, out: &mut dyn Write) -> anyhow::Result<()> {
    let plan = Plan::new(args)?;
    if args.out.is_none() && plan.records != Records::None {
        return Err(bad_input("--records needs --out, a folder to write them to"));
    }
    let pool = batch::pool(args.threads)?;
    let mut folder = args.out.as_ref().map(|path| RunFolder::create(path, &plan)).transpose()?;
    let (started, began) = (Instant::now(), SystemTime::now());
    let mut tally = Tally::new(&plan.lineup);
    let mut progress = Progress::new("games", plan.games());
    batch::run(&plan, &pool, folder.is_some(), |part| {
        if let Some(folder) = &mut folder {
            folder.append(&part.rows)?;
        }
        tally.merge(&part.tally);
        progress.add(part.tally.games);
        Ok(())
    })?;
    progress.finish();
    let summary = Summary::new(&plan, &tally);
    let elapsed_s = started.elapsed().as_secs_f64();
    if let Some(folder) = folder {
        let machine = Machine {
            host: gethostname::gethostname().to_string_lossy().into_owned(),
            os: std::env::consts::OS,
            architecture: std::env::consts::ARCH,
            threads: pool.current_num_threads(),
            started_unix_s: began.duration_since(UNIX_EPOCH).map_or(0, |d| d.as_secs()),
            elapsed_s,
            games_per_s: tally.games as f64 / elapsed_s,
        };
        folder.finish(&json(&summary)?, &json(&machine)?)?;
    }
    table::write(&summary, out)?;
    if tally.games != args.games {
        writeln!(out, "{} games were asked for; {} make whole blocks", args.games, tally.games)?;
    }
    let rate = tally.games as f64 / elapsed_s;
    writeln!(out, "{elapsed_s:.1} s, {rate:.0} games/s on {} threads", pool.current_num_threads())?;
    if let Some(path) = &args.out {
        writeln!(out, "written to {}", path.display())?;
    }
    Ok(())
}

fn json(value: &impl Serialize) -> anyhow::Result<String> {
    Ok(serde_json::to_string_pretty(value)? + "\n")
}
