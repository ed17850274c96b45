//! `goldrush tournament`.

use std::io::Write;

use super::playing;
use crate::cli::args::TournamentArgs;
use crate::report::schedule;
use crate::sim::batch;
use crate::sim::forecast::Forecast;
use crate::study::Plan;

pub(super) fn run(args: &TournamentArgs, out: &mut dyn Write) -> anyhow::Result<()> {
    let plan = Plan::of_tournament(args)?;
    let threads = batch::pool(args.run.threads)?.current_num_threads();
    schedule::write(&plan, &Forecast::new(&plan)?, threads, out)?;
    out.flush()?;
    if args.dry_run {
        return Ok(());
    }
    playing::begin(&plan, &args.run, None, out)
}
