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

/// Responses other than the counts and sources of a game: name, noun for use within a sentence, and the beginning of a
/// clause that a value follows.
const RESPONSES: [(&str, &str, &str); 8] = [
    ("win_share", "a player's wins", "a player wins"),
    ("score", "points", "players score"),
    ("score_of_others", "the other players' points", "the others score"),
    ("first_seat", "the first player's wins", "the first player wins"),
    ("winning_margin", "the winner's lead", "the winner leads by"),
    ("turns", "the length of a game", "a game lasts"),
    ("completed", "features completed", "features completed average"),
    (SKILL, "the stronger bot's wins", "the stronger bot wins"),
];

fn found(answered: &AnsweredResponse) -> Option<&'static (&'static str, &'static str, &'static str)> {
    RESPONSES.iter().find(|(name, ..)| *name == answered.response)
}

/// Returns the name of a response for use within a sentence.
pub fn noun(schema: &ResultSchema, answered: &AnsweredResponse) -> String {
    match found(answered) {
        Some((_, noun, _)) => format!("{noun}{}", above_fair(answered)),
        None => strategy::name(schema, answered.response),
    }
}

/// Returns the reference of a share in words; empty for a plain share.
pub(super) fn above_fair(answered: &AnsweredResponse) -> &'static str {
    if answered.above_fair { " above a fair share" } else { "" }
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

/// Changes of rules that the name of the option does not put into words: option, level, and the beginning of a sentence.
const CHANGES: [(&str, &str, &str); 5] = [
    ("whole-match", "yes", "With a match of one game per player instead of a single game"),
    ("choose-ingots", "no", "Without a choice of ingots"),
    ("take-back", "yes", "If players may take cowboys back"),
    ("locomotives", "never", "If locomotives never double a railroad"),
    ("locomotives", "at-least-one", "If one or more locomotives double a railroad"),
];

fn rule(factor: &str, name: &str, level: &str, base: &str) -> String {
    if let Some((.., words)) = CHANGES.iter().find(|(option, to, _)| (*option, *to) == (factor, level)) {
        return (*words).into();
    }
    let every = |turns: &str| match turns.parse::<usize>() {
        Ok(turns @ 2..) => format!("every {} turn", ordinal(turns - 1)),
        Ok(_) | Err(_) => "every turn".into(),
    };
    let game = |name: &str| name.parse::<GameName>().map_or_else(|_| name.to_owned(), |game| game.about().title.into());
    let mut options = GameName::ALL.iter().flat_map(|game| game.options());
    let values = options.find(|option| option.name.replace('_', "-") == factor).map(|option| option.values);
    let is_number = [level, base].iter().any(|level| level.parse::<u32>().is_ok());
    match (factor, values) {
        ("game", _) => format!("In {} instead of {}", game(level), game(base)),
        ("mining-interval", _) => format!("With mining {} instead of {}", every(level), every(base)),
        (_, Some(Values::Switch)) if level == "no" => format!("Without {name}"),
        (_, Some(Values::Switch)) => format!("With {name}"),
        _ if is_number && base == "printed" => format!("With {level} {name} instead of the printed number"),
        _ if is_number => format!("With {level} {name} instead of {base}"),
        _ if base == "printed" => format!("With {name} {level} instead of the printed ones"),
        _ => format!("With {name} {level} instead of {base}"),
    }
}

/// Returns the effect in words, to follow the change: `players score 77 points instead of 96 (17 to 20 fewer)`.
pub(super) fn clause(schema: &ResultSchema, answer: &Answer, answered: &AnsweredResponse) -> String {
    let begin = match (found(answered), answer.question) {
        (Some(("score", ..)), QuestionKind::Seat) => "a player scores".into(),
        (Some(("score", ..)), QuestionKind::Restriction) => "it scores".into(),
        (Some((.., begin)), _) if !answered.above_fair => (*begin).to_owned(),
        _ => format!("{} average", noun(schema, answered)),
    };
    format!("{begin} {}", before_and_after(answered))
}
