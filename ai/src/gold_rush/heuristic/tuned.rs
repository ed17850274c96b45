//! Tuned weights: one row each, for 2, 3, 4 and 5 players. See `ai/README.md`.
//!
//! Those for play were tuned by `goldrush lab tune`. Those for turns of playouts are older: tuned the same way when joins by later
//! tiles did not count, which in playouts they still do not.

use crate::weights::Table;

/// Weights for play, in the order of the weight table.
pub(super) const TUNED: &Table = &[
    ("fill", [0.050, 0.037, 0.034, 0.046]),
    ("railroad_closing", [0.704, 0.633, 0.672, 0.891]),
    ("railroad_end", [0.615, 0.406, 0.548, 0.363]),
    ("mountain_closing", [0.632, 0.711, 0.662, 0.520]),
    ("mountain_end", [0.732, 0.667, 0.577, 0.501]),
    ("railroad_growth", [0.512, 0.087, 0.357, 0.364]),
    ("keep_double", [0.858, 0.846, 0.849, 0.883]),
    ("gain_double", [0.306, 0.136, 0.108, 0.153]),
    ("mountain_growth", [0.161, 0.735, 1.208, 1.339]),
    ("mountain_tokens", [0.827, 0.719, 0.718, 0.573]),
    ("tent_token", [0.305, 0.327, 0.204, 0.230]),
    ("tent_decay", [0.813, 0.721, 0.718, 0.699]),
    ("tent_growth", [0.253, 0.320, 0.621, 0.164]),
    ("tent_closing", [0.232, 0.440, 0.343, 0.437]),
    ("city_open", [0.596, 0.572, 0.589, 0.659]),
    ("prairie_growth", [0.333, 0.259, 0.394, 0.423]),
    ("prairie_lead", [0.147, 0.098, 0.045, 0.455]),
    ("minority", [0.052, 0.033, 0.086, 0.026]),
    ("first_in_supply", [33.993, 23.316, 16.153, 13.194]),
    ("second_in_supply", [9.069, 6.887, 6.620, 5.506]),
    ("third_in_supply", [6.870, 5.291, 5.377, 4.578]),
    ("more_in_supply", [5.285, 3.973, 3.785, 3.977]),
    ("late_supply", [2.160, 1.710, 1.434, 1.299]),
    ("comes_home", [5.598, 4.795, 5.140, 4.337]),
    ("joins", [1.166, 1.408, 1.457, 1.516]),
    ("best_rival", [0.553, 0.400, 0.406, 0.453]),
];

/// Weights for turns of playouts, in the order of the weight table.
pub(super) const PLAYOUTS: &Table = &[
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
    ("joins", [0.000, 0.000, 0.000, 0.000]),
    ("best_rival", [0.502, 0.457, 0.445, 0.495]),
];
