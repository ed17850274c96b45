//! Signals that end bots, in words, and exit codes of shells.

use signal_hook::consts::{
    SIGABRT, SIGBUS, SIGFPE, SIGHUP, SIGILL, SIGINT, SIGKILL, SIGPIPE, SIGSEGV, SIGSYS, SIGTERM,
    SIGXCPU,
};

use crate::protocol::mistake::Mistake;

/// Name of each signal, its meaning in words, and the mistake that it tells of.
const SIGNALS: [(i32, &str, &str, Option<Mistake>); 12] = [
    (
        SIGSEGV,
        "SIGSEGV",
        "invalid memory access",
        Some(Mistake::Memory),
    ),
    (
        SIGBUS,
        "SIGBUS",
        "invalid memory access",
        Some(Mistake::Memory),
    ),
    (SIGABRT, "SIGABRT", "it aborted", Some(Mistake::Aborted)),
    (
        SIGFPE,
        "SIGFPE",
        "division by zero",
        Some(Mistake::Division),
    ),
    (
        SIGILL,
        "SIGILL",
        "unknown instruction",
        Some(Mistake::Instruction),
    ),
    (SIGKILL, "SIGKILL", "killed", Some(Mistake::Killed)),
    (
        SIGSYS,
        "SIGSYS",
        "forbidden system call",
        Some(Mistake::SystemCall),
    ),
    (SIGPIPE, "SIGPIPE", "its output was closed", None),
    (SIGTERM, "SIGTERM", "asked to end", None),
    (SIGHUP, "SIGHUP", "asked to end", None),
    (SIGINT, "SIGINT", "interrupted", None),
    (SIGXCPU, "SIGXCPU", "too much processor time", None),
];

/// Mistakes that exit codes tell of.
const CODES: [(i32, Mistake); 3] = [
    (0, Mistake::Finished),
    (126, Mistake::NotExecutable),
    (127, Mistake::NotFound),
];

/// Returns a signal in words: `SIGSEGV: invalid memory access`.
pub(super) fn described(signal: i32) -> Option<String> {
    let (_, name, meaning, _) = SIGNALS.iter().find(|(known, ..)| *known == signal)?;
    Some(format!("{name}: {meaning}"))
}

/// Returns the mistake that a signal tells of.
pub(super) fn mistake_of_signal(signal: i32) -> Option<Mistake> {
    let (.., mistake) = SIGNALS.iter().find(|(known, ..)| *known == signal)?;
    *mistake
}

/// Returns the mistake that an exit code tells of.
pub(super) fn mistake_of_code(code: i32) -> Option<Mistake> {
    let (_, mistake) = CODES.iter().find(|(known, _)| *known == code)?;
    Some(*mistake)
}
