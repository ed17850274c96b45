//! Weights of a heuristic: names, meanings and ranges in one table, from which parameters and a struct are made.

use crate::parameter::{Parameter, ParameterKind, ParameterValues};

/// One weight of a heuristic, for tuning and ablation.
pub struct Weight {
    /// Name.
    pub name: &'static str,
    /// One-line description.
    pub meaning: &'static str,
    /// Smallest and largest sensible value.
    pub range: (f32, f32),
}

/// Weights of a game's heuristic.
///
/// # Examples
///
/// ```
/// use goldrush_ai::gold_rush::heuristic::{WEIGHTS, Weights};
///
/// // Tuned for three players, but prairies are not expected to grow.
/// let weights = Weights { prairie_growth: 0.0, ..Weights::tuned(3) };
/// assert_ne!(weights, Weights::tuned(3));
///
/// // The same numbers as a list, each with its name and range.
/// for (weight, value) in WEIGHTS.iter().zip(weights.values()) {
///     assert!((weight.range.0..=weight.range.1).contains(&value), "{}", weight.name);
/// }
/// ```
pub trait WeightSet: Copy + Send + Sync {
    /// Names, meanings and ranges.
    const WEIGHTS: &'static [Weight];

    /// Returns the weights tuned for playing, for 2 to 5 players.
    fn tuned(players: usize) -> Self;

    /// Returns the weights for turns of playouts, for 2 to 5 players.
    fn for_playouts(players: usize) -> Self;

    /// Returns the weights fitted to final scores, for estimates with 2 to 5 players.
    fn fitted(players: usize) -> Self;

    /// Returns the weights with those given as parameters replaced.
    fn with_overrides(self, given: &ParameterValues) -> Self;

    /// Returns all weights, in the order of [`WeightSet::WEIGHTS`].
    fn to_list(&self) -> Vec<f32>;

    /// Creates the weights from a list in the order of [`WeightSet::WEIGHTS`].
    ///
    /// # Panics
    /// If the list has another length.
    fn from_list(values: &[f32]) -> Self;
}

/// Weights of a search.
#[derive(Clone, Copy, Debug)]
pub struct SearchWeights<W> {
    /// For the turns that it tries.
    pub turns: W,
    /// For the turns of playouts.
    pub playouts: W,
    /// For estimates of final scores.
    pub estimates: W,
}

impl<W: WeightSet> SearchWeights<W> {
    /// Returns the weights for 2 to 5 players.
    pub fn for_players(players: usize) -> SearchWeights<W> {
        SearchWeights {
            turns: W::tuned(players),
            playouts: W::for_playouts(players),
            estimates: W::fitted(players),
        }
    }
}

/// Table of weights: name, and values for 2, 3, 4 and 5 players.
pub(crate) type Table = [(&'static str, [f32; 4])];

/// Defines `Weights`, a struct with a field per weight, and their list `WEIGHTS`. The three tables are in the
/// same order.
macro_rules! weights {
    (tuned: $tuned:expr, playouts: $playouts:expr, fitted: $fitted:expr; $($name:ident: $low:literal .. $high:literal, $meaning:literal;)+) => {
        /// Weights of the heuristic. "Early" means with all tiles still to draw; an early value fades in proportion to
        /// the tiles left.
        #[derive(Clone, Copy, PartialEq, Debug)]
        pub struct Weights {
            $(#[doc = $meaning] pub $name: f32,)+
        }

        /// Names, meanings and ranges, in the order of [`Weights::values`].
        pub const WEIGHTS: &[$crate::weights::Weight] = &[
            $($crate::weights::Weight { name: stringify!($name), meaning: $meaning, range: ($low, $high) },)+
        ];

        impl Weights {
            /// Returns all weights, in the order of [`WEIGHTS`].
            pub fn values(&self) -> [f32; WEIGHTS.len()] {
                [$(self.$name,)+]
            }

            /// Creates the weights from a list in the order of [`WEIGHTS`].
            pub fn from_values(values: [f32; WEIGHTS.len()]) -> Weights {
                let [$($name,)+] = values;
                Weights { $($name,)+ }
            }

            /// Returns the weights tuned for playing, for 2 to 5 players.
            pub fn tuned(players: usize) -> Weights {
                Weights::column($tuned, players)
            }

            /// Returns the weights fitted to final scores, for estimates with 2 to 5 players.
            pub fn fitted(players: usize) -> Weights {
                Weights::column($fitted, players)
            }

            /// Returns the weights that every heuristic has.
            pub(super) fn common(&self) -> $crate::weights::CommonWeights {
                $crate::weights::CommonWeights {
                    supply: [self.first_in_supply, self.second_in_supply, self.third_in_supply],
                    more_in_supply: self.more_in_supply,
                    late_supply: self.late_supply,
                    comes_home: self.comes_home,
                    minority: self.minority,
                    best_rival: self.best_rival,
                    joins: self.joins,
                }
            }

            /// Returns the column of a table for a number of players.
            fn column(table: &$crate::weights::Table, players: usize) -> Weights {
                debug_assert!(table.iter().map(|(name, _)| *name).eq(WEIGHTS.iter().map(|weight| weight.name)));
                Weights::from_values(std::array::from_fn(|at| table[at].1[players.clamp(2, 5) - 2]))
            }
        }

        impl $crate::weights::WeightSet for Weights {
            const WEIGHTS: &'static [$crate::weights::Weight] = WEIGHTS;

            fn to_list(&self) -> Vec<f32> {
                self.values().to_vec()
            }

            fn from_list(values: &[f32]) -> Weights {
                Weights::from_values(values.try_into().expect("every weight has a value"))
            }

            fn tuned(players: usize) -> Weights {
                Weights::tuned(players)
            }

            fn for_playouts(players: usize) -> Weights {
                Weights::column($playouts, players)
            }

            fn fitted(players: usize) -> Weights {
                Weights::fitted(players)
            }

            fn with_overrides(self, given: &$crate::parameter::ParameterValues) -> Weights {
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

/// Weights that every heuristic has, in points unless stated otherwise.
pub struct CommonWeights {
    /// First, second and third piece in supply, with all tiles still to draw.
    pub(crate) supply: [f32; 3],
    /// Each further piece in supply, with all tiles still to draw.
    pub(crate) more_in_supply: f32,
    /// Each piece in supply for which a turn is left.
    pub(crate) late_supply: f32,
    /// Piece returning when its feature is completed, with all tiles still to draw.
    pub(crate) comes_home: f32,
    /// Value to an outnumbered seat, as a share of the majority's.
    pub(crate) minority: f32,
    /// Weight of the best rival against the mean of all rivals.
    pub(crate) best_rival: f32,
    /// Features joined by a later tile, as a share of the tiles left that do so.
    pub(crate) joins: f32,
}

/// Returns the parameters of an agent with weights: `first`, then the weights.
pub(crate) const fn parameters<const FIRST: usize, const ALL: usize>(
    first: [Parameter; FIRST],
    weights: &[Weight],
) -> [Parameter; ALL] {
    assert!(weights.len() + FIRST == ALL);
    let mut parameters = [first[0]; ALL];
    let mut at = 0;
    while at < FIRST {
        parameters[at] = first[at];
        at += 1;
    }
    at = 0;
    while at < weights.len() {
        let Weight {
            name,
            meaning,
            range: (low, high),
        } = weights[at];
        parameters[FIRST + at] = Parameter {
            name,
            meaning,
            kind: ParameterKind::Tuned(low, high),
        };
        at += 1;
    }
    parameters
}
