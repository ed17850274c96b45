//! Contract that every game of the family must satisfy, checked over random play.

use rand::Rng;

use crate::game::{State, Text, View};
use crate::player::Player;
use crate::rng::{below, tool_stream};

/// Plays one random game of at most `limit` moves and checks the contract in every state. `extra` checks laws of the
/// particular game.
///
/// # Panics
/// If the contract is broken; names the violation.
///
/// # Examples
///
/// ```
/// use goldrush_engine::conformance::check_game;
/// use goldrush_engine::knizia_gold::{Setup, State};
///
/// let setup = Setup::new(3, false)?;
/// // A law of this game: there are never more than 64 cards.
/// check_game::<State>(setup, 1, 3000, |state| assert!(state.table().cards_left() <= 64));
/// # Ok::<(), String>(())
/// ```
pub fn check_game<S: State + Text>(
    setup: S::Setup,
    seed: u64,
    limit: usize,
    mut extra: impl FnMut(&S),
) {
    let mut rng = tool_stream(seed);
    let mut state = S::deal(setup, &mut tool_stream(seed ^ 0xdea1));
    let second = S::deal(setup, &mut tool_stream(seed ^ 0xdea1));
    assert!(
        state == second,
        "the same deal twice gives different states"
    );
    let mut moves = Vec::new();
    let mut again = Vec::new();
    let mut played = Vec::new();
    let mut used = second.clone();
    let mut earlier = second.clone();
    while let Some(player) = state.to_move() {
        assert!(player.index() < state.players());
        assert!(
            played.len() < limit,
            "the game does not end within {limit} moves"
        );
        extra(&state);
        state.legal_moves(&mut moves);
        check_moves(&state, &moves, &mut again);
        let before = state.scores();
        let picked = moves[below(&mut rng, moves.len() as u32) as usize];
        if played.len() % 16 == 0 {
            check_text(setup, &state, &moves);
            check_hidden(&state, &mut rng);
            check_refusal(&state, &moves);
            check_playout(&state, &mut rng.clone());
            check_deal(&second, &played, &state, &mut rng.clone());
            check_deal(
                &earlier,
                &played[played.len() - played.len().min(16)..],
                &state,
                &mut rng.clone(),
            );
            earlier.clone_from(&state);
        }
        if played.len() % 64 == 40 {
            used.play_out(&mut rng.clone());
            check_copy(&state, &mut used, &mut rng.clone());
        }
        let original = (played.len() % 16 == 8).then(|| state.to_text());
        let mut clone = state.clone();
        clone.play_unchecked(picked);
        if let Some(text) = original {
            assert_eq!(
                state.to_text(),
                text,
                "playing on a clone changed the original"
            );
        }
        assert!(
            state.play(picked).is_ok(),
            "a listed move was refused: {picked:?}"
        );
        played.push(picked);
        for player in Player::all(state.players()) {
            assert!(
                state.scores()[player] >= before[player],
                "points of {player} fell"
            );
            let so_far = state.scores()[player];
            let if_over = state.scores_if_over()[player];
            assert!(
                if_over >= so_far,
                "points of {player} are fewer if the game ends"
            );
            assert!(
                if_over == so_far || state.to_move().is_some(),
                "points of {player} are others than those of the end"
            );
        }
    }
    extra(&state);
    check_end(&state, &mut moves, played.last().copied());
    let mut replayed = second;
    for mv in played {
        replayed.play_unchecked(mv);
    }
    assert!(
        replayed == state,
        "the same deal and moves give different states"
    );
}

fn check_moves<S: State>(state: &S, moves: &[S::Move], again: &mut Vec<S::Move>) {
    assert!(
        !moves.is_empty(),
        "the game is not over, but there is no legal move"
    );
    state.legal_moves(again);
    assert_eq!(moves, &again[..], "the list of moves changes");
    for (i, mv) in moves.iter().enumerate() {
        assert!(!moves[..i].contains(mv), "{mv:?} is listed twice");
        assert!(state.is_legal(*mv), "{mv:?} is listed, but not legal");
    }
}

/// Checks that moves of other states are refused and change nothing.
fn check_refusal<S: State + Text>(state: &S, moves: &[S::Move]) {
    let mut later = state.clone();
    for _ in 0..4 {
        let Some(_) = later.to_move() else { break };
        let mut others = Vec::new();
        later.legal_moves(&mut others);
        for &mv in others.iter().filter(|mv| !moves.contains(mv)) {
            let mut tried = state.clone();
            assert!(
                tried.play(mv).is_err(),
                "{mv:?} is not listed, but accepted"
            );
            assert!(tried == *state, "a refused move changed the state");
        }
        later.play_unchecked(others[others.len() / 2]);
    }
}

fn check_text<S: State + Text>(setup: S::Setup, state: &S, moves: &[S::Move]) {
    for &mv in moves {
        let text = state.move_text(mv);
        assert_eq!(state.parse_move(&text).as_ref(), Ok(&mv), "{text}");
    }
    let text = state.to_text();
    match S::from_text(setup, &text) {
        Ok(read) => {
            assert!(
                read == *state,
                "a state parses back to another:\n{text}\n{}",
                read.to_text()
            );
            let mut listed = Vec::new();
            read.legal_moves(&mut listed);
            assert_eq!(listed, moves, "a state that was read lists other moves");
        }
        Err(e) => panic!("{e}\n{text}"),
    }
}

fn check_hidden<S: State>(state: &S, rng: &mut impl Rng) {
    for observer in Player::all(state.players()) {
        let mut other = state.clone();
        other.determinize(observer, rng);
        assert_eq!(
            other.observation(observer),
            state.observation(observer),
            "determinize changes what {observer} sees"
        );
        let view = View::new(&other, observer);
        assert_eq!(view.to_move(), state.to_move());
    }
}

/// Checks that an earlier state with the deal of a state whose hidden information has been changed leads to that state.
fn check_deal<S: State>(earlier: &S, played: &[S::Move], state: &S, rng: &mut impl Rng) {
    for observer in Player::all(state.players()) {
        let mut other = state.clone();
        other.determinize(observer, rng);
        let mut redealt = earlier.clone();
        redealt.adopt_deal(&other);
        played.iter().for_each(|&mv| redealt.play_unchecked(mv));
        assert!(
            redealt == other,
            "the deal of a state leads to another:\n{redealt:?}\n{other:?}"
        );
        assert_eq!(redealt.scores(), other.scores());
    }
}

/// Checks that a playout ends the game and that no seat loses points in it.
fn check_playout<S: State>(state: &S, rng: &mut impl Rng) {
    let mut ended = state.clone();
    ended.play_out(rng);
    assert!(ended.to_move().is_none(), "a playout does not end the game");
    for player in Player::all(state.players()) {
        assert!(
            ended.scores()[player] >= state.scores()[player],
            "points of {player} fell in a playout"
        );
    }
}

/// Checks that `clone_from` into a used state equals a fresh clone and plays on identically.
fn check_copy<S: State>(state: &S, used: &mut S, rng: &mut impl Rng) {
    used.clone_from(state);
    let mut redealt = state.clone();
    assert!(
        *used == redealt,
        "a state copied into the place of another is not the same:\n{used:?}\n{redealt:?}"
    );
    for observer in Player::all(state.players()) {
        assert_eq!(used.observation(observer), redealt.observation(observer));
    }
    while let Some(mv) = redealt.random_move(rng) {
        assert!(
            used.is_legal(mv),
            "{mv:?} is not legal in a state copied into the place of another"
        );
        redealt.play_unchecked(mv);
        used.play_unchecked(mv);
    }
    assert!(
        *used == redealt,
        "a state copied into the place of another ends otherwise:\n{used:?}\n{redealt:?}"
    );
}

fn check_end<S: State>(state: &S, moves: &mut Vec<S::Move>, last: Option<S::Move>) {
    state.legal_moves(moves);
    assert!(
        moves.is_empty(),
        "the game is over, but there are legal moves"
    );
    if let Some(mv) = last {
        let mut after = state.clone();
        assert!(after.play(mv).is_err(), "a move was accepted after the end");
        assert_eq!(after.scores(), state.scores());
    }
}

/// Checks that `read` refuses an observation with each of some changes.
#[cfg(test)]
pub(crate) fn check_refused<O: Clone + std::fmt::Debug, S, E>(
    seen: &O,
    read: impl Fn(&O) -> Result<S, E>,
    changes: &[fn(&mut O)],
) {
    for change in changes {
        let mut changed = seen.clone();
        change(&mut changed);
        assert!(read(&changed).is_err(), "{changed:?}");
    }
}

/// Plays a random game and checks that parsing a sent observation gives a game that the seat cannot distinguish, with
/// the same moves. `read` builds a game from an observation; `each` is called with every observation.
#[cfg(test)]
pub(crate) fn check_observations<S: State, R: Rng>(
    mut state: S,
    rng: &mut R,
    read: impl Fn(&S::Observation) -> S,
    mut each: impl FnMut(&S::Observation),
) where
    S::Observation: serde::de::DeserializeOwned,
{
    let mut moves = Vec::new();
    let mut possible = Vec::new();
    while let Some(seat) = state.to_move() {
        let seen = state.observation(seat);
        let sent = serde_json::to_string(&seen).unwrap();
        let received: S::Observation = serde_json::from_str(&sent).unwrap();
        assert_eq!(received, seen);
        let again = read(&received);
        assert_eq!(again.observation(seat), seen);
        state.legal_moves(&mut moves);
        again.legal_moves(&mut possible);
        assert_eq!(moves, possible, "{sent}");
        each(&seen);
        state.play_unchecked(state.random_move(rng).unwrap());
    }
}

/// Plays a random game and checks the scores if it were over against those once `end` has ended it.
#[cfg(test)]
pub(crate) fn check_scores_if_over<S: State>(setup: S::Setup, end: impl Fn(&mut S)) {
    let mut rng = tool_stream(4);
    let mut state = S::deal(setup, &mut rng);
    while let Some(mv) = state.random_move(&mut rng) {
        state.play_unchecked(mv);
        let mut ended = state.clone();
        if ended.to_move().is_some() {
            end(&mut ended);
        }
        assert_eq!(state.scores_if_over().as_slice(), ended.scores().as_slice());
    }
}
