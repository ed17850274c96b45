//! Rules with three or more values: how a response goes up or down with them, and which values differ.

use std::collections::BTreeMap;

use goldrush_games::schema::ResultSchema;
use goldrush_harness::findings::answer::{Answer, ChangeOutcome, answers};
use goldrush_harness::findings::balance::BalanceSummary;
use goldrush_harness::findings::effect::Verdict;
use goldrush_harness::findings::response::Unit;
use goldrush_harness::study::QuestionKind;
use goldrush_support::stats::distribution::normal_quantile;
use goldrush_support::stats::interval::Estimate;

use super::numbers::value;
use super::words::noun;
use super::{MAIN, SKILL};
use crate::number::Number;
use crate::words::{capital, player_games};

/// Error rate of all comparisons of a study together.
const LEVEL: f64 = 0.05;

/// A response at each value of a rule, as the strongest bot plays.
pub struct Curve {
    /// Name of the rule.
    pub factor: String,
    pub players: usize,
    /// Name of the response in sentences.
    pub noun: String,
    pub unit: Unit,
    /// Values of the rule in order.
    pub points: Vec<CurvePoint>,
    /// Number of comparisons among which chance is allowed for: all effects of the study, and all pairs of values on curves.
    family: usize,
}

/// A response at a value of a rule.
pub struct CurvePoint {
    /// Value of the rule.
    pub level: String,
    /// Mean of the response; that of the base has no interval, since the others are measured from it.
    pub mean: Estimate,
    /// Conclusion of the study about the difference from the base; `None` for the base.
    change: Option<Change>,
}

/// Conclusion about a difference from the base.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Change {
    /// It is shown to be larger.
    Larger,
    /// It is shown to be smaller.
    Smaller,
    /// It is not shown to differ.
    Open,
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
    let mut family = balance.effects.len();
    for levels in rules.values() {
        // The study itself compares the base with each value.
        family += levels.len() * (levels.len() - 1) / 2 * MAIN.len();
    }
    let mut curves = Vec::new();
    for levels in order.iter().map(|rule| &rules[rule]) {
        if levels.len() > 1 {
            let responses = MAIN.into_iter().filter(|response| *response != SKILL);
            curves.extend(responses.filter_map(|response| curve(schema, levels, response, family)));
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

fn curve(
    schema: &ResultSchema,
    levels: &[&Answer],
    response: &str,
    family: usize,
) -> Option<Curve> {
    let mut points = Vec::new();
    let mut shown = None;
    for answer in levels {
        let answered = answer
            .responses
            .iter()
            .find(|answered| answered.response == response)?;
        let effect = answered.effects.last()?;
        if effect.verdict == Verdict::TooFewBlocks {
            return None;
        }
        let before = effect.base_mean + answered.fair;
        if points.is_empty() {
            points.push(CurvePoint {
                level: answer.base.to_owned(),
                mean: Estimate::around(before, None),
                change: None,
            });
        }
        let change = match answered.outcome {
            ChangeOutcome::Changes if answered.change.mean > 0.0 => Change::Larger,
            ChangeOutcome::Changes => Change::Smaller,
            _ => Change::Open,
        };
        points.push(CurvePoint {
            level: answer.level.to_owned(),
            mean: Estimate::around(before + effect.mean, effect.half_width),
            change: Some(change),
        });
        shown = Some((noun(schema, answered), answered.unit));
    }
    if points.iter().all(|point| as_number(&point.level).is_some()) {
        points.sort_by(|one, other| {
            let order = as_number(&one.level).partial_cmp(&as_number(&other.level));
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
        family,
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

    /// True if the means at two values are shown to differ. Whether a value differs from the base is what the study concludes. Two
    /// other values are compared only if it shows that any value differs, corrected for the number of all its comparisons
    /// (Bonferroni). Deals are common, so that intervals of differences are narrower than assumed.
    fn differ(&self, one: usize, other: usize) -> bool {
        let [one, other] = [one, other].map(|at| &self.points[at]);
        let changes = match [one.change, other.change] {
            [Some(one), Some(other)] => [one, other],
            [Some(change), None] | [None, Some(change)] => return change != Change::Open,
            [None, None] => return false,
        };
        if changes.contains(&Change::Larger) && changes.contains(&Change::Smaller) {
            return true;
        }
        let mut shown = self.points.iter().filter_map(|point| point.change);
        if shown.all(|change| change == Change::Open) {
            return false;
        }
        let [one, other] = [&one.mean, &other.mean];
        let family = self.family as f64;
        let wider =
            normal_quantile(1.0 - LEVEL / 2.0 / family) / normal_quantile(1.0 - LEVEL / 2.0);
        let [half_of_one, half_of_other] =
            [one, other].map(|estimate| estimate.half_width.unwrap_or_default());
        let apart = (one.mean - other.mean).abs();
        apart > wider * libm::hypot(half_of_one, half_of_other) && apart > 0.0
    }

    fn mean(&self, at: usize) -> f64 {
        self.points[at].mean.mean
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
            .any(|point| as_number(&point.level).is_none())
        {
            return Some("the values differ".into());
        }
        if self.differ(0, last) {
            let (first_level, last_level, after) = self.stretch();
            let mut rises = shown
                .iter()
                .map(|(one, other)| self.mean(*other) > self.mean(*one));
            if rises.clone().all(|rises| rises) {
                return Some(format!("rises from {first_level} to {last_level}{after}"));
            }
            if !rises.any(|rises| rises) {
                return Some(format!("falls from {first_level} to {last_level}{after}"));
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

    /// Returns the values between which a curve that only rises or only falls does so, and a remark on those after them.
    fn stretch(&self) -> (&str, &str, &'static str) {
        let last = self.points.len() - 1;
        let first_apart = (1..=last).find(|at| self.differ(0, *at)).unwrap_or(last);
        let last_apart = (0..last).rfind(|at| self.differ(*at, last)).unwrap_or(0);
        let (from, to) = (first_apart - 1, last_apart + 1);
        let level = |at: usize| &self.points[at].level[..];
        match (from < to, to < last) {
            (true, true) => (level(from), level(to), ", then no change is shown"),
            (true, false) => (level(from), level(to), ""),
            // Only values that are far from each other are told apart.
            (false, _) => (level(0), level(last), ""),
        }
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
        is_inside.then(|| self.points[best].level.as_str())
    }

    /// Lists the values from the highest mean to the lowest; neighbors that are not shown to differ stand together.
    fn ranking(&self) -> String {
        let mut order: Vec<usize> = (0..self.points.len()).collect();
        order.sort_by(|one, other| self.mean(*other).total_cmp(&self.mean(*one)));
        let groups = order.chunk_by(|one, other| !self.differ(*one, *other));
        let groups: Vec<String> = groups.map(|group| self.group(group)).collect();
        groups.join(" > ")
    }

    /// Names values of which each is not shown to differ from the next.
    fn group(&self, values: &[usize]) -> String {
        let levels: Vec<&str> = values
            .iter()
            .map(|at| self.points[*at].level.as_str())
            .collect();
        match levels[..] {
            [level] => level.to_owned(),
            [one, other] => format!("{one} and {other} (not told apart)"),
            _ => format!("{} (neighbors not told apart)", levels.join(", ")),
        }
    }
}

#[cfg(test)]
mod tests {
    use goldrush_games::GameName;
    use goldrush_games::ask::Topic;
    use goldrush_harness::findings::conclusion::claims;
    use goldrush_harness::findings::effect::{Effect, StrengthSummary};
    use goldrush_harness::study::Margins;
    use goldrush_support::stats::distribution::normal_cdf;
    use goldrush_support::stats::holm::holm;

    use super::*;

    /// Returns a curve whose study concludes that all values differ from the base that are far enough from it.
    fn curve(means: &[f64]) -> Curve {
        let mut points = Vec::new();
        for (at, mean) in means.iter().enumerate() {
            let change = match mean - means[0] {
                apart if apart > 3.0 => Change::Larger,
                apart if apart < -3.0 => Change::Smaller,
                _ => Change::Open,
            };
            points.push(CurvePoint {
                level: at.to_string(),
                mean: Estimate::around(*mean, (at > 0).then_some(1.0)),
                change: (at > 0).then_some(change),
            });
        }
        Curve {
            factor: "tents".into(),
            players: 2,
            noun: "the points".into(),
            unit: Unit::Points,
            points,
            family: 100,
        }
    }

    /// A study that cannot tell whether any value differs from the base does not rank the others.
    #[test]
    fn nothing_is_ranked_where_the_study_cannot_tell() {
        let mut unclear = curve(&[10.0, 12.5, 7.5]);
        let sentence = unclear.sentence();
        assert!(
            sentence.ends_with("no two values are shown to differ."),
            "{sentence}"
        );
        unclear.points[2].change = Some(Change::Smaller);
        let sentence = unclear.sentence();
        assert!(
            sentence.ends_with("Ranking: 1 and 0 (not told apart) > 2."),
            "{sentence}"
        );
    }

    /// Returns a standard normal number, from the next number of SplitMix64.
    fn normal(state: &mut u64) -> f64 {
        *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = *state;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        let uniform = ((mixed ^ (mixed >> 31)) >> 11) as f64 + 0.5;
        normal_quantile(uniform / (1_u64 << 53) as f64)
    }

    /// Returns an effect of one of three equal values of a rule.
    fn effect(response: &str, level: &str, rank: usize, mean: f64) -> Effect {
        Effect {
            question: QuestionKind::Rule,
            factor: "cowboys".into(),
            level: level.into(),
            base: "1".into(),
            agent: ["greedy", "heuristic"][rank].into(),
            players: 2,
            about: Topic::Points,
            response: response.into(),
            base_mean: 10.0,
            mean,
            half_width: Some(normal_quantile(0.975)),
            p: Some(2.0 * (1.0 - normal_cdf(mean.abs()))),
            p_holm: None,
            margin: 0.0,
            verdict: Verdict::Unclear,
            more_games: None,
            blocks: 1000,
            unit: Unit::Points,
            rank,
        }
    }

    /// Returns a study of three equal values of a rule, as two bots play, with these responses.
    fn study_of_equals(state: &mut u64, responses: &[&str]) -> BalanceSummary {
        let mut effects = Vec::new();
        for response in responses {
            for rank in 0..2 {
                let base = normal(state);
                for level in ["2", "3"] {
                    let mean = (normal(state) - base) / std::f64::consts::SQRT_2;
                    effects.push(effect(response, level, rank, mean));
                }
            }
        }
        let p: Vec<f64> = effects.iter().filter_map(|effect| effect.p).collect();
        for (effect, p) in effects.iter_mut().zip(holm(&p)) {
            effect.p_holm = Some(p);
            if p < LEVEL {
                effect.verdict = if effect.mean > 0.0 {
                    Verdict::Larger
                } else {
                    Verdict::Smaller
                };
            }
        }
        let strengths = vec![StrengthSummary {
            agent: "heuristic against greedy".into(),
            players: 2,
            advantage: Estimate::around(0.3, Some(0.1)),
            pair: 0,
        }];
        BalanceSummary {
            agents: vec!["greedy".into(), "heuristic".into()],
            margins: Margins::default(),
            looks: 1,
            claims: claims(&effects, &strengths),
            effects,
            strengths,
        }
    }

    /// At most one in twenty studies of equal values may claim anything, however many curves its page has.
    #[test]
    fn studies_of_equal_values_claim_nothing() {
        let schema = GameName::GoldRush.schema();
        let responses = ["score", "winning_margin", "turns", "first_seat"];
        let mut state = 1;
        let mut claiming = 0;
        for _ in 0..400 {
            let study = study_of_equals(&mut state, &responses);
            let curves = curves(schema, &study);
            assert_eq!(curves.len(), responses.len());
            claiming += usize::from(curves.iter().any(|curve| curve.shape().is_some()));
        }
        assert!(claiming <= 20, "{claiming} of 400 studies");
    }

    #[test]
    fn shapes_and_rankings_rest_on_shown_differences() {
        let sentence = |means: &[f64]| curve(means).sentence();
        assert_eq!(
            sentence(&[10.0, 20.0, 30.0]).split(": ").nth(1),
            Some("rises from 0 to 2. Ranking")
        );
        assert!(sentence(&[10.0, 20.0, 30.0]).ends_with("Ranking: 2 > 1 > 0."));
        assert!(
            sentence(&[10.0, 20.0, 20.5]).contains("rises from 0 to 1, then no change is shown")
        );
        assert!(sentence(&[30.0, 30.5, 20.0]).contains("falls from 1 to 2. "));
        assert!(
            sentence(&[30.0, 30.5, 20.0]).contains("falls")
                && sentence(&[30.0, 30.5, 20.0]).contains("1 and 0 (not told apart) > 2")
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
