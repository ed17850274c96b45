//! Parameters of agents, written in a specification as `name=value`.
//!
//! ```
//! use goldrush_ai::parameter::{ParameterKind, Parameter, ParameterValues};
//!
//! static PARAMETERS: [Parameter; 2] = [
//!     Parameter { name: "playouts", meaning: "playouts a turn", kind: ParameterKind::Whole(1, 1000, 200) },
//!     Parameter { name: "policy", meaning: "who plays them", kind: ParameterKind::Choice(&["heuristic", "random"]) },
//! ];
//!
//! let values = ParameterValues::read(&PARAMETERS, "policy=random")?;
//! assert_eq!((values.whole("playouts"), values.whole("policy")), (200, 1));
//! assert!(ParameterValues::read(&PARAMETERS, "playout=5").is_err_and(|e| e.contains("did you mean playouts?")));
//! assert!(ParameterValues::read(&PARAMETERS, "playouts=0").is_err_and(|e| e.contains("1 to 1000, default 200")));
//! # Ok::<(), String>(())
//! ```

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

use strsim::damerau_levenshtein;

/// Parameter of an agent.
#[derive(Clone, Copy, Debug)]
pub struct Parameter {
    /// Name.
    pub name: &'static str,
    /// One-line description.
    pub meaning: &'static str,
    /// Accepted values and default.
    pub kind: ParameterKind,
}

/// Accepted values and default of a parameter.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum ParameterKind {
    /// Whole number: smallest, largest, default.
    Whole(u32, u32, u32),
    /// Number: smallest, largest, default.
    Real(f32, f32, f32),
    /// Number: smallest, largest; the default was tuned for each number of players.
    Tuned(f32, f32),
    /// One of several names; the default comes first.
    Choice(&'static [&'static str]),
    /// Whole number: smallest, largest, default per player, upper bound of the default.
    PerPlayer(u32, u32, u32, u32),
    /// Whole number that is unused by default: smallest, largest.
    Optional(u32, u32),
}

impl fmt::Display for ParameterKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            ParameterKind::Whole(low, high, default) => {
                write!(f, "{low} to {high}, default {default}")
            }
            ParameterKind::Real(low, high, default) => {
                write!(f, "{low} to {high}, default {default}")
            }
            ParameterKind::Tuned(low, high) => write!(f, "{low} to {high}, tuned"),
            ParameterKind::Choice(names) => write!(f, "{}, default {}", names.join("|"), names[0]),
            ParameterKind::PerPlayer(low, high, each, most) => {
                write!(
                    f,
                    "{low} to {high}, default {each} for each player, {most} at most"
                )
            }
            ParameterKind::Optional(low, high) => write!(f, "{low} to {high}, none by default"),
        }
    }
}

impl Parameter {
    /// Parses a value: a number, or the index of a name.
    ///
    /// # Errors
    /// If the value is not accepted; lists what is.
    fn read(&self, text: &str) -> Result<f32, String> {
        let value = match self.kind {
            ParameterKind::Whole(low, high, _)
            | ParameterKind::PerPlayer(low, high, ..)
            | ParameterKind::Optional(low, high) => {
                parse_within::<u32>(text, low..=high).map(|value| value as f32)
            }
            ParameterKind::Real(low, high, _) | ParameterKind::Tuned(low, high) => {
                parse_within(text, low..=high)
            }
            ParameterKind::Choice(names) => names
                .iter()
                .position(|name| *name == text)
                .map(|at| at as f32),
        };
        value.ok_or_else(|| format!("{}={text} is not possible ({})", self.name, self.kind))
    }
}

fn parse_within<T: FromStr + PartialOrd>(text: &str, range: RangeInclusive<T>) -> Option<T> {
    text.parse().ok().filter(|value| range.contains(value))
}

/// Values of one agent's parameters.
#[derive(Clone, Debug)]
pub struct ParameterValues {
    parameters: &'static [Parameter],
    /// By parameter; `None` for the default.
    given: Vec<Option<f32>>,
}

impl ParameterValues {
    /// Returns the defaults.
    pub fn defaults(parameters: &'static [Parameter]) -> ParameterValues {
        ParameterValues {
            parameters,
            given: vec![None; parameters.len()],
        }
    }

    /// Parses `name=value,…`.
    ///
    /// # Errors
    /// If a name is unknown or given twice, or a value is not accepted; lists what is accepted.
    pub fn read(parameters: &'static [Parameter], text: &str) -> Result<ParameterValues, String> {
        let mut values = ParameterValues::defaults(parameters);
        for part in text.split(',') {
            let Some((name, value)) = part.split_once('=') else {
                return Err(format!("\"{part}\" is not name=value"));
            };
            let Some(at) = parameters.iter().position(|p| p.name == name) else {
                return Err(unknown(
                    "parameter",
                    name,
                    parameters.iter().map(|p| p.name),
                ));
            };
            if values.given[at].is_some() {
                return Err(format!("{name} is given twice"));
            }
            values.given[at] = Some(parameters[at].read(value)?);
        }
        Ok(values)
    }

    fn at(&self, name: &str) -> (ParameterKind, Option<f32>) {
        let at = self
            .parameters
            .iter()
            .position(|p| p.name == name)
            .expect("agents only read parameters that they declare");
        (self.parameters[at].kind, self.given[at])
    }

    /// Returns the value of a parameter, or its default.
    ///
    /// # Panics
    /// If there is no such parameter, or its default depends on the number of players.
    pub fn get(&self, name: &str) -> f32 {
        match self.at(name) {
            (_, Some(value)) => value,
            (ParameterKind::Whole(.., default), None) => default as f32,
            (ParameterKind::Real(.., default), None) => default,
            (ParameterKind::Choice(_), None) => 0.0,
            (
                ParameterKind::PerPlayer(..)
                | ParameterKind::Tuned(..)
                | ParameterKind::Optional(..),
                None,
            ) => {
                panic!("{name} has no default")
            }
        }
    }

    /// Like [`ParameterValues::get`], for whole numbers and for the index of a name.
    pub fn whole(&self, name: &str) -> usize {
        self.get(name) as usize
    }

    /// Like [`ParameterValues::whole`], for parameters with a default per player.
    ///
    /// # Panics
    /// If there is no such parameter, or it has no default per player.
    pub fn whole_among(&self, name: &str, players: usize) -> usize {
        match self.at(name) {
            (_, Some(value)) => value as usize,
            (ParameterKind::PerPlayer(.., each, most), None) => {
                (each as usize * players).min(most as usize)
            }
            _ => panic!("{name} has no default for each player"),
        }
    }

    /// Returns the value of a parameter if it was given.
    pub fn given(&self, name: &str) -> Option<f32> {
        self.at(name).1
    }
}

/// Returns an error message for an unknown name, with the nearest known one.
pub fn unknown<N: Into<String>>(what: &str, name: &str, names: impl Iterator<Item = N>) -> String {
    let names: Vec<String> = names.map(Into::into).collect();
    let all = names.join(", ");
    // Of the same distance, one of the same length is more likely, and the last of a series: `level13` means `level12`.
    let nearest = names.iter().rev().min_by_key(|known| {
        (
            damerau_levenshtein(known, name),
            known.len().abs_diff(name.len()),
        )
    });
    match nearest {
        // Names farther away than half their length were probably not meant.
        Some(nearest)
            if 2 * damerau_levenshtein(nearest, name) <= nearest.len().max(name.len()) =>
        {
            format!("there is no {what} \"{name}\"; did you mean {nearest}? ({what}s: {all})")
        }
        Some(_) => format!("there is no {what} \"{name}\" ({what}s: {all})"),
        None => format!("there is no {what} \"{name}\": none is taken here"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    static PARAMETERS: [Parameter; 5] = [
        Parameter {
            name: "playouts",
            meaning: "",
            kind: ParameterKind::Whole(1, 100, 10),
        },
        Parameter {
            name: "c",
            meaning: "",
            kind: ParameterKind::Real(0.0, 2.0, 0.5),
        },
        Parameter {
            name: "policy",
            meaning: "",
            kind: ParameterKind::Choice(&["greedy", "random"]),
        },
        Parameter {
            name: "ms",
            meaning: "",
            kind: ParameterKind::Optional(1, 1000),
        },
        Parameter {
            name: "depth",
            meaning: "",
            kind: ParameterKind::PerPlayer(0, 100, 3, 10),
        },
    ];

    #[test]
    fn missing_parameters_get_their_defaults() {
        let values = ParameterValues::read(&PARAMETERS, "c=0.25,policy=random").unwrap();
        assert_eq!(
            (
                values.whole("playouts"),
                values.get("c"),
                values.whole("policy")
            ),
            (10, 0.25, 1)
        );
        assert_eq!(values.given("ms"), None);
        assert_eq!(
            [2, 3, 5].map(|players| values.whole_among("depth", players)),
            [6, 9, 10]
        );
        assert_eq!(
            ParameterValues::read(&PARAMETERS, "depth=4")
                .unwrap()
                .whole_among("depth", 5),
            4
        );
    }

    #[test]
    fn wrong_parameters_are_refused_with_the_alternatives() {
        for (text, message) in [
            ("playout=3", "did you mean playouts?"),
            ("playouts=0", "1 to 100"),
            ("playouts=1.5", "1 to 100"),
            (
                "depth=101",
                "0 to 100, default 3 for each player, 10 at most",
            ),
            ("c=x", "0 to 2"),
            ("c=NaN", "0 to 2"),
            ("policy=fast", "greedy|random"),
            ("c=1,c=1", "twice"),
            ("c", "name=value"),
            ("", "name=value"),
        ] {
            let error = ParameterValues::read(&PARAMETERS, text).unwrap_err();
            assert!(error.contains(message), "{text}: {error}");
        }
        assert!(
            ParameterValues::read(&[], "c=1")
                .unwrap_err()
                .contains("none is taken")
        );
    }
}
