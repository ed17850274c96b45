//! Information available to one seat (G23), in a form that can be sent to another program.

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::catalogue::FeatureKind;
use super::state::State;
use super::table::Table;
use crate::game::{Points, View};
use crate::landscape::components::SegmentId;
use crate::landscape::observed::{ObservedTile, Place, PointsByKind, points};
use crate::player::{PerPlayer, Player};

/// Everything a seat may know. Unknown keys are ignored when reading.
///
/// # Examples
///
/// ```
/// use goldrush_engine::game::{Game, View};
/// use goldrush_engine::gold_rush::{GoldRush, Observation, Setup};
/// use goldrush_engine::player::Player;
/// use goldrush_engine::rng::deal_stream;
///
/// let setup = Setup::printed(2);
/// let state = GoldRush::deal(&setup, &mut deal_stream(7, 0));
/// let seen = View::new(&state, Player::FIRST).observation();
/// assert_eq!(seen.landscape.len(), 1);
/// assert_eq!(seen.seats[1].cowboy_supply, 4);
///
/// // Send as JSON and parse elsewhere.
/// let read: Observation = serde_json::from_str(&serde_json::to_string(&seen)?)?;
/// assert_eq!(read, seen);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Observation {
    /// Always `gold-rush`.
    pub game: Cow<'static, str>,
    /// Observing seat.
    pub seat: usize,
    /// Seat to move; `None` when the game is over.
    pub to_move: Option<usize>,
    /// `place`, `act` or `over`.
    pub phase: Cow<'static, str>,
    /// Kind of the tile to be laid, or just laid.
    pub tile: String,
    /// Tiles on the table, in the order laid.
    pub landscape: Vec<ObservedTile>,
    /// Mountains with tokens.
    pub piles: Vec<ObservedPile>,
    /// Public state of each seat.
    pub seats: Vec<ObservedSeat>,
    /// Tokens in the supply.
    pub token_supply: u8,
    /// Values of the observer's tokens, in the order acquired.
    pub own_tokens: Vec<u8>,
    /// Number of tiles that nobody has seen, by kind: those left to draw, and those left out (V20).
    pub tiles_left: BTreeMap<String, u8>,
    /// Tiles that fitted nowhere, in the order drawn.
    pub discarded: Vec<String>,
}

/// Mountain with tokens.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ObservedPile {
    /// First segment of the mountain.
    #[serde(flatten)]
    pub at: Place,
    /// Number of tokens.
    pub tokens: u8,
}

/// Public state of a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ObservedSeat {
    /// Points so far by kind of feature, tokens not included.
    pub points: PointsByKind,
    /// Cowboys on the table, in the order placed.
    pub cowboys: Vec<Place>,
    /// Cowboys in supply.
    pub cowboy_supply: usize,
    /// Tents on the table, in the order pitched.
    pub tents: Vec<Place>,
    /// Tents in supply.
    pub tent_supply: usize,
    /// Number of tokens held by the seat.
    pub tokens: u8,
    /// V8: the seat's turns since it last mined, at most 255.
    pub unmined_turns: u8,
}

impl Observation {
    pub(super) fn new(state: &State, observer: Player) -> Observation {
        let table = state.table();
        Observation {
            game: super::GAME.into(),
            seat: observer.index(),
            to_move: table.to_move().map(Player::index),
            phase: table.phase().name().into(),
            tile: table.kind_name(table.hand()).to_owned(),
            landscape: table
                .landscape()
                .tiles()
                .iter()
                .map(|tile| ObservedTile::new(table, *tile))
                .collect(),
            piles: piles(table)
                .map(|(at, tokens)| ObservedPile {
                    at: Place::new(table, at),
                    tokens,
                })
                .collect(),
            seats: Player::all(table.players())
                .map(|p| ObservedSeat {
                    points: points(table, FeatureKind::ALL, p),
                    cowboys: Place::all(table, table.cowboys(p)),
                    cowboy_supply: table.cowboy_supply(p),
                    tents: Place::all(table, table.tents(p)),
                    tent_supply: table.tent_supply(p),
                    tokens: table.token_count(p),
                    unmined_turns: table.unmined_turns(p),
                })
                .collect(),
            token_supply: table.token_supply(),
            own_tokens: state.tokens_of(observer).collect(),
            tiles_left: table.names_left().collect(),
            discarded: state
                .discarded()
                .into_iter()
                .map(|kind| table.kind_name(kind).to_owned())
                .collect(),
        }
    }
}

/// Iterates over the mountains with tokens: first segment and number of tokens.
pub(super) fn piles<'t>(table: &'t Table) -> impl Iterator<Item = (SegmentId, u8)> + 't {
    (0..table.landscape().features().len() as u16)
        .map(SegmentId)
        .filter_map(|segment| {
            let feature = table.feature(segment);
            let first = table.landscape().features().ring(feature).min() == Some(segment);
            let tokens = table.word(feature).tokens();
            (first && table.kind(segment) == FeatureKind::Mountain && tokens > 0)
                .then_some((segment, tokens))
        })
}

impl<'a> View<'a, State<'_>> {
    /// Returns the values of the observer's tokens, in the order acquired.
    pub fn own_tokens(&self) -> impl Iterator<Item = u8> + 'a {
        self.state().tokens_of(self.observer())
    }

    /// Returns the points of the observer's tokens.
    pub fn own_token_points(&self) -> Points {
        self.state().token_points(self.observer())
    }

    /// Returns sum and number of the token values this seat has not seen: held by others or still to come.
    pub fn unseen_tokens(&self) -> (u32, u32) {
        self.state().unseen_tokens(self.observer())
    }

    /// Returns every seat's points from features so far.
    pub fn feature_points(&self) -> PerPlayer<Points> {
        let table = self.table();
        PerPlayer::from_fn(table.players(), |seat| table.feature_points(seat))
    }
}
