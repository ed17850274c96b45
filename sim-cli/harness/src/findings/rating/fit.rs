//! Strengths of agents and of seats, fitted to the orders in which they finish.
//!
//! Plackett–Luce: among those not yet placed, seat s with agent a is the next best with a probability in proportion to
//! e^(θ_a + φ_s). Seats of games with different numbers of players are different seats. Ties count as every order of the tied
//! seats in equal parts. With two players this is Bradley and Terry's model with a first-seat advantage. The maximum
//! likelihood is found by Newton's method; the likelihood is concave. Agents whose strength would be infinite are left out,
//! which does not affect the model for the others. To give a finite strength to a seat that never loses, every seat also plays
//! pseudo-games against a strength of 0, half of them won (as in Turner, van Etten, Firth and Kosmidis, "Modelling rankings in
//! R: the PlackettLuce package", 2020).

use std::collections::{BTreeMap, BTreeSet};

use goldrush_support::stats::linear::solve;

use super::finishes::Finish;

/// Strengths on a logarithmic scale (natural logarithm).
#[derive(Clone, PartialEq, Debug)]
pub struct Strengths {
    /// Strength by agent; the mean of the fitted agents is 0, and agents that are left out have 0.
    pub agents: Vec<f64>,
    /// Strength by seat, in the order of [`Seats`]; their mean is 0 for each number of players.
    pub seats: Vec<f64>,
}

/// Seats of games with one or several numbers of players.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Seats {
    /// Different numbers of players, the smallest first.
    players: Vec<usize>,
}

impl Seats {
    /// Collects the seats of games with these numbers of players.
    pub fn new(players: impl Iterator<Item = usize>) -> Seats {
        let players: BTreeSet<usize> = players.collect();
        Seats {
            players: players.into_iter().collect(),
        }
    }

    /// Iterates over number of players and seat, from 0.
    pub fn iter(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        self.players
            .iter()
            .flat_map(|&players| (0..players).map(move |seat| (players, seat)))
    }

    fn count(&self) -> usize {
        self.players.iter().sum()
    }

    /// Returns the index of the first seat of games with this number of players.
    fn first(&self, players: usize) -> usize {
        self.players
            .iter()
            .take_while(|fewer| **fewer < players)
            .sum()
    }
}

/// Agents, each with its seat in the order of [`Seats`], among whom a next best was chosen, in ascending order.
type Candidates = Vec<(usize, usize)>;

/// Choice of a next best that a finish contains.
struct FinishChoice {
    /// Index of the candidates.
    candidates: usize,
    /// Agent and seat that were chosen.
    chosen: (usize, usize),
    /// True if another agent could have been chosen.
    contested: bool,
    /// Fraction of the orders of the finish that contain it.
    part: f64,
}

/// Counts of the choices that were made: all that the likelihood depends on.
pub struct Choices {
    /// By index of the candidates, how often a next best was chosen among them.
    made: Vec<f64>,
    /// By agent, then by seat, how often it was chosen.
    chosen: Vec<f64>,
    /// By agent, how often it was chosen while another agent could have been.
    contested: Vec<f64>,
    /// Number of games.
    games: f64,
}

/// Part of [`Choices`] that concerns one agent.
pub struct AgentChoices {
    /// In the order of the candidates with this agent and another one.
    made: Vec<f64>,
    contested: f64,
}

/// Model prepared for repeated fits with different counts. Many orders contain the same choices: the candidates are the same however
/// those ahead of them finished.
pub struct Model {
    /// By agent, true if its strength is fitted.
    fitted: Vec<bool>,
    seats: Seats,
    /// Different candidates.
    candidates: Vec<Candidates>,
    /// By finish, the choices that it contains.
    finishes: Vec<Vec<FinishChoice>>,
    /// By agent, the indices of candidates among whom it is, and another agent.
    candidates_with: Vec<Vec<usize>>,
}

/// Longest Newton step. The iteration ends after a step shorter than `SHORTEST`; as each step about doubles the number of digits, what is
/// left is then too small to see.
const LONGEST: f64 = 1.0;
const SHORTEST: f64 = 1e-6;
const MOST_STEPS: usize = 200;
/// Number of pseudo-games that each seat plays.
const PSEUDO_GAMES: f64 = 0.5;
/// Largest absolute strength.
const FARTHEST: f64 = 60.0;

impl Model {
    /// Creates a model of the agents marked in `fitted`, and of all seats, to be fitted to counts of these finishes.
    pub fn new(fitted: Vec<bool>, finishes: &[Finish]) -> Model {
        let mut model = Model {
            seats: Seats::new(finishes.iter().map(|finish| finish.agents.len())),
            candidates: Vec::new(),
            finishes: Vec::new(),
            candidates_with: vec![Vec::new(); fitted.len()],
            fitted,
        };
        let mut indices = BTreeMap::new();
        for finish in finishes {
            let choices = model.choices_of(finish, &mut indices);
            model.finishes.push(choices);
        }
        for (index, candidates) in model.candidates.iter().enumerate() {
            for (agent, with) in model.candidates_with.iter_mut().enumerate() {
                let own = candidates.iter().filter(|(one, _)| *one == agent).count();
                if own > 0 && own < candidates.len() {
                    with.push(index);
                }
            }
        }
        model
    }

    /// Returns the choices that a finish contains. Candidates that are new are added, with their index.
    fn choices_of(
        &mut self,
        finish: &Finish,
        indices: &mut BTreeMap<Candidates, usize>,
    ) -> Vec<FinishChoice> {
        let mut orders = Vec::new();
        list_orders(finish, &self.fitted, &mut Vec::new(), &mut orders);
        let part = 1.0 / orders.len() as f64;
        let first = self.seats.first(finish.agents.len());
        let mut choices: Vec<FinishChoice> = Vec::new();
        for OrderedSeats { seats, chosen } in orders {
            for place in 0..chosen {
                let mut candidates: Candidates = seats[place..]
                    .iter()
                    .map(|seat| (finish.agents[*seat], first + *seat))
                    .collect();
                let best = candidates[0];
                candidates.sort_unstable();
                let contested = candidates.iter().any(|(other, _)| *other != best.0);
                let next = self.candidates.len();
                let index = *indices.entry(candidates.clone()).or_insert(next);
                if index == next {
                    self.candidates.push(candidates);
                }
                let same = choices
                    .iter_mut()
                    .find(|one| (one.candidates, one.chosen) == (index, best));
                match same {
                    Some(same) => same.part += part,
                    None => choices.push(FinishChoice {
                        candidates: index,
                        chosen: best,
                        contested,
                        part,
                    }),
                }
            }
        }
        choices
    }

    /// Returns the choices that these counts of the finishes contain.
    pub fn choices(&self, counts: &[f64]) -> Choices {
        let agents = self.fitted.len();
        let mut choices = Choices {
            made: vec![0.0; self.candidates.len()],
            chosen: vec![0.0; agents + self.seats.count()],
            contested: vec![0.0; agents],
            games: counts.iter().sum(),
        };
        for (finish, count) in self.finishes.iter().zip(counts) {
            if *count == 0.0 {
                continue;
            }
            for choice in finish {
                let (agent, seat) = choice.chosen;
                let weight = choice.part * count;
                choices.made[choice.candidates] += weight;
                choices.chosen[agent] += weight;
                choices.chosen[agents + seat] += weight;
                if choice.contested {
                    choices.contested[agent] += weight;
                }
            }
        }
        choices
    }

    /// Returns what one game of each of these finishes says of an agent.
    pub fn choices_of_agent(&self, agent: usize, finishes: &[usize]) -> AgentChoices {
        let mut counts = vec![0.0; self.finishes.len()];
        finishes.iter().for_each(|finish| counts[*finish] = 1.0);
        let choices = self.choices(&counts);
        let with = self.candidates_with[agent].iter();
        AgentChoices {
            made: with.map(|index| choices.made[*index]).collect(),
            contested: choices.contested[agent],
        }
    }

    /// Returns the strengths that maximize the likelihood of these choices; `start` is the starting point of the search.
    pub fn fit(&self, choices: &Choices, start: Option<&Strengths>) -> Strengths {
        let agents = self.fitted.len();
        let mut at: Vec<f64> = start.map_or_else(
            || vec![0.0; agents + self.seats.count()],
            |s| s.agents.iter().chain(&s.seats).copied().collect(),
        );
        for _ in 0..MOST_STEPS {
            let (gradient, curvature) = self.slope(&at, choices);
            let Some(step) = solve(&curvature, &gradient) else {
                break;
            };
            let longest = step.iter().fold(0.0_f64, |longest, s| longest.max(s.abs()));
            let scale = if longest > LONGEST {
                LONGEST / longest
            } else {
                1.0
            };
            at.iter_mut().zip(&step).for_each(|(x, s)| *x += scale * s);
            if longest < SHORTEST {
                break;
            }
        }
        let (agents, seats) = at.split_at_mut(agents);
        let count = self.fitted.iter().filter(|fitted| **fitted).count() as f64;
        let mean = agents
            .iter()
            .zip(&self.fitted)
            .filter(|(_, fitted)| **fitted)
            .map(|(x, _)| *x)
            .sum::<f64>()
            / count;
        for &players in &self.seats.players {
            let of_number = &mut seats[self.seats.first(players)..][..players];
            let level = of_number.iter().sum::<f64>() / players as f64;
            of_number.iter_mut().for_each(|x| *x -= level);
        }
        let agents = agents
            .iter()
            .zip(&self.fitted)
            .map(|(x, fitted)| if *fitted { x - mean } else { 0.0 })
            .collect();
        Strengths {
            agents,
            seats: seats.to_vec(),
        }
    }

    /// Returns the strength of one agent that maximizes the likelihood of these choices and of additional ones, which have a weight,
    /// while all others keep theirs, or `None` if it met nobody.
    pub fn fit_one(
        &self,
        agent: usize,
        others: &Strengths,
        choices: &Choices,
        (additional, weight): (&AgentChoices, f64),
    ) -> Option<f64> {
        let worths: Vec<f64> = others.agents.iter().map(|x| libm::exp(*x)).collect();
        let seats: Vec<f64> = others.seats.iter().map(|x| libm::exp(*x)).collect();
        // Each choice in which the agent took part: how often it was made, the total worth of the others, and that of the agent's own
        // seats without its strength.
        let mut stages = Vec::new();
        for (index, more) in self.candidates_with[agent].iter().zip(&additional.made) {
            let made = choices.made[*index] + weight * more;
            if made <= 0.0 {
                continue;
            }
            let mut others = 0.0;
            let mut own = 0.0;
            for &(one, seat) in &self.candidates[*index] {
                if one == agent {
                    own += seats[seat];
                } else {
                    others += worths[one] * seats[seat];
                }
            }
            stages.push((made, others, own));
        }
        if stages.is_empty() {
            return None;
        }
        let chosen = choices.contested[agent] + weight * additional.contested;
        let mut low = -FARTHEST;
        let mut high = FARTHEST;
        let mut at = others.agents[agent];
        for _ in 0..MOST_STEPS {
            let worth = libm::exp(at);
            let mut slope = chosen;
            let mut curvature = 0.0;
            for &(made, others, own) in &stages {
                let chance = worth * own / (worth * own + others);
                slope -= made * chance;
                curvature += made * chance * (1.0 - chance);
            }
            *(if slope > 0.0 { &mut low } else { &mut high }) = at;
            let step = at + (slope / curvature).clamp(-LONGEST, LONGEST);
            let next = if step > low && step < high {
                step
            } else {
                (low + high) / 2.0
            };
            let moved = (next - at).abs();
            at = next;
            if moved < SHORTEST {
                break;
            }
        }
        Some(at)
    }

    /// Returns the gradient of the log-likelihood, and its negative second derivatives.
    fn slope(&self, at: &[f64], choices: &Choices) -> (Vec<f64>, Vec<Vec<f64>>) {
        let size = at.len();
        let mut gradient = choices.chosen.clone();
        let mut curvature = vec![vec![0.0; size]; size];
        // Only differences of strengths are determined: their sum is held at 0.
        let agents = 0..self.fitted.len();
        let hold = 1.0 + choices.games;
        let sum: f64 = at[agents.clone()].iter().sum();
        for i in agents.clone() {
            gradient[i] -= hold * sum;
            agents.clone().for_each(|j| curvature[i][j] += hold);
            curvature[i][i] += if self.fitted[i] { 0.0 } else { hold };
        }
        for i in self.fitted.len()..size {
            let wins = 1.0 / (1.0 + libm::exp(-at[i]));
            gradient[i] += PSEUDO_GAMES * (0.5 - wins);
            curvature[i][i] += PSEUDO_GAMES * wins * (1.0 - wins);
        }
        let worths: Vec<f64> = at.iter().map(|x| libm::exp(*x)).collect();
        for (candidates, &made) in self.candidates.iter().zip(&choices.made) {
            if made > 0.0 {
                self.add_choice(candidates, made, &worths, &mut gradient, &mut curvature);
            }
        }
        (gradient, curvature)
    }

    fn add_choice(
        &self,
        candidates: &[(usize, usize)],
        made: f64,
        worths: &[f64],
        gradient: &mut [f64],
        curvature: &mut [Vec<f64>],
    ) {
        let total: f64 = candidates.iter().map(|one| self.worth(*one, worths)).sum();
        for one in candidates {
            let expected = made * self.worth(*one, worths) / total;
            for p in self.parameters(*one) {
                gradient[p] -= expected;
                for q in self.parameters(*one) {
                    curvature[p][q] += expected;
                }
                for other in candidates {
                    let both = expected * self.worth(*other, worths) / total;
                    for q in self.parameters(*other) {
                        curvature[p][q] -= both;
                    }
                }
            }
        }
    }

    /// Returns the indices of the strengths of an agent and a seat.
    fn parameters(&self, (agent, seat): (usize, usize)) -> [usize; 2] {
        [agent, self.fitted.len() + seat]
    }

    /// Returns the worth of an agent in a seat.
    fn worth(&self, place: (usize, usize), worths: &[f64]) -> f64 {
        self.parameters(place).iter().map(|p| worths[*p]).product()
    }
}

/// Seats in an order without ties.
struct OrderedSeats {
    seats: Vec<usize>,
    /// Number of places, from the best, that were chosen among all that follow. Seats with a fault, in the last places, are not
    /// ordered among each other.
    chosen: usize,
}

/// Lists all orders without ties that agree with a finish, the best place first, restricted to the agents marked in `fitted`.
fn list_orders(
    finish: &Finish,
    fitted: &[bool],
    placed: &mut Vec<usize>,
    orders: &mut Vec<OrderedSeats>,
) {
    let left: Vec<usize> = (0..finish.ranks.len())
        .filter(|seat| fitted[finish.agents[*seat]] && !placed.contains(seat))
        .collect();
    let Some(best) = left.iter().map(|seat| finish.ranks[*seat]).min() else {
        orders.push(OrderedSeats {
            seats: placed.clone(),
            chosen: placed.len().saturating_sub(1),
        });
        return;
    };
    let next: Vec<usize> = left
        .into_iter()
        .filter(|&seat| finish.ranks[seat] == best)
        .collect();
    if let [one, other, ..] = next[..]
        && !finish.compares(one, other)
    {
        orders.push(OrderedSeats {
            seats: [&placed[..], &next].concat(),
            chosen: placed.len(),
        });
        return;
    }
    for seat in next {
        placed.push(seat);
        list_orders(finish, fitted, placed, orders);
        placed.pop();
    }
}
