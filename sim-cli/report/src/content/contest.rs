//! Section on a match: the difference in Elo, the mirrored games, and the sequential test.

use goldrush_harness::findings::contest::{
    ContestSummary, Elo, MatchVerdict, SprtSummary, Standing,
};
use goldrush_support::stats::sprt::{Decision, Sprt};

use super::Run;
use crate::document::{Part, Section};
use crate::number::{Number, fair, number, signed};
use crate::words::{count, games_that_count};

pub(super) fn section(run: &Run) -> Option<Section> {
    let contest = run.summary.contest.as_ref()?;
    let mut sentences = vec![format!(
        "Elo difference, A minus B: {}; 400 means odds of ten to one.",
        elo(&contest.elo)
    )];
    if let Some(b) = &contest.mirror_b {
        let games = games_that_count(run.summary);
        sentences.push(standing("B", "A", b, contest.baseline, games));
    }
    if let Some(sprt) = &contest.sprt {
        sentences.extend(test(sprt, run.summary.blocks));
    }
    let parts = sentences.into_iter().map(Part::Text).collect();
    Some(Section::new("How much stronger", parts))
}

/// Says whether A is stronger; without games that somebody won, only that nobody did.
pub(super) fn answer(contest: &ContestSummary, games: &str) -> String {
    standing("A", "B", &contest.a, contest.baseline, games)
}

/// Says whether one side, alone against the other, is stronger, and what could have been found.
fn standing(one: &str, other: &str, standing: &Standing, baseline: f64, games: &str) -> String {
    let verdict = match standing.verdict {
        MatchVerdict::Stronger => format!("{one} is stronger than {other}"),
        MatchVerdict::Weaker => format!("{one} is weaker than {other}"),
        MatchVerdict::NoDifferenceShown => {
            format!("Cannot tell yet whether {one} or {other} is stronger")
        }
    };
    if standing.difference.mean.is_nan() {
        return format!("{verdict}: nobody won a game.");
    }
    let could = match standing.smallest_difference {
        Some(smallest) if standing.verdict == MatchVerdict::NoDifferenceShown => format!(
            " A match this long detects a true difference of {} percentage points 80% of the time.",
            number(100.0 * smallest, 1)
        ),
        _ => String::new(),
    };
    format!(
        "{verdict}: {one} wins {} of {games}; a fair share is {}.{could}",
        Number::percent(&standing.difference.plus(baseline)),
        fair(baseline)
    )
}

/// Formats a whole number with its sign.
fn whole(value: f64) -> String {
    signed(value, 0)
}

/// Formats a difference in Elo with its interval; only the finite end if the mean is infinite.
fn elo(elo: &Elo) -> String {
    let Elo { mean, low, high } = *elo;
    if mean.is_nan() {
        "unknown, since nobody won a game".into()
    } else if mean == f64::INFINITY {
        format!("above {}, since A won every game", whole(low))
    } else if mean == f64::NEG_INFINITY {
        format!("below {}, since A lost every game", whole(high))
    } else if high.is_infinite() {
        format!("{} ({} or more)", whole(mean), whole(low))
    } else if low.is_infinite() {
        format!("{} ({} or less)", whole(mean), whole(high))
    } else {
        format!("{} ({} to {})", whole(mean), whole(low), whole(high))
    }
}

/// Says what the sequential test has decided.
fn test(summary: &SprtSummary, blocks: u64) -> Vec<String> {
    let Sprt {
        s0,
        s1,
        alpha,
        beta,
    } = summary.sprt;
    let [s0, s1] = [s0, s1].map(|share| format!("{}%", (share * 1e6).round() / 1e4));
    let state = format!(
        "SPRT for a win rate of {s0} against {s1} (α = {alpha}, β = {beta}): {}.",
        llr(summary)
    );
    let blocks = count(blocks);
    let decision = match summary.decision {
        None => format!("Not decided after {blocks} deals, the maximum."),
        Some(Decision::S0) => {
            format!("A's win rate is {s0} rather than {s1}; decided after {blocks} deals.")
        }
        Some(Decision::S1) => {
            format!("A's win rate is {s1} rather than {s0}; decided after {blocks} deals.")
        }
    };
    vec![state, decision]
}

/// Formats the state of a test: `LLR 1.23, bounds −2.94 and +2.94`.
pub fn llr(summary: &SprtSummary) -> String {
    let [llr, low, high] = [summary.llr, summary.low, summary.high].map(|value| signed(value, 2));
    format!("LLR {llr}, bounds {low} and {high}")
}

#[cfg(test)]
mod tests {
    use goldrush_support::stats::interval::Estimate;

    use super::*;

    #[test]
    fn differences_are_written_in_words() {
        let open = |smallest_difference| Standing {
            difference: Estimate::around(-0.0123, Some(0.02)),
            smallest_difference,
            verdict: MatchVerdict::NoDifferenceShown,
        };
        let text = |smallest| standing("A", "B", &open(smallest), 0.25, "its games");
        let share = "Cannot tell yet whether A or B is stronger: A wins 23.8% ± 2.0 of its games; a fair share is 25%.";
        assert_eq!(text(None), share);
        let could = " A match this long detects a true difference of 2.8 percentage points 80% of the time.";
        assert_eq!(text(Some(0.028)), format!("{share}{could}"));
    }

    #[test]
    fn infinite_elo_is_written_as_a_bound() {
        let of = |mean, low, high| elo(&Elo { mean, low, high });
        assert_eq!(of(12.3, 1.0, 23.6), "+12 (+1 to +24)");
        assert_eq!(
            of(f64::INFINITY, 446.3, f64::INFINITY),
            "above +446, since A won every game"
        );
        assert_eq!(
            of(f64::NEG_INFINITY, f64::NEG_INFINITY, -446.3),
            "below −446, since A lost every game"
        );
    }
}
