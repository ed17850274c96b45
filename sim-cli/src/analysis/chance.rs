//! How likely each seat is to win as a game stands. Not handled: options and tiles other than the default ones, whose chances
//! are estimated as if the game were the default one.

use goldrush_ai::value::Value;
use goldrush_engine::game::View;

use super::opinion::SEED;
use crate::games::analyzable::Analyzable;
use crate::sim::standings::standing;

/// The chance of each seat, 0 to 1, as whoever looks may know it, whose turn it is; none for a number of players to which none
/// were fitted. `results/chance` has how often they come true.
pub fn chances<G: Analyzable>(setup: &G::Setup, view: &View<G::State<'_>>) -> Option<Vec<f64>> {
    let players = view.players();
    let value = Value::fitted(G::name(setup), players)?;
    let standing = standing::<G>(&mut G::guide(players), view, SEED);
    Some(value.chances(&standing)[..players].to_vec())
}
