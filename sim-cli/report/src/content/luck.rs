//! Section on luck-adjusted leads and win shares.

use goldrush_games::schema::Metric;
use goldrush_harness::findings::answer::{Answer, answers};
use goldrush_harness::findings::luck::{LuckEffect, LuckRow, WithoutLuck};
use goldrush_harness::findings::response::Unit;
use goldrush_support::stats::interval::{Estimate, MIN_BLOCKS};

use super::Run;
use crate::answer;
use crate::document::{Cell, Part, Section, Table};
use crate::number::Number;

/// Explanation of the adjustment for luck.
const MEANING: &str = "The luck of a draw is its value minus the average value of everything that could have been drawn. Luck averages \
                       out in the long run; adjusting for it changes no mean";

/// Smallest gain in precision that is shown, as a multiple of the games: less rounds to 1.0.
const LEAST: f64 = 1.05;

/// Says what the adjustment for luck does to the precision of numbers that are worth as many times the games.
fn precision(worths: &[f64]) -> &'static str {
    let better = worths.iter().filter(|worth| **worth >= LEAST).count();
    if worths.is_empty() {
        "."
    } else if better == worths.len() {
        ", but makes it more precise."
    } else if better > 0 {
        ", but makes some numbers more precise: those that have a multiple of the games."
    } else {
        ". In these games it makes no number more precise: read those as played."
    }
}

pub(super) fn section(run: &Run) -> Option<Section> {
    let luck = run.summary.luck.as_ref()?;
    if run.summary.balance.is_some() && run.summary.blocks < MIN_BLOCKS {
        return None;
    }
    let by_agent = luck.agents.iter();
    let by_agent = by_agent.flat_map(|row| [&row.margin, &row.win_share]);
    let of_effects_too = by_agent.chain(luck.effects.iter().map(|effect| &effect.without));
    let worths: Vec<f64> = of_effects_too.filter_map(|without| without.worth).collect();
    let mut parts = vec![Part::Text(format!("{MEANING}{}", precision(&worths)))];
    if !luck.agents.is_empty() {
        parts.push(Part::Table(of_agents(run, &luck.agents)));
    } else if worths.iter().any(|worth| *worth >= LEAST) {
        parts.push(Part::Table(of_effects(run, &luck.effects)));
    }
    Some(Section::new("Adjusted for the luck of the draw", parts))
}

fn of_agents(run: &Run, rows: &[LuckRow]) -> Table {
    let adjusted = run
        .ranking()
        .into_iter()
        .filter(|&agent| agent < rows.len());
    let rows = adjusted.map(|agent| {
        let without = &rows[agent];
        let as_played = &run.summary.agents[agent];
        vec![
            without.name.as_str().into(),
            Number::points(&as_played.mean(Metric::MARGIN)).into(),
            Number::points(&without.margin.estimate).into(),
            worth(&without.margin),
            Number::percent(&as_played.mean(Metric::WIN_SHARE)).into(),
            Number::percent(&without.win_share.estimate).into(),
            worth(&without.win_share),
        ]
    });
    let headings = [
        "bot",
        "lead",
        "adjusted",
        "as precise as",
        "win rate",
        "adjusted",
        "as precise as",
    ];
    Table::new(headings, rows)
}

/// Returns the table of the effects that are more precise once adjusted.
fn of_effects(run: &Run, effects: &[LuckEffect]) -> Table {
    let better = effects
        .iter()
        .filter(|effect| effect.without.worth.is_some_and(|worth| worth >= LEAST));
    let all = run.summary.balance.as_ref().map(answers);
    let all = all.unwrap_or_default();
    let rows = better.filter_map(|effect| {
        let is_share = Unit::of(run.plan.schema(), &effect.response).is_share();
        Some(vec![
            label(run, &all, effect)?.into(),
            effect.agent.as_str().into(),
            change(&effect.plain, is_share).into(),
            change(&effect.without.estimate, is_share).into(),
            worth(&effect.without),
        ])
    });
    let headings = ["effect", "bot", "as played", "adjusted", "as precise as"];
    Table::new(headings, rows)
}

/// Says what was changed and what it changes: `Without farmers, 2 players: the first player's wins, in percentage points`.
fn label(run: &Run, answers: &[Answer], effect: &LuckEffect) -> Option<String> {
    let schema = run.plan.schema();
    let answer = answers.iter().find(|answer| {
        answer.factor == effect.factor
            && answer.level == effect.level
            && answer.players == effect.players
    })?;
    let mut responses = answer.responses.iter();
    let answered = responses.find(|answered| answered.response == effect.response)?;
    let unit = if answered.unit.is_share() {
        ", in percentage points"
    } else {
        ""
    };
    let heading = answer::heading(answer);
    let noun = answer::noun(schema, answered);
    Some(format!("{heading}: {noun}{unit}"))
}

/// Formats a change; one of shares in percentage points.
fn change(estimate: &Estimate, is_share: bool) -> Number {
    let factor = if is_share { 100.0 } else { 1.0 };
    Number::points(&estimate.times(factor)).signed()
}

/// Formats the gain in precision as a multiple of the games; empty if there is none.
fn worth(without: &WithoutLuck) -> Cell {
    without
        .worth
        .filter(|worth| *worth >= LEAST)
        .map(|worth| Number::exact(worth, 1).with_unit(" times the games"))
        .into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn adjusted_numbers_are_called_more_precise_only_where_they_are() {
        assert_eq!(precision(&[1.4, 2.0]), ", but makes it more precise.");
        assert!(precision(&[1.4, 1.03]).contains("some numbers more precise"));
        assert!(precision(&[0.3, 0.9]).contains("read those as played"));
        assert_eq!(precision(&[]), ".");
    }
}
