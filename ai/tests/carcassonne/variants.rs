//! Every agent plays whole legal games with all options and numbers of players.

use goldrush_engine::carcassonne::Rules;
use goldrush_engine::changed_numbers;

use super::{AGENTS, AnyAgent, agent, play, setup};

#[test]
fn every_agent_plays_legally_in_every_variant() {
    let base = Rules::default();
    let mines = Rules {
        gold_mines: true,
        ..base
    };
    let variants = [
        base,
        Rules {
            farmers: false,
            ..base
        },
        mines,
        Rules {
            choose_ingots: false,
            farmers: false,
            ..mines
        },
    ]
    .into_iter()
    .chain(changed_numbers::carcassonne());
    for players in 2..=5 {
        for rules in variants.clone() {
            let setup = setup(rules, players);
            for (seed, name) in AGENTS.into_iter().enumerate() {
                let mut agents: Vec<AnyAgent> =
                    (0..players).map(|_| agent(name, players, 4)).collect();
                let state = play(
                    setup,
                    &mut agents.iter_mut().collect::<Vec<_>>(),
                    seed as u64,
                );
                assert_eq!(state.table().tiles_left(), 0);
            }
        }
    }
}
