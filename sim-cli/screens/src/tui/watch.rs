//! Ends the program when its terminal is gone or a signal asks it to end, even if the event loop does not notice: on a
//! closed terminal, waiting for a key may never return. Nothing is lost, since the game is saved after every move.

use std::io::{self, IsTerminal};
use std::process;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use goldrush_support::interrupt::EXIT_CODE;
use goldrush_support::system::on_termination_signal;

/// Pause between two checks.
const PAUSE: Duration = Duration::from_millis(300);

/// Watcher that runs until it is dropped.
pub(super) struct TerminalWatch {
    stop_requested: Arc<AtomicBool>,
    over: Arc<AtomicBool>,
}

impl TerminalWatch {
    pub(super) fn begin() -> TerminalWatch {
        let watch = TerminalWatch {
            stop_requested: Arc::default(),
            over: Arc::default(),
        };
        let stop_requested = watch.stop_requested.clone();
        on_termination_signal(move || stop_requested.store(true, Ordering::Relaxed));
        let stop_requested = watch.stop_requested.clone();
        let over = watch.over.clone();
        thread::spawn(move || {
            loop {
                thread::sleep(PAUSE);
                if !io::stdin().is_terminal() {
                    stop_requested.store(true, Ordering::Relaxed);
                }
                if stop_requested.load(Ordering::Relaxed) {
                    break;
                }
            }
            // Time for the loop to end by itself.
            thread::sleep(2 * PAUSE);
            if !over.load(Ordering::Relaxed) {
                let _ = ratatui::try_restore();
                process::exit(i32::from(EXIT_CODE));
            }
        });
        watch
    }

    /// True if the game should leave the screen.
    pub(super) fn stop_requested(&self) -> bool {
        self.stop_requested.load(Ordering::Relaxed)
    }
}

impl Drop for TerminalWatch {
    fn drop(&mut self) {
        self.over.store(true, Ordering::Relaxed);
    }
}
