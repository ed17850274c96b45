//! Value of hidden information: an agent that sees the deal, written for this test, beats an honest one that does the
//! same in sampled worlds.

use goldrush_ai::environment::Environment;
use goldrush_ai::gold_rush::search_policy::GoldRushSearchPolicy;
use goldrush_ai::registry::Spec;
use goldrush_ai::search::PlayoutPolicy;
use goldrush_ai::search::{PlayoutRng, Reward, SearchPolicy};
use goldrush_ai::weights::SearchWeights;
use goldrush_engine::game::{State as _, View};
use goldrush_engine::gold_rush::{GoldRush, Setup, State};
use goldrush_engine::rng::{deal_stream, tool_stream};

/// Tries each candidate once in the true world, and plays the turn that does best there.
struct Oracle {
    search_policy: GoldRushSearchPolicy,
}

impl Oracle {
    const CANDIDATES: usize = 20;
    const DEPTH: usize = 8;

    fn play_turn(&mut self, state: &mut State) {
        let seat = state.to_move().expect("the game goes on");
        self.search_policy.set_root(&View::new(state, seat));
        let mut turns = Vec::new();
        self.search_policy
            .best_turns(state, Oracle::CANDIDATES, &mut turns);
        let mut best = (f32::MIN, turns[0]);
        for turn in turns {
            let mut world = state.clone();
            world.play_unchecked(turn.first);
            turn.second
                .into_iter()
                .for_each(|second| world.play_unchecked(second));
            let mut playout_rng = PlayoutRng::new(1, 1);
            for _ in 0..Oracle::DEPTH {
                if world.to_move().is_some() {
                    self.search_policy.play_turn(&mut world, &mut playout_rng);
                }
            }
            let reward = Reward {
                scale: 40.0,
                near: 5.0,
            }
            .of(seat, world.players(), &self.search_policy.estimate(&world));
            if reward > best.0 {
                best = (reward, turn);
            }
        }
        state.play_unchecked(best.1.first);
        best.1
            .second
            .into_iter()
            .for_each(|second| state.play_unchecked(second));
    }
}

/// Returns the mean margin of the oracle against an agent, over deals played in both seats.
fn margin(spec: &str, deals: u64) -> f64 {
    let setup = Setup::printed(2);
    let spec = Spec::read::<GoldRush>(spec).unwrap();
    let mut oracle = Oracle {
        search_policy: GoldRushSearchPolicy::new(
            PlayoutPolicy::Heuristic,
            SearchWeights::for_players(2),
        ),
    };
    let mut sum = 0;
    for deal in 0..deals {
        for oracle_seat in 0..2 {
            let mut state = State::deal(&setup, &mut deal_stream(9, deal));
            let mut honest = spec.build::<GoldRush>(&Environment::sequential(2));
            let mut rng = tool_stream(deal);
            while let Some(seat) = state.to_move() {
                if seat.index() == oracle_seat {
                    oracle.play_turn(&mut state);
                } else {
                    let mv = honest.choose(&View::new(&state, seat), &mut rng);
                    state.play_unchecked(mv);
                }
            }
            let scores = state.scores();
            let scores = scores.as_slice();
            sum += i32::from(scores[oracle_seat]) - i32::from(scores[1 - oracle_seat]);
        }
    }
    f64::from(sum) / (2 * deals) as f64
}

/// The oracle's margin is no upper bound: with one playout per turn in one world, it mistakes chance for skill. `cargo
/// test -p goldrush-ai oracle -- --ignored --nocapture` takes minutes.
#[test]
#[ignore = "40 games of `best` take three minutes, too long for every run"]
fn a_strong_honest_search_beats_the_oracle() {
    let margin = margin("best", 20);
    println!("the oracle is {margin:+.1} points ahead of best");
    assert!(margin < 0.0);
}

#[test]
fn seeing_the_deal_beats_sampling_it() {
    // The same candidates and depth: once each in the true world against once or more in sampled ones.
    let margin = margin("rollout:playouts=40,candidates=20,depth=8,belief=0", 15);
    println!("the oracle is {margin:+.1} points ahead");
    assert!(margin > 5.0, "the oracle is {margin:+.1} points ahead");
}
