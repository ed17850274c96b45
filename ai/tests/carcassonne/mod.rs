//! Agents for Carcassonne: documented behavior, legality and strength.

mod greedy;
mod search;
mod strength;
mod variants;

use std::sync::Arc;

use goldrush_ai::agent::Agent;
use goldrush_ai::carcassonne::greedy::Greedy;
use goldrush_ai::carcassonne::heuristic::{Heuristic, Weights};
use goldrush_ai::carcassonne::search_policy::CarcassonneSearchPolicy;
use goldrush_ai::environment::Environment;
use goldrush_ai::random::Random;
use goldrush_ai::search::PlayoutPolicy;
use goldrush_ai::search::{Budget, Mcts, Reward, Rollout, RootConfig, Search, TreeConfig};
use goldrush_ai::weights::SearchWeights;
use goldrush_engine::carcassonne::{Catalogue, Move, Rules, Setup, State};
use goldrush_engine::game::{State as _, View};
use goldrush_engine::rng::{StreamRng, agent_stream, deal_stream};

/// Returns a setup that outlives the test.
fn setup(rules: Rules, players: usize) -> &'static Setup {
    Box::leak(Box::new(
        Setup::new(Arc::new(Catalogue::printed()), rules, players).unwrap(),
    ))
}

/// Agent for a setup that outlives the test.
type AnyAgent = Box<dyn Agent<State<'static>>>;

fn search_policy(policy: PlayoutPolicy, players: usize) -> CarcassonneSearchPolicy {
    CarcassonneSearchPolicy::new(policy, SearchWeights::for_players(players))
}

fn tree(nodes: usize) -> TreeConfig {
    TreeConfig {
        depth: 6,
        exploration: 0.05,
        widening: 1.0,
        prior_weight: 3.0,
        branches: 8,
        nodes,
        reward: Reward {
            scale: 40.0,
            near: 5.0,
        },
    }
}

/// Returns any agent by name; searches run `playouts` playouts per turn.
fn agent(name: &str, players: usize, playouts: u32) -> AnyAgent {
    let config = RootConfig {
        budget: Budget::Playouts(playouts),
        candidates: 40,
        prior_weight: 2.0,
        racing: 0.0,
        reward: Reward {
            scale: 40.0,
            near: 5.0,
        },
    };
    let workers = Environment::sequential(players).workers;
    let rollout = |policy| -> AnyAgent {
        let search_policy = search_policy(policy, players);
        Box::new(Search::<_, _, Move>::new(
            search_policy.clone(),
            config,
            vec![Rollout::new(search_policy, 6)],
            workers,
        ))
    };
    match name {
        "random" => Box::new(Random),
        "greedy" => Box::new(Greedy::default()),
        "heuristic" => Box::new(Heuristic::new(&Weights::tuned(players), 1000)),
        "careless" => Box::new(Heuristic::new(&Weights::tuned(players), 3)),
        "rollout" => rollout(PlayoutPolicy::Heuristic),
        "rollout greedy" => rollout(PlayoutPolicy::Greedy),
        "rollout random" => rollout(PlayoutPolicy::Random),
        "mcts" => {
            let search_policy = search_policy(PlayoutPolicy::Heuristic, players);
            Box::new(Search::<_, _, Move>::new(
                search_policy.clone(),
                config,
                vec![Mcts::<_, Move>::new(search_policy, tree(20_000))],
                workers,
            ))
        }
        _ => panic!("no agent is called {name}"),
    }
}

const AGENTS: [&str; 8] = [
    "random",
    "greedy",
    "heuristic",
    "careless",
    "rollout",
    "rollout greedy",
    "rollout random",
    "mcts",
];

/// Plays a legal game and returns its final state.
fn play(setup: &'static Setup, agents: &mut [&mut AnyAgent], seed: u64) -> State<'static> {
    let mut state = State::deal(setup, &mut deal_stream(1, seed));
    let mut rngs: Vec<StreamRng> = (0..agents.len())
        .map(|at| agent_stream(1, seed, 0, at as _))
        .collect();
    while let Some(seat) = state.to_move() {
        let at = seat.index();
        let mv = agents[at].choose(&View::new(&state, seat), &mut rngs[at]);
        state
            .play(mv)
            .unwrap_or_else(|refused| panic!("seat {seat} played {refused:?} in\n{state:?}"));
    }
    state
}
