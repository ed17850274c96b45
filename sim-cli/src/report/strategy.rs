//! Words for the differences between winners and losers.

use super::estimate;
use super::number::number;
use super::words::capital;
use crate::findings::winners::WinnerRow;
use crate::games::schema::{Column, ResultSchema};

/// Caution about what these rows do not prove.
pub const CAUTION: &str = "Winners may do these things because they are ahead, rather than win because of them. goldrush ask strategy tests \
                           it: it lets a bot do more of something and counts the wins.";

/// Same caution for a report that also has results of bots that play differently.
pub const BESIDE_PLAYED: &str = "Careful: winners may do these things because they are winning. The results above, of a bot that does \
                                 more of something, are better evidence.";

/// Headings of the rows.
pub const HEADINGS: [&str; 4] = ["", "each player", "winners − losers", ""];

/// Returns a row: the metric, its mean per player, the difference between a winner and a loser, and the conclusion.
pub fn row(schema: &ResultSchema, row: &WinnerRow) -> [String; 4] {
    let WinnerRow {
        metric,
        mean,
        difference,
    } = row;
    let conclusion = match difference.ends() {
        Some((low, _)) if low > 0.0 => "more",
        Some((_, high)) if high < 0.0 => "less",
        _ => "",
    };
    [
        capital(&name(schema, metric.name())),
        number(*mean, 1),
        estimate::signed(difference, 2).replace('-', "−"),
        conclusion.into(),
    ]
}

/// Returns the words for a metric of a seat, given its name in files.
pub fn name(schema: &ResultSchema, metric: &str) -> String {
    schema
        .column(metric)
        .map_or_else(|| metric.replace('_', " "), Column::words)
}
