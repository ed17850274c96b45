//! The full-screen game: its display, its keys and mouse actions, and its event loop.

mod animation;
mod app;
mod camera;
mod cards;
mod choosing;
mod draw;
mod input;
mod landscape;
pub mod menu;
mod overlay;
mod panels;
mod scores;
mod side;
mod stepping;
mod theme;
mod timeline;
mod watch;

use std::io::{self, IsTerminal as _};
use std::time::Duration;

use goldrush_table::host::Host;
use goldrush_table::next_game::Departure;
use goldrush_table::thinking::{Progress, Task};
use ratatui::crossterm::event::{
    self, DisableMouseCapture, EnableMouseCapture, Event, KeyCode, KeyModifiers,
};
use ratatui::crossterm::execute;
use ratatui::crossterm::terminal::{self, EnterAlternateScreen};
use ratatui::layout::Rect;
use ratatui::text::Line;
use ratatui::widgets::Widget as _;
use ratatui::{DefaultTerminal, Frame, TerminalOptions, Viewport};

use self::watch::TerminalWatch;
pub use app::App;
pub use draw::draw;
pub use theme::Theme;

/// Time between checks while a background task runs.
const BUSY: Duration = Duration::from_millis(40);
/// Time between checks otherwise.
const IDLE: Duration = Duration::from_millis(250);

/// Columns and rows of a terminal that reports none.
const USUAL: (u16, u16) = (80, 24);

/// True if the terminal can show the full screen: a real terminal, not a dumb one, with UTF-8.
pub fn is_possible() -> bool {
    let terminal = io::stdin().is_terminal() && io::stdout().is_terminal();
    terminal && set("TERM").is_some_and(|term| term != "dumb") && supports_utf8()
}

/// True if the locale uses UTF-8, or is not set.
pub fn supports_utf8() -> bool {
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().find_map(set);
    locale.is_none_or(|locale| is_utf8(&locale))
}

/// Returns an environment variable, unless it is empty.
fn set(name: &str) -> Option<String> {
    std::env::var(name).ok().filter(|value| !value.is_empty())
}

/// True if a locale's name says that it uses UTF-8.
fn is_utf8(locale: &str) -> bool {
    let locale = locale.to_ascii_lowercase();
    locale.contains("utf-8") || locale.contains("utf8")
}

/// Returns the columns and rows of the terminal: the usual ones if it reports none, as serial lines and some containers do.
pub fn size() -> (u16, u16) {
    known(terminal::size().ok())
}

/// Returns the reported size of a terminal, or the usual one.
fn known(reported: Option<(u16, u16)>) -> (u16, u16) {
    reported
        .filter(|(columns, rows)| *columns > 0 && *rows > 0)
        .unwrap_or(USUAL)
}

/// Returns the whole screen.
fn screen() -> Rect {
    let (columns, rows) = size();
    Rect::new(0, 0, columns, rows)
}

/// Draws the whole screen, whose size may have changed.
pub(super) fn show(
    terminal: &mut DefaultTerminal,
    draw: impl FnOnce(&mut Frame),
) -> anyhow::Result<()> {
    let screen = screen();
    if terminal.get_frame().area() != screen {
        terminal.resize(screen)?;
    }
    terminal.draw(draw)?;
    Ok(())
}

/// Plays a game on the terminal until the player leaves.
///
/// # Errors
/// Fails if the file of the game cannot be written or the terminal fails.
pub fn play(host: Box<dyn Host>, colors: bool, pace: Duration) -> anyhow::Result<Departure> {
    let watch = TerminalWatch::begin();
    let mut app = App::new(host, Theme { colors }, pace);
    let result = on_terminal(|terminal| run(&mut app, terminal, &watch));
    app.host.end_variation();
    app.host.save()?;
    result?;
    Ok(Departure {
        message: app.closing_message(),
        next: app.next,
    })
}

/// Does work in the background; meanwhile, unless it is done at once, the screen says what is waited for. `None` if the person
/// leaves first, which does not stop the work.
///
/// # Errors
/// Fails if the work panics or the terminal fails.
pub fn wait_for<T: Send + 'static>(
    words: &dyn Fn() -> String,
    colors: bool,
    work: impl FnOnce() -> T + Send + 'static,
) -> anyhow::Result<Option<T>> {
    let mut task = Task::begin(move |_| work());
    if let Progress::Done(result) = task.wait(IDLE) {
        return Ok(Some(result));
    }
    let watch = TerminalWatch::begin();
    let page = Theme { colors }.page();
    on_terminal(|terminal| {
        while !watch.stop_requested() {
            match task.wait(Duration::ZERO) {
                Progress::Done(result) => return Ok(Some(result)),
                Progress::Failed => anyhow::bail!("the search failed"),
                Progress::Working => {}
            }
            show(terminal, |frame| {
                let screen = frame.area();
                frame.buffer_mut().set_style(screen, page);
                let middle = Rect {
                    y: screen.height / 2,
                    height: 1,
                    ..screen
                };
                Line::from(words())
                    .centered()
                    .render(middle, frame.buffer_mut());
            })?;
            if event::poll(IDLE)? && leaves(&event::read()?) {
                break;
            }
        }
        Ok(None)
    })
}

/// True if a key leaves: q, Esc, or Ctrl-C.
fn leaves(event: &Event) -> bool {
    event
        .as_key_press_event()
        .is_some_and(|key| match key.code {
            KeyCode::Char('q') | KeyCode::Esc => true,
            KeyCode::Char('c' | 'd') => key.modifiers.contains(KeyModifiers::CONTROL),
            _ => false,
        })
}

/// Runs something on the whole screen and restores the terminal afterwards.
fn on_terminal<T>(
    work: impl FnOnce(&mut DefaultTerminal) -> anyhow::Result<T>,
) -> anyhow::Result<T> {
    // Also restores the terminal after a panic. The size is fixed, since ratatui shows nothing if the terminal reports none.
    let mut terminal = ratatui::try_init_with_options(TerminalOptions {
        viewport: Viewport::Fixed(screen()),
    })?;
    execute!(io::stdout(), EnterAlternateScreen)?;
    // The mouse is optional.
    let _ = execute!(io::stdout(), EnableMouseCapture);
    let result = work(&mut terminal);
    let _ = execute!(io::stdout(), DisableMouseCapture);
    ratatui::restore();
    result
}

fn run(app: &mut App, terminal: &mut DefaultTerminal, watch: &TerminalWatch) -> anyhow::Result<()> {
    let mut mouse = true;
    while !app.leaving && !watch.stop_requested() {
        app.tick()?;
        show(terminal, |frame| draw(frame, app))?;
        if event::poll(if app.is_busy() { BUSY } else { IDLE })? {
            // Handles all pending events first, so that a moving mouse does not lag behind.
            loop {
                app.handle(&event::read()?)?;
                if app.leaving || !event::poll(Duration::ZERO)? {
                    break;
                }
            }
        }
        if mouse != app.captures_mouse {
            mouse = app.captures_mouse;
            let out = &mut io::stdout();
            let _ = if mouse {
                execute!(out, EnableMouseCapture)
            } else {
                execute!(out, DisableMouseCapture)
            };
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    #[test]
    fn terminal_without_a_size_has_the_usual_one() {
        for (reported, size) in [
            (Some((120, 50)), (120, 50)),
            (Some((0, 0)), (80, 24)),
            (Some((0, 50)), (80, 24)),
            (Some((120, 0)), (80, 24)),
            (None, (80, 24)),
        ] {
            assert_eq!(super::known(reported), size, "{reported:?}");
        }
    }

    #[test]
    fn utf8_locales_are_recognized_by_name() {
        for (locale, is) in [
            ("C.UTF-8", true),
            ("de_DE.utf8", true),
            ("C", false),
            ("de_DE.ISO-8859-1", false),
        ] {
            assert_eq!(super::is_utf8(locale), is, "{locale}");
        }
    }
}
