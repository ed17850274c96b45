//! The panel beside the landscape: the tile at hand, the choices, a hint or a legend.

use goldrush_engine::gold_rush::FeatureKind;
use goldrush_engine::gold_rush::picture::{self, Glyph};
use goldrush_engine::player::Player;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Widget};

use super::app::{App, Decision, Hint};
use super::panels::{seats, wrapped};
use super::{landscape, overlay};
use crate::table::choices::Choice;
use crate::table::describe::joins;
use crate::table::hint::Idea;

/// Rows that the tiles left to draw take, more or less.
const ROOM_FOR_TILES: u16 = 20;

/// The panel at the right side: what is at hand above, the seats below.
pub(super) fn draw(app: &mut App, area: Rect, buffer: &mut Buffer) {
    let seats = seats(app);
    let below = seats.len() as u16;
    let [top, bottom] = [
        Rect { height: area.height.saturating_sub(below), ..area },
        Rect { y: area.bottom().saturating_sub(below).max(area.y), height: below.min(area.height), ..area },
    ];
    Paragraph::new(seats).render(bottom, buffer);
    (app.list_area, app.list_lines) = (Rect::default(), Vec::new());
    if matches!(app.hint, Hint::None) {
        match app.decision {
            Decision::Place { .. } => hand(app, top, buffer),
            Decision::Act { .. } => choices(app, top, buffer),
            Decision::Wait(_) | Decision::Over => legend(app, top, buffer),
        }
    } else {
        hint(app, top, buffer);
    }
}

fn hand(app: &App, area: Rect, buffer: &mut Buffer) {
    let Decision::Place { cells, at, turned } = &app.decision else { return };
    let table = app.session.table();
    let kind = table.setup().catalogue().kind(table.hand());
    let (cell, rotations) = &cells[*at];
    Line::styled(format!("Tile {}", kind.name), app.theme.heading()).render(area, buffer);
    let picture = Rect {
        y: area.y + 1,
        x: area.x + 1,
        width: (picture::WIDTH as u16).min(area.width.saturating_sub(1)),
        height: (picture::HEIGHT as u16).min(area.height.saturating_sub(1)),
    };
    landscape::draw_hand(app.theme, kind, rotations[*turned], picture, buffer);
    let beside = [
        format!("at {cell}"),
        format!("turned {}", rotations[*turned]),
        if rotations.len() > 1 { format!("r turns: {} ways", rotations.len()) } else { "fits one way".into() },
        format!("cell {} of {}", at + 1, cells.len()),
    ];
    let right = Rect {
        x: picture.right() + 2,
        y: picture.y,
        width: area.right().saturating_sub(picture.right() + 2),
        height: 4.min(picture.height),
    };
    Paragraph::new(beside.map(Line::from).to_vec()).render(right, buffer);
    let text = joins(table, *cell, rotations[*turned], app.session.seats());
    let rest = Rect { y: picture.bottom() + 1, height: area.bottom().saturating_sub(picture.bottom() + 1), ..area };
    let lines = wrapped("", &format!("Here it {text}."), rest.width, Style::new());
    let below =
        Rect { y: rest.y + lines.len() as u16 + 1, height: rest.height.saturating_sub(lines.len() as u16 + 1), ..rest };
    Paragraph::new(lines).render(rest, buffer);
    // On a large screen there is room for what else one would ask for.
    if below.height >= ROOM_FOR_TILES {
        let mut left = vec![Line::styled("Tiles left to draw", app.theme.heading())];
        left.extend(overlay::tiles(app, below.width));
        Paragraph::new(left).render(below, buffer);
    }
}

/// A list with one selected entry, scrolled so that it is seen. Returns for each line drawn the entry it is of.
fn list(entries: &[Vec<Line<'static>>], at: usize, area: Rect, buffer: &mut Buffer) -> Vec<usize> {
    let height = usize::from(area.height);
    let lines: Vec<(usize, &Line)> =
        entries.iter().enumerate().flat_map(|(n, lines)| lines.iter().map(move |line| (n, line))).collect();
    let last = lines.iter().rposition(|(n, _)| *n == at).map_or(0, |line| line + 1);
    let first = last.saturating_sub(height);
    let shown = &lines[first..lines.len().min(first + height)];
    Paragraph::new(shown.iter().map(|(_, line)| (*line).clone()).collect::<Vec<_>>()).render(area, buffer);
    shown.iter().map(|(n, _)| *n).collect()
}

fn choices(app: &mut App, area: Rect, buffer: &mut Buffer) {
    let Decision::Act { choices, at, anyway } = &app.decision else { return };
    let head = if *anyway == 0 { "What then?".into() } else { format!("What then? It scores {anyway}.") };
    Line::styled(head, app.theme.heading()).render(area, buffer);
    let area = Rect { y: area.y + 1, height: area.height.saturating_sub(1), ..area };
    let entry = |(n, choice): (usize, &Choice)| {
        let style = if n == *at { app.theme.pointed() } else { Style::new() };
        let worth = if choice.worth.is_empty() { String::new() } else { format!(": {}", choice.worth) };
        wrapped(&format!("{:>2} ", n + 1), &format!("{}{worth}", choice.what), area.width, style)
    };
    let entries: Vec<_> = choices.iter().enumerate().map(entry).collect();
    let lines = list(&entries, *at, area, buffer);
    (app.list_area, app.list_lines) = (area, lines);
}

fn hint(app: &App, area: Rect, buffer: &mut Buffer) {
    let Hint::Given { ideas, at } = &app.hint else {
        Line::styled(format!("A bot looks for moves {}", app.spinner()), app.theme.heading()).render(area, buffer);
        return;
    };
    Line::styled("Best moves and final lead", app.theme.heading()).render(area, buffer);
    let area = Rect { y: area.y + 1, height: area.height.saturating_sub(1), ..area };
    let entry = |(n, idea): (usize, &Idea)| {
        let style = if n == *at { app.theme.pointed() } else { Style::new() };
        wrapped(&format!("{} ", n + 1), &format!("{}: {}", idea.margin, idea.text), area.width, style)
    };
    let entries: Vec<_> = ideas.iter().enumerate().map(entry).collect();
    list(&entries, *at, area, buffer);
}

fn legend(app: &App, area: Rect, buffer: &mut Buffer) {
    let seat = Player::FIRST;
    let entries = [
        (Glyph::Track('═'), FeatureKind::Railroad, "railroad"),
        (Glyph::Locomotive, FeatureKind::Railroad, "locomotive"),
        (Glyph::Junction, FeatureKind::Railroad, "junction"),
        (Glyph::City('#'), FeatureKind::City, "city"),
        (Glyph::Mountain, FeatureKind::Mountain, "mountain"),
        (Glyph::Nuggets(2), FeatureKind::Mountain, "two nuggets"),
        (Glyph::Pile(3), FeatureKind::Mountain, "three tokens"),
        (Glyph::Prairie, FeatureKind::Prairie, "prairie"),
        (Glyph::Camp, FeatureKind::Prairie, "tipi camp"),
        (Glyph::Herd, FeatureKind::Prairie, "herd of horses"),
        (Glyph::Cowboy(seat), FeatureKind::Prairie, "cowboy of A"),
        (Glyph::Tent(seat), FeatureKind::Mountain, "tent of A"),
    ];
    let lines: Vec<_> = entries
        .into_iter()
        .map(|(glyph, ground, text)| {
            let mark = Span::styled(format!(" {} ", glyph.symbol()), app.theme.glyph(glyph, Some(ground)));
            Line::from(vec![mark, Span::raw(format!(" {text}"))])
        })
        .collect();
    Paragraph::new(lines).render(area, buffer);
}
