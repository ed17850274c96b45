//! What a bot makes of what it is told of each game: the way back from the messages of a host.

use std::sync::Arc;

use goldrush_engine::carcassonne::{self, Carcassonne};
use goldrush_engine::game::{Game, State as _, Text};
use goldrush_engine::gold_rush::{self, Catalogue, GoldRush, RecordRules, Rules};
use goldrush_engine::knizia_gold::{self, KniziaGold};
use goldrush_engine::player::Player;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

use super::gold_rush::catalogue::hash;
use super::gold_rush::offer::MoveSent;
use super::knizia_gold as knizia_rules;
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

/// What is understood of the facts of a game of Gold Rush.
#[derive(Deserialize)]
pub struct GoldRushTold {
    catalogue: String,
    catalogue_hash: String,
    rules: RecordRules,
}

impl Heard for GoldRush {
    type Told = GoldRushTold;
    type Seen = gold_rush::Observation;

    fn setup(told: &GoldRushTold, players: usize, tiles: &Arc<Catalogue>) -> anyhow::Result<gold_rush::Setup> {
        let GoldRushTold { catalogue: name, catalogue_hash, rules } = told;
        let known = [Some(tiles.clone()), Catalogue::built_in(name).map(Arc::new)];
        let catalogue = known.into_iter().flatten().find(|known| hash(known) == *catalogue_hash);
        let catalogue = catalogue.ok_or_else(|| {
            anyhow::anyhow!(
                "the catalogue {name} (hash {catalogue_hash}) is not known here; give its file with --tiles"
            )
        })?;
        gold_rush::Setup::new(catalogue, Rules::from(rules), players).map_err(anyhow::Error::msg)
    }

    fn state<'s>(setup: &'s gold_rush::Setup, seen: &Self::Seen) -> anyhow::Result<gold_rush::State<'s>> {
        let state = seen.scenario(setup)?.state(setup)?;
        if state.to_move().map(Player::index) != Some(seen.seat) {
            anyhow::bail!("it is not the turn of seat {}", seen.seat);
        }
        Ok(state)
    }

    fn offered(state: &gold_rush::State, mv: gold_rush::Move) -> Map<String, Value> {
        match serde_json::to_value(MoveSent::new(state, mv)) {
            Ok(Value::Object(sent)) => sent,
            sent => unreachable!("a move is an object: {sent:?}"),
        }
    }
}

/// What is understood of the facts of a game whose components all know.
#[derive(Deserialize)]
pub struct PlainTold<R> {
    rules: R,
}

fn plain<'s, G: Game>(state: &G::State<'s>, mv: G::Move) -> Map<String, Value> {
    Map::from_iter([("move".to_owned(), json!(state.move_text(mv)))])
}

impl Heard for Carcassonne {
    type Told = PlainTold<carcassonne::Rules>;
    type Seen = carcassonne::Observation;

    fn setup(told: &Self::Told, players: usize, _: &Arc<Catalogue>) -> anyhow::Result<carcassonne::Setup> {
        let catalogue = carcassonne::Catalogue::printed().into();
        carcassonne::Setup::new(catalogue, told.rules, players).map_err(anyhow::Error::msg)
    }

    fn state<'s>(setup: &'s carcassonne::Setup, seen: &Self::Seen) -> anyhow::Result<carcassonne::State<'s>> {
        seen.state(setup).map_err(anyhow::Error::msg)
    }

    fn offered(state: &carcassonne::State, mv: carcassonne::Move) -> Map<String, Value> {
        plain::<Carcassonne>(state, mv)
    }
}

impl Heard for KniziaGold {
    type Told = PlainTold<knizia_rules::Rules>;
    type Seen = knizia_gold::Observation;

    fn setup(told: &Self::Told, players: usize, _: &Arc<Catalogue>) -> anyhow::Result<knizia_gold::Setup> {
        knizia_gold::Setup::new(players, told.rules.whole_match).map_err(anyhow::Error::msg)
    }

    fn state(setup: &knizia_gold::Setup, seen: &Self::Seen) -> anyhow::Result<knizia_gold::State> {
        seen.state(*setup).map_err(anyhow::Error::msg)
    }

    fn offered(state: &knizia_gold::State, mv: knizia_gold::Flip) -> Map<String, Value> {
        plain::<KniziaGold>(state, mv)
    }
}
