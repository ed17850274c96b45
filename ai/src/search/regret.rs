//! What a search loses by how it spends its playouts. A position is tried out once: all candidates in many worlds, estimated
//! after several numbers of turns. Any allocation of playouts is then judged by what it would have chosen from these tries, which
//! takes no more play: the candidate is compared, in worlds that chose nothing, with the one that all tries together like best.
//! Not handled: what everybody's play in the worlds is blind to, and trees.

use goldrush_engine::game::{State, View};
use goldrush_engine::rng::{StreamRng, shuffle};
use serde::{Deserialize, Serialize};

use super::halving::Halving;
use super::reward::{NEAR, ahead, parts};
use super::rollout::play_out;
use super::root::Continuation;
use super::{Budget, Dice, Guide, Reward};
use crate::parameter::{Parameter, Values};
use crate::search::settings::{BELIEF, CANDIDATES, DEPTH, SCALE, depth, playouts};

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
}

/// A position that was tried out, as the seat to move sees it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Tries {
    /// By candidate, the best first: what the guide thinks of it, in points.
    opinions: Vec<f32>,
    /// By depth, then world, then candidate: how far the seat is ahead of its rivals by the estimate, in hundredths of a point.
    margins: Vec<Vec<i16>>,
    /// By other world, then candidate: estimated margin to the best other seat, in hundredths of a point.
    measured: Vec<i16>,
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
    /// Parses `playouts=200,depth=8,…`; what is left out is as `rollout` has it among so many players.
    ///
    /// # Errors
    /// If a name is unknown or a value not possible; lists what is accepted.
    pub fn read(text: &str, players: usize) -> Result<Allocation, String> {
        let values = Values::read(&PARAMETERS, text)?;
        Ok(Allocation {
            playouts: values.whole("playouts") as u32,
            candidates: values.whole("candidates"),
            depth: depth(&values, players),
            belief: values.get("belief"),
            reward: Reward { scale: values.get(SCALE.name), near: NEAR },
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

/// Tries out the position of the seat that looks, whose decision it is. Worlds to choose by are played on by the guide, those to
/// measure in by `truth`. `seed` is of this position alone.
///
/// # Examples
///
/// ```
/// use goldrush_ai::knizia_gold::guide::KniziaGuide;
/// use goldrush_ai::search::Rollout;
/// use goldrush_ai::search::regret::{Allocation, Trial, try_out};
/// use goldrush_engine::game::{Game, View};
/// use goldrush_engine::knizia_gold::{KniziaGold, Setup};
/// use goldrush_engine::player::Player;
/// use goldrush_engine::rng::{deal_stream, tool_stream};
///
/// let game = KniziaGold::deal(&Setup::new(2, false)?, &mut deal_stream(7, 0));
/// let trial = Trial { candidates: 4, worlds: 16, depths: vec![2, 6], measured: 8 };
/// let (mut guide, mut truth) = (KniziaGuide::new(), Rollout::new(KniziaGuide::new(), usize::MAX));
/// let tries = try_out(&mut guide, &mut truth, &View::new(&game, Player::FIRST), &trial, 1);
///
/// // What 16 playouts of two turns each lose, in points.
/// let allocation = Allocation::read("playouts=16,candidates=4,depth=2", 2)?;
/// let regret = tries.regret(&allocation, &trial.depths, &mut tool_stream(1));
/// assert!(regret.points.is_finite() && !regret.short_of_worlds);
/// # Ok::<(), String>(())
/// ```
pub fn try_out<S: State, G: Guide<S>, C: Continuation<S>>(
    guide: &mut G,
    truth: &mut C,
    view: &View<S>,
    trial: &Trial,
    seed: u64,
) -> Tries {
    let mut turns = Vec::new();
    guide.look(view);
    guide.turns(&view.sample(&mut Dice::new(seed, u64::MAX)), trial.candidates, &mut turns);
    let opinions: Vec<f32> = turns.iter().map(|turn| turn.value).collect();
    let mut margins = vec![Vec::new(); trial.depths.len()];
    let mut measured = Vec::new();
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
                    margins.push(hundredths(ahead(NEAR, seat, world.players(), &estimates)));
                }
            }
        }
        truth.begin(view);
        for number in TO_MEASURE..TO_MEASURE + trial.measured as u64 {
            let mut dice = Dice::new(seed, number);
            view.sample_into(&mut dealt, &mut dice);
            for (at, turn) in turns.iter().enumerate() {
                world.clone_from(&dealt);
                turn.moves().for_each(|mv| world.play_unchecked(mv));
                let estimates = truth.play_on(&mut world, at, &mut dice.clone());
                measured.push(hundredths(Reward::margin_of(seat, world.players(), &estimates)));
            }
        }
    }
    Tries { opinions, margins, measured }
}

/// Points in hundredths, rounded; what is beyond ± 327 points becomes that.
fn hundredths(points: f32) -> i16 {
    (HUNDREDTHS * points).round() as i16
}

/// What an allocation loses on one position.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Regret {
    /// Points less than what all tries together choose; below 0 if what they choose is worse.
    pub points: f64,
    /// True if it asked for more worlds than there were, and got some twice.
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
        let measured: Vec<f64> = (0..self.opinions.len()).map(|candidate| self.measured(candidate)).collect();
        let best = measured[self.best()];
        let mut order: Vec<usize> = (0..worlds).collect();
        for _ in 0..DECISIONS {
            shuffle(rng, &mut order);
            let (chosen, short_of_worlds) = self.choose(allocation, depths, &order);
            regret.points += (best - measured[chosen]) / DECISIONS as f64;
            regret.short_of_worlds |= short_of_worlds;
        }
        regret
    }

    /// Returns the number of points a turn are lost by choosing as all tries together do, against choosing by the worlds to measure in. Each
    /// of those measures the choice that all the others make, so that no world measures its own.
    pub fn blindness(&self) -> f64 {
        let candidates = self.opinions.len();
        if self.measured.is_empty() {
            return 0.0;
        }
        let best = self.best();
        let sums: Vec<i64> = (0..candidates).map(|candidate| self.measured_sum(candidate)).collect();
        let worlds = self.measured.chunks(candidates);
        let count = worlds.len() as f64;
        let lost = worlds.map(|world| {
            let others = |&candidate: &usize| sums[candidate] - i64::from(world[candidate]);
            let chosen = (0..candidates).rev().max_by_key(others).unwrap_or(best);
            i64::from(world[chosen]) - i64::from(world[best])
        });
        lost.sum::<i64>() as f64 / count / f64::from(HUNDREDTHS)
    }

    /// Mean margin of a candidate in the worlds to measure in, in points.
    fn measured(&self, candidate: usize) -> f64 {
        let worlds = self.measured.len() / self.opinions.len();
        self.measured_sum(candidate) as f64 / worlds as f64 / f64::from(HUNDREDTHS)
    }

    /// Sum of the margins of a candidate there, in hundredths.
    fn measured_sum(&self, candidate: usize) -> i64 {
        self.measured.iter().skip(candidate).step_by(self.opinions.len()).map(|&margin| i64::from(margin)).sum()
    }

    /// In how many worlds all candidates were tried.
    fn worlds(&self) -> usize {
        self.margins.first().map_or(0, |margins| margins.len() / self.opinions.len().max(1))
    }

    /// Returns the candidate that a search chooses which meets the worlds in this order, and whether it met some twice.
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

    /// Returns the candidate that all tries of the greatest depth together like best.
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

    fn tries(margins: [[i16; 3]; 2], measured: &[[i16; 3]]) -> Tries {
        Tries { opinions: vec![2.0, 1.0, 0.0], margins: vec![margins.concat()], measured: measured.concat() }
    }

    fn regret(tries: &Tries, allocation: &str) -> Regret {
        tries.regret(&Allocation::read(allocation, 2).unwrap(), &[6], &mut tool_stream(1))
    }

    #[test]
    fn what_a_search_does_not_try_it_loses() {
        let clear = tries([[0, 500, 1000], [100, 600, 1100]], &[[200, 300, 1000], [400, 500, 800]]);
        assert_eq!(regret(&clear, "playouts=6"), Regret { points: 0.0, short_of_worlds: false });
        assert_eq!(regret(&clear, "playouts=6,candidates=2").points, 5.0);
        assert_eq!(regret(&clear, "playouts=6,candidates=1").points, 6.0);
        assert_eq!(regret(&clear, "playouts=6,belief=1000").points, 6.0, "it believes in the first");
        assert!(regret(&clear, "playouts=600").short_of_worlds);
    }

    #[test]
    fn half_of_the_decisions_go_wrong_if_half_of_the_worlds_mislead() {
        // Both worlds together like the second, but the first of them drops it at once.
        let mixed = tries([[1000, 0, 500], [0, 3000, 0]], &[[0, 800, 0]]);
        let Regret { points, .. } = regret(&mixed, "playouts=6,belief=0");
        assert!((1.0..=7.0).contains(&points), "{points}");
        assert_eq!(regret(&mixed, "playouts=12,belief=0").points, 0.0);
    }

    #[test]
    fn a_choice_is_measured_in_worlds_that_did_not_make_it() {
        let tried = [[100, 0, 0], [100, 0, 0]];
        // Two of three worlds like the second best, by so much that each pair that has one of them chooses it.
        let blind = tries(tried, &[[0, 600, 0], [0, 600, 0], [0, -300, 0]]);
        assert_eq!(blind.blindness(), 3.0);
        // What is good in one world alone is chosen by it alone, which does not count.
        let lucky = tries(tried, &[[0, 900, 0], [0, -100, 0], [0, -100, 0]]);
        assert!(lucky.blindness() < 0.0, "{}", lucky.blindness());
    }
}
