//! `cargo bench -p goldrush-ai`: a turn of each policy, a playout, and an iteration of the tree, in the middle of a
//! game. Instruction counts are more comparable than times; see `scripts/instructions.sh`.

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use goldrush_ai::environment::Environment;
use goldrush_ai::gold_rush::search_policy::GoldRushSearchPolicy;
use goldrush_ai::registry::Spec;
use goldrush_ai::search::PlayoutPolicy;
use goldrush_ai::search::{Mcts, PlayoutRng, PlayoutStrategy, Reward, Rollout, TreeConfig};
use goldrush_ai::weights::SearchWeights;
use goldrush_engine::game::{State as _, View};
use goldrush_engine::gold_rush::{GoldRush, Move, Phase, Setup, State};
use goldrush_engine::rng::tool_stream;

/// Returns a position in the middle of a game that the heuristic plays against itself.
fn position(setup: &Setup) -> State<'_> {
    let mut rng = tool_stream(4);
    let mut agent =
        Spec::read::<GoldRush>("heuristic").expect("it is registered").build::<GoldRush>(&Environment::sequential(2));
    let mut state = State::deal(setup, &mut rng);
    while state.table().tiles_left() > 35 || state.table().phase() != Phase::Place {
        let seat = state.to_move().expect("the game goes on");
        let mv = agent.choose(&View::new(&state, seat), &mut rng);
        state.play_unchecked(mv);
    }
    state
}

fn search_policy() -> GoldRushSearchPolicy {
    GoldRushSearchPolicy::new(PlayoutPolicy::Heuristic, SearchWeights::for_players(2))
}

fn turns(c: &mut Criterion) {
    let setup = Setup::printed(2);
    let state = position(&setup);
    let view = View::new(&state, state.to_move().expect("the game goes on"));
    let mut group = c.benchmark_group("placement");
    for name in ["random", "greedy", "heuristic"] {
        let mut agent =
            Spec::read::<GoldRush>(name).expect("it is registered").build::<GoldRush>(&Environment::sequential(2));
        let mut rng = tool_stream(1);
        group
            .bench_function(BenchmarkId::from_parameter(name), |b| b.iter(|| agent.choose(black_box(&view), &mut rng)));
    }
}

/// Benchmarks dealing and playing a world.
fn world<'s>(c: &mut Criterion, name: &str, view: &View<State<'s>>, strategy: &mut impl PlayoutStrategy<State<'s>>) {
    let mut world = view.sample(&mut PlayoutRng::new(1, 0));
    let mut number = 0;
    strategy.begin(view);
    c.bench_function(name, |b| {
        b.iter(|| {
            number += 1;
            if number % 10_000 == 0 {
                strategy.begin(view);
            }
            let mut playout_rng = PlayoutRng::new(1, number);
            view.sample_into(&mut world, &mut playout_rng);
            strategy.run_playout(&mut world, 0, &mut playout_rng)
        });
    });
}

fn worlds(c: &mut Criterion) {
    let setup = Setup::printed(2);
    let state = position(&setup);
    let view = View::new(&state, state.to_move().expect("the game goes on"));
    world(c, "playout of 6 turns", &view, &mut Rollout::new(search_policy(), 6));
    let config = TreeConfig {
        depth: 6,
        exploration: 0.05,
        widening: 1.0,
        prior_weight: 3.0,
        branches: 8,
        nodes: 20_000,
        reward: Reward { scale: 40.0, near: 5.0 },
    };
    world(c, "mcts iteration of 6 turns", &view, &mut Mcts::<_, Move>::new(search_policy(), config));
}

criterion_group!(benches, turns, worlds);
criterion_main!(benches);
