//! Writes the differences between two runs for people.

use std::io::{self, Write};

use super::number::{plain, signed};
use super::words::ordinal;
use super::wrap;
use crate::findings::difference::{Differing, LEVEL, Subject};
use crate::games::schema::Metric;
use crate::study::Difference;

/// Writes a heading, and under it a line for each field that differs.
///
/// # Errors
/// Fails if writing fails.
pub fn write_fields(
    heading: &str,
    differences: &[Difference],
    to: &mut dyn Write,
) -> io::Result<()> {
    wrap::write(heading, "", "  ", to)?;
    for difference in differences {
        wrap::write(&field(difference), "  ", "    ", to)?;
    }
    Ok(())
}

/// Formats a field that differs, with both values.
pub fn field(Difference { field, left, right }: &Difference) -> String {
    format!("{field}: {left} → {right}")
}

/// Writes the differences between the results, and the number of those that are more than luck.
///
/// # Errors
/// Fails if writing fails.
pub fn write_results(differing: &[Differing], to: &mut dyn Write) -> io::Result<()> {
    let mut last: Option<&Differing> = None;
    for row in differing {
        if last.is_none_or(|last| last.arm != row.arm) {
            writeln!(to)?;
            if !row.arm.is_empty() {
                wrap::write(&row.arm, "", "  ", to)?;
            }
            writeln!(
                to,
                "{}",
                line(["", "first", "second", "difference", "p", ""])
            )?;
        }
        if last.is_none_or(|last| (&last.arm, &last.who) != (&row.arm, &row.who)) {
            match &row.who {
                Subject::Agent(name) => wrap::write(name, "", "  ", to)?,
                Subject::Seat(seat) => writeln!(to, "{} seat", ordinal(*seat))?,
            }
        }
        let Differing {
            metric,
            means,
            difference,
            p,
            ..
        } = row;
        let (name, digits, unit) = if *metric == Metric::WIN_SHARE {
            ("win rate, %", 2, 100.0)
        } else {
            (metric.name(), 3, 1.0)
        };
        let half = difference
            .half_width
            .map_or_else(String::new, |half| format!(" ±{:.digits$}", half * unit));
        writeln!(
            to,
            "{}",
            line([
                &name.replace('_', " "),
                &plain(means[0] * unit, digits),
                &plain(means[1] * unit, digits),
                &(signed(difference.mean * unit, digits) + &half),
                &p.map_or_else(
                    || "?".into(),
                    |p| if p < 0.0001 {
                        "< 0.0001".into()
                    } else {
                        format!("{p:.4}")
                    }
                ),
                if is_significant(row) { "*" } else { "" },
            ])
        )?;
        last = Some(row);
    }
    let significant = differing
        .iter()
        .filter(|differing| is_significant(differing))
        .count();
    let (number, level) = (differing.len(), LEVEL * 100.0);
    let text = format!(
        "Difference: second minus first, with its 95% interval. p: probability of a difference this large by chance, \
         after Holm's correction for {number} comparisons. * marks significant differences (p below {level}%): \
         {significant} of {number}."
    );
    writeln!(to)?;
    wrap::write(&text, "", "", to)
}

/// Formats a line of the table, at most 80 columns wide.
fn line([metric, first, second, difference, p, star]: [&str; 6]) -> String {
    format!("  {metric:<24}{first:>10}{second:>10}{difference:>20}{p:>12} {star}")
        .trim_end()
        .to_owned()
}

fn is_significant(differing: &Differing) -> bool {
    differing.p.is_some_and(|p| p < LEVEL)
}

#[cfg(test)]
mod tests {
    use crate::games::GameName;

    #[test]
    fn every_metric_fits_its_column() {
        for game in GameName::ALL {
            for metric in game.schema().metrics() {
                assert!(metric.name().len() < 24, "{metric}");
            }
        }
    }
}
