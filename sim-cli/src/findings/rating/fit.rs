//! Strengths of agents and of seats from the order in which they finish.
//!
//! Plackett–Luce: among those not yet placed, seat s with agent a is the next best with a chance in proportion to
//! e^(θ_a + φ_s). Seats that are level count as every order of them in equal parts. With two players this is
//! Bradley and Terry's model with an advantage of the first seat. Maximum likelihood by Newton's method, the likelihood is
//! concave. So that somebody who never loses has a finite strength, every agent and every seat also plays pseudo-games
//! against a strength of 0, half of them won (as Turner, van Etten, Firth and Kosmidis, "Modelling rankings in R: the
//! PlackettLuce package", 2020, do).

use super::finishes::Finish;
use crate::stats::linear::solve;

/// Strengths as natural logarithms of worths.
#[derive(Clone, PartialEq, Debug)]
pub struct Strengths {
    /// By agent; their mean is 0.
    pub agents: Vec<f64>,
    /// By seat; their mean is 0.
    pub seats: Vec<f64>,
}

/// One way of finishing without ties: parameters of the seats, the best first, and its part of the finish.
struct Order {
    finish: usize,
    part: f64,
    /// Agent and seat of each place.
    places: Vec<(usize, usize)>,
}

/// What is fitted, prepared for one fit after another with other counts.
pub struct Model {
    agents: usize,
    seats: usize,
    orders: Vec<Order>,
}

/// Newton's steps are no longer than this, and end when they are shorter than that.
const LONGEST: f64 = 1.0;
const SHORTEST: f64 = 1e-9;
const MOST_STEPS: usize = 200;

impl Model {
    /// A model of so many agents and seats, to be fitted to counts of these finishes.
    pub fn new(agents: usize, seats: usize, finishes: &[Finish]) -> Model {
        let mut orders = Vec::new();
        for (index, finish) in finishes.iter().enumerate() {
            let mut of_finish = Vec::new();
            list_orders(finish, &mut Vec::new(), &mut of_finish);
            let part = 1.0 / of_finish.len() as f64;
            orders.extend(of_finish.into_iter().map(|places| Order { finish: index, part, places }));
        }
        Model { agents, seats, orders }
    }

    /// The strengths that make these counts of the finishes most likely, with `pseudo` pseudo-games for each agent and
    /// seat, more than 0; `start` is where the search begins.
    pub fn fit(&self, counts: &[f64], pseudo: f64, start: Option<&Strengths>) -> Strengths {
        let size = self.agents + self.seats;
        let mut at: Vec<f64> =
            start.map_or_else(|| vec![0.0; size], |s| s.agents.iter().chain(&s.seats).copied().collect());
        for _ in 0..MOST_STEPS {
            let (gradient, curvature) = self.slope(&at, counts, pseudo);
            let Some(step) = solve(&curvature, &gradient) else { break };
            let longest = step.iter().fold(0.0_f64, |longest, s| longest.max(s.abs()));
            let scale = if longest > LONGEST { LONGEST / longest } else { 1.0 };
            at.iter_mut().zip(&step).for_each(|(x, s)| *x += scale * s);
            if longest < SHORTEST {
                break;
            }
        }
        let centred = |values: &[f64]| -> Vec<f64> {
            let mean = values.iter().sum::<f64>() / values.len() as f64;
            values.iter().map(|value| value - mean).collect()
        };
        Strengths { agents: centred(&at[..self.agents]), seats: centred(&at[self.agents..]) }
    }

    /// Gradient of the log-likelihood, and its second derivatives with the opposite sign.
    fn slope(&self, at: &[f64], counts: &[f64], pseudo: f64) -> (Vec<f64>, Vec<Vec<f64>>) {
        let size = at.len();
        let (mut gradient, mut curvature) = (vec![0.0; size], vec![vec![0.0; size]; size]);
        for (i, x) in at.iter().enumerate() {
            let wins = 1.0 / (1.0 + (-x).exp());
            gradient[i] += pseudo * (0.5 - wins);
            curvature[i][i] += pseudo * wins * (1.0 - wins);
        }
        for Order { finish, part, places } in &self.orders {
            let weight = part * counts[*finish];
            if weight > 0.0 {
                self.add_order(places, weight, at, &mut gradient, &mut curvature);
            }
        }
        (gradient, curvature)
    }

    fn add_order(
        &self,
        places: &[(usize, usize)],
        weight: f64,
        at: &[f64],
        gradient: &mut [f64],
        curvature: &mut [Vec<f64>],
    ) {
        let parameters = |&(agent, seat): &(usize, usize)| [agent, self.agents + seat];
        let worth = |place: &(usize, usize)| parameters(place).iter().map(|p| at[*p]).sum::<f64>().exp();
        for rest in (0..places.len() - 1).map(|first| &places[first..]) {
            let total: f64 = rest.iter().map(worth).sum();
            parameters(&rest[0]).iter().for_each(|p| gradient[*p] += weight);
            for one in rest {
                let chance = worth(one) / total;
                for p in parameters(one) {
                    gradient[p] -= weight * chance;
                    parameters(one).iter().for_each(|q| curvature[p][*q] += weight * chance);
                    for other in rest {
                        let both = weight * chance * worth(other) / total;
                        parameters(other).iter().for_each(|q| curvature[p][*q] -= both);
                    }
                }
            }
        }
    }
}

/// All orders without ties that agree with a finish, the best place first.
fn list_orders(finish: &Finish, placed: &mut Vec<usize>, orders: &mut Vec<Vec<(usize, usize)>>) {
    let left = || (0..finish.ranks.len()).filter(|seat| !placed.contains(seat));
    let Some(best) = left().map(|seat| finish.ranks[seat]).min() else {
        orders.push(placed.iter().map(|&seat| (finish.agents[seat], seat)).collect());
        return;
    };
    let next: Vec<usize> = left().filter(|&seat| finish.ranks[seat] == best).collect();
    for seat in next {
        placed.push(seat);
        list_orders(finish, placed, orders);
        placed.pop();
    }
}
