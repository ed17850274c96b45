//! Refusals of what bots write, in words for their authors: which field is wrong, and what it may be.

use serde_json::Value;

use goldrush_engine::plain_error::plain;

use super::message::FromBot;
use super::mistake::Mistake;

/// Longest part of a line that is quoted, in characters.
const QUOTED: usize = 80;
/// Longest value that is quoted, in characters.
const LONGEST_VALUE: usize = 40;

/// Refusal of what a bot wrote or did.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refusal {
    /// Description of the bot's mistake, in words that follow "it".
    pub what: String,
    /// Advice for its author, if there is any.
    pub advice: Option<String>,
}

impl<S: Into<String>> From<S> for Refusal {
    fn from(what: S) -> Refusal {
        Refusal {
            what: what.into(),
            advice: None,
        }
    }
}

impl Mistake {
    /// Returns the refusal of a bot that was seen to make this mistake.
    pub fn seen(self, what: impl Into<String>) -> Refusal {
        Refusal {
            what: what.into(),
            advice: Some(self.advice().into()),
        }
    }
}

/// Message that looks like an answer, except for its type.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Misnamed {
    /// The beginning of its line.
    pub line: String,
    pub mistake: Mistake,
}

/// Values that a field may have.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Holds {
    Text,
    Texts,
    Whole,
    WholeNumbers,
    Number,
    Options,
    /// Id of one of the moves that were offered.
    Id,
}

/// Need for a field.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Presence {
    Needed,
    /// It may be missing, or null.
    Optional,
    /// It may be missing, but not null.
    Solid,
}

/// Field of a message.
struct Field {
    name: &'static str,
    holds: Holds,
    presence: Presence,
}

/// Fields of `ready`.
const READY: [Field; 8] = [
    field("name", Holds::Text, Presence::Needed),
    field("version", Holds::Text, Presence::Optional),
    field("proto", Holds::Whole, Presence::Optional),
    field("send", Holds::Texts, Presence::Optional),
    field("games", Holds::Texts, Presence::Optional),
    field("rules", Holds::Texts, Presence::Optional),
    field("players", Holds::WholeNumbers, Presence::Optional),
    field("options", Holds::Options, Presence::Solid),
];

/// Fields of `move`.
const MOVE: [Field; 5] = [
    field("id", Holds::Id, Presence::Needed),
    field("n", Holds::Whole, Presence::Optional),
    field("value", Holds::Number, Presence::Optional),
    field("pv", Holds::Texts, Presence::Solid),
    field("note", Holds::Text, Presence::Solid),
];

const fn field(name: &'static str, holds: Holds, presence: Presence) -> Field {
    Field {
        name,
        holds,
        presence,
    }
}

/// Reads a line of a bot as a message; `count` is the number of moves that it was offered last.
///
/// # Errors
/// If the line is no message, or a field of it is wrong.
pub fn read(line: &[u8], count: u32) -> Result<FromBot, Refusal> {
    match serde_json::from_slice(line) {
        // The values of options may have any type for the reader.
        Ok(FromBot::Ready(ready)) if !ready.options.is_empty() => match wrong_field(line, count) {
            Some(problem) => Err(wrong_message(line, &problem)),
            None => Ok(FromBot::Ready(ready)),
        },
        Ok(message) => Ok(message),
        Err(e) => Err(refusal(line, &e, count)),
    }
}

/// Problem with a field.
struct Problem {
    found: String,
    advice: String,
}

/// Returns why a line cannot be read.
fn refusal(line: &[u8], e: &serde_json::Error, count: u32) -> Refusal {
    if let Some(problem) = wrong_field(line, count) {
        return wrong_message(line, &problem);
    }
    let is_message =
        serde_json::from_slice(line).is_ok_and(|value: Value| value.get("t").is_some());
    if is_message {
        let found = plain(&e.to_string());
        let what = format!("wrote a message that is wrong ({found}): {}", quoted(line));
        return Refusal { what, advice: None };
    }
    let what = format!("wrote a line that is no message: {}", quoted(line));
    match foreign_number(line) {
        Some(advice) => Refusal {
            what,
            advice: Some(advice),
        },
        None => mistake(line, e).seen(what),
    }
}

/// Returns why a line is no message.
fn mistake(line: &[u8], e: &serde_json::Error) -> Mistake {
    let text = String::from_utf8_lossy(line);
    let text = text.trim();
    match text.strip_prefix('{').map(str::trim_start) {
        Some(_) if e.is_eof() => Mistake::ManyLines,
        Some(inside) if inside.starts_with('\'') => Mistake::SingleQuotes,
        Some(_) if e.is_data() => Mistake::Untyped,
        _ => Mistake::Foreign,
    }
}

/// Returns a line that is ignored though it looks like an answer.
pub fn misnamed(line: &[u8]) -> Option<Misnamed> {
    let message: Value = serde_json::from_slice(line).ok()?;
    let kind = message.get("t")?.as_str()?.to_lowercase();
    let mistake = match &kind[..] {
        "ready" => Mistake::AlmostReady,
        "move" => Mistake::AlmostMove,
        _ if message.get("id").is_some() => Mistake::AlmostMove,
        _ if message.get("name").is_some() => Mistake::AlmostReady,
        _ => return None,
    };
    Some(Misnamed {
        line: quoted(line),
        mistake,
    })
}

fn wrong_message(line: &[u8], problem: &Problem) -> Refusal {
    Refusal {
        what: format!(
            "wrote a message that is wrong ({}): {}",
            problem.found,
            quoted(line)
        ),
        advice: Some(problem.advice.clone()),
    }
}

/// Returns the advice for numbers that some languages write and JSON does not have.
fn foreign_number(line: &[u8]) -> Option<String> {
    let text = String::from_utf8_lossy(line);
    let foreign = ["NaN", "Infinity"]
        .into_iter()
        .find(|word| text.contains(word))?;
    text.contains("\"t\"").then(|| {
        format!("JSON has no {foreign}: leave the field out if its value is no finite number")
    })
}

/// Returns the beginning of a line.
pub fn quoted(line: &[u8]) -> String {
    shortened(String::from_utf8_lossy(line).trim_end(), QUOTED)
}

/// Returns a text, or its beginning and a mark if it has more than `longest` characters.
fn shortened(text: &str, longest: usize) -> String {
    match text.char_indices().nth(longest) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.into(),
    }
}

/// Returns what is wrong with the first wrong field of a message.
fn wrong_field(line: &[u8], count: u32) -> Option<Problem> {
    let message: Value = serde_json::from_slice(line).ok()?;
    let fields = match message.get("t")? {
        Value::String(kind) if kind == "ready" => &READY[..],
        Value::String(kind) if kind == "move" => &MOVE[..],
        Value::String(_) => return None,
        other => return Some(wrong_value("t", other, "a text")),
    };
    fields
        .iter()
        .find_map(|field| field.problem(message.get(field.name), count))
}

impl Field {
    fn problem(&self, value: Option<&Value>, count: u32) -> Option<Problem> {
        let name = self.name;
        let Some(value) = value else {
            return (self.presence == Presence::Needed).then(|| {
                let expected = self.expected(count);
                Problem {
                    found: format!("`{name}` is missing: {expected} is expected"),
                    advice: format!("add the field `{name}`"),
                }
            });
        };
        if value.is_null() && self.presence == Presence::Optional {
            return None;
        }
        match (self.holds, value) {
            (Holds::Options, Value::Object(options)) => options
                .iter()
                .find(|(_, value)| !is_option(value))
                .map(|(option, value)| {
                    let expected = "a number, a text, true or false";
                    wrong_value(&format!("options.{option}"), value, expected)
                }),
            (holds, value) if holds.takes(value) => None,
            (Holds::Id, value) => {
                let mistake = if value.is_object() {
                    Mistake::WholeMove
                } else {
                    Mistake::NotOffered
                };
                Some(Problem {
                    advice: mistake.advice().into(),
                    ..wrong_value(name, value, &self.expected(count))
                })
            }
            (_, value) => Some(wrong_value(name, value, &self.expected(count))),
        }
    }

    /// Returns what the field may be, in words.
    fn expected(&self, count: u32) -> String {
        match self.holds {
            Holds::Text => "a text".into(),
            Holds::Texts => "a list of texts".into(),
            Holds::Whole => "a whole number from 0".into(),
            Holds::WholeNumbers => "a list of whole numbers".into(),
            Holds::Number => "a number".into(),
            Holds::Options => "an object of names and values".into(),
            Holds::Id if count == 0 => "a whole number from 0".into(),
            Holds::Id => format!("a whole number from 0 to {}", count - 1),
        }
    }
}

impl Holds {
    fn takes(self, value: &Value) -> bool {
        match self {
            Holds::Text => value.is_string(),
            Holds::Texts => is_list_of(value, Value::is_string),
            Holds::Whole | Holds::Id => is_whole(value),
            Holds::WholeNumbers => is_list_of(value, Value::is_u64),
            Holds::Number => value.is_number(),
            Holds::Options => false,
        }
    }
}

fn is_whole(value: &Value) -> bool {
    value
        .as_u64()
        .is_some_and(|number| u32::try_from(number).is_ok())
}

fn is_list_of(value: &Value, is_right: impl Fn(&Value) -> bool) -> bool {
    value
        .as_array()
        .is_some_and(|list| list.iter().all(is_right))
}

fn is_option(value: &Value) -> bool {
    value.is_number() || value.is_string() || value.is_boolean()
}

fn wrong_value(name: &str, value: &Value, expected: &str) -> Problem {
    let shown = shortened(&value.to_string(), LONGEST_VALUE);
    Problem {
        found: format!("`{name}` is {shown}: {expected} is expected"),
        advice: format!("let `{name}` be {expected}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn refusals_name_the_field_and_what_it_may_be() {
        for (line, says) in [
            (
                r#"{"t":"move","id":-1}"#,
                "`id` is -1: a whole number from 0 to 11 is expected",
            ),
            (
                r#"{"t":"move","id":3.5}"#,
                "`id` is 3.5: a whole number from 0 to 11 is expected",
            ),
            (
                r#"{"t":"move","id":5000000000}"#,
                "`id` is 5000000000: a whole number from 0 to 11 is expected",
            ),
            (
                r#"{"t":"move"}"#,
                "`id` is missing: a whole number from 0 to 11 is expected",
            ),
            (
                r#"{"t":"move","id":1,"pv":null}"#,
                "`pv` is null: a list of texts is expected",
            ),
            (
                r#"{"t":"move","id":1,"value":"big"}"#,
                "`value` is \"big\": a number is expected",
            ),
            (
                r#"{"t":"ready","name":"x","games":"carcassonne"}"#,
                "`games` is \"carcassonne\": a list of texts is expected",
            ),
            (r#"{"t":"ready"}"#, "`name` is missing: a text is expected"),
            (
                r#"{"t":"ready","name":"x","players":[2,"3"]}"#,
                "`players` is [2,\"3\"]: a list of whole numbers is expected",
            ),
            (
                r#"{"t":"ready","name":"x","options":{"a":1,"b":[1,2]}}"#,
                "`options.b` is [1,2]: a number, a text, true or false is expected",
            ),
            (
                r#"{"t":"ready","name":"x","options":[]}"#,
                "`options` is []: an object of names and values is expected",
            ),
            (r#"{"t":3}"#, "`t` is 3: a text is expected"),
            (r#"{"t":"move","id":1,"id":2}"#, "the key id is there twice"),
        ] {
            let refusal = read(line.as_bytes(), 12).unwrap_err();
            let what = format!("wrote a message that is wrong ({says}): {line}");
            assert_eq!(refusal.what, what);
            assert!(
                refusal.advice.is_some() || says.contains("twice"),
                "{refusal:?}"
            );
        }
    }

    #[test]
    fn messages_that_may_be_sent_are_read() {
        for line in [
            r#"{"t":"move","id":3,"n":null,"value":null,"pv":[],"note":"","why":[1]}"#,
            r#"{"t":"ready","name":"x","send":null,"options":{"a":1,"b":"c","d":false}}"#,
            r#"{"t":"info","id":-1}"#,
        ] {
            assert!(read(line.as_bytes(), 12).is_ok(), "{line}");
        }
    }

    #[test]
    fn long_values_are_shortened_with_a_mark() {
        let line = br#"{"t":"move","id":{"id":3,"kind":"place","x":0,"y":1,"rotation":90,"scores":[0,0]}}"#;
        let refusal = read(line, 12).unwrap_err();
        let says = "(`id` is {\"id\":3,\"kind\":\"place\",\"x\":0,\"y\":1,\"rota…: a whole number from 0 to 11";
        assert!(refusal.what.contains(says), "{refusal:?}");
        assert!(refusal.what.ends_with("\"scores\":[0,0]…"), "{refusal:?}");
        assert_eq!(refusal.advice.unwrap(), Mistake::WholeMove.advice());
    }

    #[test]
    fn answers_of_an_unknown_type_are_noticed() {
        for (line, mistake) in [
            (r#"{"t":"Move","id":3}"#, Some(Mistake::AlmostMove)),
            (r#"{"t":"answer","id":3}"#, Some(Mistake::AlmostMove)),
            (r#"{"t":"READY"}"#, Some(Mistake::AlmostReady)),
            (r#"{"t":"info","nodes":12}"#, None),
        ] {
            assert_eq!(
                misnamed(line.as_bytes()).map(|found| found.mistake),
                mistake
            );
        }
    }

    #[test]
    fn other_lines_are_no_messages() {
        for (line, mistake) in [
            ("thinking", Mistake::Foreign),
            ("3", Mistake::Foreign),
            ("{", Mistake::ManyLines),
            (r#"{"t":"move","#, Mistake::ManyLines),
            ("  \"id\": 3", Mistake::Foreign),
            ("{'t': 'move', 'id': 3}", Mistake::SingleQuotes),
            (r#"{"id":3}"#, Mistake::Untyped),
        ] {
            let what = format!("wrote a line that is no message: {}", line.trim_end());
            assert_eq!(read(line.as_bytes(), 12), Err(mistake.seen(what)));
        }
        let refusal = read(br#"{"t":"move","id":1,"value":NaN}"#, 12).unwrap_err();
        let advice = refusal.advice.unwrap();
        assert!(advice.contains("JSON has no NaN"), "{advice}");
    }
}
