//! What a bot may ask to be sent with each question.

/// What a bot wants to be sent besides the bare question.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Wishes {
    /// The catalogue, before the first game and when it changes.
    pub catalogue: bool,
    /// What happened since the last decision.
    pub events: bool,
    /// What the seat knows.
    pub observation: bool,
    /// The legal moves.
    pub moves: bool,
    /// With each move, what it would score.
    pub scores: bool,
    /// With each placement, the actions that could follow.
    pub then: bool,
}

impl Wishes {
    /// All words that a list may have.
    pub const WORDS: [&str; 6] = ["observation", "events", "moves", "scores", "then", "catalogue"];

    /// Reads the list that a bot sends; unknown words are ignored. Without a list: all but catalogue and `then`.
    pub fn new(send: Option<&[String]>) -> Wishes {
        let wants = |word: &str| send.is_some_and(|words| words.iter().any(|w| w == word));
        let usual = send.is_none();
        let then = wants("then");
        let scores = usual || then || wants("scores");
        Wishes {
            catalogue: wants("catalogue"),
            events: usual || wants("events"),
            observation: usual || wants("observation"),
            moves: scores || wants("moves"),
            scores,
            then,
        }
    }
}
