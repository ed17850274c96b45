//! Line-ups: which agents play, where they sit, and whose results belong together.

use goldrush_engine::rng::{StreamRng, agent_stream};
use goldrush_games::GameName;
use goldrush_support::error::bad_input;

use super::Salt;
use super::spec::{COMMAND_PREFIX, Spec};

/// Agents of the games of a block, in line-up order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lineup {
    players: usize,
    /// One entry for each seat, followed by those of a mirror.
    entries: Vec<Entry>,
    /// Names of the sides.
    sides: Vec<String>,
    /// Number of cyclic seatings of each line-up.
    rotations: usize,
    chance: Chance,
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct Entry {
    agent: Spec,
    side: usize,
}

/// Dependence of an agent's random stream on its place, besides seed and block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Chance {
    SeatingAndSeat,
    /// Makes an agent against itself play the same game in every seating.
    Seat,
}

impl Lineup {
    /// Parses agents: one for each seat, or one for all. Each different agent is a side.
    ///
    /// # Errors
    /// Bad input if an agent is unknown or their number does not match.
    pub fn from_names(
        game: GameName,
        names: &[impl AsRef<str>],
        players: Option<usize>,
    ) -> anyhow::Result<Lineup> {
        let agents: Result<Vec<Spec>, _> = names
            .iter()
            .map(|name| parse(game, "--agents", name.as_ref()))
            .collect();
        let mut agents = agents?;
        let players = players.unwrap_or(if agents.len() == 1 { 2 } else { agents.len() });
        check_players(players)?;
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
        Ok(Lineup::new(agents))
    }

    /// Creates a line-up of one agent for each seat, 2 to 5 of them. Each different agent is a side.
    pub fn new(agents: Vec<Spec>) -> Lineup {
        let players = agents.len();
        let rotations = period(&agents);
        let mut sides: Vec<String> = Vec::new();
        let mut entries = Vec::new();
        for agent in agents {
            let name = agent.to_string();
            let side = sides.iter().position(|s| *s == name).unwrap_or_else(|| {
                sides.push(name);
                sides.len() - 1
            });
            entries.push(Entry { agent, side });
        }
        Lineup {
            players,
            entries,
            sides,
            rotations,
            chance: Chance::SeatingAndSeat,
        }
    }

    /// Creates the line-up of a match: one A against Bs, with a seating for each seat; with `mirror` followed by one B
    /// against As. A and B are different sides even if they are the same agent.
    ///
    /// # Errors
    /// Bad input if an agent is unknown, the number of players is invalid, or the mirror would repeat the same games.
    pub fn of_match(
        game: GameName,
        a: &str,
        b: &str,
        players: usize,
        mirror: bool,
    ) -> anyhow::Result<Lineup> {
        let a = parse(game, "--a", a)?;
        let b = parse(game, "--b", b)?;
        check_players(players)?;
        if mirror && players == 2 {
            return Err(bad_input(
                "--mirror: with 2 players one B against A is the same as one A against B; leave it out",
            ));
        }
        let mut sides = vec![format!("A {a}"), format!("B {b}")];
        let mut entries = one_against(&a, &b, players, 0);
        if mirror {
            sides.extend([format!("mirror B {b}"), format!("mirror A {a}")]);
            entries.extend(one_against(&b, &a, players, 2));
        }
        Ok(Lineup {
            players,
            entries,
            sides,
            rotations: players,
            chance: Chance::Seat,
        })
    }

    /// Returns the number of seats.
    pub fn players(&self) -> usize {
        self.players
    }

    /// Returns the agents in line-up order, without those of a mirror.
    pub fn agents(&self) -> impl ExactSizeIterator<Item = &Spec> {
        self.entries[..self.players]
            .iter()
            .map(|entry| &entry.agent)
    }

    /// Returns the number of games in a block: the cyclic seatings that are distinct, or those of a match.
    pub fn seatings(&self) -> usize {
        self.rotations * self.entries.len() / self.players
    }

    /// Returns the entry of the line-up that sits in a seat: entry i sits in seat (i + seating) mod players. The seatings of
    /// a mirror follow those of the line-up.
    fn entry(&self, seating: usize, seat: usize) -> &Entry {
        let lineup = seating / self.rotations;
        let rotation = seating % self.rotations;
        &self.entries[lineup * self.players + (seat + self.players - rotation) % self.players]
    }

    /// True if a bot that runs as a child process plays.
    pub fn has_commands(&self) -> bool {
        self.entries
            .iter()
            .any(|entry| entry.agent.command().is_some())
    }

    /// Returns the agent in a seat.
    pub fn agent(&self, seating: usize, seat: usize) -> &Spec {
        &self.entry(seating, seat).agent
    }

    /// Returns the side to which a seat's result belongs, as an index into [`Lineup::sides`].
    pub fn side(&self, seating: usize, seat: usize) -> usize {
        self.entry(seating, seat).side
    }

    /// Returns the names of the sides, whose results are counted separately: the different agents in line-up order; in a
    /// match A and B, and with a mirror its B and A.
    pub fn sides(&self) -> &[String] {
        &self.sides
    }

    /// Returns for each side the matching side of another line-up, or `None` unless the same agents meet in the same seats
    /// in both. The order may be rotated, and either may be a match.
    pub fn sides_in(&self, other: &Lineup) -> Option<Vec<usize>> {
        if (self.players, self.rotations, self.entries.len())
            != (other.players, other.rotations, other.entries.len())
        {
            return None;
        }
        (0..self.players).find_map(|shift| self.sides_turned(other, shift))
    }

    /// Returns the same if each entry matches the one `shift` places further on in the other line-up.
    fn sides_turned(&self, other: &Lineup, shift: usize) -> Option<Vec<usize>> {
        let mut sides = vec![None; self.sides.len()];
        for (index, entry) in self.entries.iter().enumerate() {
            let first = index - index % self.players;
            let there = &other.entries[first + (index % self.players + shift) % self.players];
            if entry.agent != there.agent
                || *sides[entry.side].get_or_insert(there.side) != there.side
            {
                return None;
            }
        }
        let sides: Vec<usize> = sides.into_iter().flatten().collect();
        let apart = (1..sides.len()).all(|index| !sides[..index].contains(&sides[index]));
        (apart && sides.len() == other.sides.len()).then_some(sides)
    }

    /// Returns the number of results of a side in a block.
    pub fn results_per_block(&self, side: usize) -> usize {
        self.entries
            .iter()
            .filter(|entry| entry.side == side)
            .count()
            * self.rotations
    }

    /// Returns the random stream of the agent in a seat. In a match it is the same in every seating.
    pub fn stream(&self, seed: u64, block: u64, seating: usize, seat: usize) -> StreamRng {
        agent_stream(seed, block, self.chance_seating(seating), seat)
    }

    /// Returns the seed sent to the bot in a seat. In a match it is the same in every seating.
    pub fn bot_seed(&self, salt: Salt, block: u64, seating: usize, seat: usize) -> u64 {
        salt.bot_seed(block, self.chance_seating(seating), seat)
    }

    fn chance_seating(&self, seating: usize) -> usize {
        match self.chance {
            Chance::SeatingAndSeat => seating,
            Chance::Seat => 0,
        }
    }
}

/// Returns the entries of one agent on a side alone, and of others on the next side.
fn one_against(one: &Spec, others: &Spec, players: usize, side: usize) -> Vec<Entry> {
    let mut entries = vec![
        Entry {
            agent: others.clone(),
            side: side + 1,
        };
        players
    ];
    entries[0] = Entry {
        agent: one.clone(),
        side,
    };
    entries
}

/// Splits a list of agents at its commas, except those in a quoted command and those between the parameters of one agent: a
/// piece with a `=` and no `:` belongs to the agent before it.
pub fn split_names(list: &str) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for piece in list.split(',') {
        match names.last_mut() {
            Some(last) if is_open(last) => {
                last.push(',');
                last.push_str(piece);
            }
            Some(last) if piece.contains('=') && !piece.contains(':') => {
                last.push(',');
                last.push_str(piece);
            }
            _ => names.push(piece.to_owned()),
        }
    }
    names
}

/// True if a quoted command is not yet closed.
fn is_open(name: &str) -> bool {
    let quoted = name
        .trim_start()
        .strip_prefix(COMMAND_PREFIX)
        .and_then(|command| command.strip_prefix('"'));
    quoted.is_some_and(|rest| !rest.trim_end().ends_with('"') && !rest.contains("\":"))
}

/// Parses the name of a player: an agent or a command.
///
/// # Errors
/// Bad input that names the option, if it is unknown.
pub fn parse(game: GameName, option: &str, name: &str) -> anyhow::Result<Spec> {
    Spec::read(game, name.trim()).map_err(|e| bad_input(format!("{option}: {e}")))
}

/// Checks a number of players.
///
/// # Errors
/// Bad input unless it is 2 to 5.
pub fn check_players(players: usize) -> anyhow::Result<()> {
    if !(2..=5).contains(&players) {
        return Err(bad_input(format!(
            "--players: {players} players; 2 to 5 are possible"
        )));
    }
    Ok(())
}

/// Checks a list of numbers of players.
///
/// # Errors
/// Bad input if it is empty, has a number twice, or has one that is not 2 to 5.
pub fn check_player_numbers(players: &[usize]) -> anyhow::Result<()> {
    players
        .iter()
        .try_for_each(|&players| check_players(players))?;
    if let Some((_, twice)) = players
        .iter()
        .enumerate()
        .find(|(i, one)| players[..*i].contains(one))
    {
        return Err(bad_input(format!("--players: {twice} is given twice")));
    }
    if players.is_empty() {
        Err(bad_input("--players: at least one number is expected"))
    } else {
        Ok(())
    }
}

/// Returns the smallest rotation that maps the line-up onto itself.
fn period(agents: &[Spec]) -> usize {
    let n = agents.len();
    (1..n)
        .find(|shift| (0..n).all(|i| agents[i] == agents[(i + shift) % n]))
        .unwrap_or(n)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equivalent_seatings_are_played_once() {
        for (names, seatings) in [
            (&["random", "greedy"][..], 2),
            (&["random", "random"], 1),
            (&["random", "greedy", "greedy"], 3),
            (&["random", "greedy", "random", "greedy"], 2),
            (&["random", "random", "greedy", "greedy"], 4),
        ] {
            assert_eq!(
                Lineup::from_names(GameName::GoldRush, names, None)
                    .unwrap()
                    .seatings(),
                seatings,
                "{names:?}"
            );
        }
        assert_eq!(
            Lineup::from_names(GameName::GoldRush, &["random"], Some(5))
                .unwrap()
                .seatings(),
            1
        );
    }

    #[test]
    fn entry_i_sits_in_seat_i_plus_seating() {
        let lineup =
            Lineup::from_names(GameName::GoldRush, &["random", "greedy", "greedy"], None).unwrap();
        for seating in 0..3 {
            for i in 0..3 {
                assert!(std::ptr::eq(
                    lineup.entry(seating, (i + seating) % 3),
                    &lineup.entries[i]
                ));
            }
        }
    }

    #[test]
    fn agents_must_match_the_number_of_players() {
        assert!(Lineup::from_names(GameName::GoldRush, &["random", "greedy"], Some(3)).is_err());
        assert!(Lineup::from_names(GameName::GoldRush, &["random"; 6], None).is_err());
        assert!(Lineup::from_names(GameName::GoldRush, &["random"], Some(1)).is_err());
    }

    #[test]
    fn match_sides_sit_in_each_seat_once_even_against_themselves() {
        for players in 2..=5 {
            let lineup =
                Lineup::of_match(GameName::GoldRush, "random", "random", players, players > 2)
                    .unwrap();
            let sides = |seatings: std::ops::Range<usize>, seat| -> Vec<usize> {
                seatings.map(|seating| lineup.side(seating, seat)).collect()
            };
            for seat in 0..players {
                let mut expected = vec![1; players];
                expected[seat] = 0;
                assert_eq!(sides(0..players, seat), expected);
                if players > 2 {
                    let mirror: Vec<usize> = expected.iter().map(|side| side + 2).collect();
                    assert_eq!(sides(players..2 * players, seat), mirror);
                }
            }
            assert_eq!(lineup.results_per_block(0), players);
            assert_eq!(lineup.results_per_block(1), players * (players - 1));
        }
    }

    #[test]
    fn the_mirror_of_a_match_swaps_the_agents() {
        let lineup = Lineup::of_match(GameName::GoldRush, "random", "greedy", 3, true).unwrap();
        let names = |seating| -> Vec<String> {
            (0..3)
                .map(|s| lineup.agent(seating, s).to_string())
                .collect()
        };
        assert_eq!(names(0), ["random", "greedy", "greedy"]);
        assert_eq!(names(2), ["greedy", "greedy", "random"]);
        assert_eq!(names(3), ["greedy", "random", "random"]);
        assert_eq!(names(5), ["random", "random", "greedy"]);
        assert_eq!(lineup.seatings(), 6);
    }

    #[test]
    fn rotated_line_ups_are_recognized_as_the_same() {
        let game = GameName::GoldRush;
        let seated = |names: &[&str]| Lineup::from_names(game, names, None).unwrap();
        let contest =
            |a, b, players, mirror| Lineup::of_match(game, a, b, players, mirror).unwrap();
        let three = seated(&["random", "greedy", "heuristic"]);
        assert_eq!(
            three.sides_in(&seated(&["heuristic", "random", "greedy"])),
            Some(vec![1, 2, 0])
        );
        assert_eq!(
            three.sides_in(&seated(&["heuristic", "greedy", "random"])),
            None
        );
        assert_eq!(
            seated(&["random", "greedy"]).sides_in(&contest("greedy", "random", 2, false)),
            Some(vec![1, 0])
        );
        assert_eq!(
            contest("random", "greedy", 3, true).sides_in(&contest("random", "greedy", 3, false)),
            None
        );
        let mirrored = contest("random", "greedy", 3, true);
        assert_eq!(mirrored.sides_in(&mirrored), Some(vec![0, 1, 2, 3]));
        // In a match A and B are different sides even if they are the same agent.
        assert_eq!(
            seated(&["greedy", "greedy"]).sides_in(&contest("greedy", "greedy", 2, false)),
            None
        );
    }

    #[test]
    fn commas_between_parameters_do_not_end_an_agent() {
        for (list, names) in [
            (
                "greedy,mcts:playouts=4,c=0.4,random",
                &["greedy", "mcts:playouts=4,c=0.4", "random"][..],
            ),
            ("mcts:c=1,mcts:c=2,d=3", &["mcts:c=1", "mcts:c=2,d=3"]),
            ("greedy", &["greedy"]),
            ("c=1,greedy", &["c=1", "greedy"]),
            ("", &[""]),
            ("exec:\"a b,c=1\",greedy", &["exec:\"a b,c=1\"", "greedy"]),
            (
                "greedy,exec:python3 x.py,random",
                &["greedy", "exec:python3 x.py", "random"],
            ),
            ("exec:\"a,b", &["exec:\"a,b"]),
            (
                "exec:\"a,b\":c=1,d=2,greedy",
                &["exec:\"a,b\":c=1,d=2", "greedy"],
            ),
        ] {
            assert_eq!(split_names(list), names, "{list}");
        }
    }
}
