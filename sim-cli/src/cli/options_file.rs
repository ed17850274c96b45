//! Options from a file: `--plan FILE` inserts the options in the file, and options given beside it override them.
//!
//! The file is TOML. Its keys are the long names of the command's options, an array stands for a list or for an option
//! that may be repeated, true for an option without a value. A table is only a heading for the keys in it.

use std::ffi::OsString;
use std::path::Path;

use clap::{ArgAction, Command};
use goldrush_engine::options::SetBy;
use goldrush_engine::plain_error::toml_problem;
use toml::{Table, Value};

use goldrush_games::GameName;
use goldrush_games::about::GameOption;
use goldrush_support::error::bad_input;
use goldrush_support::input::read_input;

const OPTION: &str = "--plan";
const RULE: &str = "--rule";

/// A command line with the options of its plan file.
pub struct Expanded {
    /// Words of the command line.
    pub words: Vec<OsString>,
    /// Options that the file gives.
    from_file: Vec<FromFile>,
}

/// An option that a file gives.
struct FromFile {
    /// Option as errors name it: `--games`, `--rule komi`.
    option: String,
    /// Place in the file: `plan.toml: line 3`.
    place: String,
}

impl Expanded {
    fn without_file(words: Vec<OsString>) -> Expanded {
        Expanded {
            words,
            from_file: Vec::new(),
        }
    }

    /// Returns the place in the file of the option that an error begins with, if the file gives it.
    pub fn place_of(&self, error: &str) -> Option<&str> {
        let found = self.from_file.iter().find(|FromFile { option, .. }| {
            let rest = error.strip_prefix(option.as_str());
            rest.is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '-'))
        });
        found.map(|FromFile { place, .. }| place.as_str())
    }
}

/// Inserts the options of the plan file, if one is given, before the other options of the subcommand.
///
/// # Errors
/// Bad input if the file cannot be read or has a key that the subcommand does not know.
pub fn expand(cli: &Command, mut given: Vec<OsString>) -> anyhow::Result<Expanded> {
    let Some(command) = given.get(1).and_then(|name| cli.find_subcommand(name)) else {
        return Ok(Expanded::without_file(given));
    };
    if command
        .get_arguments()
        .all(|arg| arg.get_long() != Some(&OPTION[2..]))
    {
        return Ok(Expanded::without_file(given));
    }
    let Some(file) = file(&given) else {
        return Ok(Expanded::without_file(given));
    };
    let path = Path::new(&file);
    let text = read_input(path)?;
    let table: Table = text
        .parse()
        .map_err(|e| bad_input(format!("{}: {}", path.display(), toml_problem(&text, &e))))?;
    let mut options = Vec::new();
    let mut from_file = Vec::new();
    for (key, value) in flat(&table) {
        let place = place(path, &text, key);
        let InFile { option, words } =
            read_key(command, key, value).map_err(|what| bad_input(format!("{place}: {what}")))?;
        if !is_given(&given[2..], &option) {
            options.extend(words);
            from_file.push(FromFile { option, place });
        }
    }
    given.splice(2..2, options);
    Ok(Expanded {
        words: given,
        from_file,
    })
}

/// Returns the place of a key: `plan.toml: line 3`.
fn place(path: &Path, text: &str, key: &str) -> String {
    match text.lines().position(|line| gives(line, key)) {
        Some(before) => format!("{}: line {}", path.display(), before + 1),
        None => path.display().to_string(),
    }
}

/// True if a line of TOML gives a key.
fn gives(line: &str, key: &str) -> bool {
    let Some((before, _)) = line.split_once('=') else {
        return false;
    };
    let last = before.rsplit('.').next().unwrap_or(before);
    last.trim().trim_matches(['"', '\'']) == key
}

/// An option as a key of the file gives it.
struct InFile {
    option: String,
    words: Vec<OsString>,
}

/// Reads a key of the file: an option of the command, or a rule by its name in plans.
fn read_key(command: &Command, key: &str, value: &Value) -> Result<InFile, String> {
    let long = key.replace('_', "-");
    let flag = format!("--{long}");
    let known = command
        .get_arguments()
        .find(|arg| arg.get_long() == Some(&long) && flag != OPTION);
    if let Some(arg) = known {
        let words = words(&flag, arg.get_action(), value).map_err(|e| format!("{key}: {e}"))?;
        return Ok(InFile {
            option: flag,
            words,
        });
    }
    let takes_rules = command
        .get_arguments()
        .any(|arg| arg.get_long() == Some(&RULE[2..]));
    let rule = rule(&long).filter(|_| takes_rules);
    let rule = rule.ok_or_else(|| format!("{key} is not an option of {}", command.get_name()))?;
    let words = rule_words(&rule, value).map_err(|e| format!("{key}: {e}"))?;
    Ok(InFile {
        option: rule.flag(),
        words: words.into_iter().map(OsString::from).collect(),
    })
}

/// Returns the rule of this name that has no option of its name: a number of the rules, or a switch that is on in the printed game.
fn rule(long: &str) -> Option<GameOption> {
    let name = long.replace('-', "_");
    let mut options = GameName::ALL.iter().flat_map(|game| game.user_options());
    options.find(|option| option.name == name)
}

/// Returns the words that set a rule.
fn rule_words(rule: &GameOption, value: &Value) -> Result<Vec<String>, String> {
    if rule.set_by == SetBy::Number {
        let value = match value {
            Value::Boolean(true) => "yes".to_owned(),
            Value::Boolean(false) => "no".to_owned(),
            Value::Array(values) => values
                .iter()
                .map(text)
                .collect::<Result<Vec<_>, _>>()?
                .join(","),
            value => text(value)?,
        };
        let name = rule.name.replace('_', "-");
        return Ok(vec![format!("{RULE}={name}={value}")]);
    }
    match value {
        Value::Boolean(on) if on.to_string() == rule.printed => Ok(Vec::new()),
        Value::Boolean(_) => Ok(vec![rule.flag()]),
        _ => Err("expected true or false".into()),
    }
}

/// True if an option is among the words: `--games`, or `--rule komi` with any value.
fn is_given(words: &[OsString], option: &str) -> bool {
    let Some(name) = option.strip_prefix("--rule ") else {
        return words.iter().any(|word| is_option(word, option));
    };
    let texts: Vec<&str> = words.iter().filter_map(|word| word.to_str()).collect();
    texts.iter().enumerate().any(|(at, word)| {
        let after = word.strip_prefix("--rule=");
        let next = texts.get(at + 1).filter(|_| *word == RULE);
        after.or(next.copied()).is_some_and(|text| {
            let named = text.split('=').next().unwrap_or_default();
            named.replace('_', "-") == name
        })
    })
}

/// Returns the value of the option, if given.
fn file(given: &[OsString]) -> Option<OsString> {
    let at = given.iter().position(|word| is_option(word, OPTION))?;
    match given[at].to_str()?.split_once('=') {
        Some((_, file)) => Some(file.into()),
        None => given.get(at + 1).cloned(),
    }
}

fn is_option(word: &OsString, flag: &str) -> bool {
    word.to_str()
        .and_then(|word| word.strip_prefix(flag))
        .is_some_and(|rest| rest.is_empty() || rest.starts_with('='))
}

/// Returns the keys of a table and its subtables.
fn flat(table: &Table) -> Vec<(&String, &Value)> {
    let pairs = table.iter().flat_map(|(key, value)| match value {
        Value::Table(inner) => flat(inner),
        _ => vec![(key, value)],
    });
    pairs.collect()
}

/// Returns an option as written on the command line.
fn words(flag: &str, action: &ArgAction, value: &Value) -> Result<Vec<OsString>, String> {
    let takes_value = action.takes_values();
    let texts = match value {
        Value::Boolean(_) if takes_value => {
            return Err("expected a value, not true or false".into());
        }
        Value::Boolean(true) => return Ok(vec![flag.into()]),
        Value::Boolean(false) => return Ok(Vec::new()),
        _ if !takes_value => return Err("expected true or false".into()),
        Value::Array(values) => values.iter().map(text).collect::<Result<Vec<_>, _>>()?,
        value => vec![text(value)?],
    };
    if matches!(action, ArgAction::Append) {
        return Ok(texts
            .iter()
            .map(|text| format!("{flag}={text}").into())
            .collect());
    }
    Ok(vec![format!("{flag}={}", texts.join(",")).into()])
}

fn text(value: &Value) -> Result<String, String> {
    match value {
        Value::String(text) => Ok(text.clone()),
        Value::Integer(number) => Ok(number.to_string()),
        Value::Float(number) => Ok(number.to_string()),
        _ => Err("expected text, a number, or a list of these".into()),
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;
    use crate::cli::args::Cli;

    fn expanded(toml: &str, words: &[&str]) -> Result<Vec<String>, String> {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), toml).unwrap();
        let mut given: Vec<OsString> = words.iter().map(OsString::from).collect();
        given.extend(["--plan".into(), file.path().into()]);
        let Expanded { words, .. } = expand(&Cli::command(), given).map_err(|e| e.to_string())?;
        Ok(words[2..words.len() - 2]
            .iter()
            .map(|word| word.to_str().unwrap().to_owned())
            .collect())
    }

    #[test]
    fn file_keys_become_options_and_command_line_overrides_them() {
        let toml = "games = 100\nagents = [\"greedy\", \"random\"]\n[rules]\ntents = 0\nno_farmers = true\ntake-back = false";
        let mut words = expanded(toml, &["goldrush", "simulate", "--games=7"]).unwrap();
        // Keys may come in any order.
        words.sort();
        assert_eq!(
            words,
            [
                "--agents=greedy,random",
                "--games=7",
                "--no-farmers",
                "--tents=0"
            ]
        );
    }

    #[test]
    fn rules_have_the_names_that_plans_have() {
        let rules = "[rules]\nkomi = 4\nfarmers = false\nincomplete = true\ngold_cards = [\"1=5\", \"2=7\"]";
        let mut words = expanded(rules, &["goldrush", "simulate"]).unwrap();
        words.sort();
        let all = [
            "--no-farmers",
            "--rule=gold-cards=1=5,2=7",
            "--rule=incomplete=yes",
            "--rule=komi=4",
        ];
        assert_eq!(words, all);
        for given in [&["--rule", "komi=5"][..], &["--rule=komi=5"]] {
            let words = expanded(rules, &[&["goldrush", "simulate"][..], given].concat()).unwrap();
            assert!(words.contains(&all[1].into()) && !words.contains(&all[3].into()));
        }
    }

    #[test]
    fn options_of_the_file_are_found_in_errors() {
        let toml = "games = 100\n\n[rules]\nkomi = \"C4\"\n";
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), toml).unwrap();
        let mut given: Vec<OsString> = ["goldrush", "simulate", "--plan"]
            .map(OsString::from)
            .to_vec();
        given.push(file.path().into());
        let expanded = expand(&Cli::command(), given).unwrap();
        for (error, line) in [
            ("--games: 0 is too few", Some(1)),
            ("--games-per: wrong", None),
            ("--rule komi: C4 gives points to seat C", Some(4)),
            ("--rule: given twice", None),
        ] {
            assert_eq!(
                expanded.place_of(error),
                line.map(|line| format!("{}: line {line}", file.path().display()))
                    .as_deref(),
                "{error}"
            );
        }
    }

    #[test]
    fn unknown_keys_are_refused() {
        for (toml, part) in [
            ("gmae = 3", "line 1: gmae is not an option of simulate"),
            ("seed = 1\nplan = \"x\"", "line 2: plan is not an option"),
            ("games = true", "line 1: games: expected a value"),
            ("no-farmers = 1", "no-farmers: expected true or false"),
            ("farmers = 1", "farmers: expected true or false"),
            ("agents = [[1]]", "agents: expected text"),
            ("[rules]\nkomi = [[1]]", "line 2: komi: expected text"),
            ("seed = 1\ngames = ", "line 2: "),
        ] {
            let error = expanded(toml, &["goldrush", "simulate"]).unwrap_err();
            assert!(error.contains(part), "{error}");
        }
    }

    #[test]
    fn other_commands_are_left_alone() {
        let words: Vec<OsString> = ["goldrush", "tiles", "--plan", "x"]
            .map(OsString::from)
            .to_vec();
        assert_eq!(expand(&Cli::command(), words.clone()).unwrap().words, words);
    }
}
