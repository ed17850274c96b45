//! The effects of a rule on each agent that plays itself.

use goldrush_games::schema::ResultSchema;
use goldrush_harness::findings::answer::{Answer, answers};
use goldrush_harness::findings::balance::BalanceSummary;
use goldrush_harness::findings::effect::Effect;
use goldrush_support::stats::interval::Estimate;

use super::answer::heading;
use super::document::{Cell, Document, Part, Section, Table};
use super::number::Number;
use super::words::list;

/// Response of a player's points.
const SCORE: &str = "score";

/// Returns a sentence and a table for each change: how the points of each agent change, in all and by source.
pub fn document(schema: &ResultSchema, balance: &BalanceSummary) -> Document {
    let sections = answers(balance).into_iter().map(|answer| {
        let text = sentence(effects(&answer, SCORE));
        let parts = vec![Part::Text(text), Part::Table(table(schema, &answer))];
        Section::new(format!("{}, by style", heading(&answer)), parts)
    });
    Document {
        title: "What the change does to each style of play".into(),
        subtitle: "Points of a player where all play the same style, before and after the change; then the change, in all and by source."
            .into(),
        sections: sections.collect(),
        ..Document::default()
    }
}

fn table(schema: &ResultSchema, answer: &Answer) -> Table {
    let sources = schema.sources();
    let rows = effects(answer, SCORE).iter().map(|score| {
        let of_source = |source: &str| {
            let mut all = effects(answer, source).iter();
            let effect = all.find(|effect| effect.agent == score.agent);
            Cell::from(effect.map(|effect| Number::exact(effect.mean, 1).signed()))
        };
        let own = [
            score.agent.as_str().into(),
            Number::exact(score.base_mean, 1).into(),
            Number::exact(score.base_mean + score.mean, 1).into(),
            Number::points(&change(score)).signed().into(),
        ];
        let by_source = sources.iter().map(|source| of_source(source.name));
        own.into_iter().chain(by_source).collect()
    });
    let headings = ["style", "before", "after", "change"].into_iter();
    Table::new(
        headings.chain(sources.iter().map(|source| source.noun)),
        rows,
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
    let mut clauses = Vec::new();
    for (verb, is_beyond) in [
        (
            "helps",
            &(|from, _| from > high) as &dyn Fn(f64, f64) -> bool,
        ),
        ("hurts", &(|_, to| to < low)),
    ] {
        let beyond = others.iter().filter(|effect| {
            let ends = change(effect).ends();
            ends.is_some_and(|(from, to)| is_beyond(from, to))
        });
        let names: Vec<String> = beyond
            .map(|effect| format!("the {}", effect.agent))
            .collect();
        if !names.is_empty() {
            clauses.push(format!("{verb} {}", list(&names)));
        }
    }
    if clauses.is_empty() {
        format!(
            "The change is not shown to help or hurt any style more than {}.",
            last.agent
        )
    } else {
        format!(
            "Compared with {}, the change {}.",
            last.agent,
            clauses.join(" and ")
        )
    }
}
