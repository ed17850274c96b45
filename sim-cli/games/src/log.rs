//! Logs of events, for bots that run as child processes.

use goldrush_engine::player::Player;
use serde::Serialize;

/// Log of what happened in a game so far.
pub trait Log {
    /// An event.
    type Event: Serialize;

    /// Returns the number of events.
    fn count(&self) -> usize;

    /// Returns the events from index `first` on, as `seat` may know them.
    fn since(&self, first: usize, seat: Player) -> Vec<Self::Event>;
}
