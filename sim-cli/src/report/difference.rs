//! In what two runs differ, for people.

use std::io::{self, Write};

use super::table::plain;
use crate::findings::difference::{Differing, LEVEL};
use crate::games::sheet::Metric;
use crate::study::Difference;

/// Writes the fields in which two plans differ.
///
/// # Errors
/// If it cannot be written.
pub fn write_plans(differences: &[Difference], names: [&str; 2], to: &mut dyn Write) -> io::Result<()> {
    let rows = differences.iter().map(|d| vec![d.field.clone(), d.left.clone(), d.right.clone()]);
    writeln!(to, "{}\n", plain(&["the plans", names[0], names[1]], rows))
}

/// Writes what differs in the results, and how many of the differences are more than luck.
///
/// # Errors
/// If it cannot be written.
pub fn write_results(differing: &[Differing], names: [&str; 2], to: &mut dyn Write) -> io::Result<()> {
    let rows = differing.iter().map(|differing| {
        let Differing { who, metric, means, difference, p } = differing;
        let digits = if *metric == Metric::WIN_SHARE { 4 } else { 3 };
        let half = difference.half_width.map_or_else(String::new, |half| format!(" ±{half:.digits$}"));
        vec![
            format!("{who}: {metric}"),
            format!("{:.digits$}", means[0]),
            format!("{:.digits$}", means[1]),
            format!("{:+.digits$}{half}", difference.mean),
            p.map_or_else(|| "?".into(), |p| if p < 0.0001 { "< 0.0001".into() } else { format!("{p:.4}") }),
            if is_significant(differing) { "*".into() } else { String::new() },
        ]
    });
    writeln!(to, "{}\n", plain(&["the results", names[0], names[1], "difference", "p", ""], rows))?;
    let significant = differing.iter().filter(|differing| is_significant(differing)).count();
    writeln!(to, "difference: the second less the first, ± half of the 95 % interval; p: after Holm's correction")?;
    writeln!(to, "* {significant} of {} differences are significant at {} % together", differing.len(), LEVEL * 100.0)
}

fn is_significant(differing: &Differing) -> bool {
    differing.p.is_some_and(|p| p < LEVEL)
}
