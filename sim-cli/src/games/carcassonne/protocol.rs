//! Carcassonne as bots are told of it, and as an agent of this program hears it.

use std::sync::Arc;

use goldrush_engine::carcassonne::{Carcassonne, Catalogue, Move, Observation, Rules, Setup, State};
use goldrush_engine::game::View;
use goldrush_engine::gold_rush;
use goldrush_engine::player::Player;
use serde_json::{Map, Value};

use crate::games::diary::{Diary, MoveLine};
use crate::games::gold_rush::catalogue::CatalogueSent;
use crate::games::heard::{Heard, PlainTold, plain};
use crate::games::spoken::{PlainFacts, PlainOffer, Spoken, TileSituation, plain_offers};
use crate::games::wishes::Wishes;

impl Spoken for Carcassonne {
    type Facts = PlainFacts<Rules>;
    type Situation = TileSituation;
    type Log = Diary;
    type Event = MoveLine;
    type Offer = PlainOffer;

    fn facts(setup: &Setup) -> Self::Facts {
        PlainFacts { rules: *setup.rules() }
    }

    fn catalogue(_: &Setup) -> Option<(String, CatalogueSent)> {
        None
    }

    fn situation(view: &View<State>) -> TileSituation {
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

    fn offers(view: &View<State>, moves: &[Move], _: &Wishes) -> Vec<PlainOffer> {
        plain_offers(view, moves)
    }
}

impl Heard for Carcassonne {
    type Told = PlainTold<Rules>;
    type Seen = Observation;

    fn setup(told: &Self::Told, players: usize, _: &Arc<gold_rush::Catalogue>) -> anyhow::Result<Setup> {
        let catalogue = Catalogue::printed().into();
        Setup::new(catalogue, told.rules, players).map_err(anyhow::Error::msg)
    }

    fn state<'s>(setup: &'s Setup, seen: &Self::Seen) -> anyhow::Result<State<'s>> {
        seen.state(setup).map_err(anyhow::Error::msg)
    }

    fn offered(state: &State, mv: Move) -> Map<String, Value> {
        plain::<Carcassonne>(state, mv)
    }
}
