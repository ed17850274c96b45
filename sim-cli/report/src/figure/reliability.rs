//! Reliability diagram: observed frequency against predicted probability, as dots with intervals beside the diagonal.

use goldrush_support::drawing::px;
use goldrush_support::stats::reliability::Bin;
use maud::html;

use super::mark::{line, text};
use super::scale::Scale;
use super::{Drawing, WIDTH};
use crate::number::percent;

const SIZE: f64 = 300.0;
const LEFT: f64 = 44.0;
const TOP: f64 = 26.0;

/// Draws the diagram; `predicted` and `observed` are the labels of the axes.
pub fn draw(bins: &[Bin], predicted: &str, observed: &str) -> Drawing {
    let bottom = TOP + SIZE;
    let across = Scale::between(0.0, 1.0, LEFT + 8.0, LEFT + 8.0 + SIZE);
    let up = Scale::between(0.0, 1.0, bottom, TOP);
    let marks = html! {
        (text(0.0, TOP - 14.0, "tick", observed))
        @for value in up.ticks() {
            (line((LEFT, up.at(value)), (LEFT + 16.0 + SIZE, up.at(value)), "grid"))
            (text(LEFT - 6.0, up.at(value) + 4.0, "tick end", &percent(value, 0)))
        }
        @for value in across.ticks() { (text(across.at(value), bottom + 16.0, "tick middle", &percent(value, 0))) }
        (text(LEFT + 16.0 + SIZE, bottom + 32.0, "tick end", predicted))
        (line((across.at(0.0), up.at(0.0)), (across.at(1.0), up.at(1.0)), "base"))
        @for bin in bins {
            @let x = across.at(bin.predicted);
            g class="strong" {
                @if let Some((low, high)) = bin.observed.ends() { (line((x, up.at(low)), (x, up.at(high)), "interval")) }
                circle class="dot" cx=(px(x)) cy=(px(up.at(bin.observed.mean))) r="3.5" {}
            }
        }
    };
    Drawing {
        width: WIDTH,
        height: bottom + 36.0,
        marks,
    }
}
