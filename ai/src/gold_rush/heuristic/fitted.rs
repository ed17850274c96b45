//! Weights for estimates: one row each, for 2, 3, 4 and 5 players, made by `goldrush lab fit`; see
//! `ai/README.md`.

use crate::weights::Table;

/// In the order of the weights.
pub(super) const FITTED: &Table = &[
    ("fill", [0.073, 0.075, 0.081, 0.082]),
    ("railroad_closing", [0.496, 0.542, 0.565, 0.581]),
    ("railroad_end", [0.222, 0.199, 0.399, 0.320]),
    ("mountain_closing", [0.389, 0.459, 0.506, 0.514]),
    ("mountain_end", [0.439, 0.434, 0.449, 0.549]),
    ("railroad_growth", [0.409, 0.719, 0.947, 0.959]),
    ("keep_double", [0.949, 0.597, 0.563, 0.500]),
    ("gain_double", [0.569, 0.319, 0.331, 0.282]),
    ("mountain_growth", [2.305, 1.822, 1.703, 1.553]),
    ("mountain_tokens", [0.439, 0.394, 0.376, 0.366]),
    ("tent_token", [0.214, 0.216, 0.193, 0.181]),
    ("tent_decay", [0.846, 0.842, 0.928, 0.922]),
    ("tent_growth", [0.354, 0.274, 0.150, 0.044]),
    ("tent_closing", [0.188, 0.546, 0.608, 0.799]),
    ("city_open", [1.000, 1.000, 1.000, 0.899]),
    ("prairie_growth", [0.661, 0.438, 0.429, 0.418]),
    ("prairie_lead", [6.921, 4.981, 4.408, 3.469]),
    ("minority", [0.036, 0.006, 0.032, 0.034]),
    ("first_in_supply", [31.947, 20.804, 14.171, 13.486]),
    ("second_in_supply", [15.000, 10.020, 8.065, 7.188]),
    ("third_in_supply", [12.000, 8.701, 7.279, 6.321]),
    ("more_in_supply", [8.000, 8.000, 7.651, 6.735]),
    ("late_supply", [2.527, 1.400, 0.948, 0.507]),
    ("comes_home", [12.000, 7.552, 6.013, 4.559]),
    ("joins", [0.000, 0.000, 0.000, 0.000]),
    ("best_rival", [0.502, 0.457, 0.445, 0.495]),
];
