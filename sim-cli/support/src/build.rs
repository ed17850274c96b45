//! The commit that this program is built from. Only the program knows it and tells the library when it starts, so that a new commit
//! recompiles nothing else.

use std::sync::OnceLock;

/// Where a program comes from.
#[derive(Clone, Copy, Debug)]
pub struct Build {
    /// The commit: hexadecimal digits, with `+changes` if files differed from it, or `unknown`.
    pub commit: &'static str,
    /// The day of the commit, such as `2026-11-29`; empty if unknown.
    pub date: &'static str,
}

static BUILD: OnceLock<Build> = OnceLock::new();

/// Sets where the running program comes from; the first call counts.
pub fn set(build: Build) {
    BUILD.get_or_init(|| build);
}

/// Returns where the running program comes from.
pub fn current() -> Build {
    BUILD.get().copied().unwrap_or(Build {
        commit: "unknown",
        date: "",
    })
}
