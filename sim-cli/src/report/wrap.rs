//! Paragraphs for a terminal.

use std::io::{self, Write};

/// Columns of a line.
const WIDTH: usize = 80;

/// Writes words as lines of at most 80 columns: the first begins with `first`, the others with `indent`.
///
/// # Errors
/// If they cannot be written.
pub fn write(text: &str, first: &str, indent: &str, to: &mut dyn Write) -> io::Result<()> {
    let mut line = first.to_owned();
    let mut empty = true;
    for word in text.split_whitespace() {
        if !empty && line.chars().count() + 1 + word.chars().count() > WIDTH {
            writeln!(to, "{line}")?;
            indent.clone_into(&mut line);
            empty = true;
        }
        if !empty {
            line.push(' ');
        }
        line.push_str(word);
        empty = false;
    }
    writeln!(to, "{line}")
}

#[cfg(test)]
mod tests {
    #[test]
    fn lines_are_short_and_lose_no_word() {
        let text = "one two three ".repeat(30);
        let mut written = Vec::new();
        super::write(&text, "> ", "  ", &mut written).unwrap();
        let written = String::from_utf8(written).unwrap();
        assert!(written.lines().skip(1).all(|l| l.starts_with("  ") && l.len() <= 80));
        assert!(written.split_whitespace().skip(1).eq(text.split_whitespace()));
    }
}
