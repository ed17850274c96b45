//! The names that people give themselves.

use goldrush_support::error::bad_input;
use goldrush_support::lookalike::look_alike;
use goldrush_support::printable::printable;

/// Letters that look like nothing.
const INVISIBLE: [char; 4] = ['\u{115f}', '\u{1160}', '\u{3164}', '\u{ffa0}'];
/// Largest number of characters in a name.
const LONGEST_NAME: usize = 24;

/// Returns a name without spaces around it and without control characters.
///
/// # Errors
/// Says what is wrong with the name.
pub fn checked_name(name: &str) -> Result<String, &'static str> {
    let name = printable(name.trim()).to_string();
    match name.chars().count() {
        0 => Err("Please enter your name."),
        1..=LONGEST_NAME
            if !name.chars().all(is_visible) || !name.chars().any(char::is_alphanumeric) =>
        {
            Err("Please use letters and digits in your name.")
        }
        1..=LONGEST_NAME => Ok(name),
        _ => Err("Please enter a name of at most 24 characters."),
    }
}

/// True if a character of a name can be seen and told apart.
fn is_visible(c: char) -> bool {
    (c.is_alphanumeric() && !INVISIBLE.contains(&c)) || " -'’._".contains(c)
}

/// Parses the option `--names`.
///
/// # Errors
/// Bad input if a name is empty, too long or odd, or looks like another.
pub fn names_of_option(text: &str) -> anyhow::Result<Vec<String>> {
    let mut names: Vec<String> = Vec::new();
    for name in text.split(',') {
        let name = checked_name(name)
            .map_err(|e| bad_input(format!("--names: {}: {e}", printable(name))))?;
        if names.iter().any(|other| look_alike(other, &name)) {
            return Err(bad_input(format!(
                "--names: {name} looks like another name"
            )));
        }
        names.push(name);
    }
    Ok(names)
}
