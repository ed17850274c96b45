//! Summarizes the fairness of the seats in a sentence.

use std::collections::BTreeMap;

use goldrush_games::Setup;
use goldrush_games::schema::Metric;
use goldrush_harness::findings::komi::KomiEstimate;
use goldrush_harness::findings::row::MeanRow;
use goldrush_harness::findings::summary::Summary;
use goldrush_harness::study::{Plan, Question, QuestionKind};
use goldrush_support::stats::interval::Estimate;

use crate::number::number;
use crate::words::{list, player_games};

/// Returns each number of players whose seats were compared, with the arm of the strongest bot.
pub fn seat_arms(plan: &Plan) -> BTreeMap<usize, usize> {
    let Question::Balance(balance) = &plan.question else {
        return BTreeMap::new();
    };
    let of_seats = balance
        .comparisons
        .iter()
        .filter(|comparison| comparison.question == QuestionKind::Seat);
    // The strongest comes last.
    of_seats
        .map(|comparison| (comparison.players, comparison.level_cells[0].arm))
        .collect()
}

/// Returns a sentence for each number of players whose seats were compared: the win share of each seat, as the strongest bot
/// plays, its turns if these differ, and the komi that would make the seats even.
pub fn seats(plan: &Plan, summary: &Summary) -> Vec<String> {
    seat_arms(plan)
        .into_iter()
        .filter(|(_, arm)| is_any_game_won(&summary.arms[*arm].seats))
        .map(|(players, arm)| {
            let komi = summary.arms[arm]
                .komi
                .as_ref()
                .map_or_else(String::new, |estimate| {
                    let given = plan.arms[arm]
                        .setup
                        .rule_values()
                        .iter()
                        .any(|(name, value)| *name == "komi" && value != "none");
                    komi(estimate, if given { " more" } else { "" })
                });
            // Deals of one's own may have fewer tiles.
            let turns = if plan.deals.is_none() {
                turns(players, &plan.arms[arm].setup)
            } else {
                String::new()
            };
            sentence(players, &summary.arms[arm].seats) + &turns + &komi
        })
        .collect()
}

/// True if somebody won a game, so that the seats have win shares.
fn is_any_game_won(seats: &[MeanRow]) -> bool {
    seats
        .iter()
        .all(|seat| seat.mean(Metric::WIN_SHARE).mean.is_finite())
}

fn win_share(row: &MeanRow) -> Estimate {
    row.mean(Metric::WIN_SHARE)
}

fn sentence(players: usize, seats: &[MeanRow]) -> String {
    let shares: Vec<String> = seats
        .iter()
        .map(|row| number(100.0 * win_share(row).mean, 1))
        .collect();
    let half = seats
        .iter()
        .filter_map(|row| win_share(row).half_width)
        .fold(0.0, f64::max);
    let fair = number(100.0 / players as f64, 1);
    format!(
        "In {} games between equal bots, the seats win {}% of games, first to last (± {}); a fair share is {}%.",
        player_games(players),
        list(&shares),
        number(100.0 * half, 1),
        fair.trim_end_matches(".0")
    )
}

/// Returns a sentence about the points at the start that would make the seats even.
fn komi(estimate: &KomiEstimate, more: &str) -> String {
    let Some(advised) = estimate.advised() else {
        return " No seat is shown to need points at the start.".into();
    };
    let points: Vec<String> = advised.iter().map(|points| number(*points, 1)).collect();
    let half = estimate
        .half_widths
        .iter()
        .zip(&advised)
        .filter(|(_, points)| **points > 0.0)
        .map(|(half, _)| *half)
        .fold(0.0, f64::max);
    format!(
        " To make the seats even, give them {} points{more} at the start, first to last (± {}).",
        list(&points),
        number(half, 1)
    )
}

/// Returns a sentence about the turns of each seat if these are known and differ; otherwise nothing.
fn turns(players: usize, setup: &Setup) -> String {
    let Some(all) = setup.turns().filter(|all| !all.is_multiple_of(players)) else {
        return String::new();
    };
    let of_seats: Vec<String> = (0..players)
        .map(|seat| (all / players + usize::from(seat < all % players)).to_string())
        .collect();
    format!(" They get {} of the {all} turns.", list(&of_seats))
}
