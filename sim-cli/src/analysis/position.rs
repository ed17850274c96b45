//! The candidate turns of one position, as a table or as JSON.

use std::io::Write;

use goldrush_ai::search::appraisal::Thoroughness;
use goldrush_engine::game::View;
use goldrush_engine::rng::tool_stream;
use serde::Serialize;

use super::opinion::{Opinion, opinions};
use super::source::{Source, notation};
use crate::cli::bad_input;
use crate::play::seats::letter;
use crate::stats::interval::Estimate;

/// What is said of a position.
#[derive(Serialize)]
pub struct Analysis {
    /// Turns played before.
    turn: usize,
    /// Whose decision it is.
    seat: usize,
    /// The tile drawn.
    tile: String,
    /// Worlds in which every candidate was played out.
    worlds: usize,
    /// The candidates, the best first.
    moves: Vec<Candidate>,
}

#[derive(Serialize)]
struct Candidate {
    /// In the notation of records.
    turn: Vec<String>,
    /// Whether this was played.
    played: bool,
    #[serde(flatten)]
    opinion: Opinion,
}

/// Looks at the position after so many turns.
///
/// # Errors
/// If nothing is to be decided there: bad input.
pub fn analyse(source: &Source, turns: usize, thoroughness: Thoroughness, seed: u64) -> anyhow::Result<Analysis> {
    let (state, played) = source.position(turns);
    let table = state.table();
    let Some(seat) = goldrush_engine::game::State::to_move(&state) else {
        return Err(bad_input(format!("--turn {turns}: the game is over; give a smaller number")));
    };
    let view = View::new(&state, seat);
    let all = opinions(&view, thoroughness, played, &mut tool_stream(seed), &|| false);
    let candidate = |opinion: Opinion| Candidate {
        turn: notation(table, opinion.turn),
        played: Some(opinion.turn) == played,
        opinion,
    };
    Ok(Analysis {
        turn: turns,
        seat: seat.index(),
        tile: table.setup().catalogue().kind(table.hand()).name.clone(),
        worlds: thoroughness.worlds,
        moves: all.into_iter().map(candidate).collect(),
    })
}

/// A mean with its interval, in columns.
pub(super) fn cell(estimate: &Estimate, signed: bool, digits: usize) -> String {
    let half = estimate.half_width.map(|half| format!(" ±{half:.digits$}")).unwrap_or_default();
    if signed { format!("{:+.digits$}{half}", estimate.mean) } else { format!("{:.digits$}{half}", estimate.mean) }
}

impl Analysis {
    /// Writes it as a table.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write(&self, to: &mut dyn Write) -> anyhow::Result<()> {
        let seat = goldrush_engine::player::Player::new(self.seat).map_or(' ', letter);
        writeln!(to, "After {} turns: {seat} (seat {}) to move with tile {}.", self.turn, self.seat, self.tile)?;
        writeln!(
            to,
            "Played to the end by heuristic in {} worlds that {seat} may be in; 95 % intervals.\n",
            self.worlds
        )?;
        writeln!(to, "{:>14}{:>14}{:>14}   move", "win share", "margin", "behind best")?;
        for Candidate { turn, played, opinion } in &self.moves {
            let behind = if opinion.behind.mean == 0.0 { "-".into() } else { cell(&opinion.behind, false, 1) };
            writeln!(
                to,
                "{:>14}{:>14}{behind:>14} {} {}",
                cell(&opinion.win_share, false, 3),
                cell(&opinion.margin, true, 1),
                if *played { '*' } else { ' ' },
                turn.join(", ")
            )?;
        }
        if self.moves.iter().any(|candidate| candidate.played) {
            writeln!(to, "\n* was played")?;
        }
        Ok(())
    }
}
