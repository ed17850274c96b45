//! Ctrl-C and requests to end: the first lets what has begun end well, the second ends at once.

use std::ffi::c_int;
use std::fmt;
use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::thread;

use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator::Signals;

/// Exit code of a command that was interrupted.
pub const EXIT_CODE: u8 = 130;

/// The signals that ask for the program's end: Ctrl-C, `kill`, and a terminal that was closed.
const REQUESTS: [c_int; 3] = [SIGINT, SIGTERM, SIGHUP];

/// Whether the user wants the program to end.
#[derive(Clone, Default, Debug)]
pub struct Interrupt(Arc<AtomicBool>);

impl Interrupt {
    /// Listens from now on; the second request ends the program at once. A program listens once, however often it calls this.
    pub fn listen() -> Interrupt {
        static LISTENING: OnceLock<Interrupt> = OnceLock::new();
        let listen = || {
            let interrupt = Interrupt::default();
            let told = interrupt.clone();
            on_request_to_end(move || {
                if told.0.swap(true, Ordering::Relaxed) {
                    process::exit(i32::from(EXIT_CODE));
                }
                // Nobody may be listening; that is no reason not to stop.
                let _ = writeln!(std::io::stderr(), "finishing the deals that have begun; press again to stop at once");
            });
            interrupt
        };
        LISTENING.get_or_init(listen).clone()
    }

    /// Ends the program at once when the user wants that.
    pub fn end_at_once() -> Interrupt {
        on_request_to_end(|| process::exit(i32::from(EXIT_CODE)));
        Interrupt::default()
    }

    /// Whether it was asked for.
    pub fn requested(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Runs this whenever the user or the system wants the program to end, or its terminal was closed. A signal that is
/// ignored stays ignored, as hanging up under `nohup` or Ctrl-C behind a script's `&`; the others are heeded all the same.
pub fn on_request_to_end(mut run: impl FnMut() + Send + 'static) {
    // If they cannot be listened to, a signal ends the program at once, and what was begun can still be resumed.
    let Ok(mut signals) = Signals::new(heeded()) else { return };
    thread::spawn(move || signals.forever().for_each(|_| run()));
}

/// Survives all requests to end from now on. Children do not inherit that, except for what is ignored already.
///
/// # Errors
/// If the system refuses.
pub fn endure_requests_to_end() -> std::io::Result<()> {
    for signal in heeded() {
        signal_hook::flag::register(signal, Arc::default())?;
    }
    Ok(())
}

/// The requests that are not ignored.
fn heeded() -> impl Iterator<Item = c_int> {
    // Where the system does not say what is ignored, hanging up may be.
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = ignored(&status).unwrap_or(bit(SIGHUP));
    REQUESTS.into_iter().filter(move |signal| ignored & bit(*signal) == 0)
}

/// The signals a process ignores, a bit each, as `/proc/PID/status` has them.
fn ignored(status: &str) -> Option<u64> {
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"))?;
    u64::from_str_radix(mask.trim(), 16).ok()
}

fn bit(signal: c_int) -> u64 {
    1 << (signal - 1)
}

/// How a run ends that was interrupted and can be resumed.
#[derive(Debug)]
pub struct Interrupted {
    /// Whole blocks written.
    pub blocks: u64,
    /// Blocks planned.
    pub of: u64,
    /// The run's folder.
    pub folder: PathBuf,
}

impl fmt::Display for Interrupted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Interrupted { blocks, of, folder } = self;
        write!(f, "stopped after {blocks} of {of} deals; go on with: goldrush resume {}", folder.display())
    }
}

impl std::error::Error for Interrupted {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ignored_signals_are_read_one_by_one() {
        let status =
            "Name:\tgoldrush\nSigBlk:\t0000000000000002\nSigIgn:\t0000000000001001\nSigCgt:\t0000000000004002\n";
        let ignored = ignored(status).unwrap();
        assert_eq!(REQUESTS.map(|signal| ignored & bit(signal) != 0), [false, false, true]);
        assert_eq!(super::ignored("Name:\tgoldrush\n"), None);
    }
}
