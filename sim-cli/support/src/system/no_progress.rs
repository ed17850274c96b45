//! Progress of long work where there is no terminal: it is not shown.

/// Progress that nobody sees.
pub struct Progress;

impl Progress {
    /// Starts at 0.
    pub fn new(_: &'static str, _: u64) -> Progress {
        Progress
    }

    /// Starts with some already done.
    pub fn from(_: &'static str, _: u64, _: u64) -> Progress {
        Progress
    }

    /// Adds to the amount done.
    pub fn add(&mut self, _: u64) {}

    /// Shows status lines.
    pub fn show_status(&mut self, _: impl FnOnce() -> Vec<String>) {}

    /// Ends.
    pub fn finish(self) {}
}
