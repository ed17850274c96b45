//! `goldrush agents`.

use std::io::Write;

use goldrush_ai::benchmarks::{AgentBenchmark, two_player_benchmark};
use goldrush_ai::parameter::{Parameter, ParameterKind};
use goldrush_ai::registry::Roster;
use goldrush_games::GameName;
use goldrush_games::registry::with_game;
use goldrush_harness::sim::retuning::RETUNED;
use goldrush_harness::study::spec::COMMAND_PREFIX;
use goldrush_report::wrap;

use crate::cli::args::AgentsArgs;

pub(super) fn run(args: &AgentsArgs, out: &mut dyn Write) -> anyhow::Result<()> {
    let game: GameName = args
        .game
        .parse()
        .map_err(|e| goldrush_support::error::bad_input(format!("--game: {e}")))?;
    writeln!(
        out,
        "Write an agent as NAME or NAME:PARAMETER=VALUE,… Agents of {game}:"
    )?;
    with_game!(game, G => list::<G>(out))?;
    writeln!(
        out,
        "\nWrite your own program as {COMMAND_PREFIX}\"COMMAND\": see goldrush lab check-bot --help"
    )?;
    Ok(())
}

fn list<G: Roster>(out: &mut dyn Write) -> anyhow::Result<()> {
    for entry in G::ENTRIES {
        writeln!(out)?;
        wrap::write(
            entry.summary,
            &format!("{:<11}", entry.name),
            &" ".repeat(11),
            out,
        )?;
        if let Some(strength_text) = strength::<G>(entry.name, entry.name) {
            wrap::write(&strength_text, &" ".repeat(11), &" ".repeat(11), out)?;
        }
        let is_weight = |parameter: &&Parameter| matches!(parameter.kind, ParameterKind::Tuned(..));
        let lists_weights = entry.name == RETUNED;
        let listed = entry
            .parameters
            .iter()
            .filter(|parameter| lists_weights || !is_weight(parameter));
        for parameter in listed {
            let text = format!("{} ({})", parameter.meaning, parameter.kind);
            wrap::write(
                &text,
                &format!("  {:<18}", parameter.name),
                &" ".repeat(20),
                out,
            )?;
        }
        if !lists_weights
            && entry
                .parameters
                .iter()
                .any(|parameter| is_weight(&parameter))
        {
            writeln!(out, "  and the weights of {RETUNED}")?;
        }
    }
    if !G::ALIASES.is_empty() {
        writeln!(out, "\nShort names:")?;
    }
    for alias in G::ALIASES {
        wrap::write(
            alias.spec,
            &format!("  {:<9}", alias.name),
            &" ".repeat(11),
            out,
        )?;
        let strength_text = strength::<G>(alias.name, alias.spec)
            .map_or_else(String::new, |strength_text| format!("; {strength_text}"));
        wrap::write(
            &format!("{}{strength_text}", alias.summary),
            &" ".repeat(11),
            &" ".repeat(11),
            out,
        )?;
    }
    Ok(())
}

/// Describes an agent's measured cost per turn and strength with two players; `spec` is what its name expands to.
fn strength<G: Roster>(agent: &str, spec: &str) -> Option<String> {
    let row = two_player_benchmark(G::NAME, agent)?;
    let cost = row.ms_per_turn.map(|ms| format!("{ms} ms per turn"));
    let facts: Vec<String> = [cost, wins(&row, spec)].into_iter().flatten().collect();
    (!facts.is_empty()).then(|| facts.join("; "))
}

fn wins(row: &AgentBenchmark, spec: &str) -> Option<String> {
    let against = row.against.as_ref()?;
    let mean = row.win_share?;
    let low = row.low?;
    let high = row.high?;
    let agent_prefix = if [&*row.agent, spec].contains(&&*row.played) {
        String::new()
    } else {
        format!("{} ", row.played)
    };
    let [mean, low, high] = [mean, low, high].map(|share| format!("{:.1}", 100.0 * share));
    Some(format!(
        "{agent_prefix}wins {mean}% ({low} to {high}) of games against {against}"
    ))
}
