//! What turns are worth: the most promising ones are played on to the end in common worlds.
//!
//! Choosing comes first, in rounds: all turns there are, since the best may be one the guide thinks little of (a farmer late in a
//! game is worth ten points more than whatever it likes better), are played on for some turns in a few worlds, then those that look best
//! for longer and in more, at last a few to the end. Then what was chosen is measured, in worlds that were not used for
//! choosing. Neither what is measured nor the order was picked by what is measured, so that no number is too good because
//! it was the largest. Karnin, Koren, Somekh: Almost Optimal Exploration in Multi-Armed Bandits (2013), for the halving. Not
//! handled: that the seats would play better than the policy.

use goldrush_engine::game::{State, View};
use goldrush_engine::player::Player;
use goldrush_engine::rng::StreamRng;
use rand::Rng;
use std::sync::Mutex;

use super::rollout::play_out;
use super::{Decisions, Dice, Guide, Turn};
use crate::surroundings::Workers;

/// What an appraisal may cost.
#[derive(Clone, Copy, Debug)]
pub struct Thoroughness {
    /// How those are chosen that are measured.
    pub choosing: Choosing,
    /// Turns that are measured, at most; one that was asked for comes on top.
    pub finalists: usize,
    /// Worlds in which they are measured.
    pub worlds: usize,
}

/// How turns are chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Choosing {
    /// In rounds, of which the last plays a few turns to the end in so many worlds.
    Rounds(usize),
    /// All turns are played to the end in so many worlds.
    Outright(usize),
}

/// A round of choosing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Round {
    /// Worlds of its own.
    worlds: usize,
    /// Turns played on, then the guide estimates; none if to the end.
    depth: Option<usize>,
    /// Candidates that go on to the next round.
    keep: usize,
}

impl Choosing {
    /// Few turns played on and an estimate vary twenty times less than a game to its end and cost a tenth, but lean to
    /// what the guide believes in; so the end decides only among the last eight. Tried on 24 positions of Gold Rush and
    /// Carcassonne with all their turns: as good as 200 worlds to the end for everything.
    fn rounds(self) -> Vec<Round> {
        match self {
            Choosing::Outright(worlds) => vec![Round { worlds, depth: None, keep: 0 }],
            Choosing::Rounds(worlds) => vec![
                Round { worlds: worlds.div_ceil(8), depth: Some(8), keep: 40 },
                Round { worlds: worlds.div_ceil(4), depth: Some(16), keep: 16 },
                Round { worlds: worlds.div_ceil(2), depth: Some(16), keep: 8 },
                Round { worlds, depth: None, keep: 0 },
            ],
        }
    }
}

/// The number of the first world for measuring: the same worlds however turns were chosen.
const TO_MEASURE: usize = 1 << 40;
/// Worlds that are shared among the workers at a time; between them the appraisal can be stopped.
const CHUNK: usize = 16;

/// What one turn is worth to the seat that looks.
#[derive(Clone, PartialEq, Debug)]
pub struct Appraisal<M> {
    /// The turn.
    pub turn: Turn<M>,
    /// By world: the lead over the best other seat at the end, in points.
    pub margins: Vec<f32>,
    /// By world: the share of the win, 0 to 1.
    pub wins: Vec<f32>,
}

impl<M> Appraisal<M> {
    /// The mean lead over the best other seat at the end, in points; not a number if there was no time for any world.
    pub fn mean_margin(&self) -> f32 {
        self.margins.iter().sum::<f32>() / self.margins.len() as f32
    }
}

/// What is asked for.
pub struct Question<'a, M> {
    /// What it may cost.
    pub thoroughness: Thoroughness,
    /// A turn that is to be among those played out, if it is not chosen anyway.
    pub include: Option<Decisions<M>>,
    /// Who plays the worlds.
    pub workers: Workers,
    /// Whether there is no more time: what has been played by then is the answer.
    pub stopped: &'a (dyn Fn() -> bool + Sync),
}

/// One try: the margin and the share of the win.
type Try = (f32, f32);

/// Appraises the turns of the seat that looks, whose decision it is. The order is that of the choice, the best first; a
/// turn that was asked for may come last. What each was measured in are the same worlds in the same order, so that two can
/// be compared world by world. The result does not depend on the workers.
pub fn appraise<S, G>(
    guide: &mut G,
    view: &View<S>,
    question: &Question<S::Move>,
    rng: &mut StreamRng,
) -> Vec<Appraisal<S::Move>>
where
    S: State + Sync,
    S::Move: Send + Sync,
    G: Guide<S>,
{
    let seed = rng.next_u64();
    let Thoroughness { choosing, finalists, worlds } = question.thoroughness;
    guide.look(view);
    let mut turns = Vec::new();
    guide.turns(&view.sample(&mut Dice::new(seed, u64::MAX)), usize::MAX, &mut turns);
    choose(guide, view, question, choosing, seed, &mut turns);
    turns.truncate(finalists.max(1));
    if let Some(asked @ [Some(first), second, third]) = question.include
        && !turns.iter().any(|turn| turn.decisions() == asked)
    {
        turns.push(Turn { first, second, third, value: f32::NAN });
    }
    let tries = play(guide, view, question, &turns, seed, TO_MEASURE..TO_MEASURE + worlds, None);
    let of = |at: usize, what: fn(&Try) -> f32| tries.iter().map(|world| what(&world[at])).collect();
    (turns.into_iter().enumerate())
        .map(|(at, turn)| Appraisal { turn, margins: of(at, |t| t.0), wins: of(at, |t| t.1) })
        .collect()
}

/// Sorts the turns, the best first: those that got further in the rounds before those that did not.
fn choose<S, G>(
    guide: &G,
    view: &View<S>,
    question: &Question<S::Move>,
    choosing: Choosing,
    seed: u64,
    turns: &mut [Turn<S::Move>],
) where
    S: State + Sync,
    S::Move: Send + Sync,
    G: Guide<S>,
{
    let mut running: Vec<(Turn<S::Move>, f64)> = turns.iter().map(|turn| (*turn, f64::NAN)).collect();
    let mut first = 0;
    for Round { worlds, depth, keep } in choosing.rounds() {
        // The only turn there is needs no choice.
        if turns.len() < 2 {
            break;
        }
        let tried: Vec<_> = running.iter().map(|(turn, _)| *turn).collect();
        let tries = play(guide, view, question, &tried, seed, first..first + worlds, depth);
        if tries.is_empty() {
            break;
        }
        for (at, (_, score)) in running.iter_mut().enumerate() {
            let mean = tries.iter().map(|world| f64::from(world[at].0)).sum::<f64>() / tries.len() as f64;
            // What was found before counts for as much as this round.
            *score = if first == 0 { mean } else { (mean + *score) / 2.0 };
        }
        running.sort_by(|x, y| y.1.total_cmp(&x.1));
        turns.iter_mut().zip(&running).for_each(|(place, (turn, _))| *place = *turn);
        running.truncate(keep.max(1));
        first += worlds;
    }
}

/// Plays every turn in the same worlds, on for so many turns or to the end. By world, then by turn.
fn play<S, G>(
    guide: &G,
    view: &View<S>,
    question: &Question<S::Move>,
    turns: &[Turn<S::Move>],
    seed: u64,
    worlds: std::ops::Range<usize>,
    depth: Option<usize>,
) -> Vec<Vec<Try>>
where
    S: State + Sync,
    S::Move: Send + Sync,
    G: Guide<S>,
{
    let mut tries = Vec::with_capacity(worlds.len());
    for chunk in worlds.clone().step_by(CHUNK) {
        if (question.stopped)() {
            break;
        }
        let numbers = chunk..(chunk + CHUNK).min(worlds.end);
        let played = Mutex::new(vec![Vec::new(); numbers.len()]);
        (question.workers)(numbers.len(), &|job| {
            let mut guide = guide.clone();
            let tried = play_world(&mut guide, view, turns, Dice::new(seed, (numbers.start + job) as u64), depth);
            played.lock().expect("no worker panics")[job] = tried;
        });
        tries.extend(played.into_inner().expect("no worker panics"));
    }
    tries
}

fn play_world<S: State, G: Guide<S>>(
    guide: &mut G,
    view: &View<S>,
    turns: &[Turn<S::Move>],
    mut dice: Dice,
    depth: Option<usize>,
) -> Vec<Try> {
    let dealt = view.sample(&mut dice);
    let mut world = dealt.clone();
    let mut each = |turn: &Turn<S::Move>| {
        world.clone_from(&dealt);
        turn.moves().for_each(|mv| world.play_unchecked(mv));
        // The same numbers for every turn: what differs is the turn.
        let mut points = play_out(guide, &mut world, depth.unwrap_or(usize::MAX), &mut dice.clone());
        if world.to_move().is_none() {
            for (seat, score) in world.scores().iter() {
                points[seat.index()] = f32::from(score);
            }
        }
        outcome(view.observer(), &points[..world.players()])
    };
    turns.iter().map(&mut each).collect()
}

/// The lead of a seat over the best other, and its share of the win.
fn outcome(seat: Player, points: &[f32]) -> Try {
    let own = points[seat.index()];
    let others = points.iter().enumerate().filter(|&(at, _)| at != seat.index()).map(|(_, &p)| p);
    let best = others.clone().fold(f32::MIN, f32::max);
    let equals = 1 + others.filter(|&p| p == own).count();
    (own - best, if own < best { 0.0 } else { 1.0 / equals as f32 })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounds_grow_in_worlds_and_shrink_in_turns() {
        let rounds = Choosing::Rounds(96).rounds();
        assert!(rounds.is_sorted_by(|x, y| x.worlds < y.worlds && x.keep > y.keep));
        assert_eq!(rounds.iter().map(|round| round.worlds).collect::<Vec<_>>(), [12, 24, 48, 96]);
        assert!(Choosing::Rounds(1).rounds().iter().all(|round| round.worlds == 1));
    }

    #[test]
    fn a_shared_win_is_shared() {
        let seat = Player::FIRST;
        assert_eq!(outcome(seat, &[7.0, 5.0, 6.0]), (1.0, 1.0));
        assert_eq!(outcome(seat, &[7.0, 7.0, 6.0]), (0.0, 0.5));
        assert_eq!(outcome(seat, &[5.0, 7.0, 5.0]), (-2.0, 0.0));
    }
}
