//! What was measured of the agents: what a turn costs, and how they do against another. The numbers are in
//! `data/measured.csv`, which `scripts/measure.py` and `scripts/ladder.py` write; no other source file has any of them.

use serde::Deserialize;

/// A row of the table: an agent of a game, among a number of players.
#[derive(Clone, Debug, Deserialize)]
pub struct Measured {
    /// The game's name.
    pub game: String,
    /// The agent's name in the game's roster, or its short name.
    pub agent: String,
    /// Players of the game.
    pub players: usize,
    /// Wall time of a turn in milliseconds, on one idle core, with default parameters.
    pub ms_per_turn: Option<f64>,
    /// What played the match: the agent, or the same with other parameters.
    pub played: String,
    /// Who sat in all other seats of the match; nobody if there was none.
    pub against: Option<String>,
    /// Games of the match, seated in all ways on the same deals.
    pub games: Option<u64>,
    /// Seed of the match.
    pub seed: Option<u64>,
    /// Share of the games that were won, 0 to 1.
    pub win_share: Option<f64>,
    /// Lower end of the 95 % interval of the share.
    pub low: Option<f64>,
    /// Its upper end.
    pub high: Option<f64>,
}

/// Returns all that was measured, in the order of the table.
///
/// # Panics
/// If the table, which is part of the program, cannot be read; a test reads it.
pub fn measured() -> Vec<Measured> {
    let table = include_str!("../data/measured.csv");
    csv::Reader::from_reader(table.as_bytes())
        .deserialize()
        .collect::<Result<_, _>>()
        .expect("the table is well formed")
}

/// What was measured of an agent of a game with two players.
///
/// # Examples
///
/// ```
/// use goldrush_ai::measured::measured_with_two;
///
/// let row = measured_with_two("gold-rush", "greedy").ok_or("it was not measured")?;
/// assert_eq!(row.against.as_deref(), Some("random"));
/// assert!(row.low <= row.win_share && row.win_share <= row.high);
/// # Ok::<(), &str>(())
/// ```
pub fn measured_with_two(game: &str, agent: &str) -> Option<Measured> {
    measured().into_iter().find(|row| row.game == game && row.agent == agent && row.players == 2)
}
