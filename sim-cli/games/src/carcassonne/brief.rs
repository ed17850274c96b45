//! Turns in a few words of the game, without places: the board shows those.

use goldrush_engine::carcassonne::{FeatureKind, Move, State, Table};
use goldrush_engine::game::State as _;
use goldrush_engine::landscape::components::{FeatureId, SegmentId};
use goldrush_engine::player::Player;

use super::words::{ROLES, feature_name, new_segment};
use crate::change::TileEffect;
use crate::viewer::Viewer;

/// Describes moves of a seat, such as `a knight in the city of 3 tiles, extending B's road`.
pub(super) fn turn(state: &State<'static>, moves: &[Move], viewer: &Viewer) -> String {
    let Some(seat) = state.to_move() else {
        return String::new();
    };
    let mut after = state.clone();
    let mut deeds = Vec::new();
    let mut claimed = None;
    let mut laid = None;
    for &mv in moves {
        if let Move::Follow { segment } = mv {
            let table = after.table();
            claimed = Some(table.feature(new_segment(table, segment)));
        }
        let is_alone = moves.len() == 1;
        deeds.extend(deed(after.table(), mv, is_alone));
        let is_tile = matches!(mv, Move::Place { .. });
        if !is_tile && laid.is_none() && moves.len() > 1 {
            laid = Some(after.clone());
        }
        after.play_unchecked(mv);
    }
    let effect = laid.and_then(|laid| effect(laid.table(), claimed, seat));
    if deeds.is_empty() {
        deeds.push("just the tile".into());
    }
    let what = deeds.join(" and ");
    match effect {
        Some(effect) => format!("{what}, {}", effect.words(viewer)),
        None => what,
    }
}

/// Returns what the tile just laid does to a feature other than the `claimed` one.
pub(super) fn effect(
    table: &Table,
    claimed: Option<FeatureId>,
    seat: Player,
) -> Option<TileEffect> {
    TileEffect::of(table, claimed, seat, |segment| {
        let is_worth_it = matches!(
            table.segment(segment).kind,
            FeatureKind::Road | FeatureKind::City
        );
        is_worth_it.then(|| feature_name(table, segment))
    })
}

/// Describes a move; `None` if it is not worth mentioning among others.
fn deed(table: &Table, mv: Move, is_alone: bool) -> Option<String> {
    match mv {
        Move::Place { .. } => None,
        Move::Ingot { .. } => is_alone.then(|| "the second ingot there".into()),
        Move::Pass => is_alone.then(|| "no follower".into()),
        Move::Follow { segment } => Some(follower(table, new_segment(table, segment))),
        Move::Take { .. } => Some("taking an ingot".into()),
    }
}

pub(super) fn follower(table: &Table, segment: SegmentId) -> String {
    let role = ROLES[table.segment(segment).kind as usize];
    format!("a {role} on the {}", feature_name(table, segment))
}
