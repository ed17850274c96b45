//! Section on who wins: win shares of the agents, and who finishes ahead of whom.

use super::LoadedRun;
use super::words::{differs, fair, percent, points, share_row};
use crate::findings::rating::Ratings;
use crate::games::schema::Metric;
use crate::report::figure::interval::{Intervals, Row};
use crate::report::figure::{Figure, matrix};
use crate::report::number::known;
use crate::report::page::{PagePart, Section, Table};
use crate::report::words::{count, games_that_count};

pub(super) fn section(run: &LoadedRun) -> Option<Section> {
    let agents = &run.summary.agents;
    if agents.len() < 2 {
        return None;
    }
    let mut figures = vec![win_shares(run)];
    if agents.len() > 2 {
        figures.extend(
            run.summary
                .ratings
                .as_ref()
                .map(|ratings| ahead(run, ratings)),
        );
    }
    Some(Section {
        heading: "Who wins".into(),
        parts: vec![PagePart::Pieces(figures), PagePart::Table(table(run))],
    })
}

fn win_shares(run: &LoadedRun) -> Figure {
    let agents = &run.summary.agents;
    let share = |i: usize| agents[i].mean(Metric::WIN_SHARE);
    let row = |i: usize| share_row(agents[i].name.clone(), &share(i), run.fair_share(i));
    let rows: Vec<Row> = run.ranking().into_iter().map(row).collect();
    let differ: Vec<usize> = (0..agents.len())
        .filter(|i| differs(&share(*i), run.fair_share(*i)))
        .collect();
    let above = |i: &usize| known(share(*i).mean - run.fair_share(*i));
    let title = match differ.iter().max_by(|a, b| above(a).total_cmp(&above(b))) {
        Some(best) => {
            format!(
                "{} wins {} of {}",
                agents[*best].name,
                percent(&share(*best)),
                games_that_count(&run.summary)
            )
        }
        None => "Cannot tell whether any bot wins more than its fair share".into(),
    };
    let fair = format!("fair: {}", fair(run.fair_share(0)));
    let drawing = Intervals {
        rows,
        band: None,
        axis: "win rate, %",
        factor: 100.0,
        reference: Some(&fair),
    }
    .draw();
    let caption = format!(
        "Win rates (ties split) with 95% intervals, from {} deals. Gray: the interval includes the fair share \
         (dashed line).",
        count(run.summary.blocks)
    );
    Figure {
        name: "win-share-by-agent".into(),
        title,
        caption,
        drawing,
    }
}

fn ahead(run: &LoadedRun, ratings: &Ratings) -> Figure {
    let ranking = run.ranking();
    let names: Vec<String> = ranking
        .iter()
        .map(|&i| run.summary.agents[i].name.clone())
        .collect();
    let share = |one: usize, other: usize| ratings.ahead[ranking[one]][ranking[other]];
    let beats = |one: usize, other: usize| share(one, other).is_none_or(|share| share > 0.5);
    let title = match (0..names.len()).find(|&i| (0..names.len()).all(|other| beats(i, other))) {
        Some(best) => format!(
            "{} finishes ahead of every other bot more often than not",
            names[best]
        ),
        None => "No bot finishes ahead of every other bot more often than not".into(),
    };
    let caption =
        "How often, in percent, the bot of the row scores more than the bot of the column; a tie counts as one half."
            .into();
    let drawing = matrix::draw(&names, share);
    Figure {
        name: "finishes-ahead".into(),
        title,
        caption,
        drawing,
    }
}

fn table(run: &LoadedRun) -> Table {
    let row = |i: usize| {
        let agent = &run.summary.agents[i];
        let metric = |metric| agent.mean(metric);
        vec![
            agent.name.clone(),
            count(agent.results),
            percent(&metric(Metric::WIN_SHARE)),
            fair(run.fair_share(i)),
            points(&metric(Metric::SCORE)),
            points(&metric(Metric::MARGIN)),
            super::words::estimate(&metric(Metric::RANK), 1.0, 2),
        ]
    };
    let headings = [
        "bot",
        "results",
        "win rate",
        "fair share",
        "score",
        "lead over the best opponent",
        "rank",
    ];
    Table {
        headings: headings.map(String::from).to_vec(),
        texts: 1,
        rows: run.ranking().into_iter().map(row).collect(),
        ..Table::default()
    }
}
