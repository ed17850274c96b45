//! What the protocol says of each game.

use goldrush_engine::game::View;
use goldrush_engine::player::Player;
use serde::Serialize;

use super::Harnessed;
use super::gold_rush::catalogue::CatalogueSent;
use super::wishes::Wishes;

/// A game that bots in other processes can play.
pub trait Spoken: Harnessed {
    /// What a bot is told when a game begins: components and options.
    type Facts: Serialize;
    /// What a bot is told of a decision besides what the seat knows.
    type Situation: Serialize;
    /// Everything that happened in a game.
    type Log;
    /// Something that happened.
    type Event: Serialize;
    /// A legal move.
    type Offer: Serialize;

    /// See [`Spoken::Facts`].
    fn facts(setup: &Self::Setup) -> Self::Facts;

    /// What it is played with, and the hash of that; none if bots have to know it.
    fn catalogue(setup: &Self::Setup) -> Option<(String, CatalogueSent)>;

    /// See [`Spoken::Situation`].
    fn situation(view: &View<Self::State<'_>>) -> Self::Situation;

    /// What ears have logged that were made to tell.
    fn log(ears: &Self::Ears) -> Option<&Self::Log>;

    /// How many events there were.
    fn count_events(log: &Self::Log) -> usize;

    /// The events from one on, as a seat may know them.
    fn events(log: &Self::Log, first: usize, seat: Player) -> Vec<Self::Event>;

    /// The legal moves, in the engine's order; a move's id is its place in it.
    fn offers(view: &View<Self::State<'_>>, moves: &[Self::Move], wishes: &Wishes) -> Vec<Self::Offer>;
}

/// What is to be decided.
#[derive(Clone, Debug, Serialize)]
pub struct TileSituation {
    /// Which part of the turn it is.
    pub phase: &'static str,
    /// The tile drawn and to be laid, or just laid.
    pub tile: String,
}

/// What a bot is told of a game whose components it has to know.
#[derive(Clone, Debug, Serialize)]
pub struct PlainFacts<R> {
    /// The options.
    pub rules: R,
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

/// Moves as text.
pub fn plain_offers<S: goldrush_engine::game::Text>(view: &View<S>, moves: &[S::Move]) -> Vec<PlainOffer> {
    (0..).zip(moves).map(|(id, &mv)| PlainOffer { id, mv: view.move_text(mv) }).collect()
}
