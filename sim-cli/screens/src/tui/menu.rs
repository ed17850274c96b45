//! A full-screen menu of things to do or set, each with the command it stands for.

use goldrush_harness::study::joined;
use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{
    self, Event, KeyCode, KeyEventKind, KeyModifiers, MouseButton, MouseEventKind,
};
use ratatui::layout::{Position, Rect};
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::{List, ListState, Paragraph, StatefulWidget, Widget};

use super::panels::wrapped;
use super::theme::Theme;
use super::watch::TerminalWatch;
use super::{BUSY, on_terminal, show};

/// A line of a menu.
#[derive(Clone, Debug)]
pub struct Row {
    pub label: String,
    /// Its current value, if it can be changed.
    pub value: Option<String>,
    /// True if the value is typed.
    pub is_typed: bool,
    /// A sentence about it.
    pub note: String,
    /// Words of its command; for a setting, of the command that the menu ends with.
    pub words: Vec<String>,
}

impl Row {
    /// Creates a line that is a command.
    pub fn new(label: &str, note: String, words: Vec<String>) -> Row {
        Row {
            label: label.into(),
            value: None,
            is_typed: false,
            note,
            words,
        }
    }
}

/// Content of a menu.
#[derive(Clone, Debug)]
pub struct Page {
    /// Heading.
    pub title: &'static str,
    /// Text above the list.
    pub greeting: &'static str,
    /// Lines.
    pub rows: Vec<Row>,
    /// Effect of the key `q`, in a word or two.
    pub leave: &'static str,
}

/// Contents of a menu.
pub trait Form {
    /// Returns what it shows now.
    fn page(&self) -> Page;

    /// Changes the value of a line.
    fn change(&mut self, _row: usize, _by: isize) {}

    /// Types a character into a line, or deletes the last one; false if nothing can be typed there.
    fn type_in(&mut self, _row: usize, _typed: Option<char>) -> bool {
        false
    }
}

/// A menu without settings.
impl Form for Page {
    fn page(&self) -> Page {
        self.clone()
    }
}

/// A menu on the screen.
pub struct Menu<F: Form> {
    form: F,
    /// Selected line, and first visible one.
    list: ListState,
    /// Words of the chosen command.
    pub chosen: Option<Vec<String>>,
    /// True while the keys are explained in place of the lines.
    helps: bool,
    /// True once the user wants to leave.
    leaving: bool,
    theme: Theme,
    /// Area of the lines, for the mouse.
    area: Rect,
}

/// Width of the labels, in columns.
const LABELS: usize = 26;
/// Keys of the menu, and where more is explained.
const HELP: &str = "\
↑ ↓, Tab or a digit chooses a line; Enter or a click takes it.
← → change the value of a line that has one; type where a cursor stands.
Esc or q leaves the menu.

Below the list stands what the line does, and the command that does the same:
type it in a terminal to do without the menu.

goldrush --help lists all commands, goldrush rules prints the rules of a game.";
/// Columns available for a line on a terminal 80 columns wide.
pub const ROOM: usize = 74;

impl<F: Form> Menu<F> {
    /// Creates a menu with these contents.
    pub fn new(form: F, theme: Theme) -> Menu<F> {
        let list = ListState::default().with_selected(Some(0));
        Menu {
            form,
            list,
            chosen: None,
            helps: false,
            leaving: false,
            theme,
            area: Rect::default(),
        }
    }

    fn at(&self) -> usize {
        self.list.selected().unwrap_or_default()
    }

    /// Returns the contents.
    pub fn form(&self) -> &F {
        &self.form
    }

    /// Performs the action of a key or mouse event.
    pub fn handle(&mut self, event: &Event) {
        if self.helps {
            self.close_help(event);
            return;
        }
        if self.types(event) {
            return;
        }
        match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => match key.code {
                KeyCode::Char('c' | 'd') if key.modifiers.contains(KeyModifiers::CONTROL) => {
                    self.leaving = true;
                }
                KeyCode::Up | KeyCode::BackTab | KeyCode::Char('k') => self.step(-1),
                KeyCode::Down | KeyCode::Tab | KeyCode::Char('j') => self.step(1),
                KeyCode::Left => self.form.change(self.at(), -1),
                KeyCode::Right => self.form.change(self.at(), 1),
                KeyCode::Enter | KeyCode::Char(' ') => self.take(),
                KeyCode::Char(digit @ '1'..='9') => {
                    self.select(digit as usize - '1' as usize);
                }
                KeyCode::Char('?') | KeyCode::F(1) => self.helps = true,
                KeyCode::Esc | KeyCode::Char('q') => self.leaving = true,
                _ => {}
            },
            Event::Mouse(mouse) => match mouse.kind {
                MouseEventKind::ScrollUp => self.step(-1),
                MouseEventKind::ScrollDown => self.step(1),
                MouseEventKind::Down(MouseButton::Left) => {
                    self.click((mouse.column, mouse.row).into());
                }
                _ => {}
            },
            _ => {}
        }
    }

    /// Closes the explanation of the keys at any key or click.
    fn close_help(&mut self, event: &Event) {
        self.helps = !match event {
            Event::Key(key) => key.kind != KeyEventKind::Release,
            Event::Mouse(mouse) => matches!(mouse.kind, MouseEventKind::Down(_)),
            _ => false,
        };
    }

    /// Types into the selected line; false if it is no line to type in, or the key has another meaning there.
    fn types(&mut self, event: &Event) -> bool {
        let Event::Key(key) = event else {
            return false;
        };
        let typed = match key.code {
            KeyCode::Char(c) => Some(c),
            KeyCode::Backspace => None,
            _ => return false,
        };
        let is_letter = key.modifiers.difference(KeyModifiers::SHIFT).is_empty();
        let is_press = key.kind != KeyEventKind::Release;
        is_letter && is_press && self.form.type_in(self.at(), typed)
    }

    fn click(&mut self, at: Position) {
        if self.area.contains(at)
            && self.select(self.list.offset() + usize::from(at.y - self.area.y))
        {
            self.take();
        }
    }

    /// Selects a line; false if there is none of this number.
    fn select(&mut self, row: usize) -> bool {
        let exists = row < self.form.page().rows.len();
        if exists {
            self.list.select(Some(row));
        }
        exists
    }

    fn step(&mut self, by: isize) {
        let rows = self.form.page().rows.len();
        self.select((self.at() as isize + by).rem_euclid(rows as isize) as usize);
    }

    fn take(&mut self) {
        let Row { value, words, .. } = self.form.page().rows.swap_remove(self.at());
        match value {
            Some(_) => self.form.change(self.at(), 1),
            None => self.chosen = Some(words),
        }
    }

    /// Draws the menu.
    pub fn draw(&mut self, frame: &mut Frame) {
        let screen = frame.area();
        let theme = self.theme;
        let buffer = frame.buffer_mut();
        buffer.set_style(screen, theme.page());
        if screen.height < 12 || screen.width < 40 {
            Line::from("The window is too small.").render(screen, buffer);
            return;
        }
        let Page {
            title,
            greeting,
            rows,
            leave,
        } = self.form.page();
        let top_row = Rect {
            height: 1,
            ..screen
        };
        bar(title, theme, top_row, buffer);
        let bottom_row = Rect {
            y: screen.height - 1,
            ..top_row
        };
        let row = &rows[self.at()];
        let keys = if self.helps {
            "Esc closes".into()
        } else if row.is_typed {
            format!("↑↓ choose  type to change, Backspace deletes  Esc {leave}")
        } else if row.value.is_some() {
            format!("↑↓ choose  ←→ change  ? help  q {leave}")
        } else {
            format!("↑↓ choose  Enter continue  ? help  q {leave}")
        };
        bar(&keys, theme, bottom_row, buffer);
        let inner = Rect {
            x: 2,
            width: screen.width - 4,
            ..screen
        };
        if self.helps {
            let lines: Vec<Line> = HELP
                .lines()
                .flat_map(|line| wrapped("", line, inner.width, Style::new()))
                .collect();
            let below_title = Rect {
                y: 2,
                height: screen.height - 3,
                ..inner
            };
            Paragraph::new(lines).render(below_title, buffer);
            return;
        }
        let greeting = wrapped("", greeting, inner.width, Style::new());
        let top = 2 + greeting.len() as u16 + 1;
        Paragraph::new(greeting).render(
            Rect {
                y: 2,
                height: top - 2,
                ..inner
            },
            buffer,
        );
        let below = 6;
        self.area = Rect {
            y: top,
            height: screen.height.saturating_sub(top + below),
            ..inner
        };
        let at = self.at();
        let items = rows.iter().enumerate().map(|(n, row)| match &row.value {
            Some(value) if row.is_typed && n == at => format!("{:<LABELS$}‹ {value}▏›", row.label),
            Some(value) => format!("{:<LABELS$}‹ {value} ›", row.label),
            None => row.label.clone(),
        });
        let list = List::new(items)
            .highlight_symbol("▶ ")
            .highlight_style(theme.pointed());
        StatefulWidget::render(list, self.area, buffer, &mut self.list);
        let more = rows
            .len()
            .saturating_sub(self.list.offset() + usize::from(self.area.height));
        if more > 0 {
            buffer.set_string(
                self.area.x,
                self.area.bottom(),
                format!("▼ {more} more"),
                theme.chosen(),
            );
        }
        let mut text = wrapped("", &row.note, inner.width, Style::new());
        text.truncate(2);
        text.push(Line::default());
        let command = wrapped(
            "",
            &joined(&row.words),
            inner.width.saturating_sub(2),
            theme.news(),
        );
        for (n, mut line) in command.into_iter().enumerate() {
            let head = if n == 0 { "$ " } else { "  " };
            line.spans.insert(0, Span::styled(head, theme.faint()));
            text.push(Line::from(line.spans).style(theme.news()));
        }
        Paragraph::new(text).render(
            Rect {
                y: screen.height - below,
                height: below - 1,
                ..inner
            },
            buffer,
        );
    }
}

/// Shows a menu on the terminal until a command is chosen, whose words are returned, or the user leaves.
pub fn choose(form: impl Form, colors: bool) -> anyhow::Result<Option<Vec<String>>> {
    let watch = TerminalWatch::begin();
    let mut menu = Menu::new(form, Theme { colors });
    on_terminal(|terminal| {
        while menu.chosen.is_none() && !menu.leaving && !watch.stop_requested() {
            show(terminal, |frame| menu.draw(frame))?;
            if event::poll(BUSY * 5)? {
                menu.handle(&event::read()?);
            }
        }
        Ok(())
    })?;
    Ok(menu.chosen)
}

/// Draws a line of text as a bar.
fn bar(text: &str, theme: Theme, row: Rect, buffer: &mut Buffer) {
    let text = format!(" {text:<width$}", width = usize::from(row.width));
    Line::styled(text, theme.bar()).render(row, buffer);
}
