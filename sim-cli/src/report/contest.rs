//! Writes the results of a match for people.

use std::io::{self, Write};

use super::estimate;
use super::table::plain;
use super::words::{self, count};
use crate::findings::contest::{ContestSummary, Elo, SprtSummary, Standing, Verdict};
use crate::findings::summary::Summary;
use crate::sim::timing::TimingStats;
use crate::stats::sprt::{Decision, Sprt};

/// Writes the time and the playouts per turn of each side.
///
/// # Errors
/// Fails if writing fails.
pub fn write_efforts(timings: &[(String, TimingStats)], to: &mut dyn Write) -> io::Result<()> {
    let number = |value: Option<f64>, digits: usize| {
        value.map_or_else(String::new, |v| format!("{v:.digits$}"))
    };
    // Only bots in child processes report processor time; that of built-in agents is the time shown already.
    let has_processor_time = timings.iter().any(|(_, timing)| timing.processor.is_some());
    let rows = timings.iter().map(|(name, timing)| {
        let mut row = vec![
            name.clone(),
            number(timing.ms_per_turn(), 4),
            number(timing.playouts_per_turn(), 1),
        ];
        row.extend(has_processor_time.then(|| number(timing.processor_ms_per_turn(), 4)));
        row
    });
    let headings = ["per turn", "ms", "playouts", "processor ms"];
    writeln!(
        to,
        "{}\n",
        plain(
            if has_processor_time {
                &headings
            } else {
                &headings[..3]
            },
            rows
        )
    )
}

/// Writes win shares, the smallest detectable difference, Elo, and the verdict.
///
/// # Errors
/// Fails if writing fails.
pub fn write(contest: &ContestSummary, summary: &Summary, to: &mut dyn Write) -> io::Result<()> {
    let (players, blocks) = (summary.arms[0].players, summary.blocks);
    let games = words::games_that_count(summary);
    write_standing("A", &contest.a, players, games, to)?;
    if let Some(b) = &contest.mirror_b {
        write_standing("B, alone against A,", b, players, games, to)?;
    }
    writeln!(
        to,
        "Elo difference, A minus B: {}; 400 means odds of ten to one.",
        elo(&contest.elo)
    )?;
    match &contest.sprt {
        Some(sprt) => write_sprt(sprt, contest, blocks, to),
        None => write_verdicts(contest, to),
    }
}

fn write_standing(
    who: &str,
    standing: &Standing,
    players: usize,
    games: &str,
    to: &mut dyn Write,
) -> io::Result<()> {
    let Standing {
        difference,
        smallest_difference,
        ..
    } = standing;
    if difference.mean.is_nan() {
        return writeln!(to, "{who} wins no game, and neither does the other side.");
    }
    let fair = 1.0 / players as f64;
    let share = estimate::percent(&difference.plus(fair), 2);
    let fair = format!("{:.1}", 100.0 * fair);
    writeln!(
        to,
        "{who} wins {share} of {games}; a fair share is {}%.",
        fair.trim_end_matches(".0")
    )?;
    match smallest_difference {
        Some(smallest) => {
            let smallest = 100.0 * smallest;
            writeln!(
                to,
                "  A match this long detects a true difference of {smallest:.2} percentage points 80% of the time."
            )
        }
        None => Ok(()),
    }
}

/// Formats a difference in Elo with its interval; only the finite end if the mean is infinite.
pub fn elo(elo: &Elo) -> String {
    let Elo { mean, low, high } = elo;
    match () {
        () if mean.is_nan() => "unknown, since nobody won a game".into(),
        () if *mean == f64::INFINITY => format!("above {low:+.0}, since A won every game"),
        () if *mean == f64::NEG_INFINITY => format!("below {high:+.0}, since A lost every game"),
        () if high.is_infinite() => format!("{mean:+.0} ({low:+.0} or more)"),
        () if low.is_infinite() => format!("{mean:+.0} ({high:+.0} or less)"),
        () => format!("{mean:+.0} ({low:+.0} to {high:+.0})"),
    }
}

fn write_verdicts(contest: &ContestSummary, to: &mut dyn Write) -> io::Result<()> {
    writeln!(to, "{}.", verdict("A", "B", contest.a.verdict))?;
    match &contest.mirror_b {
        Some(b) => writeln!(
            to,
            "In the mirrored games: {}.",
            verdict("B", "A", b.verdict)
        ),
        None => Ok(()),
    }
}

fn verdict(one: &str, other: &str, verdict: Verdict) -> String {
    match verdict {
        Verdict::Stronger => format!("{one} is stronger than {other}"),
        Verdict::Weaker => format!("{one} is weaker than {other}"),
        Verdict::NoDifferenceShown => {
            format!("Cannot tell yet whether {one} or {other} is stronger")
        }
    }
}

fn write_sprt(
    summary: &SprtSummary,
    contest: &ContestSummary,
    blocks: u64,
    to: &mut dyn Write,
) -> io::Result<()> {
    let SprtSummary {
        sprt: Sprt {
            s0,
            s1,
            alpha,
            beta,
        },
        decision,
        stopped_early,
        ..
    } = summary;
    let [s0, s1] = [s0, s1].map(|share| format!("{}%", (share * 1e6).round() / 1e4));
    writeln!(
        to,
        "SPRT for a win rate of {s0} against {s1} (α = {alpha}, β = {beta}): {}",
        llr(summary)
    )?;
    let blocks = count(blocks);
    let decided = |share, other| {
        format!("A's win rate is {share} rather than {other}; decided after {blocks} deals.")
    };
    match decision {
        None => {
            writeln!(to, "  Not decided after {blocks} deals, the maximum.")?;
            return write_verdicts(contest, to);
        }
        Some(Decision::S0) => writeln!(to, "{}", decided(s0, s1))?,
        Some(Decision::S1) => writeln!(to, "{}", decided(s1, s0))?,
    }
    if *stopped_early {
        writeln!(
            to,
            "  The match stopped early, so all estimates above are biased."
        )?;
    }
    Ok(())
}

/// Formats the state of a test: `LLR 1.23, bounds -2.94 and +2.94`.
pub fn llr(SprtSummary { llr, low, high, .. }: &SprtSummary) -> String {
    format!("LLR {llr:+.2}, bounds {low:+.2} and {high:+.2}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::interval::Estimate;

    #[test]
    fn differences_are_written_in_words() {
        let standing = |smallest_difference| Standing {
            difference: Estimate::around(-0.0123, Some(0.02)),
            smallest_difference,
            verdict: Verdict::NoDifferenceShown,
        };
        let text = |smallest| {
            let mut text = Vec::new();
            write_standing("A", &standing(smallest), 4, "its games", &mut text).unwrap();
            String::from_utf8(text).unwrap()
        };
        let share = "A wins 23.77% (±2.00) of its games; a fair share is 25%.\n";
        assert_eq!(text(None), share);
        let line = "  A match this long detects a true difference of 2.80 percentage points 80% of the time.\n";
        assert_eq!(text(Some(0.028)), format!("{share}{line}"));
        assert_eq!(
            verdict("A", "B", standing(None).verdict),
            "Cannot tell yet whether A or B is stronger"
        );
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
            "below -446, since A lost every game"
        );
    }
}
