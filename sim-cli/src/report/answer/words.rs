//! Words for changes and responses.

use goldrush_engine::options::Values;

use super::numbers::before_and_after;
use crate::findings::answer::{Answer, AnsweredResponse};
use crate::findings::response::SKILL;
use crate::games::GameName;
use crate::games::schema::ResultSchema;
use crate::report::strategy;
use crate::report::words::ordinal;
use crate::study::QuestionKind;

/// Returns the name of a response for use within a sentence.
pub fn noun(schema: &ResultSchema, told: &AnsweredResponse) -> String {
    let noun = match told.response {
        "win_share" => "a player's wins",
        "score" => "points",
        "score_of_others" => "the other players' points",
        "first_seat" => "the first player's wins",
        "winning_margin" => "the winner's lead",
        "turns" => "the length of a game",
        "completed" => "features completed",
        SKILL => "the stronger bot's wins",
        other => return strategy::name(schema, other),
    };
    format!("{noun}{}", above_fair(told))
}

/// Returns the reference of a share in words; empty for a plain share.
pub(super) fn above_fair(told: &AnsweredResponse) -> &'static str {
    if told.above_fair { " above a fair share" } else { "" }
}

/// Returns the change in words, as the beginning of a sentence: `With 0 tents instead of 1`.
pub fn change(answer: &Answer) -> String {
    let Answer { question, factor, level, base, .. } = answer;
    let name = factor.replace('-', " ");
    match question {
        QuestionKind::Restriction => format!("Without {name}"),
        QuestionKind::Seat => {
            let seat = |number: &str| number.parse().map_or("other", ordinal);
            format!("In the {} seat instead of the {}", seat(level), seat(base))
        }
        QuestionKind::Habit => format!("Playing for {level}"),
        QuestionKind::Rule if factor.contains('×') => {
            format!("With {name} at {level}, beyond the sum of the single changes")
        }
        QuestionKind::Rule => rule(factor, &name, level, base),
    }
}

fn rule(factor: &str, name: &str, level: &str, base: &str) -> String {
    let game = |name: &str| name.parse::<GameName>().map_or_else(|_| name.to_owned(), |game| game.about().title.into());
    let mut options = GameName::ALL.iter().flat_map(|game| game.options());
    let values = options.find(|option| option.name.replace('_', "-") == factor).map(|option| option.values);
    let is_number = [level, base].iter().any(|level| level.parse::<u32>().is_ok());
    match (factor, values) {
        ("game", _) => format!("In {} instead of {}", game(level), game(base)),
        (_, Some(Values::Switch)) if level == "no" => format!("Without {name}"),
        ("whole-match", Some(Values::Switch)) => "With a match of one game per player instead of a single game".into(),
        (_, Some(Values::Switch)) => format!("With {name}"),
        _ if is_number && base == "printed" => format!("With {level} {name} instead of the printed number"),
        _ if is_number => format!("With {level} {name} instead of {base}"),
        _ if base == "printed" => format!("With {name} {level} instead of the printed ones"),
        _ => format!("With {name} {level} instead of {base}"),
    }
}

/// Returns the effect in words, to follow the change: `players score 77 points instead of 96 (17 to 20 fewer)`.
pub(super) fn clause(schema: &ResultSchema, answer: &Answer, told: &AnsweredResponse) -> String {
    let values = before_and_after(told);
    let others = if answer.question == QuestionKind::Restriction { "it scores" } else { "players score" };
    match told.response {
        _ if told.above_fair => format!("{} average {values}", noun(schema, told)),
        "score" if answer.question == QuestionKind::Seat => format!("a player scores {values}"),
        "score" => format!("{others} {values}"),
        "score_of_others" => format!("the others score {values}"),
        "win_share" => format!("a player wins {values}"),
        "first_seat" => format!("the first player wins {values}"),
        "winning_margin" => format!("the winner leads by {values}"),
        "turns" => format!("a game lasts {values}"),
        SKILL => format!("the stronger bot wins {values}"),
        _ => format!("{} average {values}", noun(schema, told)),
    }
}
