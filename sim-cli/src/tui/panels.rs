//! The lines above and below the landscape: what is going on, which keys there are, the seats, news.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Widget};

use super::app::{App, Decision, Hint};
use crate::games::eyes::count;

/// Things that turn while somebody thinks.
const SPINNER: [char; 4] = ['|', '/', '-', '\\'];

impl App {
    pub(super) fn spinner(&self) -> char {
        SPINNER[self.ticks / 3 % SPINNER.len()]
    }

    /// The first line of the screen.
    pub(super) fn title(&self) -> String {
        let scene = self.scene();
        let doing = match self.decision {
            Decision::Over => return format!(" {} · the game is over · f shows the result", scene.title),
            Decision::Wait(seat) => {
                let title = &scene.seats[seat.index()].title;
                format!("{} {title} thinks {} Esc interrupts", seat.letter(), self.spinner())
            }
            Decision::Place { .. } | Decision::Act { .. } => {
                let task = self.question().map(|question| question.task).unwrap_or_default();
                format!("{}: {task}", self.who())
            }
        };
        let of = scene.turns.map(|turns| format!(" of {turns}")).unwrap_or_default();
        let practice = if self.host.manner().practice { " · practice" } else { "" };
        format!(" {} · turn {}{of} · {doing}{practice}", scene.name, scene.turn)
    }

    fn who(&self) -> String {
        let seat = self.scene().to_move.filter(|_| self.host.seats().only_human().is_none());
        seat.map_or_else(|| "your turn".into(), |seat| format!("seat {}", seat.letter()))
    }

    /// The last line of the screen.
    pub(super) fn keys(&self) -> &'static str {
        match (&self.decision, &self.hint) {
            (_, Hint::Given { .. }) => " ↑↓ move  Enter play it  Esc close  ? help",
            (Decision::Place { .. }, _) => {
                " ←↑↓→ cell  r turn  Enter lay  h hint  z zoom  d tiles  l log  ? help  q leave"
            }
            (Decision::Act { .. }, _) => " ↑↓ or 1-9 choose  Enter do it  b take up  h hint  z zoom  ? help  q leave",
            (Decision::Wait(_), _) => " Esc interrupt  l log  d tiles  z zoom  ? help  q leave",
            (Decision::Over, _) => " f result  l log  shift+←↑↓→ scroll  z zoom  0 all  ? help  q leave",
        }
    }
}

/// Words in lines of a width, the first begun by `head`, the others indented as far.
pub(super) fn wrapped(head: &str, text: &str, width: u16, style: Style) -> Vec<Line<'static>> {
    let indent = " ".repeat(head.chars().count());
    let mut lines = vec![head.to_owned()];
    for word in text.split_whitespace() {
        let line = lines.last_mut().expect("there is one");
        let fits = line.chars().count() + 1 + word.chars().count() <= usize::from(width);
        if !fits && line.chars().count() > indent.chars().count() {
            lines.push(format!("{indent}{word}"));
        } else {
            if !line.ends_with(' ') && !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        }
    }
    lines.into_iter().map(|line| Line::styled(format!("{line:<width$}", width = usize::from(width)), style)).collect()
}

/// The seats with points, what they hold and supplies; what is hidden; what is left.
pub(super) fn seats(app: &App) -> Vec<Line<'static>> {
    let scene = app.scene();
    let Some(first) = scene.seats.first() else { return Vec::new() };
    let held: String = first.holds.iter().map(|held| format!("{:>4}", held.short)).collect();
    let supply = if first.supply.is_empty() { "" } else { " supply" };
    let mut lines = vec![Line::styled(format!("{:<12}{:>4}{held}{supply}", "", "pts"), app.theme.faint())];
    for seat in &scene.seats {
        let turn = if scene.to_move == Some(seat.seat) { "▶" } else { " " };
        let title: String = seat.title.chars().take(9).collect();
        let held: String = seat.holds.iter().map(|held| format!("{:>4}", held.count)).collect();
        let supply: Vec<_> = seat.supply.iter().map(|f| f.mark.to_string().repeat(f.count)).collect();
        lines.push(Line::from(vec![
            Span::raw(turn),
            Span::styled(seat.seat.letter().to_string(), app.theme.seat(seat.seat)),
            Span::raw(format!(" {title:<9}{:>4}{held} ", seat.points)),
            Span::styled(supply.join(" "), app.theme.seat_frame(seat.seat)),
        ]));
    }
    lines.push(secret(app));
    lines.push(Line::from(format!("{} left: d", count(scene.left.count, scene.left.thing))));
    lines
}

/// What somebody here hides from the others: always if there is one person, else of whoever decides, if it is asked for.
fn secret(app: &App) -> Line<'static> {
    let seats = app.host.seats();
    let to_move = app.scene().to_move.filter(|&seat| seats.is_human(seat));
    let seat = seats.only_human().or(to_move).map(|seat| &app.scene().seats[seat.index()]);
    let Some((seat, secret)) = seat.and_then(|seat| Some((seat, seat.secret.as_ref()?))) else {
        return Line::default();
    };
    let name = capital(secret.name);
    if seats.only_human().is_none() && !app.secret_shown {
        return Line::from(format!("{name} of {}: t shows", seat.seat.letter()));
    }
    if secret.values.is_empty() {
        return Line::from(format!("{name}: none"));
    }
    let shown = |same: &[u8]| match same.len() {
        1 => same[0].to_string(),
        n => format!("{n}×{}", same[0]),
    };
    let values: Vec<_> = secret.values.chunk_by(|a, b| a == b).map(shown).collect();
    Line::from(format!("{name} {} = {}", values.join(" "), secret.points))
}

fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map(|first| first.to_uppercase().collect::<String>() + letters.as_str()).unwrap_or_default()
}

/// Below the landscape: a message, a rule that is explained, or what happened last.
pub(super) fn news(app: &App, area: Rect, buffer: &mut Buffer) {
    let mut lines = if let Some(message) = &app.message {
        wrapped("", message, area.width, app.theme.chosen())
    } else if let Some(lesson) = app.lesson {
        wrapped(&format!("Rule {}: ", lesson.rule), lesson.text, area.width, app.theme.news())
    } else {
        Vec::new()
    };
    // The log gets what is left, below an empty line.
    let room = usize::from(area.height).saturating_sub(if lines.is_empty() { 0 } else { lines.len() + 1 });
    let entries = app.host.log();
    let recent = &entries[entries.len().saturating_sub(room)..];
    let log: Vec<_> = recent.iter().flat_map(|(_, text)| wrapped("", text, area.width, Style::new())).collect();
    if room > 0 && !lines.is_empty() {
        lines.push(Line::default());
    }
    lines.extend_from_slice(&log[log.len().saturating_sub(room)..]);
    Paragraph::new(lines).render(area, buffer);
}
