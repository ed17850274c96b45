//! Shows the scores of the last round on the landscape: the points at the piece that decided, and on selection how they
//! came about.

use goldrush_games::scene::{Ink, Landscape, Picture, Scored, Spot};
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use super::app::App;
use super::camera::put;

/// Points written on the landscape, such as `+6B`.
struct Label<'s> {
    scored: &'s Scored,
    text: String,
    left: i32,
    top: i32,
}

impl Label<'_> {
    fn contains(&self, x: i32, y: i32) -> bool {
        y == self.top && (self.left..self.left + self.text.len() as i32).contains(&x)
    }
}

impl App {
    pub(super) fn selected_score(&self) -> Option<&Scored> {
        self.scene().scored.get(self.scored?)
    }

    /// Selects the next score, or none after the last.
    pub(super) fn step_scored(&mut self) {
        let next = self.scored.map_or(0, |at| at + 1);
        self.scored = (next < self.scene().scored.len()).then_some(next);
        match (
            self.selected_score().map(|scored| scored.cell),
            self.extent(),
        ) {
            (Some(cell), Some(extent)) => self.camera.show(self.map_area, extent, cell),
            _ if next == 0 => self.message = Some("Nothing was scored in the last round.".into()),
            _ => {}
        }
    }

    /// Selects the score under the mouse.
    pub(super) fn hover(&mut self, at: Position) {
        self.scored = self.score_at(at);
    }

    /// Returns the score whose label or feature is at a position of the screen.
    fn score_at(&self, at: Position) -> Option<usize> {
        let landscape = self.landscape()?;
        if !self.map_area.contains(at) {
            return None;
        }
        let labels = labels(self, landscape);
        let mut labels = labels.iter();
        let label = labels.rposition(|label| label.contains(at.x.into(), at.y.into()));
        label.or_else(|| {
            let (cell, column, row) = self.camera.cell_at(self.map_area, at.x, at.y);
            let spot = self.spot_at(cell, column, row);
            let feature = spot.and_then(|spot| spot.feature);
            let mut scored = self.scene().scored.iter();
            scored.rposition(|scored| Some(scored.feature) == feature)
        })
    }

    /// Describes the selected score: `B scored 6 for a city: 3 tiles × 2 = 6.`
    pub(super) fn describe_scored(&self) -> Option<String> {
        let Scored {
            seats,
            what,
            sum,
            points,
            ..
        } = self.selected_score()?;
        let names: Vec<_> = seats.iter().map(|&seat| self.named(seat)).collect();
        let each = if names.len() > 1 { " each" } else { "" };
        Some(format!(
            "{} scored {points}{each} for a {what}: {sum}.",
            names.join(" and ")
        ))
    }
}

/// Draws the points.
pub(super) fn draw(app: &App, landscape: &Landscape, area: Rect, buffer: &mut Buffer) {
    for Label {
        scored,
        text,
        left,
        top,
    } in labels(app, landscape)
    {
        let letters = scored.seats.len();
        let first = text.len() - letters;
        for (at, (x, symbol)) in (left..).zip(text.chars()).enumerate() {
            let seat = scored.seats[at.saturating_sub(first).min(letters - 1)];
            put(area, x, top, symbol, app.theme.seat_frame(seat), buffer);
        }
    }
}

/// Places the labels: as near to the deciding piece as possible without covering anything else.
fn labels<'s>(app: &'s App, landscape: &Landscape) -> Vec<Label<'s>> {
    let mut labels: Vec<Label> = Vec::new();
    for scored in &app.scene().scored {
        let tile = landscape.tile_at(scored.cell);
        let Some(picture) = tile.and_then(|tile| tile.drawn.get(app.camera.scale)) else {
            continue;
        };
        let letters: String = scored.seats.iter().map(|seat| seat.letter()).collect();
        let text = format!("+{}{letters}", scored.points);
        let (left, top) = app.camera.corner(app.map_area, scored.cell);
        let framed = tile.is_some_and(|tile| tile.by.is_some());
        let place = place(picture, scored.part, text.len(), |column, row| {
            let x = left + column as i32;
            let y = top + row as i32;
            let is_letter_of_frame = framed && column == 0 && row == 0;
            is_letter_of_frame || labels.iter().any(|label| label.contains(x, y))
        });
        let Some((column, row)) = place else {
            continue;
        };
        labels.push(Label {
            scored,
            text,
            left: left + column as i32,
            top: top + row as i32,
        });
    }
    labels
}

/// Returns the column and row within a tile where a text of this length starts: near the part, covering as few pieces
/// and letters as possible.
fn place(
    picture: &Picture,
    part: u16,
    length: usize,
    is_taken: impl Fn(usize, usize) -> bool,
) -> Option<(usize, usize)> {
    let width = picture.0.first()?.len();
    let mut own: Vec<(usize, usize, &Spot)> = Vec::new();
    for (y, row) in picture.0.iter().enumerate() {
        for (x, spot) in row.iter().enumerate() {
            if spot.part == Some(part) {
                own.push((x, y, spot));
            }
        }
    }
    // The piece itself, if it still stands.
    let stands = own
        .iter()
        .find(|(.., spot)| matches!(spot.ink, Ink::Figure(_)));
    let (x, y) = match stands.or_else(|| own.get(own.len() / 2)) {
        Some(&(x, y, _)) => (x, y),
        // At the smallest scale some parts are not drawn.
        None => (width / 2, picture.0.len() / 2),
    };
    let columns = 0..=width.saturating_sub(length);
    let places =
        (0..picture.0.len()).flat_map(|row| columns.clone().map(move |column| (column, row)));
    places.min_by_key(|&(column, row)| {
        let covered = (column..column + length).filter(|&at| {
            let spot = picture.0[row].get(at);
            spot.is_some_and(|spot| spot.ink.is_mark()) || is_taken(at, row)
        });
        let aside = (column..column + length)
            .map(|at| at.abs_diff(x))
            .min()
            .unwrap_or(0);
        (
            covered.count(),
            2 * y.abs_diff(row) + aside,
            column.abs_diff(x),
        )
    })
}
