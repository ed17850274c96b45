//! Failures of a bot under examination: what happened, where, and what its author may change.

use goldrush_support::printable::printable;

use super::fault::{Fault, FaultKind};
use super::mistake::Mistake;

/// A fault of a bot under examination.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Failure {
    pub fault: Fault,
    /// Place in a game; empty if it was not in one.
    pub place: String,
    /// Decisions that it had made in the game.
    pub decisions: u32,
}

impl From<Fault> for Failure {
    fn from(fault: Fault) -> Failure {
        Failure {
            fault,
            place: String::new(),
            decisions: 0,
        }
    }
}

impl Failure {
    /// True if it did not answer the first question of a game in time.
    pub fn is_silence(&self) -> bool {
        self.fault.kind == FaultKind::Timeout && self.decisions == 0
    }

    /// Says in one line what happened.
    pub fn seen(&self) -> String {
        format!("{}: {}", self.fault.kind, printable(&self.fault.what))
    }

    /// Returns the lines at the end of its standard error.
    pub fn stderr(&self) -> Vec<String> {
        self.fault.stderr_lines()
    }

    /// Returns what its author may change; `of_check` is the advice of a check that plays as before with something added.
    pub fn advice(&self, of_check: Option<&str>) -> String {
        let line = self.fault.source_line();
        let advice = match (of_check, line, &self.fault.advice) {
            (Some(of_check), Some(line), _) => format!("{of_check}; it stopped at {line}"),
            (Some(of_check), None, _) => of_check.into(),
            (None, Some(line), _) => format!("correct {line}"),
            (None, None, Some(advice)) => advice.clone(),
            (None, None, None) => self.usual_advice().into(),
        };
        printable(advice).to_string()
    }

    fn usual_advice(&self) -> &'static str {
        match self.fault.kind {
            FaultKind::Timeout => Mistake::Silent.advice(),
            FaultKind::Illegal => Mistake::NotOffered.advice(),
            FaultKind::Protocol => Mistake::Foreign.advice(),
            FaultKind::Crash if self.stderr().is_empty() => {
                "let the bot write to standard error why it ends"
            }
            FaultKind::Crash => "the end of its standard error may say why",
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
