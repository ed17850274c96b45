//! Section on luck-adjusted leads and win shares.

use goldrush_games::schema::Metric;
use goldrush_harness::findings::luck::{LuckEffect, LuckRow, WithoutLuck};

use super::Run;
use crate::document::{Cell, Part, Section, Table};
use crate::number::Number;

/// Explanation of the adjustment for luck.
const MEANING: &str = "The luck of a draw is its value minus the average value of everything that could have been drawn. Luck averages \
                       out in the long run; adjusting for it changes no mean";

/// Says what the adjustment for luck does to the precision of numbers that are worth as many times the games.
fn precision(worths: &[f64]) -> &'static str {
    let better = worths.iter().filter(|worth| **worth > 1.0).count();
    if worths.is_empty() {
        "."
    } else if better == worths.len() {
        ", but makes it more precise."
    } else if better > 0 {
        ". It makes a number more precise where that is worth more than 1.0 times the games, and less precise elsewhere."
    } else {
        ". In these games it makes numbers less precise: read those as played."
    }
}

pub(super) fn section(run: &Run) -> Option<Section> {
    let luck = run.summary.luck.as_ref()?;
    let by_agent = luck.agents.iter();
    let by_agent = by_agent.flat_map(|row| [&row.margin, &row.win_share]);
    let of_effects_too = by_agent.chain(luck.effects.iter().map(|effect| &effect.without));
    let worths: Vec<f64> = of_effects_too.filter_map(|without| without.worth).collect();
    let meaning = format!("{MEANING}{}", precision(&worths));
    let table = if luck.agents.is_empty() {
        of_effects(&luck.effects)
    } else {
        of_agents(run, &luck.agents)
    };
    let parts = vec![Part::Text(meaning), Part::Table(table)];
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn adjusted_numbers_are_called_more_precise_only_where_they_are() {
        assert_eq!(precision(&[1.4, 2.0]), ", but makes it more precise.");
        assert!(precision(&[1.4, 0.3]).contains("less precise elsewhere"));
        assert!(precision(&[0.3, 0.9]).contains("read those as played"));
        assert_eq!(precision(&[]), ".");
    }
}
