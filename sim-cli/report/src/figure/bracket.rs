//! Bracket of a knockout tournament: a column for each stage, and the duels of a stage beside those whose winners meet in it.

use maud::{Markup, html};

use super::Drawing;
use super::mark::{fit, line, text};

/// A side of a duel.
pub struct Side {
    pub name: String,
    /// Number of meetings that it won, if the duel has been played.
    pub result: Option<String>,
    /// True if it goes on.
    pub is_winner: bool,
}

/// A duel; a side is `None` while nobody is known to play there, or if its opponent rests.
pub type BracketDuel = [Option<Side>; 2];

/// A bracket.
pub struct Bracket {
    /// Duels of each stage, from top to bottom; each stage has half as many as the one before.
    pub stages: Vec<Vec<BracketDuel>>,
}

const COLUMN: f64 = 156.0;
const GAP: f64 = 24.0;
/// Height of a side, and of a duel of the first stage with the space below it.
const SIDE: f64 = 20.0;
const DUEL: f64 = 54.0;
/// Room for a result.
const RESULT: f64 = 40.0;

impl Bracket {
    /// Draws the bracket.
    pub fn draw(&self) -> Drawing {
        let first = self.stages.first().map_or(0, Vec::len);
        let marks = html! {
            @for (stage, duels) in self.stages.iter().enumerate() {
                @for (number, duel) in duels.iter().enumerate() { (drawn(stage, number, duel)) }
            }
        };
        Drawing {
            width: (COLUMN + GAP) * self.stages.len() as f64 - GAP,
            height: DUEL * first as f64,
            marks,
        }
    }
}

/// Returns the middle of a duel, by its stage and its number there.
fn middle(stage: usize, number: usize) -> f64 {
    let height = DUEL * (1u64 << stage) as f64;
    (number as f64 + 0.5) * height
}

fn drawn(stage: usize, number: usize, duel: &BracketDuel) -> Markup {
    let left = (COLUMN + GAP) * stage as f64;
    let right = left + COLUMN;
    let y = middle(stage, number);
    html! {
        @if stage > 0 {
            @let before = left - GAP / 2.0;
            @for feeding in [2 * number, 2 * number + 1] {
                @let from = middle(stage - 1, feeding);
                (line((left - GAP, from), (before, from), "base"))
                (line((before, from), (before, y), "base"))
            }
            (line((before, y), (left, y), "base"))
        }
        (line((left, y), (right, y), "base"))
        @for (side, below) in duel.iter().zip([y - 6.0, y + SIDE - 4.0]) {
            @if let Some(side) = side { (drawn_side(side, left + 4.0, right - 4.0, below)) }
        }
    }
}

fn drawn_side(side: &Side, left: f64, right: f64, y: f64) -> Markup {
    let class = if side.is_winner { "heading" } else { "label" };
    html! {
        (text(left, y, class, &fit(&side.name, right - left - RESULT, 12.5)))
        @if let Some(result) = &side.result { (text(right, y, "value end", result)) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn side(name: &str, is_winner: bool) -> Option<Side> {
        Some(Side {
            name: name.into(),
            result: Some("4".into()),
            is_winner,
        })
    }

    #[test]
    fn later_duels_are_between_those_before() {
        assert_eq!(
            middle(1, 0) * 2.0,
            middle(0, 0) + middle(0, 1),
            "halfway between both"
        );
        let bracket = Bracket {
            stages: vec![
                vec![[side("a", true), None], [side("b", false), side("c", true)]],
                vec![[side("a", false), side("c", true)]],
            ],
        };
        let Drawing { height, marks, .. } = bracket.draw();
        assert_eq!(height, 2.0 * DUEL);
        let drawn = marks.into_string();
        assert_eq!(drawn.matches("class=\"heading\"").count(), 3, "{drawn}");
    }
}
