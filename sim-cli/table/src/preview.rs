//! The tile and pieces that a turn would add, to be drawn above the position before it.

use std::collections::{BTreeMap, BTreeSet};

use goldrush_engine::landscape::grid::Cell;
use goldrush_games::playable::Playable;
use goldrush_games::scene::{Ink, Landscape, Piece, Scene, Tile};
use serde::{Deserialize, Serialize};

use super::game_history::GameHistory;

/// The parts of a turn that can be drawn; empty in games without tiles.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Preview {
    /// The tile it places.
    pub tile: Option<Tile>,
    /// The pieces and piles that stand elsewhere or differ afterwards.
    pub pieces: Vec<Piece>,
    /// The segments of the features that it changes, on its own tile too.
    pub parts: Vec<ChangedPart>,
}

/// A segment of a feature that a turn changes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ChangedPart {
    /// Cell of its tile.
    pub cell: Cell,
    /// The tile's angle in degrees, clockwise.
    pub turned: u16,
    /// Index of the tile's kind in the line art.
    pub art: usize,
    /// Index of the segment there.
    pub at: usize,
    /// Its number; see [`TilePart::part`](goldrush_games::scene::TilePart::part).
    pub part: u16,
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
        let pieces = missing_in(&after.pieces, &before.pieces);
        let changed = changed_features(before, after, tile.as_ref(), &pieces);
        let mut parts = Vec::new();
        for tile in &after.tiles {
            for (at, part) in tile.segments.iter().enumerate() {
                if changed.contains(&part.feature) {
                    parts.push(ChangedPart {
                        cell: tile.cell,
                        turned: tile.turned,
                        art: tile.art,
                        at,
                        part: part.part,
                    });
                }
            }
        }
        Preview {
            tile,
            pieces,
            parts,
        }
    }
}

/// Returns the features of the position after a turn on which a piece came, went or moved, and those with pieces that
/// its tile extends.
fn changed_features(
    before: &Landscape,
    after: &Landscape,
    tile: Option<&Tile>,
    pieces: &[Piece],
) -> BTreeSet<u16> {
    let feature_now: BTreeMap<u16, u16> = parts(after).collect();
    // By feature of the position before: the same feature now.
    let mut moved_on = BTreeMap::new();
    for (part, feature) in parts(before) {
        if let Some(&now) = feature_now.get(&part) {
            moved_on.insert(feature, now);
        }
    }
    let mut changed: BTreeSet<u16> = pieces.iter().filter_map(|piece| piece.feature).collect();
    let gone = missing_in(&before.pieces, &after.pieces);
    changed.extend(features_of(&gone, &moved_on));
    let claimed: BTreeSet<u16> = features_of(&before.pieces, &moved_on).collect();
    let of_tile = tile.into_iter().flat_map(|tile| &tile.segments);
    changed.extend(
        of_tile
            .map(|part| part.feature)
            .filter(|feature| claimed.contains(feature)),
    );
    changed
}

/// Returns each segment with its feature.
fn parts(landscape: &Landscape) -> impl Iterator<Item = (u16, u16)> + '_ {
    let segments = landscape.tiles.iter().flat_map(|tile| &tile.segments);
    segments.map(|part| (part.part, part.feature))
}

/// Returns the features now on which pieces of seats stood before.
fn features_of<'a>(
    pieces: &'a [Piece],
    moved_on: &'a BTreeMap<u16, u16>,
) -> impl Iterator<Item = u16> + 'a {
    let owned = pieces
        .iter()
        .filter(|piece| matches!(piece.ink, Ink::Figure(_) | Ink::Tent(_)));
    owned.filter_map(|piece| moved_on.get(&piece.feature?).copied())
}

/// Returns the pieces of one position that another does not have.
fn missing_in(these: &[Piece], others: &[Piece]) -> Vec<Piece> {
    let others: Vec<Piece> = others.iter().map(without_feature).collect();
    let missing = these.iter().copied();
    missing
        .filter(|piece| !others.contains(&without_feature(piece)))
        .collect()
}

/// Returns a piece without the number of its feature: features are numbered anew in each position.
fn without_feature(piece: &Piece) -> Piece {
    Piece {
        feature: None,
        ..*piece
    }
}
