//! Where the points come from, how they are spread, and what was done for them.

use super::Study;
use super::words::{count, estimate, points};
use crate::report::figure::stack::{self, PartName};
use crate::report::figure::{Figure, histogram};
use crate::report::page::{Part, Section, Table};
use crate::stats::interval::Estimate;
use crate::stats::summary::Row;
use crate::stats::tally::METRICS;

/// Metrics that make up the score, and how they look.
const SOURCES: [(&str, PartName); 5] = [
    ("railroad", ("railroads", "railroad")),
    ("mountain", ("mountains", "mountain")),
    ("city", ("cities", "city")),
    ("prairie", ("prairies", "prairie")),
    ("tokens", ("tokens", "tokens")),
];

/// Metrics of what cowboys became.
const ROLES: [(&str, PartName); 4] = [
    ("railwaymen", ("railwaymen", "railroad")),
    ("miners", ("miners", "mountain")),
    ("merchants", ("merchants", "city")),
    ("farmers", ("farmers", "prairie")),
];

/// Metrics of tents, tokens and what else there is to do.
const ACTIONS: [(&str, &str); 7] = [
    ("cowboys_placed", "cowboys placed"),
    ("tents_pitched", "tents pitched"),
    ("tokens_mined", "tokens mined"),
    ("tokens_won", "tokens won"),
    ("take_backs", "take-backs"),
    ("features_completed", "features scored"),
    ("locomotive_bonus", "points by locomotives"),
];

/// The source of most points, in words, and how many.
pub(super) fn largest_source(row: &Row) -> (&'static str, Estimate) {
    let all = SOURCES.map(|(metric, (name, _))| (name, row.metrics[metric]));
    all.into_iter().max_by(|a, b| a.1.mean.total_cmp(&b.1.mean)).expect("there are five")
}

pub(super) fn section(study: &Study) -> Option<Section> {
    let parts = vec![
        Part::Figures(vec![sources(study), scores(study), roles(study)]),
        Part::Table(actions(study)),
        Part::Table(all_metrics(study)),
    ];
    Some(Section { heading: "How the points are made", parts })
}

fn stacked(study: &Study, parts: &[(&str, PartName)], whole: &str, unit: &str) -> crate::report::figure::Drawing {
    let rows: Vec<stack::Row> = study
        .ranking()
        .into_iter()
        .map(|i| &study.summary.agents[i])
        .map(|agent| stack::Row {
            label: agent.name.clone(),
            value: points(&agent.metrics[whole]),
            parts: parts.iter().map(|(metric, _)| agent.metrics[metric].mean).collect(),
        })
        .collect();
    let names: Vec<PartName> = parts.iter().map(|(_, name)| *name).collect();
    stack::draw(&names, &rows, unit)
}

fn best(study: &Study) -> &Row {
    let score = |row: &&Row| row.metrics["score"].mean;
    study.summary.agents.iter().max_by(|a, b| score(a).total_cmp(&score(b))).expect("somebody plays")
}

fn sources(study: &Study) -> Figure {
    let best = best(study);
    let (source, most) = largest_source(best);
    let share = 100.0 * most.mean / best.metrics["score"].mean.max(1e-9);
    Figure {
        name: "points-by-source".into(),
        title: format!("{share:.0} % of the points of {} come from {source}", best.name),
        caption: format!("Mean points of a game by source; the whole bar is the score. n = {}.", results(study)),
        drawing: stacked(study, &SOURCES, "score", "points a game"),
    }
}

fn roles(study: &Study) -> Figure {
    let best = best(study);
    let all = ROLES.map(|(metric, (name, _))| (name, best.metrics[metric]));
    let (role, most) = all.into_iter().max_by(|a, b| a.1.mean.total_cmp(&b.1.mean)).expect("there are four");
    Figure {
        name: "cowboys-by-role".into(),
        title: format!(
            "{} places {:.1} cowboys a game, {:.1} of them as {role}",
            best.name, best.metrics["cowboys_placed"].mean, most.mean
        ),
        caption: format!("Mean number of cowboys placed in a game, by what they became. n = {}.", results(study)),
        drawing: stacked(study, &ROLES, "cowboys_placed", "cowboys a game"),
    }
}

fn scores(study: &Study) -> Figure {
    let quantile = |i: usize, share| study.survey.scores[i].quantile(share).unwrap_or(0);
    let agents = &study.summary.agents;
    let rows: Vec<histogram::Row> = study
        .ranking()
        .into_iter()
        .map(|i| (&agents[i], &study.survey.scores[i]))
        .map(|(agent, histogram)| histogram::Row {
            label: agent.name.clone(),
            value: format!("median {}", histogram.quantile(0.5).unwrap_or(0)),
            histogram,
        })
        .collect();
    let best = agents.iter().position(|row| std::ptr::eq(row, best(study))).unwrap_or(0);
    let (low, high) = (quantile(best, 0.05), quantile(best, 0.95));
    Figure {
        name: "scores".into(),
        title: format!("Nine games in ten bring {} between {low} and {high} points", agents[best].name),
        caption: format!("How often each score occurs; the line is the median. n = {}.", results(study)),
        drawing: histogram::draw(&rows, "points a game"),
    }
}

/// How many results each agent has, in words.
fn results(study: &Study) -> String {
    let all = || study.summary.agents.iter().map(|agent| agent.results);
    match (all().min(), all().max()) {
        (Some(low), Some(high)) if low != high => format!("{} to {} results an agent", count(low), count(high)),
        (low, _) => format!("{} results an agent", count(low.unwrap_or(0))),
    }
}

fn actions(study: &Study) -> Table {
    let names = ACTIONS.iter().map(|(_, name)| (*name).to_owned());
    let row = |agent: &Row| {
        let cells = ACTIONS.iter().map(|(metric, _)| estimate(&agent.metrics[metric], 1.0, 2));
        std::iter::once(agent.name.clone()).chain(cells).collect()
    };
    Table {
        fold: None,
        headings: std::iter::once("a game".to_owned()).chain(names).collect(),
        texts: 1,
        rows: study.summary.agents.iter().map(row).collect(),
        seats: vec![],
    }
}

fn all_metrics(study: &Study) -> Table {
    let agents = &study.summary.agents;
    let row = |metric: &'static str| {
        let cells =
            agents.iter().map(|agent| estimate(&agent.metrics[metric], 1.0, if metric == "win_share" { 4 } else { 2 }));
        std::iter::once(metric.to_owned()).chain(cells).collect()
    };
    let names = agents.iter().map(|agent| agent.name.clone());
    Table {
        fold: Some("All means, by agent".into()),
        headings: std::iter::once("mean of a game ± half of the 95 % interval".to_owned()).chain(names).collect(),
        texts: 1,
        rows: METRICS.iter().map(|metric| row(metric.name)).collect(),
        seats: vec![],
    }
}
