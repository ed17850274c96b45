//! Progress of long work: a bar on a terminal, otherwise an occasional line; nothing in the first moments.

use std::io::{IsTerminal, Write};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::duration::duration;

/// Progress display on standard error.
pub struct Progress {
    what: &'static str,
    total: u64,
    /// Amount done before it began; not counted in the rate.
    before: u64,
    done: u64,
    started: Instant,
    last_line: Instant,
    /// Time of the last status message.
    last_status: Instant,
    bar: Option<ProgressBar>,
}

/// Delay before the first output.
const QUIET: Duration = Duration::from_secs(1);
/// Time between status messages on a terminal.
const GLANCE: Duration = Duration::from_secs(3);
/// Time between plain lines.
const PAUSE: Duration = Duration::from_secs(10);

impl Progress {
    /// Starts at 0; `what` names the things counted up to `total`.
    pub fn new(what: &'static str, total: u64) -> Progress {
        Progress::from(what, 0, total)
    }

    /// Starts with `before` already done.
    pub fn from(what: &'static str, before: u64, total: u64) -> Progress {
        let bar = std::io::stderr().is_terminal().then(|| {
            let bar =
                ProgressBar::with_draw_target(Some(total), ProgressDrawTarget::stderr_with_hz(10));
            let style = ProgressStyle::with_template(
                "{bar:40} {human_pos}/{human_len} {msg}, {eta} left{prefix}",
            );
            bar.with_style(style.expect("the progress template is valid"))
                .with_message(what)
                .with_position(before)
        });
        let now = Instant::now();
        Progress {
            what,
            total,
            before,
            done: before,
            started: now,
            last_line: now,
            last_status: now,
            bar,
        }
    }

    /// Adds to the amount done.
    pub fn add(&mut self, amount: u64) {
        self.done += amount;
        if self.started.elapsed() < QUIET {
            return;
        }
        let rate = (self.done - self.before) as f64 / self.started.elapsed().as_secs_f64();
        if let Some(bar) = &self.bar {
            bar.set_position(self.done);
            bar.set_message(format!("{}, {}/s", self.what, readable(rate)));
        } else if self.last_line.elapsed() >= PAUSE || self.last_line == self.started {
            self.last_line = Instant::now();
            // Standard error may be closed; that is no reason to stop.
            let left = self.total.saturating_sub(self.done) as f64 / rate.max(1e-9);
            let _ = writeln!(
                std::io::stderr(),
                "{}/{} {}, {}/s, about {} left",
                self.done,
                self.total,
                self.what,
                readable(rate),
                duration(Duration::try_from_secs_f64(left).unwrap_or(Duration::MAX))
            );
        }
    }

    /// Shows status lines from time to time: below the bar on a terminal, otherwise as plain lines.
    pub fn show_status(&mut self, lines: impl FnOnce() -> Vec<String>) {
        let pause = if self.bar.is_some() { GLANCE } else { PAUSE };
        if self.last_status.elapsed() < pause {
            return;
        }
        self.last_status = Instant::now();
        let text: String = lines().iter().map(|line| format!("\n{line}")).collect();
        match &self.bar {
            Some(bar) => bar.set_prefix(text),
            None if text.is_empty() => {}
            // Standard error may be closed; that is no reason to stop.
            None => drop(writeln!(std::io::stderr(), "{}", &text[1..])),
        }
    }

    /// Writes lines, above the bar if there is one.
    pub fn tell(&self, lines: &str) {
        match &self.bar {
            Some(bar) => bar.suspend(|| write_lines(lines)),
            None => write_lines(lines),
        }
    }

    /// Removes the bar.
    pub fn finish(self) {
        if let Some(bar) = self.bar {
            bar.finish_and_clear();
        }
    }
}

fn write_lines(lines: &str) {
    // Standard error may be closed; that is no reason to stop.
    let _ = writeln!(std::io::stderr(), "{lines}");
}

/// Formats a rate with as many digits as are meaningful.
pub fn readable(rate: f64) -> String {
    if rate < 10.0 {
        format!("{rate:.2}")
    } else {
        format!("{rate:.0}")
    }
}
