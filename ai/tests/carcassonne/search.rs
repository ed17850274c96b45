//! Search on Carcassonne: turns of three decisions, stored plans, and playouts without allocation.

use goldrush_ai::carcassonne::search_policy::CarcassonneSearchPolicy;
use goldrush_ai::search::PlayoutPolicy;
use goldrush_ai::search::{Mcts, PlayoutRng, PlayoutStrategy, Rollout, SearchPolicy, Turn};
use goldrush_engine::carcassonne::{Move, Phase, Rules, Setup, State};
use goldrush_engine::game::{State as _, View};
use goldrush_engine::rng::tool_stream;

use super::{agent, search_policy, setup, tree};

/// Returns the position after some random moves.
fn position(setup: &'static Setup, moves: usize) -> State<'static> {
    let mut rng = tool_stream(8);
    let mut state = State::deal(setup, &mut rng);
    for _ in 0..moves {
        let mv = state.random_move(&mut rng).expect("the game goes on");
        state.play_unchecked(mv);
    }
    state
}

/// Plays sampled worlds.
fn iterate(
    strategy: &mut impl PlayoutStrategy<State<'static>>,
    view: &View<State<'static>>,
    worlds: std::ops::Range<u64>,
) {
    let mut world = view.sample(&mut PlayoutRng::new(1, 0));
    for number in worlds {
        let mut playout_rng = PlayoutRng::new(1, number);
        view.sample_into(&mut world, &mut playout_rng);
        strategy.run_playout(&mut world, (number % 3) as usize, &mut playout_rng);
    }
}

/// The first iterations grow the lists; after that nothing is allocated.
#[test]
fn playouts_allocate_nothing() {
    let setup = setup(
        Rules {
            gold_mines: true,
            ..Rules::default()
        },
        3,
    );
    let state = position(setup, 70);
    let view = View::new(&state, state.to_move().unwrap());
    for policy in PlayoutPolicy::ALL {
        let mut rollout = Rollout::new(search_policy(policy, 3), 60);
        rollout.begin(&view);
        iterate(&mut rollout, &view, 0..200);
        let counted = allocation_counter::measure(|| iterate(&mut rollout, &view, 0..200));
        assert_eq!(counted.count_total, 0, "rollout, {policy:?}");
    }
    let mut tree = Mcts::<CarcassonneSearchPolicy, Move>::new(
        search_policy(PlayoutPolicy::Heuristic, 3),
        tree(5000),
    );
    tree.begin(&view);
    iterate(&mut tree, &view, 0..300);
    tree.begin(&view);
    let counted = allocation_counter::measure(|| iterate(&mut tree, &view, 0..300));
    assert_eq!(counted.count_total, 0, "mcts");
}

#[test]
fn trees_stay_within_their_memory() {
    let setup = setup(
        Rules {
            gold_mines: true,
            ..Rules::default()
        },
        2,
    );
    let state = position(setup, 40);
    let view = View::new(&state, state.to_move().unwrap());
    for nodes in [1, 50, 400] {
        let mut tree =
            Mcts::<_, Move>::new(search_policy(PlayoutPolicy::Heuristic, 2), tree(nodes));
        tree.begin(&view);
        let before = tree.memory();
        iterate(&mut tree, &view, 0..600);
        assert!(
            tree.len() > nodes / 2 && tree.len() <= nodes,
            "{} of {nodes}",
            tree.len()
        );
        assert_eq!(tree.memory(), before, "nothing is set aside later");
    }
}

/// A turn with a gold tile has three decisions; all ranked turns are playable, and the best comes first.
#[test]
fn turns_with_a_gold_tile_have_three_decisions() {
    let setup = setup(
        Rules {
            gold_mines: true,
            ..Rules::default()
        },
        2,
    );
    let (mut rng, mut turns, mut threes) = (tool_stream(5), Vec::<Turn<Move>>::new(), 0);
    let mut search_policy = search_policy(PlayoutPolicy::Heuristic, 2);
    let mut state = State::deal(setup, &mut rng);
    while let Some(mv) = state.random_move(&mut rng) {
        search_policy.best_turns(&state, 1000, &mut turns);
        assert!(turns.is_sorted_by(|one, next| one.value >= next.value) && !turns.is_empty());
        for turn in &turns {
            let mut after = state.clone();
            turn.moves()
                .for_each(|mv| after.play(mv).expect("a legal move"));
            assert!(matches!(
                after.table().phase(),
                Phase::Place | Phase::Take | Phase::Over
            ));
        }
        let gold = setup.catalogue().kind(state.table().hand()).gold;
        if state.table().phase() == Phase::Place {
            assert!(turns.iter().all(|turn| turn.third.is_some() == gold));
            threes += usize::from(gold);
        }
        state.play_unchecked(mv);
    }
    assert!(threes >= 7, "{threes}");
}

/// A search runs no playouts for the rest of a turn that it has chosen.
#[test]
fn a_chosen_turn_is_finished_without_new_playouts() {
    let setup = setup(
        Rules {
            gold_mines: true,
            ..Rules::default()
        },
        2,
    );
    let mut rng = tool_stream(6);
    for name in ["rollout", "mcts"] {
        let mut state = State::deal(setup, &mut rng);
        let mut searcher = agent(name, 2, 20);
        while let Some(seat) = state.to_move() {
            let before = searcher.playouts();
            let mv = searcher.choose(&View::new(&state, seat), &mut rng);
            let thinks = matches!(state.table().phase(), Phase::Place | Phase::Take);
            assert!(thinks || searcher.playouts() == before, "{mv:?} {state:?}");
            state.play(mv).expect("a legal move");
        }
        assert!(searcher.playouts() > 0);
    }
}
