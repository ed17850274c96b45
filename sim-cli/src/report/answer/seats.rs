//! Summarizes the fairness of the seats in a sentence.

use crate::findings::row::Row;
use crate::findings::summary::Summary;
use crate::games::schema::Metric;
use crate::report::number::number;
use crate::report::words::{list, player_games};
use crate::study::{Plan, Question, QuestionKind};

/// Returns the win share of each seat in the games that compared seats, as the strongest bot plays, or `None` if no seats
/// were compared.
pub fn seats(plan: &Plan, summary: &Summary) -> Option<String> {
    let Question::Balance(balance) = &plan.question else { return None };
    let of_seats = balance.comparisons.iter().filter(|comparison| comparison.question == QuestionKind::Seat);
    let arm = of_seats.max_by_key(|comparison| comparison.rank)?.level_cells[0].arm;
    let seats = &summary.arms[arm].seats;
    let share = |row: &Row| row.mean(Metric::WIN_SHARE);
    let shares: Vec<String> = seats.iter().map(|row| number(100.0 * share(row).mean, 1)).collect();
    let half = seats.iter().filter_map(|row| share(row).half_width).fold(0.0, f64::max);
    let fair = number(100.0 / seats.len() as f64, 1);
    Some(format!(
        "In {} games between equal bots, the seats win {}% of games, first to last (±{}); a fair share is {}%.",
        player_games(seats.len()),
        list(&shares),
        number(100.0 * half, 1),
        fair.trim_end_matches(".0")
    ))
}
