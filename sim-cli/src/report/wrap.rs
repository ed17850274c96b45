//! Paragraphs for a terminal.

use std::io::{self, Write};

/// Columns of a line.
const WIDTH: usize = 80;

/// Writes words as lines of at most 80 columns, each indented by `indent`.
///
/// # Errors
/// If they cannot be written.
pub fn write(text: &str, indent: &str, to: &mut dyn Write) -> io::Result<()> {
    let mut line = String::new();
    for word in text.split_whitespace() {
        if !line.is_empty() && indent.len() + line.chars().count() + 1 + word.chars().count() > WIDTH {
            writeln!(to, "{indent}{line}")?;
            line.clear();
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    writeln!(to, "{indent}{line}")
}

#[cfg(test)]
mod tests {
    #[test]
    fn lines_are_short_and_lose_no_word() {
        let text = "one two three ".repeat(30);
        let mut written = Vec::new();
        super::write(&text, "  ", &mut written).unwrap();
        let written = String::from_utf8(written).unwrap();
        assert!(written.lines().all(|l| l.starts_with("  ") && l.len() <= 80));
        assert!(written.split_whitespace().eq(text.split_whitespace()));
    }
}
