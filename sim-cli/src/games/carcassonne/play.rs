//! Carcassonne with people: its record, scenes and words.

use goldrush_engine::carcassonne::{Carcassonne, Move, State};
use goldrush_engine::game::{State as _, Text as _};
use goldrush_engine::player::Player;
use serde_json::Value;

use super::{Ears, scene, words};
use crate::games::Harness as _;
use crate::games::diary::{self, Diary};
use crate::games::eyes::Eyes;
use crate::games::playable::{Finder, Playable, Played, Unreadable};
use crate::games::scene::Scene;

impl Playable for Carcassonne {
    const HELP: &'static [&'static str] = &[
        "The landscape: ═║ road, + where roads end, # city, * pennant, M monastery, · field, a digit: ingots, A to E \
         followers. Columns and rows are numbered as cells are: 2,-1 is column 2, row -1; rows grow to the south.",
        "Moves as text: place 2,-1 90 (turned clockwise), follow city N, pass, ingot 1,0, take 1,0.",
    ];

    fn ears_of(dealt: &State<'static>) -> Ears {
        Ears { diary: Some(Diary::begin(dealt)), ..Carcassonne::ears(true, true) }
    }

    fn read(record: &Value, complete: bool, _: &Finder) -> Result<Played<Carcassonne>, Unreadable> {
        diary::read(record, complete, State::from_text)
    }

    fn scene(state: &State<'static>, _: &Ears, turns: &[Player], eyes: &Eyes) -> Scene {
        scene::scene(state, turns, eyes)
    }

    fn words(state: &State<'static>, moves: &[Move], eyes: &Eyes) -> String {
        let mut state = state.clone();
        let one = |&mv: &Move| {
            let text = words::words(&state, mv, eyes);
            state.play_unchecked(mv);
            text
        };
        moves.iter().map(one).collect::<Vec<_>>().join(", then ")
    }

    fn news(before: &State<'static>, moves: &[Move], eyes: &Eyes) -> Vec<String> {
        let mut state = before.clone();
        let one = |&mv: &Move| {
            let before = state.clone();
            state.play_unchecked(mv);
            words::news(&before, mv, &state, eyes)
        };
        moves.iter().flat_map(one).collect()
    }
}
