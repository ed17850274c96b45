//! The rules in words, numbered; written in `engine/data/gold_rush_rules.md` and nowhere else.

/// One numbered rule.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rule {
    /// Its number: `G11`.
    pub id: &'static str,
    /// Its name.
    pub title: &'static str,
    /// Its text; `[ruling]` marks what the printed rules leave open.
    pub text: &'static str,
}

const BOOK: &str = include_str!("../../data/gold_rush_rules.md");

/// All rules, in the order of the book.
pub fn rules() -> impl Iterator<Item = Rule> {
    BOOK.split("\n### ").skip(1).filter_map(|part| {
        let (head, text) = part.split_once('\n')?;
        let (id, title) = head.split_once(' ')?;
        let text = text.split("\n## ").next()?.trim();
        Some(Rule { id, title, text })
    })
}

/// The rule of that number, in capitals or not.
pub fn find(id: &str) -> Option<Rule> {
    rules().find(|rule| rule.id.eq_ignore_ascii_case(id))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_is_there_once_and_in_order() {
        let ids: Vec<_> = rules().map(|r| r.id.to_owned()).collect();
        let expected: Vec<_> = (1..=24).map(|n| format!("G{n}")).chain((1..=9).map(|n| format!("V{n}"))).collect();
        assert_eq!(ids, expected);
        assert!(rules().all(|r| !r.title.is_empty() && r.text.len() > 25));
        assert_eq!(find("g11").map(|r| r.title), Some("Majority"));
        assert_eq!(find("G25"), None);
    }
}
