//! Random player, with the move distribution defined by the game.

use goldrush_engine::game::{State, View};
use goldrush_engine::rng::StreamRng;

use crate::agent::Agent;

/// Agent that plays random moves; the baseline of all comparisons.
///
/// # Examples
///
/// ```
/// use goldrush_ai::agent::Agent;
/// use goldrush_ai::random::Random;
/// use goldrush_engine::game::{Game, State, View};
/// use goldrush_engine::gold_rush::{GoldRush, Setup};
/// use goldrush_engine::player::Player;
/// use goldrush_engine::rng::{agent_stream, deal_stream};
///
/// let setup = Setup::printed(2);
/// let game = GoldRush::deal(&setup, &mut deal_stream(7, 0));
/// let mv = Random.choose(&View::new(&game, Player::FIRST), &mut agent_stream(7, 0, 0, 0));
/// assert!(game.is_legal(mv));
/// ```
pub struct Random;

impl<S: State> Agent<S> for Random {
    fn choose(&mut self, view: &View<S>, rng: &mut StreamRng) -> S::Move {
        view.random_move(rng)
            .expect("agents are only asked while the game is in progress")
    }
}
