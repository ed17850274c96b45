//! A position as a stand-alone SVG file.

use goldrush_support::drawing::{Drawing, px};
use maud::{Markup, PreEscaped, html};

use super::art::Art;
use super::board::{Board, Cards};
use super::{Scene, svg};

/// Side of a card, and of the space it takes.
const CARD: f64 = 44.0;
const ROOM: f64 = 50.0;
const CARDS: &str = ".gap{fill:none;stroke:#8888}.down{fill:#7a5a3a}.up{fill:#fff6e0;stroke:#5a3a22}.known{fill:#d9c9a8;\
                     stroke:#5a3a22;stroke-dasharray:4 3}text{font:16px sans-serif;text-anchor:middle}.up+text,.known+text{fill:#222}";

/// Returns the board of a scene as an SVG file; `art` is the line art of its tiles, if it has any.
pub fn file(scene: &Scene, art: Option<&Art>) -> String {
    let Drawing {
        width,
        height,
        marks,
    } = match (&scene.ground, art) {
        (Board::Landscape(landscape), Some(art)) => svg::drawing(landscape, art),
        (Board::Cards(cards), _) => draw(cards),
        (Board::Landscape(_), None) => Drawing {
            width: 1.0,
            height: 1.0,
            marks: html! {},
        },
    };
    let file = html! {
        svg xmlns="http://www.w3.org/2000/svg" viewBox={ "0 0 " (px(width)) " " (px(height)) }
            width=(px(width * 0.6)) height=(px(height * 0.6)) role="img" aria-label=(scene.title) {
            style { (PreEscaped(svg::STYLE)) (PreEscaped(CARDS)) }
            (marks)
        }
    };
    file.into_string()
}

fn draw(cards: &Cards) -> Drawing {
    let rows = cards.places.len().div_ceil(cards.columns);
    let marks = html! {
        @for (nth, card) in cards.places.iter().enumerate() {
            @let (x, y) = corner(nth, cards.columns);
            @let (class, text) = match card {
                None => ("gap", ""),
                Some(card) => match &card.face {
                    None => ("down", ""),
                    Some(face) if card.open => ("up", &face.short[..]),
                    Some(face) => ("known", &face.short[..]),
                },
            };
            (place(x, y, class, text))
        }
    };
    Drawing {
        width: cards.columns as f64 * ROOM,
        height: rows as f64 * ROOM,
        marks,
    }
}

/// Returns the corner of the nth card.
fn corner(nth: usize, columns: usize) -> (f64, f64) {
    let column = (nth % columns) as f64;
    let row = (nth / columns) as f64;
    (column * ROOM + 3.0, row * ROOM + 3.0)
}

fn place(x: f64, y: f64, class: &str, text: &str) -> Markup {
    html! {
        rect class=(class) x=(px(x)) y=(px(y)) width=(px(CARD)) height=(px(CARD)) rx="5" {}
        @if !text.is_empty() {
            text x=(px(x + CARD / 2.0)) y=(px(y + CARD / 2.0 + 6.0)) { (text) }
        }
    }
}
