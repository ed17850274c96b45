//! What a balance study answers: each thing that was asked, in the order in which it was, in numbers that stand by themselves.
//! The numbers are those of the strongest agent; what is said of them is said by all agents together.

use super::balance::BalanceSummary;
use super::claim::{Claim, Claimed};
use super::effect::{Effect, Verdict};
use super::response::Unit;
use crate::stats::interval::Estimate;
use crate::study::{Asked, Topic};

/// What came out of one change.
pub struct Answer<'b> {
    /// What kind of question it is.
    pub question: Asked,
    /// What is varied.
    pub factor: &'b str,
    /// To which level.
    pub level: &'b str,
    /// From which.
    pub base: &'b str,
    /// Number of players; at the level, if it is this that is varied.
    pub players: usize,
    /// In the order of topics.
    pub told: Vec<Told<'b>>,
}

/// What came out of it for one response.
pub struct Told<'b> {
    /// The question it answers.
    pub about: Topic,
    /// What is looked at.
    pub response: &'static str,
    /// What it is counted in.
    pub unit: Unit,
    /// Whether shares are what is above a fair one, since that is another before and after; otherwise they are of the win.
    pub above_fair: bool,
    /// The value before the change.
    pub before: f64,
    /// The value after it.
    pub now: f64,
    /// The difference, with its interval.
    pub change: Estimate,
    /// What is too small to matter.
    pub margin: f64,
    /// What is shown.
    pub outcome: Outcome,
    /// What each agent shows, the weaker first.
    pub effects: Vec<&'b Effect>,
}

/// What is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// It changes.
    Changes,
    /// It stays the same, as far as it matters.
    Stays,
    /// It depends on the agent.
    Depends,
    /// Nobody can tell yet; about how many more games would do, if that is known.
    Open(Option<u64>),
}

/// Everything that a study answers.
pub fn answers(balance: &BalanceSummary) -> Vec<Answer<'_>> {
    let mut answers: Vec<Answer> = Vec::new();
    for claim in &balance.claims {
        let Claim { question, factor, level, base, players, .. } = claim;
        let (question, players) = (*question, *players);
        let is_it = |a: &&mut Answer| {
            (a.question, a.factor, a.level, a.base, a.players) == (question, &factor[..], level, base, players)
        };
        let told = Told::new(claim, balance);
        match answers.iter_mut().find(is_it) {
            Some(answer) => answer.told.push(told),
            None => answers.push(Answer { question, factor, level, base, players, told: vec![told] }),
        }
    }
    answers.iter_mut().for_each(|answer| answer.told.sort_by_key(|told| told.about));
    answers
}

impl<'b> Told<'b> {
    fn new(claim: &Claim, balance: &'b BalanceSummary) -> Told<'b> {
        let effects: Vec<&Effect> = balance.effects.iter().filter(|effect| claim.is_of(effect)).collect();
        let strongest = effects.iter().max_by_key(|effect| effect.rank).expect("a claim has effects");
        let Effect { unit, mean, half_width, margin, base_mean, .. } = **strongest;
        // Effects have shares above a fair one.
        let above_fair = unit == Unit::Share && claim.factor == "players";
        let fair = if unit == Unit::Share && !above_fair { 1.0 / claim.players as f64 } else { 0.0 };
        let outcome = match claim.verdict {
            Claimed::Larger | Claimed::Smaller => Outcome::Changes,
            Claimed::Balanced => Outcome::Stays,
            Claimed::Disagreement => Outcome::Depends,
            Claimed::NotShown => Outcome::Open(claim.more_games),
            // As far as one agent can tell.
            Claimed::NoSecondAgent => match strongest.verdict {
                Verdict::Larger | Verdict::Smaller => Outcome::Changes,
                Verdict::Balanced => Outcome::Stays,
                Verdict::Unclear | Verdict::TooFewBlocks => Outcome::Open(claim.more_games),
            },
        };
        Told {
            about: claim.about,
            response: claim.response,
            unit,
            above_fair,
            before: base_mean + fair,
            now: base_mean + mean + fair,
            change: Estimate::around(mean, half_width),
            margin,
            outcome,
            effects,
        }
    }
}

impl Answer<'_> {
    /// The largest number of games that is missing, if anything is open and that is known.
    pub fn missing(&self) -> Option<u64> {
        let missing = |told: &Told| if let Outcome::Open(games) = told.outcome { games } else { None };
        self.told.iter().filter_map(missing).max()
    }
}
