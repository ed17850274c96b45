//! Policies for playouts, from fast to careful.

use crate::parameter::{Parameter, ParameterKind};

/// Policy that plays the turns of playouts.
///
/// # Examples
///
/// ```
/// use goldrush_ai::parameter::{Parameter, ParameterValues};
/// use goldrush_ai::search::{POLICY, PlayoutPolicy};
///
/// static PARAMETERS: [Parameter; 1] = [POLICY];
/// let values = ParameterValues::read(&PARAMETERS, "policy=greedy")?;
/// assert_eq!(PlayoutPolicy::ALL[values.whole(POLICY.name)], PlayoutPolicy::Greedy);
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PlayoutPolicy {
    /// Random moves.
    Random,
    /// Turn with the best immediate result.
    Greedy,
    /// Best turn by the heuristic.
    Heuristic,
}

impl PlayoutPolicy {
    /// All values.
    pub const ALL: [PlayoutPolicy; 3] = [
        PlayoutPolicy::Heuristic,
        PlayoutPolicy::Greedy,
        PlayoutPolicy::Random,
    ];
    /// Names in the same order.
    pub const NAMES: [&str; 3] = ["heuristic", "greedy", "random"];
}

/// Parameter that selects a policy.
pub const POLICY: Parameter = Parameter {
    name: "policy",
    meaning: "policy that plays these turns",
    kind: ParameterKind::Choice(&PlayoutPolicy::NAMES),
};
