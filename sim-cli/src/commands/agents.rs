//! `goldrush agents`.

use std::io::Write;

use goldrush_ai::registry::ENTRIES;

pub(super) fn run(out: &mut dyn Write) -> anyhow::Result<()> {
    for entry in &ENTRIES {
        writeln!(out, "{:<8}{}", entry.name, entry.summary)?;
    }
    Ok(())
}
