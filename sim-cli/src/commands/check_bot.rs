//! `goldrush check-bot`.

use std::io::Write;

use crate::cli::args::CheckBotArgs;
use crate::protocol::check::check;
use crate::report::table::plain;

pub(super) fn run(args: &CheckBotArgs, out: &mut dyn Write) -> anyhow::Result<()> {
    let findings = check(&args.command, args.bots.limits(), args.seed);
    let rows = findings.iter().map(|finding| {
        let result = if finding.advice.is_none() { "pass" } else { "FAIL" };
        vec![finding.check.clone(), result.into(), finding.seen.clone()]
    });
    let mut table = plain(&["check", "result", "seen"], rows);
    for column in table.column_iter_mut() {
        column.set_cell_alignment(comfy_table::CellAlignment::Left);
    }
    writeln!(out, "{table}\n")?;
    let failed: Vec<_> = findings.iter().filter_map(|f| Some((&f.check, f.advice.as_ref()?))).collect();
    for (check, advice) in &failed {
        writeln!(out, "{check}: {advice}")?;
    }
    if !failed.is_empty() {
        anyhow::bail!("{} of {} checks failed", failed.len(), findings.len());
    }
    writeln!(out, "all {} checks passed", findings.len())?;
    Ok(())
}
