//! What is known of a finished game besides its moves: one row for the game and one for each seat.

use goldrush_engine::game::{Points, State as _};
use goldrush_engine::gold_rush::{Acquired, Action, Evaluation, FeatureKind, Move, Observer, State, Table, WHOLE_WIN};
use goldrush_engine::landscape::tile::KindId;
use goldrush_engine::player::{MAX_PLAYERS, PerPlayer, Player};

use super::bots::SeatFault;
use crate::protocol::fault::FaultKind;

/// Counts while a game is played.
#[derive(Clone, Default, Debug)]
pub struct Counter {
    seats: [SeatCounts; MAX_PLAYERS],
    turns: u16,
    discarded: u16,
    completed: [u16; 3],
}

/// What a seat did.
#[derive(Clone, Copy, Default, Debug)]
pub struct SeatCounts {
    /// Cowboys placed, by kind of feature.
    pub cowboys: [u16; 4],
    /// Times a tent was pitched or moved.
    pub tents: u16,
    /// Cowboys taken back.
    pub take_backs: u16,
    /// Tokens mined.
    pub mined: u16,
    /// Tokens won with a mountain.
    pub won: u16,
    /// Points that are due to locomotives.
    pub locomotive_bonus: Points,
    /// Railroads, mountains and cities completed that the seat scored.
    pub completed: [u16; 3],
}

impl Observer for Counter {
    fn moving(&mut self, table: &Table, mv: Move) {
        let seat = &mut self.seats[table.seat().index()];
        match mv {
            Move::Place { .. } => self.turns += 1,
            Move::Act(Action::Cowboy { segment }) => {
                let tile = table.landscape().tile(table.newest());
                seat.cowboys[table.segments(tile)[usize::from(segment)].kind as usize] += 1;
            }
            Move::Act(Action::Tent { .. }) => seat.tents += 1,
            Move::Act(Action::TakeBack { .. }) => seat.take_backs += 1,
            Move::Act(Action::None | Action::Mine { .. }) => {}
        }
    }

    fn discarded(&mut self, _: KindId) {
        self.discarded += 1;
    }

    fn token(&mut self, player: Player, _: u8, how: Acquired) {
        let seat = &mut self.seats[player.index()];
        match how {
            Acquired::Mined => seat.mined += 1,
            Acquired::Won => seat.won += 1,
        }
    }

    fn evaluated(&mut self, _: &Table, evaluation: &Evaluation) {
        if !evaluation.complete || evaluation.kind == FeatureKind::Prairie {
            return;
        }
        self.completed[evaluation.kind as usize] += 1;
        for seat in evaluation.seats.iter() {
            let seat = &mut self.seats[seat.index()];
            seat.completed[evaluation.kind as usize] += 1;
            seat.locomotive_bonus += evaluation.doubled;
        }
    }
}

/// A finished game.
#[derive(Clone, Debug)]
pub struct GameResult {
    /// Turns played.
    pub turns: u16,
    /// Tiles that fitted nowhere.
    pub discarded: u16,
    /// Railroads, mountains and cities completed, scored or not.
    pub completed: [u16; 3],
    /// Tokens nobody acquired.
    pub tokens_left: u16,
    /// The seats, in playing order.
    pub seats: Vec<SeatResult>,
}

/// One seat of a finished game.
#[derive(Clone, Copy, Debug)]
pub struct SeatResult {
    /// Points in all.
    pub score: Points,
    /// 1 for the most points; as many seats are better as the rank less 1.
    pub rank: u8,
    /// Share of the win, in sixtieths.
    pub win_share: u8,
    /// Points more than the best other seat.
    pub margin: i32,
    /// Points by source: railroad, mountain, city, prairie, tokens.
    pub sources: [Points; 5],
    /// What it did.
    pub counts: SeatCounts,
    /// The fault for which it has lost, if its bot had one.
    pub fault: Option<FaultKind>,
}

/// By seat.
pub type FaultKinds = [Option<FaultKind>; MAX_PLAYERS];

impl GameResult {
    /// Reads the result off a game that is over.
    pub fn new(state: &State, counter: &Counter, faults: &[SeatFault]) -> GameResult {
        let sources = |seat| state.sources(seat);
        let mut kinds = FaultKinds::default();
        for (seat, fault) in faults {
            kinds[*seat] = Some(fault.kind);
        }
        let counts = |seat: Player| counter.seats[seat.index()];
        let seats = GameResult::seats(&state.scores(), sources, counts, &kinds);
        let held: u16 = Player::all(state.players()).map(|p| u16::from(state.table().held(p))).sum();
        GameResult {
            turns: counter.turns,
            discarded: counter.discarded,
            completed: counter.completed,
            tokens_left: state.table().setup().tokens().len() as u16 - held,
            seats,
        }
    }

    /// The seats' results: what follows from all scores, and what each did. Seats with a fault are last, all of them,
    /// and the win is among the others; if there are no others, nobody wins.
    pub fn seats(
        scores: &PerPlayer<Points>,
        sources: impl Fn(Player) -> [Points; 5],
        counts: impl Fn(Player) -> SeatCounts,
        faults: &FaultKinds,
    ) -> Vec<SeatResult> {
        let keeps = |seat: Player| faults[seat.index()].is_none();
        let best = scores.iter().filter(|&(seat, _)| keeps(seat)).map(|(_, score)| score).max();
        let wins = |seat, score| keeps(seat) && best == Some(score);
        let winners = scores.iter().filter(|&(seat, score)| wins(seat, score)).count() as u8;
        let result = |(seat, score)| {
            let others = || scores.iter().filter(|&(other, _)| other != seat);
            let better = others().filter(|&(other, points)| keeps(other) && points > score).count() as u8;
            SeatResult {
                score,
                rank: if keeps(seat) { 1 + better } else { scores.players() as u8 },
                win_share: if wins(seat, score) { WHOLE_WIN / winners } else { 0 },
                margin: i32::from(score) - i32::from(others().map(|(_, points)| points).max().unwrap_or(0)),
                sources: sources(seat),
                counts: counts(seat),
                fault: faults[seat.index()],
            }
        };
        scores.iter().map(result).collect()
    }
}

#[cfg(test)]
mod tests {
    use goldrush_engine::gold_rush::win_shares;

    use super::*;

    /// Rank and win share of each seat.
    fn ranked(points: &[Points], faulty: &[usize]) -> Vec<(u8, u8)> {
        let mut scores = PerPlayer::new(points.len(), 0);
        Player::all(points.len()).zip(points).for_each(|(seat, points)| scores[seat] = *points);
        let mut faults = FaultKinds::default();
        faulty.iter().for_each(|seat| faults[*seat] = Some(FaultKind::Crash));
        let seats = GameResult::seats(&scores, |_| [0; 5], |_| SeatCounts::default(), &faults);
        if faulty.is_empty() {
            assert!(seats.iter().map(|seat| seat.win_share).eq(win_shares(&scores).iter().map(|(_, share)| share)));
        }
        seats.iter().map(|seat| (seat.rank, seat.win_share)).collect()
    }

    #[test]
    fn a_seat_with_a_fault_is_last_and_wins_nothing() {
        assert_eq!(ranked(&[9, 5, 9], &[]), [(1, 30), (3, 0), (1, 30)]);
        assert_eq!(ranked(&[9, 5], &[0]), [(2, 0), (1, 60)]);
        assert_eq!(ranked(&[9, 5, 5, 4], &[0]), [(4, 0), (1, 30), (1, 30), (3, 0)]);
        assert_eq!(ranked(&[9, 5, 7, 4], &[0, 3]), [(4, 0), (2, 0), (1, 60), (4, 0)]);
        assert_eq!(ranked(&[9, 5], &[0, 1]), [(2, 0), (2, 0)]);
    }
}
