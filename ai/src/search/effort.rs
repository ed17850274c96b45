//! How much a search may spend on a turn.

use std::time::Duration;

use crate::surroundings::Clock;

/// What a turn may cost.
///
/// # Examples
///
/// ```
/// use goldrush_ai::parameter::{Parameter, Values};
/// use goldrush_ai::search::Budget;
/// use goldrush_ai::search::settings::{root, searching};
/// use goldrush_ai::surroundings::Surroundings;
///
/// // As a specification of an agent has it: `playouts`, or `ms` instead.
/// static PARAMETERS: [Parameter; 10] = searching(200);
/// let budget = |text| Values::read(&PARAMETERS, text).map(|values| root(&values, &Surroundings::still(2)).budget);
/// assert!(matches!(budget("playouts=50")?, Budget::Playouts(50)));
/// assert!(matches!(budget("ms=5")?, Budget::Time(time, _) if time.as_millis() == 5));
/// # Ok::<(), String>(())
/// ```
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
    /// Returns the number of worlds to play next when `played` are: 0 when the stretch is over. Some at a time, so that workers
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
