//! What a search loses by how it spends its playouts. A position is tried out once: all candidates in many worlds, estimated
//! after several numbers of turns. Any allocation of playouts is then judged by what it would have chosen from these tries, which
//! takes no more play: the candidate is compared, in worlds that chose nothing, with the one that all tries together like best.
//! Not handled: what everybody's play in the worlds is blind to, and trees.

use goldrush_engine::game::{State, View};
use goldrush_engine::rng::{StreamRng, shuffle};
use serde::{Deserialize, Serialize};

use super::halving::Halving;
use super::reward::parts;
use super::rollout::play_out;
use super::{Budget, Dice, Guide, Reward};
use crate::parameter::{Parameter, Values};
use crate::search::settings::{BELIEF, CANDIDATES, DEPTH, SCALE, playouts, reward};

/// How thoroughly positions are tried out.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Trial {
    /// The turns that the guide likes best, at most so many.
    pub candidates: usize,
    /// Worlds to choose by.
    pub worlds: usize,
    /// Turns played on after a candidate's, each number with an estimate; ascending.
    pub depths: Vec<usize>,
    /// Worlds to measure in.
    pub measured: usize,
    /// Turns played on there.
    pub measured_depth: usize,
}

/// A position that was tried out. Margins are leads over the best other seat, to the seat to move.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Tries {
    /// By candidate, the best first: what the guide thinks of it, in points.
    opinions: Vec<f32>,
    /// By depth, then world, then candidate: estimated margin, in hundredths of a point.
    margins: Vec<Vec<i16>>,
    /// By candidate: mean margin in the other worlds, in points.
    measured: Vec<f32>,
}

/// How a search spends its playouts.
#[derive(Clone, Copy, Debug)]
pub struct Allocation {
    playouts: u32,
    candidates: usize,
    depth: usize,
    belief: f32,
    reward: Reward,
}

/// What it can be told: what `rollout` can, of that.
static PARAMETERS: [Parameter; 5] = [playouts(200), CANDIDATES, DEPTH, BELIEF, SCALE];

/// The number of the first world to measure in.
const TO_MEASURE: u64 = 1 << 40;
/// Of a point.
const HUNDREDTHS: f32 = 100.0;
/// How often a position is decided on, each time with the worlds in another order.
const DECISIONS: usize = 16;

impl Allocation {
    /// Reads `playouts=200,depth=8,…`; what is left out is as `rollout` has it.
    ///
    /// # Errors
    /// If a name is unknown or a value not possible; says what would be right.
    pub fn read(text: &str) -> Result<Allocation, String> {
        let values = Values::read(&PARAMETERS, text)?;
        Ok(Allocation {
            playouts: values.whole("playouts") as u32,
            candidates: values.whole("candidates"),
            depth: values.whole("depth"),
            belief: values.get("belief"),
            reward: reward(&values),
        })
    }

    /// Turns that are played on.
    pub fn depth(&self) -> usize {
        self.depth
    }

    /// Turns that are tried, at most.
    pub fn candidates(&self) -> usize {
        self.candidates
    }
}

/// Tries out the position of the seat that looks, whose decision it is. `seed` is of this position alone.
pub fn try_out<S: State, G: Guide<S>>(guide: &mut G, view: &View<S>, trial: &Trial, seed: u64) -> Tries {
    let mut turns = Vec::new();
    guide.look(view);
    guide.turns(&view.sample(&mut Dice::new(seed, u64::MAX)), trial.candidates, &mut turns);
    let opinions: Vec<f32> = turns.iter().map(|turn| turn.value).collect();
    let mut margins = vec![Vec::new(); trial.depths.len()];
    let mut measured = vec![0.0; turns.len()];
    // The only turn there is needs no choice.
    if turns.len() > 1 {
        guide.begin(view);
        let seat = view.observer();
        let mut dealt = view.sample(&mut Dice::new(seed, 0));
        let mut world = dealt.clone();
        for number in 0..trial.worlds as u64 {
            let mut dice = Dice::new(seed, number);
            view.sample_into(&mut dealt, &mut dice);
            for turn in &turns {
                world.clone_from(&dealt);
                turn.moves().for_each(|mv| world.play_unchecked(mv));
                guide.begin_playout();
                let (mut dice, mut played) = (dice.clone(), 0);
                for (&depth, margins) in trial.depths.iter().zip(&mut margins) {
                    let estimates = play_out(guide, &mut world, depth - played, &mut dice);
                    played = depth;
                    let margin = Reward::margin_of(seat, world.players(), &estimates);
                    margins.push((HUNDREDTHS * margin).round() as i16);
                }
            }
        }
        for number in TO_MEASURE..TO_MEASURE + trial.measured as u64 {
            let mut dice = Dice::new(seed, number);
            view.sample_into(&mut dealt, &mut dice);
            for (turn, measured) in turns.iter().zip(&mut measured) {
                world.clone_from(&dealt);
                turn.moves().for_each(|mv| world.play_unchecked(mv));
                guide.begin_playout();
                let estimates = play_out(guide, &mut world, trial.measured_depth, &mut dice.clone());
                *measured += Reward::margin_of(seat, world.players(), &estimates) / trial.measured as f32;
            }
        }
    }
    Tries { opinions, margins, measured }
}

/// What an allocation loses on one position.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Regret {
    /// Points less than what all tries together choose; below 0 if what they choose is worse.
    pub points: f64,
    /// Whether it asked for more worlds than there were, and got some twice.
    pub short_of_worlds: bool,
}

impl Tries {
    /// What an allocation loses here, on average over the worlds it may meet. `depths` are those of the trial.
    ///
    /// # Panics
    /// If its depth is none of those.
    pub fn regret(&self, allocation: &Allocation, depths: &[usize], rng: &mut StreamRng) -> Regret {
        let mut regret = Regret { points: 0.0, short_of_worlds: false };
        let worlds = self.worlds();
        // The only turn there is was not tried.
        if worlds == 0 {
            return regret;
        }
        let best = self.measured[self.best()];
        let mut order: Vec<usize> = (0..worlds).collect();
        for _ in 0..DECISIONS {
            shuffle(rng, &mut order);
            let (chosen, short_of_worlds) = self.choose(allocation, depths, &order);
            regret.points += f64::from(best - self.measured[chosen]) / DECISIONS as f64;
            regret.short_of_worlds |= short_of_worlds;
        }
        regret
    }

    /// In how many worlds all candidates were tried.
    fn worlds(&self) -> usize {
        self.margins.first().map_or(0, |margins| margins.len() / self.opinions.len().max(1))
    }

    /// The candidate that a search chooses which meets the worlds in this order, and whether it met some twice.
    ///
    /// # Panics
    /// If its depth is none of those of the trial, or there is only one candidate.
    pub fn choose(&self, allocation: &Allocation, depths: &[usize], order: &[usize]) -> (usize, bool) {
        let at = depths.iter().position(|&depth| depth == allocation.depth).expect("a depth that was tried");
        let (margins, candidates) = (&self.margins[at], self.opinions.len());
        let reward = allocation.reward;
        let known = &self.opinions[..allocation.candidates.min(candidates)];
        let beliefs = known.iter().map(|&opinion| parts(allocation.belief * reward.squash(opinion)));
        let (mut halving, mut short_of_worlds) = (Halving::default(), false);
        let (chosen, _) = halving.run(beliefs, Budget::Playouts(allocation.playouts), |running, asked, sums| {
            short_of_worlds |= asked.end > order.len() as u64;
            for number in asked {
                let first = order[number as usize % order.len()] * candidates;
                for &candidate in running {
                    let margin = f32::from(margins[first + usize::from(candidate)]) / HUNDREDTHS;
                    sums[usize::from(candidate)] += parts(reward.squash(margin));
                }
            }
        });
        (chosen, short_of_worlds)
    }

    /// The candidate that all tries of the greatest depth together like best.
    fn best(&self) -> usize {
        let candidates = self.opinions.len();
        let deepest = self.margins.last().map_or(&[][..], |margins| margins);
        let sum = |candidate: &usize| {
            let margins = deepest.iter().skip(*candidate).step_by(candidates);
            margins.map(|&margin| i64::from(margin)).sum::<i64>()
        };
        // The first of equals, as a search has it.
        (0..candidates).rev().max_by_key(sum).unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use goldrush_engine::rng::tool_stream;

    use super::*;

    fn tries(margins: [[i16; 3]; 2], measured: [f32; 3]) -> Tries {
        Tries { opinions: vec![2.0, 1.0, 0.0], margins: vec![margins.concat()], measured: measured.to_vec() }
    }

    fn regret(tries: &Tries, allocation: &str) -> Regret {
        tries.regret(&Allocation::read(allocation).unwrap(), &[6], &mut tool_stream(1))
    }

    #[test]
    fn what_a_search_does_not_try_it_loses() {
        let clear = tries([[0, 500, 1000], [100, 600, 1100]], [3.0, 4.0, 9.0]);
        assert_eq!(regret(&clear, "playouts=6"), Regret { points: 0.0, short_of_worlds: false });
        assert_eq!(regret(&clear, "playouts=6,candidates=2").points, 5.0);
        assert_eq!(regret(&clear, "playouts=6,candidates=1").points, 6.0);
        assert_eq!(regret(&clear, "playouts=6,belief=1000").points, 6.0, "it believes in the first");
        assert!(regret(&clear, "playouts=600").short_of_worlds);
    }

    #[test]
    fn half_of_the_decisions_go_wrong_if_half_of_the_worlds_mislead() {
        // Both worlds together like the second, but the first of them drops it at once.
        let mixed = tries([[1000, 0, 500], [0, 3000, 0]], [0.0, 8.0, 0.0]);
        let Regret { points, .. } = regret(&mixed, "playouts=6,belief=0");
        assert!((1.0..=7.0).contains(&points), "{points}");
        assert_eq!(regret(&mixed, "playouts=12,belief=0").points, 0.0);
    }
}
