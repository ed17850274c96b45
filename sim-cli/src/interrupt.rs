//! Handles Ctrl-C and other termination signals: the first lets current work finish cleanly, the second ends at once.

use std::ffi::c_int;
use std::fmt;
use std::fs;
use std::io::Write;
use std::process;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::thread;

use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator::Signals;

/// Exit code of an interrupted command.
pub const EXIT_CODE: u8 = 130;

/// Termination signals: Ctrl-C, `kill`, and a closed terminal.
const REQUESTS: [c_int; 3] = [SIGINT, SIGTERM, SIGHUP];

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
                let _ =
                    writeln!(std::io::stderr(), "finishing the deals in progress; press Ctrl-C again to stop at once");
            });
            interrupt
        };
        LISTENING.get_or_init(listen).clone()
    }

    /// Makes the first signal end the program at once.
    pub fn exit_at_once() -> Interrupt {
        on_termination_signal(|| process::exit(i32::from(EXIT_CODE)));
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

/// Calls `run` whenever the user or the system asks the program to end, or its terminal is closed. Signals that are
/// already ignored stay ignored, such as hang-ups under `nohup` or Ctrl-C in a script's background job; the others
/// still count.
pub fn on_termination_signal(mut run: impl FnMut() + Send + 'static) {
    // If this fails, a signal ends the program at once, and runs can still be resumed.
    let Ok(mut signals) = Signals::new(handled_signals()) else { return };
    thread::spawn(move || signals.forever().for_each(|_| run()));
}

/// Ignores all termination signals from now on. Children do not inherit this, except for signals that were already
/// ignored.
///
/// # Errors
/// Fails if the system refuses.
pub fn ignore_termination_signals() -> std::io::Result<()> {
    for signal in handled_signals() {
        signal_hook::flag::register(signal, Arc::default())?;
    }
    Ok(())
}

/// Returns the termination signals that are not ignored.
fn handled_signals() -> impl Iterator<Item = c_int> {
    // If the system does not report ignored signals, hang-ups may be among them.
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = ignored(&status).unwrap_or(bit(SIGHUP));
    REQUESTS.into_iter().filter(move |signal| ignored & bit(*signal) == 0)
}

/// Parses the signals that a process ignores, one bit each, from `/proc/PID/status`.
fn ignored(status: &str) -> Option<u64> {
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"))?;
    u64::from_str_radix(mask.trim(), 16).ok()
}

fn bit(signal: c_int) -> u64 {
    1 << (signal - 1)
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
        let Interrupted { done, of, units, advice } = self;
        write!(f, "stopped after {done} of {of} {units}; {advice}")
    }
}

impl std::error::Error for Interrupted {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_ignored_signal_is_recognized() {
        let status =
            "Name:\tgoldrush\nSigBlk:\t0000000000000002\nSigIgn:\t0000000000001001\nSigCgt:\t0000000000004002\n";
        let ignored = ignored(status).unwrap();
        assert_eq!(REQUESTS.map(|signal| ignored & bit(signal) != 0), [false, false, true]);
        assert_eq!(super::ignored("Name:\tgoldrush\n"), None);
    }
}
