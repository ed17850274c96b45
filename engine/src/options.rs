//! The options of a game's rules as a table, a row an option: from it come flags and their help, factors of studies,
//! columns of tables and the words of scenarios.
//!
//! ```
//! use goldrush_engine::gold_rush::Rules;
//! use goldrush_engine::options;
//!
//! let mut rules = Rules::default();
//! let tents = options::find::<Rules>("tents").ok_or("there is no such option")?;
//! tents.read(&mut rules, "2")?;
//! assert_eq!(rules.tents, 2);
//! assert!(tents.read(&mut rules, "9").is_err_and(|e| e.contains("from 0 to 3")));
//!
//! // What differs from the printed game.
//! let changed: Vec<_> = options::differing(&rules).map(|(option, value)| (option.name, value)).collect();
//! assert_eq!(changed, [("tents", "2".to_string())]);
//! # Ok::<(), String>(())
//! ```

use std::fmt::Display;
use std::str::FromStr;

/// The options of a game; the default is the printed game.
///
/// # Examples
///
/// All options of a game, with the rules that they change:
///
/// ```
/// use goldrush_engine::carcassonne::Rules;
/// use goldrush_engine::options::Options;
///
/// let options: Vec<_> = Rules::TABLE.iter().map(|option| (option.name, option.rule, option.printed())).collect();
/// assert_eq!(options[0], ("farmers", "C5", "true".to_string()));
/// ```
pub trait Options: Clone + PartialEq + Default + 'static {
    /// A row for every field, in order. The name is that of the field, which plans and records have too.
    const TABLE: &'static [RuleOption<Self>];
}

/// An option of the rules `R`.
pub struct RuleOption<R: 'static> {
    /// What it is called: words in lower case, joined by `_`.
    pub name: &'static str,
    /// The number of the rule it changes.
    pub rule: &'static str,
    /// The values it can have.
    pub values: Values,
    /// Who sets it.
    pub set_by: SetBy,
    /// What it does if it is asked for, as help prints it.
    pub meaning: &'static str,
    /// Its value as text; empty if the printed components decide.
    pub get: fn(&R) -> String,
    /// Reads its value, see [`RuleOption::read`].
    pub set: fn(&mut R, &str) -> Result<(), String>,
}

/// The values an option can have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Values {
    /// `true` or `false`.
    Switch,
    /// Whole numbers between these, both included.
    Number(u8, u8),
    /// One of some words.
    Words(&'static [&'static str]),
    /// Text of a form of its own: what it is called in help, and an example.
    Text(&'static str, &'static str),
}

/// Who sets an option.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SetBy {
    /// Whoever asks for a game.
    Anybody,
    /// The name of the game.
    Name,
    /// A study that varies it.
    Study,
    /// A study in which one seat is denied something.
    Denial,
}

impl<R: Options> RuleOption<R> {
    /// Changes the option of some rules to a value.
    ///
    /// # Errors
    /// If it is none that the option can have: says what would be right.
    pub fn read(&self, rules: &mut R, text: &str) -> Result<(), String> {
        self.check(text)?;
        (self.set)(rules, text)
    }

    /// Checks a value against the table.
    ///
    /// # Errors
    /// See [`RuleOption::read`].
    pub fn check(&self, text: &str) -> Result<(), String> {
        let possible = match self.values {
            Values::Switch if text.parse::<bool>().is_err() => "true and false".into(),
            Values::Number(least, most) if !text.parse().is_ok_and(|n: u8| (least..=most).contains(&n)) => {
                format!("whole numbers from {least} to {most}")
            }
            Values::Words(words) if !words.contains(&text) => words.join(", "),
            Values::Switch | Values::Number(..) | Values::Words(_) => return Ok(()),
            Values::Text(form, example) if text.is_empty() => {
                return Err(format!("nothing is given; give {form}, such as {example}"));
            }
            Values::Text(..) => return (self.set)(&mut R::default(), text),
        };
        Err(format!("\"{text}\" is wrong; {possible} are possible"))
    }

    /// The value of the printed game.
    pub fn printed(&self) -> String {
        (self.get)(&R::default())
    }
}

/// The option of that name.
pub fn find<R: Options>(name: &str) -> Option<&'static RuleOption<R>> {
    R::TABLE.iter().find(|option| option.name == name)
}

/// Checks that every option has a value that it can have.
///
/// # Errors
/// Says which has not, and what would be right.
pub fn validate<R: Options>(rules: &R) -> Result<(), String> {
    for option in R::TABLE {
        let value = (option.get)(rules);
        if !value.is_empty() {
            option.check(&value).map_err(|e| format!("{}: {e}", option.name))?;
        }
    }
    Ok(())
}

/// The options other than the printed ones, as names and values.
pub fn differing<R: Options>(rules: &R) -> impl Iterator<Item = (&'static RuleOption<R>, String)> {
    R::TABLE.iter().map(|option| (option, (option.get)(rules))).filter(|(option, value)| *value != option.printed())
}

/// What a field of the rules holds, as text and back.
pub trait OptionValue: Sized {
    /// The value as text; empty if the printed components decide.
    fn text(&self) -> String;

    /// Reads a value.
    ///
    /// # Errors
    /// If it is none; says what would be right.
    fn read(text: &str) -> Result<Self, String>;
}

impl<T: Display + FromStr<Err: Display>> OptionValue for Option<T> {
    fn text(&self) -> String {
        self.as_ref().map(ToString::to_string).unwrap_or_default()
    }

    fn read(text: &str) -> Result<Self, String> {
        text.parse().map(Some).map_err(|e: T::Err| e.to_string())
    }
}

/// Has types that are written and read as text be values of options.
macro_rules! option_values {
    ($($type:ty),+) => {
        $(impl $crate::options::OptionValue for $type {
            fn text(&self) -> String {
                self.to_string()
            }

            fn read(text: &str) -> Result<Self, String> {
                text.parse().map_err(|e: <$type as std::str::FromStr>::Err| e.to_string())
            }
        })+
    };
}
pub(crate) use option_values;

option_values!(bool, u8);

/// Makes `Rules`, a struct with a field for each row, its printed values, and the table of its options.
macro_rules! rules {
    ($(#[$about:meta])* {
        $($(#[$doc:meta])* $name:ident: $type:ty = $printed:expr; $rule:literal, $values:expr, $set_by:ident, $meaning:literal;)+
    }) => {
        $(#[$about])*
        #[derive(Clone, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
        #[serde(deny_unknown_fields)]
        pub struct Rules {
            $($(#[$doc])* pub $name: $type,)+
        }

        impl Default for Rules {
            fn default() -> Rules {
                Rules { $($name: $printed),+ }
            }
        }

        impl $crate::options::Options for Rules {
            const TABLE: &'static [$crate::options::RuleOption<Rules>] = &[$($crate::options::RuleOption {
                name: stringify!($name),
                rule: $rule,
                values: $values,
                set_by: $crate::options::SetBy::$set_by,
                meaning: $meaning,
                get: |rules| $crate::options::OptionValue::text(&rules.$name),
                set: |rules, text| $crate::options::OptionValue::read(text).map(|value| rules.$name = value),
            }),+];
        }
    };
}
pub(crate) use rules;
