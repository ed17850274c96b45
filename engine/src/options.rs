//! Table of a game's rule options, one row per option. Flags, help, study factors, table columns and scenario keys are
//! derived from it.
//!
//! ```
//! use goldrush_engine::gold_rush::Rules;
//! use goldrush_engine::options;
//!
//! let mut rules = Rules::default();
//! let tents = options::find::<Rules>("tents").ok_or("there is no such option")?;
//! tents.read(&mut rules, "2")?;
//! assert_eq!(rules.tents, 2);
//! assert!(tents.read(&mut rules, "9").is_err_and(|e| e.contains("from 0 to 5")));
//!
//! // Options that differ from the printed game.
//! let changed: Vec<_> = options::non_default(&rules).map(|(option, value)| (option.name, value)).collect();
//! assert_eq!(changed, [("tents", "2".to_string())]);
//! # Ok::<(), String>(())
//! ```

use std::fmt::Display;
use std::str::FromStr;

/// Options of a game; the default is the printed game.
///
/// # Examples
///
/// All options of a game with the rules they change:
///
/// ```
/// use goldrush_engine::carcassonne::Rules;
/// use goldrush_engine::options::Options;
///
/// let options: Vec<_> = Rules::TABLE.iter().map(|option| (option.name, option.rule, option.printed())).collect();
/// assert_eq!(options[0], ("farmers", "C5", "true".to_string()));
/// ```
pub trait Options: Clone + PartialEq + Default + 'static {
    /// One row per field, in order. The option's name is the field's name, also in plans and records.
    const TABLE: &'static [RuleOption<Self>];
}

/// Option of the rules `R`.
pub struct RuleOption<R: 'static> {
    /// Name: lower-case words joined by `_`.
    pub name: &'static str,
    /// Number of the rule that it changes.
    pub rule: &'static str,
    /// Values that it accepts.
    pub values: Values,
    /// User, game or study that may set it.
    pub set_by: SetBy,
    /// Effect when the option is given, as printed by `--help`.
    pub meaning: &'static str,
    /// Beginnings of a sentence about a change of the option.
    pub changes: Changes,
    /// Formats its value; empty if the printed components decide.
    pub get: fn(&R) -> String,
    /// Parses and sets its value; see [`RuleOption::read`].
    pub set: fn(&mut R, &str) -> Result<(), String>,
}

/// Values an option accepts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Values {
    /// `true` or `false`.
    Switch,
    /// Whole numbers from the first to the second, both included.
    Number(u8, u8),
    /// One of the listed words.
    Words(&'static [&'static str]),
    /// Free-form text: its name in help, and an example.
    Text(&'static str, &'static str),
}

/// Pairs of a value and the beginning of a sentence about a game with this value, such as `("false", "Without farmers")`.
/// The value `*` stands for every other value; in its text, `{level}` is the value, `{s}` ends a plural unless the value is
/// 1, and `{base}` is the value it replaces.
pub type Changes = &'static [(&'static str, &'static str)];

/// User, game or study that may set an option.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SetBy {
    /// The user, by a flag of its own.
    User,
    /// The user, with `--rule NAME=VALUE`: numbers of the rules.
    Number,
    /// The name of the game implies it.
    Name,
    /// A study that varies it.
    Study,
    /// A study that denies something to one seat.
    Denial,
}

impl<R: Options> RuleOption<R> {
    /// Parses a value and sets the option.
    ///
    /// # Errors
    /// If the option does not accept the value; lists what it accepts.
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
            Values::Number(least, most)
                if !text.parse().is_ok_and(|n: u8| (least..=most).contains(&n)) =>
            {
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

    /// Returns the value of the printed game.
    pub fn printed(&self) -> String {
        (self.get)(&R::default())
    }
}

/// Finds an option by name.
pub fn find<R: Options>(name: &str) -> Option<&'static RuleOption<R>> {
    R::TABLE.iter().find(|option| option.name == name)
}

/// Checks the values of all options.
///
/// # Errors
/// Names the first invalid option and the values it accepts.
pub fn validate<R: Options>(rules: &R) -> Result<(), String> {
    for option in R::TABLE {
        let value = (option.get)(rules);
        if !value.is_empty() {
            option
                .check(&value)
                .map_err(|e| format!("{}: {e}", option.name))?;
        }
    }
    Ok(())
}

/// Returns the options that differ from the printed game, with their values.
pub fn non_default<R: Options>(
    rules: &R,
) -> impl Iterator<Item = (&'static RuleOption<R>, String)> {
    R::TABLE
        .iter()
        .map(|option| (option, (option.get)(rules)))
        .filter(|(option, value)| *value != option.printed())
}

/// Type of a rule option's field, with its text form.
pub trait OptionValue: Sized {
    /// Formats the value; empty if the printed components decide.
    fn text(&self) -> String;

    /// Parses a value.
    ///
    /// # Errors
    /// If the text is not a value; lists what is accepted.
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

/// Implements [`OptionValue`] for types with `Display` and `FromStr`.
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

/// Defines an option whose values are words; the default is the printed rule.
macro_rules! word_option {
    ($(#[$about:meta])* $name:ident { $($(#[$doc:meta])+ $value:ident = $word:literal,)+ }) => {
        $(#[$about])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
        pub enum $name {
            $($(#[$doc])+ $value,)+
        }

        impl $name {
            /// All values.
            pub const ALL: &'static [$name] = &[$($name::$value),+];
            /// Their words, in the same order.
            pub const WORDS: &'static [&'static str] = &[$($word),+];
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str($name::WORDS[*self as usize])
            }
        }

        impl std::str::FromStr for $name {
            type Err = String;
            fn from_str(text: &str) -> Result<$name, String> {
                match $name::WORDS.iter().position(|word| *word == text) {
                    Some(at) => Ok($name::ALL[at]),
                    None => Err(format!("\"{text}\" is unknown; {} are possible", $name::WORDS.join(", "))),
                }
            }
        }

        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<$name, D::Error> {
                <String as serde::Deserialize>::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
            }
        }

        $crate::options::option_values!($name);
    };
}
pub(crate) use word_option;

/// Part of a row of a table of options that does not depend on the rules' type.
pub struct Row {
    /// See [`RuleOption::rule`].
    pub rule: &'static str,
    /// See [`RuleOption::values`].
    pub values: Values,
    /// See [`RuleOption::meaning`].
    pub meaning: &'static str,
    /// See [`RuleOption::changes`].
    pub changes: Changes,
}

/// Creates a row: rule, values, meaning and beginnings of sentences.
pub const fn row(
    rule: &'static str,
    values: Values,
    meaning: &'static str,
    changes: Changes,
) -> Row {
    Row {
        rule,
        values,
        meaning,
        changes,
    }
}

/// Defines `Rules`: a field per row, the printed values as default, and the table of options.
macro_rules! rules {
    ($(#[$about:meta])* {
        $($(#[$doc:meta])* $name:ident: $type:ty = $printed:expr; $set_by:ident, $row:expr;)+
    }) => {
        $(#[$about])*
        #[derive(Clone, PartialEq, Eq, Debug, serde::Deserialize)]
        #[serde(deny_unknown_fields, default)]
        pub struct Rules {
            $($(#[$doc])* pub $name: $type,)+
        }

        impl Default for Rules {
            fn default() -> Rules {
                Rules { $($name: $printed),+ }
            }
        }

        /// Leaves out what the printed components decide, and numbers of the rules that are as printed.
        impl serde::Serialize for Rules {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                use serde::ser::SerializeMap as _;
                use $crate::options::{OptionValue, SetBy};
                let printed = Rules::default();
                let mut map = serializer.serialize_map(None)?;
                $(if !OptionValue::text(&self.$name).is_empty()
                    && (SetBy::$set_by != SetBy::Number || self.$name != printed.$name)
                {
                    map.serialize_entry(stringify!($name), &self.$name)?;
                })+
                map.end()
            }
        }

        impl $crate::options::Options for Rules {
            const TABLE: &'static [$crate::options::RuleOption<Rules>] = &[$($crate::options::RuleOption {
                name: stringify!($name),
                rule: $row.rule,
                values: $row.values,
                set_by: $crate::options::SetBy::$set_by,
                meaning: $row.meaning,
                changes: $row.changes,
                get: |rules| $crate::options::OptionValue::text(&rules.$name),
                set: |rules, text| $crate::options::OptionValue::read(text).map(|value| rules.$name = value),
            }),+];
        }
    };
}
pub(crate) use rules;
