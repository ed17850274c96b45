//! Why a game ended as it did: the mistakes and the luck that add up to the final lead.

use goldrush_engine::game::State;
use goldrush_engine::player::{Player, PlayerSet};
use goldrush_games::viewer::{Viewer, count, list};
use goldrush_report::number::signed;
use serde::{Deserialize, Serialize};

use crate::analysis::grade::SeatSummary;
use crate::analysis::review::{Review, mistakes};

/// The final lead of a seat over the best other one, as a sum.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Balance {
    /// The result in words: `You end 5 points behind`.
    pub result: String,
    /// The parts of the lead by name, in whole points.
    pub parts: Vec<(String, i64)>,
    /// The final lead, in points: the sum of the parts.
    pub lead: i64,
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
        let gained: f64 = others
            .iter()
            .flat_map(|other| mistakes(reviews, other, usize::MAX))
            .map(|(_, mistake)| mistake.swings[seat.index()])
            .sum();
        let known = [
            (
                mistakes_of([seat].into_iter().collect(), viewer),
                -summary.given_away.mean.round() as i64,
            ),
            (mistakes_of(others, viewer), gained.round() as i64),
            ("luck of the draw".into(), summary.luck.round() as i64),
        ];
        let rest = lead - known.iter().map(|(_, points)| points).sum::<i64>();
        let more = (rest != 0).then(|| ("small errors and other luck".to_owned(), rest));
        let does = viewer.does(seat, "end");
        let points = count(lead.unsigned_abs() as usize, "point");
        let result = match lead {
            0 => format!("{does} level with the best other player"),
            1.. => format!("{does} {points} ahead"),
            _ => format!("{does} {points} behind"),
        };
        Balance {
            result,
            parts: known.into_iter().chain(more).collect(),
            lead,
        }
    }

    /// Returns the sum in a sentence.
    pub fn sentence(&self) -> String {
        let parts: Vec<_> = self
            .parts
            .iter()
            .map(|(name, points)| format!("{name} {}", signed(*points as f64, 0)))
            .collect();
        let lead = signed(self.lead as f64, 0);
        format!("{}: {} make {lead}.", self.result, list(&parts))
    }
}

/// Names the mistakes of seats: `your mistakes`, `mistakes of B and C`.
fn mistakes_of(seats: PlayerSet, viewer: &Viewer) -> String {
    let mut of = seats.iter();
    match (of.next(), of.next()) {
        (Some(seat), None) if viewer.you() == Some(seat) => "your mistakes".into(),
        (Some(seat), None) => format!("{}'s mistakes", viewer.name(seat)),
        _ => format!(
            "mistakes of {}",
            viewer.subjects(seats).replace("You", "you")
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
        };
        assert_eq!(
            balance.sentence(),
            "You end 5 points behind: your mistakes −9, B's mistakes +6 and luck of the draw −2 make −5."
        );
    }
}
