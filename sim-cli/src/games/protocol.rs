//! The game-specific messages of the bot protocol, in both directions: for outside bots, and for our agents serving as
//! bots of other programs.

use std::collections::BTreeMap;

use goldrush_engine::game::{Text, View};
use goldrush_engine::landscape::table::{Table, TileGame};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

use super::Harness;
use super::requested::RequestedFields;

/// A game that bots in other processes can play, and whose agents can be bots of other programs.
pub trait Protocol: Harness {
    /// Description of a decision, in addition to what the seat knows.
    type Situation: Serialize;
    /// A legal move, as sent to bots.
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
    fn offers(view: &View<Self::State<'_>>, moves: &[Self::Move], requested: &RequestedFields) -> Vec<Self::LegalMove>;

    /// Builds a state in which the seat knows exactly what the observation says.
    ///
    /// # Errors
    /// Fails if there is no such state.
    fn state<'s>(setup: &'s Self::Setup, seen: &Self::Observed) -> anyhow::Result<Self::State<'s>>;

    /// Returns fields that identify a move's offer: all of it, or a part that no other move's offer has.
    fn offered(state: &Self::State<'_>, mv: Self::Move) -> Map<String, Value> {
        Map::from_iter([("move".to_owned(), json!(state.move_text(mv)))])
    }
}

/// Items of [`Protocol`] that are the same for all tile games with the usual names of types.
macro_rules! tile_items {
    () => {
        type Situation = $crate::games::protocol::TileSituation;
        type LegalMove = LegalMove;
        type Observed = Observation;

        fn catalogue(setup: &Setup) -> Value {
            catalogue(setup)
        }

        fn situation(view: &View<State>) -> $crate::games::protocol::TileSituation {
            $crate::games::protocol::TileSituation::new(view.table(), view.table().phase().name())
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
        TileSituation { phase, tile: table.kind_name(table.hand()).into() }
    }
}

/// A legal move as text.
#[derive(Clone, Debug, Serialize)]
pub struct PlainOffer {
    /// The id to answer with.
    pub id: u32,
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
}

/// Returns the positions of the bits that are set.
pub fn places_in(bits: u8) -> Vec<u8> {
    (0..8).filter(|bit| bits >> bit & 1 == 1).collect()
}

/// Writes moves as text; the id of a move is its index.
pub fn plain_offers<S: Text>(view: &View<S>, moves: &[S::Move]) -> Vec<PlainOffer> {
    (0..).zip(moves).map(|(id, &mv)| PlainOffer { id, mv: view.move_text(mv) }).collect()
}
