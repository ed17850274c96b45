//! A full-screen menu of things to do or set, each with the command it stands for.

use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{
    self, Event, KeyCode, KeyEventKind, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Widget};

use super::panels::wrapped;
use super::theme::Theme;
use super::watch::TerminalWatch;
use super::{BUSY, on_terminal};

/// A line of a menu.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Row {
    /// Its label.
    pub label: String,
    /// Its current value, if it can be changed.
    pub value: Option<String>,
    /// A sentence about it.
    pub note: String,
}

/// Contents of a menu.
pub trait Form {
    /// Returns the heading.
    fn title(&self) -> String;

    /// Returns the text above the list.
    fn greeting(&self) -> String;

    /// Returns the lines.
    fn rows(&self) -> Vec<Row>;

    /// Changes the value of a line.
    fn change(&mut self, row: usize, by: isize);

    /// Returns the command for a line; for a setting, the command that the menu ends with.
    fn command(&self, row: usize) -> String;
}

/// A menu on the screen.
pub struct Menu<F: Form> {
    /// Contents of the menu.
    pub form: F,
    /// Selected line.
    pub at: usize,
    /// Chosen line.
    pub chosen: Option<usize>,
    /// True once the user wants to leave.
    pub leaving: bool,
    theme: Theme,
    /// Area of the lines, for the mouse.
    area: Rect,
    /// First visible line.
    top: usize,
}

/// Width of the labels, in columns.
const LABELS: usize = 26;
/// Columns available for a line on a terminal 80 columns wide.
pub const ROOM: usize = 74;

impl<F: Form> Menu<F> {
    /// Creates a menu with these contents.
    pub fn new(form: F, theme: Theme) -> Menu<F> {
        Menu { form, at: 0, chosen: None, leaving: false, theme, area: Rect::default(), top: 0 }
    }

    /// Performs the action of a key or mouse event.
    pub fn handle(&mut self, event: &Event) {
        match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => {
                let control = key.modifiers.contains(KeyModifiers::CONTROL);
                match key.code {
                    KeyCode::Char('c' | 'd') if control => self.leaving = true,
                    code => self.key(code),
                }
            }
            Event::Mouse(mouse) => self.mouse(*mouse),
            _ => {}
        }
    }

    fn key(&mut self, key: KeyCode) {
        match key {
            KeyCode::Up | KeyCode::BackTab | KeyCode::Char('k') => self.step(-1),
            KeyCode::Down | KeyCode::Tab | KeyCode::Char('j') => self.step(1),
            KeyCode::Left => self.form.change(self.at, -1),
            KeyCode::Right => self.form.change(self.at, 1),
            KeyCode::Enter | KeyCode::Char(' ') => self.take(),
            KeyCode::Char(digit @ '1'..='9') => {
                let row = digit as usize - '1' as usize;
                if row < self.form.rows().len() {
                    self.at = row;
                }
            }
            KeyCode::Esc | KeyCode::Char('q') => self.leaving = true,
            _ => {}
        }
    }

    fn step(&mut self, by: isize) {
        let rows = self.form.rows().len().max(1);
        self.at = (self.at as isize + by).rem_euclid(rows as isize) as usize;
    }

    fn take(&mut self) {
        match self.form.rows().get(self.at) {
            Some(Row { value: Some(_), .. }) => self.form.change(self.at, 1),
            Some(_) => self.chosen = Some(self.at),
            None => {}
        }
    }

    fn mouse(&mut self, mouse: MouseEvent) {
        match mouse.kind {
            MouseEventKind::ScrollUp => self.step(-1),
            MouseEventKind::ScrollDown => self.step(1),
            MouseEventKind::Down(MouseButton::Left) if self.area.contains((mouse.column, mouse.row).into()) => {
                let row = self.top + usize::from(mouse.row - self.area.y);
                if row < self.form.rows().len() {
                    self.at = row;
                    self.take();
                }
            }
            _ => {}
        }
    }

    /// Draws the menu.
    pub fn draw(&mut self, frame: &mut Frame) {
        let (screen, theme) = (frame.area(), self.theme);
        let buffer = frame.buffer_mut();
        buffer.set_style(screen, theme.page());
        if screen.height < 12 || screen.width < 40 {
            Line::from("The window is too small.").render(screen, buffer);
            return;
        }
        let bar = |text: &str, y: u16, buffer: &mut Buffer| {
            let text = format!(" {text:<width$}", width = usize::from(screen.width));
            Line::styled(text, theme.bar()).render(Rect { y, height: 1, ..screen }, buffer);
        };
        bar(&self.form.title(), 0, buffer);
        bar("↑↓ choose  ←→ change  Enter continue  q quit", screen.height - 1, buffer);
        let inner = Rect { x: 2, width: screen.width - 4, ..screen };
        let greeting = wrapped("", &self.form.greeting(), inner.width, Style::new());
        let top = 2 + greeting.len() as u16 + 1;
        Paragraph::new(greeting).render(Rect { y: 2, height: top - 2, ..inner }, buffer);
        let rows = self.form.rows();
        let below = 6;
        let area = Rect { y: top, height: screen.height.saturating_sub(top + below), ..inner };
        self.list(&rows, area, buffer);
        let Some(row) = rows.get(self.at) else { return };
        let mut text = wrapped("", &row.note, inner.width, Style::new());
        text.truncate(2);
        text.push(Line::default());
        let command = wrapped("", &self.form.command(self.at), inner.width.saturating_sub(2), theme.news());
        let prompt = |(n, line): (usize, Line<'static>)| {
            let head = if n == 0 { "$ " } else { "  " };
            Line::from([vec![Span::styled(head, theme.faint())], line.spans].concat()).style(theme.news())
        };
        text.extend(command.into_iter().enumerate().map(prompt));
        Paragraph::new(text).render(Rect { y: screen.height - below, height: below - 1, ..inner }, buffer);
    }

    fn list(&mut self, rows: &[Row], area: Rect, buffer: &mut Buffer) {
        let height = usize::from(area.height);
        self.area = area;
        self.top = self.top.clamp((self.at + 1).saturating_sub(height), self.at);
        for (n, row) in rows.iter().enumerate().skip(self.top).take(height) {
            let mark = if n == self.at { "▶" } else { " " };
            let value = row.value.as_ref().map_or_else(String::new, |value| format!("‹ {value} ›"));
            let text = format!("{mark} {:<LABELS$}{value}", row.label);
            let text: String = text.chars().take(area.width.into()).collect();
            let style = if n == self.at { self.theme.pointed() } else { Style::new() };
            buffer.set_string(area.x, area.y + (n - self.top) as u16, text, style);
        }
        let more = rows.len().saturating_sub(self.top + height);
        if more > 0 {
            buffer.set_string(area.x, area.bottom(), format!("▼ {more} more"), self.theme.chosen());
        }
    }
}

/// Shows a menu on the terminal until a line is chosen, which is returned with the settings, or the user leaves.
///
/// # Errors
/// Fails if the terminal fails.
pub fn choose<F: Form>(form: F, colors: bool) -> anyhow::Result<Option<(F, usize)>> {
    let watch = TerminalWatch::begin();
    let mut menu = Menu::new(form, Theme { colors });
    on_terminal(|terminal| {
        while menu.chosen.is_none() && !menu.leaving && !watch.asked() {
            terminal.draw(|frame| menu.draw(frame))?;
            if event::poll(BUSY * 5)? {
                menu.handle(&event::read()?);
            }
        }
        Ok(())
    })?;
    Ok(menu.chosen.map(|row| (menu.form, row)))
}
