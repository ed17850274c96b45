//! Questions that designers ask often, each as a study that comes with the program.

/// A question and the study that answers it.
pub struct Ask {
    /// As it is written on the command line.
    pub name: &'static str,
    /// What is asked, in a sentence.
    pub question: &'static str,
    /// What is varied, as after `--factor`.
    pub factors: &'static [&'static str],
    /// What a seat may not do, as after `--restrict`.
    pub denied: &'static [&'static str],
    /// Which of the answers are wanted, as after `--about`; all if there is none.
    pub about: &'static [&'static str],
}

/// What every game can be asked.
pub const OF_ALL_GAMES: [Ask; 2] = [
    Ask {
        name: "first-seat",
        question: "Does it matter where one sits?",
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

/// What can be asked of games with farmers.
pub const FARMERS: Ask = Ask {
    name: "farmers",
    question: "What do farmers do to the game?",
    factors: &["farmers=yes,no"],
    denied: &[],
    about: &[],
};
