//! The weights of every heuristic: in their ranges, and the same there and back.

use goldrush_ai::weights::Weight;
use goldrush_ai::{carcassonne, gold_rush};

fn check<const N: usize>(list: &[Weight], values: [f32; N], there_and_back: [f32; N]) {
    assert_eq!(values, there_and_back);
    for (weight, value) in list.iter().zip(values) {
        assert!((weight.range.0..=weight.range.1).contains(&value), "{} {value}", weight.name);
    }
}

#[test]
fn weights_lie_in_their_ranges_and_go_back_and_forth() {
    for players in 2..=5 {
        use gold_rush::heuristic::{WEIGHTS, Weights};
        for weights in [Weights::tuned(players), Weights::fitted(players)] {
            check(WEIGHTS, weights.values(), Weights::from_values(weights.values()).values());
        }
    }
    for players in 2..=5 {
        use carcassonne::heuristic::{WEIGHTS, Weights};
        for weights in [Weights::tuned(players), Weights::fitted(players)] {
            check(WEIGHTS, weights.values(), Weights::from_values(weights.values()).values());
        }
    }
}
