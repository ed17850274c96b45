//! The weights of a heuristic: names, meanings and ranges beside each other, as numbers, as parameters and as a struct.

use crate::parameter::{Kind, Parameter, Values};

/// One number of a heuristic's weights, for tuning and ablation.
pub struct Weight {
    /// Its name.
    pub name: &'static str,
    /// What it says.
    pub meaning: &'static str,
    /// Smallest and largest value that makes sense.
    pub range: (f32, f32),
}

/// The weights of a game's heuristic.
///
/// # Examples
///
/// ```
/// use goldrush_ai::gold_rush::heuristic::{WEIGHTS, Weights};
///
/// // Tuned for three players, but that prairies are not expected to grow.
/// let weights = Weights { prairie_growth: 0.0, ..Weights::tuned(3) };
/// assert_ne!(weights, Weights::tuned(3));
///
/// // The same numbers as a list, each with its name and its range.
/// for (weight, value) in WEIGHTS.iter().zip(weights.values()) {
///     assert!((weight.range.0..=weight.range.1).contains(&value), "{}", weight.name);
/// }
/// ```
pub trait WeightSet: Copy + Send + Sync {
    /// Tuned to play by, for so many players, 2 to 5.
    fn tuned(players: usize) -> Self;

    /// Fitted to how games of so many players end, 2 to 5: for estimates.
    fn fitted(players: usize) -> Self;

    /// These, but for those that were given as parameters.
    fn or_given(self, given: &Values) -> Self;
}

/// A table of weights: name, and values for 2, 3, 4 and 5 players.
pub(crate) type Table = [(&'static str, [f32; 4])];

/// Makes `Weights`, a struct with a field for each, and the list `WEIGHTS` of them. `tuned` and `fitted` are tables in the
/// same order.
macro_rules! weights {
    (tuned: $tuned:expr, fitted: $fitted:expr; $($name:ident: $low:literal .. $high:literal, $meaning:literal;)+) => {
        /// The weights of the heuristic. "Early" means with all tiles still to draw; what is early worth fades in
        /// proportion to the tiles left.
        #[derive(Clone, Copy, PartialEq, Debug)]
        pub struct Weights {
            $(#[doc = $meaning] pub $name: f32,)+
        }

        /// Names, meanings and ranges, in the order of [`Weights::values`].
        pub const WEIGHTS: &[$crate::weights::Weight] = &[
            $($crate::weights::Weight { name: stringify!($name), meaning: $meaning, range: ($low, $high) },)+
        ];

        impl Weights {
            /// Returns all of them, in the order of [`WEIGHTS`].
            pub fn values(&self) -> [f32; WEIGHTS.len()] {
                [$(self.$name,)+]
            }

            /// From all of them.
            pub fn from_values(values: [f32; WEIGHTS.len()]) -> Weights {
                let [$($name,)+] = values;
                Weights { $($name,)+ }
            }

            /// Tuned to play by, for so many players, 2 to 5.
            pub fn tuned(players: usize) -> Weights {
                Weights::column($tuned, players)
            }

            /// Fitted to how games of so many players end, 2 to 5: for estimates.
            pub fn fitted(players: usize) -> Weights {
                Weights::column($fitted, players)
            }

            /// Those of a table for so many players.
            fn column(table: &$crate::weights::Table, players: usize) -> Weights {
                debug_assert!(table.iter().map(|(name, _)| *name).eq(WEIGHTS.iter().map(|weight| weight.name)));
                Weights::from_values(std::array::from_fn(|at| table[at].1[players.clamp(2, 5) - 2]))
            }
        }

        impl $crate::weights::WeightSet for Weights {
            fn tuned(players: usize) -> Weights {
                Weights::tuned(players)
            }

            fn fitted(players: usize) -> Weights {
                Weights::fitted(players)
            }

            fn or_given(self, given: &$crate::parameter::Values) -> Weights {
                let mut weights = self.values();
                for (value, weight) in weights.iter_mut().zip(WEIGHTS) {
                    *value = given.given(weight.name).unwrap_or(*value);
                }
                Weights::from_values(weights)
            }
        }
    };
}
pub(crate) use weights;

/// Returns the parameters of a heuristic: `first`, then its weights.
pub(crate) const fn parameters<const ALL: usize>(first: Parameter, weights: &[Weight]) -> [Parameter; ALL] {
    assert!(weights.len() + 1 == ALL);
    let mut parameters = [first; ALL];
    let mut at = 0;
    while at < weights.len() {
        let Weight { name, meaning, range: (low, high) } = weights[at];
        parameters[at + 1] = Parameter { name, meaning, kind: Kind::Tuned(low, high) };
        at += 1;
    }
    parameters
}
