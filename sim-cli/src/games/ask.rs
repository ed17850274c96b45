//! Questions that designers often ask; each has a study that comes with the program.

/// A question and the study that answers it.
pub struct Ask {
    /// Name on the command line.
    pub name: &'static str,
    /// The question, as a sentence.
    pub question: &'static str,
    /// Options to vary, in the syntax of `--factor`.
    pub factors: &'static [&'static str],
    /// Actions denied to a seat, in the syntax of `--restrict`.
    pub denied: &'static [&'static str],
    /// Answers to show, in the syntax of `--about`; all if empty.
    pub about: &'static [&'static str],
}

/// Questions that apply to every game.
pub const OF_ALL_GAMES: [Ask; 2] = [
    Ask {
        name: "first-seat",
        question: "Is it an advantage to go first?",
        factors: &["seat=0,1,2,3,4"],
        denied: &[],
        about: &["seats"],
    },
    Ask {
        name: "players",
        question: "What changes with the number of players?",
        factors: &["players=2,3,4,5"],
        denied: &[],
        about: &[],
    },
];

/// The question about farmers, for games that have them.
pub const FARMERS: Ask = Ask {
    name: "farmers",
    question: "How do farmers change the game?",
    factors: &["farmers=yes,no"],
    denied: &[],
    about: &[],
};
