//! What a game is played with, and by which of its rules: asked for by name and options, kept in plans, read back.

use std::collections::BTreeMap;
use std::path::Path;

use goldrush_engine::options::{self, Options};
use goldrush_engine::record::Recordable;
use serde::de::DeserializeOwned;

use super::about::GameOption;
use super::registry::{with_game, with_setup};
use super::sheet::Sheet;
use super::{GameName, Setup};
use crate::error::bad_input;

/// Values of options by their names.
pub type OptionValues = BTreeMap<&'static str, String>;

/// A game with options and components.
pub trait Variants: Recordable<Rules: Options> {
    /// What it is played with, such as a set of tiles.
    type Components;

    /// The options of its components.
    const COMPONENTS: &'static [GameOption] = &[];
    /// What of the components is known, and what is reconstructed, in words.
    const PROVENANCE: &'static str;

    /// The components asked for, and their text if they do not come with the program.
    ///
    /// # Errors
    /// If there are none such: bad input that names the option.
    fn components(asked: &OptionValues) -> anyhow::Result<(Self::Components, Option<String>)>;

    /// The components of a run: by their name, or from a text that was kept in a file.
    ///
    /// # Errors
    /// If there are none such.
    fn kept_components(name: &str, file: &Path, text: Option<&str>) -> anyhow::Result<Self::Components>;

    /// What games are dealt from.
    ///
    /// # Errors
    /// If components, options and players do not go together; says what would.
    fn setup(components: Self::Components, rules: Self::Rules, players: usize) -> Result<Self::Setup, String>;

    /// The components as TOML, if they can differ.
    fn components_text(setup: &Self::Setup) -> Option<String> {
        let _ = setup;
        None
    }

    /// The options that ask for these components, other than the printed ones.
    fn asks_for(setup: &Self::Setup) -> OptionValues {
        let _ = setup;
        OptionValues::new()
    }

    /// Checks that a seat can be denied something that all may do by these rules (V9).
    ///
    /// # Errors
    /// If not; says why.
    fn check_denial(rules: &Self::Rules, what: &str) -> Result<(), String> {
        let _ = (rules, what);
        Err("this game can deny a seat nothing".into())
    }
}

/// A game with the printed components.
///
/// # Errors
/// If it cannot be played by these rules or so many: bad input.
pub fn printed<G: Variants>(rules: G::Rules, players: usize) -> anyhow::Result<G::Setup> {
    let (components, _) = G::components(&OptionValues::new())?;
    G::setup(components, rules, players).map_err(bad_input)
}

/// A game as it is asked for: its name, and the options that were given.
#[derive(Clone, Debug)]
pub struct Choice {
    game: GameName,
    values: OptionValues,
}

impl Choice {
    /// The printed game.
    pub fn printed(game: GameName) -> Choice {
        Choice { game, values: OptionValues::new() }
    }

    /// Which game.
    pub fn game(&self) -> GameName {
        self.game
    }

    /// The options that were given.
    pub fn into_values(self) -> OptionValues {
        self.values
    }

    /// Changes the game, and keeps the options, which it has to have.
    ///
    /// # Errors
    /// If it has not.
    pub fn set_game(&mut self, game: GameName) -> Result<(), String> {
        let names: Vec<&str> = game.options().iter().map(|option| option.name).collect();
        if let Some(foreign) = self.values.keys().find(|name| !names.contains(name)) {
            return Err(format!("{game} has no option {foreign}"));
        }
        self.game = game;
        Ok(())
    }

    /// Sets an option.
    ///
    /// # Errors
    /// If the game has no such option, or the option no such value; says what would be right.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        let option = self.game.options().into_iter().find(|option| option.name == name);
        let option = option.ok_or_else(|| format!("{} has no option {name}", self.game))?;
        self.game.check(name, value)?;
        self.values.insert(option.name, value.to_owned());
        Ok(())
    }

    /// Leaves an option as it is printed.
    pub fn unset(&mut self, name: &str) {
        self.values.remove(name);
    }

    /// Everything a game is dealt from, and the text of its components if they do not come with the program.
    ///
    /// # Errors
    /// If what was asked for does not go together: bad input.
    pub fn setup(&self, players: usize) -> anyhow::Result<(Setup, Option<String>)> {
        with_game!(self.game, G, wrap => {
            let (components, text) = G::components(&self.values)?;
            let setup = G::setup(components, self.rules::<G>()?, players);
            Ok((wrap(setup.map_err(|e| bad_input(format!("--players: {e}")))?), text))
        })
    }

    /// Checks that a seat can be denied something.
    ///
    /// # Errors
    /// If not; says why.
    pub fn check_denial(&self, what: &str) -> Result<(), String> {
        with_game!(self.game, G => G::check_denial(&self.rules::<G>().map_err(|e| e.to_string())?, what))
    }

    fn rules<G: Variants>(&self) -> anyhow::Result<G::Rules> {
        let mut rules = G::Rules::default();
        let preset = self.game.about().preset.iter().copied();
        let given = self.values.iter().map(|(name, value)| (*name, &value[..]));
        for (name, value) in preset.chain(given) {
            if let Some(option) = options::find::<G::Rules>(name) {
                option.read(&mut rules, value).map_err(|e| bad_input(format!("{name}: {e}")))?;
            }
        }
        Ok(rules)
    }
}

impl GameName {
    /// Checks a value of an option of its rules. Those of components are looked at when there is a game to be dealt.
    ///
    /// # Errors
    /// If the option cannot have it; says what would be right.
    pub fn check(self, name: &str, value: &str) -> Result<(), String> {
        with_game!(self, G => options::find::<<G as Recordable>::Rules>(name).map_or(Ok(()), |option| option.check(value)))
    }

    /// The game that is called otherwise with such options, or itself.
    fn with_rules<R: Options>(self, rules: &R) -> GameName {
        let decided = |game: &GameName| {
            let same = std::ptr::eq(game.sheet(), self.sheet());
            let is_so = |(name, value): &(&str, &str)| {
                options::find::<R>(name).is_some_and(|option| (option.get)(rules) == *value)
            };
            same && game.about().preset.iter().all(is_so)
        };
        GameName::ALL.iter().copied().find(decided).unwrap_or(self)
    }
}

fn rule_values<G: Variants>(setup: &G::Setup) -> Vec<(&'static str, String)> {
    let rules = G::rules(setup);
    G::Rules::TABLE.iter().map(|option| (option.name, (option.get)(&rules))).collect()
}

/// What asks for a setup besides the name of the game and the number of players: options other than the printed ones.
pub fn asked<G: Variants>(setup: &G::Setup) -> Vec<(GameOption, String)> {
    let mut values = G::asks_for(setup);
    values.extend(rule_values::<G>(setup));
    let game: GameName = G::name(setup).parse().expect("a setup is of a game of the list");
    let all = game.options_set_by(options::SetBy::User);
    let value = |option: GameOption| values.remove(option.name).map(|value| (option, value));
    all.filter_map(value).filter(|(option, value)| *value != option.printed).collect()
}

impl Setup {
    /// A game as it is printed, for so many players.
    ///
    /// # Errors
    /// If so many cannot play it: bad input.
    pub fn printed(game: GameName, players: usize) -> anyhow::Result<Setup> {
        Ok(Choice::printed(game).setup(players)?.0)
    }

    /// A game of two in which no option of these that anybody can ask for is as printed.
    pub fn varied(game: GameName, wanted: impl Fn(&str) -> bool) -> Setup {
        let mut choice = Choice::printed(game);
        for option in game.options_set_by(options::SetBy::User).filter(|option| wanted(option.name)) {
            choice.set(option.name, &option.other()).expect("a game has its own options");
        }
        choice.setup(2).expect("two can play every variant").0
    }

    /// The setup that a plan has kept: options by name, components by name or by the text of a file.
    ///
    /// # Errors
    /// If there is none such.
    pub fn kept(
        game: GameName,
        rules: &toml::Table,
        players: usize,
        components: &str,
        file: &Path,
        text: Option<&str>,
    ) -> anyhow::Result<Setup> {
        fn read<R: Options + DeserializeOwned>(rules: &toml::Table) -> anyhow::Result<R> {
            Ok(rules.clone().try_into()?)
        }
        let game = with_game!(game, G => game.with_rules(&read::<<G as Recordable>::Rules>(rules)?));
        with_game!(game, G, wrap => {
            G::setup(G::kept_components(components, file, text)?, read(rules)?, players).map(wrap).map_err(bad_input)
        })
    }

    /// The same game in which a seat may not do something (V9); the text is that of components that do not come with the program.
    ///
    /// # Errors
    /// If the game can deny a seat no such thing: bad input.
    pub fn denying(&self, seat: usize, what: &str, text: Option<&str>) -> anyhow::Result<Setup> {
        let (components, _) = self.components();
        with_game!(self.game(), G, wrap => {
            let mut rules: <G as Recordable>::Rules = self.rules().try_into()?;
            let denial = <G as Recordable>::Rules::TABLE.iter().find(|option| option.set_by == options::SetBy::Denial);
            let denial = denial.ok_or_else(|| bad_input("this game can deny a seat nothing"))?;
            denial.read(&mut rules, &format!("{seat}:{what}")).map_err(bad_input)?;
            let kept = || G::kept_components(&components, Path::new(&components), text);
            G::setup(kept()?, rules, self.players()).map(wrap).map_err(bad_input)
        })
    }

    /// How many seats there are.
    pub fn players(&self) -> usize {
        with_setup!(self, G, setup => G::players(setup))
    }

    /// The name of what it is played with, and its hash in hexadecimal.
    pub fn components(&self) -> (String, String) {
        let (name, hash) = with_setup!(self, G, setup => G::identity(setup));
        (name, format!("{hash:016x}"))
    }

    /// What it is played with as TOML, if that can differ; the same whether it comes with the program or from a file.
    pub fn components_text(&self) -> Option<String> {
        with_setup!(self, G, setup => <G as Variants>::components_text(setup))
    }

    /// Its options as plans keep them.
    pub fn rules(&self) -> toml::Table {
        let table = with_setup!(self, G, setup => toml::Table::try_from(G::rules(setup)));
        table.expect("rules are plain data")
    }

    /// Its options and their values as text, in the order of the game's table.
    pub fn rule_values(&self) -> Vec<(&'static str, String)> {
        with_setup!(self, G, setup => rule_values::<G>(setup))
    }

    /// What asks for it besides the name of the game and the number of players: options other than the printed ones.
    pub fn asked(&self) -> Vec<(GameOption, String)> {
        with_setup!(self, G, setup => asked::<G>(setup))
    }

    /// How results are written down.
    pub fn sheet(&self) -> &'static Sheet {
        self.game().sheet()
    }

    /// What of the components is known, and what is reconstructed, in words.
    pub fn provenance(&self) -> &'static str {
        with_game!(self.game(), G => <G as Variants>::PROVENANCE)
    }
}
