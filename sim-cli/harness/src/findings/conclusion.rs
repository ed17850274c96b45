//! Conclusions of a balance study from all its agents together; what only one agent shows is a statement about that agent.

use goldrush_games::ask::Topic;
use serde::{Deserialize, Serialize};

use super::effect::{Effect, StrengthSummary, Verdict};
use super::response::SKILL;
use crate::study::QuestionKind;

/// Conclusion about one effect, over all agents.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Conclusion {
    /// `rule`, `seat`, `restriction` or `habit`.
    pub question: QuestionKind,
    /// Name of the factor that is varied.
    pub factor: String,
    /// Level it is changed to.
    pub level: String,
    /// Level it is changed from.
    pub base: String,
    pub players: usize,
    /// Topic it answers.
    pub about: Topic,
    pub response: String,
    /// Conclusion.
    pub verdict: Concluded,
    /// Approximate number of additional games that would settle it, if it is open.
    pub more_games: Option<u64>,
}

/// Possible conclusions.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Concluded {
    /// At least two agents of different strength (for skill, two pairs) show an increase over the base, and none a decrease.
    Larger,
    /// At least two agents of different strength (for skill, two pairs) show a decrease from the base, and none an increase.
    Smaller,
    /// All agents, at least two of different strength, show that the difference is too small to matter.
    Balanced,
    /// Some agents show an increase and others a decrease, or all are settled but do not agree.
    Disagreement,
    /// At least one agent is still undecided.
    NotShown,
    /// There is only one agent, or the agents are not shown to differ in strength.
    NoSecondAgent,
}

/// Returns the conclusions from a table of effects, in its order.
pub fn claims(effects: &[Effect], strengths: &[StrengthSummary]) -> Vec<Conclusion> {
    let mut claims: Vec<Conclusion> = Vec::new();
    for (index, effect) in effects.iter().enumerate() {
        let key_of_claim = key(effect);
        if effects[..index].iter().any(|one| key(one) == key_of_claim) {
            continue;
        }
        let of_claim: Vec<&Effect> = effects
            .iter()
            .filter(|one| key(one) == key_of_claim)
            .collect();
        claims.push(Conclusion::new(&of_claim, strengths));
    }
    claims
}

/// Returns the key that effects of the same conclusion share.
fn key(effect: &Effect) -> (QuestionKind, &str, &str, usize, &str) {
    let Effect {
        question,
        factor,
        level,
        players,
        response,
        ..
    } = effect;
    (*question, factor, level, *players, response)
}

impl Conclusion {
    /// True if the conclusion rests on this effect.
    pub(super) fn is_of(&self, effect: &Effect) -> bool {
        let Conclusion {
            question,
            factor,
            level,
            base,
            players,
            response,
            ..
        } = self;
        let key = (*question, &factor[..], &level[..], *players, &response[..]);
        key == self::key(effect) && *base == effect.base
    }

    /// True if more games are expected to change it.
    pub(super) fn is_open(&self, effects: &[Effect]) -> bool {
        matches!(self.verdict, Concluded::NotShown | Concluded::NoSecondAgent)
            && effects
                .iter()
                .any(|effect| self.is_of(effect) && !effect.verdict.is_settled())
    }

    /// Draws the conclusion from effects that differ only in the agent.
    fn new(effects: &[&Effect], strengths: &[StrengthSummary]) -> Conclusion {
        let Effect {
            question,
            factor,
            level,
            base,
            players,
            response,
            ..
        } = effects[0];
        let about = effects[0].about;
        let evidence: Vec<&Effect> = effects
            .iter()
            .copied()
            .filter(|effect| is_evidence(effect, strengths) && is_last_of_rank(effect, effects))
            .collect();
        let larger = with_verdict(&evidence, Verdict::Larger);
        let smaller = with_verdict(&evidence, Verdict::Smaller);
        let balanced = with_verdict(&evidence, Verdict::Balanced);
        let verdict = if !differ_in_strength(&evidence, strengths) {
            Concluded::NoSecondAgent
        } else if !larger.is_empty() && !smaller.is_empty() {
            Concluded::Disagreement
        } else if differ_in_strength(&larger, strengths) {
            Concluded::Larger
        } else if differ_in_strength(&smaller, strengths) {
            Concluded::Smaller
        } else if balanced.len() == evidence.len() {
            Concluded::Balanced
        } else if evidence.iter().all(|effect| effect.verdict.is_settled()) {
            Concluded::Disagreement
        } else {
            Concluded::NotShown
        };
        let is_open = matches!(verdict, Concluded::NotShown | Concluded::NoSecondAgent);
        Conclusion {
            question: *question,
            factor: factor.clone(),
            level: level.clone(),
            base: base.clone(),
            players: *players,
            about,
            response: response.clone(),
            verdict,
            more_games: evidence
                .iter()
                .filter_map(|effect| effect.more_games)
                .max()
                .filter(|_| is_open),
        }
    }
}

fn with_verdict<'e>(effects: &[&'e Effect], verdict: Verdict) -> Vec<&'e Effect> {
    effects
        .iter()
        .copied()
        .filter(|effect| effect.verdict == verdict)
        .collect()
}

/// False for a pair of agents that are not shown to differ in strength: it says nothing about skill.
pub(super) fn is_evidence(effect: &Effect, strengths: &[StrengthSummary]) -> bool {
    !effect.is_of_pair() || is_stronger(effect.rank, effect, strengths)
}

/// True if the stronger agent of a pair is shown to be stronger where an effect was measured.
fn is_stronger(pair: usize, effect: &Effect, strengths: &[StrengthSummary]) -> bool {
    strengths
        .iter()
        // If the number of players is varied, strength was measured only at the base.
        .find(|s| s.pair == pair && (s.players == effect.players || effect.factor == "players"))
        .is_some_and(|s| s.advantage.ends().is_some_and(|(low, _)| low > 0.0))
}

/// False for the effect of an agent that was retuned: the later effect, of the retuned one, stands for both, since its play fits
/// the rules.
pub(super) fn is_last_of_rank(effect: &Effect, effects: &[&Effect]) -> bool {
    effects
        .iter()
        .rfind(|other| other.rank == effect.rank)
        .is_some_and(|last| std::ptr::eq(*last, effect))
}

/// True if these effects span at least one step in strength, and each agent from the weakest to the strongest of them is
/// shown to be stronger than the one before it. Skill is what a stronger agent gains on a weaker one, so it takes at least two
/// pairs: one pair says nothing about another.
fn differ_in_strength(effects: &[&Effect], strengths: &[StrengthSummary]) -> bool {
    let Some((first, last)) = effects.first().zip(effects.last()) else {
        return false;
    };
    if first.response == SKILL {
        return effects.len() > 1;
    }
    let mut steps = first.rank..last.rank;
    !steps.is_empty() && steps.all(|pair| is_stronger(pair, first, strengths))
}

#[cfg(test)]
pub(super) mod tests {
    use goldrush_support::stats::interval::Estimate;

    use super::*;
    use crate::findings::response::Unit;

    pub fn effect(rank: usize, verdict: Verdict) -> Effect {
        Effect {
            question: QuestionKind::Rule,
            factor: "tents".into(),
            level: "0".into(),
            base: "1".into(),
            agent: format!("agent {rank}"),
            players: 2,
            about: Topic::Points,
            response: "score".into(),
            base_mean: 100.0,
            mean: 2.0,
            half_width: Some(1.0),
            p: Some(0.01),
            p_holm: Some(0.01),
            margin: 1.0,
            verdict,
            more_games: None,
            blocks: 100,
            unit: Unit::Points,
            rank,
        }
    }

    pub fn strengths(steps: &[f64]) -> Vec<StrengthSummary> {
        let strength = |(pair, &mean)| StrengthSummary {
            agent: String::new(),
            players: 2,
            advantage: Estimate::around(mean, Some(0.1)),
            pair,
        };
        steps.iter().enumerate().map(strength).collect()
    }

    /// Returns the conclusion from agents with these verdicts; `steps` are the advantages of each agent over the one before
    /// it.
    fn concluded(verdicts: &[Verdict], steps: &[f64]) -> Concluded {
        let effects: Vec<Effect> = verdicts
            .iter()
            .enumerate()
            .map(|(rank, &verdict)| effect(rank, verdict))
            .collect();
        let claims = claims(&effects, &strengths(steps));
        assert_eq!(claims.len(), 1);
        claims[0].verdict
    }

    #[test]
    fn a_single_pair_proves_nothing_about_skill() {
        use Verdict::{Larger, Smaller, Unclear};
        let of_pairs = |verdicts: &[Verdict], steps: &[f64]| {
            let pair = |(rank, &verdict)| Effect {
                response: SKILL.into(),
                ..effect(rank, verdict)
            };
            let effects: Vec<Effect> = verdicts.iter().enumerate().map(pair).collect();
            claims(&effects, &strengths(steps))[0].verdict
        };
        assert_eq!(of_pairs(&[Larger], &[0.3]), Concluded::NoSecondAgent);
        assert_eq!(of_pairs(&[Larger, Larger], &[0.3, 0.3]), Concluded::Larger);
        assert_eq!(
            of_pairs(&[Unclear, Smaller], &[0.3, 0.3]),
            Concluded::NotShown
        );
        assert_eq!(
            of_pairs(&[Larger, Smaller, Larger], &[0.3, 0.05, 0.3]),
            Concluded::Larger,
            "one pair is no pair"
        );
        assert_eq!(
            of_pairs(&[Larger, Larger], &[0.3, 0.05]),
            Concluded::NoSecondAgent
        );
        assert_eq!(
            of_pairs(&[Larger, Smaller, Smaller], &[0.3, 0.3, 0.3]),
            Concluded::Disagreement
        );
    }

    #[test]
    fn open_answer_about_a_habit_names_the_games_it_needs() {
        let habit = Effect {
            question: QuestionKind::Habit,
            response: SKILL.into(),
            more_games: Some(500),
            ..effect(0, Verdict::Unclear)
        };
        assert_eq!(claims(&[habit], &[])[0].more_games, Some(500));
    }

    #[test]
    fn the_retuned_agent_stands_for_the_untuned_one() {
        let effects = [
            (0, Verdict::Smaller),
            (1, Verdict::Smaller),
            (1, Verdict::Balanced),
        ];
        let effects = effects.map(|(rank, verdict)| effect(rank, verdict));
        assert_eq!(
            claims(&effects, &strengths(&[0.3]))[0].verdict,
            Concluded::Disagreement
        );
        assert_eq!(
            claims(&effects[..2], &strengths(&[0.3]))[0].verdict,
            Concluded::Smaller
        );
    }

    #[test]
    fn two_agents_of_different_strength_must_agree() {
        use Verdict::{Balanced, Larger, Smaller, Unclear};
        assert_eq!(concluded(&[Larger, Larger], &[0.3]), Concluded::Larger);
        assert_eq!(concluded(&[Smaller, Smaller], &[0.3]), Concluded::Smaller);
        assert_eq!(
            concluded(&[Balanced, Balanced], &[0.3]),
            Concluded::Balanced
        );
        assert_eq!(
            concluded(&[Larger, Smaller], &[0.3]),
            Concluded::Disagreement
        );
        assert_eq!(concluded(&[Larger, Unclear], &[0.3]), Concluded::NotShown);
        assert_eq!(
            concluded(&[Larger, Balanced], &[0.3]),
            Concluded::Disagreement
        );
        assert_eq!(
            concluded(&[Larger, Larger], &[0.05]),
            Concluded::NoSecondAgent,
            "it may be as strong"
        );
        assert_eq!(concluded(&[Larger], &[]), Concluded::NoSecondAgent);
        assert_eq!(
            concluded(&[Larger, Unclear, Larger], &[0.3, 0.3]),
            Concluded::Larger
        );
        assert_eq!(
            concluded(&[Larger, Smaller, Larger], &[0.3, 0.3]),
            Concluded::Disagreement
        );
    }
}
