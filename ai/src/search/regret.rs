//! Regret of a search's allocation of playouts. A position is sampled once: all candidates in many worlds, estimated
//! after several numbers of turns. Any allocation is then judged by the choice it would have made from these samples,
//! without further play: its candidate is compared, in separate worlds, with the one preferred by all samples together.
//! Not handled: errors common to all play in the worlds, and trees.

use goldrush_engine::game::{State, View};
use goldrush_engine::rng::{StreamRng, shuffle};
use serde::{Deserialize, Serialize};

use super::reward::{NEAR, lead, to_fixed_point};
use super::rollout::play_out;
use super::root::PlayoutStrategy;
use super::sequential_halving::SequentialHalving;
use super::{Budget, PlayoutRng, Reward, SearchPolicy};
use crate::parameter::{Parameter, ParameterValues};
use crate::search::settings::{CANDIDATES, DEPTH, PRIOR_WEIGHT, RACING, SCALE, depth, playouts};

/// Extent of the samples of a position.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RegretConfig {
    /// Maximum number of candidates, the best turns of the search policy.
    pub candidates: usize,
    /// Number of worlds for choosing.
    pub worlds: usize,
    /// Turns played after a candidate's, each with an estimate; ascending.
    pub depths: Vec<usize>,
    /// Number of worlds for measuring.
    pub measured: usize,
}

/// Samples of a position, from the view of the seat to move.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct RegretSamples {
    /// Prior value by candidate, best first, in points.
    priors: Vec<f32>,
    /// By depth, world, candidate: estimated lead over the rivals, in hundredths of a point.
    margins: Vec<Vec<i16>>,
    /// By measuring world, candidate: estimated margin to the best other seat, in hundredths of a point.
    measured: Vec<i16>,
}

/// Allocation of a search's playouts.
#[derive(Clone, Copy, Debug)]
pub struct Allocation {
    playouts: u32,
    candidates: usize,
    depth: usize,
    prior_weight: f32,
    racing: f32,
    reward: Reward,
}

/// Its parameters: the relevant ones of `rollout`.
static PARAMETERS: [Parameter; 6] = [
    playouts(200),
    CANDIDATES,
    DEPTH,
    PRIOR_WEIGHT,
    RACING,
    SCALE,
];

/// Number of the first measuring world.
const TO_MEASURE: u64 = 1 << 40;
/// Hundredths per point.
const HUNDREDTHS: f32 = 100.0;
/// Number of decisions per position, each with the worlds in another order.
const DECISIONS: usize = 16;

impl Allocation {
    /// Parses `playouts=200,depth=8,…`; missing parameters are those of `rollout` for this number of players.
    ///
    /// # Errors
    /// If a name is unknown or a value not accepted; lists what is accepted.
    pub fn read(text: &str, players: usize) -> Result<Allocation, String> {
        let values = ParameterValues::read(&PARAMETERS, text)?;
        Ok(Allocation {
            playouts: values.whole("playouts") as u32,
            candidates: values.whole("candidates"),
            depth: depth(&values, players),
            prior_weight: values.get("belief"),
            racing: values.get(RACING.name),
            reward: Reward {
                scale: values.get(SCALE.name),
                near: NEAR,
            },
        })
    }

    /// Returns the number of turns played after a candidate's.
    pub fn depth(&self) -> usize {
        self.depth
    }

    /// Returns the maximum number of candidates.
    pub fn candidates(&self) -> usize {
        self.candidates
    }
}

/// Samples the position of the observer, who must be to move. Worlds for choosing are played by the search policy,
/// those for measuring by `truth`. `seed` must be unique to this position.
///
/// # Examples
///
/// ```
/// use goldrush_ai::knizia_gold::search_policy::KniziaSearchPolicy;
/// use goldrush_ai::search::Rollout;
/// use goldrush_ai::search::regret::{Allocation, RegretConfig, sample_regret};
/// use goldrush_engine::game::{Game, View};
/// use goldrush_engine::knizia_gold::{KniziaGold, Setup};
/// use goldrush_engine::player::Player;
/// use goldrush_engine::rng::{deal_stream, tool_stream};
///
/// let game = KniziaGold::deal(&Setup::new(2, false)?, &mut deal_stream(7, 0));
/// let trial = RegretConfig { candidates: 4, worlds: 16, depths: vec![2, 6], measured: 8 };
/// let (mut search_policy, mut truth) = (KniziaSearchPolicy::new(), Rollout::new(KniziaSearchPolicy::new(), usize::MAX));
/// let tries = sample_regret(&mut search_policy, &mut truth, &View::new(&game, Player::FIRST), &trial, 1);
///
/// // Regret of 16 playouts of two turns each, in points.
/// let allocation = Allocation::read("playouts=16,candidates=4,depth=2", 2)?;
/// let regret = tries.regret(&allocation, &trial.depths, &mut tool_stream(1));
/// assert!(regret.points.is_finite() && !regret.short_of_worlds);
/// # Ok::<(), String>(())
/// ```
pub fn sample_regret<S: State, G: SearchPolicy<S>, C: PlayoutStrategy<S> + ?Sized>(
    search_policy: &mut G,
    truth: &mut C,
    view: &View<S>,
    trial: &RegretConfig,
    seed: u64,
) -> RegretSamples {
    let mut turns = Vec::new();
    search_policy.set_root(view);
    search_policy.best_turns(
        &view.sample(&mut PlayoutRng::new(seed, u64::MAX)),
        trial.candidates,
        &mut turns,
    );
    let priors: Vec<f32> = turns.iter().map(|turn| turn.value).collect();
    let mut margins = vec![Vec::new(); trial.depths.len()];
    let mut measured = Vec::new();
    // A single turn needs no choice.
    if turns.len() > 1 {
        search_policy.begin(view);
        let seat = view.observer();
        let mut dealt = view.sample(&mut PlayoutRng::new(seed, 0));
        let mut world = dealt.clone();
        for number in 0..trial.worlds as u64 {
            let mut playout_rng = PlayoutRng::new(seed, number);
            view.sample_into(&mut dealt, &mut playout_rng);
            for turn in &turns {
                world.clone_from(&dealt);
                turn.moves().for_each(|mv| world.play_unchecked(mv));
                search_policy.begin_playout();
                let mut playout_rng = playout_rng.clone();
                let mut played = 0;
                for (&depth, margins) in trial.depths.iter().zip(&mut margins) {
                    let estimates =
                        play_out(search_policy, &mut world, depth - played, &mut playout_rng);
                    played = depth;
                    margins.push(hundredths(lead(NEAR, seat, world.players(), &estimates)));
                }
            }
        }
        truth.begin(view);
        for number in TO_MEASURE..TO_MEASURE + trial.measured as u64 {
            let mut playout_rng = PlayoutRng::new(seed, number);
            view.sample_into(&mut dealt, &mut playout_rng);
            for (index, turn) in turns.iter().enumerate() {
                world.clone_from(&dealt);
                turn.moves().for_each(|mv| world.play_unchecked(mv));
                let estimates = truth.run_playout(&mut world, index, &mut playout_rng.clone());
                measured.push(hundredths(Reward::margin_of(
                    seat,
                    world.players(),
                    &estimates,
                )));
            }
        }
    }
    RegretSamples {
        priors,
        margins,
        measured,
    }
}

/// Rounds points to hundredths; saturates at ±327 points.
fn hundredths(points: f32) -> i16 {
    (HUNDREDTHS * points).round() as i16
}

/// Regret of an allocation in one position.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Regret {
    /// Points lost against the choice of all samples together; negative if that choice is worse.
    pub points: f64,
    /// Mean number of playouts.
    pub playouts: f64,
    /// True if it needed more worlds than there were, and reused some.
    pub short_of_worlds: bool,
}

/// Choice of a search from samples.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SampledChoice {
    /// Chosen candidate.
    pub candidate: usize,
    /// Number of playouts until the choice.
    pub playouts: u64,
    /// True if it met some worlds twice.
    pub short_of_worlds: bool,
}

impl RegretSamples {
    /// Returns the mean regret of an allocation over random orders of the worlds. `depths` are those of the samples.
    ///
    /// # Panics
    /// If its depth is not among them.
    pub fn regret(&self, allocation: &Allocation, depths: &[usize], rng: &mut StreamRng) -> Regret {
        let mut regret = Regret {
            points: 0.0,
            playouts: 0.0,
            short_of_worlds: false,
        };
        let worlds = self.worlds();
        // A single turn was not sampled.
        if worlds == 0 {
            return regret;
        }
        let measured: Vec<f64> = (0..self.priors.len())
            .map(|candidate| self.measured(candidate))
            .collect();
        let best = measured[self.best()];
        let mut order: Vec<usize> = (0..worlds).collect();
        for _ in 0..DECISIONS {
            shuffle(rng, &mut order);
            let choice = self.choose(allocation, depths, &order);
            regret.points += (best - measured[choice.candidate]) / DECISIONS as f64;
            regret.playouts += choice.playouts as f64 / DECISIONS as f64;
            regret.short_of_worlds |= choice.short_of_worlds;
        }
        regret
    }

    /// Returns the points lost per turn by the choice of all samples instead of the choice of the measuring worlds. The
    /// choice compared in each measuring world is made by all other ones, so that no world measures its own choice.
    pub fn model_bias(&self) -> f64 {
        let candidates = self.priors.len();
        if self.measured.is_empty() {
            return 0.0;
        }
        let best = self.best();
        let sums: Vec<i64> = (0..candidates)
            .map(|candidate| self.measured_sum(candidate))
            .collect();
        let worlds = self.measured.chunks(candidates);
        let count = worlds.len() as f64;
        let lost = worlds.map(|world| {
            // Chosen by the other worlds.
            let chosen = (0..candidates)
                .rev()
                .max_by_key(|&candidate| sums[candidate] - i64::from(world[candidate]))
                .unwrap_or(best);
            i64::from(world[chosen]) - i64::from(world[best])
        });
        lost.sum::<i64>() as f64 / count / f64::from(HUNDREDTHS)
    }

    /// Returns the mean margin of a candidate in the measuring worlds, in points.
    fn measured(&self, candidate: usize) -> f64 {
        let worlds = self.measured.len() / self.priors.len();
        self.measured_sum(candidate) as f64 / worlds as f64 / f64::from(HUNDREDTHS)
    }

    /// Returns the sum of a candidate's margins in the measuring worlds, in hundredths.
    fn measured_sum(&self, candidate: usize) -> i64 {
        sum_of(&self.measured, candidate, self.priors.len())
    }

    /// Returns the number of worlds for choosing.
    fn worlds(&self) -> usize {
        self.margins
            .first()
            .map_or(0, |margins| margins.len() / self.priors.len().max(1))
    }

    /// Returns the choice of a search that meets the worlds in this order.
    ///
    /// # Panics
    /// If its depth is not among those of the samples, or there is only one candidate.
    pub fn choose(
        &self,
        allocation: &Allocation,
        depths: &[usize],
        order: &[usize],
    ) -> SampledChoice {
        let index = depths
            .iter()
            .position(|&depth| depth == allocation.depth)
            .expect("the depth is one of those tried");
        let margins = &self.margins[index];
        let candidates = self.priors.len();
        let reward = allocation.reward;
        let known = &self.priors[..allocation.candidates.min(candidates)];
        let priors = known
            .iter()
            .map(|&prior| to_fixed_point(allocation.prior_weight * reward.squash(prior)));
        let mut halving = SequentialHalving::default();
        let mut short_of_worlds = false;
        let budget = Budget::Playouts(allocation.playouts);
        let (candidate, playouts) = halving.run(
            priors,
            budget,
            allocation.racing,
            |running, worlds, rewards| {
                short_of_worlds |= worlds.end > order.len() as u64;
                for (number, rewards) in worlds.zip(rewards.chunks_exact_mut(running.len())) {
                    let first = order[number as usize % order.len()] * candidates;
                    for (&candidate, sampled) in running.iter().zip(rewards) {
                        let margin =
                            f32::from(margins[first + usize::from(candidate)]) / HUNDREDTHS;
                        *sampled = to_fixed_point(reward.squash(margin));
                    }
                }
            },
        );
        SampledChoice {
            candidate,
            playouts,
            short_of_worlds,
        }
    }

    /// Returns the candidate preferred by all samples of the greatest depth.
    fn best(&self) -> usize {
        let candidates = self.priors.len();
        let deepest = self.margins.last().map_or(&[][..], |margins| margins);
        // The first among equals, as in a search.
        (0..candidates)
            .rev()
            .max_by_key(|&candidate| sum_of(deepest, candidate, candidates))
            .unwrap_or(0)
    }
}

/// Returns the sum of a candidate's margins, which are by world and then by candidate.
fn sum_of(margins: &[i16], candidate: usize, candidates: usize) -> i64 {
    margins
        .iter()
        .skip(candidate)
        .step_by(candidates)
        .map(|&margin| i64::from(margin))
        .sum()
}

#[cfg(test)]
mod tests {
    use goldrush_engine::rng::tool_stream;

    use super::*;

    fn tries(margins: [[i16; 3]; 2], measured: &[[i16; 3]]) -> RegretSamples {
        RegretSamples {
            priors: vec![2.0, 1.0, 0.0],
            margins: vec![margins.concat()],
            measured: measured.concat(),
        }
    }

    fn regret(tries: &RegretSamples, allocation: &str) -> Regret {
        tries.regret(
            &Allocation::read(allocation, 2).unwrap(),
            &[6],
            &mut tool_stream(1),
        )
    }

    #[test]
    fn untried_candidates_cause_regret() {
        let clear = tries(
            [[0, 500, 1000], [100, 600, 1100]],
            &[[200, 300, 1000], [400, 500, 800]],
        );
        assert_eq!(
            regret(&clear, "playouts=6,belief=2"),
            Regret {
                points: 0.0,
                playouts: 5.0,
                short_of_worlds: false
            }
        );
        assert_eq!(regret(&clear, "playouts=6,candidates=2").points, 5.0);
        assert_eq!(regret(&clear, "playouts=6,candidates=1").points, 6.0);
        assert_eq!(
            regret(&clear, "playouts=6,belief=1000").points,
            6.0,
            "it believes in the first"
        );
        assert!(regret(&clear, "playouts=600").short_of_worlds);
    }

    #[test]
    fn half_of_the_decisions_fail_if_half_of_the_worlds_mislead() {
        // Both worlds together prefer the second candidate, but the first world drops it at once.
        let mixed = tries([[1000, 0, 500], [0, 3000, 0]], &[[0, 800, 0]]);
        let Regret { points, .. } = regret(&mixed, "playouts=6,belief=0");
        assert!((1.0..=7.0).contains(&points), "{points}");
        assert_eq!(regret(&mixed, "playouts=12,belief=0").points, 0.0);
    }

    #[test]
    fn choices_are_measured_in_worlds_that_did_not_make_them() {
        let tried = [[100, 0, 0], [100, 0, 0]];
        // Two of three worlds prefer the second, by so much that each pair that includes one of them chooses it.
        let blind = tries(tried, &[[0, 600, 0], [0, 600, 0], [0, -300, 0]]);
        assert_eq!(blind.model_bias(), 3.0);
        // A candidate good in one world is chosen by that world alone, which does not count.
        let overestimated = tries(tried, &[[0, 900, 0], [0, -100, 0], [0, -100, 0]]);
        assert!(
            overestimated.model_bias() < 0.0,
            "{}",
            overestimated.model_bias()
        );
    }
}
