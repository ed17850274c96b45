//! Bot protocol of Carcassonne, in both directions.

use goldrush_engine::carcassonne::{Carcassonne, Move, Observation, Setup, State};
use goldrush_engine::game::View;
use serde_json::{Value, json};

use super::catalogue::CatalogueSent;
use super::event::{EventLog, name};
use super::offer::{Offered, offer};
use crate::games::protocol::{Protocol, TileSituation};
use crate::games::wishes::Wishes;

impl Protocol for Carcassonne {
    type Situation = TileSituation;
    type Log = EventLog;
    type Offer = Offered;
    type Seen = Observation;

    fn catalogue(setup: &Setup) -> Value {
        json!(CatalogueSent::new(setup))
    }

    fn situation(view: &View<State>) -> TileSituation {
        let table = view.table();
        TileSituation { phase: table.phase().name(), tile: name(table, table.hand()) }
    }

    fn log(ears: &Self::Ears) -> Option<&EventLog> {
        ears.log.as_ref()
    }

    fn offers(view: &View<State>, moves: &[Move], wishes: &Wishes) -> Vec<Offered> {
        offer(view, moves, wishes)
    }

    fn state<'s>(setup: &'s Setup, seen: &Self::Seen) -> anyhow::Result<State<'s>> {
        seen.state(setup).map_err(anyhow::Error::msg)
    }
}
