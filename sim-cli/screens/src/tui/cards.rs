//! Draws the cards: in rows, with column letters, row numbers, and a frame around the selected card.

use goldrush_games::scene::{Card, Cards};
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::Style;

use super::app::{App, Decision};

/// Columns taken by the row numbers.
const MARGIN: u16 = 2;
/// Largest card, in columns and rows.
const LARGEST: (u16, u16) = (12, 5);

/// Layout of the cards on the screen.
struct Grid {
    left: u16,
    top: u16,
    /// Width of a card, including the gap to the next one.
    width: u16,
    height: u16,
    columns: u16,
    rows: u16,
}

impl Grid {
    /// Returns the largest layout that fits, centered; `None` if not even the smallest fits.
    fn of(cards: &Cards, area: Rect) -> Option<Grid> {
        let columns = cards.columns.max(1) as u16;
        let rows = cards.places.len().div_ceil(cards.columns.max(1)) as u16;
        let width = (area.width.checked_sub(MARGIN)? / columns).min(LARGEST.0);
        let height = (area.height.checked_sub(1)? / rows.max(1)).min(LARGEST.1);
        let width = width.min(2 * height + 4);
        (width >= 3 && height >= 1).then(|| Grid {
            left: area.x + MARGIN + (area.width - MARGIN - width * columns) / 2,
            top: area.y + 1 + (area.height - 1 - height * rows) / 2,
            width,
            height,
            columns,
            rows,
        })
    }

    fn card(&self, place: usize) -> Rect {
        let column = place as u16 % self.columns;
        let row = place as u16 / self.columns;
        Rect {
            x: self.left + column * self.width,
            y: self.top + row * self.height,
            width: self.width - u16::from(self.width > 3),
            height: self.height,
        }
    }
}

/// Returns the card position at a position of the screen.
pub(super) fn place_at(cards: &Cards, area: Rect, position: Position) -> Option<usize> {
    let grid = Grid::of(cards, area)?;
    (0..cards.places.len()).find(|&place| grid.card(place).contains(position))
}

pub(super) fn draw(app: &App, cards: &Cards, area: Rect, buffer: &mut Buffer) {
    let Some(grid) = Grid::of(cards, area) else {
        return;
    };
    let faint = app.theme.faint();
    for column in 0..grid.columns {
        let letter = char::from(b'a' + column as u8);
        buffer[(
            grid.left + column * grid.width + (grid.width - 1) / 2,
            grid.top - 1,
        )]
            .set_char(letter)
            .set_style(faint);
    }
    for row in 0..grid.rows {
        let number = (row + 1).to_string();
        let y = grid.top + row * grid.height + (grid.height - 1) / 2;
        buffer.set_string(grid.left - MARGIN, y, number, faint);
    }
    let selected = match app.decision {
        Decision::Flip { .. } => app
            .selected_position()
            .map(|(x, y)| y as usize * cards.columns + x as usize),
        _ => None,
    };
    let better = app.better_turn().map_or(&[][..], |turn| &turn.moves);
    for (place, card) in cards.places.iter().enumerate() {
        if let Some(card) = card {
            let name = format!(
                "{}{}",
                char::from(b'a' + (place % cards.columns) as u8),
                place / cards.columns + 1
            );
            one(
                app,
                card,
                grid.card(place),
                selected == Some(place) || better.contains(&name),
                buffer,
            );
        }
    }
}

/// Draws a card: its face in the middle, or a back. Brackets mark a card that is open, selected, or was flipped by
/// another seat in the last round; in the last case the seat's letter stands beside it.
fn one(app: &App, card: &Card, area: Rect, is_selected: bool, buffer: &mut Buffer) {
    let style = match &card.face {
        Some(face) => app.theme.card(Some(face.ink)),
        None => app.theme.card(None),
    };
    // Without colors a back is recognized by its shading, and an open card by its brackets.
    let back = if card.face.is_none() { '░' } else { ' ' };
    let last = area.bottom() - 1;
    for (y, x) in (area.y..=last).flat_map(|y| (area.x..area.right()).map(move |x| (y, x))) {
        let drawn = &mut buffer[(x, y)];
        if y < last || area.height == 1 {
            drawn.set_char(back).set_style(style);
        } else if let Some(color) = style.bg {
            // Half a row, and half a row between cards.
            drawn.set_char('▀').set_style(app.theme.page().fg(color));
        }
    }
    let middle = area.y + (area.height.max(2) - 2) / 2;
    if let Some(face) = &card.face {
        buffer.set_string(area.x + (area.width - 2) / 2, middle, &face.short, style);
    }
    let own = app.host.seats().only_human().or(app.scene().to_move);
    let by = card.by.filter(|&seat| Some(seat) != own);
    let brackets = match (is_selected, card.open, by) {
        (true, ..) => Some((('▶', '◀'), app.theme.chosen_card())),
        (false, true, _) => Some((('[', ']'), style)),
        (false, false, Some(seat)) => Some((('(', ')'), app.theme.seat_frame(seat))),
        (false, false, None) => None,
    };
    // Only on a back that is wide enough.
    if let Some(seat) = by.filter(|_| area.width >= 5 && card.face.is_none()) {
        buffer.set_string(
            area.x + 1,
            middle,
            seat.letter().to_string(),
            app.theme.seat_frame(seat),
        );
    }
    if let Some(((left, right), style)) = brackets {
        ends(area, middle, (left, right), style, buffer);
    }
}

fn ends(area: Rect, y: u16, (left, right): (char, char), style: Style, buffer: &mut Buffer) {
    buffer[(area.x, y)].set_char(left).set_style(style);
    buffer[(area.right() - 1, y)]
        .set_char(right)
        .set_style(style);
}
