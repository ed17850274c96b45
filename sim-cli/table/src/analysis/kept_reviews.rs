//! Reviews of choices as they are kept while a game is still being reviewed, with turns as text.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use goldrush_ai::search::Decisions;
use goldrush_engine::game::State as _;
use goldrush_engine::player::MAX_PLAYERS;
use goldrush_games::playable::{Playable, StateOf};
use goldrush_harness::store::kept::Kept;
use goldrush_support::stats::interval::Estimate;
use serde::{Deserialize, Serialize};

use super::move_report::MoveReport;
use super::reason::Reason;
use super::review::{Mistake, Position, Review};
use super::source::{notation, turn};

/// Number of reviews after which all so far are kept.
const EVERY: usize = 5;

/// A turn as text, move by move.
type TurnText = Vec<String>;

/// A review of a choice, to be written to a file.
#[derive(Clone, Serialize, Deserialize)]
struct KeptReview {
    at: usize,
    best: KeptReport,
    played: KeptReport,
    swings: [f64; MAX_PLAYERS],
    mistake: Option<KeptMistake>,
}

#[derive(Clone, Serialize, Deserialize)]
struct KeptReport {
    turn: TurnText,
    exact: bool,
    win_share: Estimate,
    margin: Estimate,
    behind: Estimate,
}

#[derive(Clone, Serialize, Deserialize)]
struct KeptMistake {
    better: TurnText,
    drop: Estimate,
    reason: Reason,
    own: f64,
    alternatives: Vec<(TurnText, Estimate)>,
    swings: [f64; MAX_PLAYERS],
    found: Estimate,
}

/// The reviews of a game so far. They are kept, so that a review that was left goes on where it was.
pub struct KeptReviews<G: Playable> {
    kept: Option<Kept>,
    /// Those that were kept before, by the index of the position.
    pub known: BTreeMap<usize, Review<G::Move>>,
    all: Mutex<Vec<KeptReview>>,
}

impl<G: Playable> KeptReviews<G> {
    /// Reads what was kept of the reviews of these positions; nothing is kept without a place.
    pub fn read(kept: Option<Kept>, positions: &[Position<StateOf<G>, G::Move>]) -> KeptReviews<G> {
        let found: Vec<KeptReview> = kept.as_ref().and_then(Kept::read).unwrap_or_default();
        let mut known = BTreeMap::new();
        for one in &found {
            let position = positions.get(one.at);
            if let Some(review) = position.and_then(|position| one.review::<G>(position)) {
                known.insert(one.at, review);
            }
        }
        KeptReviews {
            kept,
            known,
            all: Mutex::new(found),
        }
    }

    /// Adds a review, unless it was known.
    pub fn add(&self, review: &Review<G::Move>, position: &Position<StateOf<G>, G::Move>) {
        if self.kept.is_none() || self.known.contains_key(&review.at) {
            return;
        }
        let mut all = self.all.lock().unwrap_or_else(PoisonError::into_inner);
        all.push(KeptReview::of::<G>(review, &position.state));
        if all.len().is_multiple_of(EVERY)
            && let Some(kept) = &self.kept
        {
            kept.write(&*all);
        }
    }
}

impl KeptReview {
    fn of<G: Playable>(review: &Review<G::Move>, state: &StateOf<G>) -> KeptReview {
        KeptReview {
            at: review.at,
            best: KeptReport::of::<G>(&review.best, state),
            played: KeptReport::of::<G>(&review.played, state),
            swings: review.swings,
            mistake: review.mistake.as_ref().map(|mistake| {
                let alternatives = mistake.alternatives.iter().flatten();
                KeptMistake {
                    better: notation::<G>(state, mistake.better),
                    drop: mistake.drop,
                    reason: mistake.reason,
                    own: mistake.own,
                    alternatives: alternatives
                        .map(|(turn, behind)| (notation::<G>(state, *turn), *behind))
                        .collect(),
                    swings: mistake.swings,
                    found: mistake.found,
                }
            }),
        }
    }

    /// Returns the review; `None` if it does not belong to the position.
    fn review<G: Playable>(
        &self,
        position: &Position<StateOf<G>, G::Move>,
    ) -> Option<Review<G::Move>> {
        let state = &position.state;
        let mistake = match &self.mistake {
            Some(mistake) => Some(mistake.mistake::<G>(state)?),
            None => None,
        };
        Some(Review {
            at: self.at,
            turn: position.turn,
            seat: state.to_move()?,
            best: self.best.report::<G>(state)?,
            played: self.played.report::<G>(state)?,
            swings: self.swings,
            mistake,
        })
    }
}

impl KeptReport {
    fn of<G: Playable>(report: &MoveReport<G::Move>, state: &StateOf<G>) -> KeptReport {
        KeptReport {
            turn: notation::<G>(state, report.turn),
            exact: report.exact,
            win_share: report.win_share,
            margin: report.margin,
            behind: report.behind,
        }
    }

    fn report<G: Playable>(&self, state: &StateOf<G>) -> Option<MoveReport<G::Move>> {
        Some(MoveReport {
            turn: read_turn::<G>(state, &self.turn)?,
            exact: self.exact,
            win_share: self.win_share,
            margin: self.margin,
            behind: self.behind,
        })
    }
}

impl KeptMistake {
    fn mistake<G: Playable>(&self, state: &StateOf<G>) -> Option<Mistake<G::Move>> {
        let mut mistake = Mistake {
            better: read_turn::<G>(state, &self.better)?,
            drop: self.drop,
            reason: self.reason,
            own: self.own,
            alternatives: [const { None }; _],
            swings: self.swings,
            found: self.found,
        };
        for (place, (text, behind)) in mistake.alternatives.iter_mut().zip(&self.alternatives) {
            *place = Some((read_turn::<G>(state, text)?, *behind));
        }
        Some(mistake)
    }
}

fn read_turn<G: Playable>(state: &StateOf<G>, text: &TurnText) -> Option<Decisions<G::Move>> {
    turn::<G>(state, &text.join(", ")).ok()
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use goldrush_engine::game::Game as _;
    use goldrush_engine::player::Player;
    use goldrush_engine::rng::tool_stream;
    use goldrush_games::registry::with_setup;
    use goldrush_games::{Choice, GameName};

    use super::*;
    use crate::analysis::review::{judge, positions, review};

    /// Reviews choices of a random game, and reads them back from their text.
    fn survive_a_file<G: Playable>(setup: G::Setup) {
        let setup = Box::leak(Box::new(setup));
        let mut rng = tool_stream(4);
        let dealt = G::deal(setup, &mut rng);
        let mut state = dealt.clone();
        let mut moves = Vec::new();
        while moves.len() < 24
            && let Some(mv) = state.random_move(&mut rng)
        {
            moves.push(mv);
            state.play_unchecked(mv);
        }
        let positions = positions::<G>(dealt, &moves);
        for (at, position) in positions.iter().enumerate().take(6) {
            let stop = AtomicBool::new(false);
            let mut review = judge::<G>(position, at, 16, 1, &stop).unwrap();
            let clear = Estimate::around(5.0, Some(1.0));
            let mut mistake = Mistake::of(review.best.turn, clear, clear).unwrap();
            mistake.alternatives[0] = Some((review.played.turn, clear));
            review.mistake = Some(mistake);
            let kept = KeptReview::of::<G>(&review, &position.state);
            let text = serde_json::to_string(&kept).unwrap();
            let read: KeptReview = serde_json::from_str(&text).unwrap();
            let read = read.review::<G>(position).unwrap();
            assert_eq!(
                (
                    read.at,
                    read.turn,
                    read.seat,
                    read.best.turn,
                    read.played.turn
                ),
                (
                    review.at,
                    review.turn,
                    review.seat,
                    review.best.turn,
                    review.played.turn
                )
            );
            let turns = |review: &Review<G::Move>| {
                let mistake = review.mistake?;
                let others = mistake
                    .alternatives
                    .map(|other| other.map(|(turn, _)| turn));
                Some((mistake.better, others))
            };
            assert_eq!(turns(&read), turns(&review));
        }
    }

    #[test]
    fn known_reviews_are_not_made_again() {
        let (setup, _) = Choice::printed(GameName::KniziaGold).setup(2).unwrap();
        with_setup!(setup, G, setup => {
            let setup = Box::leak(Box::new(setup));
            let mut state = G::deal(setup, &mut tool_stream(4));
            let dealt = state.clone();
            let mut moves = Vec::new();
            for _ in 0..6 {
                let mv = state.random_move(&mut tool_stream(4)).unwrap();
                moves.push(mv);
                state.play_unchecked(mv);
            }
            let positions = positions::<G>(dealt, &moves);
            let stop = AtomicBool::new(false);
            let known = Review {
                swings: [7.0; MAX_PLAYERS],
                ..judge::<G>(&positions[1], 1, 16, 1, &stop).unwrap()
            };
            let known = BTreeMap::from([(1, known)]);
            let seats = Player::all(2).collect();
            let found = review::<G>(&positions, seats, 16, 1, (&known, &stop), &|_| {});
            let kept: Vec<bool> = found.iter().map(|one| one.swings[0] == 7.0).collect();
            assert_eq!((kept.len(), kept[0], kept[1]), (positions.len(), false, true));
        });
    }

    #[test]
    fn reviews_survive_a_file() {
        for game in GameName::ALL {
            let (setup, _) = Choice::printed(*game).setup(2).unwrap();
            with_setup!(setup, G, setup => survive_a_file::<G>(setup));
        }
    }
}
