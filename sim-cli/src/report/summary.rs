//! Writes a summary as tables for people.

use std::io::{self, Write};

use comfy_table::Table;

use super::estimate::cell;
use super::ratings;
use super::table::plain;
use super::words::{count, ordinal, player_games, unwon_games};
use super::wrap;
use crate::findings::row::Row;
use crate::findings::summary::{ArmSummary, FaultRow, Summary};
use crate::games::schema::{Metric, ResultSchema};
use crate::protocol::fault::FaultKind;
use crate::stats::interval::MIN_BLOCKS;

/// Heading, metric and number of decimals.
type Column = (&'static str, Metric, usize);

const RESULTS: [Column; 4] = [
    ("wins, %", Metric::WIN_SHARE, 2),
    ("score", Metric::SCORE, 1),
    ("lead", Metric::MARGIN, 1),
    ("rank", Metric::RANK, 2),
];

/// Writes the tables: results and points by source, for each agent and, if there is one arm, each seat. For a tournament,
/// ratings replace the table of results.
///
/// # Errors
/// Fails if writing fails.
pub fn write(schema: &ResultSchema, summary: &Summary, to: &mut dyn Write) -> io::Result<()> {
    let Summary {
        blocks,
        seed,
        arms,
        agents,
        ..
    } = summary;
    let (games, deals) = (count(summary.games), count(*blocks));
    let mut seats: &[Row] = &[];
    if let [
        ArmSummary {
            seatings,
            players,
            seats: of_arm,
            ..
        },
    ] = &arms[..]
    {
        let each = if *seatings == 1 {
            "once".into()
        } else {
            format!("in {seatings} seatings")
        };
        let kind = player_games(*players);
        writeln!(
            to,
            "{games} {kind} games: {deals} deals, each played {each}; seed {seed}"
        )?;
        seats = of_arm;
    } else {
        let per_block: usize = arms.iter().map(|arm| arm.seatings).sum();
        writeln!(
            to,
            "{games} games: {deals} deals, each played {per_block} times, by {} line-ups; seed {seed}",
            arms.len()
        )?;
    }
    writeln!(
        to,
        "Means with 95% confidence intervals, computed from the means of deals"
    )?;
    if *blocks < MIN_BLOCKS {
        writeln!(
            to,
            "With fewer than {MIN_BLOCKS} deals, the intervals are unreliable."
        )?;
    }
    writeln!(to)?;
    if let Some(ratings) = &summary.ratings {
        ratings::write(ratings, summary, to)?;
    } else {
        writeln!(to, "{}\n", table("", &RESULTS, agents, seats))?;
    }
    let sources: Vec<Column> = schema
        .sources()
        .iter()
        .map(|source| (source.name, source.metric(), 1))
        .collect();
    writeln!(to, "{}\n", table("points from", &sources, agents, seats))?;
    if summary.faults.is_empty() {
        return Ok(());
    }
    writeln!(to, "{}", fault_table(&summary.faults))?;
    writeln!(to, "A game lost through a fault gives the bot no points.")?;
    if let Some(sentence) = unwon_games(summary) {
        wrap::write(&sentence, "", "", to)?;
    }
    writeln!(to)
}

/// Returns the table of games lost by faults of bots.
fn fault_table(faults: &[FaultRow]) -> Table {
    let headings: Vec<&str> = ["games lost through"]
        .into_iter()
        .chain(FaultKind::ALL.map(FaultKind::name))
        .collect();
    let row = |row: &FaultRow| {
        let counts =
            FaultKind::ALL.map(|kind| row.games.get(kind.name()).copied().unwrap_or(0).to_string());
        [row.name.clone()].into_iter().chain(counts).collect()
    };
    plain(&headings, faults.iter().map(row))
}

fn table(corner: &str, columns: &[Column], agents: &[Row], seats: &[Row]) -> Table {
    let headings: Vec<&str> = [corner]
        .into_iter()
        .chain(columns.iter().map(|(heading, _, _)| *heading))
        .collect();
    let row = |name: String, row: &Row| {
        let cell = |(_, metric, digits): &Column| cell(row, *metric, *digits);
        [name]
            .into_iter()
            .chain(columns.iter().map(cell))
            .collect::<Vec<_>>()
    };
    let agents = agents.iter().map(|agent| row(agent.name.clone(), agent));
    let seats = seats.iter().map(|seat| {
        row(
            format!("{} seat", seat.name.parse().map_or("other", ordinal)),
            seat,
        )
    });
    plain(&headings, agents.chain(seats))
}
