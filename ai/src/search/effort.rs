//! How much a search may spend on a turn.

use std::time::Duration;

use crate::surroundings::Clock;

/// What a turn may cost.
#[derive(Clone, Copy, Debug)]
pub enum Budget {
    /// So many playouts: the same on every machine.
    Playouts(u32),
    /// So much time by a clock; for play against people.
    Time(Duration, Clock),
}

/// A stretch of a search: what it may spend.
#[derive(Clone, Copy, Debug)]
pub(super) enum Stretch {
    /// So many worlds.
    Worlds(u64),
    /// Until the clock shows this.
    Until(Duration, Clock),
}

impl Stretch {
    /// How many worlds to play next when `played` are: 0 when the stretch is over. Some at a time, so that workers
    /// have something to share.
    pub(super) fn next(&self, played: u64) -> u64 {
        const CHUNK: u64 = 8;
        match *self {
            Stretch::Worlds(worlds) => worlds - played,
            Stretch::Until(end, clock) => {
                if played == 0 || clock.now() < end {
                    CHUNK
                } else {
                    0
                }
            }
        }
    }
}
