//! Interface of agents.

use goldrush_engine::game::{State, View};
use goldrush_engine::rng::StreamRng;

/// Program that plays one seat of a game, then perhaps of others ([`Agent::new_game`]).
///
/// # Examples
///
/// An agent for any game that tries each move once in a sampled world with a random playout:
///
/// ```
/// use goldrush_ai::agent::Agent;
/// use goldrush_engine::game::{Game, State, View};
/// use goldrush_engine::knizia_gold::{KniziaGold, Setup};
/// use goldrush_engine::rng::{StreamRng, agent_stream, deal_stream};
///
/// struct Sampler;
///
/// impl<S: State> Agent<S> for Sampler {
///     fn choose(&mut self, view: &View<S>, rng: &mut StreamRng) -> S::Move {
///         let mut moves = Vec::new();
///         view.legal_moves(&mut moves);
///         let world = view.sample(rng);
///         let points = |mv: &S::Move| {
///             let mut end = world.clone();
///             end.play_unchecked(*mv);
///             end.play_out(rng);
///             end.scores()[view.observer()]
///         };
///         moves.into_iter().max_by_key(points).expect("agents are only asked while the game is in progress")
///     }
/// }
///
/// let mut game = KniziaGold::deal(&Setup::new(2, false)?, &mut deal_stream(7, 0));
/// let mut rng = agent_stream(7, 0, 0, 0);
/// while let Some(seat) = game.to_move() {
///     let flip = Sampler.choose(&View::new(&game, seat), &mut rng);
///     game.play(flip)?;
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Agent<S: State> {
    /// Picks a legal move for the observer, who must be to move. All randomness comes from `rng`, this agent's own
    /// stream, so the same game and stream give the same move.
    fn choose(&mut self, view: &View<S>, rng: &mut StreamRng) -> S::Move;

    /// Forgets the last game: from now on it plays as one just built. Agents that keep nothing between decisions need not do
    /// anything.
    fn new_game(&mut self) {}

    /// Returns its evaluation of its last turn when it chose it: expected final lead of its seat over the best other,
    /// in points. `None` if it has none.
    fn value(&self) -> Option<f64> {
        None
    }

    /// Returns true if its choices depend on observations from earlier turns.
    fn remembers(&self) -> bool {
        false
    }

    /// Returns the number of playouts over all decisions of the game so far; 0 for agents without playouts.
    fn playouts(&self) -> u64 {
        0
    }
}
