//! Evaluation of moves.

use goldrush_ai::environment::{Environment, Workers};
use goldrush_ai::gold_rush::search_policy::GoldRushSearchPolicy;
use goldrush_ai::search::move_evaluation::{
    EvaluationRequest, MoveEvaluation, Selection, Thoroughness, evaluate_moves,
};
use goldrush_ai::search::{Decisions, Estimates, PlayoutPolicy, PlayoutRng, SearchPolicy, Turn};
use goldrush_ai::weights::SearchWeights;
use goldrush_engine::game::{Points, State as _, View};
use goldrush_engine::gold_rush::{Action, Move, Phase, Setup, State};
use goldrush_engine::player::{PerPlayer, Player};
use goldrush_engine::rng::{below, tool_stream};
use rand::Rng;

const THOROUGHNESS: Thoroughness = Thoroughness {
    selection: Selection::Rounds(20_000),
    finalists: 4,
    worlds: 40,
};

fn evaluate(
    state: &State,
    include: &[Decisions<Move>],
    workers: Workers,
    stopped: &(dyn Fn() -> bool + Sync),
) -> Vec<MoveEvaluation<Move>> {
    let view = View::new(state, state.to_move().unwrap());
    let mut search_policy = GoldRushSearchPolicy::new(
        PlayoutPolicy::Heuristic,
        SearchWeights::for_players(state.players()),
    );
    let request = EvaluationRequest {
        thoroughness: THOROUGHNESS,
        include,
        workers,
        stopped,
    };
    evaluate_moves(&mut search_policy, &view, &request, &mut tool_stream(7))
}

fn sequential_workers() -> Workers {
    Environment::sequential(2).workers
}

/// Returns the position after some random moves.
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
fn evaluated_moves_are_legal_and_played_in_equally_many_worlds() {
    let setup = Setup::printed(3);
    for moves in [0, 41, 60] {
        let state = position(&setup, moves);
        let evaluations = evaluate(&state, &[], sequential_workers(), &|| false);
        assert!((2..=4).contains(&evaluations.len()));
        for MoveEvaluation {
            turn,
            margins,
            wins,
            points,
            ..
        } in evaluations
        {
            assert_eq!((margins.len(), wins.len(), points.len()), (40, 40, 40));
            // By source, points add up to the lead.
            let sums = points
                .iter()
                .map(|seats| seats.map(|sources| sources.iter().sum::<u16>()));
            let lead = |[a, b, c, ..]: [u16; 5]| [a, b, c].map(f32::from);
            let seat = state.to_move().unwrap().index();
            for (points, margin) in sums.map(lead).zip(&margins) {
                let rivals = (0..3)
                    .filter(|other| *other != seat)
                    .map(|other| points[other]);
                assert_eq!(points[seat] - rivals.fold(0.0, f32::max), *margin);
            }
            assert!(
                margins
                    .iter()
                    .zip(&wins)
                    .all(|(m, w)| (*m > 0.0) == (*w == 1.0) && (*m < 0.0) == (*w == 0.0))
            );
            let mut after = state.clone();
            after.play(turn.first).unwrap();
            assert_eq!(turn.second.is_some(), state.phase() == Phase::Place);
            turn.second
                .into_iter()
                .for_each(|second| after.play(second).unwrap());
        }
    }
}

#[test]
fn requested_turns_are_included() {
    let setup = Setup::printed(2);
    let state = position(&setup, 80);
    let best = evaluate(&state, &[], sequential_workers(), &|| false).swap_remove(0);
    let (slot, rotation) = state.placements().next().unwrap();
    let place = Move::Place {
        cell: state.landscape().frontier().cell(slot),
        rotation,
    };
    let asked = [Some(place), Some(Move::Act(Action::None)), None];
    let evaluations = evaluate(&state, &[asked], sequential_workers(), &|| false);
    let own = evaluations
        .iter()
        .find(|a| a.turn.decisions() == asked)
        .unwrap();
    assert_eq!(own.margins.len(), 40);
    assert!(
        own.mean_margin() < best.mean_margin(),
        "doing nothing anywhere is worse than the best turn"
    );
}

#[test]
fn workers_do_not_change_the_result_and_evaluation_stops_on_request() {
    fn backwards(jobs: usize, job: &(dyn Fn(usize) + Sync)) {
        std::thread::scope(|scope| {
            (0..jobs)
                .rev()
                .for_each(|n| drop(scope.spawn(move || job(n))));
        });
    }
    let setup = Setup::printed(2);
    let state = position(&setup, 100);
    let alone = evaluate(&state, &[], sequential_workers(), &|| false);
    assert_eq!(alone, evaluate(&state, &[], backwards, &|| false));
    let stopped = evaluate(&state, &[], sequential_workers(), &|| true);
    assert!(!stopped.is_empty() && stopped.iter().all(|a| a.margins.is_empty()));
}

/// In the last turn only the tokens are left to chance.
#[test]
fn the_last_turn_is_evaluated_exactly() {
    let setup = Setup::printed(2);
    let mut state = position(&setup, 60);
    let mut rng = tool_stream(9);
    while state.tiles_left() > 0 || state.phase() != Phase::Place {
        let mv = state.random_move(&mut rng).unwrap();
        state.play_unchecked(mv);
    }
    let seat = state.seat();
    for MoveEvaluation { turn, margins, .. } in
        evaluate(&state, &[], sequential_workers(), &|| false)
    {
        let mut after = state.clone();
        after.play(turn.first).unwrap();
        turn.second
            .into_iter()
            .for_each(|second| after.play(second).unwrap());
        let scores = after.scores();
        let other = seat.next(2);
        let margin = f32::from(scores[seat]) - f32::from(scores[other]);
        // The other seat's tokens are unknown: off by at most 5 per token, and right on average.
        let most = 5.0 * f32::from(after.token_count(other) + after.token_count(seat));
        assert!(margins.iter().all(|m| (m - margin).abs() <= most));
    }
}

/// Raffle: the first seat picks one of many lots and gets its hidden content. Lot n is worth `values[n]` plus a random
/// number from 0 to 100.
#[derive(Clone, PartialEq, Debug)]
struct Raffle {
    values: [u8; LOTS],
    hidden: [u8; LOTS],
    picked: Option<usize>,
}

const LOTS: usize = 300;

impl goldrush_engine::game::State for Raffle {
    type Setup = [u8; LOTS];
    type Move = usize;
    type Observation = Option<usize>;

    fn deal<R: Rng>(values: [u8; LOTS], rng: &mut R) -> Raffle {
        let mut raffle = Raffle {
            values,
            hidden: [0; LOTS],
            picked: None,
        };
        raffle.determinize(Player::FIRST, rng);
        raffle
    }

    fn players(&self) -> usize {
        2
    }

    fn to_move(&self) -> Option<Player> {
        self.picked.is_none().then_some(Player::FIRST)
    }

    fn legal_moves(&self, moves: &mut Vec<usize>) {
        moves.clear();
        moves.extend((0..LOTS).filter(|_| self.picked.is_none()));
    }

    fn play_unchecked(&mut self, lot: usize) {
        self.picked = Some(lot);
    }

    fn scores(&self) -> PerPlayer<Points> {
        let mut scores = PerPlayer::new(2, 0);
        scores[Player::FIRST] = self.picked.map_or(0, |lot| {
            u16::from(self.values[lot]) + u16::from(self.hidden[lot])
        });
        scores
    }

    fn determinize<R: Rng>(&mut self, _: Player, rng: &mut R) {
        self.hidden = std::array::from_fn(|_| below(rng, 101) as u8);
    }

    fn adopt_deal(&mut self, later: &Raffle) {
        self.hidden = later.hidden;
    }

    fn observation(&self, _: Player) -> Option<usize> {
        self.picked
    }
}

/// Search policy whose ranking is unrelated to the values of the lots.
#[derive(Clone)]
struct UninformedPolicy;

impl SearchPolicy<Raffle> for UninformedPolicy {
    fn set_root(&mut self, _: &View<Raffle>) {}

    fn position_key(&self, _: &Raffle) -> u64 {
        0
    }

    fn best_turns(&mut self, _: &Raffle, most: usize, turns: &mut Vec<Turn<usize>>) {
        turns.clear();
        turns.extend((0..LOTS.min(most)).map(|first| Turn {
            first,
            second: None,
            third: None,
            value: 0.0,
        }));
    }

    fn play_turn(&mut self, raffle: &mut Raffle, _: &mut PlayoutRng) {
        raffle.play_unchecked(0);
    }

    fn estimate(&mut self, raffle: &Raffle) -> Estimates {
        let mut estimates = Estimates::default();
        estimates[0] = raffle.scores()[Player::FIRST].into();
        estimates
    }

    fn draws_left(&self, _: &Raffle) -> u16 {
        0
    }

    fn chance_key(&self, _: &Raffle) -> u32 {
        0
    }
}

/// Evaluates a raffle and returns five lots, measured in a number of worlds.
fn lots(
    values: [u8; LOTS],
    selection: Selection,
    worlds: usize,
    seed: u64,
) -> Vec<MoveEvaluation<usize>> {
    let raffle = <Raffle as goldrush_engine::game::State>::deal(values, &mut tool_stream(seed));
    let thoroughness = Thoroughness {
        selection,
        finalists: 5,
        worlds,
    };
    let request = EvaluationRequest {
        thoroughness,
        include: &[],
        workers: sequential_workers(),
        stopped: &|| false,
    };
    evaluate_moves(
        &mut UninformedPolicy,
        &View::new(&raffle, Player::FIRST),
        &request,
        &mut tool_stream(seed),
    )
}

/// Among equal lots the luckiest are selected; that must not bias their measured values.
#[test]
fn selection_does_not_bias_the_measured_values() {
    for selection in [
        Selection::Rounds(5000),
        Selection::Race(5000),
        Selection::Outright(16),
    ] {
        let runs = 400;
        let all: Vec<_> = (0..runs)
            .map(|seed| lots([0; LOTS], selection, 16, seed))
            .collect();
        let mean = |of: &dyn Fn(&[MoveEvaluation<usize>]) -> f32| {
            all.iter().map(|a| of(a)).sum::<f32>() / runs as f32
        };
        // The mean of 16 has a standard deviation of 7.3 points, that of all runs of 0.4.
        let first = mean(&|evaluations| evaluations[0].mean_margin());
        assert!(
            (first - 50.0).abs() < 1.5,
            "{selection:?}: the first has {first}"
        );
        let second =
            mean(&|evaluations| evaluations[0].mean_margin() - evaluations[1].mean_margin());
        let last = mean(&|evaluations| evaluations[0].mean_margin() - evaluations[4].mean_margin());
        assert!(
            second.abs() < 2.0 && last.abs() < 2.0,
            "{selection:?}: {second} and {last} behind"
        );
    }
}

/// The lot that the search policy ranks last is found, and comes first.
#[test]
fn the_best_lot_is_found_regardless_of_its_rank() {
    let mut values = [0; LOTS];
    (values[LOTS - 1], values[57]) = (120, 60);
    for selection in [Selection::Rounds(10_000), Selection::Race(10_000)] {
        for seed in 0..20 {
            let found = lots(values, selection, 16, seed);
            assert_eq!(
                (found[0].turn.first, found[1].turn.first),
                (LOTS - 1, 57),
                "{selection:?} {seed}"
            );
        }
    }
}

/// Measured values depend on the seed alone, not on the selection or on other measured lots.
#[test]
fn measured_values_do_not_depend_on_the_selection() {
    let mut values = [0; LOTS];
    values[7] = 120;
    let (rounds, outright) = (
        lots(values, Selection::Rounds(5000), 16, 3),
        lots(values, Selection::Outright(24), 40, 3),
    );
    assert_eq!(rounds[0].turn.first, 7);
    assert_eq!(rounds[0].margins[..], outright[0].margins[..16]);
}
