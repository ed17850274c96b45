//! Bot protocol of Knizia's card game, in both directions.

use goldrush_engine::game::View;
use goldrush_engine::knizia_gold::{Card, Flip, GRID, KINDS, KniziaGold, Observation, Setup, State};
use serde::Serialize;
use serde_json::{Value, json};

use crate::games::protocol::{PlainOffer, Protocol, plain_offers};
use crate::games::requested::RequestedFields;

/// The decision to be made.
#[derive(Clone, Debug, Serialize)]
pub struct FlipSituation {
    /// `first`, `second`, or `rush` where only one card is flipped.
    pub phase: &'static str,
}

impl Protocol for KniziaGold {
    type Situation = FlipSituation;
    type LegalMove = PlainOffer;
    type Observed = Observation;

    fn catalogue(setup: &Setup) -> Value {
        let copies = |card: Card| setup.cards().filter(|other| *other == card).count();
        let kinds = (0..KINDS).map(Card::of_kind);
        let cards: Vec<_> = kinds.map(|card| json!({ "card": card.to_string(), "copies": copies(card) })).collect();
        json!({ "cards": cards, "places": GRID })
    }

    fn situation(view: &View<State>) -> FlipSituation {
        let table = view.table();
        let phase = match table.open() {
            _ if table.is_rush() => "rush",
            None => "first",
            Some(_) => "second",
        };
        FlipSituation { phase }
    }

    fn offers(view: &View<State>, moves: &[Flip], _: &RequestedFields) -> Vec<PlainOffer> {
        plain_offers(view, moves)
    }

    fn state(setup: &Setup, seen: &Self::Observed) -> anyhow::Result<State> {
        seen.state(*setup).map_err(anyhow::Error::msg)
    }
}
