//! The full-screen game: what is shown, what keys and mouse do, and the loop that waits for them.

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
mod show;
mod side;
mod theme;
mod watch;

use std::io::{self, IsTerminal as _};
use std::time::Duration;

use ratatui::DefaultTerminal;
use ratatui::crossterm::event::{self, DisableMouseCapture, EnableMouseCapture};
use ratatui::crossterm::execute;

pub use app::App;
pub use draw::draw;
pub use theme::Theme;

use self::watch::Watch;
use crate::table::host::Host;

/// Between two looks at what goes on in the background, when something does.
const BUSY: Duration = Duration::from_millis(40);
/// Between two looks otherwise.
const IDLE: Duration = Duration::from_millis(250);

/// Whether a terminal can show this: it is one, it can do more than a printer, and it shows more than letters of English.
pub fn is_possible() -> bool {
    let terminal = io::stdin().is_terminal() && io::stdout().is_terminal();
    terminal && set("TERM").is_some_and(|term| term != "dumb") && knows_utf8()
}

/// Whether the locale says that more than the letters of English can be shown, or nobody knows.
pub fn knows_utf8() -> bool {
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().find_map(set);
    locale.is_none_or(|locale| is_utf8(&locale))
}

/// A variable of the environment that is not empty.
fn set(name: &str) -> Option<String> {
    std::env::var(name).ok().filter(|value| !value.is_empty())
}

/// Whether a locale is one of UTF-8, by its name.
fn is_utf8(locale: &str) -> bool {
    let locale = locale.to_ascii_lowercase();
    locale.contains("utf-8") || locale.contains("utf8")
}

/// Plays a game on the terminal to its end, or until somebody leaves; returns what is to be said then.
///
/// # Errors
/// If the file of the game cannot be written or the terminal fails.
pub fn play(host: Box<dyn Host>, colors: bool, pace: Duration) -> anyhow::Result<String> {
    let watch = Watch::begin();
    let mut app = App::new(host, Theme { colors }, pace);
    let result = on_terminal(|terminal| run(&mut app, terminal, &watch));
    app.host.save()?;
    result?;
    Ok(app.farewell())
}

/// Does something on the whole screen, and gives the terminal back as it was.
fn on_terminal<T>(work: impl FnOnce(&mut DefaultTerminal) -> anyhow::Result<T>) -> anyhow::Result<T> {
    // Restores the terminal in a panic too.
    let mut terminal = ratatui::try_init()?;
    // Without a mouse it goes as well.
    let _ = execute!(io::stdout(), EnableMouseCapture);
    let result = work(&mut terminal);
    let _ = execute!(io::stdout(), DisableMouseCapture);
    ratatui::restore();
    result
}

fn run(app: &mut App, terminal: &mut DefaultTerminal, watch: &Watch) -> anyhow::Result<()> {
    let mut mouse = true;
    while !app.leaving && !watch.asked() {
        app.tick()?;
        terminal.draw(|frame| draw(frame, app))?;
        if event::poll(if app.is_busy() { BUSY } else { IDLE })? {
            // All that has come by now, so that a moving mouse does not lag behind.
            loop {
                app.handle(&event::read()?)?;
                if app.leaving || !event::poll(Duration::ZERO)? {
                    break;
                }
            }
        }
        if mouse != app.mouse_wanted {
            mouse = app.mouse_wanted;
            let out = &mut io::stdout();
            let _ = if mouse { execute!(out, EnableMouseCapture) } else { execute!(out, DisableMouseCapture) };
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    #[test]
    fn locales_of_utf8_are_known_by_their_name() {
        for (locale, is) in [("C.UTF-8", true), ("de_DE.utf8", true), ("C", false), ("de_DE.ISO-8859-1", false)] {
            assert_eq!(super::is_utf8(locale), is, "{locale}");
        }
    }
}
