//! Two-sentence explanations of rules, shown to new players when a rule first matters.

use goldrush_engine::game::State as _;
use goldrush_engine::gold_rush::{Acquisition, Action, FeatureKind, GoldRush, Phase, State, Table};
use goldrush_engine::landscape::components::SegmentId;
use goldrush_engine::player::Player;

use super::words::{Event, Log};
use crate::games::playable::{Lesson, RecentTurn, first_due};

/// A lesson, and the condition under which it applies.
type Entry = (Lesson, fn(&LessonTrigger) -> bool);

/// The situation of a person who has to decide.
struct LessonTrigger<'a> {
    table: &'a Table<'static>,
    seat: Player,
    /// Events since this seat's last decision.
    events: Vec<Event>,
    placing: bool,
}

impl LessonTrigger<'_> {
    fn new_segments(&self) -> impl Iterator<Item = SegmentId> {
        let tile = self.table.landscape().tile(self.table.newest());
        let count = if self.placing { 0 } else { self.table.segments(tile).len() };
        (0..count).map(move |at| tile.segment(at))
    }

    fn new_tile_has(&self, kind: FeatureKind) -> bool {
        self.new_segments().any(|segment| self.table.kind(segment) == kind)
    }

    fn may(&self, wanted: fn(&Action) -> bool) -> bool {
        !self.placing && self.table.actions().iter().any(|action| wanted(&action))
    }

    fn happened(&self, what: impl Fn(&Event) -> bool) -> bool {
        self.events.iter().any(what)
    }
}

/// All lessons, by priority: of several that apply, the first is shown.
static LESSONS: [Entry; 16] = [
    (
        Lesson {
            name: "placing",
            rule: "G5",
            text: "Place the tile next to one that lies already, so that prairie meets prairie, railroad meets railroad and \
               mountain meets mountain. The landscape may grow in any direction.",
        },
        |m| m.placing,
    ),
    (
        Lesson {
            name: "cowboys",
            rule: "G7",
            text: "Now you may send one cowboy onto a part of the tile you have just laid, and he scores when that \
               railroad, mountain or city is complete. Then he comes home; until then you have one less to play.",
        },
        |m| m.may(|action| matches!(action, Action::Cowboy { .. })),
    ),
    (
        Lesson {
            name: "completed",
            rule: "G7",
            text: "The tile has just completed something that nobody owns, and you may still claim it. The cowboy scores \
               at once and is back in your supply for your next turn.",
        },
        |m| {
            m.new_segments().any(|segment| {
                let word = m.table.word(m.table.feature(segment));
                m.table.kind(segment) != FeatureKind::Prairie && word.is_complete() && word.pieces().is_empty()
            })
        },
    ),
    (
        Lesson {
            name: "tent",
            rule: "G8",
            text: "Each nugget on a new mountain brings a face-down token to that mountain. Your tent may go onto any open \
               mountain instead of playing a cowboy, and from your next turn on it can mine there.",
        },
        |m| {
            m.table.rules().tents > 0
                && m.new_segments().any(|segment| m.table.word(m.table.feature(segment)).tokens() > 0)
                && m.new_tile_has(FeatureKind::Mountain)
        },
    ),
    (
        Lesson {
            name: "mining",
            rule: "G9",
            text: "Your tent stands on a mountain with tokens: instead of any other action you may take one. Nobody else \
               sees its value, 0 to 5, until the end.",
        },
        |m| m.may(|action| matches!(action, Action::Mine { .. })),
    ),
    (
        Lesson {
            name: "occupied",
            rule: "G7",
            text: "A part of your tile is missing from the list: somebody's cowboy stands elsewhere on the same railroad, \
               mountain, city or prairie. You can still share it by joining a feature of your own to it with a later \
               tile.",
        },
        |m| {
            let occupied = |segment| !m.table.word(m.table.feature(segment)).pieces().is_empty();
            m.new_segments().any(occupied)
        },
    ),
    (
        Lesson {
            name: "locomotive",
            rule: "G12",
            text: "A completed railroad scores a point for each tile, and twice that with exactly one locomotive on it. A \
               second locomotive undoes the doubling.",
        },
        |m| {
            m.table.rules().locomotives == goldrush_engine::gold_rush::Locomotives::ExactlyOne
                && m.new_segments().any(|segment| m.table.segment(segment).locomotives > 0)
        },
    ),
    (
        Lesson {
            name: "city",
            rule: "G16",
            text: "A merchant in a city scores 3 points for each of its railroads that is completed, once all of them are. \
               The city ends these railroads: each is one of its own.",
        },
        |m| m.new_tile_has(FeatureKind::City),
    ),
    (
        Lesson {
            name: "farmer",
            rule: "G21",
            text: "A farmer on a prairie scores only at the end: 2 points for each camp and 4 for each herd. He never \
               comes home, so one or two in the right place are enough.",
        },
        |m| {
            let sights = |segment: SegmentId| {
                let printed = m.table.segment(segment);
                printed.camps + printed.herds > 0
            };
            m.table.rules().farmers && m.new_segments().any(sights)
        },
    ),
    (
        Lesson {
            name: "no-cowboys",
            rule: "G17",
            text: "All your cowboys are on the landscape. Complete something of yours to get one back, or use the tent.",
        },
        |m| !m.placing && m.table.cowboy_supply(m.seat) == 0,
    ),
    (
        Lesson {
            name: "nobody",
            rule: "G11",
            text: "A feature was completed that nobody stood on, and scored for nobody. Points need a cowboy; tents do not \
               count.",
        },
        |m| m.happened(|event| matches!(event, Event::Scored { seats, .. } if seats.is_empty())),
    ),
    (
        Lesson {
            name: "shared",
            rule: "G11",
            text: "Several players had as many cowboys there, and each of them scored all of it. With one cowboy more, one \
               of them would have had it alone.",
        },
        |m| m.happened(|event| matches!(event, Event::Scored { seats, .. } if seats.len() > 1)),
    ),
    (
        Lesson {
            name: "mountain",
            rule: "G13",
            text: "A mountain was completed: whoever has the most miners there takes all tokens left on it and scores a \
               point for each nugget. Tents on it go home with nothing, so mine before it closes.",
        },
        |m| m.happened(|event| matches!(event, Event::Tokens { how: Acquisition::Won, .. })),
    ),
    (
        Lesson {
            name: "discarded",
            rule: "G4",
            text: "A tile that fits nowhere leaves the game, and another is drawn. Everybody sees which it was.",
        },
        |m| m.happened(|event| matches!(event, Event::Discarded(_))),
    ),
    (
        Lesson {
            name: "take-back",
            rule: "V5",
            text: "In this game a cowboy may be taken back instead of playing one. It scores nothing, but it is free again, \
               and that goes for farmers too.",
        },
        |m| m.may(|action| matches!(action, Action::TakeBack { .. })),
    ),
    (
        Lesson {
            name: "end",
            rule: "G20",
            text: "The end is near. Then unfinished railroads score a point a tile, mountains a point a nugget and cities 3 \
               a completed railroad, and prairies are counted; tokens left on mountains are lost.",
        },
        |m| m.table.tiles_left() < 4 * m.table.players(),
    ),
];

/// Returns the lesson that is due for the seat to move, if any.
pub(super) fn due(
    now: &State<'static>,
    recent_turn: &RecentTurn<GoldRush>,
    told: &dyn Fn(&str) -> bool,
) -> Option<&'static Lesson> {
    let (table, seat) = (now.table(), now.to_move()?);
    let placing = table.phase() == Phase::Place;
    let (mut state, mut log) = (recent_turn.before.clone(), Log::default());
    if placing {
        recent_turn.moves.iter().for_each(|&mv| state.play_observed(mv, &mut log));
    }
    let moment = LessonTrigger { table, seat, events: log.0, placing };
    first_due(&LESSONS, |applies| applies(&moment), told)
}

#[cfg(test)]
mod tests {
    use goldrush_engine::rulebook;

    use super::*;

    #[test]
    fn lessons_have_two_sentences_and_cite_a_real_rule() {
        for (lesson, _) in &LESSONS {
            assert!(rulebook::find(lesson.rule).is_some(), "{}", lesson.name);
            assert_eq!(lesson.text.matches(['.', ';']).count().clamp(2, 4), lesson.text.matches(['.', ';']).count());
            assert_eq!(lesson.text.matches(". ").count(), 1, "{}", lesson.text);
            assert!(lesson.text.len() < 260, "{}", lesson.name);
        }
    }

    #[test]
    fn nearly_every_lesson_is_shown_in_some_game() {
        use goldrush_engine::gold_rush::Setup;
        use goldrush_engine::rng::tool_stream;

        let setup: &'static Setup = Box::leak(Box::new(Setup::printed(2)));
        let mut all = std::collections::BTreeSet::new();
        for seed in 0..80 {
            let mut told = std::collections::BTreeSet::new();
            let mut rng = tool_stream(seed);
            let mut state = State::deal(setup, &mut rng);
            // Every position, with the four moves of the last round; every second move is a placement.
            let mut recent = vec![(state.clone(), state.random_move(&mut rng))];
            while let Some((_, Some(mv))) = recent.last() {
                let moves: Vec<_> = recent.iter().rev().skip(1).take(4).rev().filter_map(|(_, mv)| *mv).collect();
                let before = &recent[recent.len() - 1 - moves.len()].0;
                let due = due(&state, &RecentTurn { before, moves: &moves }, &|name| told.contains(name));
                told.extend(due.map(|lesson| lesson.name));
                state.play_unchecked(*mv);
                let next = state.random_move(&mut rng);
                recent.push((state.clone(), next));
            }
            all.extend(told);
        }
        // Random games seldom share a feature, and seldom draw a tile that fits nowhere.
        const RARE: [&str; 3] = ["shared", "discarded", "take-back"];
        let missing: Vec<_> =
            LESSONS.iter().map(|(lesson, _)| lesson.name).filter(|name| !all.contains(name)).collect();
        assert!(missing.iter().all(|name| RARE.contains(name)), "{missing:?}");
    }
}
