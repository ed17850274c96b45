//! The effects of a rule on each agent that plays itself.

use goldrush_games::schema::ResultSchema;
use goldrush_harness::findings::answer::{Answer, answers};
use goldrush_harness::findings::balance::BalanceSummary;
use goldrush_harness::findings::effect::Effect;
use goldrush_support::stats::confidence::Confidence;
use goldrush_support::stats::interval::Estimate;

use super::answer::heading;
use super::document::{Cell, Document, Part, Section, Table};
use super::number::Number;
use super::words::list;

/// Response of a player's points.
const SCORE: &str = "score";

/// Returns a sentence and a table for each change: how the points of each agent change, in all and by source.
pub fn document(schema: &ResultSchema, balance: &BalanceSummary) -> Document {
    let answers = answers(balance);
    let sentences = answers.len();
    let sections = answers.into_iter().map(|answer| {
        let of_styles: Vec<(&str, Estimate)> = effects(&answer, SCORE)
            .iter()
            .map(|effect| (effect.agent.as_str(), change(effect)))
            .collect();
        let text = sentence(&of_styles, sentences);
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

/// Says which agents gain more, and which less, than the last one, by their changes. Their intervals, as wide as the claims of this many
/// sentences need together, must not overlap.
fn sentence(changes: &[(&str, Estimate)], sentences: usize) -> String {
    let Some(((last, of_last), others)) = changes.split_last() else {
        return String::new();
    };
    let widening = Confidence::over(sentences * others.len()).widening();
    let wide = |change: &Estimate| {
        let half = change.half_width.map(|half| half * widening);
        Estimate::around(change.mean, half).ends()
    };
    let Some((low, high)) = wide(of_last) else {
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
        let beyond = others
            .iter()
            .filter(|(_, change)| wide(change).is_some_and(|(from, to)| is_beyond(from, to)));
        let names: Vec<String> = beyond.map(|(agent, _)| format!("the {agent}")).collect();
        if !names.is_empty() {
            clauses.push(format!("{verb} {}", list(&names)));
        }
    }
    if clauses.is_empty() {
        format!("The change is not shown to help or hurt any style more than {last}.")
    } else {
        format!(
            "Compared with {last}, the change {}.",
            clauses.join(" and ")
        )
    }
}

#[cfg(test)]
mod tests {
    use goldrush_engine::rng::{StreamRng, below, tool_stream};

    use super::*;

    /// Draws the change of a style where no style changes: the mean of twelve numbers is about normal.
    fn no_change(rng: &mut StreamRng) -> Estimate {
        let sum: u32 = (0..12).map(|_| below(rng, 1001)).sum();
        Estimate::around(f64::from(sum) / 1000.0 - 6.0, Some(1.96))
    }

    /// At most one study in twenty claims that a change helps or hurts a style, if it does to none.
    #[test]
    fn studies_without_effects_claim_nothing_of_styles() {
        const STUDIES: u32 = 2000;
        let names = ["a", "b", "c", "d", "e"];
        let mut rng = tool_stream(79);
        let mut claimed = 0;
        for _ in 0..STUDIES {
            let mut any = false;
            for _ in 0..4 {
                let changes = names.map(|name| (name, no_change(&mut rng)));
                any |= sentence(&changes, 4).contains("Compared");
            }
            claimed += u32::from(any);
        }
        // Chance alone gives more than 130 of 2,000 in one of a thousand tests.
        assert!(claimed <= 130, "{claimed}");
        let clear = [("a", 9.0), ("b", 0.1), ("c", 0.0)];
        let clear = clear.map(|(name, mean)| (name, Estimate::around(mean, Some(2.0))));
        assert_eq!(
            sentence(&clear, 1),
            "Compared with c, the change helps the a."
        );
    }
}
