//! Strengths of agents and of seats, fitted to the orders in which they finish.
//!
//! Plackett–Luce: among those not yet placed, seat s with agent a is the next best with a probability in proportion to
//! e^(θ_a + φ_s). Seats of games with different numbers of players are different seats. Ties count as every order of the tied
//! seats in equal parts. With two players this is Bradley and Terry's model with a first-seat advantage. The maximum
//! likelihood is found by Newton's method; the likelihood is concave. Agents whose strength would be infinite are left out,
//! which does not affect the model for the others. To give a finite strength to a seat that never loses, every seat also plays
//! pseudo-games against a strength of 0, half of them won (as in Turner, van Etten, Firth and Kosmidis, "Modelling rankings in
//! R: the PlackettLuce package", 2020).

use std::collections::BTreeSet;

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

/// A finishing order without ties.
struct FinishOrder {
    finish: usize,
    /// Fraction of the finish that this order stands for.
    part: f64,
    /// Agent and seat, in the order of [`Seats`], of each place, the best first.
    places: Vec<(usize, usize)>,
    /// Number of places, from the best, that were chosen among all that follow. Seats with a fault, in the last places, are not
    /// ordered among each other.
    chosen: usize,
}

impl FinishOrder {
    /// Iterates over the choices of the next best: the seats left, the chosen one first.
    fn choices(&self) -> impl Iterator<Item = &[(usize, usize)]> {
        (0..self.chosen).map(|first| &self.places[first..])
    }
}

/// Model prepared for repeated fits with different counts.
pub struct Model {
    /// By agent, true if its strength is fitted.
    fitted: Vec<bool>,
    seats: Seats,
    orders: Vec<FinishOrder>,
    /// By agent, the indices of the orders in which it has a place.
    orders_of: Vec<Vec<usize>>,
}

/// Longest Newton step; the iteration ends with steps shorter than `SHORTEST`.
const LONGEST: f64 = 1.0;
const SHORTEST: f64 = 1e-9;
const MOST_STEPS: usize = 200;
/// Number of pseudo-games that each seat plays.
const PSEUDO_GAMES: f64 = 0.5;
/// Largest absolute strength.
const FARTHEST: f64 = 60.0;

impl Model {
    /// Creates a model of the agents marked in `fitted`, and of all seats, to be fitted to counts of these finishes.
    pub fn new(fitted: Vec<bool>, finishes: &[Finish]) -> Model {
        let seats = Seats::new(finishes.iter().map(|finish| finish.agents.len()));
        let mut orders = Vec::new();
        for (index, finish) in finishes.iter().enumerate() {
            let mut of_finish = Vec::new();
            list_orders(finish, &fitted, &mut Vec::new(), &mut of_finish);
            let first = seats.first(finish.agents.len());
            let part = 1.0 / of_finish.len() as f64;
            orders.extend(of_finish.into_iter().map(|OrderedSeats { seats, chosen }| {
                FinishOrder {
                    finish: index,
                    part,
                    places: seats
                        .into_iter()
                        .map(|seat| (finish.agents[seat], first + seat))
                        .collect(),
                    chosen,
                }
            }));
        }
        orders.retain(|order| order.chosen > 0);
        let mut orders_of = vec![Vec::new(); fitted.len()];
        for (index, order) in orders.iter().enumerate() {
            for (agent, _) in &order.places {
                if orders_of[*agent].last() != Some(&index) {
                    orders_of[*agent].push(index);
                }
            }
        }
        Model {
            fitted,
            seats,
            orders,
            orders_of,
        }
    }

    /// Returns the strengths that maximize the likelihood of these counts; `start` is the starting point of the search.
    pub fn fit(&self, counts: &[f64], start: Option<&Strengths>) -> Strengths {
        let agents = self.fitted.len();
        let mut at: Vec<f64> = start.map_or_else(
            || vec![0.0; agents + self.seats.count()],
            |s| s.agents.iter().chain(&s.seats).copied().collect(),
        );
        for _ in 0..MOST_STEPS {
            let (gradient, curvature) = self.slope(&at, counts);
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

    /// Returns the strength of one agent that maximizes the likelihood of these counts while all others keep theirs, or
    /// `None` if it met nobody.
    pub fn fit_one(&self, agent: usize, others: &Strengths, counts: &[f64]) -> Option<f64> {
        let worths: Vec<f64> = others.agents.iter().map(|x| libm::exp(*x)).collect();
        let seats: Vec<f64> = others.seats.iter().map(|x| libm::exp(*x)).collect();
        // Each choice of the next best in which the agent took part: its weight, the total worth of the others left, that of
        // the agent's own seats left without its strength, and whether the agent was chosen.
        let mut stages = Vec::new();
        let orders = self.orders_of[agent]
            .iter()
            .map(|index| &self.orders[*index]);
        for order in orders.filter(|order| counts[order.finish] > 0.0) {
            let FinishOrder { finish, part, .. } = order;
            for rest in order.choices() {
                let mut others = 0.0;
                let mut own = 0.0;
                for &(one, seat) in rest {
                    *(if one == agent { &mut own } else { &mut others }) +=
                        worths[one] * seats[seat];
                }
                if own > 0.0 && others > 0.0 {
                    stages.push((
                        part * counts[*finish],
                        others,
                        own / worths[agent],
                        rest[0].0 == agent,
                    ));
                }
            }
        }
        if stages.is_empty() {
            return None;
        }
        let mut low = -FARTHEST;
        let mut high = FARTHEST;
        let mut at = others.agents[agent];
        for _ in 0..MOST_STEPS {
            let worth = libm::exp(at);
            let mut slope = 0.0;
            let mut curvature = 0.0;
            for &(weight, others, own, won) in &stages {
                let chance = worth * own / (worth * own + others);
                slope += weight * (f64::from(u8::from(won)) - chance);
                curvature += weight * chance * (1.0 - chance);
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
    fn slope(&self, at: &[f64], counts: &[f64]) -> (Vec<f64>, Vec<Vec<f64>>) {
        let size = at.len();
        let mut gradient = vec![0.0; size];
        let mut curvature = vec![vec![0.0; size]; size];
        // Only differences of strengths are determined: their sum is held at 0.
        let agents = 0..self.fitted.len();
        let hold = 1.0 + counts.iter().sum::<f64>();
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
        for order in &self.orders {
            let weight = order.part * counts[order.finish];
            if weight > 0.0 {
                self.add_order(order, weight, &worths, &mut gradient, &mut curvature);
            }
        }
        (gradient, curvature)
    }

    fn add_order(
        &self,
        order: &FinishOrder,
        weight: f64,
        worths: &[f64],
        gradient: &mut [f64],
        curvature: &mut [Vec<f64>],
    ) {
        for rest in order.choices() {
            let total: f64 = rest.iter().map(|place| self.worth(*place, worths)).sum();
            for p in self.parameters(rest[0]) {
                gradient[p] += weight;
            }
            for one in rest {
                let chance = self.worth(*one, worths) / total;
                for p in self.parameters(*one) {
                    gradient[p] -= weight * chance;
                    for q in self.parameters(*one) {
                        curvature[p][q] += weight * chance;
                    }
                    for other in rest {
                        let both = weight * chance * self.worth(*other, worths) / total;
                        for q in self.parameters(*other) {
                            curvature[p][q] -= both;
                        }
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
    /// See [`FinishOrder`].
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
