//! Who plays, and who sits where.

use goldrush_ai::registry::Spec;

use crate::cli::bad_input;

/// The agents of a game, in line-up order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lineup {
    agents: Vec<Spec>,
    seatings: usize,
}

impl Lineup {
    /// Reads agents as the command line gives them: one for each seat, or one for all.
    ///
    /// # Errors
    /// If an agent is unknown or their number does not fit: bad input.
    pub fn from_args(names: &[String], players: Option<usize>) -> anyhow::Result<Lineup> {
        let specs: Result<Vec<Spec>, _> = names.iter().map(|name| name.trim().parse()).collect();
        let mut agents = specs.map_err(|e: goldrush_ai::registry::SpecError| bad_input(format!("--agents: {e}")))?;
        let players = players.unwrap_or(if agents.len() == 1 { 2 } else { agents.len() });
        if !(2..=5).contains(&players) {
            return Err(bad_input(format!("--players: {players} players; 2 to 5 are possible")));
        }
        if agents.len() == 1 {
            agents = vec![agents[0].clone(); players];
        }
        if agents.len() != players {
            let problem = format!(
                "--agents: {} agents for {players} players; give one for each seat, or one for all",
                agents.len()
            );
            return Err(bad_input(problem));
        }
        let seatings = period(&agents);
        Ok(Lineup { agents, seatings })
    }

    /// How many seats there are.
    pub fn players(&self) -> usize {
        self.agents.len()
    }

    /// The agents, in line-up order.
    pub fn agents(&self) -> &[Spec] {
        &self.agents
    }

    /// In how many ways the line-up can be seated cyclically so that no two look alike.
    pub fn seatings(&self) -> usize {
        self.seatings
    }

    /// Which entry of the line-up sits in a seat: entry i sits in seat (i + seating) mod players.
    pub fn entry(&self, seating: usize, seat: usize) -> usize {
        (seat + self.players() - seating) % self.players()
    }

    /// The agent in a seat.
    pub fn agent(&self, seating: usize, seat: usize) -> &Spec {
        &self.agents[self.entry(seating, seat)]
    }

    /// The different agents, in line-up order.
    pub fn distinct(&self) -> Vec<&Spec> {
        let mut distinct: Vec<&Spec> = Vec::new();
        for agent in &self.agents {
            if !distinct.contains(&agent) {
                distinct.push(agent);
            }
        }
        distinct
    }
}

/// The smallest rotation that maps the line-up onto itself.
fn period(agents: &[Spec]) -> usize {
    let n = agents.len();
    (1..n).find(|shift| (0..n).all(|i| agents[i] == agents[(i + shift) % n])).unwrap_or(n)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lineup(names: &[&str], players: Option<usize>) -> anyhow::Result<Lineup> {
        Lineup::from_args(&names.iter().map(|n| (*n).to_owned()).collect::<Vec<_>>(), players)
    }

    #[test]
    fn seatings_that_look_alike_are_played_once() {
        for (names, seatings) in [
            (&["random", "greedy"][..], 2),
            (&["random", "random"], 1),
            (&["random", "greedy", "greedy"], 3),
            (&["random", "greedy", "random", "greedy"], 2),
            (&["random", "random", "greedy", "greedy"], 4),
        ] {
            assert_eq!(lineup(names, None).unwrap().seatings(), seatings, "{names:?}");
        }
        assert_eq!(lineup(&["random"], Some(5)).unwrap().seatings(), 1);
    }

    #[test]
    fn entry_i_sits_in_seat_i_plus_seating() {
        let lineup = lineup(&["random", "greedy", "greedy"], None).unwrap();
        for seating in 0..3 {
            for i in 0..3 {
                assert_eq!(lineup.entry(seating, (i + seating) % 3), i);
            }
        }
    }

    #[test]
    fn another_number_of_agents_than_players_is_refused() {
        assert!(lineup(&["random", "greedy"], Some(3)).is_err());
        assert!(lineup(&["random"; 6], None).is_err());
        assert!(lineup(&["random"], Some(1)).is_err());
    }
}
