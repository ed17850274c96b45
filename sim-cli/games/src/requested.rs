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
    /// Effects of each move.
    pub effects: bool,
    /// The connected features.
    pub features: bool,
}

impl RequestedFields {
    /// All words the list may contain.
    pub const WORDS: [&str; 8] = [
        "observation",
        "features",
        "events",
        "moves",
        "scores",
        "effects",
        "then",
        "catalogue",
    ];

    /// Reads the list that a bot sent; unknown words are ignored. Without a list: observation, events and scores.
    pub fn new(send: Option<&[String]>) -> RequestedFields {
        let usual = send.is_none();
        let words = send.unwrap_or_default();
        let then = has(words, "then");
        let effects = has(words, "effects");
        let scores = usual || then || has(words, "scores");
        RequestedFields {
            catalogue: has(words, "catalogue"),
            events: usual || has(words, "events"),
            observation: usual || has(words, "observation"),
            moves: scores || effects || has(words, "moves"),
            scores,
            then,
            effects,
            features: has(words, "features"),
        }
    }

    /// Returns true if the moves have to be played to tell what they bring.
    pub fn outcomes(&self) -> bool {
        self.scores || self.effects
    }
}

fn has(words: &[String], word: &str) -> bool {
    words.iter().any(|w| w == word)
}
