//! The weights, fitted to how games end: one row each, for 2, 3, 4 and 5 players. Made by `goldrush tune --estimate`, see `ai/README.md`.

use super::weights::WEIGHTS;

/// In the order of [`WEIGHTS`].
pub(super) const FITTED: [(&str, [f32; 4]); WEIGHTS.len()] = [
    ("fill", [0.069, 0.070, 0.068, 0.082]),
    ("railroad_closing", [0.533, 0.650, 0.713, 0.894]),
    ("railroad_end", [0.268, 0.163, 0.500, 0.420]),
    ("mountain_closing", [0.388, 0.509, 0.525, 0.437]),
    ("mountain_end", [0.408, 0.338, 0.632, 0.425]),
    ("railroad_growth", [1.962, 0.553, 0.445, 0.586]),
    ("keep_double", [0.667, 0.606, 0.879, 0.863]),
    ("gain_double", [0.486, 0.313, 0.115, 0.129]),
    ("mountain_growth", [3.507, 1.869, 1.253, 1.067]),
    ("mountain_tokens", [0.413, 0.337, 0.754, 0.683]),
    ("tent_token", [0.213, 0.144, 0.155, 0.170]),
    ("tent_decay", [0.852, 0.910, 0.723, 0.726]),
    ("tent_growth", [0.378, 0.439, 0.139, 0.154]),
    ("tent_closing", [0.311, 0.263, 0.319, 0.444]),
    ("city_open", [1.000, 1.000, 0.603, 0.585]),
    ("prairie_growth", [0.968, 0.608, 0.723, 0.595]),
    ("prairie_lead", [9.985, 5.165, 2.185, 3.093]),
    ("minority", [0.027, 0.046, 0.082, 0.024]),
    ("first_in_supply", [26.771, 15.517, 11.287, 13.417]),
    ("second_in_supply", [15.171, 8.849, 5.474, 5.290]),
    ("third_in_supply", [15.591, 8.766, 4.636, 4.520]),
    ("more_in_supply", [16.000, 9.617, 3.524, 3.597]),
    ("late_supply", [0.000, 0.104, 1.343, 1.289]),
    ("comes_home", [11.211, 6.629, 4.389, 4.397]),
    ("supply_bend", [-0.851, -0.890, 0.000, 0.000]),
    ("growth_bend", [0.597, 0.425, 0.000, 0.000]),
    ("best_rival", [0.502, 0.457, 0.445, 0.495]),
];
