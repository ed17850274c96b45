//! Wraps paragraphs.

use std::io::{self, Write};

use goldrush_support::printable::printable_lines;

/// Width of a line on a terminal, in columns.
pub const WIDTH: usize = 80;

/// Writes text in lines of at most 80 columns: the first begins with `first`, the others with `indent`. Words are never
/// divided.
pub fn write(text: &str, first: &str, indent: &str, to: &mut dyn Write) -> io::Result<()> {
    write_within(WIDTH, text, first, indent, to)
}

/// Writes text in lines of at most `width` columns, otherwise like [`write()`].
pub fn write_within(
    width: usize,
    text: &str,
    first: &str,
    indent: &str,
    to: &mut dyn Write,
) -> io::Result<()> {
    for (n, paragraph) in printable_lines(text).split('\n').enumerate() {
        for line in lines(
            paragraph,
            width,
            if n == 0 { first } else { indent },
            indent,
        ) {
            writeln!(to, "{}", line.trim_end())?;
        }
    }
    Ok(())
}

/// Returns a paragraph as lines of at most `width` characters, unless a word is longer; the first begins with `first`,
/// the others with `indent`.
pub fn lines(text: &str, width: usize, first: &str, indent: &str) -> Vec<String> {
    let mut lines = vec![first.to_owned()];
    let mut is_begun = false;
    for word in text.split_whitespace() {
        let line = lines.last_mut().expect("there is one");
        if is_begun && line.chars().count() + 1 + word.chars().count() > width {
            lines.push(format!("{indent}{word}"));
        } else {
            line.push_str(if is_begun { " " } else { "" });
            line.push_str(word);
        }
        is_begun = true;
    }
    lines
}
