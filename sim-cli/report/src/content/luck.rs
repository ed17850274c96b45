//! Section on luck-adjusted leads and win shares.

use goldrush_games::schema::Metric;
use goldrush_harness::findings::luck::{LuckEffect, LuckRow, WithoutLuck};

use super::Run;
use crate::document::{Cell, Part, Section, Table};
use crate::number::Number;

/// Explanation of the adjustment for luck, in a sentence.
const MEANING: &str = "The luck of a draw is its value minus the average value of everything that could have been drawn. Luck averages \
                       out in the long run; adjusting for it changes no mean, but makes it more precise.";

pub(super) fn section(run: &Run) -> Option<Section> {
    let luck = run.summary.luck.as_ref()?;
    let table = if luck.agents.is_empty() {
        of_effects(&luck.effects)
    } else {
        of_agents(run, &luck.agents)
    };
    let parts = vec![Part::Text(MEANING.into()), Part::Table(table)];
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

fn of_effects(effects: &[LuckEffect]) -> Table {
    let rows = effects.iter().map(|effect| {
        vec![
            format!("{}, {} {}", effect.response, effect.factor, effect.level).into(),
            effect.agent.as_str().into(),
            Cell::Count(effect.players as u64),
            Number::new(&effect.plain, effect.digits).signed().into(),
            Number::new(&effect.without.estimate, effect.digits)
                .signed()
                .into(),
            worth(&effect.without),
        ]
    });
    let headings = [
        "effect",
        "bot",
        "players",
        "as played",
        "adjusted",
        "as precise as",
    ];
    Table::new(headings, rows)
}

/// Formats the gain in precision as a multiple of the games; empty if unknown.
fn worth(without: &WithoutLuck) -> Cell {
    without
        .worth
        .map(|worth| Number::exact(worth, 1).with_unit(" times the games"))
        .into()
}
