//! The files of results as JSON, and paths to their entries: `arms[name=base, greedy, 2 players].seats[0].metrics.win_share`.
//!
//! A step is a field, or in brackets one with any name, the place of an entry in a list, `min FIELD`, `max FIELD`, or conditions
//! that entries meet: `[players=2 & low<=0.5]`. `~` in place of `=` asks for the beginning of a text. The sides of `<=` are
//! numbers, or fields that are.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::slice;

use anyhow::{Context, anyhow};
use goldrush_engine::plain_error::toml_problem;
use goldrush_support::input::read_input;
use serde_json::Value;

/// The error if a file or an entry is not there.
#[derive(Debug)]
pub(super) struct Missing(pub(super) String);

impl std::fmt::Display for Missing {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Missing {}

/// Files in a folder of results, each read once.
pub(super) struct Sources {
    folder: PathBuf,
    read: RefCell<BTreeMap<String, Rc<Value>>>,
}

/// An entry that a path leads to.
#[derive(Clone, Copy)]
pub(super) struct Entry<'a> {
    pub(super) value: &'a Value,
    /// The value that it is a field of, and its name there.
    pub(super) parent: Option<(&'a Value, &'a str)>,
    /// Number of results that it is a mean of, if a step on the way has it.
    pub(super) results: Option<f64>,
}

impl Sources {
    /// Returns the files of a folder, none of them read yet.
    pub(super) fn new(folder: &Path) -> Sources {
        Sources {
            folder: folder.to_owned(),
            read: RefCell::default(),
        }
    }

    /// Returns what a function makes of each entry that `FILE:PATH` leads to. FILE is a `.csv` or `.toml`, or a run's folder.
    ///
    /// # Errors
    /// [`Missing`] if there is no such file or entry.
    pub(super) fn each<T>(
        &self,
        query: &str,
        of: impl Fn(&Entry) -> anyhow::Result<T>,
    ) -> anyhow::Result<Vec<T>> {
        let end = query.find(':').context("expected FILE:PATH")?;
        let file = &query[..end];
        let root = self.get(file)?;
        find(&root, &query[end + 1..])
            .and_then(|found| found.iter().map(of).collect())
            .with_context(|| file.to_owned())
    }

    fn get(&self, name: &str) -> anyhow::Result<Rc<Value>> {
        if let Some(known) = self.read.borrow().get(name) {
            return Ok(Rc::clone(known));
        }
        let mut file = self.folder.join(name);
        if file.is_dir() {
            file.push("summary.json.gz");
        }
        if !file.exists() {
            anyhow::bail!(Missing(format!("there is no file {}", file.display())));
        }
        let text = read_input(&file)?;
        let value = match file.extension().and_then(|kind| kind.to_str()) {
            Some("csv") => csv::Reader::from_reader(text.as_bytes())
                .deserialize::<BTreeMap<String, String>>()
                .map(|row| Ok(serde_json::to_value(row?)?))
                .collect(),
            Some("toml") => {
                toml::from_str(&text).map_err(|wrong| anyhow!(toml_problem(&text, &wrong)))
            }
            _ => serde_json::from_str(&text).map_err(anyhow::Error::from),
        };
        let value = Rc::new(value.with_context(|| file.display().to_string())?);
        self.read
            .borrow_mut()
            .insert(name.into(), Rc::clone(&value));
        Ok(value)
    }
}

/// Returns the entries that a path leads to, at least one.
fn find<'a>(root: &'a Value, path: &'a str) -> anyhow::Result<Vec<Entry<'a>>> {
    let mut found = vec![Entry {
        value: root,
        parent: None,
        results: None,
    }];
    for (at, part) in path.split(['[', ']']).enumerate() {
        if at % 2 == 1 {
            found = chosen(&found, part);
        }
        for name in part
            .split('.')
            .filter(|name| at % 2 == 0 && !name.is_empty())
        {
            found = found
                .iter()
                .filter_map(|entry| field(entry, name))
                .collect();
        }
        if found.is_empty() {
            anyhow::bail!(Missing(format!("there is no {part} in {path}")));
        }
    }
    Ok(found)
}

fn field<'a>(entry: &Entry<'a>, name: &'a str) -> Option<Entry<'a>> {
    let results = entry.value.get("results").and_then(Value::as_f64);
    Some(Entry {
        value: entry.value.get(name)?,
        parent: Some((entry.value, name)),
        results: results.or(entry.results),
    })
}

/// Returns the entries, or entries of lists, that meet what stands in brackets.
fn chosen<'a>(entries: &[Entry<'a>], condition: &'a str) -> Vec<Entry<'a>> {
    let fields: Vec<Entry> = entries
        .iter()
        .filter_map(|entry| field(entry, condition))
        .collect();
    if !fields.is_empty() {
        return fields;
    }
    let mut all = Vec::new();
    for entry in entries {
        let list = entry
            .value
            .as_array()
            .map_or(slice::from_ref(entry.value), Vec::as_slice);
        all.extend(list.iter().map(|value| Entry { value, ..*entry }));
    }
    if let Ok(place) = condition.parse() {
        return all.into_iter().skip(place).take(1).collect();
    }
    match condition.split_once(' ') {
        Some(("min", name)) => all.sort_by(|a, b| key(a, name).total_cmp(&key(b, name))),
        Some(("max", name)) => all.sort_by(|a, b| key(b, name).total_cmp(&key(a, name))),
        _ => all.retain(|entry| condition.split(" & ").all(|one| meets(entry.value, one))),
    }
    if condition.starts_with("min ") || condition.starts_with("max ") {
        all.truncate(1);
    }
    all
}

fn key(entry: &Entry, name: &str) -> f64 {
    number(&entry.value[name]).unwrap_or(f64::NAN)
}

fn meets(entry: &Value, condition: &str) -> bool {
    if let Some((low, high)) = condition.split_once("<=") {
        let sides = [low, high].map(|side| entry.get(side).map_or(side.parse().ok(), number));
        return sides[0] <= sides[1] && sides[0].is_some();
    }
    let sign = condition.find(['=', '~']).unwrap_or(condition.len());
    let Some(value) = entry.get(&condition[..sign]).map(text) else {
        return false;
    };
    match condition[sign..].strip_prefix('~') {
        Some(beginning) => value.starts_with(beginning),
        None => condition[sign..].strip_prefix('=') == Some(&value),
    }
}

/// Returns a text as it is, anything else as in JSON.
pub(super) fn text(value: &Value) -> String {
    value
        .as_str()
        .map_or_else(|| value.to_string(), str::to_owned)
}

/// Returns a number, or the number that a text is.
pub(super) fn number(value: &Value) -> Option<f64> {
    text(value).parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn texts(path: &str) -> anyhow::Result<Vec<String>> {
        let root = json!({ "arms": [
            { "name": "a, 2 players", "low": 1, "said": 2, "deep": { "x": 5 } },
            { "name": "b, 2 players", "low": "3", "said": "2", "deep": { "x.y": 4, "x": 4 } },
        ]});
        Ok(find(&root, path)?
            .iter()
            .map(|entry| text(entry.value))
            .collect())
    }

    #[test]
    fn paths_lead_to_entries() {
        for (path, to) in [
            ("arms[1].name", "b, 2 players"),
            ("arms[name=b, 2 players].deep.x", "4"),
            ("arms[name~a,].deep.x", "5"),
            ("arms[low<=said].deep.x", "5"),
            ("arms[said=2 & low<=2].deep.x", "5"),
            ("arms[said=2][max low].deep[x.y]", "4"),
            ("arms[min low].deep.x", "5"),
        ] {
            assert_eq!(texts(path).unwrap(), [to], "{path}");
        }
        assert_eq!(texts("arms[said=2].deep.x").unwrap(), ["5", "4"]);
        let missing = texts("arms[name=c].deep.x").unwrap_err();
        assert_eq!(
            missing.to_string(),
            "there is no name=c in arms[name=c].deep.x"
        );
    }
}
