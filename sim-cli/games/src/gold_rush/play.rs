//! Gold Rush for people: its help, scenes and texts.

use goldrush_engine::game::State as _;
use goldrush_engine::gold_rush::{Deal, GoldRush, Move, State, Table};
use goldrush_engine::player::Player;

use super::scored::sum;
use super::words::{self, Event, Log, sentence};
use super::{actions, brief, lessons, scene};
use crate::Observers;
use crate::change::{self, Change};
use crate::lessons::Lesson;
use crate::playable::{Playable, RecentTurn};
use crate::prospects::prospects;
use crate::scene::Scene;
use crate::viewer::Viewer;
use crate::{scored, tile_scene};

impl Playable for GoldRush {
    const SECRET: Option<&'static str> = Some(scene::TOKENS);
    const HELP: &'static [&'static str] = &[
        "The board: L locomotive, ^ mountain, a digit nuggets, a digit in a circle tokens, [#] city, + junction, t camp, \
         h herd, A to E cowboys of seats A to E, a to e their tents.",
        "Places are named from the start tile, which is 0,0 in the picture: 1 west, 2 south of the start is column -1, row \
         2, and in a move typed as text -1,2. goldrush rules prints the rules.",
    ];

    tile_scene::playable_items!();

    fn words(state: &State<'static>, moves: &[Move], viewer: &Viewer) -> String {
        actions::turn(state.table(), moves, viewer)
    }

    fn brief(state: &State<'static>, moves: &[Move], viewer: &Viewer) -> String {
        brief::turn(state.table(), moves, viewer)
    }

    fn changes(before: &State<'static>, moves: &[Move], viewer: &Viewer) -> Vec<Change> {
        let effects = change::effects::<GoldRush>(before, moves, "token", viewer);
        effects
            .into_iter()
            .chain(words::changed(before, moves))
            .collect()
    }

    fn prospects(before: &State<'static>, moves: &[Move], viewer: &Viewer) -> Vec<Change> {
        let stakes = prospects(before, moves, viewer, |table: &Table, segment| {
            table.potential_points(segment).1
        });
        words::tent_prospect(before, moves)
            .into_iter()
            .chain(stakes)
            .collect()
    }

    fn news(before: &State<'static>, moves: &[Move], viewer: &Viewer) -> Vec<String> {
        let mut state = before.clone();
        let mut log = Log::default();
        for &mv in moves {
            state.play_observed(mv, &mut log);
        }
        let mut news = Vec::new();
        for event in &log.0 {
            let known = match event {
                Event::Tokens { seat, .. } => {
                    state.to_move().is_none() || viewer.are_announced(*seat)
                }
                _ => true,
            };
            news.push(sentence(event, before.table().setup(), viewer, known));
        }
        news
    }

    fn mark(scene: &mut Scene, before: &State<'static>, moves: &[Move]) {
        scored::mark::<GoldRush>(scene, before, moves, sum, |table, seat| table.cowboys(seat));
    }

    fn opening(dealt: &State<'static>) -> Vec<String> {
        let setup = dealt.table().setup();
        let mut log = Log::default();
        State::with_deal(setup, &deal_of(dealt), &mut log);
        let outsider = Viewer::open(Vec::new());
        log.0
            .iter()
            .map(|event| sentence(event, setup, &outsider, true))
            .collect()
    }

    fn lesson(
        now: &State<'static>,
        recent_turn: &RecentTurn<GoldRush>,
        is_known: &dyn Fn(&str) -> bool,
    ) -> Option<&'static Lesson> {
        lessons::due(now, recent_turn, is_known)
    }
}

pub(super) fn deal_of(dealt: &State<'_>) -> Deal {
    let (tiles, tokens) = dealt.deal_order();
    Deal::new(dealt.table().setup(), &tiles, &tokens).expect("the deal comes from a valid game")
}
