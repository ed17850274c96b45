//! Lessons: two-sentence explanations of rules, shown to new players when a rule first matters.

use std::sync::LazyLock;

/// Explanation of a rule.
#[derive(Debug, PartialEq)]
pub struct Lesson {
    /// Name, under which a saved game remembers that the lesson was shown.
    pub name: &'static str,
    pub rule: &'static str,
    /// Text of the lesson.
    pub text: &'static str,
}

/// Name of a lesson, and the condition under which it applies to a situation.
pub type Condition<S> = (&'static str, fn(&S) -> bool);

/// All lessons: lines such as `G5 placing: Place the tile …`.
static LESSONS: LazyLock<Vec<Lesson>> = LazyLock::new(|| {
    let lines = include_str!("lessons.md")
        .lines()
        .filter_map(|line| line.split_once(": "));
    lines
        .filter_map(|(head, text)| {
            head.split_once(' ')
                .map(|(rule, name)| Lesson { name, rule, text })
        })
        .collect()
});

/// Returns the first lesson that applies and has not been shown yet.
pub fn first_due<S>(
    conditions: &[Condition<S>],
    situation: &S,
    is_known: &dyn Fn(&str) -> bool,
) -> Option<&'static Lesson> {
    let (due, _) = conditions
        .iter()
        .find(|(name, applies)| !is_known(name) && applies(situation))?;
    LESSONS.iter().find(|lesson| lesson.name == *due)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use goldrush_engine::game::State as _;
    use goldrush_engine::rng::tool_stream;
    use goldrush_engine::rulebook;

    use super::*;
    use crate::playable::{Playable, RecentTurn, StateOf};
    use crate::registry::with_setup;
    use crate::{Choice, GameName};

    #[test]
    fn lessons_have_two_sentences_and_cite_a_real_rule() {
        let names: BTreeSet<_> = LESSONS.iter().map(|lesson| lesson.name).collect();
        assert_eq!(names.len(), LESSONS.len());
        for lesson in LESSONS.iter() {
            assert!(rulebook::find(lesson.rule).is_some(), "{}", lesson.name);
            assert_eq!(lesson.text.matches(". ").count(), 1, "{}", lesson.text);
            assert!(lesson.text.len() < 260, "{}", lesson.name);
        }
    }

    /// Adds the lessons that some random games show, each game to a person who knows none.
    fn play<G: Playable>(setup: G::Setup, shown: &mut BTreeSet<&'static str>) {
        let setup = &*Box::leak(Box::new(setup));
        for seed in 0..80 {
            let mut rng = tool_stream(seed);
            let mut known = BTreeSet::new();
            let dealt: StateOf<G> = G::deal(setup, &mut rng);
            // Every position, with the four moves before it.
            let mut states = vec![dealt];
            let mut moves = Vec::new();
            while let Some(mv) = states[moves.len()].random_move(&mut rng) {
                let from = moves.len().saturating_sub(4);
                let recent = RecentTurn {
                    before: &states[from],
                    moves: &moves[from..],
                };
                let lesson = G::lesson(&states[moves.len()], &recent, &|name| known.contains(name));
                assert!(lesson.is_none_or(|lesson| known.insert(lesson.name)));
                let mut next = states[moves.len()].clone();
                next.play_unchecked(mv);
                states.push(next);
                moves.push(mv);
            }
            shown.extend(known);
        }
    }

    #[test]
    fn nearly_every_lesson_is_shown_in_some_game() {
        let mut shown = BTreeSet::new();
        for &game in GameName::ALL {
            let (setup, _) = Choice::printed(game).setup(2).unwrap();
            with_setup!(setup, G, setup => play::<G>(setup, &mut shown));
        }
        // Random games seldom share a feature or ingots, and seldom draw a tile that fits nowhere.
        const RARE: [&str; 4] = ["shared", "discarded", "take-back", "taking"];
        let missing = LESSONS
            .iter()
            .map(|lesson| lesson.name)
            .filter(|name| !shown.contains(name) && !RARE.contains(name));
        assert_eq!(missing.collect::<Vec<_>>(), [""; 0]);
    }
}
