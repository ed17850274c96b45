//! Turns to be looked at on the board: hints, mistakes with what would have been better, and the judgment of a turn.
//!
//! Each is a button with a hidden drawing beside it. The script of the page puts the drawing of the selected one on the board,
//! together with that of the turn played, and knows nothing else about them.

use goldrush_games::scene::svg::{self, corner};
use goldrush_games::scene::{Art, Ink};
use goldrush_support::drawing::px;
use goldrush_support::drawing::square::Point;
use goldrush_table::closing::{COSTLIEST, Judgment, Mark, costliest};
use goldrush_table::hint::LEGEND;
use goldrush_table::preview::Preview;
use goldrush_table::shown_turn::ShownTurn;
use maud::{Markup, html};

/// Size of the turn played where the better one covers its tile.
const INSET: f64 = 0.42;

/// Renders hints as a list, best first; their numbers stand on the board, too.
pub(super) fn hints(hints: &[ShownTurn], art: Option<&Art>) -> Markup {
    turns(hints, None, true, art)
}

/// Renders turns as a list, best first; `played` is the turn they are compared with.
fn turns(
    turns: &[ShownTurn],
    played: Option<&ShownTurn>,
    is_numbered: bool,
    art: Option<&Art>,
) -> Markup {
    html! {
        ol class=(if played.is_none() { "choices turns hints" } else { "choices turns" }) {
            @for (n, turn) in turns.iter().enumerate() {
                li {
                    button type="button" data-moves=(moves(turn)) {
                        b {
                            @if is_numbered { (n + 1) ". " }
                            @if let Some(played) = played { (played.words_of_better(turn)) } @else { (turn.words) }
                        }
                        span class="margin" title=[played.is_none().then_some(LEGEND)] { (turn.worth) }
                        // The reason for the best turn is above the list.
                        @if (played.is_none() || n > 0) && !turn.brings.is_empty() { span { (turn.brings) } }
                    }
                    @if let Some(art) = art {
                        svg hidden {
                            @let number = (n + 1).to_string();
                            @let word = if played.is_some() { "better" } else { &number };
                            (preview(&turn.preview, played.map(|played| &played.preview), word, art))
                        }
                    }
                }
            }
        }
    }
}

fn moves(turn: &ShownTurn) -> String {
    serde_json::to_string(&turn.moves).unwrap_or_default()
}

/// Renders how good a turn is, with the turns that would have been better and everything to be drawn. Those are numbered where
/// no question has numbered answers.
pub(super) fn judgment(judgment: &Judgment, art: Option<&Art>, is_numbered: bool) -> Markup {
    let class = if judgment.is_good {
        "verdict"
    } else {
        "mistake"
    };
    html! {
        p class=(class) role="status" { (judgment.in_full()) }
        @if !judgment.better.is_empty() {
            h2 { "Better turns" }
            (turns(&judgment.better, Some(&judgment.played), is_numbered, art))
        }
        svg hidden data-played=(moves(&judgment.played)) {
            @if let Some(art) = art { (preview(&judgment.played.preview, None, "played", art)) }
        }
    }
}

/// Says that mistakes are still searched for, and how much of the game was looked at, in per cent.
pub(super) fn searching(percent: Option<usize>) -> Markup {
    html! {
        p class="quiet" {
            "Looking for the turns that mattered…" @if let Some(percent) = percent { " " (percent) "%" }
        }
    }
}

/// Renders mistakes as a list of buttons, each of which shows its position.
pub(super) fn mistakes(marks: &[Mark]) -> Markup {
    html! {
        @if !marks.is_empty() {
            h2 { "Mistakes" }
            ol class="choices mistakes" {
                @let costliest = costliest(marks);
                @for (at, mark) in marks.iter().enumerate() {
                    li { button type="button" data-turn=(mark.turn) {
                        b { "Turn " (mark.name) ", " (mark.who) } span class="drop" { (mark.drop) }
                        span { (mark.judgment.played.words) }
                        @if Some(at) == costliest { span class="costliest" { (COSTLIEST) } }
                    } }
                }
            }
        }
    }
}

/// Draws what a turn puts on the board, with a word on its tile. The tile of the turn played instead is drawn small where
/// this one covers it.
fn preview(preview: &Preview, played: Option<&Preview>, word: &str, art: &Art) -> Markup {
    let tile = preview.tile.as_ref();
    let covered = played.filter(|played| {
        let old = played.tile.as_ref().zip(tile);
        old.is_some_and(|(old, new)| old.cell == new.cell && old.turned != new.turned)
    });
    html! {
        @if let Some(tile) = tile { (svg::tile(art, tile)) }
        @for part in &preview.parts { (svg::outline(art, part.cell, part.turned, part.art, part.at)) }
        @if let Some(tile) = tile {
            (frame(corner(tile.cell)))
        }
        (pieces(preview))
        @if let Some(played) = covered { (inset(played, art)) }
        // Nothing covers what it says.
        @if let Some(tile) = tile { (tag(word, corner(tile.cell))) }
    }
}

fn pieces(preview: &Preview) -> Markup {
    html! {
        @for piece in &preview.pieces {
            @let corner = corner(piece.cell);
            // Piles change by what pieces do.
            @if piece.ink != Ink::Pile {
                circle class="frame" cx=(px(corner.0 + piece.at.0)) cy=(px(corner.1 + piece.at.1)) r="22" {}
            }
            (svg::piece(piece))
        }
    }
}

fn frame((x, y): Point) -> Markup {
    html! { rect class="frame" x=(px(x)) y=(px(y)) width="100" height="100" {} }
}

/// Names a turn at the upper edge of its tile: the turn played on the left, a better one on the right.
fn tag(word: &str, (x, y): Point) -> Markup {
    let middle = if word == "played" { x + 22.0 } else { x + 78.0 };
    html! {
        g class=(if word == "played" { "tag played" } else { "tag better" }) transform={ "translate(" (px(middle)) " " (px(y)) ")" } {
            rect x="-26" y="-10" width="52" height="20" rx="10" {}
            text y="4.5" { (word) }
        }
    }
}

/// Draws a turn small, in the corner of its tile.
fn inset(preview: &Preview, art: &Art) -> Markup {
    let Some(tile) = &preview.tile else {
        return html! {};
    };
    let corner = corner(tile.cell);
    let stays = 1.0 - INSET;
    html! {
        g class="inset" transform={ "translate(" (px(corner.0 * stays)) " " (px(corner.1 * stays)) ") scale(" (INSET) ")" } {
            (svg::tile(art, tile))
            (frame(corner))
            @for piece in preview.pieces.iter().filter(|piece| piece.cell == tile.cell) { (svg::piece(piece)) }
        }
    }
}
