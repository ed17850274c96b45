//! What the protocol says of each game, and what an agent of this program makes of it as somebody else's bot.

use std::collections::BTreeMap;

use goldrush_engine::game::{Text, View};
use goldrush_engine::player::Player;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

use super::Harness;
use super::wishes::Wishes;

/// A game that bots in other processes can play, and its agents as bots of other programs.
pub trait Protocol: Harness {
    /// What a bot is told of a decision besides what the seat knows.
    type Situation: Serialize;
    /// Everything that happened in a game.
    type Log: Log;
    /// A legal move.
    type Offer: Serialize;
    /// What is understood of what a seat knows.
    type Seen: DeserializeOwned;

    /// How many tokens there are of each value, if it has any.
    fn tokens(setup: &Self::Setup) -> Option<BTreeMap<u8, u8>> {
        let _ = setup;
        None
    }

    /// What it is played with: the fields of the message `catalogue`.
    fn catalogue(setup: &Self::Setup) -> Value;

    /// See [`Protocol::Situation`].
    fn situation(view: &View<Self::State<'_>>) -> Self::Situation;

    /// What ears have logged that were made to tell.
    fn log(ears: &Self::Ears) -> Option<&Self::Log>;

    /// The legal moves, in the engine's order; a move's id is its place in it.
    fn offers(view: &View<Self::State<'_>>, moves: &[Self::Move], wishes: &Wishes) -> Vec<Self::Offer>;

    /// A game in which a seat knows as much.
    ///
    /// # Errors
    /// If there is none.
    fn state<'s>(setup: &'s Self::Setup, seen: &Self::Seen) -> anyhow::Result<Self::State<'s>>;

    /// What the offer of a move holds, or some of it that no other move's does.
    fn offered(state: &Self::State<'_>, mv: Self::Move) -> Map<String, Value> {
        Map::from_iter([("move".to_owned(), json!(state.move_text(mv)))])
    }
}

/// What happened in a game so far.
pub trait Log {
    /// Something that happened.
    type Event: Serialize;

    /// How many events there were.
    fn count(&self) -> usize;

    /// The events from one on, as a seat may know them.
    fn since(&self, first: usize, seat: Player) -> Vec<Self::Event>;
}

/// What is to be decided.
#[derive(Clone, Debug, Serialize)]
pub struct TileSituation {
    /// Which part of the turn it is.
    pub phase: &'static str,
    /// The tile drawn and to be laid, or just laid.
    pub tile: String,
}

/// A legal move as text.
#[derive(Clone, Debug, Serialize)]
pub struct PlainOffer {
    /// What to answer.
    pub id: u32,
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
}

/// The places of the bits that are set.
pub fn places_in(bits: u8) -> Vec<u8> {
    (0..8).filter(|bit| bits >> bit & 1 == 1).collect()
}

/// Moves as text.
pub fn plain_offers<S: Text>(view: &View<S>, moves: &[S::Move]) -> Vec<PlainOffer> {
    (0..).zip(moves).map(|(id, &mv)| PlainOffer { id, mv: view.move_text(mv) }).collect()
}
