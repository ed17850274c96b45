//! What must hold for any input at all. The fuzz targets call these with what the fuzzer thinks of,
//! `tests/fuzz_corpus.rs` with the corpora.

use std::sync::Arc;

use goldrush_engine::game::{State as _, Text};
use goldrush_engine::gold_rush::audit::audit;
use goldrush_engine::gold_rush::picture::Picture;
use goldrush_engine::gold_rush::{Catalogue, Record, Rules, Scenario, Setup, State};
use goldrush_engine::rng::tool_stream;

/// A position, and after a line `---` moves, one a line: either an error, or a state that writes itself down.
pub fn notation(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let (position, moves) = text.split_once("\n---\n").unwrap_or((text, ""));
    let Ok(scenario) = position.parse::<Scenario>() else { return };
    let catalogue = Arc::new(Catalogue::built_in("gold_rush").expect("it is built in"));
    let Ok(setup) = Setup::new(catalogue, scenario.rules.clone(), scenario.players) else { return };
    let Ok(mut state) = scenario.state(&setup) else { return };
    check(&state, &setup);
    for line in moves.lines().take(200) {
        let Ok(mv) = state.parse_move(line) else { continue };
        assert_eq!(state.parse_move(&state.move_text(mv)), Ok(mv));
        if state.play(mv).is_ok() {
            check(&state, &setup);
        }
    }
}

fn check(state: &State, setup: &Setup) {
    audit(state).unwrap_or_else(|e| panic!("{e}\n{state:?}"));
    let read = State::from_text(setup, &state.to_text()).unwrap_or_else(|e| panic!("{e}\n{state:?}"));
    assert!(read == *state);
}

/// A record: either an error, or a game that plays to its end.
pub fn record(data: &[u8]) {
    let Ok(record) = serde_json::from_slice::<Record>(data) else { return };
    let Ok((rules, players)) = record.check_format() else { return };
    let catalogue = Arc::new(Catalogue::built_in("gold_rush").expect("it is built in"));
    let Ok(setup) = Setup::new(catalogue, rules, players) else { return };
    let Ok(mut replay) = record.replay(&setup) else { return };
    while let Ok(true) = replay.step() {}
    audit(replay.state()).unwrap_or_else(|e| panic!("{e}\n{:?}", replay.state()));
}

/// A catalogue: either an error of one line, or tiles that can be drawn and played.
pub fn catalogue(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let catalogue = match Catalogue::parse("fuzz", "fuzz.toml", text) {
        Ok(catalogue) => catalogue,
        Err(e) => return assert_eq!(e.to_string().lines().count(), 1),
    };
    for kind in catalogue.kinds() {
        let _ = Picture::of_kind(kind).to_string();
    }
    let setup = Setup::new(Arc::new(catalogue), Rules::default(), 3).expect("3 players");
    let mut rng = tool_stream(1);
    let mut state = State::deal(&setup, &mut rng);
    while let Some(mv) = state.random_move(&mut rng) {
        state.play_unchecked(mv);
    }
    audit(&state).unwrap_or_else(|e| panic!("{e}\n{state:?}"));
}
