//! Section on the games: how close they are, how long, and what is completed in them.

use super::LoadedRun;
use super::words::estimate;
use crate::findings::report_stats::GameMean;
use crate::report::figure::{Figure, histogram};
use crate::report::page::{PagePart, Section, Table};
use crate::report::words::count;

pub(super) fn section(run: &LoadedRun) -> Option<Section> {
    let parts = vec![
        PagePart::Pieces(vec![margins(run)]),
        PagePart::Table(table(run)),
    ];
    Some(Section {
        heading: "How close the games are".into(),
        parts,
    })
}

fn margins(run: &LoadedRun) -> Figure {
    let margins = &run.summary.game_stats.winning_margins;
    let (median, ties) = (margins.quantile(0.5).unwrap_or(0), margins.share_up_to(0));
    let quarter = margins.quantile(0.25).unwrap_or(0);
    let row = histogram::Row {
        label: "all games".into(),
        value: format!("median {median}"),
        histogram: margins,
    };
    Figure {
        name: "winning-margins".into(),
        title: format!(
            "Half of the games are decided by {median} points or less, a quarter by {quarter}"
        ),
        caption: format!(
            "Winner's lead over the second, in points; 0 is a tie ({:.1}% of games). The line is the median; n = {} games.",
            100.0 * ties,
            count(margins.total())
        ),
        drawing: histogram::draw(&[row], "points ahead"),
    }
}

fn table(run: &LoadedRun) -> Table {
    let tables = &run.summary.game_stats.tables;
    let row = |(at, mean): (usize, &GameMean)| {
        let cells = tables
            .iter()
            .map(|table| estimate(&table.means[at].estimate, 1.0, 2));
        std::iter::once(mean.name.clone()).chain(cells).collect()
    };
    let headings = tables
        .iter()
        .map(|table| format!("{} players", table.players));
    let games = tables.iter().map(|table| count(table.games));
    let mut rows: Vec<Vec<String>> = tables[0].means.iter().enumerate().map(row).collect();
    rows.insert(
        0,
        std::iter::once("games".to_owned()).chain(games).collect(),
    );
    Table {
        headings: std::iter::once("mean per game".to_owned())
            .chain(headings)
            .collect(),
        texts: 1,
        rows,
        ..Table::default()
    }
}
