//! The weights of estimates: one row each, for 2, 3, 4 and 5 players. Those for 2 were made by `goldrush tune --estimate`, the
//! others are those to play by; see `ai/README.md`.

use super::weights::WEIGHTS;

/// In the order of [`WEIGHTS`].
pub(super) const FITTED: [(&str, [f32; 4]); WEIGHTS.len()] = [
    ("fill", [0.073, 0.053, 0.068, 0.082]),
    ("railroad_closing", [0.496, 0.616, 0.713, 0.894]),
    ("railroad_end", [0.222, 0.510, 0.500, 0.420]),
    ("mountain_closing", [0.389, 0.556, 0.525, 0.437]),
    ("mountain_end", [0.439, 0.629, 0.632, 0.425]),
    ("railroad_growth", [0.409, 0.043, 0.445, 0.586]),
    ("keep_double", [0.949, 0.837, 0.879, 0.863]),
    ("gain_double", [0.569, 0.105, 0.115, 0.129]),
    ("mountain_growth", [2.305, 1.080, 1.253, 1.067]),
    ("mountain_tokens", [0.439, 0.725, 0.754, 0.683]),
    ("tent_token", [0.214, 0.265, 0.155, 0.170]),
    ("tent_decay", [0.846, 0.726, 0.723, 0.726]),
    ("tent_growth", [0.354, 0.211, 0.139, 0.154]),
    ("tent_closing", [0.188, 0.452, 0.319, 0.444]),
    ("city_open", [1.000, 0.550, 0.603, 0.585]),
    ("prairie_growth", [0.661, 0.559, 0.723, 0.595]),
    ("prairie_lead", [6.921, 1.896, 2.185, 3.093]),
    ("minority", [0.036, 0.057, 0.082, 0.024]),
    ("first_in_supply", [31.947, 15.528, 11.287, 13.417]),
    ("second_in_supply", [15.000, 5.893, 5.474, 5.290]),
    ("third_in_supply", [12.000, 4.720, 4.636, 4.520]),
    ("more_in_supply", [8.000, 3.407, 3.524, 3.597]),
    ("late_supply", [2.527, 1.321, 1.343, 1.289]),
    ("comes_home", [12.000, 4.810, 4.389, 4.397]),
    ("best_rival", [0.502, 0.457, 0.445, 0.495]),
];
