//! Evaluation of moves: the most promising turns are played to the end in common worlds.
//!
//! Selection comes first, in rounds, since the best turn may be one that the search policy ranks low (a farmer late in
//! a game can be worth ten points more than its favorites). All turns are played for some turns in a few worlds, then
//! the best ones for longer and in more worlds, finally a few to the end; late in a game, where that is cheap, in many
//! worlds. The selected turns are then measured in separate worlds. Neither the selection nor the order depends on the
//! measured values, so no value is too high because it was the maximum. Karnin, Koren, Somekh: Almost Optimal
//! Exploration in Multi-Armed Bandits (2013), for the halving. Not handled: seats that would play better than the
//! policy.

use goldrush_engine::game::{MAX_SOURCES, Points, State, View, WHOLE_WIN, win_shares};
use goldrush_engine::player::{MAX_PLAYERS, Player};
use goldrush_engine::rng::StreamRng;
use rand::Rng;
use std::cmp::Ordering;
use std::sync::Mutex;

use super::rollout::play_out;
use super::{Decisions, Estimates, PlayoutRng, SearchPolicy, SolvedMove, Turn};
use crate::environment::Workers;

/// Budget of an evaluation.
#[derive(Clone, Copy, Debug)]
pub struct Thoroughness {
    /// Selection of the turns to measure.
    pub selection: Selection,
    /// Maximum number of turns measured; requested ones are added.
    pub finalists: usize,
    /// Number of worlds in which they are measured.
    pub worlds: usize,
}

/// Method of selecting turns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Selection {
    /// In rounds, with a total budget of turns played; the shorter the rest of the game, the more worlds.
    Rounds(usize),
    /// The same, but turns that are clearly beaten are dropped within a round, and a round ends once it has dropped enough:
    /// the budget is a limit. Maron, Moore: Hoeffding races (1993).
    Race(usize),
    /// All turns are played to the end in this number of worlds.
    Outright(usize),
}

/// A round of the selection.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Round {
    /// Number of turns played before the search policy estimates.
    depth: usize,
    /// Number of candidates that reach the next round.
    keep: usize,
    /// Share of the total work.
    part: f64,
}

/// A few turns with an estimate vary twenty times less than a full game and cost a tenth, but are biased towards the
/// search policy's beliefs; so full games decide among the last eight.
const ROUNDS: [Round; 4] = [
    Round {
        depth: 8,
        keep: 40,
        part: 0.15,
    },
    Round {
        depth: 16,
        keep: 16,
        part: 0.2,
    },
    Round {
        depth: 16,
        keep: 8,
        part: 0.15,
    },
    Round {
        depth: usize::MAX,
        keep: 1,
        part: 0.5,
    },
];
/// Bounds on the worlds of a round: fewer would be a lottery, more would resolve differences nobody can notice.
const WORLDS: std::ops::RangeInclusive<usize> = 4..=4000;

impl Selection {
    /// Returns the rounds with their numbers of worlds, for a number of candidates and of turns left.
    fn rounds(self, candidates: usize, left: usize) -> Vec<(Round, usize)> {
        match self {
            Selection::Outright(worlds) => vec![(
                Round {
                    depth: usize::MAX,
                    keep: 1,
                    part: 1.0,
                },
                worlds,
            )],
            Selection::Rounds(work) | Selection::Race(work) => {
                let mut candidates = candidates;
                let mut part = 0.0;
                // A round that would drop no candidate leaves its work to the next.
                let planned = ROUNDS.into_iter().filter_map(|round| {
                    part += round.part;
                    (candidates > round.keep).then(|| {
                        let turns = (candidates * round.depth.min(left)).max(1);
                        let worlds = std::mem::take(&mut part) * work as f64 / turns as f64;
                        candidates = round.keep;
                        (
                            round,
                            (worlds as usize).clamp(*WORLDS.start(), *WORLDS.end()),
                        )
                    })
                });
                planned.collect()
            }
        }
    }
}

/// Number of the first measuring world, so that the worlds do not depend on the selection.
const TO_MEASURE: u64 = 1 << 40;
/// Number of worlds shared among the workers at a time; the evaluation can stop between chunks.
const CHUNK: usize = 16;

/// Number of worlds of a race between comparisons with the leader.
const HEAT: usize = 8;
/// Standard errors behind the leader at which a turn is beaten.
const BEATEN: f64 = 2.5;

/// Evaluation of one turn for the observer.
#[derive(Clone, PartialEq, Debug)]
pub struct MoveEvaluation<M> {
    /// The turn.
    pub turn: Turn<M>,
    /// True if the rest of the game was solved: every turn of every seat was tried with every tile that may come.
    pub exact: bool,
    /// By world: final lead over the best other seat, in points; the same expected lead in all worlds if it is exact.
    pub margins: Vec<f32>,
    /// By world: share of the win, 0 to 1.
    pub wins: Vec<f32>,
    /// By world: final points.
    pub points: Vec<PointsBySource>,
}

/// Points of each seat by source; those of seats that do not play are 0.
pub type PointsBySource = [[Points; MAX_SOURCES]; MAX_PLAYERS];

impl<M> MoveEvaluation<M> {
    /// Collects the results of a turn by world; `lead` is its exact lead if the rest of the game was solved.
    fn new(
        turn: Turn<M>,
        lead: Option<f32>,
        results: impl Iterator<Item = PlayoutResult> + Clone,
    ) -> MoveEvaluation<M> {
        MoveEvaluation {
            turn,
            exact: lead.is_some(),
            margins: results
                .clone()
                .map(|result| lead.unwrap_or(result.margin))
                .collect(),
            wins: results.clone().map(|result| result.win).collect(),
            points: results.map(|result| result.points).collect(),
        }
    }

    /// Adds the results of more worlds.
    pub fn extend(&mut self, more: MoveEvaluation<M>) {
        self.margins.extend(more.margins);
        self.wins.extend(more.wins);
        self.points.extend(more.points);
    }

    /// Returns the mean final lead over the best other seat, in points; NaN if there was no time for any world.
    pub fn mean_margin(&self) -> f32 {
        self.margins.iter().sum::<f32>() / self.margins.len() as f32
    }
}

/// Request for an evaluation.
pub struct EvaluationRequest<'a, M> {
    /// Budget.
    pub thoroughness: Thoroughness,
    /// Turns to measure even if they are not selected.
    pub include: &'a [Decisions<M>],
    /// Workers that play the worlds.
    pub workers: Workers,
    /// Returns true when time is up; the result is based on what has been played by then.
    pub stopped: &'a (dyn Fn() -> bool + Sync),
}

/// Result of one playout.
#[derive(Clone, Copy)]
struct PlayoutResult {
    margin: f32,
    /// NaN if it was not played to the end.
    win: f32,
    /// 0 if it was not played to the end.
    points: PointsBySource,
}

/// Ends of games that may be evaluated to solve a position: about a second.
const MOST_ENDS: u64 = 200_000;

/// Evaluates the turns of the observer, who must be to move. Turns are in the order of the selection, best first;
/// requested ones may come last. All are measured in the same worlds in the same order, so they can be compared world
/// by world. The result does not depend on the workers.
///
/// # Examples
///
/// ```
/// use goldrush_ai::gold_rush::search_policy::GoldRushSearchPolicy;
/// use goldrush_ai::weights::SearchWeights;
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
/// let mut search_policy = GoldRushSearchPolicy::new(PlayoutPolicy::Greedy, SearchWeights::for_players(2));
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
    G: SearchPolicy<S> + Clone,
{
    let seed = rng.next_u64();
    let Thoroughness {
        selection,
        finalists,
        worlds,
    } = request.thoroughness;
    search_policy.set_root(view);
    let mut turns = Vec::new();
    search_policy.best_turns(
        &view.sample(&mut PlayoutRng::new(seed, u64::MAX)),
        usize::MAX,
        &mut turns,
    );
    let all = turns
        .iter()
        .map(Turn::decisions)
        .chain(request.include.iter().copied());
    let leads = exact_leads(search_policy, view, seed, all);
    if let Some(leads) = &leads {
        let mut order: Vec<_> = leads.iter().map(|&(_, lead)| lead).zip(turns).collect();
        order.sort_by(|x, y| y.0.total_cmp(&x.0));
        turns = order.into_iter().map(|(_, turn)| turn).collect();
    } else if finalists > 0 {
        rank(search_policy, view, request, selection, seed, &mut turns);
    }
    turns.truncate(finalists);
    for &included in request.include {
        if let [Some(first), second, third] = included
            && !turns.iter().any(|turn| turn.decisions() == included)
        {
            turns.push(Turn {
                first,
                second,
                third,
                value: f32::NAN,
            });
        }
    }
    let results = play(
        search_policy,
        view,
        request,
        &turns,
        seed,
        (TO_MEASURE, worlds),
        None,
    );
    turns
        .into_iter()
        .enumerate()
        .map(|(at, turn)| {
            let lead = leads
                .as_ref()
                .and_then(|leads| exact_lead(leads, &turn.decisions()));
            MoveEvaluation::new(turn, lead, results.iter().map(|world| world[at]))
        })
        .collect()
}

fn exact_lead<M: PartialEq>(leads: &[(Decisions<M>, f32)], turn: &Decisions<M>) -> Option<f32> {
    let known = leads.iter().find(|(decisions, _)| decisions == turn);
    known.map(|&(_, lead)| lead)
}

/// Returns the exact leads of turns, in their order, after the best play of all seats; `None` if the rest of the game cannot be
/// solved.
fn exact_leads<S, G>(
    search_policy: &mut G,
    view: &View<S>,
    seed: u64,
    turns: impl Iterator<Item = Decisions<S::Move>>,
) -> Option<Vec<(Decisions<S::Move>, f32)>>
where
    S: State,
    G: SearchPolicy<S> + Clone,
{
    let dealt = view.sample(&mut PlayoutRng::new(seed, u64::MAX));
    // Values of next decisions, by the decisions before them.
    let mut solved = vec![(Vec::new(), solve(search_policy, view)?)];
    let mut leads = Vec::new();
    for turn in turns {
        let mut before: Vec<_> = turn.into_iter().flatten().collect();
        let last = before.pop()?;
        let known = solved
            .iter()
            .position(|(decisions, _)| *decisions == before);
        let at = match known {
            Some(at) => at,
            None => {
                let mut world = dealt.clone();
                before.iter().for_each(|&mv| world.play_unchecked(mv));
                let moves = solve(search_policy, &View::new(&world, view.observer()))?;
                solved.push((before, moves));
                solved.len() - 1
            }
        };
        let value = solved[at].1.iter().find(|solved| solved.mv == last)?.value;
        leads.push((turn, value));
    }
    Some(leads)
}

/// Returns the moves with their exact leads, if the rest of the game can be solved.
fn solve<S: State, G: SearchPolicy<S>>(
    search_policy: &mut G,
    view: &View<S>,
) -> Option<Vec<SolvedMove<S::Move>>> {
    let mut moves = Vec::new();
    search_policy
        .solve(
            view,
            &|seat, players, points: &Estimates| margin(seat, &points[..players]),
            MOST_ENDS,
            &mut moves,
        )
        .then_some(moves)
}

/// Sorts the turns, best first: those that survived more rounds come first.
fn rank<S, G>(
    search_policy: &G,
    view: &View<S>,
    request: &EvaluationRequest<S::Move>,
    selection: Selection,
    seed: u64,
    turns: &mut [Turn<S::Move>],
) where
    S: State + Sync,
    S::Move: Send + Sync,
    G: SearchPolicy<S> + Clone,
{
    let left = turns_left(
        &mut search_policy.clone(),
        view,
        PlayoutRng::new(seed, u64::MAX),
    );
    let mut running: Vec<Runner<S::Move>> = turns.iter().map(|&turn| Runner::new(turn)).collect();
    let mut first = 0;
    let mut weight = 0;
    let mut before = 0;
    for (Round { depth, keep, .. }, worlds) in selection.rounds(turns.len(), left) {
        let depth = depth.min(left);
        let on = (depth < left).then_some(depth);
        let races = matches!(selection, Selection::Race(_));
        let heat = if races { HEAT } else { worlds };
        let mut active = running.len();
        let mut played = 0;
        while played < worlds && (active > keep || !races) {
            let tried: Vec<_> = running[..active].iter().map(|runner| runner.turn).collect();
            let numbers = ((first + played) as u64, heat.min(worlds - played));
            let results = play(search_policy, view, request, &tried, seed, numbers, on);
            if results.is_empty() {
                break;
            }
            for (at, runner) in running[..active].iter_mut().enumerate() {
                let margins = results.iter().map(|world| world[at].margin);
                runner.margins.extend(margins);
            }
            played += results.len();
            if races {
                active = drop_beaten(&mut running[..active]);
            }
        }
        if played == 0 {
            break;
        }
        // Rounds of equal depth count by their worlds; all shallower rounds together count as much as this one.
        weight = if depth == before || first == 0 {
            weight
        } else {
            worlds
        };
        running.iter_mut().for_each(|runner| runner.finish(weight));
        running[..active].sort_by(Runner::by_score);
        running[active..].sort_by(Runner::by_score);
        turns
            .iter_mut()
            .zip(&running)
            .for_each(|(place, runner)| *place = runner.turn);
        running.truncate(keep);
        first += worlds;
        weight += worlds;
        before = depth;
    }
}

/// A turn that may be selected.
struct Runner<M> {
    turn: Turn<M>,
    /// Mean margin in the rounds before, in points.
    score: f64,
    /// By world of this round.
    margins: Vec<f32>,
}

impl<M> Runner<M> {
    fn new(turn: Turn<M>) -> Runner<M> {
        Runner {
            turn,
            score: 0.0,
            margins: Vec::new(),
        }
    }

    fn mean(&self) -> f64 {
        self.margins.iter().map(|&x| f64::from(x)).sum::<f64>() / self.margins.len() as f64
    }

    /// Orders by score, best first.
    fn by_score(&self, other: &Runner<M>) -> Ordering {
        other.score.total_cmp(&self.score)
    }

    /// Adds a round to the score, which has counted for `weight` worlds.
    fn finish(&mut self, weight: usize) {
        let sum = self.mean() * self.margins.len() as f64;
        self.score = (self.score * weight as f64 + sum) / (weight + self.margins.len()) as f64;
        self.margins.clear();
    }
}

/// Moves the turns that are clearly beaten by the leader of this round to the end; returns how many are left.
fn drop_beaten<M>(active: &mut [Runner<M>]) -> usize {
    let leader = (0..active.len())
        .max_by(|&x, &y| active[x].mean().total_cmp(&active[y].mean()))
        .expect("a turn is left");
    active.swap(0, leader);
    let worlds = active[0].margins.len() as f64;
    let mut behind = Vec::new();
    for other in &active[1..] {
        let differences = active[0].margins.iter().zip(&other.margins);
        let differences = differences.map(|(best, other)| f64::from(best - other));
        let mean = differences.clone().sum::<f64>() / worlds;
        let variance = differences.map(|x| (x - mean).powi(2)).sum::<f64>() / (worlds - 1.0);
        behind.push((mean, variance));
    }
    // Few worlds can show too little variance by chance.
    let usual = behind.iter().map(|(_, variance)| variance).sum::<f64>() / behind.len() as f64;
    let mut left = 1;
    for (at, (mean, variance)) in (1..).zip(behind) {
        if mean <= BEATEN * (variance.max(usual) / worlds).sqrt() {
            active.swap(left, at);
            left += 1;
        }
    }
    left
}

/// Returns the number of turns that the policy plays to the end of a world.
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

/// Plays every turn in the same worlds, given by the number of the first and how many, for a number of turns or to the end.
/// Results by world, then by turn.
fn play<S, G>(
    search_policy: &G,
    view: &View<S>,
    request: &EvaluationRequest<S::Move>,
    turns: &[Turn<S::Move>],
    seed: u64,
    (first, worlds): (u64, usize),
    depth: Option<usize>,
) -> Vec<Vec<PlayoutResult>>
where
    S: State + Sync,
    S::Move: Send + Sync,
    G: SearchPolicy<S> + Clone,
{
    let mut results = Vec::with_capacity(worlds);
    for chunk in (0..worlds).step_by(CHUNK) {
        if (request.stopped)() {
            break;
        }
        let jobs = (worlds - chunk).min(CHUNK);
        let played = Mutex::new(vec![Vec::new(); jobs]);
        (request.workers)(jobs, &|job| {
            let mut search_policy = search_policy.clone();
            let playout_rng = PlayoutRng::new(seed, first + (chunk + job) as u64);
            let tried = play_world(&mut search_policy, view, turns, playout_rng, depth);
            played.lock().expect("no worker panicked")[job] = tried;
        });
        results.extend(played.into_inner().expect("no worker panicked"));
    }
    results
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
    turns
        .iter()
        .map(|turn| {
            world.clone_from(&dealt);
            turn.moves().for_each(|mv| world.play_unchecked(mv));
            // The same random numbers for every turn, so that only the turn differs.
            let mut playout_rng = playout_rng.clone();
            let turns = depth.unwrap_or(usize::MAX);
            let estimates = play_out(search_policy, &mut world, turns, &mut playout_rng);
            if world.to_move().is_none() {
                return outcome(&world, view.observer());
            }
            PlayoutResult {
                margin: margin(view.observer(), &estimates[..world.players()]),
                win: f32::NAN,
                points: PointsBySource::default(),
            }
        })
        .collect()
}

/// Returns the result of a finished game for a seat.
fn outcome<S: State>(over: &S, seat: Player) -> PlayoutResult {
    let mut scores = [0.0; MAX_PLAYERS];
    let mut points = PointsBySource::default();
    for (seat, score) in over.scores().iter() {
        scores[seat.index()] = f32::from(score);
        points[seat.index()] = over.sources(seat);
    }
    let share = win_shares(&over.standings())[seat];
    let win = f32::from(share) / f32::from(WHOLE_WIN);
    PlayoutResult {
        margin: margin(seat, &scores[..over.players()]),
        win,
        points,
    }
}

/// Returns a seat's lead over the best other.
fn margin(seat: Player, points: &[f32]) -> f32 {
    let others = points
        .iter()
        .enumerate()
        .filter(|&(at, _)| at != seat.index())
        .map(|(_, &p)| p);
    points[seat.index()] - others.fold(f32::MIN, f32::max)
}

#[cfg(test)]
mod tests {
    use goldrush_engine::game::State as _;
    use goldrush_engine::knizia_gold::{Setup, State};
    use goldrush_engine::rng::{deal_stream, tool_stream};

    use super::{Player, Selection, margin, outcome, win_shares};

    #[test]
    fn rounds_stay_within_budget_and_end_with_few_candidates() {
        for (candidates, left) in [(3, 70), (40, 70), (250, 70), (250, 10), (30, 2), (2000, 70)] {
            let rounds = Selection::Rounds(100_000).rounds(candidates, left);
            assert_eq!(rounds.last().unwrap().0.keep, 1, "{candidates} and {left}");
            let mut cost = 0;
            let mut running = candidates;
            for (round, worlds) in rounds {
                cost += running * worlds * round.depth.min(left);
                running = round.keep;
            }
            let bounded = candidates == 2000 || candidates * left < 100;
            assert!(
                bounded || (95_000..=100_000).contains(&cost),
                "{candidates} and {left}: {cost}"
            );
        }
        assert!(
            Selection::Rounds(100_000).rounds(1, 70).is_empty(),
            "the only turn there is needs no choice"
        );
    }

    #[test]
    fn lead_is_over_the_best_other_seat() {
        let seat = Player::FIRST;
        assert_eq!(margin(seat, &[7.0, 5.0, 6.0]), 1.0);
        assert_eq!(margin(seat, &[7.0, 7.0, 6.0]), 0.0);
        assert_eq!(margin(seat, &[5.0, 7.0, 5.0]), -2.0);
    }

    /// With equal gold the seat with more gold cards wins, and only seats with equally many cards share the win.
    #[test]
    fn k8_ties_are_broken_by_gold_cards() {
        let setup = Setup::new(2, false).unwrap();
        let mut broken = 0;
        let mut shared = 0;
        for seed in 0..2000 {
            let mut state = State::deal(setup, &mut deal_stream(seed, 0));
            state.play_out(&mut tool_stream(seed));
            let shares = win_shares(&state.standings());
            for (seat, share) in shares.iter() {
                let super::PlayoutResult {
                    margin: lead,
                    win: won,
                    ..
                } = outcome(&state, seat);
                assert_eq!(won, f32::from(share) / 60.0, "seed {seed}");
                broken += usize::from(lead == 0.0 && won == 1.0);
                shared += usize::from(lead == 0.0 && won == 0.5);
            }
        }
        assert!(
            broken > 0 && shared > 0,
            "{broken} ties broken, {shared} seats shared a win"
        );
    }
}
