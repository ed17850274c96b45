//! Contract of every game, and the audit after every move, on random games of 2 to 5 players in all variants.

use goldrush_engine::changed_numbers;
use goldrush_engine::conformance::check_game;
use goldrush_engine::game::State as _;
use goldrush_engine::gold_rush::audit::audit;
use goldrush_engine::gold_rush::{Catalogue, Locomotives, Rules, Setup, State};
use goldrush_engine::rng::tool_stream;

/// 71 tiles, two moves each.
const MOVES: usize = 142;

fn audited(state: &State) {
    if let Err(problem) = audit(state) {
        panic!("{problem}\n{state:?}");
    }
}

#[test]
fn the_contract_holds_for_two_to_five_players() {
    for players in 2..=5 {
        let setup = Setup::printed(players);
        for seed in 0..6 {
            check_game::<State>(&setup, seed, MOVES, audited);
        }
    }
}

#[test]
fn the_contract_holds_in_every_variant() {
    let printed = Rules::default();
    let variants = [
        Rules {
            farmers: false,
            ..printed.clone()
        },
        Rules {
            tents: 0,
            ..printed.clone()
        },
        Rules {
            tents: 2,
            ..printed.clone()
        },
        Rules {
            tents: 3,
            take_back: true,
            cowboys: 7,
            ..printed.clone()
        },
        Rules {
            locomotives: Locomotives::Never,
            cowboys: 1,
            ..printed.clone()
        },
        Rules {
            locomotives: Locomotives::AtLeastOne,
            take_back: true,
            ..printed.clone()
        },
        Rules {
            mining_interval: 3,
            tents: 2,
            ..printed.clone()
        },
        Rules {
            tokens: Some("2=63".parse().unwrap()),
            ..printed.clone()
        },
        Rules {
            tokens: Some("1=20".parse().unwrap()),
            ..printed.clone()
        },
        Rules {
            tokens: Some("31=255".parse().unwrap()),
            ..printed.clone()
        },
        Rules {
            tokens: Some("".parse().unwrap()),
            ..printed.clone()
        },
        Rules {
            restriction: Some("1:tents".parse().unwrap()),
            ..printed.clone()
        },
        Rules {
            restriction: Some("0:railwaymen".parse().unwrap()),
            tents: 2,
            ..printed
        },
    ];
    let variants = [&variants[..], &changed_numbers::gold_rush()].concat();
    for name in ["gold_rush", "gold_rush_alt"] {
        let catalogue = Catalogue::built_in(name).unwrap();
        for (i, rules) in variants.iter().enumerate() {
            let setup = Setup::new(catalogue.clone(), rules.clone(), 2 + i % 4).unwrap();
            check_game::<State>(&setup, i as u64, MOVES, audited);
        }
    }
}

/// Audits after every move of 150 random games.
fn audit_games(players: usize) {
    let setup = Setup::printed(players);
    for seed in 0..150 {
        let mut rng = tool_stream(seed);
        let mut state = State::deal(&setup, &mut rng);
        audited(&state);
        while let Some(mv) = state.random_move(&mut rng) {
            state.play_unchecked(mv);
            audited(&state);
        }
    }
}

#[test]
fn the_audit_agrees_after_every_move_of_150_games_of_2() {
    audit_games(2);
}

#[test]
fn the_audit_agrees_after_every_move_of_150_games_of_3() {
    audit_games(3);
}

#[test]
fn the_audit_agrees_after_every_move_of_150_games_of_4() {
    audit_games(4);
}

#[test]
fn the_audit_agrees_after_every_move_of_150_games_of_5() {
    audit_games(5);
}
