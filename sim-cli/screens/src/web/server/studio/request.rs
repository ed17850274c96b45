//! Requests of a page.

use std::collections::BTreeMap;

use serde::Deserialize;

/// Kind of study.
#[derive(Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// A question, under the rules that are set.
    Ask,
    /// Each rule that is set or has several values, against the printed one.
    Compare,
    /// A search for rules that meet goals.
    Search,
}

/// A study, as set up on the page.
#[derive(Deserialize, Clone, Debug)]
#[serde(deny_unknown_fields)]
pub struct StudioRequest {
    /// Kind of study.
    pub kind: Kind,
    pub game: String,
    /// Title of the study.
    #[serde(default)]
    pub title: String,
    #[serde(default)]
    pub question: String,
    /// Rules that differ from the printed game, by name of the option.
    #[serde(default)]
    pub rules: BTreeMap<String, String>,
    /// Rules with several values, to compare or to search, each as `FIRST..LAST` or `VALUE,VALUE`.
    #[serde(default)]
    pub vary: BTreeMap<String, String>,
    /// Goals of a search, such as `skill>=80%`.
    #[serde(default)]
    pub goals: Vec<String>,
    /// Numbers of players.
    pub players: Vec<usize>,
    /// True for as many games as the answer needs and retuned bots; otherwise a first look.
    #[serde(default)]
    pub thorough: bool,
}
