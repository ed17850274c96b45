//! The game and its rule options on the command line, the same for every command, generated from the games' option
//! tables.

use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgMatches, Args, Command, Error, FromArgMatches};
use goldrush_engine::options::{SetBy, Values};
use goldrush_games::about::{GameOption, PRINTED};
use goldrush_games::{Choice, GameName, Setup};
use goldrush_support::error::bad_input;

use super::complete;

const GAME: &str = "game";
const RULE: &str = "rule";
const HEADING: &str = "Game and rules";

/// The requested game and options; other options are as printed.
#[derive(Debug, Clone)]
pub struct RuleArgs {
    game: String,
    /// True if the game was given.
    named: bool,
    /// Options given, with their values as people write them.
    given: Vec<(GameOption, String)>,
    /// Names given with `--rule` that are numbers of the rules of no game.
    unknown: Vec<String>,
    /// Name of a number that was given twice with `--rule`.
    twice: Option<String>,
}

impl RuleArgs {
    /// Returns the requested game and options.
    ///
    /// # Errors
    /// Bad input if there is no game of that name, or it has no such option.
    pub fn choice(&self) -> anyhow::Result<Choice> {
        let game: GameName = self
            .game
            .parse()
            .map_err(|e| bad_input(format!("--game: {e}")))?;
        if let Some(name) = self.unknown.first() {
            let names: Vec<String> = numbers(&[game])
                .map(|option| option.name.replace('_', "-"))
                .collect();
            let names = names.join(", ");
            return Err(bad_input(format!(
                "--rule: \"{name}\" is no number of the rules of {game}; {names} are"
            )));
        }
        if let Some(name) = &self.twice {
            return Err(bad_input(format!(
                "--rule {name}: given twice; give it once"
            )));
        }
        let mut choice = Choice::printed(game);
        for (option, value) in self.changed() {
            let flag = option.flag();
            if !has_option(game, option.name) {
                let mut games = GameName::ALL.iter();
                let other = games.find(|other| has_option(**other, option.name));
                let other = other.expect("every option belongs to at least one game");
                return Err(bad_input(format!(
                    "{flag} is an option of {other}, not of {game} (give --game {other} or leave it out)"
                )));
            }
            let value = if option.set_by == SetBy::Number {
                option.stored(value)
            } else {
                Ok(Some(value.clone()))
            };
            let set = value.and_then(|value| match value {
                Some(value) => choice.set(option.name, &value),
                None => Ok(()),
            });
            set.map_err(|e| bad_input(format!("{flag}: {e}")))?;
        }
        Ok(choice)
    }

    /// Returns the words of a command line that ask for these options, without the game.
    pub fn words(&self) -> Vec<String> {
        self.changed()
            .flat_map(|(option, value)| option.asking(value.clone()))
            .collect()
    }

    /// Iterates over the options given. A flag with its usual value was left out, as was one that asks for the printed value; the
    /// same number of the rules may be printed otherwise in another game.
    fn changed(&self) -> impl Iterator<Item = &(GameOption, String)> {
        let asked = self.given.iter().filter(|(_, value)| value != PRINTED);
        asked.filter(|(option, value)| option.set_by == SetBy::Number || *value != option.printed)
    }

    /// Adds an option of the game, which has it.
    pub fn add(&mut self, name: &str, value: &str) {
        let option = GameName::ALL
            .iter()
            .flat_map(|game| game.options())
            .find(|option| option.name == name);
        self.given
            .push((option.expect("some game has the option"), value.to_owned()));
    }

    /// True if the game or any of its options was given.
    pub fn is_given(&self) -> bool {
        self.named || !self.unknown.is_empty() || self.changed().next().is_some()
    }

    /// Returns the requested game.
    ///
    /// # Errors
    /// As in [`RuleArgs::choice`].
    pub fn game(&self) -> anyhow::Result<GameName> {
        Ok(self.choice()?.game())
    }

    /// Returns the setup of the game.
    ///
    /// # Errors
    /// Bad input if the game, the number of players, an option or the tiles are wrong.
    pub fn setup(&self, players: usize) -> anyhow::Result<Setup> {
        Ok(self.choice()?.setup(players)?.0)
    }
}

/// Returns the options of all games with flags of their own, each once, with the games that have it.
pub fn all_options() -> Vec<(GameOption, Vec<(GameName, &'static str)>)> {
    let mut all: Vec<(GameOption, Vec<(GameName, &'static str)>)> = Vec::new();
    for &game in GameName::ALL {
        for option in game.options_set_by(SetBy::User) {
            let rule = option.rule;
            match all.iter_mut().find(|(known, _)| known.name == option.name) {
                Some((_, games)) => games.push((game, rule)),
                None => all.push((option, vec![(game, rule)])),
            }
        }
    }
    all
}

/// Returns the argument names of everything that defines the game.
pub fn ids() -> Vec<&'static str> {
    all_options()
        .iter()
        .map(|(option, _)| option.name)
        .chain([GAME, RULE])
        .collect()
}

/// Returns the help for an option: its effect, values and rule numbers, with the games that have it if the default game
/// does not.
fn help(option: &GameOption, games: &[(GameName, &'static str)]) -> String {
    let values = match option.values {
        Values::Number(least, most) => format!(", {least} to {most}"),
        Values::Words(words) => format!(": {}", words.join(", ")),
        Values::Text(_, example) if option.printed.is_empty() => {
            format!(", such as {example} [default: as printed]")
        }
        Values::Switch | Values::Text(..) => String::new(),
    };
    let mut rules: Vec<String> = Vec::new();
    for (game, rule) in games {
        let others = rules.is_empty() && *game == GameName::default();
        let text = if others {
            (*rule).to_owned()
        } else {
            format!("{game}: {rule}")
        };
        rules.push(text);
    }
    format!("{}{values} ({})", option.meaning, rules.join("; "))
}

/// Splits `NAME=VALUE`.
fn number(text: &str) -> Result<(&str, &str), String> {
    text.split_once('=')
        .ok_or_else(|| "NAME=VALUE is expected, such as nugget-points=2".into())
}

/// Iterates over the numbers of the rules of some games.
fn numbers(games: &[GameName]) -> impl Iterator<Item = GameOption> {
    games
        .iter()
        .flat_map(|game| game.options_set_by(SetBy::Number))
}

fn arg(option: &GameOption, games: &[(GameName, &'static str)]) -> Arg {
    let flag = option.flag();
    let arg = Arg::new(option.name)
        .long(flag[2..].to_owned())
        .help(help(option, games))
        .help_heading(HEADING);
    if option.is_switch() {
        return arg.action(ArgAction::SetTrue);
    }
    let arg = match option.values {
        Values::Number(..) => arg.value_name("N").allow_negative_numbers(true),
        Values::Text("FILE", _) => arg.value_name("FILE").add(complete::tiles()),
        Values::Text(..) => arg.value_name(option.name.to_uppercase()),
        Values::Words(words) => arg.value_name("WHICH").add(complete::words(words)),
        Values::Switch => arg,
    };
    let game = games[0].0;
    let name = option.name;
    let arg = arg.value_parser(move |text: &str| match text {
        PRINTED => Ok(text.to_owned()),
        _ => game.check(name, text).map(|()| text.to_owned()),
    });
    if option.printed.is_empty() {
        arg
    } else {
        arg.default_value(option.printed.to_string())
    }
}

impl Args for RuleArgs {
    fn augment_args(command: Command) -> Command {
        let options = all_options();
        let names: Vec<&str> = GameName::ALL.iter().map(|game| game.about().name).collect();
        let game = Arg::new(GAME)
            .long(GAME)
            .value_name("GAME")
            .default_value(names[0])
            .add(complete::games())
            .help(format!("Game: {}", names.join(", ")))
            .help_heading(HEADING);
        let args = options.iter().map(|(option, games)| arg(option, games));
        let rule = Arg::new(RULE)
            .long(RULE)
            .value_name("NAME=VALUE")
            .action(ArgAction::Append)
            .value_parser(|text: &str| number(text).map(|_| text.to_owned()))
            .add(complete::numbers())
            .help("Change a number of the rules, such as nugget-points=2")
            .help_heading(HEADING);
        command.arg(game).args(args).arg(rule)
    }

    fn augment_args_for_update(command: Command) -> Command {
        RuleArgs::augment_args(command)
    }
}

fn has_option(game: GameName, name: &str) -> bool {
    game.options().iter().any(|option| option.name == name)
}

/// Returns the value of an option on the command line.
fn value(matches: &ArgMatches, option: &GameOption) -> Option<String> {
    if option.is_switch() {
        let is_on = option.printed != "true";
        matches.get_flag(option.name).then(|| is_on.to_string())
    } else {
        matches.get_one::<String>(option.name).cloned()
    }
}

impl FromArgMatches for RuleArgs {
    fn from_arg_matches(matches: &ArgMatches) -> Result<RuleArgs, Error> {
        let game = matches.get_one::<String>(GAME).cloned().unwrap_or_default();
        let given = all_options()
            .into_iter()
            .filter_map(|(option, _)| Some((option.clone(), value(matches, &option)?)));
        let mut rules = RuleArgs {
            named: matches.value_source(GAME) == Some(ValueSource::CommandLine),
            game,
            given: given.collect(),
            unknown: Vec::new(),
            twice: None,
        };
        let mut met = Vec::new();
        for (name, value) in matches
            .get_many::<String>(RULE)
            .into_iter()
            .flatten()
            .filter_map(|text| number(text).ok())
        {
            let name = name.replace('_', "-");
            if met.contains(&name) {
                rules.twice = Some(name.clone());
            }
            met.push(name.clone());
            match numbers(GameName::ALL).find(|option| option.name == name.replace('-', "_")) {
                Some(option) => rules.given.push((option, value.to_owned())),
                None => rules.unknown.push(name),
            }
        }
        Ok(rules)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        *self = RuleArgs::from_arg_matches(matches)?;
        Ok(())
    }
}
