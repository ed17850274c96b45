//! An outside bot whose parameters are tuned: `goldrush lab tune --bot`.

use std::cmp::Ordering;

use goldrush_games::GameName;
use goldrush_harness::protocol::message::BotOptions;
use goldrush_harness::study::spec::{Command, Spec};
use goldrush_support::error::bad_input;
use goldrush_support::stats::spsa::Tuned;

/// A bot and its tuned parameters.
pub(super) struct TunedBot {
    command: Command,
    parameters: Vec<Parameter>,
    /// Options that the bot declares, with their defaults.
    declared: BotOptions,
}

struct Parameter {
    name: String,
    low: f64,
    high: f64,
    /// True if only whole numbers are possible.
    is_whole: bool,
}

impl TunedBot {
    /// Reads a bot, and each parameter as `NAME=LOW..HIGH`.
    ///
    /// # Errors
    /// Bad input if one of them is malformed or out of range.
    pub(super) fn read(
        game: GameName,
        bot: &str,
        parameters: &[String],
    ) -> anyhow::Result<TunedBot> {
        let spec = Spec::read(game, bot).map_err(|e| bad_input(format!("--bot: {e}")))?;
        let Spec::Command(command) = spec else {
            return Err(bad_input(format!(
                "--bot {bot}: a command is expected, such as exec:\"python3 mybot.py\""
            )));
        };
        let parameters = parameters
            .iter()
            .map(|text| Parameter::read(text))
            .collect::<anyhow::Result<Vec<_>>>()?;
        for (
            at,
            Parameter {
                name, low, high, ..
            },
        ) in parameters.iter().enumerate()
        {
            if parameters[..at].iter().any(|other| other.name == *name) {
                return Err(bad_input(format!("--parameter {name} is given twice")));
            }
            let start = command
                .options
                .get(name)
                .map(|value| value.as_f64().unwrap_or(f64::NAN));
            if let Some(value) = start.filter(|start| !(low..=high).contains(&start)) {
                return Err(bad_input(format!(
                    "--bot: {name} begins at {value}, which is not in {low}..{high}"
                )));
            }
        }
        Ok(TunedBot {
            command,
            parameters,
            declared: BotOptions::new(),
        })
    }

    /// Takes note of the defaults that the bot declares.
    pub(super) fn meet(&mut self, declared: &BotOptions) {
        self.declared.clone_from(declared);
    }

    /// Returns the name of a parameter.
    pub(super) fn name(&self, at: usize) -> &str {
        &self.parameters[at].name
    }

    /// Returns the start value of a parameter, and where it comes from.
    fn start(
        &self,
        Parameter {
            name, low, high, ..
        }: &Parameter,
    ) -> (f64, &'static str) {
        let given = number_of(&self.command.options, name).map(|value| (value, "as given"));
        let declared =
            number_of(&self.declared, name).filter(|value| (low..=high).contains(&value));
        let declared = declared.map(|value| (value, "the bot's default"));
        given
            .or(declared)
            .unwrap_or(((low + high) / 2.0, "the middle of its range"))
    }

    /// Returns the start values: as given with the bot, otherwise the bot's defaults, or the middle of a range that does not
    /// contain the default.
    pub(super) fn numbers(&self) -> Vec<Tuned> {
        let mut numbers = Vec::new();
        for parameter in &self.parameters {
            numbers.push(Tuned {
                low: parameter.low,
                high: parameter.high,
                value: self.start(parameter).0,
                least: if parameter.is_whole { 0.5 } else { 0.0 },
            });
        }
        numbers
    }

    /// Describes the start values: `depth=3 (the bot's default), bold=0.5 (as given)`.
    pub(super) fn start_words(&self) -> String {
        let words = self.parameters.iter().map(|parameter| {
            let (value, origin) = self.start(parameter);
            format!("{}={} ({origin})", parameter.name, parameter.json(value))
        });
        words.collect::<Vec<_>>().join(", ")
    }

    /// Returns the bot with these values, as every command accepts it.
    pub(super) fn with(&self, values: &[f64]) -> String {
        let mut command = self.command.clone();
        for (parameter, value) in self.parameters.iter().zip(values) {
            command
                .options
                .insert(parameter.name.clone(), parameter.json(*value));
        }
        Spec::Command(command).to_string()
    }
}

impl Parameter {
    /// Returns a value as the bot is sent it.
    fn json(&self, value: f64) -> serde_json::Value {
        if self.is_whole {
            serde_json::Value::from(value.round() as i64)
        } else {
            // Enough digits, and the same text on every machine.
            serde_json::Value::from((value * 1e6).round() / 1e6)
        }
    }

    fn read(text: &str) -> anyhow::Result<Parameter> {
        let problem = match Parameter::parse(text) {
            None => "NAME=LOW..HIGH is expected, such as depth=2..8 or bold=0.0..1.0",
            Some(parameter) => match parameter.low.total_cmp(&parameter.high) {
                Ordering::Less => return Ok(parameter),
                Ordering::Equal => "LOW and HIGH are equal: there is nothing to tune",
                Ordering::Greater => "LOW is above HIGH",
            },
        };
        Err(bad_input(format!("--parameter {text}: {problem}")))
    }

    /// Returns the parameter of a text such as `depth=2..8`; `None` if the text is none.
    fn parse(text: &str) -> Option<Parameter> {
        let (name, range) = text.split_once('=')?;
        let (low, high) = range.split_once("..")?;
        let is_whole = [low, high]
            .iter()
            .all(|end| end.trim().parse::<i64>().is_ok());
        let name = name.trim().to_owned();
        let low = finite(low)?;
        let high = finite(high)?;
        (!name.is_empty()).then_some(Parameter {
            name,
            low,
            high,
            is_whole,
        })
    }
}

/// Returns the number of an option.
fn number_of(options: &BotOptions, name: &str) -> Option<f64> {
    options.get(name).and_then(serde_json::Value::as_f64)
}

fn finite(text: &str) -> Option<f64> {
    let number = text.trim().parse::<f64>().ok()?;
    number.is_finite().then_some(number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_passed_on_as_written() {
        let parameters = ["depth=2..8", "bold=0.0..1.0"].map(String::from);
        let mut bot = TunedBot::read(
            GameName::GoldRush,
            "exec:\"./bot -x\":bold=0.25,style=a",
            &parameters,
        )
        .unwrap();
        let mut starts = |declared: &str| {
            bot.meet(&serde_json::from_str(declared).unwrap());
            let starts: Vec<f64> = bot.numbers().iter().map(|number| number.value).collect();
            (starts, bot.start_words())
        };
        assert_eq!(starts("{}").0, [5.0, 0.25]);
        // A default outside the range is no start.
        assert_eq!(starts(r#"{"depth":9}"#).0, [5.0, 0.25]);
        let expected = "depth=3 (the bot's default), bold=0.25 (as given)";
        assert_eq!(
            starts(r#"{"depth":3,"bold":0.5}"#),
            (vec![3.0, 0.25], expected.into())
        );
        assert_eq!(
            bot.with(&[2.51, 0.5]),
            "exec:\"./bot -x\":bold=0.5,depth=3,style=a"
        );
        for (bot, parameter) in [
            ("greedy", "depth=2..8"),
            ("exec:bot", "depth"),
            ("exec:bot", "depth=8..2"),
            ("exec:bot", "depth=2..x"),
            ("exec:\"bot\":depth=9", "depth=2..8"),
            ("exec:\"bot\":depth=a", "depth=2..8"),
        ] {
            assert!(
                TunedBot::read(GameName::GoldRush, bot, &[parameter.into()]).is_err(),
                "{bot} {parameter}"
            );
        }
        let turned = Parameter::read("depth=8..2").err().unwrap().to_string();
        assert_eq!(turned, "--parameter depth=8..2: LOW is above HIGH");
    }
}
