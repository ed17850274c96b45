//! Makes text from outside, such as from bots, records and files, safe to print: nothing in it controls the terminal or
//! is invalid in XML.

use std::fmt::Display;

/// Returns a text as one line, with every invisible or control character escaped: `\u{1b}`, `\n`.
pub fn printable(text: impl Display) -> String {
    let mut shown = String::new();
    for c in text.to_string().chars() {
        if does_something(c) {
            shown.extend(c.escape_default());
        } else {
            shown.push(c);
        }
    }
    shown
}

/// Escapes each line as [`printable`] does.
pub fn printable_lines(text: &str) -> String {
    text.split('\n')
        .map(printable)
        .collect::<Vec<_>>()
        .join("\n")
}

/// True for control characters, line separators, marks and overrides of the text direction, and noncharacters.
fn does_something(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
        || matches!(c, '\u{fffe}' | '\u{ffff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_invisible_characters_are_escaped() {
        for (text, shown) in [
            ("Żółw \\ 金 👍🏽 <b>&", "Żółw \\ 金 👍🏽 <b>&"),
            (
                "\u{1b}[2J\u{1b}]0;owned\u{7}",
                r"\u{1b}[2J\u{1b}]0;owned\u{7}",
            ),
            ("a\nb\tc\rd\0\u{7f}", r"a\nb\tc\rd\u{0}\u{7f}"),
            (
                "\u{9b}2J \u{202e}txt.exe \u{2028} \u{ffff}",
                r"\u{9b}2J \u{202e}txt.exe \u{2028} \u{ffff}",
            ),
        ] {
            assert_eq!(printable(text), shown);
        }
        assert_eq!(printable_lines("a\u{8}\nb\n"), "a\\u{8}\nb\n");
    }
}
