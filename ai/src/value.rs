//! Chance of winning, from the expected final points of each seat.
//!
//! Shares of the win are proportional to the exponentials of each seat's score: its expected points, with a weight that
//! grows as fewer draws are left, plus a bonus for the seat whose turn begins. McFadden, "Conditional logit analysis of
//! qualitative choice behavior" (1974). The weights in `data/value.csv` were fitted to the ends of games of good
//! players by `goldrush lab value`. Not handled: anything but the number of draws left that makes a lead safe.
//!
//! ```
//! use goldrush_ai::value::{Standing, WinModel};
//! use goldrush_engine::player::Player;
//!
//! let value = WinModel::fitted("gold-rush", 2).ok_or("nothing was fitted")?;
//! let chance = |draws_left| {
//!     let standing = Standing { expected: [60.0, 50.0, 0.0, 0.0, 0.0], turn: Player::FIRST, draws_left };
//!     value.chances(&standing)
//! };
//! // Ten points ahead; the same lead is safer when fewer tiles are left.
//! let [own, other, ..] = chance(40);
//! assert!(own > 0.5 && (own + other - 1.0).abs() < 1e-9);
//! assert!(chance(5)[0] > own);
//! # Ok::<(), &str>(())
//! ```

use goldrush_engine::player::{MAX_PLAYERS, Player};
use serde::Deserialize;

/// Public evaluation of a game at the start of a turn.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Standing {
    /// Expected final points of each seat.
    pub expected: [f32; MAX_PLAYERS],
    /// Seat whose turn begins.
    pub turn: Player,
    /// Number of draws left: tiles or cards, without the one in hand.
    pub draws_left: u16,
}

/// One number per seat.
pub type BySeat = [f64; MAX_PLAYERS];

/// Numbers of draws left between which weights are interpolated linearly; constant beyond the last.
pub const KNOTS: [u16; 7] = [0, 3, 8, 16, 30, 50, 75];
/// Number of weights: of an expected point at each of [`KNOTS`], then of the turn.
pub const WEIGHTS: usize = 2 * KNOTS.len();

/// Model of the chances of winning, for one number of players.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct WinModel {
    weights: [f64; WEIGHTS],
    players: usize,
}

impl WinModel {
    /// Creates a model with these weights.
    pub fn new(weights: [f64; WEIGHTS], players: usize) -> WinModel {
        WinModel { weights, players }
    }

    /// Returns the model fitted to a game with this number of players, if any.
    ///
    /// # Panics
    /// If the built-in table is malformed; a test checks it.
    pub fn fitted(game: &str, players: usize) -> Option<WinModel> {
        #[derive(Deserialize)]
        struct Row {
            game: String,
            players: usize,
            draws_left: u16,
            point: f64,
            turn: f64,
        }
        let table = include_str!("../data/value.csv");
        let rows = csv::Reader::from_reader(table.as_bytes()).into_deserialize();
        let rows = rows.map(|row: Result<Row, _>| {
            row.expect("the built-in table is well formed (checked by a test)")
        });
        let mut weights = [0.0; WEIGHTS];
        let mut knots = 0;
        for row in rows.filter(|row| row.game == game && row.players == players) {
            let knot = KNOTS
                .iter()
                .position(|&knot| knot == row.draws_left)
                .expect("each row of the table is at a known knot");
            weights[knot] = row.point;
            weights[KNOTS.len() + knot] = row.turn;
            knots += 1;
        }
        (knots == KNOTS.len()).then_some(WinModel { weights, players })
    }

    /// Returns the expected share of the win of each seat, 1 in total.
    pub fn chances(&self, standing: &Standing) -> BySeat {
        let mut chances = [0.0; MAX_PLAYERS];
        for (seat, chance) in chances[..self.players].iter_mut().enumerate() {
            let terms = terms(standing, seat);
            *chance = terms
                .iter()
                .map(|(at, factor)| self.weights[*at] * factor)
                .sum();
        }
        let highest = chances[..self.players]
            .iter()
            .copied()
            .fold(f64::MIN, f64::max);
        // Identical on every machine, unlike the standard library's function.
        chances[..self.players]
            .iter_mut()
            .for_each(|chance| *chance = libm::exp(*chance - highest));
        let sum: f64 = chances[..self.players].iter().sum();
        chances.map(|chance| chance / sum)
    }

    /// Returns the change of every seat's chance by additional points of one seat, linearized so that it averages to 0
    /// if the points do.
    pub fn change(&self, standing: &Standing, seat: Player, points: f64) -> BySeat {
        let chances = self.chances(standing);
        let weight: f64 = interpolation(standing.draws_left)
            .iter()
            .map(|(knot, near)| self.weights[*knot] * near)
            .sum();
        let own = chances[seat.index()];
        let mut change = chances.map(|chance| -chance * own * weight * points);
        change[seat.index()] += own * weight * points;
        change
    }
}

/// Returns the model's terms for a seat: indexes of weights with their factors.
pub fn terms(standing: &Standing, seat: usize) -> [(usize, f64); 4] {
    let [(low, below), (high, above)] = interpolation(standing.draws_left);
    let expected = f64::from(standing.expected[seat]);
    let turn = f64::from(u8::from(seat == standing.turn.index()));
    let knots = KNOTS.len();
    [
        (low, below * expected),
        (high, above * expected),
        (knots + low, below * turn),
        (knots + high, above * turn),
    ]
}

/// Returns the two knots around a number of draws left, each with its interpolation weight, 0 to 1.
fn interpolation(draws_left: u16) -> [(usize, f64); 2] {
    let high = KNOTS
        .iter()
        .position(|&knot| knot > draws_left)
        .unwrap_or(KNOTS.len() - 1);
    let low = high - 1;
    let from = f64::from(KNOTS[low]);
    let span = f64::from(KNOTS[high]) - from;
    let above = ((f64::from(draws_left) - from) / span).min(1.0);
    [(low, 1.0 - above), (high, above)]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value() -> WinModel {
        let mut weights = [0.1; WEIGHTS];
        weights[0] = 1.0;
        WinModel::new(weights, 3)
    }

    fn standing(expected: [f32; 3], draws_left: u16) -> Standing {
        let mut all = [0.0; MAX_PLAYERS];
        all[..3].copy_from_slice(&expected);
        Standing {
            expected: all,
            turn: Player::FIRST,
            draws_left,
        }
    }

    #[test]
    fn leaders_win_more_often_and_more_surely_late() {
        let chance = |draws_left| value().chances(&standing([50.0, 40.0, 40.0], draws_left));
        for draws_left in [0, 1, 2, 3, 40, 75, 1000] {
            let chances = chance(draws_left);
            assert!((chances.iter().sum::<f64>() - 1.0).abs() < 1e-12 && chances[1] == chances[2]);
            assert!(chances[0] > chances[1] && chances[3..] == [0.0, 0.0]);
        }
        assert!(chance(0)[0] > chance(1)[0] && chance(1)[0] > chance(3)[0]);
        assert_eq!(chance(75), chance(1000));
        // Equal leads have equal chances, whatever the level of the points.
        let elsewhere = value().chances(&standing([20.0, 10.0, 10.0], 3));
        assert!(
            chance(3)
                .iter()
                .zip(elsewhere)
                .all(|(one, other)| (one - other).abs() < 1e-12)
        );
    }

    #[test]
    fn change_is_the_derivative_of_the_chances() {
        let value = value();
        let at = standing([50.0, 44.0, 47.0], 20);
        let mut then = at;
        then.expected[1] += 0.01;
        let before = value.chances(&at);
        let after = value.chances(&then);
        let change = value.change(&at, Player::new(1).unwrap(), 0.01);
        for seat in 0..3 {
            assert!(
                (after[seat] - before[seat] - change[seat]).abs() < 1e-6,
                "{seat}: {change:?}"
            );
        }
        assert!(change[1] > 0.0 && change.iter().sum::<f64>().abs() < 1e-15);
        // Bad luck costs as much as equal good luck gains.
        assert_eq!(
            value.change(&at, Player::FIRST, 3.0),
            value.change(&at, Player::FIRST, -3.0).map(|change| -change)
        );
    }
}
