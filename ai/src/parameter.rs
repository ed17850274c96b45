//! Parameters of agents as they are written in a specification: `name=value`.
//!
//! ```
//! use goldrush_ai::parameter::{Kind, Parameter, Values};
//!
//! static PARAMETERS: [Parameter; 2] = [
//!     Parameter { name: "playouts", meaning: "playouts a turn", kind: Kind::Whole(1, 1000, 200) },
//!     Parameter { name: "policy", meaning: "who plays them", kind: Kind::Choice(&["heuristic", "random"]) },
//! ];
//!
//! let values = Values::read(&PARAMETERS, "policy=random")?;
//! assert_eq!((values.whole("playouts"), values.whole("policy")), (200, 1));
//! assert!(Values::read(&PARAMETERS, "playout=5").is_err_and(|e| e.contains("did you mean playouts?")));
//! assert!(Values::read(&PARAMETERS, "playouts=0").is_err_and(|e| e.contains("1 to 1000, default 200")));
//! # Ok::<(), String>(())
//! ```

use std::fmt;

/// One parameter an agent takes.
#[derive(Clone, Copy, Debug)]
pub struct Parameter {
    /// Its name.
    pub name: &'static str,
    /// What it says, in one line.
    pub meaning: &'static str,
    /// Which values it takes, and which if none is given.
    pub kind: Kind,
}

/// Which values a parameter takes.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Kind {
    /// A whole number: smallest, largest, default.
    Whole(u32, u32, u32),
    /// A number: smallest, largest, default.
    Real(f32, f32, f32),
    /// A number: smallest, largest; the default was tuned for each number of players.
    Tuned(f32, f32),
    /// One of some names; the default comes first.
    Choice(&'static [&'static str]),
    /// A whole number: smallest, largest; the default is so many for each player, and never more than the last.
    PerPlayer(u32, u32, u32, u32),
    /// A whole number that is not used unless it is given: smallest, largest.
    Optional(u32, u32),
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Kind::Whole(low, high, default) => write!(f, "{low} to {high}, default {default}"),
            Kind::Real(low, high, default) => write!(f, "{low} to {high}, default {default}"),
            Kind::Tuned(low, high) => write!(f, "{low} to {high}, tuned"),
            Kind::Choice(names) => write!(f, "{}, default {}", names.join("|"), names[0]),
            Kind::PerPlayer(low, high, each, most) => {
                write!(f, "{low} to {high}, default {each} for each player, {most} at most")
            }
            Kind::Optional(low, high) => write!(f, "{low} to {high}, none by default"),
        }
    }
}

impl Parameter {
    /// Parses a value: a number, or the position of a name.
    ///
    /// # Errors
    /// If it is not possible; lists what is accepted.
    fn read(&self, text: &str) -> Result<f32, String> {
        let within = |low: f32, high: f32, value: Option<f32>| value.filter(|v| (low..=high).contains(v));
        let whole = |low: u32, high: u32| {
            let value = text.parse::<u32>().ok().filter(|v| (low..=high).contains(v));
            value.map(|v| v as f32)
        };
        let value = match self.kind {
            Kind::Whole(low, high, _) | Kind::PerPlayer(low, high, ..) | Kind::Optional(low, high) => whole(low, high),
            Kind::Real(low, high, _) | Kind::Tuned(low, high) => within(low, high, text.parse().ok()),
            Kind::Choice(names) => names.iter().position(|name| *name == text).map(|at| at as f32),
        };
        value.ok_or_else(|| format!("{}={text} is not possible ({})", self.name, self.kind))
    }
}

/// The values given for the parameters of one agent.
#[derive(Clone, Debug)]
pub struct Values {
    parameters: &'static [Parameter],
    /// By parameter; none where none is given.
    given: Vec<Option<f32>>,
}

impl Values {
    /// None given.
    pub fn defaults(parameters: &'static [Parameter]) -> Values {
        Values { parameters, given: vec![None; parameters.len()] }
    }

    /// Parses `name=value,…`.
    ///
    /// # Errors
    /// If a name is unknown or given twice, or a value is not possible; lists what is accepted.
    pub fn read(parameters: &'static [Parameter], text: &str) -> Result<Values, String> {
        let mut values = Values::defaults(parameters);
        for part in text.split(',') {
            let Some((name, value)) = part.split_once('=') else {
                return Err(format!("\"{part}\" is not name=value"));
            };
            let Some(at) = parameters.iter().position(|p| p.name == name) else {
                return Err(unknown("parameter", name, parameters.iter().map(|p| p.name)));
            };
            if values.given[at].is_some() {
                return Err(format!("{name} is given twice"));
            }
            values.given[at] = Some(parameters[at].read(value)?);
        }
        Ok(values)
    }

    fn at(&self, name: &str) -> (Kind, Option<f32>) {
        let at = self.parameters.iter().position(|p| p.name == name).expect("an agent reads only what it declares");
        (self.parameters[at].kind, self.given[at])
    }

    /// What was given for a parameter, or its default.
    ///
    /// # Panics
    /// If there is no such parameter, or its default depends on the number of players.
    pub fn get(&self, name: &str) -> f32 {
        match self.at(name) {
            (_, Some(value)) => value,
            (Kind::Whole(.., default), None) => default as f32,
            (Kind::Real(.., default), None) => default,
            (Kind::Choice(_), None) => 0.0,
            (Kind::PerPlayer(..) | Kind::Tuned(..) | Kind::Optional(..), None) => panic!("{name} has no default"),
        }
    }

    /// Like [`Values::get`], for whole numbers and for the position of a name.
    pub fn whole(&self, name: &str) -> usize {
        self.get(name) as usize
    }

    /// Like [`Values::whole`], for numbers whose default is one for each player.
    ///
    /// # Panics
    /// If there is no such parameter, or its default is another.
    pub fn whole_among(&self, name: &str, players: usize) -> usize {
        match self.at(name) {
            (_, Some(value)) => value as usize,
            (Kind::PerPlayer(.., each, most), None) => (each as usize * players).min(most as usize),
            _ => panic!("{name} has no default for each player"),
        }
    }

    /// What was given for a parameter, if anything.
    pub fn given(&self, name: &str) -> Option<f32> {
        self.at(name).1
    }
}

/// Says that there is no such thing, and which name is nearest.
pub fn unknown(what: &str, name: &str, names: impl Iterator<Item = &'static str>) -> String {
    let names: Vec<_> = names.collect();
    let distance = |known: &str| strsim::damerau_levenshtein(known, name);
    let all = names.join(", ");
    match names.iter().min_by_key(|known| distance(known)) {
        // What is further from it than half its length was meant to be something else.
        Some(nearest) if 2 * distance(nearest) <= nearest.len().max(name.len()) => {
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
        Parameter { name: "playouts", meaning: "", kind: Kind::Whole(1, 100, 10) },
        Parameter { name: "c", meaning: "", kind: Kind::Real(0.0, 2.0, 0.5) },
        Parameter { name: "policy", meaning: "", kind: Kind::Choice(&["greedy", "random"]) },
        Parameter { name: "ms", meaning: "", kind: Kind::Optional(1, 1000) },
        Parameter { name: "depth", meaning: "", kind: Kind::PerPlayer(0, 100, 3, 10) },
    ];

    #[test]
    fn values_are_read_and_the_others_have_defaults() {
        let values = Values::read(&PARAMETERS, "c=0.25,policy=random").unwrap();
        assert_eq!((values.whole("playouts"), values.get("c"), values.whole("policy")), (10, 0.25, 1));
        assert_eq!(values.given("ms"), None);
        assert_eq!([2, 3, 5].map(|players| values.whole_among("depth", players)), [6, 9, 10]);
        assert_eq!(Values::read(&PARAMETERS, "depth=4").unwrap().whole_among("depth", 5), 4);
    }

    #[test]
    fn wrong_ones_are_refused_with_what_would_be_right() {
        for (text, says) in [
            ("playout=3", "did you mean playouts?"),
            ("playouts=0", "1 to 100"),
            ("playouts=1.5", "1 to 100"),
            ("depth=101", "0 to 100, default 3 for each player, 10 at most"),
            ("c=x", "0 to 2"),
            ("c=NaN", "0 to 2"),
            ("policy=fast", "greedy|random"),
            ("c=1,c=1", "twice"),
            ("c", "name=value"),
            ("", "name=value"),
        ] {
            let error = Values::read(&PARAMETERS, text).unwrap_err();
            assert!(error.contains(says), "{text}: {error}");
        }
        assert!(Values::read(&[], "c=1").unwrap_err().contains("none is taken"));
    }
}
