//! A question of one's own, `goldrush ask FILE.toml`: rules to vary, what to measure, and a sentence for the answer.
//!
//! ```toml
//! question = "Do shorter games stay close?"
//! about = ["length", "closeness"]
//! sentence = "{change}, a game lasts {turns}, and the winner leads by {winning-margin}."
//!
//! [factors]
//! tiles-left-out = [0, 20]
//! ```

use std::fs;
use std::path::Path;

use goldrush_ai::parameter::unknown;
use goldrush_engine::plain_error::toml_problem;
use goldrush_games::GameName;
use goldrush_games::ask::Topic;
use goldrush_harness::findings::response::{SKILL, Unit};
use goldrush_harness::study::factor::Factor;
use goldrush_harness::study::{Asked, View};
use goldrush_support::error::bad_input;
use goldrush_support::input::read_input;
use serde::Deserialize;
use strsim::damerau_levenshtein;
use toml::{Table, Value};

/// Keys of a file, as of [`QuestionFile`]. Files of tiles have none of them.
const KEYS: [&str; 8] = [
    "question", "game", "factors", "restrict", "about", "agents", "players", "sentence",
];
/// Placeholder for the change of a rule.
const CHANGE: &str = "change";

/// A question of one's own.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct QuestionFile {
    /// The question, as a sentence.
    question: String,
    /// Game that it is about, unless it is any game.
    #[serde(default)]
    game: Option<String>,
    /// Rules to vary, each with its values, the present one first.
    #[serde(default)]
    factors: Table,
    /// Elements that a player must do without, each in turn.
    #[serde(default)]
    restrict: Vec<String>,
    /// Topics to measure; those of any study if empty.
    #[serde(default)]
    about: Vec<String>,
    /// Bots, the weakest first.
    #[serde(default)]
    agents: Vec<String>,
    /// Numbers of players.
    #[serde(default)]
    players: Vec<usize>,
    /// The answer, with responses in braces.
    #[serde(default)]
    sentence: Option<String>,
}

impl QuestionFile {
    /// Reads a question; `None` if the file is none, such as a file of tiles.
    ///
    /// # Errors
    /// Bad input if the file is a question and wrong; names the line.
    pub fn read(file: &str) -> anyhow::Result<Option<QuestionFile>> {
        let is_question = fs::read_to_string(file).is_ok_and(|text| is_question(&text));
        if !is_question {
            return Ok(None);
        }
        let text = read_input(Path::new(file))?;
        if let Ok(table) = text.parse::<Table>()
            && let Some(wrong) = table.keys().find(|key| !KEYS.contains(&&key[..]))
        {
            let line = text.lines().position(|line| key_of(line) == wrong);
            let problem = unknown("key", wrong, KEYS.into_iter());
            return Err(bad_input(format!(
                "{file}: line {}: {problem}",
                line.map_or(1, |line| line + 1)
            )));
        }
        toml::from_str(&text)
            .map(Some)
            .map_err(|e| bad_input(format!("{file}: {}", toml_problem(&text, &e))))
    }

    /// Checks that the question is about a game.
    ///
    /// # Errors
    /// Bad input if it is about another one.
    pub fn check_game(&self, file: &str, game: GameName) -> anyhow::Result<()> {
        match &self.game {
            Some(of) if of != &game.to_string() => Err(bad_input(format!(
                "{file}: the question is about {of}; add --game {of}"
            ))),
            _ => Ok(()),
        }
    }

    /// Returns the rules to vary, `NAME=BEFORE,AFTER,…`.
    ///
    /// # Errors
    /// Bad input if there is no such rule, or it has no list of values.
    pub fn factors(&self, file: &str, game: GameName) -> anyhow::Result<Vec<String>> {
        let mut factors = Vec::new();
        for (name, values) in &self.factors {
            let values = values.as_array().ok_or_else(|| {
                bad_input(format!(
                    "{file}: {name}: a list of values is expected, the present one first, such as {name} = [1, 0]"
                ))
            })?;
            let values: Vec<String> = values.iter().map(written).collect();
            let factor = format!("{name}={}", values.join(","));
            Factor::parse(&factor, game).map_err(|e| {
                bad_input(format!(
                    "{file}: {}",
                    e.to_string().replacen("--factor ", "", 1)
                ))
            })?;
            factors.push(factor);
        }
        Ok(factors)
    }

    /// Returns what a player must do without.
    pub fn restrict(&self) -> &[String] {
        &self.restrict
    }

    /// Returns the bots as a list with commas, if any are named.
    pub fn agents(&self) -> Option<String> {
        (!self.agents.is_empty()).then(|| self.agents.join(","))
    }

    /// Returns the numbers of players as a list with commas, if any are named.
    pub fn players(&self) -> Option<String> {
        let players: Vec<String> = self.players.iter().map(usize::to_string).collect();
        (!players.is_empty()).then(|| players.join(","))
    }

    /// Returns what to measure.
    ///
    /// # Errors
    /// Bad input if there is no such topic.
    pub fn about(&self, file: &str) -> anyhow::Result<Vec<Topic>> {
        let topics = self.about.iter().map(|topic| topic.parse());
        topics
            .collect::<Result<_, String>>()
            .map_err(|e| bad_input(format!("{file}: about: {e}")))
    }

    /// Returns the question and the sentence of its answer, in a study that varies rules or not.
    ///
    /// # Errors
    /// Bad input if a part in braces is nothing that each answer measures, or its unit follows once more.
    pub fn asked(&self, file: &str, game: GameName, varies_rules: bool) -> anyhow::Result<Asked> {
        let sentence = self.sentence.clone().unwrap_or_default();
        let about = self.about(file)?;
        let mut known = vec![CHANGE.to_owned()];
        known.extend(match (varies_rules, self.restrict.is_empty()) {
            (_, true) => measured(game, &about, true),
            (false, false) => measured(game, &about, false),
            (true, false) => {
                let without = measured(game, &about, false);
                let mut both = measured(game, &about, true);
                both.retain(|name| without.contains(name));
                both
            }
        });
        for part in sentence.split('{').skip(1) {
            let name = part.split('}').next().unwrap_or_default();
            let rest = part.strip_prefix(name).unwrap_or_default();
            if !known.contains(&name.replace('_', "-")) {
                return Err(bad_input(format!(
                    "{file}: sentence: {{{name}}} is not measured in every answer; these can stand in braces: {}",
                    known.join(", ")
                )));
            }
            let unit = unit_of(game, name);
            if unit.is_some_and(|unit| rest.trim_start_matches(['}', ' ']).starts_with(unit)) {
                return Err(bad_input(format!(
                    "{file}: sentence: {{{name}}} comes with its unit; leave out the words after it"
                )));
            }
        }
        Ok(Asked {
            question: self.question.trim().to_owned(),
            sentence,
        })
    }
}

/// True if a text has a key of a question, or one that was meant to be `question`, rather than those of tiles.
fn is_question(text: &str) -> bool {
    let mut keys = text.lines().map(key_of);
    keys.any(|key| KEYS.contains(&key) || (key.len() > 4 && damerau_levenshtein(key, KEYS[0]) <= 2))
}

/// Returns the key, or the name of the table, that a line begins with.
fn key_of(line: &str) -> &str {
    let key = line.split('=').next().unwrap_or_default();
    key.trim().trim_matches(['[', ']', '"'])
}

/// Returns the names of what is measured when a rule changes, or when a player must do without something.
fn measured(game: GameName, about: &[Topic], of_rules: bool) -> Vec<String> {
    let schema = game.schema();
    let mut all = if of_rules {
        View::Table.responses(schema, about)
    } else {
        View::Seat(0).responses(schema, about)
    };
    if of_rules {
        let alone = View::Alone.responses(schema, about).into_iter();
        all.extend(alone.filter(|response| response.name == SKILL));
    }
    let asked = all
        .into_iter()
        .filter(|response| about.is_empty() || about.contains(&response.topic));
    asked
        .map(|response| response.name.replace('_', "-"))
        .collect()
}

/// Returns the unit that a response brings with it, if it has one.
fn unit_of(game: GameName, name: &str) -> Option<&'static str> {
    match Unit::of(game.schema(), &name.replace('-', "_")) {
        _ if name == CHANGE => None,
        Unit::Share => Some("of games"),
        Unit::Points | Unit::PointsOfDraw => Some("points"),
        Unit::Turns => Some("turns"),
        Unit::Part => Some("%"),
        Unit::Index | Unit::Features | Unit::Times | Unit::Choices => None,
    }
}

/// Returns a value as options have it.
fn written(value: &Value) -> String {
    match value {
        Value::Boolean(true) => "yes".into(),
        Value::Boolean(false) => "no".into(),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}
