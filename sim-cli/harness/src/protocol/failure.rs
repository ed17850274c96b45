//! Failures of a bot under examination: what happened, where, and what its author may change.

use goldrush_support::printable::printable;

use super::fault::{Fault, FaultKind};

/// A fault of a bot under examination.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Failure {
    pub fault: Fault,
    /// Place in a game; empty if it was not in one.
    pub place: String,
}

impl From<Fault> for Failure {
    fn from(fault: Fault) -> Failure {
        Failure {
            fault,
            place: String::new(),
        }
    }
}

impl Failure {
    /// Says in one line what happened.
    pub fn seen(&self) -> String {
        format!("{}: {}", self.fault.kind, printable(&self.fault.what))
    }

    /// Returns the lines at the end of its standard error.
    pub fn stderr(&self) -> Vec<String> {
        let lines = self.fault.stderr_tail.trim_end().lines();
        lines
            .map(|line| printable(line.replace('\t', "    ")).to_string())
            .collect()
    }

    /// Returns what its author may change; `of_check` is the advice of the check that failed.
    pub fn advice(&self, of_check: Option<&str>) -> String {
        if let Some(advice) = &self.fault.advice {
            return printable(advice).to_string();
        }
        let stderr = self.stderr();
        match (self.source_line(&stderr), of_check) {
            (Some(line), None) => format!("correct {line}"),
            (Some(line), Some(advice)) => format!("{advice}; it stopped at {line}"),
            (None, Some(advice)) => advice.to_owned(),
            (None, None) if stderr.is_empty() && self.fault.kind == FaultKind::Crash => {
                "let the bot write to standard error why it ends".into()
            }
            (None, None) => usual_advice(self.fault.kind).to_owned(),
        }
    }

    /// Returns the line of its source where a bot that crashed ended, with the error if its last line has one.
    fn source_line(&self, stderr: &[String]) -> Option<String> {
        if self.fault.kind != FaultKind::Crash {
            return None;
        }
        let last = stderr.last()?.trim();
        match python_line(stderr) {
            Some(line) => Some(format!("{line}: {last}")),
            None => stderr.iter().find_map(|line| place_in(line)),
        }
    }
}

/// Returns the last line of a traceback of Python that is not in Python itself: `line 6 of bot.py`.
fn python_line(stderr: &[String]) -> Option<String> {
    let mut places = stderr.iter().filter_map(|line| {
        let (file, rest) = line
            .trim()
            .strip_prefix("File \"")?
            .split_once("\", line ")?;
        let number = rest.split(',').next()?;
        let is_own = !file.starts_with('<') && !file.contains("/lib/python");
        is_own.then(|| format!("line {number} of {file}"))
    });
    places.next_back()
}

/// Returns the first place in a source, `src/main.rs:3` with or without a column, that a line names: `line 3 of src/main.rs`.
fn place_in(line: &str) -> Option<String> {
    line.split_whitespace().find_map(|word| {
        let word = word.trim_matches(['(', ')', ':', ',']);
        let mut parts = word.split(':');
        let file = parts.next()?;
        let number = parts.next()?;
        let has_type = file
            .rsplit_once('.')
            .is_some_and(|(name, kind)| !name.is_empty() && kind.chars().all(char::is_alphabetic));
        let is_number = !number.is_empty() && number.chars().all(|c| c.is_ascii_digit());
        (has_type && is_number).then(|| format!("line {number} of {file}"))
    })
}

fn usual_advice(kind: FaultKind) -> &'static str {
    match kind {
        FaultKind::Timeout => {
            "it answered too late or not at all: think less than time_ms, or flush standard output"
        }
        FaultKind::Illegal => {
            "answer with the `id` of one of the moves offered, a whole number below `count`"
        }
        FaultKind::Crash => "the end of its standard error may say why",
        FaultKind::Protocol => {
            "write only messages to standard output, one per line and one per answer; write debug output to standard \
             error"
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn crash(stderr: &str) -> Failure {
        Failure::from(Fault {
            kind: FaultKind::Crash,
            what: "ended with exit code 1".into(),
            stderr_tail: stderr.into(),
            advice: None,
        })
    }

    #[test]
    fn advice_names_the_line_of_the_source() {
        let python = "Traceback (most recent call last):\n  File \"/home/me/bot.py\", line 6, in <module>\n    print({}[\"x\"])\n  \
                      File \"/usr/lib/python3.11/json/decoder.py\", line 337, in decode\nKeyError: 'x'\n";
        let node = "/home/me/bot.js:12\n  const x = y;\nReferenceError: y is not defined\n    at file.js:1:1\n";
        let rust = "thread 'main' panicked at src/main.rs:3:5:\nindex out of bounds\n";
        let go = "panic: boom\n\ngoroutine 1 [running]:\nmain.main()\n\t/home/me/main.go:9 +0x1d\n";
        for (stderr, advice) in [
            (python, "correct line 6 of /home/me/bot.py: KeyError: 'x'"),
            (node, "correct line 12 of /home/me/bot.js"),
            (rust, "correct line 3 of src/main.rs"),
            (go, "correct line 9 of /home/me/main.go"),
            (
                "at 12:30 no luck",
                "the end of its standard error may say why",
            ),
            ("", "let the bot write to standard error why it ends"),
        ] {
            assert_eq!(crash(stderr).advice(None), advice);
        }
        let of_check = crash(rust).advice(Some("read each line"));
        assert_eq!(
            of_check,
            "read each line; it stopped at line 3 of src/main.rs"
        );
    }
}
