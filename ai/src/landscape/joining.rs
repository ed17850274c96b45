//! Joins by later tiles: a piece on a small feature may be worth a share of a bigger one that a later tile joins to it.
//! Only for ordering the candidates of a search, whose playouts then show what that is worth. Not handled: which
//! of the tiles that fit the cell in between really join the two, and rivals who fill it first.

use goldrush_engine::landscape::TileId;
use goldrush_engine::landscape::grid::Side;
use goldrush_engine::landscape::preview::Preview;
use goldrush_engine::landscape::table::Table;
use goldrush_engine::landscape::tile::{KindId, TileSet};
use goldrush_engine::player::Player;

use super::chances::points;
use super::{LandscapeGame, Perspective, Placement, TurnEvaluator};

/// Returns the value in points of the best feature that a piece on a segment of the tile may come to share, times the
/// chance that its seat draws a tile for the cell in between.
pub(super) fn best_join<G: LandscapeGame>(
    turns: &G::Turns,
    perspective: &Perspective<Table<'_, G>, G::Evaluator>,
    (slot, rotation): Placement,
    segment: usize,
) -> f32 {
    let (table, seat, mut preview) = (perspective.table, perspective.seat, Preview::default());
    let (landscape, tiles, hand) = (table.landscape(), table.tiles(), table.hand());
    landscape.preview(tiles, hand, tiles.all_words(hand), slot, rotation, &mut preview);
    let (kind, group) = (G::feature_kind(table.setup(), hand, segment), preview.group(segment));
    let shape = tiles.shape(TileSet::shape_index(hand, rotation));
    let (cell, neighbors) = (landscape.frontier().cell(slot), landscape.frontier().neighbors(slot));
    let mut best = 0.0_f32;
    for side in Side::ALL.into_iter().filter(|&side| neighbors[side as usize] == 0) {
        let ends_there = shape.links[side as usize].segments().any(|at| preview.group(at) == group);
        let Some(between) = landscape.frontier().slot(cell.neighbor(side)).filter(|_| ends_there) else { continue };
        let constraint = landscape.frontier().constraint(between) | shape.edge[side as usize].constraint;
        let chance = chance_to_fill(table, constraint);
        let around = landscape.frontier().neighbors(between);
        for other in Side::ALL {
            let Some(tile) = around[other as usize].checked_sub(1) else { continue };
            let tile = landscape.tile(TileId(tile));
            for at in landscape.links(tiles, tile, other.opposite()).segments() {
                let feature = table.feature(tile.segment(at));
                if G::feature_kind(table.setup(), tile.kind(), at) != kind || preview.group_of(feature).is_some() {
                    continue;
                }
                let pieces = table.word(feature).pieces();
                let own = pieces.count(seat);
                let rivals = Player::all(table.players()).filter(|&rival| rival != seat);
                let most = rivals.map(|rival| pieces.count(rival)).max().unwrap_or(0);
                if own < most.max(1) && own + 1 >= most {
                    let taken = if own + 1 > most && most > 0 { 2.0 } else { 1.0 };
                    best = best.max(taken * chance * points(turns.lone_value(perspective, feature, kind)));
                }
            }
        }
    }
    best
}

/// Returns the chance that the seat to move draws a tile that fits a cell with this constraint.
fn chance_to_fill<G: LandscapeGame>(table: &Table<'_, G>, constraint: u8) -> f32 {
    let fitting = table.tiles().fitting_kinds(constraint);
    let kinds = (0..table.tiles().kinds()).filter(|kind| fitting >> kind & 1 == 1);
    let copies: u32 = kinds.map(|kind| u32::from(table.left(KindId(kind as u8)))).sum();
    let left = table.tiles_left().max(1) as f32;
    let draws = table.tiles_left() / table.players();
    1.0 - (1.0 - (copies as f32 / left).min(1.0)).powi(draws as i32)
}
