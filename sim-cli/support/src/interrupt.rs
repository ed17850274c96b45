//! Handles Ctrl-C and other termination signals: the first lets current work finish cleanly, the second ends at once.

use std::fmt;
use std::io::Write;
use std::process;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use crate::system::on_termination_signal;

/// Exit code of an interrupted command.
pub const EXIT_CODE: u8 = 130;

/// Flag that is set once the user asks the program to end.
#[derive(Clone, Default, Debug)]
pub struct Interrupt(Arc<AtomicBool>);

impl Interrupt {
    /// Starts watching for signals; the second one ends the program at once. A program watches once, however often it calls this.
    pub fn listen() -> Interrupt {
        static LISTENING: OnceLock<Interrupt> = OnceLock::new();
        let listen = || {
            let interrupt = Interrupt::default();
            let shared = interrupt.clone();
            on_termination_signal(move || {
                if shared.0.swap(true, Ordering::Relaxed) {
                    process::exit(i32::from(EXIT_CODE));
                }
                // Standard error may be closed; that is no reason not to stop.
                let _ = writeln!(
                    std::io::stderr(),
                    "finishing what is in progress; press Ctrl-C again to stop at once"
                );
            });
            interrupt
        };
        LISTENING.get_or_init(listen).clone()
    }

    /// Makes the first signal end the program at once, with a line on what is kept.
    pub fn exit_at_once(line: &'static str) -> Interrupt {
        on_termination_signal(move || {
            // A line of progress may stand there; standard error may be closed.
            let _ = writeln!(std::io::stderr(), "\n{line}");
            process::exit(i32::from(EXIT_CODE));
        });
        Interrupt::default()
    }

    /// Asks the work to end.
    pub fn request(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// True if the user has asked the program to end.
    pub fn requested(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Error of work that was interrupted.
#[derive(Debug)]
pub struct Interrupted {
    /// Units of work done, and kept if that was asked for.
    pub done: u64,
    /// Units planned.
    pub of: u64,
    /// Name of the units: `deals`.
    pub units: &'static str,
    /// Advice on what to do next.
    pub advice: String,
}

impl fmt::Display for Interrupted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Interrupted {
            done,
            of,
            units,
            advice,
        } = self;
        write!(f, "stopped after {done} of {of} {units}; {advice}")
    }
}

impl std::error::Error for Interrupted {}
