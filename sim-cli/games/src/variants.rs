//! Variants of a game: its components and rule options, as requested by name and options, stored in plans and read
//! back.

use std::collections::BTreeMap;
use std::path::Path;

use goldrush_ai::registry::{Roster, Spec, SpecError};
use goldrush_engine::options::{self, Options, SetBy};
use goldrush_engine::plain_error::value_problem;
use goldrush_engine::record::Recordable;
use goldrush_support::error::bad_input;
use goldrush_support::input::read_input;
use serde::de::DeserializeOwned;

use super::about::GameOption;
use super::playable::Components;
use super::registry::{with_game, with_setup};
use super::schema::ResultSchema;
use super::{GameName, Harness, Setup};

/// Values of options by name.
pub type OptionValues = BTreeMap<&'static str, String>;

/// A game with options and components.
pub trait Variants: Recordable<Rules: Options> {
    /// Its components, such as a set of tiles.
    type Components;

    /// Components that come with the program, each set with its name and its text.
    const BUILT_IN: &'static [(&'static str, &'static str)] = &[];
    /// Options of its components.
    const COMPONENTS: &'static [GameOption] = &[];
    /// Statement of which facts about the components are known and which are reconstructed.
    const PROVENANCE: &'static str;

    /// Returns the requested components, and their text if they do not come with the program.
    ///
    /// # Errors
    /// Bad input, naming the option, if there are no such components.
    fn components(asked: &OptionValues) -> anyhow::Result<(Self::Components, Option<String>)>;

    /// Returns the components of a run: by name, or from a text that was stored in a file.
    ///
    /// # Errors
    /// Fails if there are none of that name, or the text is not valid.
    fn stored_components(
        name: &str,
        file: &Path,
        text: Option<&str>,
    ) -> anyhow::Result<Self::Components>;

    /// Combines components, rules and number of players into a setup.
    ///
    /// # Errors
    /// Fails if they do not fit together; the message says what would.
    fn setup(
        components: Self::Components,
        rules: Self::Rules,
        players: usize,
    ) -> Result<Self::Setup, String>;

    /// Returns the number of turns of a game in which every draw can be played; `None` if games differ in length.
    fn turns(setup: &Self::Setup) -> Option<usize> {
        let _ = setup;
        None
    }

    /// Returns the components as TOML. `None` if the game always has the same components.
    fn components_text(setup: &Self::Setup) -> Option<String> {
        let _ = setup;
        None
    }

    /// Returns the options that select these components; values equal to the printed ones may be included.
    fn asks_for(setup: &Self::Setup) -> OptionValues {
        let _ = setup;
        OptionValues::new()
    }

    /// Returns the names of what a seat can be denied (V9).
    fn denials() -> Vec<String> {
        Vec::new()
    }

    /// Checks that a seat can be denied an action that everyone else may take under these rules (V9).
    ///
    /// # Errors
    /// Fails with the reason if it cannot.
    fn check_denial(rules: &Self::Rules, what: &str) -> Result<(), String> {
        let _ = (rules, what);
        Err("no element of this game can be denied".into())
    }
}

/// Returns the components that come with the program, of all games: each set with its name and its text.
pub fn built_in_components() -> impl Iterator<Item = (&'static str, &'static str)> {
    GameName::ALL
        .iter()
        .flat_map(|game| with_game!(*game, G => G::BUILT_IN))
        .copied()
}

/// Loads components by name, or from a file.
///
/// # Errors
/// Bad input if there are none of that name.
pub fn load_components(name: &str) -> anyhow::Result<Components> {
    let place = name.to_owned();
    if let Some((_, text)) = built_in_components().find(|(known, _)| *known == name) {
        return Ok(Components {
            name: name.into(),
            place,
            text: text.into(),
        });
    }
    let path = Path::new(name);
    if !path.exists() {
        let built_in = built_in_components()
            .map(|(name, _)| name)
            .collect::<Vec<_>>()
            .join(", ");
        return Err(bad_input(format!(
            "{name}: no such file, and no built-in catalogue ({built_in})"
        )));
    }
    let file = Path::new(name.strip_suffix(".gz").unwrap_or(name));
    let stem = file
        .file_stem()
        .map_or_else(|| name.into(), |stem| stem.to_string_lossy().into_owned());
    Ok(Components {
        name: stem,
        place,
        text: read_input(path)?,
    })
}

/// Returns the setup of a game with the printed components.
///
/// # Errors
/// Bad input if the rules or the number of players do not allow it.
pub fn printed<G: Variants>(rules: G::Rules, players: usize) -> anyhow::Result<G::Setup> {
    let (components, _) = G::components(&OptionValues::new())?;
    G::setup(components, rules, players).map_err(bad_input)
}

/// A requested game: its name, and the options given.
#[derive(Clone, Debug)]
pub struct Choice {
    game: GameName,
    values: OptionValues,
}

impl Choice {
    /// Requests the printed game.
    pub fn printed(game: GameName) -> Choice {
        Choice {
            game,
            values: OptionValues::new(),
        }
    }

    /// Returns the game's name.
    pub fn game(&self) -> GameName {
        self.game
    }

    /// Returns the options given.
    pub fn into_values(self) -> OptionValues {
        self.values
    }

    /// Changes the game and keeps the options.
    ///
    /// # Errors
    /// Fails if the new game lacks one of the options.
    pub fn set_game(&mut self, game: GameName) -> Result<(), String> {
        let names: Vec<&str> = game.options().iter().map(|option| option.name).collect();
        let foreign = self.values.keys().find(|name| !names.contains(name));
        let foreign = foreign.and_then(|name| {
            let mut options = self.game.options().into_iter();
            options.find(|option| option.name == *name)
        });
        if let Some(option) = foreign {
            return Err(format!("{game} has no {}", option.flag()));
        }
        self.game = game;
        Ok(())
    }

    /// Sets an option.
    ///
    /// # Errors
    /// Fails if the game has no such option or the option no such value; the message says what would be right.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        let option = self
            .game
            .options()
            .into_iter()
            .find(|option| option.name == name);
        let option = option.ok_or_else(|| format!("{} has no option {name}", self.game))?;
        self.game.check(name, value)?;
        self.values.insert(option.name, value.to_owned());
        Ok(())
    }

    /// Returns the value given for an option, if any.
    pub fn given(&self, name: &str) -> Option<&str> {
        self.values.get(name).map(String::as_str)
    }

    /// Resets an option to its printed value.
    pub fn unset(&mut self, name: &str) {
        self.values.remove(name);
    }

    /// Returns the setup to deal from, and the text of its components if they do not come with the program.
    ///
    /// # Errors
    /// Bad input if the options do not fit together.
    pub fn setup(&self, players: usize) -> anyhow::Result<(Setup, Option<String>)> {
        with_game!(self.game, G, wrap => {
            let (components, text) = G::components(&self.values)?;
            let setup = G::setup(components, self.rules::<G>()?, players);
            Ok((wrap(setup.map_err(|e| bad_input(self.game.with_flag(&e)))?), text))
        })
    }

    /// Checks that a seat can be denied an action.
    ///
    /// # Errors
    /// Fails with the reason if it cannot.
    pub fn check_denial(&self, what: &str) -> Result<(), String> {
        with_game!(self.game, G => G::check_denial(&self.rules::<G>().map_err(|e| e.to_string())?, what))
    }

    fn rules<G: Variants>(&self) -> anyhow::Result<G::Rules> {
        let mut rules = G::Rules::default();
        let preset = self.game.about().preset.iter().copied();
        let given = self.values.iter().map(|(name, value)| (*name, &value[..]));
        for (name, value) in preset.chain(given) {
            if let Some(option) = options::find::<G::Rules>(name) {
                option
                    .read(&mut rules, value)
                    .map_err(|e| bad_input(self.game.with_flag(&format!("{name}: {e}"))))?;
            }
        }
        Ok(rules)
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

    /// Returns an error that begins with the name of an option with the flag that sets the option.
    fn with_flag(self, error: &str) -> String {
        let (name, rest) = error.split_once(": ").unwrap_or((error, ""));
        let option = self.user_options().find(|option| option.name == name);
        option.map_or_else(
            || error.to_owned(),
            |option| format!("{}: {rest}", option.flag()),
        )
    }

    /// Returns the names of what a seat can be denied (V9).
    pub fn denials(self) -> Vec<String> {
        with_game!(self, G => G::denials())
    }

    /// Returns its options that may be set by `set_by`.
    pub fn options_set_by(self, set_by: SetBy) -> impl Iterator<Item = GameOption> {
        self.options()
            .into_iter()
            .filter(move |option| option.set_by == set_by)
    }

    /// Returns its options that users may set, by flags of their own or with `--rule`.
    pub fn user_options(self) -> impl Iterator<Item = GameOption> {
        self.options()
            .into_iter()
            .filter(|option| matches!(option.set_by, SetBy::User | SetBy::Number))
    }

    /// Returns the names of its agents, followed by their short names.
    pub fn agents(self) -> Vec<&'static str> {
        fn names<G: Roster>() -> Vec<&'static str> {
            let aliases = G::ALIASES.iter().map(|alias| alias.name);
            G::ENTRIES
                .iter()
                .map(|entry| entry.name)
                .chain(aliases)
                .collect()
        }
        with_game!(self, G => names::<G>())
    }

    /// Returns a one-line summary of an agent, by its name or short name; empty if there is none of that name.
    pub fn agent_summary(self, name: &str) -> &'static str {
        fn find<G: Roster>(name: &str) -> Option<&'static str> {
            let alias = G::ALIASES
                .iter()
                .find(|alias| alias.name == name)
                .map(|alias| alias.summary);
            alias.or_else(|| {
                G::ENTRIES
                    .iter()
                    .find(|entry| entry.name == name)
                    .map(|entry| entry.summary)
            })
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

    /// Checks the value of a rule option. Options of components are checked only when the setup is made.
    ///
    /// # Errors
    /// Fails if the option cannot have that value; the message says what would be right.
    pub fn check(self, name: &str, value: &str) -> Result<(), String> {
        with_game!(self, G => options::find::<<G as Recordable>::Rules>(name).map_or(Ok(()), |option| option.check(value)))
    }

    /// Returns the name of this game with these options, if another name fixes them; otherwise the game itself.
    fn with_rules<R: Options>(self, rules: &R) -> GameName {
        let mut names = GameName::ALL.iter().copied();
        names
            .find(|name| std::ptr::eq(name.schema(), self.schema()) && name.has_preset(rules))
            .unwrap_or(self)
    }

    /// True if the options that this name fixes have their values.
    fn has_preset<R: Options>(self, rules: &R) -> bool {
        self.about().preset.iter().all(|(name, value)| {
            options::find::<R>(name).is_some_and(|option| (option.get)(rules) == *value)
        })
    }
}

fn rule_values<G: Variants>(setup: &G::Setup) -> Vec<(&'static str, String)> {
    let rules = G::rules(setup);
    G::Rules::TABLE
        .iter()
        .map(|option| (option.name, (option.get)(&rules)))
        .collect()
}

/// Returns the options that request a setup besides game name and number of players: those that differ from the printed
/// game.
pub fn asked<G: Variants>(setup: &G::Setup) -> Vec<(GameOption, String)> {
    let mut values = G::asks_for(setup);
    values.extend(rule_values::<G>(setup));
    let game: GameName = G::name(setup)
        .parse()
        .expect("the setup belongs to a registered game");
    let mut asked = Vec::new();
    for option in game.user_options() {
        if let Some(value) = values.remove(option.name)
            && value != option.printed
        {
            asked.push((option, value));
        }
    }
    asked
}

impl Setup {
    /// Returns the setup of the printed game for `players` players.
    ///
    /// # Errors
    /// Bad input if the game cannot be played by that many.
    pub fn printed(game: GameName, players: usize) -> anyhow::Result<Setup> {
        Ok(Choice::printed(game).setup(players)?.0)
    }

    /// Returns a two-player setup in which every option that users can set and that `includes` selects differs from the
    /// printed game, as far as they fit together.
    pub fn varied(game: GameName, includes: impl Fn(&str) -> bool) -> Setup {
        let mut choice = Choice::printed(game);
        for option in game.user_options().filter(|option| includes(option.name)) {
            choice
                .set(option.name, &option.other())
                .expect("the game accepts its own options");
            if choice.setup(2).is_err() {
                choice.unset(option.name);
            }
        }
        choice
            .setup(2)
            .expect("every variant supports two players")
            .0
    }

    /// Returns the setup stored in a plan: options by name, components by name or by the text of a file.
    ///
    /// # Errors
    /// Fails if there is no such setup.
    pub fn stored(
        game: GameName,
        rules: &toml::Table,
        players: usize,
        components: &str,
        file: &Path,
        text: Option<&str>,
    ) -> anyhow::Result<Setup> {
        fn read<R: Options + DeserializeOwned>(rules: &toml::Table) -> anyhow::Result<R> {
            let read = rules.clone().try_into();
            read.map_err(|e| bad_input(format!("rules: {}", value_problem(&e))))
        }
        let game =
            with_game!(game, G => game.with_rules(&read::<<G as Recordable>::Rules>(rules)?));
        with_game!(game, G, wrap => {
            G::setup(G::stored_components(components, file, text)?, read(rules)?, players).map(wrap).map_err(bad_input)
        })
    }

    /// Returns the same game with a seat denied an action (V9). `text` is that of components that do not come with the
    /// program.
    ///
    /// # Errors
    /// Bad input if the game cannot deny that.
    pub fn denying(&self, seat: usize, what: &str, text: Option<&str>) -> anyhow::Result<Setup> {
        let (components, _) = self.components();
        with_game!(self.game(), G, wrap => {
            let mut rules: <G as Recordable>::Rules = self.rules().try_into()?;
            let denial = <G as Recordable>::Rules::TABLE.iter().find(|option| option.set_by == SetBy::Denial);
            let denial = denial.ok_or_else(|| bad_input("no element of this game can be denied"))?;
            denial.read(&mut rules, &format!("{seat}:{what}")).map_err(bad_input)?;
            G::setup(G::stored_components(&components, Path::new(&components), text)?, rules, self.players())
                .map(wrap)
                .map_err(bad_input)
        })
    }

    /// Returns the number of seats.
    pub fn players(&self) -> usize {
        with_setup!(self, G, setup => G::players(setup))
    }

    /// Returns the name of the components, and their hash in hexadecimal.
    pub fn components(&self) -> (String, String) {
        let (name, hash) = with_setup!(self, G, setup => G::identity(setup));
        (name, format!("{hash:016x}"))
    }

    /// Returns the components as TOML. `None` if the game always has the same components. The text is the same whether
    /// they come with the program or from a file.
    pub fn components_text(&self) -> Option<String> {
        with_setup!(self, G, setup => <G as Variants>::components_text(setup))
    }

    /// Returns its options, in the form stored in plans.
    pub fn rules(&self) -> toml::Table {
        let table = with_setup!(self, G, setup => toml::Table::try_from(G::rules(setup)));
        table.expect("rules serialize to TOML")
    }

    /// Returns the number of turns of a game in which every draw can be played; `None` if games differ in length.
    pub fn turns(&self) -> Option<usize> {
        with_setup!(self, G, setup => <G as Variants>::turns(setup))
    }

    /// Returns its options and their values as text, in the order of the game's table.
    pub fn rule_values(&self) -> Vec<(&'static str, String)> {
        with_setup!(self, G, setup => rule_values::<G>(setup))
    }

    /// Returns the options that request it besides game name and number of players: those that differ from the printed
    /// game.
    pub fn asked(&self) -> Vec<(GameOption, String)> {
        with_setup!(self, G, setup => asked::<G>(setup))
    }

    /// Returns the schema of its results.
    pub fn schema(&self) -> &'static ResultSchema {
        self.game().schema()
    }

    /// Statement of which facts about the components are known and which are reconstructed.
    pub fn provenance(&self) -> &'static str {
        with_game!(self.game(), G => <G as Variants>::PROVENANCE)
    }
}
