//! Rest of a turn that was chosen as a whole, with the position it belongs to.

use goldrush_engine::fingerprint::Fingerprint;
use goldrush_engine::landscape::grid::{Cell, Rotation};
use goldrush_engine::landscape::table::Table;
use goldrush_engine::landscape::tile::KindId;

use super::{LandscapeGame, Placement};

/// Rest of a turn. Only valid if its tile was laid and nothing else has changed.
#[derive(Clone)]
pub(super) struct Plan<T>(Option<(u64, T)>);

impl<T> Default for Plan<T> {
    fn default() -> Plan<T> {
        Plan(None)
    }
}

impl<T> Plan<T> {
    /// Stores the decision that follows a placement on a table.
    pub(super) fn keep<G: LandscapeGame>(
        &mut self,
        table: &Table<'_, G>,
        (slot, rotation): Placement,
        then: T,
    ) {
        let laid = (
            table.landscape().frontier().cell(slot),
            table.hand(),
            rotation,
        );
        self.0 = Some((position::<G>(table, Some(laid)), then));
    }

    /// Takes the stored decision if its placement led to this table; clears it in any case.
    pub(super) fn take<G: LandscapeGame>(&mut self, table: &Table<'_, G>) -> Option<T> {
        let (key, then) = self.0.take()?;
        (key == key_of::<G>(table)).then_some(then)
    }
}

/// Returns a key of all public information of a table.
pub(super) fn key_of<G: LandscapeGame>(table: &Table<'_, G>) -> u64 {
    position::<G>(table, None)
}

/// Returns the key of a table after this tile is laid, if that changes nothing but the tiles.
fn position<G: LandscapeGame>(table: &Table<'_, G>, then: Option<(Cell, KindId, Rotation)>) -> u64 {
    let mut key = Fingerprint::EMPTY;
    let is_placing = then.is_none() && table.is_placing();
    key.push(
        u64::from(is_placing) << 16 | u64::from(table.hand().0) << 8 | table.seat().index() as u64,
    );
    let landscape = table.landscape();
    key.push(then.map_or(landscape.key(), |(cell, kind, rotation)| {
        landscape.key_after(cell, kind, rotation)
    }));
    G::hash_public(table, &mut key);
    key.value()
}
