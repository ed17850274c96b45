//! Carcassonne for people: its help, scenes and texts.

use goldrush_engine::carcassonne::{Carcassonne, Move, State, Table};
use goldrush_engine::game::State as _;
use goldrush_engine::player::Player;

use super::lessons::CONDITIONS;
use super::scored::sum;
use super::{brief, words};
use crate::Observers;
use crate::change::{self, Change};
use crate::lessons::{Lesson, first_due};
use crate::playable::{Playable, RecentTurn};
use crate::prospects::prospects;
use crate::scene::Scene;
use crate::viewer::Viewer;
use crate::{scored, tile_scene};

impl Playable for Carcassonne {
    const HELP: &'static [&'static str] = &[
        "The board: ═║ road, + end of roads, # city, * pennant, M monastery, · field, A to E followers, a digit \
         ingots of The Gold Mines. \
         Places are named from the start tile, which is 0,0 in the picture: 2 east, 1 north of the start is column 2, row -1.",
        "Moves as text: place 2,-1 90 (turned clockwise), follower city N, none, ingot 1,0, take 1,0.",
    ];

    tile_scene::playable_items!();

    fn words(state: &State<'static>, moves: &[Move], _: &Viewer) -> String {
        let mut state = state.clone();
        let mut texts = Vec::new();
        for &mv in moves {
            texts.push(words::words(&state, mv));
            state.play_unchecked(mv);
        }
        texts.join(", then ")
    }

    fn brief(state: &State<'static>, moves: &[Move], viewer: &Viewer) -> String {
        brief::turn(state, moves, viewer)
    }

    fn changes(before: &State<'static>, moves: &[Move], viewer: &Viewer) -> Vec<Change> {
        let effects = change::effects::<Carcassonne>(before, moves, "ingot", viewer);
        effects
            .into_iter()
            .chain(words::changed(before, moves))
            .collect()
    }

    fn prospects(before: &State<'static>, moves: &[Move], viewer: &Viewer) -> Vec<Change> {
        prospects(before, moves, viewer, |table: &Table, segment| {
            table.potential_points(segment).1
        })
    }

    fn news(before: &State<'static>, moves: &[Move], viewer: &Viewer) -> Vec<String> {
        let mut state = before.clone();
        moves
            .iter()
            .flat_map(|&mv| words::news(&mut state, mv, viewer))
            .collect()
    }

    fn mark(scene: &mut Scene, before: &State<'static>, moves: &[Move]) {
        scored::mark::<Carcassonne>(scene, before, moves, sum, |table, seat| {
            table.followers(seat)
        });
    }

    fn lesson(
        now: &State<'static>,
        _: &RecentTurn<Carcassonne>,
        is_known: &dyn Fn(&str) -> bool,
    ) -> Option<&'static Lesson> {
        first_due(&CONDITIONS, now.table(), is_known)
    }
}
