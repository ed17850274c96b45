//! The luck of each seat, added up while a game is played. It depends on the game alone, and changes nothing in it.

use goldrush_ai::luck::{Draw, LuckEstimator};
use goldrush_ai::value::Value;
use goldrush_engine::player::MAX_PLAYERS;
use goldrush_engine::record::{BotComment, BotEvaluation, BotEvaluations};

use crate::games::Harness;

/// Luck is kept in so many parts of a point: whole numbers add up exactly.
pub const PARTS: i32 = 1000;
/// And in so many parts of a win.
pub const WIN_PARTS: i32 = 100_000;

/// What chance brought a seat above what it could expect.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Luck {
    /// By its own draws, in [`PARTS`] of a point.
    pub points: i32,
    /// By everybody's draws, in [`WIN_PARTS`] of a win: how much they changed its chance to win.
    pub wins: i32,
}

/// The luck of each seat.
pub type SeatLuck = [Luck; MAX_PLAYERS];

/// The luck of the seats in a game that is being played.
pub struct LuckSum<'s, G: Harness> {
    teller: G::LuckEstimator<'s>,
    sums: Sums,
}

/// What was told so far.
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
    /// For games of a setup.
    pub fn new(setup: &G::Setup, players: usize) -> LuckSum<'s, G> {
        let value = Value::fitted(G::name(setup), players).expect("it is fitted for every game and number of players");
        let none = [0.0; MAX_PLAYERS];
        LuckSum { teller: G::luck_estimator(players), sums: Sums { value, points: none, wins: none } }
    }

    /// A game was dealt.
    pub fn begin(&mut self, state: &G::State<'s>) {
        (self.sums.points, self.sums.wins) = ([0.0; MAX_PLAYERS], [0.0; MAX_PLAYERS]);
        self.teller.begin();
        self.after(state);
    }

    /// A move is about to be played.
    pub fn before(&mut self, state: &G::State<'s>, mv: G::Move) {
        let LuckSum { teller, sums } = self;
        teller.before_move(state, mv, |draw| sums.add(draw));
    }

    /// It was played.
    pub fn after(&mut self, state: &G::State<'s>) {
        let LuckSum { teller, sums } = self;
        teller.after_move(state, |draw| sums.add(draw));
    }

    /// Since the game began.
    pub fn seats(&self) -> SeatLuck {
        let Sums { points, wins, .. } = &self.sums;
        let parts = |luck: f64, parts: i32| (luck * f64::from(parts)).round() as i32;
        let both = |seat: usize| Luck { points: parts(points[seat], PARTS), wins: parts(wins[seat], WIN_PARTS) };
        std::array::from_fn(both)
    }
}

/// Those who follow a game as it is played: ears, and whoever tells its luck if that is asked for.
pub struct Followers<'f, 's, G: Harness> {
    /// Count what happens.
    pub ears: &'f mut G::Ears,
    /// Tells the luck.
    pub luck: Option<&'f mut LuckSum<'s, G>>,
    /// What was thought of the turns, if that is kept.
    pub thoughts: Option<BotEvaluations>,
}

/// What was said of a turn, and of a later decision in it.
fn both(mut before: BotComment, more: &BotComment) -> BotComment {
    before.note =
        [&before.note[..], &more.note].into_iter().filter(|note| !note.is_empty()).collect::<Vec<_>>().join("; ");
    before
}

impl<'s, G: Harness> Followers<'_, 's, G> {
    /// Plays a legal move, which they hear of, and what was thought of it.
    #[inline]
    pub fn play(&mut self, state: &mut G::State<'s>, mv: G::Move, thought: impl FnOnce() -> BotEvaluation) {
        if let Some(BotEvaluations { values, remarks }) = &mut self.thoughts {
            let BotEvaluation { value, remark } = thought();
            if G::begins_turn(state) {
                // In hundredths of a point.
                values.push(value.map(|value| (value * 100.0).round() / 100.0));
                remarks.push(remark);
            } else if let (Some(more), Some(said)) = (remark, remarks.last_mut()) {
                *said = Some(said.take().map_or(more.clone(), |before| both(before, &more)));
            }
        }
        let Some(luck) = &mut self.luck else { return G::play(state, mv, self.ears) };
        luck.before(state, mv);
        G::play(state, mv, self.ears);
        luck.after(state);
    }
}
