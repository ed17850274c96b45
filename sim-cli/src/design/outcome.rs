//! Conclusions about the best rules of a search: whether each goal is met, by which pairs of bots, and what else changed.

use goldrush_harness::study::Margins;
use goldrush_report::words::{list, player_games};
use goldrush_support::stats::confidence::Confidence;
use goldrush_support::stats::interval::Estimate;

use super::goal::Goal;
use super::measurement::{Sample, Samples};
use super::quantity::{Pair, Quantity};
use super::readings::agreeing;
use super::search::{Found, Search};

/// Chance that a mean lies beyond either end of its interval.
const TAIL: f64 = 0.025;

/// Verdict on a goal.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Met {
    /// The whole interval misses what is wanted.
    No,
    /// The interval has values on both sides, the mean misses.
    Open,
    /// The interval has values on both sides, the mean is as wanted.
    Probably,
    /// The whole interval is as wanted.
    Yes,
}

/// A goal with one number of players, and how the best rules meet it.
pub struct Outcome<'a> {
    pub goal: &'a Goal,
    pub players: usize,
    /// Value under the rules as given.
    pub before: Sample,
    /// Value in the search.
    pub searched: Sample,
    /// Value nearest to the goal of all settings in the search.
    pub nearest: Sample,
    /// Confirmed value.
    pub after: Sample,
    /// Number of claims of the search about changes, for all of which chance is allowed together.
    pub claims: usize,
    /// Each pair of bots by which skill is measured, with its values before and after; empty for other goals.
    pub pairs: Vec<(&'a Pair, Sample, Sample)>,
}

/// A quantity that is no goal, and changed by more than matters.
pub struct SideEffect<'a> {
    pub quantity: &'a Quantity,
    pub players: usize,
    /// Value under the rules as given.
    pub before: Sample,
    /// Confirmed value.
    pub after: Sample,
}

impl Met {
    /// Returns the words in a table; on an open goal they are about the direction.
    pub fn words(self, is_open: bool) -> &'static str {
        match (self, is_open) {
            (Met::Yes, false) => "yes",
            (Met::Probably, false) => "probably",
            (Met::Open, false) => "cannot tell",
            (Met::No, false) => "no",
            (Met::Yes, true) => "better",
            (Met::Probably, true) => "perhaps better",
            (Met::Open, true) => "perhaps worse",
            (Met::No, true) => "worse",
        }
    }

    /// Returns the beginning of a sentence on a goal; on an open one it is about the direction.
    fn heading(self, is_open: bool) -> &'static str {
        match (self, is_open) {
            (Met::Yes, false) => "Met",
            (Met::Probably, false) => "Probably met, not confirmed",
            (Met::Open, false) => "Not confirmed",
            (Met::No, false) => "Missed",
            (Met::Yes, true) => "Better",
            (Met::Probably, true) => "Perhaps better",
            (Met::Open, true) => "Perhaps worse",
            (Met::No, true) => "Worse",
        }
    }

    /// Returns the verdict from an interval: whether its mean and its ends are as wanted, and whether anything in it is.
    fn new(mean: bool, ends: [bool; 2], any: bool) -> Met {
        match (ends, mean, any) {
            ([true, true], ..) => Met::Yes,
            (_, true, _) => Met::Probably,
            (_, false, true) => Met::Open,
            _ => Met::No,
        }
    }
}

impl<'a> Outcome<'a> {
    /// Returns the outcomes of all goals, by number of players.
    pub fn all(search: &'a Search, found: &'a Found) -> Vec<Outcome<'a>> {
        let mut all = Vec::new();
        for (at, players) in search.players.iter().enumerate() {
            for (number, goal) in search.goals[at].iter().enumerate() {
                let [before, after] = [&found.as_given[at], &found.best.samples[at]];
                let mut pairs = Vec::new();
                if goal.quantity == Quantity::Skill {
                    for &position in search.readings.of(number) {
                        let pair = search.readings.measured[position].pair();
                        let pair = pair.expect("skill is read from pairs");
                        pairs.push((pair, before[position], after[position]));
                    }
                }
                all.push(Outcome {
                    goal,
                    players: *players,
                    before: search.readings.sample(number, before),
                    searched: found.best.searched[at][number],
                    nearest: found.nearest[at][number],
                    after: search.readings.sample(number, after),
                    claims: claims(search),
                    pairs,
                });
            }
        }
        all
    }

    /// Returns the pairs of bots that contradict the others, as in `ask skill`: they miss the goal and are shown to move away from
    /// it.
    fn contradicting(&self) -> Vec<&'a Pair> {
        let goal = self.goal;
        let mut pairs = Vec::new();
        for (pair, before, after) in &self.pairs {
            let ends = self.change(before, after).ends();
            let moves_away = ends.is_some_and(|(low, high)| {
                goal.aim.is_missed_by(low) && goal.aim.is_missed_by(high)
            });
            if moves_away && self.met_by(before, after) != Met::Yes {
                pairs.push(*pair);
            }
        }
        pairs
    }

    /// Returns whether the goal is met, as far as the intervals tell. Of several pairs of bots, two of three must agree, and none
    /// contradict.
    pub fn met(&self) -> Met {
        if self.pairs.is_empty() {
            return self.met_by(&self.before, &self.after);
        }
        if !self.contradicting().is_empty() {
            return Met::No;
        }
        let mut verdicts: Vec<Met> = self
            .pairs
            .iter()
            .map(|(_, before, after)| self.met_by(before, after))
            .collect();
        verdicts.sort_by(|one, other| other.cmp(one));
        verdicts[agreeing(verdicts.len()) - 1]
    }

    /// True if the goal is met, or an open one furthered, and was not met by the rules as given anyway.
    pub fn is_gained(&self) -> bool {
        let pairs = self.pairs.iter();
        let given = Outcome {
            after: self.before,
            pairs: pairs
                .map(|(pair, before, _)| (*pair, *before, *before))
                .collect(),
            ..*self
        };
        !self.goal.is_relative() && self.met() == Met::Yes && given.met() != Met::Yes
    }

    /// Says how the goal is met: `Met: the winner leads by 8.8 (8.6 to 9.0) in three-player games; before: 14.7.`
    pub fn sentence(&self) -> String {
        let goal = self.goal;
        let wanted = if goal.is_open() {
            String::new()
        } else {
            format!(" ({} wanted)", goal.wanted())
        };
        let mut sentence = format!(
            "{}: {} {} in {} games{wanted}; before: {}.",
            self.met().heading(goal.is_open()),
            goal.quantity.words(),
            in_words(&goal.quantity, &estimate(&goal.quantity, &self.after)),
            player_games(self.players),
            in_words(&goal.quantity, &estimate(&goal.quantity, &self.before))
        );
        let pairs = self.pairs.iter().map(|(pair, before, after)| {
            let [before, after] = [before, after]
                .map(|sample| in_words(&goal.quantity, &estimate(&goal.quantity, sample)));
            format!("{} {before}, then {after}", pair.words())
        });
        let pairs: Vec<String> = pairs.collect();
        if !pairs.is_empty() {
            sentence += &format!(" By pair, before and after: {}.", pairs.join("; "));
        }
        let away: Vec<String> = self
            .contradicting()
            .iter()
            .map(|pair| pair.words())
            .collect();
        if !away.is_empty() {
            sentence += &format!(
                " The bots do not agree: {} goes the other way.",
                list(&away)
            );
        }
        sentence + &self.missed()
    }

    /// Says of a goal that is missed whether other settings met it alone, and if none did, how near they came.
    fn missed(&self) -> String {
        let goal = self.goal;
        let was_met = goal.distance(self.searched.mean()) == 0.0;
        if goal.is_open() || goal.is_relative() || was_met || self.met() != Met::No {
            return String::new();
        }
        let nearest = self.nearest.mean();
        if goal.distance(nearest) == 0.0 {
            " In the search other settings met it, at the cost of other goals.".into()
        } else {
            format!(
                " No setting of the search met it; the nearest had {}.",
                goal.value(nearest)
            )
        }
    }
}

impl Outcome<'_> {
    /// Returns the change from one sample to another, with an interval that is as wide as all claims together need.
    fn change(&self, before: &Sample, after: &Sample) -> Estimate {
        let change = change(&self.goal.quantity, before, after);
        Estimate::around(
            change.mean,
            change
                .half_width
                .map(|half| half * Confidence::over(self.claims).widening()),
        )
    }

    /// Returns whether a quantity is kept: it moves away from the goal by no more than matters.
    fn kept(&self, before: &Sample, after: &Sample) -> Met {
        let change = self.change(before, after);
        let Some((low, high)) = change.ends() else {
            return Met::Open;
        };
        let matters = matters(&self.goal.quantity);
        let [mean, one, other] =
            [change.mean, low, high].map(|change| self.goal.gain(change) >= -matters);
        Met::new(mean, [one, other], one || other)
    }

    /// Returns whether the goal is met by a value, or an open goal furthered by a change.
    fn met_by(&self, before: &Sample, after: &Sample) -> Met {
        let goal = self.goal;
        if goal.is_open() {
            let change = self.change(before, after);
            let Some((low, high)) = change.ends() else {
                return Met::Open;
            };
            let [one, other] = [low, high].map(|end| goal.gain(end) > 0.0);
            return Met::new(goal.gain(change.mean) > 0.0, [one, other], one || other);
        }
        if goal.is_relative() {
            return self.kept(before, after);
        }
        met(goal, after)
    }
}

/// Returns the number of claims about changes: for each number of players, the open goals, each of their pairs, and what is watched.
fn claims(search: &Search) -> usize {
    let mut claims = 0;
    for goals in search.goals {
        claims += search.readings.watched.len();
        for (number, goal) in goals.iter().enumerate() {
            if goal.is_open() || goal.is_relative() || goal.quantity == Quantity::Skill {
                claims += search.readings.of(number).len();
            }
        }
    }
    claims.max(1)
}

/// Returns whether a goal that has a value is met by one.
fn met(goal: &Goal, after: &Sample) -> Met {
    let estimate = estimate(&goal.quantity, after);
    let Some((low, high)) = estimate.ends() else {
        return Met::Open;
    };
    // Between the ends is what is wanted, or both miss it on the same side.
    let can_be_met = goal.distance(goal.nearest(low, high)) == 0.0;
    let ends = [low, high].map(|end| goal.distance(end) == 0.0);
    Met::new(goal.distance(estimate.mean) == 0.0, ends, can_be_met)
}

/// Returns the smallest change of a quantity that matters; of those on a scale of their own, what a designer would notice.
fn matters(quantity: &Quantity) -> f64 {
    let Margins { shares, points } = Margins::default();
    if quantity.is_share() {
        shares
    } else {
        points.min(quantity.unit())
    }
}

/// Returns the change from one sample to another, with its 95% interval. Both are of the same deals, which makes the true
/// interval narrower.
pub fn change(quantity: &Quantity, before: &Sample, after: &Sample) -> Estimate {
    let [one, other] = [before, after].map(|sample| estimate(quantity, sample).half_width);
    let half = one.zip(other).map(|(one, other)| libm::hypot(one, other));
    Estimate::around(after.mean() - before.mean(), half)
}

impl<'a> SideEffect<'a> {
    /// Returns the quantities that are no goals and changed by more than matters, by number of players.
    pub fn all(search: &'a Search, as_given: &Samples, best: &Samples) -> Vec<SideEffect<'a>> {
        let mut all = Vec::new();
        for (at, players) in search.players.iter().enumerate() {
            for &position in &search.readings.watched {
                let quantity = &search.readings.measured[position];
                let [before, after] = [as_given, best].map(|samples| samples[at][position]);
                let matters = matters(quantity);
                let change = change(quantity, &before, &after);
                let widening = Confidence::over(claims(search)).widening();
                let half = change.half_width.map(|half| half * widening);
                let is_shown = Estimate::around(change.mean, half)
                    .ends()
                    .is_some_and(|(low, high)| low > matters || high < -matters);
                if is_shown {
                    all.push(SideEffect {
                        quantity,
                        players: *players,
                        before,
                        after,
                    });
                }
            }
        }
        all
    }
}

/// Returns the mean of a quantity with its 95% interval. That of a share stays within 0 and 1; if all deals have the same share,
/// another one may be as different as shares can be.
pub fn estimate(quantity: &Quantity, sample: &Sample) -> Estimate {
    let estimate = sample.estimate();
    let Some(half) = estimate.half_width.filter(|_| quantity.is_share()) else {
        return estimate;
    };
    let unseen = 1.0 - libm::pow(TAIL, 1.0 / sample.deals as f64);
    let half = if half > 0.0 { half } else { unseen };
    Estimate {
        low: Some((estimate.mean - half).max(0.0)),
        high: Some((estimate.mean + half).min(1.0)),
        ..Estimate::around(estimate.mean, Some(half))
    }
}

/// Formats a value with its interval: `50.2% (49.5% to 50.9%)`.
pub fn in_words(quantity: &Quantity, estimate: &Estimate) -> String {
    let mean = quantity.value(estimate.mean);
    match estimate.ends() {
        Some((low, high)) => {
            format!(
                "{mean} ({} to {})",
                quantity.value(low),
                quantity.value(high)
            )
        }
        None => mean,
    }
}

#[cfg(test)]
mod tests {
    use goldrush_engine::rng::{below, tool_stream};
    use goldrush_games::GameName;

    use super::*;

    /// Returns a sample of 1000 deals with this mean, and a half-width of about 0.03.
    fn sample(mean: f64) -> Sample {
        Sample {
            deals: 1000,
            sum: 1000.0 * mean,
            squares: 1000.0 * (mean * mean + 0.25),
        }
    }

    fn outcome<'a>(goal: &'a Goal, pair: &'a Pair, shares: [f64; 3]) -> Outcome<'a> {
        let pairs = shares.map(|share| (pair, sample(0.6), sample(share)));
        Outcome {
            goal,
            players: 2,
            before: sample(0.6),
            searched: sample(0.55),
            nearest: sample(0.5),
            after: sample(shares[1]),
            claims: 1,
            pairs: pairs.into(),
        }
    }

    #[test]
    fn intervals_of_shares_are_shares() {
        let always = Sample {
            deals: 16,
            sum: 16.0,
            squares: 16.0,
        };
        let ends = estimate(&Quantity::Skill, &always).ends();
        assert!(ends.is_some_and(|(low, high)| (0.75..0.85).contains(&low) && high == 1.0));
        let points = estimate(&Quantity::Points, &always).ends();
        assert_eq!(points, Some((1.0, 1.0)));
    }

    /// Even if the deals before and after had nothing in common, at most one search in twenty may call an open goal better or worse, or
    /// name another change.
    #[test]
    fn searches_without_effects_claim_nothing() {
        let goals = Goal::parse_list("lead=min,turns=min,drama=max", GameName::GoldRush).unwrap();
        let mut rng = tool_stream(72);
        let mut claimed = 0;
        let searches = 400;
        for _ in 0..searches {
            let mut any = false;
            for goal in &goals {
                let [before, after] = [(); 2].map(|()| {
                    let mut drawn = Sample::default();
                    for _ in 0..200 {
                        let value = f64::from(below(&mut rng, 100));
                        drawn.add(&Sample {
                            deals: 1,
                            sum: value,
                            squares: value * value,
                        });
                    }
                    drawn
                });
                let outcome = Outcome {
                    goal,
                    players: 2,
                    before,
                    searched: before,
                    nearest: before,
                    after,
                    claims: goals.len(),
                    pairs: Vec::new(),
                };
                any |= matches!(outcome.met(), Met::Yes | Met::No);
            }
            claimed += u32::from(any);
        }
        println!("design: {claimed} of {searches} searches claim something");
        // 20 are expected at most; 34 in one of a thousand tests.
        assert!(claimed <= 34, "{claimed}");
    }

    #[test]
    fn skill_is_met_only_if_two_of_three_pairs_agree() {
        let goal = |text: &str| {
            Goal::parse_list(text, GameName::GoldRush)
                .unwrap()
                .remove(0)
        };
        let pair = Pair {
            stronger: "level7".into(),
            weaker: "greedy".into(),
        };
        let met = |text: &str, shares: [f64; 3]| outcome(&goal(text), &pair, shares).met();
        assert_eq!(met("skill>=62%", [0.6, 0.9, 0.9]), Met::Yes);
        assert_eq!(
            met("skill>=62%", [0.2, 0.9, 0.9]),
            Met::No,
            "one pair contradicts"
        );
        assert_eq!(met("skill>=50%", [0.55, 0.9, 0.9]), Met::Yes);
        assert_eq!(met("skill>=62%", [0.2, 0.2, 0.9]), Met::No);
        assert_eq!(met("skill>=62%", [0.6, 0.63, 0.9]), Met::Probably);
        assert_eq!(met("skill>=62%", [0.61, 0.59, 0.9]), Met::Open);
        assert_eq!(met("skill=max", [0.7, 0.7, 0.6]), Met::Yes);
        assert_eq!(met("skill=max", [0.7, 0.7, 0.2]), Met::No);
        assert_eq!(met("skill=max", [0.7, 0.4, 0.2]), Met::No);
        assert_eq!(met("skill=min", [0.6, 0.4, 0.2]), Met::Yes);
        assert_eq!(met("skill=max", [0.61, 0.61, 0.6]), Met::Probably);
        // A pair is compared with itself: one that falls is not made good by another that rises.
        assert_eq!(met("skill>=now", [0.67, 0.66, 0.65]), Met::Yes);
        assert_eq!(met("skill>=now", [0.9, 0.9, 0.45]), Met::No);
        assert_eq!(met("skill>=now", [0.6, 0.6, 0.6]), Met::Probably);
        assert_eq!(met("skill<=now", [0.4, 0.4, 0.4]), Met::Yes);
        let gained = |text: &str, shares| outcome(&goal(text), &pair, shares).is_gained();
        assert!(gained("skill>=62%", [0.8, 0.9, 0.9]) && gained("skill=max", [0.8, 0.9, 0.9]));
        assert!(!gained("skill>=50%", [0.8, 0.9, 0.9]), "met as given");
        assert!(!gained("skill>=now", [0.8, 0.9, 0.9]), "nothing to gain");
        assert!(!gained("skill>=62%", [0.61, 0.59, 0.9]));
        let text = outcome(&goal("skill>=62%"), &pair, [0.2, 0.3, 0.9]).sentence();
        assert!(
            text.starts_with("Missed: ")
                && text.contains("level7 against greedy 60.0% (56.9% to 63.1%), then 90.0% (")
                && text.contains("; before: 60.0% (")
                && text.ends_with("No setting of the search met it; the nearest had 50.0%."),
            "{text}"
        );
        let text = outcome(&goal("skill<=52%"), &pair, [0.6, 0.6, 0.6]).sentence();
        assert!(text.ends_with("at the cost of other goals."), "{text}");
    }
}
