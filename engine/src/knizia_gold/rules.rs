//! The options of a game.

use serde::{Deserialize, Serialize};

use crate::options::{self, Options, RuleOption, SetBy, Values};

/// The options of a game; the default is one game.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rules {
    /// Whether as many games are played as there are players (K10).
    pub whole_match: bool,
}

impl Options for Rules {
    const TABLE: &'static [RuleOption<Rules>] = &[RuleOption {
        name: "whole_match",
        rule: "K10",
        values: Values::Switch,
        set_by: SetBy::Anybody,
        meaning: "A match of as many games as players",
        get: |rules| rules.whole_match.to_string(),
        set: |rules, text| options::read(&mut rules.whole_match, text),
    }];
}
