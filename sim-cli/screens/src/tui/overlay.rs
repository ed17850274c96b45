//! Overlays on the landscape: help, log, remaining tiles, result.

use goldrush_games::viewer::count;
use goldrush_table::closing::{COSTLIEST, costliest};
use goldrush_table::next_game::NextGame;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::Line;
use ratatui::widgets::{Block, Clear, Paragraph, Widget};

use super::app::{App, Decision, GameReview, Overlay};
use super::panels::{self, tiles, wrapped};
use super::side;

const TILES: &str = "\
Laying the tile
  ←↑↓→       go to the next place             Tab n     next place in order
  r space    turn the tile (R: back)          Enter     lay it
After that
  ↑↓ 1-9     choose what to do                Enter     do it
  b          pick the tile up again           Esc       the same
Looking
  z + -      zoom                             c 0       center, show all
  shift+←↑↓→ move the view
  s          step through what was scored in the last round";
/// For people who share a screen and hide tokens from each other.
const TOKENS: &str = "  t          show your tokens";
const CARDS: &str = "\
Flipping cards
  ←↑↓→       go to the next card              Enter     flip it
  click      flip that card
  (B░░)      B flipped it in the last round";
const HELP: &str = "\
Reading
  l          log                              d         what is left
  i          what the symbols mean            v         full text
Others' moves
  Enter      show the next one                Esc       skip, or move now
Help
  h          hint: the five best moves, with your expected lead at the end
             (±: how far off it may be); 1-9 shows one, Enter plays it
  u          undo, in practice games          e         rule tips on or off
  m          give the mouse to the terminal, to select text
  q ^C       save and quit";
const AFTER: &str = "\
After the game
  r          rematch                          > <       another level
  n          new game: the menu; in training: the next puzzle
  ← →        step through the game            m         the next mistake
  x          what would have been better      g         back to the game
  b          play on from that turn
  a          move for everybody, or not       y Y       another tile in hand";
const MOUSE: &str = "\
Mouse
  click      choose a place, a part of the tile or a line; again: play it
  right      turn the tile   middle  pick it up again   wheel  move the view

┏ ┓ your tile; ┌ ┐ with a number: a legal place, and how many rotations
fit there; a seat's letter in a corner: laid in the last round; +6B: B
scored 6 in the last round. Point at it to see for what.";

/// Keys after a game, each with the game that it starts.
const NEXT: [(NextGame, &str); 3] = [
    (NextGame::Rematch, "r rematch · "),
    (NextGame::Stronger, "> stronger opponents · "),
    (NextGame::Weaker, "< weaker opponents · "),
];

pub(super) fn draw(app: &mut App, overlay: Overlay, screen: Rect, buffer: &mut Buffer) {
    match overlay {
        Overlay::Help { top } => {
            let tokens = if app.host.shared_secret().is_some() {
                TOKENS
            } else {
                ""
            };
            let mut parts = if app.cards().is_some() {
                vec![CARDS, HELP]
            } else {
                vec![TILES, tokens, HELP, MOUSE]
            };
            // After a game its own keys come before those of a turn; during a turn they follow them.
            let is_over = matches!(
                app.decision,
                Decision::Over | Decision::Step | Decision::Stop
            );
            parts.insert(if is_over { 0 } else { 1 }, AFTER);
            let mut text: Vec<Line> = parts
                .iter()
                .flat_map(|part| part.lines())
                .map(|line| heading(app, line))
                .collect();
            text.push(Line::default());
            text.extend(
                app.host
                    .help()
                    .iter()
                    .map(|paragraph| Line::from(*paragraph)),
            );
            let top = pane(app, " Help ", text, top, screen, buffer);
            app.overlay = Some(Overlay::Help { top });
        }
        Overlay::Log { up } => {
            let width = screen.width.min(110).saturating_sub(4);
            let mut text: Vec<Line> = Vec::new();
            for (turn, sentence) in app.log_shown() {
                text.extend(wrapped(
                    &format!("{turn:>3}  "),
                    sentence,
                    width,
                    Style::new(),
                ));
            }
            let height = screen.height.saturating_sub(4);
            let most = (text.len() as u16).saturating_sub(height);
            pane(
                app,
                " What happened ",
                text,
                most.saturating_sub(up),
                screen,
                buffer,
            );
            app.overlay = Some(Overlay::Log { up: up.min(most) });
        }
        Overlay::Tiles { top } => {
            let left = &app.scene().left;
            let title = format!(" {} left ", count(left.count, left.thing));
            let text = tiles(app, screen.width.saturating_sub(6));
            let top = pane(app, &title, text, top, screen, buffer);
            app.overlay = Some(Overlay::Tiles { top });
        }
        Overlay::Legend { top } => {
            let text = side::signs(app);
            let top = pane(app, " Symbols ", text, top, screen, buffer);
            app.overlay = Some(Overlay::Legend { top });
        }
        Overlay::Panel { top } => {
            let width = screen.width.saturating_sub(6).min(106);
            let mut text = side::all(app, width);
            let now = panels::now(app, width);
            if !now.is_empty() {
                text.push(Line::default());
                text.extend(now);
            }
            let top = pane(app, " Full text ", text, top, screen, buffer);
            app.overlay = Some(Overlay::Panel { top });
        }
        Overlay::Result { top } => {
            let mut text: Vec<Line> = app.host.result().into_iter().map(Line::from).collect();
            let is_variation = app.host.variation().is_some();
            let mut selected = None;
            // Lines of the entries, each with the number of its entry.
            let mut entries = Vec::new();
            if !app.host.seats().humans().is_empty() && !is_variation {
                text.push(Line::default());
                text.push(Line::styled("The moves that mattered", app.theme.heading()));
                if let Some(GameReview { found, task }) = &app.review_game {
                    let overview = found.overview().into_iter();
                    text.extend(folded(overview.map(Line::from).collect(), screen));
                    selected = Some(text.len() as u16);
                    let costliest = costliest(&found.marks);
                    for (n, mark) in found.marks.iter().enumerate() {
                        let mut words = mark.judgment.words.clone();
                        if Some(n) == costliest {
                            words = format!("{words} {COSTLIEST}");
                        }
                        let style = if n == app.entry {
                            selected = Some(text.len() as u16);
                            app.theme.pointed()
                        } else {
                            Style::new()
                        };
                        let width = screen.width.min(110).saturating_sub(4);
                        for line in wrapped("", &words, width, style) {
                            entries.push((text.len() as u16, n));
                            text.push(line);
                        }
                    }
                    if !found.marks.is_empty() {
                        let keys = "↑↓ choose · Enter shows it on the board";
                        text.push(Line::styled(keys, app.theme.heading()));
                    }
                    if let Some(task) = task {
                        let percent = task.percent().map(|percent| format!(" {percent}%"));
                        let percent = percent.unwrap_or_default();
                        text.push(Line::from(format!("Searching …{percent}")));
                    }
                }
            }
            text.push(Line::default());
            let keys = if is_variation {
                "g back to the game   Esc board   q quit".into()
            } else {
                text.extend(app.host.closing_message().into_iter().map(Line::from));
                let next = NEXT
                    .iter()
                    .filter(|(next, _)| app.can_follow(next))
                    .map(|(_, words)| *words);
                next.collect::<String>() + "n new game · ← step through · Esc board · q quit"
            };
            text.push(Line::styled(keys, app.theme.heading()));
            let room = screen.height.saturating_sub(4);
            let top = match selected.filter(|_| std::mem::take(&mut app.entry_moved)) {
                // Up to three lines of an entry are seen.
                Some(line) => top.clamp((line + 3).saturating_sub(room), line),
                None => top,
            };
            let (top, inner) = pane_at(app, " The result ", text, top, screen, Side::Right, buffer);
            let shown = entries
                .into_iter()
                .filter(|(line, _)| (top..top + inner.height).contains(line));
            app.entry_rows = shown
                .map(|(line, entry)| (inner.y + line - top, entry))
                .collect();
            app.overlay = Some(Overlay::Result { top });
        }
    }
}

fn heading<'a>(app: &App, line: &'a str) -> Line<'a> {
    let plain = line.starts_with(' ') || line.contains("  ") || line.len() > 20;
    if plain {
        Line::from(line)
    } else {
        Line::styled(line, app.theme.heading())
    }
}

/// Wraps lines that are too long for a pane.
fn folded<'a>(text: Vec<Line<'a>>, screen: Rect) -> Vec<Line<'a>> {
    let width = screen.width.min(110).saturating_sub(4);
    let mut lines = Vec::new();
    for line in text {
        if line.width() > usize::from(width) {
            lines.extend(wrapped("", &line.to_string(), width, Style::new()));
        } else {
            lines.push(line);
        }
    }
    lines
}

/// Where a pane is drawn.
#[derive(Clone, Copy)]
enum Side {
    Middle,
    /// At the right, so that a wide screen shows the board beside it.
    Right,
}

/// Draws a framed pane in the middle; returns its scroll position, limited to what the text allows.
fn pane<'a>(
    app: &App,
    title: &str,
    text: Vec<Line<'a>>,
    top: u16,
    screen: Rect,
    buffer: &mut Buffer,
) -> u16 {
    pane_at(app, title, text, top, screen, Side::Middle, buffer).0
}

/// Draws a framed pane; returns its scroll position, limited to what the text allows, and the area of the text.
fn pane_at<'a>(
    app: &App,
    title: &str,
    text: Vec<Line<'a>>,
    top: u16,
    screen: Rect,
    side: Side,
    buffer: &mut Buffer,
) -> (u16, Rect) {
    let text = folded(text, screen);
    let widest = text.iter().map(Line::width).max().unwrap_or(0) as u16;
    let width = (widest + 4).clamp(40.min(screen.width), screen.width);
    let lines = text.len() as u16;
    let paragraph = Paragraph::new(text);
    let height = (lines + 2).min(screen.height.saturating_sub(2)).max(3);
    let left = match side {
        Side::Middle => (screen.width - width) / 2,
        Side::Right => screen.width - width,
    };
    let area = Rect {
        x: screen.x + left,
        y: screen.y + (screen.height.saturating_sub(height)) / 2,
        width,
        height,
    };
    let top = top.min(lines.saturating_sub(height - 2));
    let more = match (lines > height - 2, lines.saturating_sub(top + height - 2)) {
        (false, _) => " Esc closes ".to_owned(),
        (true, 0) => " ↑↓ scroll, Esc closes ".to_owned(),
        (true, below) => format!(
            " ▼ {}: ↑↓ scroll, Esc closes ",
            count(usize::from(below), "more line")
        ),
    };
    Clear.render(area, buffer);
    buffer.set_style(area, app.theme.page());
    let block = Block::bordered()
        .title(Line::styled(title.to_owned(), app.theme.heading()))
        .title_bottom(Line::styled(more, app.theme.faint()));
    let inner = block.inner(area);
    block.render(area, buffer);
    let inner = Rect {
        x: inner.x + 1,
        width: inner.width.saturating_sub(2),
        ..inner
    };
    paragraph.scroll((top, 0)).render(inner, buffer);
    (top, inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Columns of keys would be lost where a line wraps.
    #[test]
    fn lines_of_help_fit_a_small_terminal() {
        for line in [TILES, TOKENS, CARDS, HELP, MOUSE]
            .into_iter()
            .flat_map(str::lines)
        {
            assert!(line.chars().count() <= 76, "{line}");
        }
    }
}
