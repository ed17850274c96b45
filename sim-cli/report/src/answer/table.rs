//! Formats answers as rows of a table.

use goldrush_games::ask::Topic;
use goldrush_games::schema::ResultSchema;
use goldrush_harness::findings::answer::{Answer, AnsweredResponse, ChangeOutcome};
use goldrush_harness::findings::effect::{Effect, Verdict};
use goldrush_harness::findings::response::{SKILL, Unit};
use goldrush_support::stats::interval::Estimate;

use super::numbers::{digits, factor, value};
use super::words::{above_fair, by, is_of_pairs, noun};
use crate::document::Cell;
use crate::number::Number;
use crate::words::capital;

/// Returns the name of a response for a table.
pub fn label(schema: &ResultSchema, answered: &AnsweredResponse) -> String {
    let label = match answered.response {
        "win_share" => "Wins",
        "first_seat" => "First player's wins",
        SKILL => "Better player's wins",
        "leader_wins" => "Half-time leader's wins",
        "luckiest_wins" => "Luckiest player's wins",
        "luck_spread" => "Lead of the luckiest player's draws",
        "turns" => "Turns",
        _ => return capital(noun(schema, answered).trim_start_matches("the ")) + &by(answered),
    };
    format!("{label}{}{}", above_fair(answered), by(answered))
}

/// Returns the rows of a response, under [`HEADINGS`]: one from the strongest bot or, for skill, one for each pair of bots; at the
/// end those that are not shown to differ in strength.
pub fn rows(schema: &ResultSchema, answered: &AnsweredResponse) -> Vec<Vec<Cell>> {
    if is_of_pairs(answered) {
        let judged = answered.effects.iter();
        let judged = judged
            .map(|effect| pair_row(answered, effect, verdict(effect.verdict), effect.more_games));
        let others = answered.excluded.iter();
        let others = others.map(|effect| pair_row(answered, effect, "not judged", None));
        return judged.chain(others).collect();
    }
    let more = match answered.outcome {
        ChangeOutcome::Open(more) => more,
        _ => None,
    };
    vec![row(
        answered.unit,
        label(schema, answered),
        answered.before,
        answered.now,
        &answered.change,
        outcome(answered),
        more,
    )]
}

/// Returns the row of a pair of bots.
fn pair_row(
    answered: &AnsweredResponse,
    effect: &Effect,
    verdict: &str,
    more: Option<u64>,
) -> Vec<Cell> {
    let before = effect.base_mean + answered.fair;
    let change = change(effect);
    let label = match above_fair(answered) {
        "" => format!("Wins of {}", effect.agent),
        above_fair => format!("{}{above_fair}", effect.agent),
    };
    row(
        answered.unit,
        label,
        before,
        before + effect.mean,
        &change,
        verdict,
        more,
    )
}

/// Returns the change that an effect is, with its interval, unless there are too few deals for one.
pub fn change(effect: &Effect) -> Estimate {
    let is_known = effect.verdict != Verdict::TooFewBlocks;
    Estimate::around(effect.mean, effect.half_width.filter(|_| is_known))
}

fn row(
    unit: Unit,
    label: String,
    before: f64,
    after: f64,
    change: &Estimate,
    verdict: &str,
    more: Option<u64>,
) -> Vec<Cell> {
    let digits = digits_in_row(unit, before, after, change);
    let signed = Number::new(&change.times(factor(unit)), 0).signed();
    let values = [before, after].map(|shown| value(unit, shown, change).with_digits(digits));
    vec![
        label.into(),
        values[0].into(),
        values[1].into(),
        signed.with_digits(digits).into(),
        verdict.into(),
        more.map(Cell::Count).into(),
    ]
}

/// Returns the decimals of a row: one more than usual where the rounded values would not differ by the rounded change.
fn digits_in_row(unit: Unit, before: f64, after: f64, change: &Estimate) -> usize {
    let factor = factor(unit);
    let usual = digits(change, factor);
    let scale = factor * 10_f64.powi(usual as i32);
    let [before, after, change] = [before, after, change.mean].map(|shown| (scale * shown).round());
    usual + usize::from(after - before != change)
}

/// Returns the verdict on the effect of one bot or pair in a word or two.
pub fn verdict(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Larger => "more",
        Verdict::Smaller => "less",
        Verdict::Balanced => "the same",
        Verdict::Unclear => "unclear",
        Verdict::TooFewBlocks => TOO_FEW,
    }
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

/// Verdict where nothing can be concluded.
const TOO_FEW: &str = "too few deals";

/// Headings of the table.
pub const HEADINGS: [&str; 6] = ["", "before", "after", "change", "verdict", "more games"];

/// Returns the conclusion in a word or two.
pub(super) fn outcome(answered: &AnsweredResponse) -> &'static str {
    match answered.outcome {
        ChangeOutcome::Open(_) if answered.is_too_few => TOO_FEW,
        ChangeOutcome::Changes if answered.change.mean > 0.0 => "more",
        ChangeOutcome::Changes => "less",
        ChangeOutcome::Stays => "the same",
        ChangeOutcome::Depends => "depends on the bot",
        ChangeOutcome::Open(_) => "unclear",
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

#[cfg(test)]
mod tests {
    use super::*;

    /// The second rounded number minus the first is the third.
    #[test]
    fn rounded_values_differ_by_the_rounded_change() {
        let row = |before: f64, after: f64| {
            let change = Estimate::around(after - before, Some(0.08));
            let cells = row(Unit::Share, String::new(), before, after, &change, "", None);
            cells[1..4]
                .iter()
                .map(Cell::to_string)
                .collect::<Vec<String>>()
                .join(" ")
        };
        assert_eq!(row(0.556, 0.444), "55.6% 44.4% −11.2 ± 8.0");
        assert_eq!(row(0.55, 0.44), "55% 44% −11 ± 8");
    }
}
