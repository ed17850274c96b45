//! Draws the landscape: tiles, legal cells, the tile in hand, and the selection.

use std::collections::BTreeMap;

use goldrush_engine::landscape::grid::Cell;
use goldrush_games::scene::{Ink, Landscape, Picture, Spot};
use goldrush_table::preview::{ChangedPart, Preview};
use goldrush_table::shown_turn::ShownTurn;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

use super::app::{App, Decision, Hint};
use super::camera::{Extent, put, spot_on_screen};
use super::scores;
use super::theme::Theme;

/// Corners of a frame around a cell, clockwise from the north-west.
const THIN: [char; 4] = ['┌', '┐', '┘', '└'];
const THICK: [char; 4] = ['┏', '┓', '┛', '┗'];
/// Corners around what was played, where a better turn is drawn too.
const ROUND: [char; 4] = ['╭', '╮', '╯', '╰'];

/// A small letter for each seat, which cannot be taken for a piece.
const SMALL: [char; 5] = ['ᴬ', 'ᴮ', 'ᶜ', 'ᴰ', 'ᴱ'];

/// Turns that are drawn on the board.
#[derive(Clone, Copy)]
enum Turn {
    /// A hint, or what would have been better.
    Better,
    /// The turn that was played instead.
    Played,
}

/// Highlighting of a feature.
#[derive(Clone, Copy)]
enum Pointed<'a> {
    No,
    /// The features that a turn changes.
    Parts(&'a [ChangedPart], Turn),
    /// This feature.
    At(u16),
    /// This feature, with everything else dimmed.
    Alone(u16),
}

impl App {
    /// Returns the spot drawn at a position within a cell.
    pub(super) fn spot_at(&self, cell: Cell, column: usize, row: usize) -> Option<&Spot> {
        let drawn = self
            .landscape()?
            .tile_at(cell)?
            .drawn
            .get(self.camera.scale)?;
        drawn.0.get(row)?.get(column)
    }

    /// True if a piece, a pile or a number is drawn at a position within a cell.
    fn has_mark(&self, cell: Cell, column: usize, row: usize) -> bool {
        let spot = self.spot_at(cell, column, row);
        spot.is_some_and(|spot| spot.ink.is_mark())
    }
}

pub(super) fn draw(app: &App, landscape: &Landscape, area: Rect, buffer: &mut Buffer) {
    let pointed = match (app.selected_score(), app.decision) {
        (Some(scored), _) => Pointed::Alone(scored.feature),
        (None, Decision::Act { .. }) => app
            .choice()
            .and_then(|choice| choice.feature)
            .map_or(Pointed::No, Pointed::At),
        _ => app.better_turn().map_or(Pointed::No, |turn| {
            Pointed::Parts(&turn.preview.parts, Turn::Better)
        }),
    };
    let has_hints = matches!(app.hint, Hint::Given { .. });
    for tile in &landscape.tiles {
        if let Some(picture) = tile.drawn.get(app.camera.scale) {
            let corner = app.camera.corner(area, tile.cell);
            draw_at(app.theme, picture, area, corner, pointed, buffer);
            if has_hints {
                relabel(app, picture, area, corner, buffer);
            }
            edges(picture, area, corner, buffer);
        }
    }
    frames(app, landscape, area, buffer);
    scores::draw(app, landscape, area, buffer);
    arrows(app, Extent::of(landscape, 1), area, buffer);
}

/// Draws a tile outside the landscape.
pub(super) fn draw_loose(theme: Theme, picture: &Picture, area: Rect, buffer: &mut Buffer) {
    draw_at(
        theme,
        picture,
        area,
        (i32::from(area.x), i32::from(area.y)),
        Pointed::No,
        buffer,
    );
}

fn draw_at(
    theme: Theme,
    picture: &Picture,
    area: Rect,
    (left, top): (i32, i32),
    pointed: Pointed<'_>,
    buffer: &mut Buffer,
) {
    for (row, spots) in picture.0.iter().enumerate() {
        for (column, spot) in spots.iter().enumerate() {
            let x = left + column as i32;
            let y = top + row as i32;
            let style = match (spot.ink, spot.base, pointed) {
                (Ink::Blank, None, _) => continue,
                (ink, _, Pointed::At(feature) | Pointed::Alone(feature))
                    if spot.feature == Some(feature) && !ink.is_mark() =>
                {
                    theme.pointed()
                }
                (ink, _, Pointed::Parts(parts, by))
                    if !ink.is_mark() && parts.iter().any(|part| Some(part.part) == spot.part) =>
                {
                    match by {
                        Turn::Better => theme.pointed(),
                        Turn::Played => theme.played(),
                    }
                }
                (.., Pointed::Alone(feature)) if spot.feature != Some(feature) => theme.dimmed(),
                (ink, base, _) => theme.ink(ink, base),
            };
            put(area, x, y, spot.symbol, style, buffer);
        }
    }
}

/// Writes a hint's number in the place of a choice's, or a dot where no hint is.
fn relabel(app: &App, picture: &Picture, area: Rect, (left, top): (i32, i32), buffer: &mut Buffer) {
    for (row, spots) in picture.0.iter().enumerate() {
        for (column, spot) in spots.iter().enumerate() {
            if spot.ink != Ink::Label {
                continue;
            }
            let number = app.hint_on(spot.part);
            let symbol = number.and_then(|at| char::from_digit(at as u32 + 1, 10));
            let style = app.theme.ink(spot.ink, spot.base);
            let x = left + column as i32;
            put(
                area,
                x,
                top + row as i32,
                symbol.unwrap_or('·'),
                style,
                buffer,
            );
        }
    }
}

/// Draws thin lines along the west and south edges of a tile that fills its whole cell, so that neighbors can be
/// distinguished; only across land, so that tracks stay whole.
fn edges(picture: &Picture, area: Rect, (left, top): (i32, i32), buffer: &mut Buffer) {
    let rows = &picture.0;
    let fills = rows.first().and_then(|row| row.first());
    let is_large = rows.len() >= 3 && rows[0].len() >= 7;
    if !is_large || fills.is_none_or(|spot| spot.base.is_none()) {
        return;
    }
    for (row, spots) in rows.iter().enumerate() {
        for (column, spot) in spots.iter().enumerate() {
            let is_west = column == 0;
            let is_south = row + 1 == rows.len();
            let is_land = matches!(spot.ink, Ink::Field | Ink::Rock | Ink::City);
            if !is_land || !(is_west || is_south) {
                continue;
            }
            let x = left + column as i32;
            let y = top + row as i32;
            let Some(drawn) = spot_on_screen(area, x, y, buffer) else {
                continue;
            };
            if is_west {
                drawn.set_char('▏');
            }
            if is_south {
                drawn.modifier.insert(Modifier::UNDERLINED);
            }
        }
    }
}

/// Draws the corners of a cell's frame, except where a piece stands on the tile there.
fn frame(app: &App, area: Rect, cell: Cell, corners: [char; 4], style: Style, buffer: &mut Buffer) {
    let (left, top) = app.camera.corner(area, cell);
    let (width, height) = app.camera.size();
    let right = left + width - 1;
    let bottom = top + height - 1;
    if height == 1 {
        // Room only for brackets, or for the letter of the seat.
        let begin = if corners[0].is_alphabetic() {
            corners[0]
        } else {
            '['
        };
        put(area, left, top, begin, style, buffer);
        put(area, right, top, ']', style, buffer);
        return;
    }
    let places = [(left, top), (right, top), (right, bottom), (left, bottom)];
    for ((x, y), corner) in places.into_iter().zip(corners) {
        let spot = app.spot_at(cell, (x - left) as usize, (y - top) as usize);
        if !spot.is_some_and(|spot| spot.ink.is_mark()) {
            put(area, x, y, corner, style, buffer);
        }
    }
}

/// Draws frames around the legal cells, the tile in hand, and the tiles of the last round.
fn frames(app: &App, landscape: &Landscape, area: Rect, buffer: &mut Buffer) {
    let theme = app.theme;
    let camera = &app.camera;
    // The last tile of each seat, in its color, with its letter.
    for tile in &landscape.tiles {
        if let Some(seat) = tile.by {
            let [_, north_east, south_east, south_west] = THIN;
            let corners = [SMALL[seat.index()], north_east, south_east, south_west];
            frame(
                app,
                area,
                tile.cell,
                corners,
                theme.seat_frame(seat),
                buffer,
            );
        }
    }
    match app.decision {
        Decision::Place { .. } => {
            let Some(question) = app.question() else {
                return;
            };
            let choices = question.choices.iter();
            let cells: Vec<(Cell, usize)> = choices
                .filter_map(|choice| Some((choice.cell?, choice.ways().len())))
                .collect();
            for &(cell, _) in &cells {
                frame(app, area, cell, THIN, theme.legal(), buffer);
            }
            let (width, height) = camera.size();
            // Numbers of hints stand there instead.
            let has_hints = matches!(app.hint, Hint::Given { .. });
            for (cell, ways) in cells.into_iter().filter(|_| !has_hints) {
                let (left, top) = camera.corner(area, cell);
                let ways = char::from_digit(ways as u32, 10).unwrap_or('*');
                put(
                    area,
                    left + width / 2,
                    top + height / 2,
                    ways,
                    theme.legal(),
                    buffer,
                );
            }
            let drawn = question
                .hand
                .as_ref()
                .and_then(|hand| hand.drawn[app.quarters()].get(camera.scale));
            if let (Some(cell), Some(picture)) = (app.selected_cell(), drawn) {
                draw_at(
                    theme,
                    picture,
                    area,
                    camera.corner(area, cell),
                    Pointed::No,
                    buffer,
                );
                frame(app, area, cell, THICK, theme.chosen(), buffer);
            }
            // A hint also shows where its piece goes.
            if has_hints {
                turns(app, area, buffer);
            }
            numbers(app, area, buffer);
        }
        Decision::Act { .. } => {
            numbers(app, area, buffer);
            frame(app, area, app.newest_cell(), THICK, theme.chosen(), buffer);
            if let Some(cell) = app.selected_cell() {
                frame(app, area, cell, THICK, theme.chosen(), buffer);
            }
        }
        Decision::Step | Decision::Stop => turns(app, area, buffer),
        Decision::Flip { .. } | Decision::Animation(_) | Decision::Wait(_) | Decision::Over => {}
    }
}

/// Writes the numbers of the hints where they are played, and no others: into the upper row of a tile's cell, or where the
/// number of a choice would stand on the new tile.
fn numbers(app: &App, area: Rect, buffer: &mut Buffer) {
    let Hint::Given {
        suggestions, at, ..
    } = &app.hint
    else {
        return;
    };
    let mut used = BTreeMap::new();
    let (width, _) = app.camera.size();
    for (number, hint) in suggestions.iter().enumerate() {
        let Some(cell) = cell_of(&hint.preview).filter(|_| !app.is_labeled(hint)) else {
            continue;
        };
        let (left, top) = app.camera.corner(area, cell);
        // Not on a piece or a pile.
        let next: &mut i32 = used.entry(cell).or_insert((width / 2 - 1).max(1));
        while *next + 1 < width && app.has_mark(cell, *next as usize, 0) {
            *next += 1;
        }
        let column = *next;
        *next += 1;
        let digit = char::from_digit(number as u32 + 1, 10).unwrap_or('*');
        let style = if number == *at {
            app.theme.pointed()
        } else {
            app.theme.chosen()
        };
        put(area, left + column, top, digit, style, buffer);
    }
}

/// Returns the cell where a turn is played: that of its tile, or of the first piece that it moves.
fn cell_of(preview: &Preview) -> Option<Cell> {
    let tile = preview.tile.as_ref().map(|tile| tile.cell);
    tile.or_else(|| preview.pieces.first().map(|piece| piece.cell))
}

/// Draws the turn that was played and a better one, or a hint.
fn turns(app: &App, area: Rect, buffer: &mut Buffer) {
    let better = app.better_turn();
    if let Some(played) = app.played_turn().filter(|_| better.is_some()) {
        let style = app.theme.played_frame();
        turn(app, played, Turn::Played, (ROUND, style), area, buffer);
        word(app, played, ("played", style), 0, area, buffer);
    }
    if let Some(better) = better {
        let style = app.theme.chosen();
        turn(app, better, Turn::Better, (THICK, style), area, buffer);
        if app.played_turn().is_some() {
            let last_row = app.camera.size().1 - 1;
            word(app, better, ("better", style), last_row, area, buffer);
        }
    }
}

/// Draws a turn: its tile, the features that it changes, and frames where its pieces stand.
fn turn(
    app: &App,
    turn: &ShownTurn,
    which: Turn,
    (corners, style): ([char; 4], Style),
    area: Rect,
    buffer: &mut Buffer,
) {
    let Preview {
        tile,
        pieces,
        parts,
    } = &turn.preview;
    if let Some((tile, picture)) = tile
        .as_ref()
        .and_then(|tile| Some((tile, tile.drawn.get(app.camera.scale)?)))
    {
        draw_at(
            app.theme,
            picture,
            area,
            app.camera.corner(area, tile.cell),
            Pointed::Parts(parts, which),
            buffer,
        );
    }
    let cells = tile
        .iter()
        .map(|tile| tile.cell)
        .chain(pieces.iter().map(|piece| piece.cell));
    cells.for_each(|cell| frame(app, area, cell, corners, style, buffer));
}

/// Writes a word into a row of a turn's tile, if the tile is wide enough.
fn word(
    app: &App,
    turn: &ShownTurn,
    (word, style): (&str, Style),
    row: i32,
    area: Rect,
    buffer: &mut Buffer,
) {
    let Some(tile) = &turn.preview.tile else {
        return;
    };
    let corner = app.camera.corner(area, tile.cell);
    let room = app.camera.size().0 - word.len() as i32;
    if room < 0 {
        return;
    }
    for (column, letter) in (room.min(1)..).zip(word.chars()) {
        put(
            area,
            corner.0 + column,
            corner.1 + row,
            letter,
            style,
            buffer,
        );
    }
}

/// Draws arrows at the edges beyond which the landscape continues.
fn arrows(app: &App, extent: Extent, area: Rect, buffer: &mut Buffer) {
    let (left, top) = app.camera.corner(
        area,
        Cell {
            x: extent.west + 1,
            y: extent.north + 1,
        },
    );
    let (right, bottom) = app.camera.corner(
        area,
        Cell {
            x: extent.east,
            y: extent.south,
        },
    );
    let x = i32::from(area.x + area.width / 2);
    let y = i32::from(area.y + area.height / 2);
    let style = app.theme.chosen();
    if left < i32::from(area.x) {
        put(area, i32::from(area.x), y, '◀', style, buffer);
    }
    if right > i32::from(area.right()) {
        put(area, i32::from(area.right()) - 1, y, '▶', style, buffer);
    }
    if top < i32::from(area.y) {
        put(area, x, i32::from(area.y), '▲', style, buffer);
    }
    if bottom > i32::from(area.bottom()) {
        put(area, x, i32::from(area.bottom()) - 1, '▼', style, buffer);
    }
}
