//! Budget of a search for one turn.

use std::time::Duration;

use crate::environment::Clock;

/// Budget of a turn.
///
/// # Examples
///
/// ```
/// use goldrush_ai::parameter::{Parameter, ParameterValues};
/// use goldrush_ai::search::Budget;
/// use goldrush_ai::search::settings::{root_config, search_parameters};
/// use goldrush_ai::environment::Environment;
///
/// // From an agent's specification: `playouts`, or `ms` instead.
/// static PARAMETERS: [Parameter; 11] = search_parameters(200);
/// let budget = |text| ParameterValues::read(&PARAMETERS, text).map(|values| root_config(&values, &Environment::sequential(2)).budget);
/// assert!(matches!(budget("playouts=50")?, Budget::Playouts(50)));
/// assert!(matches!(budget("ms=5")?, Budget::Time(time, _) if time.as_millis() == 5));
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub enum Budget {
    /// Number of playouts: the same result on every machine.
    Playouts(u32),
    /// Time by a clock; for play against people.
    Time(Duration, Clock),
}

/// Budget of one round of a search.
#[derive(Clone, Copy, Debug)]
pub(super) enum RoundBudget {
    /// Number of worlds.
    Worlds(u64),
    /// Time at which the round ends.
    Until(Duration, Clock),
}

impl RoundBudget {
    /// Returns the number of worlds to play next after `played`, at most `longest`; 0 when the round is over. Worlds come in
    /// chunks large enough to share among workers.
    pub(super) fn next(&self, played: u64, longest: u64) -> u64 {
        const CHUNK: u64 = 8;
        match *self {
            RoundBudget::Worlds(worlds) => longest.min(worlds - played),
            RoundBudget::Until(end, clock) => {
                if played == 0 || clock.now() < end {
                    CHUNK.min(longest)
                } else {
                    0
                }
            }
        }
    }
}
