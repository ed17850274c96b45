//! Termination signals.

use std::ffi::c_int;
use std::fs;
use std::sync::Arc;
use std::thread;

use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM, SIGXFSZ};
use signal_hook::iterator::Signals;

/// Termination signals: Ctrl-C, `kill`, and a closed terminal.
const REQUESTS: [c_int; 3] = [SIGINT, SIGTERM, SIGHUP];

/// Calls `run` whenever the user or the system asks the program to end, or its terminal is closed. Signals that are
/// already ignored stay ignored, such as hang-ups under `nohup` or Ctrl-C in a script's background job; the others
/// still count.
pub fn on_termination_signal(mut run: impl FnMut() + Send + 'static) {
    // If this fails, a signal ends the program at once, and runs can still be resumed.
    let Ok(mut signals) = Signals::new(handled_signals()) else {
        return;
    };
    thread::spawn(move || signals.forever().for_each(|_| run()));
}

/// Ignores all termination signals from now on. Children do not inherit this, except for signals that were already
/// ignored.
pub fn ignore_termination_signals() -> std::io::Result<()> {
    for signal in handled_signals() {
        signal_hook::flag::register(signal, Arc::default())?;
    }
    Ok(())
}

/// Makes it an error of writing, as on a full disk, if a file would exceed the limit on its size (`ulimit -f`); otherwise a signal
/// ends the program. Children do not inherit this.
pub fn ignore_file_size_signal() {
    // If this fails, the signal ends the program, and runs can still be resumed.
    let _ = signal_hook::flag::register(SIGXFSZ, Arc::default());
}

/// Returns the termination signals that are not ignored.
fn handled_signals() -> impl Iterator<Item = c_int> {
    // If the system does not report ignored signals, hang-ups may be among them.
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = ignored(&status).unwrap_or(bit(SIGHUP));
    REQUESTS
        .into_iter()
        .filter(move |signal| ignored & bit(*signal) == 0)
}

/// Parses the signals that a process ignores, one bit each, from `/proc/PID/status`.
fn ignored(status: &str) -> Option<u64> {
    let mask = status
        .lines()
        .find_map(|line| line.strip_prefix("SigIgn:"))?;
    u64::from_str_radix(mask.trim(), 16).ok()
}

fn bit(signal: c_int) -> u64 {
    1 << (signal - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_ignored_signal_is_recognized() {
        let status = "Name:\tgoldrush\nSigBlk:\t0000000000000002\nSigIgn:\t0000000000001001\nSigCgt:\t0000000000004002\n";
        let ignored = ignored(status).unwrap();
        assert_eq!(
            REQUESTS.map(|signal| ignored & bit(signal) != 0),
            [false, false, true]
        );
        assert_eq!(super::ignored("Name:\tgoldrush\n"), None);
    }
}
