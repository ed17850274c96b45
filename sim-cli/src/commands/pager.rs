//! Shows texts longer than the terminal in the user's pager, as `git` and `man` do.

use std::io::{self, ErrorKind, IsTerminal, Write};
use std::process::{Child, Command, Stdio};

use ratatui::crossterm::terminal;

use crate::interrupt::ignore_termination_signals;

/// Exit codes of a shell for a command that it cannot run.
const NO_COMMAND: [i32; 2] = [126, 127];

/// Writes a text: through `$PAGER`, `less` or `more` if it goes to a terminal with too few rows, otherwise directly. An
/// empty `PAGER` or `cat` turns paging off.
///
/// # Errors
/// Fails if the output cannot be written.
pub(super) fn write(text: &str, out: &mut dyn Write) -> io::Result<()> {
    let is_long = || terminal::size().is_ok_and(|(_, rows)| text.lines().count() >= rows.into());
    let on_terminal = io::stdin().is_terminal() && io::stdout().is_terminal();
    if on_terminal && is_long() && out.flush().is_ok() && page(text) {
        return Ok(());
    }
    out.write_all(text.as_bytes())
}

/// True if a pager has shown the text.
fn page(text: &str) -> bool {
    let pager = std::env::var("PAGER").ok();
    let child = match pager.as_deref().map(str::trim) {
        Some("") => None,
        // Run by a shell, since it may have options.
        Some(named) => pipe(Command::new("sh").args(["-c", named])).ok(),
        None => pipe(Command::new("less").arg("-R")).or_else(|_| pipe(&mut Command::new("more"))).ok(),
    };
    child.is_some_and(|child| show(child, text))
}

fn pipe(pager: &mut Command) -> io::Result<Child> {
    pager.stdin(Stdio::piped()).spawn()
}

fn show(mut pager: Child, text: &str) -> bool {
    // Ctrl-C is for the pager.
    let _ = ignore_termination_signals();
    let written = pager.stdin.take().map_or(Ok(()), |mut to| to.write_all(text.as_bytes()));
    let status = pager.wait();
    // A user who quits early has read enough; a pager that did not start has shown nothing.
    let is_read = written.as_ref().err().is_none_or(|e| e.kind() == ErrorKind::BrokenPipe);
    is_read && status.is_ok_and(|status| status.code().is_none_or(|code| !NO_COMMAND.contains(&code)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pager_gets_whole_text_and_missing_pager_shows_nothing() {
        let shown = tempfile::NamedTempFile::new().unwrap();
        let run = |script: &str| pipe(Command::new("sh").args(["-c", script]).env("SHOWN", shown.path())).unwrap();
        let text = "line\n".repeat(100_000);
        assert!(show(run("cat > \"$SHOWN\""), &text));
        assert_eq!(std::fs::read_to_string(shown.path()).unwrap(), text);
        // The pager quits before the end.
        assert!(show(run("head -n 1 > \"$SHOWN\""), &text));
        assert!(!show(run("exec no-such-pager 2> /dev/null"), &text));
    }

    #[test]
    fn output_is_not_paged_off_terminal() {
        let mut out = Vec::new();
        write(&"line\n".repeat(1000), &mut out).unwrap();
        assert_eq!(out.len(), 5000);
    }
}
