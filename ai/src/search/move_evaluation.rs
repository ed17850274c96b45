//! What turns are worth: the most promising ones are played on to the end in common worlds.
//!
//! Selection comes first, in rounds: all turns there are, since the best may be one the search_policy thinks little of (a farmer
//! late in a game is worth ten points more than whatever it likes better), are played on for some turns in a few worlds,
//! then those that look best for longer and in more, at last a few to the end; late in a game, where all that is cheap, in
//! many. Then what was chosen is measured, in worlds that were not used for choosing. Neither what is measured nor the
//! order was picked by what is measured, so that no number is too good because it was the largest. Karnin, Koren, Somekh: Almost Optimal Exploration in Multi-Armed Bandits (2013), for the halving. Not
//! handled: that the seats would play better than the policy.

use goldrush_engine::game::{State, View};
use goldrush_engine::player::Player;
use goldrush_engine::rng::StreamRng;
use rand::Rng;
use std::sync::Mutex;

use super::rollout::play_out;
use super::{Decisions, PlayoutRng, SearchPolicy, Turn};
use crate::environment::Workers;

/// What an evaluation may cost.
#[derive(Clone, Copy, Debug)]
pub struct Thoroughness {
    /// How those are chosen that are measured.
    pub selection: Selection,
    /// Turns that are measured, at most; one that was asked for comes on top.
    pub finalists: usize,
    /// Worlds in which they are measured.
    pub worlds: usize,
}

/// How turns are chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Selection {
    /// In rounds, which together play on about so many turns: the fewer are left of the game, the more worlds.
    Rounds(usize),
    /// All turns are played to the end in so many worlds.
    Outright(usize),
}

/// A round of choosing.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Round {
    /// Turns played on, then the search_policy estimates.
    depth: usize,
    /// Candidates that go on to the next round.
    keep: usize,
    /// Its part of the work, of all rounds together.
    part: f64,
}

/// Few turns played on and an estimate vary twenty times less than a game to its end and cost a tenth, but lean to what the
/// search_policy believes in; so the end decides only among the last eight.
const ROUNDS: [Round; 4] = [
    Round { depth: 8, keep: 40, part: 0.15 },
    Round { depth: 16, keep: 16, part: 0.2 },
    Round { depth: 16, keep: 8, part: 0.15 },
    Round { depth: usize::MAX, keep: 1, part: 0.5 },
];
/// Worlds of a round: with fewer it would be a lottery, with more it would tell apart what nobody can feel.
const WORLDS: std::ops::RangeInclusive<usize> = 4..=4000;

impl Selection {
    /// The rounds for so many candidates and turns left, with the worlds of each.
    fn rounds(self, candidates: usize, left: usize) -> Vec<(Round, usize)> {
        match self {
            Selection::Outright(worlds) => vec![(Round { depth: usize::MAX, keep: 1, part: 1.0 }, worlds)],
            Selection::Rounds(work) => {
                let (mut candidates, mut part) = (candidates, 0.0);
                // A round after which nobody would have to go leaves its work to the next.
                let planned = ROUNDS.into_iter().filter_map(|round| {
                    part += round.part;
                    (candidates > round.keep).then(|| {
                        let turns = (candidates * round.depth.min(left)).max(1);
                        let worlds = std::mem::take(&mut part) * work as f64 / turns as f64;
                        candidates = round.keep;
                        (round, (worlds as usize).clamp(*WORLDS.start(), *WORLDS.end()))
                    })
                });
                planned.collect()
            }
        }
    }
}

/// The number of the first world for measuring: the same worlds however turns were chosen.
const TO_MEASURE: usize = 1 << 40;
/// Worlds that are shared among the workers at a time; between them the evaluation can be stopped.
const CHUNK: usize = 16;

/// What one turn is worth to the seat that looks.
#[derive(Clone, PartialEq, Debug)]
pub struct MoveEvaluation<M> {
    /// The turn.
    pub turn: Turn<M>,
    /// By world: the lead over the best other seat at the end, in points.
    pub margins: Vec<f32>,
    /// By world: the share of the win, 0 to 1.
    pub wins: Vec<f32>,
}

impl<M> MoveEvaluation<M> {
    /// The mean lead over the best other seat at the end, in points; not a number if there was no time for any world.
    pub fn mean_margin(&self) -> f32 {
        self.margins.iter().sum::<f32>() / self.margins.len() as f32
    }
}

/// What is asked for.
pub struct EvaluationRequest<'a, M> {
    /// What it may cost.
    pub thoroughness: Thoroughness,
    /// Turns that are to be among those measured, if they are not chosen anyway.
    pub include: &'a [Decisions<M>],
    /// Who plays the worlds.
    pub workers: Workers,
    /// Whether there is no more time: what has been played by then is the answer.
    pub stopped: &'a (dyn Fn() -> bool + Sync),
}

/// One try: the margin and the share of the win.
type PlayoutResult = (f32, f32);

/// Appraises the turns of the seat that looks, whose decision it is. The order is that of the choice, the best first; a
/// turn that was asked for may come last. What each was measured in are the same worlds in the same order, so that two can
/// be compared world by world. The result does not depend on the workers.
///
/// # Examples
///
/// ```
/// use goldrush_ai::gold_rush::search_policy::GoldRushSearchPolicy;
/// use goldrush_ai::gold_rush::heuristic::Weights;
/// use goldrush_ai::search::PlayoutPolicy;
/// use goldrush_ai::search::move_evaluation::{Selection, EvaluationRequest, Thoroughness, evaluate_moves};
/// use goldrush_ai::environment::Environment;
/// use goldrush_engine::game::{State as _, Text, View};
/// use goldrush_engine::gold_rush::{Setup, State};
/// use goldrush_engine::rng::tool_stream;
///
/// // A short game: two tiles are still to be laid.
/// let setup = Setup::printed(2);
/// let text = "tile 33 0,0 0\ntile 12d 1,0 0\ntile 26d 2,0 0\nturn 0 place\ncoming 12d 12d\n";
/// let game = State::from_text(&setup, text)?;
/// let seat = game.to_move().ok_or("the game is over")?;
///
/// let mut search_policy = GoldRushSearchPolicy::new(PlayoutPolicy::Greedy, &Weights::tuned(2), &Weights::fitted(2));
/// let thoroughness = Thoroughness { selection: Selection::Outright(2), finalists: 3, worlds: 4 };
/// let workers = Environment::sequential(2).workers;
/// let request = EvaluationRequest { thoroughness, include: &[], workers, stopped: &|| false };
/// let evaluations = evaluate_moves(&mut search_policy, &View::new(&game, seat), &request, &mut tool_stream(1));
///
/// // Three turns, each measured in the same four worlds.
/// assert_eq!(evaluations.len(), 3);
/// for evaluation in &evaluations {
///     assert_eq!(evaluation.margins.len(), 4);
///     assert!(game.is_legal(evaluation.turn.first) && evaluation.mean_margin().is_finite());
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn evaluate_moves<S, G>(
    search_policy: &mut G,
    view: &View<S>,
    request: &EvaluationRequest<S::Move>,
    rng: &mut StreamRng,
) -> Vec<MoveEvaluation<S::Move>>
where
    S: State + Sync,
    S::Move: Send + Sync,
    G: SearchPolicy<S>,
{
    let seed = rng.next_u64();
    let Thoroughness { selection, finalists, worlds } = request.thoroughness;
    search_policy.set_root(view);
    let mut turns = Vec::new();
    search_policy.best_turns(&view.sample(&mut PlayoutRng::new(seed, u64::MAX)), usize::MAX, &mut turns);
    if finalists > 0 {
        choose(search_policy, view, request, selection, seed, &mut turns);
    }
    turns.truncate(finalists);
    for &asked in request.include {
        if let [Some(first), second, third] = asked
            && !turns.iter().any(|turn| turn.decisions() == asked)
        {
            turns.push(Turn { first, second, third, value: f32::NAN });
        }
    }
    let tries = play(search_policy, view, request, &turns, seed, TO_MEASURE..TO_MEASURE + worlds, None);
    let of = |at: usize, what: fn(&PlayoutResult) -> f32| tries.iter().map(|world| what(&world[at])).collect();
    (turns.into_iter().enumerate())
        .map(|(at, turn)| MoveEvaluation { turn, margins: of(at, |t| t.0), wins: of(at, |t| t.1) })
        .collect()
}

/// Sorts the turns, the best first: those that got further in the rounds before those that did not.
fn choose<S, G>(
    search_policy: &G,
    view: &View<S>,
    request: &EvaluationRequest<S::Move>,
    selection: Selection,
    seed: u64,
    turns: &mut [Turn<S::Move>],
) where
    S: State + Sync,
    S::Move: Send + Sync,
    G: SearchPolicy<S>,
{
    let left = turns_left(&mut search_policy.clone(), view, PlayoutRng::new(seed, u64::MAX));
    let mut running: Vec<(Turn<S::Move>, f64)> = turns.iter().map(|turn| (*turn, 0.0)).collect();
    let (mut first, mut weight, mut before) = (0, 0, 0);
    for (Round { depth, keep, .. }, worlds) in selection.rounds(turns.len(), left) {
        let depth = depth.min(left);
        let tried: Vec<_> = running.iter().map(|(turn, _)| *turn).collect();
        let on = (depth < left).then_some(depth);
        let tries = play(search_policy, view, request, &tried, seed, first..first + worlds, on);
        if tries.is_empty() {
            break;
        }
        // Worlds played on as far count alike; if not as far, what was found before counts for as much as this round.
        weight = if depth == before || first == 0 { weight } else { worlds };
        for (at, (_, score)) in running.iter_mut().enumerate() {
            let sum = tries.iter().map(|world| f64::from(world[at].0)).sum::<f64>();
            *score = (*score * weight as f64 + sum) / (weight + tries.len()) as f64;
        }
        running.sort_by(|x, y| y.1.total_cmp(&x.1));
        turns.iter_mut().zip(&running).for_each(|(place, (turn, _))| *place = *turn);
        running.truncate(keep);
        (first, weight, before) = (first + worlds, weight + worlds, depth);
    }
}

/// How many turns the policy plays to the end of a world.
fn turns_left<S: State, G: SearchPolicy<S>>(
    search_policy: &mut G,
    view: &View<S>,
    mut playout_rng: PlayoutRng,
) -> usize {
    let mut world = view.sample(&mut playout_rng);
    let mut turns = 0;
    while world.to_move().is_some() {
        search_policy.play_turn(&mut world, &mut playout_rng);
        turns += 1;
    }
    turns
}

/// Plays every turn in the same worlds, on for so many turns or to the end. By world, then by turn.
fn play<S, G>(
    search_policy: &G,
    view: &View<S>,
    request: &EvaluationRequest<S::Move>,
    turns: &[Turn<S::Move>],
    seed: u64,
    worlds: std::ops::Range<usize>,
    depth: Option<usize>,
) -> Vec<Vec<PlayoutResult>>
where
    S: State + Sync,
    S::Move: Send + Sync,
    G: SearchPolicy<S>,
{
    let mut tries = Vec::with_capacity(worlds.len());
    for chunk in worlds.clone().step_by(CHUNK) {
        if (request.stopped)() {
            break;
        }
        let numbers = chunk..(chunk + CHUNK).min(worlds.end);
        let played = Mutex::new(vec![Vec::new(); numbers.len()]);
        (request.workers)(numbers.len(), &|job| {
            let mut search_policy = search_policy.clone();
            let tried =
                play_world(&mut search_policy, view, turns, PlayoutRng::new(seed, (numbers.start + job) as u64), depth);
            played.lock().expect("no worker panics")[job] = tried;
        });
        tries.extend(played.into_inner().expect("no worker panics"));
    }
    tries
}

fn play_world<S: State, G: SearchPolicy<S>>(
    search_policy: &mut G,
    view: &View<S>,
    turns: &[Turn<S::Move>],
    mut playout_rng: PlayoutRng,
    depth: Option<usize>,
) -> Vec<PlayoutResult> {
    let dealt = view.sample(&mut playout_rng);
    let mut world = dealt.clone();
    let mut each = |turn: &Turn<S::Move>| {
        world.clone_from(&dealt);
        turn.moves().for_each(|mv| world.play_unchecked(mv));
        // The same numbers for every turn: what differs is the turn.
        let mut points = play_out(search_policy, &mut world, depth.unwrap_or(usize::MAX), &mut playout_rng.clone());
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
fn outcome(seat: Player, points: &[f32]) -> PlayoutResult {
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
    fn rounds_cost_what_they_may_and_end_among_few() {
        for (candidates, left) in [(3, 70), (40, 70), (250, 70), (250, 10), (30, 2), (2000, 70)] {
            let rounds = Selection::Rounds(100_000).rounds(candidates, left);
            assert_eq!(rounds.last().unwrap().0.keep, 1, "{candidates} and {left}");
            let (mut cost, mut running) = (0, candidates);
            for (round, worlds) in rounds {
                cost += running * worlds * round.depth.min(left);
                running = round.keep;
            }
            let bounded = candidates == 2000 || candidates * left < 100;
            assert!(bounded || (95_000..=100_000).contains(&cost), "{candidates} and {left}: {cost}");
        }
        assert!(Selection::Rounds(100_000).rounds(1, 70).is_empty(), "the only turn there is needs no choice");
    }

    #[test]
    fn a_shared_win_is_shared() {
        let seat = Player::FIRST;
        assert_eq!(outcome(seat, &[7.0, 5.0, 6.0]), (1.0, 1.0));
        assert_eq!(outcome(seat, &[7.0, 7.0, 6.0]), (0.0, 0.5));
        assert_eq!(outcome(seat, &[5.0, 7.0, 5.0]), (-2.0, 0.0));
    }
}
