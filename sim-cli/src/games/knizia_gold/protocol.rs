//! Knizia's card game as bots are told of it, and as an agent of this program hears it.

use std::sync::Arc;

use goldrush_engine::game::View;
use goldrush_engine::gold_rush;
use goldrush_engine::knizia_gold::{Flip, KniziaGold, Observation, Rules, Setup, State};
use goldrush_engine::player::Player;
use serde::Serialize;
use serde_json::{Map, Value};

use crate::games::diary::{Diary, MoveLine};
use crate::games::gold_rush::catalogue::CatalogueSent;
use crate::games::heard::{Heard, PlainTold, plain};
use crate::games::spoken::{PlainFacts, PlainOffer, Spoken, plain_offers};
use crate::games::wishes::Wishes;

/// What is to be decided.
#[derive(Clone, Debug, Serialize)]
pub struct FlipSituation {
    /// `first`, `second`, or `rush` where only one card is flipped.
    pub phase: &'static str,
}

impl Spoken for KniziaGold {
    type Facts = PlainFacts<Rules>;
    type Situation = FlipSituation;
    type Log = Diary;
    type Event = MoveLine;
    type Offer = PlainOffer;

    fn facts(setup: &Setup) -> Self::Facts {
        PlainFacts { rules: setup.rules() }
    }

    fn catalogue(_: &Setup) -> Option<(String, CatalogueSent)> {
        None
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

    fn count_events(log: &Diary) -> usize {
        log.moves().len()
    }

    fn events(log: &Diary, first: usize, _: Player) -> Vec<MoveLine> {
        log.moves()[first..].to_vec()
    }

    fn offers(view: &View<State>, moves: &[Flip], _: &Wishes) -> Vec<PlainOffer> {
        plain_offers(view, moves)
    }
}
impl Heard for KniziaGold {
    type Told = PlainTold<Rules>;
    type Seen = Observation;

    fn setup(told: &Self::Told, players: usize, _: &Arc<gold_rush::Catalogue>) -> anyhow::Result<Setup> {
        Setup::new(players, told.rules.whole_match).map_err(anyhow::Error::msg)
    }

    fn state(setup: &Setup, seen: &Self::Seen) -> anyhow::Result<State> {
        seen.state(*setup).map_err(anyhow::Error::msg)
    }

    fn offered(state: &State, mv: Flip) -> Map<String, Value> {
        plain::<KniziaGold>(state, mv)
    }
}
