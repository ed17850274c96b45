//! Ends the program when its terminal is gone or somebody asks for its end, even if the loop that waits for keys does
//! not notice: on a terminal that was closed, waiting may never return. Nothing is lost, since the game is kept after
//! every move.

use std::io::{self, IsTerminal};
use std::process;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use crate::interrupt::{EXIT_CODE, on_request_to_end};

/// Between two looks.
const PAUSE: Duration = Duration::from_millis(300);

/// Watches as long as it lives.
pub(super) struct Watch {
    asked: Arc<AtomicBool>,
    over: Arc<AtomicBool>,
}

impl Watch {
    /// Begins to watch.
    pub(super) fn begin() -> Watch {
        let watch = Watch { asked: Arc::default(), over: Arc::default() };
        let asked = watch.asked.clone();
        on_request_to_end(move || asked.store(true, Ordering::Relaxed));
        let (asked, over) = (watch.asked.clone(), watch.over.clone());
        thread::spawn(move || {
            loop {
                thread::sleep(PAUSE);
                if !io::stdin().is_terminal() {
                    asked.store(true, Ordering::Relaxed);
                }
                if asked.load(Ordering::Relaxed) {
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

    /// Whether the game should leave the screen.
    pub(super) fn asked(&self) -> bool {
        self.asked.load(Ordering::Relaxed)
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        self.over.store(true, Ordering::Relaxed);
    }
}
