//! Key answers at the top of a report.

use goldrush_games::schema::Metric;
use goldrush_harness::findings::contest::ContestSummary;
use goldrush_harness::findings::report_stats::TableStats;
use goldrush_harness::findings::row::MeanRow;
use goldrush_support::stats::interval::Estimate;

use super::{Run, contest};
use crate::document::Answer;
use crate::number::{Number, differs, fair};
use crate::words::{games_that_count, ordinal, player_games};

pub(super) fn answers(run: &Run) -> Vec<Answer> {
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

fn of_a_match(run: &Run, contest: &ContestSummary) -> Vec<Answer> {
    let row = &run.summary.agents[0];
    let mut answers = vec![Answer::new(
        &Number::percent(&row.mean(Metric::WIN_SHARE)),
        contest::answer(contest, games_that_count(run.summary)),
    )];
    if !run.summary.nobody_won() {
        let lead = Number::points(&row.mean(Metric::MARGIN));
        let sentence = format!("A's average lead over its best opponent is {lead} points.");
        answers.push(Answer::new(&lead.with_unit(" points"), sentence));
    }
    answers
}

/// Returns the answer for the contestant that is furthest above its fair share, or `None` with a single agent.
fn best_agent(run: &Run) -> Option<Answer> {
    let best = *run.ranking().first()?;
    let row = &run.summary.agents[best];
    let share = row.mean(Metric::WIN_SHARE);
    if run.summary.agents.len() < 2 || share.mean.is_nan() {
        return None;
    }
    let wins = Number::percent(&share);
    let equal = run.fair_share(best);
    let sentence = if differs(&share, equal) {
        format!(
            "{} wins the most: {wins} of {}; a fair share is {}.",
            row.name,
            games_that_count(run.summary),
            fair(equal)
        )
    } else {
        format!(
            "Cannot tell which bot wins the most; {} leads so far, with {wins}.",
            row.name
        )
    };
    Some(Answer::new(&wins, sentence))
}

/// Returns the answers for the seat that is furthest from its fair share, for the smallest and the largest number of
/// players.
fn seats(run: &Run) -> Vec<Answer> {
    let tables = &run.summary.game_stats.tables;
    let shown: Vec<&TableStats> = match &tables[..] {
        [] => vec![],
        [only] => vec![only],
        [first, .., last] => vec![first, last],
    };
    shown
        .into_iter()
        .filter_map(|table| seat(run, table))
        .collect()
}

fn seat(run: &Run, table: &TableStats) -> Option<Answer> {
    let seats = run.summary.seats(table);
    let shares: Vec<Estimate> = seats
        .iter()
        .map(|row| row.mean(Metric::WIN_SHARE))
        .collect();
    if shares.iter().any(|share| share.mean.is_nan()) {
        // Nobody won a game.
        return None;
    }
    let equal = 1.0 / table.players as f64;
    let distance = |seat: &usize| (shares[*seat].mean - equal).abs();
    // The first of two seats, since one mirrors the other.
    let seat = match table.players {
        2 => 0,
        players => (0..players).max_by(|a, b| distance(a).total_cmp(&distance(b)))?,
    };
    let wins = Number::percent(&shares[seat]);
    let players = player_games(table.players);
    let name = ordinal(seat);
    let sentence = if differs(&shares[seat], equal) {
        format!(
            "In {players} games the {name} seat wins {wins}; a fair share is {}.",
            fair(equal)
        )
    } else {
        format!(
            "Cannot tell whether one seat is better than another in {players} games; the {name} seat wins {wins}."
        )
    };
    Some(Answer::new(&wins, sentence))
}

/// Returns the mean points of an agent.
pub(super) fn mean_score(agent: &MeanRow) -> f64 {
    agent.mean(Metric::SCORE).mean
}

fn score(run: &Run) -> Option<Answer> {
    if run.summary.nobody_won() {
        return None;
    }
    let agents = run.summary.agents.iter();
    let best = agents.max_by(|a, b| mean_score(a).total_cmp(&mean_score(b)))?;
    let score = Number::points(&best.mean(Metric::SCORE));
    let (source, most) = super::points::largest_source(run.plan.schema(), best);
    let from = if most.mean > 0.0 {
        format!("; most come from {source}, {}", Number::points(&most))
    } else {
        String::new()
    };
    let sentence = format!("{} scores {score} points per game{from}.", best.name);
    Some(Answer::new(&score.with_unit(" points"), sentence))
}
