//! Rules with three or more values: how a response goes up or down with them, and which values differ.

use std::collections::BTreeMap;

use goldrush_games::schema::ResultSchema;
use goldrush_harness::findings::answer::{Answer, answers};
use goldrush_harness::findings::balance::BalanceSummary;
use goldrush_harness::findings::response::Unit;
use goldrush_harness::study::QuestionKind;
use goldrush_support::stats::distribution::normal_quantile;
use goldrush_support::stats::interval::Estimate;

use super::numbers::value;
use super::words::noun;
use super::{MAIN, SKILL};
use crate::number::Number;
use crate::words::{capital, player_games};

/// Error rate of all pairs of values of a rule together.
const LEVEL: f64 = 0.05;

/// A response at each value of a rule, as the strongest bot plays.
pub struct Curve {
    /// Name of the rule.
    pub factor: String,
    /// Number of players.
    pub players: usize,
    /// Name of the response in sentences.
    pub noun: String,
    /// Its unit.
    pub unit: Unit,
    /// Values of the rule in order, each with the mean of the response; that of the base has no interval, since the others are
    /// measured from it.
    pub points: Vec<(String, Estimate)>,
}

/// Returns the curves of all rules with three or more values, of the main responses.
pub fn curves(schema: &ResultSchema, balance: &BalanceSummary) -> Vec<Curve> {
    let all = answers(balance);
    let mut rules: BTreeMap<(&str, usize), Vec<&Answer>> = BTreeMap::new();
    let mut order = Vec::new();
    for answer in all.iter().filter(|answer| is_of_a_rule(answer)) {
        let levels = rules.entry((answer.factor, answer.players)).or_default();
        if levels.is_empty() {
            order.push((answer.factor, answer.players));
        }
        levels.push(answer);
    }
    let mut curves = Vec::new();
    for levels in order.iter().map(|rule| &rules[rule]) {
        if levels.len() > 1 {
            let responses = MAIN.into_iter().filter(|response| *response != SKILL);
            curves.extend(responses.filter_map(|response| curve(schema, levels, response)));
        }
    }
    curves
}

fn is_of_a_rule(answer: &Answer) -> bool {
    answer.question == QuestionKind::Rule && !["players", "game"].contains(&answer.factor)
}

/// Returns a level as a number, if it is one.
fn as_number(level: &str) -> Option<f64> {
    level.parse().ok()
}

fn curve(schema: &ResultSchema, levels: &[&Answer], response: &str) -> Option<Curve> {
    let mut points = Vec::new();
    let mut shown = None;
    for answer in levels {
        let answered = answer
            .responses
            .iter()
            .find(|answered| answered.response == response)?;
        let effect = answered.effects.last()?;
        let before = effect.base_mean + answered.fair;
        if points.is_empty() {
            points.push((answer.base.to_owned(), Estimate::around(before, None)));
        }
        points.push((
            answer.level.to_owned(),
            Estimate::around(before + effect.mean, effect.half_width),
        ));
        shown = Some((noun(schema, answered), answered.unit));
    }
    if points.iter().all(|(level, _)| as_number(level).is_some()) {
        points.sort_by(|(one, _), (other, _)| {
            let order = as_number(one).partial_cmp(&as_number(other));
            order.expect("both are numbers")
        });
    }
    let (noun, unit) = shown?;
    Some(Curve {
        factor: levels[0].factor.to_owned(),
        players: levels[0].players,
        noun,
        unit,
        points,
    })
}

impl Curve {
    /// Returns the title: the response and the rule.
    pub fn title(&self) -> String {
        format!(
            "{} by {}, {} games",
            capital(&self.noun),
            self.factor,
            player_games(self.players)
        )
    }

    /// Returns a sentence on the shape, with a ranking of the values.
    pub fn sentence(&self) -> String {
        let title = self.title();
        match self.shape() {
            Some(shape) => format!("{title}: {shape}. Ranking: {}.", self.ranking()),
            None => format!("{title}: no two values are shown to differ."),
        }
    }

    /// Shows the mean at a value.
    pub fn value(&self, mean: &Estimate) -> Number {
        value(self.unit, mean.mean, mean)
    }

    /// True if the means at two values are shown to differ, corrected for the number of pairs (Bonferroni). Deals are common, so
    /// that intervals of differences are narrower than assumed.
    fn differ(&self, one: usize, other: usize) -> bool {
        let pairs = (self.points.len() * (self.points.len() - 1) / 2) as f64;
        let wider = normal_quantile(1.0 - LEVEL / 2.0 / pairs) / normal_quantile(1.0 - LEVEL / 2.0);
        let [one, other] = [one, other].map(|at| &self.points[at].1);
        let [half_of_one, half_of_other] =
            [one, other].map(|estimate| estimate.half_width.unwrap_or_default());
        let apart = (one.mean - other.mean).abs();
        apart > wider * libm::hypot(half_of_one, half_of_other) && apart > 0.0
    }

    fn mean(&self, at: usize) -> f64 {
        self.points[at].1.mean
    }

    fn shape(&self) -> Option<String> {
        let last = self.points.len() - 1;
        let pairs = (0..=last).flat_map(|one| (one + 1..=last).map(move |other| (one, other)));
        let shown: Vec<(usize, usize)> = pairs
            .filter(|(one, other)| self.differ(*one, *other))
            .collect();
        if shown.is_empty() {
            return None;
        }
        if self
            .points
            .iter()
            .any(|(level, _)| as_number(level).is_none())
        {
            return Some("the values differ".into());
        }
        if self.differ(0, last) {
            let mut rises = shown
                .iter()
                .map(|(one, other)| self.mean(*other) > self.mean(*one));
            if rises.clone().all(|rises| rises) {
                return Some("rises from the first value to the last".into());
            }
            if !rises.any(|rises| rises) {
                return Some("falls from the first value to the last".into());
            }
        }
        Some(if let Some(best) = self.peak(1.0) {
            format!("highest at {best}")
        } else if let Some(best) = self.peak(-1.0) {
            format!("lowest at {best}")
        } else {
            "no simple shape".into()
        })
    }

    /// Returns the value with the highest mean, or with `sign` −1 the lowest, if it is shown to differ from both ends.
    fn peak(&self, sign: f64) -> Option<&str> {
        let last = self.points.len() - 1;
        let best = (0..=last).max_by(|one, other| {
            let [one, other] = [one, other].map(|at| sign * self.mean(*at));
            one.total_cmp(&other)
        })?;
        let is_inside =
            ![0, last].contains(&best) && self.differ(best, 0) && self.differ(best, last);
        is_inside.then(|| self.points[best].0.as_str())
    }

    /// Lists the values from the highest mean to the lowest; `≈` stands between neighbors that are not shown to differ.
    fn ranking(&self) -> String {
        let mut order: Vec<usize> = (0..self.points.len()).collect();
        order.sort_by(|one, other| {
            self.points[*other]
                .1
                .mean
                .total_cmp(&self.points[*one].1.mean)
        });
        let mut text = String::new();
        for (nth, at) in order.iter().enumerate() {
            if nth > 0 {
                text += if self.differ(order[nth - 1], *at) {
                    " > "
                } else {
                    " ≈ "
                };
            }
            text += &self.points[*at].0;
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn curve(means: &[f64]) -> Curve {
        let half = |at: usize| (at > 0).then_some(1.0);
        let points = means
            .iter()
            .enumerate()
            .map(|(at, mean)| (at.to_string(), Estimate::around(*mean, half(at))));
        let points = points.collect();
        Curve {
            factor: "tents".into(),
            players: 2,
            noun: "the points".into(),
            unit: Unit::Points,
            points,
        }
    }

    #[test]
    fn shapes_and_rankings_rest_on_shown_differences() {
        let sentence = |means: &[f64]| curve(means).sentence();
        assert_eq!(
            sentence(&[10.0, 20.0, 30.0]).split(": ").nth(1),
            Some("rises from the first value to the last. Ranking")
        );
        assert!(sentence(&[10.0, 20.0, 30.0]).ends_with("Ranking: 2 > 1 > 0."));
        assert!(
            sentence(&[30.0, 30.5, 20.0]).contains("falls")
                && sentence(&[30.0, 30.5, 20.0]).contains("1 ≈ 0 > 2")
        );
        assert!(sentence(&[10.0, 20.0, 10.0]).contains("highest at 1"));
        assert!(sentence(&[10.0, 3.0, 10.0]).contains("lowest at 1"));
        assert!(sentence(&[10.0, 20.0, 10.0, 20.0]).contains("no simple shape"));
        assert!(
            sentence(&[10.0, 30.0, 29.0]).contains("rises"),
            "the last two may be equal"
        );
        assert!(sentence(&[10.0, 20.0, 10.5]).contains("highest at 1"));
        assert!(sentence(&[10.0, 10.5, 11.0]).ends_with("no two values are shown to differ."));
    }
}
