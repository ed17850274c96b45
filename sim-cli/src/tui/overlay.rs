//! What is shown over the landscape when asked for: help, the log, tiles left, the result.

use goldrush_engine::gold_rush::picture::{Scale, TilePicture};
use goldrush_engine::landscape::grid::Rotation;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Clear, Paragraph, Widget};

use super::app::{App, LookBack};
use super::panels::wrapped;
use crate::table::closing;
use crate::table::describe::tiles_left;

/// What is shown, and how far it is scrolled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Overlay {
    Help {
        top: u16,
    },
    /// Lines up from the end.
    Log {
        up: u16,
    },
    Tiles {
        top: u16,
    },
    Result {
        top: u16,
    },
}

impl Overlay {
    pub(super) fn scroll(&mut self, by: i16) {
        match self {
            Overlay::Help { top } | Overlay::Tiles { top } | Overlay::Result { top } => {
                *top = top.saturating_add_signed(by);
            }
            Overlay::Log { up } => *up = up.saturating_add_signed(-by),
        }
    }
}

const HELP: &str = "\
Laying the tile
  ←↑↓→       the next legal cell that way     Tab n     the next of all
  r space    turn the tile (R: back)          Enter     lay it
After that
  ↑↓ 1-9     choose what to do                Enter     do it
  b          take up the tile again           Esc       the same
Looking
  z + -      zoom                             c 0       centre, show all
  shift+←↑↓→ scroll                           l         log
  d          tiles left to draw               t         own tokens
Help
  h          hint: the five best moves and the lead they should end with
  u          undo, in practice games          e         explain rules or not
  Esc        interrupt a bot that thinks      q ^C      save and leave
Mouse
  click      choose a cell, a part of the tile or a line; again: play it
  right      turn the tile     middle  take it up again     wheel  scroll

Every seat has a letter: A is a cowboy of seat A, a its tent.
┏ ┓ is the tile at hand, ┌ ┐ with a number a cell where it fits in so
many ways, ┌ ┐ around a tile: laid in the last round.
═ railroad  L locomotive  + junction  [#] city  ^ mountain  2 nuggets
③ tokens on a mountain  · prairie  t tipi camp  h herd of horses
goldrush rules prints the rules.";

/// Draws what is shown over the landscape.
pub(super) fn draw(app: &mut App, overlay: Overlay, screen: Rect, buffer: &mut Buffer) {
    match overlay {
        Overlay::Help { top } => {
            let text: Vec<Line> = HELP.lines().map(|line| heading(app, line)).collect();
            let top = pane(app, " Help ", text, top, screen, buffer);
            app.overlay = Some(Overlay::Help { top });
        }
        Overlay::Log { up } => {
            let entries = app.session.log().entries();
            let text: Vec<Line> = entries
                .iter()
                .map(|entry| Line::from(format!("{:>3}  {}", entry.0, app.session.sentence(entry))))
                .collect();
            let (lines, height) = (text.len() as u16, screen.height.saturating_sub(4));
            let most = lines.saturating_sub(height);
            pane(app, " What happened ", text, most.saturating_sub(up), screen, buffer);
            app.overlay = Some(Overlay::Log { up: up.min(most) });
        }
        Overlay::Tiles { top } => {
            let all = app.session.table().tiles_left();
            let text = tiles(app, screen.width.saturating_sub(6));
            let top = pane(app, &format!(" {all} tiles left to draw "), text, top, screen, buffer);
            app.overlay = Some(Overlay::Tiles { top });
        }
        Overlay::Result { top } => {
            let mut text: Vec<Line> = closing::result(&app.session).into_iter().map(Line::from).collect();
            text.push(Line::default());
            text.push(Line::styled("The moves that mattered", app.theme.heading()));
            match &app.look_back {
                Some(LookBack::Done(lines)) => text.extend(lines.iter().map(|line| Line::from(line.clone()))),
                _ => text.push(Line::from("being looked for …")),
            }
            text.push(Line::default());
            text.push(Line::from(format!("The record of the game: {}", app.session.file().display())));
            text.push(Line::styled("Esc looks at the landscape, q leaves", app.theme.faint()));
            let top = pane(app, " The result ", text, top, screen, buffer);
            app.overlay = Some(Overlay::Result { top });
        }
    }
}

fn heading<'a>(app: &App, line: &'a str) -> Line<'a> {
    let plain = line.starts_with(' ') || line.contains("  ") || line.len() > 20;
    if plain { Line::from(line) } else { Line::styled(line, app.theme.heading()) }
}

/// A framed pane in the middle; returns how far it could be scrolled, at most as far as asked.
fn pane<'a>(app: &App, title: &str, text: Vec<Line<'a>>, top: u16, screen: Rect, buffer: &mut Buffer) -> u16 {
    let widest = text.iter().map(Line::width).max().unwrap_or(0) as u16;
    let width = (widest + 4).clamp(40, 110).min(screen.width);
    let fold = |line: Line<'a>| match line.width() > usize::from(width - 4) {
        true => wrapped("", &line.to_string(), width - 4, Style::new()),
        false => vec![line],
    };
    let text: Vec<Line> = text.into_iter().flat_map(fold).collect();
    let lines = text.len() as u16;
    let paragraph = Paragraph::new(text);
    let height = (lines + 2).min(screen.height.saturating_sub(2)).max(3);
    let area = Rect {
        x: screen.x + (screen.width - width) / 2,
        y: screen.y + (screen.height.saturating_sub(height)) / 2,
        width,
        height,
    };
    let top = top.min(lines.saturating_sub(height - 2));
    let more = if lines > height - 2 { " ↑↓ scroll, Esc closes " } else { " Esc closes " };
    Clear.render(area, buffer);
    let block = Block::bordered()
        .title(Line::styled(title.to_owned(), app.theme.heading()))
        .title_bottom(Line::styled(more, app.theme.faint()));
    let inner = block.inner(area);
    block.render(area, buffer);
    let inner = Rect { x: inner.x + 1, width: inner.width.saturating_sub(2), ..inner };
    paragraph.scroll((top, 0)).render(inner, buffer);
    top
}

/// The kinds left, drawn small, as many beside each other as there is room for.
pub(super) fn tiles(app: &App, width: u16) -> Vec<Line<'static>> {
    let scale = Scale::Small;
    let cell = scale.width() + 6;
    let a_row = (usize::from(width) / cell).clamp(1, 9);
    let kinds: Vec<_> = tiles_left(app.session.table()).collect();
    let mut lines = Vec::new();
    for kinds in kinds.chunks(a_row) {
        let names = kinds.iter().map(|(kind, n)| Span::raw(format!("{:<cell$}", format!("{n} of {}", kind.name))));
        lines.push(Line::from(names.collect::<Vec<_>>()));
        for row in 0..scale.height() {
            let mut spans = Vec::new();
            for (kind, _) in kinds {
                let picture = TilePicture::new(kind, Rotation::R0, scale, |_| Vec::new());
                for &(glyph, segment) in picture.rows().nth(row).into_iter().flatten() {
                    let ground = segment.map(|at| kind.segments[at].kind);
                    spans.push(Span::styled(glyph.symbol().to_string(), app.theme.glyph(glyph, ground)));
                }
                spans.push(Span::raw(" ".repeat(cell - scale.width())));
            }
            lines.push(Line::from(spans));
        }
        lines.push(Line::default());
    }
    lines
}
