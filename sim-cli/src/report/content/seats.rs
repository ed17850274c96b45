//! Section on whether the seat matters.

use super::LoadedRun;
use super::words::{differs, estimate, fair, percent, points, share_row};
use crate::findings::report_stats::TableStats;
use crate::findings::row;
use crate::games::schema::Metric;
use crate::report::figure::Figure;
use crate::report::figure::interval::{Intervals, Row};
use crate::report::page::{PagePart, Section, Table};
use crate::report::words::{count, ordinal};
use crate::stats::interval::Estimate;

pub(super) fn section(run: &LoadedRun) -> Option<Section> {
    let figures: Vec<Figure> = run
        .summary
        .game_stats
        .tables
        .iter()
        .map(|table| figure(run, table))
        .collect();
    let parts = vec![PagePart::Pieces(figures), PagePart::Table(table(run))];
    Some(Section {
        heading: "Does the seat matter?".into(),
        parts,
    })
}

fn figure(run: &LoadedRun, table: &TableStats) -> Figure {
    let players = table.players;
    let equal = 1.0 / players as f64;
    let shares: Vec<Estimate> = run
        .summary
        .seats(table)
        .iter()
        .map(|row| row.mean(Metric::WIN_SHARE))
        .collect();
    let name = |seat: usize| format!("{} seat", ordinal(seat));
    let rows: Vec<Row> = shares
        .iter()
        .enumerate()
        .map(|(seat, share)| share_row(name(seat), share, equal))
        .collect();
    let best = shares
        .iter()
        .enumerate()
        .filter(|(_, share)| differs(share, equal));
    let title = match best.max_by(|a, b| a.1.mean.total_cmp(&b.1.mean)) {
        Some((seat, share)) if share.mean > equal => {
            format!(
                "{players} players: the {} seat wins the most, {}",
                ordinal(seat),
                percent(share)
            )
        }
        Some((seat, share)) => {
            format!(
                "{players} players: the {} seat wins less than its fair share, {}",
                ordinal(seat),
                percent(share)
            )
        }
        None => format!("{players} players: cannot tell whether one seat is better than another"),
    };
    let reference = format!("fair: {}", fair(equal));
    let drawing = Intervals {
        rows,
        band: None,
        axis: "win rate, %",
        factor: 100.0,
        reference: Some(&reference),
    }
    .draw();
    let caption = format!(
        "Win rate of each seat (ties split) with 95% intervals, from {} deals ({} games).",
        count(run.summary.blocks),
        count(table.games)
    );
    Figure {
        name: format!("win-share-by-seat-{players}-players"),
        title,
        caption,
        drawing,
    }
}

fn table(run: &LoadedRun) -> Table {
    let last = run
        .plan
        .schema()
        .sources()
        .last()
        .expect("a game has at least one source of points");
    let row = |players: usize, seat: usize, row: &row::Row| {
        let metric = |metric| row.mean(metric);
        vec![
            format!("{players} players, {} seat", ordinal(seat)),
            percent(&metric(Metric::WIN_SHARE)),
            points(&metric(Metric::SCORE)),
            points(&metric(Metric::MARGIN)),
            estimate(&metric(Metric::RANK), 1.0, 2),
            points(&metric(last.metric())),
        ]
    };
    let rows = run.summary.game_stats.tables.iter().flat_map(|table| {
        let seats = run.summary.seats(table).iter().enumerate();
        seats.map(move |(seat, of_seat)| row(table.players, seat, of_seat))
    });
    let from = last.words();
    let headings = [
        "seat",
        "win rate",
        "score",
        "lead over the best opponent",
        "rank",
        &from,
    ];
    Table {
        fold: Some("Seats in numbers".into()),
        headings: headings.map(String::from).to_vec(),
        texts: 1,
        rows: rows.collect(),
        ..Table::default()
    }
}
