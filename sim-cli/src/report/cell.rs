//! Texts in cells of tables, such that no reader takes them for anything else.

/// Words that some reader takes for a missing value, a truth value, a number, or a date.
const OTHERS: [&str; 21] = [
    "epoch", "f", "false", "inf", "infinity", "n", "n/a", "na", "nan", "nat", "nil", "no", "none",
    "now", "null", "off", "on", "t", "true", "y", "yes",
];

/// Writes a name that a bot chose itself as a text: one that does not begin with a letter, or is a word with another meaning, has
/// `bot ` before it.
pub fn as_text(name: &str) -> String {
    let is_text = name.starts_with(char::is_alphabetic) && !OTHERS.contains(&&*name.to_lowercase());
    if is_text || name.is_empty() {
        name.into()
    } else {
        format!("bot {name}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_readers_mistake_become_texts() {
        for name in [
            "1",
            "1e5",
            "-1",
            "2024-01-01",
            "=1+1",
            "1/3/5",
            "NaN",
            "NA",
            "n/a",
            "null",
            "None",
            "true",
            "inf",
            "T",
        ] {
            assert_eq!(as_text(name), format!("bot {name}"));
        }
        for name in [
            "greedy",
            "level2",
            "Nana",
            "trueblue 1.0",
            "Żubr",
            "nan 2",
            "",
        ] {
            assert_eq!(as_text(name), name);
        }
    }
}
