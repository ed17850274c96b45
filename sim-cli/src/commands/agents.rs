//! `goldrush agents`.

use std::io::Write;

use goldrush_ai::registry::Roster;

use crate::cli::args::AgentsArgs;
use crate::games::GameName;
use crate::games::registry::with_game;
use crate::report::wrap;
use crate::study::spec::COMMAND_PREFIX;

pub(super) fn run(args: &AgentsArgs, out: &mut dyn Write) -> anyhow::Result<()> {
    let game: GameName = args.game.parse().map_err(|e| crate::error::bad_input(format!("--game: {e}")))?;
    writeln!(out, "An agent is written NAME or NAME:PARAMETER=VALUE,… Those of {game}:")?;
    with_game!(game, G => list::<G>(out))?;
    writeln!(out, "\nA program of your own is written {COMMAND_PREFIX}\"COMMAND\": see goldrush check-bot --help")?;
    Ok(())
}

fn list<G: Roster>(out: &mut dyn Write) -> anyhow::Result<()> {
    for entry in G::ENTRIES {
        writeln!(out)?;
        wrap::write(entry.summary, &format!("{:<11}", entry.name), &" ".repeat(11), out)?;
        let strength = if entry.strength.is_empty() { String::new() } else { format!("; {}", entry.strength) };
        wrap::write(&format!("{} a turn{strength}", entry.cost), &" ".repeat(11), &" ".repeat(11), out)?;
        for parameter in entry.parameters {
            let text = format!("{} ({})", parameter.meaning, parameter.kind);
            wrap::write(&text, &format!("  {:<18}", parameter.name), &" ".repeat(20), out)?;
        }
    }
    if !G::ALIASES.is_empty() {
        writeln!(out, "\nShort names:")?;
    }
    for alias in G::ALIASES {
        writeln!(out, "  {:<9}{:<40} {}", alias.name, alias.spec, alias.summary)?;
    }
    Ok(())
}
