//! Tiles of a scene as SVG: for the playable web page and for reports.

use goldrush_engine::landscape::grid::Cell;
use goldrush_engine::player::Player;
use goldrush_support::drawing::square::{Point, SIDE, turned};
use goldrush_support::drawing::{Drawing, px};
use maud::{Markup, PreEscaped, html};

use super::art::{Art, Shape};
use super::board::{Ink, Landscape, Piece, Tile};

/// Style sheet for everything drawn here.
pub const STYLE: &str = include_str!("tiles.css");
/// Definitions of the ground, of figures and of what grows everywhere.
pub(crate) const GROUND: &str = include_str!("ground.svg");
/// Number of different pieces of ground.
const GROUNDS: i16 = 3;
/// Distance from which a figure leaves the count beside it legible, in units.
const CLEARANCE: f64 = 26.0;
/// Directions in which a count may stand beside figures, the next clockwise.
const DIRECTIONS: [Point; 8] = [
    (1.0, 0.0),
    (0.7, 0.7),
    (0.0, 1.0),
    (-0.7, 0.7),
    (-1.0, 0.0),
    (-0.7, -0.7),
    (0.0, -1.0),
    (0.7, -0.7),
];
/// Margin around a complete landscape, in units.
const PAD: f64 = 12.0;

/// Returns SVG definitions of the symbols, of the kinds that are `is_drawn`, and, if `segments` is set, of their segments
/// as pointer targets.
pub fn definitions(art: &Art, is_drawn: impl Fn(usize) -> bool, segments: bool) -> Markup {
    html! {
        (PreEscaped(GROUND))
        (PreEscaped(art.symbols))
        @for (number, kind) in art.kinds.iter().enumerate().filter(|(number, _)| is_drawn(*number)) {
            g id={ "tile-" (number) } clip-path="url(#tile-square)" {
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

/// Draws a tile's print at an angle, on one of the pieces of ground.
fn print(art: &Art, number: usize, degrees: u16, ground: i16) -> Markup {
    let kind = &art.kinds[number];
    let upright = kind.scenery.iter().chain(&kind.things);
    let mut upright: Vec<_> = upright
        .map(|(thing, at)| (*thing, turned(*at, u32::from(degrees / 90))))
        .collect();
    // From north to south: trees, houses and peaks cover those behind them.
    upright.sort_by(|(_, one), (_, other)| one.1.total_cmp(&other.1));
    html! {
        use href={ "#ground-" (ground) } {}
        use href={ "#tile-" (number) } transform=[rotate(degrees)] {}
        @for (thing, (x, y)) in upright { use href={ "#thing-" (thing) } x=(px(x)) y=(px(y)) {} }
    }
}

/// Draws a tile's print at an angle.
pub fn printed(art: &Art, number: usize, degrees: u16) -> Markup {
    print(art, number, degrees, 0)
}

/// Draws a placed tile.
pub fn tile(art: &Art, tile: &Tile) -> Markup {
    let Cell { x, y } = tile.cell;
    // Neighbors differ.
    let ground = (i16::from(x) + 2 * i16::from(y)).rem_euclid(GROUNDS);
    html! {
        g role="img" aria-label=(tile.words) transform=(translate(corner(tile.cell))) {
            (print(art, tile.art, tile.turned, ground))
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

/// Returns pieces before counts of tokens and ingots, which stand beside pieces that would cover them.
pub fn in_drawing_order(pieces: &[Piece]) -> Vec<Piece> {
    let figures: Vec<Piece> = (pieces.iter().filter(|one| !is_count(one)).copied()).collect();
    let mut counts: Vec<Piece> = (pieces.iter().filter(|one| is_count(one)).copied()).collect();
    for count in &mut counts {
        count.at = beside(count, &figures);
    }
    figures.into_iter().chain(counts).collect()
}

fn is_count(piece: &Piece) -> bool {
    matches!(piece.ink, Ink::Pile | Ink::Ingots)
}

/// Returns the nearest place on its tile where no figure covers a count.
fn beside(count: &Piece, figures: &[Piece]) -> Point {
    for step in 0..8 {
        for (east, south) in DIRECTIONS {
            let away = 6.0 * f64::from(step);
            let at = (count.at.0 + away * east, count.at.1 + away * south);
            let is_on_tile = [at.0, at.1].iter().all(|side| (12.0..=88.0).contains(side));
            let is_free = (figures.iter()).all(|figure| apart(figure, count.cell, at) >= CLEARANCE);
            if is_free && (is_on_tile || step == 0) {
                return at;
            }
        }
    }
    count.at
}

/// Returns the distance of a figure from a place on a tile.
fn apart(figure: &Piece, cell: Cell, (x, y): Point) -> f64 {
    let east = (f64::from(figure.cell.x) - f64::from(cell.x)) * SIDE + figure.at.0 - x;
    let south = (f64::from(figure.cell.y) - f64::from(cell.y)) * SIDE + figure.at.1 - y;
    (east * east + south * south).sqrt()
}

/// Draws a piece or pile on a tile.
pub fn piece(piece: &Piece) -> Markup {
    let (left, top) = corner(piece.cell);
    let class = is_count(piece).then_some("pile");
    html! {
        g class=[class] transform=(translate((left + piece.at.0, top + piece.at.1))) { (figure(piece)) }
    }
}

/// Draws a piece, or a pile with its count.
fn figure(piece: &Piece) -> Markup {
    match piece.ink {
        Ink::Figure(seat) => html! {
            (wooden("#figure", seat, piece.lies))
            text class={ "tile-letter on-seat-" (seat.index()) } x=[piece.lies.then_some("3")] y=(if piece.lies { "5" } else { "9" }) { (seat.letter()) }
        },
        Ink::Tent(seat) => html! {
            (wooden("#tent", seat, false))
            path class="piece-dusk" d="M0-16L17 12H5z" {}
            text class={ "tile-letter on-seat-" (seat.index()) } y="9" { (seat.letter()) }
        },
        Ink::Ingots => html! {
            ellipse class="shade" cx="2" cy="9" rx="19" ry="5" {}
            path class="gold-1" d="M-10-9L-7-13H13L10-9z" {}
            path class="gold-3" d="M10-9L13-13L18 5L15 9z" {}
            path class="tile-ingots" d="M-15 9L-10-9H10L15 9z" {}
            text class="tile-ingot-count" y="6" { (piece.count) }
        },
        _ => html! {
            ellipse class="shade" cx="2" cy="7" rx="12" ry="7" {}
            circle class="pile-edge" r="10" cy="3" {}
            circle class="tile-pile" r="10" {}
            circle class="pile-ring" r="7.8" {}
            text class="tile-count" y="4.5" { (piece.count) }
        },
    }
}

/// Draws a wooden piece of a seat: its shadow, its edge and its face.
fn wooden(shape: &str, seat: Player, lies: bool) -> Markup {
    let turn = if lies { " rotate(-90)" } else { "" };
    let class = format!("seat-{}", seat.index());
    html! {
        use class="piece-shadow" href=(shape) transform={ "translate(2.4 4)" (turn) } {}
        g class=(class) transform={ "translate(0 2)" (turn) } { use href=(shape) {} use class="piece-dusk" href=(shape) {} }
        g class=(class) transform=[lies.then_some("rotate(-90)")] { use class="tile-figure" href=(shape) {} use class="sheen" href=(shape) {} }
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
            // Places are named in notation by their distance from it.
            text class="tile-start" x="50" y="95" { "start" }
            // Above all tiles, because a piece may stand at the edge of its own.
            @for one in &in_drawing_order(&landscape.pieces) { (piece(one)) }
        }
    };
    Drawing {
        width: extent(west, east),
        height: extent(north, south),
        marks,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn piece(ink: Ink, x: i8, at: Point) -> Piece {
        Piece {
            ink,
            count: 3,
            cell: Cell { x, y: 0 },
            feature: None,
            lies: false,
            at,
        }
    }

    #[test]
    fn counts_are_drawn_last_and_beside_pieces() {
        let seat = Player::all(2).next().unwrap();
        let near_edge = (95.0, 50.0);
        for (figure, pile, stays) in [
            (
                piece(Ink::Figure(seat), 0, (50.0, 50.0)),
                (50.0, 50.0),
                false,
            ),
            (piece(Ink::Tent(seat), 0, (50.0, 50.0)), (62.0, 44.0), false),
            (piece(Ink::Tent(seat), -1, near_edge), (12.0, 50.0), false),
            (
                piece(Ink::Figure(seat), 0, (20.0, 20.0)),
                (70.0, 70.0),
                true,
            ),
        ] {
            let drawn = in_drawing_order(&[piece(Ink::Pile, 0, pile), figure]);
            let [first, last] = &drawn[..] else {
                panic!("{drawn:?}")
            };
            assert_eq!((first.ink, last.ink), (figure.ink, Ink::Pile));
            assert_eq!(last.at == pile, stays, "{figure:?}");
            assert!(apart(first, last.cell, last.at) >= CLEARANCE, "{last:?}");
        }
    }
}
