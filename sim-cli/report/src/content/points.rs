//! Section on points: where they come from, how they are distributed, and the actions behind them.

use goldrush_games::schema::{Column, Metric, ResultSchema, Role};
use goldrush_harness::findings::row::MeanRow;
use goldrush_support::stats::interval::Estimate;

use super::Run;
use super::answers::mean_score;
use crate::document::{Cell, Media, Part, Section, Table};
use crate::figure::stack::{self, PartName};
use crate::figure::{Drawing, Figure, histogram};
use crate::number::{Number, percent};
use crate::words::count;

/// Returns the source of most points, in words, and the mean points from it.
pub(super) fn largest_source(schema: &ResultSchema, row: &MeanRow) -> (&'static str, Estimate) {
    let all = schema
        .sources()
        .iter()
        .map(|source| (source.noun, row.mean(source.metric())));
    all.max_by(|a, b| a.1.mean.total_cmp(&b.1.mean))
        .expect("a game has at least one source of points")
}

pub(super) fn section(run: &Run) -> Option<Section> {
    let figures = [sources(run), scores(run)].into_iter().chain(roles(run));
    let parts = vec![
        Part::Figures(figures.collect()),
        Part::Table(by_source(run)),
        Part::Table(actions(run)),
        Part::Table(all_metrics(run)),
    ];
    Some(Section::new("Where the points come from", parts))
}

fn stacked(run: &Run, parts: &[(Metric, PartName)], whole: Metric, unit: &str) -> Drawing {
    let rows: Vec<stack::Row> = run
        .ranking()
        .into_iter()
        .map(|i| &run.summary.agents[i])
        .map(|agent| stack::Row {
            label: agent.name.clone(),
            value: Number::points(&agent.mean(whole)).to_string(),
            parts: parts
                .iter()
                .map(|(metric, _)| agent.mean(*metric).mean)
                .collect(),
        })
        .collect();
    let names: Vec<PartName> = parts.iter().map(|(_, name)| *name).collect();
    stack::draw(&names, &rows, unit)
}

fn best<'r>(run: &Run<'r>) -> &'r MeanRow {
    run.summary
        .agents
        .iter()
        .max_by(|a, b| mean_score(a).total_cmp(&mean_score(b)))
        .expect("a run has at least one agent")
}

fn sources(run: &Run) -> Figure {
    let best = best(run);
    let schema = run.plan.schema();
    let (source, most) = largest_source(schema, best);
    let parts = schema
        .sources()
        .iter()
        .filter_map(|source| match source.role {
            Role::Source(class) => Some((source.metric(), (source.noun, class))),
            _ => None,
        });
    let parts: Vec<_> = parts.collect();
    let share = most.mean / best.mean(Metric::SCORE).mean.max(1e-9);
    Figure {
        name: "points-by-source".into(),
        title: if most.mean > 0.0 {
            format!(
                "{} of the points of {} come from {source}",
                percent(share, 0),
                best.name
            )
        } else {
            format!("{} scores no points", best.name)
        },
        caption: format!(
            "Mean points per game, by source; the whole bar is the score. n = {}.",
            results(run)
        ),
        drawing: stacked(run, &parts, Metric::SCORE, "points per game"),
    }
}

fn roles(run: &Run) -> Option<Figure> {
    let best = best(run);
    let schema = run.plan.schema();
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
    let pieces = schema.pieces;
    let total = total.metric();
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

fn scores(run: &Run) -> Figure {
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
    let of_best = &run.summary.game_stats.scores[best];
    let low = of_best.quantile(0.05).unwrap_or(0);
    let high = of_best.quantile(0.95).unwrap_or(0);
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
fn results(run: &Run) -> String {
    let all = || run.summary.agents.iter().map(|agent| agent.results);
    match (all().min(), all().max()) {
        (Some(low), Some(high)) if low != high => {
            format!("{} to {} results per bot", count(low), count(high))
        }
        (low, _) => format!("{} results per bot", count(low.unwrap_or(0))),
    }
}

/// Returns the points of each agent by source, for a terminal, which has no figures.
fn by_source(run: &Run) -> Table {
    let sources: Vec<&Column> = sources_in_play(run).collect();
    let headings: Vec<&str> = sources.iter().map(|source| source.name).collect();
    means_of_agents(run, "points from", headings, &sources, 1).on(Media::Terminal)
}

/// Returns the sources of which anybody has points; others are not in the game.
pub(super) fn sources_in_play<'r>(run: &'r Run) -> impl Iterator<Item = &'r Column> {
    let sources = run.plan.schema().sources().iter();
    sources.filter(|source| {
        let mut agents = run.summary.agents.iter();
        agents.any(|row| row.mean(source.metric()).mean != 0.0)
    })
}

fn actions(run: &Run) -> Table {
    let actions: Vec<&Column> = run.plan.schema().actions().collect();
    let headings: Vec<String> = actions.iter().map(|column| column.words()).collect();
    means_of_agents(run, "per game", headings, &actions, 2).on(Media::Page)
}

/// Returns a table with a row for each agent and a column for each statistic.
fn means_of_agents<H: Into<String>>(
    run: &Run,
    corner: &str,
    headings: impl IntoIterator<Item = H>,
    columns: &[&Column],
    digits: usize,
) -> Table {
    let headings = headings.into_iter().map(Into::into);
    let rows = run.ranking().into_iter().map(|agent| {
        let row = &run.summary.agents[agent];
        let means = columns.iter();
        let means = means.map(|column| Number::new(&row.mean(column.metric()), digits));
        [row.name.as_str().into()]
            .into_iter()
            .chain(means.map(Cell::from))
            .collect()
    });
    Table::new([corner.to_owned()].into_iter().chain(headings), rows)
}

fn all_metrics(run: &Run) -> Table {
    let agents = &run.summary.agents;
    let rows = run.plan.schema().metrics().into_iter().map(|metric| {
        let digits = if metric == Metric::WIN_SHARE { 4 } else { 2 };
        let means = agents
            .iter()
            .map(|agent| Number::new(&agent.mean(metric), digits));
        [metric.name().into()]
            .into_iter()
            .chain(means.map(Cell::from))
            .collect()
    });
    let names = agents.iter().map(|agent| agent.name.as_str());
    Table::new(["mean per game"].into_iter().chain(names), rows)
        .folded("All means, by bot")
        .on(Media::Page)
}
