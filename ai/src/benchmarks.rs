//! Benchmarks of the agents: time per turn and results of matches. The numbers are in `data/measured.csv`, written by
//! `scripts/measure.py`, and in no other source file.

use serde::Deserialize;

/// Row of the table: an agent of a game with a number of players.
#[derive(Clone, Debug, Deserialize)]
pub struct AgentBenchmark {
    /// Name of the game.
    pub game: String,
    /// Name or short name of the agent in the game's roster.
    pub agent: String,
    /// Number of players.
    pub players: usize,
    /// Wall time of a turn in milliseconds, on one idle core, with default parameters.
    pub ms_per_turn: Option<f64>,
    /// Specification that played the match: the agent, possibly with other parameters.
    pub played: String,
    /// Agent in all other seats of the match; `None` without a match.
    pub against: Option<String>,
    /// Number of games of the match, in all seatings of the same deals.
    pub games: Option<u64>,
    /// Seed of the match.
    pub seed: Option<u64>,
    /// Share of games won, 0 to 1.
    pub win_share: Option<f64>,
    /// Lower end of the share's 95% interval.
    pub low: Option<f64>,
    /// Upper end of the share's 95% interval.
    pub high: Option<f64>,
}

/// Returns all benchmarks, in the order of the table.
///
/// # Panics
/// If the built-in table is malformed; a test checks it.
pub fn agent_benchmarks() -> Vec<AgentBenchmark> {
    let table = include_str!("../data/measured.csv");
    csv::Reader::from_reader(table.as_bytes())
        .deserialize()
        .collect::<Result<_, _>>()
        .expect("the built-in table is well formed (checked by a test)")
}

/// Returns the benchmark of an agent in a game with two players.
///
/// # Examples
///
/// ```
/// use goldrush_ai::benchmarks::two_player_benchmark;
///
/// let row = two_player_benchmark("gold-rush", "greedy").ok_or("it was not measured")?;
/// assert_eq!(row.against.as_deref(), Some("random"));
/// assert!(row.low <= row.win_share && row.win_share <= row.high);
/// # Ok::<(), &str>(())
/// ```
pub fn two_player_benchmark(game: &str, agent: &str) -> Option<AgentBenchmark> {
    agent_benchmarks()
        .into_iter()
        .find(|row| row.game == game && row.agent == agent && row.players == 2)
}
