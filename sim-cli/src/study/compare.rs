//! In what two plans differ.

use toml::{Table, Value};

/// A field in which two plans differ.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Difference {
    /// Its name, with those of the tables it is in, such as `arms.0.rules.tents`.
    pub field: String,
    /// As it is in the first, `nothing` if it is not.
    pub left: String,
    /// As it is in the second.
    pub right: String,
}

/// All fields in which two texts of plans differ, by name. The name of the run is left out: it follows from the others.
/// A text that is no plan at all is one without fields.
pub fn differences(left: &str, right: &str) -> Vec<Difference> {
    let fields = |text: &str| Value::Table(text.parse::<Table>().unwrap_or_default());
    let mut found = Vec::new();
    compare("", Some(&fields(left)), Some(&fields(right)), &mut found);
    found.retain(|difference| difference.field != "run");
    found
}

fn compare(field: &str, left: Option<&Value>, right: Option<&Value>, found: &mut Vec<Difference>) {
    if left == right {
        return;
    }
    let inner = |name: &str| if field.is_empty() { name.to_owned() } else { format!("{field}.{name}") };
    match (left, right) {
        (Some(Value::Table(left)), Some(Value::Table(right))) => {
            let only_right = right.keys().filter(|name| !left.contains_key(*name));
            for name in left.keys().chain(only_right) {
                compare(&inner(name), left.get(name), right.get(name), found);
            }
        }
        (Some(Value::Array(left)), Some(Value::Array(right))) => {
            for i in 0..left.len().max(right.len()) {
                compare(&inner(&i.to_string()), left.get(i), right.get(i), found);
            }
        }
        _ => {
            let shown = |value: Option<&Value>| value.map_or_else(|| "nothing".into(), Value::to_string);
            found.push(Difference { field: field.into(), left: shown(left), right: shown(right) });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_that_differ_are_named_with_both_values() {
        let left = "run = 'r1'\nseed = 1\n[[arms]]\nagents = ['greedy', 'random']\n";
        let right = "run = 'r2'\nseed = 1\ncompress = true\n[[arms]]\nagents = ['greedy']\n[[arms]]\nplayers = 2\n";
        let found: Vec<String> = differences(left, right)
            .iter()
            .map(|Difference { field, left, right }| format!("{field}: {left}, {right}"))
            .collect();
        let expected =
            ["arms.0.agents.1: \"random\", nothing", "arms.1: nothing, { players = 2 }", "compress: nothing, true"];
        assert_eq!(found, expected);
        assert_eq!(differences(left, left), []);
    }
}
