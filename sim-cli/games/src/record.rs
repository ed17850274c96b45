//! Reading records of games: finds the components, replays the moves, and checks them against the rules.

use std::path::Path;

use goldrush_engine::game::State as _;
use goldrush_engine::plain_error::plain;
use goldrush_engine::record::{BotEvaluations, FORMAT, Record, RecordError, Recordable, Replay};
use goldrush_support::printable::printable;
use serde::Deserialize;
use serde_json::Value;

use super::playable::{Finder, Playable, RecordedGame, Unreadable, cached_setup};

impl<G: Playable> RecordedGame<G> {
    /// Reads a record and replays it. With `complete`, it must be the record of a finished game. If the moves finish the
    /// game, its results are checked in any case.
    ///
    /// # Errors
    /// Fails if it is not a record of this game, or breaks the rules.
    pub fn read(
        record: &Value,
        complete: bool,
        components: &Finder,
    ) -> Result<RecordedGame<G>, Unreadable> {
        if !is_made_of_objects(record) {
            return Err(no_record("an object is written as a list"));
        }
        match record.get("format").and_then(Value::as_str) {
            Some(FORMAT) => {}
            Some(other) => {
                return Err(Unreadable::Format(format!(
                    "format \"{other}\"; {FORMAT} is expected"
                )));
            }
            None => return Err(no_record("it has no format")),
        }
        let record: Record<G> = serde_json::from_value(record.clone())
            .map_err(|e| no_record(&plain(&e.to_string())))?;
        let setup = setup_of(&record, components)?;
        let mut replay = record.replay(setup).map_err(|e| broken(&e))?;
        let dealt = replay.state().clone();
        while replay.step().map_err(|e| broken(&e))? {}
        if complete || replay.state().to_move().is_none() {
            replay.check_end(&record).map_err(|e| broken(&e))?;
        }
        let moves = replay.moves().to_vec();
        let heading = record.heading(|text| printable(text).to_string());
        let evaluations = BotEvaluations {
            values: record.values,
            remarks: record.remarks,
        };
        Ok(RecordedGame {
            setup,
            heading,
            dealt,
            moves,
            evaluations,
        })
    }
}

/// Description of how a game is to begin: a deal, and an opening of prescribed turns. A record is one too; it
/// prescribes no turns unless it has an opening itself.
#[derive(Deserialize)]
#[serde(bound = "")]
pub struct RecordedStart<G: Recordable> {
    deal: G::Deal,
    #[serde(default)]
    opening: usize,
    #[serde(default = "Vec::new")]
    turns: Vec<G::Turn>,
}

/// A game started from such a description.
pub struct StartedGame<'s, G: Recordable> {
    /// The state before the first move.
    pub dealt: G::State<'s>,
    /// True if the deal does not have exactly the components of the game.
    pub chosen: bool,
    /// Number of prescribed turns.
    pub opening: usize,
    /// The moves of those turns.
    pub moves: Vec<G::Move>,
}

impl<G: Recordable> RecordedStart<G> {
    /// Reads the description from JSON.
    ///
    /// # Errors
    /// Fails if it does not describe a deal of this game.
    pub fn read(value: &Value) -> Result<RecordedStart<G>, String> {
        let whole = ["deal"]
            .iter()
            .all(|key| value.get(key).is_some_and(Value::is_object));
        if !whole {
            return Err("an object with a deal is expected, as records have it".into());
        }
        RecordedStart::deserialize(value).map_err(|e| plain(&e.to_string()))
    }

    /// Begins a game as described.
    ///
    /// # Errors
    /// Fails if it breaks the rules of this setup, or if the game is over after the opening.
    pub fn begin<'s>(&self, setup: &'s G::Setup) -> Result<StartedGame<'s, G>, String> {
        let RecordedStart {
            deal,
            opening,
            turns,
        } = self;
        let turns = turns
            .get(..*opening)
            .ok_or_else(|| format!("opening of {opening} turns; it has {}", turns.len()))?;
        let chosen = G::from_deal(setup, deal, false, &mut G::Recorder::default()).is_err();
        let mut replay =
            Replay::<G>::begin(setup, deal, chosen, turns).map_err(|e| e.to_string())?;
        let dealt = replay.state().clone();
        while replay.step().map_err(|e| e.to_string())? {}
        if replay.state().to_move().is_none() {
            return Err("the game is over before anybody decides".into());
        }
        Ok(StartedGame {
            dealt,
            chosen,
            opening: *opening,
            moves: replay.moves().to_vec(),
        })
    }
}

fn no_record(what: &str) -> Unreadable {
    Unreadable::Format(format!("not a record: {what}"))
}

fn broken(e: &RecordError) -> Unreadable {
    Unreadable::Rules(e.to_string())
}

fn no_components(e: &anyhow::Error) -> Unreadable {
    Unreadable::Format(e.to_string())
}

/// True if all parts of a record that should be objects are objects; serde would accept arrays of their fields too.
fn is_made_of_objects(record: &Value) -> bool {
    let parts = ["rules", "deal", "final"]
        .iter()
        .filter_map(|key| record.get(key));
    let lists = ["turns", "sources"]
        .iter()
        .filter_map(|key| record.get(key)?.as_array())
        .flatten();
    let turns = record
        .get("turns")
        .and_then(Value::as_array)
        .into_iter()
        .flatten();
    let actions = turns.clone().filter_map(|turn| turn.get("action"));
    let brought = turns.flat_map(|turn| {
        ["taken", "scored", "flipped"]
            .iter()
            .filter_map(|key| turn.get(key)?.as_array())
            .flatten()
    });
    record.is_object()
        && parts
            .chain(lists)
            .chain(actions)
            .chain(brought)
            .all(Value::is_object)
}

/// Returns the setup a record was dealt from. Components that do not come with the program are found by name and hash.
fn setup_of<G: Playable>(
    record: &Record<G>,
    components: &Finder,
) -> Result<&'static G::Setup, Unreadable> {
    let found =
        components(&record.catalogue, &record.catalogue_hash).map_err(|e| no_components(&e))?;
    let players = record.seats.len();
    let (name, place, text) = match &found {
        Some(found) => (&found.name, &found.place[..], Some(&found.text[..])),
        None => (&record.catalogue, "", None),
    };
    cached_setup(
        format!("{players} {:?} {}", record.rules, text.unwrap_or(name)),
        || {
            let components = G::stored_components(name, Path::new(place), text)
                .map_err(|e| no_components(&e))?;
            G::setup(components, record.rules.clone(), players).map_err(Unreadable::Format)
        },
    )
}
