//! Errors of reading TOML and JSON, in words for people who wrote the file and do not know the types behind it.
//!
//! ```
//! use goldrush_engine::plain_error::{plain, toml_problem};
//!
//! let text = "games = 10\nplayers = \"two\"\n";
//! let error = toml::from_str::<std::collections::BTreeMap<String, u32>>(text).unwrap_err();
//! assert_eq!(toml_problem(text, &error), "line 2: players: \"two\" where a whole number from 0 is expected");
//! assert_eq!(plain("missing field `seed`"), "the key seed is missing");
//! ```

/// Types that serde expects, by its names, in the words of people.
const EXPECTED: [(&str, &str); 24] = [
    ("usize", "a whole number from 0"),
    ("u128", "a whole number from 0"),
    ("u64", "a whole number from 0"),
    ("u32", "a whole number from 0"),
    ("u16", "a whole number from 0"),
    ("u8", "a whole number from 0 to 255"),
    ("a nonzero usize", "a whole number from 1"),
    ("a nonzero u64", "a whole number from 1"),
    ("a nonzero u32", "a whole number from 1"),
    ("i128", "a whole number"),
    ("i64", "a whole number"),
    ("i32", "a whole number"),
    ("f64", "a number"),
    ("f32", "a number"),
    ("a string", "a text in quotes"),
    ("string", "a text in quotes"),
    ("str", "a text in quotes"),
    ("a boolean", "true or false"),
    ("bool", "true or false"),
    ("a sequence", "a list"),
    ("a map", "a table"),
    ("map", "a table"),
    ("string or map", "a text in quotes"),
    ("string or table", "a text in quotes"),
];

/// Values that serde finds, by its names, in the words of people.
const FOUND: [(&str, &str); 8] = [
    ("sequence", "a list"),
    ("array", "a list"),
    ("map", "a table"),
    ("table", "a table"),
    ("null", "nothing"),
    ("unit value", "nothing"),
    ("datetime", "a date"),
    ("newtype struct", "a value"),
];

/// Messages of the parsers of TOML and JSON, each with what would be right.
const SYNTAX: [(&str, &str); 6] = [
    ("expected value", "a value of JSON is expected"),
    ("expected ident", "a value of JSON is expected"),
    (
        "string values must be quoted",
        "a value is expected here; a text stands in quotes",
    ),
    // It has begun to read `true` or `false`.
    (
        "invalid boolean",
        "a value is expected here; a text stands in quotes",
    ),
    (
        "key with no value",
        "a key without a value; KEY = VALUE is expected",
    ),
    ("duplicate key", "this key is there twice"),
];

/// Returns where a TOML text is wrong, what is wrong there, and what would be right: `line 3: seed: "x" where a whole number from 0
/// is expected`. It is one line.
pub fn toml_problem(text: &str, error: &toml::de::Error) -> String {
    let problem = plain(error.message());
    let Some(start) = error.span().map(|span| span.start.min(text.len())) else {
        return problem;
    };
    let before = text.get(..start).unwrap_or_default();
    let line = 1 + before.matches('\n').count();
    let key = key_of(before, error.message().starts_with("invalid "));
    let key = key.map_or(String::new(), |key| format!("{key}: "));
    // A key that the whole file lacks has no line.
    match error.message().starts_with("missing field") && start == 0 {
        true => problem,
        false => format!("line {line}: {key}{problem}"),
    }
}

/// Returns the key whose value begins after this text; it may stand on an earlier line if this is within a value of several.
fn key_of(before: &str, is_within: bool) -> Option<&str> {
    let most = if is_within { usize::MAX } else { 1 };
    let mut lines = before.rsplit('\n').take(most);
    let before = lines.find_map(|line| Some(line.split_once('=')?.0))?;
    let key = before.trim().trim_matches('"');
    let is_key = !key.is_empty() && !key.contains(['[', '{', '#', '\'']);
    is_key.then_some(key)
}

/// Returns what serde says about a value in plain words, in one line.
pub fn plain(message: &str) -> String {
    let one_line = message.trim().replace(['\n', '\r'], " ");
    let message = without_place(&one_line);
    for kind in ["invalid type: ", "invalid value: ", "invalid length "] {
        if let Some((found, expected)) = message
            .strip_prefix(kind)
            .and_then(|rest| rest.rsplit_once(", expected "))
        {
            let [found, expected] = [found_value(found), expected_value(expected)];
            return format!("{found} where {expected} is expected");
        }
    }
    if let Some(rest) = message.strip_prefix("unknown field ") {
        return unknown(rest, "is no key here");
    }
    if let Some(rest) = message.strip_prefix("unknown variant ") {
        return unknown(rest, "is unknown");
    }
    if let Some(field) = message.strip_prefix("missing field ") {
        return format!("the key {} is missing", field.replace('`', ""));
    }
    if let Some(field) = message.strip_prefix("duplicate field ") {
        return format!("the key {} is there twice", field.replace('`', ""));
    }
    let syntax = SYNTAX.iter().find(|(said, _)| message.starts_with(said));
    syntax.map_or_else(|| message.to_owned(), |(_, meant)| (*meant).to_owned())
}

/// Cuts off ` at line 1 column 7`: a file of JSON is often one long line.
fn without_place(message: &str) -> &str {
    match message.rsplit_once(" at line ") {
        Some((message, place)) if place.contains(" column ") => message,
        _ => message,
    }
}

/// Returns what is wrong with a value that was parsed already, after its key if it has one.
pub fn value_problem(error: &toml::de::Error) -> String {
    let problem = plain(error.message());
    let text = error.to_string();
    match text.trim().rsplit_once("\nin `") {
        Some((_, key)) => format!("{}: {problem}", key.trim_end_matches('`')),
        None => problem,
    }
}

/// Returns the error of a name that is none of those possible: `` `x`, expected one of `a`, `b` ``.
fn unknown(rest: &str, problem: &str) -> String {
    let name = rest.split(", ").next().unwrap_or(rest);
    let possible = rest.get(name.len() + 2..).unwrap_or("");
    let name = name.trim_matches('`');
    let names: Vec<&str> = possible.split('`').skip(1).step_by(2).collect();
    match &names[..] {
        [] => format!("\"{name}\" {problem}"),
        [one] => format!("\"{name}\" {problem}; {one} is possible"),
        _ => format!("\"{name}\" {problem}; {} are possible", names.join(", ")),
    }
}

fn found_value(found: &str) -> String {
    let found = found
        .trim_end_matches(" as i128")
        .trim_end_matches(" as u128");
    if let Some(text) = found.strip_prefix("string ") {
        return text.to_owned();
    }
    if let Some((_, value)) = found.split_once('`') {
        return value.trim_end_matches('`').to_owned();
    }
    let known = FOUND.iter().find(|(name, _)| *name == found);
    known.map_or(found, |(_, words)| words).to_owned()
}

fn expected_value(expected: &str) -> String {
    let known = EXPECTED.iter().find(|(name, _)| *name == expected);
    match known {
        Some((_, words)) => (*words).to_owned(),
        None if expected.starts_with("struct ") => "a table".into(),
        None if expected.starts_with("enum ") => "a text in quotes".into(),
        None => expected.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroU32;

    use serde::Deserialize;

    use super::*;

    #[derive(PartialEq, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct File {
        seed: u64,
        players: Vec<usize>,
        name: String,
        #[serde(default)]
        packed: bool,
        least: Option<NonZeroU32>,
        order: Option<Order>,
        limits: Option<Limits>,
    }

    #[derive(PartialEq, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    enum Order {
        First,
        Last,
    }

    #[derive(PartialEq, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Limits {
        seconds: u8,
    }

    #[test]
    fn problems_name_line_key_and_what_would_be_right() {
        let whole = "seed = 1\nplayers = [2]\nname = \"x\"\n";
        for (from, to, says) in [
            (
                "seed = 1",
                "seed = \"a, b\"",
                "line 1: seed: \"a, b\" where a whole number from 0 is expected",
            ),
            (
                "seed = 1",
                "seed = -3",
                "line 1: seed: -3 where a whole number from 0 is expected",
            ),
            (
                "seed = 1",
                "seed = 1.5",
                "line 1: seed: 1.5 where a whole number from 0 is expected",
            ),
            (
                "seed = 1",
                "seed = 36893488147419103232",
                "line 1: seed: 36893488147419103232 where a whole number from 0 is expected",
            ),
            (
                "[2]",
                "[\n  2,\n  true,\n]",
                "line 4: players: true where a whole number from 0 is expected",
            ),
            ("[2]", "2", "line 2: players: 2 where a list is expected"),
            (
                "\"x\"",
                "[]",
                "line 3: name: a list where a text in quotes is expected",
            ),
            (
                "\"x\"\n",
                "\"x\"\npacked = 1\n",
                "line 4: packed: 1 where true or false is expected",
            ),
            (
                "\"x\"\n",
                "\"x\"\nleast = 0\n",
                "line 4: least: 0 where a whole number from 1 is expected",
            ),
            (
                "\"x\"\n",
                "\"x\"\norder = \"middle\"\n",
                "line 4: order: \"middle\" is unknown; first, last are possible",
            ),
            (
                "\"x\"\n",
                "\"x\"\nsede = 1\n",
                "line 4: \"sede\" is no key here; seed, players, name, packed, least, order, limits are possible",
            ),
            (
                "\"x\"\n",
                "\"x\"\n[limits]\nseconds = 300\n",
                "line 5: seconds: 300 where a whole number from 0 to 255 is expected",
            ),
            (
                "\"x\"\n",
                "\"x\"\n[limits]\n",
                "line 4: the key seconds is missing",
            ),
            (
                "\"x\"\n",
                "\"x\"\nlimits = 3\n",
                "line 4: limits: 3 where a table is expected",
            ),
            (
                "\"x\"",
                "x",
                "line 3: name: a value is expected here; a text stands in quotes",
            ),
            ("seed = 1\n", "", "the key seed is missing"),
            (
                "seed = 1\n",
                "seed = 1\nseed = 2\n",
                "line 2: this key is there twice",
            ),
        ] {
            let text = whole.replace(from, to);
            assert!(text != whole, "{from}");
            let error = toml::from_str::<File>(&text).map(drop).unwrap_err();
            assert_eq!(toml_problem(&text, &error), says, "{text}");
        }
    }

    #[test]
    fn problems_of_parsed_values_name_their_key() {
        let table: toml::Table = "seconds = \"x\"".parse().unwrap();
        let error = table.try_into::<Limits>().map(drop).unwrap_err();
        let says = "seconds: \"x\" where a whole number from 0 to 255 is expected";
        assert_eq!(value_problem(&error), says);
    }

    #[test]
    fn problems_of_json_are_in_plain_words_too() {
        for (text, says) in [
            ("{}", "the key seconds is missing"),
            (
                "{\"seconds\": -1}",
                "-1 where a whole number from 0 to 255 is expected",
            ),
            (
                "{\"seconds\": null}",
                "nothing where a whole number from 0 to 255 is expected",
            ),
        ] {
            let error = serde_json::from_str::<Limits>(text).map(drop).unwrap_err();
            assert_eq!(plain(&error.to_string()), says, "{error}");
        }
    }
}
