//! Tiles of a scene as SVG: for the playable web page and for reports.

use goldrush_engine::landscape::grid::Cell;
use goldrush_support::drawing::square::{Point, SIDE, turned};
use goldrush_support::drawing::{Drawing, px};
use maud::{Markup, html};

use super::art::{Art, Shape};
use super::board::{Ink, Landscape, Piece, Tile};

/// Style sheet for everything drawn here.
pub const STYLE: &str = include_str!("tiles.css");
/// Path of a meeple, centered on its position.
pub const FIGURE: &str = "M-12 13C-13 6-11 1-7-1C-10-3-10-5-10-6L-15-7C-15-9-11-10-9-10C-9-14-7-17-5-17C-3-17-2-15 0-15C2-15 3-17 5-17C7-17 \
                          9-14 9-10C11-10 15-9 15-7L10-6C10-5 10-3 7-1C11 1 13 6 12 13z";
/// Path of a tent, centered on its position.
pub const TENT: &str = "M0-16L17 12H-17z";
/// Margin around a complete landscape, in units.
const PAD: f64 = 12.0;

/// Returns SVG definitions of the symbols, of the kinds that are `is_drawn`, and, if `segments` is set, of their segments
/// as pointer targets.
pub fn definitions(art: &Art, is_drawn: impl Fn(usize) -> bool, segments: bool) -> Markup {
    html! {
        @for (name, symbol) in &art.symbols { g id={ "thing-" (name) } { (symbol) } }
        @for (number, kind) in art.kinds.iter().enumerate().filter(|(number, _)| is_drawn(*number)) {
            g id={ "tile-" (number) } {
                rect class="tile-land" width="100" height="100" {}
                (kind.printed)
                rect class="tile-rim" width="100" height="100" {}
            }
            @for (at, shape) in kind.segments.iter().enumerate().filter(|_| segments) {
                path id={ "tile-" (number) "-" (at) } d=(path(shape)) {}
            }
        }
    }
}

fn path(shape: &Shape) -> &str {
    let (Shape::Line(path) | Shape::Area(path) | Shape::Land(path)) = shape;
    path
}

/// Returns the north-west corner of a cell.
pub fn corner(cell: Cell) -> Point {
    (f64::from(cell.x) * SIDE, f64::from(cell.y) * SIDE)
}

fn translate((x, y): Point) -> String {
    html! { "translate(" (px(x)) " " (px(y)) ")" }.into_string()
}

fn rotate(degrees: u16) -> Option<String> {
    (degrees != 0).then(|| format!("rotate({degrees} 50 50)"))
}

/// Draws a tile's print at an angle.
pub fn printed(art: &Art, number: usize, degrees: u16) -> Markup {
    html! {
        use href={ "#tile-" (number) } transform=[rotate(degrees)] {}
        @for (thing, at) in &art.kinds[number].things {
            use href={ "#thing-" (thing) } transform=(translate(turned(*at, u32::from(degrees / 90)))) {}
        }
    }
}

/// Draws a placed tile.
pub fn tile(art: &Art, tile: &Tile) -> Markup {
    html! {
        g transform=(translate(corner(tile.cell))) {
            (printed(art, tile.art, tile.turned))
            // Places are named by their distance from it.
            @if tile.cell == Cell::START { text class="tile-start" x="50" y="95" { "start" } }
        }
    }
}

/// Draws the segments of a placed tile as pointer targets: open land first, then tracks, then areas.
pub fn segments(art: &Art, tile: &Tile) -> Markup {
    let transform = [Some(translate(corner(tile.cell))), rotate(tile.turned)];
    let transform = transform
        .into_iter()
        .flatten()
        .collect::<Vec<_>>()
        .join(" ");
    html! {
        g transform=(transform) {
            (targets(art, tile, "land", |shape| matches!(shape, Shape::Land(_))))
            (targets(art, tile, "line", |shape| matches!(shape, Shape::Line(_))))
            (targets(art, tile, "area", |shape| matches!(shape, Shape::Area(_))))
        }
    }
}

/// Draws the segments of these shapes.
fn targets(art: &Art, tile: &Tile, class: &str, is_drawn: fn(&Shape) -> bool) -> Markup {
    let shapes = &art.kinds[tile.art].segments;
    html! {
        @for (at, (shape, part)) in shapes.iter().zip(&tile.segments).enumerate() {
            @if is_drawn(shape) {
                use class=(class) href={ "#tile-" (tile.art) "-" (at) } data-f=(part.feature) {}
            }
        }
    }
}

/// Draws a segment of a placed tile, by the index of its kind in the line art and its own there, to be outlined.
pub fn outline(art: &Art, cell: Cell, degrees: u16, kind: usize, segment: usize) -> Markup {
    let class = match art.kinds[kind].segments[segment] {
        Shape::Land(_) => "outline land",
        Shape::Line(_) => "outline line",
        Shape::Area(_) => "outline area",
    };
    let transform = [Some(translate(corner(cell))), rotate(degrees)];
    let transform = transform
        .into_iter()
        .flatten()
        .collect::<Vec<_>>()
        .join(" ");
    html! { use class=(class) href={ "#tile-" (kind) "-" (segment) } transform=(transform) {} }
}

/// Draws a piece or pile on a tile.
pub fn piece(piece: &Piece) -> Markup {
    let (left, top) = corner(piece.cell);
    html! {
        g transform=(translate((left + piece.at.0, top + piece.at.1))) { (figure(piece)) }
    }
}

/// Draws a piece, or a pile with its count.
fn figure(piece: &Piece) -> Markup {
    match piece.ink {
        Ink::Figure(seat) => html! {
            path class={ "tile-figure seat-" (seat.index()) } d=(FIGURE) transform=[piece.lies.then_some("rotate(-90)")] {}
            text class={ "tile-letter on-seat-" (seat.index()) } x=[piece.lies.then_some("3")] y=(if piece.lies { "5" } else { "9" }) { (seat.letter()) }
        },
        Ink::Tent(seat) => html! {
            path class={ "tile-figure seat-" (seat.index()) } d=(TENT) {}
            text class={ "tile-letter on-seat-" (seat.index()) } y="9" { (seat.letter()) }
        },
        Ink::Ingots => html! {
            path class="tile-ingots" d="M-15 9L-10-9H10L15 9z" {}
            text class="tile-ingot-count" y="6" { (piece.count) }
        },
        _ => html! {
            circle class="tile-pile" r="10" {}
            text class="tile-count" y="4.5" { (piece.count) }
        },
    }
}

/// Returns the length of a picture from the first to the last cell.
fn extent(first: i8, last: i8) -> f64 {
    let cells = i32::from(last) - i32::from(first) + 1;
    f64::from(cells) * SIDE + 2.0 * PAD
}

/// Draws a complete landscape.
pub fn drawing(landscape: &Landscape, art: &Art) -> Drawing {
    let xs = landscape.tiles.iter().map(|tile| tile.cell.x);
    let ys = landscape.tiles.iter().map(|tile| tile.cell.y);
    let west = xs.clone().min().unwrap_or(0);
    let east = xs.max().unwrap_or(0);
    let north = ys.clone().min().unwrap_or(0);
    let south = ys.max().unwrap_or(0);
    let (left, top) = corner(Cell { x: west, y: north });
    let kinds: Vec<usize> = landscape.tiles.iter().map(|tile| tile.art).collect();
    let marks = html! {
        defs { (definitions(art, |kind| kinds.contains(&kind), false)) }
        g transform=(translate((PAD - left, PAD - top))) {
            @for one in &landscape.tiles { (tile(art, one)) }
            // Above all tiles, because a piece may stand at the edge of its own.
            @for one in &landscape.pieces { (piece(one)) }
        }
    };
    Drawing {
        width: extent(west, east),
        height: extent(north, south),
        marks,
    }
}
