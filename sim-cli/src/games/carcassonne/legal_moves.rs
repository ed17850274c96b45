//! The legal moves as sent to bots, with the score after each.

use goldrush_engine::carcassonne::{Move, Phase, State};
use goldrush_engine::game::{Points, State as _, Text as _, View};
use goldrush_engine::rng::tool_stream;
use serde::Serialize;

use crate::games::requested::RequestedFields;

/// A legal move.
#[derive(Clone, Debug, Serialize)]
pub struct LegalMove {
    /// The id to answer with.
    id: u32,
    /// The move.
    #[serde(rename = "move")]
    mv: String,
    /// Points of each seat if the game ended after this turn, without optional moves in the rest of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    scores: Option<Vec<Points>>,
    /// After a placement: the moves that could follow.
    #[serde(skip_serializing_if = "Option::is_none")]
    then: Option<Vec<Following>>,
}

/// A move that could follow a placement.
#[derive(Clone, Debug, Serialize)]
struct Following {
    /// The move.
    #[serde(rename = "move")]
    mv: String,
    /// Points of each seat if the game ended after both moves, without optional moves in the rest of the turn.
    scores: Vec<Points>,
}

/// Lists the legal moves, in the engine's order; the id of a move is its index.
pub fn offer(view: &View<State<'_>>, moves: &[Move], requested: &RequestedFields) -> Vec<LegalMove> {
    // Any world will do: tiles drawn after the turn do not affect its score.
    let world = requested.scores.then(|| view.sample(&mut tool_stream(0)));
    let offered = |(id, &mv): (u32, &Move)| {
        let after = world.as_ref().map(|world| played(world, mv));
        let then = after.as_ref().filter(|after| requested.then && has_choice(world.as_ref(), after));
        let scores = after.as_ref().map(|after| scores(after.clone()));
        LegalMove { id, mv: view.move_text(mv), scores, then: then.map(following) }
    };
    (0..).zip(moves).map(offered).collect()
}

fn played<'s>(state: &State<'s>, mv: Move) -> State<'s> {
    let mut after = state.clone();
    after.play_unchecked(mv);
    after
}

/// True if a placement leads to another decision in the same turn.
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

/// Returns the points of each seat if the game ended with this turn and only mandatory moves followed: no follower, and
/// ingots are placed and taken at the first legal place. Unfinished features count as at the end (C5, M7).
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

    /// The score announced for the last placement and its follower is the final score, and a placement that completes a
    /// feature announces the full score of that feature.
    #[test]
    fn scores_announced_in_the_last_turn_are_final() {
        let mut completed = 0;
        for gold_mines in [false, true] {
            let rules = Rules { gold_mines, ..Rules::default() };
            let setup = Setup::new(Catalogue::printed().into(), rules, 3).unwrap();
            let mut rng = tool_stream(8);
            let requested = RequestedFields::new(Some(&["then".to_owned()]));
            let mut moves = Vec::new();
            for _ in 0..40 {
                let mut state = State::deal(&setup, &mut rng);
                let mut promised = Vec::new();
                while let Some(seat) = state.to_move() {
                    state.legal_moves(&mut moves);
                    let phase = state.table().phase();
                    let offered = offer(&View::new(&state, seat), &moves, &requested);
                    // In the last turn only mandatory moves are played.
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

    /// C4: a completed city is worth twice its value at the end of the game, and the placement that completes it
    /// announces that.
    #[test]
    fn completing_placements_announce_the_full_score() {
        let setup = Setup::new(Catalogue::printed().into(), Rules::default(), 2).unwrap();
        let (mut rng, requested, mut moves, mut more) = (tool_stream(9), RequestedFields::new(None), Vec::new(), 0);
        for _ in 0..20 {
            let mut state = State::deal(&setup, &mut rng);
            while let Some(seat) = state.to_move() {
                state.legal_moves(&mut moves);
                let mv = state.random_move(&mut rng).unwrap();
                if state.table().phase() == Phase::Place {
                    let at = moves.iter().position(|legal| *legal == mv).unwrap();
                    let promised = offer(&View::new(&state, seat), &moves, &requested)[at].scores.clone().unwrap();
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
