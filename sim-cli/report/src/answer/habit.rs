//! Words for the results of a bot that plays differently from the others.

use goldrush_games::ask::Topic;
use goldrush_games::schema::ResultSchema;
use goldrush_games::tunable::{FEWER, MORE};
use goldrush_harness::findings::answer::{Answer, AnsweredResponse, ChangeOutcome, answers};
use goldrush_harness::findings::balance::BalanceSummary;
use goldrush_harness::findings::response::SKILL;
use goldrush_harness::findings::winners::WinnerRow;
use goldrush_harness::study::QuestionKind;

use super::is_change;
use super::numbers::{factor, level, value};
use super::table::outcome;
use super::words::noun;
use crate::document::Cell;
use crate::number::{Number, signed};
use crate::words::{capital, list};

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
    answer.responses.iter().find(|answered| {
        let column = schema.column(answered.response);
        column.is_some_and(|column| column.words() == action)
    })
}

/// Answers of a study by what they are about.
#[derive(Default)]
pub struct Sorted<'b> {
    pub rules: Vec<Answer<'b>>,
    pub pairs: Vec<Answer<'b>>,
    /// About styles of play that count as tried.
    pub habits: Vec<Answer<'b>>,
    /// About the other styles.
    pub untried: Vec<Answer<'b>>,
}

/// Sorts the answers of a study.
pub fn sorted<'b>(
    schema: &ResultSchema,
    balance: &'b BalanceSummary,
    winners: &[WinnerRow],
) -> Sorted<'b> {
    let mut sorted = Sorted::default();
    for answer in answers(balance) {
        let group = match answer.question {
            QuestionKind::Pair => &mut sorted.pairs,
            QuestionKind::Habit if is_tried(schema, &answer, winners) => &mut sorted.habits,
            QuestionKind::Habit => &mut sorted.untried,
            _ => &mut sorted.rules,
        };
        group.push(answer);
    }
    sorted
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
    if let Some(named) = named(schema, answer) {
        return Some(signed(named.change.mean, 1));
    }
    let actions = answer
        .responses
        .iter()
        .filter(|answered| answered.about == Topic::Use && signal_to_noise(answered) > 2.0);
    let most =
        actions.max_by(|one, other| signal_to_noise(one).total_cmp(&signal_to_noise(other)))?;
    let change = signed(most.change.mean, 1);
    Some(format!("{} {change}", noun(schema, most)))
}

fn signal_to_noise(answered: &AnsweredResponse) -> f64 {
    answered.change.mean.abs() / answered.change.half_width.unwrap_or(f64::MAX).max(1e-9)
}

/// Summarizes the styles of play that were tried: the number of those that win more, and some sentences.
pub fn habits(answers: &[Answer]) -> (String, String) {
    let helps = styles_that_win(answers, true);
    let hurts = styles_that_win(answers, false);
    let mut sentence = if helps.is_empty() {
        "Nothing that was tried clearly wins more games: the bot already plays a good balance."
            .into()
    } else {
        format!("Playing for {} wins more games.", list(&helps))
    };
    if !hurts.is_empty() {
        sentence += &format!(" Playing for {} wins fewer games.", list(&hurts));
    }
    let number = format!("{} of {}", helps.len(), answers.len());
    (number, sentence)
}

/// Names the styles that win more, or fewer, games, each with its wins, the largest change first.
fn styles_that_win(answers: &[Answer], is_more: bool) -> Vec<String> {
    let mut changed: Vec<(&str, &AnsweredResponse)> = Vec::new();
    for answer in answers {
        let wins = answer.responses.iter().filter(|answered| {
            answered.response == SKILL
                && is_change(answered.outcome)
                && (answered.change.mean > 0.0) == is_more
        });
        changed.extend(wins.map(|answered| (answer.level, answered)));
    }
    changed.sort_by(|(_, one), (_, other)| {
        let [one, other] = [one, other].map(|answered| answered.change.mean.abs());
        other.total_cmp(&one)
    });
    let styles = changed.into_iter().map(|(level, answered)| {
        let wins = value(answered.unit, answered.now, &answered.change);
        format!("{level} ({wins})")
    });
    styles.collect()
}

/// Returns the wins of a bot that plays differently, as answered and as shown, or `None` if they were not asked for.
pub fn habit_wins<'a, 'b>(answer: &'a Answer<'b>) -> Option<(&'a AnsweredResponse<'b>, Number)> {
    let mut responses = answer.responses.iter();
    let won = responses.find(|answered| answered.response == SKILL)?;
    let wins = Number::new(&level(won).times(factor(won.unit)), 0)
        .briefly()
        .with_unit("%");
    Some((won, wins))
}

/// Returns a row of the table of play styles, under [`HABIT_HEADINGS`], or `None` without a win share.
pub fn habit_row(schema: &ResultSchema, answer: &Answer) -> Option<Vec<Cell>> {
    let (won, wins) = habit_wins(answer)?;
    let more = match won.outcome {
        ChangeOutcome::Open(more) => more,
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
