//! Finished games written down, format `goldrush-record/1`: enough to play them again and to check every turn.

mod recorder;
mod replay;

pub use recorder::Recorder;
pub use replay::{RecordError, Replay};

use std::fmt;

use serde::{Deserialize, Serialize};

use super::consequences::Evaluation;
use super::moves::Action;
use super::observation::Place;
use super::rules::Rules;
use super::state::State;
use super::table::Table;
use crate::game::Points;
use crate::player::Player;

/// What `format` says.
pub const FORMAT: &str = "goldrush-record/1";

/// One finished game. Further keys in a file are ignored.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Record {
    /// [`FORMAT`].
    pub format: String,
    /// `gold-rush`.
    pub game: String,
    /// Name of the tile catalogue.
    pub catalogue: String,
    /// Its hash, in hexadecimal.
    pub catalogue_hash: String,
    /// Seed of the run.
    pub seed: u64,
    /// Which deal of the run, from 0.
    pub block: u64,
    /// Entry i of the line-up sits in seat (i + seating) mod players.
    pub seating: usize,
    /// The options.
    pub rules: Rules,
    /// The agent of each seat.
    pub seats: Vec<String>,
    /// What was shuffled.
    pub deal: DealRecord,
    /// The turns in order.
    pub turns: Vec<TurnRecord>,
    /// What was scored at the end.
    #[serde(rename = "final")]
    pub end: EndRecord,
    /// Points of each seat by source.
    pub sources: Vec<Sources>,
    /// Points of each seat.
    pub scores: Vec<Points>,
}

/// The order of everything hidden.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct DealRecord {
    /// Kinds of the tiles after the start tile, in the order drawn.
    pub tiles: Vec<String>,
    /// Token values in the order of acquisition.
    pub tokens: Vec<u8>,
}

/// One turn.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TurnRecord {
    /// Whose.
    pub seat: usize,
    /// Tiles drawn that fitted nowhere.
    pub discarded: Vec<String>,
    /// The tile laid.
    pub tile: String,
    /// Its cell.
    pub x: i8,
    /// Its cell.
    pub y: i8,
    /// Its angle in degrees.
    pub rotation: u16,
    /// What was done then.
    pub action: ActionRecord,
    /// Tokens acquired, in order.
    pub taken: Vec<TakenRecord>,
    /// Features that scored.
    pub scored: Vec<ScoredRecord>,
}

/// An action.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum ActionRecord {
    /// G10.
    None,
    /// G9; `from` names the tent if a player has several.
    Mine {
        /// The tent that mines.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        from: Option<PlaceRecord>,
    },
    /// G7, on the new tile.
    Cowboy {
        /// The segment's name.
        segment: String,
    },
    /// G8.
    Tent {
        /// Where it goes.
        #[serde(flatten)]
        to: PlaceRecord,
        /// Where it comes from, if a player has several and it was pitched already.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        from: Option<PlaceRecord>,
    },
    /// V5.
    TakeBack {
        /// Where it stood.
        #[serde(flatten)]
        at: PlaceRecord,
    },
}

/// A segment on the table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PlaceRecord {
    /// The tile's cell.
    pub x: i8,
    /// The tile's cell.
    pub y: i8,
    /// The segment's name.
    pub segment: String,
}

impl From<Place> for PlaceRecord {
    fn from(place: Place) -> PlaceRecord {
        PlaceRecord { x: place.x, y: place.y, segment: place.segment }
    }
}

/// A token acquired.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TakenRecord {
    /// By whom.
    pub seat: usize,
    /// Its value.
    pub value: u8,
}

impl fmt::Display for TakenRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a token of {} for seat {}", self.value, self.seat)
    }
}

/// A feature that scored.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct ScoredRecord {
    /// Its kind.
    pub feature: String,
    /// The distinct cells it lies on.
    pub tiles: Vec<[i8; 2]>,
    /// Points for each of its seats.
    pub points: Points,
    /// The seats that score.
    pub seats: Vec<usize>,
}

impl fmt::Display for ScoredRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} for a {}", self.points, self.feature)?;
        let places: Vec<String> = self.tiles.iter().map(|[x, y]| format!("{x},{y}")).collect();
        let seats: Vec<String> = self.seats.iter().map(usize::to_string).collect();
        write!(f, " on {} to seats {}", places.join(" "), seats.join(" "))
    }
}

impl ScoredRecord {
    /// A feature that is evaluated on this table.
    pub fn new(table: &Table, evaluation: &Evaluation) -> ScoredRecord {
        let landscape = table.landscape();
        let cells = landscape.features().ring(evaluation.feature).map(|s| landscape.tile_of(s).cell());
        let mut tiles: Vec<_> = cells.map(|c| [c.x, c.y]).collect();
        tiles.sort_unstable();
        tiles.dedup();
        ScoredRecord {
            feature: evaluation.kind.name().into(),
            tiles,
            points: evaluation.points,
            seats: evaluation.seats.iter().map(Player::index).collect(),
        }
    }
}

/// The final scoring.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct EndRecord {
    /// Incomplete features and prairies that scored.
    pub scored: Vec<ScoredRecord>,
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
        let Sources { railroad, mountain, city, prairie, tokens } = self;
        write!(f, "railroad {railroad}, mountain {mountain}, city {city}, prairie {prairie}, tokens {tokens}")
    }
}

impl Sources {
    fn of(state: &State, player: Player) -> Sources {
        let [railroad, mountain, city, prairie, tokens] = state.sources(player);
        Sources { railroad, mountain, city, prairie, tokens }
    }
}

impl ActionRecord {
    /// A legal action of the player whose turn it is.
    pub fn new(table: &Table, action: Action) -> ActionRecord {
        let place = |segment| PlaceRecord::from(Place::new(table, segment));
        let tents = table.tents(table.seat());
        let several = table.rules().tents > 1;
        match action {
            Action::None => ActionRecord::None,
            Action::Cowboy { segment } => {
                let tile = table.landscape().tile(table.newest());
                ActionRecord::Cowboy { segment: table.label(tile.segment(usize::from(segment))) }
            }
            Action::Tent { tent, to } => ActionRecord::Tent {
                to: place(to),
                from: tents.get(usize::from(tent)).filter(|_| several).map(|&s| place(s)),
            },
            Action::Mine { tent } => ActionRecord::Mine { from: several.then(|| place(tents[usize::from(tent)])) },
            Action::TakeBack { cowboy } => {
                ActionRecord::TakeBack { at: place(table.cowboys(table.seat())[usize::from(cowboy)]) }
            }
        }
    }

    /// The action as text of this position, for [`Table::parse_action`].
    fn text(&self) -> String {
        let place = |p: &PlaceRecord| format!("{},{} {}", p.x, p.y, p.segment);
        let from = |p: &Option<PlaceRecord>| p.as_ref().map(|p| format!(" from {}", place(p))).unwrap_or_default();
        match self {
            ActionRecord::None => "none".into(),
            ActionRecord::Cowboy { segment } => format!("cowboy {segment}"),
            ActionRecord::Tent { to, from: f } => format!("tent {}{}", place(to), from(f)),
            ActionRecord::Mine { from: f } => format!("mine{}", from(f)),
            ActionRecord::TakeBack { at } => format!("take_back {}", place(at)),
        }
    }
}
