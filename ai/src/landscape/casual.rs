//! Plays as people do who are learning a game: it overlooks places, misjudges what things will be worth, and yet does nothing
//! absurd.
//!
//! Every turn is valued as the heuristic values it. A place is noticed with a chance that falls with its distance from the tile
//! that was laid last, and of what can be done there some may escape. What is noticed is misjudged: by an error that stays with a
//! place all game long, and by one that comes and goes; both are the larger the more tiles are to come, since what is far off is
//! hardest to judge. Turns that are worse than the best by more than the floor are never taken. It plays alike ahead and behind.
//! Not handled: what others will answer, of which the heuristic knows nothing either.

use goldrush_engine::fingerprint::Fingerprint;
use goldrush_engine::game::View;
use goldrush_engine::landscape::grid::Cell;
use goldrush_engine::rng::StreamRng;
use rand::Rng;

use super::chances::points;
use super::heuristic::Choice;
use super::{Board, Heuristic, LandscapeGame};
use crate::agent::Agent;

/// How it errs.
#[derive(Clone, Copy, Debug)]
pub struct Habits {
    /// The chance that a place is noticed, for each cell that it is away from the tile laid last; to the power of the distance.
    pub notice: f32,
    /// Standard deviation of its errors in the middle of a game, in points.
    pub misjudge: f32,
    /// No turn is taken that is so many points worse than the best.
    pub floor: f32,
}

/// The agent.
pub struct Casual<G: LandscapeGame> {
    heuristic: Heuristic<G>,
    habits: Habits,
    /// Turns and what they are worth, in points.
    turns: Vec<(Choice<G::Deed>, f32)>,
    /// Where the errors come from that stay; drawn at the first decision.
    temper: Option<u64>,
}

impl<G: LandscapeGame> Casual<G> {
    /// Judges by a heuristic that looks at all placements.
    pub fn new(heuristic: Heuristic<G>, habits: Habits) -> Casual<G> {
        Casual { heuristic, habits, turns: Vec::new(), temper: None }
    }

    /// The turn it takes for the best.
    fn decide(&mut self, view: &View<G::State<'_>>, rng: &mut StreamRng) -> Choice<G::Deed> {
        let (table, habits) = (G::seen(view), self.habits);
        let temper = *self.temper.get_or_insert_with(|| rng.next_u64());
        let turns = &mut self.turns;
        turns.clear();
        self.heuristic.value_turns(
            table,
            G::expectation(view),
            || true,
            |choice, value| turns.push((choice, points(value))),
        );
        let best = turns.iter().map(|(_, value)| *value).fold(f32::MIN, f32::max);
        let (laid, left) = (table.landscape().tiles().len() as f32, table.tiles_left() as f32);
        // Half of all errors are of a place, half of the moment.
        let error = habits.misjudge * (2.0 * left / (laid + left)) * std::f32::consts::FRAC_1_SQRT_2;
        let newest = table.landscape().tiles().last().map(|tile| tile.cell());
        let (mut place, mut lasting, mut away) = (None, 0.0, 0);
        // Without a place that is noticed, the nearest is seen.
        let (mut chosen, mut liked) = (None, (i32::MIN, f32::MIN));
        for &(choice, value) in turns.iter() {
            let is_new = place != Some(choice.placement);
            if is_new {
                place = Some(choice.placement);
                let cell = choice.placement.map(|(slot, _)| table.landscape().frontier().cell(slot));
                let steps = cell.zip(newest).map_or(0, |(cell, newest)| distance(cell, newest));
                away = if steps == 0 || chance(rng) < habits.notice.powi(steps - 1) { 0 } else { -steps };
                lasting = cell.map_or(0.0, |cell| error * normal(mixed(temper, cell)));
            }
            // To lay the tile and do no more occurs to everybody; of what else there is, a third of what it misses in places.
            let escapes = !is_new && chance(rng) * 3.0 < 1.0 - habits.notice;
            let like = (away, value + lasting + error * normal(rng.next_u64()));
            if !escapes && value >= best - habits.floor && like > liked {
                (chosen, liked) = (Some(choice), like);
            }
        }
        let best = || turns.iter().find(|(_, value)| *value == best).map(|(choice, _)| *choice);
        chosen.or_else(best).expect("there is a turn as long as the game goes on")
    }
}

/// Steps from a cell to another, of which diagonal ones are one.
fn distance(one: Cell, other: Cell) -> i32 {
    let (x, y) = (i32::from(one.x) - i32::from(other.x), i32::from(one.y) - i32::from(other.y));
    x.abs().max(y.abs())
}

/// A number of its own for each cell.
fn mixed(temper: u64, cell: Cell) -> u64 {
    let mut key = Fingerprint::EMPTY;
    key.push(temper);
    key.push(u64::from(cell.x as u8) << 8 | u64::from(cell.y as u8));
    key.value()
}

/// From 0 to 1.
fn chance(rng: &mut StreamRng) -> f32 {
    (rng.next_u32() >> 8) as f32 / (1 << 24) as f32
}

/// Nearly normal, mean 0, variance 1: four even numbers, whose sum has a variance of a third.
fn normal(bits: u64) -> f32 {
    let sum: u32 = (0..4).map(|part| (bits >> (16 * part)) as u32 & 0xffff).sum();
    (sum as f32 / 65_535.0 - 2.0) * 3f32.sqrt()
}

impl<'s, G: LandscapeGame> Agent<G::State<'s>> for Casual<G> {
    fn choose(&mut self, view: &View<G::State<'s>>, rng: &mut StreamRng) -> G::Move {
        let choice = self.decide(view, rng);
        choice.turn::<G>(G::seen(view), 0.0).first
    }
}
