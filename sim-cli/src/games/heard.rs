//! What a bot makes of what it is told of each game: the way back from the messages of a host.

use std::sync::Arc;

use goldrush_engine::game::{Game, Text};
use goldrush_engine::gold_rush::Catalogue;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

use super::spoken::Spoken;

/// A game that an agent of this program can play as somebody else's bot.
pub trait Heard: Spoken {
    /// What is understood of [`Spoken::Facts`].
    type Told: DeserializeOwned;
    /// What is understood of what the seat knows.
    type Seen: DeserializeOwned;

    /// What is played; `tiles` are the user's own.
    ///
    /// # Errors
    /// If it is not known here.
    fn setup(told: &Self::Told, players: usize, tiles: &Arc<Catalogue>) -> anyhow::Result<Self::Setup>;

    /// A game in which the seat knows as much.
    ///
    /// # Errors
    /// If there is none.
    fn state<'s>(setup: &'s Self::Setup, seen: &Self::Seen) -> anyhow::Result<Self::State<'s>>;

    /// What the offer of a move holds, or some of it that no other move's does.
    fn offered(state: &Self::State<'_>, mv: Self::Move) -> Map<String, Value>;
}

/// What is understood of the facts of a game whose components all know.
#[derive(Deserialize)]
pub struct PlainTold<R> {
    /// The options.
    pub rules: R,
}

/// A move as text.
pub fn plain<'s, G: Game>(state: &G::State<'s>, mv: G::Move) -> Map<String, Value> {
    Map::from_iter([("move".to_owned(), json!(state.move_text(mv)))])
}
