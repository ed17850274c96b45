//! What turns are said to be worth.

use goldrush_ai::gold_rush::guide::GoldRushGuide;
use goldrush_ai::gold_rush::heuristic::Weights;
use goldrush_ai::search::appraisal::{Appraisal, Question, Thoroughness, appraise};
use goldrush_ai::search::{Decisions, Policy};
use goldrush_ai::surroundings::{Surroundings, Workers};
use goldrush_engine::game::{State as _, View};
use goldrush_engine::gold_rush::{Action, Move, Phase, Setup, State};
use goldrush_engine::rng::tool_stream;

const THOROUGHNESS: Thoroughness = Thoroughness { candidates: 20, finalists: 4, worlds: 40 };

fn ask(
    state: &State,
    include: Option<Decisions<Move>>,
    workers: Workers,
    stopped: &(dyn Fn() -> bool + Sync),
) -> Vec<Appraisal<Move>> {
    let view = View::new(state, state.to_move().unwrap());
    let (play, estimate) = (Weights::tuned(state.players()), Weights::fitted(state.players()));
    let mut guide = GoldRushGuide::new(Policy::Heuristic, 1000, &play, &estimate);
    let question = Question { thoroughness: THOROUGHNESS, include, workers, stopped };
    appraise(&mut guide, &view, &question, &mut tool_stream(7))
}

fn one_by_one() -> Workers {
    Surroundings::still(2).workers
}

/// After so many random moves.
fn position<'s>(setup: &'s Setup, moves: usize) -> State<'s> {
    let mut rng = tool_stream(3);
    let mut state = State::deal(setup, &mut rng);
    for _ in 0..moves {
        let mv = state.random_move(&mut rng).unwrap();
        state.play_unchecked(mv);
    }
    state
}

#[test]
fn the_best_come_first_and_all_are_legal() {
    let setup = Setup::printed(3);
    for moves in [0, 41, 60] {
        let state = position(&setup, moves);
        let appraisals = ask(&state, None, one_by_one(), &|| false);
        assert!((2..=4).contains(&appraisals.len()));
        assert!(appraisals.is_sorted_by(|x, y| x.mean_margin() >= y.mean_margin()));
        for Appraisal { turn, margins, wins } in appraisals {
            assert_eq!((margins.len(), wins.len()), (40, 40));
            assert!(margins.iter().zip(&wins).all(|(m, w)| (*m > 0.0) == (*w == 1.0) && (*m < 0.0) == (*w == 0.0)));
            let mut after = state.clone();
            after.play(turn.first).unwrap();
            assert_eq!(turn.second.is_some(), state.phase() == Phase::Place);
            turn.second.into_iter().for_each(|second| after.play(second).unwrap());
        }
    }
}

#[test]
fn a_turn_that_is_asked_for_is_among_them() {
    let setup = Setup::printed(2);
    let state = position(&setup, 80);
    let worst = ask(&state, None, one_by_one(), &|| false).pop().unwrap();
    let (slot, rotation) = state.nth_placement(0);
    let place = Move::Place { cell: state.landscape().frontier().cell(slot), rotation };
    let asked = [Some(place), Some(Move::Act(Action::None)), None];
    let appraisals = ask(&state, Some(asked), one_by_one(), &|| false);
    let own = appraisals.iter().find(|a| a.turn.decisions() == asked).unwrap();
    assert_eq!(own.margins.len(), 40);
    assert!(own.mean_margin() < worst.mean_margin(), "doing nothing anywhere is worse than what was chosen");
}

#[test]
fn workers_do_not_change_what_is_said_and_it_ends_when_told_to() {
    fn backwards(jobs: usize, job: &(dyn Fn(usize) + Sync)) {
        std::thread::scope(|scope| (0..jobs).rev().for_each(|n| drop(scope.spawn(move || job(n)))));
    }
    let setup = Setup::printed(2);
    let state = position(&setup, 100);
    let alone = ask(&state, None, one_by_one(), &|| false);
    assert_eq!(alone, ask(&state, None, backwards, &|| false));
    let stopped = ask(&state, None, one_by_one(), &|| true);
    assert!(!stopped.is_empty() && stopped.iter().all(|a| a.margins.is_empty()));
}

/// In the last turn nothing is left to chance but the tokens.
#[test]
fn the_last_turn_is_known_exactly() {
    let setup = Setup::printed(2);
    let mut state = position(&setup, 60);
    let mut rng = tool_stream(9);
    while state.tiles_left() > 0 || state.phase() != Phase::Place {
        let mv = state.random_move(&mut rng).unwrap();
        state.play_unchecked(mv);
    }
    let seat = state.seat();
    for Appraisal { turn, margins, .. } in ask(&state, None, one_by_one(), &|| false) {
        let mut after = state.clone();
        after.play(turn.first).unwrap();
        turn.second.into_iter().for_each(|second| after.play(second).unwrap());
        let scores = after.scores();
        let other = seat.next(2);
        let margin = f32::from(scores[seat]) - f32::from(scores[other]);
        // What the other holds is unknown: at most 5 a token apart, and right on average.
        let most = 5.0 * f32::from(after.held(other) + after.held(seat));
        assert!(margins.iter().all(|m| (m - margin).abs() <= most));
    }
}
