//! Queries in the text of a cell, as `tables.toml` describes them: `{EXPRESSION | FORM DECIMALS}`.

use anyhow::{Context, bail, ensure};
use goldrush_report::number::percent;

use super::numbers::{self, Quantity};
use super::source::{Missing, Sources, text};

/// Returns a text with its queries answered.
pub(super) fn answer(text: &str, sources: &Sources) -> anyhow::Result<String> {
    let mut answered = String::new();
    for (at, part) in text.split(['{', '}']).enumerate() {
        if at % 2 == 0 {
            answered += part;
            continue;
        }
        match written(part.trim_start_matches('?'), sources) {
            Err(wrong) if wrong.is::<Missing>() && part.starts_with('?') => {}
            one => answered += &one?,
        }
    }
    Ok(answered)
}

fn written(query: &str, sources: &Sources) -> anyhow::Result<String> {
    let end = query
        .rfind(" | ")
        .with_context(|| format!("{query}: expected EXPRESSION | FORM"))?;
    let expression = &query[..end];
    let words: Vec<&str> = query[end + 3..].split(' ').collect();
    match words[..] {
        ["text"] => texts(expression, sources).map(|all| all.join(", ")),
        ["shares", name, number] => shares(expression, name, number, sources),
        _ => {
            let digits = words.get(1).map_or(Ok(0), |digits| digits.parse())?;
            let found = evaluate(expression, sources)?;
            ensure!(
                found.len() == 1,
                "{query}: {} numbers instead of one",
                found.len()
            );
            numbers::write(words[0], digits, &found[0].estimate)
                .with_context(|| format!("{query}: there is no such form"))
        }
    }
}

fn texts(path: &str, sources: &Sources) -> anyhow::Result<Vec<String>> {
    sources.each(path.trim_start_matches('@'), |entry| Ok(text(entry.value)))
}

/// Returns the shares of a sum by name, the largest first, without those that round to nothing: `city 43%, road 20%`.
fn shares(path: &str, name: &str, number: &str, sources: &Sources) -> anyhow::Result<String> {
    let numbers = evaluate(&format!("{path}.{number}"), sources)?;
    let all: f64 = numbers.iter().map(|one| one.estimate.mean).sum();
    let mut sums: Vec<(String, f64)> = Vec::new();
    for (name, number) in texts(&format!("{path}.{name}"), sources)?
        .into_iter()
        .zip(numbers)
    {
        let share = number.estimate.mean / all;
        match sums.iter_mut().find(|known| known.0 == name) {
            Some(known) => known.1 += share,
            None => sums.push((name, share)),
        }
    }
    sums.retain(|one| one.1 >= 0.005);
    sums.sort_by(|a, b| b.1.total_cmp(&a.1));
    let shown: Vec<String> = sums
        .iter()
        .map(|(name, share)| format!("{name} {}", percent(*share, 0)))
        .collect();
    Ok(shown.join(", "))
}

/// Returns the numbers that an expression comes to: of several entries one for each.
pub(super) fn evaluate(text: &str, sources: &Sources) -> anyhow::Result<Vec<Quantity>> {
    let mut parser = Parser {
        rest: text,
        sources,
    };
    let value = parser.sum()?;
    ensure!(
        parser.rest.trim().is_empty(),
        "{text}: unexpected {}",
        parser.rest
    );
    Ok(value)
}

struct Parser<'a> {
    rest: &'a str,
    sources: &'a Sources,
}

impl Parser<'_> {
    fn sum(&mut self) -> anyhow::Result<Vec<Quantity>> {
        let mut value = self.product()?;
        while let Some(sign) = self.take(['+', '-']) {
            value = each(&value, sign, &self.product()?)?;
        }
        Ok(value)
    }

    fn product(&mut self) -> anyhow::Result<Vec<Quantity>> {
        let mut value = self.factor()?;
        while let Some(sign) = self.take(['*', '/']) {
            value = each(&value, sign, &self.factor()?)?;
        }
        Ok(value)
    }

    /// Takes one of two signs if it comes next.
    fn take(&mut self, signs: [char; 2]) -> Option<char> {
        self.rest = self.rest.trim_start();
        let sign = self
            .rest
            .chars()
            .next()
            .filter(|sign| signs.contains(sign))?;
        self.rest = &self.rest[1..];
        Some(sign)
    }

    /// Takes a number, a path, or brackets with the function before them.
    fn factor(&mut self) -> anyhow::Result<Vec<Quantity>> {
        self.rest = self.rest.trim_start();
        // Paths may have anything in square brackets.
        let mut depth = 0;
        let end = self.rest.find(|c| {
            depth += i32::from(c == '[') - i32::from(c == ']');
            depth == 0 && matches!(c, ' ' | ',' | '(' | ')')
        });
        let word = &self.rest[..end.unwrap_or(self.rest.len())];
        self.rest = &self.rest[word.len()..];
        if let Some(path) = word.strip_prefix('@') {
            return Ok(self.sources.each(path, numbers::of_entry)?.concat());
        }
        if self.take(['(', '(']).is_none() {
            let number = word
                .parse()
                .with_context(|| format!("{word} is no number"))?;
            return Ok(vec![Quantity::exact(number)]);
        }
        let mut values = self.sum()?;
        while let Some(sign) = self.take([',', ')']) {
            if sign == ')' {
                return numbers::call(word, &values)
                    .with_context(|| format!("there is no function {word}"));
            }
            values.extend(self.sum()?);
        }
        bail!(") is missing before {}", self.rest)
    }
}

/// Combines the numbers of two lists one by one; a single number goes with each of the other list.
fn each(a: &[Quantity], sign: char, b: &[Quantity]) -> anyhow::Result<Vec<Quantity>> {
    let many = a.len().max(b.len());
    ensure!(
        a.len() == b.len() || a.len() == 1 || b.len() == 1,
        "{} numbers {sign} {}",
        a.len(),
        b.len()
    );
    Ok((0..many)
        .map(|at| {
            numbers::combined(&a[at % a.len()].estimate, sign, &b[at % b.len()].estimate).into()
        })
        .collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    const SUMMARY: &str = r#"{
        "games": 4000, "leads": [0, 2, 2], "elo": { "mean": null, "low": null, "high": -5.0 },
        "effects": [{ "level": "a", "mean": -0.1, "half_width": 0.02, "base_mean": 0.05 }],
        "seats": [{ "results": 300, "win": { "mean": 0.5, "half_width": 0.03 } },
                  { "results": 100, "win": { "mean": 0.7, "half_width": 0.05 } }],
        "part": { "mean": 0.5, "low": 0.4, "high": 0.7 }
    }"#;

    #[test]
    fn queries_are_answered() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir(folder.path().join("run")).unwrap();
        std::fs::write(folder.path().join("run/summary.json.gz"), SUMMARY).unwrap();
        let sources = Sources::new(folder.path());
        for (query, says) in [
            ("of {@run:games | count}", "of 4,000"),
            ("{1 / 2 + @run:effects[level=a] | percent 1}", "40.0% ± 2.0"),
            ("{0 - @run:effects[level=a] | signed 2}", "+0.10 ± 0.02"),
            ("{100 * @run:effects[level=a] | half 1}", "2.0"),
            ("{1 / 2 + @run:effects[0].base_mean | share}", "55%"),
            (
                "{pool(@run:seats[0].win, @run:seats[1].win) | percent 1}",
                "55.0% ± 2.6",
            ),
            ("{histogram(@run:leads) | number 1}", "1.5 ± 0.5"),
            (
                "{max(abs(@run:seats[results~].win.mean - 0.6)) | mean 1}",
                "0.1",
            ),
            ("{count(@run:seats[results<=200].results) | mean}", "1"),
            ("{(1 + 2) * 3 | brief 0}", "9"),
            ("{@run:elo | rating}", "below −5"),
            ("{@run:part | percent 1}", "50.0% (40.0 to 70.0)"),
            ("a{?@run:none | text}{?@other:games | count}b", "ab"),
            ("{1.05 | near}{0.5 | near}", " *"),
        ] {
            assert_eq!(answer(query, &sources).unwrap(), says, "{query}");
        }
        for query in [
            "{1 | odd}",
            "{1 +| mean}",
            "{1 2 | mean}",
            "{@run:seats[results~].results | mean}",
        ] {
            assert!(answer(query, &sources).is_err(), "{query}");
        }
        assert!(
            answer("{@run:none | text}", &sources)
                .unwrap_err()
                .is::<Missing>()
        );
    }
}
