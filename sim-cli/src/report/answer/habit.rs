//! Words for the results of a bot that plays differently from the others.

use super::is_change;
use super::numbers::{ends, value};
use super::table::outcome;
use super::words::noun;
use crate::findings::answer::{Answer, AnsweredResponse, Outcome};
use crate::findings::response::SKILL;
use crate::games::ask::Topic;
use crate::games::schema::ResultSchema;
use crate::report::number::signed;
use crate::report::words::{capital, count, list};

/// Returns what a bot that plays differently does more or less often: the action its name mentions, or else the clearest
/// difference; `None` if all may be chance. Example: `tents pitched +3.2`.
fn turn_action(schema: &ResultSchema, answer: &Answer) -> Option<String> {
    let signal_to_noise = |answered: &AnsweredResponse| {
        answered.change.mean.abs() / answered.change.half_width.unwrap_or(f64::MAX).max(1e-9)
    };
    let stems: Vec<&str> =
        answer.level.split(' ').map(|word| word.trim_end_matches('s')).filter(|w| w.len() > 3).collect();
    let is_named = |answered: &AnsweredResponse| stems.iter().any(|stem| answered.response.contains(stem));
    let actions =
        answer.responses.iter().filter(|answered| answered.about == Topic::Use && signal_to_noise(answered) > 2.0);
    let clearer = |one: &&AnsweredResponse, other: &&AnsweredResponse| {
        (is_named(one), signal_to_noise(one))
            .partial_cmp(&(is_named(other), signal_to_noise(other)))
            .expect("the values are not NaN")
    };
    let most = actions.max_by(clearer)?;
    Some(format!("{} {}", noun(schema, most), signed(most.change.mean, 1).replace('-', "−")))
}

/// Summarizes the styles of play that were tried: the number of those that win more, and some sentences.
pub fn habits(answers: &[Answer]) -> (String, String) {
    let names = |is_more: bool| -> Vec<String> {
        let answered =
            answers.iter().flat_map(|answer| answer.responses.iter().map(move |answered| (answer.level, answered)));
        let is_won =
            |(_, answered): &(&str, &AnsweredResponse)| answered.response == SKILL && is_change(answered.outcome);
        let mut all: Vec<_> = answered.filter(is_won).filter(|(_, t)| (t.change.mean > 0.0) == is_more).collect();
        all.sort_by(|one, other| other.1.change.mean.abs().total_cmp(&one.1.change.mean.abs()));
        let words = |(level, answered): (&str, &AnsweredResponse)| {
            format!("{level} ({})", value(answered.unit, answered.now, &answered.change))
        };
        all.into_iter().map(words).collect()
    };
    let (helps, hurts) = (names(true), names(false));
    let mut sentences = vec![match helps.is_empty() {
        true => "Nothing that was tried clearly wins more games: the bot already plays a good balance.".into(),
        false => format!("Playing for {} wins more games.", list(&helps)),
    }];
    if !hurts.is_empty() {
        sentences.push(format!("Playing for {} wins fewer games.", list(&hurts)));
    }
    (format!("{} of {}", helps.len(), answers.len()), sentences.join(" "))
}

/// Returns a row of the table of play styles, under [`HABIT_HEADINGS`], or `None` without a win share.
pub fn habit_row(schema: &ResultSchema, answer: &Answer) -> Option<[String; 5]> {
    let won = answer.responses.iter().find(|answered| answered.response == SKILL)?;
    let more = if let Outcome::Open(Some(games)) = won.outcome { count(games) } else { String::new() };
    let wins = format!(
        "{}{}",
        value(won.unit, won.now, &won.change),
        ends(won.unit, &won.change.plus(won.now - won.change.mean))
    );
    Some([capital(answer.level), turn_action(schema, answer).unwrap_or_default(), wins, outcome(won).into(), more])
}

/// Headings of the table of play styles.
pub const HABIT_HEADINGS: [&str; 5] = ["playing for", "change per game", "wins", "verdict", "more games"];
