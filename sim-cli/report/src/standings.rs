//! Shows the standing of a match or a tournament while it runs.

use goldrush_harness::findings::contest::SprtSummary;
use goldrush_harness::findings::tally::Tally;
use goldrush_harness::study::{Plan, Question};

use super::content::contest::llr;
use super::number::{Number, known};

/// Maximum number of agents to list.
const MOST: usize = 12;

/// Returns a line per agent, the best first, and the state of the test; empty if no agents are compared, or nothing was
/// played.
pub fn lines(plan: &Plan, tally: &Tally) -> Vec<String> {
    let shown = match &plan.question {
        Question::Match(contest) => 1 + usize::from(contest.mirror),
        Question::Tournament(_) => MOST,
        Question::Simulation | Question::Balance(_) => return Vec::new(),
    };
    if tally.blocks == 0 {
        return Vec::new();
    }
    let mut agents: Vec<_> = (plan.contestants.titles.iter().zip(&tally.contestants))
        .map(|(name, group)| (name, group.estimate(0)))
        .collect();
    if matches!(plan.question, Question::Tournament(_)) {
        agents.sort_by(|(_, one), (_, other)| known(other.mean).total_cmp(&known(one.mean)));
    }
    // In a match with a mirror the side that sits alone comes first each time.
    let step = if shown == 2 { 2 } else { 1 };
    let longest = agents
        .iter()
        .map(|(name, _)| name.chars().count())
        .max()
        .unwrap_or(0);
    let line = |(name, share): &(&String, goldrush_support::stats::interval::Estimate)| {
        format!(
            "  {name:longest$}  wins {} of its games",
            Number::percent(share)
        )
    };
    let mut lines: Vec<String> = agents.iter().step_by(step).take(shown).map(line).collect();
    if agents.len() > shown && shown == MOST {
        lines.push(format!("  and {} more", agents.len() - MOST));
    }
    lines.extend(
        plan.sprt()
            .map(|sprt| format!("  {}", llr(&SprtSummary::new(sprt, plan, tally)))),
    );
    lines
}
