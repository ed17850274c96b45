//! Panel beside the landscape: the tile in hand, the choices, a hint or a legend.

use goldrush_games::scene::{Choice, Sign};
use goldrush_table::hint::LEGEND;
use goldrush_table::shown_turn::ShownTurn;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Widget};

use super::app::{App, Decision, Hint};
use super::landscape;
use super::panels::{now, seats, text, tiles, wrapped};

/// Approximate number of rows that the remaining tiles take.
const ROOM_FOR_TILES: u16 = 20;

/// Draws the side panel: the current decision above, the seats below.
pub(super) fn draw(app: &mut App, area: Rect, buffer: &mut Buffer) {
    let seats = seats(app, area.width);
    let below = seats.len() as u16;
    let [top, bottom] = [
        Rect {
            height: area.height.saturating_sub(below),
            ..area
        },
        Rect {
            y: area.bottom().saturating_sub(below).max(area.y),
            height: below.min(area.height),
            ..area
        },
    ];
    Paragraph::new(seats).render(bottom, buffer);
    (app.list_area, app.list_lines) = (Rect::default(), Vec::new());
    match app.hint {
        Hint::None => decision(app, top, buffer),
        Hint::Asked(_) => {
            let wait = format!("Looking for moves {}", app.spinner());
            Line::styled(wait, app.theme.heading()).render(top, buffer);
            // Keys choose among them meanwhile.
            decision(app, rest_below(top, 1), buffer);
        }
        Hint::Given { .. } => hint(app, top, buffer),
    }
}

/// Draws what is to be decided, or what happened.
fn decision(app: &mut App, area: Rect, buffer: &mut Buffer) {
    match app.decision {
        Decision::Place { .. } => hand(app, area, buffer),
        Decision::Act { .. } => choices(app, area, buffer),
        Decision::Flip { .. }
        | Decision::Animation(_)
        | Decision::Step
        | Decision::Stop
        | Decision::Wait(_)
        | Decision::Over => {
            current_events(app, area, buffer);
        }
    }
}

/// Draws the question or latest action, and the legend if there is room.
fn current_events(app: &App, area: Rect, buffer: &mut Buffer) {
    let lines = latest_events(app, area.width);
    let height = lines.len() as u16;
    text(app, lines, area, buffer);
    legend(app, rest_below(area, height), buffer);
}

/// Returns what is left below some lines and an empty one.
fn rest_below(area: Rect, lines: u16) -> Rect {
    let lines = (lines + 1).min(area.height);
    Rect {
        y: area.y + lines,
        height: area.height - lines,
        ..area
    }
}

/// Explains the symbols, in two columns if they are not high enough for one; not at all if there is no room.
fn legend(app: &App, area: Rect, buffer: &mut Buffer) {
    let signs = signs(app);
    let half = signs.len().div_ceil(2);
    let widest = signs.iter().map(Line::width).max().unwrap_or(0);
    if usize::from(area.height) >= signs.len() {
        Paragraph::new(signs).render(area, buffer);
    } else if usize::from(area.height) >= half && usize::from(area.width) > 2 * widest {
        let mut left = signs;
        let right = left.split_off(half);
        Paragraph::new(left).render(area, buffer);
        let width = area.width / 2;
        let beside = Rect {
            x: area.x + width,
            width: area.width - width,
            ..area
        };
        Paragraph::new(right).render(beside, buffer);
    }
}

/// Returns the question, if it is answered on the table, or else the latest action.
pub(super) fn latest_events(app: &App, width: u16) -> Vec<Line<'static>> {
    if app.instead().is_some() {
        return better_turns(app, width);
    }
    let heading = match app.decision {
        Decision::Animation(seat) => app.named(seat),
        Decision::Wait(seat) => format!("{} is thinking {}", app.named(seat), app.spinner()),
        _ => String::new(),
    };
    let mut lines = if heading.is_empty() {
        Vec::new()
    } else {
        wrapped("", &heading, width, app.theme.heading())
    };
    match (app.decision, app.question()) {
        (Decision::Flip { .. }, Some(question)) => {
            lines.extend(wrapped("", &question.brief, width, app.theme.heading()));
            if let Some(choice) = app.choice() {
                lines.push(Line::from(format!("Enter flips {}.", choice.what)));
            }
        }
        (Decision::Animation(_) | Decision::Wait(_), _) => {
            lines.extend(
                app.show
                    .sentences()
                    .iter()
                    .flat_map(|sentence| wrapped("", sentence, width, Style::new())),
            );
        }
        _ => {}
    }
    lines
}

/// Lists the turns that would have been better than the one on the screen, with the reason for the selected one.
fn better_turns(app: &App, width: u16) -> Vec<Line<'static>> {
    let Some(at) = app.instead() else {
        return Vec::new();
    };
    let Some(judgment) = app.judgment_on_screen() else {
        return Vec::new();
    };
    let mut lines = vec![Line::styled("Better", app.theme.heading())];
    for (n, turn) in judgment.better.iter().enumerate() {
        let style = if n == at {
            app.theme.pointed()
        } else {
            Style::new()
        };
        let words = format!("{}: {}", turn.worth, judgment.played.words_of_better(turn));
        lines.extend(wrapped(&format!("{} ", n + 1), &words, width, style));
        // Why, before the others.
        if n == at {
            let why = match n {
                0 => &judgment.why,
                _ => &turn.brings,
            };
            lines.extend(wrapped("  ", why, width, Style::new()));
        }
    }
    lines
}

fn hand(app: &App, area: Rect, buffer: &mut Buffer) {
    let (Some(question), Some(choice), Some(way)) = (app.question(), app.choice(), app.way())
    else {
        return;
    };
    let (Some(hand), Decision::Place { at, .. }) = (&question.hand, app.decision) else {
        return;
    };
    let Some((width, height)) = app
        .landscape()
        .and_then(|landscape| landscape.scales.first().copied())
    else {
        return;
    };
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
        format!("place {} of {}", at + 1, question.choices.len()),
        if ways > 1 {
            format!("fits {ways} ways: r")
        } else {
            "fits one way".into()
        },
    ];
    let right = Rect {
        x: picture.right() + 2,
        y: picture.y,
        width: area.right().saturating_sub(picture.right() + 2),
        height: 4.min(area.bottom().saturating_sub(picture.y)),
    };
    Paragraph::new(beside.map(Line::from).to_vec()).render(right, buffer);
    let rest = Rect {
        y: picture.bottom() + 1,
        height: area.bottom().saturating_sub(picture.bottom() + 1),
        ..area
    };
    let lines = here(way, rest.width);
    let height = lines.len() as u16;
    text(app, lines, rest, buffer);
    let room = rest_below(rest, height);
    // A large screen has room for the remaining tiles, which players would otherwise open.
    if room.height >= ROOM_FOR_TILES {
        let mut left = vec![Line::styled("Tiles left to draw", app.theme.heading())];
        left.extend(tiles(app, room.width));
        text(app, left, room, buffer);
    } else {
        legend(app, room, buffer);
    }
}

/// Describes what placing the tile here does.
fn here(way: &Choice, width: u16) -> Vec<Line<'static>> {
    wrapped("", &format!("Here it {}.", way.worth), width, Style::new())
}

impl App {
    /// True if the panel and the lines below the table have text.
    pub(super) fn has_text(&self) -> bool {
        !(all(self, 80).is_empty() && now(self, 80).is_empty())
    }
}

/// Returns the full text of the panel.
pub(super) fn all(app: &App, width: u16) -> Vec<Line<'static>> {
    match (&app.hint, app.decision) {
        (Hint::Given { suggestions, .. }, _) => suggestions
            .iter()
            .enumerate()
            .flat_map(|suggestion| suggestion_lines(app, suggestion, false, true, width))
            .chain(wrapped("", LEGEND, width, app.theme.faint()))
            .collect(),
        (_, Decision::Place { .. }) => app.way().map(|way| here(way, width)).unwrap_or_default(),
        (_, Decision::Act { .. }) => app
            .question()
            .into_iter()
            .flat_map(|question| {
                let choices = question.choices.iter().enumerate();
                choices
                    .flat_map(|choice| choice_lines(app, choice, None, width))
                    .collect::<Vec<_>>()
            })
            .collect(),
        _ => latest_events(app, width),
    }
}

/// Draws a list scrolled to its selected entry, with the number of entries above and below. Returns the entry of each
/// line drawn.
fn list(
    app: &App,
    entries: &[Vec<Line<'static>>],
    at: usize,
    area: Rect,
    buffer: &mut Buffer,
) -> Vec<usize> {
    let height = usize::from(area.height);
    // The entry at the top: the list begins with a whole one, after a line for those above.
    let first = match lines_of(entries) {
        all if all <= height || lines_of(&entries[..=at]) < height => 0,
        _ => (1..at)
            .find(|&first| lines_of(&entries[first..=at]) + 2 <= height)
            .unwrap_or(at),
    };
    let mut shown: Vec<(usize, Line)> = Vec::new();
    if first > 0 {
        shown.push((first - 1, more(app, '▲', first)));
    }
    for (n, lines) in (first..).zip(&entries[first..]) {
        shown.extend(lines.iter().map(|line| (n, line.clone())));
    }
    if shown.len() > height && height > 0 {
        shown.truncate(height);
        let last = shown[height - 1].0;
        shown[height - 1].1 = more(app, '▼', entries.len() - last);
    }
    Paragraph::new(
        shown
            .iter()
            .map(|(_, line)| line.clone())
            .collect::<Vec<_>>(),
    )
    .render(area, buffer);
    shown.iter().map(|(n, _)| *n).collect()
}

/// Returns the number of lines of entries.
fn lines_of(entries: &[Vec<Line>]) -> usize {
    entries.iter().map(Vec::len).sum()
}

/// Says how many entries are hidden above or below.
fn more(app: &App, sign: char, hidden: usize) -> Line<'static> {
    Line::styled(format!("{sign} {hidden} more"), app.theme.chosen())
}

fn choice_lines(
    app: &App,
    (n, choice): (usize, &Choice),
    pointed: Option<usize>,
    width: u16,
) -> Vec<Line<'static>> {
    let style = if pointed.is_some() {
        app.theme.pointed()
    } else {
        Style::new()
    };
    let words = match pointed {
        Some(spot) if choice.spots.len() > 1 => {
            let place = format!("place {} of {}", spot + 1, choice.spots.len());
            format!("{} ({place})", choice.words())
        }
        _ => choice.words(),
    };
    wrapped(&format!("{:>2} ", n + 1), &words, width, style)
}

fn choices(app: &mut App, area: Rect, buffer: &mut Buffer) {
    let (Some(question), Decision::Act { at, spot }) = (app.question(), app.decision) else {
        return;
    };
    let heading = wrapped("", &question.brief, area.width, app.theme.heading());
    let height = (heading.len() as u16).min(area.height);
    Paragraph::new(heading).render(area, buffer);
    let area = Rect {
        y: area.y + height,
        height: area.height - height,
        ..area
    };
    let choices = question.choices.iter().enumerate();
    let entries: Vec<_> = choices
        .map(|(n, choice)| choice_lines(app, (n, choice), (n == at).then_some(spot), area.width))
        .collect();
    let lines = list(app, &entries, at, area, buffer);
    (app.list_area, app.list_lines) = (area, lines);
}

fn suggestion_lines(
    app: &App,
    (n, suggestion): (usize, &ShownTurn),
    pointed: bool,
    shows_all: bool,
    width: u16,
) -> Vec<Line<'static>> {
    let style = if pointed {
        app.theme.pointed()
    } else {
        Style::new()
    };
    let ShownTurn {
        words,
        worth,
        brings,
        ..
    } = suggestion;
    // The reason of the selected one only, so that it is whole.
    let brings = if (pointed || shows_all) && !brings.is_empty() {
        format!(". {brings}")
    } else {
        String::new()
    };
    let text = format!("{worth}: {words}{brings}");
    wrapped(&format!("{} ", n + 1), &text, width, style)
}

fn hint(app: &mut App, area: Rect, buffer: &mut Buffer) {
    let Hint::Given {
        suggestions,
        at,
        search,
    } = &app.hint
    else {
        return;
    };
    let heading = match search {
        Some(_) => format!("First estimate, searching {}", app.spinner()),
        None => "Best moves and final lead".into(),
    };
    Line::styled(heading, app.theme.heading()).render(area, buffer);
    let area = Rect {
        y: area.y + 1,
        height: area.height.saturating_sub(1),
        ..area
    };
    let suggestions = suggestions.iter().enumerate();
    let entries: Vec<_> = suggestions
        .map(|(n, suggestion)| suggestion_lines(app, (n, suggestion), n == *at, false, area.width))
        .collect();
    let shown = lines_of(&entries) as u16;
    let lines = list(app, &entries, *at, area, buffer);
    let legend = wrapped("", LEGEND, area.width, app.theme.faint());
    let room = rest_below(area, shown);
    if legend.len() <= usize::from(room.height) {
        Paragraph::new(legend).render(room, buffer);
    }
    (app.list_area, app.list_lines) = (area, lines);
}

/// Returns the legend of the signs on the table.
pub(super) fn signs(app: &App) -> Vec<Line<'static>> {
    let signs = app.scene().legend.iter();
    signs.map(|sign| sign_line(app, sign)).collect()
}

fn sign_line(app: &App, sign: &Sign) -> Line<'static> {
    let is_back_of_card = app.cards().is_some() && sign.spot.symbol == '#';
    let style = match app.cards() {
        Some(_) if is_back_of_card => app.theme.card(None),
        Some(_) => app.theme.card(Some(sign.spot.ink)),
        None => app.theme.ink(sign.spot.ink, sign.spot.base),
    };
    let symbol = if is_back_of_card {
        '░'
    } else {
        sign.spot.symbol
    };
    Line::from(vec![
        Span::styled(format!(" {symbol} "), style),
        Span::raw(format!(" {}", sign.meaning)),
    ])
}
