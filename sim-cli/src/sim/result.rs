//! Results of a finished game without its moves: a row for the game and one for each seat.

use goldrush_engine::game::{Points, win_shares};
use goldrush_engine::player::{MAX_PLAYERS, PerPlayer, Player};

use super::bots::SeatFault;
use super::luck::{Luck, SeatLuck};
use crate::games::Counted;
use crate::games::schema::{GameMetric, MAX_COUNTS, MAX_GAME_COUNTS, MAX_METRICS, MAX_SOURCES, ResultSchema};
use crate::protocol::fault::FaultKind;

/// Result of a finished game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameResult {
    /// Turns played.
    pub turns: u16,
    /// Counts, in the order of [`ResultSchema::game_counts`].
    pub counts: [u16; MAX_GAME_COUNTS],
    /// The seats, in playing order.
    pub seats: Vec<SeatResult>,
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
    /// Points in the order of [`ResultSchema::sources`].
    pub sources: [Points; MAX_SOURCES],
    /// Counts, in the order of [`ResultSchema::counts`].
    pub counts: [u16; MAX_COUNTS],
    /// Fault for which the seat loses; `None` without a fault.
    pub fault: Option<FaultKind>,
    /// The seat's luck, if it was measured.
    pub luck: Option<Luck>,
}

/// Kind of fault, by seat.
pub type FaultKinds = [Option<FaultKind>; MAX_PLAYERS];

impl GameResult {
    /// Builds the result from the counts of a finished game.
    pub fn new(schema: &ResultSchema, counted: &Counted, faults: &[SeatFault]) -> GameResult {
        let mut kinds = FaultKinds::default();
        for SeatFault { seat, fault, .. } in faults {
            kinds[*seat] = Some(fault.kind);
        }
        GameResult::of(schema, counted, &kinds)
    }

    /// Ranks the seats and shares the win. All seats with a fault are last, and the win is shared among the others; if
    /// there are no others, nobody wins. Seats with a fault have no points and no counts, since another agent played on for them.
    /// A seat ranks above another with more points, or with equal points and more of the tie-breaking count.
    pub fn of(schema: &ResultSchema, counted: &Counted, faults: &FaultKinds) -> GameResult {
        let mut scores = counted.scores;
        let with_fault = |seat: Player| faults[seat.index()].is_some();
        Player::all(scores.players()).filter(|&seat| with_fault(seat)).for_each(|seat| scores[seat] = 0);
        // A seat with a fault has `None`, which is less than any score.
        let mut standings = PerPlayer::new(scores.players(), None);
        for (seat, score) in scores.iter().filter(|&(seat, _)| !with_fault(seat)) {
            standings[seat] = Some((score, schema.tie_break.map_or(0, |at| counted.counts[seat.index()][at])));
        }
        let shares = match standings.iter().any(|(_, standing)| standing.is_some()) {
            true => win_shares(&standings),
            false => PerPlayer::new(scores.players(), 0),
        };
        let result = |seat: Player| {
            let others = || Player::all(scores.players()).filter(|&other| other != seat);
            let better = others().filter(|&other| standings[other] > standings[seat]).count() as u8;
            SeatResult {
                score: scores[seat],
                rank: if standings[seat].is_some() { 1 + better } else { scores.players() as u8 },
                win_share: shares[seat],
                margin: i32::from(scores[seat]) - i32::from(others().map(|other| scores[other]).max().unwrap_or(0)),
                sources: if with_fault(seat) { [0; MAX_SOURCES] } else { counted.sources[seat.index()] },
                counts: if with_fault(seat) { [0; MAX_COUNTS] } else { counted.counts[seat.index()] },
                fault: faults[seat.index()],
                luck: None,
            }
        };
        let seats = Player::all(scores.players()).map(result).collect();
        GameResult { turns: counted.turns, counts: counted.game, seats }
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
            GameMetric::Count(at) => self.counts[at].into(),
            GameMetric::WinningMargin => self.winning_margin().into(),
        }
    }

    /// Returns the points between the best and the second seat; 0 if they are equal.
    pub fn winning_margin(&self) -> u16 {
        self.seats.iter().map(|seat| seat.margin).max().unwrap_or(0) as u16
    }
}

impl SeatResult {
    /// Returns the seat's metrics, in the order of [`ResultSchema::metrics`].
    pub fn values(&self, schema: &ResultSchema) -> [i64; MAX_METRICS] {
        let mut values = [0; MAX_METRICS];
        values[..4].copy_from_slice(&[self.win_share.into(), self.score.into(), self.margin.into(), self.rank.into()]);
        let (sources, counts) = (schema.sources.len(), schema.counts.len());
        let mut at = 4;
        for &points in &self.sources[..sources] {
            values[at] = points.into();
            at += 1;
        }
        for &count in &self.counts[..counts] {
            values[at] = count.into();
            at += 1;
        }
        for (_, of) in schema.totals {
            values[at] = self.counts[of.clone()].iter().map(|&n| i64::from(n)).sum();
            at += 1;
        }
        values
    }
}

#[cfg(test)]
impl GameResult {
    /// Makes up a game of Gold Rush with these scores, all from the first source.
    pub(crate) fn made_up(scores: &PerPlayer<Points>) -> GameResult {
        let mut sources = [[0; MAX_SOURCES]; MAX_PLAYERS];
        scores.iter().for_each(|(seat, score)| sources[seat.index()][0] = score);
        let counted = Counted {
            turns: 71,
            game: [0; MAX_GAME_COUNTS],
            scores: *scores,
            sources,
            counts: [[0; MAX_COUNTS]; MAX_PLAYERS],
        };
        GameResult::of(crate::games::GameName::GoldRush.schema(), &counted, &FaultKinds::default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::GameName;

    fn counted(points: &[Points]) -> Counted {
        let mut scores = PerPlayer::new(points.len(), 0);
        Player::all(points.len()).zip(points).for_each(|(seat, points)| scores[seat] = *points);
        Counted {
            turns: 0,
            game: Default::default(),
            scores,
            sources: Default::default(),
            counts: [[0; MAX_COUNTS]; MAX_PLAYERS],
        }
    }

    /// Returns the rank and win share of each seat.
    fn ranked(points: &[Points], faulty: &[usize]) -> Vec<(u8, u8)> {
        let mut faults = FaultKinds::default();
        faulty.iter().for_each(|seat| faults[*seat] = Some(FaultKind::Crash));
        let counted = counted(points);
        let scores = counted.scores;
        let seats = GameResult::of(GameName::GoldRush.schema(), &counted, &faults).seats;
        if faulty.is_empty() {
            assert!(seats.iter().map(|seat| seat.win_share).eq(win_shares(&scores).iter().map(|(_, share)| share)));
        }
        seats.iter().map(|seat| (seat.rank, seat.win_share)).collect()
    }

    #[test]
    fn faulty_seat_is_last_and_wins_nothing() {
        assert_eq!(ranked(&[9, 5, 9], &[]), [(1, 30), (3, 0), (1, 30)]);
        assert_eq!(ranked(&[9, 5], &[0]), [(2, 0), (1, 60)]);
        assert_eq!(ranked(&[9, 5, 5, 4], &[0]), [(4, 0), (1, 30), (1, 30), (3, 0)]);
        assert_eq!(ranked(&[9, 5, 7, 4], &[0, 3]), [(4, 0), (2, 0), (1, 60), (4, 0)]);
        assert_eq!(ranked(&[9, 5], &[0, 1]), [(2, 0), (2, 0)]);
    }
}
