//! Paragraphs for a terminal.

use std::io::{self, Write};

use textwrap::{Options, WordSplitter};

use crate::printable::printable_lines;

/// Columns of a line.
const WIDTH: usize = 80;

/// Writes words as lines of at most 80 columns: the first begins with `first`, the others with `indent`. No word is
/// divided.
///
/// # Errors
/// If they cannot be written.
pub fn write(text: &str, first: &str, indent: &str, to: &mut dyn Write) -> io::Result<()> {
    let options = Options::new(WIDTH).initial_indent(first).subsequent_indent(indent);
    let text = printable_lines(text);
    writeln!(to, "{}", textwrap::fill(&text, options.word_splitter(WordSplitter::NoHyphenation).break_words(false)))
}
