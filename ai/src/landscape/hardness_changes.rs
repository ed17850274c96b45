//! Changes in the hardness of features by a tile: the ends it takes up, and the surrounding cells it makes harder to
//! fill.

use goldrush_engine::landscape::Landscape;
use goldrush_engine::landscape::components::FeatureId;
use goldrush_engine::landscape::frontier::Slot;
use goldrush_engine::landscape::grid::{Cell, Side};
use goldrush_engine::landscape::preview::Preview;
use goldrush_engine::landscape::table::{Table, TileGame};
use goldrush_engine::landscape::tile::{MAX_TILE_SEGMENTS, TileSet};

use super::{FeatureValues, OpenCells, Perspective, Placement};

impl OpenCells {
    /// Sums the hardness of the features that join the groups of a tile; calls `each` with each feature and its group.
    #[inline]
    pub(crate) fn sum_hardness(
        &mut self,
        preview: &Preview,
        segments: usize,
        mut each: impl FnMut(FeatureId, usize),
    ) {
        self.others.clear();
        self.groups[..segments.min(MAX_TILE_SEGMENTS)].fill(0);
        for &(feature, group) in preview.joined() {
            let at = usize::from(group) & (MAX_TILE_SEGMENTS - 1);
            self.groups[at] += self.hardness(feature);
            each(feature, at);
        }
    }

    /// Adds the effect of the harder cells around the tile to its own groups, if `completable`, and to other features
    /// that need them, if `is_relevant`.
    #[inline]
    pub(crate) fn apply_harder_cells(
        &mut self,
        preview: &Preview,
        perspective: &Perspective<Table<'_, impl TileGame>, impl FeatureValues>,
        (slot, rotation): Placement,
        completable: impl Fn(usize) -> bool,
        is_relevant: impl Fn(FeatureId) -> bool,
    ) {
        let board = perspective.table;
        let landscape = perspective.table.landscape();
        // Ends taken up by the tile.
        let (hardness, features) = self.cells[slot.index()].get();
        for &feature in features {
            if let Some(group) = preview.group_of(feature) {
                self.groups[group & (MAX_TILE_SEGMENTS - 1)] -= hardness;
            }
        }
        let shape = board
            .tiles()
            .shape(TileSet::shape_index(board.hand(), rotation));
        let cell = landscape.frontier().cell(slot);
        let neighbors = landscape.frontier().neighbors(slot);
        self.around.clear();
        for side in Side::ALL {
            if neighbors[side as usize] != 0 {
                continue;
            }
            let beyond = landscape.frontier().slot(cell.neighbor(side));
            let known = beyond.map_or(0, |beyond| landscape.frontier().constraint(beyond));
            let constraint = known | shape.edge[side as usize].constraint;
            let harder = self.hardness_of(board, perspective.values, constraint);
            let group = preview.group(shape.links[side as usize].middle());
            if completable(group) {
                self.groups[group & (MAX_TILE_SEGMENTS - 1)] += harder;
            }
            let Some(beyond) = beyond else { continue };
            self.around.push((side, beyond));
            let (before, features) = self.cells[beyond.index()].get();
            if harder == before {
                continue;
            }
            for &feature in features {
                if let Some(group) = preview.group_of(feature) {
                    self.groups[group & (MAX_TILE_SEGMENTS - 1)] += harder - before;
                    continue;
                }
                match self.others.iter_mut().find(|(known, _)| *known == feature) {
                    Some((_, change)) => *change += harder - before,
                    None if is_relevant(feature) => self.others.push((feature, harder - before)),
                    None => {}
                }
            }
        }
    }

    /// Finds the open cells around a laid tile.
    pub(crate) fn find_open_cells_around(&mut self, landscape: &Landscape, cell: Cell) {
        self.around = Side::ALL
            .into_iter()
            .filter_map(|side| {
                let slot = landscape.frontier().slot(cell.neighbor(side))?;
                Some((side, slot))
            })
            .collect();
    }

    /// Returns the open cells around the tile, by side.
    #[inline]
    pub(crate) fn around(&self) -> &[(Side, Slot)] {
        &self.around
    }

    /// Returns the total hardness of the cells at the open ends of a group.
    #[inline]
    pub(crate) fn group(&self, group: usize) -> i32 {
        self.groups[group & (MAX_TILE_SEGMENTS - 1)]
    }

    /// Returns the features not joined by the tile that become harder to complete, with the change.
    #[inline]
    pub(crate) fn others(&self) -> &[(FeatureId, i32)] {
        &self.others
    }

    /// Clears the changes of a tile placed elsewhere.
    #[inline]
    pub(crate) fn forget_others(&mut self) {
        self.others.clear();
    }

    /// Returns the change in hardness of a feature not joined by the tile.
    #[inline]
    pub(crate) fn change(&self, feature: FeatureId) -> i32 {
        self.others
            .iter()
            .find(|&&(changed, _)| changed == feature)
            .map_or(0, |&(_, change)| change)
    }
}
