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
        let place = |segment| Place::new(table, segment);
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
                to: place(to),
                from: tents
                    .get(usize::from(tent))
                    .filter(|_| several)
                    .map(|&s| place(s)),
            },
            Action::Mine { tent } => ActionRecord::Mine {
                from: several.then(|| place(tents[usize::from(tent)])),
            },
            Action::TakeBack { cowboy } => ActionRecord::TakeBack {
                at: place(table.cowboys(table.seat())[usize::from(cowboy)]),
            },
        }
    }

    /// Formats the action for [`Table::parse_action`] in this position.
    fn text(&self) -> String {
        let place = |p: &Place| format!("{},{} {}", p.x, p.y, p.segment);
        let from = |p: &Option<Place>| {
            p.as_ref()
                .map(|p| format!(" from {}", place(p)))
                .unwrap_or_default()
        };
        match self {
            ActionRecord::None => "none".into(),
            ActionRecord::Cowboy { segment } => format!("cowboy {segment}"),
            ActionRecord::Tent { to, from: f } => format!("tent {}{}", place(to), from(f)),
            ActionRecord::Mine { from: f } => format!("mine{}", from(f)),
            ActionRecord::TakeBack { at } => format!("take_back {}", place(at)),
        }
    }
}
