//! Section on the games: how close they are, how long, and what is completed in them.

use super::Run;
use crate::document::{Cell, Part, Section, Table};
use crate::figure::{Figure, histogram};
use crate::number::Number;
use crate::words::count;

pub(super) fn section(run: &Run) -> Option<Section> {
    let parts = vec![Part::Figures(vec![margins(run)]), Part::Table(table(run))];
    Some(Section::detail("How close the games are", parts))
}

fn margins(run: &Run) -> Figure {
    let margins = &run.summary.game_stats.winning_margins;
    let median = margins.quantile(0.5).unwrap_or(0);
    let row = histogram::Row {
        label: "all games".into(),
        value: format!("median {median}"),
        histogram: margins,
    };
    Figure {
        name: "winning-margins".into(),
        title: format!(
            "Half of the games are decided by {median} points or less, a quarter by {}",
            margins.quantile(0.25).unwrap_or(0)
        ),
        caption: format!(
            "Winner's lead over the second, in points; 0 is a tie ({:.1}% of games). The line is the median; n = {} games.",
            100.0 * margins.share_up_to(0),
            count(margins.total())
        ),
        drawing: histogram::draw(&[row], "points ahead"),
    }
}

fn table(run: &Run) -> Table {
    let tables = &run.summary.game_stats.tables;
    let headings = tables
        .iter()
        .map(|table| format!("{} players", table.players));
    let headings = ["mean per game".into()].into_iter().chain(headings);
    let games = tables.iter().map(|table| Cell::Count(table.games));
    let games = ["games".into()].into_iter().chain(games).collect();
    let means = tables[0].means.iter().enumerate().map(|(at, mean)| {
        let of_tables = tables
            .iter()
            .map(|table| Number::new(&table.means[at].estimate, 2));
        [mean.name.as_str().into()]
            .into_iter()
            .chain(of_tables.map(Cell::from))
            .collect()
    });
    Table::new(headings, [games].into_iter().chain(means))
}
