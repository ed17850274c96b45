//! Summarizes the fairness of the seats: what each wins and needs, and how the others compare with the first.

use std::collections::BTreeMap;

use goldrush_games::Setup;
use goldrush_games::schema::{Metric, ResultSchema};
use goldrush_harness::findings::answer::{Answer, AnsweredResponse, ChangeOutcome};
use goldrush_harness::findings::komi::KomiEstimate;
use goldrush_harness::findings::row::MeanRow;
use goldrush_harness::findings::summary::Summary;
use goldrush_harness::study::{Plan, Question, QuestionKind};
use goldrush_support::stats::interval::{Estimate, MIN_BLOCKS};

use super::{is_change, key_number, more, response};
use crate::document;
use crate::number::{Number, fair, number};
use crate::words::{count, counted, list, ordinal, player_games};

/// Deals after which points at the start can be estimated in all games.
const ENOUGH: u64 = 1000;
/// Points at the start that are too few to matter, as they are given in whole numbers.
const FEW_POINTS: f64 = 1.0;
/// Responses that are compared between seats, each as a question and with the words for more, less and as much.
const COMPARED: [(&str, &str, [&str; 3]); 2] = [
    (
        "win_share",
        "wins more or less often",
        ["wins more often", "wins less often", "wins as often"],
    ),
    (
        "score",
        "scores more or fewer points",
        [
            "scores more points",
            "scores fewer points",
            "scores as many points",
        ],
    ),
];

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
            let given = plan.arms[arm]
                .setup
                .rule_values()
                .iter()
                .any(|(name, value)| *name == "komi" && value != "none");
            let komi = match &summary.arms[arm].komi {
                _ if summary.blocks < MIN_BLOCKS => format!(
                    " {} are too few to say how sure that is, or whether a seat needs points at the start.",
                    counted(summary.blocks, "deal")
                ),
                Some(estimate) => komi(estimate, if given { " more" } else { "" }, summary.games),
                None if summary.blocks < ENOUGH => format!(
                    " Cannot tell yet how many points at the start would make the seats even; about {} games in all are enough \
                     for a first estimate.",
                    count(ENOUGH * plan.games_per_block())
                ),
                None => " Points at the start that would make the seats even cannot be found: a seat hardly ever wins.".into(),
            };
            // Deals of one's own may have fewer tiles.
            let turns = if plan.deals.is_none() {
                turns(players, &plan.arms[arm].setup)
            } else {
                String::new()
            };
            let is_sure = summary.blocks >= MIN_BLOCKS;
            sentence(players, &summary.arms[arm].seats, is_sure) + &turns + &komi
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

/// Returns a sentence on the wins of each seat, with their intervals if there are enough deals for any.
fn sentence(players: usize, seats: &[MeanRow], is_sure: bool) -> String {
    let shares: Vec<String> = seats
        .iter()
        .map(|row| {
            let share = Number::percent(&win_share(row));
            if is_sure {
                share.to_string()
            } else {
                share.mean()
            }
        })
        .collect();
    format!(
        "In {} games between equal bots, the seats win {} of games, first to last; a fair share is {}.",
        player_games(players),
        list(&shares),
        fair(1.0 / players as f64)
    )
}

/// Returns a sentence about the points at the start that would make the seats even: which seats are shown to need some, that
/// none does, or that `games` are too few to tell.
fn komi(estimate: &KomiEstimate, more: &str, games: u64) -> String {
    if let Some(advised) = estimate.advised() {
        let mut needs = Vec::new();
        for (seat, points) in advised.iter().enumerate() {
            if *points > 0.0 {
                let points = Estimate::around(*points, Some(estimate.half_widths[seat]));
                needs.push(format!(
                    "the {} seat {}",
                    ordinal(seat),
                    Number::points(&points)
                ));
            }
        }
        return format!(
            " To make the seats even, give {} points{more} at the start.",
            list(&needs)
        );
    }
    let most = estimate.most();
    if most <= FEW_POINTS {
        return format!(
            " No seat needs{more} points at the start: none would need more than {}.",
            number(most, 1)
        );
    }
    let enough = games as f64 * estimate.times_to_show_a_point();
    format!(
        " The seats are even to within {} points; cannot tell yet whether one needs{more} points at the start. About {} games \
         in all would show a need of one point.",
        number(most, 1),
        count((enough as u64).next_multiple_of(1000))
    )
}

/// Returns the key answer on the seats after the first, which are compared with it.
pub fn other_seats(schema: &ResultSchema, answers: &[&Answer]) -> document::Answer {
    let mut sentences = Vec::new();
    let mut open = Vec::new();
    for (name, question, verbs) in COMPARED {
        let mut groups: [Vec<String>; 5] = Default::default();
        for answer in answers {
            if let Some(answered) = response(answer, name) {
                groups[group(answered)].push(seat_name(answer).to_owned());
            }
        }
        let [settled @ .., unclear] = &groups;
        let clauses = settled
            .iter()
            .zip(verbs.into_iter().chain(["differs, depending on the bot,"]));
        let clauses: Vec<String> = clauses
            .filter(|(seats, _)| !seats.is_empty())
            .map(|(seats, verb)| format!("{verb} in the {}", list(seats)))
            .collect();
        if clauses.is_empty() {
            open.extend((!unclear.is_empty()).then_some(question.to_owned()));
            continue;
        }
        let unclear = if unclear.is_empty() {
            String::new()
        } else {
            format!("; not clear yet for the {}", list(unclear))
        };
        sentences.push(format!(
            "Compared with the first seat, a player {}{unclear}.",
            list(&clauses)
        ));
    }
    if !open.is_empty() {
        let cannot = if answers.iter().any(|answer| answer.is_too_few()) {
            "There are too few deals to tell"
        } else {
            "Cannot tell yet"
        };
        let most = answers.iter().max_by_key(|answer| answer.missing());
        sentences.push(format!(
            "{cannot} whether a player {} in another seat than in the first{}.",
            list(&open),
            most.map_or_else(String::new, |answer| more(answer))
        ));
    }
    let changed = answers.iter().filter_map(|answer| {
        let wins = response(answer, "win_share").filter(|wins| is_change(wins.outcome))?;
        Some((wins.change.mean.abs(), answer))
    });
    let key = changed.max_by(|(one, _), (other, _)| one.total_cmp(other));
    let of_key = key_number(schema, key.map_or(answers[0], |(_, answer)| answer));
    document::Answer {
        number: of_key.0,
        interval: match key {
            Some((_, answer)) => format!("{}, in the {} seat", of_key.1, seat_name(answer)),
            None => of_key.1,
        },
        sentence: sentences.join(" "),
    }
}

/// Returns which of the words of [`COMPARED`] hold: 3 if that depends on the bot, and 4 if it is not clear.
fn group(answered: &AnsweredResponse) -> usize {
    match answered.outcome {
        ChangeOutcome::Changes if answered.change.mean > 0.0 => 0,
        ChangeOutcome::Changes => 1,
        ChangeOutcome::Stays => 2,
        ChangeOutcome::Depends => 3,
        ChangeOutcome::Open(_) => 4,
    }
}

/// Returns the ordinal number of the seat that an answer is about.
pub fn seat_name(answer: &Answer) -> &'static str {
    answer.level.parse().map_or("other", ordinal)
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

#[cfg(test)]
mod tests {
    use super::*;

    fn estimate(points: &[f64], half: f64) -> KomiEstimate {
        let half_widths = points
            .iter()
            .map(|points| if *points > 0.0 { half } else { 0.0 });
        KomiEstimate {
            points: points.to_vec(),
            half_widths: half_widths.collect(),
        }
    }

    #[test]
    fn points_at_the_start_are_advised_denied_or_not_known_yet() {
        assert_eq!(
            komi(&estimate(&[0.0, 4.2, 0.3], 0.5), "", 10_000),
            " To make the seats even, give the second seat 4.2 ± 0.5 points at the start."
        );
        assert_eq!(
            komi(&estimate(&[0.0, 0.1], 0.4), "", 100_000),
            " No seat needs points at the start: none would need more than 0.5."
        );
        assert_eq!(
            komi(&estimate(&[6.3, 0.0], 7.5), " more", 200),
            " The seats are even to within 13.8 points; cannot tell yet whether one needs more points at the start. About 12,000 \
             games in all would show a need of one point."
        );
    }
}
