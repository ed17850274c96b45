//! Writes the results of a balance study: text for people, and `effects.csv`.

use std::io::{self, Write};

use super::table::plain;
use super::words::{count, list};
use super::{answer, strategy, wrap};
use crate::findings::answer::{Answer, AnsweredResponse, Outcome};
use crate::findings::balance::BalanceSummary;
use crate::findings::effect::Verdict;
use crate::findings::summary::Summary;
use crate::findings::winners::WinnerRow;
use crate::games::schema::ResultSchema;
use crate::printable::printable;
use crate::study::{BOTH, Plan, Question};

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
            effect.agent.clone(),
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

/// Writes the answers in the order in which they were asked: a sentence or two, then a table.
///
/// # Errors
/// Fails if writing fails.
pub fn write(
    plan: &Plan,
    balance: &BalanceSummary,
    summary: &Summary,
    to: &mut dyn Write,
) -> io::Result<()> {
    let schema = plan.schema();
    let [rules, habits, untried] = answer::sorted(schema, balance, &summary.winners);
    if !habits.is_empty() {
        write_strategy(schema, &habits, &summary.winners, to)?;
    }
    if let Some(line) = answer::untried(&untried) {
        wrap::write(&line, "", "", to)?;
        writeln!(to)?;
    }
    for line in answer::order(balance)
        .into_iter()
        .chain(answer::seats(plan, summary))
    {
        wrap::write(&line, "", "", to)?;
        writeln!(to)?;
    }
    let missing = rules.iter().filter_map(Answer::missing).max();
    for answer in rules {
        writeln!(to, "{}", printable(answer::heading(&answer)))?;
        wrap::write(&answer::headline(schema, &answer), "  ", "  ", to)?;
        write_rows(schema, &answer, to)?;
        if let Some(line) = answer::misjudged(schema, &answer) {
            wrap::write(&line, "  ", "  ", to)?;
        }
        writeln!(to)?;
    }
    let curves = answer::curves(schema, balance);
    for curve in &curves {
        wrap::write(&curve.sentence(), "", "  ", to)?;
    }
    if !curves.is_empty() {
        writeln!(to)?;
    }
    wrap::write(&method(plan, balance, summary), "", "", to)?;
    if let Some(missing) = missing {
        // A rough estimate that people have to type: whole thousands suffice.
        let more = (summary.games + missing).next_multiple_of(1000);
        let text = format!(
            "To settle what is unclear, run the same command with --games {more}. `more` and `less` need two bots or pairs that \
             agree, and allow for chance among all {} effects; so an answer can be unclear although its interval excludes 0.",
            count(balance.effects.len() as u64)
        );
        wrap::write(&text, "", "", to)?;
    }
    writeln!(to)
}

/// Writes changes and open answers as a table, and below it what stays the same.
fn write_rows(schema: &ResultSchema, answer: &Answer, to: &mut dyn Write) -> io::Result<()> {
    let moves = |answered: &&AnsweredResponse| answered.outcome != Outcome::Stays;
    let rows: Vec<Vec<String>> = answer
        .responses
        .iter()
        .filter(moves)
        .flat_map(|answered| answer::rows(schema, answered))
        .map(Vec::from)
        .collect();
    let is_open = rows
        .iter()
        .any(|row| row.last().is_some_and(|more| !more.is_empty()));
    let columns = answer::HEADINGS.len() - usize::from(!is_open);
    if !rows.is_empty() {
        let rows = rows.into_iter().map(|row| row[..columns].to_vec());
        writeln!(to, "{}", plain(&answer::HEADINGS[..columns], rows))?;
    }
    let same: Vec<String> = answer
        .responses
        .iter()
        .filter(|answered| !moves(answered))
        .filter_map(|answered| answer::same(schema, answered))
        .collect();
    if same.is_empty() {
        return Ok(());
    }
    wrap::write(
        &format!("No change that matters in: {}.", same.join(", ")),
        "  ",
        "  ",
        to,
    )
}

/// Writes the results of playing differently, and the differences between winners and losers.
fn write_strategy(
    schema: &ResultSchema,
    habits: &[Answer],
    winners: &[WinnerRow],
    to: &mut dyn Write,
) -> io::Result<()> {
    let (players, fair) = (habits[0].players, 100.0 / habits[0].players as f64);
    let others = if players == 2 {
        "the other player".into()
    } else {
        format!("the other {} players", players - 1)
    };
    writeln!(
        to,
        "One bot plays differently from {others}; a fair share is {fair:.0}% of games"
    )?;
    let rows = habits
        .iter()
        .filter_map(|habit| answer::habit_row(schema, habit))
        .map(|row| row.to_vec());
    writeln!(to, "{}\n", plain(&answer::HABIT_HEADINGS, rows))?;
    writeln!(
        to,
        "What winners do more than losers, in games between equal bots"
    )?;
    let rows = winners
        .iter()
        .map(|row| strategy::row(schema, row).to_vec());
    writeln!(to, "{}\n", plain(&strategy::HEADINGS, rows))?;
    wrap::write(strategy::BESIDE_PLAYED, "", "", to)?;
    writeln!(to)
}

/// Returns a sentence or two on the method: games, deals and bots.
pub fn method(plan: &Plan, balance: &BalanceSummary, summary: &Summary) -> String {
    let who = match &balance.agents[..] {
        [only] => format!("All were played by {only}; another bot might give other results."),
        // There are no numbers to tell the source of.
        all if summary.nobody_won() => format!("Played by {}.", list(all)),
        all => {
            let strongest = all.last().map_or("", |agent| agent);
            let numbers = "unless another bot is named, the numbers are from the games of";
            let order = if balance.reversed().is_some() || balance.strengths.is_empty() {
                "last"
            } else {
                "strongest"
            };
            format!(
                "Played by {}; {numbers} {strongest}, the {order}.",
                list(all)
            )
        }
    };
    let retuning = if let Question::Balance(balance) = &plan.question {
        answer::retuning(balance)
    } else {
        None
    };
    let retuning = retuning.map_or_else(String::new, |sentence| format!(" {sentence}"));
    format!(
        "{} games, {} deals. {who}{retuning}",
        count(summary.games),
        count(summary.blocks)
    )
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
