//! Carcassonne as bots are told of it, and the way back.

use goldrush_engine::carcassonne::{Carcassonne, Move, Observation, Rules, Setup, State};
use goldrush_engine::game::View;

use crate::games::diary::Diary;
use crate::games::protocol::{PlainFacts, PlainOffer, Protocol, TileSituation, plain_offers};
use crate::games::wishes::Wishes;

impl Protocol for Carcassonne {
    type Facts = PlainFacts<Rules>;
    type Situation = TileSituation;
    type Log = Diary;
    type Offer = PlainOffer;
    type Seen = Observation;

    fn facts(setup: &Setup) -> Self::Facts {
        PlainFacts { rules: *setup.rules() }
    }

    fn situation(view: &View<State>) -> TileSituation {
        let table = view.table();
        let tile = table.setup().catalogue().kind(table.hand()).id.clone();
        TileSituation { phase: table.phase().name(), tile }
    }

    fn log(ears: &Self::Ears) -> Option<&Diary> {
        ears.diary.as_ref()
    }

    fn offers(view: &View<State>, moves: &[Move], _: &Wishes) -> Vec<PlainOffer> {
        plain_offers(view, moves)
    }

    fn state<'s>(setup: &'s Setup, seen: &Self::Seen) -> anyhow::Result<State<'s>> {
        seen.state(setup).map_err(anyhow::Error::msg)
    }
}
