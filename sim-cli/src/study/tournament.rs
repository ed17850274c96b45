//! The plan of a tournament: which line-ups meet.

use serde::{Deserialize, Serialize};

use super::arm::Arm;
use super::lineup::{Lineup, check_players, parse};
use super::spec::Spec;
use super::{Plan, Question, Run};
use crate::error::bad_input;
use crate::games::{Choice, GameName};

/// More line-ups than this are a mistake.
const MOST_LINEUPS: usize = 1000;

/// Who meets whom.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// Every agent against every other: two of them at a table, and with 3 to 5 players one against several of the other, both ways.
    RoundRobin,
    /// The first agent against every other, as in a round robin.
    Gauntlet,
    /// Every choice of as many different agents as there are seats; with fewer agents than seats, agents sit twice.
    AllLineups,
}

impl Format {
    /// All of them.
    pub const ALL: [Format; 3] = [Format::RoundRobin, Format::Gauntlet, Format::AllLineups];

    /// As it is written on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Format::RoundRobin => "round-robin",
            Format::Gauntlet => "gauntlet",
            Format::AllLineups => "all-lineups",
        }
    }
}

/// An agent whose rating is given, so that those of the others are counted from it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Anchor {
    /// Its name among the contestants.
    pub agent: String,
    /// Its rating.
    pub elo: f64,
}

impl Anchor {
    /// From `AGENT=ELO`, one of these agents.
    fn parse(text: &str, game: GameName, agents: &[Spec]) -> anyhow::Result<Anchor> {
        let wrong = |what: String| bad_input(format!("--anchor {text}: {what}"));
        let elo = |elo: &str| elo.trim().parse().ok().filter(|elo: &f64| elo.abs() <= 10_000.0);
        let Some((agent, elo)) = text.rsplit_once('=').and_then(|(agent, number)| Some((agent, elo(number)?))) else {
            return Err(wrong("an agent and its Elo are expected, such as greedy=0".into()));
        };
        let agent = parse(game, "--anchor", agent)?;
        if !agents.contains(&agent) {
            let names: Vec<String> = agents.iter().map(Spec::to_string).collect();
            return Err(wrong(format!("{agent} does not play; {} do", names.join(", "))));
        }
        Ok(Anchor { agent: agent.to_string(), elo })
    }
}

impl Plan {
    /// A tournament of these agents.
    ///
    /// # Errors
    /// If there are too few of them, one is named twice, or the rest does not go together: bad input.
    pub fn of_tournament(
        choice: &Choice,
        names: &[String],
        players: usize,
        format: Format,
        anchor: Option<&str>,
        run: &Run,
    ) -> anyhow::Result<Plan> {
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
        let lineups = lineups(format, agents.len(), players);
        if lineups.len() > MOST_LINEUPS {
            return Err(bad_input(format!(
                "--agents: {} line-ups of {} agents; at most {MOST_LINEUPS} are possible, leave some agents out",
                lineups.len(),
                agents.len()
            )));
        }
        let (setup, tiles_text) = choice.setup(players)?;
        let arm = |seats: Vec<usize>| {
            let seats: Vec<Spec> = seats.into_iter().map(|agent| agents[agent].clone()).collect();
            let names: Vec<String> = seats.iter().map(Spec::to_string).collect();
            let lineup = Lineup::new(seats);
            let (setup, tiles_text) = (setup.clone(), tiles_text.clone());
            Arm { name: names.join(" - "), setup, handicap: None, lineup, tiles_text }
        };
        let anchor = anchor.map(|text| Anchor::parse(text, choice.game(), &agents)).transpose()?;
        Plan::new(Question::Tournament(anchor), lineups.into_iter().map(arm).collect(), run)
    }
}

/// The line-ups: which agent sits in each seat, before they rotate.
pub(super) fn lineups(format: Format, agents: usize, players: usize) -> Vec<Vec<usize>> {
    let one_against = |one: usize, other: usize| -> Vec<usize> {
        let mut seats = vec![other; players];
        seats[0] = one;
        seats
    };
    let meet = |one: usize, other: usize| match players {
        2 => vec![vec![one, other]],
        _ => vec![one_against(one, other), one_against(other, one)],
    };
    match format {
        Format::RoundRobin => (0..agents).flat_map(|a| (a + 1..agents).flat_map(move |b| meet(a, b))).collect(),
        Format::Gauntlet => (1..agents).flat_map(|b| meet(0, b)).collect(),
        Format::AllLineups => {
            let mut all = Vec::new();
            choices(agents, players, agents < players, &mut Vec::new(), &mut all);
            all
        }
    }
}

/// All choices of so many agents in ascending order, each at most once unless they may sit twice.
fn choices(agents: usize, seats: usize, again: bool, chosen: &mut Vec<usize>, all: &mut Vec<Vec<usize>>) {
    if chosen.len() == seats {
        // One agent alone has nobody to be compared with.
        if chosen.iter().any(|agent| *agent != chosen[0]) {
            all.push(chosen.clone());
        }
        return;
    }
    let first = chosen.last().map_or(0, |last| if again { *last } else { last + 1 });
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
    fn who_meets_whom() {
        assert_eq!(lineups(Format::RoundRobin, 3, 2), [[0, 1], [0, 2], [1, 2]]);
        assert_eq!(lineups(Format::Gauntlet, 3, 2), [[0, 1], [0, 2]]);
        assert_eq!(lineups(Format::Gauntlet, 2, 4), [[0, 1, 1, 1], [1, 0, 0, 0]]);
        assert_eq!(lineups(Format::RoundRobin, 4, 3).len(), 12);
        assert_eq!(lineups(Format::AllLineups, 4, 3), [[0, 1, 2], [0, 1, 3], [0, 2, 3], [1, 2, 3]]);
        assert_eq!(lineups(Format::AllLineups, 2, 3), [[0, 0, 1], [0, 1, 1]]);
        assert!(lineups(Format::AllLineups, 40, 5).len() > MOST_LINEUPS);
    }
}
