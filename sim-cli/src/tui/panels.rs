//! The lines above and below the landscape: what is going on, which keys there are, the seats, news.

use goldrush_engine::player::Player;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Widget};

use super::app::{App, Decision, Hint};
use crate::table::seats::letter;
use crate::table::words::count;

/// Things that turn while somebody thinks.
const SPINNER: [char; 4] = ['|', '/', '-', '\\'];

impl App {
    pub(super) fn spinner(&self) -> char {
        SPINNER[self.ticks / 3 % SPINNER.len()]
    }

    /// The first line of the screen.
    pub(super) fn title(&self) -> String {
        let table = self.session.table();
        let turn = self.session.turns() + 1;
        let of = self.session.turns() + table.tiles_left() + 1;
        let doing = match self.decision {
            Decision::Over => return " Carcassonne: Gold Rush · the game is over · f shows the result".into(),
            Decision::Wait(seat) => format!(
                "{} {} thinks {} Esc interrupts",
                letter(seat),
                self.session.seats().title(seat),
                self.spinner()
            ),
            Decision::Place { .. } => format!("{}: lay the tile", self.who()),
            Decision::Act { .. } => format!("{}: what then?", self.who()),
        };
        let practice = if self.session.manner().practice { " · practice" } else { "" };
        format!(" Gold Rush · turn {turn} of {of} · {doing}{practice}")
    }

    fn who(&self) -> String {
        let seat = self.session.table().seat();
        if self.session.seats().only_human().is_some() { "your turn".into() } else { format!("seat {}", letter(seat)) }
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

/// The seats with points, tokens and supplies; own tokens; tiles left.
pub(super) fn seats(app: &App) -> Vec<Line<'static>> {
    let table = app.session.table();
    let seats = app.session.seats();
    let mut lines = vec![Line::styled(format!("{:<12}{:>4}{:>4} supply", "", "pts", "tok"), app.theme.faint())];
    for seat in Player::all(table.players()) {
        let turn = if app.session.to_move() == Some(seat) { "▶" } else { " " };
        let title: String = seats.title(seat).chars().take(9).collect();
        let upper = letter(seat).to_string();
        // At the end all is turned over.
        let points = if app.session.is_over() { app.session.scores()[seat] } else { table.feature_points(seat) };
        let supply = format!(
            "{} {}",
            upper.repeat(table.cowboy_supply(seat)),
            upper.to_lowercase().repeat(table.tent_supply(seat))
        );
        lines.push(Line::from(vec![
            Span::raw(turn),
            Span::styled(upper, app.theme.seat(seat)),
            Span::raw(format!(" {title:<9}{points:>4}{:>4} ", table.held(seat))),
            Span::styled(supply, app.theme.seat_frame(seat)),
        ]));
    }
    lines.push(own_tokens(app));
    lines.push(Line::from(format!("{} left: d", count(table.tiles_left(), "tile"))));
    lines
}

fn own_tokens(app: &App) -> Line<'static> {
    let seats = app.session.seats();
    let to_move = app.session.to_move().filter(|&seat| seats.is_human(seat));
    let Some(seat) = seats.only_human().or(to_move) else { return Line::default() };
    let shown = seats.only_human().is_some() || app.tokens_shown;
    let view = app.session.view(seat);
    let mut counts = [0; 32];
    view.own_tokens().for_each(|value| counts[usize::from(value) & 31] += 1);
    let values: Vec<_> = (0..32)
        .filter(|&value| counts[value] > 0)
        .map(|value| if counts[value] > 1 { format!("{}×{value}", counts[value]) } else { value.to_string() })
        .collect();
    match (shown, values.is_empty()) {
        (false, _) => Line::from(format!("Tokens of {}: t shows", letter(seat))),
        (true, true) => Line::from("Tokens: none"),
        (true, false) => Line::from(format!("Tokens {} = {}", values.join(" "), view.own_token_points())),
    }
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
    let entries = app.session.log().entries();
    let recent = &entries[entries.len().saturating_sub(room)..];
    let log: Vec<_> =
        recent.iter().flat_map(|entry| wrapped("", &app.session.sentence(entry), area.width, Style::new())).collect();
    if room > 0 && !lines.is_empty() {
        lines.push(Line::default());
    }
    lines.extend_from_slice(&log[log.len().saturating_sub(room)..]);
    Paragraph::new(lines).render(area, buffer);
}
