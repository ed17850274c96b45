//! Shows texts longer than the terminal in the user's pager, as `git` and `man` do.

use std::io::{self, ErrorKind, IsTerminal, Write};
use std::process::{Command, Stdio};

use goldrush_screens::tui;
use goldrush_support::system::ignore_termination_signals;

/// Pager unless `PAGER` names another.
const PAGER: &str = "if command -v less > /dev/null; then less -R; else more; fi";
/// Exit codes of a shell for a command that it cannot run.
const NO_COMMAND: [i32; 2] = [126, 127];

/// Writes a text: through `$PAGER`, `less` or `more` if it goes to a terminal with too few rows, otherwise directly. An
/// empty `PAGER` or `cat` turns paging off.
pub(super) fn write(text: &str, out: &mut dyn Write) -> io::Result<()> {
    let on_terminal = io::stdin().is_terminal() && io::stdout().is_terminal();
    if on_terminal && is_long(text) && out.flush().is_ok() && page(text) {
        return Ok(());
    }
    out.write_all(text.as_bytes())
}

/// True if a text has more lines than the terminal.
fn is_long(text: &str) -> bool {
    text.lines().count() >= tui::size().1.into()
}

/// True if a pager has shown the text.
fn page(text: &str) -> bool {
    let pager = std::env::var("PAGER").unwrap_or_else(|_| PAGER.into());
    !pager.trim().is_empty() && show(&pager, text)
}

/// Shows a text by a command of the shell, since it may have options; true if it was shown.
fn show(pager: &str, text: &str) -> bool {
    let pager = Command::new("sh")
        .args(["-c", pager])
        .stdin(Stdio::piped())
        .spawn();
    let Ok(mut pager) = pager else { return false };
    // Ctrl-C is for the pager.
    let _ = ignore_termination_signals();
    let written = pager
        .stdin
        .take()
        .map_or(Ok(()), |mut to| to.write_all(text.as_bytes()));
    let status = pager.wait();
    // A user who quits early has read enough; a pager that did not start has shown nothing.
    let is_read = written
        .as_ref()
        .err()
        .is_none_or(|e| e.kind() == ErrorKind::BrokenPipe);
    is_read
        && status.is_ok_and(|status| status.code().is_none_or(|code| !NO_COMMAND.contains(&code)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pager_gets_whole_text_and_missing_pager_shows_nothing() {
        let shown = tempfile::NamedTempFile::new().unwrap();
        let text = "line\n".repeat(100_000);
        assert!(show(&format!("cat > {}", shown.path().display()), &text));
        assert_eq!(std::fs::read_to_string(shown.path()).unwrap(), text);
        // The pager quits before the end.
        assert!(show(
            &format!("head -n 1 > {}", shown.path().display()),
            &text
        ));
        assert!(!show("exec no-such-pager 2> /dev/null", &text));
    }

    #[test]
    fn output_is_not_paged_off_terminal() {
        let mut out = Vec::new();
        write(&"line\n".repeat(1000), &mut out).unwrap();
        assert_eq!(out.len(), 5000);
    }
}
