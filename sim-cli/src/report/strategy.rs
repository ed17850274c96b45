//! What winners do that losers do not, in words.

use super::estimate;
use super::number::number;
use super::words::capital;
use crate::findings::winners::WinnerRow;
use crate::games::sheet::Sheet;

/// What such rows do not say.
pub const CAUTION: &str = "What goes with winning need not bring it: whoever is ahead may do other things because of that. To see what \
                           something brings, goldrush ask strategy lets a bot do more of it.";

/// The same where that was played.
pub const BESIDE_PLAYED: &str = "Careful: winners may do these things because they are winning. What the bot above wins by doing more \
                                 of something is the better evidence.";

/// The headings of rows.
pub const HEADINGS: [&str; 4] = ["", "each player", "winners − losers", ""];

/// What is counted, how much of it a player has, how much more a winner has than a loser, and what that says.
pub fn row(sheet: &Sheet, row: &WinnerRow) -> [String; 4] {
    let WinnerRow { metric, mean, difference } = row;
    let says = match difference.ends() {
        Some((low, _)) if low > 0.0 => "more",
        Some((_, high)) if high < 0.0 => "less",
        _ => "",
    };
    [
        capital(&name(sheet, metric.name())),
        number(*mean, 1),
        estimate::signed(difference, 2).replace('-', "−"),
        says.into(),
    ]
}

/// What a metric of a seat is called, by its name in files.
pub fn name(sheet: &Sheet, metric: &str) -> String {
    let source = sheet.sources.iter().find(|source| source.name == metric);
    let action = sheet.actions.iter().find(|(known, _)| known.name() == metric);
    let phase = sheet.phases.iter().find_map(|(thirds, what)| {
        let third = ["first third", "second third", "last third"];
        thirds.iter().position(|known| known.name() == metric).map(|at| format!("{what}, {}", third[at]))
    });
    let source = source.map(|source| format!("points from {}", source.plural));
    source.or(action.map(|(_, heading)| (*heading).to_owned())).or(phase).unwrap_or_else(|| metric.replace('_', " "))
}
