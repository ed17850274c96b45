//! Marks from which figures are composed.

use goldrush_support::drawing::px;
use maud::{Markup, html};

use super::scale::Scale;
use crate::wrap::lines;

/// Mean width of a letter, as a multiple of the text size.
const LETTER: f64 = 0.56;

/// Width of bold letters relative to regular ones.
pub(super) const BOLD: f64 = 1.1;

/// Truncates a text with an ellipsis if it is too wide for `width` at this text size.
pub fn fit(text: &str, width: f64, size: f64) -> String {
    let most = (width / (size * LETTER)) as usize;
    if text.chars().count() <= most {
        return text.into();
    }
    text.chars()
        .take(most.saturating_sub(1))
        .chain(['…'])
        .collect()
}

/// Wraps a text into lines of at most `width` at this text size.
pub(super) fn wrap(text: &str, width: f64, size: f64) -> Vec<String> {
    lines(text, (width / (size * LETTER * 0.93)) as usize, "", "")
}

/// Draws a text; the class determines style and alignment.
pub(super) fn text(x: f64, y: f64, class: &str, content: &str) -> Markup {
    html! { text class=(class) x=(px(x)) y=(px(y)) { (content) } }
}

/// Draws a straight line.
pub(super) fn line(from: (f64, f64), to: (f64, f64), class: &str) -> Markup {
    html! { line class=(class) x1=(px(from.0)) y1=(px(from.1)) x2=(px(to.0)) y2=(px(to.1)) {} }
}

/// Draws a rectangle.
pub(super) fn bar(x: f64, y: f64, width: f64, height: f64, class: &str) -> Markup {
    html! { rect class=(class) x=(px(x)) y=(px(y)) width=(px(width)) height=(px(height)) {} }
}

/// Draws a mean as a dot and its interval, if there is one, as a line.
pub(super) fn interval(
    scale: &Scale,
    y: f64,
    mean: f64,
    ends: Option<(f64, f64)>,
    class: &str,
) -> Markup {
    html! {
        g class=(class) {
            @if let Some((low, high)) = ends { (line((scale.at(low), y), (scale.at(high), y), "interval")) }
            circle class="dot" cx=(px(scale.at(mean))) cy=(px(y)) r="4.5" {}
        }
    }
}

/// Draws lines at the round values of an axis and, below, their labels.
pub(super) fn axis(scale: &Scale, top: f64, bottom: f64, label: impl Fn(f64) -> String) -> Markup {
    let (left, right) = scale.ends();
    html! {
        @for tick in scale.ticks() {
            (line((scale.at(tick), top), (scale.at(tick), bottom), "grid"))
            @let x = scale.at(tick);
            @let class = if x - left < 12.0 { "tick" } else if right - x < 12.0 { "tick end" } else { "tick middle" };
            (text(x, bottom + 14.0, class, &label(tick)))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bold_titles_wrap_earlier() {
        let title = "rollout and rollout:playouts=40 cannot be told apart at the top";
        assert_eq!(wrap(title, 440.0, 16.0)[1], "at the top");
        assert_eq!(wrap(title, 440.0, 16.0 * BOLD)[1], "apart at the top");
    }
}
