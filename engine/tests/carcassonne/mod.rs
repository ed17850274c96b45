//! Carcassonne with The Gold Mines: at least one test per rule, named after its number, the contract of every game, and
//! the audit after every move.

mod base;
mod mines;
mod naive;
mod numbers;
mod perft;
mod playthroughs;

use std::sync::Arc;

use goldrush_engine::carcassonne::audit::audit;
use goldrush_engine::carcassonne::{Catalogue, FeatureKind, Move, Rules, Setup, State};
use goldrush_engine::changed_numbers;
use goldrush_engine::conformance::check_game;
use goldrush_engine::game::{State as _, Text};
use goldrush_engine::landscape::ties::Ties;
use goldrush_engine::player::Player;
use goldrush_engine::rng::tool_stream;

/// 79 tiles with an ingot, a follower and 16 ingots taken one by one.
const MOVES: usize = 79 * 3 + 16;

fn setup(rules: Rules, players: usize) -> &'static Setup {
    Box::leak(Box::new(
        Setup::new(Arc::new(Catalogue::printed()), rules, players).unwrap(),
    ))
}

/// Returns a position of two players with The Gold Mines; lines may be separated by semicolons.
fn game(text: &str) -> State<'static> {
    let setup = setup(
        Rules {
            gold_mines: true,
            ..Rules::default()
        },
        2,
    );
    let state =
        State::from_text(setup, &text.replace(';', "\n")).unwrap_or_else(|e| panic!("{e}\n{text}"));
    check(&state);
    state
}

fn check(state: &State) {
    audit(state).unwrap_or_else(|e| panic!("{e}\n{state:?}"));
}

/// Plays moves, separated by semicolons; each must be legal.
fn play(state: &mut State, moves: &str) {
    for text in moves.split(';').map(str::trim) {
        let mv = state
            .parse_move(text)
            .unwrap_or_else(|e| panic!("{text}: {e}\n{state:?}"));
        state
            .play(mv)
            .unwrap_or_else(|_| panic!("{text} is refused\n{state:?}"));
        check(state);
    }
}

fn moves(state: &State) -> Vec<String> {
    let mut moves = Vec::new();
    state.legal_moves(&mut moves);
    moves.into_iter().map(|mv| state.move_text(mv)).collect()
}

fn points(state: &State, kind: FeatureKind) -> Vec<u16> {
    Player::all(state.players())
        .map(|player| state.table().points(kind, player))
        .collect()
}

fn supplies(state: &State) -> Vec<usize> {
    Player::all(state.players())
        .map(|player| state.table().follower_supply(player))
        .collect()
}

fn ingots(state: &State) -> Vec<u8> {
    Player::all(state.players())
        .map(|player| state.table().collected(player))
        .collect()
}

#[test]
fn the_contract_holds_for_two_to_five_players() {
    for players in 2..=5 {
        for gold_mines in [false, true] {
            let printed = Rules {
                gold_mines,
                farmers: players != 3,
                choose_ingots: players != 4,
                ..Rules::default()
            };
            for rules in [&[printed], &changed_numbers::carcassonne()[..]].concat() {
                let setup = setup(rules, players);
                for seed in 0..4 {
                    check_game::<State>(setup, seed, MOVES, check);
                }
            }
        }
    }
}

/// Audits after every move of 100 random games.
#[test]
fn the_audit_agrees_after_every_move() {
    let setup = setup(
        Rules {
            gold_mines: true,
            ..Rules::default()
        },
        3,
    );
    let mut taken = 0;
    for seed in 0..100 {
        let mut rng = tool_stream(seed);
        let mut state = State::deal(setup, &mut rng);
        while let Some(mv) = state.random_move(&mut rng) {
            assert!(state.is_legal(mv));
            taken += u32::from(matches!(mv, Move::Take { .. }));
            state.play_unchecked(mv);
            check(&state);
        }
        assert_eq!(state.table().tiles_left(), 0);
    }
    assert!(taken > 0, "nobody ever chose an ingot");
}

#[test]
fn invalid_game_text_is_refused_with_the_line() {
    for (text, line, part) in [
        ("tile D 0,0 0\ntile D 0,1 45", 2, "no angle"),
        ("tile Z 0,0 0", 1, "no kind Z"),
        ("tile D 0,0 0\ntile B 0,-1 0", 2, "does not fit at 0,-1"),
        ("tile D 0,0 0\nfollower 0 0,0 road\nturn 0 0 place D", 0, ""),
        ("tile D 0,0 0\nfollower 0 0,0 monastery", 2, "no segment"),
        ("tile D 0,0 0\nfollower 2 0,0 road", 2, "no seat"),
        ("tile D 0,0 0 17", 1, "ingots"),
        ("points moat 1 1", 1, "moat"),
        ("ingots 9 9", 1, "ingots"),
        ("castle", 1, "castle"),
        ("tile D 0,0 0", 1, "whose turn it is"),
    ] {
        let read = State::from_text(setup(Rules::default(), 2), text);
        match read {
            Ok(_) => assert_eq!(line, 0, "{text}"),
            Err(e) => assert!(e.line == line && e.problem.contains(part), "{text}: {e}"),
        }
    }
}
