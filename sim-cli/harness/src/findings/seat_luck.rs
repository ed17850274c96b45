//! Luck of a seat in a game, and how much of it is in its results.

use goldrush_ai::luck::{LuckCoefficients, coefficients};

use crate::sim::game_luck::{PARTS, WIN_PARTS};
use crate::sim::result::GameResult;
use crate::study::Plan;

/// Luck of a seat in one game.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Luck {
    /// Luck of its own draws minus the mean luck of the other seats, in points.
    pub(super) points: f64,
    /// Change of its chance to win by everybody's draws.
    wins: f64,
}

impl Luck {
    /// Returns the luck of a seat; 0 in a game without estimates of luck.
    pub(super) fn of(game: &GameResult, seat: usize) -> Luck {
        let own = game.seats[seat].luck.unwrap_or_default();
        let players = game.seats.len() as i64;
        let all: i64 = game
            .seats
            .iter()
            .map(|seat| i64::from(seat.luck.unwrap_or_default().points))
            .sum();
        let points = (players * i64::from(own.points) - all) as f64 / (players - 1) as f64;
        Luck {
            points: points / f64::from(PARTS),
            wins: f64::from(own.wins) / f64::from(WIN_PARTS),
        }
    }

    /// Returns the part of the luck that is in the seat's margin, in points.
    pub(super) fn in_margin(self, of: &LuckCoefficients) -> f64 {
        of.margin * self.points
    }

    /// Returns the part of the luck that is in the seat's share of the win.
    pub(super) fn in_share(self, of: &LuckCoefficients) -> f64 {
        of.share * self.wins
    }

    /// Returns the part of the luck that is in the seat's score, in points.
    pub(super) fn in_score(self, of: &LuckCoefficients) -> f64 {
        of.score * self.points
    }

    /// Returns the part of the luck that is in the mean score of the other seats, in points.
    pub(super) fn in_score_of_others(self, of: &LuckCoefficients) -> f64 {
        of.others * self.points
    }
}

/// Returns the coefficients for the games of each arm.
pub(super) fn of_arms(plan: &Plan) -> Vec<LuckCoefficients> {
    let game = plan.kind().about().name;
    plan.arms
        .iter()
        .map(|arm| {
            coefficients(game, arm.lineup.players())
                .expect("luck coefficients are fitted for every game and number of players")
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn luck_of_a_seat_is_relative_to_the_mean_of_the_others() {
        let scores = [10; 3];
        let told = [
            (3000, 20_000),
            (-1000, -15_000),
            (500, -5000),
            (0, 0),
            (0, 0),
        ];
        let told = told.map(|(points, wins)| crate::sim::game_luck::Luck { points, wins });
        let game = GameResult::made_up(&scores).with_luck(Some(told));
        let all = [(3.25, 0.2), (-2.75, -0.15), (-0.5, -0.05)];
        assert_eq!(
            [0, 1, 2].map(|seat| Luck::of(&game, seat)),
            all.map(|(points, wins)| Luck { points, wins })
        );
        assert_eq!(
            Luck::of(&GameResult::made_up(&scores), 1),
            Luck {
                points: 0.0,
                wins: 0.0
            }
        );
    }
}
