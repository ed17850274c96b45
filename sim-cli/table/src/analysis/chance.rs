//! Each seat's chance of winning from a position. Fitted to the default game: with other options or tiles the estimate is still
//! that of the default game.

use goldrush_ai::value::WinModel;
use goldrush_engine::game::View;
use goldrush_games::analyzable::Analyzable;
use goldrush_harness::sim::standings::standing;

use super::move_report::SEED;

/// Returns each seat's chance of winning, 0 to 1, as the viewer, who is to move, may know it. `None` for a number of
/// players the model was not fitted to. `results/chance` reports how often the chances come true.
pub fn chances<G: Analyzable>(setup: &G::Setup, view: &View<G::State<'_>>) -> Option<Vec<f64>> {
    let players = view.players();
    let value = WinModel::fitted(G::name(setup), players)?;
    let standing = standing::<G>(&mut G::analyzer(players), view, SEED);
    Some(value.chances(&standing)[..players].to_vec())
}
