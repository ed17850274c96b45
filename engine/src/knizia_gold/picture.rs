//! Text picture of the grid.

use std::fmt::Write;

use super::table::Table;

/// Draws the 8 × 8 grid with column letters and row numbers as in moves: `[g3]` is an open card, `##` one face down, a
/// gap is empty. With `assist`, face-down cards that have been seen show their value.
///
/// # Examples
///
/// ```
/// use goldrush_engine::game::State as _;
/// use goldrush_engine::knizia_gold::picture::picture;
/// use goldrush_engine::knizia_gold::{Flip, Setup, State};
/// use goldrush_engine::rng::deal_stream;
///
/// let mut game = State::deal(Setup::new(2, false)?, &mut deal_stream(7, 0));
/// game.play(Flip(0))?;
/// let open = format!("[{}]", game.card_under(Flip(0)));
/// assert!(picture(game.table(), false).contains(&open));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn picture(table: Table, assist: bool) -> String {
    let mut text = String::from("    a   b   c   d   e   f   g   h\n");
    for row in 0..8 {
        let _ = write!(text, "{} ", row + 1);
        for position in row * 8..row * 8 + 8 {
            let card = table.seen(position).map(|card| card.to_string());
            let _ = match card {
                _ if !table.has_card(position) => write!(text, "    "),
                Some(card) if table.open() == Some(position) => write!(text, "[{card}]"),
                Some(card) if assist => write!(text, " {card} "),
                _ => write!(text, " ## "),
            };
        }
        text.truncate(text.trim_end_matches(' ').len());
        text.push('\n');
    }
    text
}
