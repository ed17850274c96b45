//! The tile and pieces that a turn would add, to be drawn above the position before it.

use std::collections::{BTreeMap, BTreeSet};

use goldrush_engine::landscape::grid::Cell;
use goldrush_games::playable::Playable;
use goldrush_games::scene::svg::corner;
use goldrush_games::scene::{Ink, Landscape, Piece, Scene, Scored, Tile};
use serde::{Deserialize, Serialize};

use super::game_history::GameHistory;

/// Number of tiles of a feature from which only those near the turn are outlined.
const LARGE: usize = 7;

/// The parts of a turn that can be drawn; empty in games without tiles.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Preview {
    /// The tile it places.
    pub tile: Option<Tile>,
    /// The pieces and piles that stand elsewhere or differ afterwards.
    pub pieces: Vec<Piece>,
    /// The segments of the features that it changes, on its own tile too; of large features those near the turn only.
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
        let gone = missing_in(&before.pieces, &after.pieces);
        let mut changed = changed_features(before, after, tile.as_ref(), &pieces, &gone);
        changed.extend(scored.iter().map(|scored| scored.feature));
        let own = tile.iter().map(|tile| tile.cell);
        let moved = pieces.iter().chain(&gone).filter(|piece| is_owned(piece));
        let near: Vec<Cell> = own.chain(moved.map(|piece| piece.cell)).collect();
        let large = large_features(after);
        let mut parts = Vec::new();
        for tile in &after.tiles {
            let is_near = near.iter().any(|cell| are_neighbors(*cell, tile.cell));
            for (at, part) in tile.segments.iter().enumerate() {
                let is_shown = is_near || !large.contains(&part.feature);
                if is_shown && changed.contains(&part.feature) {
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

impl Preview {
    /// Returns the place on the board of the first piece of a seat that is played.
    pub(super) fn piece_at(&self) -> Option<(f64, f64)> {
        let piece = self.pieces.iter().find(|piece| is_owned(piece))?;
        let (x, y) = corner(piece.cell);
        Some((x + piece.at.0, y + piece.at.1))
    }
}

/// Returns the features that lie on at least [`LARGE`] tiles.
fn large_features(landscape: &Landscape) -> BTreeSet<u16> {
    let mut tiles_by_feature: BTreeMap<u16, usize> = BTreeMap::new();
    for tile in &landscape.tiles {
        let features: BTreeSet<u16> = tile.segments.iter().map(|part| part.feature).collect();
        for feature in features {
            *tiles_by_feature.entry(feature).or_default() += 1;
        }
    }
    tiles_by_feature.retain(|_, tiles| *tiles >= LARGE);
    tiles_by_feature.into_keys().collect()
}

/// True if two cells touch, at a corner at least, or are the same.
fn are_neighbors(one: Cell, other: Cell) -> bool {
    one.x.abs_diff(other.x) <= 1 && one.y.abs_diff(other.y) <= 1
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
    gone: &[Piece],
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
    changed.extend(features_of(gone, &moved_on));
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
        let mut far = 0;
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
                let landscape = after.landscape().unwrap();
                far += count_of_far_parts(&preview, landscape);
                let large = large_features(landscape);
                for scored in after.scored.iter().filter(is_new) {
                    let mut parts = preview.parts.iter();
                    let is_shown = parts.any(|part| part.part == scored.part);
                    assert!(is_shown || large.contains(&scored.feature), "{scored:?}");
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
        assert!(at_once > 0 && far > 0);
    }

    /// Checks that large features are outlined near the turn only, and smaller ones wholly; returns the number of segments that
    /// are left out.
    fn count_of_far_parts(preview: &Preview, landscape: &Landscape) -> usize {
        let outlined: BTreeSet<u16> = preview.parts.iter().map(|part| part.part).collect();
        let features: BTreeMap<u16, u16> = parts(landscape).collect();
        let changed: BTreeSet<u16> = outlined.iter().map(|part| features[part]).collect();
        let large = large_features(landscape);
        let mut left_out = 0;
        for (part, feature) in parts(landscape) {
            if changed.contains(&feature) && !outlined.contains(&part) {
                assert!(large.contains(&feature), "{part} of {feature}");
                left_out += 1;
            }
        }
        left_out
    }

    #[test]
    fn figures_that_score_at_once_are_shown() {
        shows_figures_that_score_at_once::<GoldRush>(gold_rush::Setup::printed(2));
        let setup = Setup::new(Catalogue::printed().into(), Rules::default(), 2).unwrap();
        shows_figures_that_score_at_once::<Carcassonne>(setup);
    }
}
