//! Regret computed from samples, compared with actual searches.

use goldrush_ai::agent::Agent as _;
use goldrush_ai::environment::Environment;
use goldrush_ai::gold_rush::search_policy::GoldRushSearchPolicy;
use goldrush_ai::search::regret::{Allocation, RegretConfig, sample_regret};
use goldrush_ai::search::{
    Budget, PlayoutPolicy, PlayoutRng, Reward, Rollout, RootConfig, Search, SearchPolicy as _,
};
use goldrush_ai::weights::SearchWeights;
use goldrush_engine::game::{Game as _, State as _, View};
use goldrush_engine::gold_rush::{GoldRush, Setup};
use goldrush_engine::rng::{agent_stream, deal_stream};
use rand::Rng as _;

/// Compares the fast path with the slow one: the choice predicted from samples equals that of a search in the same
/// worlds.
#[test]
fn choices_from_samples_equal_those_of_the_search() {
    choices_agree(
        "playouts=60,candidates=12,depth=3,belief=2,scale=40",
        60,
        12,
        3,
        0.0,
    );
}

#[test]
fn choices_from_samples_equal_those_of_a_racing_search() {
    choices_agree(
        "playouts=160,candidates=4,depth=5,belief=2,scale=40,racing=1",
        160,
        4,
        5,
        1.0,
    );
}

fn choices_agree(text: &str, playouts: u32, candidates: usize, depth: usize, racing: f32) {
    let setup = Setup::printed(2);
    let mut search_policy =
        GoldRushSearchPolicy::new(PlayoutPolicy::Heuristic, SearchWeights::for_players(2));
    let allocation = Allocation::read(text, 2).unwrap();
    let trial = RegretConfig {
        candidates,
        worlds: 70,
        depths: vec![depth],
        measured: 1,
    };
    let config = RootConfig {
        budget: Budget::Playouts(playouts),
        candidates,
        prior_weight: 2.0,
        racing,
        reward: Reward {
            scale: 40.0,
            near: 5.0,
        },
    };
    let order: Vec<usize> = (0..trial.worlds).collect();
    let mut state = GoldRush::deal(&setup, &mut deal_stream(5, 0));
    let (mut same, mut decisions) = (0, 0);
    while let Some(seat) = state.to_move() {
        let view = View::new(&state, seat);
        let mut rng = agent_stream(5, decisions, 0, 0);
        let mut turns = Vec::new();
        search_policy.set_root(&view);
        search_policy.best_turns(
            &view.sample(&mut PlayoutRng::new(1, 0)),
            trial.candidates,
            &mut turns,
        );
        let mut truth = Rollout::new(search_policy.clone(), 0);
        let tries = sample_regret(
            &mut search_policy,
            &mut truth,
            &view,
            &trial,
            rng.clone().next_u64(),
        );
        let choice = (turns.len() > 1).then(|| tries.choose(&allocation, &trial.depths, &order));
        let rollout = Rollout::new(search_policy.clone(), depth);
        let mut search = Search::new(
            search_policy.clone(),
            config,
            vec![rollout],
            Environment::sequential(2).workers,
        );
        let (candidate, playouts) =
            choice.map_or((0, 0), |choice| (choice.candidate, choice.playouts));
        let mv = search.choose(&view, &mut rng);
        same += u64::from(turns[candidate].first == mv && playouts == search.playouts());
        decisions += 1;
        turns[0].moves().for_each(|mv| state.play_unchecked(mv));
    }
    // Samples are rounded.
    assert!(
        decisions > 60 && same >= decisions - 1,
        "{same} of {decisions}"
    );
}
