//! Options from a file: `--plan FILE` inserts the options in the file, and options given beside it override them.
//!
//! The file is TOML. Its keys are the long names of the command's options, an array stands for a list or for an option
//! that may be repeated, true for an option without a value. A table is only a heading for the keys in it.

use std::ffi::OsString;
use std::path::Path;

use clap::{ArgAction, Command};
use toml::{Table, Value};

use crate::error::bad_input;
use crate::input::read_input;

const OPTION: &str = "--plan";

/// Inserts the options of the plan file, if one is given, before the other options of the subcommand.
///
/// # Errors
/// Bad input if the file cannot be read or has a key that the subcommand does not know.
pub fn expand(cli: &Command, mut given: Vec<OsString>) -> anyhow::Result<Vec<OsString>> {
    let Some(command) = given.get(1).and_then(|name| cli.find_subcommand(name)) else {
        return Ok(given);
    };
    if command
        .get_arguments()
        .all(|arg| arg.get_long() != Some(&OPTION[2..]))
    {
        return Ok(given);
    }
    let Some(file) = file(&given) else {
        return Ok(given);
    };
    let path = Path::new(&file);
    let wrong = |what: String| bad_input(format!("{}: {what}", path.display()));
    let table: Table = read_input(path)?
        .parse()
        .map_err(|e: toml::de::Error| wrong(e.message().replace('\n', " ")))?;
    let mut options = Vec::new();
    for (key, value) in flat(&table) {
        let long = key.replace('_', "-");
        let known = command
            .get_arguments()
            .find(|arg| arg.get_long() == Some(&long) && long != OPTION[2..]);
        let Some(arg) = known else {
            return Err(wrong(format!(
                "{key} is not an option of {}",
                command.get_name()
            )));
        };
        let flag = format!("--{long}");
        if given[2..].iter().any(|word| is_option(word, &flag)) {
            continue;
        }
        options.extend(
            words(&flag, arg.get_action(), value)
                .map_err(|what| wrong(format!("{key}: {what}")))?,
        );
    }
    given.splice(2..2, options);
    Ok(given)
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
        let words = expand(&Cli::command(), given).map_err(|e| e.to_string())?;
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
    fn unknown_keys_are_refused() {
        for (toml, part) in [
            ("gmae = 3", "gmae is not an option of simulate"),
            ("plan = \"x\"", "plan is not an option"),
            ("games = true", "games: expected a value"),
            ("no-farmers = 1", "no-farmers: expected true or false"),
            ("agents = [[1]]", "agents: expected text"),
            ("games = ", "value"),
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
        assert_eq!(expand(&Cli::command(), words.clone()).unwrap(), words);
    }
}
