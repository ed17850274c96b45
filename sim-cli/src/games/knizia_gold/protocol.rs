//! Knizia's card game as bots are told of it, and the way back.

use goldrush_engine::game::View;
use goldrush_engine::knizia_gold::{Flip, KniziaGold, Observation, Rules, Setup, State};
use serde::Serialize;

use crate::games::diary::Diary;
use crate::games::protocol::{PlainFacts, PlainOffer, Protocol, plain_offers};
use crate::games::wishes::Wishes;

/// What is to be decided.
#[derive(Clone, Debug, Serialize)]
pub struct FlipSituation {
    /// `first`, `second`, or `rush` where only one card is flipped.
    pub phase: &'static str,
}

impl Protocol for KniziaGold {
    type Facts = PlainFacts<Rules>;
    type Situation = FlipSituation;
    type Log = Diary;
    type Offer = PlainOffer;
    type Seen = Observation;

    fn facts(setup: &Setup) -> Self::Facts {
        PlainFacts { rules: setup.rules() }
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

    fn log(ears: &Self::Ears) -> Option<&Diary> {
        ears.diary.as_ref()
    }

    fn offers(view: &View<State>, moves: &[Flip], _: &Wishes) -> Vec<PlainOffer> {
        plain_offers(view, moves)
    }

    fn state(setup: &Setup, seen: &Self::Seen) -> anyhow::Result<State> {
        seen.state(*setup).map_err(anyhow::Error::msg)
    }
}
