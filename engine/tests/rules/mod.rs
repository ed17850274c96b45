//! At least one test per rule, named after its number (`goldrush rules G11` prints the rule), including the worked
//! examples of the rulebook. Positions are scenarios, and their pictures are checked too.

mod end;
mod features;
mod hidden;
mod numbers;
mod turn;
mod variants;

use goldrush_engine::game::{State as _, Text};
use goldrush_engine::gold_rush::audit::audit;
use goldrush_engine::gold_rush::picture::Picture;
use goldrush_engine::gold_rush::{Catalogue, FeatureKind, Phase, Rules, Scenario, Setup, State};
use goldrush_engine::player::Player;

/// Returns a position; lines may be separated by semicolons. Rules and number of players come from its text.
fn game(text: &str) -> State<'static> {
    try_game(text).unwrap_or_else(|e| panic!("{e}"))
}

fn try_game(text: &str) -> Result<State<'static>, String> {
    let scenario: Scenario = text
        .replace(';', "\n")
        .parse()
        .map_err(|e| format!("{e}"))?;
    let state = scenario
        .state(setup(scenario.rules.clone(), scenario.players))
        .map_err(|e| e.to_string())?;
    audit(&state).unwrap_or_else(|e| panic!("{e}\n{state:?}"));
    Ok(state)
}

fn setup(rules: Rules, players: usize) -> &'static Setup {
    let catalogue = Catalogue::built_in("gold_rush").unwrap();
    Box::leak(Box::new(Setup::new(catalogue, rules, players).unwrap()))
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
        audit(state).unwrap_or_else(|e| panic!("{text}: {e}\n{state:?}"));
    }
}

/// Returns true if a move is legal.
fn allowed(state: &State, text: &str) -> bool {
    state.is_legal(
        state
            .parse_move(text)
            .unwrap_or_else(|e| panic!("{text}: {e}")),
    )
}

/// Returns the legal moves as text.
fn moves(state: &State) -> Vec<String> {
    let mut moves = Vec::new();
    state.legal_moves(&mut moves);
    moves.into_iter().map(|mv| state.move_text(mv)).collect()
}

/// Returns the legal actions of a kind, without the word for the kind.
fn actions(state: &State, kind: &str) -> Vec<String> {
    moves(state)
        .iter()
        .filter_map(|m| m.strip_prefix(kind))
        .map(|m| m.trim().to_owned())
        .collect()
}

/// Returns the points of every seat from a kind of feature.
fn points(state: &State, kind: FeatureKind) -> Vec<u16> {
    Player::all(state.players())
        .map(|p| state.table().points(kind, p))
        .collect()
}

/// Returns the number of tokens of every seat.
fn token_count(state: &State) -> Vec<u8> {
    Player::all(state.players())
        .map(|p| state.table().token_count(p))
        .collect()
}

/// Returns the number of cowboys in every seat's supply.
fn supplies(state: &State) -> Vec<usize> {
    Player::all(state.players())
        .map(|p| state.table().cowboy_supply(p))
        .collect()
}

/// Returns the number of tokens on the mountain at a place.
fn pile(state: &State, place: &str) -> u8 {
    let table = state.table();
    table
        .word(table.feature(table.parse_place(place).unwrap()))
        .tokens()
}

/// Ends the game without the upcoming tiles: incomplete features are scored.
fn end(state: &State) -> State<'static> {
    let mut scenario = state.scenario();
    (scenario.phase, scenario.coming) = (Phase::Act, Vec::new());
    let mut state = scenario
        .state(setup(scenario.rules.clone(), scenario.players))
        .unwrap();
    play(&mut state, "none");
    assert_eq!(state.table().phase(), Phase::Over);
    state
}

/// Checks the picture of a position.
#[track_caller]
fn shows(state: &State, picture: &str) {
    let found = Picture::of_table(state.table()).to_string();
    let trimmed: String = picture
        .trim_matches('\n')
        .lines()
        .map(|l| format!("{}\n", l.trim_end()))
        .collect();
    assert!(
        found == trimmed,
        "the position looks like this:\n{found}<end>"
    );
}

/// Checks that every rule has a test; the other rule tests are in the sibling modules.
#[test]
fn every_rule_has_a_test_named_after_it() {
    let tests = [
        include_str!("turn.rs"),
        include_str!("features.rs"),
        include_str!("end.rs"),
        include_str!("hidden.rs"),
        include_str!("variants.rs"),
        include_str!("numbers.rs"),
    ];
    for rule in goldrush_engine::rulebook::GOLD_RUSH.rules() {
        let (letter, number) = rule.id.split_at(1);
        let name = format!(
            "fn {}{:02}_",
            letter.to_lowercase(),
            number.parse::<u8>().unwrap()
        );
        assert!(
            tests.iter().any(|text| text.contains(&name)),
            "no test is called {name}…"
        );
    }
}
