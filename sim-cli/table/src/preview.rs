//! The tile and pieces that a turn would add, to be drawn above the position before it.

use std::collections::{BTreeMap, BTreeSet};

use goldrush_engine::landscape::grid::Cell;
use goldrush_games::playable::Playable;
use goldrush_games::scene::{Ink, Landscape, Piece, Scene, Scored, Tile};
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
        let scored = &after.scored[..];
        let scored: Vec<&Scored> = scored
            .iter()
            .filter(|one| !before.scored.contains(one))
            .collect();
        let (Some(before), Some(after)) = (before.landscape(), after.landscape()) else {
            return Preview::default();
        };
        let tile = after.tiles.get(before.tiles.len()).cloned();
        let mut pieces = missing_in(&after.pieces, &before.pieces);
        pieces.extend(tile.iter().flat_map(|tile| returned(tile, &scored)));
        let mut changed = changed_features(before, after, tile.as_ref(), &pieces);
        changed.extend(scored.iter().map(|scored| scored.feature));
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

/// Returns the figures that were placed on a tile, scored at once, and are back in supply.
fn returned<'a>(tile: &'a Tile, scored: &'a [&Scored]) -> impl Iterator<Item = Piece> + 'a {
    let here = scored.iter().filter(|scored| scored.cell == tile.cell);
    here.filter_map(|scored| {
        let part = tile.segments.iter().find(|part| part.part == scored.part)?;
        Some(Piece {
            ink: Ink::Figure(*scored.seats.first()?),
            count: 1,
            cell: tile.cell,
            feature: Some(scored.feature),
            lies: false,
            at: part.at,
        })
    })
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
    let mut changed: BTreeSet<u16> = pieces
        .iter()
        .filter(|piece| is_owned(piece))
        .filter_map(|piece| piece.feature)
        .collect();
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
    let owned = pieces.iter().filter(|piece| is_owned(piece));
    owned.filter_map(|piece| moved_on.get(&piece.feature?).copied())
}

fn is_owned(piece: &Piece) -> bool {
    matches!(piece.ink, Ink::Figure(_) | Ink::Tent(_))
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

#[cfg(test)]
mod tests {
    use goldrush_engine::carcassonne::{Carcassonne, Catalogue, Rules, Setup};
    use goldrush_engine::game::State as _;
    use goldrush_engine::gold_rush::{self, GoldRush};
    use goldrush_engine::player::PlayerSet;
    use goldrush_engine::rng::tool_stream;
    use goldrush_games::viewer::Viewer;

    use super::*;

    /// Plays random games, and checks that figures that score at once are drawn where they stood, and their features outlined.
    fn shows_figures_that_score_at_once<G: Playable>(setup: G::Setup) {
        let setup = Box::leak(Box::new(setup));
        let mut at_once = 0;
        for seed in 0..20 {
            let mut rng = tool_stream(seed);
            let viewer =
                Viewer::at_terminal(vec!["Ann".into(), "Bo".into()], PlayerSet::EMPTY, false);
            let mut history = GameHistory::<G>::begin(G::deal(setup, &mut rng), viewer);
            let mut before = history.scene().clone();
            while let Some(mv) = history.state().random_move(&mut rng) {
                history.play(mv);
                let ends_turn = history
                    .state()
                    .to_move()
                    .is_some_and(|_| G::begins_turn(history.state()));
                if !ends_turn {
                    continue;
                }
                let after = history.scene().clone();
                let preview = Preview::between(&before, &after);
                let is_new = |scored: &&Scored| !before.scored.contains(scored);
                for scored in after.scored.iter().filter(is_new) {
                    let mut parts = preview.parts.iter();
                    assert!(parts.any(|part| part.part == scored.part), "{scored:?}");
                    if preview
                        .tile
                        .as_ref()
                        .is_some_and(|tile| tile.cell == scored.cell)
                    {
                        let figure = Ink::Figure(scored.seats[0]);
                        let mut pieces = preview.pieces.iter();
                        assert!(
                            pieces.any(|piece| piece.ink == figure && piece.cell == scored.cell)
                        );
                        at_once += 1;
                    }
                }
                before = after;
            }
        }
        assert!(at_once > 0);
    }

    #[test]
    fn figures_that_score_at_once_are_shown() {
        shows_figures_that_score_at_once::<GoldRush>(gold_rush::Setup::printed(2));
        let setup = Setup::new(Catalogue::printed().into(), Rules::default(), 2).unwrap();
        shows_figures_that_score_at_once::<Carcassonne>(setup);
    }
}
