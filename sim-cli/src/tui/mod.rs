//! The full-screen game: what is shown, what keys and mouse do, and the loop that waits for them.

mod app;
mod camera;
mod choosing;
mod draw;
mod input;
mod landscape;
mod overlay;
mod panels;
mod side;
mod theme;
mod watch;

use std::io;
use std::time::Duration;

use ratatui::DefaultTerminal;
use ratatui::crossterm::event::{self, DisableMouseCapture, EnableMouseCapture};
use ratatui::crossterm::execute;

pub use app::App;
pub use draw::draw;
pub use theme::Theme;

use self::watch::Watch;
use crate::games::scene::Scene;
use crate::table::host::Host;

/// Between two looks at what goes on in the background, when something does.
const BUSY: Duration = Duration::from_millis(40);
/// Between two looks otherwise.
const IDLE: Duration = Duration::from_millis(250);

/// Whether a game can be played here: landscapes can.
pub fn can_show(scene: &Scene) -> bool {
    scene.landscape().is_some()
}

/// Plays a game on the terminal to its end, or until somebody leaves; returns what is to be said then.
///
/// # Errors
/// If the file of the game cannot be written or the terminal fails.
pub fn play(host: Box<dyn Host>, colors: bool) -> anyhow::Result<String> {
    let watch = Watch::begin();
    let mut app = App::new(host, Theme { colors });
    // Restores the terminal in a panic too.
    let mut terminal = ratatui::try_init()?;
    // Without a mouse it goes as well.
    let _ = execute!(io::stdout(), EnableMouseCapture);
    let result = run(&mut app, &mut terminal, &watch);
    let _ = execute!(io::stdout(), DisableMouseCapture);
    ratatui::restore();
    app.host.save()?;
    result?;
    Ok(app.farewell())
}

fn run(app: &mut App, terminal: &mut DefaultTerminal, watch: &Watch) -> anyhow::Result<()> {
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
    }
    Ok(())
}
