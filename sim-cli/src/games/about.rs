//! What there is to say of each game before it is played: what is behind `goldrush games`, the rules and the options.

use std::borrow::Cow;

use goldrush_ai::registry::{Roster, Spec, SpecError};
use goldrush_engine::options::{Options, RuleOption, SetBy, Values};
use goldrush_engine::record::Recordable;
use goldrush_engine::rulebook::Rulebook;

use super::ask::Ask;
use super::registry::with_game;
use super::sheet::Sheet;
use super::{GameName, Harness, Variants};

/// A game as it is introduced.
pub struct About {
    /// As it is written on the command line, in plans and in records.
    pub name: &'static str,
    /// What it is, in a line.
    pub title: &'static str,
    /// Its rules.
    pub book: Rulebook,
    /// The options that its name decides, with their values.
    pub preset: &'static [(&'static str, &'static str)],
    /// Options of its kind that change nothing in it.
    pub idle: &'static [&'static str],
    /// The line-up of a simulation if none is given.
    pub lineup: &'static str,
    /// The agents of a study if none are given, the weaker first.
    pub agents: &'static str,
    /// What designers ask of it besides what they ask of all games.
    pub asks: &'static [Ask],
}

/// An option of a game or of its components, as whoever asks for the game sees it.
#[derive(Clone, Debug)]
pub struct GameOption {
    /// Its name in plans: words joined by `_`.
    pub name: &'static str,
    /// The number of its rule.
    pub rule: &'static str,
    /// The values it can have.
    pub values: Values,
    /// Who sets it.
    pub set_by: SetBy,
    /// What it does if it is asked for.
    pub meaning: &'static str,
    /// Its value in the printed game.
    pub printed: Cow<'static, str>,
}

impl GameOption {
    fn of<R: Options>(option: &RuleOption<R>) -> GameOption {
        let RuleOption { name, rule, values, set_by, meaning, .. } = *option;
        GameOption { name, rule, values, set_by, meaning, printed: option.printed().into() }
    }

    /// Whether it is asked for without a value.
    pub fn is_switch(&self) -> bool {
        self.values == Values::Switch
    }

    /// A value that is not the printed one.
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

    /// What asks for it on the command line: a switch that is on in the printed game is one that turns it off.
    pub fn flag(&self) -> String {
        let name = self.name.replace('_', "-");
        if self.is_switch() && self.printed == "true" { format!("--no-{name}") } else { format!("--{name}") }
    }
}

impl GameName {
    /// The options it has: of its components, then of its rules.
    pub fn options(self) -> Vec<GameOption> {
        fn rules<R: Options>() -> impl Iterator<Item = GameOption> {
            R::TABLE.iter().map(GameOption::of)
        }
        with_game!(self, G => {
            let all = G::COMPONENTS.iter().cloned().chain(rules::<<G as Recordable>::Rules>());
            all.filter(|option| !self.about().idle.contains(&option.name)).collect()
        })
    }

    /// Its options of that kind.
    pub fn options_set_by(self, set_by: SetBy) -> impl Iterator<Item = GameOption> {
        self.options().into_iter().filter(move |option| option.set_by == set_by)
    }

    /// Its agents and their short names.
    pub fn agents(self) -> Vec<&'static str> {
        fn names<G: Roster>() -> Vec<&'static str> {
            let aliases = G::ALIASES.iter().map(|alias| alias.name);
            G::ENTRIES.iter().map(|entry| entry.name).chain(aliases).collect()
        }
        with_game!(self, G => names::<G>())
    }

    /// A line about an agent or a short name of one; empty if there is none such.
    pub fn agent_summary(self, name: &str) -> &'static str {
        fn find<G: Roster>(name: &str) -> Option<&'static str> {
            let alias = G::ALIASES.iter().find(|alias| alias.name == name).map(|alias| alias.summary);
            alias.or_else(|| G::ENTRIES.iter().find(|entry| entry.name == name).map(|entry| entry.summary))
        }
        with_game!(self, G => find::<G>(name)).unwrap_or_default()
    }

    /// Reads the name of an agent of this game.
    ///
    /// # Errors
    /// If there is none of that name; says what would be right.
    pub fn read_agent(self, text: &str) -> Result<Spec, SpecError> {
        with_game!(self, G => Spec::read::<G>(text))
    }

    /// How results of the game are written down.
    pub fn sheet(self) -> &'static Sheet {
        with_game!(self, G => G::SHEET)
    }
}
