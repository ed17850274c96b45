//! Plan of a tournament: the line-ups that meet.

use goldrush_games::{Choice, GameName};
use goldrush_support::error::bad_input;
use serde::{Deserialize, Serialize};

use super::arm::Arm;
use super::lineup::{Lineup, check_players, parse};
use super::spec::Spec;
use super::{Draft, Question, Run};

/// Maximum number of line-ups; more are taken for a mistake.
const MOST_LINEUPS: usize = 1000;

/// Selection of the line-ups of a tournament.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// Every agent against every other: two agents at a table, and with 3 to 5 players one against several of the other,
    /// both ways.
    RoundRobin,
    /// The first agents against every other one, as in a round robin.
    Gauntlet,
    /// Every combination of different agents, one per seat; with fewer agents than seats, agents may sit twice.
    AllLineups,
}

impl Format {
    /// All formats.
    pub const ALL: [Format; 3] = [Format::RoundRobin, Format::Gauntlet, Format::AllLineups];

    /// Returns the name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Format::RoundRobin => "round-robin",
            Format::Gauntlet => "gauntlet",
            Format::AllLineups => "all-lineups",
        }
    }
}

/// An agent with a given rating, to which the ratings of the others are relative.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Anchor {
    /// Name of the agent among the contestants.
    pub agent: String,
    /// Rating of the agent.
    pub elo: f64,
}

impl Anchor {
    /// Parses `AGENT=ELO`, where the agent is one of these.
    fn parse(text: &str, game: GameName, agents: &[Spec]) -> anyhow::Result<Anchor> {
        let Some((agent, elo)) = text
            .rsplit_once('=')
            .and_then(|(agent, elo)| Some((agent, elo.trim().parse::<f64>().ok()?)))
            .filter(|(_, elo)| elo.abs() <= 10_000.0)
        else {
            return Err(bad_input(format!(
                "--anchor {text}: an agent and its Elo are expected, such as greedy=0"
            )));
        };
        let agent = parse(game, "--anchor", agent)?;
        if !agents.contains(&agent) {
            let names: Vec<String> = agents.iter().map(Spec::to_string).collect();
            return Err(bad_input(format!(
                "--anchor {text}: {agent} does not play; {} do",
                names.join(", ")
            )));
        }
        Ok(Anchor {
            agent: agent.to_string(),
            elo,
        })
    }
}

impl Draft {
    /// Creates a tournament of these agents; a gauntlet is that of the first `challengers`.
    ///
    /// # Errors
    /// Bad input if there are too few agents, one is named twice, or the other parameters do not go together.
    pub fn of_tournament(
        choice: &Choice,
        names: &[String],
        players: usize,
        format: Format,
        challengers: usize,
        anchor: Option<&str>,
        run: &Run,
    ) -> anyhow::Result<Draft> {
        check_players(players)?;
        let mut agents: Vec<Spec> = Vec::new();
        for name in names {
            let agent = parse(choice.game(), "--agents", name)?;
            if agents.contains(&agent) {
                return Err(bad_input(format!("--agents: {agent} is named twice")));
            }
            agents.push(agent);
        }
        if agents.len() < 2 {
            return Err(bad_input("--agents: a tournament needs at least two"));
        }
        if challengers != 1 && format != Format::Gauntlet {
            return Err(bad_input(
                "--challengers: only a gauntlet has them (--format gauntlet)",
            ));
        }
        if !(1..agents.len()).contains(&challengers) {
            return Err(bad_input(format!(
                "--challengers {challengers}: at least 1 is possible, and others have to be left to play"
            )));
        }
        let anchor = anchor
            .map(|text| Anchor::parse(text, choice.game(), &agents))
            .transpose()?;
        let lineups = lineups(format, challengers, agents.len(), players);
        Draft::of_lineups(choice, &agents, &lineups, anchor, run)
    }

    /// Creates a tournament of these line-ups: the index of the agent in each seat, before rotation.
    ///
    /// # Errors
    /// Bad input if there are too many, or the other parameters do not go together.
    pub fn of_lineups(
        choice: &Choice,
        agents: &[Spec],
        lineups: &[Vec<usize>],
        anchor: Option<Anchor>,
        run: &Run,
    ) -> anyhow::Result<Draft> {
        if lineups.len() > MOST_LINEUPS {
            return Err(bad_input(format!(
                "--agents: {} line-ups of {} agents; at most {MOST_LINEUPS} are possible, leave some agents out",
                lineups.len(),
                agents.len()
            )));
        }
        let (setup, tiles_text) = choice.setup(lineups.first().map_or(2, Vec::len))?;
        let mut arms = Vec::new();
        for lineup in lineups {
            let seats: Vec<Spec> = lineup.iter().map(|agent| agents[*agent].clone()).collect();
            let names: Vec<String> = seats.iter().map(Spec::to_string).collect();
            arms.push(Arm {
                name: names.join(" - "),
                setup: setup.clone(),
                handicap: None,
                lineup: Lineup::new(seats),
                tiles_text: tiles_text.clone(),
            });
        }
        Draft::new(Question::Tournament(anchor), arms, run)
    }
}

/// Returns the line-ups: the agent in each seat, before rotation. The first `challengers` play a gauntlet.
pub(super) fn lineups(
    format: Format,
    challengers: usize,
    agents: usize,
    players: usize,
) -> Vec<Vec<usize>> {
    let mut all = Vec::new();
    match format {
        Format::RoundRobin => {
            for one in 0..agents {
                for other in one + 1..agents {
                    all.extend(meetings(one, other, players));
                }
            }
        }
        Format::Gauntlet => {
            for one in 0..challengers {
                for other in challengers..agents {
                    all.extend(meetings(one, other, players));
                }
            }
        }
        Format::AllLineups => choices(agents, players, agents < players, &mut Vec::new(), &mut all),
    }
    all
}

/// Returns the line-ups in which two agents meet: one of either against the other in all other seats.
pub fn meetings(one: usize, other: usize, players: usize) -> Vec<Vec<usize>> {
    let mut lineups = vec![vec![other; players]];
    lineups[0][0] = one;
    if players > 2 {
        lineups.push(vec![one; players]);
        lineups[1][0] = other;
    }
    lineups
}

/// Collects all combinations of agents in ascending order; `again` allows an agent to sit twice.
fn choices(
    agents: usize,
    seats: usize,
    again: bool,
    chosen: &mut Vec<usize>,
    all: &mut Vec<Vec<usize>>,
) {
    if chosen.len() == seats {
        // An agent alone at the table has nobody to be compared with.
        if chosen.iter().any(|agent| *agent != chosen[0]) {
            all.push(chosen.clone());
        }
        return;
    }
    let first = chosen
        .last()
        .map_or(0, |last| if again { *last } else { last + 1 });
    for agent in first..agents {
        if all.len() > MOST_LINEUPS {
            return;
        }
        chosen.push(agent);
        choices(agents, seats, again, chosen, all);
        chosen.pop();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_format_lists_its_line_ups() {
        assert_eq!(
            lineups(Format::RoundRobin, 1, 3, 2),
            [[0, 1], [0, 2], [1, 2]]
        );
        assert_eq!(lineups(Format::Gauntlet, 1, 3, 2), [[0, 1], [0, 2]]);
        assert_eq!(
            lineups(Format::Gauntlet, 2, 4, 2),
            [[0, 2], [0, 3], [1, 2], [1, 3]]
        );
        assert_eq!(
            lineups(Format::Gauntlet, 1, 2, 4),
            [[0, 1, 1, 1], [1, 0, 0, 0]]
        );
        assert_eq!(lineups(Format::RoundRobin, 1, 4, 3).len(), 12);
        assert_eq!(
            lineups(Format::AllLineups, 1, 4, 3),
            [[0, 1, 2], [0, 1, 3], [0, 2, 3], [1, 2, 3]]
        );
        assert_eq!(lineups(Format::AllLineups, 1, 2, 3), [[0, 0, 1], [0, 1, 1]]);
        assert!(lineups(Format::AllLineups, 1, 40, 5).len() > MOST_LINEUPS);
    }
}
