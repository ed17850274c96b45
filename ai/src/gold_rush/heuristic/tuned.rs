//! Tuned weights: one row each, for 2, 3, 4 and 5 players. Made by `goldrush lab tune`; see `ai/README.md`.

use crate::weights::Table;

/// In the order of the weights.
pub(super) const TUNED: &Table = &[
    ("fill", [0.065, 0.053, 0.068, 0.082]),
    ("railroad_closing", [0.720, 0.616, 0.713, 0.894]),
    ("railroad_end", [0.430, 0.510, 0.500, 0.420]),
    ("mountain_closing", [0.634, 0.556, 0.525, 0.437]),
    ("mountain_end", [0.756, 0.629, 0.632, 0.425]),
    ("railroad_growth", [0.202, 0.043, 0.445, 0.586]),
    ("keep_double", [0.851, 0.837, 0.879, 0.863]),
    ("gain_double", [0.191, 0.105, 0.115, 0.129]),
    ("mountain_growth", [0.853, 1.080, 1.253, 1.067]),
    ("mountain_tokens", [0.771, 0.725, 0.754, 0.683]),
    ("tent_token", [0.280, 0.265, 0.155, 0.170]),
    ("tent_decay", [0.733, 0.726, 0.723, 0.726]),
    ("tent_growth", [0.298, 0.211, 0.139, 0.154]),
    ("tent_closing", [0.327, 0.452, 0.319, 0.444]),
    ("city_open", [0.512, 0.550, 0.603, 0.585]),
    ("prairie_growth", [0.520, 0.559, 0.723, 0.595]),
    ("prairie_lead", [2.064, 1.896, 2.185, 3.093]),
    ("minority", [0.092, 0.057, 0.082, 0.024]),
    ("first_in_supply", [22.419, 15.528, 11.287, 13.417]),
    ("second_in_supply", [7.343, 5.893, 5.474, 5.290]),
    ("third_in_supply", [5.570, 4.720, 4.636, 4.520]),
    ("more_in_supply", [4.049, 3.407, 3.524, 3.597]),
    ("late_supply", [1.685, 1.321, 1.343, 1.289]),
    ("comes_home", [5.609, 4.810, 4.389, 4.397]),
    ("joins", [0.900, 1.100, 1.100, 1.200]),
    ("best_rival", [0.502, 0.457, 0.445, 0.495]),
];
