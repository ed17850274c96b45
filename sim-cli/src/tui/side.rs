//! The panel beside the landscape: the tile at hand, the choices, a hint or a legend.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Widget};

use super::app::{App, Decision, Hint};
use super::panels::{seats, wrapped};
use super::{landscape, overlay};
use crate::games::scene::{Choice, Sign};
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
    let (Some(question), Some(choice), Some(way)) = (app.question(), app.choice(), app.way()) else { return };
    let (Some(hand), Some(cell), Decision::Place { at, .. }) = (&question.hand, choice.cell, app.decision) else {
        return;
    };
    let (width, height) = app.landscape().scales.first().copied().unwrap_or_default();
    Line::styled(question.brief.clone(), app.theme.heading()).render(area, buffer);
    let picture = Rect {
        y: area.y + 1,
        x: area.x + 1,
        width: (width as u16).min(area.width.saturating_sub(1)),
        height: (height as u16).min(area.height.saturating_sub(1)),
    };
    if let Some(drawn) = hand.drawn[app.quarters()].first() {
        landscape::draw_loose(app.theme, drawn, picture, buffer);
    }
    let ways = choice.ways().len();
    let beside = [
        format!("at {cell}"),
        format!("turned {}", way.turned.unwrap_or_default()),
        if ways > 1 { format!("r turns: {ways} ways") } else { "fits one way".into() },
        format!("cell {} of {}", at + 1, question.choices.len()),
    ];
    let right = Rect {
        x: picture.right() + 2,
        y: picture.y,
        width: area.right().saturating_sub(picture.right() + 2),
        height: 4.min(area.bottom().saturating_sub(picture.y)),
    };
    Paragraph::new(beside.map(Line::from).to_vec()).render(right, buffer);
    let text = &way.worth;
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
    let (Some(question), Decision::Act { at, spot }) = (app.question(), app.decision) else { return };
    Line::styled(question.brief.clone(), app.theme.heading()).render(area, buffer);
    let area = Rect { y: area.y + 1, height: area.height.saturating_sub(1), ..area };
    let entry = |(n, choice): (usize, &Choice)| {
        let style = if n == at { app.theme.pointed() } else { Style::new() };
        // Exactly where it is pointed at.
        let here = choice.spots.get(spot).filter(|_| n == at && spot > 0);
        let words =
            here.map_or_else(|| choice.words(), |spot| Choice { what: spot.what.clone(), ..choice.clone() }.words());
        wrapped(&format!("{:>2} ", n + 1), &words, area.width, style)
    };
    let entries: Vec<_> = question.choices.iter().enumerate().map(entry).collect();
    let lines = list(&entries, at, area, buffer);
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
    let line = |sign: &Sign| {
        let mark = Span::styled(format!(" {} ", sign.spot.symbol), app.theme.ink(sign.spot.ink, sign.spot.base));
        Line::from(vec![mark, Span::raw(format!(" {}", sign.meaning))])
    };
    Paragraph::new(app.scene().legend.iter().map(line).collect::<Vec<_>>()).render(area, buffer);
}
