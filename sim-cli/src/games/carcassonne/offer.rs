//! The legal moves as bots are offered them, with what each would score.

use goldrush_engine::carcassonne::{Move, Phase, State};
use goldrush_engine::game::{Points, State as _, Text as _, View};
use goldrush_engine::rng::tool_stream;
use serde::Serialize;

use crate::games::wishes::Wishes;

/// A legal move.
#[derive(Clone, Debug, Serialize)]
pub struct Offered {
    /// What to answer.
    id: u32,
    /// The move.
    #[serde(rename = "move")]
    mv: String,
    /// Points of each seat if the game ended after this turn and no more were done in it.
    #[serde(skip_serializing_if = "Option::is_none")]
    scores: Option<Vec<Points>>,
    /// After a placement: what could follow.
    #[serde(skip_serializing_if = "Option::is_none")]
    then: Option<Vec<Following>>,
}

/// What could follow a placement.
#[derive(Clone, Debug, Serialize)]
struct Following {
    /// The move.
    #[serde(rename = "move")]
    mv: String,
    /// Points of each seat if the game ended after both, and no more were done in the turn.
    scores: Vec<Points>,
}

/// The legal moves, in the engine's order; a move's id is its place in it.
pub fn offer(view: &View<State<'_>>, moves: &[Move], wishes: &Wishes) -> Vec<Offered> {
    // What comes after the turn does not matter to what it scores.
    let world = wishes.scores.then(|| view.sample(&mut tool_stream(0)));
    let offered = |(id, &mv): (u32, &Move)| {
        let after = world.as_ref().map(|world| played(world, mv));
        let then = after.as_ref().filter(|after| wishes.then && has_choice(world.as_ref(), after));
        let scores = after.as_ref().map(|after| scores(after.clone()));
        Offered { id, mv: view.move_text(mv), scores, then: then.map(following) }
    };
    (0..).zip(moves).map(offered).collect()
}

fn played<'s>(state: &State<'s>, mv: Move) -> State<'s> {
    let mut after = state.clone();
    after.play_unchecked(mv);
    after
}

/// Whether a placement leads to another decision of the turn.
fn has_choice(before: Option<&State>, after: &State) -> bool {
    before.is_some_and(|before| before.table().phase() == Phase::Place)
        && matches!(after.table().phase(), Phase::Follow | Phase::Ingot)
}

fn following(placed: &State) -> Vec<Following> {
    let mut moves = Vec::new();
    placed.legal_moves(&mut moves);
    let following = |mv| Following { mv: placed.move_text(mv), scores: scores(played(placed, mv)) };
    moves.into_iter().map(following).collect()
}

/// Points of each seat if the game ended with this turn, in which nothing more is done than has to be: no follower, and ingots
/// go and come where they can first. What is unfinished counts as at the end (C5, M7).
fn scores(mut state: State) -> Vec<Points> {
    let mut moves = Vec::new();
    while matches!(state.table().phase(), Phase::Ingot | Phase::Follow | Phase::Take) {
        state.legal_moves(&mut moves);
        let mv = if state.table().phase() == Phase::Follow { Move::Pass } else { moves[0] };
        state.play_unchecked(mv);
    }
    state.scores_if_over().as_slice().to_vec()
}

#[cfg(test)]
mod tests {
    use goldrush_engine::carcassonne::{Catalogue, Rules, Setup};
    use goldrush_engine::player::Player;

    use super::*;

    /// What a placement and its follower are promised to score is what the game ends with, if they are the last; and what a
    /// feature that is completed scores is promised with the placement that completes it.
    #[test]
    fn promises_of_the_last_turn_come_true() {
        let mut completed = 0;
        for gold_mines in [false, true] {
            let rules = Rules { gold_mines, ..Rules::default() };
            let setup = Setup::new(Catalogue::printed().into(), rules, 3).unwrap();
            let mut rng = tool_stream(8);
            let wishes = Wishes::new(Some(&["then".to_owned()]));
            let mut moves = Vec::new();
            for _ in 0..40 {
                let mut state = State::deal(&setup, &mut rng);
                let mut promised = Vec::new();
                while let Some(seat) = state.to_move() {
                    state.legal_moves(&mut moves);
                    let phase = state.table().phase();
                    let offered = offer(&View::new(&state, seat), &moves, &wishes);
                    // Nothing more is done than has to be in the last turn.
                    let is_last = state.table().tiles_left() == 0 && phase != Phase::Place;
                    let mv = match phase {
                        Phase::Follow if is_last => Move::Pass,
                        _ if is_last => moves[0],
                        _ => state.random_move(&mut rng).unwrap(),
                    };
                    let at = moves.iter().position(|legal| *legal == mv).unwrap();
                    assert_eq!(offered[at].then.is_some(), phase == Phase::Place);
                    if phase == Phase::Place {
                        promised.clear();
                    }
                    promised.push(offered[at].scores.clone().unwrap());
                    state.play_unchecked(mv);
                }
                for promised in &promised {
                    assert_eq!(promised, state.scores().as_slice());
                }
                completed += usize::from(promised.len() > 1);
            }
        }
        assert_eq!(completed, 80);
    }

    /// C4: a completed city is worth twice what it is worth at the end, and the placement that completes it says so.
    #[test]
    fn what_a_placement_completes_is_promised_in_full() {
        let setup = Setup::new(Catalogue::printed().into(), Rules::default(), 2).unwrap();
        let (mut rng, wishes, mut moves, mut more) = (tool_stream(9), Wishes::new(None), Vec::new(), 0);
        for _ in 0..20 {
            let mut state = State::deal(&setup, &mut rng);
            while let Some(seat) = state.to_move() {
                state.legal_moves(&mut moves);
                let mv = state.random_move(&mut rng).unwrap();
                if state.table().phase() == Phase::Place {
                    let at = moves.iter().position(|legal| *legal == mv).unwrap();
                    let promised = offer(&View::new(&state, seat), &moves, &wishes)[at].scores.clone().unwrap();
                    let after = played(&played(&state, mv), Move::Pass);
                    let scored: u16 = Player::all(2).map(|seat| after.table().feature_points(seat)).sum();
                    let before: u16 = Player::all(2).map(|seat| state.table().feature_points(seat)).sum();
                    more += u32::from(scored > before);
                    assert_eq!(promised, scores(after));
                    assert!(promised.iter().sum::<u16>() >= scored);
                }
                state.play_unchecked(mv);
            }
        }
        assert!(more > 20, "hardly anything was completed");
    }
}
