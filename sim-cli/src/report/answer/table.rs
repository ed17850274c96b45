//! Formats answers as rows of a table.

use super::numbers::{digits, value};
use super::words::{above_fair, noun};
use crate::findings::answer::{Answer, AnsweredResponse, Outcome};
use crate::findings::response::{SKILL, Unit};
use crate::games::ask::Topic;
use crate::games::schema::ResultSchema;
use crate::report::estimate;
use crate::report::words::{capital, count};

/// Returns the name of a response for a table.
fn label(schema: &ResultSchema, told: &AnsweredResponse) -> String {
    let label = match told.response {
        "win_share" => "Wins",
        "first_seat" => "First player's wins",
        SKILL => "Stronger bot's wins",
        "turns" => "Turns",
        _ => return capital(noun(schema, told).trim_start_matches("the ")),
    };
    format!("{label}{}", above_fair(told))
}

/// Returns a row of the table, under [`HEADINGS`].
pub fn row(schema: &ResultSchema, told: &AnsweredResponse) -> [String; 6] {
    let shown = |value: f64| self::value(told.unit, value, &told.change);
    let factor = if told.unit == Unit::Share { 100.0 } else { 1.0 };
    let change = estimate::signed(&told.change.times(factor), digits(&told.change, factor)).replace('-', "−");
    let more = if let Outcome::Open(Some(games)) = told.outcome { count(games) } else { String::new() };
    [label(schema, told), shown(told.before), shown(told.now), change, outcome(told).into(), more]
}

/// Formats a response that stays the same, with its value, or returns `None` if it is 0 before and after.
pub fn same(schema: &ResultSchema, told: &AnsweredResponse) -> Option<String> {
    let is_any = told.before != 0.0 || told.now != 0.0;
    is_any.then(|| {
        format!("{} ({})", noun(schema, told).trim_start_matches("the "), value(told.unit, told.now, &told.change))
    })
}

/// Headings of the table.
pub const HEADINGS: [&str; 6] = ["", "before", "after", "change", "verdict", "games needed"];

/// Returns the conclusion in a word or two.
pub(super) fn outcome(told: &AnsweredResponse) -> &'static str {
    match told.outcome {
        Outcome::Changes if told.change.mean > 0.0 => "more",
        Outcome::Changes => "less",
        Outcome::Stays => "the same",
        Outcome::Depends => "depends on the bot",
        Outcome::Open(_) => "unclear",
    }
}

/// Returns the topics that were answered, in order, each with its results.
pub fn by_topic<'a, 'b>(answer: &'a Answer<'b>) -> Vec<(Topic, &'a [AnsweredResponse<'b>])> {
    answer.told.chunk_by(|one, next| one.about == next.about).map(|told| (told[0].about, told)).collect()
}
