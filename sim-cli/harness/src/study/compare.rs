//! Differences between two plans, or between two of their tables.

use toml::{Table, Value};

/// A field that differs between two plans.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Difference {
    /// Name of the field, prefixed by those of its tables, such as `bots.move_ms`.
    pub field: String,
    /// Value in the first plan, or `nothing` if it is missing.
    pub left: String,
    /// Value in the second plan, likewise.
    pub right: String,
}

/// Returns all fields in which the texts of two plans differ, sorted by name. Leaves out the name of the run, which follows
/// from the others. An invalid text counts as a plan without fields.
pub fn differences(left: &str, right: &str) -> Vec<Difference> {
    let [left, right] = [left, right].map(|text| text.parse::<Table>().unwrap_or_default());
    let mut differences = differences_of_tables(left, right);
    differences.retain(|difference| difference.field != "run");
    differences
}

/// Returns all fields in which two tables differ, sorted by name.
pub(super) fn differences_of_tables(left: Table, right: Table) -> Vec<Difference> {
    let mut differences = Vec::new();
    compare(
        "",
        Some(&Value::Table(left)),
        Some(&Value::Table(right)),
        &mut differences,
    );
    differences
}

fn compare(
    field: &str,
    left: Option<&Value>,
    right: Option<&Value>,
    differences: &mut Vec<Difference>,
) {
    if left == right {
        return;
    }
    if let (Some(left), Some(right)) = (fields_beside(left, right), fields_beside(right, left)) {
        let only_right = right
            .iter()
            .filter(|(name, _)| value(&left, name).is_none());
        for (name, _) in left.iter().chain(only_right) {
            let inner = if field.is_empty() {
                name.clone()
            } else {
                format!("{field}.{name}")
            };
            compare(&inner, value(&left, name), value(&right, name), differences);
        }
        return;
    }
    differences.push(Difference {
        field: field.into(),
        left: shown(left),
        right: shown(right),
    });
}

fn shown(value: Option<&Value>) -> String {
    match value {
        None => "nothing".into(),
        Some(Value::String(text)) if !text.is_empty() => text.clone(),
        Some(value) => value.to_string(),
    }
}

/// Returns the fields of a value; a missing one beside a table counts as an empty table.
fn fields_beside(value: Option<&Value>, other: Option<&Value>) -> Option<Vec<(String, Value)>> {
    match (value, other) {
        (None, Some(Value::Table(_))) => Some(Vec::new()),
        (value, _) => value.and_then(fields),
    }
}

fn value<'f>(fields: &'f [(String, Value)], name: &str) -> Option<&'f Value> {
    fields
        .iter()
        .find(|(known, _)| known == name)
        .map(|(_, value)| value)
}

/// Returns the fields of a value: those of a table or of a multi-line text that is TOML; for a list, its tables by their
/// `id` or, if they have none, its values by their index.
fn fields(value: &Value) -> Option<Vec<(String, Value)>> {
    match value {
        Value::Table(table) => Some(table.clone().into_iter().collect()),
        Value::String(text) if text.contains('\n') => {
            Some(text.parse::<Table>().ok()?.into_iter().collect())
        }
        Value::Array(values) => {
            let ids: Option<Vec<&str>> = values
                .iter()
                .map(|value| value.get("id").and_then(Value::as_str))
                .collect();
            let mut fields = Vec::new();
            for (index, value) in values.iter().enumerate() {
                let name = match &ids {
                    Some(ids) => ids[index].to_owned(),
                    None => index.to_string(),
                };
                fields.push((name, value.clone()));
            }
            Some(fields)
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn describe(left: &str, right: &str) -> Vec<String> {
        let describe = |Difference { field, left, right }| format!("{field}: {left}, {right}");
        differences(left, right).into_iter().map(describe).collect()
    }

    #[test]
    fn fields_that_differ_are_named_with_both_values() {
        let left = "run = 'r1'\nseed = 1\nwho = ['greedy', 'random']\n[bots]\nmove_ms = 5\n";
        let right = "run = 'r2'\nseed = 1\ncompress = true\nwho = ['greedy']\n[bots]\nmove_ms = 6\n[match]\nmirror = true";
        let expected = [
            "who.1: random, nothing",
            "bots.move_ms: 5, 6",
            "compress: nothing, true",
            "match.mirror: nothing, true",
        ];
        assert_eq!(describe(left, right), expected);
        assert!(describe(left, left).is_empty());
    }

    #[test]
    fn toml_texts_are_compared_by_field_and_tiles_by_id() {
        let text = |tiles: &str| format!("tiles = \"\"\"\n[tokens]\n0 = 10\n{tiles}\"\"\"\n");
        let one = text("[[tile]]\nid = '01'\ncopies = 2\n[[tile]]\nid = '08'\ncopies = 4\n");
        let other = text("[[tile]]\nid = '08'\ncopies = 5\n");
        assert_eq!(
            describe(&one, &other),
            [
                "tiles.tile.01.id: 01, nothing",
                "tiles.tile.01.copies: 2, nothing",
                "tiles.tile.08.copies: 4, 5"
            ]
        );
    }
}
