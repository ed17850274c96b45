//! Grades of turns, and a summary of each seat's game: what it gave away, and the luck of its draws.

use goldrush_engine::game::State as _;
use goldrush_engine::player::Player;
use goldrush_games::playable::{Playable, StateOf};
use goldrush_harness::sim::game_luck::PARTS;
use goldrush_harness::sim::luck::LuckSum;
use goldrush_report::number::signed;
use goldrush_support::stats::interval::Estimate;
use serde::Serialize;

use super::review::{INACCURACY, Review, given_away, mistakes};

/// Points given away from which a turn is a mistake, not an inaccuracy; like [`BLUNDER`], a convention.
pub const MISTAKE: f64 = 3.0;
/// Points given away from which a turn is a blunder.
pub const BLUNDER: f64 = 8.0;

/// Grade of a turn: below [`Grade::Good`] only if it is worse by more than the error of the measurement.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Debug)]
#[serde(rename_all = "lowercase")]
pub enum Grade {
    /// The turn that looked best.
    Best,
    /// Not shown to be worse than the best, or not by as much as [`INACCURACY`].
    Good,
    /// It gave away at least [`INACCURACY`] points.
    Inaccuracy,
    /// It gave away at least [`MISTAKE`] points.
    Mistake,
    /// It gave away at least [`BLUNDER`] points.
    Blunder,
}

impl Grade {
    /// Grades a turn.
    pub fn of<M: PartialEq>(review: &Review<M>) -> Grade {
        match review.mistake {
            _ if review.played.turn == review.best.turn => Grade::Best,
            // The drop that the second look reports may be a little smaller than the one it found.
            Some(ref mistake) => Grade::for_drop(mistake.drop.mean).max(Grade::Inaccuracy),
            None => Grade::Good,
        }
    }

    /// Returns the grade of a turn that gave away this many points.
    fn for_drop(points: f64) -> Grade {
        match points {
            ..INACCURACY => Grade::Good,
            ..MISTAKE => Grade::Inaccuracy,
            ..BLUNDER => Grade::Mistake,
            _ => Grade::Blunder,
        }
    }

    /// Returns the grade as the beginning of a sentence.
    pub fn name(self) -> &'static str {
        match self {
            Grade::Best => "Best",
            Grade::Good => "Good",
            Grade::Inaccuracy => "An inaccuracy",
            Grade::Mistake => "A mistake",
            Grade::Blunder => "A blunder",
        }
    }
}

/// Summary of a seat's game.
#[derive(Clone, PartialEq, Serialize, Debug)]
pub struct SeatSummary {
    /// Number of its turns by grade, from best to blunder.
    pub grades: [usize; 5],
    /// Margin given away by its clear errors, in points.
    pub given_away: Estimate,
    /// Luck of its draws minus the mean luck of the others' draws, in points.
    pub luck: f64,
}

/// Summarizes the game of a seat, with the luck of each seat.
pub fn summary<M: Copy + PartialEq>(
    reviews: &[Review<M>],
    seat: Player,
    luck: &[f64],
) -> SeatSummary {
    let mut grades = [0; 5];
    reviews
        .iter()
        .filter(|review| review.seat == seat)
        .for_each(|review| grades[Grade::of(review) as usize] += 1);
    let own = luck[seat.index()];
    let others = (luck.iter().sum::<f64>() - own) / (luck.len() - 1) as f64;
    SeatSummary {
        grades,
        given_away: given_away(&mistakes(reviews, seat, usize::MAX)),
        luck: own - others,
    }
}

impl SeatSummary {
    /// Returns the number of turns that were the best or not shown to be worse.
    pub fn good(&self) -> usize {
        self.grades[..2].iter().sum()
    }

    /// Returns the number of turns.
    pub fn turns(&self) -> usize {
        self.grades.iter().sum()
    }
}

/// Returns the luck of a seat's draws in words: `−1 point compared with the others`.
pub fn in_words(luck: f64) -> String {
    let text = signed(luck, 0);
    let points = if text == "+1" || text == "−1" {
        "point"
    } else {
        "points"
    };
    format!("{text} {points} compared with the others")
}

/// Returns the luck of each seat's draws in a game, in points.
pub fn luck<G: Playable>(setup: &G::Setup, dealt: &StateOf<G>, moves: &[G::Move]) -> Vec<f64> {
    let mut sum = LuckSum::<G>::new(setup, dealt.players());
    let mut state = dealt.clone();
    sum.begin(&state);
    for &mv in moves {
        sum.before(&state, mv);
        state.play_unchecked(mv);
        sum.after(&state);
    }
    let luck = sum.draws().seats;
    luck[..dealt.players()]
        .iter()
        .map(|luck| f64::from(luck.points) / f64::from(PARTS))
        .collect()
}

#[cfg(test)]
mod tests {
    use goldrush_engine::gold_rush::{self, GoldRush};
    use goldrush_engine::knizia_gold::{self, KniziaGold};
    use goldrush_engine::player::MAX_PLAYERS;
    use goldrush_engine::rng::tool_stream;

    use super::*;
    use crate::analysis::move_report::MoveReport;
    use crate::analysis::review::Mistake;

    /// Returns the review of a turn that was `behind` points worse than the best, give or take half a point.
    fn review(turn: u8, behind: f64) -> Review<u8> {
        let report = |turn, behind| MoveReport {
            turn: [Some(turn), None, None],
            exact: false,
            win_share: Estimate::around(0.5, Some(0.1)),
            margin: Estimate::around(0.0, Some(1.0)),
            behind: Estimate::around(behind, Some(0.5)),
        };
        let best = report(0, 0.0);
        let played = report(turn, behind);
        Review {
            at: 0,
            turn: 0,
            seat: Player::FIRST,
            best,
            played,
            swings: [0.0; MAX_PLAYERS],
            mistake: Mistake::of(best.turn, played.behind, played.behind),
        }
    }

    #[test]
    fn grades_go_by_points_given_away() {
        use Grade::{Best, Blunder, Good, Inaccuracy};
        assert_eq!(
            [(0, 0.0), (1, 0.9), (1, 1.1), (1, 3.0), (1, 7.9), (1, 8.0)]
                .map(|(turn, behind)| Grade::of(&review(turn, behind))),
            [
                Best,
                Good,
                Inaccuracy,
                Grade::Mistake,
                Grade::Mistake,
                Blunder
            ]
        );
        // The second look did not confirm the first.
        let unconfirmed = Review {
            mistake: None,
            ..review(1, 9.0)
        };
        assert_eq!(Grade::of(&unconfirmed), Good);
    }

    #[test]
    fn summary_counts_the_turns_of_one_seat_and_compares_luck_with_the_others() {
        let other = Review {
            seat: Player::FIRST.next(3),
            ..review(1, 9.0)
        };
        let found = summary(
            &[review(0, 0.0), review(1, 9.0), other, review(1, 0.5)],
            Player::FIRST,
            &[6.0, 1.0, 2.0],
        );
        assert_eq!(
            (found.grades, found.good(), found.turns(), found.luck),
            ([1, 1, 0, 0, 1], 2, 3, 4.5)
        );
    }

    /// Plays a random game; its luck is not over after its first half.
    fn luck_goes_on<G: Playable>(setup: G::Setup) {
        let setup = Box::leak(Box::new(setup));
        let mut rng = tool_stream(3);
        let dealt = G::deal(setup, &mut rng);
        let mut state = dealt.clone();
        let mut moves = Vec::new();
        while let Some(mv) = state.random_move(&mut rng) {
            moves.push(mv);
            state.play_unchecked(mv);
        }
        let [whole, half] =
            [&moves[..], &moves[..moves.len() / 2]].map(|moves| luck::<G>(setup, &dealt, moves));
        assert!(
            whole.len() == 2 && whole != half && whole.iter().all(|luck| luck.abs() > 0.1),
            "{whole:?} {half:?}"
        );
    }

    /// Tiles are drawn after a move, cards by it.
    #[test]
    fn luck_of_a_game_is_that_of_all_its_draws() {
        luck_goes_on::<GoldRush>(gold_rush::Setup::printed(2));
        luck_goes_on::<KniziaGold>(knizia_gold::Setup::new(2, false).unwrap());
    }
}
