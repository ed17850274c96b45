//! The grid as text, as it lies on the table.

use std::fmt::Write;

use super::table::Table;

/// The 8 × 8 grid with letters of columns and numbers of rows, as moves are written: `[g3]` is a card that lies open, `##`
/// one that lies face down, nothing a gap. With `assist` a card that lies face down and has been seen shows what it is.
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
