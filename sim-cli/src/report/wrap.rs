//! Wraps paragraphs for a terminal.

use std::io::{self, Write};

use textwrap::{Options, WordSplitter};

use crate::printable::printable_lines;

/// Width of a line, in columns.
const WIDTH: usize = 80;

/// Writes text in lines of at most 80 columns: the first begins with `first`, the others with `indent`. Words are never
/// divided.
///
/// # Errors
/// Fails if writing fails.
pub fn write(text: &str, first: &str, indent: &str, to: &mut dyn Write) -> io::Result<()> {
    let options = Options::new(WIDTH).initial_indent(first).subsequent_indent(indent);
    let text = printable_lines(text);
    writeln!(to, "{}", textwrap::fill(&text, options.word_splitter(WordSplitter::NoHyphenation).break_words(false)))
}
