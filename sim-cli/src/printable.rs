//! Text that came from outside, such as from bots, records and files, made fit to be printed: nothing in it steers a
//! terminal, and none of it is what XML cannot hold.

use std::fmt::Display;

/// A text on one line in which every character that is not seen, but does something, is escaped: `\u{1b}`, `\n`.
pub fn printable(text: impl Display) -> String {
    let mut shown = String::new();
    for c in text.to_string().chars() {
        if does_something(c) { shown.extend(c.escape_default()) } else { shown.push(c) }
    }
    shown
}

/// As [`printable`], line by line.
pub fn printable_lines(text: &str) -> String {
    text.split('\n').map(printable).collect::<Vec<_>>().join("\n")
}

/// Control characters, separators of lines, marks and overrides of the direction in which text runs, and what is no character.
fn does_something(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
        || matches!(c, '\u{fffe}' | '\u{ffff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_seen_is_escaped_and_the_rest_stays() {
        for (text, shown) in [
            ("Żółw \\ 金 👍🏽 <b>&", "Żółw \\ 金 👍🏽 <b>&"),
            ("\u{1b}[2J\u{1b}]0;owned\u{7}", r"\u{1b}[2J\u{1b}]0;owned\u{7}"),
            ("a\nb\tc\rd\0\u{7f}", r"a\nb\tc\rd\u{0}\u{7f}"),
            ("\u{9b}2J \u{202e}txt.exe \u{2028} \u{ffff}", r"\u{9b}2J \u{202e}txt.exe \u{2028} \u{ffff}"),
        ] {
            assert_eq!(printable(text), shown);
        }
        assert_eq!(printable_lines("a\u{8}\nb\n"), "a\\u{8}\nb\n");
    }
}
