//! Gold Rush with people: its record, scenes and words.

use std::sync::Arc;

use goldrush_engine::game::State as _;
use goldrush_engine::gold_rush::{Catalogue, Deal, GoldRush, Move, Phase, Record, RecordError, Setup, State};
use goldrush_engine::player::Player;
use serde_json::Value;

use super::words::{Event, Log, sentence};
use super::{Ears, actions, lessons, scene};
use crate::games::eyes::Eyes;
use crate::games::playable::{self, Finder, Lately, Lesson, Playable, Played, Unreadable};
use crate::games::scene::Scene;
use crate::games::{Harness as _, Heading};
use crate::printable::printable;

impl Playable for GoldRush {
    const HELP: &'static [&'static str] = &[
        "The landscape: L locomotive, ^ mountain, a digit nuggets, a digit in a circle tokens, [#] city, + junction, t camp, \
         h herd, A to E cowboys of seats A to E, a to e their tents.",
        "Cells are written east,south of the start tile, which lies at 0,0: -1,2 is one to the west and two to the \
         south. goldrush rules prints the rules.",
    ];

    fn ears_of(dealt: &State<'static>) -> Ears {
        let (setup, mut ears) = (dealt.table().setup(), GoldRush::ears(true, true));
        State::with_deal(setup, &deal_of(dealt), &mut ears);
        ears
    }

    fn read(record: &Value, complete: bool, components: &Finder) -> Result<Played<GoldRush>, Unreadable> {
        let no_record = |what: &dyn std::fmt::Display| Unreadable::Format(format!("not a record: {what}"));
        if !is_made_of_objects(record) {
            return Err(no_record(&"an object is written as a list"));
        }
        let record: Record = serde_json::from_value(record.clone()).map_err(|e| no_record(&e))?;
        let setup = setup_of(&record, components)?;
        let broken = |e: RecordError| Unreadable::Rules(e.to_string());
        let deal = record.dealt(setup).map_err(broken)?;
        let mut replay = record.replay(setup).map_err(broken)?;
        for _ in 0..record.turns.len() {
            replay.step().map_err(broken)?;
        }
        if complete || replay.state().phase() == Phase::Over {
            replay.step().map_err(broken)?;
        }
        let (dealt, moves) = (State::with_deal(setup, &deal, &mut ()), replay.moves().to_vec());
        let Record { seed, block, seating, .. } = record;
        let seats = record.seats.iter().map(printable).collect();
        Ok(Played { setup, heading: Heading { seed, block, seating, seats }, dealt, moves })
    }

    fn scene(state: &State<'static>, _: &Ears, turns: &[Player], eyes: &Eyes) -> Scene {
        scene::scene(state, turns, eyes)
    }

    fn words(state: &State<'static>, moves: &[Move], eyes: &Eyes) -> String {
        actions::turn(state.table(), moves, eyes)
    }

    fn news(before: &State<'static>, moves: &[Move], eyes: &Eyes) -> Vec<String> {
        let (mut state, mut log) = (before.clone(), Log::default());
        moves.iter().for_each(|&mv| state.play_observed(mv, &mut log));
        let known = |event: &Event| match event {
            Event::Tokens { seat, .. } => state.to_move().is_none() || eyes.are_told(*seat),
            _ => true,
        };
        let setup = before.table().setup();
        log.0.iter().map(|event| sentence(event, setup, eyes, known(event))).collect()
    }

    fn opening(dealt: &State<'static>) -> Vec<String> {
        let (setup, mut log) = (dealt.table().setup(), Log::default());
        State::with_deal(setup, &deal_of(dealt), &mut log);
        let nobody = Eyes::open(Vec::new());
        log.0.iter().map(|event| sentence(event, setup, &nobody, true)).collect()
    }

    fn lesson(now: &State<'static>, lately: &Lately<GoldRush>, told: &dyn Fn(&str) -> bool) -> Option<&'static Lesson> {
        lessons::due(now, lately, told)
    }
}

fn deal_of(dealt: &State<'static>) -> Deal {
    let (tiles, tokens) = dealt.deal_order();
    Deal::new(dealt.table().setup(), &tiles, &tokens).expect("it was dealt")
}

/// Whether a record's parts are objects where they should be; the reader would take lists of their fields too.
fn is_made_of_objects(record: &Value) -> bool {
    let parts = ["rules", "deal", "final"].iter().filter_map(|key| record.get(key));
    let turns = record.get("turns").and_then(|t| t.as_array()).into_iter().flatten();
    let actions = turns.clone().filter_map(|turn| turn.get("action"));
    record.is_object() && parts.chain(turns).chain(actions).all(Value::is_object)
}

fn setup_of(record: &Record, components: &Finder) -> Result<&'static Setup, Unreadable> {
    let wrong = |e: &dyn std::fmt::Display| Unreadable::Format(e.to_string());
    let (rules, players) = record.check_format().map_err(|e| wrong(&e))?;
    let found = components(&record.catalogue, &record.catalogue_hash).map_err(|e| wrong(&e))?;
    let tiles = found.as_ref().map_or(&record.catalogue, |found| &found.text);
    playable::kept(format!("{players} {:?} {tiles}", record.rules), || {
        let catalogue = match found {
            Some(found) => Catalogue::parse(&found.name, &found.place, &found.text).map_err(|e| wrong(&e))?,
            None => Catalogue::built_in(&record.catalogue).ok_or_else(|| {
                wrong(&format!("there is no built-in catalogue {}; give its file with --tiles", record.catalogue))
            })?,
        };
        Setup::new(Arc::new(catalogue), rules, players).map_err(Unreadable::Format)
    })
}
