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

use goldrush_engine::plain_error::toml_problem;
use goldrush_games::GameName;
use goldrush_games::ask::Topic;
use goldrush_harness::study::{Asked, View};
use goldrush_support::error::bad_input;
use goldrush_support::input::read_input;
use serde::Deserialize;
use toml::{Table, Value};

/// Key by which a question is known from tiles.
const QUESTION: &str = "question";
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
        let is_question = fs::read_to_string(file).is_ok_and(|text| {
            let lines = text.lines().map(str::trim_start);
            lines
                .take_while(|line| !line.starts_with('['))
                .any(|line| line.starts_with(QUESTION))
        });
        if !is_question {
            return Ok(None);
        }
        let text = read_input(Path::new(file))?;
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
    /// Bad input if a rule has no list of values.
    pub fn factors(&self, file: &str) -> anyhow::Result<Vec<String>> {
        let mut factors = Vec::new();
        for (name, values) in &self.factors {
            let values = values.as_array().ok_or_else(|| {
                bad_input(format!(
                    "{file}: {name}: a list of values is expected, the present one first, such as {name} = [1, 0]"
                ))
            })?;
            let values: Vec<String> = values.iter().map(written).collect();
            factors.push(format!("{name}={}", values.join(",")));
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

    /// Returns the question and the sentence of its answer.
    ///
    /// # Errors
    /// Bad input if a part in braces is nothing that is measured.
    pub fn asked(&self, file: &str, game: GameName) -> anyhow::Result<Asked> {
        let sentence = self.sentence.clone().unwrap_or_default();
        let about = self.about(file)?;
        let known = known(game, &about);
        for part in sentence.split('{').skip(1) {
            let name = part.split_once('}').map(|(name, _)| name);
            if name.is_none_or(|name| !known.contains(&name.replace('_', "-"))) {
                return Err(bad_input(format!(
                    "{file}: sentence: {{{}}} is not measured; these can stand in braces: {}",
                    name.unwrap_or(part),
                    known.join(", ")
                )));
            }
        }
        Ok(Asked {
            question: self.question.trim().to_owned(),
            sentence,
        })
    }
}

/// Returns what may stand in braces.
fn known(game: GameName, about: &[Topic]) -> Vec<String> {
    let mut known = vec![CHANGE.to_owned()];
    for view in [View::Table, View::Alone, View::Seat(0)] {
        for response in view.responses(game.schema(), about) {
            let is_asked = about.is_empty() || about.contains(&response.topic);
            let name = response.name.replace('_', "-");
            if is_asked && !known.contains(&name) {
                known.push(name);
            }
        }
    }
    known
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
