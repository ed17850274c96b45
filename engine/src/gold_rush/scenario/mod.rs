//! Text form of positions: an unchecked description that is validated when a state is built from it.
//!
//! ```text
//! players 2
//! rules tents=2 locomotives=never       options other than the printed rules
//! tile 33 0,0 0                         in the order laid: kind, cell, rotation
//! tile 27 1,0 90
//! cowboy 0 1,0 railroad N               seat, cell, segment; in the order placed
//! tent 1 0,0 mountain N
//! pile 0,0 mountain N 0                 tokens left on that mountain; without such a line, one per nugget
//! points 0 railroad 3 mountain 2        points so far
//! acquired 0:2 1:0                      tokens acquired so far, seat and value, in order
//! unmined 0 1                           own turns since the seat last mined (V8)
//! turn 1 act                            whose turn, and what is to be decided: place, act or over
//! discarded 39
//! coming 12a 27                         tiles to come; when placing, the first is in hand
//! tokens 0 0 1 2 5                      values to come; without this line, the rest, lowest first
//! ```
//!
//! A position can be parsed, played on, and formatted again:
//!
//! ```
//! use goldrush_engine::game::{State as _, Text};
//! use goldrush_engine::gold_rush::{Scenario, Setup};
//!
//! let text = "tile 17 0,0 0\ntile 12d 1,0 0\ncowboy 0 0,0 railroad E\nturn 1 act\n";
//! let scenario: Scenario = text.parse()?;
//! let setup = Setup::printed(scenario.players);
//! let mut state = scenario.state(&setup)?;
//!
//! // No tile is left: the game ends with this action, and the railroad scores two tiles (G20).
//! state.play(state.parse_move("none")?)?;
//! assert_eq!(state.to_move(), None);
//! assert_eq!(state.scores().as_slice(), [2, 0]);
//! assert_eq!(state.scenario().tiles.len(), 2);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod build;
mod from_observation;
mod text;

use std::fmt;

use super::catalogue::FeatureKind;
use super::rules::Rules;
use super::state::State;
use super::table::{Phase, Table};
use crate::game::{Points, TextError};
use crate::landscape::components::SegmentId;
use crate::landscape::grid::{Cell, Rotation};
use crate::landscape::tile::KindId;
use crate::player::Player;

/// A segment by cell and label.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Spot {
    /// Cell of the tile.
    pub cell: Cell,
    /// Label of the segment in the placed orientation.
    pub segment: String,
}

impl Spot {
    fn new(table: &Table, segment: SegmentId) -> Spot {
        Spot {
            cell: table.landscape.tile_of(segment).cell(),
            segment: table.label(segment),
        }
    }
}

impl fmt::Display for Spot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.cell, self.segment)
    }
}

/// Unchecked description of a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Scenario {
    /// Number of seats.
    pub players: usize,
    /// Rule options.
    pub rules: Rules,
    /// Kind, cell and rotation of every tile, in the order laid; the first at 0,0.
    pub tiles: Vec<(String, Cell, Rotation)>,
    /// Seat and place of every cowboy on the table, each seat's in the order placed.
    pub cowboys: Vec<(usize, Spot)>,
    /// Seat and place of every tent on the table, each seat's in the order pitched.
    pub tents: Vec<(usize, Spot)>,
    /// Mountains whose tokens differ from those laid for their nuggets: any of their segments, and the number of tokens.
    pub piles: Vec<(Spot, u8)>,
    /// Seat, kind of feature, and points so far.
    pub points: Vec<(usize, FeatureKind, Points)>,
    /// Seat and value of every token acquired, in order of acquisition.
    pub acquired: Vec<(usize, u8)>,
    /// V8: seat and its turns since it last mined; 255 if not listed.
    pub unmined: Vec<(usize, u8)>,
    /// Seat to move.
    pub turn: usize,
    /// Kind of the next decision; when acting, the last tile is the new one.
    pub phase: Phase,
    /// Tiles that fitted nowhere.
    pub discarded: Vec<String>,
    /// Upcoming tiles; when placing, the first is in hand.
    pub coming: Vec<String>,
    /// Upcoming token values, in the order of acquisition; if `None`, all remaining ones, lowest first.
    pub tokens: Option<Vec<u8>>,
}

impl Default for Scenario {
    fn default() -> Scenario {
        Scenario {
            players: 2,
            rules: Rules::default(),
            tiles: Vec::new(),
            cowboys: Vec::new(),
            tents: Vec::new(),
            piles: Vec::new(),
            points: Vec::new(),
            acquired: Vec::new(),
            unmined: Vec::new(),
            turn: 0,
            phase: Phase::Act,
            discarded: Vec::new(),
            coming: Vec::new(),
            tokens: None,
        }
    }
}

/// Error in a scenario.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{item}: {problem}")]
pub struct ScenarioError {
    /// First word of the line concerned.
    pub item: &'static str,
    /// Index among the lines with that first word, from 0.
    pub index: usize,
    /// Problem, and what is expected instead.
    pub problem: String,
}

impl ScenarioError {
    /// Adds the line number in the scenario's text; line 1 if the problem is a missing line.
    pub fn at_line_of(self, text: &str) -> TextError {
        let line = text
            .lines()
            .enumerate()
            .filter(|(_, line)| line.split_whitespace().next() == Some(self.item))
            .nth(self.index);
        TextError {
            line: line.map_or(1, |(i, _)| i + 1),
            problem: self.problem,
        }
    }
}

impl State<'_> {
    /// Describes the position; [`Scenario::state`] builds an equal state from it.
    pub fn scenario(&self) -> Scenario {
        let table = &self.table;
        let mut piles = Vec::new();
        for segment in (0..table.landscape.features().len() as u16).map(SegmentId) {
            let mountain = table.feature(segment);
            let word = table.word(mountain);
            let first = table.landscape.features().ring(mountain).min() == Some(segment);
            let in_play = table.kind(segment) == FeatureKind::Mountain && !word.is_settled();
            if first
                && in_play
                && word.tokens()
                    != word
                        .nuggets()
                        .saturating_mul(table.rules().tokens_per_nugget)
            {
                piles.push((Spot::new(table, segment), word.tokens()));
            }
        }
        let hand = (table.phase == Phase::Place).then_some(table.hand);
        Scenario {
            players: table.players(),
            rules: table.rules().clone(),
            tiles: table
                .landscape
                .tiles()
                .iter()
                .map(|t| (table.kind_name(t.kind()).into(), t.cell(), t.rotation()))
                .collect(),
            cowboys: spots_by_seat(table, |seat| table.cowboys(seat)),
            tents: spots_by_seat(table, |seat| table.tents(seat)),
            piles,
            points: Player::all(table.players())
                .flat_map(|p| FeatureKind::ALL.map(|kind| (p.index(), kind, table.points(kind, p))))
                .filter(|&(_, _, points)| points > 0)
                .collect(),
            acquired: self
                .hidden
                .acquired()
                .map(|(p, value)| (p.index(), value))
                .collect(),
            unmined: Player::all(table.players())
                .map(|p| (p.index(), table.pieces.unmined_turns[p]))
                .filter(|&(_, turns)| turns < u8::MAX && table.rules().mining_interval > 1)
                .collect(),
            turn: table.to_move.index(),
            phase: table.phase,
            discarded: kind_names(table, self.discarded()),
            coming: kind_names(
                table,
                hand.into_iter()
                    .chain(self.upcoming_tiles().iter().copied()),
            ),
            tokens: Some(self.hidden.upcoming().to_vec()),
        }
    }
}

/// Lists the places of some pieces, each with its seat.
fn spots_by_seat<'t>(
    table: &'t Table,
    pieces: impl Fn(Player) -> &'t [SegmentId],
) -> Vec<(usize, Spot)> {
    let mut spots = Vec::new();
    for seat in Player::all(table.players()) {
        for &segment in pieces(seat) {
            spots.push((seat.index(), Spot::new(table, segment)));
        }
    }
    spots
}

fn kind_names(table: &Table, kinds: impl IntoIterator<Item = KindId>) -> Vec<String> {
    kinds
        .into_iter()
        .map(|kind| table.kind_name(kind).to_owned())
        .collect()
}
