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
fn label(schema: &ResultSchema, answered: &AnsweredResponse) -> String {
    let label = match answered.response {
        "win_share" => "Wins",
        "first_seat" => "First player's wins",
        SKILL => "Stronger bot's wins",
        "turns" => "Turns",
        _ => return capital(noun(schema, answered).trim_start_matches("the ")),
    };
    format!("{label}{}", above_fair(answered))
}

/// Returns a row of the table, under [`HEADINGS`].
pub fn row(schema: &ResultSchema, answered: &AnsweredResponse) -> [String; 6] {
    let shown = |value: f64| self::value(answered.unit, value, &answered.change);
    let factor = if answered.unit == Unit::Share { 100.0 } else { 1.0 };
    let change = estimate::signed(&answered.change.times(factor), digits(&answered.change, factor)).replace('-', "−");
    let more = if let Outcome::Open(Some(games)) = answered.outcome { count(games) } else { String::new() };
    [label(schema, answered), shown(answered.before), shown(answered.now), change, outcome(answered).into(), more]
}

/// Formats a response that stays the same, with its value, or returns `None` if it is 0 before and after.
pub fn same(schema: &ResultSchema, answered: &AnsweredResponse) -> Option<String> {
    let is_any = answered.before != 0.0 || answered.now != 0.0;
    is_any.then(|| {
        format!(
            "{} ({})",
            noun(schema, answered).trim_start_matches("the "),
            value(answered.unit, answered.now, &answered.change)
        )
    })
}

/// Headings of the table.
pub const HEADINGS: [&str; 6] = ["", "before", "after", "change", "verdict", "more games"];

/// Returns the conclusion in a word or two.
pub(super) fn outcome(answered: &AnsweredResponse) -> &'static str {
    match answered.outcome {
        Outcome::Changes if answered.change.mean > 0.0 => "more",
        Outcome::Changes => "less",
        Outcome::Stays => "the same",
        Outcome::Depends => "depends on the bot",
        Outcome::Open(_) => "unclear",
    }
}

/// Returns the topics that were answered, in order, each with its results.
pub fn by_topic<'a, 'b>(answer: &'a Answer<'b>) -> Vec<(Topic, &'a [AnsweredResponse<'b>])> {
    answer
        .responses
        .chunk_by(|one, next| one.about == next.about)
        .map(|answered| (answered[0].about, answered))
        .collect()
}
