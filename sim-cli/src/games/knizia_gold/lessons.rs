//! Two-sentence explanations of rules, shown to new players when a rule first matters.

use goldrush_engine::knizia_gold::State;

use crate::games::playable::Lesson;

const FLIP: Lesson = Lesson {
    name: "flip",
    rule: "K2",
    text: "You flip two cards, one after the other, and everybody sees them. What stays is turned face down again: remember \
           where it lies.",
};

const DIG: Lesson = Lesson {
    name: "dig",
    rule: "K3",
    text: "A digger takes gold that is worth no more than its strength: for the player who owns its colour, or for you if nobody \
           does. Of two diggers the weaker leaves the game, and dynamite removes both cards.",
};

const RUSH: Lesson = Lesson {
    name: "rush",
    rule: "K7",
    text: "The gold rush: ten cards or fewer are left. From now on everybody flips one card a turn, and keeps it if it is gold.",
};

/// Returns the lesson that is due, if any.
pub(super) fn due(now: &State, told: &dyn Fn(&str) -> bool) -> Option<&'static Lesson> {
    let table = now.table();
    let lesson = match table.open() {
        _ if table.is_rush() => &RUSH,
        Some(_) => &DIG,
        None => &FLIP,
    };
    (!told(lesson.name)).then_some(lesson)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use goldrush_engine::game::{Game as _, State as _};
    use goldrush_engine::knizia_gold::{KniziaGold, Setup};
    use goldrush_engine::rng::tool_stream;
    use goldrush_engine::rulebook;

    use super::*;

    #[test]
    fn every_lesson_is_shown_once_in_a_game() {
        let mut rng = tool_stream(3);
        let setup = Setup::new(2, false).unwrap();
        let mut state = KniziaGold::deal(&setup, &mut rng);
        let mut told = BTreeSet::new();
        while let Some(mv) = state.random_move(&mut rng) {
            if let Some(lesson) = due(&state, &|name| told.contains(name)) {
                assert!(rulebook::find(lesson.rule).is_some() && told.insert(lesson.name));
            }
            state.play_unchecked(mv);
        }
        assert_eq!(told.len(), 3);
    }
}
