//! Adds up the luck of each seat during a game. Luck depends only on the game, and does not affect it.

use goldrush_ai::luck::{Draw, LuckEstimator};
use goldrush_ai::value::Value;
use goldrush_engine::player::MAX_PLAYERS;
use goldrush_engine::record::{BotComment, BotEvaluation, BotEvaluations};

use super::quality::QualityTracker;
use crate::games::Harness;
use crate::games::Observers;
use crate::games::analyzable::Analyzable;

/// Units of luck per point. Whole numbers add up exactly.
pub const PARTS: i32 = 1000;
/// Units of luck per win.
pub const WIN_PARTS: i32 = 100_000;

/// Luck of a seat: what chance brought it beyond its expectation.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Luck {
    /// From its own draws, in units of 1/[`PARTS`] point.
    pub points: i32,
    /// From the draws of all seats, in units of 1/[`WIN_PARTS`] win: the change in its chance to win.
    pub wins: i32,
}

/// Luck by seat.
pub type SeatLuck = [Luck; MAX_PLAYERS];

/// Running sum of each seat's luck in a game.
pub struct LuckSum<'s, G: Harness> {
    estimator: G::LuckEstimator<'s>,
    sums: Sums,
}

/// Sums of the draws so far.
struct Sums {
    value: Value,
    points: [f64; MAX_PLAYERS],
    wins: [f64; MAX_PLAYERS],
}

impl Sums {
    fn add(&mut self, Draw { seat, points, before, .. }: Draw) {
        self.points[seat.index()] += points;
        let change = self.value.change(&before, seat, points);
        self.wins.iter_mut().zip(change).for_each(|(sum, change)| *sum += change);
    }
}

impl<'s, G: Harness> LuckSum<'s, G> {
    /// Creates a sum for games of a setup.
    pub fn new(setup: &G::Setup, players: usize) -> LuckSum<'s, G> {
        let value = Value::fitted(G::name(setup), players)
            .expect("the value table is fitted for every game and number of players");
        let none = [0.0; MAX_PLAYERS];
        LuckSum { estimator: G::luck_estimator(players), sums: Sums { value, points: none, wins: none } }
    }

    /// Starts a game that has been dealt.
    pub fn begin(&mut self, state: &G::State<'s>) {
        (self.sums.points, self.sums.wins) = ([0.0; MAX_PLAYERS], [0.0; MAX_PLAYERS]);
        self.estimator.begin();
        self.after(state);
    }

    /// Called before a move is played.
    pub fn before(&mut self, state: &G::State<'s>, mv: G::Move) {
        let LuckSum { estimator, sums } = self;
        estimator.before_move(state, mv, |draw| sums.add(draw));
    }

    /// Called after the move was played.
    pub fn after(&mut self, state: &G::State<'s>) {
        let LuckSum { estimator, sums } = self;
        estimator.after_move(state, |draw| sums.add(draw));
    }

    /// Returns each seat's luck since the game began.
    pub fn seats(&self) -> SeatLuck {
        let Sums { points, wins, .. } = &self.sums;
        let parts = |luck: f64, parts: i32| (luck * f64::from(parts)).round() as i32;
        let both = |seat: usize| Luck { points: parts(points[seat], PARTS), wins: parts(wins[seat], WIN_PARTS) };
        std::array::from_fn(both)
    }
}

/// Observers of a game in progress: the recorder, and the luck estimator and quality tracker if these are measured.
pub struct Followers<'f, 's, G: Analyzable> {
    /// Counts events, and logs them if asked.
    pub observers: &'f mut Observers<G>,
    /// Estimates the luck of each draw.
    pub luck: Option<&'f mut LuckSum<'s, G>>,
    /// Measures how the game goes.
    pub quality: Option<&'f mut QualityTracker<G>>,
    /// Evaluations and remarks of the agents, if they are kept.
    pub evaluations: Option<BotEvaluations>,
}

/// Joins the remark on a turn with that on a later decision in it.
fn both(mut before: BotComment, more: &BotComment) -> BotComment {
    before.note =
        [&before.note[..], &more.note].into_iter().filter(|note| !note.is_empty()).collect::<Vec<_>>().join("; ");
    before
}

impl<'s, G: Analyzable> Followers<'_, 's, G> {
    /// Plays a legal move, and lets the observers see it with the agent's evaluation.
    #[inline]
    pub fn play(&mut self, state: &mut G::State<'s>, mv: G::Move, evaluation: impl FnOnce() -> BotEvaluation) {
        if let Some(BotEvaluations { values, remarks }) = &mut self.evaluations {
            let BotEvaluation { value, remark } = evaluation();
            if G::begins_turn(state) {
                // Rounded to hundredths of a point.
                values.push(value.map(|value| (value * 100.0).round() / 100.0));
                remarks.push(remark);
            } else if let (Some(more), Some(last_remark)) = (remark, remarks.last_mut()) {
                *last_remark = Some(last_remark.take().map_or(more.clone(), |before| both(before, &more)));
            }
        }
        if let Some(quality) = &mut self.quality {
            quality.before(state);
        }
        let Some(luck) = &mut self.luck else { return G::play(state, mv, self.observers) };
        luck.before(state, mv);
        G::play(state, mv, self.observers);
        luck.after(state);
    }
}
