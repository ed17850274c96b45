//! Weights of every heuristic: within their ranges, and round-tripping through lists.

use goldrush_ai::weights::Weight;
use goldrush_ai::{carcassonne, gold_rush};

fn check<const N: usize>(list: &[Weight], values: [f32; N], there_and_back: [f32; N]) {
    assert_eq!(values, there_and_back);
    for (weight, value) in list.iter().zip(values) {
        assert!(
            (weight.range.0..=weight.range.1).contains(&value),
            "{} {value}",
            weight.name
        );
    }
}

#[test]
fn weights_are_in_range_and_round_trip() {
    for players in 2..=5 {
        use gold_rush::heuristic::{WEIGHTS, Weights};
        for weights in [Weights::tuned(players), Weights::fitted(players)] {
            check(
                WEIGHTS,
                weights.values(),
                Weights::from_values(weights.values()).values(),
            );
        }
    }
    for players in 2..=5 {
        use carcassonne::heuristic::{WEIGHTS, Weights};
        for weights in [Weights::tuned(players), Weights::fitted(players)] {
            check(
                WEIGHTS,
                weights.values(),
                Weights::from_values(weights.values()).values(),
            );
        }
    }
}
