//! What the protocol says of each game.

use std::collections::BTreeMap;

use goldrush_engine::carcassonne::{self, Carcassonne};
use goldrush_engine::game::View;
use goldrush_engine::gold_rush::{self, GoldRush, RecordRules};
use goldrush_engine::knizia_gold::{self, KniziaGold};
use goldrush_engine::player::Player;
use serde::Serialize;

use super::diary::{Diary, MoveLine};
use super::gold_rush::catalogue::{CatalogueSent, hash};
use super::gold_rush::event::{Event, EventLog};
use super::gold_rush::offer::{Offered, offer};
use super::{GameName, Harnessed, knizia_gold as knizia_rules};
use crate::games::wishes::Wishes;

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

    /// The game's name.
    fn name(setup: &Self::Setup) -> &'static str;

    /// How many seats there are.
    fn players(setup: &Self::Setup) -> usize;

    /// See [`Spoken::Facts`].
    fn facts(setup: &Self::Setup) -> Self::Facts;

    /// What it is played with, and the hash of that; none if bots have to know it.
    fn components(setup: &Self::Setup) -> Option<(String, CatalogueSent)>;

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

/// What a bot is told of a game of Gold Rush.
#[derive(Clone, Debug, Serialize)]
pub struct GoldRushFacts {
    /// The catalogue's name.
    pub catalogue: String,
    /// Its hash, in hexadecimal.
    pub catalogue_hash: String,
    /// The options.
    pub rules: RecordRules,
    /// How many tokens there are of each value.
    pub tokens: BTreeMap<u8, u8>,
}

/// What is to be decided.
#[derive(Clone, Debug, Serialize)]
pub struct TileSituation {
    /// Which part of the turn it is.
    pub phase: &'static str,
    /// The tile drawn and to be laid, or just laid.
    pub tile: String,
}

impl Spoken for GoldRush {
    type Facts = GoldRushFacts;
    type Situation = TileSituation;
    type Log = EventLog;
    type Event = Event;
    type Offer = Offered;

    fn name(_: &gold_rush::Setup) -> &'static str {
        gold_rush::GAME
    }

    fn players(setup: &gold_rush::Setup) -> usize {
        setup.players()
    }

    fn facts(setup: &gold_rush::Setup) -> GoldRushFacts {
        GoldRushFacts {
            catalogue: setup.catalogue().name().into(),
            catalogue_hash: hash(setup.catalogue()),
            rules: setup.rules().into(),
            tokens: setup.tokens().counts().collect(),
        }
    }

    fn components(setup: &gold_rush::Setup) -> Option<(String, CatalogueSent)> {
        Some((hash(setup.catalogue()), CatalogueSent::new(setup.catalogue())))
    }

    fn situation(view: &View<gold_rush::State>) -> TileSituation {
        let table = view.table();
        let tile = table.setup().catalogue().kind(table.hand()).name.clone();
        TileSituation { phase: table.phase().name(), tile }
    }

    fn log(ears: &Self::Ears) -> Option<&EventLog> {
        ears.log.as_ref()
    }

    fn count_events(log: &EventLog) -> usize {
        log.len()
    }

    fn events(log: &EventLog, first: usize, seat: Player) -> Vec<Event> {
        log.since(first, seat.index())
    }

    fn offers(view: &View<gold_rush::State>, moves: &[gold_rush::Move], wishes: &Wishes) -> Vec<Offered> {
        offer(view.table(), moves, wishes)
    }
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
fn plain_offers<S: goldrush_engine::game::Text>(view: &View<S>, moves: &[S::Move]) -> Vec<PlainOffer> {
    (0..).zip(moves).map(|(id, &mv)| PlainOffer { id, mv: view.move_text(mv) }).collect()
}

impl Spoken for Carcassonne {
    type Facts = PlainFacts<carcassonne::Rules>;
    type Situation = TileSituation;
    type Log = Diary;
    type Event = MoveLine;
    type Offer = PlainOffer;

    fn name(setup: &carcassonne::Setup) -> &'static str {
        let game = if setup.rules().gold_mines { GameName::CarcassonneWithMines } else { GameName::Carcassonne };
        game.name()
    }

    fn players(setup: &carcassonne::Setup) -> usize {
        setup.players()
    }

    fn facts(setup: &carcassonne::Setup) -> Self::Facts {
        PlainFacts { rules: *setup.rules() }
    }

    fn components(_: &carcassonne::Setup) -> Option<(String, CatalogueSent)> {
        None
    }

    fn situation(view: &View<carcassonne::State>) -> TileSituation {
        let table = view.table();
        let tile = table.setup().catalogue().kind(table.hand()).id.clone();
        TileSituation { phase: table.phase().name(), tile }
    }

    fn log(ears: &Self::Ears) -> Option<&Diary> {
        ears.diary.as_ref()
    }

    fn count_events(log: &Diary) -> usize {
        log.moves().len()
    }

    fn events(log: &Diary, first: usize, _: Player) -> Vec<MoveLine> {
        log.moves()[first..].to_vec()
    }

    fn offers(view: &View<carcassonne::State>, moves: &[carcassonne::Move], _: &Wishes) -> Vec<PlainOffer> {
        plain_offers(view, moves)
    }
}

/// What is to be decided.
#[derive(Clone, Debug, Serialize)]
pub struct FlipSituation {
    /// `first`, `second`, or `rush` where only one card is flipped.
    pub phase: &'static str,
}

impl Spoken for KniziaGold {
    type Facts = PlainFacts<knizia_rules::Rules>;
    type Situation = FlipSituation;
    type Log = Diary;
    type Event = MoveLine;
    type Offer = PlainOffer;

    fn name(_: &knizia_gold::Setup) -> &'static str {
        knizia_gold::GAME
    }

    fn players(setup: &knizia_gold::Setup) -> usize {
        setup.players()
    }

    fn facts(setup: &knizia_gold::Setup) -> Self::Facts {
        PlainFacts { rules: knizia_rules::Rules { whole_match: setup.is_match() } }
    }

    fn components(_: &knizia_gold::Setup) -> Option<(String, CatalogueSent)> {
        None
    }

    fn situation(view: &View<knizia_gold::State>) -> FlipSituation {
        let table = view.table();
        let phase = match table.open() {
            _ if table.is_rush() => "rush",
            None => "first",
            Some(_) => "second",
        };
        FlipSituation { phase }
    }

    fn log(ears: &Self::Ears) -> Option<&Diary> {
        ears.diary.as_ref()
    }

    fn count_events(log: &Diary) -> usize {
        log.moves().len()
    }

    fn events(log: &Diary, first: usize, _: Player) -> Vec<MoveLine> {
        log.moves()[first..].to_vec()
    }

    fn offers(view: &View<knizia_gold::State>, moves: &[knizia_gold::Flip], _: &Wishes) -> Vec<PlainOffer> {
        plain_offers(view, moves)
    }
}
