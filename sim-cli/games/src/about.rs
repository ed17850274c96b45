//! Description of each game: its names, rules, options and agents, for `goldrush games` and the command line.

use std::borrow::Cow;

use goldrush_engine::options::{Changes, Options, RuleOption, SetBy, Values};
use goldrush_engine::rulebook::Rulebook;

use super::ask::Ask;
use super::viewer::capital;

/// Word for the value of an option in the printed game.
pub const PRINTED: &str = "printed";

/// Description of a game.
pub struct About {
    /// Name on the command line, in plans and in records.
    pub name: &'static str,
    /// One-line description.
    pub title: &'static str,
    pub book: Rulebook,
    /// Options fixed by the game's name, with their values.
    pub preset: &'static [(&'static str, &'static str)],
    /// Options that its type has but that change nothing in this game.
    pub idle: &'static [&'static str],
    /// Default line-up of a simulation.
    pub lineup: &'static str,
    /// Default agents of a study, the weaker first.
    pub agents: &'static str,
    /// Design questions specific to this game, in addition to those for all games.
    pub asks: &'static [Ask],
}

/// An option of a game or of its components, as the user sees it.
#[derive(Clone, Debug)]
pub struct GameOption {
    /// Name in plans: words joined by `_`.
    pub name: &'static str,
    /// Number of the rule it belongs to.
    pub rule: &'static str,
    /// Allowed values.
    pub values: Values,
    /// User, game or study that may set it.
    pub set_by: SetBy,
    /// Effect of asking for it.
    pub meaning: &'static str,
    /// Beginnings of a sentence about a change of it.
    pub changes: Changes,
    /// Value in the printed game.
    pub printed: Cow<'static, str>,
}

impl GameOption {
    pub(super) fn of<R: Options>(option: &RuleOption<R>) -> GameOption {
        let RuleOption {
            name,
            rule,
            values,
            set_by,
            meaning,
            changes,
            ..
        } = *option;
        GameOption {
            name,
            rule,
            values,
            set_by,
            meaning,
            changes,
            printed: option.printed().into(),
        }
    }

    /// True if it is a flag without a value on the command line.
    pub fn is_switch(&self) -> bool {
        self.values == Values::Switch && self.set_by != SetBy::Number
    }

    /// Returns a value that differs from the printed one.
    pub fn other(&self) -> String {
        match self.values {
            Values::Switch => (self.printed != "true").to_string(),
            Values::Number(least, most) => {
                let printed = self.printed.parse().unwrap_or(least);
                if printed < most { printed + 1 } else { least }.to_string()
            }
            Values::Words(words) => words
                .iter()
                .find(|word| self.printed != **word)
                .unwrap_or(&words[0])
                .to_string(),
            Values::Text(_, example) => example.into(),
        }
    }

    /// Returns what it is called where people set it.
    pub fn label(&self) -> String {
        // For a switch that is on in the printed game, the meaning is that of the flag that turns it off.
        if self.is_switch() && self.printed == "true" {
            capital(&self.name.replace('_', " "))
        } else {
            self.meaning.to_owned()
        }
    }

    /// Returns the beginning of a sentence on a change of it: `With 2 tents instead of 1`.
    pub fn change(&self, level: &str, base: &str) -> String {
        let value = match level {
            "yes" => "true",
            "no" => "false",
            _ => level,
        };
        let row = self
            .changes
            .iter()
            .find(|(of, _)| [value, "*"].contains(of));
        let (_, text) = row.unwrap_or(&("*", "With {level} instead of {base}"));
        let base = match base {
            "printed" | "" if level.parse::<u32>().is_ok() => "the printed number",
            "printed" | "" => "the printed ones",
            _ => base,
        };
        text.replace("{level}", level)
            .replace("{s}", if level == "1" { "" } else { "s" })
            .replace("{base}", base)
    }

    /// Returns a value that people wrote as plans have it, or `None` if it stays as printed: a switch is yes or no for people, and
    /// true or false in plans. Values of a list may be joined by `+`, since a comma may end a level of a factor.
    ///
    /// # Errors
    /// Fails if a switch has another value.
    pub fn stored(&self, written: &str) -> Result<Option<String>, String> {
        Ok(Some(match (self.values, written) {
            (_, PRINTED) => return Ok(None),
            (Values::Switch, "yes") => "true".into(),
            (Values::Switch, "no") => "false".into(),
            (Values::Switch, _) => {
                return Err(format!("\"{written}\" is wrong; yes and no are possible"));
            }
            (Values::Text(..), _) => written.replace('+', ","),
            (Values::Number(..) | Values::Words(_), _) => written.into(),
        }))
    }

    /// Returns a value of a plan as people write it.
    pub fn written(&self, stored: &str) -> String {
        match (self.values, stored) {
            (Values::Switch, "true") => "yes".into(),
            (Values::Switch, "false") => "no".into(),
            _ => stored.into(),
        }
    }

    /// Returns the words that ask for a value on the command line.
    pub fn asking(&self, value: String) -> Vec<String> {
        match self.set_by {
            SetBy::Number => {
                vec![
                    "--rule".into(),
                    format!("{}={}", self.name.replace('_', "-"), self.written(&value)),
                ]
            }
            _ if self.is_switch() => vec![self.flag()],
            _ => vec![self.flag(), value],
        }
    }

    /// Returns the command-line flag that asks for it. For a switch that is on in the printed game, the flag turns it
    /// off.
    pub fn flag(&self) -> String {
        let name = self.name.replace('_', "-");
        if self.set_by == SetBy::Number {
            return format!("--rule {name}");
        }
        if self.is_switch() && self.printed == "true" {
            format!("--no-{name}")
        } else {
            format!("--{name}")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::GameName;

    #[test]
    fn changes_are_counted_in_singular_and_plural() {
        let changes = ["1", "2"].map(|level| {
            let options = GameName::ALL.iter().flat_map(|game| game.options());
            options
                .map(|option| option.change(level, "3"))
                .collect::<Vec<_>>()
        });
        for (changes, counted) in changes
            .iter()
            .zip([["1 tent ", "1 point "], ["2 tents ", "2 points "]])
        {
            for count in counted {
                assert!(
                    changes.iter().any(|text| text.contains(count)),
                    "{count}: {changes:?}"
                );
            }
            assert!(
                changes.iter().all(|text| !text.contains('{')),
                "{changes:?}"
            );
        }
    }
}
