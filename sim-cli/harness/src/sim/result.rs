//! Results of a finished game without its moves: a row for the game and one for each seat.

use goldrush_engine::game::{Points, WHOLE_WIN, win_shares};
use goldrush_engine::player::{MAX_PLAYERS, PerPlayer, Player};
use goldrush_games::GameCounts;
use goldrush_games::quality::QualityValues;
use goldrush_games::schema::{GameMetric, GameValues, MAX_METRICS, ResultSchema, SeatValues};

use super::bots::SeatFault;
use super::game_luck::{Luck, SeatLuck};
use crate::protocol::fault::FaultKind;

/// Result of a finished game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameResult {
    /// Turns played.
    pub turns: u16,
    /// Values of the game, in the order of [`ResultSchema::game`].
    pub values: GameValues,
    /// The seats, in playing order.
    pub seats: Vec<SeatResult>,
    /// Measures of the course of the game, as far as a study asks for them.
    pub quality: QualityValues,
}

/// Result of one seat in a finished game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SeatResult {
    /// Total points.
    pub score: Points,
    /// Competition rank; 1 is best.
    pub rank: u8,
    /// Share of the win, in sixtieths.
    pub win_share: u8,
    /// Points above the best other seat; negative if behind.
    pub margin: i32,
    /// Points by source, and counts, in the order of [`ResultSchema::stored`].
    pub values: SeatValues,
    /// Fault for which the seat loses; `None` without a fault.
    pub fault: Option<FaultKind>,
    /// The seat's luck, if it was measured.
    pub luck: Option<Luck>,
}

/// Kind of fault, by seat.
pub type FaultKinds = [Option<FaultKind>; MAX_PLAYERS];

/// Returns the kinds of faults.
pub fn kinds(faults: &[SeatFault]) -> FaultKinds {
    let mut kinds = FaultKinds::default();
    faults
        .iter()
        .for_each(|fault| kinds[fault.seat] = Some(fault.fault.kind));
    kinds
}

impl GameResult {
    /// Ranks the seats by their standings and shares the win. All seats with a fault are last, and the win is shared among the
    /// others; if there are no others, nobody wins. Seats with a fault have no points and no counts, since another agent played
    /// on for them.
    pub fn new(counted: &GameCounts, faults: &FaultKinds) -> GameResult {
        let players = counted.scores.players();
        let mut scores = counted.scores;
        // A seat with a fault has `None`, which is less than any standing.
        let mut standings = PerPlayer::new(players, None);
        for (seat, standing) in counted.standings.iter() {
            match faults[seat.index()] {
                None => standings[seat] = Some(standing),
                Some(_) => scores[seat] = 0,
            }
        }
        let shares = if standings.iter().any(|(_, standing)| standing.is_some()) {
            win_shares(&standings)
        } else {
            PerPlayer::new(players, 0)
        };
        let mut seats = Vec::with_capacity(players);
        for seat in Player::all(players) {
            let fault = faults[seat.index()];
            let better = Player::all(players)
                .filter(|&other| standings[other] > standings[seat])
                .count() as u8;
            seats.push(SeatResult {
                score: scores[seat],
                rank: if standings[seat].is_some() {
                    1 + better
                } else {
                    players as u8
                },
                win_share: shares[seat],
                margin: 0,
                values: if fault.is_some() {
                    SeatValues::default()
                } else {
                    counted.seats[seat.index()]
                },
                fault,
                luck: None,
            });
        }
        let quality = QualityValues::default();
        GameResult {
            turns: counted.turns,
            values: counted.game,
            seats,
            quality,
        }
        .with_margins()
    }

    /// Returns the result with the margins that follow from the scores.
    pub fn with_margins(mut self) -> GameResult {
        for at in 0..self.seats.len() {
            let others = self
                .seats
                .iter()
                .enumerate()
                .filter(|&(other, _)| other != at);
            let best = others
                .map(|(_, seat)| i32::from(seat.score))
                .max()
                .unwrap_or(0);
            self.seats[at].margin = i32::from(self.seats[at].score) - best;
        }
        self
    }

    /// Returns the result with the luck of its seats, if it was measured.
    pub fn with_luck(mut self, luck: Option<SeatLuck>) -> GameResult {
        for (seat, at) in self.seats.iter_mut().zip(0..) {
            seat.luck = luck.map(|luck| luck[at]);
        }
        self
    }

    /// Returns the value of a metric.
    pub fn metric(&self, metric: GameMetric) -> i64 {
        match metric {
            GameMetric::Turns => self.turns.into(),
            GameMetric::Count(at) => self.values[at].into(),
            GameMetric::WinningMargin => self.winning_margin().into(),
        }
    }

    /// Returns the share of the win that each seat would have among equals, in sixtieths; 0 if nobody wins, since every seat has a
    /// fault. Such a game counts for nobody.
    pub fn fair_share(&self) -> i64 {
        let is_won = self.seats.iter().any(|seat| seat.win_share > 0);
        if is_won {
            i64::from(WHOLE_WIN) / self.seats.len() as i64
        } else {
            0
        }
    }

    /// True if a seat has a fault.
    pub fn has_fault(&self) -> bool {
        self.seats.iter().any(|seat| seat.fault.is_some())
    }

    /// Returns the points between the best and the second seat; 0 if they are equal.
    pub fn winning_margin(&self) -> u16 {
        self.seats.iter().map(|seat| seat.margin).max().unwrap_or(0) as u16
    }
}

impl SeatResult {
    /// Returns the seat's metrics, in the order of [`ResultSchema::metrics`].
    pub fn metrics(&self, schema: &ResultSchema) -> [i64; MAX_METRICS] {
        schema.values(
            [
                self.win_share.into(),
                self.score.into(),
                self.margin.into(),
                self.rank.into(),
            ],
            &self.values,
        )
    }
}

#[cfg(test)]
impl GameResult {
    /// Makes up a game without faults that has these scores.
    pub(crate) fn made_up(scores: &[Points]) -> GameResult {
        GameResult::made_up_with_faults(scores, &[])
    }

    /// Makes up a game that has these scores, and in which these seats have a fault.
    pub(crate) fn made_up_with_faults(scores: &[Points], faulty: &[usize]) -> GameResult {
        let mut faults = FaultKinds::default();
        faulty
            .iter()
            .for_each(|seat| faults[*seat] = Some(FaultKind::Timeout));
        GameResult::new(&made_up(scores), &faults)
    }
}

#[cfg(test)]
fn made_up(points: &[Points]) -> GameCounts {
    let mut scores = PerPlayer::new(points.len(), 0);
    let mut standings = PerPlayer::new(points.len(), 0);
    for (seat, &points) in Player::all(points.len()).zip(points) {
        (scores[seat], standings[seat]) = (points, points.into());
    }
    GameCounts {
        turns: 71,
        game: GameValues::default(),
        scores,
        standings,
        seats: Default::default(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the rank and win share of each seat.
    fn ranked(points: &[Points], faulty: &[usize]) -> Vec<(u8, u8)> {
        let seats = GameResult::made_up_with_faults(points, faulty).seats;
        if faulty.is_empty() {
            let shares = win_shares(&made_up(points).scores);
            assert!(
                seats
                    .iter()
                    .map(|seat| seat.win_share)
                    .eq(shares.iter().map(|(_, share)| share))
            );
        }
        seats
            .iter()
            .map(|seat| (seat.rank, seat.win_share))
            .collect()
    }

    #[test]
    fn faulty_seat_is_last_and_wins_nothing() {
        assert_eq!(ranked(&[9, 5, 9], &[]), [(1, 30), (3, 0), (1, 30)]);
        assert_eq!(ranked(&[9, 5], &[0]), [(2, 0), (1, 60)]);
        assert_eq!(
            ranked(&[9, 5, 5, 4], &[0]),
            [(4, 0), (1, 30), (1, 30), (3, 0)]
        );
        assert_eq!(
            ranked(&[9, 5, 7, 4], &[0, 3]),
            [(4, 0), (2, 0), (1, 60), (4, 0)]
        );
        assert_eq!(ranked(&[9, 5], &[0, 1]), [(2, 0), (2, 0)]);
    }
}
