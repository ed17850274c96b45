//! Gold Rush as a landscape game for the agents.
//!
//! ```
//! use goldrush_ai::gold_rush::search_policy::GoldRushSearchPolicy;
//! use goldrush_ai::search::{PlayoutRng, SearchPolicy, PlayoutPolicy};
//! use goldrush_ai::weights::SearchWeights;
//! use goldrush_engine::game::{Game, State, View};
//! use goldrush_engine::gold_rush::{GoldRush, Setup};
//! use goldrush_engine::player::Player;
//! use goldrush_engine::rng::deal_stream;
//!
//! let setup = Setup::printed(2);
//! let game = GoldRush::deal(&setup, &mut deal_stream(7, 0));
//! let view = View::new(&game, Player::FIRST);
//! let mut search_policy = GoldRushSearchPolicy::new(PlayoutPolicy::Heuristic, SearchWeights::for_players(2));
//!
//! // Its three best turns, each a placement and an action.
//! search_policy.set_root(&view);
//! let mut turns = Vec::new();
//! search_policy.best_turns(&view.sample(&mut PlayoutRng::new(1, 0)), 3, &mut turns);
//! assert_eq!(turns.len(), 3);
//! assert!(turns.iter().all(|turn| game.is_legal(turn.first) && turn.moves().count() == 2));
//! ```

use goldrush_engine::fingerprint::Fingerprint;
use goldrush_engine::game::View;
use goldrush_engine::gold_rush::{Action, GoldRush, Move, State, Table};
use goldrush_engine::player::Player;

use super::greedy::ImmediateValues;
use super::heuristic::{Evaluator, Weights, mean_token};
use super::turns::{TurnAction, Turns};
use crate::landscape::{LandscapeGame, LandscapeSearchPolicy, agent_types};

/// Search policy of Gold Rush.
pub type GoldRushSearchPolicy = LandscapeSearchPolicy<GoldRush>;

impl LandscapeGame for GoldRush {
    agent_types!();
    /// Mean value of an unseen token, in points.
    type Expectation = f32;

    fn expectation(view: &View<State>) -> f32 {
        mean_token(view)
    }

    fn public_expectation(state: &State) -> f32 {
        state.mean_token()
    }

    /// Reports tokens with their values (G24).
    fn other_draws(state: &State, after: usize, mut report: impl FnMut(Player, f64)) -> usize {
        let mut drawn = after;
        for (owner, value, (sum, count)) in state.tokens_drawn(after) {
            drawn += 1;
            report(owner, f64::from(value) - f64::from(sum) / f64::from(count));
        }
        drawn
    }

    fn private_surplus(view: &View<State>, token: f32) -> f32 {
        f32::from(view.own_token_points())
            - token * f32::from(view.table().token_count(view.observer()))
    }

    fn immediate_values(view: &View<State>) -> ImmediateValues {
        ImmediateValues::new(view)
    }

    /// A tent scores by mining in a later turn of its seat, wherever on its mountain it stands (G8, G9).
    fn is_distinct(table: &Table, mv: Move) -> bool {
        let Move::Act(Action::Tent { to, .. }) = mv else {
            return true;
        };
        let mountain = table.feature(to);
        let first = table
            .vacant()
            .iter()
            .find(|&segment| table.feature(segment) == mountain);
        table.tiles_left() >= table.players() && first == Some(to)
    }

    #[inline]
    fn decisions(table: &Table, action: TurnAction, nth: u32) -> (Move, Option<Move>) {
        let action = match action {
            TurnAction::Act(action) => action,
            TurnAction::AnyTent => table.actions().nth_tent(nth),
        };
        (Move::Act(action), None)
    }

    fn hash_public(table: &Table, key: &mut Fingerprint) {
        for seat in Player::all(table.players()) {
            key.push(
                u64::from(table.token_count(seat)) << 16 | u64::from(table.feature_points(seat)),
            );
            for piece in table.cowboys(seat).iter().chain(table.tents(seat)) {
                key.push(u64::from(piece.0));
            }
        }
    }
}
