//! Words for the differences between winners and losers.

use super::estimate;
use super::number::number;
use super::words::capital;
use crate::findings::winners::WinnerRow;
use crate::games::schema::{Column, ResultSchema};

/// Caution about what these rows do not prove.
pub const CAUTION: &str = "What goes with winning need not bring it: whoever is ahead may do other things because of that. To see what \
                           something brings, goldrush ask strategy lets a bot do more of it.";

/// Same caution for a report that also has results of bots that play differently.
pub const BESIDE_PLAYED: &str = "Careful: winners may do these things because they are winning. What the bot above wins by doing more \
                                 of something is the better evidence.";

/// Headings of the rows.
pub const HEADINGS: [&str; 4] = ["", "each player", "winners − losers", ""];

/// Returns a row: the metric, its mean per player, the difference between a winner and a loser, and the conclusion.
pub fn row(schema: &ResultSchema, row: &WinnerRow) -> [String; 4] {
    let WinnerRow { metric, mean, difference } = row;
    let says = match difference.ends() {
        Some((low, _)) if low > 0.0 => "more",
        Some((_, high)) if high < 0.0 => "less",
        _ => "",
    };
    [
        capital(&name(schema, metric.name())),
        number(*mean, 1),
        estimate::signed(difference, 2).replace('-', "−"),
        says.into(),
    ]
}

/// Returns the words for a metric of a seat, given its name in files.
pub fn name(schema: &ResultSchema, metric: &str) -> String {
    schema.column(metric).map_or_else(|| metric.replace('_', " "), Column::words)
}
