//! Gold Rush as bots are told of it, and as an agent of this program hears it.

use std::collections::BTreeMap;
use std::sync::Arc;

use goldrush_engine::game::{State as _, View};
use goldrush_engine::gold_rush::{Catalogue, GoldRush, Move, Observation, Rules, Setup, State};
use goldrush_engine::player::Player;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::catalogue::{CatalogueSent, hash};
use super::event::{Event, EventLog};
use super::offer::{MoveSent, Offered, offer};
use crate::games::heard::Heard;
use crate::games::spoken::{Spoken, TileSituation};
use crate::games::wishes::Wishes;

/// What a bot is told of a game of Gold Rush.
#[derive(Clone, Debug, Serialize)]
pub struct GoldRushFacts {
    /// The catalogue's name.
    pub catalogue: String,
    /// Its hash, in hexadecimal.
    pub catalogue_hash: String,
    /// The options.
    pub rules: Rules,
    /// How many tokens there are of each value.
    pub tokens: BTreeMap<u8, u8>,
}

impl Spoken for GoldRush {
    type Facts = GoldRushFacts;
    type Situation = TileSituation;
    type Log = EventLog;
    type Event = Event;
    type Offer = Offered;

    fn facts(setup: &Setup) -> GoldRushFacts {
        GoldRushFacts {
            catalogue: setup.catalogue().name().into(),
            catalogue_hash: hash(setup.catalogue()),
            rules: setup.rules().clone(),
            tokens: setup.tokens().counts().collect(),
        }
    }

    fn catalogue(setup: &Setup) -> Option<(String, CatalogueSent)> {
        Some((hash(setup.catalogue()), CatalogueSent::new(setup.catalogue())))
    }

    fn situation(view: &View<State>) -> TileSituation {
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

    fn offers(view: &View<State>, moves: &[Move], wishes: &Wishes) -> Vec<Offered> {
        offer(view.table(), moves, wishes)
    }
}

/// What is understood of the facts of a game of Gold Rush.
#[derive(Deserialize)]
pub struct GoldRushTold {
    catalogue: String,
    catalogue_hash: String,
    rules: Rules,
}

impl Heard for GoldRush {
    type Told = GoldRushTold;
    type Seen = Observation;

    fn setup(told: &GoldRushTold, players: usize, tiles: &Arc<Catalogue>) -> anyhow::Result<Setup> {
        let GoldRushTold { catalogue: name, catalogue_hash, rules } = told;
        let known = [Some(tiles.clone()), Catalogue::built_in(name).map(Arc::new)];
        let catalogue = known.into_iter().flatten().find(|known| hash(known) == *catalogue_hash);
        let catalogue = catalogue.ok_or_else(|| {
            anyhow::anyhow!(
                "the catalogue {name} (hash {catalogue_hash}) is not known here; give its file with --tiles"
            )
        })?;
        Setup::new(catalogue, rules.clone(), players).map_err(anyhow::Error::msg)
    }

    fn state<'s>(setup: &'s Setup, seen: &Self::Seen) -> anyhow::Result<State<'s>> {
        let state = seen.scenario(setup)?.state(setup)?;
        if state.to_move().map(Player::index) != Some(seen.seat) {
            anyhow::bail!("it is not the turn of seat {}", seen.seat);
        }
        Ok(state)
    }

    fn offered(state: &State, mv: Move) -> Map<String, Value> {
        match serde_json::to_value(MoveSent::new(state, mv)) {
            Ok(Value::Object(sent)) => sent,
            sent => unreachable!("a move is an object: {sent:?}"),
        }
    }
}
