//! The game-specific messages of the bot protocol, in both directions: for outside bots, and for our agents serving as
//! bots of other programs.

use std::collections::BTreeMap;

use goldrush_engine::game::View;
use goldrush_engine::landscape::table::{Table, TileGame};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use super::Harness;
use super::features::FeatureSent;
use super::requested::RequestedFields;

/// A game that bots in other processes can play, and whose agents can be bots of other programs.
pub trait Protocol: Harness {
    /// Description of a decision, in addition to what the seat knows.
    type Situation: Serialize;
    /// A move, as sent to bots: an object.
    type MoveSent: Serialize;
    /// A legal move with its id and what it brings.
    type LegalMove: Serialize;
    /// Observation of a seat, as far as it is parsed on receipt.
    type Observed: DeserializeOwned;

    /// Returns the number of tokens of each value. `None` if the game has no tokens.
    fn tokens(setup: &Self::Setup) -> Option<BTreeMap<u8, u8>> {
        let _ = setup;
        None
    }

    /// Returns the components of the game: the fields of the message `catalogue`.
    fn catalogue(setup: &Self::Setup) -> Value;

    /// Describes the decision to be made; see [`Protocol::Situation`].
    fn situation(view: &View<Self::State<'_>>) -> Self::Situation;

    /// Returns the legal moves, in the engine's order; the id of a move is its index.
    fn offers(
        view: &View<Self::State<'_>>,
        moves: &[Self::Move],
        requested: &RequestedFields,
    ) -> Vec<Self::LegalMove>;

    /// Builds a state in which the seat knows exactly what the observation says.
    ///
    /// # Errors
    /// Fails if there is no such state.
    fn state<'s>(setup: &'s Self::Setup, seen: &Self::Observed) -> anyhow::Result<Self::State<'s>>;

    /// Returns the connected features of the position; `None` if the game has none.
    fn features(view: &View<Self::State<'_>>) -> Option<Vec<FeatureSent>> {
        let _ = view;
        None
    }

    /// Converts a legal move.
    fn sent(state: &Self::State<'_>, mv: Self::Move) -> Self::MoveSent;

    /// Returns the fields of a move, which no other legal move has.
    ///
    /// # Panics
    /// If moves are not sent as objects.
    fn offered(state: &Self::State<'_>, mv: Self::Move) -> Map<String, Value> {
        match serde_json::to_value(Self::sent(state, mv)) {
            Ok(Value::Object(sent)) => sent,
            sent => unreachable!("a move serializes to an object: {sent:?}"),
        }
    }
}

/// Items of [`Protocol`] that are the same for all tile games with the usual names of types.
macro_rules! tile_items {
    () => {
        type Situation = $crate::protocol::TileSituation;
        type Observed = Observation;

        fn catalogue(setup: &Setup) -> Value {
            catalogue(setup)
        }

        fn situation(view: &View<State>) -> $crate::protocol::TileSituation {
            $crate::protocol::TileSituation::new(view.table(), view.table().phase().name())
        }

        fn features(view: &View<State>) -> Option<Vec<$crate::features::FeatureSent>> {
            Some($crate::features::features(view.table()))
        }
    };
}
pub(super) use tile_items;

/// The decision to be made in a tile game.
#[derive(Clone, Debug, Serialize)]
pub struct TileSituation {
    /// Phase of the turn.
    pub phase: &'static str,
    /// The tile that was drawn: still to be placed, or just placed.
    pub tile: String,
}

impl TileSituation {
    /// Describes the decision to be made on a table.
    pub fn new<G: TileGame>(table: &Table<G>, phase: &'static str) -> TileSituation {
        TileSituation {
            phase,
            tile: table.kind_name(table.hand()).into(),
        }
    }
}

/// Returns the positions of the bits that are set.
pub fn places_in(bits: u8) -> Vec<u8> {
    (0..8).filter(|bit| bits >> bit & 1 == 1).collect()
}
