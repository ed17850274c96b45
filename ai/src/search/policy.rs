//! Who plays in playouts: games offer these, from careless to careful.

use crate::parameter::{Kind, Parameter};

/// Who plays in playouts.
///
/// # Examples
///
/// ```
/// use goldrush_ai::parameter::{Parameter, Values};
/// use goldrush_ai::search::{POLICY, Policy};
///
/// static PARAMETERS: [Parameter; 1] = [POLICY];
/// let values = Values::read(&PARAMETERS, "policy=greedy")?;
/// assert_eq!(Policy::ALL[values.whole(POLICY.name)], Policy::Greedy);
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Policy {
    /// Random moves.
    Random,
    /// The best turn now.
    Greedy,
    /// The best turn by the heuristic.
    Heuristic,
}

impl Policy {
    /// All values.
    pub const ALL: [Policy; 3] = [Policy::Heuristic, Policy::Greedy, Policy::Random];
    /// Their names, in the same order.
    pub const NAMES: [&str; 3] = ["heuristic", "greedy", "random"];
}

/// Which of them.
pub const POLICY: Parameter =
    Parameter { name: "policy", meaning: "who plays these turns", kind: Kind::Choice(&Policy::NAMES) };
