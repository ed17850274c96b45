//! Texts in cells of tables, such that no reader takes them for anything else.

/// Words that some reader takes for a missing value, a truth value, a number, or a date.
const OTHERS: [&str; 21] = [
    "epoch", "f", "false", "inf", "infinity", "n", "n/a", "na", "nan", "nat", "nil", "no", "none",
    "now", "null", "off", "on", "t", "true", "y", "yes",
];

/// Months, by which spreadsheets recognize dates.
const MONTHS: [&str; 12] = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
];

/// Writes a name that a bot chose itself as a text: one that does not begin with a letter, is a word with another meaning, or is a
/// date to a spreadsheet, has `bot ` before it. Quotes would not help.
pub fn as_text(name: &str) -> String {
    let lower = name.to_lowercase();
    let is_text =
        name.starts_with(char::is_alphabetic) && !OTHERS.contains(&&*lower) && !is_date(&lower);
    if is_text || name.is_empty() {
        name.into()
    } else {
        format!("bot {name}")
    }
}

/// True if a name is a month, which may be shortened to three letters, with numbers after it: `march1` or `dec 2`.
fn is_date(lower: &str) -> bool {
    let (word, rest) = lower.split_at(
        lower
            .find(|c: char| !c.is_ascii_alphabetic())
            .unwrap_or(lower.len()),
    );
    let is_month = MONTHS.iter().any(|month| month.starts_with(word));
    word.len() >= 3
        && is_month
        && !rest.is_empty()
        && rest
            .chars()
            .all(|c| c.is_ascii_digit() || " -/.,'".contains(c))
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
            "MARCH1",
            "Dec 2",
            "sept-3",
            "May.1",
            "1-2",
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
            "may",
            "marvin 1.0",
            "maria2x",
            "decider",
            "",
        ] {
            assert_eq!(as_text(name), name);
        }
    }
}
