//! Slow independent check of the fast state: features rebuilt by flood fill, and all conserved quantities.

use std::collections::{BTreeMap, BTreeSet};

use super::catalogue::{FeatureKind, Segment};
use super::monastery::{NEIGHBORS, touch};
use super::rules::INGOTS;
use super::state::State;
use super::table::{Phase, Table};
use crate::landscape::LaidTile;
use crate::landscape::components::SegmentId;
use crate::landscape::grid::{Cell, Side};
use crate::player::Player;

type Board = BTreeMap<Cell, LaidTile>;

/// Checks a state against its tiles.
///
/// # Errors
/// Describes the first inconsistency.
///
/// # Examples
///
/// ```
/// use std::sync::Arc;
///
/// use goldrush_engine::carcassonne::audit::audit;
/// use goldrush_engine::carcassonne::{Carcassonne, Catalogue, Rules, Setup};
/// use goldrush_engine::game::{Game, State};
/// use goldrush_engine::rng::{deal_stream, tool_stream};
///
/// let setup = Setup::new(Arc::new(Catalogue::printed()), Rules::default(), 2)?;
/// let mut state = Carcassonne::deal(&setup, &mut deal_stream(7, 0));
/// state.play_out(&mut tool_stream(1));
/// audit(&state)?;
/// # Ok::<(), String>(())
/// ```
pub fn audit(state: &State) -> Result<(), String> {
    let table = state.table();
    let board: Board = table
        .landscape()
        .tiles()
        .iter()
        .map(|&tile| (tile.cell(), tile))
        .collect();
    if board.len() != table.landscape().tiles().len() {
        return Err("two tiles on one cell".into());
    }
    for index in 0..table.landscape().features().len() {
        audit_feature(table, &board, SegmentId(index as u16))?;
    }
    for player in Player::all(table.players()) {
        let standing = table.followers(player).len();
        if standing > usize::from(table.rules().followers) {
            return Err(format!(
                "seat {player} has {standing} followers on the table"
            ));
        }
    }
    audit_monasteries(table)?;
    let ingots = table.count_ingots();
    if ingots != INGOTS {
        return Err(format!("{ingots} ingots"));
    }
    Ok(())
}

/// Half-edges 0 and 5 touch, 1 and 4, 2 and 7, 3 and 6.
const ACROSS: [usize; 8] = [5, 4, 7, 6, 1, 0, 3, 2];

/// Returns the segments that touch one across its tile's sides, and its number of sides at empty cells.
fn touching(table: &Table, board: &Board, segment: SegmentId) -> (Vec<SegmentId>, u8) {
    let tile = table.landscape().tile_of(segment);
    let this = table.segment(segment);
    let sides = tile.rotation().turn_sides(this.sides);
    let halves = tile.rotation().turn_halves(this.halves);
    let mut neighbors = Vec::new();
    let mut open = 0;
    for side in Side::ALL
        .into_iter()
        .filter(|side| sides >> *side as u8 & 1 == 1)
    {
        let Some(&beyond) = board.get(&tile.cell().neighbor(side)) else {
            open += 1;
            continue;
        };
        let at = table
            .segments(beyond)
            .iter()
            .position(|other| reaches_side(beyond, other, side.opposite()));
        neighbors.extend(at.map(|at| beyond.segment(at)));
    }
    for half in (0..8).filter(|half| halves >> half & 1 == 1) {
        let Some(&beyond) = board.get(&tile.cell().neighbor(Side::ALL[half / 2])) else {
            continue;
        };
        let at = table
            .segments(beyond)
            .iter()
            .position(|other| reaches_half(beyond, other, ACROSS[half]));
        neighbors.extend(at.map(|at| beyond.segment(at)));
    }
    (neighbors, open)
}

fn reaches_side(tile: LaidTile, segment: &Segment, side: Side) -> bool {
    tile.rotation().turn_sides(segment.sides) >> side as u8 & 1 == 1
}

fn reaches_half(tile: LaidTile, segment: &Segment, half: usize) -> bool {
    tile.rotation().turn_halves(segment.halves) >> half & 1 == 1
}

/// Names a segment in errors.
fn segment_text(table: &Table, segment: SegmentId) -> String {
    let cell = table.landscape().tile_of(segment).cell();
    format!("{} at {cell}", table.label(segment))
}

fn audit_feature(table: &Table, board: &Board, from: SegmentId) -> Result<(), String> {
    let mut seen = BTreeSet::from([from]);
    let mut todo = vec![from];
    let mut open = 0;
    while let Some(segment) = todo.pop() {
        let (next, ends) = touching(table, board, segment);
        open += ends;
        todo.extend(next.into_iter().filter(|segment| seen.insert(*segment)));
    }
    let feature = table.feature(from);
    let ring: BTreeSet<SegmentId> = table.landscape().features().ring(feature).collect();
    if ring != seen {
        return Err(format!(
            "{}: {ring:?}, by flood fill {seen:?}",
            segment_text(table, from)
        ));
    }
    let word = table.word(feature);
    let kind = table.segment(from).kind;
    if seen
        .iter()
        .any(|segment| table.segment(*segment).kind != kind)
    {
        return Err(format!(
            "{}: joined to another kind of feature",
            segment_text(table, from)
        ));
    }
    if matches!(kind, FeatureKind::Road | FeatureKind::City) {
        let tiles: BTreeSet<usize> = seen
            .iter()
            .map(|segment| table.tile_id(*segment).index())
            .collect();
        let pennants: u8 = seen
            .iter()
            .map(|segment| table.segment(*segment).pennants)
            .sum();
        let expected = (tiles.len(), pennants, open);
        let found = (word.tiles().into(), word.pennants(), word.open());
        if expected != found {
            return Err(format!(
                "{}: tiles, pennants, open {found:?}, expected {expected:?}",
                segment_text(table, from)
            ));
        }
    }
    for player in Player::all(table.players()) {
        let standing = table
            .followers(player)
            .iter()
            .filter(|segment| seen.contains(segment))
            .count();
        if standing != usize::from(word.pieces().count(player)) {
            return Err(format!(
                "{}: {standing} followers of seat {player}, {:?} counted",
                segment_text(table, from),
                word.pieces()
            ));
        }
    }
    Ok(())
}

fn audit_monasteries(table: &Table) -> Result<(), String> {
    let monks = Player::all(table.players()).flat_map(|player| table.followers(player).iter());
    let monks = monks.filter(|segment| table.segment(**segment).kind == FeatureKind::Monastery);
    let mut occupied_monasteries: Vec<_> = table.pieces.occupied_monasteries.as_slice().to_vec();
    for monk in monks {
        let cell = table.landscape().tile_of(*monk).cell();
        let neighbors = table
            .landscape()
            .tiles()
            .iter()
            .filter(|tile| touch(tile.cell(), cell))
            .count() as u8;
        let at = occupied_monasteries
            .iter()
            .position(|known| *known == (*monk, neighbors));
        let at = at.ok_or_else(|| {
            format!("the monastery at {cell} has {neighbors} neighbors; {occupied_monasteries:?}")
        })?;
        occupied_monasteries.remove(at);
        if neighbors == NEIGHBORS && !matches!(table.phase(), Phase::Follow | Phase::Ingot) {
            return Err(format!("the monk at {cell} should have gone home"));
        }
    }
    if occupied_monasteries.is_empty() {
        Ok(())
    } else {
        Err(format!("nobody stands on {occupied_monasteries:?}"))
    }
}
