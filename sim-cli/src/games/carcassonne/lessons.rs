//! Two-sentence explanations of rules, shown to new players when a rule first matters.

use goldrush_engine::carcassonne::{FeatureKind, Phase, State, Table};

use crate::games::playable::{Lesson, first_due};

/// A lesson, and the condition under which it applies.
type Entry = (Lesson, fn(&Table) -> bool);

const fn lesson(name: &'static str, rule: &'static str, text: &'static str) -> Lesson {
    Lesson { name, rule, text }
}

/// All lessons, by priority: of several that apply, the first is shown.
static LESSONS: [Entry; 9] = [
    (
        lesson(
            "placing",
            "C2",
            "Place the tile next to one that lies already, so that every side goes on: city to city, road to road, field to \
             field. Turn it until it fits.",
        ),
        |table| table.phase() == Phase::Place,
    ),
    (
        lesson(
            "ingots",
            "M2",
            "On a gold tile lies an ingot, and you put a second one on a tile next to it, corners included. Whoever scores a \
             feature takes the ingots on its tiles.",
        ),
        |table| table.phase() == Phase::Ingot,
    ),
    (
        lesson(
            "taking",
            "M5",
            "You scored a feature with ingots on it. Several who may take them take one each in turn, until none is left.",
        ),
        |table| table.phase() == Phase::Take,
    ),
    (
        lesson(
            "follower",
            "C3",
            "Now a follower may go onto a road, city, field or monastery of the tile you placed, if nobody stands there yet. He \
             scores when it is complete, and comes back to you.",
        ),
        |table| table.phase() == Phase::Follow,
    ),
    (
        lesson(
            "monastery",
            "C4",
            "A monk scores nine points when all eight places around his monastery are covered. Until then he stays there.",
        ),
        |table| newest_has(table, FeatureKind::Monastery),
    ),
    (
        lesson(
            "city",
            "C4",
            "A complete city scores two points a tile and two for each pennant. If it is still open at the end of the game, it \
             is worth half of that.",
        ),
        |table| newest_has(table, FeatureKind::City),
    ),
    (
        lesson(
            "road",
            "C4",
            "A road scores a point a tile, complete or not. It is complete when both ends stop, or when it is a loop.",
        ),
        |table| newest_has(table, FeatureKind::Road),
    ),
    (
        lesson(
            "field",
            "C5",
            "A farmer stays in his field to the end of the game. Then the field scores three points for each complete city that \
             it touches, for whoever has most farmers there.",
        ),
        |table| table.rules().farmers && newest_has(table, FeatureKind::Field),
    ),
    (
        lesson(
            "end",
            "C5",
            "The end is near. Then open roads, cities and monasteries score what is there, and fields are counted.",
        ),
        |table| table.tiles_left() < 4 * table.players(),
    ),
];

/// True if the new tile has a segment of this kind and the decision about a follower is pending.
fn newest_has(table: &Table, kind: FeatureKind) -> bool {
    let tile = || table.landscape().tile(table.newest());
    table.phase() == Phase::Follow && table.segments(tile()).iter().any(|segment| segment.kind == kind)
}

/// Returns the lesson that is due, if any.
pub(super) fn due(now: &State<'static>, told: &dyn Fn(&str) -> bool) -> Option<&'static Lesson> {
    first_due(&LESSONS, |applies| applies(now.table()), told)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use goldrush_engine::carcassonne::{Catalogue, Rules, Setup};
    use goldrush_engine::game::State as _;
    use goldrush_engine::rng::tool_stream;
    use goldrush_engine::rulebook;

    use super::*;

    #[test]
    fn every_lesson_but_taking_is_shown_in_some_game() {
        assert!(LESSONS.iter().all(|(lesson, _)| rulebook::find(lesson.rule).is_some() && lesson.text.len() < 260));
        let rules = Rules { gold_mines: true, ..Default::default() };
        let setup = Box::leak(Box::new(Setup::new(Catalogue::printed().into(), rules, 3).unwrap()));
        let mut told = BTreeSet::new();
        for seed in 0..9 {
            let mut rng = tool_stream(seed);
            let mut state = State::deal(setup, &mut rng);
            while let Some(mv) = state.random_move(&mut rng) {
                told.extend(due(&state, &|name| told.contains(name)).map(|lesson| lesson.name));
                state.play_unchecked(mv);
            }
        }
        // Random players seldom share ingots.
        assert!(LESSONS.iter().all(|(lesson, _)| lesson.name == "taking" || told.contains(lesson.name)), "{told:?}");
    }
}
