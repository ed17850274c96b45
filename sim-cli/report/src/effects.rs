//! Writes `effects.csv`: all effects of a balance study, for programs.

use goldrush_harness::findings::balance::BalanceSummary;
use goldrush_harness::findings::effect::Verdict;
use goldrush_harness::study::BOTH;

use super::cell::as_text;

/// Columns of `effects.csv`: one row per effect.
pub const COLUMNS: [&str; 17] = [
    "question",
    "factor",
    "level",
    "base",
    "agent",
    "players",
    "about",
    "response",
    "base_mean",
    "mean",
    "half_width",
    "p",
    "p_holm",
    "margin",
    "verdict",
    "more_games",
    "blocks",
];

/// Returns the table of all effects as CSV; cells that need more blocks are empty. Levels have the name of their factor before
/// them, so that no reader takes them for numbers, dates or truth values.
pub fn to_csv(balance: &BalanceSummary, blocks: u64) -> String {
    let mut rows = csv::Writer::from_writer(Vec::new());
    rows.write_record(COLUMNS)
        .expect("writing to memory cannot fail");
    for effect in &balance.effects {
        let row = [
            effect.question.to_string(),
            effect.factor.clone(),
            named(&effect.factor, &effect.level),
            named(&effect.factor, &effect.base),
            as_text(&effect.agent),
            effect.players.to_string(),
            effect.about.to_string(),
            effect.response.clone(),
            decimal(effect.base_mean),
            decimal(effect.mean),
            effect.half_width.map(decimal).unwrap_or_default(),
            effect.p.map(decimal).unwrap_or_default(),
            effect.p_holm.map(decimal).unwrap_or_default(),
            decimal(effect.margin),
            verdict(effect.verdict).to_owned(),
            effect
                .more_games
                .map_or_else(String::new, |games| games.to_string()),
            blocks.to_string(),
        ];
        rows.write_record(row)
            .expect("writing to memory cannot fail");
    }
    String::from_utf8(rows.into_inner().expect("writing to memory cannot fail"))
        .expect("the CSV is valid UTF-8")
}

/// Writes a number with a point, also a whole one: a reader that looks at the first rows alone would take `1` for an integer.
fn decimal(value: f64) -> String {
    let text = value.to_string();
    if value.is_finite() && !text.contains('.') {
        text + ".0"
    } else {
        text
    }
}

/// Returns a level with the name of its factor: `tents=0`, or `tents=0 × farmers=no` for two factors together.
fn named(factor: &str, level: &str) -> String {
    let parts = factor
        .split(BOTH)
        .zip(level.split(BOTH))
        .map(|(factor, level)| format!("{factor}={level}"));
    parts.collect::<Vec<_>>().join(BOTH)
}

/// Returns the verdict on an effect as in `effects.csv`.
fn verdict(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Larger => "larger",
        Verdict::Smaller => "smaller",
        Verdict::Balanced => "balanced",
        Verdict::Unclear => "unclear",
        Verdict::TooFewBlocks => "too_few_blocks",
    }
}

#[cfg(test)]
mod tests {
    use super::decimal;

    #[test]
    fn whole_numbers_have_a_point() {
        let texts = [1.0, -3.0, 0.0, 0.25, 1e-9, f64::NAN].map(decimal);
        assert_eq!(texts, ["1.0", "-3.0", "0.0", "0.25", "0.000000001", "NaN"]);
    }
}
