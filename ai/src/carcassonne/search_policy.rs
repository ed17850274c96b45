//! Carcassonne as a landscape game for the agents.
//!
//! ```
//! use goldrush_ai::carcassonne::search_policy::CarcassonneSearchPolicy;
//! use goldrush_ai::search::{PlayoutRng, SearchPolicy, PlayoutPolicy};
//! use goldrush_ai::weights::SearchWeights;
//! use goldrush_engine::carcassonne::{Carcassonne, Catalogue, Rules, Setup};
//! use goldrush_engine::game::{Game, State, View};
//! use goldrush_engine::player::Player;
//! use goldrush_engine::rng::deal_stream;
//!
//! let setup = Setup::new(Catalogue::printed().into(), Rules::default(), 2)?;
//! let game = Carcassonne::deal(&setup, &mut deal_stream(7, 0));
//! let view = View::new(&game, Player::FIRST);
//! let mut search_policy = CarcassonneSearchPolicy::new(PlayoutPolicy::Heuristic, SearchWeights::for_players(2));
//!
//! // Its three best turns, each a placement and a follower or none.
//! search_policy.set_root(&view);
//! let mut turns = Vec::new();
//! search_policy.best_turns(&view.sample(&mut PlayoutRng::new(1, 0)), 3, &mut turns);
//! assert!(turns.iter().all(|turn| game.is_legal(turn.first) && turn.moves().count() == 2));
//! # Ok::<(), String>(())
//! ```

use goldrush_engine::carcassonne::{Carcassonne, Move, State, Table};
use goldrush_engine::fingerprint::Fingerprint;
use goldrush_engine::game::View;
use goldrush_engine::landscape::TileId;
use goldrush_engine::player::Player;

use super::greedy::ImmediateValues;
use super::heuristic::{Evaluator, Weights};
use super::turns::{TurnAction, Turns};
use crate::landscape::{LandscapeGame, LandscapeSearchPolicy, agent_types};

/// Search policy of Carcassonne. A turn includes the ingots taken at its end by any seat.
pub type CarcassonneSearchPolicy = LandscapeSearchPolicy<Carcassonne>;

impl LandscapeGame for Carcassonne {
    agent_types!();
    /// Nothing hidden scores.
    type Expectation = ();

    fn expectation(_: &View<State>) {}

    fn public_expectation(_: &State) {}

    fn immediate_values(view: &View<State>) -> ImmediateValues {
        ImmediateValues::new(view.table().rules())
    }

    #[inline]
    fn decisions(_: &Table, action: TurnAction, _: u32) -> (Move, Option<Move>) {
        let (second, follow) = match action {
            TurnAction::Settle { second, follow } => (
                second,
                follow.map_or(Move::Pass, |segment| Move::Follow { segment }),
            ),
            TurnAction::Take(from) => return (Move::Take { from }, None),
        };
        second.map_or((follow, None), |on| (Move::Ingot { on }, Some(follow)))
    }

    fn hash_public(table: &Table, key: &mut Fingerprint) {
        for tile in 0..table.landscape().tiles().len() as u8 {
            let ingots = table.ingots_on(TileId(tile));
            if ingots > 0 {
                key.push(u64::from(tile) << 8 | u64::from(ingots));
            }
        }
        for seat in Player::all(table.players()) {
            key.push(
                u64::from(table.collected(seat)) << 16 | u64::from(table.feature_points(seat)),
            );
            for follower in table.followers(seat) {
                key.push(u64::from(follower.0));
            }
        }
    }
}
