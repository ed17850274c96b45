//! Knizia's card game for people: its help, scenes and texts.

use goldrush_engine::fingerprint::fnv1a;
use goldrush_engine::game::State as _;
use goldrush_engine::knizia_gold::{Card, Flip, GRID, KINDS, KniziaGold, State};
use goldrush_engine::player::Player;
use goldrush_engine::rng::tool_stream;

use super::{scene, words};
use crate::Observers;
use crate::change::Change;
use crate::lessons::{Condition, Lesson, first_due};
use crate::playable::{Playable, RecentTurn};
use crate::scene::Scene;
use crate::viewer::Viewer;

/// All lessons, by priority: of several that apply, the first is shown.
const LESSONS: [Condition<State>; 3] = [
    ("rush", |now| now.table().is_rush()),
    ("dig", |now| now.table().open().is_some()),
    ("flip", |now| now.table().open().is_none()),
];

/// Returns the last flip, and the state before it; `None` if there was none.
fn last_flip(dealt: &State, moves: &[Flip]) -> Option<(State, Flip)> {
    let (last, before) = moves.split_last()?;
    let mut state = dealt.clone();
    before.iter().for_each(|&mv| state.play_unchecked(mv));
    Some((state, *last))
}

impl Playable for KniziaGold {
    const HELP: &'static [&'static str] = &[
        "Answer with the position of the card to flip: column and row, such as c4.",
        "The grid: ## face down, [g3] open; g1 to g4 gold, A2 a digger of seat A with strength 2, •2 one that \
         nobody owns, xx dynamite.",
        "A digger digs gold worth no more than its strength. The gold goes to the digger's owner or, if it has none, to the \
         player who flipped it. Dynamite removes both cards; of two diggers the weaker one leaves. The gold rush begins \
         when few cards are left (ten by the printed rules): each turn is one flip, and the player who flips gold keeps it.",
    ];
    const ASSISTS: bool = true;

    fn scene(
        state: &State,
        observers: &Observers<KniziaGold>,
        turns: &[Player],
        viewer: &Viewer,
    ) -> Scene {
        scene::scene(state, observers, turns, viewer)
    }

    fn at_hand(state: &State) -> String {
        match (state.table().is_rush(), state.table().open()) {
            (true, _) => "card of the gold rush".into(),
            (false, None) => "first card".into(),
            (false, Some(_)) => "second card".into(),
        }
    }

    fn draws(dealt: &State, moves: &[Flip], _: &State) -> Vec<(usize, u8)> {
        let Some((before, Flip(at))) = last_flip(dealt, moves) else {
            return Vec::new();
        };
        let unseen = before.table().unseen() >> at & 1 == 1;
        let kinds = before.table().unseen_kinds().into_iter().enumerate();
        kinds.filter(|(_, copies)| unseen && *copies > 0).collect()
    }

    fn redraw(dealt: &mut State, moves: &[Flip], state: &mut State, kind: usize) -> bool {
        let Some((mut before, flip)) = last_flip(dealt, moves).filter(|_| kind < KINDS) else {
            return false;
        };
        // The hidden order decides which copy comes: the same call then always gives the same game.
        let order: Vec<u8> = (0..GRID as u8)
            .map(|at| before.card_under(Flip(at)).kind() as u8)
            .collect();
        let redraws = before.redraw(flip, Card::of_kind(kind), &mut tool_stream(fnv1a(&order)));
        if redraws {
            dealt.adopt_deal(&before);
            before.play_unchecked(flip);
            *state = before;
        }
        redraws
    }

    fn words(state: &State, moves: &[Flip], viewer: &Viewer) -> String {
        let mut state = state.clone();
        let mut texts = Vec::new();
        for &mv in moves {
            texts.push(words::words(&state, mv, viewer));
            state.play_unchecked(mv);
        }
        texts.join(", then ")
    }

    fn brief(state: &State, moves: &[Flip], viewer: &Viewer) -> String {
        let mut state = state.clone();
        let mut texts = Vec::new();
        for &mv in moves {
            texts.push(words::brief(&state, mv, viewer));
            state.play_unchecked(mv);
        }
        texts.join(", then ")
    }

    fn changes(before: &State, moves: &[Flip], viewer: &Viewer) -> Vec<Change> {
        // The outcome of a second card depends on the first, which nobody may have seen.
        moves
            .first()
            .and_then(|&mv| words::changed(before, mv, viewer))
            .into_iter()
            .collect()
    }

    fn prospects(before: &State, moves: &[Flip], viewer: &Viewer) -> Vec<Change> {
        moves
            .first()
            .and_then(|&mv| words::prospect(before, mv, viewer))
            .into_iter()
            .collect()
    }

    fn news(before: &State, moves: &[Flip], viewer: &Viewer) -> Vec<String> {
        let mut state = before.clone();
        let mut news = Vec::new();
        for &mv in moves {
            let before = state.clone();
            state.play_unchecked(mv);
            news.extend(words::news(&before, mv, &state, viewer));
        }
        news
    }

    fn recap(before: &State, moves: &[Flip], viewer: &Viewer) -> Vec<String> {
        if viewer.assist {
            Self::news(before, moves, viewer)
        } else {
            words::recap(before, moves, viewer)
        }
    }

    fn mark(scene: &mut Scene, before: &State, moves: &[Flip]) {
        scene::mark(scene, before, moves);
    }

    fn keep_unrevealed(scene: &mut Scene, before: &State, moves: &[Flip]) {
        scene::reveal(scene, before, moves);
    }

    fn lesson(
        now: &State,
        _: &RecentTurn<KniziaGold>,
        is_known: &dyn Fn(&str) -> bool,
    ) -> Option<&'static Lesson> {
        first_due(&LESSONS, now, is_known)
    }
}
