//! What is left of a turn that was decided on as a whole, and the position it belongs to.

use goldrush_engine::fingerprint::Fingerprint;
use goldrush_engine::landscape::grid::{Cell, Rotation};
use goldrush_engine::landscape::tile::KindId;

use super::{Board, LandscapeGame, Placement};

/// The rest of a turn. Only where its tile was laid, and nothing else was changed, is it taken up again.
#[derive(Clone)]
pub(super) struct Plan<T>(Option<(u64, T)>);

impl<T> Default for Plan<T> {
    fn default() -> Plan<T> {
        Plan(None)
    }
}

impl<T> Plan<T> {
    /// Keeps what is to follow a placement on a table.
    pub(super) fn keep<G: LandscapeGame>(&mut self, table: &G::Table<'_>, (slot, rotation): Placement, then: T) {
        let laid = (table.landscape().frontier().cell(slot), table.hand(), rotation);
        self.0 = Some((position::<G>(table, Some(laid)), then));
    }

    /// What was to follow the placement that led to a table, if that is how it came about; forgets it.
    pub(super) fn take<G: LandscapeGame>(&mut self, table: &G::Table<'_>) -> Option<T> {
        let (key, then) = self.0.take()?;
        (key == key_of::<G>(table)).then_some(then)
    }
}

/// Returns a number for all that is to be seen of a table.
pub(super) fn key_of<G: LandscapeGame>(table: &G::Table<'_>) -> u64 {
    position::<G>(table, None)
}

/// Returns the same for a table as it is when this tile is laid, as long as that changes nothing but what tiles tell.
fn position<G: LandscapeGame>(table: &G::Table<'_>, then: Option<(Cell, KindId, Rotation)>) -> u64 {
    let mut key = Fingerprint::EMPTY;
    let is_placing = then.is_none() && table.is_placing();
    key.push(u64::from(is_placing) << 16 | u64::from(table.hand().0) << 8 | table.seat().index() as u64);
    // Two tiles at a time: it is asked twice a turn.
    let laid = table.landscape().tiles().iter().map(|tile| code(tile.cell(), tile.kind(), tile.rotation()));
    let (mut codes, mut number) = (0, 0_usize);
    for code in laid.chain(then.map(|(cell, kind, rotation)| code(cell, kind, rotation))) {
        codes = codes << 32 | code;
        if number & 1 == 1 {
            key.push(codes);
        }
        number += 1;
    }
    key.push(codes);
    G::tell(table, &mut key);
    key.value()
}

/// Returns a tile on the table as a number of 32 bits.
#[inline]
fn code(cell: Cell, kind: KindId, rotation: Rotation) -> u64 {
    u64::from(cell.x as u8) << 24 | u64::from(cell.y as u8) << 16 | u64::from(kind.0) << 8 | rotation as u64
}
