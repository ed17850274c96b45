//! The optional parts of a request that a bot may ask for.

/// The parts a bot wants to receive in addition to the bare request.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RequestedFields {
    /// The catalogue, before the first game and whenever it changes.
    pub catalogue: bool,
    /// Events since its last decision.
    pub events: bool,
    /// The seat's observation.
    pub observation: bool,
    /// The legal moves.
    pub moves: bool,
    /// The score after each move.
    pub scores: bool,
    /// The actions that could follow each placement.
    pub then: bool,
}

impl RequestedFields {
    /// All words the list may contain.
    pub const WORDS: [&str; 6] = ["observation", "events", "moves", "scores", "then", "catalogue"];

    /// Reads the list that a bot sent; unknown words are ignored. Without a list: everything except `catalogue` and
    /// `then`.
    pub fn new(send: Option<&[String]>) -> RequestedFields {
        let requests = |word: &str| send.is_some_and(|words| words.iter().any(|w| w == word));
        let usual = send.is_none();
        let then = requests("then");
        let scores = usual || then || requests("scores");
        RequestedFields {
            catalogue: requests("catalogue"),
            events: usual || requests("events"),
            observation: usual || requests("observation"),
            moves: scores || requests("moves"),
            scores,
            then,
        }
    }
}
