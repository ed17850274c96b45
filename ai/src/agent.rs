//! What an agent is.

use goldrush_engine::game::{State, View};
use goldrush_engine::rng::StreamRng;

/// A program in one seat of one game.
///
/// # Examples
///
/// An agent of any game, which tries each move once in a world that is possible, and plays on at random:
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
///         moves.into_iter().max_by_key(points).expect("an agent is asked only while the game goes on")
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
    /// Picks a legal move for the seat that looks, whose decision it is. All chance comes from `rng`, a stream of
    /// this agent's own, so that the same game and stream give the same move.
    fn choose(&mut self, view: &View<S>, rng: &mut StreamRng) -> S::Move;

    /// What it held its last turn to be worth when it chose it: points that its seat will be ahead of the best other at the
    /// end. None if it has no such opinion.
    fn value(&self) -> Option<f64> {
        None
    }

    /// Returns true if what it chooses depends on what it saw when it chose before, in earlier turns.
    fn remembers(&self) -> bool {
        false
    }

    /// Playouts run so far, over all decisions; 0 for agents that run none.
    fn playouts(&self) -> u64 {
        0
    }
}
