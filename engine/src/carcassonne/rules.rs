//! Printed numbers, and the options of a game.

use serde::{Deserialize, Serialize};

use crate::options::{self, Options, RuleOption, SetBy, Values};

/// Followers of each player (C1).
pub const FOLLOWERS: usize = 7;
/// Ingots in the supply (M1).
pub const INGOTS: u8 = 16;

/// The options of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rules {
    /// Whether followers may be farmers (C3, C5).
    pub farmers: bool,
    /// Whether the gold tiles are played with (M1–M7).
    pub gold_mines: bool,
    /// M5: whether players choose which ingot they take; else each takes from the tile that most claimants share.
    pub choose_ingots: bool,
}

impl Default for Rules {
    fn default() -> Rules {
        Rules { farmers: true, gold_mines: false, choose_ingots: true }
    }
}

impl Options for Rules {
    const TABLE: &'static [RuleOption<Rules>] = &[
        RuleOption {
            name: "farmers",
            rule: "C5",
            values: Values::Switch,
            set_by: SetBy::Anybody,
            meaning: "No farmers",
            get: |rules| rules.farmers.to_string(),
            set: |rules, text| options::read(&mut rules.farmers, text),
        },
        RuleOption {
            name: "gold_mines",
            rule: "M1",
            values: Values::Switch,
            set_by: SetBy::Name,
            meaning: "With The Gold Mines",
            get: |rules| rules.gold_mines.to_string(),
            set: |rules, text| options::read(&mut rules.gold_mines, text),
        },
        RuleOption {
            name: "choose_ingots",
            rule: "M5",
            values: Values::Switch,
            set_by: SetBy::Anybody,
            meaning: "Who shares ingots takes from the tile that most share, without a choice",
            get: |rules| rules.choose_ingots.to_string(),
            set: |rules, text| options::read(&mut rules.choose_ingots, text),
        },
    ];
}
