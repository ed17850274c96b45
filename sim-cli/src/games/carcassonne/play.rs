//! Carcassonne for people: its help, scenes and texts.

use goldrush_engine::carcassonne::{Carcassonne, Move, State};
use goldrush_engine::game::State as _;
use goldrush_engine::player::Player;

use super::lessons::CONDITIONS;
use super::scored::Scores;
use super::words;
use crate::games::Observers;
use crate::games::lessons::{Lesson, first_due};
use crate::games::playable::{Playable, RecentTurn};
use crate::games::scene::Scene;
use crate::games::tile_scene;
use crate::games::viewer::Viewer;

impl Playable for Carcassonne {
    const HELP: &'static [&'static str] = &[
        "The board: ═║ road, + end of roads, # city, * pennant, M monastery, · field, a digit: ingots, A to E followers. \
         2,-1 is the cell in column 2, row -1; rows are numbered from north to south.",
        "Moves as text: place 2,-1 90 (turned clockwise), follow city N, pass, ingot 1,0, take 1,0.",
    ];

    fn scene(state: &State<'static>, _: &Observers<Carcassonne>, turns: &[Player], viewer: &Viewer) -> Scene {
        tile_scene::scene(state, turns, viewer)
    }

    fn words(state: &State<'static>, moves: &[Move], viewer: &Viewer) -> String {
        let mut state = state.clone();
        let one = |&mv: &Move| {
            let text = words::words(&state, mv, viewer);
            state.play_unchecked(mv);
            text
        };
        moves.iter().map(one).collect::<Vec<_>>().join(", then ")
    }

    fn news(before: &State<'static>, moves: &[Move], viewer: &Viewer) -> Vec<String> {
        let mut state = before.clone();
        moves.iter().flat_map(|&mv| words::news(&mut state, mv, viewer)).collect()
    }

    fn mark(scene: &mut Scene, before: &State<'static>, moves: &[Move]) {
        let (mut state, mut scores) = (before.clone(), Scores::default());
        moves.iter().for_each(|&mv| state.play_observed(mv, &mut scores));
        scene.scored.append(&mut scores.0);
    }

    fn keep_unrevealed(scene: &mut Scene, before: &State<'static>, _: &[Move]) {
        tile_scene::before_drawing(scene, before.table());
    }

    fn lesson(
        now: &State<'static>,
        _: &RecentTurn<Carcassonne>,
        is_known: &dyn Fn(&str) -> bool,
    ) -> Option<&'static Lesson> {
        first_due(&CONDITIONS, now.table(), is_known)
    }
}
