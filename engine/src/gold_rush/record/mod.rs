//! Record format of Gold Rush (see [`crate::record`]): deal, turns and their effects.

mod recorder;

pub use recorder::Recorder;

use std::fmt;

use serde::{Deserialize, Serialize};
use smol_str::SmolStr;

use super::moves::Action;
use super::table::Table;
use crate::game::Points;
use crate::landscape::observed::Place;
use crate::record;

/// Hidden order of the deal.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct DealRecord {
    /// Kinds of the tiles after the start tile, in the order drawn.
    pub tiles: Vec<SmolStr>,
    /// Token values in the order of acquisition.
    pub tokens: Vec<u8>,
}

/// One turn.
pub type TurnRecord = record::TurnRecord<ActionRecord, TokenRecord>;

/// Action of a turn.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum ActionRecord {
    /// No action (G10).
    None,
    /// Mining (G9); `from` names the tent if a player has several.
    Mine {
        /// Tent that mines.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        from: Option<Place>,
    },
    /// Cowboy on the new tile (G7).
    Cowboy {
        /// Label of the segment.
        segment: String,
    },
    /// Tent pitched or moved (G8).
    Tent {
        /// Target.
        #[serde(flatten)]
        to: Place,
        /// Origin, if a player has several tents and this one was pitched.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        from: Option<Place>,
    },
    /// Cowboy taken back (V5).
    TakeBack {
        /// Place that it leaves.
        #[serde(flatten)]
        at: Place,
    },
}

/// Token acquired.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TokenRecord {
    /// Seat that acquires it.
    pub seat: usize,
    /// Value of the token.
    pub value: u8,
}

impl fmt::Display for TokenRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a token of {} for seat {}", self.value, self.seat)
    }
}

/// Points of a seat by source.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Sources {
    /// Railroads, finished or not.
    pub railroad: Points,
    /// Mountains, nuggets only.
    pub mountain: Points,
    /// Cities.
    pub city: Points,
    /// Prairies.
    pub prairie: Points,
    /// Mining tokens.
    pub tokens: Points,
}

impl fmt::Display for Sources {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Sources {
            railroad,
            mountain,
            city,
            prairie,
            tokens,
        } = self;
        write!(
            f,
            "railroad {railroad}, mountain {mountain}, city {city}, prairie {prairie}, tokens {tokens}"
        )
    }
}

impl ActionRecord {
    /// Creates the record of a legal action of the player to move.
    pub fn new(table: &Table, action: Action) -> ActionRecord {
        let tents = table.tents(table.seat());
        let several = table.rules().tents > 1;
        match action {
            Action::None => ActionRecord::None,
            Action::Cowboy { segment } => {
                let tile = table.landscape().tile(table.newest());
                ActionRecord::Cowboy {
                    segment: table.label(tile.segment(usize::from(segment))),
                }
            }
            Action::Tent { tent, to } => ActionRecord::Tent {
                to: Place::new(table, to),
                from: tents
                    .get(usize::from(tent))
                    .filter(|_| several)
                    .map(|&tent| Place::new(table, tent)),
            },
            Action::Mine { tent } => ActionRecord::Mine {
                from: several.then(|| Place::new(table, tents[usize::from(tent)])),
            },
            Action::TakeBack { cowboy } => ActionRecord::TakeBack {
                at: Place::new(table, table.cowboys(table.seat())[usize::from(cowboy)]),
            },
        }
    }

    /// Formats the action for [`Table::parse_action`] in this position.
    fn text(&self) -> String {
        match self {
            ActionRecord::None => "none".into(),
            ActionRecord::Cowboy { segment } => format!("cowboy {segment}"),
            ActionRecord::Tent { to, from } => {
                format!("tent {}{}", place_text(to), from_text(from.as_ref()))
            }
            ActionRecord::Mine { from } => format!("mine{}", from_text(from.as_ref())),
            ActionRecord::TakeBack { at } => format!("take_back {}", place_text(at)),
        }
    }
}

fn place_text(place: &Place) -> String {
    format!("{},{} {}", place.x, place.y, place.segment)
}

fn from_text(place: Option<&Place>) -> String {
    place.map_or_else(String::new, |place| format!(" from {}", place_text(place)))
}
