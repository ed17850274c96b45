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
///
/// # Examples
///
/// ```
/// use goldrush_ai::agent::Agent;
/// use goldrush_ai::gold_rush::heuristic::Weights;
/// use goldrush_ai::landscape::{Casual, Habits, Heuristic};
/// use goldrush_engine::game::{Game, State, View};
/// use goldrush_engine::gold_rush::{GoldRush, Setup};
/// use goldrush_engine::player::Player;
/// use goldrush_engine::rng::{agent_stream, deal_stream};
///
/// // It overlooks little, errs by two points, and throws away no more than ten.
/// let habits = Habits { notice: 0.95, misjudge: 2.0, floor: 10.0 };
/// let mut casual = Casual::<GoldRush>::new(Heuristic::new(&Weights::tuned(2), u32::MAX), habits);
///
/// let setup = Setup::printed(2);
/// let game = GoldRush::deal(&setup, &mut deal_stream(7, 0));
/// let mv = casual.choose(&View::new(&game, Player::FIRST), &mut agent_stream(7, 0, 0, 0));
/// assert!(game.is_legal(mv));
/// ```
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

    /// Returns the turn it takes for the best.
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

/// Returns a number of its own for each cell.
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

    fn remembers(&self) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use goldrush_engine::carcassonne::{self, Carcassonne};
    use goldrush_engine::game::State as _;
    use goldrush_engine::gold_rush::{self, GoldRush};
    use goldrush_engine::rng::{agent_stream, tool_stream};

    use super::*;
    use crate::weights::WeightSet as _;

    /// How much worse than the best the turns are that are taken, in points, at positions of random games.
    fn losses<G: LandscapeGame>(setup: &G::Setup, habits: Habits) -> Vec<f32> {
        let mut rng = tool_stream(5);
        let mut losses = Vec::new();
        for game in 0..6 {
            let mut casual = Casual::<G>::new(Heuristic::new(&G::Weights::tuned(2), u32::MAX), habits);
            let (mut state, mut own) = (G::deal(setup, &mut rng), agent_stream(5, game, 0, 0));
            while let Some(seat) = state.to_move() {
                let choice = casual.decide(&View::new(&state, seat), &mut own);
                let value = |of: &Choice<G::Deed>| casual.turns.iter().find(|(one, _)| one == of).unwrap().1;
                let best = casual.turns.iter().map(|(_, value)| *value).fold(f32::MIN, f32::max);
                losses.push(best - value(&choice));
                state.play_unchecked(state.random_move(&mut rng).unwrap());
            }
        }
        losses
    }

    fn errs_within_its_habits<G: LandscapeGame>(setup: &G::Setup) {
        let sees_all = losses::<G>(setup, Habits { notice: 1.0, misjudge: 0.0, floor: 1000.0 });
        assert!(sees_all.iter().all(|loss| *loss == 0.0), "it is the heuristic");
        let mean = |losses: &[f32]| losses.iter().sum::<f32>() / losses.len() as f32;
        let wild = losses::<G>(setup, Habits { notice: 0.6, misjudge: 20.0, floor: 1000.0 });
        let bounded = losses::<G>(setup, Habits { notice: 0.6, misjudge: 20.0, floor: 4.0 });
        let overlooks = losses::<G>(setup, Habits { notice: 0.7, misjudge: 0.0, floor: 1000.0 });
        let misjudges = losses::<G>(setup, Habits { notice: 1.0, misjudge: 2.0, floor: 1000.0 });
        assert!(bounded.iter().all(|loss| *loss <= 4.0) && mean(&bounded) > 0.5);
        assert!(wild.iter().any(|loss| *loss > 4.0) && mean(&wild) > mean(&bounded));
        assert!(mean(&overlooks) > 0.1 && mean(&misjudges) > 0.1);
    }

    #[test]
    fn what_a_casual_player_gives_away_follows_from_its_habits() {
        errs_within_its_habits::<GoldRush>(&gold_rush::Setup::printed(2));
        let catalogue = carcassonne::Catalogue::printed().into();
        let setup = carcassonne::Setup::new(catalogue, carcassonne::Rules::default(), 2).unwrap();
        errs_within_its_habits::<Carcassonne>(&setup);
    }

    #[test]
    fn errors_are_nearly_normal() {
        let mut rng = tool_stream(1);
        let drawn: Vec<f64> = (0..10_000).map(|_| f64::from(normal(rng.next_u64()))).collect();
        let mean = drawn.iter().sum::<f64>() / drawn.len() as f64;
        let variance = drawn.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / drawn.len() as f64;
        assert!(mean.abs() < 0.03 && (variance - 1.0).abs() < 0.05, "{mean} {variance}");
    }
}
