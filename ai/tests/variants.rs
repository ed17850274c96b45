//! Every agent plays whole legal games in every variant.

use std::sync::Arc;

use goldrush_ai::environment::Environment;
use goldrush_ai::registry::{Roster as _, Spec};
use goldrush_engine::changed_numbers;
use goldrush_engine::game::{State as _, View};
use goldrush_engine::gold_rush::{
    Action, Catalogue, Denied, GoldRush, Locomotives, Move, Restriction, Rules, Setup, State,
};
use goldrush_engine::landscape::grid::{Cell, Rotation};
use goldrush_engine::rng::tool_stream;

/// V1 to V21, with the extremes of V1 to V9.
fn variants() -> Vec<Rules> {
    let printed = Rules::default();
    let tokens = |mix: &str| Some(mix.parse().unwrap());
    [
        printed.clone(),
        Rules {
            farmers: false,
            ..printed.clone()
        },
        Rules {
            tents: 0,
            ..printed.clone()
        },
        Rules {
            tents: 3,
            take_back: true,
            ..printed.clone()
        },
        Rules {
            locomotives: Locomotives::Never,
            cowboys: 1,
            ..printed.clone()
        },
        Rules {
            locomotives: Locomotives::AtLeastOne,
            cowboys: 7,
            ..printed.clone()
        },
        Rules {
            tokens: tokens("2=63"),
            mining_interval: 3,
            ..printed.clone()
        },
        Rules {
            tokens: tokens("31=255"),
            ..printed.clone()
        },
        Rules {
            tokens: tokens("5=1"),
            take_back: true,
            farmers: false,
            ..printed.clone()
        },
    ]
    .into_iter()
    .chain(changed_numbers::gold_rush())
    .chain(Denied::ALL.map(|denied| {
        let restriction = Some(Restriction { seat: 1, denied });
        Rules {
            restriction,
            tents: 2,
            take_back: true,
            ..printed.clone()
        }
    }))
    .collect()
}

/// Returns the specification of a fast version of an agent.
fn quick(name: &str, parameters: &[goldrush_ai::parameter::Parameter]) -> Spec {
    let playouts = parameters.iter().any(|p| p.name == "playouts");
    let spec = if playouts {
        format!("{name}:playouts=4")
    } else {
        name.to_owned()
    };
    Spec::read::<GoldRush>(&spec).unwrap()
}

#[test]
fn every_agent_plays_legally_in_every_variant() {
    for catalogue in ["gold_rush", "gold_rush_alt"] {
        let catalogue = Catalogue::built_in(catalogue).unwrap();
        for (number, rules) in variants().into_iter().enumerate() {
            let players = 2 + number % 4;
            let setup = Setup::new(catalogue.clone(), rules, players).unwrap();
            for entry in GoldRush::ENTRIES {
                let mut agent = quick(entry.name, entry.parameters)
                    .build::<GoldRush>(&Environment::sequential(players));
                let mut rng = tool_stream(number as u64);
                let mut state = State::deal(&setup, &mut rng);
                while let Some(seat) = state.to_move() {
                    let mv = agent.choose(&View::new(&state, seat), &mut rng);
                    if let Err(refused) = state.play(mv) {
                        panic!("{} played {refused:?} in\n{state:?}", entry.name);
                    }
                }
            }
        }
    }
}

/// With no tile left to draw, the cells at all 198 open ends have maximum hardness.
#[test]
fn a_mountain_of_99_tiles_can_be_evaluated() {
    let text = r#"
        [tokens]
        1 = 99
        [[tile]]
        id = "peak"
        copies = 99
        start = true
        edges = "MMMM"
        rails = []
        mountains = [{ edges = "NESW", nuggets = 1 }]
        prairies = []
    "#;
    let catalogue = Arc::new(Catalogue::parse("peaks", "peaks.toml", text).unwrap());
    let setup = Setup::new(catalogue, Rules::default(), 2).unwrap();
    let mut rng = tool_stream(1);
    for name in [
        "greedy",
        "heuristic",
        "rollout:playouts=4",
        "mcts:playouts=4",
    ] {
        let mut agent = Spec::read::<GoldRush>(name)
            .unwrap()
            .build::<GoldRush>(&Environment::sequential(2));
        let mut state = State::deal(&setup, &mut rng);
        // In a line, so that nearly all ends stay open.
        for column in 1..99 {
            for mv in [
                Move::Place {
                    cell: Cell { x: column, y: 0 },
                    rotation: Rotation::R0,
                },
                Move::Act(Action::None),
            ] {
                let seat = state.to_move().unwrap();
                let chosen = agent.choose(&View::new(&state, seat), &mut rng);
                assert!(
                    state.is_legal(chosen),
                    "{name} chose {chosen:?} in\n{state:?}"
                );
                let first = column == 1 && matches!(chosen, Move::Act(_));
                state.play_unchecked(if first {
                    Move::Act(Action::Cowboy { segment: 0 })
                } else {
                    mv
                });
            }
        }
        assert!(state.to_move().is_none());
    }
}
