//! What turns are worth: the most promising ones are played on to the end in common worlds.
//!
//! First all candidates are tried in the same few worlds, played on for some turns, and the better half goes on until
//! few are left. Then these alone are played out in worlds that were not used for choosing them, so that what is said
//! of them is not too good because they were chosen. Not handled: that the seats would play better than the policy.

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
    /// Turns that are looked at, at most.
    pub candidates: usize,
    /// Turns that are played out to the end, at most; those that were asked for come on top.
    pub finalists: usize,
    /// Worlds in which they are played out.
    pub worlds: usize,
}

/// Worlds of each round of choosing.
const WORLDS_TO_CHOOSE: usize = 12;
/// Turns played on in a round of choosing.
const TURNS_TO_CHOOSE: usize = 8;
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

/// Appraises the turns of the seat that looks, whose decision it is. The best comes first; what each was played in are
/// the same worlds in the same order, so that two can be compared world by world. The result does not depend on the
/// workers.
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
    let Thoroughness { candidates, finalists, worlds } = question.thoroughness;
    guide.look(view);
    let mut turns = Vec::new();
    guide.turns(&view.sample(&mut Dice::new(seed, u64::MAX)), candidates, &mut turns);
    let mut first = 0;
    while turns.len() > finalists && !(question.stopped)() {
        let tries = play(guide, view, question, &turns, seed, first..first + WORLDS_TO_CHOOSE, Some(TURNS_TO_CHOOSE));
        first += WORLDS_TO_CHOOSE;
        let mut sums: Vec<(f32, Turn<S::Move>)> =
            (turns.iter().enumerate()).map(|(at, turn)| (tries.iter().map(|world| world[at].0).sum(), *turn)).collect();
        sums.sort_by(|x, y| y.0.total_cmp(&x.0));
        turns = sums.into_iter().map(|(_, turn)| turn).collect();
        turns.truncate(turns.len().div_ceil(2).max(finalists));
    }
    turns.truncate(finalists.max(1));
    if let Some(asked @ [Some(first), second, third]) = question.include
        && !turns.iter().any(|turn| turn.decisions() == asked)
    {
        turns.push(Turn { first, second, third, value: f32::NAN });
    }
    let tries = play(guide, view, question, &turns, seed, first..first + worlds, None);
    let of = |at: usize, what: fn(&Try) -> f32| tries.iter().map(|world| what(&world[at])).collect();
    let mut appraisals: Vec<_> = (turns.into_iter().enumerate())
        .map(|(at, turn)| Appraisal { turn, margins: of(at, |t| t.0), wins: of(at, |t| t.1) })
        .collect();
    appraisals.sort_by(|x, y| y.mean_margin().total_cmp(&x.mean_margin()));
    appraisals
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
    fn a_shared_win_is_shared() {
        let seat = Player::FIRST;
        assert_eq!(outcome(seat, &[7.0, 5.0, 6.0]), (1.0, 1.0));
        assert_eq!(outcome(seat, &[7.0, 7.0, 6.0]), (0.0, 0.5));
        assert_eq!(outcome(seat, &[5.0, 7.0, 5.0]), (-2.0, 0.0));
    }
}
