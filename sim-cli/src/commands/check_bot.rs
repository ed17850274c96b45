//! `goldrush lab check-bot`.

use std::io::Write;

use crate::cli::args::CheckBotArgs;
use crate::error::bad_input;
use crate::protocol::check::{Report, Verdict, check};
use crate::report::table::plain;
use crate::report::wrap;

pub(super) fn run(args: &CheckBotArgs, out: &mut dyn Write) -> anyhow::Result<()> {
    let game =
        args.game.as_ref().map(|game| game.parse().map_err(|e| bad_input(format!("--game: {e}")))).transpose()?;
    let Report { findings, untested } = check(game, &args.command, args.bots.limits()?, args.seed);
    let rows = findings.iter().map(|finding| {
        let result = match finding.verdict {
            Verdict::Passed => "pass",
            Verdict::LeftOut => "skipped",
            Verdict::Failed(_) => "FAIL",
        };
        vec![finding.check.clone(), result.into(), finding.seen.lines().next().unwrap_or_default().to_owned()]
    });
    let mut table = plain(&["check", "result", "observed"], rows);
    for column in table.column_iter_mut() {
        column.set_cell_alignment(comfy_table::CellAlignment::Left);
    }
    writeln!(out, "{table}\n")?;
    let failed = findings.iter().filter_map(|finding| match &finding.verdict {
        Verdict::Failed(advice) => Some((finding, advice)),
        Verdict::Passed | Verdict::LeftOut => None,
    });
    let failed: Vec<_> = failed.collect();
    for untested in &untested {
        wrap::write(untested, "", "", out)?;
    }
    for (finding, advice) in &failed {
        wrap::write(&format!("{}: {advice}", finding.check), "", "", out)?;
        for words in finding.seen.lines().skip(1) {
            writeln!(out, "  {words}")?;
        }
    }
    if !failed.is_empty() {
        let left_out = findings.iter().filter(|finding| finding.verdict == Verdict::LeftOut).count();
        anyhow::bail!("{} of {} checks failed", failed.len(), findings.len() - left_out);
    }
    writeln!(out, "all {} checks passed", findings.len())?;
    Ok(())
}
