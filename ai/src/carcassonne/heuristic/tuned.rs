//! Weights: one row per weight, for 2, 3, 4 and 5 players. Those for play were tuned by SPSA (simultaneous perturbation)
//! in games of the heuristic against itself, without gold mines; those for ingots are guesses. Those for estimates were
//! fitted to the final scores of such games.

use crate::weights::Table;

/// Weights for play, in the order of the weight table.
pub(super) const TUNED: &Table = &[
    ("fill", [0.049, 0.054, 0.063, 0.055]),
    ("road_closing", [0.626, 0.497, 0.634, 0.594]),
    ("road_end", [0.393, 0.036, 0.415, 0.010]),
    ("city_closing", [0.471, 0.468, 0.500, 0.504]),
    ("city_end", [0.632, 0.738, 0.791, 0.687]),
    ("road_growth", [0.541, 0.026, 0.631, 0.427]),
    ("city_growth", [0.836, 0.671, 0.944, 0.903]),
    ("monastery_growth", [0.692, 0.515, 0.768, 0.561]),
    ("monastery_end", [0.370, 0.220, 0.234, 0.162]),
    ("field_city", [0.566, 0.400, 0.395, 0.413]),
    ("field_growth", [0.128, 0.009, 0.059, 0.089]),
    ("field_lead", [0.115, 0.019, 0.052, 0.056]),
    ("minority", [0.102, 0.098, 0.148, 0.123]),
    ("shared", [0.863, 0.766, 0.818, 0.805]),
    ("first_in_supply", [30.194, 12.966, 15.085, 11.960]),
    ("second_in_supply", [8.191, 5.694, 5.934, 5.893]),
    ("third_in_supply", [5.951, 3.962, 5.017, 4.450]),
    ("more_in_supply", [4.579, 2.863, 3.411, 3.363]),
    ("late_supply", [1.879, 1.624, 0.846, 0.268]),
    ("comes_home", [4.854, 3.484, 2.910, 2.831]),
    ("ingot_hope", [0.800, 0.800, 0.800, 0.800]),
    ("ingot_open", [0.700, 0.700, 0.700, 0.700]),
    ("joins", [0.984, 1.072, 1.107, 1.149]),
    ("best_rival", [0.371, 0.260, 0.076, 0.082]),
];

/// Weights for turns of playouts, in the order of the weight table.
pub(super) const PLAYOUTS: &Table = &[
    ("fill", [0.049, 0.040, 0.067, 0.042]),
    ("road_closing", [0.556, 0.377, 0.641, 0.635]),
    ("road_end", [0.083, 0.097, 0.427, 0.093]),
    ("city_closing", [0.414, 0.348, 0.524, 0.581]),
    ("city_end", [0.743, 0.743, 0.858, 0.746]),
    ("road_growth", [0.476, 0.074, 0.494, 0.309]),
    ("city_growth", [0.832, 0.456, 0.723, 0.750]),
    ("monastery_growth", [0.638, 0.491, 0.751, 0.544]),
    ("monastery_end", [0.415, 0.281, 0.213, 0.131]),
    ("field_city", [0.619, 0.496, 0.394, 0.470]),
    ("field_growth", [0.164, 0.093, 0.187, 0.154]),
    ("field_lead", [1.908, 1.059, 1.526, 1.703]),
    ("minority", [0.078, 0.093, 0.132, 0.104]),
    ("shared", [0.856, 0.797, 0.852, 0.845]),
    ("first_in_supply", [28.755, 14.171, 15.886, 12.334]),
    ("second_in_supply", [7.844, 5.074, 4.851, 5.658]),
    ("third_in_supply", [5.437, 3.568, 4.392, 3.885]),
    ("more_in_supply", [4.283, 2.171, 2.808, 2.968]),
    ("late_supply", [1.542, 1.430, 0.832, 0.176]),
    ("comes_home", [3.908, 2.692, 2.493, 2.735]),
    ("ingot_hope", [0.800, 0.800, 0.800, 0.800]),
    ("ingot_open", [0.700, 0.700, 0.700, 0.700]),
    ("joins", [0.000, 0.000, 0.000, 0.000]),
    ("best_rival", [0.324, 0.282, 0.103, 0.116]),
];

/// Weights for estimates, in the order of the weight table.
pub(super) const FITTED: &Table = &[
    ("fill", [0.039, 0.041, 0.068, 0.076]),
    ("road_closing", [0.282, 0.382, 0.246, 0.056]),
    ("road_end", [0.000, 0.000, 0.000, 0.000]),
    ("city_closing", [0.379, 0.447, 0.593, 0.588]),
    ("city_end", [0.383, 0.582, 0.834, 0.915]),
    ("road_growth", [0.000, 0.000, 0.000, 0.000]),
    ("city_growth", [0.446, 0.254, 0.375, 0.372]),
    ("monastery_growth", [0.498, 0.337, 0.381, 0.378]),
    ("monastery_end", [0.000, 0.000, 0.000, 0.000]),
    ("field_city", [0.608, 0.563, 0.449, 0.404]),
    ("field_growth", [0.074, 0.049, 0.073, 0.000]),
    ("field_lead", [1.581, 0.000, 0.000, 0.000]),
    ("minority", [0.094, 0.104, 0.075, 0.063]),
    ("shared", [0.856, 0.883, 0.878, 0.864]),
    ("first_in_supply", [29.425, 15.655, 14.219, 11.868]),
    ("second_in_supply", [6.644, 4.565, 4.554, 4.122]),
    ("third_in_supply", [4.222, 2.869, 2.654, 2.501]),
    ("more_in_supply", [3.518, 1.890, 1.781, 1.823]),
    ("late_supply", [3.000, 2.127, 1.446, 0.969]),
    ("comes_home", [5.246, 3.033, 1.830, 1.507]),
    ("ingot_hope", [0.800, 0.800, 0.800, 0.800]),
    ("ingot_open", [0.700, 0.700, 0.700, 0.700]),
    ("joins", [0.000, 0.000, 0.000, 0.000]),
    ("best_rival", [0.324, 0.282, 0.103, 0.116]),
];
