//! What turns were worth at the root of a search, so that playouts look first where most was to be gained.
//!
//! A placement is as it was if its cell has the same tiles around it, the features that end there are the same, and so is what
//! is at stake in the prairies and fields beside it (where nobody stands, nearly every tile changes them). What such a placement adds to the margin has changed at most by what
//! can be done wherever the tile goes, and by the price of a piece. So a playout values all placements that are not as they
//! were, and then those that are, the best of the root first, until none of the rest can be worth more than the best so far.
//! Not handled: prairies and fields where nobody stands, tents, and cells elsewhere that became harder to fill.

use std::cmp::Reverse;

use goldrush_engine::landscape::frontier::Slot;
use goldrush_engine::landscape::grid::Rotation;
use goldrush_engine::landscape::tile::{KindId, MAX_KINDS};
use goldrush_engine::player::{MAX_PLAYERS, Player};

use super::{Anywhere, Basis, Board, Cells, LandscapeGame, Placement, Seen, Valuer};

/// The placements of every kind that may come, to every seat.
#[derive(Clone)]
pub(super) struct Memory {
    cells: Cells,
    /// By seat and kind: where its placements end in the list, and the next one's begin.
    ends: [[u32; MAX_KINDS]; MAX_PLAYERS],
    /// By seat.
    anywhere: [Anywhere; MAX_PLAYERS],
    /// By seat, then kind, then gain, the highest first.
    placements: Vec<Remembered>,
}

/// A placement and what it was worth.
#[derive(Clone, Copy)]
pub(super) struct Remembered {
    /// How much its best turn added to the margin.
    pub(super) gain: i32,
    pub(super) slot: Slot,
    pub(super) rotation: Rotation,
}

impl Default for Memory {
    fn default() -> Memory {
        Memory {
            cells: Cells::default(),
            ends: [[0; MAX_KINDS]; MAX_PLAYERS],
            anywhere: [Anywhere::default(); MAX_PLAYERS],
            placements: Vec::new(),
        }
    }
}

impl Memory {
    /// Values every placement of every kind that may come on a table, to every seat. The table is left with another tile in
    /// hand.
    pub(super) fn look<G: LandscapeGame>(
        &mut self,
        outlook: &G::Outlook,
        turns: &mut G::Turns,
        table: &mut G::Table<'_>,
    ) {
        let mut may_come = 0_u64;
        table.possible_draws().for_each(|(kind, _)| may_come |= 1 << kind.index());
        self.placements.clear();
        for seat in Player::all(table.players()) {
            for kind in (0..MAX_KINDS).map(|kind| KindId(kind as u8)) {
                if may_come >> kind.index() & 1 == 1 {
                    table.set_hypothetical_draw(seat, kind);
                    self.value::<G>(outlook, turns, table);
                }
                self.ends[seat.index()][kind.index()] = self.placements.len() as u32;
            }
        }
        self.cells.follow(turns.cells());
        self.cells.read_stakes(table);
    }

    /// Returns the placements of the tile in hand.
    fn value<G: LandscapeGame>(&mut self, outlook: &G::Outlook, turns: &mut G::Turns, table: &G::Table<'_>) {
        let seen = &Seen::new(table, outlook);
        turns.look(seen);
        let before = seen.margin(turns.base());
        self.anywhere[seen.seat.index()] = turns.anywhere(seen);
        let start = self.placements.len();
        table.landscape().frontier().for_each_placement(table.tiles(), table.hand(), |slot, rotation| {
            let mut best = i32::MIN;
            turns.after_placing(seen, (slot, rotation), |_, value, _| best = best.max(value));
            self.placements.push(Remembered { gain: best - before, slot, rotation });
        });
        self.placements[start..].sort_unstable_by_key(|one| (Reverse(one.gain), one.slot, one.rotation));
    }

    /// Returns the open cells as they were.
    pub(super) fn cells(&self) -> &Cells {
        &self.cells
    }

    /// What there was to be had by a seat wherever the tile went.
    #[inline]
    pub(super) fn anywhere(&self, seat: Player) -> Anywhere {
        self.anywhere[seat.index()]
    }

    /// What is remembered of a kind's placements to a seat, the best first.
    #[inline]
    pub(super) fn placements(&self, seat: Player, kind: KindId) -> &[Remembered] {
        let at = seat.index() * MAX_KINDS + kind.index();
        let ends = self.ends.as_flattened();
        let start = at.checked_sub(1).map_or(0, |before| ends[before]);
        &self.placements[start as usize..ends[at] as usize]
    }
}

impl Remembered {
    /// Slot and rotation.
    pub(super) fn placement(&self) -> Placement {
        (self.slot, self.rotation)
    }
}
