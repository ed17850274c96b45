//! Analysis of one position: its candidate turns, as a table or as JSON.

use std::io::Write;

use goldrush_ai::search::move_evaluation::{PointsBySource, Thoroughness};
use goldrush_engine::game::{State as _, View};
use goldrush_engine::player::Player;
use goldrush_engine::rng::tool_stream;
use goldrush_games::analyzable::Analyzable;
use goldrush_games::playable::{Playable, RecordedGame};
use goldrush_games::turn_index::TurnIndex;
use goldrush_games::viewer::Viewer;
use goldrush_report::document::Table;
use goldrush_report::number::{Number, chance, number};
use goldrush_support::error::bad_input;
use goldrush_support::stats::interval::Estimate;
use serde::Serialize;
use serde_json::Value;

use super::chance::chances;
use super::move_report::{MoveReport, evaluations, of_evaluations};
use super::reason::{Comparison, Gain, reason};
use super::source::{notation, position, turn};

/// Analysis of one position.
#[derive(Serialize)]
#[serde(bound = "")]
pub struct Analysis<M> {
    /// Turns played before.
    turn: usize,
    /// Moves of the next turn already played, if any.
    #[serde(skip_serializing_if = "is_none")]
    moves_of_turn: usize,
    /// The seat to move.
    seat: usize,
    /// The decision to be made, in the form bots receive it.
    #[serde(flatten)]
    situation: Value,
    /// The tile or card that the seat has to place or to flip, in words.
    #[serde(skip)]
    at_hand: String,
    /// Each seat's chance of winning from this position, if known for this number of players.
    #[serde(skip_serializing_if = "Option::is_none")]
    chances: Option<Vec<f64>>,
    /// Sampled worlds in which every turn was measured.
    worlds: usize,
    /// Names of the sources of points.
    sources: Vec<&'static str>,
    /// The turns that look best, best first. Other worlds decided on the selection and the order.
    moves: Vec<Candidate<M>>,
}

fn is_none(moves: &usize) -> bool {
    *moves == 0
}

#[derive(Serialize)]
#[serde(bound = "")]
struct Candidate<M> {
    /// Moves in the notation of records.
    turn: Vec<String>,
    /// The same in words.
    #[serde(skip)]
    words: String,
    /// True if this turn was played.
    played: bool,
    #[serde(flatten)]
    report: MoveReport<M>,
    /// Mean final points by seat and source.
    points: Vec<Vec<f64>>,
    /// The clearest differences of the first turn from this one, in points; empty if nothing is clear.
    why: Vec<Gain>,
    /// Comparison of this turn with the first, in words.
    #[serde(skip)]
    comparison: Option<String>,
    /// The margin in each world, if requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    margins: Option<Vec<f32>>,
}

/// Returns the decision to be made, in the form bots receive it.
pub fn situation<G: Analyzable>(view: &View<G::State<'_>>) -> Value {
    serde_json::to_value(G::situation(view)).expect("a situation serializes to JSON")
}

/// Analyzes the position at a point in the game.
///
/// # Errors
/// Bad input if the game did not get that far, or if it was over by then.
pub fn analyse<G: Playable>(
    game: &RecordedGame<G>,
    at_turn: TurnIndex,
    thoroughness: Thoroughness,
    also: &[String],
    seed: u64,
    by_world: bool,
) -> anyhow::Result<Analysis<G::Move>> {
    let moves = game
        .moves_until(at_turn)
        .map_err(|what| bad_input(format!("--turn {at_turn}: {what}")))?;
    let (state, played) = position(game, moves);
    let Some(seat) = state.to_move() else {
        return Err(bad_input(format!(
            "--turn {at_turn}: the game is over; give a smaller number"
        )));
    };
    let view = View::new(&state, seat);
    let mut include: Vec<_> = also
        .iter()
        .map(|text| turn::<G>(&state, text))
        .collect::<anyhow::Result<_>>()?;
    if thoroughness.finalists > 0 {
        include.extend(played);
    }
    let all = evaluations::<G>(
        &view,
        thoroughness,
        &include,
        &mut tool_stream(seed),
        &|| false,
    );
    let sources = G::source_names();
    let viewer = Viewer::open(game.heading.names()).calling(game.heading.named_people());
    let mut moves = Vec::new();
    for (report, evaluation) in of_evaluations(&all).into_iter().zip(&all) {
        let reason = reason(&all[0], evaluation, seat);
        let comparison = Comparison::<G> {
            state: &state,
            better: all[0].turn.decisions(),
            worse: report.turn,
            viewer: &viewer,
        };
        let decisions: Vec<_> = evaluation.turn.moves().collect();
        moves.push(Candidate {
            turn: notation::<G>(&state, report.turn),
            words: G::words(&state, &decisions, &viewer),
            played: Some(report.turn) == played,
            report,
            points: mean_points(&evaluation.points, view.players(), sources.len()),
            why: reason.into_iter().flatten().collect(),
            comparison: comparison.why_worse(&reason),
            margins: by_world.then(|| evaluation.margins.clone()),
        });
    }
    Ok(Analysis {
        turn: at_turn.turns,
        moves_of_turn: at_turn.moves,
        seat: seat.index(),
        situation: situation::<G>(&view),
        at_hand: G::at_hand(&state),
        chances: chances::<G>(game.setup, &view),
        worlds: thoroughness.worlds,
        sources,
        moves,
    })
}

/// Returns a lead as it is printed: a solved value has no interval.
fn points(estimate: &Estimate, is_exact: bool) -> Number {
    if is_exact {
        Number::exact(estimate.mean, 1)
    } else {
        Number::points(estimate)
    }
}

/// Returns the mean points by seat and source.
fn mean_points(worlds: &[PointsBySource], players: usize, sources: usize) -> Vec<Vec<f64>> {
    let mut means = vec![vec![0.0; sources]; players];
    for (seat, means) in means.iter_mut().enumerate() {
        for (source, mean) in means.iter_mut().enumerate() {
            let points = worlds.iter().map(|points| f64::from(points[seat][source]));
            *mean = points.sum::<f64>() / worlds.len() as f64;
        }
    }
    means
}

impl<M> Analysis<M> {
    /// Writes the analysis as a table.
    pub fn write<G: Analyzable>(&self, to: &mut dyn Write) -> anyhow::Result<()> {
        let seat = Player::new(self.seat).map_or(' ', Player::letter);
        let at_turn = match self.moves_of_turn {
            0 => format!("{} turns", self.turn),
            moves => format!(
                "move {}",
                TurnIndex {
                    turns: self.turn,
                    moves
                }
            ),
        };
        writeln!(
            to,
            "After {at_turn}: {seat} (seat {}) to move, {}.",
            self.seat, self.at_hand
        )?;
        if let Some(chances) = &self.chances {
            let texts = Player::all(chances.len()).zip(chances);
            let texts = texts.map(|(seat, wins)| format!("{} {}", seat.letter(), chance(*wins)));
            let texts: Vec<String> = texts.collect();
            writeln!(to, "Chance to win now: {}.", texts.join(", "))?;
        }
        let is_exact = self.moves.first().is_some_and(|first| first.report.exact);
        let order = if is_exact {
            format!(
                "The rest of the game was solved, so leads are exact: the best that {seat} can expect if everybody plays best."
            )
        } else {
            "Turns were chosen and ordered in other worlds, so their numbers may be in another order.".into()
        };
        writeln!(
            to,
            "{} plays each turn to the end, in {} worlds that are possible for all {seat} knows; 95% intervals.\n{order}\n",
            G::POLICY,
            self.worlds
        )?;
        writeln!(
            to,
            "{:>23}{:>14}{:>14}   move",
            "win rate, %", "lead", "behind first"
        )?;
        for (
            i,
            Candidate {
                turn,
                words,
                played,
                report,
                comparison,
                ..
            },
        ) in self.moves.iter().enumerate()
        {
            let behind = match i {
                0 => "−".into(),
                _ => points(&report.behind, is_exact).to_string(),
            };
            let lead = points(&report.margin, is_exact).signed();
            writeln!(
                to,
                "{:>23}{lead:>14}{behind:>14} {} {words}",
                Number::points(&report.win_share.times(100.0)),
                if *played { '*' } else { ' ' },
            )?;
            writeln!(to, "{:>9}{}", "", turn.join(", "))?;
            if let Some(comparison) = comparison {
                writeln!(to, "{:>9}{comparison}", "")?;
            }
        }
        if self.moves.iter().any(|candidate| candidate.played) {
            writeln!(to, "\n* was played")?;
        }
        self.write_sources(to)
    }

    /// Writes the mean points of each turn by seat and source.
    fn write_sources(&self, to: &mut dyn Write) -> anyhow::Result<()> {
        let mut rows = Vec::new();
        for (at, candidate) in self.moves.iter().enumerate() {
            for (seat, points) in candidate.points.iter().enumerate() {
                let place = if seat == 0 {
                    (at + 1).to_string()
                } else {
                    String::new()
                };
                let letter = Player::new(seat).map_or(' ', Player::letter);
                let mut row = vec![place, letter.to_string()];
                row.extend(points.iter().map(|points| number(*points, 1)));
                rows.push(row);
            }
        }
        let headings = ["move", "seat"].into_iter();
        let headings = headings.chain(self.sources.iter().copied());
        writeln!(
            to,
            "\nAverage final points by source, in the same worlds. Move 1 is the first in the list above.\n"
        )?;
        Ok(writeln!(to, "{}", Table::of_texts(headings, rows))?)
    }
}
