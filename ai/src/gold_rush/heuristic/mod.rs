//! Heuristic of Gold Rush: chances to complete a feature, cowboys in supply, tents.

mod evaluator;
mod fitted;
mod tuned;
mod weights;

use goldrush_engine::game::View;
use goldrush_engine::gold_rush::{GoldRush, State};

pub use evaluator::Evaluator;
pub use weights::{WEIGHTS, Weights};

/// Heuristic agent.
pub type Heuristic = crate::landscape::Heuristic<GoldRush>;
/// Expected final points of a table. It takes the mean value of the tokens unseen by the observer, in points.
pub type Estimator = crate::landscape::Estimator<GoldRush>;

/// Returns the mean value of the tokens that a seat has not seen, in points.
///
/// # Examples
///
/// ```
/// use goldrush_ai::gold_rush::heuristic::mean_token;
/// use goldrush_engine::game::{Game, View};
/// use goldrush_engine::gold_rush::{GoldRush, Setup};
/// use goldrush_engine::player::Player;
/// use goldrush_engine::rng::deal_stream;
///
/// // Nobody has a token: the mean of all 63, which are worth 115 points.
/// let setup = Setup::printed(2);
/// let game = GoldRush::deal(&setup, &mut deal_stream(7, 0));
/// assert_eq!(mean_token(&View::new(&game, Player::FIRST)), 115.0 / 63.0);
/// ```
pub fn mean_token(view: &View<State>) -> f32 {
    let (sum, count) = view.unseen_tokens();
    sum as f32 / count.max(1) as f32
}

#[cfg(test)]
mod tests {
    use goldrush_engine::changed_numbers;
    use goldrush_engine::game::State as _;
    use goldrush_engine::gold_rush::{Action, Catalogue, Locomotives, Rules, Setup, Table};
    use goldrush_engine::player::Player;
    use goldrush_engine::rng::{choose, tool_stream};

    use super::super::turns::{TurnAction, Turns};
    use super::*;
    use crate::agent::Agent as _;
    use crate::landscape::{Choice, FeatureValues as _, Perspective, TurnEvaluator as _};

    /// Returns the margin of a seat on a table evaluated from scratch.
    fn margin(heuristic: &Heuristic, table: &Table, seat: Player) -> i32 {
        let evaluator = &heuristic.evaluator;
        let totals = Turns::default().table_value(&Perspective::new(table, evaluator));
        evaluator.margin(&totals, seat, table.players())
    }

    /// Compares the predicted change of each turn with laying the tile, acting and scoring. Returns the number of turns
    /// compared, and the number where the two are only nearly equal.
    fn compare(heuristic: &mut Heuristic, state: &State) -> (usize, usize) {
        let table = state.table();
        let seat = state.table().seat();
        let mut turns = Vec::new();
        heuristic.value_turns(table, 1.5, |choice, value| turns.push((choice, value)));
        heuristic.check_good_turns(table, 1.5);
        let mut inexact = 0;
        for &(Choice { placement, action }, value) in &turns {
            let TurnAction::Act(action) = action else {
                panic!("{action:?} is not a single action")
            };
            let mut after = table.clone();
            if let Some((slot, rotation)) = placement {
                after.place(slot, rotation);
            }
            assert!(after.actions().allow(action), "{action:?} {state:?}");
            after.finish_turn(action, &mut ());
            // For tents, harder cells of other mountains are ignored.
            let error = value.abs_diff(margin(heuristic, &after, seat));
            let tent = matches!(action, Action::Tent { .. } | Action::Mine { .. });
            assert!(
                error == 0 || tent && error < 1024,
                "{error}: {placement:?} {action:?} {state:?}"
            );
            inexact += usize::from(error > 0);
        }
        (turns.len(), inexact)
    }

    /// Joins change the value of all actions after a placement by the same amount, except those that claim. Returns the number of
    /// turns that they change, and of these the ones that claim.
    fn compare_joins(setup: &Setup, state: &State) -> [usize; 2] {
        let weights = Weights::tuned(setup.players());
        let [mut with, mut without] = [
            weights,
            Weights {
                joins: 0.0,
                ..weights
            },
        ]
        .map(|weights| Heuristic::new(&weights, u32::MAX));
        let mut turns = Vec::new();
        let mut changed = [0; 2];
        let mut of_placement = (None, 0);
        without.value_turns(state.table(), 1.5, |choice, value| {
            turns.push((choice, value));
        });
        let mut before = turns.into_iter();
        with.value_turns(state.table(), 1.5, |choice, value| {
            let (same, without) = before.next().unwrap();
            assert_eq!(choice, same);
            let change = value - without;
            let claims = matches!(choice.action, TurnAction::Act(Action::Cowboy { .. }));
            // The first action of a placement is none.
            if of_placement.0 != choice.placement {
                of_placement = (choice.placement, change);
            }
            assert!(
                claims || change == of_placement.1,
                "{choice:?}: {change}, {of_placement:?} {state:?}"
            );
            changed[0] += usize::from(change != 0);
            changed[1] += usize::from(claims && change != of_placement.1);
        });
        with.check_good_turns(state.table(), 1.5);
        changed
    }

    #[test]
    fn joins_change_the_value_of_placements_and_claims() {
        let setup = Setup::printed(3);
        let mut state = State::deal(&setup, &mut tool_stream(5));
        let mut rng = tool_stream(5);
        let mut changed = [0; 2];
        let mut heuristic = Heuristic::new(&Weights::tuned(3), u32::MAX);
        while let Some(seat) = state.to_move() {
            if state.table().is_placing() {
                let found = compare_joins(&setup, &state);
                changed
                    .iter_mut()
                    .zip(found)
                    .for_each(|(sum, found)| *sum += found);
            }
            let mv = heuristic.choose(&View::new(&state, seat), &mut rng);
            state.play_unchecked(mv);
        }
        assert!(changed[0] > 1000 && changed[1] > 300, "{changed:?} turns");
    }

    /// Compares all turns of a game.
    fn compare_game(setup: &Setup, seed: u64) -> usize {
        let mut rng = tool_stream(seed);
        let mut state = State::deal(setup, &mut rng);
        let mut heuristic = Heuristic::new(
            &Weights {
                joins: 0.0,
                ..Weights::tuned(setup.players())
            },
            u32::MAX,
        );
        let mut compared = 0;
        let mut inexact = 0;
        while let Some(seat) = state.to_move() {
            let (turns, nearly) = compare(&mut heuristic, &state);
            compared += turns;
            inexact += nearly;
            let mv = if choose(&mut rng, 3) == 0 {
                state.random_move(&mut rng).unwrap()
            } else {
                heuristic.choose(&View::new(&state, seat), &mut rng)
            };
            state.play_unchecked(mv);
        }
        assert!(inexact < compared / 20, "{inexact} of {compared} turns");
        compared
    }

    /// G16: a railroad with both ends at one city counts once there. This is rare in games.
    #[test]
    fn a_railroad_from_a_city_to_itself_is_valued_once() {
        let setup = Setup::printed(2);
        let scenario: goldrush_engine::gold_rush::Scenario =
            "tile 27 0,0 0\ntile 26d -1,0 0\ntile 01d 1,0 0\n\
             tile 01d 1,1 90\ncowboy 0 0,0 city\nturn 1 place\ncoming 01d"
                .parse()
                .unwrap();
        let state = scenario.state(&setup).unwrap();
        let (compared, _) = compare(
            &mut Heuristic::new(
                &Weights {
                    joins: 0.0,
                    ..Weights::tuned(2)
                },
                u32::MAX,
            ),
            &state,
        );
        assert!(compared > 10);
    }

    #[test]
    fn turn_values_equal_the_evaluation_of_the_resulting_table() {
        let printed = Rules::default();
        let variants = [
            printed.clone(),
            Rules {
                tents: 2,
                take_back: true,
                ..printed.clone()
            },
            Rules {
                farmers: false,
                cowboys: 2,
                mining_interval: 2,
                ..printed.clone()
            },
            Rules {
                locomotives: Locomotives::AtLeastOne,
                tokens: Some("5=10".parse().unwrap()),
                ..printed.clone()
            },
            Rules {
                locomotives: Locomotives::Never,
                tents: 0,
                cowboys: 7,
                ..printed.clone()
            },
            Rules {
                restriction: Some("1:tents".parse().unwrap()),
                ..printed.clone()
            },
            Rules {
                restriction: Some("0:railwaymen".parse().unwrap()),
                ..printed
            },
        ]
        .into_iter()
        .chain(changed_numbers::gold_rush());
        let catalogue = Catalogue::built_in("gold_rush").unwrap();
        let mut compared = 0;
        for (i, rules) in variants.enumerate() {
            let setup = Setup::new(catalogue.clone(), rules, 2).unwrap();
            compared += (0..8)
                .map(|seed| compare_game(&setup, seed + 10 * i as u64))
                .sum::<usize>();
        }
        assert!(compared > 150_000, "{compared} turns");
    }
}
