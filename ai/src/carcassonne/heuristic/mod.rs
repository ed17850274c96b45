//! Heuristic of Carcassonne: chances to complete a feature, followers in supply, fields, ingots.
//!
//! ```
//! use goldrush_ai::agent::Agent;
//! use goldrush_ai::carcassonne::heuristic::{Heuristic, Weights};
//! use goldrush_engine::carcassonne::{Carcassonne, Catalogue, Rules, Setup};
//! use goldrush_engine::game::{Game, State, View};
//! use goldrush_engine::player::Player;
//! use goldrush_engine::rng::{agent_stream, deal_stream};
//!
//! let setup = Setup::new(Catalogue::printed().into(), Rules::default(), 2)?;
//! let game = Carcassonne::deal(&setup, &mut deal_stream(7, 0));
//! let mut heuristic = Heuristic::new(&Weights::tuned(2), u32::MAX);
//! let mv = heuristic.choose(&View::new(&game, Player::FIRST), &mut agent_stream(7, 0, 0, 0));
//! assert!(game.is_legal(mv));
//! # Ok::<(), String>(())
//! ```

mod evaluator;
mod tuned;
mod weights;

use goldrush_engine::carcassonne::Carcassonne;

pub use evaluator::Evaluator;
pub use weights::{WEIGHTS, Weights};

/// Heuristic agent.
pub type Heuristic = crate::landscape::Heuristic<Carcassonne>;
/// Expected final points of a table.
pub type Estimator = crate::landscape::Estimator<Carcassonne>;

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use goldrush_engine::carcassonne::{Catalogue, Phase, Rules, Setup, State, Table};
    use goldrush_engine::changed_numbers;
    use goldrush_engine::game::{State as _, View};
    use goldrush_engine::player::Player;
    use goldrush_engine::rng::tool_stream;

    use super::super::turns::{TurnAction, Turns};
    use super::*;
    use crate::agent::Agent as _;
    use crate::landscape::{Choice, FeatureValues as _, Perspective, TurnEvaluator as _};

    /// Returns the margin of a seat on a table evaluated from scratch.
    fn margin(evaluator: &Evaluator, table: &Table, seat: Player) -> i32 {
        evaluator.margin(
            &Turns::default().table_value(&Perspective::new(table, evaluator)),
            seat,
            table.players(),
        )
    }

    /// Plays a turn on a table alone, so that no tile is drawn after it.
    fn apply(table: &mut Table, choice: Choice<TurnAction>) {
        if let Some((slot, rotation)) = choice.placement {
            table.place(slot, rotation);
        }
        match choice.action {
            TurnAction::Settle { second, follow } => {
                second.into_iter().for_each(|on| table.lay_second_ingot(on));
                follow.into_iter().for_each(|segment| table.follow(segment));
                table.finish_turn(&mut ());
            }
            TurnAction::Take(from) => table.take(from, &mut ()),
        }
        while table.phase() == Phase::Take {
            table.take(
                table.most_shared(table.claimable_ingots(table.seat())),
                &mut (),
            );
        }
    }

    /// Compares the predicted change of each turn with playing it. Returns the number of turns compared.
    fn compare(heuristic: &mut Heuristic, state: &State) -> usize {
        let table = state.table();
        let seat = state.table().seat();
        let mut turns = Vec::new();
        heuristic.value_turns(table, (), |choice, value| turns.push((choice, value)));
        heuristic.check_good_turns(table, ());
        for &(choice, value) in &turns {
            let mut after = table.clone();
            apply(&mut after, choice);
            let found = margin(&heuristic.evaluator, &after, seat);
            // The loss of a taken ingot to other features on its tile is ignored.
            let collected = |table: &Table| {
                Player::all(table.players())
                    .map(|seat| table.collected(seat))
                    .sum::<u8>()
            };
            let most = if collected(&after) == collected(table) {
                8
            } else {
                4096
            };
            assert!(
                value.abs_diff(found) <= most,
                "{choice:?} is said {value}, is {found}, {state:?}"
            );
        }
        turns.len()
    }

    #[test]
    fn turn_values_equal_the_evaluation_of_the_resulting_table() {
        let mut compared = 0;
        let printed = [false, true, true].map(|gold_mines| Rules {
            gold_mines,
            ..Rules::default()
        });
        for (seed, rules) in printed
            .into_iter()
            .chain(changed_numbers::carcassonne())
            .enumerate()
        {
            let players = 2 + seed % 4;
            let setup = Setup::new(Arc::new(Catalogue::printed()), rules, players).unwrap();
            let mut rng = tool_stream(seed as u64);
            let mut state = State::deal(&setup, &mut rng);
            let mut heuristic = Heuristic::new(
                &Weights {
                    joins: 0.0,
                    ..Weights::tuned(players)
                },
                u32::MAX,
            );
            while let Some(seat) = state.to_move() {
                compared += compare(&mut heuristic, &state);
                Heuristic::new(&Weights::tuned(players), u32::MAX)
                    .check_good_turns(state.table(), ());
                let mv = heuristic.choose(&View::new(&state, seat), &mut rng);
                state.play_unchecked(mv);
            }
        }
        assert!(compared > 5000, "{compared} turns");
    }
}
