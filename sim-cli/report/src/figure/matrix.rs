//! A matrix of shares as a picture: who finishes ahead of whom.

use goldrush_support::drawing::px;
use maud::html;

use super::mark::{fit, text};
use super::{Drawing, WIDTH};

/// Draws shares (0 to 1) of rows against columns; both have the same names.
pub fn draw(names: &[String], share: impl Fn(usize, usize) -> Option<f64>) -> Drawing {
    let count = names.len() as f64;
    let left = (WIDTH - 46.0 * count).clamp(120.0, 220.0);
    let cell = ((WIDTH - left) / count).min(46.0);
    let tall = cell.max(22.0);
    let top = 20.0;
    let marks = html! {
        @for (i, name) in names.iter().enumerate() {
            @let number = (i + 1).to_string();
            @let y = top + tall * i as f64;
            (text(16.0, y + tall / 2.0 + 4.0, "tick end", &number))
            (text(22.0, y + tall / 2.0 + 4.0, "label", &fit(name, left - 28.0, 12.5)))
            (text(left + cell * (i as f64 + 0.5), 13.0, "tick middle", &number))
            @for other in 0..names.len() {
                @let x = left + cell * other as f64;
                @if let Some(share) = share(i, other) {
                    @let class = if share >= 0.5 { "ahead" } else { "behind" };
                    @let strength = format!("{:.2}", 0.08 + 1.2 * (share - 0.5).abs().min(0.5));
                    rect class=(class) fill-opacity=(strength) x=(px(x + 1.0)) y=(px(y + 1.0)) width=(px(cell - 2.0)) height=(px(tall - 2.0)) {}
                    @let class = if (share - 0.5).abs() > 0.3 { "cell strong-cell" } else { "cell" };
                    (text(x + cell / 2.0, y + tall / 2.0 + 4.0, class, &format!("{:.0}", 100.0 * share)))
                } @else {
                    (text(x + cell / 2.0, y + tall / 2.0 + 4.0, "tick middle", if i == other { "" } else { "–" }))
                }
            }
        }
    };
    Drawing {
        width: WIDTH,
        height: top + tall * count + 4.0,
        marks,
    }
}
