//! Selects which part of the landscape is on the screen, and its scale.

use std::ops::Range;

use goldrush_engine::landscape::grid::Cell;
use ratatui::buffer::{Buffer, Cell as Drawn};
use ratatui::layout::{Position, Rect};
use ratatui::style::Style;

use goldrush_games::scene::Landscape;

/// A view of the landscape.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Camera {
    /// Columns and rows per tile at each scale, largest first.
    scales: Vec<(usize, usize)>,
    /// Index of the current scale.
    pub(super) scale: usize,
    /// Index of the scale that the player chose; by default the largest at which the landscape fits, or else the last but one.
    chosen: Option<usize>,
    /// Center of the view, in cells.
    centre: (f32, f32),
}

/// Bounding box of the tiles, with a margin.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Extent {
    pub(super) west: i8,
    pub(super) east: i8,
    pub(super) north: i8,
    pub(super) south: i8,
}

impl Extent {
    pub(super) fn of(landscape: &Landscape, margin: i8) -> Extent {
        let xs = landscape.tiles.iter().map(|tile| tile.cell.x);
        let ys = landscape.tiles.iter().map(|tile| tile.cell.y);
        Extent {
            west: xs.clone().min().unwrap_or(0) - margin,
            east: xs.max().unwrap_or(0) + margin,
            north: ys.clone().min().unwrap_or(0) - margin,
            south: ys.max().unwrap_or(0) + margin,
        }
    }
}

impl Extent {
    /// Returns width and height in cells.
    fn size(self) -> (f32, f32) {
        let width = f32::from(self.east) - f32::from(self.west) + 1.0;
        let height = f32::from(self.south) - f32::from(self.north) + 1.0;
        (width, height)
    }

    /// Returns what is inside the outermost cells.
    fn inner(self) -> Extent {
        Extent {
            west: self.west + 1,
            east: self.east - 1,
            north: self.north + 1,
            south: self.south - 1,
        }
    }

    fn middle(self) -> (f32, f32) {
        let (wide, high) = self.size();
        (
            f32::from(self.west) + wide / 2.0,
            f32::from(self.north) + high / 2.0,
        )
    }
}

impl Camera {
    /// Creates a camera for tiles drawn at these scales.
    pub(super) fn new(scales: Vec<(usize, usize)>) -> Camera {
        Camera {
            scales,
            scale: 0,
            chosen: None,
            centre: (0.5, 0.5),
        }
    }

    /// Returns the columns and rows of a tile.
    pub(super) fn size(&self) -> (i32, i32) {
        self.scales
            .get(self.scale)
            .map_or((1, 1), |&(width, height)| (width as i32, height as i32))
    }

    fn tile(&self) -> (f32, f32) {
        let (width, height) = self.size();
        (width as f32, height as f32)
    }

    /// Returns the screen position of a cell's north-west corner, which may lie outside the area.
    pub(super) fn corner(&self, area: Rect, cell: Cell) -> (i32, i32) {
        let (width, height) = self.tile();
        let left = f32::from(area.x)
            + f32::from(area.width) / 2.0
            + (f32::from(cell.x) - self.centre.0) * width;
        let top = f32::from(area.y)
            + f32::from(area.height) / 2.0
            + (f32::from(cell.y) - self.centre.1) * height;
        (left.floor() as i32, top.floor() as i32)
    }

    /// Returns the cell at a screen position, and the column and row within it.
    pub(super) fn cell_at(&self, area: Rect, column: u16, row: u16) -> (Cell, usize, usize) {
        let (left, top) = self.corner(area, Cell::START);
        let (width, height) = self.size();
        let x = i32::from(column) - left;
        let y = i32::from(row) - top;
        let cell = Cell {
            x: x.div_euclid(width).clamp(-101, 101) as i8,
            y: y.div_euclid(height).clamp(-101, 101) as i8,
        };
        (
            cell,
            x.rem_euclid(width) as usize,
            y.rem_euclid(height) as usize,
        )
    }

    /// Scrolls by this many cells, within the extent.
    pub(super) fn scroll(&mut self, extent: Extent, dx: f32, dy: f32) {
        self.centre.0 =
            (self.centre.0 + dx).clamp(f32::from(extent.west), f32::from(extent.east) + 1.0);
        self.centre.1 =
            (self.centre.1 + dy).clamp(f32::from(extent.north), f32::from(extent.south) + 1.0);
    }

    pub(super) fn centre_on(&mut self, cell: Cell) {
        self.centre = (f32::from(cell.x) + 0.5, f32::from(cell.y) + 0.5);
    }

    /// Makes a cell visible: centers the whole landscape if it fits. Otherwise centers a cell that is off the screen, or moves
    /// as little as needed to show some of its surroundings, but never beyond the landscape.
    pub(super) fn show(&mut self, area: Rect, extent: Extent, cell: Cell) {
        self.scale = self.chosen.unwrap_or_else(|| {
            let last = self.scales.len().saturating_sub(2);
            let tiles = extent.inner();
            self.first_that_holds(0..last, area, tiles).unwrap_or(last)
        });
        if self.holds(area, extent) {
            self.centre = extent.middle();
            return;
        }
        let (width, height) = self.tile();
        self.centre = (
            centre_near(
                self.centre.0,
                cell.x,
                f32::from(area.width) / width,
                (extent.west, extent.east),
            ),
            centre_near(
                self.centre.1,
                cell.y,
                f32::from(area.height) / height,
                (extent.north, extent.south),
            ),
        );
    }

    /// Makes two cells visible, if need be at a smaller scale than chosen, but not at the smallest one, which has no room for
    /// words: then it shows the first one alone and returns false.
    pub(super) fn show_both(
        &mut self,
        area: Rect,
        extent: Extent,
        [one, other]: [Cell; 2],
    ) -> bool {
        self.show(area, extent, one);
        let both = Extent {
            west: one.x.min(other.x),
            east: one.x.max(other.x),
            north: one.y.min(other.y),
            south: one.y.max(other.y),
        };
        let last = self.scales.len().saturating_sub(1);
        let found = self.first_that_holds(self.scale..last.max(self.scale + 1), area, both);
        if let Some(scale) = found {
            self.scale = scale;
            self.show_around(area, extent, both.middle());
        }
        found.is_some()
    }

    /// Centers the view, as far as it does not go beyond the landscape.
    fn show_around(&mut self, area: Rect, extent: Extent, (x, y): (f32, f32)) {
        if self.holds(area, extent) {
            self.centre = extent.middle();
            return;
        }
        let (width, height) = self.tile();
        self.centre = (
            within(x, f32::from(area.width) / width, (extent.west, extent.east)),
            within(
                y,
                f32::from(area.height) / height,
                (extent.north, extent.south),
            ),
        );
    }

    /// Switches to the next zoom level.
    pub(super) fn zoom(&mut self) {
        self.scale = (self.scale + 1) % self.scales.len().max(1);
        self.chosen = Some(self.scale);
    }

    /// Returns the first of some scales at which a part of the landscape fits.
    fn first_that_holds(
        &self,
        mut scales: Range<usize>,
        area: Rect,
        part: Extent,
    ) -> Option<usize> {
        scales.find(|&scale| {
            let camera = Camera {
                scale,
                ..self.clone()
            };
            camera.holds(area, part)
        })
    }

    /// True if the whole landscape fits at the current scale.
    fn holds(&self, area: Rect, extent: Extent) -> bool {
        let (width, height) = self.tile();
        let (wide, high) = extent.size();
        wide * width <= f32::from(area.width) && high * height <= f32::from(area.height)
    }

    /// Centers the landscape at the largest scale at which it fits; false if it fits at none.
    pub(super) fn fit(&mut self, area: Rect, extent: Extent) -> bool {
        self.centre = extent.middle();
        let last = self.scales.len().saturating_sub(1);
        let found = self.first_that_holds(0..last + 1, area, extent);
        self.scale = found.unwrap_or(last);
        self.chosen = Some(self.scale);
        found.is_some()
    }
}

/// Moves the center of a view of `view` cells to show a cell, in one dimension, within the first and last cell.
fn centre_near(centre: f32, at: i8, view: f32, (first, last): (i8, i8)) -> f32 {
    let half = view / 2.0;
    let at = f32::from(at) + 0.5;
    let slack = (half - 0.5).max(0.0);
    let slack = (slack - 0.6).max(slack.min(0.0));
    let near = if (at - centre).abs() > half {
        at
    } else {
        centre.clamp(at - slack, at + slack)
    };
    within(near, view, (first, last))
}

/// Moves the center of a view of `view` cells into the first and last cell, in one dimension.
fn within(centre: f32, view: f32, (first, last): (i8, i8)) -> f32 {
    let least = f32::from(first) + view / 2.0;
    let most = f32::from(last) + 1.0 - view / 2.0;
    if least > most {
        (least + most) / 2.0
    } else {
        centre.clamp(least, most)
    }
}

/// Writes a symbol if it is inside the area.
pub(super) fn put(area: Rect, x: i32, y: i32, symbol: char, style: Style, buffer: &mut Buffer) {
    if let Some(drawn) = spot_on_screen(area, x, y, buffer) {
        drawn.set_char(symbol).set_style(style);
    }
}

/// Returns what is drawn at a position, if it is inside the area.
pub(super) fn spot_on_screen(
    area: Rect,
    x: i32,
    y: i32,
    buffer: &mut Buffer,
) -> Option<&mut Drawn> {
    let x = u16::try_from(x).ok()?;
    let y = u16::try_from(y).ok()?;
    area.contains(Position { x, y })
        .then(|| &mut buffer[(x, y)])
}

#[cfg(test)]
mod tests {
    use super::*;

    const SCALES: [(usize, usize); 2] = [(9, 5), (5, 3)];
    const AREA: Rect = Rect {
        x: 3,
        y: 1,
        width: 52,
        height: 17,
    };

    #[test]
    fn screen_positions_map_to_cells_and_back() {
        for (scale, (width, height)) in SCALES.into_iter().enumerate() {
            let mut camera = Camera::new(SCALES.to_vec());
            camera.scale = scale;
            camera.centre_on(Cell { x: -7, y: 4 });
            for cell in (-12..-2).flat_map(|x| (1..7).map(move |y| Cell { x, y })) {
                let (left, top) = camera.corner(AREA, cell);
                for (column, row) in [(0, 0), (width - 1, height - 1)] {
                    let place = (left + column as i32, top + row as i32);
                    if let (Ok(x), Ok(y)) = (u16::try_from(place.0), u16::try_from(place.1)) {
                        assert_eq!(camera.cell_at(AREA, x, y), (cell, column, row));
                    }
                }
            }
        }
    }

    #[test]
    fn turns_far_apart_are_shown_one_at_a_time() {
        let scales = [(9, 5), (5, 3), (3, 1)];
        let extent = Extent {
            west: -40,
            east: 40,
            north: -40,
            south: 40,
        };
        let mut camera = Camera::new(scales.to_vec());
        for (distance, both, scale) in [(3, true, 1), (9, true, 1), (12, false, 1), (30, false, 1)]
        {
            let one = Cell { x: -distance, y: 0 };
            let shows_both = camera.show_both(AREA, extent, [one, Cell::START]);
            assert_eq!((shows_both, camera.scale), (both, scale), "{distance}");
            let (left, top) = camera.corner(AREA, one);
            assert!(
                AREA.contains(Position {
                    x: left as u16,
                    y: top as u16
                }),
                "{distance}"
            );
        }
        // The player may choose the smallest scale.
        camera.zoom();
        assert!(camera.show_both(AREA, extent, [Cell { x: -12, y: 0 }, Cell::START]));
    }

    #[test]
    fn shown_cell_is_fully_visible() {
        let extent = Extent {
            west: -102,
            east: 41,
            north: -31,
            south: 102,
        };
        let mut camera = Camera::new(SCALES.to_vec());
        for cell in [
            Cell { x: 40, y: -30 },
            Cell { x: -101, y: 101 },
            Cell::START,
            Cell { x: 1, y: 0 },
        ] {
            for _ in 0..2 {
                camera.zoom();
                camera.show(AREA, extent, cell);
                let (left, top) = camera.corner(AREA, cell);
                assert!(left >= i32::from(AREA.x) && top >= i32::from(AREA.y));
                assert!(left + camera.size().0 <= i32::from(AREA.right()));
                assert!(top + camera.size().1 <= i32::from(AREA.bottom()));
                // Nothing is shown beyond the landscape.
                let west = Cell {
                    x: extent.west,
                    y: extent.north,
                };
                assert!(camera.corner(AREA, west).0 <= i32::from(AREA.x));
                assert!(camera.corner(AREA, west).1 <= i32::from(AREA.y));
            }
        }
    }
}
