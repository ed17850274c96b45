//! Text of positions and moves: errors name the line.

use goldrush_engine::game::{State as _, Text};
use goldrush_engine::gold_rush::{Scenario, Setup, State};

fn error(text: &str) -> String {
    let text = text.replace("; ", "\n");
    let setup = Setup::printed(2);
    match State::from_text(&setup, &text) {
        Ok(state) => panic!("accepted:\n{state:?}"),
        Err(e) => e.to_string(),
    }
}

#[test]
fn wrong_positions_are_refused_with_the_line() {
    for (text, line, problem) in [
        ("# nothing\n\nturn 0 act", 1, "no tile lies on the table"),
        ("tile 99 0,0 0; turn 0 act", 1, "\"99\" is no kind of tile"),
        ("tile 33 1,0 0; turn 0 act", 1, "the first tile lies at 0,0"),
        (
            "tile 33 0,0 0; tile 12d 0,-1 0; turn 0 act",
            2,
            "does not match its neighbors at 0,-1",
        ),
        (
            "tile 33 0,0 0; tile 12d 5,0 0; turn 0 act",
            2,
            "not an empty cell next to a tile",
        ),
        (
            "tile 33 0,0 0; tile 12d 1,0 180; turn 0 act",
            2,
            "looks like a smaller rotation",
        ),
        (
            "tile 33 0,0 0; cowboy 2 0,0 railroad E; turn 0 act",
            2,
            "there is no seat 2",
        ),
        (
            "tile 33 0,0 0; cowboy 0 0,0 railroad N; turn 0 act",
            2,
            "no segment \"railroad N\"; it has railroad E, mountain N",
        ),
        (
            "tile 33 0,0 0; cowboy 0 0,0 railroad E; cowboy 1 0,0 railroad E; turn 0 act",
            3,
            "two pieces",
        ),
        (
            "tile 33 0,0 0; tent 0 0,0 railroad E; turn 0 act",
            2,
            "a tent stands on a mountain",
        ),
        (
            "tile 33 0,0 0; pile 0,0 mountain N 2; turn 0 act",
            2,
            "at most 1",
        ),
        (
            "tile 33 0,0 0; pile 0,0 railroad E 0; turn 0 act",
            2,
            "is no mountain",
        ),
        (
            "tile 33 0,0 0; acquired 0:7; turn 0 act",
            2,
            "too many tokens of 7",
        ),
        ("tile 33 0,0 0; turn 4 act", 2, "there is no seat 4"),
        ("tile 33 0,0 0; turn 0 place", 2, "no tile is in hand"),
        (
            "tile 72 0,0 0; turn 0 place; coming 31",
            3,
            "31 fits nowhere",
        ),
        (
            "tile 33 0,0 0; turn 0 over; coming 31",
            3,
            "the game is over",
        ),
        (
            "tile 33 0,0 0; turn 0 act; tokens 1 2",
            3,
            "not those that nobody has acquired",
        ),
        (
            "tile 26d 0,0 0; tile 12d 1,0 0; tile 26d 2,0 0; cowboy 0 1,0 railroad E; turn 0 place; coming 27",
            4,
            "complete and nobody stands",
        ),
        ("players 3; tile 33 0,0 0; turn 0 act", 1, "the setup has 2"),
    ] {
        let error = error(text);
        assert!(
            error.contains(problem) && error.starts_with(&format!("line {line}: ")),
            "{text}\n{error}"
        );
    }
}

#[test]
fn wrong_text_is_refused_with_the_line() {
    for (text, line, problem) in [
        ("tile 33 0,0 0; turm 0 act", 2, "\"turm\" is unknown"),
        ("tile 33 0,0", 1, "tile KIND X,Y ROTATION"),
        ("tile 33 0;0 0", 1, "is no cell"),
        ("tile 33 0,0 45", 1, "is no rotation"),
        ("rules cowboys=x", 1, "1 to 7 are possible"),
        ("rules beards=1", 1, "\"beards\" is unknown"),
        ("cowboy x 0,0 city", 1, "is no number"),
        ("points 0 gold 3", 1, "no kind of feature"),
        ("points 0 city", 1, "points SEAT KIND POINTS"),
        ("acquired 3", 1, "SEAT:VALUE"),
        ("turn 0 sleep", 1, "nothing to decide"),
    ] {
        let error = text
            .replace("; ", "\n")
            .parse::<Scenario>()
            .unwrap_err()
            .to_string();
        assert!(
            error.contains(problem) && error.starts_with(&format!("line {line}: ")),
            "{text}\n{error}"
        );
    }
}

#[test]
fn wrong_moves_are_refused_with_the_alternatives() {
    let setup = Setup::printed(2);
    let state =
        State::from_text(&setup, "tile 33 0,0 0\ntent 0 0,0 mountain N\nturn 0 act").unwrap();
    for (text, problem) in [
        ("place 1", "place X,Y ROTATION"),
        ("place a,b 0", "is no cell"),
        ("place 1,0 13", "is no rotation"),
        ("jump", "is no move"),
        ("cowboy", "is no move"),
        ("cowboy city", "no segment \"city\"; it has"),
        ("tent 3,3 mountain N", "no tile lies at 3,3"),
        ("tent mountain", "is no place"),
        ("take_back 0,0 railroad E", "player 0 has no cowboy"),
        ("mine at 0,0", "nothing or by from"),
        ("mine from 0,0 prairie En", "has no tent"),
    ] {
        let error = state.parse_move(text).unwrap_err().to_string();
        assert!(error.contains(problem), "{text}: {error}");
    }
    for text in ["tent 0,0 mountain N", "tent 0,0 railroad E", "place 1,0 0"] {
        let mut tried = state.clone();
        assert!(
            tried.play(state.parse_move(text).unwrap()).is_err(),
            "{text}"
        );
        assert!(tried == state, "{text} changed the state");
    }
}
