//! Answers of a balance study: one per change, in the order in which they were asked, each with all numbers it needs. The
//! numbers come from the strongest agent; the conclusion rests on all agents together.

use goldrush_games::ask::Topic;
use goldrush_support::stats::interval::Estimate;

use super::balance::BalanceSummary;
use super::conclusion::{Concluded, Conclusion, is_evidence, is_last_of_rank};
use super::effect::{Effect, Verdict};
use super::response::{SKILL, Unit};
use crate::study::QuestionKind;

/// Result of one change.
pub struct Answer<'b> {
    pub question: QuestionKind,
    /// Name of the factor that is varied.
    pub factor: &'b str,
    /// Level it is changed to.
    pub level: &'b str,
    /// Level it is changed from.
    pub base: &'b str,
    /// Number of players; if that is what is varied, the number at the new level.
    pub players: usize,
    /// One result per response, in the order of topics.
    pub responses: Vec<AnsweredResponse<'b>>,
}

/// Result of one change for one response.
pub struct AnsweredResponse<'b> {
    /// Topic it answers.
    pub about: Topic,
    pub response: &'b str,
    /// Unit of the response.
    pub unit: Unit,
    /// True if shares are relative to a fair share, because that differs before and after; otherwise they are plain win
    /// shares.
    pub above_fair: bool,
    /// Share to add to the means of effects: that of equals, or 0.
    pub fair: f64,
    /// Value before the change.
    pub before: f64,
    /// Value after the change.
    pub now: f64,
    /// Difference, with its interval.
    pub change: Estimate,
    /// Largest difference that is too small to matter.
    pub margin: f64,
    /// Conclusion.
    pub outcome: ChangeOutcome,
    /// True if there are too few deals for an interval; `change` then has none.
    pub is_too_few: bool,
    /// Agent that the numbers are from if it is not the strongest: the strongest of those that show the change.
    pub agent: Option<&'b str>,
    /// Effect for each agent, the weaker first; the retuned one last.
    pub effects: Vec<&'b Effect>,
    /// Effects for pairs of agents that are not shown to differ in strength: they have no part in the conclusion.
    pub excluded: Vec<&'b Effect>,
    /// Effect for the strongest agent before it was retuned, if it was and its interval does not overlap the new one.
    pub misjudged: Option<&'b Effect>,
}

/// Conclusion about one response.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ChangeOutcome {
    Changes,
    /// It stays the same, within the margin.
    Stays,
    /// It depends on the agent.
    Depends,
    /// Undecided; with the approximate number of additional games needed, if known.
    Open(Option<u64>),
}

/// Returns all answers of a study.
pub fn answers(balance: &BalanceSummary) -> Vec<Answer<'_>> {
    let mut answers: Vec<Answer> = Vec::new();
    for claim in &balance.claims {
        let answered = AnsweredResponse::new(claim, balance);
        match answers.iter_mut().find(|answer| answer.is_to(claim)) {
            Some(answer) => answer.responses.push(answered),
            None => answers.push(Answer {
                question: claim.question,
                factor: &claim.factor,
                level: &claim.level,
                base: &claim.base,
                players: claim.players,
                responses: vec![answered],
            }),
        }
    }
    for answer in &mut answers {
        answer.responses.sort_by_key(|answered| answered.about);
    }
    answers
}

/// Returns the effects on which a conclusion rests, and those of pairs that have no part in it, unless there are no others.
fn split_effects<'b>(
    claim: &Conclusion,
    balance: &'b BalanceSummary,
) -> (Vec<&'b Effect>, Vec<&'b Effect>) {
    let (evidence, excluded): (Vec<&Effect>, Vec<&Effect>) = balance
        .effects
        .iter()
        .filter(|effect| claim.is_of(effect))
        .partition(|effect| is_evidence(effect, &balance.strengths));
    if evidence.is_empty() {
        (excluded, Vec::new())
    } else {
        (evidence, excluded)
    }
}

/// Returns the effect with this verdict that is of the strongest agent, as last tuned.
fn strongest_with<'b>(effects: &[&'b Effect], verdict: Verdict) -> Option<&'b Effect> {
    effects
        .iter()
        .copied()
        .filter(|effect| effect.verdict == verdict && is_last_of_rank(effect, effects))
        .max_by_key(|effect| effect.rank)
}

impl<'b> AnsweredResponse<'b> {
    fn new(claim: &'b Conclusion, balance: &'b BalanceSummary) -> AnsweredResponse<'b> {
        let (effects, excluded) = split_effects(claim, balance);
        let strongest = effects
            .iter()
            .copied()
            .max_by_key(|effect| effect.rank)
            .expect("a conclusion rests on at least one effect");
        let shown = match claim.verdict {
            Concluded::Larger => strongest_with(&effects, Verdict::Larger),
            Concluded::Smaller => strongest_with(&effects, Verdict::Smaller),
            _ => None,
        };
        let shown = shown.unwrap_or(strongest);
        let Effect {
            unit,
            mean,
            half_width,
            margin,
            base_mean,
            verdict,
            ..
        } = *shown;
        let is_too_few = verdict == Verdict::TooFewBlocks;
        // Effects give shares relative to a fair share.
        let above_fair = unit == Unit::Share && claim.factor == "players";
        let fair = if unit == Unit::Share && !above_fair {
            1.0 / claim.players as f64
        } else {
            0.0
        };
        let outcome = match claim.verdict {
            Concluded::Larger | Concluded::Smaller => ChangeOutcome::Changes,
            Concluded::Balanced => ChangeOutcome::Stays,
            Concluded::Disagreement => ChangeOutcome::Depends,
            Concluded::NotShown => ChangeOutcome::Open(claim.more_games),
            // The pairs that remain are too few.
            Concluded::NoSecondAgent if claim.response == SKILL && effects.len() > 1 => {
                ChangeOutcome::Open(claim.more_games)
            }
            // Falls back on the verdict of the strongest agent.
            Concluded::NoSecondAgent => match strongest.verdict {
                Verdict::Larger | Verdict::Smaller => ChangeOutcome::Changes,
                Verdict::Balanced => ChangeOutcome::Stays,
                Verdict::Unclear | Verdict::TooFewBlocks => ChangeOutcome::Open(claim.more_games),
            },
        };
        AnsweredResponse {
            about: claim.about,
            response: &claim.response,
            unit,
            above_fair,
            fair,
            before: base_mean + fair,
            now: base_mean + mean + fair,
            change: Estimate::around(mean, half_width.filter(|_| !is_too_few)),
            margin,
            outcome,
            is_too_few,
            misjudged: effects.iter().copied().find(|effect| {
                let is_untuned = effect.rank == shown.rank && !is_last_of_rank(effect, &effects);
                let apart = effect
                    .half_width
                    .zip(shown.half_width)
                    .is_some_and(|(one, other)| (effect.mean - shown.mean).abs() > one + other);
                is_untuned && claim.response != SKILL && apart
            }),
            excluded,
            agent: (shown.rank < strongest.rank).then_some(&shown.agent),
            effects,
        }
    }
}

impl Answer<'_> {
    /// True if the conclusion is about the same change.
    fn is_to(&self, claim: &Conclusion) -> bool {
        self.question == claim.question
            && self.factor == claim.factor
            && self.level == claim.level
            && self.base == claim.base
            && self.players == claim.players
    }

    /// True if any response has too few deals.
    pub fn is_too_few(&self) -> bool {
        self.responses.iter().any(|answered| answered.is_too_few)
    }

    /// Returns the largest number of additional games any open answer needs, or `None` if none is open or none is known.
    pub fn missing(&self) -> Option<u64> {
        self.responses
            .iter()
            .filter_map(|answered| answered.outcome.more_games())
            .max()
    }
}

impl ChangeOutcome {
    fn more_games(self) -> Option<u64> {
        match self {
            ChangeOutcome::Open(games) => games,
            ChangeOutcome::Changes | ChangeOutcome::Stays | ChangeOutcome::Depends => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::conclusion::claims;
    use super::super::conclusion::tests::{effect, strengths};
    use super::*;
    use crate::study::Margins;

    /// Returns the summary of a study with these effects, from agents each stronger than the one before.
    fn summary(effects: Vec<Effect>) -> BalanceSummary {
        let strengths = strengths(&[0.3, 0.3]);
        let claims = claims(&effects, &strengths);
        BalanceSummary {
            agents: Vec::new(),
            margins: Margins::default(),
            looks: 1,
            strengths,
            effects,
            claims,
        }
    }

    #[test]
    fn numbers_are_those_of_an_agent_that_shows_the_change() {
        let effects = [Verdict::Larger, Verdict::Larger, Verdict::Unclear];
        let summary = summary(
            (0..)
                .zip(effects)
                .map(|(rank, verdict)| effect(rank, verdict))
                .collect(),
        );
        let answered = &answers(&summary)[0].responses[0];
        assert_eq!(
            (answered.outcome, answered.agent),
            (ChangeOutcome::Changes, Some("agent 1"))
        );
    }

    #[test]
    fn untuned_agent_is_told_only_where_it_differs() {
        let retuned = |mean| Effect {
            agent: "retuned".into(),
            mean,
            ..effect(1, Verdict::Larger)
        };
        let misjudged = |mean| {
            let summary = summary(vec![
                effect(0, Verdict::Larger),
                effect(1, Verdict::Larger),
                retuned(mean),
            ]);
            let answered = &answers(&summary)[0].responses[0];
            assert_eq!(
                (answered.change.mean, answered.agent),
                (mean, None),
                "the retuned agent leads"
            );
            answered.misjudged.map(|effect| effect.agent.clone())
        };
        assert_eq!(misjudged(5.0).as_deref(), Some("agent 1"));
        assert_eq!(misjudged(3.5), None, "the intervals overlap");
    }
}
