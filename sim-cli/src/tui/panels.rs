//! What stands beside and below the landscape: the tile at hand or the choices, the seats, own tokens, the log.

use goldrush_engine::gold_rush::picture;
use goldrush_engine::player::Player;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Widget};

use super::app::{App, Decision, Hint};
use super::{landscape, overlay};
use crate::play::describe::joins;
use crate::play::seats::letter;
use crate::play::words::count;

/// Things that turn while somebody thinks.
const SPINNER: [char; 4] = ['|', '/', '-', '\\'];

/// Rows that the tiles left to draw take, more or less.
const ROOM_FOR_TILES: u16 = 20;

impl App {
    fn spinner(&self) -> char {
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

/// The panel at the right side: what is at hand above, the seats below.
pub(super) fn side(app: &mut App, area: Rect, buffer: &mut Buffer) {
    let seats = seats(app);
    let below = seats.len() as u16;
    let [top, bottom] =
        [Rect { height: area.height.saturating_sub(below), ..area }, Rect {
            y: area.bottom().saturating_sub(below).max(area.y),
            height: below.min(area.height),
            ..area
        }];
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
    let right = Rect { x: picture.right() + 2, y: picture.y, width: area.right().saturating_sub(picture.right() + 2), height: 4.min(picture.height) };
    Paragraph::new(beside.map(Line::from).to_vec()).render(right, buffer);
    let text = joins(table, *cell, rotations[*turned], app.session.seats());
    let rest = Rect { y: picture.bottom() + 1, height: area.bottom().saturating_sub(picture.bottom() + 1), ..area };
    let lines = wrapped("", &format!("Here it {text}."), rest.width, Style::new());
    let below = Rect { y: rest.y + lines.len() as u16 + 1, height: rest.height.saturating_sub(lines.len() as u16 + 1), ..rest };
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

fn choices(app: &mut App, area: Rect, buffer: &mut Buffer) {
    let Decision::Act { choices, at, anyway } = &app.decision else { return };
    let head = if *anyway == 0 { "What then?".into() } else { format!("What then? It scores {anyway}.") };
    Line::styled(head, app.theme.heading()).render(area, buffer);
    let area = Rect { y: area.y + 1, height: area.height.saturating_sub(1), ..area };
    let entry = |(n, choice): (usize, &crate::play::choices::Choice)| {
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
    let entry = |(n, idea): (usize, &crate::play::hint::Idea)| {
        let style = if n == *at { app.theme.pointed() } else { Style::new() };
        wrapped(&format!("{} ", n + 1), &format!("{}: {}", idea.margin, idea.text), area.width, style)
    };
    let entries: Vec<_> = ideas.iter().enumerate().map(entry).collect();
    list(&entries, *at, area, buffer);
}

fn legend(app: &App, area: Rect, buffer: &mut Buffer) {
    use goldrush_engine::gold_rush::FeatureKind;
    use goldrush_engine::gold_rush::picture::Glyph;
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

/// The seats with points, tokens and supplies; own tokens; tiles left.
fn seats(app: &App) -> Vec<Line<'static>> {
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
    let lines = if let Some(message) = &app.message {
        wrapped("", message, area.width, app.theme.chosen())
    } else if let Some(lesson) = app.lesson {
        wrapped(&format!("Rule {}: ", lesson.rule), lesson.text, area.width, app.theme.news())
    } else {
        let entries = app.session.log().entries();
        let recent = &entries[entries.len().saturating_sub(usize::from(area.height))..];
        let text = |entry| wrapped("", &app.session.sentence(entry), area.width, Style::new());
        recent.iter().flat_map(text).collect()
    };
    let keep_end = app.message.is_none() && app.lesson.is_none();
    let from = if keep_end { lines.len().saturating_sub(usize::from(area.height)) } else { 0 };
    Paragraph::new(lines[from..].to_vec()).render(area, buffer);
}
