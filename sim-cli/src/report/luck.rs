//! Writes luck-adjusted results beside the unadjusted ones, for people.

use std::io::{self, Write};

use super::estimate;
use super::table::plain;
use super::wrap;
use crate::findings::luck::{LuckEffect, LuckRow, WithoutLuck};
use crate::findings::row::Row;
use crate::findings::summary::Summary;
use crate::games::schema::Metric;
use crate::stats::interval::Estimate;

/// Explanation of the adjustment for luck, in a sentence.
pub const MEANING: &str = "The luck of a draw is its value minus the average value of everything that could have been drawn. Luck averages \
                           out in the long run; adjusting for it changes no mean, but makes it more precise.";

/// Writes the adjusted results, if luck was estimated.
///
/// # Errors
/// Fails if writing fails.
pub fn write(summary: &Summary, to: &mut dyn Write) -> io::Result<()> {
    let Some(luck) = &summary.luck else {
        return Ok(());
    };
    if !luck.agents.is_empty() {
        let rows = luck
            .agents
            .iter()
            .zip(&summary.agents)
            .flat_map(|(row, as_played)| lines(row, as_played));
        writeln!(
            to,
            "{}\n",
            plain(&["adjusted for luck", "lead", "wins, %"], rows)
        )?;
    }
    if !luck.effects.is_empty() {
        writeln!(
            to,
            "{}\n",
            plain(&EFFECT_HEADINGS, luck.effects.iter().map(effect))
        )?;
    }
    writeln!(to, "{}\n", wrap::lines(MEANING, 100, "", "").join("\n"))
}

/// Returns the lines of an agent: unadjusted, adjusted, and the gain in precision.
fn lines(row: &LuckRow, as_played: &Row) -> [Vec<String>; 3] {
    let LuckRow {
        name,
        margin,
        win_share,
        ..
    } = row;
    let line = |name: String, margin: String, share: String| vec![name, margin, share];
    let percent = |share: &Estimate| estimate::text(&share.times(100.0), 2);
    [
        line(
            name.clone(),
            estimate::text(&as_played.mean(Metric::MARGIN), 1),
            percent(&as_played.mean(Metric::WIN_SHARE)),
        ),
        line(
            "  adjusted for luck".into(),
            estimate::text(&margin.estimate, 1),
            percent(&win_share.estimate),
        ),
        line("  as precise as".into(), worth(margin), worth(win_share)),
    ]
}

/// Headings of the table of effects.
pub const EFFECT_HEADINGS: [&str; 6] = [
    "adjusted for luck",
    "bot",
    "players",
    "as played",
    "adjusted",
    "as precise as",
];

/// Returns the row of an effect, unadjusted and adjusted.
pub fn effect(effect: &LuckEffect) -> Vec<String> {
    let LuckEffect {
        factor,
        level,
        agent,
        players,
        response,
        digits,
        plain,
        without,
    } = effect;
    vec![
        format!("{response}, {factor} {level}"),
        agent.clone(),
        players.to_string(),
        estimate::signed(plain, *digits),
        estimate::signed(&without.estimate, *digits),
        worth(without),
    ]
}

/// Formats the gain in precision as a multiple of the games; empty if unknown.
pub fn worth(without: &WithoutLuck) -> String {
    without
        .worth
        .map_or_else(String::new, |worth| format!("{worth:.1} times the games"))
}
