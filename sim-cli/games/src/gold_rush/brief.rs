//! Turns in a few words of the game, without places: the board shows those.

use goldrush_engine::gold_rush::{Action, FeatureKind, Move, Table};
use goldrush_engine::landscape::components::SegmentId;

use super::describe::{after_placing, camps_and_herds};
use crate::change::TileEffect;
use crate::viewer::{Viewer, count};

/// Describes a whole turn, or only the action if the tile is already placed: `a tent on the mountain with 7 tokens,
/// completing your railroad`.
pub fn turn(table: &Table, moves: &[Move], viewer: &Viewer) -> String {
    match *moves {
        [Move::Place { cell, rotation }, ref rest @ ..] => {
            let Some(after) = after_placing(table, cell, rotation) else {
                return String::new();
            };
            let action = match rest {
                [Move::Act(action), ..] => *action,
                _ => Action::None,
            };
            let what = match action {
                Action::None => "just the tile".into(),
                _ => deed(&after, action),
            };
            match effect(&after, action) {
                Some(effect) => format!("{what}, {}", effect.words(viewer)),
                None => what,
            }
        }
        [Move::Act(action), ..] => deed(table, action),
        [] => String::new(),
    }
}

/// Returns what the tile just laid does to a feature other than that of the action.
pub(super) fn effect(table: &Table, action: Action) -> Option<TileEffect> {
    let skipped = segment(table, action).map(|segment| table.feature(segment));
    TileEffect::of(table, skipped, table.seat(), |segment| {
        (table.kind(segment) != FeatureKind::Prairie).then(|| feature(table, segment))
    })
}

/// Returns the segment that an action concerns.
pub(super) fn segment(table: &Table, action: Action) -> Option<SegmentId> {
    let seat = table.seat();
    match action {
        Action::None => None,
        Action::Cowboy { segment } => {
            let tile = table.landscape().tile(table.newest());
            Some(tile.segment(usize::from(segment)))
        }
        Action::Tent { to, .. } => Some(to),
        Action::Mine { tent } => table.tents(seat).get(usize::from(tent)).copied(),
        Action::TakeBack { cowboy } => table.cowboys(seat).get(usize::from(cowboy)).copied(),
    }
}

fn deed(table: &Table, action: Action) -> String {
    let on = segment(table, action).map_or_else(String::new, |segment| feature(table, segment));
    match action {
        Action::None => "no cowboy, tent or mining".into(),
        Action::Cowboy { .. } => format!("a cowboy on the {on}"),
        Action::Tent { tent, .. } if usize::from(tent) < table.tents(table.seat()).len() => {
            format!("moving the tent to the {on}")
        }
        Action::Tent { .. } => format!("a tent on the {on}"),
        Action::Mine { .. } => format!("mining the {on}"),
        Action::TakeBack { .. } => format!("taking the cowboy back from the {on}"),
    }
}

/// Names a feature by what makes it valuable: `railroad of 4 tiles`.
pub(super) fn feature(table: &Table, segment: SegmentId) -> String {
    let word = table.word(table.feature(segment));
    match table.kind(segment) {
        FeatureKind::Railroad => format!("railroad of {}", count(word.tiles().into(), "tile")),
        FeatureKind::Mountain => match word.tokens() {
            0 => format!("mountain with {}", count(word.nuggets().into(), "nugget")),
            tokens => format!("mountain with {}", count(tokens.into(), "token")),
        },
        FeatureKind::City => match word.railroads() {
            0 => "city".into(),
            railroads => format!(
                "city with {}",
                count(railroads.into(), "completed railroad")
            ),
        },
        FeatureKind::Prairie => {
            format!(
                "prairie with {}",
                camps_and_herds(word.camps(), word.herds())
            )
        }
    }
}
