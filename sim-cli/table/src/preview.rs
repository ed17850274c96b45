//! The tile and pieces that a turn would add, to be drawn above the position before it.

use goldrush_games::playable::Playable;
use goldrush_games::scene::{Piece, Scene, Tile};
use serde::{Deserialize, Serialize};

use super::game_history::GameHistory;

/// The parts of a turn that can be drawn; empty in games without tiles.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Preview {
    /// The tile it places.
    pub tile: Option<Tile>,
    /// The pieces and piles that stand elsewhere or differ afterwards.
    pub pieces: Vec<Piece>,
}

impl Preview {
    /// Plays moves after a position, and returns what they changed.
    pub(super) fn of<G: Playable>(
        history: &mut GameHistory<G>,
        moves: impl IntoIterator<Item = G::Move>,
    ) -> Preview {
        let before = history.scene().clone();
        moves.into_iter().for_each(|mv| history.play(mv));
        Preview::between(&before, history.scene())
    }

    fn between(before: &Scene, after: &Scene) -> Preview {
        let (Some(before), Some(after)) = (before.landscape(), after.landscape()) else {
            return Preview::default();
        };
        let tile = after.tiles.get(before.tiles.len()).cloned();
        let stood: Vec<Piece> = before.pieces.iter().map(without_feature).collect();
        let pieces = after.pieces.iter().copied();
        Preview {
            tile,
            pieces: pieces
                .filter(|piece| !stood.contains(&without_feature(piece)))
                .collect(),
        }
    }
}

/// Returns a piece without the number of its feature: features are numbered anew in each position.
fn without_feature(piece: &Piece) -> Piece {
    Piece {
        feature: None,
        ..*piece
    }
}
