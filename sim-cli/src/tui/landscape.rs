//! The landscape on the screen: tiles, legal cells, the tile at hand, what is pointed at.

use std::collections::BTreeMap;

use goldrush_engine::gold_rush::catalogue::Kind;
use goldrush_engine::gold_rush::picture::{Glyph, Scale, TilePicture, standing};
use goldrush_engine::gold_rush::{Action, FeatureKind, Table};
use goldrush_engine::landscape::LaidTile;
use goldrush_engine::landscape::components::{FeatureId, SegmentId};
use goldrush_engine::landscape::grid::{Cell, Rotation};
use goldrush_engine::player::Player;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::Style;

use super::app::{App, Decision};
use super::theme::Theme;

/// Corners of a frame around a cell, from the north-west clockwise.
const THIN: [char; 4] = ['┌', '┐', '┘', '└'];
const THICK: [char; 4] = ['┏', '┓', '┛', '┗'];

impl App {
    /// The segment at a place of a cell.
    pub(super) fn segment_at(&self, cell: Cell, column: usize, row: usize) -> Option<SegmentId> {
        let table = self.session.table();
        let tile = table.landscape().tile(table.landscape().tile_at(cell)?);
        let kind = table.setup().catalogue().kind(tile.kind());
        let picture = TilePicture::new(kind, tile.rotation(), self.camera.scale, |_| Vec::new());
        let segment = picture.rows().nth(row)?.get(column)?.1?;
        Some(tile.segment(segment))
    }
}

/// Draws the landscape.
pub(super) fn draw(app: &App, area: Rect, buffer: &mut Buffer) {
    let table = app.session.table();
    let piles = piles(table);
    let pointed = pointed(app);
    let labels = labels(app);
    let by_cell: BTreeMap<Cell, LaidTile> = table.landscape().tiles().iter().map(|tile| (tile.cell(), *tile)).collect();
    for cell in app.camera.cells(area) {
        let Some(&tile) = by_cell.get(&cell) else { continue };
        let marks = |at: usize| {
            let segment = tile.segment(at);
            let pile = piles.get(&segment).map(|&tokens| Glyph::Pile(tokens));
            let label = labels.get(&segment).copied().map(Glyph::Label);
            label.into_iter().chain(standing(table, segment)).chain(pile).collect()
        };
        let kind = table.setup().catalogue().kind(tile.kind());
        let picture = TilePicture::new(kind, tile.rotation(), app.camera.scale, marks);
        let is_pointed = |at: usize| pointed.is_some_and(|feature| table.feature(tile.segment(at)) == feature);
        tile_picture(app, kind, &picture, area, cell, is_pointed, buffer);
    }
    frames(app, area, buffer);
    arrows(app, area, buffer);
}

/// The kind of tile in hand, for the panel.
pub(super) fn draw_hand(theme: Theme, kind: &Kind, rotation: Rotation, area: Rect, buffer: &mut Buffer) {
    let picture = TilePicture::new(kind, rotation, Scale::Large, |_| Vec::new());
    at_corner(theme, kind, &picture, area, (i32::from(area.x), i32::from(area.y)), |_| false, buffer);
}

/// The mountains' tokens, each at the segment where they are shown: the first where nobody stands.
fn piles(table: &Table) -> BTreeMap<SegmentId, u8> {
    let mut shown: BTreeMap<FeatureId, SegmentId> = BTreeMap::new();
    for segment in (0..table.landscape().features().len() as u16).map(SegmentId) {
        if table.kind(segment) != FeatureKind::Mountain {
            continue;
        }
        let at = shown.entry(table.feature(segment)).or_insert(segment);
        if standing(table, *at).is_some() && standing(table, segment).is_none() {
            *at = segment;
        }
    }
    shown.into_iter().map(|(id, at)| (at, table.word(id).tokens())).filter(|&(_, tokens)| tokens > 0).collect()
}

/// The numbers of the choices that send a cowboy onto a part of the new tile, each at that part.
fn labels(app: &App) -> BTreeMap<SegmentId, char> {
    let Decision::Act { choices, .. } = &app.decision else { return BTreeMap::new() };
    let numbered = choices.iter().zip('1'..='9').filter(|(choice, _)| matches!(choice.action, Action::Cowboy { .. }));
    numbered.filter_map(|(choice, digit)| Some((choice.segment?, digit))).collect()
}

/// The feature that the choice at hand is about.
fn pointed(app: &App) -> Option<FeatureId> {
    match &app.decision {
        Decision::Act { choices, at, .. } => choices[*at].segment.map(|segment| app.session.table().feature(segment)),
        _ => None,
    }
}

fn tile_picture(
    app: &App,
    kind: &Kind,
    picture: &TilePicture,
    area: Rect,
    cell: Cell,
    pointed: impl Fn(usize) -> bool,
    buffer: &mut Buffer,
) {
    at_corner(app.theme, kind, picture, area, app.camera.corner(area, cell), pointed, buffer);
}

fn at_corner(
    theme: Theme,
    kind: &Kind,
    picture: &TilePicture,
    area: Rect,
    (left, top): (i32, i32),
    pointed: impl Fn(usize) -> bool,
    buffer: &mut Buffer,
) {
    for (row, places) in picture.rows().enumerate() {
        for (column, &(glyph, segment)) in places.iter().enumerate() {
            let (x, y) = (left + column as i32, top + row as i32);
            if glyph == Glyph::Nothing {
                // A corner. Large tiles have their corners cut so that one sees where each ends.
                let beside = if column == 0 { places.get(1) } else { places.get(column - 1) };
                if places.len() == Scale::Small.width() {
                    let ground = beside.and_then(|&(_, at)| at).map(|at| kind.segments[at].kind);
                    put(area, x, y, ' ', theme.ground(ground), buffer);
                }
                continue;
            }
            let ground = segment.map(|at| kind.segments[at].kind);
            let figure = matches!(glyph, Glyph::Cowboy(_) | Glyph::Tent(_) | Glyph::Pile(_) | Glyph::Label(_));
            let style = match segment {
                Some(at) if pointed(at) && !figure => theme.pointed(),
                _ => theme.glyph(glyph, ground),
            };
            put(area, x, y, glyph.symbol(), style, buffer);
        }
    }
}

fn put(area: Rect, x: i32, y: i32, symbol: char, style: Style, buffer: &mut Buffer) {
    if let (Ok(x), Ok(y)) = (u16::try_from(x), u16::try_from(y))
        && area.contains(Position { x, y })
    {
        buffer[(x, y)].set_char(symbol).set_style(style);
    }
}

/// Frames of the legal cells, of the tile at hand, and of the tiles laid since.
fn frames(app: &App, area: Rect, buffer: &mut Buffer) {
    let table = app.session.table();
    let frame = |cell: Cell, corners: [char; 4], style: Style, buffer: &mut Buffer| {
        let (left, top) = app.camera.corner(area, cell);
        let (right, bottom) = (left + app.camera.scale.width() as i32 - 1, top + app.camera.scale.height() as i32 - 1);
        let places = [(left, top), (right, top), (right, bottom), (left, bottom)];
        for ((x, y), corner) in places.into_iter().zip(corners) {
            put(area, x, y, corner, style, buffer);
        }
    };
    // The last tile of every other seat, in its colour.
    let tiles = table.landscape().tiles();
    let laid = app.session.moves().len().div_ceil(2);
    for turn in laid.saturating_sub(table.players())..laid {
        let seat: Player = app.session.seat_of_turn(turn);
        frame(tiles[turn + 1].cell(), THIN, app.theme.seat_frame(seat), buffer);
    }
    match &app.decision {
        Decision::Place { cells, at, turned } => {
            for (cell, _) in cells {
                frame(*cell, THIN, app.theme.legal(), buffer);
            }
            for (cell, rotations) in cells {
                let (left, top) = app.camera.corner(area, *cell);
                let (width, height) = (app.camera.scale.width() as i32, app.camera.scale.height() as i32);
                let ways = char::from_digit(rotations.len() as u32, 10).unwrap_or('*');
                put(area, left + width / 2, top + height / 2, ways, app.theme.legal(), buffer);
            }
            let (cell, rotations) = &cells[*at];
            let kind = table.setup().catalogue().kind(table.hand());
            let picture = TilePicture::new(kind, rotations[*turned], app.camera.scale, |_| Vec::new());
            tile_picture(app, kind, &picture, area, *cell, |_| false, buffer);
            frame(*cell, THICK, app.theme.chosen(), buffer);
        }
        Decision::Act { .. } => {
            frame(table.landscape().tile(table.newest()).cell(), THICK, app.theme.chosen(), buffer);
            if let Some(cell) = app.cell_at_hand() {
                frame(cell, THICK, app.theme.chosen(), buffer);
            }
        }
        Decision::Wait(_) | Decision::Over => {}
    }
}

/// Says at the edges where the landscape goes on.
fn arrows(app: &App, area: Rect, buffer: &mut Buffer) {
    let extent = app.extent();
    let (left, top) = app.camera.corner(area, Cell { x: extent.west + 1, y: extent.north + 1 });
    let (right, bottom) = app.camera.corner(area, Cell { x: extent.east, y: extent.south });
    let (x, y) = (i32::from(area.x + area.width / 2), i32::from(area.y + area.height / 2));
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
