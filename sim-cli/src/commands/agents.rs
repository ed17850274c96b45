//! `goldrush agents`.

use std::io::Write;

use goldrush_ai::registry::{ALIASES, ENTRIES};

use crate::report::wrap;
use crate::sim::spec::COMMAND_PREFIX;

pub(super) fn run(out: &mut dyn Write) -> anyhow::Result<()> {
    writeln!(out, "An agent is written NAME or NAME:PARAMETER=VALUE,…")?;
    for entry in &ENTRIES {
        writeln!(out)?;
        wrap::write(entry.summary, &format!("{:<11}", entry.name), &" ".repeat(11), out)?;
        let strength = if entry.strength.is_empty() { String::new() } else { format!("; {}", entry.strength) };
        wrap::write(&format!("{} a turn{strength}", entry.cost), &" ".repeat(11), &" ".repeat(11), out)?;
        for parameter in entry.parameters {
            let text = format!("{} ({})", parameter.meaning, parameter.kind);
            wrap::write(&text, &format!("  {:<18}", parameter.name), &" ".repeat(20), out)?;
        }
    }
    writeln!(out, "\nShort names:")?;
    for alias in &ALIASES {
        writeln!(out, "  {:<9}{:<40} {}", alias.name, alias.spec, alias.summary)?;
    }
    writeln!(out, "\nA program of your own is written {COMMAND_PREFIX}\"COMMAND\": see goldrush check-bot --help")?;
    Ok(())
}
