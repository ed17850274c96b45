//! Why a game ended as it did: the mistakes and the luck that add up to the final lead.

use goldrush_engine::game::State;
use goldrush_engine::player::{Player, PlayerSet};
use goldrush_games::viewer::{Viewer, count, list};
use goldrush_report::number::signed;
use serde::{Deserialize, Serialize};

use crate::analysis::grade::SeatSummary;
use crate::analysis::review::{Review, mistakes};

/// Name of what no other part explains.
const UNEXPLAINED: &str = "not explained by this review";

/// Half widths by which a sum of small errors must exceed 0 to be named.
const CLEAR: f64 = 1.5;

/// The final lead of a seat over the best other one, as a sum.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Balance {
    /// The result in words: `You end 5 points behind`.
    pub result: String,
    /// The parts of the lead by name, in whole points.
    pub parts: Vec<(String, i64)>,
    /// The final lead, in points: the sum of the parts and of what is unexplained.
    pub lead: i64,
    /// Points of it that the parts leave unexplained, if those are more than any part; else they are a part, too.
    pub unexplained: i64,
}

impl Balance {
    /// Explains the final lead of a seat. All seats must have been reviewed.
    pub(super) fn of<M: Copy + PartialEq>(
        end: &impl State,
        reviews: &[Review<M>],
        seat: Player,
        summary: &SeatSummary,
        viewer: &Viewer,
    ) -> Balance {
        let scores = end.scores();
        let all = Player::all(end.players());
        let others: PlayerSet = all.filter(|other| *other != seat).collect();
        let best = others.iter().map(|other| i64::from(scores[other])).max();
        let lead = i64::from(scores[seat]) - best.unwrap_or(0);
        let own: PlayerSet = [seat].into_iter().collect();
        let gained: f64 = others
            .iter()
            .flat_map(|other| mistakes(reviews, other, usize::MAX))
            .map(|(_, mistake)| mistake.swings[seat.index()])
            .sum();
        let given_away = -summary.given_away.mean;
        let mut parts = vec![
            (of_seats("mistakes", own, viewer), given_away.round() as i64),
            (of_seats("mistakes", others, viewer), gained.round() as i64),
        ];
        for seats in [own, others] {
            if let Some(points) = small_errors(reviews, seats, seat) {
                parts.push((of_seats("smaller errors", seats, viewer), points));
            }
        }
        parts.push(("luck of the draw".into(), summary.luck.round() as i64));
        let named: i64 = parts.iter().map(|(_, points)| points).sum();
        let largest = parts.iter().map(|(_, points)| points.abs()).max();
        let unexplained = lead - named;
        let is_most = unexplained.abs() > largest.unwrap_or(0);
        if unexplained != 0 && !is_most {
            parts.push((UNEXPLAINED.into(), unexplained));
        }
        let does = viewer.does(seat, "end");
        let points = count(lead.unsigned_abs() as usize, "point");
        let result = match lead {
            0 => format!("{does} level with the best other player"),
            1.. => format!("{does} {points} ahead"),
            _ => format!("{does} {points} behind"),
        };
        Balance {
            result,
            parts,
            lead,
            unexplained: if is_most { unexplained } else { 0 },
        }
    }

    /// Returns the sum of the parts.
    pub fn sum(&self) -> i64 {
        self.lead - self.unexplained
    }

    /// Returns the sum in sentences.
    pub fn sentence(&self) -> String {
        let parts: Vec<_> = self
            .parts
            .iter()
            .map(|(name, points)| format!("{name} {}", signed(*points as f64, 0)))
            .collect();
        let sum = signed(self.sum() as f64, 0);
        let rest = self.rest().map(|rest| format!(" {rest}"));
        format!(
            "{}: {} make {sum}.{}",
            self.result,
            list(&parts),
            rest.unwrap_or_default()
        )
    }

    /// Says what the parts leave unexplained, in a sentence; `None` if that is a part, too, or nothing.
    pub fn rest(&self) -> Option<String> {
        (self.unexplained != 0).then(|| {
            format!(
                "The other {} came from turns too close to call and from luck that cannot be measured: this game was not \
                 decided by clear mistakes.",
                signed(self.unexplained as f64, 0)
            )
        })
    }
}

/// Returns the points that the choices of some seats which are no clear mistakes changed a seat's lead by; `None` if that is
/// not known well enough to be told from 0.
fn small_errors<M>(reviews: &[Review<M>], of: PlayerSet, seat: Player) -> Option<i64> {
    let others = reviews.iter().filter(|review| of.contains(review.seat));
    let (mut sum, mut variance) = (0.0, 0.0);
    for review in others.filter(|review| review.mistake.is_none()) {
        let half_width = review.played.behind.half_width.unwrap_or_default();
        sum += review.swings[seat.index()];
        variance += half_width * half_width;
    }
    let rounded = sum.round() as i64;
    (rounded != 0 && sum.abs() > CLEAR * variance.sqrt()).then_some(rounded)
}

/// Names what seats did: `your mistakes`, `mistakes of B and C`.
fn of_seats(what: &str, seats: PlayerSet, viewer: &Viewer) -> String {
    let mut of = seats.iter();
    match (of.next(), of.next()) {
        (Some(seat), None) if viewer.you() == Some(seat) => format!("your {what}"),
        (Some(seat), None) => format!("{}'s {what}", viewer.name(seat)),
        _ => format!("{what} of {}", viewer.subjects(seats).replace("You", "you")),
    }
}

#[cfg(test)]
mod tests {
    use goldrush_engine::player::MAX_PLAYERS;
    use goldrush_support::stats::interval::Estimate;

    use super::*;
    use crate::analysis::move_report::MoveReport;

    #[test]
    fn the_parts_are_written_as_a_sum() {
        let balance = Balance {
            result: "You end 5 points behind".into(),
            parts: vec![
                ("your mistakes".into(), -9),
                ("B's mistakes".into(), 6),
                ("luck of the draw".into(), -2),
            ],
            lead: -5,
            unexplained: 0,
        };
        assert_eq!(
            balance.sentence(),
            "You end 5 points behind: your mistakes −9, B's mistakes +6 and luck of the draw −2 make −5."
        );
        let close = Balance {
            result: "You end 25 points behind".into(),
            lead: -25,
            unexplained: -20,
            ..balance
        };
        assert_eq!(
            close.sentence(),
            "You end 25 points behind: your mistakes −9, B's mistakes +6 and luck of the draw −2 make −5. The other −20 came \
             from turns too close to call and from luck that cannot be measured: this game was not decided by clear mistakes."
        );
    }

    /// Returns a review of a turn that was no clear mistake and changed the lead of the first seat by `swing` points, give or take
    /// `half_width`.
    fn review(seat: Player, swing: f64, half_width: f64) -> Review<u8> {
        let report = MoveReport {
            turn: [Some(0), None, None],
            exact: false,
            win_share: Estimate::around(0.5, None),
            margin: Estimate::around(0.0, None),
            behind: Estimate::around(swing.abs(), Some(half_width)),
        };
        let mut swings = [0.0; MAX_PLAYERS];
        swings[0] = swing;
        Review {
            at: 0,
            turn: 0,
            seat,
            best: report,
            played: report,
            swings,
            mistake: None,
        }
    }

    #[test]
    fn smaller_errors_are_named_once_their_sum_is_clear() {
        let [first, second] = [0, 1].map(|seat| Player::new(seat).unwrap());
        let small =
            |reviews: &[Review<u8>], of| small_errors(reviews, [of].into_iter().collect(), first);
        let reviews: Vec<_> = (0..9).map(|_| review(first, -0.8, 1.2)).collect();
        assert_eq!(small(&reviews[..1], first), None, "one alone is not clear");
        assert_eq!(small(&reviews, first), Some(-7));
        assert_eq!(small(&reviews, second), None);
        let theirs: Vec<_> = (0..9).map(|_| review(second, 0.8, 1.2)).collect();
        assert_eq!(small(&theirs, second), Some(7));
    }
}
