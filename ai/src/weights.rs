//! The weights of a heuristic: names, meanings and ranges beside each other, as numbers, as parameters and as a struct.

use crate::parameter::{Kind, Parameter};

/// One number of a heuristic's weights, for tuning and ablation.
pub struct Weight {
    /// Its name.
    pub name: &'static str,
    /// What it says.
    pub meaning: &'static str,
    /// Smallest and largest value that makes sense.
    pub range: (f32, f32),
}

/// Makes `Weights`, a struct with a field for each, and the list `WEIGHTS` of them.
macro_rules! weights {
    ($($name:ident: $low:literal .. $high:literal, $meaning:literal;)+) => {
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
            /// All of them, in the order of [`WEIGHTS`].
            pub fn values(&self) -> [f32; WEIGHTS.len()] {
                [$(self.$name,)+]
            }

            /// From all of them.
            pub fn from_values(values: [f32; WEIGHTS.len()]) -> Weights {
                let [$($name,)+] = values;
                Weights { $($name,)+ }
            }

            /// Those of a table with a column for 2, 3, 4 and 5 players.
            fn column(table: &[(&str, [f32; 4]); WEIGHTS.len()], players: usize) -> Weights {
                let column = players.clamp(2, 5) - 2;
                Weights::from_values(table.map(|(_, by_players)| by_players[column]))
            }

            /// These, but for those that were given as parameters.
            pub(crate) fn or_given(self, given: &$crate::parameter::Values) -> Weights {
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

/// The parameters of a heuristic: `first`, then its weights.
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
