//! Table of the effects of a rule on each agent that plays itself.

use std::io::{self, Write};

use super::answer::heading;
use super::estimate;
use super::number::{plain as number, signed};
use super::table::plain;
use super::words::list;
use super::wrap;
use crate::findings::answer::{Answer, answers};
use crate::findings::balance::BalanceSummary;
use crate::findings::effect::Effect;
use crate::games::schema::ResultSchema;
use crate::stats::interval::Estimate;

/// Response of a player's points.
const SCORE: &str = "score";

/// Writes a sentence and a table for each change: how the points of each agent change, in all and by source.
///
/// # Errors
/// Fails if writing fails.
pub fn write(
    schema: &ResultSchema,
    balance: &BalanceSummary,
    to: &mut dyn Write,
) -> io::Result<()> {
    let headings = ["style", "before", "after", "change"].into_iter();
    let headings: Vec<&str> = headings
        .chain(schema.sources().iter().map(|source| source.noun))
        .collect();
    for answer in answers(balance) {
        let scores = effects(&answer, SCORE);
        writeln!(to, "{}, by style", heading(&answer))?;
        wrap::write(&sentence(scores), "  ", "  ", to)?;
        let row = |score: &&Effect| {
            let by_source = |source: &str| {
                let effect = effects(&answer, source)
                    .iter()
                    .find(|effect| effect.agent == score.agent);
                effect.map_or_else(String::new, |effect| signed(effect.mean, 1))
            };
            let own = [
                score.agent.clone(),
                number(score.base_mean, 1),
                number(score.base_mean + score.mean, 1),
                estimate::signed(&change(score), 1),
            ];
            own.into_iter()
                .chain(schema.sources().iter().map(|source| by_source(source.name)))
                .collect()
        };
        writeln!(to, "{}\n", plain(&headings, scores.iter().map(row)))?;
    }
    wrap::write(
        "Points of a player where all play the same style, before and after the change; then the change, in all and by source.",
        "",
        "",
        to,
    )
}

/// Returns the effects on a response, one for each agent; empty if it was not asked for.
fn effects<'a, 'b>(answer: &'a Answer<'b>, response: &str) -> &'a [&'b Effect] {
    let answered = answer
        .responses
        .iter()
        .find(|answered| answered.response == response);
    answered.map_or(&[], |answered| &answered.effects)
}

fn change(effect: &Effect) -> Estimate {
    Estimate::around(effect.mean, effect.half_width)
}

/// Says which agents gain more, and which less, than the last one, as far as their intervals do not overlap.
fn sentence(scores: &[&Effect]) -> String {
    let Some((last, others)) = scores.split_last() else {
        return String::new();
    };
    let Some((low, high)) = change(last).ends() else {
        return "Too few games to compare the styles.".into();
    };
    let names = |is_beyond: &dyn Fn((f64, f64)) -> bool| -> Vec<String> {
        let beyond = others
            .iter()
            .filter(|effect| change(effect).ends().is_some_and(is_beyond));
        beyond
            .map(|effect| format!("the {}", effect.agent))
            .collect()
    };
    let helped = [
        ("helps", names(&|(from, _)| from > high)),
        ("hurts", names(&|(_, to)| to < low)),
    ];
    let told: Vec<String> = helped
        .iter()
        .filter(|(_, names)| !names.is_empty())
        .map(|(how, names)| format!("{how} {}", list(names)))
        .collect();
    match told.is_empty() {
        true => format!(
            "The change is not shown to help or hurt any style more than {}.",
            last.agent
        ),
        false => format!(
            "Compared with {}, the change {}.",
            last.agent,
            told.join(" and ")
        ),
    }
}
