//! Description of each game: its names, rules, options and agents, for `goldrush games` and the command line.

use std::borrow::Cow;

use goldrush_ai::registry::{Roster, Spec, SpecError};
use goldrush_engine::options::{Options, RuleOption, SetBy, Values};
use goldrush_engine::record::Recordable;
use goldrush_engine::rulebook::Rulebook;

use super::ask::Ask;
use super::registry::with_game;
use super::schema::ResultSchema;
use super::{GameName, Harness, Variants};

/// Description of a game.
pub struct About {
    /// Name on the command line, in plans and in records.
    pub name: &'static str,
    /// One-line description.
    pub title: &'static str,
    /// Rulebook.
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
    /// Value in the printed game.
    pub printed: Cow<'static, str>,
}

impl GameOption {
    fn of<R: Options>(option: &RuleOption<R>) -> GameOption {
        let RuleOption { name, rule, values, set_by, meaning, .. } = *option;
        GameOption { name, rule, values, set_by, meaning, printed: option.printed().into() }
    }

    /// True if it takes no value on the command line.
    pub fn is_switch(&self) -> bool {
        self.values == Values::Switch
    }

    /// Returns a value that differs from the printed one.
    pub fn other(&self) -> String {
        match self.values {
            Values::Switch => (self.printed != "true").to_string(),
            Values::Number(least, most) => {
                let printed = self.printed.parse().unwrap_or(least);
                if printed < most { printed + 1 } else { least }.to_string()
            }
            Values::Words(words) => words.iter().find(|word| self.printed != **word).unwrap_or(&words[0]).to_string(),
            Values::Text(_, example) => example.into(),
        }
    }

    /// Returns the command-line flag that asks for it. For a switch that is on in the printed game, the flag turns it
    /// off.
    pub fn flag(&self) -> String {
        let name = self.name.replace('_', "-");
        if self.is_switch() && self.printed == "true" { format!("--no-{name}") } else { format!("--{name}") }
    }
}

impl GameName {
    /// Returns its options: first those of its components, then those of its rules.
    pub fn options(self) -> Vec<GameOption> {
        fn rules<R: Options>() -> impl Iterator<Item = GameOption> {
            R::TABLE.iter().map(GameOption::of)
        }
        with_game!(self, G => {
            let all = G::COMPONENTS.iter().cloned().chain(rules::<<G as Recordable>::Rules>());
            all.filter(|option| !self.about().idle.contains(&option.name)).collect()
        })
    }

    /// Returns its options that may be set by `set_by`.
    pub fn options_set_by(self, set_by: SetBy) -> impl Iterator<Item = GameOption> {
        self.options().into_iter().filter(move |option| option.set_by == set_by)
    }

    /// Returns the names of its agents, followed by their short names.
    pub fn agents(self) -> Vec<&'static str> {
        fn names<G: Roster>() -> Vec<&'static str> {
            let aliases = G::ALIASES.iter().map(|alias| alias.name);
            G::ENTRIES.iter().map(|entry| entry.name).chain(aliases).collect()
        }
        with_game!(self, G => names::<G>())
    }

    /// Returns a one-line summary of an agent, by its name or short name; empty if there is none of that name.
    pub fn agent_summary(self, name: &str) -> &'static str {
        fn find<G: Roster>(name: &str) -> Option<&'static str> {
            let alias = G::ALIASES.iter().find(|alias| alias.name == name).map(|alias| alias.summary);
            alias.or_else(|| G::ENTRIES.iter().find(|entry| entry.name == name).map(|entry| entry.summary))
        }
        with_game!(self, G => find::<G>(name)).unwrap_or_default()
    }

    /// Parses the specification of an agent of this game.
    ///
    /// # Errors
    /// Fails if there is no agent of that name; the message suggests the right one.
    pub fn read_agent(self, text: &str) -> Result<Spec, SpecError> {
        with_game!(self, G => Spec::read::<G>(text))
    }

    /// Returns the schema of the game's results.
    pub fn schema(self) -> &'static ResultSchema {
        with_game!(self, G => G::SCHEMA)
    }
}
