//! Section on whether the seat matters.

use goldrush_games::schema::{Column, Metric};
use goldrush_harness::findings::report_stats::TableStats;
use goldrush_harness::findings::row;
use goldrush_support::stats::interval::Estimate;

use super::points::sources_in_play;
use super::{Run, share_row};
use crate::document::{Cell, Part, Section, Table};
use crate::figure::Figure;
use crate::figure::interval::Intervals;
use crate::number::{Number, differs, fair};
use crate::words::{count, ordinal};

pub(super) fn section(run: &Run) -> Option<Section> {
    let tables = &run.summary.game_stats.tables;
    let figures = tables.iter().map(|table| figure(run, table)).collect();
    let parts = vec![Part::Figures(figures), Part::Table(table(run))];
    Some(Section::new("Does the seat matter?", parts))
}

fn figure(run: &Run, table: &TableStats) -> Figure {
    let equal = 1.0 / table.players as f64;
    let shares: Vec<Estimate> = run
        .summary
        .seats(table)
        .iter()
        .map(|row| row.mean(Metric::WIN_SHARE))
        .collect();
    let rows = shares
        .iter()
        .enumerate()
        .map(|(seat, share)| share_row(format!("{} seat", ordinal(seat)), share, equal));
    let reference = format!("fair: {}", fair(equal));
    let drawing = Intervals {
        rows: rows.collect(),
        band: None,
        axis: "win rate, %",
        factor: 100.0,
        reference: Some(&reference),
    };
    let caption = format!(
        "Win rate of each seat (ties split) with 95% intervals, from {} deals ({} games).",
        count(run.summary.blocks),
        count(table.games)
    );
    Figure {
        name: format!("win-share-by-seat-{}-players", table.players),
        title: title(table.players, &shares),
        caption,
        drawing: drawing.draw(),
    }
}

fn title(players: usize, shares: &[Estimate]) -> String {
    let equal = 1.0 / players as f64;
    let differing = shares
        .iter()
        .enumerate()
        .filter(|(_, share)| differs(share, equal));
    match differing.max_by(|a, b| a.1.mean.total_cmp(&b.1.mean)) {
        Some((seat, share)) => {
            let how = if share.mean > equal {
                "the most"
            } else {
                "less than its fair share"
            };
            format!(
                "{players} players: the {} seat wins {how}, {}",
                ordinal(seat),
                Number::percent(share)
            )
        }
        None => format!("{players} players: cannot tell whether one seat is better than another"),
    }
}

fn table(run: &Run) -> Table {
    let sources = run.plan.schema().sources();
    let last = sources_in_play(run).last().or(sources.last());
    let last = last.expect("a game has at least one source of points");
    let rows = run.summary.game_stats.tables.iter().flat_map(|table| {
        let seats = run.summary.seats(table).iter().enumerate();
        seats.map(|(seat, row)| seat_row(table.players, seat, row, last))
    });
    let headings = ["seat", "win rate", "score", "lead", "rank"].map(String::from);
    Table::new(headings.into_iter().chain([last.words()]), rows).folded("Seats in numbers")
}

fn seat_row(players: usize, seat: usize, row: &row::MeanRow, last: &Column) -> Vec<Cell> {
    vec![
        format!("{players} players, {} seat", ordinal(seat)).into(),
        Number::percent(&row.mean(Metric::WIN_SHARE)).into(),
        Number::points(&row.mean(Metric::SCORE)).into(),
        Number::points(&row.mean(Metric::MARGIN)).into(),
        Number::new(&row.mean(Metric::RANK), 2).into(),
        Number::points(&row.mean(last.metric())).into(),
    ]
}
