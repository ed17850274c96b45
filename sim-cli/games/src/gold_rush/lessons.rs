//! Conditions of the lessons of Gold Rush.

use goldrush_engine::game::State as _;
use goldrush_engine::gold_rush::{
    Acquisition, Action, FeatureKind, GoldRush, Locomotives, Phase, State, Table,
};
use goldrush_engine::landscape::components::SegmentId;
use goldrush_engine::player::Player;

use super::words::{Event, Log};
use crate::lessons::{Condition, Lesson, first_due};
use crate::playable::RecentTurn;

/// The situation of a person who has to decide.
struct Situation {
    table: Table<'static>,
    seat: Player,
    /// Events since this seat's last decision.
    events: Vec<Event>,
    placing: bool,
}

impl Situation {
    fn new_tile(&self, is: impl Fn(SegmentId) -> bool) -> bool {
        let tile = self.table.landscape().tile(self.table.newest());
        !self.placing && (0..self.table.segments(tile).len()).any(|at| is(tile.segment(at)))
    }

    fn new_tile_has(&self, kind: FeatureKind) -> bool {
        self.new_tile(|segment| self.table.kind(segment) == kind)
    }

    fn is_occupied(&self, segment: SegmentId) -> bool {
        !self
            .table
            .word(self.table.feature(segment))
            .pieces()
            .is_empty()
    }

    fn has_sights(&self, segment: SegmentId) -> bool {
        let segment = self.table.segment(segment);
        segment.camps + segment.herds > 0
    }

    fn is_unclaimed_and_complete(&self, segment: SegmentId) -> bool {
        let is_complete = self.table.word(self.table.feature(segment)).is_complete();
        self.table.kind(segment) != FeatureKind::Prairie
            && is_complete
            && !self.is_occupied(segment)
    }

    fn may(&self, is_match: fn(&Action) -> bool) -> bool {
        !self.placing && self.table.actions().iter().any(|action| is_match(&action))
    }

    fn has_event(&self, what: impl Fn(&Event) -> bool) -> bool {
        self.events.iter().any(what)
    }
}

/// All lessons, by priority: of several that apply, the first is shown.
const CONDITIONS: [Condition<Situation>; 16] = [
    ("placing", |now| now.placing),
    ("cowboys", |now| {
        now.may(|action| matches!(action, Action::Cowboy { .. }))
    }),
    ("completed", |now| {
        now.new_tile(|segment| now.is_unclaimed_and_complete(segment))
    }),
    ("tent", |now| {
        now.may(|action| matches!(action, Action::Tent { .. }))
    }),
    ("mining", |now| {
        now.may(|action| matches!(action, Action::Mine { .. }))
    }),
    ("occupied", |now| {
        now.new_tile(|segment| now.is_occupied(segment))
    }),
    ("locomotive", |now| {
        now.table.rules().locomotives == Locomotives::ExactlyOne
            && now.new_tile(|segment| now.table.segment(segment).locomotives > 0)
    }),
    ("city", |now| now.new_tile_has(FeatureKind::City)),
    ("farmer", |now| {
        now.table.rules().farmers && now.new_tile(|segment| now.has_sights(segment))
    }),
    ("no-cowboys", |now| {
        !now.placing && now.table.cowboy_supply(now.seat) == 0
    }),
    ("nobody", |now| {
        now.has_event(|event| matches!(event, Event::Scored { seats, .. } if seats.is_empty()))
    }),
    ("shared", |now| {
        now.has_event(|event| matches!(event, Event::Scored { seats, .. } if seats.len() > 1))
    }),
    ("mountain", |now| {
        now.has_event(|event| {
            matches!(
                event,
                Event::Tokens {
                    how: Acquisition::Won,
                    ..
                }
            )
        })
    }),
    ("discarded", |now| {
        now.has_event(|event| matches!(event, Event::Discarded(_)))
    }),
    ("take-back", |now| {
        now.may(|action| matches!(action, Action::TakeBack { .. }))
    }),
    ("end", |now| {
        now.table.tiles_left() < 4 * now.table.players()
    }),
];

/// Returns the lesson that is due for the seat to move, if any.
pub(super) fn due(
    now: &State<'static>,
    recent_turn: &RecentTurn<GoldRush>,
    is_known: &dyn Fn(&str) -> bool,
) -> Option<&'static Lesson> {
    let seat = now.to_move()?;
    let table = now.table().clone();
    let placing = table.phase() == Phase::Place;
    let mut log = Log::default();
    if placing {
        let mut state = recent_turn.before.clone();
        for &mv in recent_turn.moves {
            state.play_observed(mv, &mut log);
        }
    }
    first_due(
        &CONDITIONS,
        &Situation {
            table,
            seat,
            events: log.0,
            placing,
        },
        is_known,
    )
}
