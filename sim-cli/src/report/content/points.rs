//! Section on points: where they come from, how they are distributed, and the actions behind them.

use super::LoadedRun;
use super::words::{estimate, points};
use crate::findings::row::Row;
use crate::games::schema::{Column, Metric, ResultSchema, Role};
use crate::report::figure::stack::{self, PartName};
use crate::report::figure::{Figure, histogram};
use crate::report::page::{PagePart, Section, Table};
use crate::report::words::count;
use crate::stats::interval::Estimate;

/// Returns the source of most points, in words, and the mean points from it.
pub(super) fn largest_source(schema: &ResultSchema, row: &Row) -> (&'static str, Estimate) {
    let all = schema
        .sources()
        .iter()
        .map(|source| (source.noun, row.mean(source.metric())));
    all.max_by(|a, b| a.1.mean.total_cmp(&b.1.mean))
        .expect("a game has at least one source of points")
}

pub(super) fn section(run: &LoadedRun) -> Option<Section> {
    let figures = [sources(run), scores(run)].into_iter().chain(roles(run));
    let parts = vec![
        PagePart::Pieces(figures.collect()),
        PagePart::Table(actions(run)),
        PagePart::Table(all_metrics(run)),
    ];
    Some(Section {
        heading: "Where the points come from".into(),
        parts,
    })
}

fn stacked(
    run: &LoadedRun,
    parts: &[(Metric, PartName)],
    whole: Metric,
    unit: &str,
) -> crate::report::figure::Drawing {
    let rows: Vec<stack::Row> = run
        .ranking()
        .into_iter()
        .map(|i| &run.summary.agents[i])
        .map(|agent| stack::Row {
            label: agent.name.clone(),
            value: points(&agent.mean(whole)),
            parts: parts
                .iter()
                .map(|(metric, _)| agent.mean(*metric).mean)
                .collect(),
        })
        .collect();
    let names: Vec<PartName> = parts.iter().map(|(_, name)| *name).collect();
    stack::draw(&names, &rows, unit)
}

fn best(run: &LoadedRun) -> &Row {
    let score = |row: &&Row| row.mean(Metric::SCORE).mean;
    run.summary
        .agents
        .iter()
        .max_by(|a, b| score(a).total_cmp(&score(b)))
        .expect("a run has at least one agent")
}

fn sources(run: &LoadedRun) -> Figure {
    let best = best(run);
    let schema = run.plan.schema();
    let (source, most) = largest_source(schema, best);
    let part = |source: &Column| match source.role {
        Role::Source(class) => Some((source.metric(), (source.noun, class))),
        _ => None,
    };
    let parts: Vec<_> = schema.sources().iter().filter_map(part).collect();
    let share = 100.0 * most.mean / best.mean(Metric::SCORE).mean.max(1e-9);
    Figure {
        name: "points-by-source".into(),
        title: match most.mean > 0.0 {
            true => format!(
                "{share:.0}% of the points of {} come from {source}",
                best.name
            ),
            false => format!("{} scores no points", best.name),
        },
        caption: format!(
            "Mean points per game, by source; the whole bar is the score. n = {}.",
            results(run)
        ),
        drawing: stacked(run, &parts, Metric::SCORE, "points per game"),
    }
}

fn roles(run: &LoadedRun) -> Option<Figure> {
    let (best, schema) = (best(run), run.plan.schema());
    let total = schema
        .actions()
        .find(|column| column.role == Role::AllPieces)?;
    let all = schema
        .roles()
        .map(|(column, _)| (column.name, best.mean(column.metric())));
    let (role, most) = all.max_by(|a, b| a.1.mean.total_cmp(&b.1.mean))?;
    let parts: Vec<_> = schema
        .roles()
        .map(|(column, class)| (column.metric(), (column.name, class)))
        .collect();
    let (pieces, total) = (schema.pieces, total.metric());
    Some(Figure {
        name: format!("{pieces}-by-role"),
        title: format!(
            "{} places {:.1} {pieces} per game, {:.1} of them as {role}",
            best.name,
            best.mean(total).mean,
            most.mean
        ),
        caption: format!(
            "Mean number of {pieces} placed per game, by role. n = {}.",
            results(run)
        ),
        drawing: stacked(run, &parts, total, &format!("{pieces} per game")),
    })
}

fn scores(run: &LoadedRun) -> Figure {
    let quantile = |i: usize, share| {
        run.summary.game_stats.scores[i]
            .quantile(share)
            .unwrap_or(0)
    };
    let agents = &run.summary.agents;
    let rows: Vec<histogram::Row> = run
        .ranking()
        .into_iter()
        .map(|i| (&agents[i], &run.summary.game_stats.scores[i]))
        .map(|(agent, histogram)| histogram::Row {
            label: agent.name.clone(),
            value: format!("median {}", histogram.quantile(0.5).unwrap_or(0)),
            histogram,
        })
        .collect();
    let best = agents
        .iter()
        .position(|row| std::ptr::eq(row, best(run)))
        .unwrap_or(0);
    let (low, high) = (quantile(best, 0.05), quantile(best, 0.95));
    Figure {
        name: "scores".into(),
        title: format!(
            "{} scores {low} to {high} points in nine games out of ten",
            agents[best].name
        ),
        caption: format!(
            "How often each score occurs; the line is the median. n = {}.",
            results(run)
        ),
        drawing: histogram::draw(&rows, "points per game"),
    }
}

/// Returns the number of results of each agent, in words.
fn results(run: &LoadedRun) -> String {
    let all = || run.summary.agents.iter().map(|agent| agent.results);
    match (all().min(), all().max()) {
        (Some(low), Some(high)) if low != high => {
            format!("{} to {} results per bot", count(low), count(high))
        }
        (low, _) => format!("{} results per bot", count(low.unwrap_or(0))),
    }
}

fn actions(run: &LoadedRun) -> Table {
    let actions = || run.plan.schema().actions();
    let row = |agent: &Row| {
        let cells = actions().map(|column| estimate(&agent.mean(column.metric()), 1.0, 2));
        std::iter::once(agent.name.clone()).chain(cells).collect()
    };
    Table {
        headings: std::iter::once("per game".to_owned())
            .chain(actions().map(Column::words))
            .collect(),
        texts: 1,
        rows: run.summary.agents.iter().map(row).collect(),
        ..Table::default()
    }
}

fn all_metrics(run: &LoadedRun) -> Table {
    let agents = &run.summary.agents;
    let row = |metric: Metric| {
        let digits = if metric == Metric::WIN_SHARE { 4 } else { 2 };
        let cells = agents
            .iter()
            .map(|agent| estimate(&agent.mean(metric), 1.0, digits));
        std::iter::once(metric.name().to_owned())
            .chain(cells)
            .collect()
    };
    let names = agents.iter().map(|agent| agent.name.clone());
    Table {
        fold: Some("All means, by bot".into()),
        headings: std::iter::once("mean per game, with 95% interval".to_owned())
            .chain(names)
            .collect(),
        texts: 1,
        rows: run.plan.schema().metrics().into_iter().map(row).collect(),
        ..Table::default()
    }
}
