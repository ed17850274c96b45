//! The file that says what stands where: pages, marks, columns and rows. Its first lines describe it.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Context, ensure};
use goldrush_report::document::markdown::table_line;
use goldrush_report::wrap;
use serde::Deserialize;
use toml::{Table, Value};

use super::query::{answer, evaluate};
use super::source::{Missing, Sources, text};

/// Longest line of a paragraph on a page.
const WIDTH: usize = 140;

/// Most names in a text and in what stands for them: more means that they name each other.
const MOST_NAMES: usize = 1000;

/// The tables of all pages.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Tables {
    /// Values for all tables.
    #[serde(rename = "let")]
    values: Table,
    /// Columns and rows that several tables have, by name.
    shared: BTreeMap<String, Vec<Line>>,
    tables: Vec<TableText>,
}

/// A table, or a paragraph in its place.
#[derive(Deserialize)]
struct TableText {
    text: Option<String>,
    /// Expressions that must not be above 0, or else the words are wrong.
    #[serde(default)]
    never_positive: Vec<String>,
    #[serde(default)]
    columns: Vec<Line>,
    #[serde(default)]
    rows: Vec<Line>,
    #[serde(flatten)]
    values: Table,
}

/// A column or row, or the name of several in `shared`.
#[derive(Deserialize)]
#[serde(untagged)]
enum Line {
    Own(Table),
    Shared(String),
}

/// The lines between two marks of a page.
pub(super) struct Part {
    /// The page, from the folder of the results.
    pub(super) page: String,
    pub(super) mark: String,
    pub(super) lines: Vec<String>,
}

impl Tables {
    /// Returns what stands between all marks, with an empty line between the tables of one.
    pub(super) fn parts(&self, sources: &Sources) -> anyhow::Result<Vec<Part>> {
        let mut parts: Vec<Part> = Vec::new();
        for table in &self.tables {
            let mut begun = BTreeSet::new();
            for values in one_for_each(&table.values) {
                let scopes = [&values, &self.values];
                let page = substituted("$page", &scopes)?;
                let mark = substituted("$mark", &scopes)?;
                let place = format!("{page}: <!-- {mark} -->");
                let known = parts
                    .iter()
                    .position(|part| part.page == page && part.mark == mark);
                let at = known.unwrap_or(parts.len());
                if known.is_none() {
                    let lines = Vec::new();
                    parts.push(Part { page, mark, lines });
                }
                let lines = &mut parts[at].lines;
                let is_first = begun.insert(at);
                if is_first && !lines.is_empty() {
                    lines.push(String::new());
                }
                let made = self.lines(table, &values, is_first, sources);
                lines.extend(made.context(place)?);
            }
        }
        Ok(parts)
    }

    /// Returns the rows of a table for values of it, after its head where they are the first, or its paragraph.
    fn lines(
        &self,
        table: &TableText,
        values: &Table,
        is_first: bool,
        sources: &Sources,
    ) -> anyhow::Result<Vec<String>> {
        let scopes = [values, &self.values];
        for claim in &table.never_positive {
            let claim = substituted(claim, &scopes)?;
            let is_true = evaluate(&claim, sources)?
                .iter()
                .all(|one| one.estimate.mean <= 0.0);
            ensure!(is_true, "{claim} is above 0; change the words that deny it");
        }
        if let Some(text) = &table.text {
            let text = answer(&substituted(text, &scopes)?, sources)?;
            return Ok(wrap::lines(&text, WIDTH, "", ""));
        }
        let columns: Vec<Table> = self
            .named(&table.columns)?
            .into_iter()
            .flat_map(one_for_each)
            .collect();
        let mut lines = Vec::new();
        if is_first {
            let heads = columns
                .iter()
                .map(|column| substituted("$head", &[column, values, &self.values]));
            lines.push(table_line(&heads.collect::<anyhow::Result<Vec<String>>>()?));
            lines.push("|---".repeat(columns.len()) + "|");
        }
        let mut above = Vec::new();
        for row in self.named(&table.rows)? {
            for row in self.rows(row, values, sources)? {
                let cells: anyhow::Result<Vec<String>> = columns
                    .iter()
                    .map(|column| {
                        answer(
                            &substituted("$cell", &[column, &row, values, &self.values])?,
                            sources,
                        )
                    })
                    .collect();
                match cells {
                    Err(wrong)
                        if wrong.is::<Missing>()
                            && [&row, values]
                                .iter()
                                .any(|scope| scope.contains_key("optional")) => {}
                    cells => {
                        let cells = cells?;
                        lines.push(table_line(&without_repeated(&columns, &above, &cells)));
                        above = cells;
                    }
                }
            }
        }
        Ok(lines)
    }

    /// Returns columns or rows with those of `shared` that they name.
    fn named<'a>(&'a self, lines: &'a [Line]) -> anyhow::Result<Vec<&'a Table>> {
        let mut all = Vec::new();
        for line in lines {
            match line {
                Line::Own(line) => all.push(line),
                Line::Shared(name) => {
                    let shared = self
                        .shared
                        .get(name)
                        .with_context(|| format!("shared has no {name}"))?;
                    all.extend(self.named(shared)?);
                }
            }
        }
        Ok(all)
    }

    /// Returns the rows that one makes.
    fn rows(&self, row: &Table, values: &Table, sources: &Sources) -> anyhow::Result<Vec<Table>> {
        if !row.contains_key("each") {
            return Ok(one_for_each(row));
        }
        let scopes = [row, values, &self.values];
        let entries = sources.each(&substituted("$each", &scopes)?, |entry| {
            Ok(entry.value.clone())
        })?;
        let mut seen = BTreeSet::new();
        let mut rows = Vec::new();
        for entry in entries {
            let mut made = row.clone();
            for (name, value) in entry.as_object().into_iter().flatten() {
                made.insert(name.clone(), Value::String(text(value)));
            }
            if !row.contains_key("distinct") || seen.insert(substituted("$distinct", &[&made])?) {
                rows.push(made);
            }
        }
        Ok(rows)
    }
}

/// Returns the cells of a row, without those of columns that `fold` if they and all before them are as in the row above.
fn without_repeated(columns: &[Table], above: &[String], cells: &[String]) -> Vec<String> {
    let mut shown = cells.to_vec();
    for (at, cell) in shown.iter_mut().enumerate() {
        if !columns[at].contains_key("fold") || above.get(at) != Some(cell) {
            break;
        }
        cell.clear();
    }
    shown
}

/// Returns a table for each value of its lists.
fn one_for_each(table: &Table) -> Vec<Table> {
    for (name, values) in table {
        if let Value::Array(values) = values {
            let with = values.iter().map(|value| {
                let mut one = table.clone();
                one.insert(name.clone(), value.clone());
                one
            });
            return with.flat_map(|one| one_for_each(&one)).collect();
        }
    }
    vec![table.clone()]
}

/// Returns a text with values in place of their names.
fn substituted(text: &str, scopes: &[&Table]) -> anyhow::Result<String> {
    let mut text = text.to_owned();
    for _ in 0..MOST_NAMES {
        // The last first, so that names in brackets are known before what they name.
        let Some(at) = text.rfind('$') else {
            return Ok(text);
        };
        let rest = &text[at + 1..];
        let name = match rest
            .strip_prefix('(')
            .and_then(|inner| inner.split_once(')'))
        {
            Some((name, _)) => name,
            None => rest
                .split(|c: char| c != '_' && !c.is_ascii_alphanumeric())
                .next()
                .unwrap_or_default(),
        };
        let end = at + 1 + name.len() + if rest.starts_with('(') { 2 } else { 0 };
        let found = scopes.iter().find_map(|scope| scope.get(name));
        let value = match found.with_context(|| format!("${name} has no value"))? {
            Value::String(value) => value.clone(),
            value => value.to_string(),
        };
        text = format!("{}{value}{}", &text[..at], &text[end..]);
    }
    anyhow::bail!("{text}: names that name each other")
}
