//! Section on who wins: win shares of the agents, and who finishes ahead of whom.

use goldrush_games::schema::Metric;
use goldrush_harness::findings::rating::Ratings;

use super::{Run, share_row};
use crate::document::{Cell, Media, Part, Section, Table};
use crate::figure::interval::Intervals;
use crate::figure::{Figure, matrix};
use crate::number::{Number, differs, fair, known};
use crate::words::{count, games_that_count};

pub(super) fn section(run: &Run) -> Option<Section> {
    let agents = &run.summary.agents;
    if agents.len() < 2 {
        return None;
    }
    let mut figures = vec![win_shares(run)];
    if let Some(ratings) = run.summary.ratings.as_ref().filter(|_| agents.len() > 2) {
        figures.push(ahead(run, ratings));
    }
    // The table of ratings has the same on a terminal.
    let on = match run.summary.ratings {
        Some(_) => Media::Page,
        None => Media::All,
    };
    let parts = vec![Part::Figures(figures), Part::Table(table(run).on(on))];
    Some(Section::new("Who wins", parts))
}

fn win_shares(run: &Run) -> Figure {
    let rows = run.ranking().into_iter().map(|agent| {
        let row = &run.summary.agents[agent];
        let share = row.mean(Metric::WIN_SHARE);
        share_row(row.name.clone(), &share, run.fair_share(agent))
    });
    let reference = format!("fair: {}", fair(run.fair_share(0)));
    let drawing = Intervals {
        rows: rows.collect(),
        band: None,
        axis: "win rate, %",
        factor: 100.0,
        reference: Some(&reference),
    };
    let caption = format!(
        "Win rates (ties split) with 95% intervals, from {} deals. Gray: the interval includes the fair share \
         (dashed line).",
        count(run.summary.blocks)
    );
    Figure {
        name: "win-share-by-agent".into(),
        title: win_shares_title(run),
        caption,
        drawing: drawing.draw(),
    }
}

fn win_shares_title(run: &Run) -> String {
    let share = |agent: usize| run.summary.agents[agent].mean(Metric::WIN_SHARE);
    let above = |agent: &usize| known(share(*agent).mean - run.fair_share(*agent));
    let best = (0..run.summary.agents.len())
        .filter(|agent| differs(&share(*agent), run.fair_share(*agent)))
        .max_by(|a, b| above(a).total_cmp(&above(b)));
    match best {
        Some(best) => format!(
            "{} wins {} of {}",
            run.summary.agents[best].name,
            Number::percent(&share(best)),
            games_that_count(run.summary)
        ),
        None => "Cannot tell whether any bot wins more than its fair share".into(),
    }
}

fn ahead(run: &Run, ratings: &Ratings) -> Figure {
    let ranking = run.ranking();
    let names: Vec<String> = ranking
        .iter()
        .map(|&agent| run.summary.agents[agent].name.clone())
        .collect();
    let share = |one: usize, other: usize| ratings.ahead[ranking[one]][ranking[other]];
    let beats = |one: usize, other: usize| share(one, other).is_none_or(|share| share > 0.5);
    let best = (0..names.len()).find(|&one| (0..names.len()).all(|other| beats(one, other)));
    let title = match best {
        Some(best) => format!(
            "{} finishes ahead of every other bot more often than not",
            names[best]
        ),
        None => "No bot finishes ahead of every other bot more often than not".into(),
    };
    Figure {
        name: "finishes-ahead".into(),
        title,
        caption: "How often, in percent, the bot of the row scores more than the bot of the column; a tie counts as one half."
            .into(),
        drawing: matrix::draw(&names, share),
    }
}

fn table(run: &Run) -> Table {
    let rows = run.ranking().into_iter().map(|agent| {
        let row = &run.summary.agents[agent];
        vec![
            row.name.as_str().into(),
            Number::percent(&row.mean(Metric::WIN_SHARE)).into(),
            Number::points(&row.mean(Metric::SCORE)).into(),
            Number::points(&row.mean(Metric::MARGIN)).into(),
            Number::new(&row.mean(Metric::RANK), 2).into(),
            Number::exact(100.0 * run.fair_share(agent), 1)
                .with_unit("%")
                .into(),
            Cell::Count(row.results),
        ]
    });
    let headings = [
        "bot",
        "win rate",
        "score",
        "lead",
        "rank",
        "fair share",
        "results",
    ];
    Table::new(headings, rows)
}
