//! Lines above and below the landscape: status, keys, seats, news.

use goldrush_engine::player::Player;
use goldrush_games::scene::Pieces;
use goldrush_games::viewer::{capital, count};
use goldrush_report::wrap;
use goldrush_table::next_game::NextGame;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Widget};

use super::app::{App, Decision, Hint};

/// Columns for a seat's title and the points it gained in the last round.
const TITLE: usize = 10;
/// Frames of the spinner shown while a bot thinks.
const SPINNER: [char; 4] = ['|', '/', '-', '\\'];

impl App {
    pub(super) fn spinner(&self) -> char {
        SPINNER[self.ticks / 3 % SPINNER.len()]
    }

    /// Returns a seat's letter and name; "You" for the only person.
    pub(super) fn named(&self, seat: Player) -> String {
        match self.host.seats().only_human() {
            Some(you) if you == seat => "You".into(),
            _ => format!(
                "{} {}",
                seat.letter(),
                self.scene().seats[seat.index()].title
            ),
        }
    }

    /// Returns the name of the person in a seat, or `seat A`.
    fn called(&self, seat: Player) -> String {
        let name = &self.scene().seats[seat.index()].name;
        if *name == seat.letter().to_string() {
            format!("seat {name}")
        } else {
            name.clone()
        }
    }

    /// Returns the first line of the screen.
    pub(super) fn title(&self) -> String {
        let scene = self.scene();
        let doing = match self.decision {
            Decision::Over => {
                return format!(" {} · the game is over · f shows the result", scene.title);
            }
            Decision::Step => {
                let turns = self.host.turns();
                let at = self.stepping.as_ref().map_or(0, |stepping| stepping.at);
                return format!(
                    " {} · turn {at} of {turns} · stepping through the game",
                    scene.name
                );
            }
            Decision::Stop => "your answer".into(),
            Decision::Wait(seat) => format!(
                "{} is thinking {} Esc: move now",
                self.named(seat),
                self.spinner()
            ),
            Decision::Animation(seat) => {
                format!(
                    "{}{}",
                    self.named(seat),
                    if self.show.is_paused() {
                        " · paused"
                    } else {
                        ""
                    }
                )
            }
            Decision::Place { .. } | Decision::Act { .. } | Decision::Flip { .. } => {
                let task = self
                    .question()
                    .map(|question| question.task)
                    .unwrap_or_default();
                format!("{}: {task}", self.who())
            }
        };
        let of = scene
            .turns
            .map(|turns| format!(" of {turns}"))
            .unwrap_or_default();
        if self.host.puzzle().is_some() && self.host.variation().is_some() {
            return format!(" {} · puzzle · {doing}", scene.name);
        }
        let practice = match self.host.variation() {
            // The number of the turn stands before it.
            Some(variation) if scene.turn <= variation.turn + 1 => " · played again",
            Some(_) => " · playing on",
            None if self.host.settings().practice => " · practice",
            None => "",
        };
        // While the game stands still at a verdict, the turn that it is about.
        let judged = self.host.variation().filter(|_| self.stopped);
        let turn = judged.map_or(scene.turn, |variation| variation.turn + 1);
        format!(" {} · turn {turn}{of} · {doing}{practice}", scene.name)
    }

    fn who(&self) -> String {
        let seat = self
            .scene()
            .to_move
            .filter(|_| self.host.seats().only_human().is_none());
        seat.map_or_else(|| "your turn".into(), |seat| self.called(seat))
    }

    /// Returns the last line of the screen; of more keys than fit, the last ones are left out, but help and leaving stay.
    pub(super) fn keys(&self, width: u16) -> String {
        let cards = self.cards().is_some();
        let keys = match (&self.decision, &self.hint) {
            (_, Hint::Given { .. }) => "↑↓ choose  Enter do it  Esc close  v full text",
            (Decision::Place { .. }, _) => "←↑↓→ place  r turn  Enter lay  h hint",
            (Decision::Act { .. }, _) => "↑↓ or 1-9 choose  Enter do it  b pick up  h hint",
            (Decision::Flip { .. }, _) => "←↑↓→ card  Enter flip  h hint",
            (Decision::Animation(_), _) if self.show.waits() => "Enter continue  l log",
            (Decision::Animation(_), _) => "Enter next  Esc skip  l log",
            (Decision::Step, _) if self.is_mistake_on_screen() => {
                "←→ step  m next mistake  x other turns  b try again  Esc end"
            }
            (Decision::Stop, _) if self.judge.is_some() => "Looking at your turn",
            (Decision::Stop, _) if self.has_better_turns() => {
                "u try again  x other turns  Esc play on"
            }
            (Decision::Stop, _) => "u try again  Esc play on",
            (Decision::Step, _) => "←→ step  m next mistake  b play on from here  l log  Esc end",
            (Decision::Wait(_), _) => "Esc move now  l log",
            (Decision::Over, _) if self.host.variation().is_some() => "f result  u undo  l log",
            (Decision::Over, _) => {
                let rematch = if self.can_follow(&NextGame::Rematch) {
                    "r rematch  "
                } else {
                    ""
                };
                let has_levels =
                    self.can_follow(&NextGame::Stronger) || self.can_follow(&NextGame::Weaker);
                let level = if has_levels { "> < level  " } else { "" };
                let look = if cards { "l log" } else { "s points" };
                &format!("f result  ← review  {rematch}{level}n new game  {look}")
            }
        };
        let line = match self.host.variation() {
            Some(_) if self.host.puzzle().is_some() => "  n next puzzle  g go back",
            Some(variation) if variation.is_choice => "  g go back  a all seats",
            Some(_) => "  g go back",
            None => match (self.decision, &self.hint) {
                (Decision::Place { .. }, Hint::None | Hint::Asked(_)) => "  i symbols  l log",
                (Decision::Act { .. } | Decision::Flip { .. }, Hint::None | Hint::Asked(_)) => {
                    "  l log"
                }
                _ => "",
            },
        };
        let other = match (self.far_apart, self.looks_at_played) {
            (false, _) => "",
            (true, false) => "Tab your turn  ",
            (true, true) => "Tab better turn  ",
        };
        let pause = if self.host.seats().humans().is_empty() {
            "  space pause"
        } else {
            ""
        };
        let all = format!("{other}{keys}{line}{pause}");
        let mut keys: Vec<&str> = all.split("  ").collect();
        loop {
            let text = format!(" {}  ? help  q quit", keys.join("  "));
            if text.chars().count() <= usize::from(width) || keys.pop().is_none() {
                return text;
            }
        }
    }
}

/// Wraps text to a width; `head` starts the first line, and the others are indented by its length.
pub(super) fn wrapped(head: &str, text: &str, width: u16, style: Style) -> Vec<Line<'static>> {
    let width = usize::from(width);
    let indent = " ".repeat(head.chars().count());
    let lines = wrap::lines(text, width, head, &indent).into_iter();
    lines
        .map(|line| Line::styled(format!("{line:<width$}"), style))
        .collect()
}

/// Returns the lines for the seats, with points, holdings and supply, for hidden information, and for what is left.
pub(super) fn seats(app: &App, width: u16) -> Vec<Line<'static>> {
    let scene = app.scene();
    let Some(first) = scene.seats.first() else {
        return Vec::new();
    };
    let held: String = first
        .holds
        .iter()
        .map(|held| format!("{:>4}", held.short))
        .collect();
    let supply = if first.supply.is_empty() {
        ""
    } else {
        " supply"
    };
    let mut lines = vec![Line::styled(
        format!("{:<13}{:>4}{held}{supply}", "", "pts"),
        app.theme.faint(),
    )];
    for (i, seat) in scene.seats.iter().enumerate() {
        let turn = if scene.to_move == Some(seat.seat) {
            "▶"
        } else {
            " "
        };
        let held: String = seat
            .holds
            .iter()
            .map(|held| format!("{:>4}", held.count))
            .collect();
        let supply = shown(
            &seat.supply,
            usize::from(width).saturating_sub(18 + 4 * seat.holds.len()),
        );
        // Points gained in the last round.
        let before = if app.decides() {
            &app.rounds.0
        } else {
            &app.rounds.1
        };
        let gain = before
            .get(i)
            .map_or(0, |before| i32::from(seat.points) - before);
        let title: String = seat.title.chars().take(TITLE).collect();
        // Only if the title stays readable beside it.
        let gain = Some(format!(" +{gain}"))
            .filter(|text| gain > 0 && title.chars().count() + text.len() <= TITLE);
        let gain = gain.unwrap_or_default();
        let room = TITLE - gain.len();
        lines.push(Line::from(vec![
            Span::raw(turn),
            Span::styled(seat.seat.letter().to_string(), app.theme.seat(seat.seat)),
            Span::raw(format!(" {title:<room$}")),
            Span::styled(gain, app.theme.chosen()),
            Span::raw(format!("{:>4}{held} ", seat.points)),
            Span::styled(supply, app.theme.heading()),
        ]));
    }
    lines.extend(
        secret(app)
            .into_iter()
            .flat_map(|text| wrapped("", &text, width, Style::new())),
    );
    lines.push(Line::from(format!(
        "{} left: d",
        count(scene.left.count, scene.left.thing)
    )));
    lines
}

/// Returns a person's hidden information: always for the only person, otherwise for the player to move, on request.
fn secret(app: &App) -> Option<String> {
    let seats = app.host.seats();
    let to_move = app.scene().to_move.filter(|&seat| seats.is_human(seat));
    let seat = seats
        .only_human()
        .or(to_move)
        .map(|seat| &app.scene().seats[seat.index()]);
    let secret = seat.and_then(|seat| seat.secret.as_ref());
    let Some(secret) = secret else {
        return seat.and_then(|seat| {
            Some(format!(
                "{}'s {}: press t",
                seat.name,
                app.host.shared_secret()?
            ))
        });
    };
    let name = capital(secret.name);
    if secret.values.is_empty() {
        return Some(format!("{name}: none"));
    }
    let equal = secret.values.chunk_by(|a, b| a == b);
    let values: Vec<String> = equal
        .map(|same| match same.len() {
            1 => same[0].to_string(),
            n => format!("{n}×{}", same[0]),
        })
        .collect();
    Some(format!("{name} {} = {}", values.join(" + "), secret.points))
}

/// Returns the pieces in supply, each as a mark, or as counts if the marks do not fit.
fn shown(figures: &[Pieces], room: usize) -> String {
    let marks: Vec<_> = figures
        .iter()
        .map(|figure| figure.mark.to_string().repeat(figure.count))
        .collect();
    let marks = marks.join(" ");
    if marks.chars().count() <= room {
        return marks;
    }
    figures
        .iter()
        .map(|figure| format!("{}{}", figure.count, figure.mark))
        .collect::<Vec<_>>()
        .join(" ")
}

/// Draws the news below the table: a message, the explanation of a rule, or the latest events. Returns how many lines
/// of the last round did not fit.
pub(super) fn news(app: &App, area: Rect, buffer: &mut Buffer) -> usize {
    let mut lines = now(app, area.width);
    let room = usize::from(area.height).saturating_sub(lines.len());
    let log = log(app, area.width);
    // Whole entries, but of the last one as much as fits.
    let mut shown = 0;
    let mut first = log.len();
    for (at, (entry, _)) in log.iter().enumerate().rev() {
        shown += entry.len();
        if shown > room && first < log.len() {
            break;
        }
        first = at;
    }
    let hidden = log[..first].iter().filter(|(_, is_recent)| *is_recent);
    let recent_hidden = hidden.map(|(entry, _)| entry.len()).sum();
    lines.extend(log.into_iter().skip(first).flat_map(|(entry, _)| entry));
    text(app, lines, area, buffer);
    recent_hidden
}

/// Returns the current message: how the selected score came about, a message, or the explanation of a rule.
pub(super) fn now(app: &App, width: u16) -> Vec<Line<'static>> {
    if let Some(text) = app.describe_scored().or_else(|| app.message.clone()) {
        wrapped("", &text, width, app.theme.chosen())
    } else if let Some(text) = app.verdict_on_screen().or_else(|| app.task.clone()) {
        wrapped("", &text, width, app.theme.news())
    } else if let Some(lesson) = app.lesson {
        wrapped(
            &format!("Rule {}: ", lesson.rule),
            lesson.text,
            width,
            app.theme.news(),
        )
    } else {
        Vec::new()
    }
}

/// Returns the entries of the log up to the position on display, newest last, each with whether it is of the last round; older ones
/// are dimmed.
fn log(app: &App, width: u16) -> Vec<(Vec<Line<'static>>, bool)> {
    let round = app.scene().seats.len();
    let mut entries = Vec::new();
    for (turn, text) in app.log_shown() {
        let is_recent = turn + round >= app.scene().turn;
        let style = if is_recent {
            Style::new()
        } else {
            app.theme.faint()
        };
        entries.push((wrapped("", text, width, style), is_recent));
    }
    for text in app.frame().into_iter().flat_map(|frame| &frame.news) {
        entries.push((wrapped("", text, width, app.theme.news()), true));
    }
    entries
}

/// Draws as many lines as fit; says how many more there are, and which key shows them.
pub(super) fn text(app: &App, mut lines: Vec<Line<'static>>, area: Rect, buffer: &mut Buffer) {
    let all = lines.len();
    let room = usize::from(area.height);
    if all > room && room > 0 {
        lines.truncate(room - 1);
        lines.push(Line::styled(
            format!("▼ {}: v", count(all - room + 1, "more line")),
            app.theme.chosen(),
        ));
    }
    Paragraph::new(lines).render(area, buffer);
}

/// Draws the remaining kinds of tiles or cards, at a small scale, as many side by side as fit.
pub(super) fn tiles(app: &App, width: u16) -> Vec<Line<'static>> {
    let left = &app.scene().left;
    let Some(first) = left.kinds.first() else {
        return Vec::new();
    };
    let tile = first.drawn.0.first().map_or(0, Vec::len);
    let height = first.drawn.0.len();
    let cell = tile + 6;
    let a_row = (usize::from(width) / cell).clamp(1, 9);
    let mut lines = Vec::new();
    for kinds in app.scene().left.kinds.chunks(a_row) {
        let counts = kinds.iter().map(|kind| format!("{} left", kind.count));
        let names = counts.map(|count| Span::raw(format!("{count:<cell$}")));
        lines.push(Line::from(names.collect::<Vec<_>>()));
        for row in 0..height {
            let mut spans = Vec::new();
            for kind in kinds {
                for spot in kind.drawn.0.get(row).into_iter().flatten() {
                    let style = if app.cards().is_some() {
                        app.theme.card(Some(spot.ink))
                    } else {
                        app.theme.ink(spot.ink, spot.base)
                    };
                    spans.push(Span::styled(spot.symbol.to_string(), style));
                }
                spans.push(Span::raw(" ".repeat(cell - tile)));
            }
            lines.push(Line::from(spans));
        }
        lines.push(Line::default());
    }
    lines
}
