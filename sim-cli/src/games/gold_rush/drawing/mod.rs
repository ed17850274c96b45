//! A landscape as it lies on the table, with all figures, drawn from the catalogue.

mod tile;

use goldrush_engine::gold_rush::Table;
use goldrush_engine::gold_rush::catalogue::Segment;
use goldrush_engine::landscape::LaidTile;
use goldrush_engine::player::Player;
use maud::{Markup, html};

use crate::drawing::{Drawing, px};
use tile::{Point, ground, spots, turned};

/// Units of a side of a tile.
const SIDE: f64 = 100.0;
const PAD: f64 = 12.0;

/// What lies or stands on a segment.
enum Thing {
    Locomotive,
    Nuggets(u8),
    Camp,
    Herd,
    Cowboy(Player),
    Tent(Player),
}

/// Draws all tiles of a table.
pub fn draw(table: &Table) -> Drawing {
    let tiles = table.landscape().tiles();
    let cells = || tiles.iter().map(|tile| tile.cell());
    let (west, east) = (cells().map(|c| c.x).min().unwrap_or(0), cells().map(|c| c.x).max().unwrap_or(0));
    let (north, south) = (cells().map(|c| c.y).min().unwrap_or(0), cells().map(|c| c.y).max().unwrap_or(0));
    let place = |tile: &LaidTile| {
        let steps = |n: i8, first: i8| f64::from(i32::from(n) - i32::from(first)) * SIDE + PAD;
        (steps(tile.cell().x, west), steps(tile.cell().y, north))
    };
    let catalogue = table.setup().catalogue();
    let mut kinds: Vec<_> = tiles.iter().map(|tile| tile.kind()).collect();
    kinds.sort_unstable();
    kinds.dedup();
    let extent = |first: i8, last: i8| f64::from(i32::from(last) - i32::from(first) + 1) * SIDE + 2.0 * PAD;
    let marks = html! {
        defs {
            @for kind in kinds { g id={ "tile-" (kind.index()) } { (ground(catalogue.kind(kind))) } }
        }
        @for tile in tiles {
            @let (x, y) = place(tile);
            @let turn = format!("rotate({} 50 50)", tile.rotation());
            g transform={ "translate(" (px(x)) " " (px(y)) ")" } {
                use href={ "#tile-" (tile.kind().index()) } transform=(turn) {}
                rect class="tile-rim" width="100" height="100" {}
            }
        }
        // Above all tiles, for a figure may stand at the rim of its own.
        @for tile in tiles {
            @let (x, y) = place(tile);
            g transform={ "translate(" (px(x)) " " (px(y)) ")" } {
                @for (segment, seen) in table.segments(*tile).iter().enumerate() { (things(table, *tile, segment, seen)) }
            }
        }
    };
    Drawing { width: extent(west, east), height: extent(north, south), marks }
}

/// Everything on a segment of a tile.
fn things(table: &Table, tile: LaidTile, number: usize, segment: &Segment) -> Markup {
    let id = tile.segment(number);
    let mut things = Vec::new();
    for player in Player::all(table.players()) {
        things.extend(table.cowboys(player).iter().filter(|s| **s == id).map(|_| Thing::Cowboy(player)));
        things.extend(table.tents(player).iter().filter(|s| **s == id).map(|_| Thing::Tent(player)));
    }
    things.extend((segment.nuggets > 0).then_some(Thing::Nuggets(segment.nuggets)));
    things.extend((0..segment.locomotives).map(|_| Thing::Locomotive));
    things.extend((0..segment.camps).map(|_| Thing::Camp));
    things.extend((0..segment.herds).map(|_| Thing::Herd));
    // What is printed keeps its place when somebody comes.
    things.reverse();
    let spots = spots(segment);
    html! {
        @for (i, thing) in things.iter().enumerate() {
            @let (x, y) = turned(spots[i % spots.len()], tile.rotation());
            @let again = (i / spots.len()) as f64;
            (draw_thing(thing, (x + 9.0 * again, y + 9.0 * again)))
        }
    }
}

fn draw_thing(thing: &Thing, (x, y): Point) -> Markup {
    let letter = |player: &Player| player.letter().to_string();
    html! {
        g transform={ "translate(" (px(x)) " " (px(y)) ")" } {
            @match thing {
                Thing::Locomotive => { path class="tile-locomotive" d="M-11 6V-1h11v-7h9v14zM-9-1v-5h4v5z" {} }
                Thing::Nuggets(count) => {
                    @for i in 0..(*count).min(5) {
                        @let shift = 9.0 * (f64::from(i) - f64::from((*count).min(5) - 1) / 2.0);
                        circle class="tile-nugget" cx=(px(shift)) cy="0" r="4.6" {}
                    }
                    @if *count > 5 { text class="tile-nuggets" y="16" { (count) } }
                }
                Thing::Camp => { path class="tile-camp" d="M0-10L8 7H-8zM0-10l3-3M0-10l-3-3" {} }
                Thing::Herd => { path class="tile-herd" d="M-5 6C-10-8 10-8 5 6" {} }
                Thing::Cowboy(player) => {
                    circle class={ "tile-figure seat-" (player.index()) } r="12" {}
                    text class={ "tile-letter on-seat-" (player.index()) } y="5" { (letter(player)) }
                }
                Thing::Tent(player) => {
                    path class={ "tile-figure seat-" (player.index()) } d="M0-15L15 11H-15z" {}
                    text class={ "tile-letter on-seat-" (player.index()) } y="7" { (letter(player)) }
                }
            }
        }
    }
}
