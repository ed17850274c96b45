//! A turn to be shown on the board: in a few words of the game, with what it brings at once, and drawn.

use goldrush_ai::search::Decisions;
use goldrush_engine::game::State as _;
use goldrush_games::change::{in_words, outcomes};
use goldrush_games::playable::{Playable, StateOf};
use goldrush_games::viewer::{Viewer, count, list};
use serde::{Deserialize, Serialize};

use super::game_history::GameHistory;
use super::preview::Preview;
use crate::analysis::source::notation;

/// A turn that was or could be played in a position.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct ShownTurn {
    /// The turn in a few words, without places: the board shows those.
    pub words: String,
    /// Its worth, in short: the expected final lead, or the points that it is behind the best turn.
    pub worth: String,
    /// Gains and costs, now and later, in sentences.
    pub brings: String,
    /// Its moves, as text.
    pub moves: Vec<String>,
    /// The tile and pieces that it adds, and the features that it changes.
    pub preview: Preview,
}

impl ShownTurn {
    /// Describes a turn of the seat to move in a position, to which `history` has been played.
    pub(super) fn of<G: Playable>(
        history: &mut GameHistory<G>,
        state: &StateOf<G>,
        turn: Decisions<G::Move>,
        worth: String,
        viewer: &Viewer,
    ) -> ShownTurn {
        let moves: Vec<_> = turn.into_iter().flatten().collect();
        ShownTurn {
            words: G::brief(state, &moves, viewer),
            worth,
            brings: brings::<G>(state, &moves, viewer),
            moves: notation::<G>(state, turn),
            preview: Preview::of(history, moves),
        }
    }

    /// Returns the words of a turn that is better than this one; both may differ in the place alone.
    pub fn words_of_better(&self, better: &ShownTurn) -> String {
        let same = self.words == better.words;
        format!(
            "{}{}",
            better.words,
            if same {
                better.difference_from(self)
            } else {
                ""
            }
        )
    }

    /// Returns what a turn with the same words does otherwise; empty if that is not the tile.
    fn difference_from(&self, other: &ShownTurn) -> &'static str {
        match (&self.preview.tile, &other.preview.tile) {
            (Some(own), Some(other)) if own.cell != other.cell => ", in another place",
            (Some(own), Some(other)) if own.turned != other.turned => ", turned otherwise",
            _ => "",
        }
    }
}

/// Adds to turns that are described like one before them how the tile differs: in its place, or its rotation.
pub(super) fn distinguish(turns: &mut [ShownTurn]) {
    let words: Vec<String> = turns.iter().map(|turn| turn.words.clone()).collect();
    for at in 1..turns.len() {
        let mut above = words[..at].iter();
        let Some(like) = above.position(|other| *other == words[at]) else {
            continue;
        };
        let difference = turns[at].difference_from(&turns[like]);
        turns[at].words += difference;
    }
}

/// Returns what a turn brings and costs at once, and what it is worth later, in a sentence: `It completes your railroad, gets
/// 8 points now, adds 2 points to B's city and brings back 1 cowboy.`
pub(super) fn brings<G: Playable>(
    state: &StateOf<G>,
    moves: &[G::Move],
    viewer: &Viewer,
) -> String {
    let mut parts = outcomes(&G::changes(state, moves, viewer));
    parts.extend(in_words(&G::prospects(state, moves, viewer)));
    let touches_none = parts.is_empty();
    if let Some(seat) = state.to_move().filter(|_| !G::PIECE.is_empty()) {
        let mut after = state.clone();
        moves.iter().for_each(|&mv| after.play_unchecked(mv));
        let [before, after] = [state, &after].map(|state| G::pieces_left(state, seat));
        if after > before {
            parts.push(format!("brings back {}", count(after - before, G::PIECE)));
        } else if after < before {
            parts.push(match after {
                0 => format!("uses the last {}", G::PIECE),
                left => format!("leaves {} to play", count(left, G::PIECE)),
            });
        } else if touches_none && after > 0 {
            parts.push(format!("keeps {} for later", count(after, G::PIECE)));
        }
    }
    if touches_none {
        parts.insert(0, "changes nobody's points".into());
    }
    format!("It {}.", list(&parts))
}

#[cfg(test)]
mod tests {
    use goldrush_engine::rng::tool_stream;
    use goldrush_games::registry::with_setup;
    use goldrush_games::{Choice, GameName};

    use super::*;

    /// Returns what the turns of a random game bring, as a person in the first seat is told.
    fn brought<G: Playable>(setup: G::Setup) -> Vec<String> {
        let setup = Box::leak(Box::new(setup));
        let viewer = Viewer::at_terminal(
            vec!["Ann".into(), "Bo".into()],
            [goldrush_engine::player::Player::FIRST]
                .into_iter()
                .collect(),
            false,
        );
        let mut rng = tool_stream(8);
        let mut state = G::deal(setup, &mut rng);
        let mut all = Vec::new();
        while let Some(mv) = state.random_move(&mut rng) {
            all.push(brings::<G>(&state, &[mv], &viewer));
            state.play_unchecked(mv);
        }
        all
    }

    #[test]
    fn every_turn_of_every_game_has_a_reason() {
        for (game, wanted) in GameName::ALL.iter().copied().zip([
            &[
                "It claims a ",
                "to mining",
                "changes nobody's points and keeps",
            ][..],
            &["It claims a ", "changes nobody's points and keeps"],
            &["It claims a ", "changes nobody's points and keeps"],
            &[
                "It brings gold with ",
                "your digger with ",
                "gold for you with ",
                "no new card",
            ],
        ]) {
            let (setup, _) = Choice::printed(game).setup(2).unwrap();
            let all = with_setup!(setup, G, setup => brought::<G>(setup));
            assert!(
                all.iter().all(|reason| reason.len() > 10),
                "{game}: {all:?}"
            );
            for words in wanted {
                let mut reasons = all.iter();
                assert!(
                    reasons.any(|reason| reason.contains(words)),
                    "{game}, {words}: {all:?}"
                );
            }
        }
    }
}
