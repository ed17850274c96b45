//! The weights, as tuned: one row each, for 2, 3, 4 and 5 players. Made by `goldrush tune`, see `ai/README.md`.

use super::weights::WEIGHTS;

/// In the order of [`WEIGHTS`].
pub(super) const TUNED: [(&str, [f32; 4]); WEIGHTS.len()] = [
    ("fill", [0.069, 0.039, 0.103, 0.045]),
    ("railroad_closing", [0.796, 0.660, 0.448, 0.897]),
    ("railroad_end", [0.538, 0.425, 0.669, 0.481]),
    ("mountain_closing", [0.640, 0.474, 0.847, 0.577]),
    ("mountain_end", [0.810, 0.303, 0.385, 1.218]),
    ("railroad_growth", [0.359, 0.748, 0.507, 1.030]),
    ("keep_double", [0.849, 0.989, 0.694, 0.910]),
    ("gain_double", [0.119, 0.106, 0.328, 0.219]),
    ("mountain_growth", [0.555, 0.662, 1.860, 1.717]),
    ("mountain_tokens", [0.773, 0.931, 0.419, 1.191]),
    ("tent_token", [0.282, 0.569, 0.262, 0.096]),
    ("tent_decay", [0.750, 0.534, 0.740, 0.622]),
    ("tent_growth", [0.170, 0.467, 0.283, 0.315]),
    ("tent_closing", [0.410, 0.263, 0.675, 0.599]),
    ("city_open", [0.534, 0.700, 0.456, 0.499]),
    ("prairie_growth", [0.579, 0.423, 0.421, 0.860]),
    ("prairie_lead", [1.264, 1.906, 4.778, 3.697]),
    ("minority", [0.053, 0.149, 0.191, 0.175]),
    ("first_in_supply", [19.905, 19.128, 11.996, 15.168]),
    ("second_in_supply", [6.600, 6.746, 6.737, 5.821]),
    ("third_in_supply", [5.349, 1.320, 6.374, 5.440]),
    ("more_in_supply", [3.677, 3.031, 3.357, 2.127]),
    ("late_supply", [1.768, 1.431, 1.167, 1.026]),
    ("comes_home", [5.074, 3.362, 5.263, 5.447]),
    ("best_rival", [0.532, 0.564, 0.403, 0.620]),
];
