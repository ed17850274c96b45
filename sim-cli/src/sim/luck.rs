//! The luck of each seat, added up while a game is played. It depends on the game alone, and changes nothing in it.

use goldrush_ai::luck::LuckTeller;
use goldrush_engine::player::{MAX_PLAYERS, Player};

use crate::games::Harness;

/// Luck is kept in so many parts of a point: whole numbers add up exactly.
pub const PARTS: i32 = 1000;

/// Luck of each seat in parts of a point.
pub type SeatLuck = [i32; MAX_PLAYERS];

/// The luck of the seats in a game that is being played.
pub struct LuckSum<'s, G: Harness> {
    teller: G::Teller<'s>,
    points: [f64; MAX_PLAYERS],
}

impl<'s, G: Harness> LuckSum<'s, G> {
    /// For games of so many players.
    pub fn new(players: usize) -> LuckSum<'s, G> {
        LuckSum { teller: G::teller(players), points: [0.0; MAX_PLAYERS] }
    }

    /// A game was dealt.
    pub fn begin(&mut self, state: &G::State<'s>) {
        self.points = [0.0; MAX_PLAYERS];
        self.teller.begin();
        self.after(state);
    }

    /// A move is about to be played.
    pub fn before(&mut self, state: &G::State<'s>, mv: G::Move) {
        let LuckSum { teller, points } = self;
        teller.before(state, mv, |seat: Player, luck| points[seat.index()] += luck);
    }

    /// It was played.
    pub fn after(&mut self, state: &G::State<'s>) {
        let LuckSum { teller, points } = self;
        teller.after(state, |seat: Player, luck| points[seat.index()] += luck);
    }

    /// Since the game began.
    pub fn seats(&self) -> SeatLuck {
        self.points.map(|points| (points * f64::from(PARTS)).round() as i32)
    }
}

/// Those who follow a game as it is played: ears, and whoever tells its luck if that is asked for.
pub struct Followers<'f, 's, G: Harness> {
    /// Count what happens.
    pub ears: &'f mut G::Ears,
    /// Tells the luck.
    pub luck: Option<&'f mut LuckSum<'s, G>>,
    /// What agents held their turns to be worth, a number each turn, if that is kept.
    pub values: Option<Vec<Option<f64>>>,
}

impl<'s, G: Harness> Followers<'_, 's, G> {
    /// Plays a legal move, which they hear of, and what an agent held the turn to be worth that begins with it.
    #[inline]
    pub fn play(&mut self, state: &mut G::State<'s>, mv: G::Move, value: impl FnOnce() -> Option<f64>) {
        if let Some(values) = self.values.as_mut().filter(|_| G::begins_turn(state)) {
            // In hundredths of a point.
            values.push(value().map(|value| (value * 100.0).round() / 100.0));
        }
        let Some(luck) = &mut self.luck else { return G::play(state, mv, self.ears) };
        luck.before(state, mv);
        G::play(state, mv, self.ears);
        luck.after(state);
    }
}
