//! Settings to choose from: every combination of the values of the rules that may vary.

use goldrush_engine::rng::{choose, tool_stream};

use goldrush_games::Choice;
use goldrush_games::ask::Element;
use goldrush_harness::study::factor::{Factor, Setting};
use goldrush_support::error::bad_input;

/// Largest number of settings of a search.
const MOST_SETTINGS: usize = 20_000;

/// Values of each rule that may vary.
pub struct Grid {
    factors: Vec<Factor>,
}

/// Level of each factor, from 0.
pub type Levels = Vec<usize>;

impl Grid {
    /// Parses `NAME=FIRST..LAST` or `NAME=VALUE,VALUE,…` of each rule that may vary, in a game with other options given.
    ///
    /// # Errors
    /// Bad input if a rule cannot have one of the values, is given elsewhere, or if there are too many settings.
    pub fn parse(texts: &[String], choice: &Choice, players: &[usize]) -> anyhow::Result<Grid> {
        let mut factors: Vec<Factor> = Vec::new();
        for text in texts {
            let factor = Factor::parse(&listed(text).map_err(|e| wrong(text, &e))?, choice.game())
                .map_err(|e| wrong(text, &e.to_string().replacen("--factor ", "", 1)))?;
            let Element::Option(name) = factor.element else {
                return Err(wrong(
                    text,
                    &format!(
                        "{} is not a rule of the game; --players is an option",
                        factor.element
                    ),
                ));
            };
            if factors.iter().any(|other| other.element == factor.element) {
                return Err(wrong(text, &format!("{} is given twice", factor.element)));
            }
            if choice.given(name).is_some() {
                return Err(wrong(
                    text,
                    &format!(
                        "{} is also given a fixed value; leave one out",
                        factor.element
                    ),
                ));
            }
            factors.push(factor);
        }
        let grid = Grid { factors };
        if grid
            .settings()
            .is_none_or(|settings| settings > MOST_SETTINGS)
        {
            return Err(bad_input(format!(
                "--vary: more than {MOST_SETTINGS} combinations; leave some values out"
            )));
        }
        // A wrong combination is found before anything is played.
        for levels in (0..grid.settings().unwrap_or_default()).map(|number| grid.levels(number)) {
            for &players in players {
                let setting = grid
                    .choice(choice, &levels)
                    .map_err(|e| bad_input(as_varied(&e)))?;
                let setup = setting.setup(players);
                setup.map_err(|e| {
                    let problem = e.to_string();
                    let problem = problem.strip_prefix("--rule ").unwrap_or(&problem);
                    bad_input(format!("--vary: {}: {problem}", grid.text(&levels)))
                })?;
            }
        }
        Ok(grid)
    }

    /// Returns the number of settings, or `None` if it overflows.
    pub fn settings(&self) -> Option<usize> {
        self.factors
            .iter()
            .try_fold(1, |all: usize, factor| all.checked_mul(factor.levels.len()))
    }

    /// Returns the levels of a setting by its number, from 0.
    pub fn levels(&self, mut number: usize) -> Levels {
        let mut levels = Vec::new();
        for factor in &self.factors {
            levels.push(number % factor.levels.len());
            number /= factor.levels.len();
        }
        levels
    }

    /// Returns all settings or, if they are more than `most`, as many drawn at random.
    pub fn some(&self, most: usize, seed: u64) -> Vec<Levels> {
        let all = self.settings().unwrap_or_default();
        if all <= most {
            return (0..all).map(|number| self.levels(number)).collect();
        }
        let mut rng = tool_stream(seed);
        (0..most)
            .map(|_| self.levels(choose(&mut rng, all as u32) as usize))
            .collect()
    }

    /// Returns the position of a setting for the model: each level between 0 and 1.
    pub fn position(&self, levels: &[usize]) -> Vec<f64> {
        self.factors
            .iter()
            .zip(levels)
            .map(|(factor, level)| level_position(*level, factor.levels.len()))
            .collect()
    }

    /// Returns the factors, each with its values in order.
    pub fn factors(&self) -> &[Factor] {
        &self.factors
    }

    /// Returns the game of a setting.
    ///
    /// # Errors
    /// Bad input if a rule cannot have its value.
    pub fn choice(&self, base: &Choice, levels: &[usize]) -> anyhow::Result<Choice> {
        let mut setting = Setting {
            choice: base.clone(),
            players: 2,
        };
        for (factor, level) in self.factors.iter().zip(levels) {
            factor.apply(*level, &mut setting)?;
        }
        Ok(setting.choice)
    }

    /// Returns what is set by each factor at its level, and whether the rules of `base` have that value anyway.
    ///
    /// # Errors
    /// Bad input if a rule cannot have its value.
    pub fn values(
        &self,
        base: &Choice,
        levels: &[usize],
        players: usize,
    ) -> anyhow::Result<Vec<SetValue>> {
        let given = rules(base, players)?;
        let mut values = Vec::new();
        for (factor, level) in self.factors.iter().zip(levels) {
            let mut setting = Setting {
                choice: base.clone(),
                players,
            };
            factor.apply(*level, &mut setting)?;
            values.push(SetValue {
                text: format!("{}={}", factor.element, factor.levels[*level]),
                is_given: rules(&setting.choice, players)? == given,
                edge: edge(factor, *level),
            });
        }
        Ok(values)
    }

    /// Formats a setting: `tents=1, komi=4`.
    pub fn text(&self, levels: &[usize]) -> String {
        let mut parts = Vec::new();
        for (factor, level) in self.factors.iter().zip(levels) {
            parts.push(format!("{}={}", factor.element, factor.levels[*level]));
        }
        parts.join(", ")
    }
}

/// Returns the position of a level, of this many, for the model: between 0 and 1.
pub fn level_position(level: usize, levels: usize) -> f64 {
    level as f64 / (levels - 1) as f64
}

/// A value that a setting gives a rule.
pub struct SetValue {
    /// Name and value: `tents=1`.
    pub text: String,
    /// True if the rules have this value anyway.
    pub is_given: bool,
    /// `lowest` or `highest`, if no further value was tried on one side.
    pub edge: Option<&'static str>,
}

/// Returns all that decides the games of a choice.
fn rules(choice: &Choice, players: usize) -> anyhow::Result<String> {
    let (setup, _) = choice.setup(players)?;
    Ok(format!("{}\n{}", setup.rules(), setup.components().1))
}

/// Returns where a level lies if it is the first or the last of at least three numbers.
fn edge(factor: &Factor, level: usize) -> Option<&'static str> {
    let numbers: Option<Vec<f64>> = factor.levels.iter().map(|text| text.parse().ok()).collect();
    let numbers = numbers.filter(|numbers| numbers.len() > 2)?;
    let value = numbers[level];
    if numbers.iter().all(|other| *other >= value) {
        Some("lowest")
    } else if numbers.iter().all(|other| *other <= value) {
        Some("highest")
    } else {
        None
    }
}

fn wrong(text: &str, problem: &str) -> anyhow::Error {
    bad_input(format!("--vary {text}: {problem}"))
}

/// Returns the text of an error about a factor, with the option that gives it here.
fn as_varied(error: &anyhow::Error) -> String {
    error.to_string().replacen("--factor ", "--vary ", 1)
}

/// Form of `--vary`.
const EXPECTED: &str =
    "NAME=FIRST..LAST or NAME=VALUE,VALUE,… is expected, such as tents=0..2: at least two values";

/// Replaces a range of whole numbers, `NAME=FIRST..LAST`, by a list of them.
///
/// # Errors
/// If it is no range and no list; the message says what is expected.
pub fn listed(text: &str) -> Result<String, String> {
    let Some((name, levels)) = text.split_once('=') else {
        return Err(EXPECTED.into());
    };
    let Some((first, last)) = levels.split_once("..") else {
        return if levels.contains(',') {
            Ok(text.into())
        } else {
            Err(EXPECTED.into())
        };
    };
    let range = first
        .trim()
        .parse()
        .ok()
        .zip(last.trim().parse().ok())
        .filter(|(first, last): &(u32, u32)| first < last);
    let (first, last) = range.filter(|(first, last)| last - first < 1000).ok_or_else(|| {
        format!("{levels} is not a range; two whole numbers, the smaller first, are expected, such as 0..2")
    })?;
    Ok(format!(
        "{name}={}",
        (first..=last)
            .map(|level| level.to_string())
            .collect::<Vec<_>>()
            .join(",")
    ))
}

#[cfg(test)]
mod tests {
    use goldrush_games::GameName;

    use super::*;

    #[test]
    fn settings_are_numbered_and_wrong_values_refused() {
        let choice = Choice::printed(GameName::GoldRush);
        let grid = |texts: &[&str]| {
            let texts: Vec<String> = texts.iter().map(|text| (*text).to_owned()).collect();
            Grid::parse(&texts, &choice, &[2])
        };
        let all = grid(&["tents=0..2", "komi=0,4"]).unwrap();
        assert_eq!(all.settings(), Some(6));
        let shown: Vec<String> = (0..6).map(|number| all.text(&all.levels(number))).collect();
        assert_eq!(shown[1], "tents=1, komi=0");
        assert!(
            (0..6).all(|number| shown.iter().filter(|one| **one == shown[number]).count() == 1)
        );
        assert_eq!(all.position(&all.levels(4)), [0.5, 1.0]);
        let values = all.values(&choice, &[1, 1], 2).unwrap();
        let told: Vec<_> = values.iter().map(|one| (one.is_given, one.edge)).collect();
        assert_eq!(told, [(true, None), (false, None)], "komi has two values");
        let values = all.values(&choice, &[2, 0], 2).unwrap();
        let told: Vec<_> = values.iter().map(|one| (one.is_given, one.edge)).collect();
        assert_eq!(told, [(false, Some("highest")), (true, None)]);
        for wrong in [
            &["tents=0..9"][..],
            &["tents"],
            &["tents=2..0"],
            &["players=2,3"],
            &["tents=0,1", "tents=0,2"],
        ] {
            assert!(grid(wrong).is_err(), "{wrong:?}");
        }
    }
}
