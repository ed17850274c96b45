//! Key answers at the top of a report.

use super::LoadedRun;
use super::words::{apart, differs, fair, percent, points};
use crate::findings::contest::{ContestSummary, Standing, Verdict};
use crate::findings::row::Row;
use crate::games::schema::Metric;
use crate::report::page::Answer;
use crate::report::words::{games_that_count, ordinal, player_games};
use crate::stats::interval::Estimate;

pub(super) fn answers(run: &LoadedRun) -> Vec<Answer> {
    if let Some(balance) = &run.summary.balance {
        return super::effects::heads(run, balance);
    }
    let mut answers = Vec::new();
    match &run.summary.contest {
        Some(contest) => answers.extend(of_a_match(run, contest)),
        None if run.summary.ratings.is_some() => answers.extend(super::ratings::answers(run)),
        None => answers.extend(best_agent(run)),
    }
    answers.extend(seats(run));
    answers.extend(score(run));
    answers
}

fn of_a_match(run: &LoadedRun, contest: &ContestSummary) -> Vec<Answer> {
    let Standing {
        smallest_difference,
        verdict,
        ..
    } = &contest.a;
    let share = run.summary.agents[0].mean(Metric::WIN_SHARE);
    let (number, interval) = apart(&share, 100.0, "%");
    let games = games_that_count(&run.summary);
    let verdict = match verdict {
        Verdict::Stronger => "A is stronger than B",
        Verdict::Weaker => "A is weaker than B",
        Verdict::NoDifferenceShown => "Cannot tell which is stronger",
    };
    let could = match smallest_difference {
        Some(smallest) if contest.a.verdict == Verdict::NoDifferenceShown => format!(
            " A match this long detects a true difference of {:.1} percentage points 80% of the time.",
            100.0 * smallest
        ),
        _ => String::new(),
    };
    let sentence = match share.mean.is_nan() {
        true => format!("{verdict}: nobody won a game."),
        false => format!(
            "{verdict}: A wins {} of {games}; a fair share is {}.{could}",
            percent(&share),
            fair(contest.baseline)
        ),
    };
    let mut answers = vec![Answer {
        number,
        interval,
        sentence,
    }];
    if run.summary.nobody_won() {
        return answers;
    }
    let margin = run.summary.agents[0].mean(Metric::MARGIN);
    let (number, interval) = apart(&margin, 1.0, " points");
    let sentence = format!(
        "A's average lead over its best opponent is {} points.",
        points(&margin)
    );
    answers.push(Answer {
        number,
        interval,
        sentence,
    });
    answers
}

/// Returns the answer for the contestant that is furthest above its fair share, or `None` with a single agent.
fn best_agent(run: &LoadedRun) -> Option<Answer> {
    let agents = &run.summary.agents;
    let share = |i: usize| agents[i].mean(Metric::WIN_SHARE);
    let best = *run.ranking().first()?;
    if agents.len() < 2 || share(best).mean.is_nan() {
        return None;
    }
    let games = games_that_count(&run.summary);
    let (number, interval) = apart(&share(best), 100.0, "%");
    let fair = run.fair_share(best);
    let sentence = if differs(&share(best), fair) {
        format!(
            "{} wins the most: {} of {games}; a fair share is {}.",
            agents[best].name,
            percent(&share(best)),
            super::words::fair(fair)
        )
    } else {
        format!(
            "Cannot tell which bot wins the most; {} leads so far, with {}.",
            agents[best].name,
            percent(&share(best))
        )
    };
    Some(Answer {
        number,
        interval,
        sentence,
    })
}

/// Returns the answers for the seat that is furthest from its fair share, for the smallest and the largest number of
/// players.
fn seats(run: &LoadedRun) -> Vec<Answer> {
    let tables = &run.summary.game_stats.tables;
    let shown: Vec<_> = match &tables[..] {
        [] => vec![],
        [only] => vec![only],
        [first, .., last] => vec![first, last],
    };
    let answer = |table: &crate::findings::report_stats::TableStats| {
        let shares: Vec<Estimate> = run
            .summary
            .seats(table)
            .iter()
            .map(|row| row.mean(Metric::WIN_SHARE))
            .collect();
        if shares.iter().any(|share| share.mean.is_nan()) {
            // Nobody won a game.
            return None;
        }
        let equal = 1.0 / table.players as f64;
        let far = |i: &usize| (shares[*i].mean - equal).abs();
        let furthest = (0..shares.len())
            .max_by(|a, b| far(a).total_cmp(&far(b)))
            .unwrap_or(0);
        // The first of two seats, since one mirrors the other.
        let seat = if table.players == 2 { 0 } else { furthest };
        let (number, interval) = apart(&shares[seat], 100.0, "%");
        let players = player_games(table.players);
        let sentence = if differs(&shares[seat], equal) {
            format!(
                "In {players} games the {} seat wins {}; a fair share is {}.",
                ordinal(seat),
                percent(&shares[seat]),
                fair(equal)
            )
        } else {
            format!(
                "Cannot tell whether one seat is better than another in {players} games; the {} seat wins {}.",
                ordinal(seat),
                percent(&shares[seat])
            )
        };
        Some(Answer {
            number,
            interval,
            sentence,
        })
    };
    shown.into_iter().filter_map(answer).collect()
}

fn score(run: &LoadedRun) -> Option<Answer> {
    if run.summary.nobody_won() {
        return None;
    }
    let agents = &run.summary.agents;
    let score = |row: &Row| row.mean(Metric::SCORE);
    let best = agents
        .iter()
        .max_by(|a, b| score(a).mean.total_cmp(&score(b).mean))?;
    let score = score(best);
    let (source, most) = super::points::largest_source(run.plan.schema(), best);
    let (number, interval) = apart(&score, 1.0, " points");
    let from = match most.mean > 0.0 {
        true => format!("; most come from {source}, {}", points(&most)),
        false => String::new(),
    };
    let sentence = format!(
        "{} scores {} points per game{from}.",
        best.name,
        points(&score)
    );
    Some(Answer {
        number,
        interval,
        sentence,
    })
}
