//! Words for the results of a bot that plays differently from the others.

use super::is_change;
use super::numbers::{factor, value};
use super::table::outcome;
use super::words::noun;
use crate::findings::answer::{Answer, AnsweredResponse, Outcome, answers};
use crate::findings::balance::BalanceSummary;
use crate::findings::response::SKILL;
use crate::findings::winners::WinnerRow;
use crate::games::ask::Topic;
use crate::games::schema::ResultSchema;
use crate::games::tunable::{FEWER, MORE};
use crate::report::document::Cell;
use crate::report::number::{Number, signed};
use crate::report::words::{capital, list};
use crate::study::QuestionKind;

/// Smallest change of what a style is named for, as a share of what players do anyway, for the style to count as tried.
const TRIED: f64 = 0.1;

/// Returns the action that a style is named for, or `None` if its name does not say.
fn named<'a, 'b>(
    schema: &ResultSchema,
    answer: &'a Answer<'b>,
) -> Option<&'a AnsweredResponse<'b>> {
    let action = [MORE, FEWER]
        .into_iter()
        .find_map(|how| answer.level.strip_prefix(how))?;
    let is_it = |answered: &&AnsweredResponse| {
        schema
            .column(answered.response)
            .is_some_and(|column| column.words() == action)
    };
    answer.responses.iter().find(is_it)
}

/// Returns the answers about rules, and those about styles of play: the ones that count as tried, and the others.
pub fn sorted<'b>(
    schema: &ResultSchema,
    balance: &'b BalanceSummary,
    winners: &[WinnerRow],
) -> [Vec<Answer<'b>>; 3] {
    let (habits, rules): (Vec<_>, Vec<_>) = answers(balance)
        .into_iter()
        .partition(|answer| answer.question == QuestionKind::Habit);
    let (tried, untried) = habits
        .into_iter()
        .partition(|habit| is_tried(schema, habit, winners));
    [rules, tried, untried]
}

/// False if the bot changed the action its style is named for by less than a tenth.
fn is_tried(schema: &ResultSchema, answer: &Answer, winners: &[WinnerRow]) -> bool {
    named(schema, answer).is_none_or(|answered| {
        let usual = winners
            .iter()
            .find(|row| row.metric.name() == answered.response)
            .map_or(0.0, |row| row.mean);
        let change = if answer.level.starts_with(MORE) {
            answered.change.mean
        } else {
            -answered.change.mean
        };
        change >= TRIED * usual
    })
}

/// Names the styles that do not count as tried.
pub fn untried(habits: &[Answer]) -> Option<String> {
    let names: Vec<String> = habits.iter().map(|habit| habit.level.to_owned()).collect();
    let first = "Not judged, because the bot hardly played differently (by less than a tenth)";
    (!names.is_empty()).then(|| format!("{first}: {}.", list(&names)))
}

/// Returns what a bot that plays differently does more or less often: the action that its name mentions, or else the clearest
/// difference with its name; `None` if all may be chance. Example: `tents pitched +3.2`.
fn turn_action(schema: &ResultSchema, answer: &Answer) -> Option<String> {
    let signal_to_noise = |answered: &AnsweredResponse| {
        answered.change.mean.abs() / answered.change.half_width.unwrap_or(f64::MAX).max(1e-9)
    };
    let clearest = || {
        let actions = answer
            .responses
            .iter()
            .filter(|answered| answered.about == Topic::Use);
        let clear = actions.filter(|answered| signal_to_noise(answered) > 2.0);
        clear.max_by(|one, other| signal_to_noise(one).total_cmp(&signal_to_noise(other)))
    };
    let change = |answered: &AnsweredResponse| signed(answered.change.mean, 1);
    match named(schema, answer) {
        Some(named) => Some(change(named)),
        None => clearest().map(|most| format!("{} {}", noun(schema, most), change(most))),
    }
}

/// Summarizes the styles of play that were tried: the number of those that win more, and some sentences.
pub fn habits(answers: &[Answer]) -> (String, String) {
    let names = |is_more: bool| -> Vec<String> {
        let answered = answers.iter().flat_map(|answer| {
            answer
                .responses
                .iter()
                .map(move |answered| (answer.level, answered))
        });
        let is_won = |(_, answered): &(&str, &AnsweredResponse)| {
            answered.response == SKILL && is_change(answered.outcome)
        };
        let mut all: Vec<_> = answered
            .filter(is_won)
            .filter(|(_, t)| (t.change.mean > 0.0) == is_more)
            .collect();
        all.sort_by(|one, other| {
            other
                .1
                .change
                .mean
                .abs()
                .total_cmp(&one.1.change.mean.abs())
        });
        let words = |(level, answered): (&str, &AnsweredResponse)| {
            format!(
                "{level} ({})",
                value(answered.unit, answered.now, &answered.change)
            )
        };
        all.into_iter().map(words).collect()
    };
    let (helps, hurts) = (names(true), names(false));
    let mut sentences = vec![match helps.is_empty() {
        true => {
            "Nothing that was tried clearly wins more games: the bot already plays a good balance."
                .into()
        }
        false => format!("Playing for {} wins more games.", list(&helps)),
    }];
    if !hurts.is_empty() {
        sentences.push(format!("Playing for {} wins fewer games.", list(&hurts)));
    }
    (
        format!("{} of {}", helps.len(), answers.len()),
        sentences.join(" "),
    )
}

/// Returns the wins of a bot that plays differently, as answered and as shown, or `None` if they were not asked for.
pub fn habit_wins<'a, 'b>(answer: &'a Answer<'b>) -> Option<(&'a AnsweredResponse<'b>, Number)> {
    let mut responses = answer.responses.iter();
    let won = responses.find(|answered| answered.response == SKILL)?;
    let wins = won.change.plus(won.now - won.change.mean);
    let wins = Number::new(&wins.times(factor(won.unit)), 0)
        .briefly()
        .with_unit("%");
    Some((won, wins))
}

/// Returns a row of the table of play styles, under [`HABIT_HEADINGS`], or `None` without a win share.
pub fn habit_row(schema: &ResultSchema, answer: &Answer) -> Option<Vec<Cell>> {
    let (won, wins) = habit_wins(answer)?;
    let more = match won.outcome {
        Outcome::Open(more) => more,
        _ => None,
    };
    Some(vec![
        capital(answer.level).into(),
        turn_action(schema, answer).unwrap_or_default().into(),
        wins.into(),
        outcome(won).into(),
        more.map(Cell::Count).into(),
    ])
}

/// Headings of the table of play styles.
pub const HABIT_HEADINGS: [&str; 5] = [
    "playing for",
    "change per game",
    "wins",
    "verdict",
    "more games",
];
