//! Agent that plays like a beginner: it overlooks placements and misjudges values, but never makes
//! an absurd move.
//!
//! Every turn is evaluated by the heuristic. The probability of noticing a placement falls with its distance from the last tile,
//! and some of the actions there may be missed. Values are misjudged by one error that is fixed for a place throughout
//! the game and one that varies; both grow with the number of tiles to come, since the distant future is hardest to
//! judge. Turns that lose more than the floor against the best are never chosen. Play does not depend on the score. Not
//! modeled: replies of the other players, which the heuristic ignores too.

use goldrush_engine::fingerprint::Fingerprint;
use goldrush_engine::game::View;
use goldrush_engine::landscape::grid::Cell;
use goldrush_engine::rng::StreamRng;
use rand::Rng;

use super::chances::points;
use super::heuristic::Choice;
use super::{Heuristic, LandscapeGame};
use crate::agent::Agent;

/// Parameters of the errors.
#[derive(Clone, Copy, Debug)]
pub struct ErrorModel {
    /// Probability of noticing a placement, per cell of distance from the last tile; raised to the power of the
    /// distance.
    pub notice: f32,
    /// Standard deviation of the errors in the middle of a game, in points.
    pub misjudge: f32,
    /// Largest loss relative to the best turn that is still played, in points.
    pub floor: f32,
}

/// Agent for casual play.
///
/// # Examples
///
/// ```
/// use goldrush_ai::agent::Agent;
/// use goldrush_ai::gold_rush::heuristic::Weights;
/// use goldrush_ai::landscape::{Casual, ErrorModel, Heuristic};
/// use goldrush_engine::game::{Game, State, View};
/// use goldrush_engine::gold_rush::{GoldRush, Setup};
/// use goldrush_engine::player::Player;
/// use goldrush_engine::rng::{agent_stream, deal_stream};
///
/// // It overlooks little, errs by about two points, and gives up at most ten.
/// let errors = ErrorModel { notice: 0.95, misjudge: 2.0, floor: 10.0 };
/// let mut casual = Casual::<GoldRush>::new(Heuristic::new(&Weights::tuned(2), u32::MAX), errors);
///
/// let setup = Setup::printed(2);
/// let game = GoldRush::deal(&setup, &mut deal_stream(7, 0));
/// let mv = casual.choose(&View::new(&game, Player::FIRST), &mut agent_stream(7, 0, 0, 0));
/// assert!(game.is_legal(mv));
/// ```
pub struct Casual<G: LandscapeGame> {
    heuristic: Heuristic<G>,
    errors: ErrorModel,
    /// Turns with their values, in points.
    turns: Vec<(Choice<G::TurnAction>, f32)>,
    /// Seed of the fixed errors; drawn at the first decision.
    error_seed: Option<u64>,
}

impl<G: LandscapeGame> Casual<G> {
    /// Creates an agent on top of a heuristic that examines all placements.
    pub fn new(heuristic: Heuristic<G>, errors: ErrorModel) -> Casual<G> {
        Casual {
            heuristic,
            errors,
            turns: Vec::new(),
            error_seed: None,
        }
    }

    /// Returns the chosen turn.
    fn decide(&mut self, view: &View<G::State<'_>>, rng: &mut StreamRng) -> Choice<G::TurnAction> {
        let table = G::visible_table(view);
        let errors = self.errors;
        let error_seed = *self.error_seed.get_or_insert_with(|| rng.next_u64());
        let turns = &mut self.turns;
        turns.clear();
        self.heuristic
            .value_turns(table, G::expectation(view), |choice, value| {
                turns.push((choice, points(value)));
            });
        let best = turns
            .iter()
            .map(|(_, value)| *value)
            .fold(f32::MIN, f32::max);
        let laid = table.landscape().tiles().len() as f32;
        let left = table.tiles_left() as f32;
        // Half of the error variance is fixed per place, half varies.
        let error =
            errors.misjudge * (2.0 * left / (laid + left)) * std::f32::consts::FRAC_1_SQRT_2;
        let newest = table.landscape().tiles().last().map(|tile| tile.cell());
        let mut place = None;
        let mut fixed_error = 0.0;
        let mut visibility = 0;
        // If no place is noticed, the nearest one is.
        let mut chosen = None;
        let mut best_score = (i32::MIN, f32::MIN);
        for &(choice, value) in turns.iter() {
            let is_new_place = place != Some(choice.placement);
            if is_new_place {
                place = Some(choice.placement);
                let cell = choice
                    .placement
                    .map(|(slot, _)| table.landscape().frontier().cell(slot));
                let steps = cell
                    .zip(newest)
                    .map_or(0, |(cell, newest)| distance(cell, newest));
                visibility = if steps == 0 || uniform(rng) < errors.notice.powi(steps - 1) {
                    0
                } else {
                    -steps
                };
                fixed_error = cell.map_or(0.0, |cell| error * normal(hash_cell(error_seed, cell)));
            }
            // Placing the tile without an action is never missed; other actions are missed a third as often as
            // places.
            let is_missed = !is_new_place && uniform(rng) * 3.0 < 1.0 - errors.notice;
            let score = (
                visibility,
                value + fixed_error + error * normal(rng.next_u64()),
            );
            if !is_missed && value >= best - errors.floor && score > best_score {
                chosen = Some(choice);
                best_score = score;
            }
        }
        chosen
            .or_else(|| {
                turns
                    .iter()
                    .find(|(_, value)| *value == best)
                    .map(|(choice, _)| *choice)
            })
            .expect("there is a legal turn while the game is in progress")
    }
}

/// Returns the number of steps between two cells; a diagonal step counts as one.
fn distance(one: Cell, other: Cell) -> i32 {
    let x = i32::from(one.x) - i32::from(other.x);
    let y = i32::from(one.y) - i32::from(other.y);
    x.abs().max(y.abs())
}

/// Hashes a cell with the seed.
fn hash_cell(error_seed: u64, cell: Cell) -> u64 {
    let mut key = Fingerprint::EMPTY;
    key.push(error_seed);
    key.push(u64::from(cell.x as u8) << 8 | u64::from(cell.y as u8));
    key.value()
}

/// Draws uniformly from [0, 1).
fn uniform(rng: &mut StreamRng) -> f32 {
    (rng.next_u32() >> 8) as f32 / (1 << 24) as f32
}

/// Approximately standard normal: the scaled sum of four uniform numbers.
fn normal(bits: u64) -> f32 {
    let sum: u32 = (0..4)
        .map(|part| (bits >> (16 * part)) as u32 & 0xffff)
        .sum();
    (sum as f32 / 65_535.0 - 2.0) * 3f32.sqrt()
}

impl<'s, G: LandscapeGame> Agent<G::State<'s>> for Casual<G> {
    fn choose(&mut self, view: &View<G::State<'s>>, rng: &mut StreamRng) -> G::Move {
        let choice = self.decide(view, rng);
        choice.turn::<G>(G::visible_table(view), 0.0).first
    }

    fn new_game(&mut self) {
        self.error_seed = None;
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

    /// Returns the losses of the chosen turns against the best, in points, at positions of random games.
    fn losses<G: LandscapeGame>(setup: &G::Setup, errors: ErrorModel) -> Vec<f32> {
        let mut rng = tool_stream(5);
        let mut losses = Vec::new();
        for game in 0..6 {
            let mut casual =
                Casual::<G>::new(Heuristic::new(&G::Weights::tuned(2), u32::MAX), errors);
            let mut state = G::deal(setup, &mut rng);
            let mut agent_rng = agent_stream(5, game, 0, 0);
            while let Some(seat) = state.to_move() {
                let choice = casual.decide(&View::new(&state, seat), &mut agent_rng);
                let value = |of: &Choice<G::TurnAction>| {
                    casual.turns.iter().find(|(one, _)| one == of).unwrap().1
                };
                let best = casual
                    .turns
                    .iter()
                    .map(|(_, value)| *value)
                    .fold(f32::MIN, f32::max);
                losses.push(best - value(&choice));
                state.play_unchecked(state.random_move(&mut rng).unwrap());
            }
        }
        losses
    }

    fn check_losses<G: LandscapeGame>(setup: &G::Setup) {
        let sees_all = losses::<G>(
            setup,
            ErrorModel {
                notice: 1.0,
                misjudge: 0.0,
                floor: 1000.0,
            },
        );
        assert!(
            sees_all.iter().all(|loss| *loss == 0.0),
            "it is the heuristic"
        );
        let mean = |losses: &[f32]| losses.iter().sum::<f32>() / losses.len() as f32;
        let unbounded = losses::<G>(
            setup,
            ErrorModel {
                notice: 0.6,
                misjudge: 20.0,
                floor: 1000.0,
            },
        );
        let bounded = losses::<G>(
            setup,
            ErrorModel {
                notice: 0.6,
                misjudge: 20.0,
                floor: 4.0,
            },
        );
        let overlooks = losses::<G>(
            setup,
            ErrorModel {
                notice: 0.7,
                misjudge: 0.0,
                floor: 1000.0,
            },
        );
        let misjudges = losses::<G>(
            setup,
            ErrorModel {
                notice: 1.0,
                misjudge: 2.0,
                floor: 1000.0,
            },
        );
        assert!(bounded.iter().all(|loss| *loss <= 4.0) && mean(&bounded) > 0.5);
        assert!(unbounded.iter().any(|loss| *loss > 4.0) && mean(&unbounded) > mean(&bounded));
        assert!(mean(&overlooks) > 0.1 && mean(&misjudges) > 0.1);
    }

    #[test]
    fn losses_of_a_casual_player_match_its_error_model() {
        check_losses::<GoldRush>(&gold_rush::Setup::printed(2));
        let catalogue = carcassonne::Catalogue::printed().into();
        let setup = carcassonne::Setup::new(catalogue, carcassonne::Rules::default(), 2).unwrap();
        check_losses::<Carcassonne>(&setup);
    }

    #[test]
    fn errors_are_nearly_normal() {
        let mut rng = tool_stream(1);
        let drawn: Vec<f64> = (0..10_000)
            .map(|_| f64::from(normal(rng.next_u64())))
            .collect();
        let mean = drawn.iter().sum::<f64>() / drawn.len() as f64;
        let variance = drawn.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / drawn.len() as f64;
        assert!(
            mean.abs() < 0.03 && (variance - 1.0).abs() < 0.05,
            "{mean} {variance}"
        );
    }
}
