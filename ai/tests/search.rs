//! Search: same moves for the same seed with any number of threads, bounded memory, no allocation.

use goldrush_ai::environment::{Environment, Workers};
use goldrush_ai::gold_rush::search_policy::GoldRushSearchPolicy;
use goldrush_ai::registry::Spec;
use goldrush_ai::search::PlayoutPolicy;
use goldrush_ai::search::{Mcts, PlayoutRng, PlayoutStrategy, Reward, Rollout, TreeConfig};
use goldrush_ai::weights::SearchWeights;
use goldrush_engine::game::{State as _, View};
use goldrush_engine::gold_rush::{GoldRush, Move, Setup, State};
use goldrush_engine::rng::tool_stream;

/// Returns the moves of a game in which one agent plays all seats.
fn game(spec: &str, players: usize, workers: Workers) -> Vec<Move> {
    let setup = Setup::printed(players);
    let around = Environment {
        workers,
        ..Environment::sequential(players)
    };
    let mut agent = Spec::read::<GoldRush>(spec)
        .unwrap()
        .build::<GoldRush>(&around);
    let mut rng = tool_stream(3);
    let mut state = State::deal(&setup, &mut rng);
    let mut moves = Vec::new();
    while let Some(seat) = state.to_move() {
        let mv = agent.choose(&View::new(&state, seat), &mut rng);
        state.play(mv).expect("a legal move");
        moves.push(mv);
    }
    moves
}

fn in_order(jobs: usize, job: &(dyn Fn(usize) + Sync)) {
    (0..jobs).for_each(job);
}

fn backwards(jobs: usize, job: &(dyn Fn(usize) + Sync)) {
    (0..jobs).rev().for_each(job);
}

fn at_once(jobs: usize, job: &(dyn Fn(usize) + Sync)) {
    std::thread::scope(|scope| {
        for number in 0..jobs {
            scope.spawn(move || job(number));
        }
    });
}

#[test]
fn rollouts_do_not_depend_on_the_number_of_threads() {
    for spec in [
        "rollout:playouts=40",
        "rollout:playouts=160,candidates=4,depth=5,racing=1",
    ] {
        let alone = game(spec, 2, in_order);
        for workers in [in_order as Workers, backwards, at_once] {
            assert_eq!(alone, game(&format!("{spec},threads=3"), 2, workers));
        }
    }
}

/// Racing plays some turns with fewer playouts than without, and none with more.
#[test]
fn racing_saves_playouts() {
    let setup = Setup::printed(2);
    let playouts = |spec: &str, state: &State| {
        let mut agent = Spec::read::<GoldRush>(spec)
            .unwrap()
            .build::<GoldRush>(&Environment::sequential(2));
        agent.choose(
            &View::new(state, state.to_move().unwrap()),
            &mut tool_stream(4),
        );
        agent.playouts()
    };
    let (mut with, mut without) = (0, 0);
    for moves in [0, 30, 60, 90] {
        let state = position(&setup, moves);
        for search in [
            "rollout:playouts=160,candidates=4,depth=5",
            "mcts:playouts=160,candidates=4,depth=5",
        ] {
            let raced = playouts(&format!("{search},racing=2"), &state);
            let halved = playouts(search, &state);
            assert!(raced <= halved && halved <= 160, "{raced} of {halved}");
            (with, without) = (with + raced, without + halved);
        }
    }
    assert!(with < without, "{with} of {without}");
}

#[test]
fn trees_per_thread_do_not_depend_on_thread_order() {
    let first = game("mcts:playouts=60,threads=3", 3, in_order);
    for workers in [backwards as Workers, at_once] {
        assert_eq!(first, game("mcts:playouts=60,threads=3", 3, workers));
    }
}

#[test]
fn different_seeds_give_different_moves() {
    let setup = Setup::printed(2);
    let state = State::deal(&setup, &mut tool_stream(3));
    let seat = state.to_move().unwrap();
    let choice = |seed| {
        let spec = Spec::read::<GoldRush>("rollout:playouts=4").unwrap();
        spec.build::<GoldRush>(&Environment::sequential(2))
            .choose(&View::new(&state, seat), &mut tool_stream(seed))
    };
    assert!((0..50).any(|seed| choice(seed) != choice(seed + 50)));
}

fn tree(nodes: usize) -> TreeConfig {
    TreeConfig {
        depth: 6,
        exploration: 0.2,
        widening: 2.0,
        prior_weight: 3.0,
        branches: 8,
        nodes,
        reward: Reward {
            scale: 40.0,
            near: 5.0,
        },
    }
}

fn search_policy() -> GoldRushSearchPolicy {
    GoldRushSearchPolicy::new(PlayoutPolicy::Heuristic, SearchWeights::for_players(2))
}

/// Returns the position after some random moves.
fn position(setup: &Setup, moves: usize) -> State<'_> {
    let mut rng = tool_stream(8);
    let mut state = State::deal(setup, &mut rng);
    for _ in 0..moves {
        let mv = state.random_move(&mut rng).expect("the game goes on");
        state.play_unchecked(mv);
    }
    state
}

/// Plays sampled worlds.
fn iterate<'s>(
    strategy: &mut impl PlayoutStrategy<State<'s>>,
    view: &View<State<'s>>,
    worlds: std::ops::Range<u64>,
) {
    let mut world = view.sample(&mut PlayoutRng::new(1, 0));
    for number in worlds {
        let mut playout_rng = PlayoutRng::new(1, number);
        view.sample_into(&mut world, &mut playout_rng);
        strategy.run_playout(&mut world, (number % 3) as usize, &mut playout_rng);
    }
}

#[test]
fn trees_stay_within_their_memory() {
    let setup = Setup::printed(2);
    let state = position(&setup, 40);
    let view = View::new(&state, state.to_move().unwrap());
    for nodes in [1, 50, 400] {
        let mut tree = Mcts::<_, Move>::new(search_policy(), tree(nodes));
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

/// The first iterations grow the lists; after that nothing is allocated.
#[test]
fn playouts_allocate_nothing() {
    let setup = Setup::printed(3);
    let state = position(&setup, 60);
    let view = View::new(&state, state.to_move().unwrap());
    let mut rollout = Rollout::new(search_policy(), 8);
    rollout.begin(&view);
    iterate(&mut rollout, &view, 0..200);
    let counted = allocation_counter::measure(|| iterate(&mut rollout, &view, 0..200));
    assert_eq!(counted.count_total, 0, "rollout");
    let mut tree = Mcts::<_, Move>::new(search_policy(), tree(5000));
    tree.begin(&view);
    iterate(&mut tree, &view, 0..300);
    tree.begin(&view);
    let counted = allocation_counter::measure(|| iterate(&mut tree, &view, 0..300));
    assert_eq!(counted.count_total, 0, "mcts");
    // The counter itself notices an allocation.
    assert_eq!(
        allocation_counter::measure(|| drop(std::hint::black_box(Box::new(1)))).count_total,
        1
    );
}
